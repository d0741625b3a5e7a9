/*
 * Several servers on one site, which PostgreSQL alone allows: what they claim, tell each other and take over (docs/scaling.md).
 *
 * A table has a version in `room`. Who wants to change it raises the version of the one that it knows, and skips it if somebody holds
 * the row. So of two servers that know the same version only one can go on, and who knows an older one cannot.
 */
#include "store/parts.h"

#include <inttypes.h>
#include <stdio.h>

#define LIVING                                                                                                         \
    "(SELECT CAST(objid AS bigint) FROM pg_locks WHERE locktype = 'advisory' AND classid = 731059 AND objsubid = 2 "   \
    "AND granted AND"                                                                                                  \
    " database = (SELECT oid FROM pg_database WHERE datname = current_database()))"

static int me(const struct store *store) { return store_number(store); }

bool store_shared(const struct store *store) { return me(store) > 0; }

int store_process(const struct store *store) { return me(store); }

bool store_first(const struct store *store) { return !store_shared(store) || store->db->kind->first(store->db); }

int store_notice_socket(const struct store *store)
{
    return store_shared(store) ? store->db->kind->notice_socket(store->db) : -1;
}

void store_take_notices(struct store *store, void (*take)(void *context, const char *notice), void *context)
{
    if (store_shared(store))
        store->db->kind->take_notices(store->db, take, context);
}

int store_notify(struct store *store, const char *notice, struct flip_error *error)
{
    return store_shared(store)
               ? CHANGE(store, error, "WITH said AS (SELECT pg_notify('flipside', ?1 || ' ' || ?2)) SELECT 1 FROM said",
                        I(me(store)), T(notice))
               : 0;
}

void store_name_process(const struct store *store, char out[24])
{
    *out = '\0';
    if (store_shared(store))
        snprintf(out, 24, "%d", me(store));
}

/* --- claims -------------------------------------------------------------------------------------------------------------- */

int store_claim(struct store *store, const char *table, int64_t version, const char *about, bool wait,
                struct flip_error *error)
{
    if (version == 0)
        return store_change_claimed(
            store,
            BIND(store,
                 "WITH had AS (INSERT INTO room(id, version, keeper) SELECT ?1, 1, ?2 WHERE NOT EXISTS (SELECT 1 FROM "
                 "room WHERE id = ?1) ON CONFLICT(id) DO NOTHING RETURNING id, version) SELECT pg_notify('flipside', "
                 "?2 || ' t ' || id || ' ' || version || ' ' || ?3) FROM had",
                 T(table), I(me(store)), T(about)),
            error);
    return store_change_claimed(
        store,
        BIND(store,
             wait ? "WITH had AS (UPDATE room SET version = version + 1, keeper = ?3 WHERE id = ?1 AND version = ?2 "
                    "RETURNING id, version) SELECT pg_notify('flipside', ?3 || ' t ' || id || ' ' || version || ' ' || "
                    "?4) FROM had"
                  : "WITH had AS (UPDATE room SET version = version + 1, keeper = ?3 WHERE id = (SELECT id FROM room "
                    "WHERE id = ?1 AND version = ?2 FOR UPDATE SKIP LOCKED) RETURNING id, version) SELECT "
                    "pg_notify('flipside', ?3 || ' t ' || id || ' ' || version || ' ' || ?4) FROM had",
             T(table), I(version), I(me(store)), T(about)),
        error);
}

int64_t store_version(struct store *store, const char *table, int64_t *lease_holder, struct flip_error *error)
{
    struct query *query = BIND(store, "SELECT version, keeper FROM room WHERE id = ?1", T(table));
    const enum db_result result = db_step(query);
    const int64_t version = result == DB_ROW ? db_int64(query, 0) : 0;
    *lease_holder = result == DB_ROW ? db_int64(query, 1) : 0;
    db_reset(query);
    return result == DB_FAILED ? store_failed(store, error) : version;
}

/* Never waits for a server that may have stalled. */
static int busy_unless(struct store *store, int taken)
{
    store->busy |= taken == 0;
    return taken;
}

/* What was counted on is claimed: if it is made again after others have finished games, it cannot be. */
int store_take_order(struct store *store, struct flip_error *error)
{
    int64_t lease_holder;
    if (!store_shared(store))
        return 1;
    const int64_t version = store_version(store, "order", &lease_holder, error);
    return version < 0 ? -1
                       : store_change_claimed(store,
                                              BIND(store,
                                                   "UPDATE room SET version = version + 1 WHERE id = (SELECT id FROM "
                                                   "room WHERE id = 'order' AND version = ?1 FOR UPDATE SKIP LOCKED)",
                                                   I(version)),
                                              error);
}

