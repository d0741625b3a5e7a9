/* Options that several commands know, with the same sentences when something is wrong. */
#include "faces/sim/games/games.h"

#include "faces/sim/jobs/jobs.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct flip_arguments flip_arguments_defaults(void)
{
    return (struct flip_arguments){.seed = 1, .threads = flip_default_threads()};
}

static int read_common(int found, struct flip_arguments *out, struct flip_error *error)
{
    uint64_t number;
    switch (found) {
    case FLIP_ARG_SEED:
        out->seed = flip_arg_seed(optarg);
        return 0;
    case FLIP_ARG_THREADS:
        if (flip_arg_whole("--threads", optarg, 1, 256, &number, error) != 0)
            return -1;
        out->threads = (int)number;
        return 0;
    case FLIP_ARG_OPTION:
        if (out->setup.option_count == FLIP_SETUP_TEXTS)
            return flip_fail(error, FLIP_ERROR_USAGE, "Those are too many options.");
        out->setup.options[out->setup.option_count++] = optarg;
        return 0;
    case FLIP_ARG_EDITION:
        out->setup.edition = optarg;
        return 0;
    case FLIP_ARG_DEVICE:
        if (flip_arg_device(optarg, &out->gpu, error) != 0)
            return -1;
        if (out->gpu && flip_ranks_count() > 1)
            return flip_fail(error, FLIP_ERROR_USAGE, "A GPU plays for one process: leave out mpirun, or --device.");
        return 0;
    case FLIP_ARG_CSV:
        out->csv = optarg;
        return 0;
    default:
        out->resume = optarg;
        return 0;
    }
}

int flip_arguments_wrong(char **argv, const struct flip_error *error)
{
    flip_tell_error(argv[0], error);
    return 1 + 2;
}

int flip_arguments_read(int argc, char **argv, const struct flip_arguments_own *own, struct flip_arguments *out)
{
    struct flip_error error;
    optind = 0;
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, ":h", own->options, NULL)) != -1;) {
        if (found == FLIP_ARG_HELP || found == 'h') {
            fputs(flip_ranks_first() ? own->help : "", stdout);
            return 1;
        }
        if (found == '?' || found == ':')
            return 1 + flip_bad_option(argv, found);
        if ((found < FLIP_ARG_OWN ? read_common(found, out, &error) : own->read(found, own->context, &error)) != 0)
            return flip_arguments_wrong(argv, &error);
    }
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

int flip_arguments_read_game(int argc, char **argv, const struct flip_arguments_own *own, struct flip_arguments *out)
{
    struct flip_error error;
    const int status = flip_arguments_read(argc, argv, own, out);
    if (status != 0)
        return status;
    if (argc - optind > 1) {
        flip_fail(&error, FLIP_ERROR_USAGE, "One game at a time: what is '%s'?", argv[optind + 1]);
        return flip_arguments_wrong(argv, &error);
    }
    out->setup.game = optind < argc ? argv[optind] : NULL;
    return 0;
}
