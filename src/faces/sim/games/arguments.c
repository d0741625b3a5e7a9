/* Options shared by several commands, with the same errors. */
#include "faces/sim/games/games.h"

#include "core/hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct flip_arguments flip_arguments_defaults(void)
{
    return (struct flip_arguments){.seed = 1, .threads = flip_default_threads()};
}

static int read_whole(const char *name, const char *text, uint64_t low, uint64_t high, uint64_t *out,
                      struct flip_error *error)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || strchr(text, '-') || value < low || value > high)
        return flip_fail(error, FLIP_ERROR_USAGE, "--%s takes a whole number from %llu to %llu, not '%s'.", name,
                         (unsigned long long)low, (unsigned long long)high, text);
    *out = value;
    return 0;
}

int flip_arg_number(const char *name, const char *text, double low, double high, double *out, struct flip_error *error)
{
    char *end;
    const double value = strtod(text, &end);
    /* Written so that "nan" fails too. */
    if (end == text || *end != '\0' || !(value >= low && value <= high))
        return flip_fail(error, FLIP_ERROR_USAGE, "--%s takes a number from %g to %g, not '%s'.", name, low, high,
                         text);
    *out = value;
    return 0;
}

uint64_t flip_arg_seed(const char *text)
{
    uint64_t seed = 0;
    if (read_whole("", text, 0, UINT64_MAX, &seed, NULL) == 0)
        return seed;
    return flip_hash(FLIP_HASH_START, text, strlen(text));
}

static int read_option(const char *text, struct flip_setup_args *out, struct flip_error *error)
{
    if (out->option_count == FLIP_SETUP_TEXTS)
        return flip_fail(error, FLIP_ERROR_USAGE, "Those are too many options.");
    out->options[out->option_count++] = text;
    return 0;
}

static int read_device(const char *text, bool *gpu, struct flip_error *error)
{
    *gpu = strcmp(text, "gpu") == 0;
    if (!*gpu && strcmp(text, "cpu") != 0)
        return flip_fail(error, FLIP_ERROR_USAGE, "--device is cpu or gpu, not '%.80s'.", text);
    if (*gpu && flip_ranks_count() > 1)
        return flip_fail(error, FLIP_ERROR_USAGE, "A GPU plays for one process: leave out mpirun, or --device.");
    return 0;
}

static int add_text(const struct flip_argument *argument, const char *text, struct flip_error *error)
{
    if (*argument->text_count == (int)argument->high)
        return flip_fail(error, FLIP_ERROR_USAGE, "--%s can be given %d times, not more.", argument->name,
                         *argument->text_count);
    argument->texts[(*argument->text_count)++] = text;
    return 0;
}

static int read_argument(const struct flip_argument *argument, const char *text, struct flip_error *error)
{
    uint64_t number = 0;
    int status = 0;
    if (argument->noted)
        *argument->noted = argument->note;
    if (argument->flag)
        *argument->flag = true;
    else if (argument->whole)
        status =
            read_whole(argument->name, text, (uint64_t)argument->low, (uint64_t)argument->high, argument->whole, error);
    else if (argument->number)
        status = flip_arg_number(argument->name, text, argument->low, argument->high, argument->number, error);
    else if (argument->text)
        *argument->text = text;
    else if (argument->texts && argument->text_count)
        status = add_text(argument, text, error);
    else if (argument->seed)
        *argument->seed = flip_arg_seed(text);
    else if (argument->threads && (status = read_whole(argument->name, text, 1, 256, &number, error)) == 0)
        *argument->threads = (int)number;
    else if (argument->gpu)
        status = read_device(text, argument->gpu, error);
    else if (argument->option)
        status = read_option(text, argument->option, error);
    else if (argument->own)
        status = argument->own(text, argument->context, error);
    return status;
}

int flip_arguments_wrong(char **argv, const struct flip_error *error)
{
    flip_tell_error(argv[0], error);
    return 1 + 2;
}

/* After getopt_long returned '?' or ':': one sentence on standard error. Returns the exit status. */
static int bad_option(char **argv, int found)
{
    const char *given = argv[optind - 1];
    if (!flip_ranks_first())
        return 2; /* the first process says it */
    if (found == ':')
        fprintf(stderr, "flipside %s: %s needs a value; 'flipside %s --help' tells which.\n", argv[0], given, argv[0]);
    else
        fprintf(stderr, "flipside %s: There is no option '%s'; 'flipside %s --help' lists them.\n", argv[0], given,
                argv[0]);
    return 2;
}

int flip_arguments_read(int argc, char **argv, const char *help, const struct flip_argument *table)
{
    enum { FIRST = 256, MOST = 32 };
    struct option options[MOST] = {{"help", no_argument, NULL, 'h'}};
    struct flip_error error;
    for (int i = 0; table[i].name; i++)
        options[1 + i] =
            (struct option){table[i].name, table[i].flag ? no_argument : required_argument, NULL, FIRST + i};
    optind = 0;
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, ":h", options, NULL)) != -1;) {
        if (found == 'h') {
            fputs(flip_ranks_first() ? help : "", stdout);
            return 1;
        }
        if (found == '?' || found == ':')
            return 1 + bad_option(argv, found);
        if (read_argument(&table[found - FIRST], optarg, &error) != 0)
            return flip_arguments_wrong(argv, &error);
    }
    return 0;
}

int flip_arguments_read_game(int argc, char **argv, const char *help, const struct flip_argument *table,
                             const char **game)
{
    struct flip_error error;
    const int status = flip_arguments_read(argc, argv, help, table);
    if (status != 0)
        return status;
    if (argc - optind > 1) {
        flip_fail(&error, FLIP_ERROR_USAGE, "One game at a time: what is '%s'?", argv[optind + 1]);
        return flip_arguments_wrong(argv, &error);
    }
    *game = optind < argc ? argv[optind] : NULL;
    return 0;
}

void flip_arguments_tell_stop(const char *command, const char *unit, uint64_t done, uint64_t all, const char *kept)
{
    if (done < all && flip_ranks_first() && flip_ranks_count() > 1)
        fprintf(stderr,
                "flipside %s: The run was stopped, or one of its processes ended; %" PRIu64 " %s are finished%s.\n",
                command, done, unit,
                kept ? " and kept: the same command goes on from there" : ". --resume FILE would keep them");
}

int flip_arguments_csv(const struct flip_arguments *arguments, FILE **out, struct flip_error *error)
{
    if (!arguments->csv || !flip_ranks_first())
        return 0;
    *out = fopen(arguments->csv, "w");
    return *out ? 0 : flip_fail(error, FLIP_ERROR_FILE, "Cannot write '%s': %s.", arguments->csv, strerror(errno));
}

int flip_arguments_close_csv(const char *command, const struct flip_arguments *arguments, FILE *csv, int status)
{
    if (!csv || fclose(csv) == 0 || status != 0)
        return status;
    fprintf(stderr, "flipside %s: Writing '%s' failed; is the disk full?\n", command, arguments->csv);
    return 1;
}
