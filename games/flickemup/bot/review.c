/*
 * Was that aim good? The bots' own favourite is looked for first, exactly as for a hint. Then both are tried in the physics with
 * the same hand, that of the table, and the same errors, so that luck is the same for both. What comes out in the mean
 * (position_value.c) is compared; a difference that the tries are not sure of is none. An exact hand needs one try, since every
 * other is the same. How the flick itself came out, if that is known, is one more of its tries and has its place in the words: a
 * flick that hit is not said to hit nobody.
 */
#include "games/flickemup/bot/aim.h"

#include <math.h>
#include <string.h>

enum {
    TRIES = 32,      /* of the judged move and of the favourite … */
    FULL_LOOK = 60,  /* … with a look of so many flicks; a shorter one has half as many tries as flicks, … */
    LEAST_TRIES = 8, /* … but so many */
    TURNED = 48,     /* flicks for what to do after a turn on the spot */
    PATIENCE = 10000 /* ms: a heap of pieces takes the solver seconds a flick, and then nobody can say */
};

#define NO_LOSS 0.0005 /* of a win */

/* What an action gains its side on average where level 3 plays both: 19 games with all kinds of hands said 0.12 to 0.26 in the logarithm
   of the odds. Positions do not show who acts next, so whoever does seems to gain that much by every action. */
#define ACTION_GAIN 3.0

enum { ACTIONS = 2 }; /* of a cowboy's turn */

static double initiative(const struct flickemup_state *state, int team)
{
    const int to_come = state->stage == FLICKEMUP_CHOOSING ? ACTIONS : state->actions;
    if (state->duel.on || state->winner)
        return 0;
    return ACTION_GAIN * (to_come - ACTIONS / 2.0) * (state->team == team ? 1 : -1);
}

/* --- what came of the tries ------------------------------------------------------------------------------------------ */

enum came {
    CAME_HIT,
    CAME_INSIDE,
    CAME_AWAY,
    CAME_THERE,
    CAME_BLAST,
    CAME_WELL, /* so many are as somebody may have meant it */
    CAME_TO_NOBODY = CAME_WELL,
    CAME_TOUCHED,
    CAME_OFF,
    CAME_STUCK,
    CAME_FIZZLED,
    CAME_KINDS
};

static const char *const came_words[CAME_KINDS] = {
    [CAME_HIT] = "hits ",
    [CAME_INSIDE] = "enters ",
    [CAME_AWAY] = "leaves town",
    [CAME_THERE] = "gets there",
    [CAME_BLAST] = "goes off",
    [CAME_TO_NOBODY] = "hits nobody",
    [CAME_TOUCHED] = "touches something",
    [CAME_OFF] = "slides off the table",
    [CAME_STUCK] = "stays inside",
    [CAME_FIZZLED] = "falls off the table",
};

static const uint8_t came_by[] = {
    [FLICKEMUP_RULED_NOTHING] = CAME_TO_NOBODY,  [FLICKEMUP_RULED_MOVED] = CAME_THERE,
    [FLICKEMUP_RULED_TOUCHED] = CAME_TOUCHED,    [FLICKEMUP_RULED_OFF] = CAME_OFF,
    [FLICKEMUP_RULED_STUCK] = CAME_STUCK,        [FLICKEMUP_RULED_ENTERED] = CAME_INSIDE,
    [FLICKEMUP_RULED_CHALLENGE] = CAME_INSIDE,   [FLICKEMUP_RULED_LEFT] = CAME_THERE,
    [FLICKEMUP_RULED_EXIT] = CAME_AWAY,          [FLICKEMUP_RULED_HIT] = CAME_HIT,
    [FLICKEMUP_RULED_KILLED] = CAME_HIT,         [FLICKEMUP_RULED_GRAZED] = CAME_TO_NOBODY,
    [FLICKEMUP_RULED_RICOCHET] = CAME_TO_NOBODY, [FLICKEMUP_RULED_SECOND] = CAME_TO_NOBODY,
    [FLICKEMUP_RULED_STRUCK] = CAME_TO_NOBODY,   [FLICKEMUP_RULED_MISSED] = CAME_TO_NOBODY,
    [FLICKEMUP_RULED_LYING] = CAME_TO_NOBODY,    [FLICKEMUP_RULED_BLAST] = CAME_BLAST,
    [FLICKEMUP_RULED_FIZZLED] = CAME_FIZZLED,    [FLICKEMUP_RULED_DUEL_OVER] = CAME_TO_NOBODY,
    [FLICKEMUP_RULED_BEHIND] = CAME_TO_NOBODY,
};

