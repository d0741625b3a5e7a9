/*
 * Thinking at a level: checks the question, answers at once if there is nothing to decide, and leaves the rest to the
 * level's policy. Everything here works on a redealt state, so no level can use what its seat does not know.
 */
#include "levels.h"
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENSIBLE_PERCENT = 80 }; /* of the moves of level 1 are the quick move */

#define EQUAL 0.001 /* points: less than this an estimate does not tell apart */

/* --- the levels ------------------------------------------------------------------------------------------------------- */

/* The value of a position without a search: the estimated score, or an equal share of the win. */
static double plain_value(const struct flip_question *at, const void *state)
{
    if (at->seats > 1)
        return 1.0 / at->seats;
    if (flip_bot_of(at->game)->estimate)
        return at->game->bot->estimate(at->rules, state, at->seat);
    struct flip_result result;
    at->game->rules->result(at->rules, state, &result);
    return result.score[at->seat];
}

static void list_choices(const struct flip_question *at, const void *state, const flip_move *moves, int count,
                         struct flip_thought *out)
{
    const double value = plain_value(at, state);
    out->count = count;
    out->iterations = 0;
    for (int i = 0; i < count; i++)
        out->choice[i] = (struct flip_choice){.move = moves[i], .value = value};
}

/* If all reveal their choices at the same time, any move is as good as another: a random one, with an equal share of
   the win. */
static void think_blind(const struct flip_question *at, const void *state, struct flip_random *random,
                        struct flip_thought *out)
{
    const double share = 1.0 / flip_set_count(at->game->rules->turn(at->rules, state));
    for (int i = 0; i < out->count; i++) {
        out->choice[i].value = share;
        out->choice[i].visits = 1;
        snprintf(out->choice[i].why, sizeof out->choice[i].why, "is as good as any other");
    }
    flip_thought_put_first(out, out->choice[flip_random_below(random, (uint32_t)out->count)].move);
}

/* Counts a visit of a choice, so that it is sorted first. */
static void count_visit(struct flip_thought *out, flip_move move)
{
    for (int i = 0; i < out->count; i++)
        if (out->choice[i].move == move)
            out->choice[i].visits++;
}

static bool races(const struct flip_game *game) { return flip_bot_of(game)->between && game->bot->estimate; }

/* A sum of uniform numbers, with mean 0 and standard deviation 1. */
static double approximately_normal(struct flip_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += flip_random_unit(random);
    return sum;
}

/* How much a bot of this manner likes a move, the same for the whole game. */
static uint64_t preference(uint64_t manner, flip_move move)
{
    struct flip_random random;
    flip_random_seed(&random, manner ^ move * UINT64_C(0x9e3779b97f4a7c15));
    return flip_random_next(&random);
}

/* The noise that a level adds to estimates: `points` is the standard deviation of a normal error, or with `by_cost` the
   cost at which a mistake becomes e times rarer; and preferences by manner. */
struct noise {
    double points;
    bool by_cost;
    uint64_t manner; /* 0: none */
};

static double noise_of(const struct noise *how, flip_move move, struct flip_random *random)
{
    const double liked = how->manner ? 0.5 * ldexp((double)(preference(how->manner, move) >> 11), -53) : 0;
    const double chance =
        how->by_cost ? -log(-log(flip_random_unit(random) + 1e-300) + 1e-300) : approximately_normal(random);
    return how->points * chance + liked;
}

/* The estimate after a move. `after` has room for a state. */
static double estimate_after(const struct flip_question *at, const void *state, void *after, flip_move move)
{
    memcpy(after, state, at->game->state_size);
    at->game->rules->apply(at->rules, after, at->seat, move);
    return at->game->bot->estimate(at->rules, after, at->seat);
}

/* Chooses by the estimate plus noise; the choices show the estimate without it. `state` is redealt, `after` has room
   for another. */
