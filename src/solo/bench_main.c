/* The bench as a module of its own: see bench/module. */
#include "commands.h"

int main(int argc, char **argv) { return flip_command_bench(argc, argv); }
