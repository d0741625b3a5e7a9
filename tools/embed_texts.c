/*
 * Turns texts, one a game, into a C file, so that the program has them wherever it is installed.
 *
 *     embed_texts OUT.c KIND GAME=FILE…
 *
 * KIND names the list: with `rulebook` it is `const struct flip_rulebook flip_rulebooks[]` of edition/rulebook.h.
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

int main(int argc, char **argv)
{
    enum { FIRST = 3 };
    if (argc < FIRST) {
        fprintf(stderr, "usage: embed_texts OUT.c KIND GAME=FILE...\n");
        return 2;
    }
    const char *kind = argv[2];
    FILE *out = fopen(argv[1], "wb");
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    fprintf(out, "/* Made by tools/embed_texts.c. */\n#include \"edition/%s.h\"\n\n#include <stddef.h>\n\n", kind);
    for (int i = FIRST; i < argc; i++) {
        const char *path = strchr(argv[i], '=');
        if (!path || embed(out, path + 1, i) < 0) {
            fprintf(stderr, "embed_texts: '%s' is not GAME=FILE, or cannot be read\n", argv[i]);
            return 1;
        }
    }
    fprintf(out, "\nconst struct flip_%s flip_%ss[] = {\n", kind, kind);
    for (int i = FIRST; i < argc; i++)
        fprintf(out, "    {\"%.*s\", (const char *)text_%d},\n", (int)strcspn(argv[i], "="), argv[i], i);
    fprintf(out, "    {NULL, NULL},\n};\n");
    return fclose(out) == 0 ? 0 : 1;
}
