/* Chooses the rules for the next round, if there is one. */
#include "tournament/parts.h"

static int active(const struct tournament *tournament, int round)
{
    int count = 0;
    for (int i = 0; i < tournament->players; i++)
        count += plays_in(&tournament->player[i], round);
    return count;
}

/* Removes players at running tables, which only an arena has while pairing. */
static void drop_busy(struct tournament_work *work)
{
    int kept = 0;
    for (int i = 0; i < work->count; i++)
        if (!work->busy[work->who[i]])
            work->who[kept++] = work->who[i];
    work->count = kept;
}

static int pair_by_points(const struct tournament *tournament, struct tournament_work *work, int round,
                          struct tournament_table *out)
{
    order_players(tournament, work, round, tournament->kind != TOURNAMENT_ROUND_ROBIN);
    drop_busy(work);
    return tournament->seats == 2 ? pair_two(tournament, work, round, out) : pair_many(tournament, work, round, out);
}

static int pair_round(const struct tournament *tournament, struct tournament_work *work, int round,
                      struct tournament_table *out)
{
    if (tournament->kind == TOURNAMENT_KNOCK_OUT)
        return pair_knock_out(tournament, work, round, out);
    if (active(tournament, round) < tournament->least)
        return 0;
    if (tournament->kind == TOURNAMENT_ROUND_ROBIN && tournament->seats == 2)
        return pair_round_robin(tournament, round, out);
    return pair_by_points(tournament, work, round, out);
}

int tournament_pair(const struct tournament *tournament, struct tournament_work *work, struct tournament_table *out)
{
    const bool arena = tournament->kind == TOURNAMENT_ARENA;
    int round = tournament_round(tournament), count = 0;
    if (!arena && tournament_playing(tournament))
        return 0;
    read_history(tournament, work);
    if (arena || tournament->kind == TOURNAMENT_KNOCK_OUT)
        return pair_round(tournament, work, round, out);
    for (const int rounds = tournament_rounds(tournament); count == 0 && round < rounds; round++)
        count = pair_round(tournament, work, round, out); /* of a round robin all who meet may have left */
    return count;
}
