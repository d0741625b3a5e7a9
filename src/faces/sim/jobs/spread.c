/*
 * Jobs over processes. A worker asks the first process for as many jobs as it has slots, two for each thread, so that a
 * thread never waits for a message; a result that it sends back asks for the next job. The first process works too: its
 * threads take numbers from the same count (jobs.c), and its main thread looks for messages in between. Only main
 * threads send and receive.
 */

#include "faces/sim/jobs/run.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* --- the first process ------------------------------------------------------------------------------------------------------ */

/* Gives jobs to waiting processes, as far as the ring has room for results, or tells them that the run has ended. */
static void give_jobs(struct flip_run *run, void *note)
{
    const struct flip_jobs *jobs = run->jobs;
    while (!run->ended && run->askers > 0 && run->next < jobs->count && run->next < run->taken + run->ring) {
        const struct flip_asker asker = run->asker[--run->askers];
        const struct flip_rank_head head = {.kind = FLIP_RANK_JOB,
                                            .slot = asker.slot,
                                            .run = run->number,
                                            .job = run->next,
                                            .mark = flip_jobs_mark(jobs)};
        run->next++;
        if (jobs->note)
            jobs->note(jobs->context, head.job, note);
        if (flip_ranks_send(asker.rank, &head, note, jobs->note_size) != 0) {
            struct flip_error error;
            flip_fail(&error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a message to process %d.",
                      asker.rank);
            flip_run_end(run, -1, &error);
        }
    }
}

static void note_asker(struct flip_run *run, int rank, uint32_t slot)
{
    struct flip_error error;
    if (run->askers < run->most_askers) {
        run->asker[run->askers++] = (struct flip_asker){.rank = rank, .slot = slot};
        return;
    }
    flip_fail(&error, FLIP_ERROR_CHANGED, "Process %d asks for more jobs than its threads can do.", rank);
    flip_run_end(run, -1, &error);
}

static void take_result(struct flip_run *run, uint64_t job, const unsigned char *packed, size_t length, int rank)
{
    struct flip_error error;
    if (job >= run->next || job < run->taken || run->ready[job % run->ring] ||
        flip_result_unpack(run->jobs, job, packed, length, flip_run_place(run, job)) != 0) {
        flip_fail(&error, FLIP_ERROR_BAD_RECORD, "Process %d sent a result that cannot be read.", rank);
        flip_run_end(run, -1, &error);
        return;
    }
    flip_run_ready(run, job);
}

static void heed_message(struct flip_run *run, int from, const struct flip_rank_head *head, unsigned char *bytes,
                         size_t length)
{
    struct flip_error error;
    if (head->kind == FLIP_RANK_FAILED) {
        bytes[length > 0 ? length - 1 : 0] = '\0';
        flip_fail(&error, FLIP_ERROR_GONE, "%s", (const char *)bytes);
        flip_run_end(run, -1, &error);
    } else if (head->run < run->number) {
        return; /* too late: that run is over */
    } else if (head->mark != flip_jobs_mark(run->jobs)) {
        flip_fail(&error, FLIP_ERROR_CHANGED,
                  "Process %d plays something else: all hosts need the same command, version and files.", from);
        flip_run_end(run, -1, &error);
    } else if (head->kind == FLIP_RANK_GIVEN_UP) {
        flip_run_end(run, 1, NULL);
    } else {
        if (head->kind == FLIP_RANK_RESULT)
            take_result(run, head->job, bytes, length, from);
        note_asker(run, from, head->slot);
    }
}

