/*
 * A match: one game being played, as the faces of the terminal know it. Screen and dialogue ask these questions and no others.
 * local/ answers them from a table in this process, remote/ from what a server tells; so a face never knows where the table
 * stands, except where it has to say so.
 */
#ifndef FLIPSIDE_TERMINAL_MATCH_MATCH_H
#define FLIPSIDE_TERMINAL_MATCH_MATCH_H

#include "core/codes.h"
#include "faces/terminal/match/story.h"
#include "table/lesson.h"

#include <flipside/bot.h>
#include <flipside/error.h>
#include <jansson.h>
#include <stdbool.h>

enum { FLIP_TELL_TEXT = 160 };

/*
 * What a seat may do now, ready to be shown: every legal move with its notation, its sentence and what it changes in the
 * seat's score at once; and, after a hint, what each is worth.
 */
struct flip_action {
    flip_move move; /* to be compared with the spots of a sheet */
    char text[FLIP_MOVE_TEXT];
    char tell[FLIP_TELL_TEXT];
    int gain;           /* points at once */
    bool valued;        /* a hint spoke about it: */
    double value;       /* as flip_choice has it, */
    char why[FLIP_WHY]; /* with what speaks for it, or "" */
};

struct flip_actions {
    int seat;
    int count;
    struct flip_action *list;  /* room for FLIP_MAX_MOVES */
    uint64_t offer;            /* the list as one number: another list, another number */
    int hinted;                /* so many lines at the beginning are a hint's, best first */
    int flicks;                /* so many of those are not moves of the list: flicks with the hint's own numbers */
    struct flip_result result; /* the scores that the seat may know */
};

int flip_actions_open(struct flip_actions *actions, struct flip_error *error);
void flip_actions_free(struct flip_actions *actions);
/// Empties the list for `seat`.
void flip_actions_clear(struct flip_actions *actions, int seat);
/// An empty line at the end of the list; NULL: the list is full.
struct flip_action *flip_actions_add(struct flip_actions *actions);
/// Puts the next best choice of a hint behind those before it. A few flicks, with their numbers, become lines of their own.
void flip_actions_hint(struct flip_actions *actions, const struct flip_action *choice);
/// The place of a notation in the list from `from` on, or -1.
int flip_actions_find(const struct flip_actions *actions, int from, const char *text);
/// How a line compares with the best one of a hint, in words: "best", "as good" …; a search knows no interval of its values, so no figure is
/// told. "": the hint does not say. `alone`: values are points.
const char *flip_actions_worth(const struct flip_actions *actions, const struct flip_action *action, bool alone);
/// Do all words of `filter` stand in the action's notation or sentence? Case does not matter.
bool flip_action_matches(const struct flip_action *action, const char *filter);

/// For `offer`: goes on with a hash (at first 0) by some bytes.
uint64_t flip_actions_hash(uint64_t hash, const void *bytes, size_t count);

/* Where the terminal keeps things: running and finished games, and who we are at which server. */

enum { FLIP_PATH_SIZE = 4096 };

