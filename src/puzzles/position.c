/*
 * Sets up the position of a puzzle. A table is opened with the puzzle's seed, and its moves are made like a player's:
 * nothing in a puzzle is trusted. The world of this table is the puzzle's list of outcomes.
 */
#include "puzzles/puzzle.h"
#include "table/table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The remaining steps, and the table on which they are made. */
struct steps {
    const struct flip_table *table;
    char *rest;
};

static char *next_step(struct steps *steps)
{
    char *step = strsep(&steps->rest, ";");
    return step && *step ? step : NULL;
}

static int flick_as_then(void *context, const struct flip_scene *scene, struct flip_outcome *out,
                         struct flip_error *error)
{
    struct steps *steps = context;
    (void)scene;
    const char *step = steps->table ? next_step(steps) : NULL;
    if (!step || *step != '{')
        return flip_fail(error, FLIP_ERROR_SYNTAX, "The puzzle does not say how a flick ended.");
    return flip_table_outcome_read(steps->table, step, out, error);
}

static int make_moves(const struct flip_puzzle *puzzle, struct flip_table *table, struct steps *steps,
                      struct flip_error *error)
{
    int count = 0;
    for (char *step; (step = next_step(steps)); count++) {
        struct flip_error why;
        flip_move move;
        int seat = 0;
        if (puzzle->seats > 1)
            seat = *step++ - '0';
        if (seat < 0 || seat >= puzzle->seats)
            return flip_fail(error, FLIP_ERROR_SYNTAX, "Move %d of the puzzle is made by nobody.", count + 1);
        if (flip_table_find(table, seat, step, &move, &why) < 0 || flip_table_act(table, seat, move, &why) < 0)
            return flip_fail(error, why.code, "Move %d of the puzzle does not fit: %.300s", count + 1, why.message);
    }
    return 0;
}

static int check_position(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_error *error)
{
    char id[FLIP_PUZZLE_ID];
    flip_move best;
    struct flip_error why;
    if (!flip_set_has(flip_table_turn(table), puzzle->seat))
        return flip_fail(error, FLIP_ERROR_SYNTAX, "The puzzle asks a seat that does not have to decide.");
    flip_puzzle_name(table, puzzle->seat, id);
    if (strcmp(id, puzzle->id) != 0)
        return flip_fail(error, FLIP_ERROR_SYNTAX,
                         "The puzzle leads to another position than the one it is named for.");
    if (flip_table_find(table, puzzle->seat, puzzle->best, &best, &why) < 0)
        return flip_fail(error, why.code, "The best choice cannot be made: %.300s", why.message);
    return 0;
}

static struct flip_edition *edition_of(const struct flip_puzzle *puzzle, struct flip_error *error)
{
    struct flip_edition *edition = flip_edition_chosen(puzzle->game, &puzzle->options, error);
    if (edition && strncmp(edition->hash, puzzle->edition, strlen(puzzle->edition)) != 0) {
        flip_edition_free(edition);
        flip_fail(error, FLIP_ERROR_SYNTAX, "The puzzle was made for another edition of %s.", puzzle->game->title);
        return NULL;
    }
    return edition;
}

struct flip_table *flip_puzzle_start(const struct flip_puzzle *puzzle, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    struct steps steps = {.rest = NULL};
    struct flip_table_def def = flip_table_defaults(puzzle->game);
    struct flip_edition *edition = edition_of(puzzle, error);
    char *copy = edition ? strdup(puzzle->steps) : NULL;
    struct flip_table *table = NULL;
    flip_seed_from_words(puzzle->seed, seed);
    def.seats = puzzle->seats;
    def.options = puzzle->options;
    def.edition = edition;
    def.seed = seed;
    if (puzzle->game->flicks)
        def.world = (struct flip_world){flick_as_then, &steps};
    if (edition && !copy)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a puzzle.");
    else if (edition && (table = flip_table_open(&def, error))) {
        steps = (struct steps){.table = table, .rest = copy};
        if (make_moves(puzzle, table, &steps, error) < 0) {
            flip_table_close(table);
            table = NULL;
        }
    }
    if (table)
        table->world = (struct flip_world){0}; /* the list is freed, so no more flicks */
    free(copy);
    flip_edition_free(edition);
    return table;
}

struct flip_table *flip_puzzle_table(const struct flip_puzzle *puzzle, struct flip_error *error)
{
    struct flip_table *table = flip_puzzle_start(puzzle, error);
    if (table && check_position(puzzle, table, error) < 0) {
        flip_table_close(table);
        table = NULL;
    }
    return table;
}

/* What views have told since the first puzzles were named, and what follows from the rest: positions keep the names
   that they had before. Each is an object without another one in it. */
static void hash_view(crypto_hash_sha256_state *state, const char *view)
{
    static const char later[] = ",\"stars_from\":{", last[] = ",\"search\":{";
    const char *search = strstr(view, last), *end = search ? search : view + strlen(view), *at = view, *next;
    while ((next = strstr(at, later)) && next < end) {
        crypto_hash_sha256_update(state, (const unsigned char *)at, (size_t)(next - at));
        at = next + strcspn(next, "}") + 1;
    }
    crypto_hash_sha256_update(state, (const unsigned char *)at, (size_t)(end - at));
    crypto_hash_sha256_update(state, (const unsigned char *)"}", search != NULL);
}

void flip_puzzle_name(const struct flip_table *table, int seat, char id[FLIP_PUZZLE_ID])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state;
    char *view = malloc(FLIP_VIEW_SIZE);
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)table->game->id, strlen(table->game->id));
    crypto_hash_sha256_update(&state, (const unsigned char *)table->edition->hash, strlen(table->edition->hash));
    if (view) {
        struct flip_json out = flip_json_in(view, FLIP_VIEW_SIZE);
        flip_json_open(&out, NULL, '{');
        table->game->knowledge->view(table->rules, table->now.state, flip_table_before(table), seat, &out);
        flip_json_close(&out);
        hash_view(&state, view);
    }
    crypto_hash_sha256_final(&state, hash);
    for (int i = 0; i < FLIP_PUZZLE_ID - 1; i++)
        id[i] = letters[hash[i] % 32];
    id[FLIP_PUZZLE_ID - 1] = '\0';
    free(view);
}
