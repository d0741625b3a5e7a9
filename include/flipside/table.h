/*
 * A table runs any game: seats, turns, legal moves, act, undo, result, views. Faces, bots, the simulator and the line
 * protocol are built on it. A call that fails leaves the game as it was.
 */
#ifndef FLIPSIDE_TABLE_H
#define FLIPSIDE_TABLE_H

#include <flipside/edition.h>
#include <flipside/game.h>
#include <flipside/position.h>
#include <flipside/seed_draw.h>

FLIP_API_BEGIN

enum { FLIP_ENDING_TEXT = 800 }; /* room for a verdict, or for a reason, with ten long names */

/// Who made a move: a bot (then it is the bot's level, from 1 on), a person, or a person's program.
enum { FLIP_BY_UNKNOWN, FLIP_BY_PERSON = 100, FLIP_BY_PROGRAM };

/// One entry of the history: a seat's move or a dealer's event.
struct flip_step {
    flip_move move;
    int64_t time; /* milliseconds since 1970; 0: unknown */
    int seat;     /* FLIP_DEALER for an event */
    bool rigged;  /* an event that did not come from the stream */
    int outcome;  /* 0, or for an outcome of a flick 1 + its index among the table's outcomes; `move` is then unused */
    int by;       /* who made the move: FLIP_BY_PERSON, FLIP_BY_PROGRAM, or a bot's level; 0: unknown */
};

struct flip_table_def {
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    const struct flip_edition *edition; /* NULL: the one that the options choose; the table keeps a copy */
    const unsigned char *seed;          /* FLIP_SEED_BYTES, or NULL: the table draws one itself */
    const char *const *rig;             /* events in notation, or NULL */
    int rig_count;
    const char *names[FLIP_MAX_SEATS];      /* NULL: "Player 1" … */
    bool open;                              /* steps of simultaneous phases are shown at once */
    struct flip_world world;                /* where outcomes of flicks come from; without one they must be rigged */
    const struct flip_seed_draw *seed_draw; /* how the seed was drawn; NULL with a seed: a person named it */
};

/// Opaque: use the functions below.
struct flip_table;

/// Defaults: the game's smallest number of seats, its default options, the physics as world of a flicking game.
struct flip_table_def flip_table_defaults(const struct flip_game *game);

/// Opens a table and deals up to the first decision. Close it with flip_table_close.
struct flip_table *flip_table_open(const struct flip_table_def *def, struct flip_error *error);
void flip_table_close(struct flip_table *table);

const struct flip_game *flip_table_game(const struct flip_table *table);
int flip_table_seats(const struct flip_table *table);
/// The name of the player in that seat.
const char *flip_table_name(const struct flip_table *table, int seat);
/// How the seed was drawn. It contains the dealer's secret: keep it from the players until the game is over.
const struct flip_seed_draw *flip_table_seed_draw(const struct flip_table *table);
const struct flip_options *flip_table_options(const struct flip_table *table);
const struct flip_edition *flip_table_edition(const struct flip_table *table);
/// The history: the number of steps, and a step by index (from 0).
int flip_table_step_count(const struct flip_table *table);
const struct flip_step *flip_table_step(const struct flip_table *table, int index);

/// The table's position, to be read or copied but not changed. Valid until the next step.
struct flip_position flip_table_position(const struct flip_table *table);

/// The seats that have to decide; 0 when the game is over.
flip_set flip_table_turn(const struct flip_table *table);
/// Writes at most `cap` of the seat's legal moves; returns how many there are, 0 if it has nothing to decide.
int flip_table_moves(const struct flip_table *table, int seat, flip_move *out, int cap);
/// Applies a legal move, then deals up to the next decision.
int flip_table_act(struct flip_table *table, int seat, flip_move move, struct flip_error *error);
/// Notes who made the last move, for the record.
void flip_table_made_by(struct flip_table *table, int by);
/// Takes back the seat's last step, if nothing has been revealed to it since and no later step depends on it.
int flip_table_undo(struct flip_table *table, int seat, struct flip_error *error);
bool flip_table_can_undo(const struct flip_table *table, int seat);
/// Describes a step in notation, as fields of an open JSON object, or as a phrase. `state` is the one before the step.
void flip_table_step_text(const struct flip_table *table, const void *state, const struct flip_step *step,
                          struct flip_text *out);
void flip_table_step_fields(const struct flip_table *table, const void *state, const struct flip_step *step,
                            struct flip_json *out);
void flip_table_step_tell(const struct flip_table *table, const void *state, const struct flip_step *step,
                          struct flip_text *out);
