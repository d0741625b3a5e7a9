/* What the files of the SQLite database share. */
#pragma once

#include "store/db.h"

#include <sqlite3.h>
#include <sys/types.h>

/// Which file a name stands for.
struct place {
    dev_t device;
    ino_t number;
};

struct sqlite {
    struct db db;
    sqlite3 *handle;
    char *path;
    struct place file, log; /* the data file and its log of changes (FILE-wal) when they were opened */
    int lock;               /* the lock file, or -1 */
    int log_pages;          /* how many are in the log, for a server */
    sqlite3_stmt *begin, *commit, *roll_back; /* NULL: not prepared yet */
};

struct sqlite_query {
    struct query query;
    sqlite3_stmt *statement;
    bool unbound; /* there was no memory for its values: it cannot be run */
};

extern const struct db_kind sqlite_kind;

/* --- the file (sqlite_file.c) --- */
int sqlite_failed(const struct sqlite *sqlite, struct flip_error *error);
int sqlite_run(struct db *db, const char *commands);
int sqlite_take_lock(struct sqlite *sqlite, const char *path, struct flip_error *error);
void sqlite_close(struct db *db);
int sqlite_in_place(const struct db *db, struct flip_error *error);
int sqlite_version(struct db *db, struct flip_error *error);
int sqlite_set_version(struct db *db, int from, int to);
int sqlite_before_upgrade(struct db *db, int version, struct flip_error *error);
int sqlite_after_upgrade(struct db *db, struct flip_error *error);
int sqlite_serve(struct db *db, struct flip_error *error);
int sqlite_check(struct db *db, struct flip_error *error);
int sqlite_copy(struct db *db, const char *path, struct flip_error *error);
bool sqlite_log_long(const struct db *db);
int sqlite_empty_log(struct db *db, bool wholly);

/* --- what is written into the log of changes, gathered (sqlite_log.c) --- */
struct sqlite_log_file {
    const sqlite3_io_methods *system;
    sqlite3_io_methods methods; /* the system's, and ours where something may be gathered */
    unsigned char *bytes;       /* NULL: everything is written as it comes */
    int length;
    sqlite3_int64 offset;
};
void sqlite_log_opened(sqlite3_file *file, struct sqlite_log_file *log);
/// From now on, for a connection that has used its log and syncs with every commit.
void sqlite_log_gather(sqlite3 *handle);

/// The name of the VFS that every connection which writes is opened with (sqlite_gaps.c); NULL: it cannot be had.
const char *sqlite_vfs(void);