static void think_with_noise(const struct flip_question *at, const struct noise *how, const void *state, void *after,
                             struct flip_random *random, struct flip_thought *out)
{
    const struct flip_game *game = at->game;
    const flip_move quick = game->bot->quick_of_equals ? flip_quick_move(game, at->rules, state, at->seat, random) : 0;
    const double quick_score = quick ? estimate_after(at, state, after, quick) : NAN;
    flip_move best = 0;
    double highest = -HUGE_VAL;
    for (int i = 0; i < out->count; i++) {
        struct flip_choice *choice = &out->choice[i];
        const double score = estimate_after(at, state, after, choice->move);
        const double rival = at->seats == 1 && game->bot->rival ? game->bot->rival(at->rules, after) : NAN;
        const double seems = (isnan(rival) ? score : score - rival) + noise_of(how, choice->move, random);
        if (at->seats == 1)
            choice->value = score;
        const bool stood_for = choice->move != quick && fabs(score - quick_score) < EQUAL;
        if (seems > highest && !stood_for) {
            highest = seems;
            best = choice->move;
        }
    }
    count_visit(out, best);
    flip_thought_sort(out);
}

/* A level that can search races if it is given a budget. */
static bool uses_noise(const struct flip_level *level, const struct flip_think_def *def)
{
    return level->race.iterations == 0 && (level->policy != FLIP_POLICY_SEARCH || (!def->iterations && !def->ms));
}

/* Levels that do not search. `state` is redealt. Level 1 is absent-minded: now and then it does anything. */
static void think_briefly(const struct flip_question *at, enum flip_policy policy, const void *state,
                          struct flip_random *random, struct flip_thought *out)
{
    if (policy == FLIP_POLICY_QUICK || flip_random_below(random, 100) < SENSIBLE_PERCENT)
        count_visit(out, flip_quick_move(at->game, at->rules, state, at->seat, random));
    else
        count_visit(out, out->choice[flip_random_below(random, (uint32_t)out->count)].move);
    flip_thought_sort(out);
}

/* A worth to compare the choices of one list by: the value of the search, or else the estimate. `after` has room for a
   state. */
static double worth_of_choice(const struct flip_question *at, const void *state, void *after,
                              const struct flip_thought *thought, int choice)
{
    if (thought->iterations)
        return thought->choice[choice].value;
    return estimate_after(at, state, after, thought->choice[choice].move);
}

/* Makes two bots of one level play differently: each has its own favourite among moves nearly as good as the first.
   Nearly means a quarter of a point less, or after a search with several seats a hundredth of the win; and at least a
   third of the first move's visits. */
static void vary_by_manner(const struct flip_question *at, uint64_t manner, const void *state, void *after,
                           struct flip_thought *out)
{
    if (!out->iterations && !flip_bot_of(at->game)->estimate)
        return;
    const double least = worth_of_choice(at, state, after, out, 0) - (out->iterations && at->seats > 1 ? 0.01 : 0.25);
    const uint64_t seen = out->iterations ? (out->choice[0].visits + 2) / 3 : 0;
    flip_move liked = out->choice[0].move;
    uint64_t most = preference(manner, liked);
    for (int i = 1; i < out->count; i++)
        if (out->choice[i].visits >= seen && preference(manner, out->choice[i].move) > most &&
            worth_of_choice(at, state, after, out, i) >= least) {
            liked = out->choice[i].move;
            most = preference(manner, liked);
        }
    flip_thought_put_first(out, liked);
}

static struct flip_search_def search_of(const struct flip_level *level, const struct flip_think_def *def,
                                        const struct flip_question *at)
{
    const bool with_estimate = flip_bot_of(at->game)->estimate != NULL || def->judge;
    struct flip_search_def search = {.judge = def->judge,
                                     .iterations = def->iterations,
                                     .ms = def->ms,
                                     .seed = def->seed,
                                     .explore =
                                         with_estimate ? level->with_estimate.explore : level->without_estimate.explore,
                                     .widen = level->widen,
                                     .trust = level->trust,
                                     .horizon = level->horizon,
                                     .given_up = def->given_up,
                                     .asker = def->asker};
    uint64_t iterations = with_estimate ? level->with_estimate.iterations : level->without_estimate.iterations;
    if (races(at->game)) {
        iterations = level->race.iterations;
        search.explore = level->race.lead;
        search.trust = level->race.trust;
        search.chains = level->race.chains;
    }
    const int own = flip_bot_of(at->game)->iterations[def->level - 1];
    if (search.iterations == 0 && search.ms == 0 && own > 0) {
        search.iterations = (uint64_t)own;
    } else if (search.iterations == 0 && search.ms == 0) {
        search.iterations = 1 + 2 * iterations / (uint64_t)(at->seats > 2 ? at->seats : 2);
        search.ms = level->ms;
    }
    return search;
}

