/* What `flipside` and `flipside-mpi` share. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct flip_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
};

/// Loads games from outside and runs the subcommand; returns the exit status. `alone`: this program does not know MPI,
/// so under mpirun it hands over to flipside-mpi.
int flip_start(int argc, char **argv, const struct flip_command *commands, size_t count, bool alone);
