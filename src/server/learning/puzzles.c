/* The puzzles of a server: those that come with the program and those that it has mined. */
#include "server/learning/learning.h"

#include "puzzles/mine.h"
#include "table/table.h"

#include <flipside/record.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { GAMES = 64, FRESH_DEVIATION = 250 };

/* One game's puzzles; read when they are first asked for. */
struct game_puzzles {
    const struct flip_game *game;
    struct flip_puzzles puzzles;
    struct flip_puzzles retired; /* found by their names alone */
    uint64_t mined;              /* games, since the start */
};

struct puzzles {
    struct loop *loop;
    struct game_puzzles games[GAMES];
    int game_count;
    struct workers *workers; /* NULL: nothing is mined */
    struct reader *reader;   /* of their thread */
    bool mining;
    atomic_bool stopping;
    unsigned int seed;
};

/* --- reading ---------------------------------------------------------------------------------------------------------------- */

struct reading {
    struct game_puzzles *own;
    struct flip_error *error;
};

/* A line that does not fit any more, after an update of the game, is left out. */
static int read_row(void *context, const struct store_row *row)
{
    const struct reading *reading = context;
    struct game_puzzles *own = reading->own;
    struct flip_puzzle puzzle;
    struct flip_error why;
    bool added;
    const char *line = "";
    for (int i = 0; i < row->count; i++)
        if (strcmp(row->cell[i].name, "line") == 0 && row->cell[i].kind == CELL_TEXT)
            line = row->cell[i].text;
    if (!*line)
        return 0;
    int used = 0, rules = 0;
    if (sscanf(line, "%d %n", &rules, &used) != 1 || rules < 1 || rules > own->game->version ||
        flip_puzzle_read(own->game, rules, line + used, NULL, &puzzle, &why) < 0)
        return 0;
    puzzle.mined = true;
    return flip_puzzles_add(&own->puzzles, &puzzle, &added, reading->error);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct flip_puzzle *)a)->id, ((const struct flip_puzzle *)b)->id);
}

static int load_puzzles(struct store *store, struct game_puzzles *own, struct flip_error *error)
{
    const char *shipped = flip_puzzles_shipped(own->game), *retired = flip_puzzles_retired(own->game);
    struct reading reading = {own, error};
    if ((shipped && flip_puzzles_read(own->game, shipped, &own->puzzles, error) < 0) ||
        (retired && flip_puzzles_read(own->game, retired, &own->retired, error) < 0) ||
        store_list(store, LIST_PUZZLES, own->game->id, "", 0, read_row, &reading, error) < 0)
        return -1;
    if (own->puzzles.count)
        qsort(own->puzzles.list, (size_t)own->puzzles.count, sizeof *own->puzzles.list, by_name);
    return 0;
}

static struct game_puzzles *game_puzzles_of(struct puzzles *all, const struct flip_game *game, struct flip_error *error)
{
    for (int i = 0; i < all->game_count; i++)
        if (all->games[i].game == game)
            return &all->games[i];
    if (all->game_count == GAMES)
        return null_after(flip_fail(error, FLIP_ERROR_TOO_MANY, "There are too many games for puzzles."));
    struct game_puzzles *own = &all->games[all->game_count];
    *own = (struct game_puzzles){.game = game};
    if (load_puzzles(all->loop->store, own, error) < 0) {
        flip_puzzles_free(&own->puzzles);
        flip_puzzles_free(&own->retired);
        return NULL;
    }
    all->game_count++;
    return own;
}

const struct flip_puzzles *puzzles_of(struct puzzles *all, const struct flip_game *game, struct flip_error *error)
{
    const struct game_puzzles *own = game_puzzles_of(all, game, error);
    return own ? &own->puzzles : NULL;
}

const struct flip_puzzle *puzzle_named(struct puzzles *all, const struct flip_game *game, const char *id,
                                       struct flip_error *error)
{
    const struct game_puzzles *own = game_puzzles_of(all, game, error);
    const struct flip_puzzle *found = own ? flip_puzzles_find(&own->puzzles, id) : NULL;
    if (own && !found)
        found = flip_puzzles_find(&own->retired, id);
    if (own && !found)
        flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no puzzle of that name.");
    return found;
}

