/*
 * What follows from a finished game: results, ratings, achievements, the outcome of a daily try. All of it is derived only from the
 * table (its head and its record), by the same code when the game ends and when `flipside store rebuild` runs.
 */
#ifndef FLIPSIDE_SERVER_RESULTS_RESULTS_H
#define FLIPSIDE_SERVER_RESULTS_RESULTS_H

#include "server/results/achievements.h"
#include "server/rooms/room.h"

/// Writes all that follows into the store. `finished` gives the order of games; `tell` may be NULL.
int derive(struct store *store, const unsigned char secret[STORE_SECRET_BYTES], const struct room *room,
           int64_t finished, achievement_teller *tell, void *context, struct flip_error *error);
/// Derives everything that follows from records again. `report` is called for each table that is wrong.
struct derive_report {
    void (*broken)(void *context, const char *table, const char *why);
    void *context;
    int games;
};
int derive_all(struct store *store, struct derive_report *report, struct flip_error *error);

#endif
