/*
 * What games bring for learners, in random games of all kinds: observations are as long as their fields say, and numbers and
 * moves belong together one to one. That an observation holds nothing hidden is seen in test_knowledge.c.
 *
 *     test_learn [GAME]
 */
#include "random_games.h"

enum { NUMBERS = 8192, SETS = FLIP_MOST_ACTIONS / 64 };

static struct flip_fields fields;

static void numbers_are_as_the_fields_say(struct flip_table *table, int seat, struct flip_random *random)
{
    static float numbers[NUMBERS];
    const float canary = 12345;
    struct flip_env_shape shape;
    (void)seat;
    if (!table->game->learn)
        return;
    must(flip_learn_measure(table, &shape, &problem));
    must(flip_learn_fields(table, &fields, &problem));
    assert_in_range(fields.count, 1, FLIP_MOST_FIELDS);
    assert_in_range(shape.numbers, 1, NUMBERS - 1);
    int sum = 0;
    for (int i = 0; i < fields.count; i++) {
        assert_true(fields.field[i].count > 0 && strlen(fields.field[i].meaning) > 2);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(fields.field[k].name, fields.field[i].name);
        sum += fields.field[i].count;
    }
    assert_int_equal(sum, shape.numbers);
    for (int i = 0; i <= shape.numbers; i++)
        numbers[i] = canary;
    const float *end = table->game->learn->observe(table->rules, table->now.state, table->now.before,
                                                   below(random, table->seats), numbers);
    assert_int_equal(end - numbers, shape.numbers);
    for (int i = 0; i < shape.numbers; i++)
        assert_true(numbers[i] >= 0 && numbers[i] < 20); /* false for what is no number */
    assert_true(numbers[shape.numbers] == canary);
}

CASE(an_observation_has_the_numbers_that_its_fields_name_and_no_more)
{
    holds(3, (struct property){.look = numbers_are_as_the_fields_say, .one_in = 40});
}

static void moves_and_actions_agree(struct flip_table *table, int seat, struct flip_random *random)
{
    static flip_set mask[SETS], seen[SETS];
    flip_move moves[FLIP_MAX_MOVES], move;
    struct flip_env_shape shape;
    if (!table->game->learn)
        return;
    must(flip_learn_measure(table, &shape, &problem));
    must(flip_learn_mask(table, seat, mask, &problem));
    memset(seen, 0, sizeof seen);
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        const int action = table->game->learn->action(table->rules, table->now.state, seat, moves[i]);
        assert_in_range(action, 0, shape.actions - 1);
        assert_true(flip_set_has(mask[action / 64], action % 64));
        assert_false(flip_set_has(seen[action / 64], action % 64));
        seen[action / 64] |= FLIP_BIT(action % 64);
        if (table->game->learn->move(table->rules, table->now.state, seat, action) != moves[i])
            fail_msg("move %d is action %d, but that is another move", i, action);
    }
    assert_int_equal(flip_sets_count(mask, shape.sets), count);
    const int any = below(random, shape.actions);
    if (!flip_set_has(mask[any / 64], any % 64))
        assert_true(flip_learn_move(table, seat, any, NULL, &move, &problem) < 0 && strlen(problem.message) > 10);
}

CASE(every_legal_move_has_a_number_of_its_own_and_the_mask_has_exactly_these)
{
    holds(3, (struct property){.look = moves_and_actions_agree, .one_in = 4});
}

int main(int count, char **arguments)
{
    choose_game(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_observation_has_the_numbers_that_its_fields_name_and_no_more),
        cmocka_unit_test(every_legal_move_has_a_number_of_its_own_and_the_mask_has_exactly_these),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
