/* Who has won and why, in words: the tie-breakers, the cowbot, the title of somebody who plays alone. */
#include "games/fliptown/fliptown.h"

#include <flipside/say.h>

/* The tie-breakers in their order; the most is best. */
enum { WANTED, GOLD, CASH, TIE_BREAKERS };

static int standing(const struct fliptown_sheet *sheet, int breaker)
{
    return breaker == WANTED ? -sheet->wanted : breaker == GOLD ? sheet->gold : sheet->cash;
}

/* Those of `seats` that a tie-breaker prefers. */
static flip_set preferred(const struct fliptown_state *state, flip_set seats, int breaker)
{
    flip_set best = 0;
    for (flip_set rest = seats; rest; rest = flip_set_rest(rest)) {
        const int seat = flip_set_first(rest);
        const int better =
            best ? standing(&state->sheet[seat], breaker) - standing(&state->sheet[flip_set_first(best)], breaker) : 1;
        best = better > 0 ? FLIP_BIT(seat) : better == 0 ? best | FLIP_BIT(seat) : best;
    }
    return best;
}

/* The tie-breaker that left only the winners. */
static int deciding_breaker(const struct fliptown_state *state, flip_set tied, flip_set winners)
{
    for (int breaker = 0; breaker < TIE_BREAKERS; breaker++) {
        tied = preferred(state, tied, breaker);
        if (tied == winners)
            return breaker;
    }
    return CASH;
}

static void say_tie(const struct fliptown_state *state, const struct flip_names *names,
                    const struct flip_result *result, int seats, struct flip_text *why)
{
    static const char *const one[] = {"is less Wanted", "has more gold", "has more cash"};
    static const char *const several[] = {"are less Wanted", "have more gold", "have more cash"};
    const flip_set tied = flip_tied_losers(result, seats);
    if (tied) {
        const int breaker = deciding_breaker(state, tied | result->winners, result->winners);
        flip_text_add(why, " ");
        flip_say_seats(names, tied, "has", "have", why);
        flip_text_add(why, " as many points, but ");
        flip_say_seats(names, result->winners, one[breaker], several[breaker], why);
        flip_text_add(why, ".");
    }
    if (flip_set_count(result->winners) > 1)
        flip_text_add(why, " Wanted, gold and cash are equal too.");
}

static void say_cowbot(const struct fliptown_rules *rules, const struct fliptown_state *state,
                       const struct flip_names *names, int points, struct flip_text *verdict, struct flip_text *why)
{
    const struct fliptown_cowbot_score score = fliptown_cowbot_points(rules, state);
    const char *name = rules->edition.cowbot[state->cowbot].name;
    const bool tie = points == score.total;
    if (score.verdict == 0) {
        flip_text_add(verdict, "A draw with %s at ", name);
        flip_say_points(points, verdict);
    } else if (tie) {
        if (score.verdict > 0)
            flip_say_seats(names, FLIP_BIT(0), "wins", "win", verdict);
        else
            flip_text_add(verdict, "%s wins", name);
        flip_text_add(verdict, " the tie at ");
        flip_say_points(points, verdict);
    } else if (score.verdict > 0) {
        flip_say_seats(names, FLIP_BIT(0), "beats", "beat", verdict);
        flip_text_add(verdict, " %s by %d to %d", name, points, score.total);
    } else {
        flip_text_add(verdict, "%s beats ", name);
        flip_say_seats(names, FLIP_BIT(0), NULL, NULL, verdict);
        flip_text_add(verdict, " by %d to %d", score.total, points);
    }
    if (!tie)
        return;
    if (score.lowest == 0)
        flip_text_add(why, " %s has stolen nothing that could break the tie.", name);
    else if (score.verdict == 0)
        flip_text_add(why, " Wanted and the lowest stolen card are both %d.", score.lowest);
    else
        flip_text_add(why, " With equal points the lower one wins: Wanted %d, or the lowest stolen card, %d.",
                      state->sheet[0].wanted, score.lowest);
}

void fliptown_ending(const void *memory, const void *in, const struct flip_names *names, struct flip_text *verdict,
                     struct flip_text *why)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    struct flip_result result = {0};
    fliptown_result(rules, state, &result);
    flip_text_add(why, "All three rounds are played.");
    if (state->cowbot != FLIPTOWN_NONE)
        say_cowbot(rules, state, names, result.score[0], verdict, why);
    else
        flip_say_verdict(names, &result, rules->seats, true, verdict);
    if (rules->seats > 1) {
        say_tie(state, names, &result, rules->seats, why);
        return;
    }
    flip_text_add(why, " Title: ");
    fliptown_title(rules, &state->sheet[0], why);
    flip_text_add(why, ".");
}