/* Values the choices by a search, where a game's own expert decides. */
static int search_values(const struct flip_question *at, const struct flip_think_def *def, struct flip_thought *out,
                         struct flip_error *error)
{
    enum { EXPLAIN_ITERATIONS = 2000 };
    struct flip_search_def search = search_of(flip_level(FLIP_LEVELS, def->former), def, at);
    if (def->iterations == 0 && def->ms == 0)
        search.iterations = EXPLAIN_ITERATIONS;
    return flip_search(at, &search, out, error);
}

/* A game's own expert decides. Unless somebody reads the values, its strongest level gets a second opinion from whole
   games. */
static int think_as_expert(const struct flip_question *at, const struct flip_think_def *def, const void *known,
                           struct flip_random *random, struct flip_thought *out, struct flip_error *error)
{
    const struct flip_level *level = flip_level(def->level, def->former);
    const flip_move best = at->game->bot->expert(at->rules, known, at->seat, def->level, random);
    if (level->playouts && !def->explain) {
        struct flip_search_def search = search_of(level, def, at);
        if (!def->iterations && !def->ms)
            search.iterations = 2 * level->playouts / (uint64_t)(at->seats > 2 ? at->seats : 2);
        return flip_second_opinion(at, &search, known, best, out, error);
    }
    int status = 0;
    if (def->iterations || def->ms || def->explain)
        status = search_values(at, def, out, error);
    flip_thought_put_first(out, best);
    return status;
}

static int check_question(const struct flip_question *at, const struct flip_think_def *def, struct flip_error *error)
{
    if (def->level < 1 || def->level > FLIP_LEVELS)
        return flip_fail(error, FLIP_ERROR_LEVEL, "There is no level %d; levels go from 1 to %d.", def->level,
                         FLIP_LEVELS);
    if (def->ms < 0)
        return flip_fail(error, FLIP_ERROR_BUDGET, "A limit of %d ms is no time; give a positive number.", def->ms);
    if (at->seat < 0 || at->seat >= at->seats || !flip_set_has(at->game->rules->turn(at->rules, at->state), at->seat))
        return flip_fail(error, FLIP_ERROR_TURN, "Seat %d has nothing to decide now.", at->seat);
    return 0;
}

/* A redealt state, with room for another behind it; to be freed. */
static void *known_state(const struct flip_question *at, struct flip_random *random, uint64_t seed,
                         struct flip_error *error)
{
    void *known = malloc(2 * at->game->state_size);
    if (!known) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
        return NULL;
    }
    flip_random_seed(random, seed);
    memcpy(known, at->state, at->game->state_size);
    at->game->knowledge->redeal(at->rules, known, at->before, at->seat, random);
    return known;
}

/* Does this level make mistakes in this game? Not if it is given a budget. */
static bool makes_mistakes(const struct flip_game_bot *bot, const struct flip_think_def *def)
{
    return bot->mistakes[def->level - 1] > 0 && bot->estimate && !def->iterations && !def->ms && !def->judge;
}

static struct flip_question question_at(const struct flip_position *position, int seat)
{
    return (struct flip_question){.game = position->game,
                                  .rules = position->rules,
                                  .state = position->state,
                                  .before = position->before,
                                  .seats = position->seats,
                                  .seat = seat};
}

