/* Threads that wait for work. The caller is one of them, so with one part there is no thread and no lock. */
#include "env/workers.h"

static void *work(void *context)
{
    struct env_worker *worker = context;
    struct env_workers *workers = worker->workers;
    unsigned long seen = 0;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (workers->round == seen && !workers->ended)
            pthread_cond_wait(&workers->begin, &workers->lock);
        if (workers->ended)
            break;
        seen = workers->round;
        pthread_mutex_unlock(&workers->lock);
        workers->task(workers->context, worker->part);
        pthread_mutex_lock(&workers->lock);
        if (--workers->waited_for == 0)
            pthread_cond_signal(&workers->done);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

int env_workers_start(struct env_workers *workers, int parts, env_workers_task task, void *context,
                      struct flip_error *error)
{
    *workers = (struct env_workers){.task = task, .context = context};
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->begin, NULL);
    pthread_cond_init(&workers->done, NULL);
    for (int part = 1; part < parts; part++) {
        struct env_worker *worker = &workers->worker[workers->count];
        worker->workers = workers;
        worker->part = part;
        if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
            env_workers_end(workers);
            return flip_fail(error, FLIP_ERROR_NO_THREAD, "The system gives only %d of %d threads.", part, parts);
        }
        workers->count++;
    }
    return 0;
}

void env_workers_run(struct env_workers *workers)
{
    if (workers->count == 0) {
        workers->task(workers->context, 0);
        return;
    }
    pthread_mutex_lock(&workers->lock);
    workers->waited_for = workers->count;
    workers->round++;
    pthread_cond_broadcast(&workers->begin);
    pthread_mutex_unlock(&workers->lock);
    workers->task(workers->context, 0);
    pthread_mutex_lock(&workers->lock);
    while (workers->waited_for > 0)
        pthread_cond_wait(&workers->done, &workers->lock);
    pthread_mutex_unlock(&workers->lock);
}

void env_workers_end(struct env_workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->ended = true;
    pthread_cond_broadcast(&workers->begin);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->worker[i].thread, NULL);
    pthread_cond_destroy(&workers->done);
    pthread_cond_destroy(&workers->begin);
    pthread_mutex_destroy(&workers->lock);
}
