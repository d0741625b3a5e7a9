/* What the files of the SQLite store share. */
#ifndef FLIPSIDE_STORE_PARTS_H
#define FLIPSIDE_STORE_PARTS_H

#include "store/store.h"

#include <sqlite3.h>

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
    CHAT_PUT,
    CHAT_ALL,
    MUTE_PUT,
    MUTE_CUT,
    MUTES,
    EDITION_PUT,
    EDITION_GET,
    RESULTS_CLEAR,
    RESULT_PUT,
    RESULT_COUNT,
    STATEMENTS
};

struct store {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    int lock;      /* the lock file, or -1 */
    bool changing; /* a transaction is open */
    bool
        broken; /* a change failed: SQLite may have given the transaction up, so nothing more is taken until it is rolled back */
};

extern const char *const store_sql[STATEMENTS];

int store_failed(const struct store *store, struct flip_error *error);
int store_run(struct store *store, const char *command, struct flip_error *error);

#endif
