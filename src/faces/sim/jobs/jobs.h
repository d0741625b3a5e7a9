/*
 * Runs many jobs on many threads and in many processes. The results are the same as with one thread: a job depends only
 * on its number, and results are taken in the order of the numbers, whichever job finishes first.
 *
 * Where mpirun started several processes (see below), all of them call flip_jobs_run with the same jobs: the first one
 * takes all results, the others work for it and take nothing.
 */
#pragma once

#include "core/codes.h"

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A job need not know about threads or processes.
struct flip_jobs {
    uint64_t count;
    int threads; /* of each process */
    size_t result_size;
    void *context; /* handed to all functions below */
    /// Make what each worker needs for itself (NULL without memory), and free it. Both are NULL if it needs only the
    /// context.
    void *(*hire)(void *context);
    void (*dismiss)(void *context, void *worker);
    /// Does a job, on all threads at once. 0: done; 1: interrupted; -1: failed.
    int (*work)(void *context, void *worker, uint64_t job, void *result, struct flip_error *error);
    /// Takes the results one by one, in order. 0: go on; 1: enough; -1: failed.
    int (*take)(void *context, uint64_t job, const void *result, struct flip_error *error);
    /// Called now and then, never while `take` runs.
    void (*tick)(void *context);

    /* For results that leave the process: to another one, or into a file. */

    /// Everything that affects the results, as text: processes and files with another key are refused. NULL: only the
    /// count does.
    const char *key;
    /// The file that keeps finished results, with which a later run with the same key begins; or NULL.
    const char *keep;
    /// Serialise results that other processes cannot use as they are; NULL: their memory is copied. `pack` fills at
    /// most `packed_size` bytes and returns how many; `unpack` must not trust its input, and returns -1 if it is
    /// broken.
    size_t packed_size;
    size_t (*pack)(void *context, uint64_t job, const void *result, unsigned char *out);
    int (*unpack)(void *context, uint64_t job, const unsigned char *in, size_t length, void *result);
    /// For jobs that continue earlier work: `note_size` bytes that another process needs before it does the job. Both
    /// are NULL if a job needs only its number.
    size_t note_size;
    void (*note)(void *context, uint64_t job, void *out);
    void (*heed)(void *context, uint64_t job, const void *note);
};

/// Runs until all jobs are done, `take` has enough, or a job is interrupted. The results taken are always the first
/// ones, without gaps.
int flip_jobs_run(const struct flip_jobs *jobs, struct flip_error *error);

/* Ctrl-C and SIGTERM set a flag; a second one, at least a second later, ends the program. */

void flip_interrupt_watch(void);
bool flip_interrupted(void);

/* A progress line on standard error, if that is a terminal. */

struct flip_progress {
    bool on;
    double started;   /* seconds of the monotonic clock */
    const char *unit; /* "games" */
};

double flip_seconds_now(void);
void flip_progress_open(struct flip_progress *progress, const char *unit);
/// `note` follows the bar; it may be empty.
void flip_progress_show(const struct flip_progress *progress, uint64_t done, uint64_t total, const char *note);
/// Wipes the line.
void flip_progress_close(const struct flip_progress *progress);
/// "1234567" as "1,234,567".
const char *flip_number_text(uint64_t number, char out[32]);

/* Serialises numbers and words, the same on every machine, for other processes and files. */

enum { FLIP_BYTES_NUMBER = 10 }; /* the most bytes of a number */

struct flip_bytes {
    unsigned char *out;      /* to write, or NULL */
    const unsigned char *in; /* to read, or NULL */
    size_t size, at;
    bool broken; /* the bytes ended too soon, or a number was out of range */
};

struct flip_bytes flip_bytes_in(unsigned char *bytes, size_t size);
struct flip_bytes flip_bytes_of(const unsigned char *bytes, size_t size);

/// Small numbers take few bytes, whatever their sign.
void flip_bytes_put(struct flip_bytes *bytes, int64_t number);
void flip_bytes_put_text(struct flip_bytes *bytes, const char *text);

/// 0 if nothing can be read.
int64_t flip_bytes_get(struct flip_bytes *bytes);
/// A number outside low … high sets `broken` and is read as 0.
int64_t flip_bytes_get_within(struct flip_bytes *bytes, int64_t low, int64_t high);
void flip_bytes_get_text(struct flip_bytes *bytes, char *out, size_t size);

/*
 * The processes of a run: `mpirun -n 4 flipside sim …` starts four, on one host or on many, with ranks from 0 on. Rank
 * 0 shows, writes and keeps everything; the others work for it. A process that was started alone is rank 0 of 1.
 *
 * MPI itself is in another program, flipside-mpi (src/program/mpi.c), which takes over under mpirun: the libraries of
 * Open MPI and of the server conflict in one process (both have functions named event_add).
 */

/// How messages are sent and received. Only the main thread calls it.
struct flip_ranks_transport {
    int (*join)(int *rank, int *count);
    /// Sends a copy; never waits for the other side.
    int (*send)(int rank, const void *bytes, size_t length);
    /// Receives the next message of any process, without waiting: returns its length (at most `room` bytes are stored),
    /// or -1.
    long (*receive)(int *from, void *bytes, size_t room);
    void (*leave)(void);
};

/// How many processes mpirun started.
int flip_ranks_started(void);
/// Continues as flipside-mpi, with the same arguments. Returns only if that fails, after printing why.
int flip_ranks_take_over(char **argv, const char *command);
/// Sets how messages are sent. `transport` must outlive all commands.
void flip_ranks_use(const struct flip_ranks_transport *transport);

/// Runs a command as one of the processes that mpirun started, or alone. Returns its exit status.
int flip_ranks_command(int (*command)(int argc, char **argv), int argc, char **argv);

int flip_ranks_count(void);
/// Is this rank 0, which shows, writes and keeps everything?
bool flip_ranks_first(void);
/// Is the terminal at the other end of mpirun?
bool flip_ranks_terminal(void);
/// 1, 2, …: counts the runs of jobs, which all processes begin in the same order.
uint64_t flip_ranks_next_run(void);
/// Sends an error from another process to the first.
void flip_ranks_send_error(const char *sentence);
