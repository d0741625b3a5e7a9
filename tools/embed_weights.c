/*
 * Turns weights that were learnt, numbers in a text file, into C while the program is built.
 *
 *     embed_weights OUT.c HEADER TYPE DECLARATION FILE
 *
 * writes `DECLARATION = {…};` for numbers of that TYPE after an include of the HEADER. In the file `#` begins a remark. The compiler
 * sees to it that there are as many numbers as the declaration has room for.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name in "const float weights[N]". */
static void name_in(const char *declaration, char *out, size_t size)
{
    const size_t end = strcspn(declaration, "[");
    size_t begin = end;
    while (begin > 0 && declaration[begin - 1] != ' ')
        begin--;
    snprintf(out, size, "%.*s", (int)(end - begin), declaration + begin);
}

/* How many numbers were written; -1: something is none. */
static long copy(FILE *in, FILE *out, const char *suffix)
{
    char line[1 << 16];
    long count = 0;
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "#\n")] = '\0';
        for (char *at = line, *end; *(at += strspn(at, " \t\r")); at = end, count++) {
            const double number = strtod(at, &end);
            if (end == at)
                return -1;
            fprintf(out, "%s%.8e%s,", count % 12 ? " " : "\n    ", number, suffix);
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: embed_weights OUT.c HEADER TYPE DECLARATION FILE\n");
        return 2;
    }
    char name[128];
    name_in(argv[4], name, sizeof name);
    FILE *in = fopen(argv[5], "r"), *out = in ? fopen(argv[1], "w") : NULL;
    if (!out) {
        perror(in ? argv[1] : argv[5]);
        return 1;
    }
    fprintf(out, "/* Made by tools/embed_weights.c. */\n#include \"%s\"\n\n", argv[2]);
    fprintf(out, "#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n");
    fprintf(out, "#pragma GCC diagnostic ignored \"-Wfloat-conversion\"\n%s = {", argv[4]);
    const long count = copy(in, out, strcmp(argv[3], "float") == 0 ? "f" : "");
    if (count < 0) {
        fprintf(stderr, "%s: only numbers and remarks behind '#' may stand here.\n", argv[5]);
        return 1;
    }
    fprintf(out, "\n};\n_Static_assert(sizeof %s == %ld * sizeof(%s), \"there are too few or too many weights\");\n",
            name, count, argv[3]);
    fclose(in);
    return fclose(out) == 0 ? 0 : 1;
}
