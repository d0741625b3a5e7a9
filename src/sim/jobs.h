/*
 * Many jobs on many threads and in many processes, handed over in order. The numbers that come out are those of one thread: a job
 * depends on its number alone, and results are taken in the order of the numbers, whoever finishes first.
 *
 * Where mpirun started several processes (sim/ranks.h), all of them call flip_jobs_run with the same jobs: the first one takes all
 * results, the others work for it and take nothing.
 */
#ifndef FLIPSIDE_SIM_JOBS_H
#define FLIPSIDE_SIM_JOBS_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Nothing in a job knows of threads or processes.
struct flip_jobs {
    uint64_t count;
    int threads; /* of each process */
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

    /* For results that leave the process: to another one, or into a file. */

    /// All that decides about the results, in words: processes and files with another key are refused. NULL: only the count does.
    const char *key;
    /// The file that finished results are kept in: a later run with the same key begins with them. NULL: none.
    const char *keep;
    /// For results with something in them that only this process understands; NULL: their memory goes as it is. `pack` fills at most
    /// `packed_size` bytes and returns how many; `unpack` reads what may be broken, and returns -1 then.
    size_t packed_size;
    size_t (*pack)(void *context, uint64_t job, const void *result, unsigned char *out);
    int (*unpack)(void *context, uint64_t job, const unsigned char *in, size_t length, void *result);
    /// For jobs that go on with earlier work: `note_size` bytes that another process must know before it does the job. Both are NULL
    /// where a job needs nothing but its number.
    size_t note_size;
    void (*note)(void *context, uint64_t job, void *out);
    void (*heed)(void *context, uint64_t job, const void *note);
};

/// Runs until all is done, `take` has enough, or a job gives up. What was taken is always an unbroken beginning.
int flip_jobs_run(const struct flip_jobs *jobs, struct flip_error *error);

#endif
