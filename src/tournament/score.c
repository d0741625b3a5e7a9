/* The score of each seat at a table. */
#include "tournament/parts.h"

int against(const struct tournament_table *table, int seat, int other)
{
    const int mine = table->place[seat], theirs = table->place[other];
    if (mine == 0)
        return 0;
    return theirs == 0 || mine < theirs ? 2 : mine == theirs ? 1 : 0;
}

int share(const struct tournament_table *table)
{
    return table->seats > 1 ? TOURNAMENT_POINT / (2 * (table->seats - 1)) : 0;
}

int tournament_score(const struct tournament_table *table, int seat)
{
    int halves = 0;
    if (table->seats == 1)
        return TOURNAMENT_POINT;
    for (int i = 0; i < table->seats; i++)
        halves += i == seat ? 0 : against(table, seat, i);
    return halves * share(table);
}

int tournament_forfeits(const struct tournament *tournament, int player)
{
    int count = 0;
    for (int i = 0; i < tournament->tables; i++) {
        const struct tournament_table *table = &tournament->table[i];
        const bool counts_here = table->over && table->round >= tournament->player[player].entered;
        for (int seat = 0; seat < table->seats && counts_here; seat++)
            if (table->player[seat] == player)
                count = table->place[seat] == 0 ? count + 1 : 0;
    }
    return count;
}

static bool better_seed(const struct tournament *tournament, int a, int b)
{
    const int one = tournament->player[a].seed, two = tournament->player[b].seed;
    return one > two || (one == two && a < b);
}

int kept_of(int seats) { return seats < 4 ? 1 : seats / 2; }

bool goes_on(const struct tournament *tournament, const struct tournament_table *table, int seat)
{
    int ahead = 0;
    if (!table->over || table->place[seat] == 0)
        return false;
    for (int i = 0; i < table->seats; i++) {
        const int mine = table->place[seat], theirs = table->place[i];
        const bool tie = theirs == mine && i != seat;
        ahead += (theirs && theirs < mine) || (tie && better_seed(tournament, table->player[i], table->player[seat]));
    }
    return ahead < kept_of(table->seats);
}
