/*
 * Playing on. All seats are played by the game's quick player: it is the yardstick of the whole analysis, so it must be the same
 * everywhere. The cards come from the game's own chances. That makes the mean over futures a fair price: before a card is turned it
 * equals the mean of what it will be afterwards, whoever has played until then.
 */
#include "analysis/parts.h"
#include "bots/search.h"

enum { LONGEST = 20000 }; /* steps; no game is longer */

void flip_future_start(struct flip_future *future, const struct flip_position *from, uint64_t unit, uint32_t number)
{
    flip_position_copy(&future->at, from);
    flip_random_seed(&future->cards, flip_game_seed(unit * 2, number));
    flip_random_seed(&future->players, flip_game_seed(unit * 2 + 1, number));
}

static void deal(struct flip_future *future)
{
    struct flip_position *at = &future->at;
    const struct flip_game_rules *play = at->game->rules;
    if (play->deal) {
        flip_position_step(at, FLIP_DEALER, play->deal(at->rules, at->state, &future->cards));
        return;
    }
    struct flip_chances chances;
    play->chances(at->rules, at->state, &chances);
    flip_position_step(at, FLIP_DEALER, flip_chances_pick(&chances, &future->cards));
}

static void play_quick(struct flip_future *future, int seat)
{
    struct flip_position *at = &future->at;
    flip_position_step(at, seat, flip_quick_move(at->game, at->rules, at->state, seat, &future->players));
}

static void play_anything(struct flip_future *future, int seat)
{
    struct flip_position *at = &future->at;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = at->game->rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    flip_position_step(at, seat, moves[flip_random_below(&future->players, (uint32_t)count)]);
}

void flip_future_finish(struct flip_future *future)
{
    flip_set turn;
    for (int step = 0; step < LONGEST && (turn = flip_position_turn(&future->at)) != 0; step++) {
        if (turn == FLIP_BIT(FLIP_DEALER))
            deal(future);
        else
            play_quick(future, flip_set_first(turn));
    }
}

void flip_future_next_turn(struct flip_future *future, int seat)
{
    const struct flip_game_bot *bot = flip_bot_of(future->at.game);
    bool between = false;
    flip_set turn;
    for (int step = 0; step < LONGEST && (turn = flip_position_turn(&future->at)) != 0; step++) {
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            between = between || bot->between(future->at.rules, future->at.state);
            deal(future);
        } else if (!flip_set_has(turn, seat)) {
            play_anything(future, flip_set_first(turn));
        } else if (between) {
            return;
        } else {
            play_quick(future, seat);
        }
    }
}

void flip_future_values(const struct flip_position *at, double *value)
{
    struct flip_result result = {0};
    at->game->rules->result(at->rules, at->state, &result);
    const int winners = flip_set_count(result.winners);
    const bool teams = at->game->knowledge->team != NULL;
    for (int seat = 0; seat < at->seats; seat++) {
        const bool won = flip_set_has(result.winners, seat);
        if (at->seats == 1)
            value[seat] = result.score[seat];
        else if (teams)
            value[seat] = winners == 0 || winners == at->seats ? 0.5 : won;
        else
            value[seat] = winners == 0 ? 1.0 / at->seats : won ? 1.0 / winners : 0;
    }
}
