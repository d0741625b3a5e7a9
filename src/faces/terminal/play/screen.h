/*
 * The table on the screen. screen.c drives it: keys, mouse, bots, hints; choice.c finds the move that is pointed at; windows.c
 * asks; paint.c and list.c show. All they know of a game is what a match answers.
 */
#ifndef FLIPSIDE_TERMINAL_PLAY_SCREEN_H
#define FLIPSIDE_TERMINAL_PLAY_SCREEN_H

#include "faces/terminal/play/play.h"
#include "faces/terminal/sheet/sheet.h"
#include "faces/terminal/window/window.h"

/*
 * Aiming: filling a move's open numbers in with keys. Angles go with left and right, everything else with up and down; the
 * face shows what it comes to after every key. Nothing here knows what is being aimed at.
 */
struct flip_aim {
    bool on;
    struct flip_action template;
    int count;
    struct flip_range range[FLIP_MAX_RANGES];
    int32_t value[FLIP_MAX_RANGES];
    int turning; /* the angle that left and right turn */
    /* The last aims by name, to begin the next with. */
    struct {
        const char *name;
        int32_t value;
    } last[FLIP_MAX_RANGES];
};

enum flip_aim_answer { FLIP_AIM_GOES_ON, FLIP_AIM_DONE, FLIP_AIM_LEFT, FLIP_AIM_OTHER };

/// Begins to aim; false: the action is exact, there is nothing to aim.
bool flip_aim_begin(struct flip_aim *aim, struct flip_match *match, int seat, const struct flip_action *action);
/// A key: turns, strengthens, ends (Enter: DONE; Escape: LEFT); OTHER: the key means nothing here.
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
enum { FLIP_READING = 1024 };  /* what a lesson says */

struct flip_screen {
    struct flip_match *match;
    const struct flip_paint *paint;

    int viewer; /* the seat at the keyboard, or FLIP_PUBLIC when only bots play */
    int shown;  /* whose sheet is on the screen */
    struct flip_actions actions;
    struct flip_board board;
    struct flip_story story;
    struct flip_story_line
        *voices; /* what was said at a server's table; its step is the one before which it was heard */
    int voice_count;
    int news; /* steps the viewer had seen when it last acted: later ones are news */

    bool in_list;             /* the list has the arrow keys, not the sheet */
    int list[FLIP_MAX_MOVES]; /* the actions that are listed: all that fit the pins and the filter */
    int list_count, list_at, list_top;
    /* How it stands in the window; set by painting. */
    int list_across, list_pitch; /* so many lists beside each other, and how far from one to the next */
    int row_of[FLIP_LIST_ROWS];  /* which line each row shows, through one list after the other */
    int log_back;                /* how many lines the log is scrolled back */

    struct flip_aim aim; /* a move whose numbers are being chosen */
    enum flip_screen_input input;
    char typed[FLIP_MOVE_TEXT];
    char filter[FLIP_MOVE_TEXT];
    char message[FLIP_ERROR_SIZE];
    enum flip_style message_style;

    bool asked;                 /* for a hint, which is still being thought about */
    bool judged;                /* the tutor is still thinking about the last move */
    bool weighing;              /* … or about this one, which is not made yet: */
    struct flip_action weighed; /* chosen again, it is made at once */
    int pace;                   /* milliseconds that each step of the others is shown; 0: none */
    int rest;                   /* of them, before the next one */
    bool *seen;                 /* the lines of the story that were shown; room for so many: */
    int seen_room;
    int held;     /* so many lines are still to be told, one by one */
    bool hurried; /* a key was pressed meanwhile: no more of that until it is a person's turn */
    bool hinted;  /* it is in the list */
    bool told_result;
    bool offline; /* the line to a distant table is down, and the message says so */

    /* Where things are, for clicks; set by painting. */
    struct flip_rect canvas_at, list_rect, log_rect;
};

/// The action under the cursor, if pins and cursor leave exactly one or the list has it; else NULL.
const struct flip_action *flip_screen_chosen(const struct flip_screen *screen);
/// Makes the list anew from pins and filter.
void flip_screen_list(struct flip_screen *screen);
/// The next spot from this one on that is worth pointing at; in a lesson first one that belongs to what it means. -1: none.
int flip_screen_next_spot(const struct flip_screen *screen, int from);
/// Forgets pins, cursor and filter.
void flip_screen_restart(struct flip_screen *screen);
/// Puts the cursor on a spot (-1: none); the list follows, and what the spot says is said.
void flip_screen_point(struct flip_screen *screen, int spot);
/// Says what the spot under the cursor says; false: it says nothing.
bool flip_screen_read(struct flip_screen *screen);
/// Goes from spot to spot, or up and down in the list.
void flip_screen_arrow(struct flip_screen *screen, int dx, int dy);
void flip_screen_tab(struct flip_screen *screen, int step);
/// Escape: leaves another's sheet, the filter, the list, or takes back the last pin.
void flip_screen_step_back(struct flip_screen *screen);

/// The move of the list that the lesson means, NULL if there is none; and what the lesson says.
const flip_move *flip_screen_meant(const struct flip_screen *screen);
void flip_screen_reading(const struct flip_screen *screen, char out[FLIP_READING]);

/// A sentence for the foot, until the next key.
void flip_screen_say(struct flip_screen *screen, enum flip_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Shows the result and asks what comes next: a flip_match_end, or -1 to look at the table.
int flip_screen_result(struct flip_screen *screen);
void flip_screen_save(struct flip_screen *screen);
/// Asks whether to keep the game. True: leave.
bool flip_screen_quit(struct flip_screen *screen);
/// The shown sheet alone, page by page.
void flip_screen_sheet(struct flip_screen *screen);
void flip_screen_search(struct flip_screen *screen);
void flip_screen_help(struct flip_screen *screen);
/// What was said at the table before.
void flip_screen_older(struct flip_screen *screen);

/// After the story was told anew: holds back what others did and what was turned up since, to be told line by line.
void flip_screen_hold(struct flip_screen *screen);
/// Tells the next line; false: there is none.
bool flip_screen_tell_next(struct flip_screen *screen);
void flip_screen_tell_all(struct flip_screen *screen);

/// Paints what may be done.
void flip_screen_paint_actions(struct flip_screen *screen, struct flip_rect rect);
/// Paints everything.
void flip_screen_paint(struct flip_screen *screen);

#endif