/// $XDG_DATA_HOME/flipside/NAME, or ~/.local/share/flipside/NAME; the folder exists afterwards.
int flip_files_data(const char *name, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// A new name for the record of a finished game, made of the game's id and the time.
int flip_files_finished(const char *game, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// Is there something to be read?
bool flip_files_there(const char *path);

enum { FLIP_SEATS_TEXT = 1024, FLIP_GIVEN_OPTIONS = 32 };

/// What the command line asked for.
struct flip_settings {
    const struct flip_game *game; /* NULL: ask */
    char seats[FLIP_SEATS_TEXT];  /* "": the default */
    struct {
        const char *name, *value;
    } given[FLIP_GIVEN_OPTIONS]; /* options of the game */
    int given_count;
    const char *edition, *seed, *load, *save;
    const char *pace;        /* "full", "quick" or "none"; NULL: what the environment says */
    const char *join, *name; /* the address of a table at a server, and who we are there */
    bool plain, ascii, no_color, help;
};

struct flip_match;

/// What the tutor thinks of a move before it is made: still looking, nothing against it, or a blunder.
enum flip_weighing { FLIP_WEIGHING, FLIP_WEIGHED, FLIP_WARNED };

struct flip_match_calls {
    /// The seats that have to decide; 0 when the game is over.
    flip_set (*turn)(const struct flip_match *match);
    /// Lists what `seat` may do and the scores it may know; FLIP_PUBLIC has only the scores.
    void (*actions)(struct flip_match *match, int seat, struct flip_actions *out);
    /// What `seat` may do now, as one number: another list, another number. flip_actions keeps that of its own list.
    uint64_t (*offer)(const struct flip_match *match, int seat);
    /// The action that a typed text means. A server judges the text only when it is done, so at a distant table any text passes.
    int (*find)(struct flip_match *match, int seat, const char *text, struct flip_action *out,
                struct flip_error *error);
    /// The open numbers of an action, as those of a flick; 0: it is exact.
    int (*ranges)(struct flip_match *match, int seat, const struct flip_action *action,
                  struct flip_range out[FLIP_MAX_RANGES]);
    /// The action with its open numbers filled in.
    int (*fill)(struct flip_match *match, int seat, const struct flip_action *action, const int32_t *values,
                struct flip_action *out, struct flip_error *error);
    /// What the tutor has to say before an action is done, if it `warns`. A warning is in `why`, and is given once. Never
    /// FLIP_WEIGHING with `wait`: then ask again.
    enum flip_weighing (*weigh)(struct flip_match *match, int seat, const struct flip_action *action, bool wait,
                                struct flip_error *why);
    /// Does an action of `seat`.
    int (*act)(struct flip_match *match, int seat, const struct flip_action *action, struct flip_error *error);
    /// Takes the seat's last step back.
    int (*undo)(struct flip_match *match, int seat, struct flip_error *error);
    /// Can the seat's last step be taken back?
    bool (*can_undo)(const struct flip_match *match, int seat);
    /// Ranks the list by a hint for it. 1: done; 0: still thinking, ask again (never with `wait`); -1: an error.
    int (*hint)(struct flip_match *match, struct flip_actions *actions, bool wait, struct flip_error *error);
    /// What the tutor says about the last move that was made while `tutor` was set. 1: `words` has it; 0: still thinking, ask
    /// again (never with `wait`); -1: an error. No words: it was said before the move, as a warning.
    int (*verdict)(struct flip_match *match, int seat, bool wait, char *words, size_t size, struct flip_error *error);
    /// Lets the others play, and hears what they did. 1: something changed; 0: nothing; -1: an error. Without `wait` it returns
    /// at once; with it, when all bots have played, or after a moment at a distant table.
    int (*listen)(struct flip_match *match, bool wait, struct flip_error *error);
    /// Draws the sheet of `seat` as `viewer` sees it.
    void (*draw)(struct flip_match *match, int viewer, int seat, struct flip_canvas *canvas);
    /// The sheet of `seat` in sentences, or, with `aim`, what that action could be aimed at; what it does is filled in, if that was not
    /// known yet. 1: done; 0: there are no words for it; -1: it is no action, with the reason.
    int (*read)(struct flip_match *match, int viewer, int seat, struct flip_action *aim, struct flip_text *out,
                struct flip_error *why);
    /// Draws the seat's own sheet as it would be after an exact action; false: there is no telling. NULL: never.
    bool (*preview)(struct flip_match *match, int seat, const struct flip_action *action, struct flip_canvas *canvas);
    /// Tells `viewer` what has happened.
    int (*story)(struct flip_match *match, int viewer, enum flip_story_form form, struct flip_story *story,
                 struct flip_error *error);
    /// The game's view (`round`, `phase`, …) for story.h; the caller's.
    json_t *(*view)(const struct flip_match *match, int viewer);
    /// The result, or the scores so far, for story.h; the caller's.
    json_t *(*result)(const struct flip_match *match);
    /// Chat, offers and answers: `say TEXT`, `offer end`, `rematch`, `accept`, `decline`, and what is said of friends and challenges. 1: done; 0: the line is none of these; -1: an
    /// error. NULL: nobody is there to talk to.
    int (*talk)(struct flip_match *match, const char *line, struct flip_error *error);
    /// The next line that the others said, or that tells what happened at the table besides moves; false: there is none. NULL with `talk`.
    bool (*heard)(struct flip_match *match, char *out, size_t size);
    /// The page of the chat before the oldest line that was told or asked for; free() it. NULL with `talk`.
    char *(*older)(struct flip_match *match, struct flip_error *error);
    /// Is there something that `seat` must not see while another person sits at this keyboard? NULL: nobody else does.
    bool (*hides)(const struct flip_match *match, int seat);
    /// The record as text; free() it.
    char *(*record)(const struct flip_match *match, struct flip_error *error);
    /// Forgets the running game. NULL: it is not kept here.
    void (*forget)(struct flip_match *match);
    /// Gives everything back, the match too.
    void (*close)(struct flip_match *match);
};

/// Of a match that is a lesson: where the learner is, which lesson it is (counted from 0) of how many, and the next one's title. A puzzle is
/// a lesson of one step: what is meant becomes known when a choice was made.
struct flip_match_lesson {
    struct flip_lesson_view view;
    bool puzzle, solved;
    int number, count;
    char next[160]; /* "": this is the last one */
};

/// What comes after a match. The last two are for lessons: the next one, and the game itself.
enum flip_match_end { FLIP_MATCH_QUIT, FLIP_MATCH_AGAIN, FLIP_MATCH_NEXT, FLIP_MATCH_PLAY };

/// The answers that are plain values, kept current by the calls.
struct flip_match {
    const struct flip_match_calls *calls;
    char game[32], title[64];               /* the game's id and its name on the box */
    bool points;                            /* false: only the win counts */
    const struct flip_match_lesson *lesson; /* NULL: a game */
    int seats;
    char names[FLIP_MAX_SEATS][FLIP_NAME];
    flip_set people; /* the seats that sit at this keyboard */
    int steps;       /* taken so far, as the story counts them */
    char commitment[FLIP_HEX_SIZE];
    char seed[FLIP_HEX_SIZE];      /* told when the game is over */
    char drawn[FLIP_DRAW_WORDS];   /* how the seed was drawn, in words */
    bool tutor;                    /* moves of people are to be judged */
    bool warns;                    /* … and a blunder is refused once, before it is made */
    bool distant;                  /* the table stands at a server */
    bool lost;                     /* the line to it is down: what is shown may be old */
    bool busy;                     /* something may change without a key: listen now and then */
    bool programs;                 /* programs sit at the table, which may complain on standard error */
    char said[FLIP_ERROR_SIZE];    /* what the last listening has to tell the players; usually "" */
    char running[FLIP_PATH_SIZE];  /* where the running game is kept; "": at a server */
    char finished[FLIP_PATH_SIZE]; /* where the record of the finished game is; "" while it runs */
    char trouble[FLIP_ERROR_SIZE]; /* why the last attempt to keep the game failed; "" when it did not */
};

/// What `weigh` answers when the tutor warns in these words.
enum flip_weighing flip_match_warn(const char *words, struct flip_error *why);
/// The tutor's next manner: silent, after each move, before a blunder too. Says which it is now.
const char *flip_match_switch_tutor(struct flip_match *match);

/// What a face says when a match is `lost`, and when it is found again.
extern const char flip_match_lost[], flip_match_found[];

/// Writes the record to a file.
int flip_match_save(const struct flip_match *match, const char *path, struct flip_error *error);
/// Writes the record of a finished game to `path`, and remembers where, or what went wrong.
void flip_match_keep(struct flip_match *match, const char *path);
/// Where the game stands: "round 3 of 12, write", with `gap` between the parts.
void flip_match_stage(const struct flip_match *match, int viewer, const char *gap, struct flip_text *out);
/// After the end who has won and why, then the table of scores.
void flip_match_scores(const struct flip_match *match, struct flip_text *out);

#endif