bool flip_spread_serve(struct flip_run *run)
{
    bool any = false;
    const size_t packed = flip_packed_most(run->jobs), note = run->jobs->note_size;
    const size_t room = packed > note + FLIP_RANK_SENTENCE ? packed : note + FLIP_RANK_SENTENCE;
    unsigned char *bytes = malloc(room);
    struct flip_rank_head head;
    int from;
    while (bytes && !run->ended) {
        const long length = flip_ranks_receive(&from, &head, bytes, room);
        if (length < 0)
            break;
        any = true;
        heed_message(run, from, &head, bytes, (size_t)length < room ? (size_t)length : room);
        give_jobs(run, bytes);
    }
    if (bytes)
        give_jobs(run, bytes);
    if (flip_interrupted())
        flip_run_end(run, 1, NULL);
    if (any || run->ended)
        pthread_cond_broadcast(&run->moved);
    free(bytes);
    return any;
}

void flip_spread_end(const struct flip_run *run)
{
    const struct flip_rank_head head = {
        .kind = FLIP_RANK_END, .run = run->number, .job = run->status < 0, .mark = flip_jobs_mark(run->jobs)};
    for (int rank = 1; rank < flip_ranks_count(); rank++)
        flip_ranks_send(rank, &head, NULL, 0);
}

/* --- the others --------------------------------------------------------------------------------------------------------------- */

enum slot_state { EMPTY, ASKED, GIVEN, BEGUN, DONE };

struct slot {
    enum slot_state state;
    uint64_t job;
    int status;
    void *result;
};

struct desk {
    const struct flip_jobs *jobs;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    struct slot *slot;
    int slots;
    bool over;
    int status;
    struct flip_error error; /* of the first thread that failed */
    unsigned char *bytes;
    size_t room;
    uint64_t number, mark; /* of the run */
};

static struct slot *slot_in(struct desk *desk, enum slot_state state)
{
    for (int i = 0; i < desk->slots; i++)
        if (desk->slot[i].state == state)
            return &desk->slot[i];
    return NULL;
}

static void *work_at(void *argument)
{
    struct desk *desk = argument;
    const struct flip_jobs *jobs = desk->jobs;
    struct flip_error error;
    void *worker = jobs->hire ? jobs->hire(jobs->context) : jobs->context;
    pthread_mutex_lock(&desk->lock);
    if (!worker) {
        flip_fail(&desk->error, FLIP_ERROR_NO_MEMORY, "there is not enough memory; try fewer with --threads.");
        desk->status = -1;
    }
    while (worker && !desk->over) {
        struct slot *slot = slot_in(desk, GIVEN);
        if (!slot) {
            pthread_cond_wait(&desk->moved, &desk->lock);
            continue;
        }
        slot->state = BEGUN;
        pthread_mutex_unlock(&desk->lock);
        slot->status = jobs->work(jobs->context, worker, slot->job, slot->result, &error);
        pthread_mutex_lock(&desk->lock);
        if (slot->status < 0)
            desk->error = error;
        slot->state = DONE;
        pthread_cond_broadcast(&desk->moved);
    }
    pthread_mutex_unlock(&desk->lock);
    if (worker && jobs->dismiss)
        jobs->dismiss(jobs->context, worker);
    return NULL;
}

static void send_to_first(struct desk *desk, enum flip_rank_kind kind, const struct slot *slot)
{
    const struct flip_rank_head head = {.kind = (uint32_t)kind,
                                        .slot = slot ? (uint32_t)(slot - desk->slot) : 0,
                                        .run = desk->number,
                                        .job = slot ? slot->job : 0,
                                        .mark = desk->mark};
    const size_t length =
        kind == FLIP_RANK_RESULT ? flip_result_pack(desk->jobs, slot->job, slot->result, desk->bytes) : 0;
    if (flip_ranks_send(0, &head, desk->bytes, length) != 0)
        desk->status = -1;
}

static void send_what_is_done(struct desk *desk)
{
    for (int i = 0; i < desk->slots && !desk->over; i++) {
        struct slot *slot = &desk->slot[i];
        if (slot->state == EMPTY) {
            send_to_first(desk, FLIP_RANK_ASK, slot);
            slot->state = ASKED;
        } else if (slot->state == DONE && slot->status == 0) {
            send_to_first(desk, FLIP_RANK_RESULT, slot);
            slot->state = ASKED;
        } else if (slot->state == DONE) {
            desk->status = slot->status;
        }
    }
    if (flip_interrupted())
        desk->status = 1;
    if (desk->status > 0 && !desk->over)
        send_to_first(desk, FLIP_RANK_GIVEN_UP, NULL);
    else if (desk->status < 0 && !desk->over)
        flip_ranks_send_error(desk->error.message);
    desk->over = desk->over || desk->status != 0;
}