static int think_at(const struct flip_position *position, int seat, const struct flip_think_def *def,
                    struct flip_thought *out, struct flip_error *error)
{
    struct flip_question at = question_at(position, seat);
    struct flip_game as_it_was = *position->game;
    if (def->former && flip_bot_of(at.game)->former) {
        as_it_was.bot = at.game->bot->former;
        at.game = &as_it_was;
    }
    const struct flip_game *game = at.game;
    const void *rules = position->rules;
    if (check_question(&at, def, error) < 0)
        return -1;
    const struct flip_level *level = flip_level(def->level, def->former);
    const struct flip_game_bot *bot = flip_bot_of(game);
    struct flip_random random;
    void *known = known_state(&at, &random, def->seed, error);
    if (!known)
        return -1;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = game->rules->moves(rules, known, seat, moves, FLIP_MAX_MOVES);
    int status = 0;
    list_choices(&at, known, moves, count, out);
    if (flip_blind(game, rules, known)) {
        think_blind(&at, known, &random, out);
    } else if (bot->think) {
        status = bot->think(&at, known, def, &random, out, error);
    } else if (count > 1 && makes_mistakes(bot, def)) {
        const struct noise how = {bot->mistakes[def->level - 1], true, def->manner};
        if (def->manner) /* bots of one seed make different mistakes */
            flip_random_seed(&random, preference(def->manner, def->seed));
        think_with_noise(&at, &how, known, (char *)known + game->state_size, &random, out);
    } else if (count > 1 && bot->expert && !def->judge) {
        status = think_as_expert(&at, def, known, &random, out, error);
    } else if (count > 1 && races(game) && uses_noise(level, def)) {
        const struct noise how = {.points = level->race.noise};
        think_with_noise(&at, &how, known, (char *)known + game->state_size, &random, out);
    } else if (count > 1 && level->policy != FLIP_POLICY_SEARCH) {
        think_briefly(&at, level->policy, known, &random, out);
        if (def->manner && level->policy == FLIP_POLICY_QUICK)
            vary_by_manner(&at, def->manner, known, (char *)known + game->state_size, out);
    } else if (count > 1) {
        struct flip_search_def search = search_of(level, def, &at);
        if (def->manner) /* and think of different futures */
            search.seed = preference(def->manner, def->seed);
        status = races(game) ? flip_turn_search(&at, &search, out, error) : flip_search(&at, &search, out, error);
        if (status == 0 && def->manner)
            vary_by_manner(&at, def->manner, known, (char *)known + game->state_size, out);
    }
    free(known);
    return status;
}

int flip_think_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        struct flip_thought *out, struct flip_error *error)
{
    struct flip_think_def with = *def;
    struct flip_judge *own = NULL;
    struct flip_error unknown; /* without a judge for this set-up it thinks as always */
    if (def->judged && !def->judge)
        with.judge = own = flip_judge_open(position->game, position->rules, position->seats, &unknown);
    const int status = think_at(position, seat, &with, out, error);
    flip_judge_close(own);
    return status;
}

bool flip_reviews_moves(const struct flip_game *game) { return flip_bot_of(game)->review; }

int flip_review_move(const struct flip_position *position, int seat, const struct flip_think_def *def, flip_move move,
                     struct flip_review *out, struct flip_error *error)
{
    const struct flip_game *game = position->game;
    const struct flip_question at = question_at(position, seat);
    if (check_question(&at, def, error) < 0)
        return -1;
    if (!flip_reviews_moves(game))
        return flip_fail(error, FLIP_ERROR_NO_TUTOR, "The moves of %s are not judged by trying them.", game->title);
    struct flip_random random;
    void *known = known_state(&at, &random, def->seed, error);
    const int status = known ? flip_bot_of(game)->review(&at, known, def, move, &random, out, error) : -1;
    free(known);
    return status;
}

bool flip_judges(const struct flip_game *game) { return flip_reviews_moves(game); }

int flip_judge_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        flip_move move, struct flip_review *out, struct flip_error *error)
{
    return flip_review_move(position, seat, def, move, out, error);
}

int flip_think(const struct flip_table *table, int seat, const struct flip_think_def *def, struct flip_thought *out,
               struct flip_error *error)
{
    const struct flip_position position = flip_table_position(table);
    return flip_think_position(&position, seat, def, out, error);
}
