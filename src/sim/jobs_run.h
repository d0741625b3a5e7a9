/* A run of jobs in the process that takes the results: what its threads (jobs.c) and its link to other processes (spread.c) share. */
#ifndef FLIPSIDE_SIM_JOBS_RUN_H
#define FLIPSIDE_SIM_JOBS_RUN_H

#include "sim/jobs.h"
#include "sim/kept.h"

#include <pthread.h>

enum { FLIP_SLOTS_PER_THREAD = 2 }; /* jobs that another process has at a time, for each of its threads */

/// How long to wait until messages are looked for again, in milliseconds: twice as long each time that none has come.
enum { FLIP_LOOK_SOON = 1, FLIP_LOOK_LATE = 16 };
static inline int flip_look_next(int waited, bool come)
{
    return come ? FLIP_LOOK_SOON : waited < FLIP_LOOK_LATE ? 2 * waited : FLIP_LOOK_LATE;
}

/// Another process that waits for a job.
struct flip_asker {
    int rank;
    uint32_t slot;
};

struct flip_run {
    const struct flip_jobs *jobs;
    uint64_t number; /* which run of this process it is */
    pthread_mutex_t lock;
    pthread_cond_t moved; /* something was taken, or the run ended */
    uint64_t next;        /* number of the next job to begin */
    uint64_t taken;
    uint64_t ring; /* results that fit: no job begins that is farther ahead of `taken` */
    bool *ready;
    unsigned char *results;
    struct flip_kept kept;
    struct flip_asker *asker;
    int askers, most_askers;
    int working; /* threads that have not ended */
    bool ended;
    int status;
    struct flip_error error;
};

/// Ends the run; the first failure counts. The lock is held.
void flip_run_end(struct flip_run *run, int status, const struct flip_error *error);
/// The place of a job's result. Nobody else uses it from the job's beginning until it is ready.
void *flip_run_place(struct flip_run *run, uint64_t job);
/// The result of a job lies in its place: takes all that is ready. The lock is held.
void flip_run_ready(struct flip_run *run, uint64_t job);
/// Takes the results that an earlier run kept.
int flip_run_take_kept(struct flip_run *run, struct flip_error *error);

/* spread.c */

/// In the first of several processes: deals out jobs to the others and takes what they send, as far as messages have come. Had any?
bool flip_spread_serve(struct flip_run *run);
/// Tells the other processes that the run is over.
void flip_spread_end(const struct flip_run *run);
/// In the other processes: works for the first one until it says that the run is over.
int flip_spread_work(const struct flip_jobs *jobs, uint64_t number, struct flip_error *error);

#endif
