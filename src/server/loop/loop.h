/*
 * The loop: clocks, options, log, metrics, workers, background jobs, and committing with retry. One event loop owns a server; only
 * workers have threads of their own.
 */
#pragma once

#include "store/cluster.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct analyses;
struct fair_queue;
struct loop;
struct lws_context;
struct net;
struct push_state;
struct people;
struct post;
struct puzzles;
struct rooms;
struct tournaments;
struct server;
struct workers;

/* The clocks of the server: one that people read, one that only counts, and one of work done. */

/// Microseconds of a clock that only counts: for what is measured and waited for.
int64_t now_us(void);
/// The wall clock, in milliseconds since 1970: for times that people read. It jumps when somebody sets it.
int64_t wall_ms(void);
/// The wall clock at the program's start, advanced by a monotonic clock: for all durations. Its times can be stored, since after a
/// restart it starts from the wall clock again.
int64_t steady_ms(void);
/// How long ago a stored wall-clock time was, by whichever clock is behind, so that a jump does not make anything old.
int64_t age_ms(int64_t then);
/// The processor time that this thread has used.
double cpu_ms(void);

/// For a function that returns a pointer: `return null_after(flip_fail(…));`
static inline void *null_after(int failed)
{
    (void)failed;
    return NULL;
}

/// Begins a JSON object in this place.
static inline struct flip_json object_in(char *text, size_t size)
{
    struct flip_json json = flip_json_in(text, size);
    flip_json_open(&json, NULL, '{');
    return json;
}

/// Writes a text, or null if it is empty or NULL; and a number, or null.
static inline void write_text_or_null(struct flip_json *json, const char *key, const char *text)
{
    flip_json_string(json, key, text && *text ? text : NULL);
}

static inline void write_int_or_null(struct flip_json *json, const char *key, bool known, int64_t number)
{
    if (known)
        flip_json_int(json, key, number);
    else
        flip_json_null(json, key);
}

/// Makes room for one more item in an array of `*room` places that holds `count`, doubling it when full. `list` points to the pointer to
/// the array. False: out of memory, and the array is as it was.
static inline bool array_grow(void *list, int count, int *room, size_t size)
{
    void *now, *larger;
    const int places = *room ? 2 * *room : 32;
    if (count < *room)
        return true;
    memcpy(&now, list, sizeof now);
    if (!(larger = realloc(now, (size_t)places * size)))
        return false;
    memcpy(list, &larger, sizeof larger);
    *room = places;
    return true;
}

/* Singly linked lists, linked by the member `next` of their items. */

/// Takes an item out of a list; does nothing if it is not in it.
#define LIST_REMOVE(head, item, next)                                                                                  \
    do {                                                                                                               \
        __typeof__(head) *at_ = &(head);                                                                               \
        while (*at_ && *at_ != (item))                                                                                 \
            at_ = &(*at_)->next;                                                                                       \
        if (*at_)                                                                                                      \
            *at_ = (*at_)->next;                                                                                       \
    } while (0)

/// Adds an item at the end.
#define LIST_APPEND(head, item, next)                                                                                  \
    do {                                                                                                               \
        __typeof__(head) *at_ = &(head);                                                                               \
        while (*at_)                                                                                                   \
            at_ = &(*at_)->next;                                                                                       \
        (item)->next = NULL;                                                                                           \
        *at_ = (item);                                                                                                 \
    } while (0)

/* Which bucket of a hash table a text belongs to. */

static inline unsigned text_bucket(const char *text, unsigned buckets)
{
    unsigned hash = 5381;
    for (; *text; text++)
        hash = hash * 33 + (unsigned char)*text;
    return hash % buckets;
}

/* How a server is run: flags before environment before file before defaults. */

/// An address to listen on.
struct endpoint {
    char address[256]; /* empty: all interfaces */
    int port;          /* -1: do not listen */
};

