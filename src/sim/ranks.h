/*
 * The processes of a run: `mpirun -n 4 flipside sim …` starts four, on one host or on many, each with a rank from 0 on. Rank 0 shows,
 * writes and keeps everything; the others work for it (sim/jobs.h). A process that was started alone is rank 0 of 1.
 *
 * MPI itself is known to another program, flipside-mpi (src/mpi.c), which takes over under mpirun: the libraries of Open MPI and those of
 * the server do not get on in one process (both bring functions named event_add), and `flipside` starts without either.
 */
#ifndef FLIPSIDE_SIM_RANKS_H
#define FLIPSIDE_SIM_RANKS_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
