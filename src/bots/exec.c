/*
 * Programs that play a seat. One poll loop reads and writes both pipes without blocking, because a question can be
 * larger than a pipe holds while the program is still busy with the one before. What could not be sent yet stays in a
 * queue, so that no line is torn. SIGPIPE is blocked in this thread around each write, so that a face can handle
 * signals as it likes.
 */
#include "exec.h"
#include "core/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    IN_ROOM = FLIP_EXEC_LINE + 65536,
    QUEUE_ROOM = 8 << 20, /* bytes of unread questions */
    GRACE_MS = 1000,      /* to exit after its pipe was closed */
    BUSY_GRACE_MS = 100,  /* the same for a program that is thinking, and would not notice */
    GLANCE_MS = 50,       /* between two checks whether the answer is still wanted */
};

struct flip_exec {
    pid_t pid;
    int to, from; /* our ends; -1: closed */
    char *queue;  /* not sent yet */
    size_t queue_length, queue_room;
    char *in;
    size_t in_start, in_length; /* received and not read yet */
    int owed;                   /* answers that will come too late */
    bool skipping;              /* inside a line that is too long */
    struct flip_error end;      /* how it ended; without a code while it is running */
};

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* --- starting and stopping ---------------------------------------------------------------------------------------- */

static int spawn_shell(pid_t *pid, const char *command, int in, int out, bool quiet)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -1;
    }
    sigset_t none, ordinary;
    sigemptyset(&none);
    sigemptyset(&ordinary);
    sigaddset(&ordinary, SIGPIPE);
    sigaddset(&ordinary, SIGINT);
    int failed = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    failed |= posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (quiet)
        failed |= posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    failed |= posix_spawnattr_setsigmask(&attributes, &none);
    failed |= posix_spawnattr_setsigdefault(&attributes, &ordinary);
    failed |= posix_spawnattr_setpgroup(&attributes, 0);
    failed |=
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!failed) {
        char shell[] = "sh", flag[] = "-c";
        char *words = strdup(command);
        char *arguments[] = {shell, flag, words, NULL};
        failed = !words || posix_spawn(pid, "/bin/sh", &actions, &attributes, arguments, environ) != 0;
        free(words);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed ? -1 : 0;
}

struct flip_exec *flip_exec_start(const char *command, bool quiet, struct flip_error *error)
{
    int down[2] = {-1, -1}, up[2] = {-1, -1};
    struct flip_exec *exec = calloc(1, sizeof *exec);
    if (exec)
        exec->in = malloc(IN_ROOM);
    if (!exec || !exec->in || pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0 ||
        fcntl(down[1], F_SETFL, O_NONBLOCK) != 0 || fcntl(up[0], F_SETFL, O_NONBLOCK) != 0 ||
        spawn_shell(&exec->pid, command, down[0], up[1], quiet) != 0) {
        flip_fail(error, FLIP_ERROR_GONE, "'%.200s' could not be started: %s.", command, strerror(errno));
        for (int i = 0; i < 2; i++) {
            close_end(&down[i]);
            close_end(&up[i]);
        }
        if (exec)
            free(exec->in);
        free(exec);
        return NULL;
    }
    close(down[0]);
    close(up[1]);
    exec->to = down[1];
    exec->from = up[0];
    return exec;
}

