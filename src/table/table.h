/*
 * A table from the inside: what it holds, and what the files of this room share (opening without dealing, single steps), for the replay
 * of records. The program reads a table directly; whoever uses the library asks with the functions of flipside/table.h.
 */
#ifndef FLIPSIDE_TABLE_TABLE_H
#define FLIPSIDE_TABLE_TABLE_H

#include <flipside/table.h>

struct ground;

/// Where undo starts from: the table as it was after the last event that all have seen.
struct table_undo {
    struct flip_position from;
    int step;        /* how many steps lie before it */
    flip_set unseen; /* the seats whose steps of this phase the others have not seen */
    bool apart; /* the last step of a seat was taken out of the others' sight, and so is what it makes the dealer do */
};

/// Written only by this room.
struct flip_table {
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    struct ground *ground; /* which these two are of */
    const struct flip_edition *edition;
    const void *rules;
    struct flip_dealer dealer;
    struct flip_draw draw; /* the dealer's seed */
    char names[FLIP_MAX_SEATS][FLIP_NAME];
    bool open;
    struct flip_world world;
    struct flip_position now; /* what is on the table */
    struct table_undo undo;
    struct {
        struct flip_position now;
        struct table_undo undo;
    } backup; /* what a failed call goes back to */
    struct flip_step *steps;
    int step_count, step_room;
    struct flip_outcome *outcomes; /* of the steps that came from outside */
    int outcome_count, outcome_room;
};

/// So many steps this thread has made, at all tables: what opening a table or going through a game costs.
extern _Thread_local uint64_t table_steps_made;

/// Takes a step of this table's history in a position, which is the one before it. True: the phase ended with it.
static inline bool table_take(const struct flip_table *table, struct flip_position *position,
                              const struct flip_step *step)
{
    table_steps_made++;
    return step->outcome ? flip_position_settle(position, &table->outcomes[step->outcome - 1])
                         : flip_position_step(position, step->seat, step->move);
}
/// Lays what a seat knows (flip_table_redeal) on a table on which nothing was dealt: for thinking about it, not for playing on.
void table_lay(struct flip_table *table, const void *state);
/// The table's options as `options` of an open object, as records have them.
void table_write_options(const struct flip_table *table, struct flip_json *out);
enum { TABLE_WORDS = 12000 }; /* room for a sheet in words */

/// The sheet of `seat` in sentences, as `viewer` may know it; or, with `aim`, what that move could be aimed at. False: the game has no words
/// for it.
bool table_read(const struct flip_table *table, int viewer, int seat, const flip_move *aim, struct flip_text *out);
/// Opens a table on which nothing has been dealt yet.
struct flip_table *table_open_undealt(const struct flip_table_def *def, struct flip_error *error);
/// Deals until a seat has to decide or the game is over. On failure some events may have been dealt.
int table_deal(struct flip_table *table, struct flip_error *error);
/// Appends a step that is known to be legal or possible, and applies it. Fails only without memory.
int table_step(struct flip_table *table, struct flip_step step, struct flip_error *error);
/// Makes one more step of the record that the table was loaded from (record.c). If it fails, the table may not be used any more.
int table_replay_step(struct flip_table *table, const char *json, struct flip_error *error);
/// Is the seat's move legal now? The error says why not.
bool table_legal(const struct flip_table *table, int seat, flip_move move, struct flip_error *error);
/// Finds the due event by its text; the error names what is possible.
int table_find_event(const struct flip_table *table, const char *text, flip_move *out, struct flip_error *error);
/// Is the due event the outcome of a flick?
bool table_waits_outside(const struct flip_table *table);
/// Takes an outcome, which has been checked, as the next step.
int table_step_outcome(struct flip_table *table, struct flip_step step, const struct flip_outcome *outcome,
                       struct flip_error *error);

#endif