struct config {
    struct endpoint listen;
    struct endpoint metrics; /* only /metrics and /healthz */
    char data[1024];
    char log[1024]; /* empty: standard error */
    char certificate[1024], key[1024];
    char origin[256];    /* what browsers call us, behind a proxy; empty: as the Host
                       header says */
    char pages[1024];    /* a folder with the page; empty: only the one in the program */
    char analysis[16];   /* "server", or "browser": games are analysed by those who want it */
    int threads;         /* bots that think at the same time */
    char test_seed[64];  /* for tests: seeds of tables that can be foretold; empty:
                         nobody can */
    int max_message;     /* bytes of a client's message */
    int max_rate;        /* messages per second and connection */
    int max_tables;      /* unfinished tables per person */
    int max_connections; /* WebSockets per address */
    int max_open;        /* connections of any kind per address */
    int max_clients;     /* connections of any kind in total */
    int header_seconds;  /* from connecting to the end of the headers */
    int body_seconds;    /* from there to the end of the body */
    int max_requests;    /* HTTP requests per second and address */
    int max_guests;      /* new guests per hour and address */
    int max_new_tables;  /* per hour and address */
    int max_sign_ins;    /* and other uses of a password, per hour and address */
    int puzzles;         /* mined until each game has so many */
    char contact[256];   /* mailto: or https:, for push services; empty: origin */
    char webhook[1024], webhook_secret[256];
    char smtp[512], smtp_user[256], smtp_password[256], mail_from[255];
    int retry_seconds;    /* before something is sent again; each time twice as long */
    bool push_private;    /* for tests: push messages also go over http and to private addresses */
    bool trust_forwarded; /* take a client's address from X-Forwarded-For */
    bool lobby_chat;      /* people may talk in the lobby */
    bool metrics_here;    /* /metrics and /healthz are served to clients as well */
};

extern const char config_help[];

/// Can only this machine reach the endpoint?
bool endpoint_is_local(const struct endpoint *endpoint);

/// Does the server analyse games for those who ask?
bool config_analyses(const struct config *config);

/// Reads the flags, FLIPSIDE_* from the environment and the --config file. 1: --help was given.
int config_read(struct config *config, int argc, char **argv, struct flip_error *error);

/* The log: one JSON line per event, without people's names, secrets or hidden cards. */

/// Opens or reopens the log; an empty path is standard error.
int log_open(const char *path, struct flip_error *error);
/// Pairs of key and value, both text, ended by NULL: log_event("warn", "limit", "what", "rate", NULL).
void log_event(const char *level, const char *event, ...) __attribute__((sentinel));

/* What is counted and measured while the server runs; /metrics reports it (routes/monitoring.c). */

enum { METRIC_BOUNDS = 14 };

/// The upper bounds of the histograms' buckets, in seconds.
extern const double metric_bounds[METRIC_BOUNDS];

/// A histogram of durations.
struct histogram {
    uint64_t within[METRIC_BOUNDS + 1], count;
    double sum; /* seconds */
};

struct metrics {
    uint64_t connections, messages, errors, moves, bot_moves, commits, tables_made, games_over, requests, refused;
    uint64_t commit_failures, outages, tables_reread, tables_replayed;
    /* in one turn of the loop: connections, steps of games, rows read, snapshots written */
    uint64_t most_accepted, most_steps, most_rows, most_snapshots;
    struct histogram commit, loop, message, request;
    int64_t probed; /* when the store was last tried for /healthz, in microseconds */
};

/// Counts something that began at that time, in microseconds, and ends now.
void histogram_add(struct histogram *durations, int64_t since);

/*
 * A queue that is shared fairly. Every item has a payer: a person, or an address for guests who have no name yet. A payer's virtual
 * time is the work done for that payer so far, in milliseconds; the payer with the least is served next. A newcomer starts at the
 * average of all the others, so idle payers save nothing up, and a stream of newcomers cannot starve the others.
 *
 * An item's cost is estimated when it is taken and corrected when it is done. Classes give a head start in virtual time rather than
 * strict priority: hints and small bots usually go first, long analysis usually last, and none of them can starve another.
 */

enum { FAIR_PAYER = 72 };

/// In the order in which one payer's own items are served.
enum fair_class { FAIR_QUICK, FAIR_HINT, FAIR_BOT, FAIR_LONG, FAIR_CLASSES };

/// The first member of everything that can wait in the queue.
struct fair_item {
    struct fair_item *next;
    char payer[FAIR_PAYER]; /* empty: shared by everyone */
    enum fair_class class;
    double cost; /* expected, in ms */
    bool common; /* charged to the queue: there was no memory for the payer */
};

/// NULL: there is no memory.
struct fair_queue *fair_open(void);
/// The queue must be empty.
void fair_close(struct fair_queue *queue);
void fair_put(struct fair_queue *queue, struct fair_item *item);
/// The next item of a class up to `last`, or NULL. fair_done follows.
struct fair_item *fair_take(struct fair_queue *queue, enum fair_class last);
/// The item is done and took this many milliseconds.
void fair_done(struct fair_queue *queue, const struct fair_item *item, double busy);

