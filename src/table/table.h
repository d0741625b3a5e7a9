/* What the files of this room share: opening without dealing and taking single steps, for the replay of records. */
#ifndef FLIPSIDE_TABLE_TABLE_H
#define FLIPSIDE_TABLE_TABLE_H

#include <flipside/table.h>

/// Opens a table on which nothing has been dealt yet.
struct flip_table *table_open_undealt(const struct flip_table_def *def, struct flip_error *error);
/// Deals until a seat has to decide or the game is over. On failure some events may have been dealt.
int table_deal(struct flip_table *table, struct flip_error *error);
/// Appends a step that is known to be legal or possible, and applies it. Fails only without memory.
int table_step(struct flip_table *table, struct flip_step step, struct flip_error *error);
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
