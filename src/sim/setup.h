/* What is played: a game with its options, its edition and a number of seats, and the rules prepared from them. */
#ifndef FLIPSIDE_SIM_SETUP_H
#define FLIPSIDE_SIM_SETUP_H

#include "bots/player.h"

enum { FLIP_SETUP_TEXTS = 32 };

/// What the command line said; the texts belong to argv.
struct flip_setup_args {
    const char *game;
    const char *edition;                   /* a file, or NULL */
    const char *options[FLIP_SETUP_TEXTS]; /* "NAME=VALUE" */
    int option_count;
};

/// Read-only once it is open: all threads share it.
struct flip_setup {
    const struct flip_game *game;
    struct flip_edition *edition; /* NULL: the compiled-in one */
    struct flip_options options;
    int seats;
    void *rules;
};

/// Finds the game and reads its options and its edition; `setup` must be zero.
int flip_setup_read(struct flip_setup *setup, const struct flip_setup_args *args, struct flip_error *error);
/// Prepares the rules for so many seats (0: as few as the game allows), after flip_setup_read.
int flip_setup_seat(struct flip_setup *setup, int seats, struct flip_error *error);
/// Two seats, or as near to two as the game allows.
int flip_setup_pair(const struct flip_game *game);
void flip_setup_close(struct flip_setup *setup);
enum { FLIP_SETUP_KEY = 8192 };
/// All of the set-up that decides about the games with this seed, in words: for jobs that leave the process.
void flip_setup_key(const struct flip_setup *setup, uint64_t seed, struct flip_text *out);

/// A whole number of the command line within low … high; `name` is the option in the error's sentence.
int flip_arg_whole(const char *name, const char *text, uint64_t low, uint64_t high, uint64_t *out,
                   struct flip_error *error);
int flip_arg_number(const char *name, const char *text, double low, double high, double *out, struct flip_error *error);
/// A seed: a number as it is, other words by their hash.
uint64_t flip_arg_seed(const char *text);
/// "cpu" or "gpu".
int flip_arg_device(const char *text, bool *gpu, struct flip_error *error);
/// As many as the machine has cores; one for each process that mpirun started.
int flip_default_threads(void);
/// After getopt_long returned '?' or ':': one sentence on standard error. Returns the exit status.
int flip_bad_option(char **argv, int found);
/// Tells an error on standard error, or the first process of a run that has several. Returns the exit status 1.
int flip_tell_error(const char *command, const struct flip_error *error);

#endif
