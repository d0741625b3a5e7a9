/*
 * `flipside verify RECORD…`: does every dealt event of a record follow from its seed, and the seed from the commitment
 * and the players' bytes? Outcomes of flicks are not dealt: they are flicked again and reported separately, since only
 * the same build repeats them exactly.
 */
#include "commands.h"
#include "core/file.h"

#include <flipside/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERIFIED, NOT_DEALT, USAGE, FLICKS_DIFFER };

enum { SHOWN = 8 };

struct differences {
    int count, step[SHOWN];
};

static void add_difference(void *context, int step)
{
    struct differences *differences = context;
    if (differences->count++ < SHOWN)
        differences->step[differences->count - 1] = step;
}

/* Old records do not say how the seed was drawn. */
static void print_draw(const struct flip_table *table)
{
    char words[FLIP_SEED_DRAW_WORDS];
    flip_seed_draw_words(flip_table_seed_draw(table), flip_table_seats(table), words);
    if (words[0])
        printf("%s\n", words);
}

static void print_flicks(const char *path, int flicks, const struct differences *differences)
{
    if (flicks == 0) {
        printf("%s: every event follows from the seed.\n", path);
        return;
    }
    printf("%s: every dealt event follows from the seed. ", path);
    if (differences->count == 0) {
        printf(flicks == 1 ? "The flick came out the same when it was made again.\n"
                           : "All %d flicks came out the same when they were made again.\n",
               flicks);
        return;
    }
    printf("Of %d flick%s made again, %d came out otherwise: step", flicks, flicks == 1 ? "" : "s", differences->count);
    for (int i = 0; i < differences->count && i < SHOWN; i++)
        printf("%s %d", i ? "," : differences->count > 1 ? "s" : "", differences->step[i]);
    printf("%s. Another machine or version of the program may have made them.\n",
           differences->count > SHOWN ? ", …" : "");
}

static int verify_file(const char *path)
{
    struct flip_error error;
    struct differences differences = {0};
    size_t length;
    int flicks = -1;
    char *text = flip_file_read(path, &length, &error);
    struct flip_table *table = text && flip_record_verify(text, length, &error) == 0
                                   ? flip_record_load(text, length, FLIP_ALL_STEPS, &error)
                                   : NULL;
    if (table)
        flicks = flip_table_check_flicks(table, add_difference, &differences, &error);
    if (flicks < 0) /* the error of a file that cannot be read contains its name */
        printf("%s%s%s\n", text ? path : "", text ? ": " : "", error.message);
    else
        print_flicks(path, flicks, &differences);
    if (flicks >= 0)
        print_draw(table);
    flip_table_close(table);
    free(text);
    return flicks < 0 ? NOT_DEALT : differences.count ? FLICKS_DIFFER : VERIFIED;
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
        otherwise |= status == FLICKS_DIFFER;
    }
    return not_dealt ? NOT_DEALT : otherwise ? FLICKS_DIFFER : VERIFIED;
}
