/*
 * The hub: everything a running server holds. One event loop owns it; only the crew has threads of its own.
 *
 * What a message changes is collected in the store's open transaction. When the loop has handled all that came in together, the hub
 * commits once, and only then are answers and scenes sent: nobody hears of anything that could still be lost.
 */
#ifndef FLIPSIDE_SERVER_HUB_H
#define FLIPSIDE_SERVER_HUB_H

#include "server/config.h"
#include "server/crew.h"
#include "server/people.h"
#include "store/store.h"

#include <flipside/record.h>
#include <jansson.h>
#include <libwebsockets.h>

enum { ROOM_BUCKETS = 4096, PRESENT_BUCKETS = 4096, BUFFER_SIZE = 1 << 20, CLIENT_ID = 65 };

struct room;
struct watch;

/* --- a connection ---------------------------------------------------------------------------------------------------- */

/// A message on its way out; LWS_PRE bytes of room come before the text.
struct parcel {
    struct parcel *next;
    size_t length;
    unsigned char bytes[];
};

struct link {
    struct link *next, *previous;
    struct lws *wsi;
    uint64_t id;
    struct store_person person;
    char client[CLIENT_ID]; /* empty before hello */
    char address[64];
    char *incoming; /* a message that has not arrived whole */
    size_t incoming_length;
    struct parcel *out, **out_last;
    size_t out_bytes;
    double tokens; /* of the rate limit */
    int64_t tokens_at;
    double chat_tokens;
    int64_t chat_tokens_at;
    int warnings; /* messages over the rate limit */
    bool in_lobby, lobby_dirty, closing;
    struct watch *watches;
};

/* --- the whole ------------------------------------------------------------------------------------------------------- */

/// Somebody with at least one connection.
struct present {
    struct present *next;
    char person[STORE_ID];
    char name[STORE_NAME];
    int links;
};

struct metrics {
    uint64_t connections, messages, errors, moves, bot_moves, commits, tables_made, games_over, requests;
};

struct hub {
    struct config config;
    struct store *store;
    unsigned char secret[STORE_SECRET_BYTES];
    struct lws_context *lws;
    struct crew *crew;
    struct link *links;
    int link_count;
    uint64_t last_link;
    struct present *present[PRESENT_BUCKETS];
    struct room *rooms[ROOM_BUCKETS];
    int room_count;
    uint64_t last_ticket;
    bool lobby_dirty, stopping;
    bool failed; /* the store did: memory may be ahead of it */
    struct metrics metrics;
    char *buffer; /* BUFFER_SIZE bytes for whatever is being written */
};

int64_t now_ms(void);

/* link.c */
extern const struct lws_protocols link_protocol;
/// Queues a text for a connection.
void link_send(struct link *link, const char *text, size_t length);
/// Ends a connection when what is queued has been sent.
void link_close(struct link *link);
/// For a start from what is durable: nothing queued goes out, no room is looked at.
void link_drop_queue(struct link *link);
void link_forget_rooms(struct link *link);
/// Answers that wait for the commit, scenes and lobby lists go out. Called once a turn of the loop, after the commit.
void hub_flush(struct hub *hub);
/// Gives back what the crew has thought.
void hub_take_thoughts(struct hub *hub);
/// Are there changes that a crash would lose?
bool hub_uncommitted(const struct hub *hub);
/// Does the request come from a page of ours, and from whom?
bool origin_right(const struct hub *hub, struct lws *wsi);
bool person_asking(const struct hub *hub, struct lws *wsi, struct store_person *out);
bool hub_person_present(const struct hub *hub, const char *person);
/// Does somebody else who is present have this name?
bool hub_name_taken(const struct hub *hub, const char *name, const char *person);
/// The person's new name, wherever they are connected.
void hub_rename(struct hub *hub, const struct store_person *person);

/* http.c */
extern const struct lws_protocols http_protocol;

#endif
