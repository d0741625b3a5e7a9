/*
 * An edition is a game's data: maps, cards, tables. It is read from JSON, checked, and turned into the plain struct
 * that the rules read. Records name it by its hash, the SHA-256 of the JSON with sorted keys and no white space.
 */
#ifndef FLIPSIDE_EDITION_H
#define FLIPSIDE_EDITION_H

#include <flipside/game.h>

FLIP_API_BEGIN

struct flip_edition {
    const struct flip_game *game;
    char hash[65]; /* hexadecimal */
    void *data;    /* game->edition_size bytes */
    char *json;    /* canonical text */
};

/// The compiled-in edition; if there are several, the first.
struct flip_edition *flip_edition_classic(const struct flip_game *game, struct flip_error *error);
/// The compiled-in edition that these options choose.
struct flip_edition *flip_edition_chosen(const struct flip_game *game, const struct flip_options *options,
                                         struct flip_error *error);
/// The compiled-in edition with that hash, or NULL.
struct flip_edition *flip_edition_hashed(const struct flip_game *game, const char *hash, struct flip_error *error);
/// Is this value of this option the path of an edition, as in scenario=mine.json?
bool flip_edition_option(const struct flip_game *game, const char *name, const char *value);
/// Reads an edition from a file. Errors name the file, the place (a JSON path, or line and column) and the reason.
struct flip_edition *flip_edition_load(const struct flip_game *game, const char *path, struct flip_error *error);
/// Reads an edition from text; errors call it `source`.
struct flip_edition *flip_edition_parse(const struct flip_game *game, const char *json, size_t length,
                                        const char *source, struct flip_error *error);
struct flip_edition *flip_edition_copy(const struct flip_edition *edition);
void flip_edition_free(struct flip_edition *edition);

FLIP_API_END

#endif
