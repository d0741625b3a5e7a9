/*
 * A table runs any game: seats, turns, legal moves, act, undo, result, views. Faces, bots, the simulator and the line protocol are
 * built on it. A call that fails leaves the table unchanged.
 */
#ifndef FLIPSIDE_TABLE_H
#define FLIPSIDE_TABLE_H

#include <flipside/draw.h>
#include <flipside/edition.h>
#include <flipside/game.h>
#include <flipside/position.h>

FLIP_API_BEGIN

enum { FLIP_ENDING_TEXT = 800 }; /* room for a verdict, and for the reason, with ten long names */

/// Who made a move, as far as it is known: a bot (its level, from 1 on), a person, or a program of somebody's.
enum { FLIP_BY_UNKNOWN, FLIP_BY_PERSON = 100, FLIP_BY_PROGRAM };

/// One line of the history.
struct flip_step {
    flip_move move;
    int64_t time; /* milliseconds since 1970; 0: unknown */
    int seat;     /* FLIP_DEALER for an event */
    bool rigged;  /* an event that did not come from the stream */
    int outcome;  /* an event from outside: 1 + its place among the table's outcomes, and `move` means nothing */
    int by;       /* of a move: FLIP_BY_PERSON, FLIP_BY_PROGRAM, or the level of a bot; 0: unknown */
};

struct flip_table_def {
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    const struct flip_edition *edition; /* NULL: the classic one; the table keeps a copy */
    const unsigned char *seed;          /* FLIP_SEED_BYTES, or NULL for one that the table draws itself */
    const char *const *rig;             /* events in notation, or NULL */
    int rig_count;
    const char *names[FLIP_MAX_SEATS]; /* NULL: "Player 1" … */
    bool open;                         /* simultaneous steps are shown at once */
    struct flip_world world;           /* where outcomes of flicks come from; without one there are only rigged ones */
    const struct flip_draw *draw;      /* how the seed was drawn; NULL with a seed: a person named it */
};

/// A table. Use the functions below to see what is in it.
struct flip_table;

/// Defaults for a game: its smallest number of seats, its default options, the physics as the world where it flicks,
/// everything else empty.
struct flip_table_def flip_table_defaults(const struct flip_game *game);

/// Opens a table and deals up to the first decision.
struct flip_table *flip_table_open(const struct flip_table_def *def, struct flip_error *error);
void flip_table_close(struct flip_table *table);

const struct flip_game *flip_table_game(const struct flip_table *table);
int flip_table_seats(const struct flip_table *table);
/// The name of the player in that seat.
const char *flip_table_name(const struct flip_table *table, int seat);
/// How the seed was drawn. It holds the dealer's secret: not for a seat before the game is over.
const struct flip_draw *flip_table_drawn(const struct flip_table *table);
const struct flip_options *flip_table_options(const struct flip_table *table);
const struct flip_edition *flip_table_edition(const struct flip_table *table);
/// The history: how many steps there are, and one of them, from 0.
int flip_table_step_count(const struct flip_table *table);
const struct flip_step *flip_table_step(const struct flip_table *table, int index);

/// What is on the table, as seats may see it: to be read and copied, not changed. Valid until the next step.
struct flip_position flip_table_position(const struct flip_table *table);

/// Seats that have to decide; 0 when the game is over.
flip_set flip_table_turn(const struct flip_table *table);
int flip_table_moves(const struct flip_table *table, int seat, flip_move *out, int cap);
/// Applies a legal move, then deals up to the next decision.
int flip_table_act(struct flip_table *table, int seat, flip_move move, struct flip_error *error);
/// Notes down who made the last move, for the record.
void flip_table_made_by(struct flip_table *table, int by);
/// Takes back the seat's last step, if nothing was revealed to it since and nobody else depends on it.
int flip_table_undo(struct flip_table *table, int seat, struct flip_error *error);
bool flip_table_can_undo(const struct flip_table *table, int seat);
/// A step in notation, as fields of an open JSON object, and as a phrase, described from the state before it.
void flip_table_step_text(const struct flip_table *table, const void *state, const struct flip_step *step,
                          struct flip_text *out);
void flip_table_step_fields(const struct flip_table *table, const void *state, const struct flip_step *step,
                            struct flip_json *out);
void flip_table_step_tell(const struct flip_table *table, const void *state, const struct flip_step *step,
                          struct flip_text *out);
