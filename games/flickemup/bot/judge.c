/*
 * Was that aim good? The bots' own favourite is looked for first, exactly as for a hint. Then both are tried in the physics with
 * the same hand and the same errors, so that luck is the same for both, and how the flick itself came out is never asked. What
 * comes out in the mean (position_value.c) is compared; a difference that the tries are not sure of is none.
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
    [CAME_TOUCHED] = "touches something on the way",
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
    bool turned; /* the tries are those of what follows a turn on the spot */
};

static void count_try(struct weighed *weighed, const struct flickemup_verdict *verdict)
{
    const enum came came = came_by[verdict->ruling];
    const int with = came == CAME_HIT ? verdict->figure : came == CAME_INSIDE ? verdict->piece : 0;
    weighed->count[came][with]++;
    weighed->flicks++;
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
static void tell_tries(const struct weighed *weighed, struct flip_text *out)
{
    int with;
    int came = most(weighed, 0, CAME_WELL, &with);
    if (weighed->flicks == 0)
        return;
    if (weighed->count[came][with] * 8 < weighed->flicks)
        came = most(weighed, CAME_WELL, CAME_KINDS, &with);
    flip_text_add(out, "%s%s", weighed->turned ? "then " : "", came_words[came]);
    if (came == CAME_HIT && with >= FLICKEMUP_COWBOYS)
        flip_text_add(out, "a witness");
    else if (came == CAME_HIT)
        flip_text_add(out, "%s%s", its_own(weighed, came, with) ? "its own " : "", flickemup_piece_names[with]);
    else if (came == CAME_INSIDE)
        flip_text_add(out, "%s", flickemup_places[with - FLICKEMUP_BUILDINGS_AT]);
    flip_text_add(out, " in %d of %d tries", weighed->count[came][with], weighed->flicks);
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
    }
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

static int tries_of(const struct flip_think_def *def)
{
    if (def->iterations == 0 || def->iterations >= FULL_LOOK)
        return TRIES;
    return def->iterations > 2 * LEAST_TRIES ? (int)def->iterations / 2 : LEAST_TRIES;
}

static int weigh(struct trial *trial, const struct candidate *candidate, const struct flip_think_def *def,
                 struct weighed *out, struct flip_error *error)
{
    memset(out, 0, sizeof *out);
    out->move = candidate->move;
    out->team = trial->aiming.team;
    out->tries = tries_of(def);
    if (flickemup_kind(candidate->move) == FLICKEMUP_FACE)
        return weigh_turn(trial, candidate, def, out, error);
    if (flickemup_kind(candidate->move) != FLICKEMUP_PLAY)
        return weigh_tries(trial, candidate, def->seed, out, error);
    /* Who plays is decided by geometry, the best plan of each; what was not tried is believed by half. */
    for (int i = 0; i < out->tries; i++)
        out->worth[i] = (candidate->prior + trial->aiming.now) / 2;
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

static double mean_of(const struct weighed *weighed)
{
    double sum = 0;
    for (int i = 0; i < weighed->tries; i++)
        sum += weighed->worth[i];
    return sum / weighed->tries;
}

/* By how much the second is better for sure: the mean of the differences, less its standard error. */
static double sure_gain(const struct weighed *done, const struct weighed *best)
{
    const double mean = mean_of(best) - mean_of(done);
    double squares = 0;
    for (int i = 0; i < done->tries; i++) {
        const double off = best->worth[i] - done->worth[i] - mean;
        squares += off * off;
    }
    return fmax(0, mean - sqrt(squares / (done->tries - 1) / done->tries));
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
    const double lost = doubt * sure_gain(done, best), gain = mean_of(best) - worth_of_nothing(trial);
    const double part = gain > 0 ? lost / gain : 1;
    /* What hardly ever comes to something cannot be as good as what mostly does, whatever the second action may mend. */
    int grade = FLIP_FINE;
    if (done->flicks && best->flicks && part_well(done) <= 0.125 && part_well(best) >= 0.5)
        grade = FLIP_SLIP;
    for (int worse = FLIP_SLIP; worse < FLIP_GRADES; worse++)
        if ((part > losses[worse].part && lost > losses[worse].points) || lost > losses[worse].many)
            grade = worse;
    return (enum flip_grade)grade;
}

static void tell_choice(const struct weighed *weighed, struct flip_choice *out)
{
    *out = (struct flip_choice){
        .move = weighed->move, .value = trial_share(mean_of(weighed)), .visits = (uint64_t)weighed->tries};
    struct flip_text why = flip_text_in(out->why, FLIP_WHY);
    tell_tries(weighed, &why);
}

double flickemup_worth(const struct flip_question *where)
{
    struct aiming aiming;
    aiming_at(&aiming, where, where->state, flip_hand_of_level(FLIP_LEVELS), PLAN_TWO);
    return trial_share(plan_worth(&aiming, where->state, PLAN_TWO));
}

static bool nothing_else(const struct flip_question *where, const void *known)
{
    flip_move move;
    struct flip_range open[FLIP_MAX_RANGES];
    return where->game->rules->moves(where->rules, known, where->seat, &move, 1) == 1 &&
           flip_move_ranges(where->game, where->rules, known, where->seat, move, open) == 0;
}

int flickemup_judge(const struct flip_question *where, const void *known, const struct flip_think_def *def,
                    flip_move judged, struct flip_random *random, struct flip_judgement *out, struct flip_error *error)
{
    struct trial trial;
    struct weighed done, best;
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
    }
    if (status == 0) {
        *out = (struct flip_judgement){.only = nothing_else(where, known)};
        tell_choice(&done, &out->done);
        out->best = out->done;
    }
    if (status == 0 && trial.list[0].move != judged) {
        status = weigh(&trial, &trial.list[0], &shown, &best, error);
        if (status == 0) {
            tell_choice(&best, &out->best);
            out->loss = trial_share(mean_of(&done) + sure_gain(&done, &best)) - out->done.value;
            out->grade = grade_of(&trial, &done, &best);
            out->other_goal = other_goal(&done, &best);
        }
    }
    trial_close(&trial);
    return status;
}
