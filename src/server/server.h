/*
 * The server: everything a running server holds. One event loop owns it; only the workers has threads of its own.
 *
 * What a message changes is collected in the store's open transaction. When the loop has handled all that came in
 * together, the server commits once, and only then are answers and snapshots sent: nobody hears of anything that could still
 * be lost.
 */
#ifndef FLIPSIDE_SERVER_SERVER_H
#define FLIPSIDE_SERVER_SERVER_H

#include "server/config.h"
#include "server/limits.h"
#include "server/names.h"
#include "server/now.h"
#include "server/people.h"
#include "server/workers.h"
#include "store/store.h"

#include <flipside/record.h>
#include <jansson.h>
#include <libwebsockets.h>

enum {
    ROOM_BUCKETS = 4096,
    PRESENT_BUCKETS = 4096,
    BUFFER_SIZE = 1 << 20,
    CLIENT_ID = 65,
    LOBBY_TABLES = 100, /* a list of tables has at most so many */
    GUARD_BUCKETS = 1024,
    METRIC_BOUNDS = 14,
    SUSPECTS = 16,
    LOST_TURNS = 16,
};

struct room;
struct watch;
struct held;
struct request;
struct chore;
struct reader;
struct work;
struct guard;

/* --- a connection -------------------------------------------------------------------------------------------------- */

/// Somebody who is here, or was a moment ago: the name is kept for them while a page is loaded again.
struct present {
    struct present *next;
    struct store_person person;
    int links;
    int64_t until; /* without a connection: forgotten after this */
    struct bucket chat;
    bool turns_changed; /* where they have to decide */
};

/// A message on its way out; LWS_PRE bytes of room come before the text.
struct parcel {
    struct parcel *next;
    uint64_t turn;   /* of the loop, in which it was queued; 0: it says nothing that has to be durable */
    int64_t answers; /* the number of the message that it answers; 0: none */
    int64_t since;   /* when that message came, in microseconds; 0: not measured */
    size_t length;
    unsigned char bytes[];
};

/// A table that a connection looked at before memory was given up.
struct lost_watch {
    struct lost_watch *next;
    char table[STORE_ID];
    int seat;
};

struct websocket {
    struct websocket *next, *previous;
    struct lws *wsi;
    uint64_t id;
    struct present *present;
    struct visitor *visitor;
    char *incoming; /* a message that has not arrived whole */
    size_t incoming_length;
    int pieces; /* in which it has come so far */
    struct parcel *out, **out_last;
    size_t out_bytes;
    struct bucket messages;
    struct bucket pings; /* and pongs */
    struct watch *watches;
    struct lost_watch *lost; /* what it looked at before memory was given up */
    int held;                /* messages that wait for the store */
    int warnings;            /* messages over the rate limit */
    int hints;               /* that the workers still thinks about */
    bool in_lobby, lobby_asked, closing;
    bool writing; /* the loop was asked to tell when the connection can be written to */
    bool wants_turns, turns_asked;
    char client[CLIENT_ID]; /* empty before hello */
    char session[STORE_ID];
};

/* --- the whole ----------------------------------------------------------------------------------------------------- */

/// A person's seat or seats in a room that is in memory, found by person.
struct sitting {
    struct sitting *next, **at;
    struct room *room;
    char person[STORE_ID];
};

/// How often something took how long: metrics.c has the bounds.
struct durations {
    uint64_t within[METRIC_BOUNDS + 1], count;
    double sum; /* seconds */
};

struct metrics {
    uint64_t connections, messages, errors, moves, bot_moves, commits, tables_made, games_over, requests, refused;
    uint64_t commit_failures, troubles;
    struct durations commit, loop, message, request;
};

/// While the store cannot keep anything: trouble.c.
struct trouble {
    bool on, told, rooms_lost;
    int64_t since, next; /* when it began, when to try again, in microseconds */
    int delay;           /* milliseconds between two attempts */
    char why[256];
    lws_sorted_usec_list_t timer;
    struct held *messages, **messages_last; /* they wait in the order in which they came */
    int message_count;
    size_t bytes;
    struct request *requests, **requests_last;
    int request_count;
};

