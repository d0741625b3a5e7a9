/*
 * Turns weights that were learnt, numbers in a text file, into C while the program is built.
 *
 *     embed_weights OUT.c HEADER TYPE DECLARATION FILE
 *
 * writes `DECLARATION = {…};` for numbers of that TYPE after an include of the HEADER. In the file `#` begins a remark. The compiler
 * sees to it that there are as many numbers as the declaration has room for.
 *
 *     embed_weights --packed OUT.c HEADER TYPE DECLARATION FILE
 *
 * writes bytes that compress to half of that, and a function that makes the same numbers of them before the program begins: for the
 * page, which is fetched over a network. Such numbers have at most four digits behind the point.
 *
 *     embed_weights --bytes OUT.c NAME [FILE]
 *
 * writes a file as it is, as the bytes NAME and their number NAME_size; without a FILE there are none.
 */
#include <math.h>
#include <stdbool.h>
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

/* Hands over the numbers one by one. -1: something is none, or was not taken. */
static int read_numbers(FILE *in, int (*take)(void *context, double number), void *context)
{
    char line[1 << 16];
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "#\n")] = '\0';
        for (char *at = line, *end; *(at += strspn(at, " \t\r")); at = end) {
            const double number = strtod(at, &end);
            if (end == at || take(context, number) < 0)
                return -1;
        }
    }
    return 0;
}

static int complain(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    return 1;
}

/* --- as they are ---------------------------------------------------------------------------------------------------------- */

struct written {
    FILE *out;
    const char *suffix;
    long count;
};

static int write_number(void *context, double number)
{
    struct written *written = context;
    fprintf(written->out, "%s%.8e%s,", written->count++ % 12 ? " " : "\n    ", number, written->suffix);
    return 0;
}

static int embed(FILE *in, FILE *out, char **argv, const char *name)
{
    struct written written = {out, strcmp(argv[3], "float") == 0 ? "f" : "", 0};
    fprintf(out, "#include \"%s\"\n\n", argv[2]);
    fprintf(out, "#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n");
    fprintf(out, "#pragma GCC diagnostic ignored \"-Wfloat-conversion\"\n%s = {", argv[4]);
    if (read_numbers(in, write_number, &written) < 0)
        return complain(argv[5], "only numbers and remarks behind '#' may stand here.");
    fprintf(out, "\n};\n_Static_assert(sizeof %s == %ld * sizeof(%s), \"there are too few or too many weights\");\n",
            name, written.count, argv[3]);
    return 0;
}

/* --- packed -------------------------------------------------------------------------------------------------------------- */

enum { PLANES = 3, UNIT = 10000 };

/* A number as thousandths, in two bytes, and the digit behind them, which is mostly zero. Bytes of a kind lie together. */
struct packed {
    bool single; /* they are floats */
    long count, room;
    unsigned char *plane[PLANES];
};

static int make_room(struct packed *packed)
{
    if (packed->count < packed->room)
        return 0;
    packed->room = packed->room ? 2 * packed->room : 4096;
    for (int i = 0; i < PLANES; i++) {
        unsigned char *larger = realloc(packed->plane[i], (size_t)packed->room);
        if (!larger)
            return -1;
        packed->plane[i] = larger;
    }
    return 0;
}

/* -1: the number has more digits than there is room for. */
static int pack(void *context, double number)
{
    struct packed *packed = context;
    const double whole = round(number * UNIT), thousandths = floor(whole / 10);
    const bool same = packed->single ? (float)(whole / UNIT) == (float)number : whole / UNIT == number;
    if (!same || fabs(thousandths) > 32767 || make_room(packed) < 0)
        return -1;
    const unsigned bits = (unsigned)(int)thousandths;
    packed->plane[0][packed->count] = (unsigned char)bits;
    packed->plane[1][packed->count] = (unsigned char)(bits >> 8);
    packed->plane[2][packed->count] = (unsigned char)(int)(whole - 10 * thousandths);
    packed->count++;
    return 0;
}

/* The header declares the numbers as constants, which nobody can fill in: here they have another name while it is read. */
static int embed_packed(FILE *in, FILE *out, char **argv, const char *name)
{
    const char *type = argv[3];
    struct packed packed = {.single = strcmp(type, "float") == 0};
    if (read_numbers(in, pack, &packed) < 0)
        return complain(argv[5], "only numbers with at most four digits behind the point can be packed.");
    fprintf(out, "#define %s declared_in_the_header\n#include \"%s\"\n#undef %s\n\n", name, argv[2], name);
    fprintf(out, "static const unsigned char plane[%d][%ld] = {", PLANES, packed.count);
    for (int i = 0; i < PLANES; i++) {
        fputs("\n    {", out);
        for (long k = 0; k < packed.count; k++)
            fprintf(out, "%d,", packed.plane[i][k]);
        fputs("},", out);
        free(packed.plane[i]);
    }
    fprintf(out, "\n};\n\n%s %s[%ld];\n", type, name, packed.count);
    fprintf(
        out,
        "_Static_assert(sizeof %s == sizeof declared_in_the_header, \"there are too few or too many weights\");\n\n",
        name);
    fprintf(
        out,
        "__attribute__((constructor)) static void unpack(void)\n{\n    for (int i = 0; i < %ld; i++)\n"
        "        %s[i] = (%s)((10.0 * (signed char)plane[1][i] * 256 + 10.0 * plane[0][i] + plane[2][i]) / %d);\n}\n",
        packed.count, name, type, UNIT);
    return 0;
}

/* --- bytes --------------------------------------------------------------------------------------------------------------- */

static int embed_bytes(const char *to, const char *name, const char *from)
{
    FILE *in = from ? fopen(from, "rb") : NULL, *out = fopen(to, "w");
    long count = 0;
    if (!out || (from && !in)) {
        perror(out ? from : to);
        return 1;
    }
    fprintf(out, "/* Made by tools/embed_weights.c. */\n#include <stddef.h>\n\n");
    fprintf(out, "extern const unsigned char %s[];\nextern const size_t %s_size;\n", name, name);
    fprintf(out, "const unsigned char %s[] = {", name);
    for (int byte; in && (byte = getc(in)) != EOF; count++)
        fprintf(out, "%s%d,", count % 24 ? "" : "\n    ", byte);
    fprintf(out, "0};\nconst size_t %s_size = %ld;\n", name, count);
    if (in)
        fclose(in);
    return fclose(out) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if ((argc == 4 || argc == 5) && strcmp(argv[1], "--bytes") == 0)
        return embed_bytes(argv[2], argv[3], argc == 5 ? argv[4] : NULL);
    const bool packed = argc > 1 && strcmp(argv[1], "--packed") == 0;
    if (packed) {
        argc--;
        argv++;
    }
    if (argc != 6) {
        fprintf(stderr,
                "usage: embed_weights [--packed] OUT.c HEADER TYPE DECLARATION FILE, or --bytes OUT.c NAME [FILE]\n");
        return 2;
    }
    char name[128];
    name_in(argv[4], name, sizeof name);
    FILE *in = fopen(argv[5], "r"), *out = in ? fopen(argv[1], "w") : NULL;
    if (!out) {
        perror(in ? argv[1] : argv[5]);
        return 1;
    }
    fprintf(out, "/* Made by tools/embed_weights.c. */\n");
    const int status = (packed ? embed_packed : embed)(in, out, argv, name);
    fclose(in);
    return fclose(out) == 0 ? status : 1;
}
