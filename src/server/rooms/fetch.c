/* Fetching tables that are not in memory: see work.h. */
#include "server/rooms/rooms.h"

#include "server/net/net.h"

#include <string.h>

enum { COST_MS = 5, SLICE_MS = 20 };

bool fetched(const struct rooms *rooms, const struct table_ids *ids)
{
    for (int i = 0; i < ids->count; i++)
        if (!room_in_memory(rooms, ids->id[i]))
            return false;
    return true;
}

int fetched_rooms(const struct rooms *rooms, const struct table_ids *ids, struct room **out)
{
    int count = 0;
    for (int i = 0; i < ids->count; i++)
        if ((out[count] = room_in_memory(rooms, ids->id[i])))
            out[count++]->used = steady_ms();
    return count;
}

/* --- on the worker --------------------------------------------------------------------------------------------------- */

/* A table that cannot be opened does not stop the others; the first such error is reported. */
static void load_one(struct work *work, struct found_room *found)
{
    struct flip_error error = {0};
    struct store *store = reader_store(work->reader);
    const bool shared = ((struct fetch *)work)->shared;
    int status = shared ? 1 : table_mark(store, found->id, &found->mark, &error);
    if (status == 1)
        status = room_load_shared(store, shared, found->id, &found->behind, &found->room, &error);
    if (status == 1 || work->error.code)
        return;
    if (status == 0)
        room_unknown(&error);
    else
        memcpy(work->broken, found->id, sizeof work->broken);
    work->error = error;
}

static int find(struct work *work, struct flip_error *error)
{
    struct fetch *fetch = (struct fetch *)work;
    const double began = cpu_ms();
    (void)error;
    for (; fetch->looked_at < fetch->count; fetch->looked_at++) {
        if (cpu_ms() - began > SLICE_MS) {
            work->task.more = true;
            return 0;
        }
        load_one(work, &fetch->found[fetch->looked_at]);
    }
    return 0;
}

static void release(struct work *work)
{
    struct fetch *fetch = (struct fetch *)work;
    for (int i = 0; i < fetch->count; i++) {
        room_discard(fetch->found[i].room);
        catch_up_free(&fetch->found[i].behind);
    }
}

/* --- taking over ----------------------------------------------------------------------------------------------------- */

/* Is the version that the worker has read the newest? A notice may have come before the room was here. */
static bool newest(struct rooms *rooms, const struct found_room *found)
{
    int64_t lease_holder;
    struct flip_error error;
    return store_version(rooms->loop->store, found->id, &lease_holder, &error) == found->room->cluster.version;
}

/* In a cluster: the newer version replaces the older one; if even newer steps are missing, it is fetched once more. */
static void take_over_shared(struct rooms *rooms, struct found_room *found)
{
    struct room *live = room_in_memory(rooms, found->id), *room = found->room;
    if (!room || (!live && !newest(rooms, found)))
        return;
    if (room->cluster.version > (live ? live->cluster.version : 0) && catch_up_follow(live, room, &found->behind) < 0) {
        if (live)
            fetch_again(rooms, live);
        return;
    }
    if (live && room->cluster.version <= live->cluster.version) { /* it was busy, and nothing came of it */
        live->cluster.lease_holder =
            room->cluster.version == live->cluster.version ? room->cluster.lease_holder : live->cluster.lease_holder;
        room_ask_bots(rooms, live);
        room = live;
    } else {
        found->room = NULL;
        rooms->loop->metrics.tables_reread += live != NULL;
        rooms->loop->metrics.tables_replayed += live && !found->behind.steps;
        if (live)
            room_swap(rooms, live, room);
        else
            room_insert_loaded(rooms, room);
    }
    if (room->cluster.newest > room->cluster.version)
        fetch_again(rooms, room);
}

/* Takes over a room unless it is in memory by now or has changed since the worker read it. */
static void take_over(struct rooms *rooms, struct found_room *found)
{
    struct flip_error error;
    uint64_t mark = 0;
    if (!found->room || room_in_memory(rooms, found->id) ||
        table_mark(rooms->loop->store, found->id, &mark, &error) != 1 || mark != found->mark)
        return;
    room_insert_loaded(rooms, found->room);
    found->room = NULL;
}

void fetch_take_over(struct rooms *rooms, struct fetch *fetch)
{
    struct work *work = &fetch->work;
    for (int i = 0; i < fetch->count; i++)
        (fetch->shared ? take_over_shared : take_over)(rooms, &fetch->found[i]);
    if (server_failure(&work->error)) /* the worker changes nothing, so nothing is to be taken back */
        log_event("error", flip_error_word(work->error.code), "why", work->error.message, NULL);
    else if (work->broken[0])
        room_broken(work->broken, &work->error);
}

