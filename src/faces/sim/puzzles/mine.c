/*
 * `flipside puzzles mine`: plays games with bots, or reads records, and keeps the positions in which one choice is
 * clearly the best. Puzzles are saved now and then and at the end, also after Ctrl-C; the next run continues after the
 * last game in the file. The puzzles depend only on seed and numbers, not on threads or processes: a game's puzzles are
 * text, and the first process takes the texts in order.
 */
#include "faces/sim/puzzles/puzzles.h"

#include "core/file.h"
#include "faces/sim/games/games.h"
#include "puzzles/mine.h"
#include "table/table.h"

#include <dirent.h>
#include <flipside/record.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SAVE_SECONDS = 20,
    FOUND_SIZE = 1 << 19, /* more than the puzzles of one game ever need */
    KEY_SIZE = 128
};

/* The puzzles of one game, as in a file; empty if there are none. */
struct found {
    uint32_t length;
    char text[FOUND_SIZE];
};

struct mining {
    const struct flip_mine_args *args;
    const struct flip_game *game;
    uint64_t first; /* number of the first game of this run */
    struct flip_puzzles all;
    char **record; /* paths, or NULL: bots play */
    uint64_t records, done;
    int before;   /* puzzles that the file had */
    double saved; /* when */
    char key[KEY_SIZE];
    struct flip_progress progress;
};

/* --- a game ------------------------------------------------------------------------------------------------------------------- */

static struct flip_table *table_of_record(const struct mining *mining, const char *path, char seed[FLIP_HEX_SIZE],
                                          struct flip_error *error)
{
    size_t length;
    char *text = flip_file_read(path, &length, error);
    struct flip_table *table = text ? flip_record_load(text, length, FLIP_ALL_STEPS, error) : NULL;
    free(text);
    if (!table)
        return NULL;
    if (table->game != mining->game) {
        flip_fail(error, FLIP_ERROR_BAD_RECORD, "%.200s is a record of another game.", path);
        flip_table_close(table);
        return NULL;
    }
    flip_seed_hex(table->dealer.seed, seed);
    return table;
}

/* Mines all puzzles of a table. 1: interrupted. */
static int mine_table(const struct flip_table *table, const char *seed, struct flip_puzzles *found,
                      struct flip_error *error)
{
    struct flip_miner *miner = flip_miner_open(table, seed, error);
    int mined = miner ? FLIP_MINED_NOTHING : -1;
    while (mined >= 0 && mined != FLIP_MINED_ALL && !flip_interrupted()) {
        struct flip_puzzle puzzle;
        bool added;
        mined = flip_miner_next(miner, &puzzle, error);
        if (mined == FLIP_MINED_PUZZLE && flip_puzzles_add(found, &puzzle, &added, error) < 0)
            mined = -1;
    }
    flip_miner_close(miner);
    return mined < 0 ? -1 : mined != FLIP_MINED_ALL;
}

static bool interrupted(void *context)
{
    (void)context;
    return flip_interrupted();
}

static int write_found(const struct mining *mining, struct flip_puzzles *puzzles, struct found *out,
                       struct flip_error *error)
{
    out->length = 0;
    while (puzzles->count > 0) {
        char *text = flip_puzzles_text(mining->game, puzzles);
        const size_t length = text ? strlen(text) : 0;
        if (text && length < FOUND_SIZE) {
            memcpy(out->text, text, length + 1);
            out->length = (uint32_t)length;
        }
        free(text);
        if (!text)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the puzzles.");
        if (out->length)
            break;
        flip_puzzle_free(&puzzles->list[--puzzles->count]);
    }
    return 0;
}

static struct flip_table *table_of(const struct mining *mining, uint64_t job, char seed[FLIP_HEX_SIZE],
                                   struct flip_error *error)
{
    if (mining->record)
        return table_of_record(mining, mining->record[job], seed, error);
    return flip_mine_play(mining->game, mining->args->seed, mining->first + job, interrupted, NULL, seed, error);
}

