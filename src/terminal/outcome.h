/* Where a game stands and how it ended, in words that fit every game: taken from its view and its breakdown. */
#ifndef FLIPSIDE_TERMINAL_OUTCOME_H
#define FLIPSIDE_TERMINAL_OUTCOME_H

#include <flipside/table.h>

/// "round 3 of 12, write": what the game's view calls round, turn and phase, with `gap` between them. The state is that of a
/// table, or one of a replay.
void flip_outcome_stage(const struct flip_table *table, const void *state, const void *before, int viewer,
                        const char *gap, struct flip_text *out);
/// A small table: seats, the parts of their scores, totals; and after the end who has won and why. Lines end with '\n'.
void flip_outcome_scores(const struct flip_table *table, struct flip_text *out);
/// Of that only who has won and why; nothing before the end.
void flip_outcome_ending(const struct flip_table *table, struct flip_text *out);
/// Commitment and seed, and how to check them against the record in `path` (which may be empty).
void flip_outcome_seed(const struct flip_table *table, const char *path, struct flip_text *out);
/// The view of a game that has no drawing of its own, name by name.
void flip_outcome_draw(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                       struct flip_canvas *canvas);

#endif
