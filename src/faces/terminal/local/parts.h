/* A game at this terminal as its files know it: local.c opens it, keep.c keeps it, match.c answers the faces, thinking.c thinks. */
#ifndef FLIPSIDE_TERMINAL_LOCAL_PARTS_H
#define FLIPSIDE_TERMINAL_LOCAL_PARTS_H

#include "faces/terminal/local/local.h"

#include <pthread.h>
#include <stdatomic.h>

/*
 * A thought in a thread of its own, so that the screen stays alive. The thread works on a copy of the table; the player may
 * go on meanwhile, and whoever asked looks now and then whether the thought is ready.
 */

struct flip_thinking {
    bool busy;        /* a thread runs, or its thought has not been fetched yet */
    atomic_bool done; /* set by the thread */
    atomic_bool over; /* nobody wants the thought any more */
    pthread_t thread;
    struct flip_table *table;
    int seat;
    int steps;                  /* of the table when the thought began */
    struct flip_player *player; /* who thinks; NULL: a hint, or the tutor */
    bool judges;                /* the tutor: about `judged`, a move that is made meanwhile */
    flip_move judged;
    struct flip_judgement judgement;
    struct flip_thought thought;
    char words[400 + FLIP_REASON]; /* of the tutor */
    flip_move move;
    int failed;
    struct flip_error error;
};

/// Begins to think about the seat's move: as `player`, or, with NULL, a hint by the strongest level.
int flip_thinking_begin(struct flip_thinking *thinking, const struct flip_table *table, int seat,
                        struct flip_player *player, struct flip_error *error);
/// Begins to think about a move that the seat is about to make: was it good?
int flip_thinking_judge(struct flip_thinking *thinking, const struct flip_table *table, int seat, flip_move move,
                        struct flip_error *error);
/// Is the thought done? With `wait`, when it is. Then it can be read, and flip_thinking_ready fetches it.
bool flip_thinking_done(const struct flip_thinking *thinking, bool wait);
/// True once, when the thought is ready: then `failed`, `move` and `thought` may be read.
bool flip_thinking_ready(struct flip_thinking *thinking);
/// Gives a running thought up, a program's too, and waits for the little while that it still takes.
void flip_thinking_end(struct flip_thinking *thinking);

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
/// `listen` of a match in which nobody else plays by himself.
int local_hear_nobody(struct flip_match *match, bool wait, struct flip_error *error);

/// Everything that follows from the table, and who sits around it.
int local_sit(struct local *local, const struct flip_player *players, struct flip_error *error);
/// Brings the plain values of the match up to date and writes the game down; after every step.
void local_keep(struct local *local);

#endif
