/*
 * Runs a fuzz target without libFuzzer: every file of a corpus as it is, then mutations of them, the same ones every time. Any compiler
 * builds it, so a target runs with the other tests; nobody follows which lines an input comes to (./check --full does). module.mjs does
 * the same for WebAssembly.
 *
 *     fuzz_record RUNS DICTIONARY FILE-OR-FOLDER…
 *
 * An input that ends the program stays in the folder FLIPSIDE_FUZZ_CRASHES, or here.
 */
#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 65536, MOST = 4096 };

struct piece {
    size_t length;
    uint8_t *bytes;
};

struct list {
    size_t count;
    struct piece at[MOST];
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t state = 0x9e3779b9;

/* xorshift: the same numbers every time */
static size_t pick(size_t below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return below ? state % below : 0;
}

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    exit(2);
}

/* --- what it begins with ------------------------------------------------------------------------------------------- */

static void keep(struct list *list, const void *bytes, size_t length)
{
    require(list->count < MOST, "too many files");
    struct piece *piece = &list->at[list->count++];
    piece->length = length < LONGEST ? length : LONGEST;
    piece->bytes = malloc(piece->length + 1);
    require(piece->bytes != NULL, "no memory");
    memcpy(piece->bytes, bytes, piece->length);
}

static void read_file(struct list *list, const char *path)
{
    static uint8_t bytes[LONGEST];
    FILE *file = fopen(path, "rb");
    require(file != NULL, path);
    keep(list, bytes, fread(bytes, 1, sizeof bytes, file));
    fclose(file);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* A file, or the files of a folder by their names: a folder gives them in any order. */
static void read_corpus(struct list *list, const char *path)
{
    static char *names[MOST];
    size_t count = 0;
    DIR *folder = opendir(path);
    if (!folder) {
        read_file(list, path);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL && count < MOST;)
        if (entry->d_name[0] != '.')
            names[count++] = strdup(entry->d_name);
    closedir(folder);
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) {
        char whole[PATH_MAX];
        snprintf(whole, sizeof whole, "%s/%s", path, names[i]);
        read_file(list, whole);
        free(names[i]);
    }
}

/* A dictionary of libFuzzer: a word in quotes in each line, with \" \\ and \xAB. */
static void read_words(struct list *list, const char *path)
{
    char line[512], word[512];
    FILE *file = fopen(path, "r");
    require(file != NULL, path);
    while (fgets(line, sizeof line, file)) {
        const char *end = strrchr(line, '"');
        size_t length = 0;
        for (const char *at = line + 1; line[0] == '"' && at < end; at++, length++) {
            unsigned number;
            if (at[0] != '\\') {
                word[length] = *at;
            } else if (at[1] == 'x' && sscanf(at + 2, "%2x", &number) == 1) {
                word[length] = (char)number;
                at += 3;
            } else {
                word[length] = *++at;
            }
        }
        if (length > 0)
            keep(list, word, length);
    }
    fclose(file);
}

/* --- mutations ----------------------------------------------------------------------------------------------------- */

static uint8_t input[LONGEST];
static size_t input_length;

/* The bytes from `from` to `to` are these instead. */
static void replace(size_t from, size_t to, const void *bytes, size_t length)
{
    static uint8_t copy[LONGEST];
    length = length < LONGEST - from ? length : LONGEST - from;
    memcpy(copy, bytes, length); /* they may be part of it */
    size_t rest = input_length - to;
    rest = rest < LONGEST - from - length ? rest : LONGEST - from - length;
    memmove(input + from + length, input + to, rest);
    memcpy(input + from, copy, length);
    input_length = from + length + rest;
}

/* One of the numbers in it is another. */
static void other_number(void)
{
    static const char *const odd[] = {
        "0", "-1", "255", "2147483647", "-2147483648", "4294967296", "9223372036854775807", "1e308", "0.5"};
    size_t from = pick(input_length + 1), to;
    while (from < input_length && (input[from] < '0' || input[from] > '9'))
        from++;
    for (to = from; to < input_length && input[to] >= '0' && input[to] <= '9';)
        to++;
    const char *number = odd[pick(sizeof odd / sizeof *odd)];
    if (to > from)
        replace(from, to, number, strlen(number));
}

static void change(const struct list *corpus, const struct list *words)
{
    const size_t at = pick(input_length + 1), rest = input_length - at;
    const struct piece *piece;
    size_t length, from;
    switch (pick(7)) {
    case 0:
        if (rest > 0)
            input[at] ^= (uint8_t)(1u << pick(8));
        break;
    case 1:
        if (rest > 0)
            input[at] = (uint8_t) "0123456789{}[]\":,-eE \n"[pick(22)];
        break;
    case 2:
        piece = &words->at[pick(words->count)];
        replace(at, at, piece->bytes, piece->length);
        break;
    case 3:
        length = 1 + pick(40);
        replace(at, at + (length < rest ? length : rest), "", 0);
        break;
    case 4: /* a piece of it a second time */
        length = 1 + pick(200);
        length = length < rest ? length : rest;
        from = pick(input_length + 1);
        replace(from, from, input + at, length);
        break;
    case 5: /* the end of another */
        piece = &corpus->at[pick(corpus->count)];
        length = pick(piece->length + 1);
        replace(at, input_length, piece->bytes + length, piece->length - length);
        break;
    default:
        other_number();
    }
}

/* --- a run --------------------------------------------------------------------------------------------------------- */

/* It is written down before, since there may be no after; and given in memory of its own, at whose end a sanitizer watches. */
static void run(const char *crash)
{
    FILE *file = fopen(crash, "wb");
    require(file != NULL && fwrite(input, 1, input_length, file) == input_length && fclose(file) == 0, crash);
    uint8_t *bytes = malloc(input_length + (input_length == 0));
    require(bytes != NULL, "no memory");
    memcpy(bytes, input, input_length);
    LLVMFuzzerTestOneInput(bytes, input_length);
    free(bytes);
}

int main(int count, char **arguments)
{
    static struct list corpus, words;
    char crash[PATH_MAX];
    require(count > 3, "RUNS DICTIONARY FILE-OR-FOLDER…");
    const char *name = strrchr(arguments[0], '/'), *folder = getenv("FLIPSIDE_FUZZ_CRASHES");
    snprintf(crash, sizeof crash, "%s/%s-crash", folder ? folder : ".", name ? name + 1 : arguments[0]);
    read_words(&words, arguments[2]);
    for (int i = 3; i < count; i++)
        read_corpus(&corpus, arguments[i]);
    require(corpus.count > 0 && words.count > 0, "there is nothing to begin with");
    const size_t runs = corpus.count + strtoul(arguments[1], NULL, 10);
    for (size_t i = 0; i < runs; i++) {
        const struct piece *piece = &corpus.at[i < corpus.count ? i : pick(corpus.count)];
        memcpy(input, piece->bytes, input_length = piece->length);
        for (size_t changes = i < corpus.count ? 0 : 1 + pick(5); changes > 0; changes--)
            change(&corpus, &words);
        run(crash);
    }
    remove(crash);
    for (size_t i = 0; i < corpus.count; i++)
        free(corpus.at[i].bytes);
    for (size_t i = 0; i < words.count; i++)
        free(words.at[i].bytes);
    printf("%zu files and %zu mutations of them\n", corpus.count, runs - corpus.count);
    return 0;
}
