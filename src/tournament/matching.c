/*
 * As many pairs as possible of players who may meet: a maximum matching, found with augmenting paths and Edmonds'
 * blossoms. A round is paired from the top: each player gets the best opponent for whom the matching of the others
 * stays maximum (match_these). So there is no repeat that another pairing of the round could have avoided. Searches are
 * rare: players have met few others, so the two who lose their partners to a new pair can usually be paired with each
 * other.
 */
#include "tournament/parts.h"

#include <string.h>

bool may_meet(struct tournament_work *work, int a, int b)
{
    const int one = work->who[a], two = work->who[b];
    work->steps++;
    if (work->met[one][two] > work->level)
        return false;
    return !work->no_again || work->last_table[one] < 0 || work->last_table[one] != work->last_table[two];
}

/* --- the search for an augmenting path ---------------------------------------------------------------------------------- */

/* The nearest blossom's base that lies on the ways of both to the root. */
static int common_base(const struct tournament_work *work, int a, int b)
{
    bool on_way[TOURNAMENT_PLAYERS] = {false};
    for (;;) {
        a = work->base[a];
        on_way[a] = true;
        if (work->mate[a] < 0)
            break;
        a = work->parent[work->mate[a]];
    }
    for (b = work->base[b]; !on_way[b]; b = work->base[work->parent[work->mate[b]]])
        ;
    return b;
}

static void mark_way(struct tournament_work *work, int from, int base, int child)
{
    while (work->base[from] != base) {
        work->blossom[work->base[from]] = work->blossom[work->base[work->mate[from]]] = true;
        work->parent[from] = child;
        child = work->mate[from];
        from = work->parent[child];
    }
}

static void shrink(struct tournament_work *work, int a, int b, int *end)
{
    const int base = common_base(work, a, b);
    memset(work->blossom, 0, sizeof work->blossom);
    mark_way(work, a, base, b);
    mark_way(work, b, base, a);
    for (int i = 0; i < work->count; i++)
        if (work->blossom[work->base[i]]) {
            work->base[i] = base;
            if (!work->used[i]) {
                work->used[i] = true;
                work->queue[(*end)++] = i;
            }
        }
}

/* Follows one edge. True: it leads to an unmatched player. */
static bool take_edge(struct tournament_work *work, int root, int from, int to, int *end)
{
    if (to == root || (work->mate[to] >= 0 && work->parent[work->mate[to]] >= 0)) {
        shrink(work, from, to, end);
    } else if (work->parent[to] < 0) {
        work->parent[to] = from;
        if (work->mate[to] < 0)
            return true;
        work->used[work->mate[to]] = true;
        work->queue[(*end)++] = work->mate[to];
    }
    return false;
}

/* Finds an augmenting path to another unmatched player; -1: there is none. */
static int find_path(struct tournament_work *work, int root)
{
    int end = 0;
    for (int i = 0; i < work->count; i++) {
        work->parent[i] = -1;
        work->base[i] = i;
        work->used[i] = false;
    }
    work->used[root] = true;
    work->queue[end++] = root;
    for (int at = 0; at < end; at++) {
        const int from = work->queue[at];
        for (int to = 0; to < work->count; to++)
            if (work->there[to] && work->base[from] != work->base[to] && work->mate[from] != to &&
                may_meet(work, from, to) && take_edge(work, root, from, to, &end))
                return to;
    }
    return -1;
}

/* Adds a pair with this player in it. */
static bool augment(struct tournament_work *work, int root)
{
    for (int i = 0; i < work->count; i++)
        if (i != root && work->there[i] && work->mate[i] < 0 && may_meet(work, root, i)) {
            work->mate[root] = i;
            work->mate[i] = root;
            return true;
        }
    for (int at = find_path(work, root); at >= 0;) {
        const int before = work->parent[at], next = work->mate[before];
        work->mate[at] = before;
        work->mate[before] = at;
        if (next < 0)
            return true;
        at = next;
    }
    return false;
}

/* --- what the rounds ask for -------------------------------------------------------------------------------------------- */

void match_all(struct tournament_work *work)
{
    for (int i = 0; i < work->count; i++)
        work->mate[i] = -1;
    for (int i = 0; i < work->count; i++)
        if (work->there[i] && work->mate[i] < 0)
            augment(work, i);
}

static int part(struct tournament_work *work, int a)
{
    const int mate = work->mate[a];
    work->there[a] = false;
    work->mate[a] = -1;
    if (mate >= 0)
        work->mate[mate] = -1;
    return mate;
}

static void join_again(struct tournament_work *work, int a, int mate)
{
    work->there[a] = true;
    work->mate[a] = mate;
    if (mate >= 0)
        work->mate[mate] = a;
}

bool match_these(struct tournament_work *work, int a, int b)
{
    if (work->mate[a] == b) {
        part(work, a);
        work->there[b] = false;
        return true;
    }
    const int of_a = part(work, a), of_b = part(work, b);
    if (of_a < 0 || of_b < 0 || augment(work, of_a) || augment(work, of_b)) /* one pair for two */
        return true;
    join_again(work, a, of_a);
    join_again(work, b, of_b);
    return false;
}

bool match_without(struct tournament_work *work, int a)
{
    const int of_a = part(work, a);
    if (of_a < 0 || augment(work, of_a))
        return true;
    join_again(work, a, of_a);
    return false;
}
