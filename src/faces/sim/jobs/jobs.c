/*
 * Workers take the next number, do the job and put the result into a ring buffer; the one that completes the beginning
 * of the ring hands over all that is ready. A worker too far ahead of the slowest one waits, so memory stays small.
 * When a run ends early, the results taken are the first ones without gaps: leaving out unfinished games would favour
 * short ones.
 */
#include "faces/sim/jobs/run.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum { RING_PER_THREAD = 16, RING_PER_GUEST = 6, TICK_MS = 100 };

static void *work_on(void *argument)
{
    struct flip_run *run = argument;
    const struct flip_jobs *jobs = run->jobs;
    struct flip_error error;
    void *worker = jobs->hire ? jobs->hire(jobs->context) : jobs->context;
    pthread_mutex_lock(&run->lock);
    if (!worker) {
        flip_fail(&error, FLIP_ERROR_NO_MEMORY,
                  "There is not enough memory for one more thread; try fewer with --threads.");
        flip_run_end(run, -1, &error);
    }
    while (!run->ended && run->next < jobs->count) {
        const uint64_t job = run->next++;
        while (!run->ended && job >= run->taken + run->ring)
            pthread_cond_wait(&run->moved, &run->lock);
        if (run->ended)
            break;
        pthread_mutex_unlock(&run->lock);
        const int status = jobs->work(jobs->context, worker, job, flip_run_place(run, job), &error);
        pthread_mutex_lock(&run->lock);
        if (status != 0)
            flip_run_end(run, status, &error);
        else
            flip_run_ready(run, job);
        pthread_cond_broadcast(&run->moved);
    }
    run->working--;
    pthread_cond_broadcast(&run->moved);
    pthread_mutex_unlock(&run->lock);
    if (worker && jobs->dismiss)
        jobs->dismiss(jobs->context, worker);
    return NULL;
}

static bool still_running(const struct flip_run *run)
{
    return run->working > 0 || (flip_ranks_count() > 1 && !run->ended && run->taken < run->jobs->count);
}

/* Waits for a change, or for that long. */
static void wait_a_little(struct flip_run *run, long milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    int status = 0;
    while (still_running(run) && status != ETIMEDOUT)
        status = pthread_cond_timedwait(&run->moved, &run->lock, &until);
}

static void wait_and_tick(struct flip_run *run)
{
    const bool spread = flip_ranks_count() > 1;
    int wait = spread ? FLIP_LOOK_SOON : TICK_MS, waited = 0;
    pthread_mutex_lock(&run->lock);
    while (still_running(run)) {
        wait_a_little(run, wait);
        waited += wait;
        if (spread)
            wait = flip_look_next(wait, flip_spread_serve(run));
        if (run->jobs->tick && waited >= TICK_MS) {
            run->jobs->tick(run->jobs->context);
            waited = 0;
        }
    }
    if (spread)
        flip_spread_end(run);
    pthread_mutex_unlock(&run->lock);
}

static int run_threads(struct flip_run *run, pthread_t *threads)
{
    int started = 0;
    pthread_mutex_lock(&run->lock);
    for (; started < run->jobs->threads; started++) {
        if (pthread_create(&threads[started], NULL, work_on, run) != 0)
            break;
        run->working++;
    }
    if (started == 0) {
        struct flip_error error;
        flip_fail(&error, FLIP_ERROR_THREADS, "The system gives us no thread to work with.");
        flip_run_end(run, -1, &error);
    }
    pthread_mutex_unlock(&run->lock);
    wait_and_tick(run);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return run->status;
}

int flip_jobs_run(const struct flip_jobs *jobs, struct flip_error *error)
{
    const uint64_t number = flip_ranks_next_run();
    if (!flip_ranks_first())
        return flip_spread_work(jobs, number, error);
    const int guests = flip_ranks_count() - 1;
    struct flip_run run = {.jobs = jobs,
                           .number = number,
                           .ring = (uint64_t)jobs->threads * (uint64_t)(RING_PER_THREAD + RING_PER_GUEST * guests)};
    pthread_t *threads = calloc((size_t)jobs->threads, sizeof *threads);
    run.most_askers = guests * jobs->threads * FLIP_SLOTS_PER_THREAD;
    run.asker = calloc((size_t)run.most_askers + 1, sizeof *run.asker);
    run.ready = calloc(run.ring, sizeof *run.ready);
    run.results = calloc(run.ring, jobs->result_size);
    int status = -1;
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.moved, NULL);
    if (!threads || !run.asker || !run.ready || !run.results) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for %d threads; try fewer with --threads.",
                  jobs->threads);
    } else if (flip_kept_open(&run.kept, jobs, error) == 0 && flip_run_take_kept(&run, error) == 0) {
        status = run_threads(&run, threads);
        if (status != 0 && error)
            *error = run.error;
    }
    flip_kept_close(&run.kept);
    pthread_cond_destroy(&run.moved);
    pthread_mutex_destroy(&run.lock);
    free(threads);
    free(run.asker);
    free(run.ready);
    free(run.results);
    return status;
}
