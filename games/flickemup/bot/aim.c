/*
 * Where to flick. Three sieves, each finer and dearer than the one before:
 *
 *   1. geometry (candidates.c) lists what is worth a thought: a straight shot at everybody, a slide towards everything that the
 *      team wants, a fan of ways to go; and says what each promises by straight lines alone;
 *   2. the best of them are tried in the physics, each several times, with the errors of the hand that will flick, and the rules
 *      settle every try;
 *   3. half of them are dropped, the others tried again, until the budget of flicks is used up.
 *
 * What comes out in the mean (position_value.c says what a position is worth) decides. An iteration of this thinking is one flick.
 */
#include "games/flickemup/bot/aim.h"

#include "core/clock.h"
#include "physics/physics.h"

#include <math.h>
#include <stdlib.h>

enum {
    FIRST_TRIES = 3, /* of every candidate that is tried at all */
    TRIED = 12,      /* candidates at most */
    PRIOR = 4        /* how many tries the geometry's word is worth */
};

/* The same beside the one try of an exact hand: of two aims that come to the same, the one that is easier to do again. */
#define EASIER 1.0

/* Flicks a decision, how far a level thinks beyond the next action, and by how many points it misjudges every choice. */
static const struct {
    uint64_t flicks;
    enum plan_depth depth;
    double blur;
} levels[2][FLIP_LEVELS] = {
    {{18, PLAN_SHOTS, 2}, {30, PLAN_TWO, 1.2}, {58, PLAN_TWO, 0.57}, {60, PLAN_TWO, 0.5}, {180, PLAN_TWO, 0}},
    /* as they were in version 0.1 */
    {{12, PLAN_ONE, 5}, {18, PLAN_ONE, 3.5}, {30, PLAN_SHOTS, 2}, {60, PLAN_TWO, 0.5}, {180, PLAN_TWO, 0}}};

/* ms of own time: where pieces lie in heaps, as a record from outside may have them, the solver takes seconds a flick. */
enum { PATIENCE = 30000 };

/* --- opening and closing --------------------------------------------------------------------------------------------- */

/* Hands stand in the order in which they err, those of the levels among them; the shakier of two is the one that shows. */
static void name_hand(struct trial *trial, const struct flip_think_def *def, bool of_table)
{
    const int own = of_table ? 0 : def->hand ? def->hand : FLIP_LEVELS + 2 - def->level;
    const int dealt = trial->aiming.rules->hand[trial->at->seat];
    const struct flip_hand *errs[] = {&trial->own, &trial->aiming.dealt};
    trial->aiming.hand_name = flickemup_hands[own > dealt ? own : dealt].name;
    trial->aiming.exact = def->explain;
    for (int i = 0; i < 2; i++)
        trial->aiming.exact &= errs[i]->angle == 0 && errs[i]->speed == 0;
}

int trial_open(struct trial *trial, const struct flip_question *where, const void *known,
               const struct flip_think_def *def, struct flip_random *random, struct flip_error *error)
{
    /* Who wants to be told something wants to know it of the hand that plays at this table, and of no other. */
    const bool of_table = def->explain && !def->hand;
    const struct flip_hand hand = flip_hand_of(def->level, def->hand);
    *trial = (struct trial){.at = where, .random = random, .def = def};
    trial->budget = def->iterations ? def->iterations : levels[def->former][def->level - 1].flicks;
    trial->until = def->ms && !def->iterations ? flip_milliseconds_of(CLOCK_MONOTONIC) + def->ms : 0;
    trial->list = malloc(CANDIDATES * sizeof *trial->list);
    trial->physics = flip_physics_open(error);
    if (!trial->list || !trial->physics) {
        trial_close(trial);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    }
    aiming_at(&trial->aiming, where, known, hand, levels[def->former][def->level - 1].depth);
    if (!of_table)
        trial->own = flip_hand_beyond(hand, trial->aiming.dealt);
    name_hand(trial, def, of_table);
    return 0;
}

void trial_close(struct trial *trial)
{
    flip_physics_close(trial->physics);
    free(trial->list);
}

void trial_limit(struct trial *trial, int ms) { trial->late = flip_milliseconds_of(CLOCK_THREAD_CPUTIME_ID) + ms; }

bool trial_late(const struct trial *trial)
{
    const struct flip_think_def *def = trial->def;
    return (trial->late && flip_milliseconds_of(CLOCK_THREAD_CPUTIME_ID) > trial->late) ||
           (def->given_up && def->given_up(def->asker));
}

/* --- trying ---------------------------------------------------------------------------------------------------------- */

int trial_resolve(struct trial *trial, struct flickemup_state *state, struct flip_error *error)
{
    const struct flip_game *game = trial->at->game;
    const void *rules = trial->at->rules;
    while (game->rules->turn(rules, state) == FLIP_BIT(FLIP_DEALER)) {
        struct flip_chances chances;
        game->rules->chances(rules, state, &chances);
        if (chances.kind != FLIP_CHANCE_OUTSIDE) {
            game->rules->apply(rules, state, FLIP_DEALER, flip_chances_pick(&chances, trial->random));
            continue;
        }
        struct flip_scene scene;
        struct flip_outcome outcome;
        game->flicks->scene(rules, state, &scene);
        if (flip_physics_flick(trial->physics, &scene, &outcome, NULL, error) != 0)
            return -1;
        trial->flicks++;
        game->flicks->settle(rules, state, &outcome);
    }
    return 0;
}

