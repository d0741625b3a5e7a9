/* Analyses of finished games on a thread of their own, and the habits that they show. */
#include "server/learning/learning.h"

#include "table/table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- habits ------------------------------------------------------------------------------------------------------- */

static const char *const parts[] = {"opening", "middle", "end"}; /* thirds of a game's steps */
static const char beginning_of[] = "{\"habits\":";

static double number(const json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

/* `sum` is [decisions, loss]. */
static void add(json_t *sums, const char *name, json_int_t decisions, double loss)
{
    json_t *sum = json_object_get(sums, name);
    if (!sum) {
        sum = json_pack("[i, f]", 0, 0.0);
        json_object_set_new(sums, name, sum);
    }
    json_array_set_new(sum, 0, json_integer(json_integer_value(json_array_get(sum, 0)) + decisions));
    json_array_set_new(sum, 1, json_real(json_number_value(json_array_get(sum, 1)) + loss));
}

json_t *habits_of(const json_t *analysis)
{
    const json_t *decisions = json_object_get(analysis, "decisions");
    const double steps = number(analysis, "steps");
    json_t *seats = json_array();
    for (size_t i = 0; i < json_array_size(json_object_get(analysis, "players")); i++)
        json_array_append_new(seats, json_pack("{s:{}, s:{}}", "themes", "parts"));
    for (size_t i = 0; i < json_array_size(decisions); i++) {
        const json_t *decision = json_array_get(decisions, i);
        json_t *seat = json_array_get(seats, (size_t)number(decision, "seat"));
        const char *theme = json_string_value(json_object_get(decision, "theme"));
        const size_t part = steps > 0 ? (size_t)(3 * number(decision, "step") / steps) : 0;
        if (!json_object_get(decision, "loss"))
            continue;
        add(json_object_get(seat, "themes"), theme ? theme : "decisions", 1, number(decision, "loss"));
        add(json_object_get(seat, "parts"), parts[part < 3 ? part : 2], 1, number(decision, "loss"));
    }
    return seats;
}

json_t *habits_read(const char *beginning, int seat)
{
    const size_t length = strlen(beginning_of);
    if (strncmp(beginning, beginning_of, length) != 0)
        return NULL;
    json_t *seats = json_loads(beginning + length, JSON_DISABLE_EOF_CHECK, NULL);
    json_t *own = json_incref(json_array_get(seats, (size_t)seat));
    json_decref(seats);
    return own;
}

static void add_all(json_t *sums, const char *group, const json_t *game)
{
    const char *name;
    json_t *sum, *into = json_object_get(sums, group);
    if (!into) {
        into = json_object();
        json_object_set_new(sums, group, into);
    }
    json_object_foreach(json_object_get(game, group), name, sum)
        add(into, name, json_integer_value(json_array_get(sum, 0)), json_number_value(json_array_get(sum, 1)));
}

void habits_add(json_t *sums, const json_t *game)
{
    add_all(sums, "themes", game);
    add_all(sums, "parts", game);
}

/* --- analysis ----------------------------------------------------------------------------------------------------- */

enum {
    SLICE_MS = 30,  /* of work before others have their turn */
    MOST = 200,     /* that wait or are worked on */
    MOST_OF_ONE = 3 /* of those, for one payer */
};

struct analyses {
    struct loop *loop;
    struct workers *workers;
    struct reader *reader; /* of their thread */
    struct analysis_job *first;
};

/* One analysis; the loop reads only what is above the line while it is worked on. */
struct analysis_job {
    struct task task;
    struct analysis_job *next;
    struct analyses *all;
    char id[STORE_ID];
    enum flip_precision precision;
    atomic_int permille; /* done */
    /* ------ the worker's ------ */
    struct flip_table *table;
    struct flip_analysis *analysis;
    struct flip_analyst *analyst;
    int round, unit;
    int status;
    struct flip_error error;
    char *json;
};

/* --- on the worker -------------------------------------------------------------------------------------------------------- */

/* The room belongs to the reader and may be gone with the next one it reads: so the table is copied. */
static int open_table(struct analysis_job *job, struct flip_error *error)
{
    const struct cached_game *game = reader_game(job->all->reader, job->id, error);
    if (!game || check_finished(game->room, error) < 0)
        return -1;
    job->table = table_copy(game->room->table, error);
    return job->table ? 0 : -1;
}

/* What an earlier analysis found is refined; if it cannot be used, all is done anew. */
static void take_over_earlier(struct analysis_job *job)
{
    char *text = NULL;
    struct flip_error error;
    if (store_analysis_get(reader_store(job->all->reader), job->id, &text, &error) != 1)
        return;
    json_t *saved = json_loads(text, 0, NULL);
    if (json_object_get(saved, "moments") && flip_analysis_resume(job->analysis, saved, &error) < 0)
        log_event("info", "analysis_anew", "why", error.message, NULL);
    json_decref(saved);
    free(text);
}

static int begin(struct analysis_job *job, struct flip_error *error)
{
    if (open_table(job, error) < 0 || !(job->analysis = flip_analysis_open(job->table, error)) ||
        !(job->analyst = flip_analyst_open(job->analysis, error)))
        return -1;
    take_over_earlier(job);
    return 0;
}

/* The names are the table's business, which knows who wants to be forgotten. */
static int finish(struct analysis_job *job, struct flip_error *error)
{
    json_t *json = flip_analysis_json(job->analysis, job->precision, error);
    if (!json)
        return -1;
    json_t *players = json_object_get(json, "players");
    for (size_t i = 0; i < json_array_size(players); i++)
        json_object_del(json_array_get(players, i), "name");
    json_t *kept = json_pack("{s:o}", "habits", habits_of(json));
    json_object_update_missing(kept, json);
    job->json = json_dumps(kept, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(kept);
    json_decref(json);
    return job->json ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
}

/* 1: there is more to do. */
static int work_on(struct analysis_job *job, struct flip_error *error)
{
    struct flip_analysis *analysis = job->analysis;
    const double began = cpu_ms();
    const int units = flip_analysis_units(analysis);
    for (; job->round <= (int)job->precision; job->round++, job->unit = 0)
        for (; job->unit < units; job->unit++)
            while (flip_unit_done(analysis, job->unit, (enum flip_precision)job->round) < 1) {
                if (cpu_ms() - began > SLICE_MS)
                    return 1;
                if (flip_analysis_work(analysis, job->analyst, job->unit, (enum flip_precision)job->round, error) < 0)
                    return -1;
            }
    return 0;
}

static void work(struct task *task)
{
    struct analysis_job *job = (struct analysis_job *)task;
    struct flip_error *error = &job->error;
    job->status = job->analysis ? 0 : begin(job, error);
    if (job->status == 0)
        job->status = work_on(job, error);
    if (job->status == 1) {
        const double done = flip_analysis_done(job->analysis, job->precision);
        atomic_store(&job->permille, (int)(1000 * done));
        task->more = true;
    } else if (job->status == 0) {
        job->status = finish(job, error);
    }
}

static void free_analysing(struct task *task)
{
    struct analysis_job *job = (struct analysis_job *)task;
    flip_analyst_close(job->analyst);
    flip_analysis_close(job->analysis);
    flip_table_close(job->table);
    free(job->json);
    free(job);
}

/* --- on the loop ---------------------------------------------------------------------------------------------------------- */

static struct analysis_job *find(const struct analyses *all, const char *table)
{
    struct analysis_job *found = all->first;
    while (found && strcmp(found->id, table) != 0)
        found = found->next;
    return found;
}

static int check_room(const struct analyses *all, const char *payer, struct flip_error *error)
{
    int count = 0, own = 0;
    for (const struct analysis_job *other = all->first; other; other = other->next) {
        count++;
        own += strcmp(other->task.item.payer, payer) == 0;
    }
    if (own >= MOST_OF_ONE)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You can have %d games analysed at a time. Wait for one to finish.",
                         MOST_OF_ONE);
    if (count >= MOST)
        return flip_fail(error, FLIP_ERROR_BUSY, "Too many games are waiting to be analysed. Try again later.");
    return 0;
}

/* What somebody asked for is kept before the answer, in front of what an earlier analysis found: a server that starts again goes on
   with it. NULL: nothing is wanted any more. */
static int save_wanted(struct store *store, const char *table, const char *wanted, struct flip_error *error)
{
    char *stored = NULL;
    if (store_analysis_get(store, table, &stored, error) < 0)
        return -1;
    json_t *earlier = stored ? json_loads(stored, 0, NULL) : NULL, *json = json_object();
    if (wanted)
        json_object_set_new(json, "wanted", json_string(wanted));
    json_object_del(earlier, "wanted");
    json_object_update_missing(json, earlier);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12));
    const int status = text ? store_analysis_put(store, table, text, error)
                            : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
    free(text);
    json_decref(earlier);
    json_decref(json);
    free(stored);
    return status;
}

