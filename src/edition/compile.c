/*
 * edition-compile GAME OUT.c RULEBOOK TUTORIAL ACHIEVEMENTS SETUP EDITION…, run by the build: turns a game's files into
 * C. Editions are checked by the same loader that reads them at run time, and written as the bytes of their struct, for
 * the rules, and as canonical text with its hash, for records. `-` stands for a file that the game does not have. A
 * broken file stops the build with its reason.
 */
#include "core/file.h"
#include "edition/read.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Generated from the list of games. */
extern const struct edition_reader edition_readers[];

enum { MAX_EDITIONS = 32, TEXTS = 4 };

static void write_bytes(FILE *out, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n    ", bytes[i]);
    fprintf(out, "\n};\n");
}

/* Removes the white space between the parts of JSON. */
static void minify(char *text)
{
    char *end = text;
    bool quoted = false;
    for (const char *at = text; *at; at++) {
        if (quoted && *at == '\\' && at[1])
            *end++ = *at++;
        else if (*at == '"')
            quoted = !quoted;
        if (quoted || !strchr(" \t\r\n", *at))
            *end++ = *at;
    }
    *end = '\0';
}

/* Removes the authors' `notes`, a list of strings, from minified JSON; returns the length. */
static size_t drop_notes(char *text)
{
    char *start = strstr(text, "\"notes\":["), *end = start;
    bool quoted = false;
    while (end && *end && (quoted || *end != ']')) {
        if (quoted && *end == '\\' && end[1])
            end++;
        else if (*end == '"')
            quoted = !quoted;
        end++;
    }
    if (end && *end) {
        const bool last = end[1] != ','; /* then the comma before it goes too */
        const char *rest = end + (last ? 1 : 2);
        start -= last && start[-1] == ',';
        memmove(start, rest, strlen(rest) + 1);
    }
    return strlen(text);
}

/* Writes a file as it is, but JSON without spaces and notes, since the page downloads it with its module. */
static int write_text(FILE *out, const char *name, const char *path, struct flip_error *error)
{
    size_t length;
    if (strcmp(path, "-") == 0)
        return 0;
    char *text = flip_file_read(path, &length, error);
    if (!text)
        return -1;
    if (strstr(path, ".json")) {
        minify(text);
        length = drop_notes(text);
    }
    fprintf(out, "\nstatic const unsigned char %s[] = {", name);
    write_bytes(out, (const unsigned char *)text, length + 1);
    free(text);
    return 0;
}

static int write_edition(FILE *out, const struct edition_reader *reader, const char *path, int index,
                         char hash[EDITION_HASH_SIZE], struct flip_error *error)
{
    size_t length;
    char *canonical = NULL;
    char *text = flip_file_read(path, &length, error);
    json_t *json = text ? edition_json(text, length, path, error) : NULL;
    void *edition = malloc(reader->size);
    int status = -1;
    if (json && !edition)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "%.120s: there is not enough memory.", path);
    else if (json)
        status = edition_read(reader, json, path, edition, hash, &canonical, error);
    if (status == 0) {
        fprintf(out, "\n_Alignas(16) static const unsigned char data_%d[] = {", index);
        write_bytes(out, edition, reader->size);
        fprintf(out, "\nstatic const unsigned char json_%d[] = {", index);
        write_bytes(out, (const unsigned char *)canonical, strlen(canonical) + 1);
    }
    free(canonical);
    free(edition);
    json_decref(json);
    free(text);
    return status;
}

static void write_member(FILE *out, const char *name, const char *path)
{
    if (strcmp(path, "-") != 0)
        fprintf(out, "    .%s = (const char *)%s,\n", name, name);
}

static int compile(FILE *out, char **arguments, int editions, struct flip_error *error)
{
    static const char *const texts[] = {"rulebook", "tutorial", "achievements", "setup"};
    const char *id = arguments[1];
    char **const paths = arguments + 3;
    char hash[MAX_EDITIONS][EDITION_HASH_SIZE];
    const struct edition_reader *reader = edition_readers;
    while (reader->game && strcmp(reader->game, id) != 0)
        reader++;
    if (!reader->game)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.40s' in the list of games.", id);
    if (editions > MAX_EDITIONS)
        return flip_fail(error, FLIP_ERROR_TOO_MANY, "At most %d editions can be compiled in.", MAX_EDITIONS);
    fprintf(out, "/* Written by edition-compile; not to be edited. */\n#include \"games/%s/%s.h\"\n\n", id, id);
    fprintf(out, "_Static_assert(sizeof(struct %s_edition) == %zu, \"compiled for another machine\");\n", id,
            reader->size);
    for (int i = 0; i < editions; i++)
        if (write_edition(out, reader, paths[TEXTS + i], i, hash[i], error) < 0)
            return -1;
    for (int i = 0; i < TEXTS; i++)
        if (write_text(out, texts[i], paths[i], error) < 0)
            return -1;
    fprintf(out, "\nstatic const struct flip_game_edition editions[] = {\n");
    for (int i = 0; i < editions; i++)
        fprintf(out, "    {\"%s\", (const char *)json_%d, data_%d},\n", hash[i], i, i);
    fprintf(out, "    {0},\n};\n\nconst struct flip_game_files %s_files = {\n    .editions = editions,\n", id);
    for (int i = 0; i < TEXTS; i++)
        write_member(out, texts[i], paths[i]);
    fprintf(out, "};\n");
    return ferror(out) ? flip_fail(error, FLIP_ERROR_FILE, "%.200s cannot be written.", arguments[2]) : 0;
}

int main(int count, char **arguments)
{
    enum { FIRST_EDITION = 3 + TEXTS };
    struct flip_error error;
    if (count <= FIRST_EDITION) {
        fprintf(stderr, "usage: edition-compile GAME OUT.c RULEBOOK TUTORIAL ACHIEVEMENTS SETUP EDITION...\n");
        return 2;
    }
    FILE *out = fopen(arguments[2], "w");
    if (!out) {
        perror(arguments[2]);
        return 1;
    }
    const int status = compile(out, arguments, count - FIRST_EDITION, &error);
    if (fclose(out) == 0 && status == 0)
        return 0;
    fprintf(stderr, "%s\n", status < 0 ? error.message : "The file cannot be written.");
    remove(arguments[2]);
    return 1;
}