int store_release_lease(struct store *store, const char *table, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE room SET keeper = -1 WHERE id = ?1", T(table));
}

int store_requests_take(struct store *store, struct flip_error *error)
{
    if (!store_shared(store))
        return 1;
    return store_change_claimed(
        store,
        QUERY(store,
              "WITH taken AS (SELECT pg_try_advisory_xact_lock(7310591504) AS ours) SELECT 1 FROM taken WHERE ours"),
        error);
}

int store_take_numbers(struct store *store, struct flip_error *error)
{
    if (!store_shared(store))
        return 1;
    return busy_unless(
        store,
        store_change_claimed(
            store,
            QUERY(
                store,
                "WITH taken AS (SELECT pg_try_advisory_xact_lock(7310591505) AS ours) SELECT 1 FROM taken WHERE ours"),
            error));
}

bool store_was_busy(struct store *store)
{
    const bool busy = store->busy;
    store->busy = false;
    return busy;
}

/* --- servers that have gone ---------------------------------------------------------------------------------------------- */

/* 1: somebody has gone; number 0 stands for tables on which nobody has the lease. */
static int find_dead(struct store *store, int64_t *number, struct flip_error *error)
{
    struct query *query = QUERY(store, "SELECT number FROM process WHERE adopted = 0 AND number NOT IN " LIVING
                                       " UNION SELECT 0 WHERE EXISTS (SELECT 1 FROM room JOIN game_table ON "
                                       "game_table.id = room.id WHERE keeper = 0 AND status = 1) LIMIT 1");
    const enum db_result result = db_step(query);
    *number = result == DB_ROW ? db_int64(query, 0) : 0;
    db_reset(query);
    return result == DB_FAILED ? store_failed(store, error) : result == DB_ROW;
}

static int forget_seeks(struct store *store, struct flip_error *error)
{
    return store_change(
        store,
        QUERY(store, "DELETE FROM seek WHERE process NOT IN " LIVING
                     " AND (game_table = '' OR since < CAST(extract(epoch FROM now()) * 1000 AS bigint) - 3600000)"),
        error);
}

static int adopt(struct store *store, int64_t dead, struct flip_error *error)
{
    char theirs[24], ours[24], notice[32];
    snprintf(theirs, sizeof theirs, "%" PRId64, dead);
    store_name_process(store, ours);
    snprintf(notice, sizeof notice, "d %s", theirs);
    return CHANGE(store, error,
                  "UPDATE room SET keeper = ?2 WHERE keeper = ?1 AND id IN (SELECT id FROM room WHERE keeper = ?1 AND "
                  "id <> 'order' FOR UPDATE SKIP LOCKED)",
                  I(dead), I(me(store))) < 0 ||
                   CHANGE(store, error,
                          "UPDATE meta SET value = convert_to(?2, 'UTF8') WHERE key > 'todo ' AND key < 'todo~' AND "
                          "value = convert_to(?1, 'UTF8')",
                          T(theirs), T(ours)) < 0 ||
                   CHANGE(store, error, "DELETE FROM here WHERE process = ?1", I(dead)) < 0 ||
                   forget_seeks(store, error) < 0 || store_notify(store, notice, error) < 0
               ? -1
               : 0;
}

int store_adopt(struct store *store, struct flip_error *error)
{
    int64_t dead;
    const int found = find_dead(store, &dead, error);
    if (found <= 0)
        return found;
    if (dead > 0) {
        const int ours = store_change_claimed(store,
                                              BIND(store,
                                                   "UPDATE process SET adopted = 1 WHERE number = (SELECT number FROM "
                                                   "process WHERE number = ?1 AND adopted = 0 FOR UPDATE SKIP LOCKED)",
                                                   I(dead)),
                                              error);
        if (ours <= 0)
            return ours;
    }
    return adopt(store, dead, error) < 0 ? -1 : 1;
}

/* --- who is here --------------------------------------------------------------------------------------------------------- */

int store_here_put(struct store *store, const char *person, bool online, bool gone, struct flip_error *error)
{
    if (gone)
        return CHANGE(store, error, "DELETE FROM here WHERE person = ?1 AND process = ?2", T(person), I(me(store)));
    return CHANGE(store, error,
                  "INSERT INTO here(person, process, online) VALUES(?1, ?2, ?3) ON CONFLICT(person, process) DO UPDATE "
                  "SET online = excluded.online",
                  T(person), I(me(store)), I(online));
}

