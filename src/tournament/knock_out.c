/*
 * Knock-out. At tables of two: a bracket in which the best seeds meet as late as possible and have the byes of the
 * first round. At larger tables the better half goes on, one at least, and the players are dealt out again by their
 * seeds until one table is left. In a tie the better seed goes on. Somebody who has left is not there any more, and
 * their opponent goes on with a bye.
 */
#include "tournament/parts.h"

static bool got_through(const struct tournament *tournament, int player, int round)
{
    for (int i = 0; i < tournament->tables; i++) {
        const struct tournament_table *table = &tournament->table[i];
        for (int seat = 0; table->round == round && seat < table->seats; seat++)
            if (table->player[seat] == player)
                return goes_on(tournament, table, seat);
    }
    return false;
}

static bool still_in(const struct tournament *tournament, int player, int round)
{
    return plays_in(&tournament->player[player], round) && (round == 0 || got_through(tournament, player, round - 1));
}

/* Was there only one table in the previous round? Then it was the final. */
static bool final_played(const struct tournament *tournament, int round)
{
    int tables = 0;
    for (int i = 0; i < tournament->tables; i++)
        tables += tournament->table[i].round == round - 1;
    return tables == 1;
}

/* --- tables of two: the bracket ----------------------------------------------------------------------------------------- */

/* The seed, from 0, at a place of a bracket for 2, 4, 8 … : whenever it is doubled, everybody gets the opponent whose
   seed is as far from the last as theirs is from the first. */
static int seed_at(int place, int places)
{
    int seed = 0;
    for (int size = 2; size <= places; size *= 2)
        seed = place / (places / size) % 2 ? size - 1 - seed : seed;
    return seed;
}

/* The winner of a part of the bracket, or -1. `who` are the players at its beginning. */
static int winner_of(const struct tournament *tournament, const struct tournament_work *work, int round, int from,
                     int size, int places)
{
    for (int place = from; place < from + size; place++) {
        const int seed = seed_at(place, places);
        if (seed < work->count && still_in(tournament, work->who[seed], round))
            return work->who[seed];
    }
    return -1;
}

static int pair_bracket(const struct tournament *tournament, struct tournament_work *work, int round,
                        struct tournament_table *out)
{
    int places = 1, count = 0, byes[TOURNAMENT_PLAYERS], bye_count = 0;
    while (places < work->count)
        places *= 2;
    const int half = 1 << round;
    for (int from = 0; from < places && half < places; from += 2 * half) {
        const int a = winner_of(tournament, work, round, from, half, places);
        const int b = winner_of(tournament, work, round, from + half, half, places);
        if (a >= 0 && b >= 0) {
            out[count] = (struct tournament_table){.round = round, .seats = 2, .player = {a, b}};
            balance_seats(work, &out[count], count);
            count++;
        } else if (a >= 0 || b >= 0) {
            byes[bye_count++] = a >= 0 ? a : b;
        }
    }
    for (int i = 0; i < bye_count; i++)
        add_bye(&out[count++], round, byes[i]);
    return count;
}

/* --- larger tables ------------------------------------------------------------------------------------------------------ */

/* The best get the byes, and the others are dealt back and forth. */
static int deal_seeds(const struct tournament *tournament, struct tournament_work *work, int round,
                      struct tournament_table *out)
{
    const int tables = tables_for(tournament, work->count), seats = tables * tournament->seats;
    const int byes = work->count > seats ? work->count - seats : 0;
    if (tables == 0)
        return 0;
    for (int i = 0; i < tables; i++)
        out[i] = (struct tournament_table){.round = round};
    for (int i = 0; i < work->count - byes; i++) {
        const int at = i / tables % 2 ? tables - 1 - i % tables : i % tables;
        out[at].player[out[at].seats++] = work->who[byes + i];
    }
    for (int i = 0; i < tables; i++)
        balance_seats(work, &out[i], i);
    for (int i = 0; i < byes; i++)
        add_bye(&out[tables + i], round, work->who[i]);
    return tables + byes;
}

static void keep_those_still_in(const struct tournament *tournament, struct tournament_work *work, int round)
{
    int kept = 0;
    for (int i = 0; i < work->count; i++)
        if (still_in(tournament, work->who[i], round))
            work->who[kept++] = work->who[i];
    work->count = kept;
}

int pair_knock_out(const struct tournament *tournament, struct tournament_work *work, int round,
                   struct tournament_table *out)
{
    order_players(tournament, work, 0, false);
    if (round > 0 && final_played(tournament, round))
        return 0;
    if (tournament->seats == 2)
        return pair_bracket(tournament, work, round, out);
    keep_those_still_in(tournament, work, round);
    return work->count > 1 ? deal_seeds(tournament, work, round, out) : 0;
}
