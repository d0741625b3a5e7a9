/*
 * Turns the players' rules (docs/rules/GAME.md) into a C file, so that the program shows them wherever it is installed.
 *
 *     embed_rules OUT.c FILE.md…
 *
 * The name of a file without its ending is the id of its game.
 */
#include <stdio.h>
#include <string.h>

static int embed(FILE *out, const char *path, int number)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return -1;
    }
    fprintf(out, "static const unsigned char text_%d[] = {", number);
    int column = 0;
    for (int c = fgetc(in); c != EOF; c = fgetc(in))
        fprintf(out, "%s%d,", column++ % 24 ? "" : "\n", c);
    fprintf(out, "0};\n");
    fclose(in);
    return 0;
}

static void name_of(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = '\0';
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: embed_rules OUT.c FILE.md...\n");
        return 2;
    }
    FILE *out = fopen(argv[1], "wb");
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    fprintf(out, "/* Made by tools/embed_rules.c from docs/rules. */\n#include \"edition/rulebook.h\"\n\n#include "
                 "<stddef.h>\n\n");
    for (int i = 2; i < argc; i++)
        if (embed(out, argv[i], i) < 0)
            return 1;
    fprintf(out, "\nconst struct flip_rulebook flip_rulebooks[] = {\n");
    for (int i = 2; i < argc; i++) {
        char name[128];
        name_of(argv[i], name, sizeof name);
        fprintf(out, "    {\"%s\", (const char *)text_%d},\n", name, i);
    }
    fprintf(out, "    {NULL, NULL},\n};\n");
    return fclose(out) == 0 ? 0 : 1;
}
