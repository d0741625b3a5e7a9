/* Long work for requests, and the reading worker's cache of games. */
#include "server/rooms/rooms.h"

#include "core/hash.h"
#include "server/net/net.h"

#include <stdlib.h>
#include <string.h>

/* --- reader ------------------------------------------------------------------------------------------------------- */

enum { KEPT = 8 };

struct reader {
    struct store *store;
    struct cached_game kept[KEPT];
    uint64_t used;
};

struct reader *reader_open(const char *path, struct flip_error *error)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to start."));
    if ((reader->store = store_open_to_read(path, error)))
        return reader;
    free(reader);
    return NULL;
}

static void drop_cached(struct cached_game *game)
{
    room_discard(game->room);
    free(game->story);
    *game = (struct cached_game){0};
}

void reader_close(struct reader *reader)
{
    if (!reader)
        return;
    for (int i = 0; i < KEPT; i++)
        drop_cached(&reader->kept[i]);
    store_close(reader->store);
    free(reader);
}

struct store *reader_store(struct reader *reader) { return reader->store; }

/* --- is a kept game still the game? ------------------------------------------------------------------------------------ */

struct marking {
    uint64_t mark;
    enum store_status status;
};

static void hash_text(struct marking *marking, const char *text)
{
    marking->mark = flip_hash_number(flip_hash(marking->mark, text, strlen(text)), 0xff);
}

static int mark_head(void *context, const struct store_table *row)
{
    struct marking *marking = context;
    marking->status = row->status;
    marking->mark = FLIP_HASH_START + (uint64_t)row->status;
    hash_text(marking, row->head);
    return 0;
}

static int mark_step(void *context, int index, const char *json)
{
    (void)index;
    hash_text(context, json);
    return 0;
}

/* The steps of a finished game never change; a head does, when a player is deleted. */
int table_mark(struct store *store, const char *id, uint64_t *mark, struct flip_error *error)
{
    struct marking marking = {0};
    const int found = store_table_get(store, id, mark_head, &marking, error);
    if (found <= 0)
        return found;
    if (marking.status < STORE_OVER && store_steps(store, id, mark_step, &marking, error) < 0)
        return -1;
    *mark = marking.mark;
    return 1;
}

static struct cached_game *place_for(struct reader *reader, const char *id)
{
    struct cached_game *oldest = &reader->kept[0];
    for (int i = 0; i < KEPT; i++) {
        struct cached_game *game = &reader->kept[i];
        if (strcmp(game->id, id) == 0)
            return game;
        if (game->used < oldest->used)
            oldest = game;
    }
    return oldest;
}

struct cached_game *reader_game(struct reader *reader, const char *id, struct flip_error *error)
{
    struct cached_game *game = place_for(reader, id);
    uint64_t mark = 0;
    const int found = table_mark(reader->store, id, &mark, error);
    if (found == 0)
        room_unknown(error);
    if (found <= 0)
        return NULL;
    game->used = ++reader->used;
    if (strcmp(game->id, id) == 0 && game->mark == mark)
        return game;
    drop_cached(game);
    const int loaded = room_load(reader->store, id, &game->room, error);
    if (loaded == 0)
        room_unknown(error);
    if (loaded <= 0)
        return NULL;
    memcpy(game->id, id, strlen(id) + 1);
    game->mark = mark;
    game->used = reader->used;
    return game;
}

/* --- on the worker --------------------------------------------------------------------------------------------------- */

static void run(struct task *task)
{
    struct work *work = (struct work *)task;
    work->status = work->run(work, &work->error);
}

static void free_work(struct task *task)
{
    struct work *work = (struct work *)task;
    if (work->release)
        work->release(work);
    free(work->out);
    free(work);
}

int work_write(struct work *work, size_t guess, work_writer *write, void *context, struct flip_error *error)
{
    for (size_t size = guess;;) {
        char *out = malloc(OUT_PRE + size);
        if (!out)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
        struct flip_json json = flip_json_in(out + OUT_PRE, size);
        write(&json, context);
        if (flip_text_fits(&json.text)) {
            work->out = out;
            work->length = json.text.length;
            return 0;
        }
        free(out);
        size = json.text.length + 1;
    }
}

