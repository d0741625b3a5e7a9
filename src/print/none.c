/* For a program built without Cairo: refuses to print. */
#include "commands.h"
#include "core/codes.h"
#include "print/paper.h"

#include <stdio.h>

int flip_command_print(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fputs("flipside print: This program was built without Cairo. Install libcairo2-dev and build it again.\n", stderr);
    return 1;
}

char *flip_game_picture(const struct flip_game *game, size_t *length, struct flip_error *error)
{
    (void)game;
    (void)length;
    flip_fail(error, FLIP_ERROR_NOT_FOUND, "This server has no pictures of games.");
    return NULL;
}
