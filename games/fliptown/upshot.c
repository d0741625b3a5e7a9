/*
 * What a step has brought to light for everybody, beside what it did itself: the bank's stars, a theft, the poker hands
 * and their pay, pan and work, bounties that were met by them, a Sheriff card that is turned without an event. All of it
 * is nobody's move, so without these sentences no log would know of it. They are found by trying the step on a copy.
 *
 * A theft is dealt in secret, and its entry in the log is hidden with it. So what comes after a theft is told before it:
 * whichever card is stolen changes none of it.
 */
#include "games/fliptown/fliptown.h"

#include <string.h>

struct telling {
    const struct fliptown_rules *rules;
    const struct fliptown_state *before, *after;
    const char (*names)[FLIP_NAME];
    struct flip_text *out;
    int sentences, parts;
};

static struct flip_text *sentence(struct telling *t)
{
    if (t->sentences++)
        flip_text_add(t->out, ". ");
    t->parts = 0;
    return t->out;
}

/* Within a sentence: terminals call the only person at the table "You". */
static const char *called(const struct telling *t, int seat)
{
    return strcmp(t->names[seat], "You") == 0 ? "you" : t->names[seat];
}

/* The next seat of a sentence: "Poker hands: Ada two pair, Bo nothing". Alone, nobody needs a name. */
static struct flip_text *seat_part(struct telling *t, int seat)
{
    flip_text_add(t->out, "%s", t->parts++ ? ", " : " ");
    if (t->rules->seats > 1)
        flip_text_add(t->out, "%s ", called(t, seat));
    return t->out;
}

static void add_stars(struct flip_text *out, int stars)
{
    flip_text_add(out, "%d star%s", stars, stars == 1 ? "" : "s");
}

/* --- during the turns ------------------------------------------------------------------------------------------- */

static void tell_bank(struct telling *t)
{
    if (t->before->stage >= FLIPTOWN_TURNS || t->after->stage != FLIPTOWN_TURNS)
        return;
    bool begun = false;
    for (int seat = 0; seat < t->rules->seats; seat++) {
        const int stars = t->after->sheet[seat].stars - t->before->sheet[seat].stars;
        if (stars <= 0)
            continue;
        if (!begun)
            flip_text_add(sentence(t), "The bank pays");
        begun = true;
        add_stars(seat_part(t, seat), stars);
    }
}

static const char *const gained_words[] = {"gold", "a bonus action", "stars", "Wanted"};

static void tell_theft(struct telling *t)
{
    const struct fliptown_cowbot *cowbot = &t->rules->edition.cowbot[t->before->cowbot];
    flip_text_add(sentence(t), "%s steals a card: %s in the lineup and %s gained", cowbot->name,
                  flip_suit_name(cowbot->suit), gained_words[__builtin_ctz(cowbot->steals)]);
}

static void tell_bounties(struct telling *t, int actor, flip_move move)
{
    for (int seat = 0; seat < t->rules->seats; seat++) {
        unsigned gained = t->after->sheet[seat].bounties & ~(unsigned)t->before->sheet[seat].bounties &
                          ~fliptown_told_bounties(t->rules, t->before, actor, move, seat);
        for (; gained; gained &= gained - 1) {
            const int i = __builtin_ctz(gained);
            flip_text_add(sentence(t), "Bounty %d goes to %s: ", t->before->bounty[i] + 1, called(t, seat));
            add_stars(t->out, fliptown_bounty_stars(t->rules, t->before, i));
        }
    }
}

/* --- the end of a round ----------------------------------------------------------------------------------------- */

static void tell_hands(struct telling *t)
{
    const struct fliptown_edition *edition = &t->rules->edition;
    flip_text_add(sentence(t), t->rules->seats > 1 ? "Poker hands:" : "Poker hand:");
    for (int seat = 0; seat < t->rules->seats; seat++) {
        const int hand = t->after->sheet[seat].hand[t->before->round];
        flip_text_add(seat_part(t, seat), "%s", flip_poker_name((enum flip_poker)hand));
        if (!edition->pay_cash[hand] && !edition->pay_stars[hand])
            continue;
        flip_text_add(t->out, " ($%d and ", edition->pay_cash[hand]);
        add_stars(t->out, edition->pay_stars[hand]);
        flip_text_add(t->out, ")");
    }
}

static void tell_income(struct telling *t)
{
    bool begun = false;
    for (int seat = 0; seat < t->rules->seats; seat++) {
        const int gold = t->after->sheet[seat].pans * t->rules->edition.pan_gold;
        const int cash = t->after->sheet[seat].hammers * t->rules->edition.hammer_cash;
        if (!gold && !cash)
            continue;
        if (!begun)
            flip_text_add(sentence(t), "Pan and work:");
        begun = true;
        seat_part(t, seat);
        if (gold)
            flip_text_add(t->out, "%d gold", gold);
        if (cash)
            flip_text_add(t->out, "%s$%d", gold ? " and " : "", cash);
    }
}

/* Somebody had looked at the card: it is turned without an event as soon as the last one has answered about his bribe. */
static void tell_sheriff(struct telling *t)
{
    const struct fliptown_state *before = t->before, *after = t->after;
    const bool past = after->round > before->round || after->stage > FLIPTOWN_SHERIFF;
    if (before->stage < FLIPTOWN_TURNS || before->stage >= FLIPTOWN_SHERIFF || !past || !before->sheriff_seen)
        return;
    char sign[FLIPTOWN_SIGN];
    flip_text_add(sentence(t), "The Sheriff card is %s", fliptown_card_sign(before->sheriff, sign));
}

static void tell_freedom(struct telling *t)
{
    const struct fliptown_state *before = t->before;
    bool arrests = before->stage == FLIPTOWN_FINES;
    bool wanted = false;
    for (int seat = 0; seat < t->rules->seats; seat++)
        wanted |= before->sheet[seat].wanted > 0;
    const bool over = t->after->round > before->round || t->after->stage == FLIPTOWN_OVER;
    if (before->stage >= FLIPTOWN_TURNS && over && wanted && !arrests)
        flip_text_add(sentence(t), "Nobody is arrested");
}

void fliptown_upshot(const void *memory, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                     struct flip_text *out)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *before = state;
    struct fliptown_state after = *before;
    struct telling t = {.rules = rules, .before = before, .after = &after, .names = names, .out = out};
    if (before->stage == FLIPTOWN_THEFT)
        return;
    fliptown_apply(rules, &after, seat, move);
    tell_bank(&t);
    if (after.stage == FLIPTOWN_THEFT) {
        struct flip_chances chances;
        tell_theft(&t);
        fliptown_chances(rules, &after, &chances);
        fliptown_apply(rules, &after, FLIP_DEALER, chances.base + (flip_move)flip_set_first(chances.set));
    }
    if (before->sheet[0].hand[before->round] == FLIPTOWN_NONE && after.sheet[0].hand[before->round] != FLIPTOWN_NONE) {
        tell_hands(&t);
        tell_income(&t);
    }
    tell_bounties(&t, seat, move);
    tell_sheriff(&t);
    tell_freedom(&t);
}