static int enqueue(struct analyses *all, const char *table, enum flip_precision precision, const char payer[FAIR_PAYER],
                   struct flip_error *error)
{
    struct analysis_job *job = calloc(1, sizeof *job);
    if (!job)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
    job->task.work = work;
    job->task.free = free_analysing;
    job->task.item.class = FAIR_LONG;
    job->task.item.cost = SLICE_MS;
    memcpy(job->task.item.payer, payer, FAIR_PAYER);
    job->all = all;
    job->precision = precision;
    memcpy(job->id, table, strlen(table) + 1);
    job->next = all->first;
    all->first = job;
    workers_submit(all->workers, &job->task);
    return 0;
}

int analysis_ask(struct analyses *all, const char *table, enum flip_precision precision, const char payer[FAIR_PAYER],
                 struct flip_error *error)
{
    if (find(all, table))
        return 0;
    if (check_room(all, payer, error) < 0 ||
        save_wanted(all->loop->store, table, flip_precision_word(precision), error) < 0)
        return -1;
    return enqueue(all, table, precision, payer, error);
}

int analysis_running(const struct analyses *all, const char *table, double *progress)
{
    const struct analysis_job *found = find(all, table);
    if (!found)
        return -1;
    *progress = atomic_load(&found->permille) / 1000.0;
    return (int)found->precision;
}

