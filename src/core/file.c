/* Whole files. Not for the rules: they know no files. */
#include "core/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT = 64 << 20 };

static char *read_stream(FILE *file, const char *path, size_t *length, struct flip_error *error)
{
    size_t room = 1 << 16, used = 0;
    char *text = malloc(room);
    while (text) {
        used += fread(text + used, 1, room - used - 1, file);
        if (used < room - 1)
            break;
        if (room >= LIMIT) {
            flip_fail(error, FLIP_ERROR_FILE, "%s: the file is larger than 64 MiB.", path);
            free(text);
            return NULL;
        }
        char *grown = realloc(text, room * 2);
        if (!grown) {
            free(text);
            text = NULL;
            break;
        }
        text = grown;
        room *= 2;
    }
    if (!text) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "%s: there is not enough memory to read the file.", path);
        return NULL;
    }
    if (ferror(file)) {
        flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", path, strerror(errno));
        free(text);
        return NULL;
    }
    text[used] = '\0';
    *length = used;
    return text;
}

char *flip_file_read(const char *path, size_t *length, struct flip_error *error)
{
    const bool standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    if (!file) {
        flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", path, strerror(errno));
        return NULL;
    }
    char *text = read_stream(file, path, length, error);
    if (!standard_input)
        fclose(file);
    return text;
}

int flip_file_write(const char *path, const char *text, size_t length, struct flip_error *error)
{
    char neighbour[4096];
    if (snprintf(neighbour, sizeof neighbour, "%s.new", path) >= (int)sizeof neighbour)
        return flip_fail(error, FLIP_ERROR_FILE, "The file name is too long.");
    FILE *file = fopen(neighbour, "wb");
    if (!file)
        return flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", neighbour, strerror(errno));
    bool written = fwrite(text, 1, length, file) == length && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int why = errno;
    written = fclose(file) == 0 && written;
    if (written && rename(neighbour, path) == 0)
        return 0;
    if (written)
        why = errno;
    remove(neighbour);
    return flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", path, strerror(why));
}