/* A move and its tries. */
struct weighed {
    flip_move move;
    int team, tries;
    double worth[TRIES];
    int count[CAME_KINDS][FLICKEMUP_PIECES]; /* what it came to, and with whom or where */
    int flicks;
    bool turned;                            /* the tries are those of what follows a turn on the spot */
    double extra;                           /* that is in each worth, and that no position shows */
    double initiative;                      /* that is in none: the mean of what the tries leave */
    const struct flickemup_state *happened; /* what really came of it; NULL: nobody knows */
};

/* The figure or the building that it came to. */
static int with_whom(const struct flickemup_verdict *verdict)
{
    const enum came came = came_by[verdict->ruling];
    return came == CAME_HIT ? verdict->figure : came == CAME_INSIDE ? verdict->piece : 0;
}

static void count_try(struct weighed *weighed, const struct flickemup_verdict *verdict)
{
    const enum came came = came_by[verdict->ruling];
    weighed->count[came][with_whom(verdict)]++;
    weighed->flicks++;
}

/* What happened is a try like the others, and with an exact hand the only one. */
static void count_happened(struct weighed *weighed, const struct trial *trial, const struct flickemup_state *after)
{
    if (trial->aiming.exact) {
        memset(weighed->count, 0, sizeof weighed->count);
        weighed->flicks = 0;
        weighed->worth[0] = plan_worth(&trial->aiming, after, trial->aiming.depth) + weighed->extra;
    }
    count_try(weighed, &after->verdict);
    weighed->happened = after;
}

/* Witnesses are under the law's protection. */
static bool its_own(const struct weighed *weighed, int came, int with)
{
    return came == CAME_HIT && weighed->team == (with < FLICKEMUP_COWBOYS ? flickemup_team_of(with) : FLICKEMUP_LAW);
}

/* The part of the tries that came to something. */
static double part_well(const struct weighed *weighed)
{
    int well = 0;
    for (int came = 0; came < CAME_WELL; came++)
        for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
            well += its_own(weighed, came, piece) ? 0 : weighed->count[came][piece];
    return (double)well / weighed->flicks;
}

static int most(const struct weighed *weighed, int first, int end, int *with)
{
    int came = first;
    *with = 0;
    for (int i = first; i < end; i++)
        for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
            if (weighed->count[i][piece] > weighed->count[came][*with]) {
                came = i;
                *with = piece;
            }
    return came;
}

/* What went as it may have been meant is told even if it is the smaller part. */
static void tell_tries(const struct trial *trial, const struct weighed *weighed, struct flip_text *out)
{
    int with;
    int came = most(weighed, 0, CAME_WELL, &with);
    if (weighed->flicks == 0)
        return;
    if (weighed->happened && came_by[weighed->happened->verdict.ruling] < CAME_WELL) {
        came = came_by[weighed->happened->verdict.ruling];
        with = with_whom(&weighed->happened->verdict);
    } else if (weighed->count[came][with] * 8 < weighed->flicks)
        came = most(weighed, CAME_WELL, CAME_KINDS, &with);
    flip_text_add(out, "%s%s", weighed->turned ? "then " : "", came_words[came]);
    if (came == CAME_HIT && with >= FLICKEMUP_COWBOYS)
        flip_text_add(out, "a witness");
    else if (came == CAME_HIT)
        flip_text_add(out, "%s%s", its_own(weighed, came, with) ? "its own " : "", flickemup_piece_names[with]);
    else if (came == CAME_INSIDE)
        flip_text_add(out, "%s", flickemup_places[with - FLICKEMUP_BUILDINGS_AT]);
    tell_share(&trial->aiming, weighed->count[came][with], weighed->flicks, out);
}

/* Does the first mostly succeed, at something else than the second? */
static bool other_goal(const struct weighed *done, const struct weighed *best)
{
    int with, best_with;
    if (done->flicks == 0 || part_well(done) < 0.5)
        return false;
    const int came = most(done, 0, CAME_WELL, &with), best_came = most(best, 0, CAME_WELL, &best_with);
    return came == CAME_THERE || best->flicks == 0 || came != best_came || with != best_with;
}

