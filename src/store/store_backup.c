/* Copies of a whole site, and a site from a copy, whichever database it is in. */
#include "store/store_parts.h"

#include <unistd.h>

int store_copy(struct store *store, const char *path, struct flip_error *error)
{
    return store->db->kind->copy ? store->db->kind->copy(store->db, path, error)
                                 : store_copy_into_file(store, path, error);
}

int store_back_up(const char *path, const char *copy, struct flip_error *error)
{
    struct store *store = store_open_to_read(path, error);
    const int status = store ? store_copy(store, copy, error) : -1;
    store_close(store);
    return status;
}

int store_restore(const char *path, const char *copy, struct flip_error *error)
{
    struct store_transfer report;
    if (!store_is_url(path))
        return sqlite_restore(path, copy, error);
    if (access(copy, R_OK) != 0)
        return flip_fail(error, FLIP_ERROR_FILE, "There is no copy %.300s that could be read.", copy);
    return postgres_set_aside(path, error) < 0 ? -1 : store_transfer(copy, path, &report, error);
}
