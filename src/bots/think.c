/*
 * Thinking at a level: checks the question, answers at once where there is nothing to decide, and leaves the rest to the
 * manner of the level. Whatever looks at the game here looks at a state in which the unknown was dealt anew, so no level can
 * use what its seat does not know.
 */
#include "levels.h"
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENSIBLE = 80 }; /* the percentage of its moves at which level 1 uses its common sense */

#define EQUAL 0.001 /* points: less than this an estimate does not tell apart */

/* --- the levels ------------------------------------------------------------------------------------------------------- */

/* What a seat that does not search can say about its position: the score it stands for, or an equal share of the win. */
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

/* Where all show hands at the same time no hand is better than another: any of them, and an equal share of the win. */
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

/* Counts a visit of a choice, which makes it the first. */
static void prefer(struct flip_thought *out, flip_move move)
{
    for (int i = 0; i < out->count; i++)
        if (out->choice[i].move == move)
            out->choice[i].visits++;
}

static bool races(const struct flip_game *game) { return flip_bot_of(game)->between && game->bot->estimate; }

/* About a bell curve with spread 1. */
static double bell(struct flip_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += flip_random_unit(random);
    return sum;
}

/* How much a bot of this manner likes a move: it stays so for the whole game. */
static uint64_t liking(uint64_t manner, flip_move move)
{
    struct flip_random random;
    flip_random_seed(&random, manner ^ move * UINT64_C(0x9e3779b97f4a7c15));
    return flip_random_next(&random);
}

/* How a level misjudges: by about so many points, as on a bell curve or so that a mistake that costs as much more is made e times more
   seldom; and with likings of its own. */
struct misjudgement {
    double points;
    bool by_cost;
    uint64_t manner; /* 0: none */
};

static double misjudged(const struct misjudgement *how, flip_move move, struct flip_random *random)
{
    const double liked = how->manner ? 0.5 * ldexp((double)(liking(how->manner, move) >> 11), -53) : 0;
    const double chance = how->by_cost ? -log(-log(flip_random_unit(random) + 1e-300) + 1e-300) : bell(random);
    return how->points * chance + liked;
}

/* What the estimate says of a move. `after` has room for a state. */
static double estimate_after(const struct flip_question *at, const void *state, void *after, flip_move move)
{
    memcpy(after, state, at->game->state_size);
    at->game->rules->apply(at->rules, after, at->seat, move);
    return at->game->bot->estimate(at->rules, after, at->seat);
}

/* Takes what the estimate likes best, misjudged. `state` was dealt anew already, `after` has room for another. The choices show what
   the estimate really says. */
static void think_blurred(const struct flip_question *at, const struct misjudgement *how, const void *state,
                          void *after, struct flip_random *random, struct flip_thought *out)
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
        const double seems = (isnan(rival) ? score : score - rival) + misjudged(how, choice->move, random);
        if (at->seats == 1)
            choice->value = score;
        const bool stood_for = choice->move != quick && fabs(score - quick_score) < EQUAL;
        if (seems > highest && !stood_for) {
            highest = seems;
            best = choice->move;
        }
    }
    prefer(out, best);
    flip_thought_sort(out);
}

/* Who asks a level that can search for a budget of its own gets a race. */
static bool blurred(const struct flip_level *level, const struct flip_think_def *def)
{
    return level->race.iterations == 0 && (level->manner != FLIP_MANNER_SEARCH || (!def->iterations && !def->ms));
}

/* Levels that do not search. `state` was dealt anew already. Level 1 is absent-minded: now and then it does anything. */
static void think_briefly(const struct flip_question *at, enum flip_manner manner, const void *state,
                          struct flip_random *random, struct flip_thought *out)
{
    if (manner == FLIP_MANNER_QUICK || flip_random_below(random, 100) < SENSIBLE)
        prefer(out, flip_quick_move(at->game, at->rules, state, at->seat, random));
    else
        prefer(out, out->choice[flip_random_below(random, (uint32_t)out->count)].move);
    flip_thought_sort(out);
}

/* What the choice promises, to be compared with others of the same list: what came of it where there was a search, else the estimate.
   `after` has room for a state. */
static double promise(const struct flip_question *at, const void *state, void *after,
                      const struct flip_thought *thought, int choice)
{
    if (thought->iterations)
        return thought->choice[choice].value;
    return estimate_after(at, state, after, thought->choice[choice].move);
}

/* Two bots of one level do not play alike: of the moves that are nearly as good as the one that comes first, each takes
   another. Nearly: a quarter of a point less, or after a search among others a hundredth of the win; and a search must have looked at
   it at least a third as often, so that it knows. */
static void follow_manner(const struct flip_question *at, uint64_t manner, const void *state, void *after,
                          struct flip_thought *out)
{
    if (!out->iterations && !flip_bot_of(at->game)->estimate)
        return;
    const double least = promise(at, state, after, out, 0) - (out->iterations && at->seats > 1 ? 0.01 : 0.25);
    const uint64_t seen = out->iterations ? (out->choice[0].visits + 2) / 3 : 0;
    flip_move liked = out->choice[0].move;
    uint64_t most = liking(manner, liked);
    for (int i = 1; i < out->count; i++)
        if (out->choice[i].visits >= seen && liking(manner, out->choice[i].move) > most &&
            promise(at, state, after, out, i) >= least) {
            liked = out->choice[i].move;
            most = liking(manner, liked);
        }
    flip_thought_put_first(out, liked);
}

