/*
 * Accepted connections. A connection costs a file whether or not it ever says anything, so it counts from the moment it
 * is accepted, and every stage of it has an absolute deadline: a byte now and then does not keep it open.
 *
 * Behind a proxy all connections come from one address. There the proxy holds off slow clients, requests are counted
 * by the address that it names (http.c), and only the limit for all connections together applies here.
 */
#include "server/net/connection.h"

#include "server/loop/loop.h"

#include <assert.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { MOST_PRIVATE = 32, LOG_SECONDS = 10, MOST_SURPLUS = 32, SURPLUS_SECONDS = 5 };

const char private_host[] = "metrics";

bool connection_is_private(struct lws *wsi)
{
    struct lws_vhost *vhost = lws_get_vhost(wsi);
    return vhost && strcmp(lws_get_vhost_name(vhost), private_host) == 0;
}

/* --- admission ----------------------------------------------------------------------------------------------------- */

static struct visitor *visitor_at(struct server *server, int fd)
{
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    char text[ADDRESS_SIZE], address[ADDRESS_SIZE];
    if (server->loop.config.trust_forwarded || getpeername(fd, (struct sockaddr *)&peer, &length) != 0 ||
        getnameinfo((struct sockaddr *)&peer, length, text, sizeof text, NULL, 0, NI_NUMERICHOST) != 0)
        return NULL;
    address_to_count(text, address);
    return visitor_of(&server->net->visitors, address);
}

