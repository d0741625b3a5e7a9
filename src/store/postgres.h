/* What the files of the PostgreSQL database share. */
#pragma once

#include "store/db.h"

#include <libpq-fe.h>

enum { POSTGRES_LIVING = 731059 /* of the locks by which servers see each other */ };
enum { POSTGRES_VALUES = 24, POSTGRES_DIGITS = 32, POSTGRES_MESSAGE = 300, POSTGRES_TOKEN = 48 };

/// What a failure means.
enum postgres_failure {
    FAILURE_NONE,
    FAILURE_PASSING, /* the same may succeed later: no connection, no room on the disk, a lock */
    FAILURE_LASTING, /* it never will: two rows with one key, a statement that is wrong */
};

/// A connection, in pipeline mode: commands are sent one after the other, and their answers come in the same order.
struct postgres_connection {
    PGconn *conn;
    const char *url;
    bool connecting;
    unsigned generation;           /* statements are prepared anew for each */
    int syncs;                     /* points up to which everything was sent and not everything is answered */
    uint64_t sent, seen;           /* commands, and their answers */
    uint64_t must_change;          /* the number of a command that has to change one row; 0: none */
    PGresult *last;                /* the newest answer that is no failure */
    enum postgres_failure failure; /* of what was sent since the last roll-back */
    int patience_ms;               /* how long an answer may take; -1: any time */
    char message[POSTGRES_MESSAGE];
};

struct postgres {
    struct db db;
    char *url;
    enum db_mode mode;
    bool serving;
    struct postgres_connection main;
    struct postgres_connection side;     /* a server's, for what is read while a commit is under way */
    struct postgres_connection listener; /* one of several servers': notices of the others */
    int64_t listen_tried;
    int number;  /* of this server among several; 0: it is alone */
    bool first;  /* nobody else was there when it came */
    bool wanted; /* a transaction is wanted: it begins with the first change */
    bool begun;
    bool committing;
    bool taken;  /* another server has the lock */
    int backend; /* the server's process at the other end */
    int changed; /* rows, by the last step */
    uint64_t writes;
    int64_t looked;
    uint64_t commits;
    char secret[20];                 /* makes tokens ours */
    char token[POSTGRES_TOKEN];      /* of the last transaction that is durable for certain */
    char next_token[POSTGRES_TOKEN]; /* of the one that is open, or of the last one if nobody knows how it ended */
    bool unsure;                     /* nobody knows */
};

struct postgres_query {
    struct query query;
    char *sql; /* as PostgreSQL writes it */
    int parameters;
    unsigned prepared[2]; /* the generations of the two connections in which it is known */
    char name[24];        /* "": it is used once */
    int count;
    Oid types[POSTGRES_VALUES];
    const char *values[POSTGRES_VALUES];
    int lengths[POSTGRES_VALUES], formats[POSTGRES_VALUES];
    char digits[POSTGRES_VALUES][POSTGRES_DIGITS];
    PGresult *result;
    int row;
    unsigned char *bytes;
};

extern const struct db_kind postgres_kind;

/* --- SQL (postgres_sql.c) --- */
/// The statement as PostgreSQL writes it, to be freed, and how many values it has.
char *postgres_sql(const char *sql, int *parameters);

/* --- a connection (postgres_connection.c) --- */
/// Connects and waits for it. 0, or -1 with a message.
int postgres_connect(struct postgres_connection *connection);
/// The same without waiting long: 1 means that it takes its time and should be called again.
int postgres_reconnect(struct postgres_connection *connection);
void postgres_disconnect(struct postgres_connection *connection);
bool postgres_connected(const struct postgres_connection *connection);
/// Looks whether the other end has gone: without that, only the next answer would tell.
void postgres_look(struct postgres_connection *connection);
/// Sends one command without values.
int postgres_send(struct postgres_connection *connection, const char *command);
/// Sends a statement, and prepares it before if need be.
int postgres_send_query(struct postgres_connection *connection, int which, struct postgres_query *query);
/// A point up to which everything is answered together.
int postgres_sync(struct postgres_connection *connection);
/// Takes what has come. 1: not everything has; 0: everything, and nothing failed; -1: something failed.
int postgres_take(struct postgres_connection *connection, bool wait);
/// Sends commands one by one and waits for them.
int postgres_run(struct postgres_connection *connection, const char *command);
/// The same, and hands out the answer (to be cleared); NULL: it failed.
PGresult *postgres_ask(struct postgres_connection *connection, const char *command);
/// Ends what is open, and forgets the failure.
void postgres_roll_back(struct postgres_connection *connection);

/* --- the site in the database (postgres_site.c) --- */
int postgres_prepare_connection(struct postgres *postgres, struct postgres_connection *connection, bool main);
/// How long a statement waits for a lock.
int postgres_limit_waits(const struct postgres *postgres, struct postgres_connection *connection);
int postgres_version(struct db *db, struct flip_error *error);
int postgres_oldest(struct db *db, struct flip_error *error);
int postgres_upgrade(struct db *db, const char *step);
int postgres_set_version(struct db *db, int from, int to);
int postgres_check(struct db *db, struct flip_error *error);
/// Which token the last durable transaction has; -1: it cannot be told.
int postgres_read_token(struct postgres *postgres, char token[POSTGRES_TOKEN]);
/// The same, and -1 also while a transaction is under way that would replace it.
int postgres_read_settled_token(struct postgres *postgres, char token[POSTGRES_TOKEN]);
int postgres_failed(const struct postgres *postgres, struct flip_error *error);

/* --- several servers (postgres_shared.c) --- */
/// Locks the site for one alone, or for one of several.
int postgres_lock(struct postgres *postgres, struct postgres_connection *connection);
/// After the site was brought up to date: becomes one of several servers.
int postgres_join(struct postgres *postgres);
/// Opening has ended, and others may come.
int postgres_release_schema(struct postgres *postgres);
int postgres_process(const struct db *db);
bool postgres_first(const struct db *db);
/// Until it has joined, no other server comes, and none changes the schema.
int postgres_come_alone(struct postgres *postgres);
bool postgres_may_upgrade(struct db *db, int version);
int postgres_notice_socket(const struct db *db);
void postgres_take_notices(struct db *db, void (*take)(void *context, const char *notice), void *context);
