/* How a program of ours begins: what `flipside` and `flipside-mpi` share. */
#ifndef FLIPSIDE_START_H
#define FLIPSIDE_START_H

#include <stdbool.h>
#include <stddef.h>

struct flip_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
};

/// Loads the games from outside and runs the subcommand. `alone`: this program does not know MPI, and leaves what mpirun started to the one
/// that does. Returns the exit status.
int flip_start(int argc, char **argv, const struct flip_command *commands, size_t count, bool alone);

#endif
