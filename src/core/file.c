/* Whole files in and out. Not for the rules, which do no I/O. */
#include "core/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* A device or a pipe is written to directly: a file renamed to its place would replace it. */
static bool is_special(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

static int write_out(const char *path, const char *text, size_t length, bool durable, struct flip_error *error)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", path, strerror(errno));
    const bool written =
        fwrite(text, 1, length, file) == length && fflush(file) == 0 && (!durable || fsync(fileno(file)) == 0);
    const int why = errno;
    if (fclose(file) == 0 && written)
        return 0;
    return flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", path, strerror(written ? errno : why));
}

int flip_file_write(const char *path, const char *text, size_t length, struct flip_error *error)
{
    char neighbour[4096];
    if (is_special(path))
        return write_out(path, text, length, false, error);
    if (snprintf(neighbour, sizeof neighbour, "%s.new", path) >= (int)sizeof neighbour)
        return flip_fail(error, FLIP_ERROR_FILE, "The file name is too long.");
    int status = write_out(neighbour, text, length, true, error);
    if (status == 0 && rename(neighbour, path) != 0)
        status = flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", path, strerror(errno));
    if (status < 0)
        remove(neighbour);
    return status;
}
