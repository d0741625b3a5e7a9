/* Turns the text of an edition into its struct, its canonical JSON and its hash. */
#pragma once

#include <flipside/edition.h>
#include <flipside/load.h>

enum { EDITION_HASH_SIZE = 65 };

/// What it takes to read an edition: its game, the size of its struct, and the game's loader.
struct edition_reader {
    const char *game;
    size_t size;
    const struct flip_game_loader *loader;
};

/// Parses the text; the caller releases the JSON.
json_t *edition_json(const char *text, size_t length, const char *source, struct flip_error *error);
/// Fills in `edition` (reader->size bytes), the hash and the canonical text, which the caller frees.
int edition_read(const struct edition_reader *reader, const json_t *json, const char *source, void *edition,
                 char hash[EDITION_HASH_SIZE], char **canonical, struct flip_error *error);
/// As flip_edition_parse, from JSON. All editions that are not compiled in come from here.
struct flip_edition *edition_from(const struct flip_game *game, const json_t *json, const char *source,
                                  struct flip_error *error);

/// Splits an error about an edition: writes the place it names, like "track[3].suit" ("": none), and returns the reason
/// alone.
const char *edition_fault(const char *message, const char *source, char *at, size_t size);
