/* What the files of the store share, whichever database is behind it. */
#ifndef FLIPSIDE_STORE_PARTS_H
#define FLIPSIDE_STORE_PARTS_H

#include "store/db.h"
#include "store/store.h"

enum statement {
    META_GET,
    META_PUT,
    PERSON_PUT,
    PERSON_GET,
    TABLE_PUT,
    TABLE_TOUCH,
    TABLE_GET,
    TABLES_LISTED,
    TABLES_OF,
    TABLES_RUNNING,
    TABLES_ALL,
    SEAT_PUT,
    STEP_PUT,
    STEPS_CUT,
    STEPS,
    ANSWER_PUT,
    ANSWER_PRUNE,
    ANSWER_GET,
    ANSWER_LAST,
    ANSWERS_FORGET,
    ANSWERS_BOUND,
    CHAT_PUT,
    CHAT_ALL,
    MUTE_PUT,
    MUTE_CUT,
    MUTES,
    EDITION_PUT,
    EDITION_GET,
    RESULT_COUNT,
    STATEMENTS_OF_TABLES,

    /* store_people.c */
    PERSON_NAMED = STATEMENTS_OF_TABLES,
    PERSON_LOOKING,
    PERSON_SET_LOOKS,
    PERSON_SET_FOLDED,
    NAMES_INDEXED,
    NAMES_INDEXED_PUT,
    PERSON_PASSWORD,
    PERSON_CLAIM,
    PERSON_SIGN_OUT,
    PERSON_BAN,
    TABLE_FINISH,
    FINISHED_LAST,
    DEADLINE_CLEAR,
    DUE_TABLES,
    DERIVED,
    DERIVED_PUT,
    RESULT_PUT,
    RESULT_RATE,
    RATING_GET,
    RATING_PUT,
    ACHIEVEMENT_PUT,
    DAILY_TRY,
    DAILY_OUTCOME,
    DAILY_TABLE,
    BLOCK_PUT,
    BLOCK_CUT,
    BLOCK_GET,
    REPORT_PUT,
    REPORT_CUT,
    WISH_PUT,
    WISH_ANSWER,
    WISH_ANSWERED,
    WISH_CUT,
    SCRUB_GET,
    SCRUB_PUT,
    SCRUB_CUT,
    STATEMENTS_OF_PEOPLE,

    /* store_sessions.c */
    SESSION_PUT = STATEMENTS_OF_PEOPLE,
    SESSION_GET,
    SESSION_MARK_ENDED,
    SESSION_CUT,
    SESSIONS_CUT_ALL,
    SESSIONS_LIMIT,
    SESSIONS_FORGET,
    SESSIONS_SINCE,
    STATEMENTS_OF_SESSIONS,

    /* store_friends.c */
    FRIEND_ASK = STATEMENTS_OF_SESSIONS,
    FRIEND_ACCEPT,
    FRIEND_CUT,
    FRIEND_GET,
    FRIEND_COUNT,
    CHALLENGE_PUT,
    CHALLENGE_GET,
    CHALLENGE_BETWEEN,
    CHALLENGE_COUNT,
    CHALLENGE_CUT,
    CHALLENGES_CUT_BETWEEN,
    CHALLENGES_FORGET,
    PERSON_SET_VISIBILITY,
    PERSON_SET_RECOVERY,
    PERSON_RECOVERY,
    PERSON_SET_OWNER,
    PROGRAM_COUNT,
    TOKEN_PUT,
    TOKEN_GET,
    TOKEN_SEEN,
    TOKEN_CUT,
    TOKENS_END_ALL,
    TOKEN_COUNT,
    STATEMENTS_OF_FRIENDS,

    /* store_notices.c */
    NOTICE_PUT = STATEMENTS_OF_FRIENDS,
    NOTICE_SET_MOVES,
    NOTICES,
    STATEMENTS
};

/// Of several servers (store_shared.c), in PostgreSQL alone.
enum shared_statement {
    CLAIM,
    CLAIM_WAITING,
    CLAIM_NEW,
    VERSION_GET,
    ORDER_TAKE,
    NOTIFY,
    DEAD_GET,
    DEAD_ADOPT,
    ROOMS_ADOPT,
    ROOM_LEAVE,
    TODOS_ADOPT,
    HERE_ADOPT,
    ROOMS_KEPT,
    WISHES_TAKE,
    NUMBERS_TAKE,
    HERE_PUT,
    HERE_CUT,
    HERE_ALL,
    HERE_NAMED,
    SEEK_PUT,
    SEEK_CUT,
    SEEK_STOP,
    SEEK_GET,
    SEEKS,
    SEEKS_TAKE,
    SEEKS_TELL,
    SEEKS_ADOPT,
    STATEMENTS_OF_SHARED
};

