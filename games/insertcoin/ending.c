/* Who has won and what ended the game, in words. */
#include "games/insertcoin/insertcoin.h"

#include <flipside/say.h>

enum { ALL_LEVELS = (1 << INSERTCOIN_LEVELS) - 1 };

/* At the end of a flip, all that happened in it counts. A GAME OVER card is no flip to play: it ends the game by itself. */
static void say_cause(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                      const struct flip_names *names, struct flip_text *why)
{
    flip_set complete = 0, out = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        complete |= state->pad[seat].done == ALL_LEVELS ? FLIP_BIT(seat) : 0;
        out |= state->pad[seat].out ? FLIP_BIT(seat) : 0;
    }
    if (out && state->over_shown) {
        flip_text_add(why, "The %s GAME OVER card asks for a Coin that ", state->game_overs > 1 ? "second" : "first");
        flip_say_seats(names, out, "does not have.", "do not have.", why);
    } else if (complete) {
        flip_say_seats(names, complete, "has", "have", why);
        flip_text_add(why, " completed all three levels.");
    } else if (out) {
        flip_say_seats(names, out, "has", "have", why);
        flip_text_add(why, " no Lives and no Coins left.");
    } else {
        flip_text_add(why, "The last card is turned.");
    }
}

void insertcoin_ending(const void *rules_, const void *state_, const struct flip_names *names,
                       struct flip_text *verdict, struct flip_text *why)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    struct flip_result result = {0};
    insertcoin_result(rules, state, &result);
    flip_say_verdict(names, &result, rules->seats, true, verdict);
    say_cause(rules, state, names, why);
    const flip_set tied = flip_tied_losers(&result, rules->seats);
    if (tied) {
        flip_text_add(why, " ");
        flip_say_seats(names, tied, "has", "have", why);
        flip_text_add(why, " as many points, but ");
        flip_say_seats(names, result.winners, "has", "have", why);
        flip_text_add(why, " more complete levels.");
    }
    if (flip_set_count(result.winners) > 1)
        flip_text_add(why, " Complete levels are equal too.");
}