static struct flip_search_def search_of(const struct flip_level *level, const struct flip_think_def *def,
                                        const struct flip_question *at)
{
    const bool seeing = flip_bot_of(at->game)->estimate != NULL || def->judge;
    struct flip_search_def search = {.judge = def->judge,
                                     .iterations = def->iterations,
                                     .ms = def->ms,
                                     .seed = def->seed,
                                     .explore = seeing ? level->seeing.explore : level->blind.explore,
                                     .widen = level->widen,
                                     .trust = level->trust,
                                     .horizon = level->horizon,
                                     .given_up = def->given_up,
                                     .asker = def->asker};
    uint64_t iterations = seeing ? level->seeing.iterations : level->blind.iterations;
    if (races(at->game)) {
        iterations = level->race.iterations;
        search.explore = level->race.lead;
        search.trust = level->race.trust;
        search.chains = level->race.chains;
    }
    if (search.iterations == 0 && search.ms == 0) {
        search.iterations = 1 + 2 * iterations / (uint64_t)(at->seats > 2 ? at->seats : 2);
        search.ms = level->ms;
    }
    return search;
}

/* What each choice is worth where a game's own expert decides: the search says it, as far as the budget goes. */
static int weigh(const struct flip_question *at, const struct flip_think_def *def, struct flip_thought *out,
                 struct flip_error *error)
{
    enum { EXPLAIN_ITERATIONS = 2000 };
    struct flip_search_def search = search_of(flip_level(FLIP_LEVELS, def->former), def, at);
    if (def->iterations == 0 && def->ms == 0)
        search.iterations = EXPLAIN_ITERATIONS;
    return flip_search(at, &search, out, error);
}

/* A game's own expert decides. Where nobody reads the values, its strongest level has whole games played as a second opinion. */
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
        status = weigh(at, def, out, error);
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

/* The state as the seat knows it, with room for one more behind it; to be freed. */
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

/* Does this level make mistakes in this game? Who asks for a budget of its own gets a search. */
static bool makes_mistakes(const struct flip_game_bot *bot, const struct flip_think_def *def)
{
    return bot->mistakes[def->level - 1] > 0 && bot->estimate && !def->iterations && !def->ms && !def->judge;
}

static struct flip_question question_in(const struct flip_position *position, int seat)
{
    return (struct flip_question){.game = position->game,
                                  .rules = position->rules,
                                  .state = position->state,
                                  .before = position->before,
                                  .seats = position->seats,
                                  .seat = seat};
}

static int think_in(const struct flip_position *position, int seat, const struct flip_think_def *def,
                    struct flip_thought *out, struct flip_error *error)
{
    struct flip_question at = question_in(position, seat);
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
        const struct misjudgement how = {bot->mistakes[def->level - 1], true, def->manner};
        if (def->manner) /* everybody's mistakes are their own */
            flip_random_seed(&random, liking(def->manner, def->seed));
        think_blurred(&at, &how, known, (char *)known + game->state_size, &random, out);
    } else if (count > 1 && bot->expert && !def->judge) {
        status = think_as_expert(&at, def, known, &random, out, error);
    } else if (count > 1 && races(game) && blurred(level, def)) {
        const struct misjudgement how = {.points = level->race.blur};
        think_blurred(&at, &how, known, (char *)known + game->state_size, &random, out);
    } else if (count > 1 && level->manner != FLIP_MANNER_SEARCH) {
        think_briefly(&at, level->manner, known, &random, out);
        if (def->manner && level->manner == FLIP_MANNER_QUICK)
            follow_manner(&at, def->manner, known, (char *)known + game->state_size, out);
    } else if (count > 1) {
        struct flip_search_def search = search_of(level, def, &at);
        if (def->manner) /* everybody thinks of other futures */
            search.seed = liking(def->manner, def->seed);
        status = races(game) ? flip_turn_search(&at, &search, out, error) : flip_search(&at, &search, out, error);
        if (status == 0 && def->manner)
            follow_manner(&at, def->manner, known, (char *)known + game->state_size, out);
    }
    free(known);
    return status;
}

int flip_think_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        struct flip_thought *out, struct flip_error *error)
{
    struct flip_think_def with = *def;
    struct flip_judge *own = NULL;
    struct flip_error unknown; /* a set-up that the judge has not learnt is no error */
    if (def->judged && !def->judge)
        with.judge = own = flip_judge_open(position->game, position->rules, position->seats, &unknown);
    const int status = think_in(position, seat, &with, out, error);
    flip_judge_close(own);
    return status;
}

bool flip_judges(const struct flip_game *game) { return flip_bot_of(game)->judge; }

int flip_judge_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        flip_move move, struct flip_judgement *out, struct flip_error *error)
{
    const struct flip_game *game = position->game;
    const struct flip_question at = question_in(position, seat);
    if (check_question(&at, def, error) < 0)
        return -1;
    if (!flip_judges(game))
        return flip_fail(error, FLIP_ERROR_NO_TUTOR, "The moves of %s are not judged by trying them.", game->title);
    struct flip_random random;
    void *known = known_state(&at, &random, def->seed, error);
    const int status = known ? flip_bot_of(game)->judge(&at, known, def, move, &random, out, error) : -1;
    free(known);
    return status;
}

int flip_think(const struct flip_table *table, int seat, const struct flip_think_def *def, struct flip_thought *out,
               struct flip_error *error)
{
    const struct flip_position position = flip_table_position(table);
    return flip_think_position(&position, seat, def, out, error);
}
