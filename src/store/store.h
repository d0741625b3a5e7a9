/*
 * What the server remembers. One small interface; SQLite stands behind it (store_sqlite.c), and nothing above knows SQL.
 *
 * The record is the truth: a table is a *head* (its record without the steps, plus how it was set up) and the steps as they
 * came. Everything else about games (who won, lists, counts) can be made again from these.
 *
 * Changes are collected and made durable together: whoever changes something calls store_commit before telling anybody that it
 * is done. store_commit with nothing to do costs nothing.
 */
#ifndef FLIPSIDE_STORE_H
#define FLIPSIDE_STORE_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID = 23,    /* 128 random bits as 22 characters, and the zero */
    STORE_NAME = 100, /* a nickname: 24 characters of UTF-8 at most */
    STORE_SECRET_BYTES = 32,
    STORE_ANSWERS_KEPT = 64, /* that a client may still ask for again */
};

struct store;

/// Opens or makes the file. An older file is brought up to date after a copy of it was put beside it (FILE.backup-vN).
/// Only one program at a time may have it open like this (the lock is FILE.lock).
struct store *store_open(const char *path, struct flip_error *error);
/// Opens an existing file beside a running server, for checks and copies.
struct store *store_open_to_read(const char *path, struct flip_error *error);
void store_close(struct store *store);

/// Writes a copy of the file as it is at this moment; `path` must not exist.
int store_copy(struct store *store, const char *path, struct flip_error *error);
/// Is the file itself in order?
int store_check(struct store *store, struct flip_error *error);

/// Makes all changes so far durable.
int store_commit(struct store *store, struct flip_error *error);
/// Has something changed since the last commit?
bool store_changed(const struct store *store);
/// Forgets the changes since the last commit.
void store_roll_back(struct store *store);

/// The key that signs cookies; made at the first start.
int store_secret(struct store *store, unsigned char secret[STORE_SECRET_BYTES], struct flip_error *error);

/* --- people ---------------------------------------------------------------------------------------------------------- */

/// A guest. An account, later, is the same row with a password: no game is lost on the way.
struct store_person {
    char id[STORE_ID];
    char name[STORE_NAME];
    int64_t created, seen;
};

int store_person_put(struct store *store, const struct store_person *person, struct flip_error *error);
/// 1: found, 0: there is none, -1: the store failed.
int store_person_get(struct store *store, const char *id, struct store_person *out, struct flip_error *error);

/* --- tables ---------------------------------------------------------------------------------------------------------- */

enum store_status { STORE_WAITING, STORE_RUNNING, STORE_OVER, STORE_ENDED };

struct store_table {
    char id[STORE_ID];
    enum store_status status;
    bool listed; /* in the lobby */
    int64_t created, changed;
    const char *head; /* JSON */
};

int store_table_put(struct store *store, const struct store_table *table, struct flip_error *error);
/// Something happened at it: "your games" shows the liveliest first.
int store_table_touch(struct store *store, const char *table, int64_t changed, struct flip_error *error);
/// Whose table it is, for "your games": the persons who have or had a seat.
int store_table_person(struct store *store, const char *table, const char *person, struct flip_error *error);

typedef int store_table_visit(void *context, const struct store_table *table);
/// Calls `visit` for the table of that id; 0 if there is none.
int store_table_get(struct store *store, const char *id, store_table_visit *visit, void *context,
                    struct flip_error *error);
/// All public tables that wait or run, newest first.
int store_tables_listed(struct store *store, int limit, store_table_visit *visit, void *context,
                        struct flip_error *error);
/// A person's tables, those that still go on first.
int store_tables_of(struct store *store, const char *person, int limit, store_table_visit *visit, void *context,
                    struct flip_error *error);
/// Those where a game goes on: bots that must go on after a restart.
int store_tables_running(struct store *store, store_table_visit *visit, void *context, struct flip_error *error);
/// Every table, oldest first: for rebuilding.
int store_tables_all(struct store *store, store_table_visit *visit, void *context, struct flip_error *error);

/* --- steps ----------------------------------------------------------------------------------------------------------- */

/// One step of a record as JSON. Steps count from 0 without gaps.
int store_step_put(struct store *store, const char *table, int index, const char *json, struct flip_error *error);
/// Forgets the steps from `index` on: an undo.
int store_steps_cut(struct store *store, const char *table, int index, struct flip_error *error);

typedef int store_step_visit(void *context, int index, const char *json);
int store_steps(struct store *store, const char *table, store_step_visit *visit, void *context,
                struct flip_error *error);

/* --- answers that must not be given twice ---------------------------------------------------------------------------- */

/// What a client's message was answered, kept with the change it made.
int store_answer_put(struct store *store, const char *client, int64_t number, const char *answer, int64_t time,
                     struct flip_error *error);
/// 1: found (to be freed), 0: not answered yet, -1: the store failed.
int store_answer_get(struct store *store, const char *client, int64_t number, char **out, struct flip_error *error);

/// The highest number of this client that an answer is kept for; 0: none, -1: the store failed.
int64_t store_answer_last(struct store *store, const char *client, struct flip_error *error);
/// Forgets the answers that were given before that time.
int store_answers_forget(struct store *store, int64_t before, struct flip_error *error);

/* --- chat, editions --------------------------------------------------------------------------------------------------- */

struct store_chat {
    int index;
    int seat; /* -1: a spectator */
    const char *person, *name, *text;
    int64_t time;
};

int store_chat_put(struct store *store, const char *table, const struct store_chat *chat, struct flip_error *error);
typedef int store_chat_visit(void *context, const struct store_chat *chat);
int store_chat_all(struct store *store, const char *table, store_chat_visit *visit, void *context,
                   struct flip_error *error);

/// Whose chat a person does not want to see at a table.
int store_mute(struct store *store, const char *table, const char *person, const char *muted, bool on,
               struct flip_error *error);
typedef int store_mute_visit(void *context, const char *muted);
int store_mutes(struct store *store, const char *table, const char *person, store_mute_visit *visit, void *context,
                struct flip_error *error);

int store_edition_put(struct store *store, const char *hash, const char *game, const char *json,
                      struct flip_error *error);
/// 1: found (to be freed), 0: unknown, -1: the store failed.
int store_edition_get(struct store *store, const char *hash, char **out, struct flip_error *error);

/* --- rebuilding ------------------------------------------------------------------------------------------------------ */

/// Forgets everything that can be made again from records (results); `flipside store rebuild` puts it back.
int store_results_clear(struct store *store, struct flip_error *error);
/// One seat's outcome of a finished game. `person` is NULL for a bot.
struct store_result {
    const char *table, *game, *person;
    int seat, score;
    bool won;
    int64_t time;
};
int store_result_put(struct store *store, const struct store_result *result, struct flip_error *error);
/// How many results there are, for reports.
int store_result_count(struct store *store, struct flip_error *error);

#endif