/// What failed half-way and would fail again, each time at the cost of everybody: it is tried a few times, not for ever.
struct suspect {
    char id[STORE_ID + 8]; /* of a table whose bots fail, "w " and a wish, or "d " and somebody who is deleted */
    int failures;
};

/// Emptying the store's log of changes: tidy.c.
struct tidying {
    struct workers *workers;
    bool under_way, told;
    int64_t since, next; /* in microseconds */
};

struct server {
    struct config config;
    struct store *store;
    unsigned char secret[STORE_SECRET_BYTES];
    struct lws_context *lws;
    struct lws_protocols protocols[3];
    lws_sorted_usec_list_t nudge;  /* wakes the loop for what is due later */
    lws_sorted_usec_list_t tick;   /* wakes it when somebody's time is out */
    lws_sorted_usec_list_t glance; /* wakes it to look for the administrator's requests */
    int64_t glance_due;            /* in microseconds */
    int64_t started, clock_next, admin_looked, others_version;
    int64_t sessions_since; /* cookies from before are older */
    bool clocks_dirty, turns_changed;
    char payer[FAIR_PAYER];                     /* of what is made for the request or message at hand */
    struct workers *bots;                       /* bots think */
    struct task *bots_asked, **bots_asked_last; /* they begin to think after the commit */
    struct workers *passwords;                  /* passwords are hashed and checked */
    struct workers *workers;                    /* replays, exports: work.h */
    struct reader *reader;                      /* theirs */
    struct work *work_asked;                    /* goes to them after the commit */
    struct chore *chores;                       /* what the loop does in slices: chores.h */
    struct request *waiting;                    /* requests that wait for the password worker or a worker */
    struct guard *guards[GUARD_BUCKETS];
    int connections, private_connections; /* all that are open; those of --metrics-listen count by themselves */
    int most_connections;
    uint64_t turned_away; /* since the last line about it in the log */
    struct bucket turned_away_log;
    struct websocket *links;
    int websocket_count;
    uint64_t last_link;
    struct visitors visitors;
    struct present *present[PRESENT_BUCKETS];
    struct room *rooms[ROOM_BUCKETS];
    struct sitting *sittings[PRESENT_BUCKETS];
    struct room *dirty; /* rooms whose watchers have something to be told */
    int room_count;
    uint64_t last_ticket;
    uint64_t tables_seeded; /* for --test-seed */
    int64_t lobby_pushed, answers_forgotten;
    bool lobby_dirty, lobby_asked, stopping;
    int64_t last_finished;           /* the order in which games end has no ties */
    bool failed;                     /* the store did: memory may be ahead of it */
    uint64_t turn;                   /* of the loop: what was queued in an earlier one is about something durable */
    uint64_t lost_turns[LOST_TURNS]; /* the last ones that were taken back */
    int next_lost;
    struct waking {
        char (*id)[STORE_ID];
        int count, room;
    } waking; /* tables whose bots have to go on after a restart */
    struct metrics metrics;
    struct trouble trouble;
    struct tidying tidying;
    struct suspect suspects[SUSPECTS];
    int next_suspect;
    int64_t probed;       /* when the store was last tried for /healthz, in microseconds */
    int64_t message_came; /* the message that is being handled, in microseconds */
    char *buffer;         /* BUFFER_SIZE bytes for whatever is being written */
};

static inline unsigned text_bucket(const char *text, unsigned buckets)
{
    unsigned hash = 5381;
    for (; *text; text++)
        hash = hash * 33 + (unsigned char)*text;
    return hash % buckets;
}

