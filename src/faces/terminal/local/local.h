/* Games and lessons at this terminal. */
#pragma once

#include "bots/player.h"
#include "faces/terminal/match/match.h"
#include "puzzles/puzzle.h"

/// A game prepared from the command line, with nothing dealt yet.
struct flip_deal {
    struct flip_table_def def;
    struct flip_edition *edition;
    struct flip_seed_draw draw; /* how the seed was drawn; this program is dealer and client in one */
    unsigned char seed[FLIP_SEED_BYTES];
    char names[FLIP_MAX_SEATS][40];
    struct flip_player players[FLIP_MAX_SEATS];
    char seats[FLIP_SEATS_TEXT];
    char commitment[FLIP_HEX_SIZE];
};

/// Fills `def` and `players` and draws the seed, so that the commitment can be shown before the first card.
int flip_deal_prepare(struct flip_deal *deal, const struct flip_settings *settings, struct flip_error *error);
void flip_deal_free(struct flip_deal *deal);

/*
 * A game at this terminal: a table in this process, with people and bots on its seats. A running game is saved after
 * every step, so that nothing is lost whatever happens to the window; a finished one moves to its own file.
 */

/// Opens the table of a prepared deal; NULL: an error.
struct flip_match *flip_local_begin(const struct flip_deal *deal, const struct flip_settings *settings,
                                    struct flip_error *error);
/// Resumes a kept game; NULL: an error.
struct flip_match *flip_local_resume(const char *path, const struct flip_settings *settings, struct flip_error *error);
/// The path where a running game with these settings is kept; creates the folder.
int flip_local_place(const struct flip_settings *settings, char path[FLIP_PATH_SIZE], struct flip_error *error);

/* Progress at this terminal: lessons learnt, puzzles solved, and how far the others are; in files of the data
   folder. */

#define FLIP_LESSONS_FILE "lessons.json"
#define FLIP_PUZZLES_FILE "puzzles.json"

struct flip_learnt {
    bool learnt; /* or solved at the first try */
    int moves;   /* the learner's, in a lesson that was left halfway; tries at a puzzle */
};

/// A lesson is identified by its title, a puzzle by its name. Unreadable progress counts as none.
struct flip_learnt flip_learnt_read(const char *file, const char *game, const char *title);
int flip_learnt_write(const char *file, const char *game, const char *title, struct flip_learnt learnt,
                      struct flip_error *error);

/*
 * A lesson as a match: the table of table/lesson.h, where only the learner decides. Progress is saved after every move.
 */

/// Opens the lesson with that number (from 0), where it was left or at its beginning. NULL: an error.
struct flip_match *flip_lesson_match(const struct flip_game *game, int number, const struct flip_edition *edition,
                                     bool again, struct flip_error *error);

/// A puzzle as a match: one choice is judged, and then it is over. The caller keeps the puzzle. NULL: an error.
struct flip_match *flip_puzzle_match(const struct flip_puzzle *puzzle, struct flip_error *error);
