/* Questions to bots: a copy of a position, and the thinking about it on a worker. */
#include "server/rooms/job.h"

#include <stdlib.h>
#include <string.h>

static void *copy_of(const void *memory, size_t size)
{
    void *copy = malloc(size);
    if (copy)
        memcpy(copy, memory, size);
    return copy;
}

/* A hint whose best move leaves the seat with one more thing to decide before anything is revealed tells that as well:
   which cards to lay is little use without where to go. */
static void think_on(struct job *job)
{
    const struct flip_game *game = job->at.game;
    struct flip_range open[FLIP_MAX_RANGES];
    if (flip_move_ranges(game, job->rules, job->at.state, job->seat, job->thought.choice[0].move, open) > 0)
        return; /* what follows depends on the aim */
    if (flip_blind(game, job->rules, job->at.state))
        return; /* what follows depends on hands that are hidden */
    struct flip_position after;
    struct flip_thought *next = malloc(sizeof *next);
    if (flip_position_open(&after, game, job->rules, job->at.seats, NULL) == 0 && next) {
        flip_position_copy(&after, &job->at);
        flip_position_step(&after, job->seat, job->thought.choice[0].move);
        if (flip_set_has(flip_position_turn(&after), job->seat) &&
            flip_think_position(&after, job->seat, &job->def, next, &job->error) == 0) {
            struct flip_text text = flip_text_in(job->then, sizeof job->then);
            game->words->text(job->rules, after.state, job->seat, next->choice[0].move, &text);
            text = flip_text_in(job->then_tell, sizeof job->then_tell);
            game->words->tell(job->rules, after.state, job->seat, next->choice[0].move, &text);
        }
    }
    free(next);
    flip_position_close(&after);
}

static void think(struct task *task)
{
    struct job *job = (struct job *)task;
    job->status = flip_think_position(&job->at, job->seat, &job->def, &job->thought, &job->error);
    if (job->status == 0 && job->link)
        think_on(job);
}

static void job_free(struct task *task)
{
    struct job *job = (struct job *)task;
    flip_position_close(&job->at);
    free(job->rules);
    free(job);
}

struct job *job_new(const struct flip_position *position, int seat, const struct flip_think_def *def)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->task.work = think;
    job->task.free = job_free;
    job->seat = seat;
    job->def = *def;
    job->rules = copy_of(position->rules, position->game->rules_size);
    if (job->rules && flip_position_open(&job->at, position->game, job->rules, position->seats, NULL) == 0) {
        flip_position_copy(&job->at, position);
        return job;
    }
    job_free(&job->task);
    return NULL;
}
