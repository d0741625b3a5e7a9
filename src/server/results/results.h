/*
 * What follows from a finished game: results, ratings, achievements, labels, the outcome of a daily try. All of it is derived only from the
 * table (its head and its record), by the same code when the game ends and when `flipside store rebuild` runs.
 */
#pragma once

#include "puzzles/puzzle.h"
#include "server/rooms/room.h"
#include "store/lists.h"
#include "store/puzzles.h"
#include "store/results.h"
#include "store/store.h"

#include <jansson.h>

/* A finished game, evaluated: what results, ratings and achievements are derived from. */

struct outcome {
    const struct room *room;
    struct flip_result result;
    int place[FLIP_MAX_SEATS];   /* from 1 */
    flip_set won;                /* who has won, of those who played to the end */
    int value[FLIP_MAX_SEATS];   /* the game's measure of success */
    const json_t *book;          /* the game's achievements and measure, or NULL */
    json_t *facts;               /* that all seats share: game, seats, options, result, view */
    json_t *own[FLIP_MAX_SEATS]; /* and each one's, with those */
    int64_t time;                /* of its last step */
    int64_t finished;
};

/* Glicko-2 after Mark Glickman's description: a rating, how sure it is (the deviation), and how steady (the volatility). */

struct glicko {
    double rating, deviation, volatility;
};

/// How a player did against another in a period: 1 won, 0.5 drawn, 0 lost.
struct glicko_meeting {
    struct glicko other;
    double score;
};

#define GLICKO_DEVIATION 350.0

/// Somebody who has never played.
struct glicko glicko_new(void);
/// Some periods without a game: the rating stays but becomes less certain.
struct glicko glicko_idle(struct glicko player, int periods);
/// The rating after a period with these meetings; the others' ratings are those before it.
struct glicko glicko_after(struct glicko player, const struct glicko_meeting *meetings, int count);

/* Ratings that follow from finished games. */

int derive_ratings(struct store *store, const struct outcome *outcome, struct flip_error *error);
/// Who was better: above 0 the first seat, below 0 the second.
int compare_seats(const struct outcome *outcome, int a, int b);

/* A person tried a puzzle: both get a new rating, as after a game between the two. */

/// What the store knows of a person's puzzles, or how somebody begins.
int solver_of(struct store *store, const char *person, const char *game, struct store_solver *out,
              struct flip_error *error);
/// The same of a puzzle: what the bots thought of it, until it is tried.
int puzzle_rated(struct store *store, const struct flip_puzzle *puzzle, struct store_puzzle *out,
                 struct flip_error *error);
/// The first try of a person. Streak, tries and ratings of `solver` are brought up to date, and all is kept but `solver` itself.
int puzzle_rate(struct store *store, const struct flip_puzzle *puzzle, const char *person, bool solved, int64_t time,
                struct store_solver *solver, struct flip_error *error);

/* The facts of a finished game, as the conditions of achievements name them (docs/achievements.md). */

/// What all seats share: game, seats, options, result, view. NULL: out of memory.
json_t *facts_shared(const struct room *room, struct flip_error *error);
/// What is known about a seat: the shared facts and its own.
json_t *facts_of(const struct outcome *outcome, int seat);

/// What is at a path in them: "result.cowbot.id", "mine.hands.0"; NULL: nothing.
const json_t *fact_at(const json_t *facts, const char *path);

/* Labels: what is counted of the seats' games, as a game's data says. */

int derive_labels(struct store *store, const struct outcome *outcome, struct flip_error *error);
/// The same of a table alone, for a game from before there were labels.
int label_room(struct store *store, const struct room *room, struct flip_error *error);
/// Begins to find them out for all such games, a little in every turn of the loop.
int labels_fill(struct loop *loop, struct flip_error *error);

/* Achievements and measures: what a game's data says about finished games. */

/// Called for every achievement that has just been reached.
typedef void achievement_teller(void *context, const char *person, const json_t *achievement);

/// A game's achievements and measure, to be released by the caller; NULL if it has none.
json_t *achievements_of(const struct flip_game *game);
int derive_achievements(struct store *store, const struct outcome *outcome, achievement_teller *tell, void *context,
                        struct flip_error *error);
/// The value that a solo game of this seat is measured by.
int measured(const json_t *book, const json_t *facts, int score);
/// 1: the highest value is best; -1: the lowest.
int measure_sign(const json_t *book);
/// `{"name","best"}`
json_t *measure_json(const json_t *book);
/// The best value in a row of LIST_GAMES_OF by that measure; null if every solo game was lost. A new reference.
json_t *measure_best(const json_t *book, const json_t *row);
/// How many parts an achievement needs.
int achievement_need(const json_t *achievement);

/* The daily challenge: its cards, and whether a try counts. */

enum { DAILY_BOT = 16 };

/// Under which name the try of a bot of that level is kept.
void daily_bot_name(int level, char out[DAILY_BOT]);

/// The seed of a day's challenge: nobody can predict it without the server's secret.
void daily_seed(const unsigned char secret[STORE_SECRET_BYTES], const char *game, const char *day,
                unsigned char seed[FLIP_SEED_BYTES]);

/// Why a try does not count if its cards were seen on the same device before.
extern const char daily_known_here[];

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
