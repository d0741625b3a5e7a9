/* Two queues under one lock, and threads that move tasks from the one to the other by doing them. */
#include "server/crew.h"

#include "server/tutor.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct queue {
    struct task *first, **last;
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct queue waiting, done;
    int load;
    bool stopping;
    void (*wake)(void *context);
    void *context;
    int threads;
    pthread_t thread[];
};

static void push(struct queue *queue, struct task *task)
{
    task->next = NULL;
    *queue->last = task;
    queue->last = &task->next;
}

static struct task *pop(struct queue *queue)
{
    struct task *task = queue->first;
    if (task) {
        queue->first = task->next;
        if (!queue->first)
            queue->last = &queue->first;
    }
    return task;
}

static void *work(void *context)
{
    struct crew *crew = context;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (!crew->stopping && !crew->waiting.first)
            pthread_cond_wait(&crew->asked, &crew->lock);
        if (crew->stopping)
            break;
        struct task *task = pop(&crew->waiting);
        pthread_mutex_unlock(&crew->lock);
        task->work(task);
        pthread_mutex_lock(&crew->lock);
        push(&crew->done, task);
        crew->load--;
        crew->wake(crew->context);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

struct crew *crew_start(int threads, void (*wake)(void *context), void *context)
{
    struct crew *crew = calloc(1, sizeof *crew + (size_t)threads * sizeof *crew->thread);
    if (!crew)
        return NULL;
    crew->waiting.last = &crew->waiting.first;
    crew->done.last = &crew->done.first;
    crew->wake = wake;
    crew->context = context;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->asked, NULL);
    for (; crew->threads < threads; crew->threads++)
        if (pthread_create(&crew->thread[crew->threads], NULL, work, crew) != 0)
            break;
    if (crew->threads == 0) {
        crew_stop(crew);
        return NULL;
    }
    return crew;
}

void crew_stop(struct crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->stopping = true;
    pthread_cond_broadcast(&crew->asked);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->threads; i++)
        pthread_join(crew->thread[i], NULL);
    for (struct task *task; (task = pop(&crew->waiting));)
        task->free(task);
    for (struct task *task; (task = pop(&crew->done));)
        task->free(task);
    pthread_cond_destroy(&crew->asked);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

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
    const double began = busy_ms();
    job->status = job->judge ? tutor_think(job)
                             : flip_think_state(job->game, job->rules, job->seats, job->state, job->before, job->seat,
                                                &job->def, &job->thought, &job->error);
    if (job->status == 0 && job->link && !job->judge)
        think_on(job);
    job->busy = busy_ms() - began;
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

void crew_ask(struct crew *crew, struct task *task)
{
    pthread_mutex_lock(&crew->lock);
    push(&crew->waiting, task);
    crew->load++;
    pthread_cond_signal(&crew->asked);
    pthread_mutex_unlock(&crew->lock);
}

struct task *crew_done(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    struct task *task = pop(&crew->done);
    pthread_mutex_unlock(&crew->lock);
    return task;
}

int crew_load(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    const int load = crew->load;
    pthread_mutex_unlock(&crew->lock);
    return load;
}
