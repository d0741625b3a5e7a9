/* Which puzzle comes next: see puzzle_choice.h. */
#include "server/routes/puzzle_choice.h"

#include "server/loop/server.h"
#include "server/routes/rows.h"

#include <ctype.h>
#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEAR = 8,       /* among so many that are nearest to the rating one is drawn */
    RUSH_STEPS = 30 /* from the easiest to the hardest in so many puzzles */
};

void theme_slug(const struct flip_puzzle *puzzle, char out[THEME_SLUG])
{
    char title[THEME_SLUG];
    size_t length = 0;
    struct flip_text words = flip_text_in(title, sizeof title);
    flip_puzzle_theme(puzzle->game, puzzle->theme, &words);
    for (const char *c = title; *c; c++)
        if (isalnum((unsigned char)*c))
            out[length++] = (char)tolower((unsigned char)*c);
        else if (length && out[length - 1] != '-')
            out[length++] = '-';
    while (length && out[length - 1] == '-')
        length--;
    out[length] = '\0';
}

/* --- near a rating ---------------------------------------------------------------------------------------------------------- */

struct candidate {
    const struct flip_puzzle *puzzle;
    double far;
};

static int nearest_first(const void *a, const void *b)
{
    const double left = ((const struct candidate *)a)->far, right = ((const struct candidate *)b)->far;
    return left < right ? -1 : left > right;
}

static bool has_theme(const struct flip_puzzle *puzzle, const char *theme)
{
    char slug[THEME_SLUG];
    if (!*theme)
        return true;
    theme_slug(puzzle, slug);
    return strcmp(slug, theme) == 0;
}

/* Those of the theme; the tried ones only if there are no others. */
static int candidates(const struct flip_puzzles *puzzles, const json_t *rated, const json_t *tried, double rating,
                      const char *theme, struct candidate *out)
{
    int count = 0;
    for (int again = 0; again < 2 && count == 0; again++)
        for (int i = 0; i < puzzles->count; i++) {
            const struct flip_puzzle *puzzle = &puzzles->list[i];
            if (!has_theme(puzzle, theme) || (!again && row_with(tried, "puzzle", puzzle->id)))
                continue;
            const json_t *row = row_with(rated, "id", puzzle->id);
            const double own = row ? json_number_value(json_object_get(row, "rating")) : puzzle->rating;
            out[count++] = (struct candidate){puzzle, fabs(own - rating)};
        }
    return count;
}

const struct flip_puzzle *choose_puzzle(struct server *server, const struct flip_puzzles *puzzles, const char *person,
                                        double rating, const char *theme, struct flip_error *error)
{
    const struct flip_puzzle *chosen = NULL;
    const char *game = puzzles->count ? puzzles->list[0].game->id : "";
    json_t *rated = rows_json(server->store, LIST_PUZZLES, game, "", 0, error);
    json_t *tried = rated ? rows_json(server->store, LIST_PUZZLE_TRIES, person, game, 0, error) : NULL;
    struct candidate *list = tried ? calloc((size_t)puzzles->count + 1, sizeof *list) : NULL;
    if (list) {
        const int count = candidates(puzzles, rated, tried, rating, theme, list);
        qsort(list, (size_t)count, sizeof *list, nearest_first);
        if (count)
            chosen = list[randombytes_uniform((uint32_t)(count < NEAR ? count : NEAR))].puzzle;
        else
            flip_fail(error, FLIP_ERROR_NOT_FOUND, "There are no such puzzles.");
    } else if (tried) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to choose a puzzle.");
    }
    free(list);
    json_decref(tried);
    json_decref(rated);
    return chosen;
}

/* --- today's, and the next of a rush ------------------------------------------------------------------------------------------ */

static uint64_t mixed(uint64_t hash, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    return hash ^ hash >> 29;
}

/* The one with the least hash of day and name: a puzzle that is added later hardly ever changes it. */
const struct flip_puzzle *puzzle_of_day(const struct flip_puzzles *puzzles, const char *day)
{
    const struct flip_puzzle *best = NULL;
    uint64_t least = 0;
    for (int i = 0; i < puzzles->count; i++) {
        const char *id = puzzles->list[i].id;
        uint64_t hash = mixed(UINT64_C(1469598103934665603), day, strlen(day));
        hash = mixed(mixed(hash, id, strlen(id)), day, strlen(day));
        if (!best || hash < least) {
            best = &puzzles->list[i];
            least = hash;
        }
    }
    return best;
}

/* How many of the puzzles are easier; names decide between equals. */
static int place_of(const struct flip_puzzles *puzzles, const struct flip_puzzle *puzzle)
{
    int place = 0;
    for (int i = 0; i < puzzles->count; i++) {
        const struct flip_puzzle *other = &puzzles->list[i];
        place +=
            other->rating < puzzle->rating || (other->rating == puzzle->rating && strcmp(other->id, puzzle->id) < 0);
    }
    return place;
}

const struct flip_puzzle *puzzle_of_rush(const struct flip_puzzles *puzzles, int64_t began, int number)
{
    if (puzzles->count == 0)
        return NULL;
    const int step = number < RUSH_STEPS ? number : RUSH_STEPS - 1;
    const int from = step * puzzles->count / RUSH_STEPS, to = (step + 1) * puzzles->count / RUSH_STEPS;
    const uint64_t hash = mixed(mixed(UINT64_C(1469598103934665603), &began, sizeof began), &number, sizeof number);
    const int width = to > from ? to - from : 1, wanted = from + (int)(hash % (uint64_t)width);
    for (int i = 0; i < puzzles->count; i++)
        if (place_of(puzzles, &puzzles->list[i]) == wanted)
            return &puzzles->list[i];
    return &puzzles->list[0];
}
