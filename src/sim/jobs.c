/*
 * Workers take the next number, do the job and lay the result into a ring; whoever completes the ring's beginning hands over
 * all that is ready. A worker too far ahead of the slowest one waits, so memory stays small. What was taken when the run ends
 * early is an unbroken beginning: leaving out unfinished games in the middle would favour short ones.
 */
#include "sim/jobs.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RING_PER_THREAD = 16, TICK_MS = 100 };

struct run {
    const struct flip_jobs *jobs;
    pthread_mutex_t lock;
    pthread_cond_t moved; /* something was taken, or the run ended */
    uint64_t next;        /* number of the next job to begin */
    uint64_t taken;
    uint64_t ring;
    bool *ready;
    unsigned char *results;
    int working; /* threads that have not ended */
    bool ended;
    int status;
    struct flip_error error;
};

static void end_run(struct run *run, int status, const struct flip_error *error)
{
    if (status < 0 && run->status == 0) {
        run->status = status;
        run->error = *error;
    }
    run->ended = true;
}

static void *ring_slot(struct run *run, uint64_t job)
{
    return run->results + (job % run->ring) * run->jobs->result_size;
}

/* The lock is held. */
static void take_ready(struct run *run)
{
    const struct flip_jobs *jobs = run->jobs;
    while (!run->ended && run->taken < jobs->count && run->ready[run->taken % run->ring]) {
        struct flip_error error;
        const int status = jobs->take(jobs->context, run->taken, ring_slot(run, run->taken), &error);
        run->ready[run->taken % run->ring] = false;
        run->taken++;
        if (status != 0)
            end_run(run, status, &error);
    }
}

static void *work_on(void *argument)
{
    struct run *run = argument;
    const struct flip_jobs *jobs = run->jobs;
    struct flip_error error;
    void *worker = jobs->hire(jobs->context);
    pthread_mutex_lock(&run->lock);
    if (!worker) {
        flip_fail(&error, FLIP_ERROR_NO_MEMORY,
                  "There is not enough memory for one more thread; try fewer with --threads.");
        end_run(run, -1, &error);
    }
    while (!run->ended && run->next < jobs->count) {
        const uint64_t job = run->next++;
        while (!run->ended && job >= run->taken + run->ring)
            pthread_cond_wait(&run->moved, &run->lock);
        if (run->ended)
            break;
        pthread_mutex_unlock(&run->lock);
        const int status = jobs->work(jobs->context, worker, job, ring_slot(run, job), &error);
        pthread_mutex_lock(&run->lock);
        if (status != 0) {
            end_run(run, status, &error);
        } else {
            run->ready[job % run->ring] = true;
            take_ready(run);
        }
        pthread_cond_broadcast(&run->moved);
    }
    run->working--;
    pthread_cond_broadcast(&run->moved);
    pthread_mutex_unlock(&run->lock);
    if (worker)
        jobs->dismiss(jobs->context, worker);
    return NULL;
}

static void wait_and_tick(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        int status = 0;
        while (run->working > 0 && status != ETIMEDOUT)
            status = pthread_cond_timedwait(&run->moved, &run->lock, &until);
        if (run->jobs->tick)
            run->jobs->tick(run->jobs->context);
    }
    pthread_mutex_unlock(&run->lock);
}

int flip_jobs_run(const struct flip_jobs *jobs, struct flip_error *error)
{
    struct run run = {.jobs = jobs, .ring = (uint64_t)jobs->threads * RING_PER_THREAD};
    pthread_t *threads = calloc((size_t)jobs->threads, sizeof *threads);
    run.ready = calloc(run.ring, sizeof *run.ready);
    run.results = calloc(run.ring, jobs->result_size);
    int status = -1, started = 0;
    if (!threads || !run.ready || !run.results) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for %d threads; try fewer with --threads.",
                  jobs->threads);
        goto out;
    }
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.moved, NULL);
    pthread_mutex_lock(&run.lock);
    for (; started < jobs->threads; started++) {
        if (pthread_create(&threads[started], NULL, work_on, &run) != 0)
            break;
        run.working++;
    }
    if (started == 0) {
        flip_fail(&run.error, FLIP_ERROR_THREADS, "The system gives us no thread to work with.");
        run.status = -1;
    }
    pthread_mutex_unlock(&run.lock);
    wait_and_tick(&run);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&run.moved);
    pthread_mutex_destroy(&run.lock);
    status = run.status;
    if (status != 0 && error)
        *error = run.error;
out:
    free(threads);
    free(run.ready);
    free(run.results);
    return status;
}

/* A signal handler can reach nothing but a global: the only one of the simulator. Atomic, because all threads read it. */
static atomic_bool interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

void flip_interrupt_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    action.sa_flags = (int)(SA_RESTART | SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    atomic_store_explicit(&interrupted, false, memory_order_relaxed);
}

bool flip_interrupted(void) { return atomic_load_explicit(&interrupted, memory_order_relaxed); }
