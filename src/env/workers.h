/* Threads that do a part of some work each, again and again, and wait in between. */
#ifndef FLIPSIDE_ENV_WORKERS_H
#define FLIPSIDE_ENV_WORKERS_H

#include <flipside/env.h>

#include <pthread.h>

/// Does part number `part`.
typedef void (*workers_task)(void *context, int part);

struct workers {
    workers_task task;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    unsigned long round; /* raised when there is work */
    int waited_for;      /* parts that are not done */
    bool ended;
    int count; /* threads besides the caller's own */
    struct worker {
        struct workers *crew;
        pthread_t thread;
        int part;
    } worker[FLIP_ENV_THREADS];
};

/// Starts parts - 1 threads: the caller does part 0 itself.
int workers_start(struct workers *workers, int parts, workers_task task, void *context, struct flip_error *error);
/// Does all parts and returns when they are done.
void workers_run(struct workers *workers);
void workers_end(struct workers *workers);

#endif
