/* Byes and seats. */
#include "tournament/parts.h"

#include <string.h>

void add_bye(struct tournament_table *out, int round, int player)
{
    *out = (struct tournament_table){.round = round, .seats = 1, .player = {player}, .place = {1}, .over = true};
}

/* Tries every order of at most six players and keeps the first best. */
struct trying {
    const struct tournament_work *work;
    const struct tournament_table *from;
    int order[TOURNAMENT_SEATS], best[TOURNAMENT_SEATS];
    int least;
};

static int cost_of(const struct tournament_work *work, int player, int seat)
{
    return 16 * work->sat[player][seat] * work->sat[player][seat] + (work->last_seat[player] == seat);
}

static void try_seats(struct trying *trying, int seat, unsigned taken, int cost)
{
    const int seats = trying->from->seats;
    if (cost >= trying->least)
        return;
    if (seat == seats) {
        trying->least = cost;
        memcpy(trying->best, trying->order, sizeof trying->best);
        return;
    }
    for (int i = 0; i < seats; i++)
        if (!(taken >> i & 1)) {
            trying->order[seat] = trying->from->player[i];
            try_seats(trying, seat + 1, taken | 1U << i, cost + cost_of(trying->work, trying->from->player[i], seat));
        }
}

void balance_seats(const struct tournament_work *work, struct tournament_table *table, int number)
{
    struct tournament_table turned = *table; /* so that the better player does not always sit first */
    for (int i = 0; i < table->seats; i++)
        turned.player[i] = table->player[(i + number) % table->seats];
    struct trying trying = {.work = work, .from = &turned, .least = INT_MAX};
    try_seats(&trying, 0, 0, 0);
    memcpy(table->player, trying.best, (size_t)table->seats * sizeof *table->player);
}
