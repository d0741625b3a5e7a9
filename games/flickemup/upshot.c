/*
 * What a step brings besides what it did itself: doors that are blown, whom a blast or poisoned water hurts, who is out and where
 * their tokens go, who is inside after a duel, the initiative, the next hour. It is nobody's move, so without these sentences no
 * log would know of it. They compare the table before and after the step.
 */
#include "games/flickemup/flickemup.h"

struct telling {
    const struct flickemup_rules *rules;
    const struct flickemup_state *before, *after;
    struct flip_text *out;
};

static struct flip_text *sentence(struct telling *t)
{
    flip_text_add(t->out, t->out->length ? ". " : "");
    return t->out;
}

static void tell_doors(struct telling *t)
{
    for (flip_set blown = t->after->exploded & ~t->before->exploded; blown; blown = flip_set_rest(blown)) {
        const int place = t->rules->edition.test[flip_set_first(blown)].place;
        flip_text_add(sentence(t), "The dynamite has blown %s", flickemup_doors[place]);
    }
}

/* Those whom no ruling has named: water hurts who was inside. */
static flip_set hurt(const struct telling *t, bool inside, int named)
{
    flip_set figures = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        const struct flickemup_figure *was = &t->before->figure[figure];
        const bool loses = t->after->figure[figure].hit_points < was->hit_points;
        if (loses && figure != named && (was->where >= FLICKEMUP_INSIDE) == inside)
            figures |= FLIP_BIT(figure);
    }
    return figures;
}

static void tell_hurt(struct telling *t, const char *by, flip_set figures)
{
    if (!figures)
        return;
    flip_text_add(sentence(t), "%s costs ", by);
    flickemup_add_names(t->out, figures);
    flip_text_add(t->out, " a hit point");
}

/* A ruling tells of the last hit point that a bullet takes, not of a blast's. */
static void tell_dead(struct telling *t, int named)
{
    const bool undertaker = flip_set_has(t->rules->edition.here, FLICKEMUP_BUILDINGS_AT + FLICKEMUP_UNDERTAKER);
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        const struct flickemup_figure *was = &t->before->figure[figure];
        if (t->after->figure[figure].where != FLICKEMUP_DEAD || was->where == FLICKEMUP_DEAD)
            continue;
        const char *name = flickemup_piece_names[figure];
        if (figure != named || t->after->verdict.ruling != FLICKEMUP_RULED_KILLED)
            flip_text_add(sentence(t), "%s has lost the last hit point", name);
        if (was->hand[0] != FLICKEMUP_NOTHING)
            flip_text_add(sentence(t), undertaker ? "What %s held goes to the Undertaker" : "What %s held stays there",
                          name);
    }
}

/* The ruling has named the loser. */
static void tell_duel(struct telling *t, int loser)
{
    const struct flickemup_state *before = t->before;
    if (!before->duel.on || t->after->duel.on || t->after->verdict.ruling == FLICKEMUP_RULED_DUEL_OVER)
        return;
    const int winner = loser == before->duel.entered ? before->duel.defends : before->duel.entered;
    flip_text_add(sentence(t), "%s wins the duel and is inside %s", flickemup_piece_names[winner],
                  flickemup_places[before->duel.building]);
}

static void tell_hour(struct telling *t)
{
    const struct flickemup_state *before = t->before, *after = t->after;
    if (after->winner)
        return;
    const char *holder = after->initiative < FLICKEMUP_COWBOYS ? flickemup_piece_names[after->initiative] : "nobody";
    if (after->initiative != before->initiative)
        flip_text_add(sentence(t), "The initiative goes to %s", holder);
    if (after->hour == before->hour)
        return;
    if (after->used < before->used)
        flip_text_add(sentence(t), "The dynamite is back in %s", flickemup_places[t->rules->edition.returns - 1]);
    flip_text_add(sentence(t), "It is %d o’clock, and %s begins", after->hour, holder);
}

/* `named` is the figure that the ruling says was hit, or FLICKEMUP_NOBODY. */
static void add_upshot(const struct flickemup_rules *rules, const struct flickemup_state *before,
                       const struct flickemup_state *after, int named, struct flip_text *out)
{
    struct telling t = {.rules = rules, .before = before, .after = after, .out = out};
    tell_doors(&t);
    if (!before->duel.on)
        tell_hurt(&t, "The blast", hurt(&t, false, named));
    tell_duel(&t, named);
    tell_hurt(&t, "Poisoned water", hurt(&t, true, named));
    tell_dead(&t, named);
    tell_hour(&t);
}

void flickemup_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                      struct flip_text *out)
{
    struct flickemup_state after = *(const struct flickemup_state *)state;
    (void)names;
    flickemup_apply(rules, &after, seat, move);
    add_upshot(rules, state, &after, FLICKEMUP_NOBODY, out);
}

void flickemup_ruling(const void *rules, const void *state, const struct flip_outcome *outcome, struct flip_text *out)
{
    struct flickemup_state after = *(const struct flickemup_state *)state;
    flickemup_settle(rules, &after, outcome);
    const struct flickemup_verdict *verdict = &after.verdict;
    const bool named = verdict->ruling == FLICKEMUP_RULED_HIT || verdict->ruling == FLICKEMUP_RULED_KILLED ||
                       (verdict->ruling == FLICKEMUP_RULED_BLAST && verdict->count == 1);
    flickemup_say(rules, verdict, out);
    add_upshot(rules, state, &after, named ? verdict->figure : FLICKEMUP_NOBODY, out);
}
