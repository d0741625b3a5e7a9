/*
 * A quick player for playouts. It draws where the symbol closes gaps rather than opens them: every move is judged by the
 * squares it fills, by the lonely squares it leaves, and by how near it brings a level to its end.
 */
#include "games/insertcoin/insertcoin.h"

static const flip_set left_column = 0x0101010101010101, right_column = 0x8080808080808080;

/* Free squares with a free neighbour on their right, left, above, below. */
static int loneliness(flip_set free)
{
    const flip_set right = free & (free & ~left_column) >> 1, left = free & (free & ~right_column) << 1;
    const flip_set below = free & free >> INSERTCOIN_SIDE, above = free & free << INSERTCOIN_SIDE;
    const flip_set any = right | left | below | above;
    const flip_set two = (right & left) | (below & above) | ((right | left) & (below | above));
    return 6 * flip_set_count(free & ~any) + flip_set_count(any & ~two);
}

/* Points and hopes of one level with these free squares. */
static int level_worth(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, int level, flip_set free)
{
    const struct insertcoin_shape *shape = insertcoin_level_shape(rules, pad, level);
    const int left = flip_set_count(free), squares = flip_set_count(rules->shape[pad->shape[level] - 1]);
    int worth = -4 * left - 2 * loneliness(free);
    if (left == 0)
        worth += 24;
    /* The fuller a level, the more a square in it is worth: levels are finished one after the other. */
    worth += 6 * (squares - left) / squares + shape->value / 10;
    return worth;
}

static int fill_cost(const struct insertcoin_pad *pad) { return pad->lives > 1 ? 6 : pad->coins ? 14 : 400; }

static flip_set filled_by(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, flip_move move)
{
    if (insertcoin_kind(move) == INSERTCOIN_MOVE_DRAW)
        return insertcoin_squares(rules, move);
    const int square = insertcoin_square(move, 0);
    const bool bomb = pad->step == INSERTCOIN_ABILITY && insertcoin_running(pad) == INSERTCOIN_ABILITY_BOMB;
    return bomb ? insertcoin_block(square) : FLIP_BIT(square);
}

static int judge(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, flip_move move,
                 const int worth[INSERTCOIN_LEVELS])
{
    if (insertcoin_kind(move) == INSERTCOIN_MOVE_DECLINE)
        return -1000;
    const int level = insertcoin_level(move);
    const flip_set free = pad->free[level] & ~filled_by(rules, pad, move);
    const bool life = pad->step == INSERTCOIN_PLAY && insertcoin_kind(move) == INSERTCOIN_MOVE_FILL;
    return level_worth(rules, pad, level, free) - worth[level] - (life ? fill_cost(pad) : 0);
}

/* Small shapes are finished, large ones seldom: keep what has the most points in reach. */
static int keep_worth(const struct insertcoin_rules *rules, flip_move move)
{
    int worth = 0;
    for (int i = 0; i < INSERTCOIN_KEPT && insertcoin_kept(move, i); i++) {
        const int shape = rules->edition.card[insertcoin_kept(move, i)].shape;
        worth += 3 * rules->edition.shape[shape].value - 2 * flip_set_count(rules->shape[shape]);
    }
    return worth;
}

flip_move insertcoin_quick(const void *rules_, const void *state_, int seat, struct flip_random *random)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    flip_move moves[FLIP_MAX_MOVES], best = 0;
    const int count = insertcoin_moves(rules, state, seat, moves, FLIP_MAX_MOVES);
    int worth[INSERTCOIN_LEVELS] = {0}, highest = 0, equal = 0;
    for (int level = 0; level < INSERTCOIN_LEVELS && pad->shape[level]; level++)
        worth[level] = level_worth(rules, pad, level, pad->free[level]);
    for (int i = 0; i < count; i++) {
        const int here = insertcoin_kind(moves[i]) == INSERTCOIN_MOVE_KEEP ? keep_worth(rules, moves[i])
                                                                           : judge(rules, pad, moves[i], worth);
        if (i == 0 || here > highest) {
            best = moves[i];
            highest = here;
            equal = 1;
        } else if (here == highest && flip_random_below(random, (uint32_t)++equal) == 0) {
            best = moves[i];
        }
    }
    return best;
}
