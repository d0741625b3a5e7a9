/* A program that was built without Cairo prints nothing, and says why. */
#include "commands.h"

#include <stdio.h>

int flip_command_print(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fputs("flipside print: This program was built without Cairo. Install libcairo2-dev and build it again.\n", stderr);
    return 1;
}