struct change;

struct store {
    struct db *db;
    struct query *statement[STATEMENTS];
    struct query *shared[STATEMENTS_OF_SHARED]; /* NULL: nobody shares it */
    struct query *list[STORE_LISTS];
    bool changing;  /* a transaction is open */
    bool broken;    /* a change failed half-way: nothing more is taken until it is rolled back */
    bool behind;    /* the database has given up the changes below: the next commit makes them again */
    bool busy;      /* another server had what was asked for: store_was_busy */
    bool displaced; /* committed, but the file was not in its place afterwards */
    bool scrub_due; /* something deleted may still stand in the log of changes */
    struct change *changes, **changes_last; /* since the last commit */
    const struct value *bound;              /* what store_bind has just bound, and to which statement */
    int bound_count;
    const struct query *bound_to;
    bool all_bound; /* else there was no memory for a value */
};

extern const char *const store_sql[STATEMENTS_OF_TABLES];
extern const char *const store_people_sql[STATEMENTS_OF_PEOPLE - STATEMENTS_OF_TABLES];
extern const char *const store_session_sql[STATEMENTS_OF_SESSIONS - STATEMENTS_OF_PEOPLE];
extern const char *const store_friends_sql[STATEMENTS_OF_FRIENDS - STATEMENTS_OF_SESSIONS];
extern const char *const store_notice_sql[STATEMENTS - STATEMENTS_OF_FRIENDS];
extern const char *const store_list_sql[STORE_LISTS];
extern const char *const store_shared_sql[STATEMENTS_OF_SHARED];

#define BIND(store, which, ...)                                                                                        \
    store_bind((store), (store)->statement[which], (const struct value[]){__VA_ARGS__},                                \
               sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value))

struct query *store_bind(struct store *store, struct query *statement, const struct value *values, int count);
/// Runs a statement that changes something, within the open transaction. It and what was bound to it are remembered until the
/// commit, which may have to make the change again.
int store_change(struct store *store, struct query *statement, struct flip_error *error);
/// The same for who asks how many rows were changed, or for the number that a new row has got (RETURNING).
int store_change_counted(struct store *store, struct query *query, struct flip_error *error);
int64_t store_change_numbered(struct store *store, struct query *query, struct flip_error *error);
/// The same for one that other servers make impossible: 1: it has changed a row, 0: it has not. If it has to be made again and changes
/// nothing then, all changes with it are given up.
int store_change_claimed(struct store *store, struct query *query, struct flip_error *error);
/// The number of this server among several; 0: nobody shares the store.
static inline int store_number(const struct store *store)
{
    return store->db->kind->process ? store->db->kind->process(store->db) : 0;
}
/// The number of this server as a text, or "" where nobody shares the store: whose work a note is about.
void store_name_process(const struct store *store, char out[24]);
/// A column as text, never NULL.
const char *store_column(const struct query *row, int i);
/// The digits in a column of bytes as a number.
int64_t store_number_in(const struct query *row, int i);
/// The first column of the first row as a copy: 1, or 0 if there is none.
int store_get_text(struct store *store, struct query *query, char **out, struct flip_error *error);
/// The first column of the first row as a number; 0 if there is none.
int store_get_integer(struct store *store, struct query *query, int64_t *out, struct flip_error *error);

/// The rows of a query, one after the other; a walk may break off before the last.
struct rows {
    struct query *query;
    int count;
    enum db_result result;
};

bool store_next(struct rows *rows);
/// How many rows were seen; -1 if a row could not be had.
int store_end(struct store *store, struct rows *rows, struct flip_error *error);

/// The columns that store_read_person reads, from the first on.
#define STORE_PERSON_COLUMNS                                                                                           \
    "id, name, folded, created, seen, claimed, sessions, banned, looks, owner, presence, challenges, requests"
enum { STORE_PERSON_COLUMN_COUNT = 13 };
void store_read_person(const struct query *row, struct store_person *out);
/// What stands for a copy of a database that is no file: a site in a new file.
int store_copy_into_file(struct store *store, const char *path, struct flip_error *error);
int store_failed(const struct store *store, struct flip_error *error);

#endif