/// The length of the ruling in a phrase of flip_table_step_tell for an outcome; consequences follow as sentences.
size_t flip_table_ruling_length(const char *told);
/// What a possible move would do, as a phrase; `state` is the one before it.
void flip_table_move_tell(const struct flip_table *table, const void *state, int seat, flip_move move,
                          struct flip_text *out);
/// Writes the outcome of a flick as a JSON object; `state` is the one before the outcome.
void flip_table_outcome_json(const struct flip_table *table, const void *state, const struct flip_outcome *outcome,
                             const char *key, struct flip_json *out);
/// Writes only its `touched`, `fell` and `off`, into an open object.
void flip_table_outcome_fields(const struct flip_table *table, const void *state, const struct flip_outcome *outcome,
                               struct flip_json *out);
/// Writes the seven integers of a pose into an open list.
void flip_pose_json(struct flip_json *out, const struct flip_pose *pose);
/// Reads and checks an outcome of the flick that is due.
int flip_table_outcome_read(const struct flip_table *table, const char *json, struct flip_outcome *out,
                            struct flip_error *error);

/// A repeated flick. `path` ends where the record says the pieces ended, whatever the outcome this time.
struct flip_again {
    struct flip_scene scene;
    struct flip_outcome outcome; /* this time */
    bool same;                   /* is it exactly the recorded outcome? */
    struct flip_path path;
};

/// Repeats the flick that led to `step`, an outcome of this table; `state` is the one before it. On success, release
/// `out` with flip_again_free.
int flip_table_flick_again(const struct flip_table *table, const void *state, const struct flip_step *step,
                           struct flip_again *out, struct flip_error *error);
void flip_again_free(struct flip_again *again);
/// Repeats all flicks of the game, each from the state in which it was made; returns how many there are, or -1.
/// `otherwise` is called with the number (from 1) of each step whose outcome differs from the history.
int flip_table_check_flicks(const struct flip_table *table, void (*otherwise)(void *context, int step), void *context,
                            struct flip_error *error);
/// Are both outcomes exactly the same? Except `doors`, which old records do not have.
bool flip_outcome_same(const struct flip_outcome *a, const struct flip_outcome *b);

/// Fixes the next events, in notation (docs/protocol.md, `rig`); copies them. An act that meets an impossible one
/// fails.
int flip_table_rig(struct flip_table *table, const char *const *events, int count, struct flip_error *error);

/// Renames a player, in the record too.
void flip_table_rename(struct flip_table *table, int seat, const char *name);

void flip_table_result(const struct flip_table *table, struct flip_result *out);
/// The whole view object of a seat, FLIP_PUBLIC or FLIP_ALL, with `to_act`.
void flip_table_view(const struct flip_table *table, int viewer, struct flip_json *out);
/// The whole action object of a move: id, text, kind and fields; open numbers as [min,max].
void flip_table_action(const struct flip_table *table, int seat, flip_move move, int id, struct flip_json *out);
/// The open numbers of a move as [min,max], and the list of their names as `open`; into an open object.
void flip_ranges_json(const struct flip_range *ranges, int count, struct flip_json *out);
/// Clears the canvas and draws the sheet of `seat` as `viewer` may see it.
int flip_table_draw(const struct flip_table *table, int viewer, int seat, struct flip_canvas *canvas,
                    struct flip_error *error);
/// `over`, `points`, `scores`, `breakdown`, `winners`, and after the end `verdict` and `reason`, into an open object.
/// The second function calls the seat `viewer` "you".
void flip_table_result_json(const struct flip_table *table, struct flip_json *out);
void flip_table_result_for(const struct flip_table *table, int viewer, struct flip_json *out);
/// Who has won, as a headline without a full stop, and why, as sentences. Writes nothing before the end.
void flip_table_ending(const struct flip_table *table, int viewer, struct flip_text *verdict, struct flip_text *why);

/// Finds a legal move by its text. A unique beginning of whole words is enough; case and extra spaces do not matter.
/// The numbers of a template follow its text: "shoot left 12.5 1800".
int flip_table_find(const struct flip_table *table, int seat, const char *text, flip_move *out,
                    struct flip_error *error);
/// The `before` of this table: the state at the beginning of the phase, or at an open table the state itself.
const void *flip_table_before(const struct flip_table *table);
/// Copies the state to `out` (game->state_size bytes) and redeals there everything that `seat` cannot know.
void flip_table_redeal(const struct flip_table *table, int seat, struct flip_random *random, void *out);

FLIP_API_END

#endif
