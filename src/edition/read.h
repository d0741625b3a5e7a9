/* From the text of an edition to its struct, its canonical JSON and its hash. */
#ifndef FLIPSIDE_EDITION_READ_H
#define FLIPSIDE_EDITION_READ_H

#include <flipside/edition.h>
#include <flipside/load.h>

enum { EDITION_HASH_SIZE = 65 };

/// What reads an edition: whose it is, how large its struct, and the game's loader.
struct edition_reader {
    const char *game;
    size_t size;
    const struct flip_game_loader *loader;
};

/// The JSON of a text, to be released with json_decref.
json_t *edition_json(const char *text, size_t length, const char *source, struct flip_error *error);
/// Reads it: fills `edition` (reader->size bytes), the hash and the canonical text, which the caller frees.
int edition_read(const struct edition_reader *reader, const json_t *json, const char *source, void *edition,
                 char hash[EDITION_HASH_SIZE], char **canonical, struct flip_error *error);
/// As flip_edition_parse, from JSON: every edition that is not compiled in is read by this.
struct flip_edition *edition_from(const struct flip_game *game, const json_t *json, const char *source,
                                  struct flip_error *error);

/// The place that an error of an edition names, as a path like "track[3].suit" ("": none), and the reason without source and place.
const char *edition_fault(const char *message, const char *source, char *at, size_t size);

#endif
