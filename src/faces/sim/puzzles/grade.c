/*
 * `flipside puzzles grade`: how hard puzzles are and whether their solutions hold (src/puzzles/grade.c). Puzzles that
 * do not hold move to a file of their own, so that links to them keep working.
 */
#include "faces/sim/puzzles/puzzles.h"

#include "core/file.h"
#include "faces/sim/jobs/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct graded {
    int missed, tries, rating, holds;
    char task[FLIP_PUZZLE_TASK];
};

struct grading {
    const struct flip_grade_args *args;
    const struct flip_game *game;
    struct flip_puzzles *from;
    struct flip_puzzles good, retired;
    uint64_t done;
    struct flip_progress progress;
};

static int grade(struct flip_puzzle *puzzle, int tries, struct flip_error *error)
{
    struct flip_table *table = flip_puzzle_table(puzzle, error);
    int status = -1;
    if (table) {
        struct flip_text task = flip_text_in(puzzle->task, sizeof puzzle->task);
        puzzle->task[0] = '\0';
        flip_puzzle_find_task(puzzle, table, &task);
        status = tries ? flip_puzzle_grade(puzzle, table, tries, error) : 0;
        if (!tries && puzzle->tries)
            puzzle->rating = flip_puzzle_rating(puzzle->missed, puzzle->tries, puzzle->choices);
    }
    flip_table_close(table);
    return status;
}

/* The steps belong to the list; nothing here changes them. */
static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    const struct grading *grading = context;
    struct flip_puzzle puzzle = grading->from->list[job];
    struct graded *out = result;
    const int tries = (int)grading->args->tries;
    (void)worker;
    if (flip_interrupted())
        return 1;
    if (grade(&puzzle, tries, error) < 0)
        return -1;
    const int holds = tries ? flip_puzzle_holds(&puzzle, error) : 1;
    *out = (struct graded){.missed = puzzle.missed, .tries = puzzle.tries, .rating = puzzle.rating, .holds = holds};
    memcpy(out->task, puzzle.task, sizeof out->task);
    return holds < 0 ? -1 : 0;
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct grading *grading = context;
    const struct graded *graded = result;
    struct flip_puzzle *puzzle = &grading->from->list[job], own = *puzzle;
    bool added;
    puzzle->steps = NULL; /* it has another owner now */
    own.missed = graded->missed;
    own.tries = graded->tries;
    own.rating = graded->rating;
    memcpy(own.task, graded->task, sizeof own.task);
    grading->done = job + 1;
    return flip_puzzles_add(graded->holds ? &grading->good : &grading->retired, &own, &added, error);
}

static void tick(void *context)
{
    const struct grading *grading = context;
    char note[64];
    snprintf(note, sizeof note, "%d do not hold", grading->retired.count);
    flip_progress_show(&grading->progress, grading->done, (uint64_t)grading->from->count, note);
}

int flip_puzzles_save(const struct flip_game *game, const struct flip_puzzles *puzzles, const char *path,
                      struct flip_error *error)
{
    char *text = flip_puzzles_text(game, puzzles);
    int status = 0;
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the puzzles.");
    if (path)
        status = flip_file_write(path, text, strlen(text), error);
    else
        fputs(text, stdout);
    free(text);
    return status;
}

/* Puzzles that were removed before stay there. */
static int read_retired(struct grading *grading, struct flip_error *error)
{
    const char *path = grading->args->retired;
    size_t length;
    if (!path || access(path, F_OK) != 0)
        return 0;
    char *text = flip_file_read(path, &length, error);
    const int status = text ? flip_puzzles_read(grading->game, text, &grading->retired, error) : -1;
    free(text);
    return status;
}

static int run(struct grading *grading, struct flip_error *error)
{
    const struct flip_grade_args *args = grading->args;
    const struct flip_jobs jobs = {.count = (uint64_t)grading->from->count,
                                   .threads = args->threads,
                                   .result_size = sizeof(struct graded),
                                   .context = grading,
                                   .work = work,
                                   .take = take,
                                   .tick = tick,
                                   .key = "puzzles grade"};
    if (read_retired(grading, error) < 0)
        return -1;
    const int before = grading->retired.count, all = grading->from->count;
    flip_interrupt_watch();
    flip_progress_open(&grading->progress, "puzzles");
    const int status = flip_jobs_run(&jobs, error);
    flip_progress_close(&grading->progress);
    if (status < 0 || !flip_ranks_first())
        return status < 0 ? -1 : 0; /* the first process takes and writes; the others only help it */
    if (grading->done < (uint64_t)all)
        return flip_fail(error, FLIP_ERROR_LATE, "Interrupted: nothing was written.");
    fprintf(stderr, "%d of %d puzzles of %s hold.\n", grading->good.count, all, grading->game->title);
    if (args->retired && grading->retired.count > before &&
        flip_puzzles_save(grading->game, &grading->retired, args->retired, error) < 0)
        return -1;
    return flip_puzzles_save(grading->game, &grading->good, args->out, error);
}

int flip_puzzles_grade(const struct flip_game *game, struct flip_puzzles *puzzles, const struct flip_grade_args *args,
                       struct flip_error *error)
{
    struct grading grading = {.args = args, .game = game, .from = puzzles};
    const int status = run(&grading, error);
    flip_puzzles_free(&grading.good);
    flip_puzzles_free(&grading.retired);
    return status;
}