/// How much of the words for a flick's outcome is its ruling alone: what came of it besides follows in sentences of its own.
size_t flip_table_ruling_length(const char *told);
/// What a move does, in words as a step tells it, without what comes of it.
void flip_table_move_tell(const struct flip_table *table, const void *state, int seat, flip_move move,
                          struct flip_text *out);
/// The outcome of a flick as JSON, and from JSON (flip_table_outcome_read); `state` is the one in which it happened.
void flip_table_outcome_json(const struct flip_table *table, const void *state, const struct flip_outcome *outcome,
                             const char *key, struct flip_json *out);
/// Only its `touched`, `fell` and `off`, into an open object; and the seven integers of a pose, into an open list.
void flip_table_outcome_fields(const struct flip_table *table, const void *state, const struct flip_outcome *outcome,
                               struct flip_json *out);
void flip_pose_json(struct flip_json *out, const struct flip_pose *pose);
int flip_table_outcome_read(const struct flip_table *table, const char *json, struct flip_outcome *out,
                            struct flip_error *error);

/// A repeated flick. `path` ends where the record has the pieces, whatever the outcome this time.
struct flip_again {
    struct flip_scene scene;
    struct flip_outcome outcome; /* this time */
    bool same;                   /* exactly as the record says */
    struct flip_path path;
};

/// Repeats the flick that led to `step`, an outcome of this table; `state` is the one before it. 0: release `out` with
/// flip_again_free.
int flip_table_flick_again(const struct flip_table *table, const void *state, const struct flip_step *step,
                           struct flip_again *out, struct flip_error *error);
void flip_again_free(struct flip_again *again);
/// Repeats all flicks of the game, from the states in which they were made; returns how many there are, or -1. `otherwise` is
/// called with the step (from 1) of each that ends differently from the history.
int flip_table_check_flicks(const struct flip_table *table, void (*otherwise)(void *context, int step), void *context,
                            struct flip_error *error);
/// Are both exactly the same?
bool flip_outcome_same(const struct flip_outcome *a, const struct flip_outcome *b);

/// Fixes the next events, in notation (docs/protocol.md, `rig`). Copied. An impossible one fails the act that needs it.
int flip_table_rig(struct flip_table *table, const char *const *events, int count, struct flip_error *error);

/// Renames a player from now on, also in the record.
void flip_table_rename(struct flip_table *table, int seat, const char *name);

void flip_table_result(const struct flip_table *table, struct flip_result *out);
/// The whole view object of a seat, FLIP_PUBLIC or FLIP_ALL, `to_act` included.
void flip_table_view(const struct flip_table *table, int viewer, struct flip_json *out);
/// The whole action object of a move: id, text, kind and fields; open numbers as [min,max].
void flip_table_action(const struct flip_table *table, int seat, flip_move move, int id, struct flip_json *out);
/// Open numbers of a move as [min,max], and `open`, the list of their names; into an open object.
void flip_ranges_json(const struct flip_range *ranges, int count, struct flip_json *out);
/// Draws the sheet of `seat` as `viewer` may see it, on a canvas with cells of its own; it is cleared first.
int flip_table_draw(const struct flip_table *table, int viewer, int seat, struct flip_canvas *canvas,
                    struct flip_error *error);
/// `over`, `points`, `scores`, `breakdown`, `winners`, and after the end `verdict` and `reason`, into an object that is already
/// open. The second addresses `viewer`: if that is a seat, it is called "you".
void flip_table_result_json(const struct flip_table *table, struct flip_json *out);
void flip_table_result_for(const struct flip_table *table, int viewer, struct flip_json *out);
/// Who has won, as a headline without a full stop, and why, as sentences. Both are empty before the end.
void flip_table_ending(const struct flip_table *table, int viewer, struct flip_text *verdict, struct flip_text *why);

/// Finds a legal move by its text. A unique beginning is enough; white space and case do not matter. A template is followed
/// by its numbers: "shoot left 12.5 1800".
int flip_table_find(const struct flip_table *table, int seat, const char *text, flip_move *out,
                    struct flip_error *error);
/// The state in which seats see each other: that at the beginning of the phase, or the running one at an open table.
const void *flip_table_before(const struct flip_table *table);
/// A copy of the state in which everything that `seat` cannot know is dealt again; `out` has game->state_size bytes.
void flip_table_redeal(const struct flip_table *table, int seat, struct flip_random *random, void *out);

FLIP_API_END

#endif
