/*
 * An inherited socket, by the convention of systemd: LISTEN_PID is the process it is meant for, LISTEN_FDS the number of sockets, and the
 * first of them is file 3.
 */
#include "server/net/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_FILE = 3 };

/* 0: not a number, or not set. */
static long number_in(const char *variable)
{
    const char *text = getenv(variable);
    return text ? strtol(text, NULL, 10) : 0;
}

static int cannot_use(struct flip_error *error, const char *why)
{
    return flip_fail(error, FLIP_ERROR_LISTEN, "Cannot listen on the socket that LISTEN_FDS names: %s", why);
}

int inherited_socket(int *out, struct flip_error *error)
{
    int listening = 0;
    socklen_t size = sizeof listening;
    *out = -1;
    if (number_in("LISTEN_PID") != (long)getpid() || number_in("LISTEN_FDS") < 1)
        return 0;
    if (number_in("LISTEN_FDS") > 1)
        return cannot_use(error, "there must be exactly one.");
    if (getsockopt(FIRST_FILE, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || !listening)
        return cannot_use(error, "it is not a listening socket.");
    if (fcntl(FIRST_FILE, F_SETFD, FD_CLOEXEC) < 0 ||
        fcntl(FIRST_FILE, F_SETFL, fcntl(FIRST_FILE, F_GETFL) | O_NONBLOCK) < 0)
        return cannot_use(error, strerror(errno));
    *out = FIRST_FILE;
    return 0;
}
