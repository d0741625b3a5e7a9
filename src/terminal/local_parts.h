/* A game at this terminal as its files know it: local.c opens it, local_keep.c keeps it, local_match.c answers the faces. */
#ifndef FLIPSIDE_TERMINAL_LOCAL_PARTS_H
#define FLIPSIDE_TERMINAL_LOCAL_PARTS_H

#include "terminal/local.h"
#include "terminal/thinking.h"

struct local {
    struct flip_match match; /* first: the faces hold a pointer to it */
    struct flip_table *table;
    struct flip_player players[FLIP_MAX_SEATS];
    char seats[FLIP_SEATS_TEXT]; /* as player.h takes it; written into the record, so that resuming needs no words */
    bool fixed_place;            /* --save: the finished game stays in the same file */

    /* What the seat that actions were listed for knows: everything else is dealt anew, so that no list tells a secret. */
    int knower;
    void *known;
    void *tried; /* scratch: the state after an action */

    struct flip_thinking bot;  /* one bot thinks at a time … */
    struct flip_thinking hint; /* … and a hint beside it, */
    uint64_t hint_offer;       /* for this list */
    struct flip_thinking tutor;
    bool made;   /* the move that it thinks about */
    bool warned; /* about this move, which is made when it is chosen again */
    flip_move warned_of;
    bool anyway; /* it was: the last move */
};

extern const struct flip_match_calls local_calls;

/// Everything that follows from the table, and who sits around it.
int local_sit(struct local *local, const struct flip_player *players, struct flip_error *error);
/// Brings the plain values of the match up to date and writes the game down; after every step.
void local_keep(struct local *local);

#endif
