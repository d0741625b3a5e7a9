/*
 * Opening the store, whichever database it is in, and the way from an older version of the schema to this one. Also copies of it, which
 * can be made while a server runs.
 */
#include "store/db.h"
#include "store/parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- versions ------------------------------------------------------------------------------------------------------------ */

static int upgrade(struct store *store, int version, struct flip_error *error)
{
    const struct db_kind *kind = store->db->kind;
    if (kind->before_upgrade(store->db, version, error) < 0)
        return -1;
    bool done = kind->begin(store->db) == 0;
    for (int i = version; done && i < store_schema_version; i++)
        done = kind->upgrade(store->db, store_schema[i]) == 0;
    if (done && kind->set_version(store->db, version, store_schema_version) == 0 && kind->commit(store->db, true) == 0)
        return 0;
    store_failed(store, error);
    kind->roll_back(store->db);
    return -1;
}

/* Beside other servers only if they can go on. */
static bool may_upgrade(const struct store *store, int version)
{
    const struct db_kind *kind = store->db->kind;
    return !kind->process || kind->first(store->db) || kind->may_upgrade(store->db, version);
}

/* A newer release has added to it, and this one can do without. 1: so it is. */
static int still_fits(const struct store *store, struct flip_error *error)
{
    const int oldest = store->db->kind->oldest ? store->db->kind->oldest(store->db, error) : 0;
    return oldest < 0 ? -1 : oldest > 0 && oldest <= store_schema_version;
}

static int bring_up_to_date(struct store *store, const char *path, bool writes, struct flip_error *error)
{
    const int version = store->db->kind->version(store->db, error);
    const int fits = version > store_schema_version ? still_fits(store, error) : 0;
    if (version < 0 || fits < 0)
        return -1;
    if (fits == 0 && version > store_schema_version)
        return flip_fail(error, FLIP_ERROR_STORE,
                         "%.200s was written by a newer Flipside (version %d of the file, this one knows %d).", path,
                         version, store_schema_version);
    if (version >= store_schema_version)
        return 0;
    if (writes && !may_upgrade(store, version))
        return flip_fail(error, FLIP_ERROR_IN_USE,
                         "Servers of an older version use this database. Stop them first, then start this one.");
    if (!writes)
        return flip_fail(error, FLIP_ERROR_STORE, "%.200s is of version %d; starting the server once brings it to %d.",
                         path, version, store_schema_version);
    return upgrade(store, version, error);
}

/* --- opening ------------------------------------------------------------------------------------------------------------- */

static int see_scrub_due(struct store *store, struct flip_error *error)
{
    const int due = store_exists(store, QUERY(store, "SELECT 1 FROM meta WHERE key = 'scrub'"), error);
    store->scrub_due = due > 0;
    return due < 0 ? -1 : 0;
}

bool store_is_url(const char *path)
{
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

static struct db *open_db(const char *path, enum db_mode mode, struct flip_error *error)
{
    return store_is_url(path) ? postgres_open(path, mode, error)
                              : sqlite_open(path, mode == DB_SHARED ? DB_ALONE : mode, error);
}

static struct store *open_as(const char *path, enum db_mode mode, struct flip_error *error)
{
    const bool writes = mode == DB_ALONE || mode == DB_SHARED;
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the store.");
        return NULL;
    }
    store->changes_last = &store->changes;
    if ((store->db = open_db(path, mode, error)) && bring_up_to_date(store, path, writes, error) == 0 &&
        (!writes || store->db->kind->after_upgrade(store->db, error) == 0) && see_scrub_due(store, error) == 0)
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open(const char *path, struct flip_error *error) { return open_as(path, DB_ALONE, error); }

struct store *store_open_shared(const char *path, struct flip_error *error) { return open_as(path, DB_SHARED, error); }

struct store *store_open_beside(const char *path, struct flip_error *error) { return open_as(path, DB_BESIDE, error); }

struct store *store_open_to_read(const char *path, struct flip_error *error) { return open_as(path, DB_READ, error); }

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->db) {
        store_roll_back(store);
        for (int i = 0; i < STORE_STATEMENTS; i++)
            db_finalize(store->statement[i].query);
        store->db->kind->close(store->db);
    }
    free(store);
}

int store_serve(struct store *store, struct flip_error *error) { return store->db->kind->serve(store->db, error); }

/* --- the whole ----------------------------------------------------------------------------------------------------------- */

int store_check(struct store *store, struct flip_error *error) { return store->db->kind->check(store->db, error); }

int store_checkpoint(const char *path, struct flip_error *error)
{
    return store_is_url(path) ? 0 : sqlite_checkpoint(path, error);
}
