/*
 * What follows from a finished game: results, ratings, achievements, the outcome of a daily try. All of it is made from the table
 * (its head and its record) and nothing else, by the same code when the game ends and when `flipside store rebuild` makes it anew.
 */
#ifndef FLIPSIDE_SERVER_RESULTS_H
#define FLIPSIDE_SERVER_RESULTS_H

#include "server/room.h"

/// A finished game, looked at.
struct outcome {
    const struct room *room;
    struct flip_result result;
    int place[FLIP_MAX_SEATS]; /* from 1 */
    int value[FLIP_MAX_SEATS]; /* what the game measures success by */
    json_t *book;              /* the game's achievements and measure, or NULL */
    json_t *facts;             /* that all seats share: game, seats, options, result, view */
    int64_t time;              /* of its last step */
    int64_t finished;
};

/// Told for every achievement that has just been reached.
typedef void achievement_teller(void *context, const char *person, const json_t *achievement);

/// Writes all that follows into the store. `finished` gives the order of games; `tell` may be NULL.
int derive(struct store *store, const unsigned char secret[STORE_SECRET_BYTES], const struct room *room,
           int64_t finished, achievement_teller *tell, void *context, struct flip_error *error);
/// Makes everything anew that follows from records. `report` is called for each table that does not fit.
struct derive_report {
    void (*broken)(void *context, const char *table, const char *why);
    void *context;
    int games;
};
int derive_all(struct store *store, struct derive_report *report, struct flip_error *error);

/* --- ratings.c --- */
int derive_ratings(struct store *store, const struct outcome *outcome, struct flip_error *error);
/// Who was better: above 0 the first seat, below 0 the second.
int compare_seats(const struct outcome *outcome, int a, int b);

/* --- achievements.c --- */
/// What a game's data says: achievements and measure, to be given up by the caller; NULL if it brings none.
json_t *achievements_of(const struct flip_game *game);
int derive_achievements(struct store *store, const struct outcome *outcome, achievement_teller *tell, void *context,
                        struct flip_error *error);
/// What is known about a seat: the shared facts and its own.
json_t *facts_of(const struct outcome *outcome, int seat);
/// The value that a solo game of this seat is measured by.
int measured(const json_t *book, const json_t *facts, int score);
/// 1: the highest value is best; -1: the lowest.
int measure_sign(const json_t *book);
/// `{"name","best"}`
json_t *measure_json(const json_t *book);
/// The best of a row of LIST_GAMES_OF by that measure; null if every game alone was lost. A new reference.
json_t *measure_best(const json_t *book, const json_t *row);
/// How many parts an achievement needs.
int achievement_need(const json_t *achievement);

/* --- result_flicks.c --- */
/// The flicks of a game, as facts; empty where nothing is flicked.
json_t *all_flicks(const struct flip_table *table);
/// Those of one seat.
json_t *flicks_of(const json_t *flicks, int seat);

/* --- daily.c --- */
int derive_daily(struct store *store, const unsigned char secret[STORE_SECRET_BYTES], const struct outcome *outcome,
                 struct flip_error *error);

/// The seed of a day's challenge: nobody can foretell it without the server's secret.
void daily_seed(const unsigned char secret[STORE_SECRET_BYTES], const char *game, const char *day,
                unsigned char seed[FLIP_SEED_BYTES]);
/// The day of a time, by UTC; and when it ends (0: that is no day).
void day_of(int64_t time, char day[DAY_SIZE]);
int64_t day_end(const char *day);

#endif
