/* Tables as the store keeps them: heads, steps, answers, chat, editions, and work that takes several commits. */
#pragma once

#include "store/store.h"

enum store_status { STORE_WAITING, STORE_RUNNING, STORE_OVER, STORE_ENDED };

struct store_table {
    char id[STORE_ID];
    enum store_status status;
    bool listed; /* in the lobby */
    int64_t created, changed;
    int64_t finished;      /* the place in the order of ends; 0: it has none. Only read. */
    int64_t deadline;      /* when somebody's time runs out; 0: never. Only written. */
    const char *head;      /* JSON */
    char league[STORE_ID]; /* to which it belongs from its beginning on; empty: to none. Only written. */
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
/// Which public tables are wanted: those that have changed since then, of each person's newest so many that wait and as many that run, of
/// the newest so many of all.
struct store_listing {
    int64_t since;
    int share, newest;
};

/// A public table that waits or runs, and one of its people.
struct store_listed {
    char id[STORE_ID];
    enum store_status status;
    int64_t changed;
    int share; /* it is that person's newest one, or the second … */
    const char *person;
};
typedef int store_listed_visit(void *context, const struct store_listed *table);
/// Public tables, newest first; one after the other for each of its people.
int store_tables_listed(struct store *store, const struct store_listing *wanted, store_listed_visit *visit,
                        void *context, struct flip_error *error);
/// A person's tables, those that still go on first.
int store_tables_of(struct store *store, const char *person, int limit, store_table_visit *visit, void *context,
                    struct flip_error *error);
/// Those where a game goes on: bots that must go on after a restart.
int store_tables_running(struct store *store, store_table_visit *visit, void *context, struct flip_error *error);
/// Forgets a table with everything that belongs to it.
int store_table_erase(struct store *store, const char *table, struct flip_error *error);
/// The same in pieces, of at most `rows` steps: the table is gone with the first. 1: there is more.
int store_table_erase_some(struct store *store, const char *table, int rows, struct flip_error *error);
/// The order in which games ended, without ties: ratings follow it.
int store_table_finish(struct store *store, const char *table, int64_t finished, struct flip_error *error);
/// The last of them so far; 0: none, -1: the store failed.
int64_t store_finished_last(struct store *store, struct flip_error *error);
/// The tables with the nearest deadlines.
typedef int store_due_visit(void *context, const char *table, int64_t deadline);
int store_deadline_clear(struct store *store, const char *table, struct flip_error *error);
int store_tables_due(struct store *store, int limit, store_due_visit *visit, void *context, struct flip_error *error);
/// Every table, oldest first: for rebuilding. A visit that returns -1 had not enough memory, and the call fails.
int store_tables_all(struct store *store, store_table_visit *visit, void *context, struct flip_error *error);

/* --- steps -------------------------------------------------------------------------------------------------------- */

/// One step of a record as JSON. Steps count from 0 without gaps.
int store_step_put(struct store *store, const char *table, int index, const char *json, struct flip_error *error);
/// Forgets the steps from `index` on: an undo.
int store_steps_truncate(struct store *store, const char *table, int index, struct flip_error *error);

typedef int store_step_visit(void *context, int index, const char *json);
int store_steps(struct store *store, const char *table, store_step_visit *visit, void *context,
                struct flip_error *error);
int store_steps_from(struct store *store, const char *table, int first, store_step_visit *visit, void *context,
                     struct flip_error *error);

/* --- answers that must not be given twice: a message is idempotent ------------------------------------------------ */

/// What a client's message was answered, kept with the change it made.
int store_answer_put(struct store *store, const char *client, int64_t number, const char *answer, int64_t time,
                     struct flip_error *error);
/// Forgets what this client can no longer ask for: all but the last STORE_ANSWERS_KEPT before that number.
int store_answers_prune(struct store *store, const char *client, int64_t last, struct flip_error *error);
/// 1: found (to be freed), 0: not answered yet, -1: the store failed.
int store_answer_get(struct store *store, const char *client, int64_t number, char **out, struct flip_error *error);

/// The highest number of this client that an answer is kept for; 0: none, -1: the store failed.
int64_t store_answer_last(struct store *store, const char *client, struct flip_error *error);
/// Forgets the answers that were given before that time.
int store_answers_forget(struct store *store, int64_t before, struct flip_error *error);
/// Forgets those of all but the person's so many clients that were answered last.
int store_answers_bound(struct store *store, const char *person, int clients, struct flip_error *error);

/* --- chat, editions ----------------------------------------------------------------------------------------------- */

struct store_chat {
    int index;
    int seat; /* -1: a spectator */
    const char *person, *name, *text;
    int64_t time;
    const char *team; /* for whom alone it is; empty or NULL: for everybody */
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

/// Something that happened at a table besides moves: an offer, an answer to one, somebody who left or came back. They count from 0.
struct store_notice {
    int index;
    const char *kind, *what; /* the room's words (rooms/notices.c) */
    int seat;                /* -1: somebody without a seat */
    const char *person, *name;
    int level; /* of a bot that came */
    int moves; /* that the seat had made by then */
    int64_t time;
};

int store_notice_put(struct store *store, const char *table, const struct store_notice *notice,
                     struct flip_error *error);
/// After moves were taken back: the seat had made no more than this.
int store_notice_set_moves(struct store *store, const char *table, int index, int moves, struct flip_error *error);
typedef int store_notice_visit(void *context, const struct store_notice *notice);
int store_notices(struct store *store, const char *table, store_notice_visit *visit, void *context,
                  struct flip_error *error);

int store_edition_put(struct store *store, const char *hash, const char *game, const char *json,
                      struct flip_error *error);
/// 1: found (to be freed), 0: unknown, -1: the store failed.
int store_edition_get(struct store *store, const char *hash, char **out, struct flip_error *error);

/* --- work that takes several commits ------------------------------------------------------------------------------ */

/// Tables that are only partly written, and people whose data is being deleted: this continues after a restart.
#define TODO_TABLE  "table"
#define TODO_PERSON "person"
int store_todo_put(struct store *store, const char *kind, const char *id, struct flip_error *error);
int store_todo_delete(struct store *store, const char *kind, const char *id, struct flip_error *error);
typedef int store_todo_visit(void *context, const char *id);
int store_todos(struct store *store, const char *kind, store_todo_visit *visit, void *context,
                struct flip_error *error);
