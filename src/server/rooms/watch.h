/* Connections that follow a table, and what they are shown of it. */
#pragma once

#include "server/rooms/room.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <flipside/table.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct request;
struct rooms;
struct watch;

/* Watches: a connection that follows a room. */

enum { SPECTATORS_LISTED = 50 };

/// What a client does not need in snapshots.
enum snapshot_without {
    WITHOUT_PRINTED = 1,  /* what is printed, which it has (printed.c) */
    WITHOUT_SENTENCES = 2 /* everything of an action but its notation */
};

/// How somebody wants to look at a table.
struct watch_options {
    int seat;         /* asked for; -1: the viewer's first seat, or a spectator's view */
    unsigned without; /* what snapshots leave out: enum snapshot_without */
    bool knowledge;   /* the client thinks itself, so it is told what the seat knows (knowledge.c) */
    bool asks_ready;  /* the client asks its person whether they are ready (ready.c) */
};

/// What a client has, besides the log.
struct watch_sent {
    int chat, notices; /* so many lines of each */
    bool begun;        /* its first snapshot, with the end of the chat */
    uint64_t last;     /* the hash of the last snapshot, so that nothing is sent twice */
};

/// A connection's watch on a room.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct client *link;
    struct room *room;
    struct watch_options options;
    struct watch_sent has;
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int resumes;                    /* after a sleep: the client has so many entries, but `sent` does not say so yet */
    char (*muted)[STORE_ID];        /* whose chat is hidden */
    int muted_count, muted_for_all; /* the first ones are muted by the table's owner, for everybody */
    bool behind;                    /* the client reads slowly: the next snapshot waits until it has read */
    bool too_large;                 /* the last snapshot does not fit; the client was told so */
};

/// A table that a connection was watching before a rollback.
struct lost_watch {
    struct lost_watch *next;
    char table[STORE_ID];
    struct watch_options options;
};

/// A watch on a finished table that is no longer in memory. It resumes when somebody brings the table back.
struct sleeping_watch {
    struct sleeping_watch *next_in_link;
    struct sleeping_watch *next, **at; /* in its bucket */
    struct client *link;
    char table[STORE_ID];
    struct watch_options options;
    struct watch_sent has;
    int sent_count; /* entries of the log that the client has */
};

/// NULL: it is not watching that room.
struct watch *watch_of(struct client *link, const struct room *room);
/// NULL: it is watching too many.
struct watch *watch_add(struct client *link, struct room *room);
void unwatch(struct watch *watch);
/// The number of spectators, and, unless NULL, a watch of each of the first ones. Beyond SPECTATORS_LISTED every
/// connection counts.
int spectators_of(const struct room *room, const struct watch *out[SPECTATORS_LISTED]);
/// Ends all watches of a connection but remembers them: watch_lost (routes/table_messages.c) restores them.
void watches_lose(struct client *link);
void watches_forget_lost(struct client *link);
/// Suspends everyone's watch on a room before it is dropped. Whoever there is no memory for is disconnected.
void watches_sleep(struct rooms *rooms, struct room *room);
/// Resumes the watches on a room that is back in memory.
void watches_wake(struct rooms *rooms, struct room *room);
/// Does anybody's suspended watch wait for that table?
bool watches_asleep(const struct rooms *rooms, const char *table);
/// Forgets a connection's suspended watches: on that table, or on all (NULL).
void watches_forget_sleeping(struct client *link, const char *table);
/// Reads whose chat this person hides at the watched table.
int watch_read_mutes(struct rooms *rooms, struct watch *watch, struct flip_error *error);

/* What clients are shown of a table. */

/// The part of a snapshot that all spectators of a room share, written once.
struct shared_snapshot {
    char *text; /* NULL: not written yet; to be freed */
    size_t length;
    uint64_t hash;
    unsigned without; /* of those who get it */
};

/// TABLE of docs/api.md as `person` may know it. A worker has no server (NULL), and room->online instead.
void write_table(struct flip_json *json, const char *key, const struct rooms *rooms, const struct room *room,
                 const char *person);
/// `"tables":[…]`: as many as fit before the text is so long. False: not all of them.
bool write_tables(struct flip_json *json, const struct rooms *rooms, struct room *const *list, int count,
                  const char *person, size_t most);
/// The options of a game by name.
void write_options(struct flip_json *json, const struct flip_game *game, const struct flip_options *options);
/// The moves that the seat may make, each with what it would gain at once.
void write_actions(struct flip_json *json, const struct flip_table *table, int seat);
/// A snapshot for a watch; length 0: it would be the same as the last one, or is `too_large`.
size_t write_snapshot(struct rooms *rooms, struct watch *watch, struct shared_snapshot *shared);

/*
 * What is new in a snapshot: chat, notices and the log, each with its own limit. What does not fit comes with the next
 * snapshot, which follows at once. Of the chat before the watch began only the last lines are sent; older ones are sent
 * on request.
 */

enum {
    CHAT_PAGE = 50,          /* lines of the chat in a snapshot, or in an answer */
    NOTICES_ROOM = 64 << 10, /* bytes of notices in a snapshot */
    MUTED_LISTED = 500,      /* people in `muted_people` */
    SNAPSHOT_END = 16        /* bytes that close a snapshot */
};

/// What a watch has been sent once this snapshot has arrived.
struct snapshot_news {
    int chat, notices; /* up to which line */
    int from, to;      /* of the log: what the client keeps, and what it has then */
    int heard;         /* new lines of chat and notices for this watch */
    bool more;         /* does not fit into this snapshot */
};

/// The seats whose people this watch does not hear.
flip_set muted_seats(const struct watch *watch);
/// Has the table's owner muted that person for everyone?
bool muted_for_all(const struct watch *watch, const char *person);
void write_muted_people(struct flip_json *json, const struct watch *watch);
/// Writes chat, notices and log up to the end of the snapshot. `visible` are the log entries the viewer may see. False:
/// not even the first new one fits.
bool write_news(struct flip_json *json, const struct watch *watch, const int *visible, int count,
                struct snapshot_news *news);
/// The page of the chat that ends before line `before`, as `"chat":[…],"older":BOOL`.
void write_chat_before(struct flip_json *json, const struct watch *watch, int before);

/*
 * A seat's sheet as text, for terminals on other machines: the game draws what the viewer may know, and the terminal
 * only displays it. So a terminal can play games it does not know.
 */

/// `viewer` is a seat or FLIP_PUBLIC. NULL with the reason if it cannot be drawn.
json_t *canvas_json(const struct room *room, int viewer, int shown, int width, int height, struct flip_error *error);
/// The same sheet in sentences: {"words"}, null where the game has none; with `aim`, a move of `viewer` as text, the
/// targets it could have, and `tell`, what it does.
json_t *words_json(const struct room *room, int viewer, int shown, const char *aim, struct flip_error *error);

/* Answers that describe tables. */

/// {"table":TABLE}, as `person` may know it.
int reply_table(struct request *request, const struct room *room, const char *person);
/// {"tables":[TABLE…]}
void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person);
