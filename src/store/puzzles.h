/* Puzzles, and the analyses of finished games. */
#pragma once

#include "store/store.h"

/// How hard a puzzle is, or how well a person solves them.
struct store_puzzle {
    double rating, deviation, volatility;
    int tries, solved;
};
/// 1: found, 0: nobody has tried it.
int store_puzzle_get(struct store *store, const char *id, struct store_puzzle *out, struct flip_error *error);
int store_puzzle_put(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                     struct flip_error *error);
/// Keeps a puzzle that was mined here, unless there is one of that name.
int store_puzzle_keep(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                      const char *line, struct flip_error *error);
/// The first try of a person at a puzzle; later ones are not kept.
int store_puzzle_try_put(struct store *store, const char *person, const char *puzzle, const char *game, bool solved,
                         int64_t time, struct flip_error *error);
/// 1: this person has tried it.
int store_puzzle_tried(struct store *store, const char *person, const char *puzzle, struct flip_error *error);

/// A person's puzzles of one game.
struct store_solver {
    struct store_puzzle rated;
    int streak, longest; /* solved in a row: now, and at best */
    int days;            /* in a row on which the daily puzzle was solved, up to `day` */
    char day[11];
    int64_t rush_began; /* of the last rush; 0: there was none */
    int rush_solved, rush_missed, rush_best;
    int64_t time; /* of the last try */
};
/// 1: found, 0: they have not tried any.
int store_solver_get(struct store *store, const char *person, const char *game, struct store_solver *out,
                     struct flip_error *error);
int store_solver_put(struct store *store, const char *person, const char *game, const struct store_solver *solver,
                     struct flip_error *error);

/// May this person's games be mined for puzzles? Nobody's may who has not said so.
int store_puzzle_consent_put(struct store *store, const char *person, bool on, int64_t time, struct flip_error *error);
/// 1: they have agreed.
int store_puzzle_consent(struct store *store, const char *person, struct flip_error *error);
/// A finished game that was not mined yet and whose players have all agreed: 1 (to be freed), or 0 if there is none.
int store_puzzle_source(struct store *store, char **table, struct flip_error *error);
int store_puzzle_mined_put(struct store *store, const char *table, struct flip_error *error);

/* --- analyses ----------------------------------------------------------------------------------------------------- */

/// The analysis of a finished game as JSON. A table has one, and none that is no more.
int store_analysis_put(struct store *store, const char *table, const char *json, struct flip_error *error);
/// 1: found (to be freed), 0: there is none, -1: the store failed.
int store_analysis_get(struct store *store, const char *table, char **out, struct flip_error *error);
/// The next table, after this one, whose analysis begins with the key "wanted": somebody asked, and it is not finished.
int store_analysis_wanted(struct store *store, const char *after, char **out, struct flip_error *error);
