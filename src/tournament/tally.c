/* Adds up points, wins and byes of the tables so far. */
#include "tournament/parts.h"

bool struck_out(const struct tournament *tournament, int player)
{
    return tournament->kind == TOURNAMENT_ROUND_ROBIN &&
           tournament->player[player].left <= tournament_rounds(tournament) / 2;
}

bool counts(const struct tournament *tournament, const struct tournament_table *table)
{
    if (!table->over)
        return false;
    for (int i = 0; i < table->seats; i++)
        if (struck_out(tournament, table->player[i]))
            return false;
    const bool round_robin_bye =
        table->seats == 1 && tournament->kind == TOURNAMENT_ROUND_ROBIN && tournament->seats == 2;
    const int missing = round_robin_bye ? round_robin_opponent(tournament, table->player[0], table->round) : -1;
    return missing < 0 || !struck_out(tournament, missing);
}

static void count_seat(const struct tournament *tournament, const struct tournament_table *table, int seat,
                       struct tournament_standing *row)
{
    const int score = tournament_score(table, seat);
    row->points += score;
    row->last = score;
    row->byes += table->seats == 1;
    row->tables += table->seats > 1;
    row->wins += table->seats > 1 && score == TOURNAMENT_POINT;
    if (tournament->kind == TOURNAMENT_KNOCK_OUT && goes_on(tournament, table, seat) && row->survived <= table->round)
        row->survived = table->round + 1;
}

void tally(const struct tournament *tournament, struct tournament_standing *row)
{
    for (int i = 0; i < tournament->players; i++)
        row[i] = (struct tournament_standing){.player = i};
    for (int i = 0; i < tournament->tables; i++) {
        const struct tournament_table *table = &tournament->table[i];
        for (int seat = 0; seat < table->seats && counts(tournament, table); seat++)
            count_seat(tournament, table, seat, &row[table->player[seat]]);
    }
}