/* Reports and skips records that cannot be read: one broken file must not end a long run. */
static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    const struct mining *mining = context;
    struct flip_puzzles puzzles = {0};
    char seed[FLIP_HEX_SIZE];
    (void)worker;
    ((struct found *)result)->length = 0;
    if (!mining->record && mining->first + job >= mining->args->games)
        return 0;
    struct flip_table *table = table_of(mining, job, seed, error);
    if (!table && flip_interrupted())
        return 1;
    if (!table && mining->record) {
        fprintf(stderr, "flipside puzzles: %s: %s\n", mining->record[job], error->message);
        return 0;
    }
    int status = table ? mine_table(table, seed, &puzzles, error) : -1;
    flip_table_close(table);
    if (status == 0)
        status = write_found(mining, &puzzles, result, error);
    flip_puzzles_free(&puzzles);
    return status;
}

/* --- between processes -------------------------------------------------------------------------------------------------------- */

static size_t pack(void *context, uint64_t job, const void *result, unsigned char *out)
{
    const struct found *found = result;
    (void)context, (void)job;
    memcpy(out, found->text, found->length);
    return found->length;
}

static int unpack(void *context, uint64_t job, const unsigned char *in, size_t length, void *result)
{
    struct found *found = result;
    (void)context, (void)job;
    if (length >= FOUND_SIZE)
        return -1;
    memcpy(found->text, in, length);
    found->text[length] = '\0';
    found->length = (uint32_t)length;
    return 0;
}

/* Only the first process has read the file that the run continues. */
static void note(void *context, uint64_t job, void *out)
{
    (void)job;
    memcpy(out, &((struct mining *)context)->first, sizeof(uint64_t));
}

static void heed(void *context, uint64_t job, const void *in)
{
    (void)job;
    memcpy(&((struct mining *)context)->first, in, sizeof(uint64_t));
}

/* --- what was found ------------------------------------------------------------------------------------------------------------ */

static int save(struct mining *mining, struct flip_error *error)
{
    mining->saved = flip_seconds_now();
    return flip_puzzles_save(mining->game, &mining->all, mining->args->out, error);
}

static int add_found(struct mining *mining, const struct found *found, struct flip_error *error)
{
    struct flip_puzzles puzzles;
    int status = 0;
    if (!found->length)
        return 0;
    if (flip_puzzles_read(mining->game, found->text, &puzzles, error) < 0)
        return -1;
    for (int i = 0; i < puzzles.count && status == 0; i++) {
        bool added;
        status = flip_puzzles_add(&mining->all, &puzzles.list[i], &added, error);
        puzzles.list[i].steps = NULL; /* it has another owner now */
    }
    flip_puzzles_free(&puzzles);
    return status;
}

static bool enough(const struct mining *mining)
{
    return mining->args->until && (uint64_t)mining->all.count >= mining->args->until;
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct mining *mining = context;
    if (add_found(mining, result, error) < 0)
        return -1;
    mining->done = job + 1;
    if (mining->args->out && flip_seconds_now() - mining->saved > SAVE_SECONDS && save(mining, error) < 0)
        return -1;
    return enough(mining) || (!mining->record && mining->first + mining->done >= mining->args->games);
}

static void tick(void *context)
{
    const struct mining *mining = context;
    char note[64];
    snprintf(note, sizeof note, "%d puzzles", mining->all.count);
    flip_progress_show(&mining->progress, mining->done,
                       mining->record ? mining->records : mining->args->games - mining->first, note);
}

/* --- before ------------------------------------------------------------------------------------------------------------------- */