int store_here_all(struct store *store, store_here_visit *visit, void *context, struct flip_error *error)
{
    struct query *query = QUERY(store, "SELECT person, process FROM here WHERE online <> 0");
    struct rows rows = {.query = query};
    while (store_next(&rows))
        if (visit(context, store_column(query, 0), db_int(query, 1)) < 0)
            break;
    return store_end(store, &rows, error);
}

int store_here_named(struct store *store, const struct store_person *person, struct flip_error *error)
{
    return store_exists(store,
                        BIND(store,
                             "SELECT 1 FROM here JOIN person p ON p.id = here.person WHERE p.id <> ?1 AND "
                             "(p.folded = ?2 OR (p.looks <> '' AND p.looks = ?3)) LIMIT 1",
                             T(person->id), T(person->folded), T(person->looks)),
                        error);
}

int store_here_find(struct store *store, const char *folded, char **id, struct flip_error *error)
{
    return store_shared(store) ? store_get_text(store,
                                                BIND(store,
                                                     "SELECT p.id FROM here JOIN person p ON p.id = here.person WHERE "
                                                     "p.folded = ?1 AND online <> 0 LIMIT 1",
                                                     T(folded)),
                                                id, error)
                               : 0;
}

/* --- who looks for an opponent ------------------------------------------------------------------------------------------- */

int store_seek_put(struct store *store, const struct store_seek *seek, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO seek(id, process, person, game, pace, rating, since, ticket, bytes) VALUES(?1, ?2, ?3, "
                  "?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(id) DO NOTHING",
                  T(seek->id), I(me(store)), T(seek->person), T(seek->game), T(seek->pace), R(seek->rating),
                  I(seek->since), T(seek->ticket), T(seek->bytes));
}

int store_seek_delete(struct store *store, const char *id, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM seek WHERE id = ?1", T(id));
}

int store_seek_stop(struct store *store, const char *id, struct flip_error *error)
{
    const int stopped =
        store_change_claimed(store, BIND(store, "DELETE FROM seek WHERE id = ?1 AND game_table = ''", T(id)), error);
    if (stopped != 0)
        return stopped;
    const int taken = store_exists(store, BIND(store, "SELECT 1 FROM seek WHERE id = ?1", T(id)), error);
    return taken < 0 ? -1 : !taken;
}

static struct store_seek seek_in(const struct query *row)
{
    struct store_seek seek = {.process = db_int(row, 1), .rating = db_double(row, 5), .since = db_int64(row, 6)};
    snprintf(seek.id, sizeof seek.id, "%s", store_column(row, 0));
    snprintf(seek.person, sizeof seek.person, "%s", store_column(row, 2));
    snprintf(seek.game, sizeof seek.game, "%s", store_column(row, 3));
    snprintf(seek.pace, sizeof seek.pace, "%s", store_column(row, 4));
    snprintf(seek.table, sizeof seek.table, "%s", store_column(row, 7));
    snprintf(seek.ticket, sizeof seek.ticket, "%s", store_column(row, 8));
    snprintf(seek.bytes, sizeof seek.bytes, "%s", store_column(row, 9));
    return seek;
}

int store_seeks(struct store *store, store_seek_visit *visit, void *context, struct flip_error *error)
{
    struct rows rows = {.query = BIND(store,
                                      "SELECT id, process, person, game, pace, rating, since, game_table, ticket, "
                                      "bytes FROM seek WHERE process = ?1 OR (game_table = '' AND process IN " LIVING
                                      ") ORDER BY since, id",
                                      I(me(store)))};
    while (store_next(&rows)) {
        const struct store_seek seek = seek_in(rows.query);
        if (visit(context, &seek) < 0)
            break;
    }
    return store_end(store, &rows, error);
}

int store_seeks_take(struct store *store, const char *a, const char *b, struct flip_error *error)
{
    return store_change_claimed(
        store,
        BIND(store,
             "WITH free AS (SELECT id FROM seek WHERE id IN (?1, ?2) AND game_table = '' AND process IN " LIVING
             " FOR UPDATE SKIP LOCKED) UPDATE seek SET game_table = '" STORE_NO_TABLE
             "' WHERE id IN (SELECT id FROM free) AND (SELECT count(*) FROM free) = 2",
             T(a), T(b)),
        error);
}

int store_seeks_tell(struct store *store, const char *a, const char *b, const char *table, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE seek SET game_table = ?3 WHERE id IN (?1, ?2)", T(a), T(b), T(table));
}
