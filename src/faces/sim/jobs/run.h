/* A run of jobs: shared by its threads (jobs.c), its file (kept.c) and its link to other processes (spread.c). */
#pragma once

#include "faces/sim/jobs/jobs.h"

#include <pthread.h>
#include <stdio.h>

/*
 * Finished results in a file, in order, with which an interrupted run continues. The file begins with a line that
 * identifies the run; each result follows its length and a checksum, so that a truncated last one is noticed and done
 * again.
 */
struct flip_kept {
    FILE *file; /* NULL: nothing is kept */
    unsigned char *packed;
    bool reading; /* there may be more results from an earlier run */
};

/// A hash that identifies a run: of its key, its count and the size of its results.
uint64_t flip_jobs_mark(const struct flip_jobs *jobs);
/// The most bytes that a serialised result takes.
size_t flip_packed_most(const struct flip_jobs *jobs);
size_t flip_result_pack(const struct flip_jobs *jobs, uint64_t job, const void *result, unsigned char *out);
int flip_result_unpack(const struct flip_jobs *jobs, uint64_t job, const unsigned char *in, size_t length,
                       void *result);

/// Opens or begins the file that `jobs->keep` names. A file of another run is refused.
int flip_kept_open(struct flip_kept *kept, const struct flip_jobs *jobs, struct flip_error *error);
void flip_kept_close(struct flip_kept *kept);
/// Reads the next result. 1: done; 0: there are no more, and writing starts there; -1: the file cannot be used.
int flip_kept_next(struct flip_kept *kept, const struct flip_jobs *jobs, uint64_t job, void *result,
                   struct flip_error *error);
int flip_kept_add(struct flip_kept *kept, const struct flip_jobs *jobs, uint64_t job, const void *result,
                  struct flip_error *error);

enum { FLIP_SLOTS_PER_THREAD = 2 }; /* jobs that another process has at a time, per thread */

/// How long to wait before looking for messages again, in milliseconds: doubled each time that none has come.
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
    uint64_t next;        /* the next job to begin */
    uint64_t taken;
    uint64_t ring; /* room for results: jobs farther ahead of `taken` have to wait */
    bool *ready;
    unsigned char *results;
    struct flip_kept kept;
    struct flip_asker *asker;
    int askers, most_askers;
    int working; /* threads still running */
    bool ended;
    int status;
    struct flip_error error;
};

/// Ends the run; the first failure counts. Call with the lock held.
void flip_run_end(struct flip_run *run, int status, const struct flip_error *error);
/// Where a job's result goes. It belongs to the job from its beginning until it is ready.
void *flip_run_place(struct flip_run *run, uint64_t job);
/// A job's result is in its place: takes all results that are ready. Call with the lock held.
void flip_run_ready(struct flip_run *run, uint64_t job);
/// Takes the results kept by an earlier run.
int flip_run_take_kept(struct flip_run *run, struct flip_error *error);

/* spread.c */

/// In the first process: handles the messages that have come, handing out jobs and taking results. Returns whether
/// there were any.
bool flip_spread_serve(struct flip_run *run);
/// Tells the other processes that the run is over.
void flip_spread_end(const struct flip_run *run);
/// In the other processes: works for the first one until it says that the run is over.
int flip_spread_work(const struct flip_jobs *jobs, uint64_t number, struct flip_error *error);

/* --- messages, for spread.c ------------------------------------------------------------------------------------------------ */

enum flip_rank_kind {
    FLIP_RANK_ASK,    /* to the first: give me a job */
    FLIP_RANK_RESULT, /* to the first: a packed result; and give me another job */
    FLIP_RANK_GIVEN_UP,
    FLIP_RANK_FAILED, /* to the first: a sentence */
    FLIP_RANK_JOB,    /* from the first: a job and its note */
    FLIP_RANK_END,    /* from the first: the run is over; `job` is its status */
    FLIP_RANK_QUIT,   /* from the first: all is over */
};

struct flip_rank_head {
    uint32_t kind;
    uint32_t slot; /* of the process that asks */
    uint64_t run;  /* 1, 2, …: which run of jobs the message is about */
    uint64_t job;
    uint64_t mark; /* of the run: flip_jobs_mark */
};

enum { FLIP_RANK_SENTENCE = FLIP_ERROR_SIZE };

int flip_ranks_send(int rank, const struct flip_rank_head *head, const void *bytes, size_t length);
/// The next message that has come: the length of what follows the head, at most `room` bytes of it; -1: none.
long flip_ranks_receive(int *from, struct flip_rank_head *head, void *bytes, size_t room);
