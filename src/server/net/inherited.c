/*
 * An inherited socket, by the convention of systemd: LISTEN_PID is the process it is meant for, LISTEN_FDS the number of sockets, and the
 * first of them is file 3. libwebsockets cannot listen on a socket that it did not open, so connections are accepted here and handed
 * to it.
 */
#include "server/net/inherited.h"

#include "server/loop/server.h"
#include "server/net/connections.h"
#include "server/net/net.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_FILE = 3, AT_A_TIME = 64 };

/* What libev calls when somebody knocks. */
struct door {
    ev_io watcher; /* first, so that a door can be found by it */
    struct server *server;
};

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

static void accept_some(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct server *server = ((struct door *)watcher)->server;
    struct lws_vhost *host = lws_get_vhost_by_name(server->lws, "default");
    (void)loop;
    (void)events;
    for (int i = 0; i < AT_A_TIME; i++) {
        const int client = accept4(watcher->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (client < 0)
            return;
        if (!connection_admit(server, client))
            close(client);
        else
            lws_adopt_socket_vhost(host, client); /* which closes it if it fails */
    }
}

int inherited_listen(struct server *server, int socket, struct flip_error *error)
{
    struct door *door = calloc(1, sizeof *door);
    if (!door)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    door->server = server;
    ev_io_init(&door->watcher, accept_some, socket, EV_READ);
    ev_io_start(server->net->events, &door->watcher);
    server->net->door = door;
    return 0;
}

void inherited_close(struct server *server)
{
    if (server->net->door)
        ev_io_stop(server->net->events, &server->net->door->watcher);
    free(server->net->door);
    server->net->door = NULL;
}