/* serve.c */
/// Opens all that server->config asks for, and gives it back; also after an error.
int server_open(struct server *server, struct flip_error *error);
void server_close(struct server *server);
/// What the loop does each time it comes round, after lws_service.
void server_turn(struct server *server);
/// May what was said in that turn of the loop be told, or could a crash still make it untrue?
bool server_may_tell(const struct server *server, uint64_t turn);
/// Makes everything so far durable; if that fails, trouble begins.
void server_commit(struct server *server);
/// Has the tables looked at whose bots have to go on.
int server_wake_rooms(struct server *server, struct flip_error *error);
/// Has the loop come round in `ms` milliseconds at the latest.
void server_come_round(struct server *server, int ms);
/// Is it a failure of the store or of memory, not something that was refused?
bool server_failure(const struct flip_error *error);
/// What an error means for the server: after a failure of the store or of memory, what is durable counts.
void server_note_error(struct server *server, const struct flip_error *error);
/// The same for one request or message; `written`: store_writes before it.
void server_note_refusal(struct server *server, const struct flip_error *error, uint64_t written);

/* trouble.c */
/// May something be done that the store has to keep? It is asked before anything is. Not while the store has trouble.
bool server_ready(struct server *server);
/// The store cannot keep anything for now.
void trouble_begin(struct server *server, const struct flip_error *why);
/// Once a turn of the loop: tries again, and handles what has waited.
void trouble_turn(struct server *server);
/// Memory may be ahead of the store: everybody comes back to what is durable, and stays connected.
void server_start_over(struct server *server);
/// Was what was done in that turn of the loop taken back?
bool turn_lost(const struct server *server, uint64_t turn);
/// Was anything taken back in that turn or later?
bool turns_lost_since(const struct server *server, uint64_t turn);
/// Has this failed so often that it is left alone? And: it has failed once more.
bool suspect_left_alone(const struct server *server, const char *id);
void suspect_add(struct server *server, const char *id);
/// Keeps a message, or a request, until the store can keep what it does. False: it can be handled now.
bool trouble_holds_message(struct server *server, struct websocket *link);
bool trouble_holds_request(struct request *request);
void trouble_forget_link(struct server *server, struct websocket *link);
void trouble_forget_request(struct request *request);
/// Tells a connection that has just been opened.
void trouble_tell(struct server *server, struct websocket *link);
void trouble_close(struct server *server);

/* tidy.c */
/// Once a turn of the loop, after the commit: has the log of changes emptied when that is due.
void tidy_turn(struct server *server);

/* metrics.c */
void durations_add(struct durations *durations, int64_t since);

/* websocket.c */
extern const struct lws_protocols websocket_protocol;
/// Queues a text for a connection. It leaves when the loop has committed.
void websocket_send(struct server *server, struct websocket *link, const char *text, size_t length);
/// The same for the answer to a message.
void websocket_answer(struct server *server, struct websocket *link, int64_t number, const char *text, size_t length);
/// Queues a text before all others. It leaves whatever the store does.
void websocket_tell(struct websocket *link, const char *text, size_t length);
/// Ends a connection when what is queued has been sent.
void websocket_close(struct websocket *link);
void websocket_drop_queue(struct websocket *link);
/// What was queued in this turn of the loop is not true: answers become errors, the rest is dropped.
void websocket_take_back(const struct server *server, struct websocket *link);
/// It looks at no room any more, but what it looked at is remembered: websocket_watch_lost looks again.
void websocket_lose_rooms(struct websocket *link);
void websocket_forget_lost(struct websocket *link);
/// Asks the loop to send what is queued.
void websocket_ask_to_write(struct websocket *link);
/// The HTTP status with which a request for a WebSocket is refused; 0: it is not.
int websocket_refusal(struct server *server, struct lws *wsi);
/// Is the connection within its rate of messages? If not, it is warned, and closed when it does not stop.
bool websocket_in_rate(const struct server *server, struct websocket *link);
void websocket_warn(struct websocket *link);
struct watch *websocket_watch(struct websocket *link, const struct room *room);
struct watch *websocket_add_watch(struct websocket *link, struct room *room);
void websocket_unwatch(struct watch *watch);

