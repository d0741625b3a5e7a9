/*
 * A game is a set of functions over a plain struct without pointers: no clock, no randomness, no I/O, no allocation, no
 * globals. A state is copied with memcpy. Everything random is an *event* that the dealer supplies from outside, in the
 * same form as a player's move, so a record of moves and events replays exactly.
 *
 * There are three blocks of memory:
 *   edition  the maps, cards and tables of the game, compiled in or read from JSON
 *   rules    edition + options + look-up tables, prepared once, read-only, shared by all states of a set-up
 *   state    the running game
 */
#ifndef FLIPSIDE_GAME_H
#define FLIPSIDE_GAME_H

#include <flipside/canvas.h>
#include <flipside/error.h>
#include <flipside/flick.h>
#include <flipside/json.h>
#include <flipside/random.h>
#include <flipside/set.h>
#include <flipside/text.h>

FLIP_API_BEGIN

/// A seat's move or a dealer's event. The game decides what its bits mean.
typedef uint64_t flip_move;

enum {
    FLIP_MAX_SEATS = 10,
    FLIP_MAX_MOVES = 2048, /* of one seat in one state */
    FLIP_MAX_CHANCES = 64,
    FLIP_MAX_OPTIONS = 12,
    FLIP_MOVE_TEXT = 128,   /* room for a move in notation */
    FLIP_STEP_TEXT = 768,   /* room for a step in words, with its results */
    FLIP_NAME = 40,         /* room for a player's name */
    FLIP_VIEW_SIZE = 65536, /* room for a view as JSON */
    /* Who may act or look besides the seats: */
    FLIP_ALL = 60,    /* sees everything: a game that is over, or a test */
    FLIP_PUBLIC = 61, /* a spectator */
    FLIP_DEALER = 63, /* acts only */
};

enum flip_option_kind { FLIP_OPTION_BOOL, FLIP_OPTION_INT, FLIP_OPTION_CHOICE, FLIP_OPTION_LIST };

/// A table option. Values are text: "true", "3", "bart". A list is "mayor,cheat" (names by seat), "true", "false" or
/// "".
struct flip_option {
    const char *name;
    enum flip_option_kind kind;
    const char *fallback; /* the default */
    const char *choices;  /* CHOICE and LIST: the allowed words, separated by spaces; INT: "min max" */
    const char *meaning;  /* one sentence for people */
    const char *former;   /* NULL, or the default under rules older than version `changed` */
    int changed;
};

/// Values in the order of the game's list of options, already checked against kind and choices.
struct flip_options {
    char value[FLIP_MAX_OPTIONS][96];
    int version; /* of the rules: an old record replays by those it was played with */
};

enum flip_chance_kind {
    FLIP_CHANCE_SET,    /* every member i of `set` is equally likely; its event is `base + i` */
    FLIP_CHANCE_LIST,   /* `list`, by weight */
    FLIP_CHANCE_OUTSIDE /* decided by the outside world (a flick) */
};

struct flip_chance {
    flip_move event;
    uint32_t weight;
};

struct flip_chances {
    enum flip_chance_kind kind;
    flip_set set;
    flip_move base;
    int count;
    struct flip_chance list[FLIP_MAX_CHANCES];
};

/// An open number of a move, such as the angle of a flick. People and JSON write it divided by `scale`: scale 100 and
/// value 1250 is 12.5. An angle wraps around: `turn` is a full turn, or 0 for other numbers.
struct flip_range {
    const char *name;
    int32_t min, max, scale, turn;
};

enum { FLIP_MAX_RANGES = 4, FLIP_BEYOND = INT32_MAX };

/// Scores and winners. While the game is running these are the scores so far, and `winners` is empty.
struct flip_result {
    bool over;
    int score[FLIP_MAX_SEATS];
    flip_set winners;
};

/// What sentences call the seats: by name, but the reader's own seat "you" (`you` is -1 for a reader without a seat).
struct flip_names {
    char name[FLIP_MAX_SEATS][56];
    int you;
};

