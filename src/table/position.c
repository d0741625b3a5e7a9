/* Positions: a state, the state at the beginning of its phase, and steps that update both. */
#include <flipside/position.h>
#include <stdlib.h>
#include <string.h>

static size_t padded(size_t size) { return (size + 15) & ~(size_t)15; }

int flip_position_open(struct flip_position *position, const struct flip_game *game, const void *rules, int seats,
                       struct flip_error *error)
{
    char *memory = calloc(2, padded(game->state_size)); /* both states in one block */
    *position = (struct flip_position){.game = game, .rules = rules, .seats = seats, .state = memory};
    if (!memory)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a position of %s.", game->title);
    position->before = memory + padded(game->state_size);
    flip_position_start(position);
    return 0;
}

void flip_position_close(struct flip_position *position)
{
    free(position->state);
    position->state = position->before = NULL;
}

static void begin_phase(struct flip_position *position)
{
    if (position->before)
        memcpy(position->before, position->state, position->game->state_size);
}

void flip_position_start(struct flip_position *position)
{
    memset(position->state, 0, position->game->state_size);
    position->game->rules->start(position->rules, position->state);
    position->phase = position->game->knowledge->phase(position->rules, position->state);
    begin_phase(position);
}

void flip_position_copy(struct flip_position *to, const struct flip_position *from)
{
    memcpy(to->state, from->state, from->game->state_size);
    if (to->before && from->before)
        memcpy(to->before, from->before, from->game->state_size);
    to->phase = from->phase;
}

bool flip_position_follow(struct flip_position *position)
{
    const uint32_t phase = position->game->knowledge->phase(position->rules, position->state);
    const bool ended = phase != position->phase;
    position->phase = phase;
    if (ended)
        begin_phase(position);
    return ended;
}

bool flip_position_step(struct flip_position *position, int seat, flip_move move)
{
    position->game->rules->apply(position->rules, position->state, seat, move);
    return flip_position_follow(position);
}

bool flip_position_settle(struct flip_position *position, const struct flip_outcome *outcome)
{
    position->game->flicks->settle(position->rules, position->state, outcome);
    return flip_position_follow(position);
}

void flip_position_redeal(struct flip_position *position, int seat, struct flip_random *random)
{
    position->game->knowledge->redeal(position->rules, position->state, position->before, seat, random);
}

flip_set flip_position_turn(const struct flip_position *position)
{
    return position->game->rules->turn(position->rules, position->state);
}
