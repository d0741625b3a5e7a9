/* What `flipside play` does once it is told what to play; `flipside learn` ends there too. */
#ifndef FLIPSIDE_TERMINAL_COMMANDS_PARTS_H
#define FLIPSIDE_TERMINAL_COMMANDS_PARTS_H

#include "faces/terminal/local/local.h"
#include "faces/terminal/match/match.h"
#include "faces/terminal/window/window.h"

#include <flipside/game.h>

/// Plays on the screen or in the dialogue, as the settings and the terminal say.
int flip_play(struct flip_settings *settings, int pace, struct flip_error *error);
/// --plain, --ascii, --no-color, --help; false: it is something else.
bool flip_play_flag(struct flip_settings *settings, const char *word);
/// --NAME TEXT or --NAME=TEXT at this place of the command line; false: it is something else.
bool flip_play_text(int argc, char **argv, int *place, const char *name, const char **out);
/// Is there no screen, or is none wanted?
bool flip_play_plainly(const struct flip_settings *settings);
/// Only ASCII: it is wanted so, or the locale knows no more.
bool flip_play_ascii(const struct flip_settings *settings);
/// How long each step of the others is shown, in milliseconds; -1 with an error.
int flip_play_pace(const struct flip_settings *settings, struct flip_error *error);

/* The first question of all: which game, or first lessons or puzzles? */

enum { FLIP_MENU_ITEMS = 33 };

struct flip_menu {
    const char *words[FLIP_MENU_ITEMS], *titles[FLIP_MENU_ITEMS], *about[FLIP_MENU_ITEMS];
    int count;
};

/// Asks on the screen, or in the dialogue (`paint` is NULL), where an item is chosen by its number or word; -1: nothing was chosen.
int flip_home_choose(const struct flip_paint *paint, bool ascii, const char *question, const struct flip_menu *menu);

enum flip_home_else { FLIP_HOME_GAME, FLIP_HOME_LESSONS, FLIP_HOME_PUZZLES };

/// Which game; NULL: none was chosen, or what `instead` (unless that is NULL) says.
const struct flip_game *flip_home_ask(const struct flip_paint *paint, bool ascii, const char *question,
                                      enum flip_home_else *instead);

/* The lessons of the games at this terminal: which there are, which comes next, and playing them one after the other. */

/// Where lessons are played, and from which one on.
struct flip_lessons {
    const struct flip_paint *paint; /* NULL: the dialogue */
    bool ascii;
    int pace; /* milliseconds */
    const struct flip_game *game;
    const struct flip_edition *edition; /* the learner's own; NULL: the classic */
    int number;                         /* counted from 0 */
    bool again;                         /* from its beginning, though it was left halfway */
};

/// How many lessons the game has.
int flip_lessons_count(const struct flip_game *game);
/// The first one that was not learnt yet; the very first when all are.
int flip_lessons_next(const struct flip_game *game);
/// Has nobody learnt a lesson of this game here?
bool flip_lessons_newcomer(const struct flip_game *game);
/// The lesson with that number (counted from 1) or whose title begins so; -1: an error.
int flip_lessons_find(const struct flip_game *game, const char *word, struct flip_error *error);
/// Prints the lessons of all games.
void flip_lessons_list(bool ascii);
/// Plays lessons until the learner leaves: FLIP_MATCH_QUIT, FLIP_MATCH_PLAY (now the game itself), or -1.
int flip_lessons_play(struct flip_lessons *lessons, struct flip_error *error);

/* Puzzles at this terminal: the next one, today's, or one by its name, and those after it. */

struct flip_solving {
    const struct flip_paint *paint; /* NULL: the dialogue */
    bool ascii;
    const struct flip_game *game;
    const char *file;               /* with the puzzles; NULL: those that come with the program */
    const char *which;              /* "next", "today" or a name; NULL: ask */
    char played_on[FLIP_PATH_SIZE]; /* with FLIP_MATCH_PLAY: the game from the last puzzle on */
};

/// Solves puzzles until the player leaves: FLIP_MATCH_QUIT, FLIP_MATCH_PLAY, or -1.
int flip_solving_play(struct flip_solving *solving, struct flip_error *error);

#endif