static bool read_messages(struct desk *desk)
{
    bool any = false;
    struct flip_rank_head head;
    long length;
    int from;
    while (!desk->over && (length = flip_ranks_receive(&from, &head, desk->bytes, desk->room)) >= 0) {
        any = true;
        if (head.kind == FLIP_RANK_QUIT || (head.kind == FLIP_RANK_END && head.run == desk->number)) {
            desk->over = true;
            desk->status = head.kind == FLIP_RANK_QUIT || head.job ? 1 : 0;
        } else if (head.kind == FLIP_RANK_JOB && head.run == desk->number && head.slot < (uint32_t)desk->slots &&
                   (size_t)length == desk->jobs->note_size) {
            struct slot *slot = &desk->slot[head.slot];
            slot->job = head.job;
            slot->state = GIVEN;
            if (desk->jobs->heed)
                desk->jobs->heed(desk->jobs->context, head.job, desk->bytes);
        }
    }
    return any;
}

static void serve_first(struct desk *desk)
{
    int wait = FLIP_LOOK_SOON;
    pthread_mutex_lock(&desk->lock);
    while (!desk->over) {
        send_what_is_done(desk);
        wait = flip_look_next(wait, read_messages(desk));
        pthread_cond_broadcast(&desk->moved);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += wait * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        while (!desk->over && !slot_in(desk, DONE) &&
               pthread_cond_timedwait(&desk->moved, &desk->lock, &until) != ETIMEDOUT)
            ;
    }
    pthread_mutex_unlock(&desk->lock);
}

static int open_desk(struct desk *desk, const struct flip_jobs *jobs, uint64_t number)
{
    const size_t packed = flip_packed_most(jobs);
    *desk = (struct desk){
        .jobs = jobs, .slots = jobs->threads * FLIP_SLOTS_PER_THREAD, .number = number, .mark = flip_jobs_mark(jobs)};
    desk->room = packed > jobs->note_size ? packed : jobs->note_size;
    desk->bytes = malloc(desk->room);
    desk->slot = calloc((size_t)desk->slots, sizeof *desk->slot);
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->moved, NULL);
    if (!desk->bytes || !desk->slot)
        return -1;
    for (int i = 0; i < desk->slots; i++)
        if (!(desk->slot[i].result = calloc(1, jobs->result_size)))
            return -1;
    return 0;
}

static void close_desk(struct desk *desk)
{
    for (int i = 0; desk->slot && i < desk->slots; i++)
        free(desk->slot[i].result);
    free(desk->slot);
    free(desk->bytes);
    pthread_cond_destroy(&desk->moved);
    pthread_mutex_destroy(&desk->lock);
}

int flip_spread_work(const struct flip_jobs *jobs, uint64_t number, struct flip_error *error)
{
    struct desk desk;
    int started = 0;
    pthread_t *threads = calloc((size_t)jobs->threads, sizeof *threads);
    if (open_desk(&desk, jobs, number) != 0 || !threads) {
        close_desk(&desk);
        free(threads);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for %d threads.", jobs->threads);
    }
    while (started < jobs->threads && pthread_create(&threads[started], NULL, work_at, &desk) == 0)
        started++;
    if (started == 0) {
        flip_fail(&desk.error, FLIP_ERROR_THREADS, "The system gives us no thread to work with.");
        desk.status = -1;
    }
    serve_first(&desk);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    const int status = desk.status > 0 ? 1 : desk.status;
    if (status < 0)
        *error = desk.error;
    close_desk(&desk);
    free(threads);
    return status;
}
