/*
 * What tables of one game have in common if they are played with the same edition, options and number of seats: the edition and the rules that were
 * prepared from it. Nobody changes them, so there is one of each, however many tables there are. Any thread may open and close tables.
 */
#ifndef FLIPSIDE_TABLE_GROUND_H
#define FLIPSIDE_TABLE_GROUND_H

#include <flipside/edition.h>
#include <flipside/game.h>

struct ground {
    struct ground *next;
    int users;
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    struct flip_edition *edition;
    void *rules;
};

/// Takes over the edition, also if it fails. NULL: the rules cannot be prepared.
struct ground *ground_take(struct flip_edition *edition, const struct flip_options *options, int seats,
                           struct flip_error *error);
/// One more user of it.
struct ground *ground_share(struct ground *ground);
/// NULL is allowed. Frees what nobody uses any more.
void ground_give_back(struct ground *ground);

#endif