int puzzle_asked(struct puzzles *all, const json_t *body, struct flip_puzzle *out, struct flip_error *error)
{
    const struct flip_game *game = read_game(body, error);
    const struct flip_puzzle *found = game ? puzzle_named(all, game, string_of(body, "puzzle"), error) : NULL;
    if (!found)
        return -1;
    *out = *found;
    return (out->steps = strdup(found->steps))
               ? 0
               : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a puzzle.");
}

/* --- mining ----------------------------------------------------------------------------------------------------------------- */

/* One game, played and searched; the worker's. */
struct mining {
    struct task task;
    struct puzzles *all;
    struct reader *reader;
    char id[STORE_ID];            /* of a finished game of people, or empty: bots play one */
    const struct flip_game *game; /* that bots play */
    uint64_t seed, number;
    struct flip_table *table;
    struct flip_miner *miner;
    struct flip_puzzles found;
    int status;
    struct flip_error error;
};

/* A copy: the room belongs to the reader. */
static struct flip_table *finished_game(struct mining *mining, char seed[FLIP_HEX_SIZE], struct flip_error *error)
{
    const struct cached_game *game = reader_game(mining->reader, mining->id, error);
    struct flip_table *table = game && game->room->table ? table_copy(game->room->table, error) : NULL;
    if (table)
        flip_seed_hex(table->dealer.seed, seed);
    else if (game && !game->room->table)
        flip_fail(error, FLIP_ERROR_EMPTY, "The game never began.");
    return table;
}

static bool stopping(void *context) { return atomic_load(&((struct puzzles *)context)->stopping); }

static void mine(struct task *task)
{
    struct mining *mining = (struct mining *)task;
    char words[FLIP_HEX_SIZE];
    struct flip_puzzle puzzle;
    bool added;
    if (!mining->table) {
        setpriority(PRIO_PROCESS, 0, 19); /* of this thread: it takes what nobody else wants */
        mining->table = mining->id[0] ? finished_game(mining, words, &mining->error)
                                      : flip_mine_play(mining->game, mining->seed, mining->number, stopping,
                                                       mining->all, words, &mining->error);
        mining->miner = mining->table ? flip_miner_open(mining->table, words, &mining->error) : NULL;
        mining->status = mining->miner ? 0 : -1;
        task->more = mining->status == 0;
        return;
    }
    const int mined = flip_miner_next(mining->miner, &puzzle, &mining->error);
    mining->status = mined < 0 || (mined == FLIP_MINED_PUZZLE &&
                                   flip_puzzles_add(&mining->found, &puzzle, &added, &mining->error) < 0)
                         ? -1
                         : 0;
    task->more = mining->status == 0 && mined != FLIP_MINED_ALL;
}

static void free_mining(struct task *task)
{
    struct mining *mining = (struct mining *)task;
    flip_miner_close(mining->miner);
    flip_table_close(mining->table);
    flip_puzzles_free(&mining->found);
    free(mining);
}

/* The game that has the fewest, if it has too few. */
static struct game_puzzles *game_with_fewest(struct puzzles *all, struct flip_error *error)
{
    struct game_puzzles *least = NULL;
    for (int i = 0; flip_game_at(i); i++) {
        struct game_puzzles *own = game_puzzles_of(all, flip_game_at(i), error);
        if (!own)
            return NULL;
        if (own->puzzles.count < all->loop->config.puzzles && (!least || own->mined < least->mined))
            least = own;
    }
    return least;
}

/* A game of people who have agreed goes first; it is noted at once, so that none is looked at twice. */
static int find_source(struct store *store, struct mining *mining, struct flip_error *error)
{
    char *table = NULL;
    const int found = store_puzzle_source(store, &table, error);
    if (found == 1)
        snprintf(mining->id, sizeof mining->id, "%s", table);
    free(table);
    return found == 1 ? store_puzzle_mined_put(store, mining->id, error) : found;
}

