/* Standings. The sort keys of each kind of tournament are a table. */
#include "tournament/parts.h"

#include <stdlib.h>
#include <string.h>

enum measure { POINTS, SURVIVED, LAST, BUCHHOLZ, BERGER, DIRECT, WINS, MEASURES };

static const struct {
    enum measure by[TOURNAMENT_TIE_BREAKS];
    const char *words[TOURNAMENT_TIE_BREAKS + 1];
} orders[TOURNAMENT_KINDS] = {
    [TOURNAMENT_SWISS] = {{POINTS, BUCHHOLZ, BERGER, DIRECT, WINS},
                          {"points", "buchholz", "sonnebornBerger", "directEncounter", "wins", NULL}},
    [TOURNAMENT_ROUND_ROBIN] = {{POINTS, DIRECT, BERGER, WINS, WINS},
                                {"points", "directEncounter", "sonnebornBerger", "wins", NULL}},
    [TOURNAMENT_KNOCK_OUT] = {{SURVIVED, LAST, POINTS, BUCHHOLZ, WINS},
                              {"roundsSurvived", "lastTable", "points", "buchholz", "wins", NULL}},
    [TOURNAMENT_ARENA] = {{POINTS, WINS, BERGER, DIRECT, BUCHHOLZ},
                          {"points", "wins", "sonnebornBerger", "directEncounter", "buchholz", NULL}},
};

const char *const *tournament_tie_breaks(enum tournament_kind kind) { return orders[kind].words; }

/* --- tie-breaks --------------------------------------------------------------------------------------------------------- */

/* Buchholz: the points of the opponents. Sonneborn-Berger: of those who were beaten, and half of those with a tie. At a
   table of many each opponent counts for one of them. A bye is an opponent with as many points as one's own, who was
   not beaten. */
static void weigh_opponents(const struct tournament *tournament, struct tournament_standing *row)
{
    for (int i = 0; i < tournament->tables; i++) {
        const struct tournament_table *table = &tournament->table[i];
        if (!counts(tournament, table))
            continue;
        if (table->seats == 1)
            row[table->player[0]].buchholz += (int64_t)row[table->player[0]].points * TOURNAMENT_POINT;
        for (int seat = 0; seat < table->seats; seat++)
            for (int other = 0; other < table->seats; other++) {
                const int64_t worth = (int64_t)row[table->player[other]].points * share(table);
                if (other == seat)
                    continue;
                row[table->player[seat]].buchholz += 2 * worth;
                row[table->player[seat]].berger += against(table, seat, other) * worth;
            }
    }
}

static int64_t measured(const struct tournament_standing *row, enum measure measure)
{
    const int64_t values[MEASURES] = {
        [POINTS] = row->points, [SURVIVED] = row->survived, [LAST] = row->last, [BUCHHOLZ] = row->buchholz,
        [BERGER] = row->berger, [DIRECT] = row->direct,     [WINS] = row->wins};
    return values[measure];
}

static void fill_keys(enum tournament_kind kind, struct tournament_standing *row, int players)
{
    for (int i = 0; i < players; i++)
        for (int k = 0; k < TOURNAMENT_TIE_BREAKS; k++)
            row[i].key[k] = measured(&row[i], orders[kind].by[k]);
}

static int compare_keys(const struct tournament_standing *a, const struct tournament_standing *b, int keys)
{
    for (int k = 0; k < keys; k++)
        if (a->key[k] != b->key[k])
            return a->key[k] > b->key[k] ? -1 : 1;
    return 0;
}

/* `rank` is the seed here, which makes the order total. */
static int by_keys(const void *a, const void *b)
{
    const struct tournament_standing *one = a, *two = b;
    const int order = compare_keys(one, two, TOURNAMENT_TIE_BREAKS);
    return order ? order : one->rank - two->rank;
}

static int keys_before_direct(enum tournament_kind kind)
{
    for (int k = 0; k < TOURNAMENT_TIE_BREAKS; k++)
        if (orders[kind].by[k] == DIRECT)
            return k;
    return -1;
}

/* The results among players who are equal so far. */
static void meet_directly(const struct tournament *tournament, struct tournament_work *work, int keys)
{
    struct tournament_standing *row = work->row;
    int place[TOURNAMENT_PLAYERS];
    for (int i = 0; i < tournament->players; i++) {
        place[row[i].player] = i;
        work->group[i] = i > 0 && compare_keys(&row[i - 1], &row[i], keys) == 0 ? work->group[i - 1] : i;
    }
    for (int i = 0; i < tournament->tables; i++) {
        const struct tournament_table *table = &tournament->table[i];
        for (int seat = 0; seat < table->seats && counts(tournament, table); seat++)
            for (int other = 0; other < table->seats; other++) {
                const int mine = place[table->player[seat]], theirs = place[table->player[other]];
                if (seat != other && work->group[mine] == work->group[theirs])
                    row[mine].direct += against(table, seat, other) * share(table);
            }
    }
}

static void number_ranks(struct tournament_standing *row, int players)
{
    for (int i = 0; i < players; i++)
        row[i].rank = i > 0 && compare_keys(&row[i - 1], &row[i], TOURNAMENT_TIE_BREAKS) == 0 ? row[i - 1].rank : i + 1;
}

/* Puts those who are struck out after all others. */
static void put_struck_out_last(const struct tournament *tournament, struct tournament_standing *row)
{
    for (int i = 0; i < tournament->players; i++)
        if (struck_out(tournament, row[i].player))
            row[i].key[0] = -1;
}

void tournament_standings(const struct tournament *tournament, struct tournament_work *work,
                          struct tournament_standing *out)
{
    const int players = tournament->players, keys = keys_before_direct(tournament->kind);
    struct tournament_standing *row = work->row;
    order_players(tournament, work, -1, false);
    tally(tournament, row);
    for (int i = 0; i < players; i++)
        row[work->who[i]].rank = i;
    weigh_opponents(tournament, row);
    fill_keys(tournament->kind, row, players);
    qsort(row, (size_t)players, sizeof *row, by_keys);
    if (keys >= 0) {
        meet_directly(tournament, work, keys);
        fill_keys(tournament->kind, row, players);
    }
    put_struck_out_last(tournament, row);
    qsort(row, (size_t)players, sizeof *row, by_keys);
    number_ranks(row, players);
    memcpy(out, row, (size_t)players * sizeof *row);
}
