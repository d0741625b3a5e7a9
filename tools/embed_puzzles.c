/*
 * embed-puzzles OUT.c [GAME FILE]…, run while the program is built: writes the games' files of puzzles down as C, and the function that
 * finds them (src/puzzles/puzzle.h).
 */
#include <stdio.h>

static int write_file(FILE *out, const char *game, const char *path)
{
    FILE *in = fopen(path, "r");
    int byte, count = 0;
    if (!in) {
        perror(path);
        return -1;
    }
    fprintf(out, "\nstatic const unsigned char %s[] = {", game);
    for (; (byte = getc(in)) != EOF; count++)
        fprintf(out, "%s%d,", count % 24 ? "" : "\n    ", byte);
    fprintf(out, "0};\n");
    fclose(in);
    return 0;
}

int main(int count, char **arguments)
{
    FILE *out = count > 1 && count % 2 == 0 ? fopen(arguments[1], "w") : NULL;
    if (!out) {
        fprintf(stderr, "usage: embed-puzzles OUT.c [GAME FILE]...\n");
        return 2;
    }
    fprintf(out, "/* Written by embed-puzzles; not to be edited. */\n#include \"puzzles/puzzle.h\"\n\n#include "
                 "<string.h>\n");
    for (int i = 2; i < count; i += 2)
        if (write_file(out, arguments[i], arguments[i + 1]) < 0)
            return 1;
    fprintf(out, "\nconst char *flip_puzzles_shipped(const struct flip_game *game)\n{\n");
    for (int i = 2; i < count; i += 2)
        fprintf(out, "    if (strcmp(game->id, \"%s\") == 0)\n        return (const char *)%s;\n", arguments[i],
                arguments[i]);
    fprintf(out, "    return NULL;\n}\n");
    return fclose(out) == 0 ? 0 : 1;
}
