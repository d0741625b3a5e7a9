/*
 * Turns the built page (web/dist) into a C file, so that one program is all a server needs.
 *
 *     embed-pages OUT.c FOLDER [FILE]…
 *
 * The page is all of FOLDER; a FILE besides it is found under its own name, as /NAME.
 * A file NAME.gz stands for NAME, sent with its gzip encoding. A folder that is not there gives an empty list: the server then says
 * that the page was not built. The output is rewritten only when it changes.
 */
#include "../src/core/media_type.h"

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;
static int count;
static size_t folder_length;
static char list[65536];

static int embed(const char *file, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    if (kind != FTW_F || file[where->base] == '.')
        return 0;
    FILE *in = fopen(file, "rb");
    if (!in) {
        perror(file);
        return -1;
    }
    fprintf(out, "static const unsigned char page_%d[] = {", count);
    size_t length = 0;
    for (int c = fgetc(in); c != EOF; c = fgetc(in), length++)
        fprintf(out, "%s%d,", length % 24 ? "" : "\n", c);
    fprintf(out, "0};\n");
    fclose(in);

    char path[1024];
    snprintf(path, sizeof path, "%s", file + folder_length);
    const size_t end = strlen(path);
    const bool zipped = end > 3 && strcmp(path + end - 3, ".gz") == 0;
    if (zipped)
        path[end - 3] = '\0';
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "    {\"%s\", \"%s\", %s, page_%d, %zu},\n", path, media_type(path),
             zipped ? "true" : "false", count, length);
    count++;
    return 0;
}

static int embed_alone(const char *file)
{
    const char *slash = strrchr(file, '/');
    struct FTW where = {.base = slash ? (int)(slash + 1 - file) : 0};
    folder_length = slash ? (size_t)(slash - file) : 0;
    return embed(file, NULL, FTW_F, &where);
}

/* A file that stays as it is is not built again. */
static int write_if_changed(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        char *old = malloc(length + 1);
        const bool same = old && fread(old, 1, length + 1, file) == length && memcmp(old, text, length) == 0;
        free(old);
        fclose(file);
        if (same)
            return 0;
    }
    if (!(file = fopen(path, "wb"))) {
        perror(path);
        return 1;
    }
    const bool written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: embed-pages OUT.c FOLDER [FILE]…\n");
        return 2;
    }
    folder_length = strlen(argv[2]);
    char *text;
    size_t length;
    if (!(out = open_memstream(&text, &length))) {
        perror("embed-pages");
        return 1;
    }
    fprintf(out, "/* Made by tools/embed_pages.c from the built page. */\n#include \"server/net/net.h\"\n\n#include "
                 "<stddef.h>\n\n");
    if (nftw(argv[2], embed, 16, FTW_PHYS) < 0)
        fprintf(stderr, "embed-pages: %s is not there: the program will have no page.\n", argv[2]);
    for (int i = 3; i < argc; i++)
        if (embed_alone(argv[i]) < 0)
            return 1;
    fprintf(out, "\nconst struct page built_in_pages[] = {\n%s    {NULL, NULL, false, NULL, 0},\n};\n", list);
    if (fclose(out) != 0) {
        perror("embed-pages");
        return 1;
    }
    const int status = write_if_changed(argv[1], text, length);
    free(text);
    return status;
}
