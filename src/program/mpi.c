/*
 * The program flipside-mpi: the commands that play many games, with messages over MPI. Everything that knows MPI is
 * here. A message is copied and kept until it has been delivered, since two processes that send at the same time must
 * not wait for each other.
 */
#include "commands.h"
#include "faces/sim/jobs/jobs.h"
#include "program/start.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct sent {
    MPI_Request request;
    struct sent *next;
    unsigned char bytes[];
};

static struct sent *unsent;

static void free_delivered(void)
{
    for (struct sent **at = &unsent; *at;) {
        struct sent *sent = *at;
        int arrived = 0;
        MPI_Test(&sent->request, &arrived, MPI_STATUS_IGNORE);
        if (arrived) {
            *at = sent->next;
            free(sent);
        } else {
            at = &sent->next;
        }
    }
}

static int join(int *rank, int *count)
{
    int level;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS || level < MPI_THREAD_FUNNELED)
        return -1;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, count);
    return 0;
}

static int send_copy(int rank, const void *bytes, size_t length)
{
    free_delivered();
    struct sent *sent = malloc(sizeof *sent + length);
    if (!sent)
        return -1;
    memcpy(sent->bytes, bytes, length);
    if (MPI_Isend(sent->bytes, (int)length, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &sent->request) != MPI_SUCCESS) {
        free(sent);
        return -1; // NOLINT(clang-analyzer-optin.mpi.MPI-Checker): nothing was sent that could be waited for
    }
    sent->next = unsent;
    unsent = sent;
    return 0;
}

static long receive(int *from, void *bytes, size_t room)
{
    MPI_Status status;
    MPI_Message message;
    int pending = 0, length = 0;
    free_delivered();
    if (MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &pending, &message, &status) != MPI_SUCCESS || !pending)
        return -1;
    MPI_Get_count(&status, MPI_BYTE, &length);
    *from = status.MPI_SOURCE;
    if ((size_t)length <= room) {
        MPI_Mrecv(bytes, length, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        return length;
    }
    unsigned char *whole = malloc((size_t)length); /* too long for any message of ours */
    if (!whole) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        return -1;
    }
    MPI_Mrecv(whole, length, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    memcpy(bytes, whole, room);
    free(whole);
    return length;
}

static void leave(void)
{
    while (unsent)
        free_delivered();
    MPI_Finalize();
}

static const struct flip_command commands[] = {
    {"sim", flip_command_sim, "play many games with bots and show statistics"},
    {"match", flip_command_match, "compare two bot settings on the same deals"},
    {"analyze", flip_command_analyze, "say how well a recorded game was played: losses, luck and skill"},
    {"puzzles", flip_command_puzzles, "mine puzzles in the games of bots"},
    {"report", flip_command_report, "write a balance study of a game as one page of HTML"},
};

int main(int argc, char **argv)
{
    const struct flip_ranks_way way = {.join = join, .send = send_copy, .receive = receive, .leave = leave};
    flip_ranks_use(&way);
    return flip_start(argc, argv, commands, sizeof commands / sizeof *commands, false);
}
