/*
 * Tables of a game with the same edition, options and number of seats share the edition and the rules prepared from it,
 * which nobody changes. Thread-safe.
 */
#pragma once

#include <flipside/edition.h>
#include <flipside/game.h>

struct shared_rules {
    struct shared_rules *next;
    int users;
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    struct flip_edition *edition;
    void *rules;
};

/// Finds or prepares the rules, and takes over the edition, even on failure. NULL: the rules cannot be prepared.
struct shared_rules *shared_rules_get(struct flip_edition *edition, const struct flip_options *options, int seats,
                                      struct flip_error *error);
/// Takes another reference.
struct shared_rules *shared_rules_share(struct shared_rules *shared);
/// Drops a reference, and frees the rules with the last one. NULL is allowed.
void shared_rules_release(struct shared_rules *shared);
