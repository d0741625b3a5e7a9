/* A client: a WebSocket whose person is known. */
#ifndef FLIPSIDE_SERVER_PEOPLE_CLIENT_H
#define FLIPSIDE_SERVER_PEOPLE_CLIENT_H

#include "server/loop/server.h"
#include "server/net/net.h"
#include "server/net/websocket.h"
#include "server/people/present.h"

enum { CLIENT_ID = 65, REFUSALS_KNOWN = 16 };

/// What a message was refused with.
struct refusal {
    int64_t number;
    char *text; /* owned; NULL: none */
};

struct lost_watch;
struct seek;
struct sleeping_watch;
struct watch;

struct client {
    struct websocket socket; /* first */
    struct present *present;
    struct client *next_of_person;           /* in its list */
    char session[STORE_ID];                  /* or the id of its token */
    int64_t scopes;                          /* what it may do: people/tokens.h */
    char name[CLIENT_ID];                    /* the client program's own id; empty before hello */
    int64_t answered;                        /* the last message whose answer is kept; 0: the store knows */
    struct refusal refusals[REFUSALS_KNOWN]; /* the last ones */
    unsigned refusal_next;
    /* what it looks at (rooms/watch.h), and what it has asked for */
    struct watch *watches;
    struct lost_watch *lost;         /* watched before memory was dropped */
    struct sleeping_watch *sleeping; /* on finished tables that are not in memory */
    struct seek *seek;               /* for an opponent (rooms/matchmaking.h); NULL: none */
    int hints;                       /* still being thought about */
    bool in_lobby, lobby_asked;
    int lobby_page;
    bool wants_turns, turns_asked;
    bool wants_friends, friends_asked;
    bool turns_fetching, turns_fetched; /* tables where it may be its turn that were not in memory */
};

static inline struct client *client_of(struct websocket *socket) { return (struct client *)socket; }

/// The one with that id of its socket; NULL: it has gone.
static inline struct client *client_with(const struct server *server, uint64_t id)
{
    struct websocket *socket = server->net->links;
    while (socket && socket->id != id)
        socket = socket->next;
    return socket ? client_of(socket) : NULL;
}

/// Iterates over all of them; NULL: there are no more.
static inline struct client *first_client(const struct server *server) { return client_of(server->net->links); }
static inline struct client *next_client(const struct client *client) { return client_of(client->socket.next); }

#endif
