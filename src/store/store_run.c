/* A failure of the database as an error. */
#include "store/store_parts.h"

int store_failed(const struct store *store, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_STORE, "The store failed: %.400s.", store->db->kind->message(store->db));
}
