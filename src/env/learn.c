/* What a seat at a table knows as numbers, and its moves by number. */
#include "env/learn.h"
#include "table/table.h"

#include <string.h>

int learn_measure(const struct flip_game *game, const void *rules, int seats, struct flip_env_shape *out,
                  struct flip_error *error)
{
    if (!game->learn)
        return flip_fail(error, FLIP_ERROR_BAD_GAME,
                         "%s has no observations and no numbers for its actions, so it cannot be learnt this way.",
                         game->title);
    struct flip_fields fields = {.count = 0};
    game->learn->fields(rules, &fields);
    out->seats = seats;
    out->numbers = fields.numbers;
    out->actions = game->learn->actions(rules);
    out->sets = flip_action_sets(out->actions);
    out->listed = out->actions < FLIP_MAX_MOVES ? out->actions : FLIP_MAX_MOVES;
    if (fields.count > FLIP_MOST_FIELDS || out->numbers < 1 || out->actions < 1 || out->actions > FLIP_MOST_ACTIONS)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "%s has too many fields or actions for an environment.",
                         game->title);
    return 0;
}

int learn_move(const struct flip_game *game, const void *rules, const void *state, int seat, int action,
               const int32_t *numbers, flip_move *out, struct flip_error *error)
{
    const flip_move move = game->learn->move(rules, state, seat, action);
    struct flip_range open[FLIP_MAX_RANGES];
    *out = move;
    if (!game->flicks || flip_move_ranges(game, rules, state, seat, move, open) == 0)
        return 0;
    if (!numbers)
        return flip_fail(error, FLIP_ERROR_OPEN, "Action %d needs numbers, and none are given.", action);
    return flip_move_fill(game, rules, state, seat, move, numbers, out, error);
}

int flip_learn_measure(const struct flip_table *table, struct flip_env_shape *out, struct flip_error *error)
{
    memset(out, 0, sizeof *out);
    return learn_measure(table->game, table->rules, table->seats, out, error);
}

int flip_learn_fields(const struct flip_table *table, struct flip_fields *out, struct flip_error *error)
{
    struct flip_env_shape shape;
    if (flip_learn_measure(table, &shape, error) < 0)
        return -1;
    memset(out, 0, sizeof *out);
    table->game->learn->fields(table->rules, out);
    return 0;
}

static int check_seat(const struct flip_table *table, int seat, struct flip_env_shape *shape, struct flip_error *error)
{
    if (seat < 0 || seat >= table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There are the seats 0 to %d, and no seat %d.", table->seats - 1,
                         seat);
    return flip_learn_measure(table, shape, error);
}

int flip_learn_observe(const struct flip_table *table, int seat, float *out, struct flip_error *error)
{
    struct flip_env_shape shape;
    if (check_seat(table, seat, &shape, error) < 0)
        return -1;
    table->game->learn->observe(table->rules, table->now.state, flip_table_before(table), seat, out);
    return 0;
}

int flip_learn_mask(const struct flip_table *table, int seat, flip_set *out, struct flip_error *error)
{
    struct flip_env_shape shape;
    if (check_seat(table, seat, &shape, error) < 0)
        return -1;
    memset(out, 0, sizeof *out * (size_t)shape.sets);
    if (flip_set_has(flip_table_turn(table), seat))
        table->game->learn->mask(table->rules, table->now.state, seat, out);
    return 0;
}

static int check_legal(const struct flip_table *table, int seat, int action, struct flip_error *error)
{
    struct flip_env_shape shape;
    flip_set mask[FLIP_MOST_ACTIONS / 64];
    if (check_seat(table, seat, &shape, error) < 0 || flip_learn_mask(table, seat, mask, error) < 0)
        return -1;
    if (action < 0 || action >= shape.actions || !flip_set_has(mask[action / 64], action % 64))
        return flip_fail(error, FLIP_ERROR_ILLEGAL, "Action %d is not legal for seat %d now.", action, seat);
    return 0;
}

int flip_learn_ranges(const struct flip_table *table, int seat, int action, struct flip_range out[FLIP_MAX_RANGES],
                      struct flip_error *error)
{
    if (check_legal(table, seat, action, error) < 0)
        return -1;
    const void *state = table->now.state;
    return flip_move_ranges(table->game, table->rules, state, seat,
                            table->game->learn->move(table->rules, state, seat, action), out);
}

int flip_learn_move(const struct flip_table *table, int seat, int action, const int32_t *numbers, flip_move *out,
                    struct flip_error *error)
{
    if (check_legal(table, seat, action, error) < 0)
        return -1;
    return learn_move(table->game, table->rules, table->now.state, seat, action, numbers, out, error);
}

int flip_learn_action(const struct flip_table *table, int seat, flip_move move, int *out, struct flip_error *error)
{
    struct flip_env_shape shape;
    if (check_seat(table, seat, &shape, error) < 0 || !table_legal(table, seat, move, error))
        return -1;
    *out = table->game->learn->action(table->rules, table->now.state, seat, move);
    return 0;
}
