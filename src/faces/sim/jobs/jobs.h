/*
 * Many jobs on many threads and in many processes, handed over in order. The numbers that come out are those of one thread: a job
 * depends on its number alone, and results are taken in the order of the numbers, whoever finishes first.
 *
 * Where mpirun started several processes (see below), all of them call flip_jobs_run with the same jobs: the first one takes all
 * results, the others work for it and take nothing.
 */
#ifndef FLIPSIDE_SIM_JOBS_JOBS_H
#define FLIPSIDE_SIM_JOBS_JOBS_H

#include "core/codes.h"

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

/* Ctrl-C and SIGTERM set a flag instead of ending the program; another one ends it, if it comes a second later
   or more. */

void flip_interrupt_watch(void);
bool flip_interrupted(void);

/* A line on standard error that tells how far we are; silent where standard error is no terminal. */

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

/* Numbers and words as bytes, the same on every machine: how results travel to other processes and into files. */

enum { FLIP_WIRE_NUMBER = 10 }; /* the most bytes of a number */

struct flip_wire {
    unsigned char *out;      /* to write, or NULL */
    const unsigned char *in; /* to read, or NULL */
    size_t size, at;
    bool broken; /* it was too short, or a number was out of range */
};

struct flip_wire flip_wire_in(unsigned char *bytes, size_t size);
struct flip_wire flip_wire_of(const unsigned char *bytes, size_t size);

/// Small numbers take few bytes, whatever their sign.
void flip_wire_put(struct flip_wire *wire, int64_t number);
void flip_wire_put_text(struct flip_wire *wire, const char *text);

/// 0 where nothing can be read.
int64_t flip_wire_get(struct flip_wire *wire);
/// A number outside low … high is broken and read as 0.
int64_t flip_wire_get_within(struct flip_wire *wire, int64_t low, int64_t high);
void flip_wire_get_text(struct flip_wire *wire, char *out, size_t size);

/*
 * The processes of a run: `mpirun -n 4 flipside sim …` starts four, on one host or on many, each with a rank from 0 on. Rank 0 shows,
 * writes and keeps everything; the others work for it. A process that was started alone is rank 0 of 1.
 *
 * MPI itself is known to another program, flipside-mpi (src/mpi.c), which takes over under mpirun: the libraries of Open MPI and those of
 * the server do not get on in one process (both bring functions named event_add), and `flipside` starts without either.
 */

/// How messages go. Only the main thread calls it.
struct flip_ranks_way {
    int (*join)(int *rank, int *count);
    /// Sends a copy; never waits for the other side.
    int (*send)(int rank, const void *bytes, size_t length);
    /// The next message of any process, if one has come: how long it is (at most `room` bytes are stored), else -1.
    long (*receive)(int *from, void *bytes, size_t room);
    void (*leave)(void);
};

/// How many processes mpirun started.
int flip_ranks_started(void);
/// Goes on as flipside-mpi, with the same arguments. Returns only if that cannot be done, after a sentence.
int flip_ranks_take_over(char **argv, const char *command);
/// Names the way of messages, which must outlive all commands.
void flip_ranks_use(const struct flip_ranks_way *way);

/// Runs a command as one of the processes that mpirun started, or alone. Returns its exit status.
int flip_ranks_command(int (*command)(int argc, char **argv), int argc, char **argv);

int flip_ranks_count(void);
/// Is this the process that shows, writes and keeps?
bool flip_ranks_first(void);
/// Is the terminal at the other end of mpirun?
bool flip_ranks_terminal(void);
/// 1, 2, …: counts the runs of jobs, which all processes begin in the same order.
uint64_t flip_ranks_next_run(void);
/// Tells the first process what went wrong in this one, which is not the first.
void flip_ranks_complain(const char *sentence);

#endif
