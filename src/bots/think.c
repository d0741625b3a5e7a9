/*
 * Thinking at a level: checks the question, answers at once where there is nothing to decide, and leaves the rest to the
 * manner of the level. Whatever looks at the game here looks at a state in which the unknown was dealt anew, so no level can
 * use what its seat does not know.
 */
#include "levels.h"

#include <stdlib.h>
#include <string.h>

enum { SENSIBLE_TRIES = 2 }; /* moves that level 1 compares */

/* What a seat that does not search can say about its position: the score it stands for, or an equal share of the win. */
static double plain_value(const struct flip_position *at, const void *state)
{
    if (at->seats > 1)
        return 1.0 / at->seats;
    if (at->game->estimate)
        return at->game->estimate(at->rules, state, at->seat);
    struct flip_result result;
    at->game->result(at->rules, state, &result);
    return result.score[at->seat];
}

static void list_choices(const struct flip_position *at, const void *state, const flip_move *moves, int count,
                         struct flip_thought *out)
{
    const double value = plain_value(at, state);
    out->count = count;
    out->iterations = 0;
    for (int i = 0; i < count; i++)
        out->choice[i] = (struct flip_choice){.move = moves[i], .value = value};
}

/* Counts a look at a choice; the one with most looks comes first. */
static void prefer(struct flip_thought *out, flip_move move)
{
    for (int i = 0; i < out->count; i++)
        if (out->choice[i].move == move)
            out->choice[i].visits++;
}

/* Draws a few moves and takes the one that the game estimates best; without an estimate, its quick move every other time. */
static void think_sensibly(const struct flip_position *at, const void *state, void *trial, struct flip_random *random,
                           struct flip_thought *out)
{
    const struct flip_game *game = at->game;
    flip_move best = out->choice[flip_random_below(random, (uint32_t)out->count)].move;
    if (!game->estimate) {
        if (flip_random_below(random, 2) == 0)
            best = flip_quick_move(game, at->rules, state, at->seat, random);
        prefer(out, best);
        return;
    }
    double best_score = 0;
    for (int i = 0; i < SENSIBLE_TRIES; i++) {
        struct flip_choice *choice = &out->choice[flip_random_below(random, (uint32_t)out->count)];
        memcpy(trial, state, game->state_size);
        game->apply(at->rules, trial, at->seat, choice->move);
        const double score = game->estimate(at->rules, trial, at->seat);
        if (at->seats == 1)
            choice->value = score;
        if (i == 0 || score > best_score) {
            best = choice->move;
            best_score = score;
        }
    }
    prefer(out, best);
}

/* Levels that do not search. `state` was dealt anew already. */
static int think_briefly(const struct flip_position *at, const struct flip_level *level, const void *state,
                         struct flip_random *random, struct flip_thought *out, struct flip_error *error)
{
    if (level->manner == FLIP_MANNER_QUICK) {
        prefer(out, flip_quick_move(at->game, at->rules, state, at->seat, random));
    } else {
        void *trial = malloc(at->game->state_size);
        if (!trial)
            return flip_fail(error, "memory", "There is not enough memory to think.");
        think_sensibly(at, state, trial, random, out);
        free(trial);
    }
    flip_thought_sort(out);
    return 0;
}

static struct flip_search_def search_of(const struct flip_level *level, const struct flip_think_def *def, int seats)
{
    struct flip_search_def search = {.iterations = def->iterations,
                                     .ms = def->ms,
                                     .seed = def->seed,
                                     .explore = level->explore,
                                     .widen = level->widen,
                                     .trust = level->trust,
                                     .horizon = level->horizon};
    if (search.iterations == 0 && search.ms == 0) {
        search.iterations = 1 + level->iterations / (uint64_t)seats;
        search.ms = level->ms;
    }
    return search;
}

int flip_think_state(const struct flip_game *game, const void *rules, int seats, const void *state, const void *before,
                     int seat, const struct flip_think_def *def, struct flip_thought *out, struct flip_error *error)
{
    if (def->level < 1 || def->level > FLIP_LEVELS)
        return flip_fail(error, "level", "There is no level %d; levels go from 1 to %d.", def->level, FLIP_LEVELS);
    if (def->ms < 0)
        return flip_fail(error, "budget", "A limit of %d ms is no time; give a positive number.", def->ms);
    if (seat < 0 || seat >= seats || !flip_set_has(game->turn(rules, state), seat))
        return flip_fail(error, "turn", "Seat %d has nothing to decide now.", seat);
    const struct flip_position at = {
        .game = game, .rules = rules, .state = state, .before = before, .seats = seats, .seat = seat};
    const struct flip_level *level = flip_level(def->level);

    void *known = malloc(game->state_size);
    if (!known)
        return flip_fail(error, "memory", "There is not enough memory to think.");
    struct flip_random random;
    flip_random_seed(&random, def->seed);
    memcpy(known, state, game->state_size);
    game->redeal(rules, known, before, seat, &random);
    flip_move moves[FLIP_MAX_MOVES];
    const int count = game->moves(rules, known, seat, moves, FLIP_MAX_MOVES);
    int status = 0;
    if (count == 1 || level->manner != FLIP_MANNER_SEARCH || game->expert) {
        list_choices(&at, known, moves, count, out);
        if (count > 1 && game->expert) {
            prefer(out, game->expert(rules, known, seat, def->level, &random));
            flip_thought_sort(out);
        } else if (count > 1)
            status = think_briefly(&at, level, known, &random, out, error);
    } else {
        const struct flip_search_def search = search_of(level, def, seats);
        status = flip_search(&at, &search, out, error);
    }
    free(known);
    return status;
}

int flip_think(const struct flip_table *table, int seat, const struct flip_think_def *def, struct flip_thought *out,
               struct flip_error *error)
{
    return flip_think_state(table->game, table->rules, table->seats, table->now.state, flip_table_before(table), seat, def,
                            out, error);
}