static void begin_mining(struct puzzles *all)
{
    struct flip_error error = {0};
    struct game_puzzles *own = game_with_fewest(all, &error);
    struct mining *mining = own ? calloc(1, sizeof *mining) : NULL;
    if (!mining)
        return;
    if (find_source(all->loop->store, mining, &error) < 0) {
        server_note_error(all->loop, &error);
        free(mining);
        return;
    }
    mining->task.work = mine;
    mining->task.free = free_mining;
    mining->task.item.class = FAIR_LONG;
    mining->task.item.cost = 100;
    mining->all = all;
    mining->reader = all->reader;
    mining->game = own->game;
    mining->seed = all->seed;
    mining->number = mining->id[0] ? 0 : own->mined++;
    all->mining = true;
    workers_submit(all->workers, &mining->task);
}

static int save_puzzle(struct store *store, const struct flip_puzzle *puzzle, struct flip_error *error)
{
    const struct store_puzzle fresh = {.rating = puzzle->rating, .deviation = FRESH_DEVIATION, .volatility = 0.06};
    char *line = flip_puzzle_line(puzzle, NULL), *text = NULL;
    int status = -1;
    if (line && asprintf(&text, "%d %s", puzzle->rules, line) > 0)
        status = store_puzzle_keep(store, puzzle->id, puzzle->game->id, &fresh, text, error);
    else
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a puzzle.");
    free(text);
    free(line);
    return status;
}

static void save_found(struct puzzles *all, struct mining *mining)
{
    struct flip_error error = {0};
    struct game_puzzles *own = game_puzzles_of(all, mining->table ? mining->table->game : mining->game, &error);
    all->mining = false;
    if (mining->status < 0)
        log_event("info", "puzzles", "why", mining->error.message, NULL);
    for (int i = 0; own && i < mining->found.count; i++) {
        struct flip_puzzle *puzzle = &mining->found.list[i];
        bool added;
        if (flip_puzzles_find(&own->puzzles, puzzle->id))
            continue;
        if (save_puzzle(all->loop->store, puzzle, &error) < 0) {
            server_note_error(all->loop, &error);
            return;
        }
        struct flip_puzzle kept = *puzzle;
        kept.mined = true;
        puzzle->steps = NULL; /* the collection owns it now */
        if (flip_puzzles_add(&own->puzzles, &kept, &added, &error) < 0)
            return;
        qsort(own->puzzles.list, (size_t)own->puzzles.count, sizeof *own->puzzles.list, by_name);
    }
}

void puzzles_take(struct puzzles *all)
{
    if (!all->workers)
        return;
    for (struct task *task; (task = workers_poll(all->workers)); task->free(task))
        save_found(all, (struct mining *)task);
    if (!all->mining)
        begin_mining(all);
}

/* --- beginning and end ------------------------------------------------------------------------------------------------------ */

int puzzles_start(struct puzzles **out, struct loop *loop, void (*wake)(void *context), void *context,
                  struct flip_error *error)
{
    struct puzzles *all = *out = calloc(1, sizeof *all);
    if (!all)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to start.");
    all->loop = loop;
    if (loop->config.puzzles == 0)
        return 0;
    unsigned char seed[FLIP_SEED_BYTES];
    if (loop->config.test_seed[0])
        flip_seed_from_words(loop->config.test_seed, seed);
    else
        flip_seed_fresh(seed);
    memcpy(&all->seed, seed, sizeof all->seed);
    if (!(all->reader = reader_open(loop->config.data, error)))
        return -1;
    if (!(all->workers = workers_start(1, false, wake, context)))
        return flip_fail(error, FLIP_ERROR_THREADS, "Cannot start the thread that looks for puzzles.");
    return 0;
}

void puzzles_stop(struct puzzles *all)
{
    if (!all)
        return;
    atomic_store(&all->stopping, true);
    if (all->workers)
        workers_stop(all->workers);
    if (all->reader)
        reader_close(all->reader);
    for (int i = 0; i < all->game_count; i++) {
        flip_puzzles_free(&all->games[i].puzzles);
        flip_puzzles_free(&all->games[i].retired);
    }
    free(all);
}
