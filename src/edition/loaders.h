/* Which game's JSON is turned into which struct, and the way from a text to that struct. */
#ifndef FLIPSIDE_EDITION_LOADERS_H
#define FLIPSIDE_EDITION_LOADERS_H

#include "edition/loader.h"

struct edition_loader {
    const char *id; /* of the game */
    size_t size;    /* of its edition struct */
    /// Checks everything and fills the struct, which is zeroed.
    int (*load)(const struct node *root, void *edition);
};

const struct edition_loader *edition_loader_of(const char *id);

enum { EDITION_HASH_SIZE = 65 };

/// Reads a text: fills `edition` (loader->size bytes), the hash and the canonical JSON, which the caller frees.
int edition_read(const struct edition_loader *loader, const char *text, size_t length, const char *source,
                 void *edition, char hash[EDITION_HASH_SIZE], char **canonical, struct flip_error *error);

/// What edition-compile wrote down about a compiled-in edition, besides its struct.
struct edition_classic {
    const char *id;
    const char *hash;
    const unsigned char *json; /* canonical, with a zero at its end */
    size_t length;             /* without the zero */
};

/// The compiled-in editions of a game, ended by one without id; NULL: no such game.
const struct edition_classic *edition_classic_of(const char *id);

/* One loader a game. */
int load_royalflip(const struct node *root, void *edition);
int load_fliptown(const struct node *root, void *edition);
int load_flipcity(const struct node *root, void *edition);
int load_insertcoin(const struct node *root, void *edition);
int load_flickemup(const struct node *root, void *edition);

#endif
