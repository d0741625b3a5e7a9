/*
 * The schema of a release that does not exist yet: one step more, which adds a table and a column. `flipside-next` is the program with it.
 * The tests start it beside `flipside`, as an administrator starts a new release while the old one runs (tests/cluster_tests.py).
 */
#define NEXT_STEP                                                                                                      \
    "CREATE TABLE next_release(id TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"                            \
    "ALTER TABLE game_table ADD COLUMN next_release INTEGER NOT NULL DEFAULT 0;"                                       \
    "ALTER TABLE step ADD COLUMN next_release TEXT NOT NULL DEFAULT '';"

#include "../src/store/schema.c"
