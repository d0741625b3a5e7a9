/*
 * A table from the inside, and the functions that replaying records needs besides flipside/table.h: opening without
 * dealing, and single steps. The program reads the struct directly; users of the library cannot see it.
 */
#pragma once

#include <flipside/table.h>
#include <jansson.h>

struct shared_rules;

/// Where undo starts: the table after the last event that all have seen.
struct table_undo {
    struct flip_position from;
    int step;        /* the number of steps before it */
    flip_set unseen; /* the seats whose steps of this phase the others have not seen */
    bool apart;      /* the others have not seen the last step of a seat, nor the events it leads to */
};

/// Written only by this room.
struct flip_table {
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    struct shared_rules *shared; /* owns the next two */
    const struct flip_edition *edition;
    const void *rules;
    struct flip_dealer dealer;
    struct flip_seed_draw seed_draw; /* of the dealer's seed */
    char names[FLIP_MAX_SEATS][FLIP_NAME];
    bool open;
    struct flip_world world;
    struct flip_position now;
    struct table_undo undo;
    struct {
        struct flip_position now;
        struct table_undo undo;
    } backup; /* restored when a call fails */
    struct flip_step *steps;
    int step_count, step_room;
    struct flip_outcome *outcomes; /* of the flicks among the steps */
    int outcome_count, outcome_room;
};

/// The steps that this thread has made at all tables, as a measure of the cost of opening or walking through a table.
extern _Thread_local uint64_t table_steps_made;

/// Applies a step of this table's history to the position before it. Returns true if it ended the phase.
static inline bool table_apply(const struct flip_table *table, struct flip_position *position,
                               const struct flip_step *step)
{
    table_steps_made++;
    return step->outcome ? flip_position_settle(position, &table->outcomes[step->outcome - 1])
                         : flip_position_step(position, step->seat, step->move);
}
/// Puts a state (of flip_table_redeal) on a table on which nothing was dealt, to think about it; not for playing on.
void table_set_state(struct flip_table *table, const void *state);
/// Writes the table's options as `options` into an open object, as in records.
void table_write_options(const struct flip_table *table, struct flip_json *out);
enum { TABLE_WORDS = 12000 }; /* room for a sheet in words */

/// Describes the sheet of `seat` in sentences, as `viewer` may see it; or, with `aim`, what that move could be aimed
/// at. False: the game cannot.
bool table_describe(const struct flip_table *table, int viewer, int seat, const flip_move *aim, struct flip_text *out);
/// Opens a table on which nothing has been dealt yet.
struct flip_table *table_open_undealt(const struct flip_table_def *def, struct flip_error *error);
/// Deals until a seat has to decide or the game is over. On failure some events may have been dealt.
int table_deal(struct flip_table *table, struct flip_error *error);
/// Appends and applies a step that is known to be legal or possible. Fails only without memory.
int table_step(struct flip_table *table, struct flip_step step, struct flip_error *error);
/// flip_record_load of a record that has been parsed.
struct flip_table *table_from_json(const json_t *record, int steps, struct flip_error *error);
/// A copy, by way of its record.
struct flip_table *table_copy(const struct flip_table *table, struct flip_error *error);
/// Makes one more step of the record that the table was loaded from. If it fails, the table must not be used any more.
int table_replay_step(struct flip_table *table, const char *json, struct flip_error *error);
/// Is the seat's move legal now? The error says why not.
bool table_legal(const struct flip_table *table, int seat, flip_move move, struct flip_error *error);
/// Finds the due event by its text; the error names what is possible.
int table_find_event(const struct flip_table *table, const char *text, flip_move *out, struct flip_error *error);
/// Is the due event the outcome of a flick?
bool table_waits_outside(const struct flip_table *table);
/// Appends and applies a checked outcome.
int table_step_outcome(struct flip_table *table, struct flip_step step, const struct flip_outcome *outcome,
                       struct flip_error *error);
