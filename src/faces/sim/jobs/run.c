/* Results come in whatever order the jobs end; they are taken in the order of their numbers. */
#include "faces/sim/jobs/run.h"

void flip_run_end(struct flip_run *run, int status, const struct flip_error *error)
{
    if (status < 0 && run->status == 0) {
        run->status = status;
        run->error = *error;
    }
    run->ended = true;
}

void *flip_run_place(struct flip_run *run, uint64_t job)
{
    return run->results + (job % run->ring) * run->jobs->result_size;
}

/* Saves a result before it counts, so that the file never has less than what was shown. */
static int take_one(struct flip_run *run, uint64_t job, bool keep, struct flip_error *error)
{
    const struct flip_jobs *jobs = run->jobs;
    if (keep && flip_kept_add(&run->kept, jobs, job, flip_run_place(run, job), error) != 0)
        return -1;
    return jobs->take(jobs->context, job, flip_run_place(run, job), error);
}

void flip_run_ready(struct flip_run *run, uint64_t job)
{
    run->ready[job % run->ring] = true;
    while (!run->ended && run->taken < run->jobs->count && run->ready[run->taken % run->ring]) {
        struct flip_error error;
        const int status = take_one(run, run->taken, true, &error);
        run->ready[run->taken % run->ring] = false;
        run->taken++;
        if (status != 0)
            flip_run_end(run, status, &error);
    }
}

int flip_run_take_kept(struct flip_run *run, struct flip_error *error)
{
    int found = 0, status = 0;
    while (status == 0 && run->taken < run->jobs->count &&
           (found = flip_kept_next(&run->kept, run->jobs, run->taken, flip_run_place(run, run->taken), error)) > 0) {
        status = take_one(run, run->taken, false, error);
        run->taken++;
    }
    run->next = run->taken;
    run->ended = status > 0;
    return found < 0 || status < 0 ? -1 : 0;
}
