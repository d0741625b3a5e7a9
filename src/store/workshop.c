/* What people make in the workshop and keep in their profile. */
#include "store/workshop.h"

#include "store/parts.h"

#include <stdio.h>
#include <string.h>

int store_work_put(struct store *store, const struct store_own_work *work, const char *json, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO workshop(id, person, kind, game, name, hash, shared, created, changed, json) VALUES(?, "
                  "?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET name = excluded.name, hash = "
                  "excluded.hash, shared = excluded.shared, changed = excluded.changed, json = excluded.json",
                  T(work->id), T(work->person), T(work->kind), T(work->game), T(work->name), T(work->hash),
                  I(work->shared), I(work->created), I(work->changed), T(json));
}

int store_work_get(struct store *store, const char *id, struct store_own_work *out, char **json,
                   struct flip_error *error)
{
    struct query *query = BIND(store,
                               "SELECT id, person, kind, game, name, hash, shared, created, changed, json FROM "
                               "workshop WHERE id = ?",
                               T(id));
    const enum db_result result = db_step(query);
    *json = NULL;
    if (result == DB_ROW) {
        *out = (struct store_own_work){
            .shared = db_int64(query, 6), .created = db_int64(query, 7), .changed = db_int64(query, 8)};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->kind, sizeof out->kind, "%s", store_column(query, 2));
        snprintf(out->game, sizeof out->game, "%s", store_column(query, 3));
        snprintf(out->name, sizeof out->name, "%s", store_column(query, 4));
        snprintf(out->hash, sizeof out->hash, "%s", store_column(query, 5));
        *json = strdup(store_column(query, 9));
    }
    const int found = store_found(store, query, result, error);
    return found == 1 && !*json ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.") : found;
}

int64_t store_work_count(struct store *store, const char *person, struct flip_error *error)
{
    return store_get_number(store, BIND(store, "SELECT count(*) FROM workshop WHERE person = ?", T(person)), error);
}

int store_work_delete(struct store *store, const char *id, const char *person, struct flip_error *error)
{
    const int deleted = store_change_counted(
        store, BIND(store, "DELETE FROM workshop WHERE id = ? AND person = ?", T(id), T(person)), error);
    return deleted > 0 && CHANGE(store, error, "DELETE FROM star WHERE work = ?", T(id)) < 0 ? -1 : deleted;
}

/* --- the gallery ---------------------------------------------------------------------------------------------------------- */

/* No two works are listed at the same time: the gallery's order is when they were listed. */
int store_work_list(struct store *store, const char *id, const char *person, int64_t since, struct flip_error *error)
{
    if (since == 0) {
        return store_change_counted(
            store, BIND(store, "UPDATE workshop SET listed = 0 WHERE id = ? AND person = ?", T(id), T(person)), error);
    }
    return store_change_counted(
        store,
        BIND(
            store,
            "UPDATE workshop SET listed = (SELECT CASE WHEN coalesce(max(listed), 0) < ?3 THEN ?3 ELSE max(listed) + 1 "
            "END FROM workshop) WHERE id = ?1 AND person = ?2 AND shared = ?4",
            T(id), T(person), I(since), I(STORE_SHARED)),
        error);
}

int store_work_played(struct store *store, const char *hash, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE workshop SET played = played + 1 WHERE hash = ?", T(hash));
}

int store_star(struct store *store, const char *work, const char *person, int64_t time, bool on,
               struct flip_error *error)
{
    return on ? CHANGE(store, error,
                       "INSERT INTO star(work, person, time) VALUES(?, ?, ?) ON CONFLICT(work, person) DO NOTHING",
                       T(work), T(person), I(time))
              : CHANGE(store, error, "DELETE FROM star WHERE work = ? AND person = ?", T(work), T(person));
}

int store_work_take_down(struct store *store, const char *id, struct flip_error *error)
{
    return store_change_counted(
        store, BIND(store, "UPDATE workshop SET shared = ?2 WHERE id = ?1", T(id), I(STORE_TAKEN_DOWN)), error);
}