/* --- weighing -------------------------------------------------------------------------------------------------------- */

static int too_long(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_TUTOR,
                     "A flick takes too long here to be tried so often: the tutor cannot say.");
}

/* The errors of try number `i` are the same for whatever is tried. */
static int weigh_tries(struct trial *trial, const struct candidate *candidate, uint64_t seed, struct weighed *out,
                       struct flip_error *error)
{
    struct flip_random *thinking = trial->random, errors;
    int status = 0;
    trial->random = &errors;
    for (int i = 0; i < out->tries && status == 0; i++) {
        struct flickemup_state state = *trial->aiming.state;
        flip_random_seed(&errors, seed + (uint64_t)(i + 1) * UINT64_C(0x9e3779b97f4a7c15));
        const flip_move move =
            candidate->flick ? candidate_erred(&trial->aiming, candidate, trial->own, &errors) : candidate->move;
        trial->at->game->rules->apply(trial->at->rules, &state, trial->at->seat, move);
        status = trial_late(trial) ? too_long(error) : trial_resolve(trial, &state, error);
        if (status != 0)
            break;
        if (candidate->flick)
            count_try(out, &state.verdict);
        out->worth[i] = plan_worth(&trial->aiming, &state, trial->aiming.depth) + candidate->extra;
        out->initiative += initiative(&state, trial->aiming.team) / out->tries;
    }
    out->extra = candidate->extra;
    trial->random = thinking;
    return status;
}

/* A turn on the spot costs nothing and is worth what can be done after it. */
static int weigh_turn(struct trial *trial, const struct candidate *turn, const struct flip_think_def *def,
                      struct weighed *out, struct flip_error *error)
{
    struct flickemup_state state = *trial->aiming.state;
    struct flip_think_def after = *def;
    struct flip_random random;
    struct trial then;
    after.iterations = def->iterations && def->iterations < TURNED ? def->iterations : TURNED;
    flip_random_seed(&random, def->seed);
    trial->at->game->rules->apply(trial->at->rules, &state, trial->at->seat, turn->move);
    if (!flip_set_has(trial->at->game->rules->turn(trial->at->rules, &state), trial->at->seat))
        return weigh_tries(trial, turn, def->seed, out, error);
    if (trial_open(&then, trial->at, &state, &after, &random, error) != 0)
        return -1;
    then.late = trial->late;
    int status = trial_choose(&then, &after, error), best = 0;
    while (best < then.count - 1 && flickemup_kind(then.list[best].move) == FLICKEMUP_FACE)
        best++;
    out->turned = true;
    if (status == 0)
        status = weigh_tries(&then, &then.list[best], def->seed, out, error);
    trial_close(&then);
    return status;
}

/* Who plays is no flick: nothing is tried. */
static int tries_of(const struct trial *trial, const struct flip_think_def *def, flip_move move)
{
    if (trial->aiming.exact || flickemup_kind(move) == FLICKEMUP_PLAY)
        return 1;
    if (def->iterations == 0 || def->iterations >= FULL_LOOK)
        return TRIES;
    return def->iterations > 2 * LEAST_TRIES ? (int)def->iterations / 2 : LEAST_TRIES;
}

static int weigh(struct trial *trial, const struct candidate *candidate, const struct flip_think_def *def,
                 struct weighed *out, struct flip_error *error)
{
    out->move = candidate->move;
    out->team = trial->aiming.team;
    out->tries = tries_of(trial, def, candidate->move);
    if (flickemup_kind(candidate->move) == FLICKEMUP_FACE)
        return weigh_turn(trial, candidate, def, out, error);
    if (flickemup_kind(candidate->move) != FLICKEMUP_PLAY)
        return weigh_tries(trial, candidate, def->seed, out, error);
    /* Who plays is decided by geometry, the best plan of each; what was not tried is believed by half. */
    out->worth[0] = (candidate->prior + trial->aiming.now) / 2;
    out->initiative = initiative(trial->aiming.state, trial->aiming.team);
    return 0;
}

