/* Shared by the files of this room: the engine, the fields of requests and the parts of answers. */
#pragma once

#include "core/codes.h"
#include "faces/engine/engine.h"

#include <flipside/flipside.h>
#include <jansson.h>

struct engine {
    struct engine_limits limits;
    struct flip_table *table; /* NULL: no game yet */
    bool quit;
    size_t digits; /* of the real numbers in this answer */
    char *buffer;  /* where the table writes its JSON */
    size_t buffer_size;
    int move_count; /* the legal moves of the seat in question; their indices are their ids */
    flip_move moves[FLIP_MAX_MOVES];
    struct flip_thought thought;
};

/// A request is answered by filling `answer`, or by an error; then nothing has changed.
typedef int engine_command(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error);

/* setup.c */
engine_command engine_hello, engine_games, engine_new, engine_rig, engine_save, engine_load;
/* moves.c */
engine_command engine_actions, engine_act, engine_view, engine_undo, engine_result;
/* think.c */
engine_command engine_think, engine_play;
/* analyze.c */
engine_command engine_analyze;

/* --- fields of requests (fields.c) ---------------------------------------------------------------------------------- */
/* A field that is absent leaves *value as it is. A wrong type or a number out of range is an error of code "type". */

int field_int(const json_t *request, const char *key, json_int_t low, json_int_t high, json_int_t *value,
              struct flip_error *error);
int field_bool(const json_t *request, const char *key, bool *value, struct flip_error *error);
int field_string(const json_t *request, const char *key, const char **value, struct flip_error *error);
/// A list or an object; JSON_ARRAY or JSON_OBJECT.
int field_tree(const json_t *request, const char *key, json_type type, const json_t **value, struct flip_error *error);
/// A seed as text or integer, converted to 32 bytes; *given says whether there was one.
int field_seed(const json_t *request, unsigned char seed[FLIP_SEED_BYTES], bool *given, struct flip_error *error);
/// A seat of the table; absent: -1.
int field_seat(const struct engine *engine, const json_t *request, int *seat, struct flip_error *error);
/// A seat that has to decide now; absent: the only one.
int field_deciding_seat(const struct engine *engine, const json_t *request, int *seat, struct flip_error *error);

/// "a list", "a real number" …, for errors.
const char *json_type_name(const json_t *value);

/* --- parts of answers (fields.c) ------------------------------------------------------------------------------------ */

/// {"seats":[…],"over":…}
json_t *turn_json(const struct flip_table *table);
/// What a seat, FLIP_PUBLIC or FLIP_ALL may know.
json_t *view_json(struct engine *engine, int viewer);
/// {"over":…,"scores":…,"breakdown":…,"winners":…}
json_t *result_json(struct engine *engine);
/// The action of engine->moves[id].
json_t *action_json(struct engine *engine, int seat, int id);
/// The action of a move that need not be in the list.
json_t *move_json(struct engine *engine, int seat, flip_move move, int id);
/// A step of seat or dealer that was taken at `state`.
json_t *event_json(struct engine *engine, const void *state, const struct flip_step *step);

/// Fills engine->moves.
void list_moves(struct engine *engine, int seat);
