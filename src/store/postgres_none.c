/* A program that was built without libpq. */
#include "store/db.h"

struct db *postgres_open(const char *url, enum db_mode mode, struct flip_error *error)
{
    (void)url;
    (void)mode;
    flip_fail(error, FLIP_ERROR_STORE,
              "This Flipside was built without PostgreSQL. Install libpq-dev and build it again.");
    return NULL;
}

int postgres_set_aside(const char *url, struct flip_error *error)
{
    postgres_open(url, DB_ALONE, error);
    return -1;
}