/* Continues after the last game of this seed in the file. */
static int resume(struct mining *mining, struct flip_error *error)
{
    size_t length;
    if (!mining->args->out || access(mining->args->out, F_OK) != 0)
        return 0;
    char *text = flip_file_read(mining->args->out, &length, error);
    if (!text || flip_puzzles_read(mining->game, text, &mining->all, error) < 0) {
        free(text);
        return -1;
    }
    free(text);
    for (int i = 0; i < mining->all.count; i++) {
        uint64_t seed, number;
        if (sscanf(mining->all.list[i].seed, "%" SCNu64 ".%" SCNu64, &seed, &number) == 2 &&
            seed == mining->args->seed && number >= mining->first)
            mining->first = number + 1;
    }
    return 0;
}

static int is_record(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

static int list_records(struct mining *mining, struct flip_error *error)
{
    struct dirent **entry;
    const char *folder = mining->args->records;
    const int count = scandir(folder, &entry, is_record, alphasort);
    if (count < 0)
        return flip_fail(error, FLIP_ERROR_NO_FILE, "The folder '%.200s' cannot be read.", folder);
    mining->record = calloc((size_t)count + 1, sizeof *mining->record);
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (mining->record && (mining->record[i] = strdup(path)))
            mining->records++;
        free(entry[i]);
    }
    free(entry);
    return mining->records == (uint64_t)count
               ? 0
               : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for so many records.");
}

/* The key that all processes must agree on. The count includes games already in the file, which the others cannot
   read. */
static void write_key(struct mining *mining)
{
    snprintf(mining->key, sizeof mining->key, "puzzles %s %d %" PRIu64 " %s", mining->game->id, mining->game->version,
             mining->args->seed, mining->record ? "records" : "games");
}

static int dig(struct mining *mining, struct flip_error *error)
{
    const struct flip_jobs jobs = {.count = mining->record ? mining->records : mining->args->games,
                                   .threads = mining->args->threads,
                                   .result_size = sizeof(struct found),
                                   .context = mining,
                                   .work = work,
                                   .take = take,
                                   .tick = tick,
                                   .key = mining->key,
                                   .packed_size = FOUND_SIZE,
                                   .pack = pack,
                                   .unpack = unpack,
                                   .note_size = sizeof(uint64_t),
                                   .note = note,
                                   .heed = heed};
    return flip_jobs_run(&jobs, error);
}

/* The yield per time; the time of other processes is unknown. */
static void tell(const struct mining *mining)
{
    const double seconds = (double)clock() / CLOCKS_PER_SEC;
    fprintf(stderr, "%d puzzles of %s; the next game is number %" PRIu64 ".\n", mining->all.count, mining->game->title,
            mining->first + mining->done);
    if (flip_ranks_count() == 1 && mining->done > 0)
        fprintf(stderr, "%d of them from %" PRIu64 " %s in %.1f s of a core.\n", mining->all.count - mining->before,
                mining->done, mining->record ? "records" : "games", seconds);
}

/* The first process takes and writes; the others only help it. */
static int run(struct mining *mining, struct flip_error *error)
{
    const bool first = flip_ranks_first();
    int status = 0;
    if (mining->args->records && list_records(mining, error) < 0)
        return -1;
    if (first && resume(mining, error) < 0)
        return -1;
    mining->before = mining->all.count;
    write_key(mining);
    flip_interrupt_watch();
    mining->saved = flip_seconds_now();
    flip_progress_open(&mining->progress, mining->record ? "records" : "games");
    if (!first || (!enough(mining) && (mining->record ? mining->records > 0 : mining->first < mining->args->games)))
        status = dig(mining, error);
    flip_progress_close(&mining->progress);
    struct flip_error why;
    if (first && save(mining, status < 0 ? &why : error) < 0)
        status = -1;
    if (first)
        tell(mining);
    return status < 0 ? -1 : 0;
}

int flip_puzzles_mine(const struct flip_game *game, const struct flip_mine_args *args, struct flip_error *error)
{
    struct mining mining = {.args = args, .game = game};
    const int status = run(&mining, error);
    for (uint64_t i = 0; i < mining.records; i++)
        free(mining.record[i]);
    free(mining.record);
    flip_puzzles_free(&mining.all);
    return status;
}
