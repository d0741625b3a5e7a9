/*
 * Where a game stands and how it ended, in words that fit every game. They are taken from its view and its result as JSON, in
 * the form that a table writes and a server sends.
 */
#ifndef FLIPSIDE_TERMINAL_OUTCOME_H
#define FLIPSIDE_TERMINAL_OUTCOME_H

#include <flipside/table.h>
#include <jansson.h>

/// The view of a table as `viewer` has it, in a state of that table or one of a replay; the caller's, NULL without memory.
json_t *flip_outcome_view(const struct flip_table *table, const void *state, const void *before, int viewer);
/// The result of a table, or its scores so far; the caller's, NULL without memory.
json_t *flip_outcome_result(const struct flip_table *table);

/// "round 3 of 12, write": what the view calls round, turn and phase, with `gap` between them.
void flip_outcome_stage(const json_t *view, const char *gap, struct flip_text *out);
/// After the end who has won and why; then a small table: seats, their teams as the view has them, the parts of their scores, totals.
/// Lines end with '\n'.
void flip_outcome_scores(const json_t *result, const json_t *view, const char (*names)[FLIP_NAME], int seats,
                         struct flip_text *out);
/// Of that only who has won and why; nothing before the end.
void flip_outcome_ending(const json_t *result, struct flip_text *out);
/// What a result says behind its verdict: why the game ended so.
const char *flip_outcome_why(const json_t *result);
/// Commitment and seed in hexadecimal digits, and in words how the seed was drawn.
void flip_outcome_seed(const char *commitment, const char *seed, const char *drawn, struct flip_text *out);
/// Where the record is (`path` may be empty), and how to check it.
void flip_outcome_record(const char *path, struct flip_text *out);
/// The sheet of a seat, drawn by the game; one that does not draw has its view shown, name by name.
void flip_outcome_draw(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                       struct flip_canvas *canvas);

#endif
