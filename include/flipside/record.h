/*
 * Records. A record is JSON and contains a whole game: set-up, moves and events in notation, times, result, commitment and seed. It
 * is the save game, the replay, the bug report and the test fixture. docs/record.md describes every field.
 */
#ifndef FLIPSIDE_RECORD_H
#define FLIPSIDE_RECORD_H

#include <flipside/table.h>

FLIP_API_BEGIN

enum { FLIP_RECORD_FORMAT = 1, FLIP_ALL_STEPS = -1 };

enum flip_record_scope {
    FLIP_RECORD_FULL,   /* with the seed, even while the game is running: for saving it */
    FLIP_RECORD_PUBLIC, /* while the game is running: without the seed and the steps of the current phase */
    FLIP_RECORD_SETUP   /* what was agreed before the first card: no seed, no steps, the edition by its hash alone */
};

/// `by` of a step as records have it ("person", "program", "bot 3"), and from there; NULL and 0: unknown, or no such word.
const char *flip_by_word(int by);
int flip_by_named(const char *word);

/// The record as text, to be freed by the caller; NULL with an error if memory runs out.
char *flip_record_save(const struct flip_table *table, enum flip_record_scope scope, struct flip_error *error);

/// Opens a table from a record and replays `steps` of it (FLIP_ALL_STEPS: all). Every step is checked: the error says which one is
/// wrong and why.
struct flip_table *flip_record_load(const char *json, size_t length, int steps, struct flip_error *error);

/// Checks that every dealt event follows from the seed, and that the seed matches the commitment. 0: they do. Outcomes of flicks
/// are not dealt; flip_table_check_flicks checks those.
int flip_record_verify(const char *json, size_t length, struct flip_error *error);

FLIP_API_END

#endif
