/* Playing in the terminal, for `flipside play` and `flipside learn`. */
#pragma once

#include "faces/terminal/local/local.h"
#include "faces/terminal/match/match.h"
#include "faces/terminal/window/window.h"

#include <flipside/game.h>

/// Plays on the screen or in the dialogue, depending on settings and terminal.
int flip_play(struct flip_settings *settings, int pace, struct flip_error *error);
/// Reads --plain, --ascii, --no-color or --help; false: it is something else.
bool flip_play_flag(struct flip_settings *settings, const char *word);
/// Reads --NAME TEXT or --NAME=TEXT; false: it is something else.
bool flip_play_text(int argc, char **argv, int *place, const char *name, const char **out);
/// Is there no screen, or is the dialogue wanted?
bool flip_play_plainly(const struct flip_settings *settings);
/// Use only ASCII, by request or because the locale has no UTF-8?
bool flip_play_ascii(const struct flip_settings *settings);
/// How long each step of the others is shown, in milliseconds; -1 with an error.
int flip_play_pace(const struct flip_settings *settings, struct flip_error *error);

/* The first question: which game, or lessons or puzzles instead? */

enum { FLIP_MENU_ITEMS = 33 };

struct flip_menu {
    const char *words[FLIP_MENU_ITEMS], *titles[FLIP_MENU_ITEMS], *about[FLIP_MENU_ITEMS];
    int count;
};

/// Asks on the screen, or without `paint` in the dialogue, for an item by number or word; -1: nothing was chosen.
int flip_home_choose(const struct flip_paint *paint, bool ascii, const char *question, const struct flip_menu *menu);

enum flip_home_else { FLIP_HOME_GAME, FLIP_HOME_LESSONS, FLIP_HOME_PUZZLES };

/// Asks for a game; NULL: none was chosen, or what `instead` (if not NULL) says.
const struct flip_game *flip_home_ask(const struct flip_paint *paint, bool ascii, const char *question,
                                      enum flip_home_else *instead);

/* The lessons at this terminal: listing them, finding the next one, and playing them one after the other. */

/// How to play lessons, and from which one on.
struct flip_lessons {
    const struct flip_paint *paint; /* NULL: the dialogue */
    bool ascii;
    int pace; /* milliseconds */
    const struct flip_game *game;
    const struct flip_edition *edition; /* the learner's own; NULL: the classic */
    int number;                         /* counted from 0 */
    bool again;                         /* from its beginning, even if it was left halfway */
};

/// How many lessons the game has.
int flip_lessons_count(const struct flip_game *game);
/// The first lesson that was not learnt yet, or the very first if all were.
int flip_lessons_next(const struct flip_game *game);
/// Has nobody learnt a lesson of this game here?
bool flip_lessons_newcomer(const struct flip_game *game);
/// The lesson with that number (from 1), or whose title begins with `word`; -1: an error.
int flip_lessons_find(const struct flip_game *game, const char *word, struct flip_error *error);
/// Prints the lessons of all games.
void flip_lessons_list(bool ascii);
/// Plays lessons until the learner leaves. Returns FLIP_MATCH_QUIT, FLIP_MATCH_PLAY (now the game itself), or -1.
int flip_lessons_play(struct flip_lessons *lessons, struct flip_error *error);

/* Puzzles at this terminal, from the next one, today's or a named one on. */

struct flip_solving {
    const struct flip_paint *paint; /* NULL: the dialogue */
    bool ascii;
    const struct flip_game *game;
    const char *file;               /* with the puzzles; NULL: those that come with the program */
    const char *which;              /* "next", "today" or a name; NULL: ask */
    char played_on[FLIP_PATH_SIZE]; /* with FLIP_MATCH_PLAY: the game from the last puzzle on */
};

/// Plays puzzles until the player leaves. Returns FLIP_MATCH_QUIT, FLIP_MATCH_PLAY, or -1.
int flip_solving_play(struct flip_solving *solving, struct flip_error *error);
