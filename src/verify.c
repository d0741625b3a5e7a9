/*
 * `flipside verify RECORD…`: does every dealt event of a record follow from its seed, and the seed from what was committed to and the
 * players' bytes? What comes of a flick is not dealt: it is flicked again, and told apart from the cards, since only the build that played it repeats it to
 * the digit.
 */
#include "commands.h"
#include "core/file.h"

#include <flipside/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AS_DEALT, NOT_DEALT, USAGE, OTHERWISE };

enum { SHOWN = 8 };

struct others {
    int count, step[SHOWN];
};

static void note(void *context, int step)
{
    struct others *others = context;
    if (others->count++ < SHOWN)
        others->step[others->count - 1] = step;
}

/* Who could have chosen? Records from before do not say it. */
static void tell_draw(const struct flip_table *table)
{
    char words[FLIP_DRAW_WORDS];
    flip_draw_words(flip_table_drawn(table), flip_table_seats(table), words);
    if (words[0])
        printf("%s\n", words);
}

static void tell_flicks(const char *path, int flicks, const struct others *others)
{
    if (flicks == 0) {
        printf("%s: every event follows from the seed.\n", path);
        return;
    }
    printf("%s: every dealt event follows from the seed. ", path);
    if (others->count == 0) {
        printf(flicks == 1 ? "The flick came out the same when it was made again.\n"
                           : "All %d flicks came out the same when they were made again.\n",
               flicks);
        return;
    }
    printf("Of %d flick%s made again, %d came out otherwise: step", flicks, flicks == 1 ? "" : "s", others->count);
    for (int i = 0; i < others->count && i < SHOWN; i++)
        printf("%s %d", i ? "," : others->count > 1 ? "s" : "", others->step[i]);
    printf("%s. Another machine or version of the program may have made them.\n", others->count > SHOWN ? ", …" : "");
}

static int verify_file(const char *path)
{
    struct flip_error error;
    struct others others = {0};
    size_t length;
    int flicks = -1;
    char *text = flip_file_read(path, &length, &error);
    struct flip_table *table = text && flip_record_verify(text, length, &error) == 0
                                   ? flip_record_load(text, length, FLIP_ALL_STEPS, &error)
                                   : NULL;
    if (table)
        flicks = flip_table_check_flicks(table, note, &others, &error);
    if (flicks < 0) /* of a file that cannot be read the error says the name itself */
        printf("%s%s%s\n", text ? path : "", text ? ": " : "", error.message);
    else
        tell_flicks(path, flicks, &others);
    if (flicks >= 0)
        tell_draw(table);
    flip_table_close(table);
    free(text);
    return flicks < 0 ? NOT_DEALT : others.count ? OTHERWISE : AS_DEALT;
}

int flip_command_verify(int argc, char **argv)
{
    if (argc < 2) {
        fputs("flipside verify: Name one record or several: flipside verify RECORD…\n", stderr);
        return USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(flip_help("verify"), stdout);
        return 0;
    }
    bool not_dealt = false, otherwise = false;
    for (int i = 1; i < argc; i++) {
        const int status = verify_file(argv[i]);
        not_dealt |= status == NOT_DEALT;
        otherwise |= status == OTHERWISE;
    }
    return not_dealt ? NOT_DEALT : otherwise ? OTHERWISE : AS_DEALT;
}
