/* Moves with open numbers: templates, which a player, a program or chance fills in. */
#include <flipside/game.h>

int flip_move_ranges(const struct flip_game *game, const void *rules, const void *state, int seat, flip_move move,
                     struct flip_range out[FLIP_MAX_RANGES])
{
    return game->flicks ? game->flicks->ranges(rules, state, seat, move, out) : 0;
}

void flip_range_text(const struct flip_range *range, int32_t value, struct flip_text *out)
{
    const int32_t size = value < 0 ? -value : value;
    flip_text_add(out, "%s%d", value < 0 ? "-" : "", size / range->scale);
    int32_t rest = size % range->scale;
    if (rest > 0)
        flip_text_add(out, ".");
    for (int32_t place = range->scale / 10; rest > 0; place /= 10) {
        flip_text_add(out, "%d", rest / place);
        rest %= place;
    }
}

int32_t flip_range_value(const struct flip_range *range, double number)
{
    const double scaled = number * range->scale;
    if (!(scaled > -2e9 && scaled < 2e9))
        return number > 0 ? FLIP_BEYOND : -FLIP_BEYOND;
    return (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

/* Wraps an angle into the range, if possible. */
static int64_t wrap(const struct flip_range *range, int64_t value)
{
    if (range->turn == 0)
        return value;
    value = (value - range->min) % range->turn;
    return (value < 0 ? value + range->turn : value) + range->min;
}

static int out_of_range(const struct flip_range *range, int32_t value, struct flip_error *error)
{
    char words[3][24];
    const int32_t numbers[3] = {value, range->min, range->max};
    for (int i = 0; i < 3; i++) {
        struct flip_text out = flip_text_in(words[i], sizeof words[i]);
        flip_range_text(range, numbers[i], &out);
    }
    return flip_fail(error, FLIP_ERROR_ILLEGAL, "The %s must be from %s to %s, and %s is not.", range->name, words[1],
                     words[2], words[0]);
}

int flip_move_fill(const struct flip_game *game, const void *rules, const void *state, int seat, flip_move move,
                   const int32_t *values, flip_move *out, struct flip_error *error)
{
    struct flip_range ranges[FLIP_MAX_RANGES];
    int32_t filled[FLIP_MAX_RANGES];
    const int count = flip_move_ranges(game, rules, state, seat, move, ranges);
    for (int i = 0; i < count; i++) {
        const int64_t value = wrap(&ranges[i], values[i]);
        const bool beyond = values[i] == FLIP_BEYOND || values[i] == -FLIP_BEYOND;
        if (beyond || value < ranges[i].min || value > ranges[i].max)
            return out_of_range(&ranges[i], values[i], error);
        filled[i] = (int32_t)value;
    }
    *out = count ? game->flicks->fill(rules, state, seat, move, filled) : move;
    return 0;
}

flip_move flip_move_random(const struct flip_game *game, const void *rules, const void *state, int seat, flip_move move,
                           struct flip_random *random)
{
    struct flip_range ranges[FLIP_MAX_RANGES];
    int32_t values[FLIP_MAX_RANGES];
    if (!game->flicks)
        return move;
    const int count = game->flicks->ranges(rules, state, seat, move, ranges);
    for (int i = 0; i < count; i++)
        values[i] = ranges[i].min + (int32_t)flip_random_below(random, (uint32_t)(ranges[i].max - ranges[i].min + 1));
    return count ? game->flicks->fill(rules, state, seat, move, values) : move;
}