/*
 * Workers: threads for slow work, so that nobody has to wait for it. The event loop hands over a task that owns a copy of
 * everything it needs, and gets the task back when it is done; no other thread ever touches a table. Some let bots
 * think, others check passwords or read from the store. Payers share workers fairly.
 */

/// A task: the first member of everything that is handed over.
struct task {
    struct fair_item item; /* who pays, and what it is expected to cost */
    struct task *next;
    void (*work)(struct task *task); /* on a thread of the workers */
    void (*free)(struct task *task);
    bool more;   /* set by `work`: only a part is done; call again when others have had their turn */
    double busy; /* ms that it has taken so far */
};

/// `wake` is called from a worker's thread when something is done. `quick`: one more thread does only FAIR_QUICK tasks, so that
/// these never wait for a longer one to finish.
struct workers *workers_start(int threads, bool quick, void (*wake)(void *context), void *context);
/// Waits for the tasks in progress and drops the others.
void workers_stop(struct workers *workers);

void workers_submit(struct workers *workers, struct task *task);
/// The next finished task, or NULL.
struct task *workers_poll(struct workers *workers);
/// The number of tasks that are waiting or in progress.
int workers_load(struct workers *workers);

/*
 * Background jobs: work that only the loop may do and that would take too long in one go, such as deleting everything about a person. It is
 * done in slices of a millisecond or two per turn of the loop, and everyone else is served in between. If a job is unfinished
 * when the server stops, the rest is noted in the store (store_todo_put) and done after the next start.
 */

/// The first member of every job's own struct.
struct background_job {
    struct background_job *next;
    /// Does a small part of it. 1: there is more to do; 0: it is done; -1: it failed and is abandoned.
    int (*part)(struct background_job *job, struct flip_error *error);
    void (*free)(struct background_job *job);
    uint64_t turn; /* the turn of the loop in which it began; that turn may be undone (turn_undone) */
};

/// Takes ownership of the job; it is freed when it is done.
void background_begin(struct loop *loop, struct background_job *job);
/// Does a slice of the jobs that began in an earlier turn; called once per turn of the loop, before the commit.
void background_run(struct loop *loop);
/// Does all jobs at once, when nobody is waiting. -1: one failed.
int background_finish(struct loop *loop, struct flip_error *error);
void background_drop(struct loop *loop);

/*
 * The failure path. Most errors are refusals: the client is told, and nothing has changed. If the store fails or memory runs out,
 * memory may be ahead of the store; then what is durable counts, and everything returns to it.
 */

/// Is this a failure of the store or of memory, rather than a refusal?
bool server_failure(const struct flip_error *error);
/// Gives an error its words: what failed without any had no memory for what it was putting together.
void server_default_error(struct flip_error *error);
/// Handles an error: after a failure of the store or of memory, the server returns to what is durable.
void server_note_error(struct loop *loop, const struct flip_error *error);
/// The same for one request or message; `written` is the value of store_writes before it.
void server_note_refusal(struct loop *loop, const struct flip_error *error, uint64_t written);

/* Quarantine: work that failed halfway and would fail again, each time at everyone's expense, is tried a few times, not for ever. */

enum { QUARANTINE_SIZE = 16, QUARANTINE_ID = STORE_ID + 8 };

struct failing {
    char id[QUARANTINE_ID]; /* a table whose bots fail, "w " and an admin request, or "d " and a person being deleted */
    int failures;
};

struct quarantine {
    struct failing list[QUARANTINE_SIZE];
    int next; /* which one is replaced next */
};

/// Has this failed so often that it is left alone? And: notes one more failure.
bool quarantined(const struct loop *loop, const char *id);
void quarantine_note(struct loop *loop, const char *id);

/* Emptying the store's log of changes, so that it does not grow and keeps no deleted data. */

struct checkpointing {
    struct workers *workers;
    bool under_way, told;
    int64_t since, next; /* in microseconds */
};

/// Empties the log of changes when that is due. Called once per turn of the loop, after the commit.
void checkpoint_turn(struct loop *loop);

/*
 * What happens while the store cannot save anything, and when memory may be ahead of it. At the start, the layers above the loop
 * register what to do with their data in memory (struct rollback_hooks).
 */