/// The rules: pure functions over the state.
struct flip_game_rules {
    /// Builds `rules` (zeroed, rules_size bytes). Fails if options, seats and edition do not fit together.
    int (*prepare)(void *rules, const void *edition, const struct flip_options *options, int seats,
                   struct flip_error *error);
    void (*start)(const void *rules, void *state);
    /// The seats that may act now; only FLIP_BIT(FLIP_DEALER) when an event is due; 0: the game is over.
    flip_set (*turn)(const void *rules, const void *state);
    /// Writes at most `cap` of a seat's legal moves and returns how many there are, 0 if it may not act.
    int (*moves)(const void *rules, const void *state, int seat, flip_move *out, int cap);
    /// Optional: is this move legal, and if not, why? Without it the table searches the list of moves.
    bool (*legal)(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);
    /// Optional, for a game that can count its moves without listing them: the legal move at index
    /// flip_random_below(random, how many there are) of the list that `moves` would write.
    flip_move (*any)(const void *rules, const void *state, int seat, struct flip_random *random);
    /// Optional, for speed: the event that flip_chances_pick would pick from what `chances` writes, with the same
    /// random numbers. Never called where the outside world decides.
    flip_move (*deal)(const void *rules, const void *state, struct flip_random *random);
    /// Optional, for speed: deals until a seat has to decide or the game is over, and returns whose turn it is then.
    /// Same events and same random numbers as `deal` and `apply` one by one.
    flip_set (*proceed)(const void *rules, void *state, struct flip_random *random);
    /// What the next event can be.
    void (*chances)(const void *rules, const void *state, struct flip_chances *out);
    /// Applies a seat's legal move, or a possible event (seat FLIP_DEALER).
    void (*apply)(const void *rules, void *state, int seat, flip_move move);
    void (*result)(const void *rules, const void *state, struct flip_result *out);
};

/// Who knows what. Seats that act at the same time do not see each other's steps before the phase ends. `before` is the
/// state at the beginning of the phase, or the state itself where nothing is hidden.
struct flip_game_knowledge {
    /// A number that changes whenever everything the seats have done so far becomes known to everyone.
    uint32_t (*phase)(const void *rules, const void *state);
    /// Replaces what `seat` cannot know: other seats' steps by what `before` has, hidden cards by equally likely ones.
    void (*redeal)(const void *rules, void *state, const void *before, int seat, struct flip_random *random);
    /// Optional: is this step, about to be taken by `seat` or the dealer, secret from `viewer` until the game is over?
    bool (*secret)(const void *rules, const void *state, int seat, flip_move move, int viewer);
    /// Optional: do the seats that may act now reveal their choices at the same time, as in rock, paper, scissors? Then
    /// their steps stay hidden even at an open table, and bots choose at random, all moves being equally good.
    bool (*blind)(const void *rules, const void *state);
    /// Optional: the team that a seat plays for, as one word. A team wins together and may talk among itself. It
    /// depends only on (valid) options, so it is known before the game starts.
    const char *(*team)(const struct flip_options *options, int seat);
    /// What a seat, FLIP_PUBLIC or FLIP_ALL may know: game, round, phase, seats, shared. Writes into an open object.
    void (*view)(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);
};

