/*
 * The place of a site for a test: a file in a folder of its own, or, where FLIPSIDE_TEST_POSTGRES says so, an empty database
 * (tests/with_postgres.py has started a server for it).
 */
#ifndef FLIPSIDE_TESTS_SITE_H
#define FLIPSIDE_TESTS_SITE_H

#include "folder.h"

#include <stdbool.h>
#include <string.h>

static inline bool on_postgres(void) { return getenv("FLIPSIDE_TEST_POSTGRES") != NULL; }

static inline void psql(const char *database, const char *command)
{
    char line[700];
    const char *url = getenv("FLIPSIDE_TEST_POSTGRES"), *name = strstr(url, "{name}");
    snprintf(line, sizeof line, "psql -X -q -v ON_ERROR_STOP=1 -d '%.*s%s%s' -c \"%s\" >/dev/null 2>&1",
             (int)(name - url), url, database, name + strlen("{name}"), command);
    assert_int_equal(system(line), 0);
}

/* `name` tells a test's places apart. */
static inline void make_place(const char *folder, const char *name, char *out, size_t size)
{
    const char *url = getenv("FLIPSIDE_TEST_POSTGRES");
    if (!url) {
        snprintf(out, size, "%s/%s.db", folder, name);
        return;
    }
    static char last[32];
    char command[100];
    const char *mark = strstr(url, "{name}");
    if (strcmp(last, name) == 0) { /* the same again: emptying it is quicker */
        psql(name, "DROP SCHEMA IF EXISTS flipside, flipside_before_restore CASCADE");
    } else {
        snprintf(command, sizeof command, "DROP DATABASE IF EXISTS %s WITH (FORCE)", name);
        psql("postgres", command);
        snprintf(command, sizeof command, "CREATE DATABASE %s", name);
        psql("postgres", command);
    }
    snprintf(last, sizeof last, "%s", name);
    snprintf(out, size, "%.*s%s%s", (int)(mark - url), url, name, mark + strlen("{name}"));
}

#endif
