/*
 * Tables of two, Swiss and in an arena. Players are ordered by points and then by seed. From the top each meets the
 * player who stands where the lower half of their score group begins (the first the first of it, the second the
 * second), or the nearest to that who is due the other seat; who is left over meets the first of the next group. Nobody
 * meets twice if the round can be paired without it, and otherwise as few as possible do; then a second meeting comes
 * before a third.
 */
#include "tournament/parts.h"

#include <stdlib.h>
#include <string.h>

/* Are both due the same seat? */
static bool clash(const struct tournament_work *work, int one, int two)
{
    const int a = work->sat[one][0] - work->sat[one][1], b = work->sat[two][0] - work->sat[two][1];
    return (a > 0 && b > 0) || (a < 0 && b < 0);
}

static int points_at(const struct tournament_work *work, int at) { return work->row[work->rank[work->who[at]]].points; }

/* The next best opponent after cost `after`, or -1. All costs differ. */
static int next_opponent(struct tournament_work *work, int a, int64_t *after)
{
    int best = -1, place = 0, own = 0;
    int64_t least = INT64_MAX;
    for (int i = a; i < work->count && points_at(work, i) == points_at(work, a); i++)
        own += work->there[i];
    for (int i = a + 1; i < work->count; i++) {
        const int apart = points_at(work, a) - points_at(work, i);
        place = i > a + 1 && points_at(work, i - 1) != points_at(work, i) ? 0 : place;
        place += work->there[i];
        if (!work->there[i] || !may_meet(work, a, i))
            continue;
        const int wanted = apart ? 1 : own / 2;
        const int64_t away = 2 * abs(place - wanted) + (place > wanted);
        const int64_t cost = ((int64_t)apart * 2 + clash(work, work->who[a], work->who[i])) << 16 | away;
        if (cost > *after && cost < least) {
            least = cost;
            best = i;
        }
    }
    *after = least;
    return best;
}

/* Pairs those who may meet at this level; the others wait for the next level. */
static int pair_level(struct tournament_work *work, int round, struct tournament_table *out)
{
    int count = 0;
    memset(work->later, 0, sizeof work->later);
    match_all(work);
    for (int a = 0; a < work->count; a++) {
        int64_t after = -1;
        int b = -1;
        if (!work->there[a])
            continue;
        while ((b = next_opponent(work, a, &after)) >= 0 && !match_these(work, a, b))
            ;
        if (b >= 0)
            out[count++] =
                (struct tournament_table){.round = round, .seats = 2, .player = {work->who[a], work->who[b]}};
        else {
            work->there[a] = false;
            work->later[a] = true;
        }
    }
    memcpy(work->there, work->later, sizeof work->there);
    return count;
}

/* --- who stays out ------------------------------------------------------------------------------------------------------ */

/* The fewest byes get the next one; in an arena whoever has played most waits. */
static int outings(const struct tournament *tournament, const struct tournament_work *work, int at)
{
    const struct tournament_standing *row = &work->row[work->rank[work->who[at]]];
    return tournament->kind == TOURNAMENT_ARENA ? -row->tables : row->byes;
}

/* The lowest player with this count without whom the matching stays as large, or -1. */
static int lowest_to_spare(const struct tournament *tournament, struct tournament_work *work, int outing)
{
    for (int i = work->count - 1; i >= 0; i--)
        if (outings(tournament, work, i) == outing && match_without(work, i))
            return i;
    return -1;
}

/* The next larger count that a player has. */
static int next_outing(const struct tournament *tournament, const struct tournament_work *work, int after)
{
    int least = INT_MAX;
    for (int i = 0; i < work->count; i++) {
        const int own = outings(tournament, work, i);
        least = own > after && own < least ? own : least;
    }
    return least;
}

/* The lowest of those with the fewest byes, of them one whose bye makes no repeat necessary; then the lowest, whatever
   that makes necessary. In an arena anybody may wait. */
static int choose_bye(const struct tournament *tournament, struct tournament_work *work)
{
    const int fewest = next_outing(tournament, work, INT_MIN);
    int bye = -1;
    match_all(work);
    for (int outing = fewest; bye < 0 && outing < INT_MAX; outing = next_outing(tournament, work, outing)) {
        bye = lowest_to_spare(tournament, work, outing);
        if (tournament->kind != TOURNAMENT_ARENA)
            break;
    }
    for (int i = work->count - 1; i >= 0 && bye < 0; i--)
        bye = outings(tournament, work, i) == fewest ? i : -1;
    work->there[bye] = false;
    return bye;
}

/* In an arena, two from the same table wait for others if there are any. */
static bool others_play(const struct tournament *tournament, int round)
{
    int active = 0;
    for (int i = 0; i < tournament->players; i++)
        active += plays_in(&tournament->player[i], round);
    return active > 2;
}

static int most_meetings(const struct tournament_work *work)
{
    int most = 0;
    for (int i = 0; i < work->count; i++)
        for (int k = 0; k < i; k++)
            most = work->met[work->who[i]][work->who[k]] > most ? work->met[work->who[i]][work->who[k]] : most;
    return most;
}

int pair_two(const struct tournament *tournament, struct tournament_work *work, int round, struct tournament_table *out)
{
    const bool arena = tournament->kind == TOURNAMENT_ARENA;
    int count = 0, bye = -1;
    const int most = most_meetings(work);
    for (int i = 0; i < work->count; i++)
        work->there[i] = true;
    work->level = arena ? most : 0;
    work->no_again = arena && others_play(tournament, round);
    if (work->count % 2)
        bye = choose_bye(tournament, work);
    for (work->level = 0; work->level <= most; work->level++)
        count += pair_level(work, round, out + count);
    if (bye >= 0 && arena) { /* perhaps two are left who come from the same table: one of them is free for a third */
        work->there[bye] = true;
        work->level = most;
        count += pair_level(work, round, out + count);
    }
    for (int i = 0; i < count; i++)
        balance_seats(work, &out[i], i);
    if (bye >= 0 && !arena)
        add_bye(&out[count++], round, work->who[bye]);
    return count;
}
