/* Questions to bots: a copy of the table as it is now, and the thinking about it on a worker. */
#include "server/rooms/job.h"

#include "table/table.h"

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
    const struct flip_game *game = job->game;
    struct flip_range open[FLIP_MAX_RANGES];
    if (flip_move_ranges(game, job->rules, job->state, job->seat, job->thought.choice[0].move, open) > 0)
        return; /* what follows depends on the aim */
    if (flip_blind(game, job->rules, job->state))
        return; /* what follows depends on hands that are hidden */
    void *after = malloc(game->state_size);
    struct flip_thought *next = malloc(sizeof *next);
    if (after && next) {
        const uint32_t phase = game->knowledge->phase(job->rules, job->state);
        memcpy(after, job->state, game->state_size);
        game->rules->apply(job->rules, after, job->seat, job->thought.choice[0].move);
        const void *before = game->knowledge->phase(job->rules, after) == phase ? job->before : after;
        if (flip_set_has(game->rules->turn(job->rules, after), job->seat) &&
            flip_think_state(game, job->rules, job->seats, after, before, job->seat, &job->def, next, &job->error) ==
                0) {
            struct flip_text text = flip_text_in(job->then, sizeof job->then);
            game->words->text(job->rules, after, job->seat, next->choice[0].move, &text);
            text = flip_text_in(job->then_tell, sizeof job->then_tell);
            game->words->tell(job->rules, after, job->seat, next->choice[0].move, &text);
        }
    }
    free(next);
    free(after);
}

static void think(struct task *task)
{
    struct job *job = (struct job *)task;
    job->status = flip_think_state(job->game, job->rules, job->seats, job->state, job->before, job->seat, &job->def,
                                   &job->thought, &job->error);
    if (job->status == 0 && job->link)
        think_on(job);
}

static void job_free(struct task *task)
{
    struct job *job = (struct job *)task;
    free(job->rules);
    free(job->state);
    free(job->before);
    free(job);
}

struct job *job_new(const struct flip_table *table, int seat, const struct flip_think_def *def)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->task.work = think;
    job->task.free = job_free;
    job->game = table->game;
    job->seats = table->seats;
    job->seat = seat;
    job->def = *def;
    job->rules = copy_of(table->rules, table->game->rules_size);
    job->state = copy_of(table->now.state, table->game->state_size);
    job->before = copy_of(flip_table_before(table), table->game->state_size);
    if (job->rules && job->state && job->before)
        return job;
    job_free(&job->task);
    return NULL;
}
