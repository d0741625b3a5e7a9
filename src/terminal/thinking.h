/*
 * A thought in a thread of its own, so that the screen stays alive. The thread works on a copy of the table; the player may
 * go on meanwhile, and whoever asked looks now and then whether the thought is ready.
 */
#ifndef FLIPSIDE_TERMINAL_THINKING_H
#define FLIPSIDE_TERMINAL_THINKING_H

#include "bots/player.h"

#include <pthread.h>
#include <stdatomic.h>

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

#endif
