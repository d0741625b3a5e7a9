/* The command line of commands that play many games: what they have in common is read here. */
#ifndef FLIPSIDE_SIM_ARGUMENTS_H
#define FLIPSIDE_SIM_ARGUMENTS_H

#include "sim/setup.h"

#include <getopt.h>
#include <stdio.h>

/// What getopt_long returns for a common option. The command's own begin at FLIP_ARG_OWN.
enum {
    FLIP_ARG_SEED = 256,
    FLIP_ARG_THREADS,
    FLIP_ARG_OPTION,
    FLIP_ARG_EDITION,
    FLIP_ARG_DEVICE,
    FLIP_ARG_CSV,
    FLIP_ARG_RESUME,
    FLIP_ARG_HELP,
    FLIP_ARG_OWN,
};

/// Rows for the command's table of options: what all have.
#define FLIP_COMMON_OPTIONS                                                                                            \
    {"seed", required_argument, NULL, FLIP_ARG_SEED}, {"threads", required_argument, NULL, FLIP_ARG_THREADS},          \
        {"option", required_argument, NULL, FLIP_ARG_OPTION}, {"edition", required_argument, NULL, FLIP_ARG_EDITION},  \
    {                                                                                                                  \
        "help", no_argument, NULL, FLIP_ARG_HELP                                                                       \
    }

/// Rows for those that play games and keep them.
#define FLIP_GAMES_OPTIONS                                                                                             \
    {"device", required_argument, NULL, FLIP_ARG_DEVICE}, {"csv", required_argument, NULL, FLIP_ARG_CSV},              \
    {                                                                                                                  \
        "resume", required_argument, NULL, FLIP_ARG_RESUME                                                             \
    }

struct flip_arguments {
    struct flip_setup_args setup;
    uint64_t seed;
    int threads;
    bool gpu;
    const char *csv, *resume;
};

/// A command's own part: its table, its help, and what reads its own options (0, or -1 with an error).
struct flip_arguments_own {
    const struct option *options;
    const char *help;
    int (*read)(int found, void *context, struct flip_error *error);
    void *context;
};

/// Seed 1 and all cores.
struct flip_arguments flip_arguments_defaults(void);
/// Reads all options; `optind` is then the first of what else was given. Returns 0 to go on, or 1 + the exit status.
int flip_arguments_read(int argc, char **argv, const struct flip_arguments_own *own, struct flip_arguments *out);
/// The same for a command that takes one game.
int flip_arguments_read_game(int argc, char **argv, const struct flip_arguments_own *own, struct flip_arguments *out);
/// Tells what is wrong with the command line. Returns what flip_arguments_read returns then.
int flip_arguments_wrong(char **argv, const struct flip_error *error);

/// Opens the CSV file, in the process that writes it. 0: it is open, or there is none to write.
int flip_arguments_csv(const struct flip_arguments *arguments, FILE **out, struct flip_error *error);
/// Closes it and returns `status`, or 1 if its end could not be written.
int flip_arguments_close_csv(const char *command, const struct flip_arguments *arguments, FILE *csv, int status);

#endif
