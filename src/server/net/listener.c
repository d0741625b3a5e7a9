/* Listening sockets, accepting connections some at a time, and socket activation: see parts.h. */
#include "server/net/parts.h"

#include "server/loop/loop.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The watcher for new connections. */
struct listener {
    ev_io watcher; /* first, so that a listener can be found by it */
    struct server *server;
};

static void set(int socket, int level, int option, int value)
{
    setsockopt(socket, level, option, &value, sizeof value);
}

/* Accepted sockets inherit these options. Those that the system does not know are left out. */
static void set_options(int socket, int family)
{
    set(socket, SOL_SOCKET, SO_REUSEADDR, 1);
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    set(socket, IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
    set(socket, IPPROTO_TCP, TCP_KEEPINTVL, 10);
    set(socket, IPPROTO_TCP, TCP_NODELAY, 1);
    if (family == AF_INET6)
        set(socket, IPPROTO_IPV6, IPV6_V6ONLY, 0);
}

static int listen_on(const struct addrinfo *at)
{
    const int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    set_options(fd, at->ai_family);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    close(fd);
    return -1;
}

static int socket_at(const char *address, int port)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found;
    char number[16];
    snprintf(number, sizeof number, "%d", port);
    if (getaddrinfo(address, number, &hints, &found) != 0)
        return -2;
    const int fd = listen_on(found);
    freeaddrinfo(found);
    return fd;
}

/* Without an address: all interfaces, IPv4 and IPv6 where there are both. */
int listener_socket(const struct endpoint *endpoint)
{
    if (endpoint->address[0])
        return socket_at(endpoint->address, endpoint->port);
    const int both = socket_at("::", endpoint->port);
    return both >= 0 ? both : socket_at("0.0.0.0", endpoint->port);
}

static void accept_some(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct server *server = ((struct listener *)watcher)->server;
    uint64_t count = 0;
    (void)loop;
    (void)events;
    for (; count < ACCEPTED_AT_A_TIME; count++) {
        const int client = accept4(watcher->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (client < 0)
            break;
        if (!connection_admit(server, client))
            close(client);
        else
            connection_adopt(server, client);
    }
    if (count > server->loop.metrics.most_accepted)
        server->loop.metrics.most_accepted = count;
}

int listener_open(struct server *server, int socket, struct flip_error *error)
{
    struct listener *listener = calloc(1, sizeof *listener);
    if (!listener)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    listener->server = server;
    ev_io_init(&listener->watcher, accept_some, socket, EV_READ);
    ev_io_start(server->net->events, &listener->watcher);
    server->net->listener = listener;
    return 0;
}

void listener_close(struct server *server)
{
    if (server->net->listener) {
        ev_io_stop(server->net->events, &server->net->listener->watcher);
        close(server->net->listener->watcher.fd);
    }
    free(server->net->listener);
    server->net->listener = NULL;
}

int listener_port(const struct server *server)
{
    struct sockaddr_in6 own = {0}; /* the shorter one of the older network begins alike */
    socklen_t size = sizeof own;
    return getsockname(server->net->listener->watcher.fd, (struct sockaddr *)&own, &size) == 0 ? ntohs(own.sin6_port)
                                                                                               : 0;
}

/* systemd's convention: LISTEN_PID is the process the sockets are meant for, LISTEN_FDS how many there are, and the first is file 3. */
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