enum { UNDONE_TURNS = 16 };

/// What the layers above do when the loop starts over from what is durable.
struct rollback_hooks {
    /// Drops everything that may be ahead of the store; nobody is disconnected.
    void (*forget)(struct loop *loop);
    /// Restores from the store what was dropped.
    int (*reload)(struct loop *loop, struct flip_error *error);
    /// The store works again, after this many milliseconds: what waited can be sent.
    void (*recovered)(struct loop *loop, int64_t lasted);
};

struct outage {
    bool on;
    bool committing;     /* nothing has failed: a commit is under way, and everything waits for it */
    bool told;           /* everyone connected has been told */
    bool memory_stale;   /* and has not been restored yet */
    int64_t since, next; /* when it began and when to try again, in microseconds */
    int backoff;         /* milliseconds until the next attempt; each time twice as long */
    char why[256];
    uint64_t undone_turns[UNDONE_TURNS]; /* of the loop: the last ones that were undone */
    int next_undone;
};

/// May something be done that has to be saved? Ask before doing it. Not while the store is failing.
bool server_ready(struct loop *loop);
/// Is nothing the matter but a commit that has not taken long yet?
bool outage_is_commit(const struct loop *loop);
/// How long it has lasted.
int64_t outage_lasted_ms(const struct loop *loop);
/// Tries again when that is due. Called once per turn of the loop. True: a commit that was under way has just become durable.
bool outage_retry(struct loop *loop);
/// Was that turn of the loop undone?
bool turn_undone(const struct loop *loop, uint64_t turn);
/// Was that turn, or a later one, undone?
bool turns_undone_since(const struct loop *loop, uint64_t turn);

/*
 * Changes made by messages and requests are collected in the store's open transaction. When the loop has handled everything that
 * arrived together, it commits once, and only then are answers and snapshots sent: nobody hears of anything that could still be
 * lost.
 */

/// Is what was queued in that turn of the loop durable, so that it may be sent? If not, a crash could still make it untrue.
bool turn_is_durable(const struct loop *loop, uint64_t turn);
/// Makes everything so far durable; if that fails, an outage begins.
void server_commit(struct loop *loop);
/// Why the loop comes round though nothing has come in.
enum wake { WAKE_SOON, WAKE_RETRY, WAKE_CLOCKS, WAKE_LOOK, WAKES };

/// Makes the loop run again in `ms` milliseconds; for WAKE_SOON within them, for the others not before then.
void loop_wake(struct loop *loop, enum wake why, int ms);
/// The seconds until then; below 0: nothing is due. And: the loop has come round.
double loop_sleep(struct loop *loop);
void loop_woken(struct loop *loop);

enum { BUFFER_SIZE = 1 << 20 };

/// What every layer of a server uses. One event loop owns it.
struct loop {
    struct config config;
    struct store *store;
    unsigned char secret[STORE_SECRET_BYTES];
    int64_t started; /* by steady_ms; or when the store began to work again */
    bool stopping;
    uint64_t turn;          /* of the loop: what was queued in an earlier one concerns something durable */
    bool failed;            /* the store failed: memory may be ahead of it */
    uint64_t last_ticket;   /* the last number given to something that is waited for */
    int64_t wake_at[WAKES]; /* when the loop has to come round, in microseconds; 0: when something comes */
    char *buffer;           /* BUFFER_SIZE bytes for the text being written */
    struct outage outage;
    struct quarantine quarantine;
    struct checkpointing checkpointing;
    struct metrics metrics;
    struct background_job *background_jobs; /* what the loop does in slices */
    const struct rollback_hooks *rollback;  /* what is done when the loop starts over */
};

/// Memory has changed and the store could not follow: both return to what is durable. Always -1, for `return roll_back_to_store(…);`.
static inline int roll_back_to_store(struct loop *loop)
{
    loop->failed = true;
    return -1;
}

/// A server: the loop and the layers above it, each with its own data. A function gets the layer that it uses; only requests, messages
/// and commands, which concern all layers, get the server.
struct server {
    struct loop loop; /* first */
    struct lws_context *lws;
    struct net *net;
    struct people *people;
    struct post *post;
    struct rooms *rooms;
    struct analyses *analyses;
    struct puzzles *puzzles;
    struct push_state *pushes;
    struct tournaments *tournaments;
};
