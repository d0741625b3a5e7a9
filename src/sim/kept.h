/*
 * Finished results in a file, in order: a run that was stopped, or died, goes on from there. The file begins with a line that names the
 * run; each result has its length and a checksum before it, so that a last one that was cut off is noticed and done again.
 */
#ifndef FLIPSIDE_SIM_KEPT_H
#define FLIPSIDE_SIM_KEPT_H

#include "sim/jobs.h"

#include <stdio.h>

struct flip_kept {
    FILE *file; /* NULL: nothing is kept */
    unsigned char *packed;
    bool reading; /* there may be more results of an earlier run */
};

/// The number that stands for a run: of its key, its count and the shape of its results.
uint64_t flip_jobs_mark(const struct flip_jobs *jobs);
/// The most bytes that a result needs outside the process.
size_t flip_packed_most(const struct flip_jobs *jobs);
size_t flip_result_pack(const struct flip_jobs *jobs, uint64_t job, const void *result, unsigned char *out);
int flip_result_unpack(const struct flip_jobs *jobs, uint64_t job, const unsigned char *in, size_t length,
                       void *result);

/// Opens or begins the file that `jobs->keep` names. A file of another run is refused.
int flip_kept_open(struct flip_kept *kept, const struct flip_jobs *jobs, struct flip_error *error);
void flip_kept_close(struct flip_kept *kept);
/// Reads the next result: 1; 0: there are no more, and what follows is written there; -1: the file cannot be used.
int flip_kept_next(struct flip_kept *kept, const struct flip_jobs *jobs, uint64_t job, void *result,
                   struct flip_error *error);
int flip_kept_add(struct flip_kept *kept, const struct flip_jobs *jobs, uint64_t job, const void *result,
                  struct flip_error *error);

#endif