/// The game in words and characters.
struct flip_game_words {
    /// The move or event in notation, without spaces at the ends: "write b2", "QH". No two moves may have the same
    /// text.
    void (*text)(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
    /// The move's or event's `kind` and the fields of that kind, into an open object.
    void (*fields)(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
    /// What the move or event does, as a phrase that can follow "Ada: ": "a red 8 in b2".
    void (*tell)(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
    /// Optional: what this step has revealed, as a sentence without its full stop: "Paper beats rock: Ann stays in".
    /// `state` is the one before the step. Most steps reveal nothing. Not called for moves that are only possible.
    void (*upshot)(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                   struct flip_text *out);
    /// The parts of a seat's score, into an open object.
    void (*breakdown)(const void *rules, const void *state, int seat, struct flip_json *out);
    /// Optional: what else the result contains (titles, an automatic opponent), into an open object.
    void (*result_fields)(const void *rules, const void *state, struct flip_json *out);
    /// Optional, called when the game is over: who has won, as a headline ("Ann wins with 61 points"), and why, as
    /// short sentences with their full stops. flipside/say.h helps. Without it: the headline of flip_say_verdict.
    void (*ending)(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                   struct flip_text *why);
    /// Draws the sheet of `seat`, the shared cards and the moves' spots for a text face, as far as the canvas has room.
    void (*draw)(const void *rules, const void *state, const void *before, int viewer, int seat,
                 struct flip_canvas *canvas);
    /// Optional: the same sheet for a screen reader, in short sentences, one line per row, card or figure. With `aim`,
    /// a move with open numbers, it writes what the move could be aimed at instead, with distances and bearings.
    void (*read)(const void *rules, const void *state, const void *before, int viewer, int seat, const flip_move *aim,
                 struct flip_text *out);
};

/// Moves with open numbers, and flicks.
struct flip_game_flicks {
    /// Writes the open numbers of a move that `moves` lists and returns how many there are, 0 for an exact move. A move
    /// with open numbers is a template: it cannot be played, but `text` and `fields` describe what is fixed about it.
    int (*ranges)(const void *rules, const void *state, int seat, flip_move move,
                  struct flip_range out[FLIP_MAX_RANGES]);
    /// The template with its numbers filled in, all within their ranges. `legal` then says whether it can be played.
    flip_move (*fill)(const void *rules, const void *state, int seat, flip_move move, const int32_t *values);
    /// The pieces on the table before the flick, when `chances` says FLIP_CHANCE_OUTSIDE.
    void (*scene)(const void *rules, const void *state, struct flip_scene *out);
    /// What is flicked, as `kind`, and what else a face needs to know before it shows a flick; into an open object.
    void (*fields)(const void *rules, const void *state, struct flip_json *out);
    /// Applies the outcome of the flick, as `apply` does for other events. It has passed flip_outcome_check.
    void (*settle)(const void *rules, void *state, const struct flip_outcome *outcome);
    /// What the rules make of an outcome, as a phrase: "a hit, O2 is down". Its consequences may follow as sentences,
    /// without the last full stop: ". It is 7 o'clock".
    void (*ruling)(const void *rules, const void *state, const struct flip_outcome *outcome, struct flip_text *out);
    /// The name of a piece in the scene, and the piece with a name (-1: none).
    void (*piece)(const void *rules, const void *state, int piece, struct flip_text *out);
    int (*piece_named)(const void *rules, const void *state, const char *name);
};

struct flip_game_bot;    /* flipside/bot.h */
struct flip_game_learn;  /* flipside/learn.h */
struct flip_game_judge;  /* flipside/judge.h */
struct flip_game_loader; /* flipside/load.h */

/// A game's files, compiled in.
struct flip_game_files {
    /// The editions, ended by one without a hash. The first is the classic one.
    const struct flip_game_edition {
        const char *hash, *json; /* the JSON is canonical: sorted keys, no white space */
        const void *data;        /* edition_size bytes */
    } * editions;
    const char *rulebook;     /* the rules for players, in Markdown */
    const char *tutorial;     /* JSON, or NULL: no lessons */
    const char *achievements; /* JSON, or NULL: none */
    const char *setup;        /* JSON, or NULL: the texts for creating a table, and the bots' names */
};

/// Raised whenever a struct or function that games use changes: a game works only with the value it was built with.
enum { FLIP_GAME_ABI = 11 };

struct flip_game {
    int abi;           /* FLIP_GAME_ABI */
    const char *id;    /* small letters and digits, at most 24: "chess" */
    const char *title; /* as on the box: "Chess" */
    const char *about; /* one sentence */
    int min_seats, max_seats;
    bool no_points; /* only winning counts: scores compare seats but are not called points */
    int version;    /* of the rules: raised when an old record would play differently; all from 1 on can be replayed */
    const struct flip_option *options; /* ends with a NULL name */
    /// Optional: the option that chooses among several compiled-in editions, by a number from 1 on. Where files are
    /// allowed, its value may also be the path of an edition.
    const char *edition_option;
    size_t edition_size, rules_size, state_size;
    const struct flip_game_rules *rules;
    const struct flip_game_knowledge *knowledge;
    const struct flip_game_words *words;
    const struct flip_game_flicks *flicks; /* NULL: every move is one of a list */
    const struct flip_game_bot *bot;       /* NULL: bots know only the rules */
    const struct flip_game_learn *learn;   /* NULL: there are no environments for it */
    const struct flip_game_judge *judge;   /* NULL: it has no judge */
    const struct flip_game_loader *loader;
    const struct flip_game_files *files;
};

/// A game by index (from 0; NULL after the last) or by id (NULL if there is none).
const struct flip_game *flip_game_at(int index);
const struct flip_game *flip_game_named(const char *id);

/// Do the seats that may act now reveal their choices at the same time (see `blind`)?
static inline bool flip_blind(const struct flip_game *game, const void *rules, const void *state)
{
    return game->knowledge->blind && game->knowledge->blind(rules, state);
}

/// The options of `game` at their defaults, for today's rules.
void flip_options_default(const struct flip_game *game, struct flip_options *options);
/// The same for an older version of the rules, from 1 to game->version.
void flip_options_of_version(const struct flip_game *game, int version, struct flip_options *options);
/// Checks and sets one option; for an unknown name or a bad value the error says what is allowed.
int flip_options_set(const struct flip_game *game, struct flip_options *options, const char *name, const char *value,
                     struct flip_error *error);

/// Writes the open numbers of a move and returns how many there are, 0 for an exact move (in most games all of them).
int flip_move_ranges(const struct flip_game *game, const void *rules, const void *state, int seat, flip_move move,
                     struct flip_range out[FLIP_MAX_RANGES]);
/// Checks the numbers and fills in a template; an exact move stays as it is. The error says which number is out of
/// range.
int flip_move_fill(const struct flip_game *game, const void *rules, const void *state, int seat, flip_move move,
                   const int32_t *values, flip_move *out, struct flip_error *error);
/// The move itself if it is exact, or the template filled in at random.
flip_move flip_move_random(const struct flip_game *game, const void *rules, const void *state, int seat, flip_move move,
                           struct flip_random *random);
/// A value as text, "12.5".
void flip_range_text(const struct flip_range *range, int32_t value, struct flip_text *out);
/// The value of a number, rounded to the range's precision. ±FLIP_BEYOND: too large even for a range that wraps around.
int32_t flip_range_value(const struct flip_range *range, double number);

/// Picks one of the possible events at random, by weight. Not for FLIP_CHANCE_OUTSIDE.
flip_move flip_chances_pick(const struct flip_chances *chances, struct flip_random *random);
/// A random member of a non-empty set, each equally likely.
int flip_set_drawn(flip_set set, struct flip_random *random);
/// The same member as flip_set_drawn; faster for sets of up to eight.
int flip_set_drawn_of_few(flip_set set, struct flip_random *random);
/// A random member as flip_chances_pick picks it: the only member takes no random number.
static inline int flip_set_dealt(flip_set set, struct flip_random *random)
{
    return flip_set_rest(set) ? flip_set_drawn(set, random) : flip_set_first(set);
}
/// Writes `count` members of a set that has so many, drawn one by one as with flip_set_dealt; returns the others.
flip_set flip_set_deal(flip_set set, int count, struct flip_random *random, uint8_t *out);
/// Can this event happen? Not for FLIP_CHANCE_OUTSIDE.
bool flip_chances_has(const struct flip_chances *chances, flip_move event);

FLIP_API_END

#endif
