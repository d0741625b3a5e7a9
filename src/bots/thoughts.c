/* What the search shares with the levels that do not search: quick moves, and sorting choices. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

const struct flip_game_bot *flip_bot_of(const struct flip_game *game)
{
    static const struct flip_game_bot nothing = {0};
    return game->bot ? game->bot : &nothing;
}

flip_move flip_quick_move(const struct flip_game *game, const void *rules, const void *state, int seat,
                          struct flip_random *random)
{
    const struct flip_game_bot *bot = flip_bot_of(game);
    if (bot->quick)
        return bot->quick(rules, state, seat, random);
    flip_move moves[FLIP_MAX_MOVES];
    const int count = game->rules->moves(rules, state, seat, moves, FLIP_MAX_MOVES);
    return flip_move_random(game, rules, state, seat, moves[flip_random_below(random, (uint32_t)count)], random);
}

static int by_visits(const void *a, const void *b)
{
    const struct flip_choice *left = a, *right = b;
    if (left->visits != right->visits)
        return left->visits < right->visits ? 1 : -1;
    if (left->value != right->value)
        return left->value < right->value ? 1 : -1;
    return left->move < right->move ? -1 : left->move > right->move;
}

void flip_thought_sort(struct flip_thought *thought)
{
    qsort(thought->choice, (size_t)thought->count, sizeof *thought->choice, by_visits);
}

void flip_thought_put_first(struct flip_thought *out, flip_move move)
{
    int i = 0;
    while (i < out->count - 1 && out->choice[i].move != move)
        i++;
    struct flip_choice chosen = out->choice[i];
    chosen.visits += chosen.visits == 0;
    memmove(&out->choice[1], &out->choice[0], (size_t)i * sizeof *out->choice);
    out->choice[0] = chosen;
}