/* identity.c */
/// Does the request come from a page of ours, from whom, and from which address?
bool origin_right(const struct server *server, struct lws *wsi);
bool person_asking(const struct server *server, struct lws *wsi, struct store_person *out);
/// Does the cookie belong to somebody who is banned? It is good for nothing else any more.
bool banned_asking(const struct server *server, struct lws *wsi);
/// Which challenges of that day were begun on the asker's device: tries_read.
void tries_asking(const struct server *server, struct lws *wsi, const char *day, char out[TRIES_SIZE]);
void address_asking(const struct server *server, struct lws *wsi, char out[ADDRESS_SIZE]);

/* messages.c */
/// A whole message has arrived in link->incoming.
void websocket_receive(struct server *server, struct websocket *link);
/// Handles a message that may be handled.
void link_handle(struct server *server, struct websocket *link, const char *text, size_t length);
/// Is it a message that needs nothing of the store, and is done at any time?
bool message_at_any_time(const char *text, size_t length);
int64_t message_number(const char *text, size_t length);
/// Looks again at what was lost, as far as it is still there.
int websocket_watch_lost(struct server *server, struct websocket *link, struct flip_error *error);
/// Whom this person does not want to hear has changed.
int server_mutes_changed(struct server *server, const char *person, struct flip_error *error);
/// Has a bot think, from the commit on: its move comes in a later turn of the loop, and if it fails, what it answers stays.
void server_ask_bot(struct server *server, struct job *job);
void server_send_bots(struct server *server);
/// Frees the questions that were not asked.
void server_drop_bots(struct server *server);
/// Gives back what the workers has thought.
void server_take_thoughts(struct server *server);

/* push.c */
/// Scenes and lobby lists go out. Called once a turn of the loop, after the commit.
void server_flush(struct server *server);
/// The public tables that wait or run, newest first; at most LOBBY_TABLES.
int server_lobby(struct server *server, struct room **out, struct flip_error *error);

/* turn_notices.c */
/// Whose turn it is has changed at a room, perhaps; and those whom it concerns are told.
void turns_note(struct server *server, struct room *room);
void turns_push(struct server *server);

/* present.c */
/// Somebody who is here, or was a moment ago; NULL: nobody is.
struct present *server_present(struct server *server, const char *person);
bool server_person_present(const struct server *server, const char *person);
/// Does somebody else have this name: somebody who is here, or who has claimed it?
bool server_name_taken(const struct server *server, const char *name, const char *person);
/// Ends the connections of somebody who signed out, was banned or is no more; of one session alone, unless that is NULL. Without a
/// message the page comes back at once, with the cookie that it has then.
void server_send_away(struct server *server, const char *person, const char *session, const char *message);
/// What is known about somebody who is here has changed.
void server_follow_person(struct server *server, const struct store_person *person);
/// Nothing of a deleted person's name stays in memory.
void server_forget_name(struct server *server, const char *person);
/// Keeps the name of somebody who has just taken it; where they are here already, they have it from now on.
int server_keep_name(struct server *server, const struct store_person *person, struct flip_error *error);
/// A connection comes and goes. NULL: there is no memory for it.
struct present *server_arrive(struct server *server, const struct store_person *person);
void server_depart(struct server *server, struct present *present);
/// What is known about those who are here is read again from the store.
int present_refresh(struct server *server, struct flip_error *error);
/// Forgets those who have been away for a while, or all.
void present_sweep(struct server *server, bool all);

/* erase.c */
/// Deletes a person with all data; in others' games "a former player" is left. The person is gone at once, the data in slices; then
/// the request of that ticket (0: none) is answered.
int person_erase(struct server *server, const char *id, uint64_t ticket, struct flip_error *error);
/// Goes on with what was not deleted to the end.
int erase_resume(struct server *server, struct flip_error *error);

/* http.c */
extern const struct lws_protocols http_protocol;

#endif
