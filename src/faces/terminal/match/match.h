/*
 * A match is a game being played, as screen and dialogue see it: they use only these calls. local/ implements them with
 * a table in this process, remote/ with a server's messages, so a face need not know where the table is, unless it has
 * to say so.
 */
#pragma once

#include "core/codes.h"
#include "faces/terminal/match/story.h"
#include "table/lesson.h"

#include <flipside/bot.h>
#include <flipside/error.h>
#include <stdbool.h>

enum { FLIP_TELL_TEXT = 160 };

/*
 * A seat's legal moves, ready to be shown: with notation, sentence and immediate gain; and, after a hint, with their
 * values.
 */
struct flip_action {
    flip_move move; /* for comparing with the spots of a sheet */
    char text[FLIP_MOVE_TEXT];
    char tell[FLIP_TELL_TEXT];
    int gain;           /* points at once */
    bool valued;        /* a hint has valued it: */
    double value;       /* as in flip_choice, */
    char why[FLIP_WHY]; /* with the reason, or "" */
};

struct flip_actions {
    int seat;
    int count;
    struct flip_action *list;  /* room for FLIP_MAX_MOVES */
    uint64_t offer;            /* a hash that identifies the list */
    int hinted;                /* how many lines at the beginning are a hint's, best first */
    int flicks;                /* how many of those are flicks with the hint's own numbers, not moves of the list */
    struct flip_result result; /* the scores that the seat knows */
};

int flip_actions_open(struct flip_actions *actions, struct flip_error *error);
void flip_actions_free(struct flip_actions *actions);
/// Empties the list for `seat`.
void flip_actions_clear(struct flip_actions *actions, int seat);
/// An empty line at the end of the list; NULL: the list is full.
struct flip_action *flip_actions_add(struct flip_actions *actions);
/// Adds the next best choice of a hint. A few flicks, with their numbers, get lines of their own.
void flip_actions_hint(struct flip_actions *actions, const struct flip_action *choice);
/// The index of a notation in the list from `from` on, or -1.
int flip_actions_find(const struct flip_actions *actions, int from, const char *text);
/// How a line compares with the best one of a hint: "best", "as good" … in words, because a search has no intervals for
/// its values. "": the hint has no value for it. `alone`: values are points.
const char *flip_actions_worth(const struct flip_actions *actions, const struct flip_action *action, bool alone);
/// Are all words of `filter` in the action's notation or sentence? Case does not matter.
bool flip_action_matches(const struct flip_action *action, const char *filter);

/// Continues a hash (at first 0) with some bytes, for `offer`.
uint64_t flip_actions_hash(uint64_t hash, const void *bytes, size_t count);

/* Where the terminal keeps running and finished games, and its cookies for servers. */

enum { FLIP_PATH_SIZE = 4096 };