static int try_once(struct trial *trial, struct candidate *candidate, struct flip_error *error)
{
    struct flickemup_state state = *trial->aiming.state;
    const flip_move move =
        candidate->flick ? candidate_erred(&trial->aiming, candidate, trial->own, trial->random) : candidate->move;
    trial->at->game->rules->apply(trial->at->rules, &state, trial->at->seat, move);
    if (trial_resolve(trial, &state, error) != 0)
        return -1;
    candidate->well += candidate->flick && candidate_went_well(candidate, &state);
    candidate->sum += plan_worth(&trial->aiming, &state, trial->aiming.depth) + candidate->extra;
    candidate->tries++;
    candidate->certain = candidate->flick && trial->aiming.exact;
    return 0;
}

static double mean(const struct candidate *candidate)
{
    if (!candidate->flick && candidate->tries > 0) /* it always comes to the same */
        return candidate->sum / candidate->tries;
    if (candidate->certain)
        return (candidate->prior * EASIER + candidate->sum) / (EASIER + candidate->tries);
    return (candidate->prior * PRIOR + candidate->sum) / (PRIOR + candidate->tries);
}

static int by_promise(const void *a, const void *b)
{
    const double left = mean(a), right = mean(b);
    if (left != right)
        return left < right ? 1 : -1;
    const flip_move one = ((const struct candidate *)a)->move, other = ((const struct candidate *)b)->move;
    return one < other ? -1 : one > other;
}

static bool goes_on(const struct trial *trial)
{
    if (trial_late(trial))
        return false;
    return trial->until ? flip_milliseconds_of(CLOCK_MONOTONIC) < trial->until : trial->flicks < trial->budget;
}

/* The candidates that flick come first in the list, `count` of them. A slide that nothing can spoil needs no try. */
static int sieve(struct trial *trial, struct candidate *list, int count, struct flip_error *error)
{
    qsort(list, (size_t)count, sizeof *list, by_promise);
    const bool exact = trial->aiming.exact;
    int left = count < TRIED || exact ? count : TRIED;
    const int affordable = trial->until ? left : (int)(exact ? trial->budget : trial->budget / FIRST_TRIES);
    if (left > affordable)
        left = affordable > 1 ? affordable : 1;
    for (int tries = exact ? 1 : FIRST_TRIES; left > 0 && goes_on(trial); tries *= 2) {
        int tried = 0;
        for (int i = 0; i < left; i++)
            for (int n = 0; n < tries && !list[i].settled && !list[i].certain &&
                            (goes_on(trial) || (list[i].tries == 0 && i < TRIED));
                 n++, tried++)
                if (try_once(trial, &list[i], error) != 0)
                    return -1;
        if (tried == 0)
            break;
        qsort(list, (size_t)left, sizeof *list, by_promise);
        left = (left + 1) / 2;
    }
    return 0;
}

/* --- choosing -------------------------------------------------------------------------------------------------------- */

/* A candidate that was not tried is as good as its word, but one that was tried is believed more. */
static double doubt(const struct candidate *candidate)
{
    return candidate->flick && !candidate->settled && candidate->tries == 0
               ? 0.5 * fabs(candidate->prior - candidate->without)
               : 0;
}

static int by_value(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    const double one = mean(left) - doubt(left) + left->blur, other = mean(right) - doubt(right) + right->blur;
    if (one != other)
        return one < other ? 1 : -1;
    return left->move < right->move ? -1 : left->move > right->move;
}

double trial_share(double worth) { return 1 / (1 + exp(-worth / 20)); }

static void report(const struct trial *trial, struct flip_thought *out)
{
    const struct candidate *list = trial->list;
    out->count = trial->count;
    out->iterations = trial->flicks;
    for (int i = 0; i < trial->count; i++) {
        struct flip_text why = flip_text_in(out->choice[i].why, FLIP_WHY);
        out->choice[i] = (struct flip_choice){.move = list[i].move,
                                              .value = trial_share(mean(&list[i]) - doubt(&list[i])),
                                              .visits = (uint64_t)list[i].tries};
        candidate_tell(&trial->aiming, &list[i], &why);
    }
    out->choice[0].visits += out->choice[0].visits == 0;
}

int trial_choose(struct trial *trial, const struct flip_think_def *def, struct flip_error *error)
{
    struct candidate *list = trial->list;
    int flicks = 0;
    trial->count = candidates(&trial->aiming, list, &flicks);
    if (sieve(trial, list, flicks, error) != 0)
        return -1;
    for (int i = flicks; i < trial->count; i++)
        if (!list[i].settled && try_once(trial, &list[i], error) != 0)
            return -1;
    for (int i = 0; i < trial->count && !def->explain; i++)
        if (flickemup_kind(list[i].move) != FLICKEMUP_END) /* nobody thinks that nothing is better than it is */
            list[i].blur = levels[def->former][def->level - 1].blur * flip_random_normal(trial->random);
    qsort(list, (size_t)trial->count, sizeof *list, by_value);
    return 0;
}

int flickemup_think(const struct flip_question *where, const void *known, const struct flip_think_def *def,
                    struct flip_random *random, struct flip_thought *out, struct flip_error *error)
{
    struct trial trial;
    if (trial_open(&trial, where, known, def, random, error) != 0)
        return -1;
    trial_limit(&trial, PATIENCE);
    const int status = trial_choose(&trial, def, error);
    if (status == 0) {
        report(&trial, out);
        if (trial.list[0].flick && !def->explain)
            out->choice[0].move = candidate_erred(&trial.aiming, &trial.list[0], trial.own, random);
    }
    trial_close(&trial);
    return status;
}
