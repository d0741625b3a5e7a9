/*
 * Tables of three to six. A round is first dealt from the top: the best who has no table yet opens one, and the nearest
 * below who have met its players least join it. Then players are exchanged between tables as long as an exchange makes
 * fewer repeated meetings; of equally good exchanges that of the nearest neighbours is made. To find the fewest
 * possible of all is hard beyond any use; what is promised is that no exchange of two players would help.
 */
#include "tournament/parts.h"

#include <stdlib.h>

/* The first round: each table gets one of the best, one of the next best, and so on. */
static void spread(struct tournament_work *work, int tables)
{
    int dealt[TOURNAMENT_PLAYERS], count = 0;
    for (int table = 0; table < tables; table++)
        for (int i = table; i < work->count; i += tables)
            dealt[count++] = work->who[i];
    for (int i = 0; i < count; i++)
        work->who[i] = dealt[i];
}

/* How often this player has met the players at the table, except one seat. */
static int meetings(struct tournament_work *work, const struct tournament_table *table, int without, int player)
{
    int count = 0;
    for (int i = 0; i < table->seats; i++)
        count += i == without ? 0 : work->met[player][table->player[i]];
    work->steps += table->seats;
    return count;
}

/* --- dealing ------------------------------------------------------------------------------------------------------------ */

static int next_to_join(struct tournament_work *work, const struct tournament_table *table)
{
    int best = -1, least = INT_MAX;
    for (int i = 0; i < work->count && least > 0; i++) {
        const int met = work->there[i] ? meetings(work, table, -1, work->who[i]) : INT_MAX;
        if (met < least) {
            least = met;
            best = i;
        }
    }
    return best;
}

static void deal_table(struct tournament_work *work, int size, struct tournament_table *table)
{
    while (table->seats < size) {
        const int at = next_to_join(work, table);
        work->there[at] = false;
        table->player[table->seats++] = work->who[at];
    }
}

/* --- exchanging --------------------------------------------------------------------------------------------------------- */

struct exchange {
    int table, seat, gain, apart;
};

static int gain_of(struct tournament_work *work, const struct tournament_table *a, int seat_a,
                   const struct tournament_table *b, int seat_b)
{
    const int one = a->player[seat_a], two = b->player[seat_b];
    return meetings(work, a, seat_a, one) + meetings(work, b, seat_b, two) - meetings(work, a, seat_a, two) -
           meetings(work, b, seat_b, one);
}

static struct exchange best_exchange(struct tournament_work *work, const struct tournament_table *out, int tables,
                                     int table, int seat)
{
    struct exchange best = {.table = -1, .apart = INT_MAX};
    const int player = out[table].player[seat];
    for (int i = 0; i < tables; i++)
        for (int k = 0; k < out[i].seats && i != table; k++) {
            const int gain = gain_of(work, &out[table], seat, &out[i], k);
            const int apart = abs(work->rank[player] - work->rank[out[i].player[k]]);
            if (gain > 0 && (gain > best.gain || (gain == best.gain && apart < best.apart)))
                best = (struct exchange){i, k, gain, apart};
        }
    return best;
}

/* Ends because every exchange removes repeats. */
static bool exchange_some(struct tournament_work *work, struct tournament_table *out, int tables)
{
    bool better = false;
    for (int i = 0; i < tables; i++)
        for (int seat = 0; seat < out[i].seats; seat++) {
            const int player = out[i].player[seat];
            if (meetings(work, &out[i], seat, player) == 0)
                continue;
            const struct exchange best = best_exchange(work, out, tables, i, seat);
            if (best.table < 0)
                continue;
            out[i].player[seat] = out[best.table].player[best.seat];
            out[best.table].player[best.seat] = player;
            better = true;
        }
    return better;
}

/* --- who stays out ------------------------------------------------------------------------------------------------------ */

static int byes_of(const struct tournament *tournament, const struct tournament_work *work, int player)
{
    const struct tournament_standing *row = &work->row[work->rank[player]];
    return tournament->kind == TOURNAMENT_ARENA ? -row->tables : row->byes;
}

/* Removes the lowest of those with the fewest byes from `who`. */
static int leave_out(const struct tournament *tournament, struct tournament_work *work)
{
    int lowest = 0;
    for (int i = 0; i < work->count; i++)
        if (byes_of(tournament, work, work->who[i]) <= byes_of(tournament, work, work->who[lowest]))
            lowest = i;
    const int player = work->who[lowest];
    work->count--;
    for (int i = lowest; i < work->count; i++)
        work->who[i] = work->who[i + 1];
    return player;
}

/* An arena waits until a table is full, unless nobody else can come. */
static int tables_now(const struct tournament *tournament, const struct tournament_work *work)
{
    bool others = false;
    for (int i = 0; i < tournament->players; i++)
        others |= work->busy[i];
    return tournament->kind == TOURNAMENT_ARENA && others ? work->count / tournament->seats
                                                          : tables_for(tournament, work->count);
}

int pair_many(const struct tournament *tournament, struct tournament_work *work, int round,
              struct tournament_table *out)
{
    const int tables = tables_now(tournament, work);
    int byes[TOURNAMENT_PLAYERS], out_count = 0, count = tables;
    while (tables > 0 && work->count > tables * tournament->seats)
        byes[out_count++] = leave_out(tournament, work);
    if (round == 0 && tables > 0)
        spread(work, tables);
    for (int i = 0; i < work->count; i++)
        work->there[i] = true;
    for (int i = 0; i < tables; i++) {
        out[i] = (struct tournament_table){.round = round};
        deal_table(work, table_size(tournament, work->count, tables, i), &out[i]);
    }
    while (exchange_some(work, out, tables))
        ;
    for (int i = 0; i < tables; i++)
        balance_seats(work, &out[i], i);
    for (int i = 0; i < out_count && tournament->kind != TOURNAMENT_ARENA; i++)
        add_bye(&out[count++], round, byes[i]);
    return count;
}