/* Reads what was sent first: closing a socket with unread bytes would take the answer back. */
static void say_full(int fd)
{
    static const char answer[] = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n"
                                 "Content-Type: text/plain\r\nContent-Length: 43\r\n\r\n"
                                 "Too many connections: try again in a while\n";
    char unread[4096];
    (void)!recv(fd, unread, sizeof unread, MSG_DONTWAIT);
    (void)!send(fd, answer, sizeof answer - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
}

static void note_turned_away(struct server *server, const char *why, const char *address)
{
    char count[24];
    server->loop.metrics.refused++;
    server->net->turned_away++;
    if (bucket_take(&server->net->turned_away_log, 1, 1.0 / LOG_SECONDS)) { /* a flood does not fill the log too */
        snprintf(count, sizeof count, "%llu", (unsigned long long)server->net->turned_away);
        log_event("warn", "connections_refused", "why", why, "address", address ? address : "", "count", count, NULL);
        server->net->turned_away = 0;
    }
}

/* Under TLS nothing can be sent before the handshake. A few connections are let through it, for a short while, to be
   told. */
static bool turn_away(struct server *server, int fd, const char *address)
{
    note_turned_away(server, address ? "max-open" : "max-clients", address);
    if (server->loop.config.certificate[0])
        return server->net->surplus_connections < MOST_SURPLUS;
    say_full(fd);
    return false;
}

static bool all_taken(const struct server *server) { return server->net->connections >= server->net->most_connections; }

static bool too_many_from(const struct server *server, const struct visitor *visitor)
{
    return visitor && visitor->open >= server->loop.config.max_open;
}

bool connection_admit_private(const struct server *server) { return server->net->private_connections < MOST_PRIVATE; }

/* A handshake costs the loop about a millisecond before anything is known of the client, so an address has as many
   as a tenth of a core allows. Every request is a connection; nobody who looks at the page comes near. */
static bool shakes_too_often(struct server *server, struct visitor *visitor)
{
    const double rate = 2.0 * server->loop.config.max_requests;
    if (!server->loop.config.certificate[0] || !visitor || bucket_take(&visitor->handshakes, 4 * rate, rate))
        return false;
    note_turned_away(server, "handshakes", visitor->address);
    return true;
}

bool connection_admit(struct server *server, int fd)
{
    if (all_taken(server))
        return turn_away(server, fd, NULL);
    struct visitor *visitor = visitor_at(server, fd);
    if (shakes_too_often(server, visitor))
        return false;
    return too_many_from(server, visitor) ? turn_away(server, fd, visitor->address) : true;
}

struct lws *connection_adopt(struct server *server, int client)
{
    const lws_sock_file_fd_type fd = {.sockfd = client};
    return lws_adopt_descriptor_vhost(lws_get_vhost_by_name(server->lws, "default"),
                                      LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL, fd, server->net->protocols->name, NULL);
}

/* --- deadlines ----------------------------------------------------------------------------------------------------- */

static void too_late(lws_sorted_usec_list_t *deadline)
{
    struct connection *connection = lws_container_of(deadline, struct connection, deadline);
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

void connection_deadline(struct lws *wsi, int seconds)
{
    struct connection *connection = lws_get_opaque_user_data(wsi);
    if (!connection || (connection->surplus && !lws_dll2_is_detached(&connection->deadline.list)))
        return; /* one that is beyond a limit has one deadline for everything */
    if (seconds > 0)
        lws_sul_schedule(connection->server->lws, 0, &connection->deadline, too_late,
                         (lws_usec_t)seconds * LWS_US_PER_SEC);
    else
        lws_sul_cancel(&connection->deadline);
}

void connection_pause(struct lws *wsi)
{
    connection_deadline(wsi, 0);
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
}

/* --- from beginning to end ----------------------------------------------------------------------------------------- */

/* Where it counts. */
static int *counter_of(struct server *server, const struct connection *connection)
{
    return connection->private   ? &server->net->private_connections
           : connection->surplus ? &server->net->surplus_connections
                                 : &server->net->connections;
}

/* Without memory for it the connection has no deadline of ours, and is closed at its first request. */
void connection_opened(struct server *server, struct lws *wsi)
{
    assert(!lws_get_opaque_user_data(wsi));
    struct connection *connection = calloc(1, sizeof *connection);
    lws_set_opaque_user_data(wsi, connection);
    if (!connection)
        return;
    connection->server = server;
    connection->wsi = wsi;
    connection->private = connection_is_private(wsi);
    struct visitor *visitor = connection->private ? NULL : visitor_at(server, lws_get_socket_fd(wsi));
    connection->surplus = !connection->private && (all_taken(server) || too_many_from(server, visitor));
    connection->visitor = connection->surplus ? NULL : visitor;
    ++*counter_of(server, connection);
    if (connection->visitor)
        connection->visitor->open++;
    connection_be_patient(wsi); /* libwebsockets has a timeout of its own for TLS; ours is for everything */
    connection_deadline(wsi, connection->surplus ? SURPLUS_SECONDS : server->loop.config.header_seconds);
}

void connection_closed(struct server *server, struct lws *wsi)
{
    struct connection *connection = lws_get_opaque_user_data(wsi);
    if (!connection)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    lws_sul_cancel(&connection->deadline);
    --*counter_of(server, connection);
    if (connection->visitor)
        connection->visitor->open--;
    head_free(&connection->head);
    free(connection);
}

bool connection_is_surplus(struct lws *wsi)
{
    const struct connection *connection = lws_get_opaque_user_data(wsi);
    return connection && connection->surplus;
}

const struct head *connection_head(struct lws *wsi)
{
    static const struct head none = {0};
    const struct connection *connection = lws_get_opaque_user_data(wsi);
    return connection ? &connection->head : &none;
}

void connection_address(struct lws *wsi, char out[ADDRESS_SIZE])
{
    out[0] = '\0';
    lws_get_peer_simple(wsi, out, ADDRESS_SIZE);
}

bool connection_has_tls(struct lws *wsi) { return lws_is_ssl(wsi); }

void connection_wake(struct lws *wsi) { lws_callback_on_writable(wsi); }

void connection_wake_all(struct server *server)
{
    lws_callback_on_writable_all_protocol(server->lws, server->net->protocols);
}

void connection_be_patient(struct lws *wsi) { lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0); }
