/*
 * `flipside puzzles mine`: plays games with bots, or reads records, and keeps the positions in which one choice is clearly the best. What
 * is found is written now and then and at the end, also after Ctrl-C; the next run goes on after the last game in the file. The
 * puzzles depend on seed and numbers alone, not on the threads.
 */
#include "sim/puzzles.h"
#include "core/file.h"
#include "puzzles/mine.h"
#include "sim/interrupt.h"
#include "sim/jobs.h"
#include "sim/progress.h"
#include "sim/setup.h"
#include "table/table.h"

#include <dirent.h>
#include <flipside/record.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAVE_SECONDS = 20 };

struct mining {
    const struct flip_mine_args *args;
    const struct flip_game *game;
    uint64_t first; /* number of the first game of this run */
    struct flip_puzzles all;
    char **record; /* paths, or NULL: bots play */
    uint64_t records, done;
    double saved; /* when */
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

/* All puzzles of a table. 1: interrupted. */
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

static void *hire(void *context) { return context; }

static void dismiss(void *context, void *worker) { (void)context, (void)worker; }

/* A record that cannot be read is told of and left out: one broken file does not end a long run. */
static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    const struct mining *mining = context;
    struct flip_puzzles *found = result;
    char seed[FLIP_HEX_SIZE];
    (void)worker;
    *found = (struct flip_puzzles){0};
    struct flip_table *table = mining->record ? table_of_record(mining, mining->record[job], seed, error)
                                              : flip_mine_play(mining->game, mining->args->seed, mining->first + job,
                                                               interrupted, NULL, seed, error);
    if (!table && flip_interrupted())
        return 1;
    if (!table && mining->record) {
        fprintf(stderr, "flipside puzzles: %s: %s\n", mining->record[job], error->message);
        return 0;
    }
    const int status = table ? mine_table(table, seed, found, error) : -1;
    flip_table_close(table);
    if (status != 0)
        flip_puzzles_free(found);
    return status;
}

/* --- what was found ------------------------------------------------------------------------------------------------------------ */

static int save(struct mining *mining, struct flip_error *error)
{
    char *text = flip_puzzles_text(mining->game, &mining->all);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the puzzles.");
    int status = 0;
    if (mining->args->out)
        status = flip_file_write(mining->args->out, text, strlen(text), error);
    else
        fputs(text, stdout);
    free(text);
    mining->saved = flip_seconds_now();
    return status;
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct mining *mining = context;
    struct flip_puzzles found = *(const struct flip_puzzles *)result;
    int status = 0;
    for (int i = 0; i < found.count && status == 0; i++) {
        bool added;
        status = flip_puzzles_add(&mining->all, &found.list[i], &added, error);
        found.list[i].steps = NULL; /* it has another owner now */
    }
    flip_puzzles_free(&found);
    mining->done = job + 1;
    if (status == 0 && mining->args->out && flip_seconds_now() - mining->saved > SAVE_SECONDS)
        status = save(mining, error);
    if (status < 0)
        return -1;
    return mining->args->until && (uint64_t)mining->all.count >= mining->args->until;
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

/* Goes on after the last game of this seed in the file. */
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

static int run(struct mining *mining, struct flip_error *error)
{
    const struct flip_mine_args *args = mining->args;
    if (args->records && list_records(mining, error) < 0)
        return -1;
    if (resume(mining, error) < 0)
        return -1;
    const uint64_t jobs_left = mining->record                ? mining->records
                               : args->games > mining->first ? args->games - mining->first
                                                             : 0;
    const struct flip_jobs jobs = {.count = jobs_left,
                                   .threads = args->threads,
                                   .result_size = sizeof(struct flip_puzzles),
                                   .context = mining,
                                   .hire = hire,
                                   .dismiss = dismiss,
                                   .work = work,
                                   .take = take,
                                   .tick = tick};
    int status = 0;
    flip_interrupt_watch();
    mining->saved = flip_seconds_now();
    flip_progress_open(&mining->progress, mining->record ? "records" : "games");
    if (jobs_left > 0 && !(args->until && (uint64_t)mining->all.count >= args->until))
        status = flip_jobs_run(&jobs, error);
    flip_progress_close(&mining->progress);
    struct flip_error why;
    if (save(mining, status < 0 ? &why : error) < 0)
        status = -1;
    fprintf(stderr, "%d puzzles of %s; the next game is number %" PRIu64 ".\n", mining->all.count, mining->game->title,
            mining->first + mining->done);
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
