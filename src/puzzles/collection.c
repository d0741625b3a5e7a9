/* A file of puzzles. Its first line names format, game and version of the rules. */
#include "puzzles/puzzle.h"

#include "core/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000 };

static int read_head(const struct flip_game *game, const char *line, int *rules, struct flip_error *error)
{
    char id[64];
    int format;
    if (sscanf(line, "flipside puzzles %d %63s %d", &format, id, rules) != 3)
        return flip_fail(error, FLIP_ERROR_SYNTAX, "This is not a file of puzzles: its first line does not say so.");
    if (format != FLIP_PUZZLE_FORMAT)
        return flip_fail(error, FLIP_ERROR_SYNTAX,
                         "The puzzles have a format that this program does not know (it knows %d).",
                         FLIP_PUZZLE_FORMAT);
    if (strcmp(id, game->id) != 0)
        return flip_fail(error, FLIP_ERROR_SYNTAX, "The puzzles are of %.60s, not of %s.", id, game->id);
    if (*rules < 1 || *rules > game->version)
        return flip_fail(error, FLIP_ERROR_SYNTAX, "The puzzles follow a version of the rules that is not known.");
    return 0;
}

const struct flip_puzzle *flip_puzzles_find(const struct flip_puzzles *puzzles, const char *id)
{
    for (int i = 0; i < puzzles->count; i++)
        if (strcmp(puzzles->list[i].id, id) == 0)
            return &puzzles->list[i];
    return NULL;
}

static uint64_t mixed(uint64_t hash, const char *words)
{
    hash = flip_hash(hash, words, strlen(words));
    return hash ^ hash >> 29;
}

/* The puzzle with the smallest hash of day and name, as in web/src/ownpuzzles.ts: later additions hardly ever change
   it. */
static const struct flip_puzzle *of_day(const struct flip_puzzles *puzzles, const char *day, bool mined)
{
    const struct flip_puzzle *best = NULL;
    uint64_t least = 0;
    for (int i = 0; i < puzzles->count; i++) {
        const struct flip_puzzle *puzzle = &puzzles->list[i];
        const uint64_t hash = mixed(mixed(mixed(UINT64_C(1469598103934665603), day), puzzle->id), day);
        if (puzzle->mined == mined && (!best || hash < least)) {
            best = puzzle;
            least = hash;
        }
    }
    return best;
}

const struct flip_puzzle *flip_puzzles_of_day(const struct flip_puzzles *puzzles, const char *day)
{
    const struct flip_puzzle *found = of_day(puzzles, day, false);
    return found ? found : of_day(puzzles, day, true);
}

int flip_puzzles_add(struct flip_puzzles *puzzles, struct flip_puzzle *puzzle, bool *added, struct flip_error *error)
{
    *added = !flip_puzzles_find(puzzles, puzzle->id);
    if (!*added) {
        flip_puzzle_free(puzzle);
        return 0;
    }
    if (puzzles->count == puzzles->room) {
        const int room = puzzles->room ? 2 * puzzles->room : 64;
        struct flip_puzzle *list = room <= 2 * MOST ? realloc(puzzles->list, (size_t)room * sizeof *list) : NULL;
        if (!list) {
            flip_puzzle_free(puzzle);
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for so many puzzles.");
        }
        puzzles->list = list;
        puzzles->room = room;
    }
    puzzles->list[puzzles->count++] = *puzzle;
    return 0;
}

static int read_lines(const struct flip_game *game, char *rest, struct flip_puzzles *out, struct flip_error *error)
{
    int rules, number = 1;
    char *line = strsep(&rest, "\n");
    if (read_head(game, line, &rules, error) < 0)
        return -1;
    while ((line = strsep(&rest, "\n"))) {
        struct flip_puzzle puzzle;
        struct flip_error why;
        bool added;
        number++;
        if (!*line)
            continue;
        const struct flip_puzzle *previous = out->count ? &out->list[out->count - 1] : NULL;
        if (flip_puzzle_read(game, rules, line, previous, &puzzle, &why) < 0)
            return flip_fail(error, why.code, "Line %d: %.300s", number, why.message);
        if (flip_puzzles_add(out, &puzzle, &added, error) < 0)
            return -1;
        if (!added)
            return flip_fail(error, FLIP_ERROR_SYNTAX, "Line %d: this puzzle is there twice.", number);
    }
    return 0;
}

int flip_puzzles_read(const struct flip_game *game, const char *text, struct flip_puzzles *out,
                      struct flip_error *error)
{
    char *copy = strdup(text);
    *out = (struct flip_puzzles){0};
    if (!copy)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the puzzles.");
    const int status = read_lines(game, copy, out, error);
    free(copy);
    if (status < 0)
        flip_puzzles_free(out);
    return status;
}

char *flip_puzzles_text(const struct flip_game *game, const struct flip_puzzles *puzzles)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(out, "flipside puzzles %d %s %d\n", FLIP_PUZZLE_FORMAT, game->id,
            puzzles->count ? puzzles->list[0].rules : game->version);
    for (int i = 0; i < puzzles->count; i++) {
        char *line = flip_puzzle_line(&puzzles->list[i], i ? &puzzles->list[i - 1] : NULL);
        if (!line) {
            fclose(out);
            free(text);
            return NULL;
        }
        fprintf(out, "%s\n", line);
        free(line);
    }
    fclose(out);
    return text;
}

void flip_puzzles_free(struct flip_puzzles *puzzles)
{
    for (int i = 0; i < puzzles->count; i++)
        flip_puzzle_free(&puzzles->list[i]);
    free(puzzles->list);
    *puzzles = (struct flip_puzzles){0};
}