/* The judged move as a candidate. An aim is hardly ever one of the list; then what is still to come after its like counts. */
static struct candidate candidate_of(const struct trial *trial, flip_move move)
{
    const int kind = flickemup_kind(move);
    struct candidate judged = {.move = move, .target = FLICKEMUP_NOBODY};
    judged.flick = kind == FLICKEMUP_MOVE || kind == FLICKEMUP_SHOOT || kind == FLICKEMUP_THROW;
    for (int i = 0; i < trial->count; i++) {
        const struct candidate *listed = &trial->list[i];
        if (listed->move == move)
            return *listed;
        if (judged.flick && flickemup_kind(listed->move) == kind &&
            flickemup_what(listed->move) == flickemup_what(move))
            judged.extra = listed->extra;
    }
    return judged;
}

/* --- judging --------------------------------------------------------------------------------------------------------- */

/* A mean and its standard error. */
struct mean {
    double value, error;
};

/* Tries that all came to the same do not say that the next one will: the error is stated as if one more had been as far off as any
   try was from any other, `range`. Nothing is left to chance where one try says all. */
static struct mean mean_of(const double *value, int count, double range)
{
    double sum = 0, squares = range * range;
    for (int i = 0; i < count; i++)
        sum += value[i];
    for (int i = 0; i < count; i++)
        squares += (value[i] - sum / count) * (value[i] - sum / count);
    return (struct mean){sum / count, count > 1 ? sqrt(squares / count / (count + 1)) : 0};
}

static double mean_worth(const struct weighed *weighed) { return mean_of(weighed->worth, weighed->tries, 0).value; }

/* The least and the most that a try came to. */
static void stretch(const double *value, int count, double *least, double *most_of_all)
{
    for (int i = 0; i < count; i++) {
        *least = fmin(*least, value[i]);
        *most_of_all = fmax(*most_of_all, value[i]);
    }
}

/* By how much the second is better, as points or as shares of the win: the mean of the differences on the same errors. */
static struct mean lead_of(const double *done, const double *best, int count)
{
    double off[TRIES], least = INFINITY, most_of_all = -INFINITY;
    for (int i = 0; i < count; i++)
        off[i] = best[i] - done[i];
    stretch(done, count, &least, &most_of_all);
    stretch(best, count, &least, &most_of_all);
    return mean_of(off, count, most_of_all - least);
}

/* What of a lead is certain, as an analysis counts it: nothing within its 95 % interval, and the less the nearer it comes to that. */
static double certain_part(struct mean lead)
{
    const double luck = 1.96 * lead.error;
    return lead.value > luck ? lead.value - luck * luck / lead.value : 0;
}

static void shares_of(const struct weighed *weighed, double extra, double share[TRIES])
{
    for (int i = 0; i < weighed->tries; i++)
        share[i] = trial_share(weighed->worth[i] - extra);
}

/* What the position is worth when this action comes to nothing; NAN where there is none to lose. */
static double worth_of_nothing(const struct trial *trial)
{
    struct flickemup_state state = *trial->aiming.state;
    if (flickemup_kind(trial->list[0].move) == FLICKEMUP_PLAY)
        return trial->aiming.now;
    if (state.duel.on)
        state.duel.shots++;
    else if (state.stage != FLICKEMUP_PLAYING)
        return NAN;
    else if (state.second)
        state.second = 0;
    else if (state.actions > 0)
        state.actions--;
    return plan_worth(&trial->aiming, &state, trial->aiming.depth);
}

/* A loss is measured by what the favourite gains over an action that comes to nothing, since an action is worth little in one
   position and the game in another; and in points of position_value.c, so that trifles stay trifles. */
static const struct {
    double part, points; /* both have to be lost … */
    double many;         /* … or so many points */
} losses[FLIP_GRADES] = {[FLIP_SLIP] = {0.2, 0.3, 3}, [FLIP_MISTAKE] = {0.6, 0.8, 6}, [FLIP_BLUNDER] = {1.2, 4, 15}};

static enum flip_grade grade_of(const struct trial *trial, const struct weighed *done, const struct weighed *best)
{
    /* How often something succeeds is tried; which of two successes leads further is only thought, and believed by half. */
    const double doubt = other_goal(done, best) ? 0.5 : 1;
    const double lost = doubt * certain_part(lead_of(done->worth, best->worth, done->tries));
    const double gain = mean_worth(best) - worth_of_nothing(trial);
    const double part = gain > 0 ? lost / gain : 1;
    if (other_goal(done, best) && lost <= losses[FLIP_SLIP].many)
        return FLIP_FINE;
    /* What hardly ever comes to something cannot be as good as what mostly does, whatever the second action may mend. */
    int grade = FLIP_FINE;
    if (lost > 0 && done->flicks && best->flicks && part_well(done) <= 0.125 && part_well(best) >= 0.5)
        grade = FLIP_SLIP;
    for (int worse = FLIP_SLIP; worse < FLIP_GRADES; worse++)
        if ((part > losses[worse].part && lost > losses[worse].points) || lost > losses[worse].many)
            grade = worse;
    return (enum flip_grade)grade;
}

