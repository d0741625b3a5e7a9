/* What many tests need: cmocka with its headers, a table played by text, random games, views as text. */
#ifndef FLIPSIDE_TESTS_SUPPORT_H
#define FLIPSIDE_TESTS_SUPPORT_H

#include "case.h"
#include "table/table.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <flipside/flipside.h>

#include "in_part.h"

/* The last error. */
static struct flip_error problem;

/* Fails the test with the error's sentence. */
static inline void must(int result)
{
    if (result < 0)
        fail_msg("%s: %s", flip_error_word(problem.code), problem.message);
}

/* A move by its text: 0, or -1 with `problem` filled. */
static inline int try_play(struct flip_table *table, int seat, const char *text)
{
    flip_move move;
    if (flip_table_find(table, seat, text, &move, &problem) < 0)
        return -1;
    return flip_table_act(table, seat, move, &problem);
}

static inline void play(struct flip_table *table, int seat, const char *text)
{
    if (try_play(table, seat, text) < 0)
        fail_msg("seat %d, '%s': %s", seat, text, problem.message);
}

/* Plays uniformly random moves to the end. */
static inline void play_random_game(struct flip_table *table, uint64_t seed)
{
    struct flip_random random;
    flip_random_seed(&random, seed);
    flip_set turn;
    while ((turn = flip_table_turn(table))) {
        int seat = flip_set_nth(turn, (int)flip_random_below(&random, (uint32_t)flip_set_count(turn)));
        flip_move moves[FLIP_MAX_MOVES];
        int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
        assert_true(count > 0);
        const flip_move move = flip_move_random(table->game, table->rules, table->now.state, seat,
                                                moves[flip_random_below(&random, (uint32_t)count)], &random);
        must(flip_table_act(table, seat, move, &problem));
    }
}

/* The view as text, valid until the next call. */
static inline const char *view_of(const struct flip_table *table, int viewer)
{
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_table_view(table, viewer, &json);
    assert_true(flip_text_fits(&json.text));
    return buffer;
}

#endif
