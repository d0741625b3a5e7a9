/* Joining the processes of a run and leaving them, and messages between them. */
#include "faces/sim/jobs/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The rank is global to the process, as MPI itself is; it is set before any thread starts. */
static struct {
    const struct flip_ranks_transport *transport; /* NULL: alone */
    int rank, count;
    uint64_t runs;
    bool over;              /* the first process said so */
    unsigned char *message; /* the last one, with its head */
    size_t room;
} ranks = {.count = 1};

int flip_ranks_count(void) { return ranks.count; }

bool flip_ranks_first(void) { return ranks.rank == 0; }

uint64_t flip_ranks_next_run(void) { return ++ranks.runs; }

/* mpirun forwards our standard error through a pipe. */
bool flip_ranks_terminal(void)
{
    char path[48];
    if (ranks.count < 2 || ranks.rank != 0)
        return false;
    snprintf(path, sizeof path, "/proc/%ld/fd/2", (long)getppid());
    const int file = open(path, O_WRONLY | O_NOCTTY);
    const bool terminal = file >= 0 && isatty(file);
    if (file >= 0)
        close(file);
    return terminal;
}

int flip_ranks_send(int rank, const struct flip_rank_head *head, const void *bytes, size_t length)
{
    unsigned char *message = malloc(sizeof *head + length);
    if (!message)
        return -1;
    memcpy(message, head, sizeof *head);
    if (length > 0)
        memcpy(message + sizeof *head, bytes, length);
    const int status = ranks.transport->send(rank, message, sizeof *head + length);
    free(message);
    return status;
}

long flip_ranks_receive(int *from, struct flip_rank_head *head, void *bytes, size_t room)
{
    if (ranks.room < sizeof *head + room) {
        unsigned char *message = realloc(ranks.message, sizeof *head + room);
        if (!message)
            return -1;
        ranks.message = message;
        ranks.room = sizeof *head + room;
    }
    const long length = ranks.transport->receive(from, ranks.message, sizeof *head + room);
    if (length < (long)sizeof *head)
        return -1;
    const size_t rest = (size_t)length - sizeof *head;
    memcpy(head, ranks.message, sizeof *head);
    if (rest > 0 && room > 0)
        memcpy(bytes, ranks.message + sizeof *head, rest < room ? rest : room);
    ranks.over = ranks.over || head->kind == FLIP_RANK_QUIT;
    return (long)rest;
}

void flip_ranks_send_error(const char *sentence)
{
    char host[64] = "", text[FLIP_RANK_SENTENCE];
    gethostname(host, sizeof host - 1);
    snprintf(text, sizeof text, "Process %d on %s: %.*s", ranks.rank, host, (int)sizeof text - 96, sentence);
    flip_ranks_send(0, &(struct flip_rank_head){.kind = FLIP_RANK_FAILED}, text, strlen(text) + 1);
}

int flip_ranks_started(void)
{
    const char *count = getenv("OMPI_COMM_WORLD_SIZE");
    return count ? atoi(count) : 1;
}

int flip_ranks_take_over(char **argv, const char *command)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 8);
    if (length > 0) {
        strcpy(path + length, "-mpi");
        execv(path, argv);
    }
    fprintf(
        stderr,
        "flipside %s: mpirun started %d processes, but this program was built without Open MPI: flipside-mpi is not "
        "beside it (%s). Install libopenmpi-dev and build again, or start it without mpirun.\n",
        command, flip_ranks_started(), strerror(errno));
    return -1;
}

void flip_ranks_use(const struct flip_ranks_transport *transport) { ranks.transport = transport; }

static int join(const char *command)
{
    if (!ranks.transport)
        return 0;
    if (ranks.transport->join(&ranks.rank, &ranks.count) != 0) {
        fprintf(stderr, "flipside %s: Open MPI did not let this process join the others.\n", command);
        return -1;
    }
    if (ranks.rank > 0 && !freopen("/dev/null", "w", stdout))
        flip_ranks_send_error("standard output cannot be closed.");
    return 0;
}

/* Waits for the first process to end the run: one that leaves earlier would be taken for dead. */
static void leave(void)
{
    const struct flip_rank_head quit = {.kind = FLIP_RANK_QUIT};
    const struct timespec moment = {.tv_nsec = 1000000};
    struct flip_rank_head head;
    int from;
    fflush(stdout);
    for (int rank = 1; ranks.rank == 0 && rank < ranks.count; rank++)
        flip_ranks_send(rank, &quit, NULL, 0);
    while (ranks.rank > 0 && !ranks.over)
        if (flip_ranks_receive(&from, &head, NULL, 0) < 0)
            nanosleep(&moment, NULL);
    ranks.transport->leave();
    free(ranks.message);
}

int flip_ranks_command(int (*command)(int argc, char **argv), int argc, char **argv)
{
    if (join(argv[0]) != 0)
        return 1;
    const int status = command(argc, argv);
    if (ranks.transport)
        leave();
    return status;
}
