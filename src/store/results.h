/* What is made from records (results, ratings, achievements) and the daily challenge. */
#pragma once

#include "store/store.h"

/// A rating means something once its deviation is no more than this and so many games were played: until then it is not shown. Macros,
/// since statements of SQL have them too.
#define STORE_PROVISIONAL 110
#define STORE_FIRST_GAMES 5

/// Is everything that can be made from records there? Not after an older file was brought up to date.
bool store_derived(struct store *store);
int store_derived_put(struct store *store, struct flip_error *error);
/// Forgets results, ratings, achievements and outcomes of daily tries; `flipside store rebuild` puts them back.
int store_derived_clear(struct store *store, struct flip_error *error);

/// One seat's outcome of a finished game.
struct store_result {
    const char *table, *game;
    const char *person; /* NULL: a bot, or somebody whose account was deleted */
    const char *name, *daily;
    int seat, seats, level, score, value, place;
    bool won, gone, helped;
    int64_t time;
};
int store_result_put(struct store *store, const struct store_result *result, struct flip_error *error);
/// How many results there are, for reports.
int store_result_count(struct store *store, struct flip_error *error);

/// Something that is counted of the game of a seat: "Character", "The Cheat".
int store_label_put(struct store *store, const char *table, int seat, const char *name, const char *value,
                    struct flip_error *error);
/// All labels of a table are there.
int store_labelled(struct store *store, const char *table, struct flip_error *error);
/// A table whose labels are still to be found out; 1: found (to be freed), 0: there is none.
int store_unlabelled(struct store *store, char **table, struct flip_error *error);

struct store_rating {
    double rating, deviation, volatility;
    int games;
    int64_t time; /* of the last game */
};
/// What the game did to the rating of who played in that seat.
int store_result_rate(struct store *store, const char *table, int seat, const struct store_rating *before,
                      const struct store_rating *after, struct flip_error *error);
/// A player is a person's id, or "bot 3". 1: found, 0: never rated.
int store_rating_get(struct store *store, const char *game, const char *player, struct store_rating *out,
                     struct flip_error *error);
int store_rating_put(struct store *store, const char *game, const char *player, const struct store_rating *rating,
                     struct flip_error *error);

/// A part of an achievement: one that is reached in a single game has one part, called "". 1: it is new, 0: it was there.
int store_achievement_put(struct store *store, const char *person, const char *game, const char *id, const char *part,
                          const char *table, int64_t time, struct flip_error *error);

/* --- the daily challenge ------------------------------------------------------------------------------------------ */

struct store_try {
    const char *day, *game, *person, *table;
    int64_t began;
    bool counted;
    const char *why; /* it does not count */
    int score, value;
    int64_t time;
};
/// The one try of a person. 1: it is kept, 0: there was one already.
int store_daily_try(struct store *store, const struct store_try *a_try, struct flip_error *error);
/// How it ended.
int store_daily_outcome(struct store *store, const struct store_try *a_try, struct flip_error *error);
/// The table of a person's try; 1: found (to be freed), 0: there is none.
int store_daily_table(struct store *store, const char *day, const char *game, const char *person, char **out,
                      struct flip_error *error);
