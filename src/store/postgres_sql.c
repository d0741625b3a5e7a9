/*
 * From the store's SQL to PostgreSQL's. The store writes what both databases understand; what is left are the marks for values (?1, ?),
 * and a few words, most of them in steps of the schema that were released before there was a second database.
 */
#include "store/postgres.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texts are compared byte by byte, as SQLite does. */
static const struct phrase {
    const char *ours, *theirs;
} phrases[] = {
    {" WITHOUT ROWID", ""},
    {"INSERT OR REPLACE INTO meta(key, value) VALUES('sessions_since', CAST(strftime('%s', 'now') * 1000 AS TEXT))",
     "INSERT INTO meta(key, value) VALUES('sessions_since',"
     " convert_to(CAST(floor(extract(epoch FROM now()) * 1000) AS bigint)::text, 'UTF8'))"},
    {"WHERE listed AND", "WHERE listed <> 0 AND"},
    {" INTEGER", " bigint"},
    {" TEXT", " text COLLATE \"C\""},
    {" REAL", " double precision"},
    {" BLOB", " bytea"},
};

static const struct phrase *phrase_at(const char *sql)
{
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        const size_t length = strlen(phrases[i].ours);
        if (strncmp(sql, phrases[i].ours, length) == 0 && !isalnum((unsigned char)sql[length]) && sql[length] != '_')
            return &phrases[i];
    }
    return NULL;
}

/* One mark for a value; returns how long it was. */
static size_t write_mark(FILE *out, const char *sql, int *parameters)
{
    char *end;
    const long numbered = strtol(sql + 1, &end, 10);
    const int number = end > sql + 1 ? (int)numbered : *parameters + 1;
    if (number > *parameters)
        *parameters = number;
    fprintf(out, "$%d", number);
    return (size_t)(end - sql);
}

char *postgres_sql(const char *sql, int *parameters)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    *parameters = 0;
    if (!out)
        return NULL;
    while (*sql) {
        const struct phrase *phrase = phrase_at(sql);
        if (phrase) {
            fputs(phrase->theirs, out);
            sql += strlen(phrase->ours);
        } else if (*sql == '?') {
            sql += write_mark(out, sql, parameters);
        } else {
            fputc(*sql++, out);
        }
    }
    const bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}
