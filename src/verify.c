/* `flipside verify RECORD…`: does every event of a record follow from its seed, and the seed from the commitment? */
#include "commands.h"
#include "core/file.h"

#include <flipside/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: flipside verify RECORD…\n\n"
    "Checks that the seed in a record is the one that was committed to before the first card, and that every card\n"
    "follows from it. Exit status 0: all records are as dealt.\n";

static int verify_file(const char *path)
{
    struct flip_error error;
    size_t length;
    char *text = flip_file_read(path, &length, &error);
    int result = text ? flip_record_verify(text, length, &error) : -1;
    free(text);
    if (result < 0)
        printf("%s: %s\n", path, error.message);
    else
        printf("%s: every event follows from the seed.\n", path);
    return result;
}

int flip_command_verify(int argc, char **argv)
{
    if (argc < 2) {
        fputs(help, stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(help, stdout);
        return 0;
    }
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= verify_file(argv[i]) < 0;
    return failed;
}
