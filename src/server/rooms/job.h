/* A question for a bot, handed to the workers: what to do, or (learning/tutor.c) whether a move was good. */
#ifndef FLIPSIDE_SERVER_ROOMS_JOB_H
#define FLIPSIDE_SERVER_ROOMS_JOB_H

#include "server/loop/loop.h"
#include "server/net/limits.h"

#include <flipside/bot.h>

/// Made by job_new, given to workers_ask, returned by workers_done, freed by its task.free.
struct job {
    struct task task;
    struct flip_position at; /* a copy, with its own rules */
    void *rules;             /* those */
    int seat;
    struct flip_think_def def;
    uint64_t ticket; /* of the question: is the answer still wanted? */
    uint64_t link;   /* who asked for a hint; 0: a bot's own move */
    int64_t number;  /* of the message that asked */
    char table[32];
    bool judge;       /* the question is about a move that was made */
    flip_move judged; /* that move */
    struct flip_error error;
    int status;
    struct flip_thought thought;
    char then[256], then_tell[256];  /* a hint: the next step of the same turn, in notation and in words; or empty */
    struct flip_judgement judgement; /* of `judged` */
    char address[ADDRESS_SIZE];      /* that is charged for it, or empty */
    double paid;                     /* ms that were charged in advance */
};

/// What should this seat do, in a current or past position of a table? NULL: out of memory.
struct job *job_new(const struct flip_position *position, int seat, const struct flip_think_def *def);

#endif
