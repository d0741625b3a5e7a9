/*
 * Many jobs on many threads, handed over in order. The numbers that come out are those of one thread: a job depends on its
 * number alone, and results are taken in the order of the numbers, whoever finishes first.
 */
#ifndef FLIPSIDE_SIM_JOBS_H
#define FLIPSIDE_SIM_JOBS_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Nothing in a job knows of threads, so that the same functions can run in other processes.
struct flip_jobs {
    uint64_t count;
    int threads;
    size_t result_size;
    void *context; /* handed to all functions below */
    /// What a worker needs for itself; NULL when memory is out.
    void *(*hire)(void *context);
    void (*dismiss)(void *context, void *worker);
    /// Does a job. 0: done; 1: given up because of an interruption; -1: failed. Runs on all threads at once.
    int (*work)(void *context, void *worker, uint64_t job, void *result, struct flip_error *error);
    /// Takes results one by one, in order; never two at a time. 0: go on; 1: enough; -1: failed.
    int (*take)(void *context, uint64_t job, const void *result, struct flip_error *error);
    /// Called now and then, never while `take` runs.
    void (*tick)(void *context);
};

/// Runs until all is done, `take` has enough, or a job gives up. What was taken is always an unbroken beginning.
int flip_jobs_run(const struct flip_jobs *jobs, struct flip_error *error);

/// Ctrl-C and SIGTERM set a flag instead of ending the program; a second Ctrl-C ends it.
void flip_interrupt_watch(void);
bool flip_interrupted(void);

#endif