/// $XDG_DATA_HOME/flipside/NAME, or ~/.local/share/flipside/NAME; creates the folder.
int flip_files_data(const char *name, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// A new path for the record of a finished game, from the game's id and the time.
int flip_files_finished(const char *game, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// Can it be read?
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
    const char *pace;        /* "full", "quick" or "none"; NULL: the environment decides */
    const char *join, *name; /* the address of a table at a server, and who we are there */
    bool plain, ascii, no_color, help;
};

struct flip_match;

/// The tutor's verdict on a move before it is made: still thinking, no objection, or a blunder.
enum flip_weighing { FLIP_WEIGHING, FLIP_WEIGHED, FLIP_WARNED };

struct flip_match_calls {
    /// The seats that have to decide; 0 when the game is over.
    flip_set (*turn)(const struct flip_match *match);
    /// Lists the moves of `seat` and the scores it knows; for FLIP_PUBLIC only the scores.
    void (*actions)(struct flip_match *match, int seat, struct flip_actions *out);
    /// A hash that identifies the seat's current list of moves, as in flip_actions.
    uint64_t (*offer)(const struct flip_match *match, int seat);
    /// The action that a typed text means. At a server's table any text passes, as the server checks it when it is
    /// done.
    int (*find)(struct flip_match *match, int seat, const char *text, struct flip_action *out,
                struct flip_error *error);
    /// The open numbers of an action, as those of a flick; 0: it is exact.
    int (*ranges)(struct flip_match *match, int seat, const struct flip_action *action,
                  struct flip_range out[FLIP_MAX_RANGES]);
    /// The action with its open numbers filled in.
    int (*fill)(struct flip_match *match, int seat, const struct flip_action *action, const int32_t *values,
                struct flip_action *out, struct flip_error *error);
    /// Asks the tutor before an action is done, if it `warns`. A warning is in `why`, and is given once. FLIP_WEIGHING
    /// means ask again; never with `wait`.
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
    /// The tutor's verdict on the last move made while `tutor` was set. 1: `words` has it (empty: it was given as a
    /// warning before the move); 0: still thinking, ask again (never with `wait`); -1: an error.
    int (*verdict)(struct flip_match *match, int seat, bool wait, char *words, size_t size, struct flip_error *error);
    /// Lets the others play, and learns what they did. 1: something changed; 0: nothing; -1: an error. Without `wait`
    /// it returns at once; with it, when all bots have played, or after a moment at a server's table.
    int (*listen)(struct flip_match *match, bool wait, struct flip_error *error);
    /// Draws the sheet of `seat` as `viewer` sees it.
    void (*draw)(struct flip_match *match, int viewer, int seat, struct flip_canvas *canvas);
    /// Describes the sheet of `seat` in sentences, or, with `aim`, what that action could be aimed at, and fills in
    /// what it does. 1: done; 0: there are no words for it; -1: it is no action.
    int (*read)(struct flip_match *match, int viewer, int seat, struct flip_action *aim, struct flip_text *out,
                struct flip_error *why);
    /// Draws the seat's own sheet as it would be after an exact action; false: impossible. NULL: never possible.
    bool (*preview)(struct flip_match *match, int seat, const struct flip_action *action, struct flip_canvas *canvas);
    /// Tells the story for `viewer`.
    int (*story)(struct flip_match *match, int viewer, enum flip_story_form form, struct flip_story *story,
                 struct flip_error *error);
    /// The game's view (`round`, `phase`, …), to be released.
    json_t *(*view)(const struct flip_match *match, int viewer);
    /// The result, or the scores so far, to be released.
    json_t *(*result)(const struct flip_match *match);
    /// Chat, offers and answers: `say TEXT`, `offer end`, `rematch`, `accept`, `decline`, and commands about friends
    /// and challenges. 1: done; 0: the line is none of these; -1: an error. NULL: there is nobody to talk to.
    int (*talk)(struct flip_match *match, const char *line, struct flip_error *error);
    /// The next line of talk or of events besides moves; false: there is none. NULL with `talk`.
    bool (*heard)(struct flip_match *match, char *out, size_t size);
    /// The page of the chat before the oldest line seen so far, to be freed. NULL with `talk`.
    char *(*older)(struct flip_match *match, struct flip_error *error);
    /// Does `seat` have secrets from another person at this keyboard? NULL: there is only one person.
    bool (*hides)(const struct flip_match *match, int seat);
    /// The record as text, to be freed.
    char *(*record)(const struct flip_match *match, struct flip_error *error);
    /// Forgets the running game. NULL: it is not kept here.
    void (*forget)(struct flip_match *match);
    /// Frees everything, the match too.
    void (*close)(struct flip_match *match);
};

/// For a match that is a lesson: the learner's position, the lesson's number (from 0) of how many, and the next one's
/// title. A puzzle is a lesson of one step, whose move is known after the choice.
struct flip_match_lesson {
    struct flip_lesson_view view;
    bool puzzle, solved;
    int number, count;
    char next[160]; /* "": this is the last one */
};

/// What comes after a match. The last two are for lessons: the next lesson, and the game itself.
enum flip_match_end { FLIP_MATCH_QUIT, FLIP_MATCH_AGAIN, FLIP_MATCH_NEXT, FLIP_MATCH_PLAY };

/// Plain values, kept current by the calls.
struct flip_match {
    const struct flip_match_calls *calls;
    char game[32], title[64];               /* the game's id and its name on the box */
    bool points;                            /* false: only the win counts */
    const struct flip_match_lesson *lesson; /* NULL: a game */
    int seats;
    char names[FLIP_MAX_SEATS][FLIP_NAME];
    flip_set people; /* the seats that sit at this keyboard */
    int steps;       /* so far, as the story counts them */
    char commitment[FLIP_HEX_SIZE];
    char seed[FLIP_HEX_SIZE];         /* known when the game is over */
    char drawn[FLIP_SEED_DRAW_WORDS]; /* how the seed was drawn, in words */
    bool tutor;                       /* judge people's moves */
    bool warns;                       /* … and refuse a blunder once, before it is made */
    bool distant;                     /* the table stands at a server */
    bool lost;                        /* the connection is lost: what is shown may be old */
    bool busy;                        /* something may change without a key, so listen now and then */
    bool programs;                    /* programs play, and their faults go to standard error */
    char said[FLIP_ERROR_SIZE];       /* a message from the last `listen` for the players; usually "" */
    char running[FLIP_PATH_SIZE];     /* where the running game is kept; "": at a server */
    char finished[FLIP_PATH_SIZE];    /* where the record of the finished game is; "" while it runs */
    char save_error[FLIP_ERROR_SIZE]; /* why the game could not be saved last time, or "" */
};

/// The answer of `weigh` if the tutor warns with these words.
enum flip_weighing flip_match_warn(const char *words, struct flip_error *why);
/// Switches the tutor: silent, after each move, before a blunder too. Returns a sentence about the new mode.
const char *flip_match_switch_tutor(struct flip_match *match);

/// What a face says when a match is `lost`, and when it is back.
extern const char flip_match_lost[], flip_match_found[];

/// Writes the record to a file.
int flip_match_save(const struct flip_match *match, const char *path, struct flip_error *error);
/// Writes the record of a finished game to `path`; sets `finished`, or `save_error`.
void flip_match_keep(struct flip_match *match, const char *path);
/// The stage of the game: "round 3 of 12, write", with `gap` between the parts.
void flip_match_stage(const struct flip_match *match, int viewer, const char *gap, struct flip_text *out);
/// After the end who won and why; then the table of scores.
void flip_match_scores(const struct flip_match *match, struct flip_text *out);