/* --- asking ---------------------------------------------------------------------------------------------------------- */

static void add(const struct rooms *rooms, struct fetch *fetch, const char *id)
{
    if (!room_in_memory(rooms, id))
        memcpy(fetch->found[fetch->count++].id, id, STORE_ID);
}

static void prepare(const struct rooms *rooms, struct fetch *fetch, const struct table_ids *ids)
{
    fetch->shared = store_shared(rooms->loop->store);
    fetch->work.run = find;
    fetch->work.release = release;
    for (int i = 0; i < ids->count; i++)
        add(rooms, fetch, ids->id[i]);
}

int fetch_for_request(struct request *request, const struct table_ids *ids,
                      int (*then)(struct request *request, struct work *work, struct flip_error *error),
                      struct flip_error *error)
{
    struct fetch *fetch = work_new(request, sizeof *fetch, COST_MS, WORK_TO_PLAY, error);
    if (!fetch)
        return -1;
    prepare(request->server->rooms, fetch, ids);
    fetch->work.then = then;
    return work_start_for(request, &fetch->work);
}

static struct fetch *new_fetch(struct rooms *rooms, const struct client *client, struct flip_error *error)
{
    const struct store_person *person = client ? &client->presence->person : NULL;
    struct visitor *visitor = client ? client->socket.visitor : NULL;
    struct fetch *fetch = work_new_for(rooms, person, visitor, sizeof *fetch, COST_MS, error);
    if (fetch)
        fetch->link = client ? client->socket.id : 0;
    return fetch;
}

int fetch_for_client(struct rooms *rooms, const struct client *client, const struct table_ids *ids,
                     void (*done)(struct rooms *rooms, struct work *work), struct flip_error *error)
{
    struct fetch *fetch = new_fetch(rooms, client, error);
    if (!fetch)
        return -1;
    prepare(rooms, fetch, ids);
    fetch->work.done = done;
    work_submit(rooms, &fetch->work);
    return 0;
}

/* --- for messages ---------------------------------------------------------------------------------------------------- */

/* A table that has changed since the worker read it is fetched again by the first of the messages. */
static void handle_messages(struct rooms *rooms, struct work *work)
{
    struct fetch *fetch = (struct fetch *)work;
    LIST_REMOVE(rooms->work.fetches, fetch, next);
    fetch_take_over(rooms, fetch);
    struct room *live = room_in_memory(rooms, fetch->found[0].id);
    if (live && work->error.code == FLIP_ERROR_NO_TABLE) /* another server has deleted it */
        room_remove_from_memory(rooms, live);
    if (work->error.code && !room_in_memory(rooms, fetch->found[0].id))
        pending_refuse(rooms->server, fetch->number, &work->error);
    else
        pending_release(rooms->server, fetch->number);
}

static struct fetch *fetch_of(const struct rooms *rooms, const char *id)
{
    struct fetch *fetch = rooms->work.fetches;
    while (fetch && strcmp(fetch->found[0].id, id) != 0)
        fetch = fetch->next;
    return fetch;
}

bool fetching(const struct rooms *rooms, const char *id) { return fetch_of(rooms, id) != NULL; }

static struct fetch *begin(struct rooms *rooms, const struct client *client, const char *id, struct flip_error *error)
{
    struct fetch *fetch = new_fetch(rooms, client, error);
    if (!fetch)
        return NULL;
    const struct table_ids none = {.count = 0};
    prepare(rooms, fetch, &none);
    catch_up_ask(&fetch->found[0].behind, room_in_memory(rooms, id));
    memcpy(fetch->found[fetch->count++].id, id, STORE_ID);
    fetch->work.done = handle_messages;
    fetch->number = ++rooms->loop->last_ticket;
    fetch->next = rooms->work.fetches;
    rooms->work.fetches = fetch;
    work_submit(rooms, &fetch->work);
    return fetch;
}

int fetch_for_message(struct rooms *rooms, const struct client *client, const char *id, uint64_t *number,
                      struct flip_error *error)
{
    struct fetch *fetch = fetch_of(rooms, id);
    if (!fetch && (check_work(rooms->server, client->socket.visitor, WORK_TO_PLAY, NULL, error) < 0 ||
                   !(fetch = begin(rooms, client, id, error))))
        return -1;
    *number = fetch->number;
    return 0;
}

/* If there is no memory for it now, the next notice or claim asks again. */
void fetch_again(struct rooms *rooms, const struct room *room)
{
    struct flip_error error;
    if (!fetching(rooms, room->id))
        begin(rooms, NULL, room->id, &error);
}
