/* Which puzzle comes next: see routes.h. */
#include "server/routes/routes.h"

#include "core/hash.h"

#include <ctype.h>
#include <math.h>
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

/* What was asked for: a theme, a rating, and what the store knows, by the names of the puzzles. */
struct puzzle_query {
    const char *theme;
    double rating;
    json_t *rated, *tried;
    json_t *fits; /* which themes of puzzles are the one: their words take long to find */
};

static bool has_theme(const struct flip_puzzle *puzzle, const struct puzzle_query *query)
{
    char slug[THEME_SLUG];
    if (!*query->theme)
        return true;
    const json_t *known = json_object_get(query->fits, puzzle->theme);
    if (!known) {
        theme_slug(puzzle, slug);
        known = json_boolean(strcmp(slug, query->theme) == 0);
        json_object_set_new(query->fits, puzzle->theme, (json_t *)known);
    }
    return json_is_true(known);
}

/* Rows by the text that each has under the key, so that every puzzle is looked up at once; to be released. */
static json_t *rows_by(struct store *store, enum store_list which, const char *a, const char *b, const char *key,
                       struct flip_error *error)
{
    json_t *rows = rows_json(store, which, a, b, 0, error), *by = rows ? json_object() : NULL;
    if (rows && !by)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to choose a puzzle.");
    for (size_t i = 0; by && i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        json_object_set(by, string_of(row, key), row);
    }
    json_decref(rows);
    return by;
}

/* Those of the theme; the tried ones only if there are no others. */
static int candidates(const struct flip_puzzles *puzzles, const struct puzzle_query *query, struct candidate *out)
{
    int count = 0;
    for (int again = 0; again < 2 && count == 0; again++)
        for (int i = 0; i < puzzles->count; i++) {
            const struct flip_puzzle *puzzle = &puzzles->list[i];
            if ((!again && json_object_get(query->tried, puzzle->id)) || !has_theme(puzzle, query))
                continue;
            const json_t *row = json_object_get(query->rated, puzzle->id);
            const double own = row ? json_number_value(json_object_get(row, "rating")) : puzzle->rating;
            out[count++] = (struct candidate){puzzle, fabs(own - query->rating)};
        }
    return count;
}

static const struct flip_puzzle *nearest(const struct flip_puzzles *puzzles, const struct puzzle_query *query,
                                         struct flip_error *error)
{
    const struct flip_puzzle *chosen = NULL;
    struct candidate *list = calloc((size_t)puzzles->count + 1, sizeof *list);
    const int count = list ? candidates(puzzles, query, list) : 0;
    if (!list) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to choose a puzzle.");
    } else if (!count) {
        flip_fail(error, FLIP_ERROR_NOT_FOUND, "There are no such puzzles.");
    } else {
        qsort(list, (size_t)count, sizeof *list, nearest_first);
        chosen = list[randombytes_uniform((uint32_t)(count < NEAR ? count : NEAR))].puzzle;
    }
    free(list);
    return chosen;
}

const struct flip_puzzle *choose_puzzle(struct store *store, const struct flip_puzzles *puzzles, const char *person,
                                        double rating, const char *theme, struct flip_error *error)
{
    const char *game = puzzles->count ? puzzles->list[0].game->id : "";
    struct puzzle_query query = {.theme = theme, .rating = rating, .fits = json_object()};
    query.rated = rows_by(store, LIST_PUZZLES, game, "", "id", error);
    if (query.rated)
        query.tried = rows_by(store, LIST_PUZZLE_TRIES, person, game, "puzzle", error);
    const struct flip_puzzle *chosen = query.tried ? nearest(puzzles, &query, error) : NULL;
    json_decref(query.tried);
    json_decref(query.rated);
    json_decref(query.fits);
    return chosen;
}

/* --- the next of a rush ------------------------------------------------------------------------------------------------------ */

static uint64_t mixed(uint64_t hash, const void *bytes, size_t count)
{
    hash = flip_hash(hash, bytes, count);
    return hash ^ hash >> 29;
}

/* Names decide between equals. */
static int easiest_first(const void *a, const void *b)
{
    const struct flip_puzzle *left = *(const struct flip_puzzle *const *)a,
                             *right = *(const struct flip_puzzle *const *)b;
    return left->rating != right->rating ? (left->rating < right->rating ? -1 : 1) : strcmp(left->id, right->id);
}

/* The puzzle that has so many easier ones. */
static const struct flip_puzzle *at_place(const struct flip_puzzles *puzzles, int place)
{
    const struct flip_puzzle **list = calloc((size_t)puzzles->count, sizeof(const struct flip_puzzle *));
    if (!list)
        return &puzzles->list[0];
    for (int i = 0; i < puzzles->count; i++)
        list[i] = &puzzles->list[i];
    qsort(list, (size_t)puzzles->count, sizeof(const struct flip_puzzle *), easiest_first);
    const struct flip_puzzle *found = list[place];
    free(list);
    return found;
}

const struct flip_puzzle *puzzle_of_rush(const struct flip_puzzles *puzzles, int64_t began, int number)
{
    if (puzzles->count == 0)
        return NULL;
    const int step = number < RUSH_STEPS ? number : RUSH_STEPS - 1;
    const int from = step * puzzles->count / RUSH_STEPS, to = (step + 1) * puzzles->count / RUSH_STEPS;
    const uint64_t hash = mixed(mixed(UINT64_C(1469598103934665603), &began, sizeof began), &number, sizeof number);
    const int width = to > from ? to - from : 1, wanted = from + (int)(hash % (uint64_t)width);
    return at_place(puzzles, wanted);
}
