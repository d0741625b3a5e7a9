/* What is counted over a long time: the daily challenge month by month, and leagues of friends. */
#pragma once

#include "store/lists.h"

/* --- the month of the daily challenge -------------------------------------------------------------------------------- */

/// The points of a day's first place; the next one has one less, and every try that counts at least one.
#define STORE_DAILY_POINTS 10

struct store_month {
    const char *month; /* "2026-11" */
    const char *game;  /* "": all games together */
    const char *least; /* the games in which the lowest value is best, each between commas: ",one,other," */
    const char *asker; /* who is in the list wherever they stand */
    int most;          /* so many of the others */
};

/// Best first, each with rank, players (of the whole list), person, name, points, firsts, days, best, best_day. Those who are equal share a
/// rank.
int store_month_rows(struct store *store, const struct store_month *month, store_row_visit *visit, void *context,
                     struct flip_error *error);
/// The days on which somebody's try of the game ("": any) counted, the last one first.
int store_daily_days(struct store *store, const char *person, const char *game, store_row_visit *visit, void *context,
                     struct flip_error *error);
/// The first day that anybody tried; 1: found (to be freed), 0: there is none.
int store_daily_first(struct store *store, char **out, struct flip_error *error);

/* --- leagues of friends ------------------------------------------------------------------------------------------------ */

/// Somebody who was removed cannot come back by the link.
enum store_membership { STORE_MEMBER, STORE_LEFT, STORE_REMOVED };

struct store_league {
    char id[STORE_ID], owner[STORE_ID], name[STORE_NAME];
    int64_t created, closed; /* 0: it is open */
};
/// Keeps it: a new one, or owner, name and `closed` of one that was there.
int store_league_put(struct store *store, const struct store_league *league, struct flip_error *error);
/// 1: found, 0: there is none.
int store_league_get(struct store *store, const char *id, struct store_league *out, struct flip_error *error);
/// Somebody's place in it; 1: found, 0: they never belonged to it.
int store_league_member(struct store *store, const char *league, const char *person, enum store_membership *out,
                        struct flip_error *error);
/// Who joined before keeps that time.
int store_league_join(struct store *store, const char *league, const char *person, enum store_membership state,
                      int64_t time, struct flip_error *error);
/// How many belong or belonged to it; and how many open leagues somebody belongs to. -1: the store failed.
int64_t store_league_size(struct store *store, const char *league, struct flip_error *error);
int64_t store_league_count(struct store *store, const char *person, struct flip_error *error);

/// Everybody who belongs or belonged to it, in the order in which they joined: person, name, joined, state.
int store_league_members(struct store *store, const char *league, store_row_visit *visit, void *context,
                         struct flip_error *error);
/// The seats of all its finished games, newest game first: table, game, time, person, name, level, place, won.
int store_league_seats(struct store *store, const char *league, store_row_visit *visit, void *context,
                       struct flip_error *error);
/// Its tables that wait or run, newest first: table, status, head.
int store_league_tables(struct store *store, const char *league, int most, store_row_visit *visit, void *context,
                        struct flip_error *error);
