/*
 * edition-compile GAME FILE RULES.c TEXT.c, run while the program is built: checks a game's classic edition with the same
 * loader that reads editions at run time, and writes it down as C. RULES.c has the bytes of the struct for the rules,
 * which can then do without JSON; TEXT.c has the canonical text with its hash for records. A broken file stops the build
 * with its reason.
 */
#include "core/file.h"
#include "edition/loaders.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char heading[] = "/* Written by edition-compile from the classic edition; not to be edited. */\n";

static void write_bytes(FILE *out, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n    ", bytes[i]);
    fprintf(out, "\n};\n");
}

static bool finish(FILE *out)
{
    const bool failed = ferror(out) != 0;
    return fclose(out) == 0 && !failed;
}

static bool write_struct(const char *path, const char *id, const void *edition, size_t size)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fprintf(out, "%s#include \"games/%s/%s.h\"\n\n", heading, id, id);
    fprintf(out, "_Static_assert(sizeof(struct %s_edition) == %zu, \"compiled for another machine\");\n\n", id, size);
    fprintf(out, "_Alignas(16) const unsigned char flip_classic_%s[] = {", id);
    write_bytes(out, edition, size);
    return finish(out);
}

static bool write_text(const char *path, const char *id, const char *hash, const char *canonical)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fprintf(out, "%s#include \"edition/loaders.h\"\n\nstatic const unsigned char json[] = {", heading);
    write_bytes(out, (const unsigned char *)canonical, strlen(canonical) + 1);
    fprintf(out, "\nextern const struct edition_classic edition_classic_%s;\n", id);
    fprintf(out, "const struct edition_classic edition_classic_%s = {\"%s\", \"%s\", json, %zu};\n", id, id, hash,
            strlen(canonical));
    return finish(out);
}

static int compile(char **arguments, struct flip_error *error)
{
    const char *id = arguments[1], *path = arguments[2];
    const struct edition_loader *loader = edition_loader_of(id);
    if (!loader)
        return flip_fail(error, "no_game", "There is no game '%.40s'.", id);
    size_t length;
    char hash[EDITION_HASH_SIZE];
    char *canonical = NULL;
    char *text = flip_file_read(path, &length, error);
    void *edition = malloc(loader->size);
    int outcome = -1;
    if (text && !edition)
        flip_fail(error, "no_memory", "%.120s: there is not enough memory.", path);
    else if (text)
        outcome = edition_read(loader, text, length, path, edition, hash, &canonical, error);
    if (outcome == 0 &&
        (!write_struct(arguments[3], id, edition, loader->size) || !write_text(arguments[4], id, hash, canonical)))
        outcome = flip_fail(error, "file", "%.200s or %.200s cannot be written.", arguments[3], arguments[4]);
    free(canonical);
    free(edition);
    free(text);
    return outcome;
}

int main(int count, char **arguments)
{
    struct flip_error error;
    if (count != 5) {
        fprintf(stderr, "usage: edition-compile GAME FILE RULES.c TEXT.c\n");
        return 2;
    }
    if (compile(arguments, &error) == 0)
        return 0;
    fprintf(stderr, "%s\n", error.message);
    return 1;
}
