/*
 * The schema, one step a version. A file at version n is brought up to date by the steps after n, in one transaction, after a
 * copy of it was made. Steps are never changed once released: a new version is a new step.
 */
#include "store/schema.h"

const char *const store_schema[] = {
    /* 1 */
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT NOT NULL, password TEXT, created INTEGER NOT NULL,"
    " seen INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE game_table(id TEXT PRIMARY KEY, status INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, head TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX game_table_lobby ON game_table(changed) WHERE listed AND status < 2;"
    "CREATE INDEX game_table_open ON game_table(status) WHERE status < 2;"
    "CREATE TABLE seat(person TEXT NOT NULL, game_table TEXT NOT NULL, PRIMARY KEY(person, game_table)) WITHOUT ROWID;"
    "CREATE TABLE step(game_table TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL,"
    " PRIMARY KEY(game_table, number)) WITHOUT ROWID;"
    "CREATE TABLE answer(client TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL,"
    " PRIMARY KEY(client, number)) WITHOUT ROWID;"
    "CREATE TABLE chat(game_table TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,"
    " name TEXT NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(game_table, number)) WITHOUT ROWID;"
    "CREATE TABLE edition(hash TEXT PRIMARY KEY, game TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;",
    /* 2: results, made from records */
    "CREATE TABLE result(game_table TEXT NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, person TEXT,"
    " score INTEGER NOT NULL, won INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(game_table, seat)) WITHOUT "
    "ROWID;"
    "CREATE INDEX result_person ON result(person, game);",
    /* 3: answers grow old; mutes */
    "ALTER TABLE answer ADD COLUMN time INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE mute(game_table TEXT NOT NULL, person TEXT NOT NULL, muted TEXT NOT NULL,"
    " PRIMARY KEY(game_table, person, muted)) WITHOUT ROWID;",
};

const int store_schema_version = (int)(sizeof store_schema / sizeof *store_schema);