static double error_of(const struct weighed *weighed)
{
    double share[TRIES], least = INFINITY, most_of_all = -INFINITY;
    shares_of(weighed, weighed->extra - weighed->initiative, share);
    stretch(share, weighed->tries, &least, &most_of_all);
    return mean_of(share, weighed->tries, most_of_all - least).error;
}

/* What it is worth is the mean of what the positions after its tries are worth: so what a hand makes of it is luck, and fair. */
static void tell_choice(const struct trial *trial, const struct weighed *weighed, struct flip_choice *out)
{
    double share[TRIES];
    shares_of(weighed, weighed->extra - weighed->initiative, share);
    *out = (struct flip_choice){
        .move = weighed->move, .value = mean_of(share, weighed->tries, 0).value, .visits = (uint64_t)weighed->tries};
    struct flip_text why = flip_text_in(out->why, FLIP_WHY);
    tell_tries(trial, weighed, &why);
}

/* How much was lost, as a share of the win, and how sure that is. */
static void tell_loss(const struct trial *trial, const struct weighed *done, const struct weighed *best,
                      struct flip_review *out)
{
    double is[TRIES] = {0}, could[TRIES] = {0};
    shares_of(done, 0, is);
    shares_of(best, 0, could);
    const struct mean lead = lead_of(is, could, done->tries);
    out->loss = certain_part(lead);
    out->lead_error = lead.error;
    out->other_goal = other_goal(done, best);
    out->grade = out->loss > 0 ? grade_of(trial, done, best) : FLIP_FINE;
    if (out->other_goal && out->grade == FLIP_FINE) /* which of two successes leads further is only thought */
        out->loss = 0;
    if (out->loss < NO_LOSS) { /* a game that is decided cannot be lost again: "0.0 % lost" is no fault */
        out->loss = 0;
        out->grade = FLIP_FINE;
    }
}

double flickemup_worth(const struct flip_question *where)
{
    struct aiming aiming;
    aiming_at(&aiming, where, where->state, flip_hand_of_level(FLIP_LEVELS), PLAN_TWO);
    return trial_share(plan_worth(&aiming, where->state, PLAN_TWO) + initiative(where->state, aiming.team));
}

static bool nothing_else(const struct flip_question *where, const void *known)
{
    flip_move move;
    struct flip_range open[FLIP_MAX_RANGES];
    return where->game->rules->moves(where->rules, known, where->seat, &move, 1) == 1 &&
           flip_move_ranges(where->game, where->rules, known, where->seat, move, open) == 0;
}

int flickemup_review(const struct flip_question *where, const void *known, const struct flip_think_def *def,
                     flip_move judged, struct flip_random *random, struct flip_review *out, struct flip_error *error)
{
    struct trial trial;
    struct weighed done = {0}, best = {0};
    struct flip_think_def shown = *def;
    shown.explain = true;
    shown.ms = 0;
    if (trial_open(&trial, where, known, &shown, random, error) != 0)
        return -1;
    trial_limit(&trial, def->ms ? def->ms : PATIENCE);
    int status = trial_choose(&trial, &shown, error);
    if (status == 0 && trial_late(&trial))
        status = too_long(error);
    if (status == 0) {
        const struct candidate made = candidate_of(&trial, judged);
        status = weigh(&trial, &made, &shown, &done, error);
        if (status == 0 && def->happened && made.flick)
            count_happened(&done, &trial, def->happened);
    }
    if (status == 0) {
        *out = (struct flip_review){.only = nothing_else(where, known), .error = error_of(&done)};
        tell_choice(&trial, &done, &out->done);
        out->best = out->done;
    }
    if (status == 0 && trial.list[0].move != judged) {
        status = weigh(&trial, &trial.list[0], &shown, &best, error);
        if (status == 0) {
            tell_choice(&trial, &best, &out->best);
            tell_loss(&trial, &done, &best, out);
        }
    }
    trial_close(&trial);
    return status;
}
