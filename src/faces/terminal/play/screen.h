/*
 * The table on the screen. screen.c handles keys, mouse, bots and hints; choice.c finds the move that is pointed at;
 * windows.c asks; paint.c and list.c paint. They know a game only through its match.
 */
#pragma once

#include "faces/terminal/play/play.h"
#include "faces/terminal/sheet/sheet.h"

/*
 * Aiming: filling in a move's open numbers with keys, angles with left and right, others with up and down. The face
 * shows the result after every key.
 */
struct flip_aim {
    bool on;
    struct flip_action template;
    int count;
    struct flip_range range[FLIP_MAX_RANGES];
    int32_t value[FLIP_MAX_RANGES];
    int turning; /* the angle that left and right turn */
    /* The last aims by name, from which the next one starts. */
    struct {
        const char *name;
        int32_t value;
    } last[FLIP_MAX_RANGES];
};

enum flip_aim_answer { FLIP_AIM_GOES_ON, FLIP_AIM_DONE, FLIP_AIM_LEFT, FLIP_AIM_OTHER };

/// Begins to aim; false: the action is exact.
bool flip_aim_begin(struct flip_aim *aim, struct flip_match *match, int seat, const struct flip_action *action);
/// Handles a key: turns, strengthens, ends (Enter: DONE; Escape: LEFT); OTHER: the key has no meaning here.
enum flip_aim_answer flip_aim_key(struct flip_aim *aim, int key);
/// The action as it is aimed now.
int flip_aim_action(const struct flip_aim *aim, struct flip_match *match, int seat, struct flip_action *out,
                    struct flip_error *error);
/// "angle 12.5, speed 1800".
void flip_aim_text(const struct flip_aim *aim, struct flip_text *out);
/// How to aim, for a key line of that width.
void flip_aim_keys(const struct flip_aim *aim, int width, struct flip_text *out);

enum flip_screen_input { FLIP_INPUT_NONE, FLIP_INPUT_COMMAND, FLIP_INPUT_FILTER };

enum { FLIP_LIST_ROWS = 512 }; /* of a window, at most, that can be clicked on */
enum { FLIP_READING = 1024 };  /* the text of a lesson */

struct flip_screen {
    struct flip_match *match;
    const struct flip_paint *paint;

    int viewer; /* the seat at the keyboard, or FLIP_PUBLIC when only bots play */
    int shown;  /* the seat whose sheet is on the screen */
    struct flip_actions actions;
    struct flip_board board;
    struct flip_story story;
    struct flip_story_line *voices; /* the talk at a server's table; its step is the one before which it was heard */
    int voice_count;
    int news; /* steps that the viewer had seen when it last acted: later ones are news */

    bool in_list;             /* the list has the arrow keys, not the sheet */
    int list[FLIP_MAX_MOVES]; /* the listed actions: all that match pins and filter */
    int list_count, list_at, list_top;
    /* Its layout; set by painting. */
    int list_across, list_pitch; /* columns, and the distance from one to the next */
    int row_of[FLIP_LIST_ROWS];  /* the line that each row shows, column by column */
    int log_back;                /* how many lines the log is scrolled back */

    struct flip_aim aim; /* a move whose numbers are being chosen */
    enum flip_screen_input input;
    char typed[FLIP_MOVE_TEXT];
    char filter[FLIP_MOVE_TEXT];
    char message[FLIP_ERROR_SIZE];
    enum flip_style message_style;

    bool asked;                 /* for a hint, which is not ready yet */
    bool judged;                /* the tutor is still thinking about the last move */
    bool weighing;              /* … or about this one, before it is made: */
    struct flip_action weighed; /* choosing it again makes it at once */
    int pace;                   /* milliseconds that each step of the others is shown; 0: none */
    int rest;                   /* milliseconds left until the next one */
    bool *seen;                 /* the lines of the story that were shown; with room for: */
    int seen_room;
    int held;     /* how many lines are still to be told, one by one */
    bool hurried; /* a key was pressed: no more pauses until it is a person's turn */
    bool hinted;  /* the hint is in the list */
    bool told_result;
    bool offline; /* the connection is lost, and the message says so */

    /* Where things are, for clicks; set by painting. */
    struct flip_rect canvas_at, list_rect, log_rect;
};

/// The chosen action: the only one left by pins and cursor, or the one in the list; else NULL.
const struct flip_action *flip_screen_chosen(const struct flip_screen *screen);
/// Rebuilds the list from pins and filter.
void flip_screen_list(struct flip_screen *screen);
/// The next useful spot from this one on, in a lesson first one of its move; -1: none.
int flip_screen_next_spot(const struct flip_screen *screen, int from);
/// Forgets pins, cursor and filter.
void flip_screen_restart(struct flip_screen *screen);
/// Puts the cursor on a spot (-1: none); the list follows, and the spot's note is shown.
void flip_screen_point(struct flip_screen *screen, int spot);
/// Shows the note of the spot under the cursor; false: it has none.
bool flip_screen_read(struct flip_screen *screen);
/// Moves from spot to spot, or up and down in the list.
void flip_screen_arrow(struct flip_screen *screen, int dx, int dy);
void flip_screen_tab(struct flip_screen *screen, int step);
/// Escape: leaves another's sheet, the filter, the list, or takes back the last pin.
void flip_screen_step_back(struct flip_screen *screen);

/// The lesson's move in the list, or NULL; and the lesson's text.
const flip_move *flip_screen_meant(const struct flip_screen *screen);
void flip_screen_reading(const struct flip_screen *screen, char out[FLIP_READING]);

/// A sentence for the foot, until the next key.
void flip_screen_say(struct flip_screen *screen, enum flip_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Shows the result and asks what comes next: a flip_match_end, or -1 to look at the table.
int flip_screen_result(struct flip_screen *screen);
/// Writes the record to that file; "": asks which.
void flip_screen_save(struct flip_screen *screen, const char *file);
/// Asks whether to keep the game. Returns true to leave.
bool flip_screen_quit(struct flip_screen *screen);
/// Asks whether to forget the game. Returns true to leave.
bool flip_screen_forget(struct flip_screen *screen);
/// A seat's sheet alone, page by page.
void flip_screen_sheet(struct flip_screen *screen, int seat);
void flip_screen_search(struct flip_screen *screen);
void flip_screen_help(struct flip_screen *screen);
void flip_screen_rules(struct flip_screen *screen);
/// The sheet of a seat in words; what a move could be aimed at; how everybody stands; the goals.
void flip_screen_words(struct flip_screen *screen, int seat);
void flip_screen_aim(struct flip_screen *screen, const char *move);
void flip_screen_scores(struct flip_screen *screen);
void flip_screen_goals(struct flip_screen *screen);
/// Shows earlier chat.
void flip_screen_older(struct flip_screen *screen);

/// After the story was told again: holds back new lines of others and the dealer, to tell them one by one.
void flip_screen_hold(struct flip_screen *screen);
/// Shows the next line; false: there is none.
bool flip_screen_tell_next(struct flip_screen *screen);
void flip_screen_tell_all(struct flip_screen *screen);

/// Paints the list of moves.
void flip_screen_paint_actions(struct flip_screen *screen, struct flip_rect rect);
/// Paints everything.
void flip_screen_paint(struct flip_screen *screen);
