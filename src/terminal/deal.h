/* What the command line asked for, and the game that it makes: prepared, but with nothing dealt yet. */
#ifndef FLIPSIDE_TERMINAL_DEAL_H
#define FLIPSIDE_TERMINAL_DEAL_H

#include "bots/player.h"

enum { FLIP_SEATS_TEXT = 1024, FLIP_GIVEN_OPTIONS = 32 };

struct flip_settings {
    const struct flip_game *game; /* NULL: ask */
    char seats[FLIP_SEATS_TEXT];  /* "": the default */
    struct {
        const char *name, *value;
    } given[FLIP_GIVEN_OPTIONS]; /* options of the game */
    int given_count;
    const char *edition, *seed, *load, *save;
    const char *pace;        /* "full", "quick" or "none"; NULL: what the environment says */
    const char *join, *name; /* the address of a table at a server, and who we are there */
    bool plain, ascii, no_color, help;
};

struct flip_deal {
    struct flip_table_def def;
    struct flip_edition *edition;
    struct flip_draw draw; /* how the seed was drawn: this program is the dealer and everybody's client */
    unsigned char seed[FLIP_SEED_BYTES];
    char names[FLIP_MAX_SEATS][40];
    struct flip_player players[FLIP_MAX_SEATS];
    char seats[FLIP_SEATS_TEXT];
    char commitment[FLIP_HEX_SIZE];
};

/// Fills `def` and `players` and draws the seed, so that the commitment can be shown before the first card.
int flip_deal_prepare(struct flip_deal *deal, const struct flip_settings *settings, struct flip_error *error);
void flip_deal_free(struct flip_deal *deal);

#endif
