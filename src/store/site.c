/* What a site has once: its secret, and the requests of its administrator. */
#include "store/parts.h"

#include <sodium.h>
#include <string.h>

/* --- the interface, from top to bottom of store.h ------------------------------------------------------------------- */

/* One that cannot be read must not be replaced. */
int store_site_key(struct store *store, const char *name, unsigned char *bytes, size_t count, struct flip_error *error)
{
    struct query *query = BIND(store, "SELECT value FROM meta WHERE key = ?", T(name));
    const enum db_result result = db_step(query);
    size_t kept = 0;
    const void *value = result == DB_ROW ? query->db->kind->bytes(query, 0, &kept) : NULL;
    int found = result == DB_FAILED ? store_failed(store, error) : result == DB_ROW;
    if (found == 1 && kept != count)
        found = flip_fail(error, FLIP_ERROR_STORE, "The %s in the store is damaged.", name);
    if (found == 1)
        memcpy(bytes, value, count);
    db_reset(query);
    return found;
}

int store_site_key_put(struct store *store, const char *name, const unsigned char *bytes, size_t count,
                       struct flip_error *error)
{
    if (CHANGE(store, error,
               "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
               T(name), B(bytes, (int64_t)count)) < 0)
        return -1;
    return store_commit(store, error);
}

int store_secret(struct store *store, unsigned char secret[STORE_SECRET_BYTES], struct flip_error *error)
{
    const int found = store_site_key(store, "secret", secret, STORE_SECRET_BYTES, error);
    if (found != 0)
        return found < 0 ? -1 : 0;
    randombytes_buf(secret, STORE_SECRET_BYTES);
    return store_site_key_put(store, "secret", secret, STORE_SECRET_BYTES, error);
}

/* --- requests of the administrator ------------------------------------------------------------------------------------------ */

int64_t store_request_put(struct store *store, const char *order, int64_t time, struct flip_error *error)
{
    return store_change_numbered(store,
                                 BIND(store,
                                      "INSERT INTO wish(number, wish, time) SELECT coalesce(max(number), 0) + 1, ?1, "
                                      "?2 FROM wish RETURNING number",
                                      T(order), I(time)),
                                 error);
}

int store_request_answer(struct store *store, int64_t number, const char *answer, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE wish SET answer = ?2, wish = '' WHERE number = ?1", I(number), T(answer));
}

int store_request_answered(struct store *store, int64_t number, char **out, struct flip_error *error)
{
    return store_get_text(
        store, BIND(store, "SELECT answer FROM wish WHERE number = ? AND answer IS NOT NULL", I(number)), out, error);
}

int store_request_delete(struct store *store, int64_t number, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM wish WHERE number = ?", I(number));
}

int64_t store_data_version(struct store *store) { return store->db->kind->data_version(store->db); }
