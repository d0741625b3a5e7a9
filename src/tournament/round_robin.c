/*
 * Everybody against everybody at tables of two, by the circle: all but the last stand on a circle of odd size and meet
 * the one opposite, and each round turns it by one. Of two on the circle the one sits first from whom the other is an
 * odd number of places away, which gives everybody the first seat as often as the second; a second time round the seats
 * are changed. With an odd number of players the last is nobody, and their opponent has a bye.
 */
#include "tournament/parts.h"

/* Does `a` have the first seat? */
static bool sits_first(int players, int a, int b, int round)
{
    const int circle = players - 1 + players % 2;
    const bool second_time = round / circle % 2;
    bool first;
    if (b == circle)
        first = a % 2;
    else if (a == circle)
        first = b % 2 == 0;
    else
        first = ((b - a) % circle + circle) % circle % 2;
    return first != second_time;
}

int pair_round_robin(const struct tournament *tournament, int round, struct tournament_table *out)
{
    const int players = starters(tournament);
    int count = 0;
    for (int a = 0; a < players; a++) {
        const int b = round_robin_opponent(tournament, a, round);
        const bool both = b >= 0 && plays_in(&tournament->player[b], round);
        if (!both || b < a || !plays_in(&tournament->player[a], round))
            continue;
        const bool first = sits_first(players, a, b, round);
        out[count++] = (struct tournament_table){.round = round, .seats = 2, .player = {first ? a : b, first ? b : a}};
    }
    for (int a = 0; a < players; a++) {
        const int b = round_robin_opponent(tournament, a, round);
        if (plays_in(&tournament->player[a], round) && (b < 0 || !plays_in(&tournament->player[b], round)))
            add_bye(&out[count++], round, a);
    }
    return count;
}
