/* Positions and walks: a step keeps the state in which the phase began, and a walk comes by every position of a game. */
#include "support.h"
#include "table/table.h"

#include <string.h>

static struct flip_table *royal_flip(int seats, bool open)
{
    static const unsigned char seed[FLIP_SEED_BYTES] = {7};
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = seats;
    def.open = open;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    return table;
}

static void act(struct flip_table *table, int seat)
{
    flip_move moves[FLIP_MAX_MOVES];
    assert_true(flip_table_moves(table, seat, moves, FLIP_MAX_MOVES) > 0);
    must(flip_table_act(table, seat, moves[0], &problem));
}

CASE(a_step_inside_a_phase_leaves_the_state_in_which_it_began)
{
    struct flip_table *table = royal_flip(2, false);
    const size_t size = table->game->state_size;
    struct flip_position position;
    must(flip_position_open(&position, table->game, table->rules, 2, &problem));
    flip_position_copy(&position, &table->now);
    flip_move moves[FLIP_MAX_MOVES];
    flip_table_moves(table, 0, moves, FLIP_MAX_MOVES);
    assert_false(flip_position_step(&position, 0, moves[0]));
    assert_memory_equal(position.before, table->now.before, size);
    assert_memory_not_equal(position.state, table->now.state, size);
    flip_position_close(&position);
    flip_table_close(table);
}

CASE(the_step_that_ends_a_phase_says_so_and_begins_the_next)
{
    struct flip_table *table = royal_flip(2, false);
    play_random_game(table, 3);
    struct flip_walk walk;
    must(flip_walk_open(&walk, table, &problem));
    int ended = 0;
    while (flip_walk_next(&walk))
        if (flip_walk_on(&walk)) {
            ended++;
            assert_memory_equal(walk.at.state, walk.at.before, table->game->state_size);
        }
    assert_true(ended >= 12); /* rounds */
    flip_walk_close(&walk);
    flip_table_close(table);
}

CASE(a_walk_through_a_game_ends_where_the_table_is)
{
    struct flip_table *table = royal_flip(3, false);
    play_random_game(table, 11);
    struct flip_walk walk;
    must(flip_walk_open(&walk, table, &problem));
    for (int again = 0; again < 2; again++) {
        flip_walk_to(&walk, 1 << 30);
        assert_int_equal(walk.step, table->step_count);
        assert_null(flip_walk_next(&walk));
        assert_int_equal(flip_position_turn(&walk.at), 0);
        assert_memory_equal(walk.at.state, table->now.state, table->game->state_size);
        assert_memory_equal(walk.at.before, table->now.before, table->game->state_size);
        flip_walk_restart(&walk);
        assert_int_equal(walk.step, 0);
    }
    flip_walk_close(&walk);
    flip_table_close(table);
}

CASE(what_a_seat_did_is_known_to_all_when_the_phase_ends_or_at_an_open_table)
{
    for (int open = 0; open < 2; open++) {
        struct flip_table *table = royal_flip(2, open);
        struct flip_walk walk;
        must(flip_walk_open_here(&walk, table, &problem));
        assert_true(flip_walk_known(&walk));
        act(table, 0);
        flip_walk_on(&walk);
        assert_int_equal(flip_walk_known(&walk), open);
        assert_int_equal(flip_walk_position(&walk).before == walk.at.state, open);
        assert_int_equal(flip_table_position(table).before == table->now.state, open);
        flip_walk_close(&walk);
        must(flip_walk_open_here(&walk, table, &problem));
        assert_int_equal(flip_walk_known(&walk), open);
        flip_walk_close(&walk);
        flip_table_close(table);
    }
}

CASE(a_redealt_position_shows_the_seat_the_same)
{
    struct flip_table *table = royal_flip(2, false);
    act(table, 1);
    struct flip_position position;
    struct flip_random random;
    flip_random_seed(&random, 5);
    must(flip_position_open(&position, table->game, table->rules, 2, &problem));
    flip_position_copy(&position, &table->now);
    flip_position_redeal(&position, 0, &random);
    char left[16384], right[16384];
    struct flip_json json = flip_json_in(left, sizeof left);
    flip_table_view(table, 0, &json);
    memcpy(table->now.state, position.state, table->game->state_size);
    json = flip_json_in(right, sizeof right);
    flip_table_view(table, 0, &json);
    assert_string_equal(left, right);
    flip_position_close(&position);
    flip_table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_inside_a_phase_leaves_the_state_in_which_it_began),
        cmocka_unit_test(the_step_that_ends_a_phase_says_so_and_begins_the_next),
        cmocka_unit_test(a_walk_through_a_game_ends_where_the_table_is),
        cmocka_unit_test(what_a_seat_did_is_known_to_all_when_the_phase_ends_or_at_an_open_table),
        cmocka_unit_test(a_redealt_position_shows_the_seat_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
