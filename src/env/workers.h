/* Threads that do a part of some work each, again and again, and wait in between. */
#pragma once

#include <flipside/env.h>

#include <pthread.h>

/// Does part number `part`.
typedef void (*env_workers_task)(void *context, int part);

struct env_workers {
    env_workers_task task;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    unsigned long round; /* raised when there is work */
    int waited_for;      /* parts that are not done */
    bool ended;
    int count; /* threads besides the caller's own */
    struct env_worker {
        struct env_workers *workers;
        pthread_t thread;
        int part;
    } worker[FLIP_ENV_THREADS];
};

/// Starts parts - 1 threads: the caller does part 0 itself.
int env_workers_start(struct env_workers *workers, int parts, env_workers_task task, void *context,
                      struct flip_error *error);
/// Does all parts and returns when they are done.
void env_workers_run(struct env_workers *workers);
void env_workers_end(struct env_workers *workers);
