/* Several servers on one site, the cluster: claims and leases on tables, notices, presence, searches for an opponent. */
#pragma once

#include "store/people.h"

/// Can other servers use it at the same time? Everything below is for that case alone.
bool store_shared(const struct store *store);
/// Was nobody else there when it was opened?
bool store_first(const struct store *store);
/// What to watch for notices of the others; -1: nothing.
int store_notice_socket(const struct store *store);
/// Takes the notices that have come. NULL: some may have been missed.
void store_take_notices(struct store *store, void (*take)(void *context, const char *notice), void *context);
/// Tells the others, with the next commit.
int store_notify(struct store *store, const char *notice, struct flip_error *error);
/// Claims a table of which this server knows this version (0: a new table) until the next commit. 0: there is a newer
/// version, or another server is changing it. 1: nobody else can change it, its version is one higher, this server has
/// the lease, and the others are sent "t ID VERSION ABOUT". `wait`: waits for a server that is changing it.
int store_claim(struct store *store, const char *table, int64_t version, const char *about, bool wait,
                struct flip_error *error);
/// The version of a table, and the number of the server that has the lease on it; also for a reader beside one of
/// several servers. 0: nobody has claimed it yet, -1: the store failed.
int64_t store_version(struct store *store, const char *table, int64_t *lease_holder, struct flip_error *error);
/// The number of this server.
int store_process(const struct store *store);
/// Until the next commit no other server finishes a game. 1: so it is; 0: another one does at this moment; -1: a failure. Nobody waits.
int store_take_order(struct store *store, struct flip_error *error);
/// The game is over: nobody needs the lease any more.
int store_release_lease(struct store *store, const char *table, struct flip_error *error);
/// Takes over what servers did that have gone. 1: there was something, 0: all live.
int store_adopt(struct store *store, struct flip_error *error);
/// Until the next commit no other server carries out requests of the administrator. 0: another one does now.
int store_requests_take(struct store *store, struct flip_error *error);

/// Until the next commit no other server takes a number or gives a name away. 1: so it is; 0: another one does at this moment, which is noted;
/// -1: a failure. Nobody waits.
int store_take_numbers(struct store *store, struct flip_error *error);
/// Was that noted since the last time somebody asked? Then what failed may be tried again in a moment.
bool store_was_busy(struct store *store);

/// Who is connected to which server, and whose name one keeps. `gone`: neither any more.
int store_here_put(struct store *store, const char *person, bool online, bool gone, struct flip_error *error);
typedef int store_here_visit(void *context, const char *person, int process);
int store_here_all(struct store *store, store_here_visit *visit, void *context, struct flip_error *error);
/// 1: somebody else who is written down has that name, or one that looks like it.
int store_here_named(struct store *store, const struct store_person *person, struct flip_error *error);

/// The id of the person of that folded name who is connected somewhere, to be freed. 1: found, 0: nobody, or nobody else shares the store.
int store_here_find(struct store *store, const char *folded, char **id, struct flip_error *error);

/// Somebody who looks for an opponent at one of the servers.
struct store_seek {
    char id[STORE_ID], person[STORE_ID], game[STORE_GAME], pace[STORE_PACE];
    double rating;
    int64_t since;
    int process;
    char table[STORE_ID]; /* that was made for it; empty: none yet, STORE_NO_TABLE: the person cannot have one */
    char ticket[STORE_TICKET], bytes[STORE_BYTES]; /* for the draw of its deal; empty: none */
};
#define STORE_NO_TABLE "-"
/// Writes down one of this server. If it is there already, it stays as it is.
int store_seek_put(struct store *store, const struct store_seek *seek, struct flip_error *error);
int store_seek_delete(struct store *store, const char *id, struct flip_error *error);
/// The same if no table was made for it. 1: it is not there any more, 0: there is a table.
int store_seek_stop(struct store *store, const char *id, struct flip_error *error);
/// All of this server, and those of the others that live which have no table yet.
typedef int store_seek_visit(void *context, const struct store_seek *seek);
int store_seeks(struct store *store, store_seek_visit *visit, void *context, struct flip_error *error);
/// Until the next commit nobody else makes a table for one of the two. 1: so it is; 0: somebody has or does, or one of them has gone.
int store_seeks_take(struct store *store, const char *a, const char *b, struct flip_error *error);
/// That is the table of the two.
int store_seeks_tell(struct store *store, const char *a, const char *b, const char *table, struct flip_error *error);
