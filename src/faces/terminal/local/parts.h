/* A game at this terminal from the inside: local.c opens it, match.c answers the faces, thinking.c thinks. */
#pragma once

#include "faces/terminal/local/local.h"

#include <pthread.h>
#include <stdatomic.h>

/*
 * Thinking in a thread, so that the screen stays responsive. The thread works on a copy of the table; the player may go
 * on meanwhile, and the caller polls for the result.
 */

struct flip_thinking {
    bool busy;        /* a thread is running, or its result has not been fetched */
    atomic_bool done; /* set by the thread */
    atomic_bool over; /* cancelled */
    pthread_t thread;
    struct flip_table *table;
    int seat;
    int steps;                  /* of the table when the thought began */
    struct flip_player *player; /* who thinks; NULL for a hint or the tutor */
    bool judges;                /* the tutor, about the move `judged` */
    flip_move judged;
    struct flip_review review;
    struct flip_thought thought;
    char words[400 + FLIP_REASON]; /* of the tutor */
    flip_move move;
    int failed;
    struct flip_error error;
};

/// Begins to think about the seat's move, as `player`, or with NULL as a hint by the strongest level.
int flip_thinking_begin(struct flip_thinking *thinking, const struct flip_table *table, int seat,
                        struct flip_player *player, struct flip_error *error);
/// Begins to judge a move that the seat is about to make.
int flip_thinking_judge(struct flip_thinking *thinking, const struct flip_table *table, int seat, flip_move move,
                        struct flip_error *error);
/// Is the result there? `wait` waits for it. It can then be read, and flip_thinking_ready fetches it.
bool flip_thinking_done(const struct flip_thinking *thinking, bool wait);
/// True once, when the result is there: `failed`, `move` and `thought` may then be read.
bool flip_thinking_ready(struct flip_thinking *thinking);
/// Cancels the thinking, a program's too, and waits the short time until it ends.
void flip_thinking_end(struct flip_thinking *thinking);

struct local {
    struct flip_match match; /* first: the faces hold a pointer to it */
    struct flip_table *table;
    struct flip_player players[FLIP_MAX_SEATS];
    char seats[FLIP_SEATS_TEXT]; /* for player.h; saved in the record, so that resuming needs no --seats */
    bool fixed_place;            /* --save: the finished game stays in the same file */

    /* The state as the seat knows for which actions were listed: the rest is redealt, so that no list reveals a
       secret. */
    int knower;
    void *known;
    void *tried; /* scratch: the state after an action */

    struct flip_thinking bot;  /* one bot thinks at a time … */
    struct flip_thinking hint; /* … and a hint beside it, */
    uint64_t hint_offer;       /* for this list */
    struct flip_thinking tutor;
    bool made;   /* the move that it thinks about */
    bool warned; /* about this move: choosing it again makes it */
    flip_move warned_of;
    bool anyway; /* it was made all the same */
};

extern const struct flip_match_calls local_calls;
/// `listen` for a match without other players.
int local_hear_nobody(struct flip_match *match, bool wait, struct flip_error *error);

/// Sets everything that depends on the table and its players.
int local_sit(struct local *local, const struct flip_player *players, struct flip_error *error);
/// Updates the plain values of the match and saves the game; call it after every step.
void local_keep(struct local *local);
