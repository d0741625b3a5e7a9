/*
 * What the server remembers. One small interface, a database behind it (db.h); nothing above knows SQL.
 *
 * The record is the truth: a table is a *head* (its record without the steps, plus how it was set up) and the steps as they
 * came. Everything else about games (who won, lists, counts) can be made again from these.
 *
 * Changes are collected and made durable together: whoever changes something calls store_commit before telling anybody that it
 * is done. store_commit with nothing to do costs nothing.
 */
#pragma once

#include "core/codes.h"

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID = 23,   /* 128 random bits as 22 characters, and the zero */
    STORE_GAME = 24, /* the id of a game */
    STORE_PACE = 12,
    STORE_TICKET = 96, /* for the draw of a deal: see server/rooms/deal.c */
    STORE_BYTES = 33,
    STORE_NAME = 100, /* a nickname: 24 characters of UTF-8 at most */
    STORE_SECRET_BYTES = 32,
    STORE_ANSWERS_KEPT = 64, /* that a client may still ask for again */
};

struct store;

/// Is it the address of a PostgreSQL database (postgresql://…)? Everything below takes one in place of a file's name.
bool store_is_url(const char *path);
/// Opens or makes the file. An older file is brought up to date after a copy of it was put beside it (FILE.backup-vN).
/// Only one program at a time may have it open like this (the lock is FILE.lock).
struct store *store_open(const char *path, struct flip_error *error);
/// The same for a server, which may be one of several where the database allows that.
struct store *store_open_shared(const char *path, struct flip_error *error);
/// Opens an existing file beside a running server, to leave it a request (store_request_put) and nothing else.
struct store *store_open_beside(const char *path, struct flip_error *error);
/// Opens an existing file beside a running server, for checks and copies.
struct store *store_open_to_read(const char *path, struct flip_error *error);
void store_close(struct store *store);

/// Writes a copy of the file as it is at this moment; `path` must not exist.
int store_copy(struct store *store, const char *path, struct flip_error *error);
/// The same of a file that a server may be running on.
int store_back_up(const char *path, const char *copy, struct flip_error *error);
/// What was copied.
struct store_transfer {
    int tables;
    int64_t rows;
};
/// Copies a whole site into an empty place, from one moment of the source, and compares every value of every row afterwards.
int store_transfer(const char *from, const char *to, struct store_transfer *report, struct flip_error *error);
/// Puts a copy in the file's place, after looking whether it is in order. What was there stays beside it (FILE.before-restore).
int store_restore(const char *path, const char *copy, struct flip_error *error);
/// Can something that was deleted still stand in the log of changes? Deleting a person makes it so, durably.
bool store_scrub_due(const struct store *store);
/// Has the log of changes grown so long that it should be emptied?
bool store_log_long(const struct store *store);
/// After a commit: empties the log of changes into the file; if a scrub is due, nothing of what was deleted is left after it. 1: done
/// (the next commit keeps that it is), 0: somebody reads or writes at this moment, try again later, -1: the store failed. It is
/// short if store_checkpoint has gone before.
int store_empty_log(struct store *store, struct flip_error *error);
/// Brings the log of changes into the file, as far as readers allow, with a connection of its own: for another thread.
int store_checkpoint(const char *path, struct flip_error *error);
/// Is the file itself in order?
int store_check(struct store *store, struct flip_error *error);

/// For a server: from now on no call waits for a lock, and only store_begin and store_commit meet one, or a full disk.
int store_serve(struct store *store, struct flip_error *error);
/// Opens a transaction, if none is open, before anything is changed. -1: nothing can be changed now.
int store_begin(struct store *store, struct flip_error *error);
/// Makes all changes so far durable. -1: they are not, but not forgotten either: calling it again tries again (and nothing else
/// may be changed before that has succeeded), store_roll_back gives them up. It also fails if the file was removed or replaced.
int store_commit(struct store *store, struct flip_error *error);
/// The same for a loop that must not wait. 1: it is under way, and nothing may be changed until store_commit_go_on has said that it is
/// durable (0) or not (-1). That is called when the socket can be read (or written), or now and then.
int store_commit_begin(struct store *store, struct flip_error *error);
int store_commit_go_on(struct store *store, struct flip_error *error);
/// -1: there is nothing to watch.
int store_socket(const struct store *store, bool *writing);
/// Has something changed since the last commit?
bool store_changed(const struct store *store);
/// Is a transaction open, whether or not something has changed?
bool store_begun(const struct store *store);
/// Counts rows that were written, durable or not: the same before and after means that nothing was.
uint64_t store_writes(const struct store *store);
/// How many rows this thread has read, from any store.
uint64_t store_rows_read(void);
/// Did a change fail half-way? Then only store_roll_back helps.
bool store_broken(const struct store *store);
/// Has the connection to the database been lost? What has just failed for that may succeed later.
bool store_lost(const struct store *store);
/// Forgets the changes since the last commit.
void store_roll_back(struct store *store);
/// A small change, to see whether changes can be made durable.
int store_probe(struct store *store, int64_t time, struct flip_error *error);

/// The key that signs cookies; made at the first start.
int store_secret(struct store *store, unsigned char secret[STORE_SECRET_BYTES], struct flip_error *error);

/// Another key of the site, of that many bytes: 1: it is there, 0: there is none yet.
int store_site_key(struct store *store, const char *name, unsigned char *bytes, size_t count, struct flip_error *error);
int store_site_key_put(struct store *store, const char *name, const unsigned char *bytes, size_t count,
                       struct flip_error *error);

/* --- requests of the administrator -------------------------------------------------------------------------------- */

/// Left by `flipside admin` beside a running server, which carries them out and writes the answer. Returns the number.
int64_t store_request_put(struct store *store, const char *order, int64_t time, struct flip_error *error);
int store_request_answer(struct store *store, int64_t number, const char *answer, struct flip_error *error);
/// 1: answered (to be freed), 0: not yet.
int store_request_answered(struct store *store, int64_t number, char **out, struct flip_error *error);
int store_request_delete(struct store *store, int64_t number, struct flip_error *error);
/// Changes whenever another program has written to the file.
int64_t store_data_version(struct store *store);