static void save_result(struct loop *loop, const struct analysis_job *job)
{
    struct flip_error error = {0};
    if (job->status < 0 && save_wanted(loop->store, job->id, NULL, &error) < 0)
        server_note_error(loop, &error);
    if (job->status < 0)
        log_event(server_failure(&job->error) ? "error" : "info", "analysis", "why", job->error.message, NULL);
    else if (store_analysis_put(loop->store, job->id, job->json, &error) < 0)
        server_note_error(loop, &error);
}

void analyses_take(struct analyses *all)
{
    for (struct task *task; (task = workers_poll(all->workers)); task->free(task)) {
        struct analysis_job *job = (struct analysis_job *)task;
        LIST_REMOVE(all->first, job, next);
        save_result(all->loop, job);
    }
}

/* Those that an earlier run of the server did not finish; nobody in particular pays for them. */
static int resume_wanted(struct analyses *all, struct flip_error *error)
{
    static const char nobody[FAIR_PAYER];
    char *id = NULL, *stored = NULL, after[STORE_ID] = "";
    int found;
    while ((found = store_analysis_wanted(all->loop->store, after, &id, error)) == 1) {
        snprintf(after, sizeof after, "%s", id);
        free(id);
        if (store_analysis_get(all->loop->store, after, &stored, error) < 0)
            return -1;
        json_t *json = stored ? json_loads(stored, 0, NULL) : NULL;
        const int precision = flip_precision_named(string_of(json, "wanted"));
        free(stored);
        stored = NULL;
        json_decref(json);
        if (precision >= 0 && enqueue(all, after, (enum flip_precision)precision, nobody, error) < 0)
            return -1;
    }
    return found;
}

int analyses_start(struct analyses **out, struct loop *loop, void (*wake)(void *context), void *context,
                   struct flip_error *error)
{
    struct analyses *all = *out = calloc(1, sizeof *all);
    if (!all)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to start.");
    all->loop = loop;
    if (!(all->reader = reader_open(loop->config.data, error)))
        return -1;
    if (!(all->workers = workers_start(1, false, wake, context)))
        return flip_fail(error, FLIP_ERROR_THREADS, "Cannot start the thread that analyses games.");
    return resume_wanted(all, error);
}

void analyses_stop(struct analyses *all)
{
    if (!all)
        return;
    workers_stop(all->workers);
    reader_close(all->reader);
    free(all);
}
