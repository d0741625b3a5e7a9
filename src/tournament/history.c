/* Collects what the pairing needs from the tables so far. */
#include "tournament/parts.h"

#include <stdlib.h>
#include <string.h>

static void note(uint8_t *count) { *count = (uint8_t)(*count < UINT8_MAX ? *count + 1 : *count); }

static void read_table(const struct tournament_table *table, int number, struct tournament_work *work)
{
    for (int seat = 0; seat < table->seats; seat++) {
        const int player = table->player[seat];
        work->busy[player] |= !table->over;
        if (table->seats == 1)
            continue;
        work->last_table[player] = number;
        work->last_seat[player] = (int8_t)seat;
        note(&work->sat[player][seat]);
        for (int other = 0; other < table->seats; other++)
            if (other != seat)
                note(&work->met[player][table->player[other]]);
    }
}

void read_history(const struct tournament *tournament, struct tournament_work *work)
{
    for (int i = 0; i < tournament->players; i++) {
        memset(work->met[i], 0, (size_t)tournament->players);
        memset(work->sat[i], 0, sizeof work->sat[i]);
        work->last_seat[i] = -1;
        work->last_table[i] = -1;
        work->busy[i] = false;
    }
    for (int i = 0; i < tournament->tables; i++)
        read_table(&tournament->table[i], i, work);
}

/* Sorts without globals: the keys are in the rows. */
static int by_strength(const void *a, const void *b)
{
    const struct tournament_standing *one = a, *two = b;
    for (int k = 0; k < 2; k++)
        if (one->key[k] != two->key[k])
            return one->key[k] > two->key[k] ? -1 : 1;
    return one->player - two->player;
}

void order_players(const struct tournament *tournament, struct tournament_work *work, int round, bool by_points)
{
    struct tournament_standing *row = work->row;
    if (by_points)
        tally(tournament, row);
    for (int i = 0; i < tournament->players; i++) {
        if (!by_points)
            row[i] = (struct tournament_standing){.player = i};
        row[i].key[0] = row[i].points;
        row[i].key[1] = tournament->player[i].seed;
    }
    qsort(row, (size_t)tournament->players, sizeof *row, by_strength);
    work->count = 0;
    for (int i = 0; i < tournament->players; i++) {
        const int player = row[i].player;
        work->rank[player] = i;
        if (round < 0 || plays_in(&tournament->player[player], round))
            work->who[work->count++] = player;
    }
}
