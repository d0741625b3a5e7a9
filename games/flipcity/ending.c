/* Who has won and why, in words. */
#include "games/flipcity/flipcity.h"

#include <flipside/say.h>

/* The card whose text won: of those played, the one that asks for the fewest. */
static const char *winning_card(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    for (int i = 0; i < state->played_count; i++)
        if (rules->edition.face[state->played[i]].wins_with == state->fewest)
            return rules->edition.face[state->played[i]].title;
    return "";
}

void flipcity_ending(const void *rules_, const void *state_, const struct flip_names *names, struct flip_text *verdict,
                     struct flip_text *why)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    const flip_set acting = FLIP_BIT(state->acting);
    struct flip_result result = {0};
    flipcity_result(rules, state, &result);
    switch ((enum flipcity_end)state->end) {
    case FLIPCITY_BY_POINTS:
        flip_say_verdict(names, &result, rules->seats, false, verdict);
        flip_say_seats(names, acting, "has", "have", why);
        flip_text_add(why, " played %d points in one turn.", state->points);
        return;
    case FLIPCITY_BY_CARDS:
        flip_say_verdict(names, &result, rules->seats, false, verdict);
        flip_say_seats(names, acting, "has", "have", why);
        flip_text_add(why, " played %d cards in one turn, the %s among them.", state->played_count,
                      winning_card(rules, state));
        return;
    case FLIPCITY_DRAW:
        flip_text_add(verdict, "A draw");
        flip_text_add(why, "Nobody has won in %d turns each.", rules->edition.turns);
        return;
    default:
        flip_say_seats(names, acting, "loses", "lose", verdict);
        if (state->turn == rules->edition.turns)
            flip_text_add(why, "%d turns went by without a win.", rules->edition.turns);
        else
            flip_text_add(why, "The market is empty.");
    }
}
