/* Opening a site in a PostgreSQL database, and setting one aside so that another can take its place. */
#include "store/postgres.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct db *postgres_open(const char *url, enum db_mode mode, struct flip_error *error)
{
    struct postgres *postgres = calloc(1, sizeof *postgres);
    if (!postgres || !(postgres->url = strdup(url))) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the store.");
        free(postgres);
        return NULL;
    }
    postgres->db.kind = &postgres_kind;
    postgres->mode = mode;
    postgres->main.url = postgres->side.url = postgres->listener.url = postgres->url;
    postgres->main.patience_ms = postgres->side.patience_ms = postgres->listener.patience_ms = -1;
    snprintf(postgres->secret, sizeof postgres->secret, "flipside %08x", randombytes_random());
    if (postgres_connect(&postgres->main) == 0 && postgres_prepare_connection(postgres, &postgres->main, true) == 0 &&
        ((mode != DB_ALONE && !postgres->first) ||
         postgres_run(&postgres->main, "CREATE SCHEMA IF NOT EXISTS flipside") == 0))
        return &postgres->db;
    if (postgres->taken)
        flip_fail(error, FLIP_ERROR_IN_USE, "The database is in use by another server. Stop that one first.");
    else
        postgres_failed(postgres, error);
    postgres_kind.close(&postgres->db);
    return NULL;
}

int postgres_set_aside(const char *url, struct flip_error *error)
{
    struct db *db = postgres_open(url, DB_ALONE, error);
    if (!db)
        return -1;
    struct postgres *postgres = (struct postgres *)db;
    static const char *const commands[] = {"BEGIN", "DROP SCHEMA IF EXISTS flipside_before_restore CASCADE",
                                           "ALTER SCHEMA flipside RENAME TO flipside_before_restore", "COMMIT"};
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof commands / sizeof *commands; i++)
        status = postgres_run(&postgres->main, commands[i]);
    if (status < 0)
        postgres_failed(postgres, error);
    postgres_kind.close(db);
    return status;
}
