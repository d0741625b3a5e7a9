/*
 * A workers: threads for what takes long, so that nobody waits for it. The event loop hands over a task that owns a copy of
 * everything it needs and gets it back when it is done; no table is ever touched from another thread. One workers lets bots
 * think, another one checks passwords, a third one reads from the store (work.h). Payers share a workers fairly: fair.h.
 */
#ifndef FLIPSIDE_SERVER_WORKERS_H
#define FLIPSIDE_SERVER_WORKERS_H

#include "server/limits.h"

#include <flipside/bot.h>

struct workers;

/// Something to do: the first member of what is handed over.
struct task {
    struct fair_item item; /* who pays, and what it is expected to cost */
    struct task *next;
    void (*work)(struct task *task); /* on a thread of the workers */
    void (*free)(struct task *task);
    bool more;   /* set by `work`: this was a part, call again when others have had their turn */
    double busy; /* ms that it took so far */
};

/// A question to a bot. Made by job_new, given to workers_ask, returned by workers_done, freed by its task.free.
struct job {
    struct task task;
    struct flip_position at; /* a copy, with rules of its own */
    void *rules;             /* those */
    int seat;
    struct flip_think_def def;
    uint64_t ticket; /* the asker's: is the answer still wanted? */
    uint64_t link;   /* who asked for a hint; 0: a bot's own move */
    int64_t number;  /* of the message that asked */
    char table[32];
    bool judge;       /* not what to do is asked, but what was done: tutor.c */
    flip_move judged; /* that move */
    struct flip_error error;
    int status;
    struct flip_thought thought;
    char then[256], then_tell[256];  /* a hint: the next step of the same turn, in notation and in words; or empty */
    struct flip_judgement judgement; /* of `judged` */
    char address[ADDRESS_SIZE];      /* that pays for it, or empty */
    double paid;                     /* ms that were charged in advance */
};

/// `wake` is called from a workers thread when something is done. `quick`: one more thread does what is FAIR_QUICK and nothing else, so
/// that it never waits for something longer to end.
struct workers *workers_start(int threads, bool quick, void (*wake)(void *context), void *context);
/// Waits for the tasks under way, forgets the others.
void workers_stop(struct workers *workers);

/// About a position at a table: the one it is in, or one of its history.
struct job *job_new(const struct flip_position *position, int seat, const struct flip_think_def *def);
void workers_ask(struct workers *workers, struct task *task);
/// The next finished task, or NULL.
struct task *workers_done(struct workers *workers);
/// Tasks that wait or are under way.
int workers_load(struct workers *workers);

#endif
