/* A queue of what waits and one of what is done, under one lock, and threads that move tasks from the one to the other. */
#include "server/loop/workers.h"

#include "server/loop/fair.h"
#include "server/loop/now.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct queue {
    struct task *first, **last;
};

struct worker {
    pthread_t thread;
    struct workers *workers;
    enum fair_class last; /* that it takes */
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct fair_queue *waiting;
    struct queue done;
    int load;
    bool stopping;
    void (*wake)(void *context);
    void *context;
    int count;
    struct worker worker[];
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

static struct task *next_task(struct workers *workers, enum fair_class last)
{
    return (struct task *)fair_take(workers->waiting, last);
}

/* Does a part of a task, or all of it, with the lock given up meanwhile. */
static void do_some(struct workers *workers, struct task *task)
{
    pthread_mutex_unlock(&workers->lock);
    const double began = busy_ms();
    task->more = false;
    task->work(task);
    const double busy = busy_ms() - began;
    pthread_mutex_lock(&workers->lock);
    task->busy += busy;
    fair_done(workers->waiting, &task->item, busy);
    if (task->more) {
        fair_put(workers->waiting, &task->item);
        return;
    }
    push(&workers->done, task);
    workers->load--;
    workers->wake(workers->context);
}

static void *work(void *context)
{
    const struct worker *worker = context;
    struct workers *workers = worker->workers;
    pthread_mutex_lock(&workers->lock);
    while (!workers->stopping) {
        struct task *task = next_task(workers, worker->last);
        if (task)
            do_some(workers, task);
        else
            pthread_cond_wait(&workers->asked, &workers->lock);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

struct workers *workers_start(int threads, bool quick, void (*wake)(void *context), void *context)
{
    const int count = threads + quick;
    struct workers *workers = calloc(1, sizeof *workers + (size_t)count * sizeof *workers->worker);
    if (!workers || !(workers->waiting = fair_open())) {
        free(workers);
        return NULL;
    }
    workers->done.last = &workers->done.first;
    workers->wake = wake;
    workers->context = context;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->asked, NULL);
    for (; workers->count < count; workers->count++) {
        struct worker *worker = &workers->worker[workers->count];
        worker->workers = workers;
        worker->last = workers->count < threads ? FAIR_LONG : FAIR_QUICK;
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
    }
    if (workers->count == 0) {
        workers_stop(workers);
        return NULL;
    }
    return workers;
}

void workers_stop(struct workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->stopping = true;
    pthread_cond_broadcast(&workers->asked);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->worker[i].thread, NULL);
    for (struct task *task; (task = next_task(workers, FAIR_LONG));)
        task->free(task);
    for (struct task *task; (task = pop(&workers->done));)
        task->free(task);
    fair_close(workers->waiting);
    pthread_cond_destroy(&workers->asked);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}

void workers_ask(struct workers *workers, struct task *task)
{
    pthread_mutex_lock(&workers->lock);
    fair_put(workers->waiting, &task->item);
    workers->load++;
    pthread_cond_broadcast(&workers->asked); /* whoever is woken may take only what is quick */
    pthread_mutex_unlock(&workers->lock);
}

struct task *workers_done(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    struct task *task = pop(&workers->done);
    pthread_mutex_unlock(&workers->lock);
    return task;
}

int workers_load(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    const int load = workers->load;
    pthread_mutex_unlock(&workers->lock);
    return load;
}