/* --- asking ---------------------------------------------------------------------------------------------------------- */

void *work_new(struct request *request, size_t size, double cost, enum work_for purpose, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(request);
    struct store_person person = {0};
    if (check_work(request->server, visitor, purpose, &request->wait, error) < 0)
        return NULL;
    person_asking(request->server->people, request->wsi, &person);
    return work_new_for(request->server->rooms, &person, visitor, size, cost, error);
}

void *work_new_for(struct rooms *rooms, const struct store_person *person, struct visitor *visitor, size_t size,
                   double cost, struct flip_error *error)
{
    struct work *work = calloc(1, size);
    if (!work)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory."));
    if (visitor) {
        memcpy(work->person, person->id, sizeof work->person);
        memcpy(work->address, visitor->address, sizeof work->address);
        payer_of(person, visitor->address, work->task.item.payer);
        bucket_charge(&visitor->work, cost);
    }
    work->task.item.class = FAIR_BOT;
    work->task.item.cost = work->paid = cost;
    work->task.work = run;
    work->task.free = free_work;
    work->reader = rooms->work.reader;
    return work;
}

void work_drop(struct work *work) { free_work(&work->task); }

void work_submit(struct rooms *rooms, struct work *work) { LIST_APPEND(rooms->work.asked, work, next); }

int work_start_for(struct request *request, struct work *work)
{
    work->ticket = request_wait(request);
    work_submit(request->server->rooms, work);
    return 0;
}

void work_send(struct rooms *rooms)
{
    while (rooms->work.asked) {
        struct work *work = rooms->work.asked;
        rooms->work.asked = work->next;
        workers_submit(rooms->work.workers, &work->task);
    }
}

/* --- answering ------------------------------------------------------------------------------------------------------- */

static void answer(struct rooms *rooms, struct request *request, struct work *work)
{
    struct flip_error error = {0};
    request_done(request);
    request->file = work->file;
    if (work->status < 0) {
        server_default_error(&work->error);
        if (work->broken[0])
            room_broken(work->broken, &work->error);
        if (server_failure(&work->error)) /* the worker changes nothing, so nothing is to be taken back */
            log_event("error", flip_error_word(work->error.code), "why", work->error.message, NULL);
        request->file = NULL;
        reply_error(request, &work->error);
    } else if (work->then) {
        store_was_busy(rooms->loop->store);
        if (work->then(request, work, &error) < 0) {
            request_fail(request, &error);
            server_note_error(rooms->loop, &error);
        }
    } else {
        reply_owned(request, 200, "application/json", work->out, work->length);
        work->out = NULL;
    }
}

/* The address is charged even if the client has gone, for the worker's time and the loop's. */
static void finish(struct rooms *rooms, struct work *work)
{
    struct visitor *visitor = work->address[0] ? visitor_of(&rooms->server->net->visitors, work->address) : NULL;
    struct request *request = work->ticket ? request_waiting(rooms->server, work->ticket) : NULL;
    const double began = cpu_ms();
    if (visitor)
        bucket_charge(&visitor->work, work->task.busy - work->paid);
    if (work->done)
        work->done(rooms, work);
    else if (request)
        answer(rooms, request, work);
    free_work(&work->task);
    if (visitor)
        throttle_charge(rooms->server, visitor, cpu_ms() - began);
}

void work_take(struct rooms *rooms)
{
    for (struct task *task; (task = workers_poll(rooms->work.workers));)
        finish(rooms, (struct work *)task);
}

/* One thread: its connection and its rooms belong to it alone. */
int work_start(struct rooms *rooms, void (*wake)(void *context), struct flip_error *error)
{
    if (!(rooms->work.reader = reader_open(rooms->loop->config.data, error)))
        return -1;
    if (!(rooms->work.workers = workers_start(1, false, wake, rooms->server)))
        return flip_fail(error, FLIP_ERROR_THREADS, "Cannot start the thread that replays games.");
    return 0;
}

void work_stop(struct rooms *rooms)
{
    workers_stop(rooms->work.workers);
    while (rooms->work.asked) {
        struct work *work = rooms->work.asked;
        rooms->work.asked = work->next;
        work_drop(work);
    }
    reader_close(rooms->work.reader);
}
