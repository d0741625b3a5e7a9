/*
 * Threads for slow work: a queue of what waits, shared fairly, and one of what is done, under one lock. Nothing of the fair queue knows
 * about threads.
 */
#include "server/loop/loop.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --- fair --------------------------------------------------------------------------------------------------------- */

/* How much virtual time a class is served early, in ms. */
static const double head_start[FAIR_CLASSES] = {[FAIR_QUICK] = 200, [FAIR_HINT] = 200, [FAIR_LONG] = -2000};

struct fair_line {
    struct fair_item *first, *last;
};

struct payer {
    struct payer *next;
    char name[FAIR_PAYER];
    double served; /* virtual time, in ms */
    int under_way; /* taken and not done */
    struct fair_line fair_line[FAIR_CLASSES];
};

struct fair_queue {
    double now; /* what each payer with something to do has had by now, were it shared to the millisecond */
    struct payer *payers;
    struct payer common; /* pays where there is no memory for another */
};

struct fair_queue *fair_open(void)
{
    struct fair_queue *queue = calloc(1, sizeof *queue);
    if (queue)
        queue->payers = &queue->common;
    return queue;
}

void fair_close(struct fair_queue *queue)
{
    while (queue && queue->payers) {
        struct payer *payer = queue->payers;
        queue->payers = payer->next;
        if (payer != &queue->common)
            free(payer);
    }
    free(queue);
}

static bool waits(const struct payer *payer)
{
    for (int i = 0; i < FAIR_CLASSES; i++)
        if (payer->fair_line[i].first)
            return true;
    return false;
}

static struct payer *payer_named(struct fair_queue *queue, const char *name)
{
    for (struct payer *payer = queue->payers; payer; payer = payer->next)
        if (strcmp(payer->name, name) == 0)
            return payer;
    return NULL;
}

static struct payer *payer_of(struct fair_queue *queue, const struct fair_item *item)
{
    struct payer *payer = payer_named(queue, item->payer);
    if (!payer && (payer = calloc(1, sizeof *payer))) {
        memcpy(payer->name, item->payer, sizeof payer->name);
        payer->next = queue->payers;
        queue->payers = payer;
    }
    return payer ? payer : &queue->common;
}

static int count_active(const struct fair_queue *queue)
{
    int count = 0;
    for (const struct payer *payer = queue->payers; payer; payer = payer->next)
        count += waits(payer) || payer->under_way > 0;
    return count;
}

/* Payers whose debts no longer matter. When nothing waits or is under way, nobody's do. */
static void forget(struct fair_queue *queue)
{
    const bool idle = count_active(queue) == 0;
    for (struct payer **at = &queue->payers; *at;) {
        struct payer *payer = *at;
        const bool settled = idle || (!waits(payer) && payer->under_way == 0 && payer->served <= queue->now);
        if (settled && payer != &queue->common) {
            *at = payer->next;
            free(payer);
            continue;
        }
        if (idle)
            payer->served = 0;
        at = &payer->next;
    }
    if (idle)
        queue->now = 0;
}

void fair_put(struct fair_queue *queue, struct fair_item *item)
{
    struct payer *payer = payer_of(queue, item);
    item->common = payer == &queue->common;
    struct fair_line *fair_line = &payer->fair_line[item->class];
    if (!waits(payer) && payer->under_way == 0 && payer->served < queue->now)
        payer->served = queue->now;
    item->next = NULL;
    if (fair_line->first)
        fair_line->last->next = item;
    else
        fair_line->first = item;
    fair_line->last = item;
}

/* The class of a payer's next item; FAIR_CLASSES: none waits. */
static int next_class(const struct payer *payer, enum fair_class last)
{
    for (int i = 0; i <= (int)last; i++)
        if (payer->fair_line[i].first)
            return i;
    return FAIR_CLASSES;
}

struct fair_item *fair_take(struct fair_queue *queue, enum fair_class last)
{
    struct payer *best = NULL;
    double earliest = 0;
    for (struct payer *payer = queue->payers; payer; payer = payer->next) {
        const int class = next_class(payer, last);
        if (class == FAIR_CLASSES)
            continue;
        const double when = payer->served - head_start[class];
        if (!best || when < earliest) {
            best = payer;
            earliest = when;
        }
    }
    if (!best)
        return NULL;
    struct fair_line *fair_line = &best->fair_line[next_class(best, last)];
    struct fair_item *item = fair_line->first;
    fair_line->first = item->next;
    best->served += item->cost;
    best->under_way++;
    return item;
}

void fair_done(struct fair_queue *queue, const struct fair_item *item, double busy)
{
    struct payer *payer = item->common ? &queue->common : payer_named(queue, item->payer);
    queue->now += busy / count_active(queue);
    payer->served += busy - item->cost;
    payer->under_way--;
    forget(queue);
}

/* --- workers ------------------------------------------------------------------------------------------------------ */

struct worker {
    pthread_t thread;
    struct workers *workers;
    enum fair_class last; /* that it takes */
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct fair_queue *waiting;
    struct task *done;
    int load;
    bool stopping;
    void (*wake)(void *context);
    void *context;
    int count;
    struct worker worker[];
};

static struct task *next_task(struct workers *workers, enum fair_class last)
{
    return (struct task *)fair_take(workers->waiting, last);
}

/* Does a part of a task, or all of it, with the lock given up meanwhile. */
static void do_some(struct workers *workers, struct task *task)
{
    pthread_mutex_unlock(&workers->lock);
    const double began = cpu_ms();
    task->more = false;
    task->work(task);
    const double busy = cpu_ms() - began;
    pthread_mutex_lock(&workers->lock);
    task->busy += busy;
    fair_done(workers->waiting, &task->item, busy);
    if (task->more) {
        fair_put(workers->waiting, &task->item);
        return;
    }
    LIST_APPEND(workers->done, task, next);
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
    for (struct task *task; (task = workers->done); task->free(task))
        workers->done = task->next;
    fair_close(workers->waiting);
    pthread_cond_destroy(&workers->asked);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}

void workers_submit(struct workers *workers, struct task *task)
{
    pthread_mutex_lock(&workers->lock);
    fair_put(workers->waiting, &task->item);
    workers->load++;
    pthread_cond_broadcast(&workers->asked); /* whoever is woken may take only what is quick */
    pthread_mutex_unlock(&workers->lock);
}

struct task *workers_poll(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    struct task *task = workers->done;
    if (task)
        workers->done = task->next;
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