/* Waits for the program to exit without reaping it, since that would free its process group for others. */
static bool wait_for_exit(const struct flip_exec *exec, int limit_ms, siginfo_t *how)
{
    const int64_t deadline = flip_milliseconds() + limit_ms;
    for (;;) {
        memset(how, 0, sizeof *how);
        const int status = waitid(P_PID, (id_t)exec->pid, how, WEXITED | WNOHANG | WNOWAIT);
        if (status == 0 && how->si_pid == exec->pid)
            return true;
        if ((status != 0 && errno != EINTR) || flip_milliseconds() >= deadline)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

void flip_exec_stop(struct flip_exec *exec)
{
    if (!exec)
        return;
    siginfo_t how;
    close_end(&exec->to);
    wait_for_exit(exec, exec->owed > 0 ? BUSY_GRACE_MS : GRACE_MS, &how);
    close_end(&exec->from);
    kill(-exec->pid, SIGKILL);
    while (waitpid(exec->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    free(exec->queue);
    free(exec->in);
    free(exec);
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* A shell's exit status when it cannot run a command. */
static bool no_such_program(int status) { return status == 126 || status == 127; }

/* Closes the pipes of a program that has ended, and says how it ended, now and on every later call. */
static int report_exit(struct flip_exec *exec, struct flip_error *error)
{
    siginfo_t how;
    struct flip_error *end = &exec->end;
    if (end->code == FLIP_ERROR_NONE) {
        if (!wait_for_exit(exec, GRACE_MS, &how))
            flip_fail(end, FLIP_ERROR_GONE, "it closed its pipe.");
        else if (how.si_code != CLD_EXITED)
            flip_fail(end, FLIP_ERROR_GONE, "it was ended by signal %d.", how.si_status);
        else if (no_such_program(how.si_status))
            flip_fail(end, FLIP_ERROR_GONE, "the shell could not run it (status %d).", how.si_status);
        else
            flip_fail(end, FLIP_ERROR_GONE, "it ended with status %d.", how.si_status);
        close_end(&exec->to);
        close_end(&exec->from);
    }
    return flip_fail(error, end->code, "%s", end->message);
}

static int enqueue(struct flip_exec *exec, const char *line)
{
    const size_t length = strlen(line), need = exec->queue_length + length + 1;
    if (need > QUEUE_ROOM)
        return -1;
    if (need > exec->queue_room) {
        char *larger = realloc(exec->queue, need * 2);
        if (!larger)
            return -1;
        exec->queue = larger;
        exec->queue_room = need * 2;
    }
    memcpy(exec->queue + exec->queue_length, line, length);
    exec->queue[need - 1] = '\n';
    exec->queue_length = need;
    return 0;
}

/* write() that reports a closed pipe by its return value alone. */
static ssize_t write_without_signal(int end, const char *bytes, size_t count)
{
    sigset_t pipe_signal, old, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &old);
    const ssize_t written = write(end, bytes, count);
    const int reason = errno;
    if (written < 0 && reason == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = reason;
    return written;
}

/* Sends what the pipe takes now. -1: the program has closed its end. */
static int send_queue(struct flip_exec *exec)
{
    while (exec->queue_length > 0) {
        const ssize_t written = write_without_signal(exec->to, exec->queue, exec->queue_length);
        if (written < 0)
            return errno == EAGAIN || errno == EINTR ? 0 : -1;
        exec->queue_length -= (size_t)written;
        memmove(exec->queue, exec->queue + written, exec->queue_length);
    }
    return 0;
}

/* Reads what the pipe has now. -1: the program has closed its end. */
static int receive(struct flip_exec *exec)
{
    if (exec->in_start > 0) {
        memmove(exec->in, exec->in + exec->in_start, exec->in_length);
        exec->in_start = 0;
    }
    const ssize_t got = read(exec->from, exec->in + exec->in_length, IN_ROOM - exec->in_length);
    if (got > 0)
        exec->in_length += (size_t)got;
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) ? -1 : 0;
}

enum line_state { LINE_NONE, LINE_WHOLE, LINE_TOO_LONG };

/* The next whole line received. Afterwards there is always room for more: a line that is too long is dropped as it
   comes in, and reported once. */
static enum line_state next_line(struct flip_exec *exec, char **line)
{
    for (;;) {
        char *start = exec->in + exec->in_start;
        char *end = memchr(start, '\n', exec->in_length);
        const size_t length = end ? (size_t)(end - start) : exec->in_length;
        const bool was_skipping = exec->skipping;
        if (!end && length <= FLIP_EXEC_LINE && !was_skipping)
            return LINE_NONE;
        const size_t taken = end ? length + 1 : length;
        exec->in_start += taken;
        exec->in_length -= taken;
        exec->skipping = !end;
        if (!was_skipping && length > FLIP_EXEC_LINE)
            return LINE_TOO_LONG;
        if (!end)
            return LINE_NONE;
        if (was_skipping)
            continue;
        *end = '\0';
        *line = start;
        return LINE_WHOLE;
    }
}

/* Lines received before a question cannot be its answer. */
static void drop_old_lines(struct flip_exec *exec)
{
    char *line;
    size_t before;
    do {
        while (next_line(exec, &line) != LINE_NONE)
            if (exec->owed > 0)
                exec->owed--;
        before = exec->in_length;
        if (receive(exec) != 0)
            return;
    } while (exec->in_length > before);
}

/* Marks the answer as late, so that it is dropped should it still come. */
static int give_up_waiting(struct flip_exec *exec, const struct flip_exec_wait *wait, int64_t left,
                           struct flip_error *error)
{
    exec->owed++;
    if (left <= 0)
        return flip_fail(error, FLIP_ERROR_LATE, "it did not answer within %d ms.", wait->limit_ms);
    return flip_fail(error, FLIP_ERROR_LATE, "nobody waits for its answer any more.");
}

/* Sends and receives what is possible now or soon. -1: the answer will not come. */
static int exchange(struct flip_exec *exec, const struct flip_exec_wait *wait, int64_t deadline,
                    struct flip_error *error)
{
    const int64_t left = deadline - flip_milliseconds();
    if (left <= 0 || (wait->given_up && wait->given_up(wait->asker)))
        return give_up_waiting(exec, wait, left, error);
    struct pollfd ends[2] = {{.fd = exec->from, .events = POLLIN},
                             {.fd = exec->queue_length > 0 ? exec->to : -1, .events = POLLOUT}};
    if (poll(ends, 2, (int)(wait->given_up && left > GLANCE_MS ? GLANCE_MS : left)) <= 0)
        return 0;
    if ((ends[1].revents && send_queue(exec) != 0) || (ends[0].revents && receive(exec) != 0))
        return report_exit(exec, error);
    return 0;
}

/* The next line that is not a late answer to an older question. */
static enum line_state next_answer(struct flip_exec *exec, char **answer)
{
    enum line_state state;
    while ((state = next_line(exec, answer)) != LINE_NONE && exec->owed > 0)
        exec->owed--;
    return state;
}

const char *flip_exec_ask(struct flip_exec *exec, const char *line, struct flip_exec_wait wait,
                          struct flip_error *error)
{
    char *answer = NULL;
    enum line_state state;
    if (exec->to < 0) {
        report_exit(exec, error);
        return NULL;
    }
    const int64_t deadline = flip_milliseconds() + wait.limit_ms;
    drop_old_lines(exec);
    if (enqueue(exec, line) != 0) {
        flip_fail(error, FLIP_ERROR_LATE, "it does not read what it is sent.");
        return NULL;
    }
    while ((state = next_answer(exec, &answer)) == LINE_NONE)
        if (exchange(exec, &wait, deadline, error) < 0)
            return NULL;
    if (state == LINE_WHOLE)
        return answer;
    flip_fail(error, FLIP_ERROR_TOO_LONG, "its answer was longer than %d bytes.", FLIP_EXEC_LINE);
    return NULL;
}

void flip_exec_tell(struct flip_exec *exec, const char *line)
{
    if (exec->to >= 0 && enqueue(exec, line) == 0)
        send_queue(exec);
}
