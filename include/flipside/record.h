/*
 * A record is a whole game as JSON: set-up, moves and events in notation, times, result, commitment and seed. It serves
 * as saved game, replay, bug report and test fixture. docs/record.md describes every field.
 */
#ifndef FLIPSIDE_RECORD_H
#define FLIPSIDE_RECORD_H

#include <flipside/table.h>

FLIP_API_BEGIN

enum { FLIP_RECORD_FORMAT = 1, FLIP_ALL_STEPS = -1 };

enum flip_record_scope {
    FLIP_RECORD_FULL,   /* with the seed even while the game is running: a saved game */
    FLIP_RECORD_PUBLIC, /* while the game is running, without the seed and the steps of the current phase */
    FLIP_RECORD_SETUP   /* what was agreed before the first card: no seed, no steps, only the hash of the edition */
};

/// A step's `by` as records write it ("person", "program", "bot 3"; NULL: unknown); and back (0: any other word).
const char *flip_by_word(int by);
int flip_by_named(const char *word);

/// The record as text, which the caller frees; NULL with an error if memory runs out.
char *flip_record_save(const struct flip_table *table, enum flip_record_scope scope, struct flip_error *error);

/// Opens a table from a record and replays its first `steps` steps, or FLIP_ALL_STEPS. Every step is checked: the error
/// says which one is wrong and why.
struct flip_table *flip_record_load(const char *json, size_t length, int steps, struct flip_error *error);

/// Checks that every dealt event follows from the seed, and that the seed matches the commitment; returns 0 if so.
/// Outcomes of flicks are not dealt: flip_table_check_flicks checks them.
int flip_record_verify(const char *json, size_t length, struct flip_error *error);

FLIP_API_END

#endif
