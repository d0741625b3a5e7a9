/*
 * edition-compile GAME RULES.c TEXT.c FILE…, run while the program is built: checks a game's classic editions with the same
 * loader that reads editions at run time, and writes them down as C. RULES.c has the bytes of the structs for the rules,
 * which can then do without JSON; TEXT.c has the canonical texts with their hashes for records. A broken file stops the
 * build with its reason.
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
}

static bool finish(FILE *out)
{
    const bool failed = ferror(out) != 0;
    return fclose(out) == 0 && !failed;
}

static FILE *begin_struct(const char *path, const char *id, size_t size)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return NULL;
    fprintf(out, "%s#include \"games/%s/%s.h\"\n\n", heading, id, id);
    fprintf(out, "_Static_assert(sizeof(struct %s_edition) == %zu, \"compiled for another machine\");\n\n", id, size);
    fprintf(out, "_Alignas(16) const unsigned char flip_classic_%s[] = {", id);
    return out;
}

static FILE *begin_text(const char *path)
{
    FILE *out = fopen(path, "w");
    if (out)
        fprintf(out, "%s#include \"edition/loaders.h\"\n", heading);
    return out;
}

/* What TEXT.c says of an edition at its end. */
struct entry {
    char hash[EDITION_HASH_SIZE];
    size_t length;
};

static void end_text(FILE *out, const char *id, const struct entry *entries, int count)
{
    fprintf(out, "\nextern const struct edition_classic edition_classic_%s[];\n", id);
    fprintf(out, "const struct edition_classic edition_classic_%s[] = {\n", id);
    for (int i = 0; i < count; i++)
        fprintf(out, "    {\"%s\", \"%s\", json_%d, %zu},\n", id, entries[i].hash, i, entries[i].length);
    fprintf(out, "    {0},\n};\n");
}

static int compile_one(const struct edition_loader *loader, const char *path, int index, FILE *rules, FILE *texts,
                       struct entry *entry, struct flip_error *error)
{
    size_t length;
    char *canonical = NULL;
    char *text = flip_file_read(path, &length, error);
    void *edition = malloc(loader->size);
    int outcome = -1;
    if (text && !edition)
        flip_fail(error, "no_memory", "%.120s: there is not enough memory.", path);
    else if (text)
        outcome = edition_read(loader, text, length, path, edition, entry->hash, &canonical, error);
    if (outcome == 0) {
        entry->length = strlen(canonical);
        write_bytes(rules, edition, loader->size);
        fprintf(texts, "\nstatic const unsigned char json_%d[] = {", index);
        write_bytes(texts, (const unsigned char *)canonical, entry->length + 1);
        fprintf(texts, "\n};\n");
    }
    free(canonical);
    free(edition);
    free(text);
    return outcome;
}

static int compile(char **arguments, int files, struct flip_error *error)
{
    enum { MOST = 32 };
    const char *id = arguments[1];
    struct entry entries[MOST];
    const struct edition_loader *loader = edition_loader_of(id);
    if (!loader)
        return flip_fail(error, "no_game", "There is no game '%.40s'.", id);
    if (files > MOST)
        return flip_fail(error, "too_many", "At most %d editions can be compiled in.", MOST);
    FILE *rules = begin_struct(arguments[2], id, loader->size), *texts = begin_text(arguments[3]);
    if (!rules || !texts)
        return flip_fail(error, "file", "%.200s or %.200s cannot be written.", arguments[2], arguments[3]);
    for (int i = 0; i < files; i++)
        if (compile_one(loader, arguments[4 + i], i, rules, texts, &entries[i], error) < 0)
            return -1;
    fprintf(rules, "\n};\n");
    end_text(texts, id, entries, files);
    const bool written = finish(rules), also = finish(texts);
    return written && also
               ? 0
               : flip_fail(error, "file", "%.200s or %.200s cannot be written.", arguments[2], arguments[3]);
}

int main(int count, char **arguments)
{
    struct flip_error error;
    if (count < 5) {
        fprintf(stderr, "usage: edition-compile GAME RULES.c TEXT.c FILE...\n");
        return 2;
    }
    if (compile(arguments, count - 4, &error) == 0)
        return 0;
    fprintf(stderr, "%s\n", error.message);
    return 1;
}
