/*
 * embed-texts OUT.c ARRAY [NAME FILE]…, run while the program is built: writes files down as C, a list of names and texts
 * (src/core/texts.h) that ends with one without a name.
 */
#include <stdio.h>

static int write_file(FILE *out, int number, const char *path)
{
    FILE *in = fopen(path, "r");
    int byte, count = 0;
    if (!in) {
        perror(path);
        return -1;
    }
    fprintf(out, "\nstatic const unsigned char text_%d[] = {", number);
    for (; (byte = getc(in)) != EOF; count++)
        fprintf(out, "%s%d,", count % 24 ? "" : "\n    ", byte);
    fprintf(out, "0};\n");
    fclose(in);
    return 0;
}

int main(int count, char **arguments)
{
    FILE *out = count > 2 && count % 2 == 1 ? fopen(arguments[1], "w") : NULL;
    if (!out) {
        fprintf(stderr, "usage: embed-texts OUT.c ARRAY [NAME FILE]...\n");
        return 2;
    }
    fprintf(out, "/* Written by embed-texts; not to be edited. */\n#include \"core/texts.h\"\n");
    for (int i = 3; i < count; i += 2)
        if (write_file(out, i / 2, arguments[i + 1]) < 0)
            return 1;
    fprintf(out, "\nconst struct flip_named_text %s[] = {\n", arguments[2]);
    for (int i = 3; i < count; i += 2)
        fprintf(out, "    {\"%s\", (const char *)text_%d},\n", arguments[i], i / 2);
    fprintf(out, "    {0},\n};\n");
    return fclose(out) == 0 ? 0 : 1;
}
