/* Fetching tables that are not in memory: see fetch.h. */
#include "server/rooms/fetch.h"

#include "server/net/held.h"
#include "server/rooms/rooms.h"

#include <string.h>

enum { COST_MS = 5, SLICE_MS = 20 };

bool fetched(const struct server *server, const struct table_ids *ids)
{
    for (int i = 0; i < ids->count; i++)
        if (!room_in_memory(server, ids->id[i]))
            return false;
    return true;
}

int fetched_rooms(const struct server *server, const struct table_ids *ids, struct room **out)
{
    int count = 0;
    for (int i = 0; i < ids->count; i++)
        if ((out[count] = room_in_memory(server, ids->id[i])))
            out[count++]->used = steady_ms();
    return count;
}

/* --- on the worker --------------------------------------------------------------------------------------------------- */

/* A table that cannot be opened does not keep the others from being found: the first of them is told of. */
static void find_one(struct work *work, struct found_room *found)
{
    struct flip_error error = {0};
    struct store *store = reader_store(work->reader);
    const bool shared = ((struct fetch *)work)->shared;
    int status = shared ? 1 : table_mark(store, found->id, &found->mark, &error);
    if (status == 1)
        status = room_load_shared(store, shared, found->id, &found->newer, &found->room, &error);
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
    const double began = busy_ms();
    (void)error;
    for (; fetch->looked_at < fetch->count; fetch->looked_at++) {
        if (busy_ms() - began > SLICE_MS) {
            work->task.more = true;
            return 0;
        }
        find_one(work, &fetch->found[fetch->looked_at]);
    }
    return 0;
}

static void release(struct work *work)
{
    struct fetch *fetch = (struct fetch *)work;
    for (int i = 0; i < fetch->count; i++) {
        room_discard(fetch->found[i].room);
        catch_up_free(&fetch->found[i].newer);
    }
}

/* --- taking over ----------------------------------------------------------------------------------------------------- */

/* Is the version that the worker has read the newest? Else a notice of it may have come before the room was here. */
static bool newest(struct server *server, const struct found_room *found)
{
    int64_t keeper;
    struct flip_error error;
    return store_version(server->store, found->id, &keeper, &error) == found->room->version;
}

/* Of one of several servers. What was read anew takes the place of what is older; if that goes on, it is read once more. */
static void take_over_shared(struct server *server, struct found_room *found)
{
    struct room *live = room_in_memory(server, found->id), *room = found->room;
    if (!room || (!live && !newest(server, found)))
        return;
    if (room->version > (live ? live->version : 0) && catch_up_follow(live, room, &found->newer) < 0) {
        if (live)
            fetch_again(server, live);
        return;
    }
    if (live && room->version <= live->version) { /* it was busy, and nothing came of it */
        live->keeper = room->version == live->version ? room->keeper : live->keeper;
        room_wake_bots(server, live);
        room = live;
    } else {
        found->room = NULL;
        server->metrics.tables_reread += live != NULL;
        server->metrics.tables_replayed += live && !found->newer.steps;
        if (live)
            room_swap(server, live, room);
        else
            room_take_in(server, room);
    }
    if (room->newest > room->version)
        fetch_again(server, room);
}

/* The server takes a room over if it has not got it in the meantime, and if it is still as the worker has read it. */
static void take_over(struct server *server, struct found_room *found)
{
    struct flip_error error;
    uint64_t mark = 0;
    if (!found->room || room_in_memory(server, found->id) || table_mark(server->store, found->id, &mark, &error) != 1 ||
        mark != found->mark)
        return;
    room_take_in(server, found->room);
    found->room = NULL;
}

void fetch_take_over(struct server *server, struct fetch *fetch)
{
    struct work *work = &fetch->work;
    for (int i = 0; i < fetch->count; i++)
        (fetch->shared ? take_over_shared : take_over)(server, &fetch->found[i]);
    if (server_failure(&work->error)) /* the worker changes nothing, so nothing is to be taken back */
        log_event("error", flip_error_word(work->error.code), "why", work->error.message, NULL);
    else if (work->broken[0])
        room_broken(work->broken, &work->error);
}

/* --- asking ---------------------------------------------------------------------------------------------------------- */

static void add(const struct server *server, struct fetch *fetch, const char *id)
{
    if (!room_in_memory(server, id))
        memcpy(fetch->found[fetch->count++].id, id, STORE_ID);
}

static void prepare(const struct server *server, struct fetch *fetch, const struct table_ids *ids)
{
    fetch->shared = store_shared(server->store);
    fetch->work.run = find;
    fetch->work.release = release;
    for (int i = 0; i < ids->count; i++)
        add(server, fetch, ids->id[i]);
}

int fetch_for_request(struct request *request, const struct table_ids *ids,
                      int (*then)(struct request *request, struct work *work, struct flip_error *error),
                      struct flip_error *error)
{
    struct fetch *fetch = (struct fetch *)work_new(request, sizeof *fetch, COST_MS, WORK_TO_PLAY, error);
    if (!fetch)
        return -1;
    prepare(request->server, fetch, ids);
    fetch->work.then = then;
    return work_go(request, &fetch->work);
}

static struct fetch *new_fetch(struct server *server, const struct client *client, struct flip_error *error)
{
    const struct store_person *person = client ? &client->present->person : NULL;
    struct visitor *visitor = client ? client->socket.visitor : NULL;
    struct fetch *fetch = (struct fetch *)work_new_for(server, person, visitor, sizeof *fetch, COST_MS, error);
    if (fetch)
        fetch->link = client ? client->socket.id : 0;
    return fetch;
}

int fetch_for_client(struct server *server, const struct client *client, const struct table_ids *ids,
                     void (*done)(struct server *server, struct work *work), struct flip_error *error)
{
    struct fetch *fetch = new_fetch(server, client, error);
    if (!fetch)
        return -1;
    prepare(server, fetch, ids);
    fetch->work.done = done;
    work_ask(server, &fetch->work);
    return 0;
}

/* --- for messages ---------------------------------------------------------------------------------------------------- */

/* A table that has changed since the worker read it is fetched again by the first of the messages. */
static void handle_messages(struct server *server, struct work *work)
{
    struct fetch *fetch = (struct fetch *)work;
    for (struct fetch **at = &server->rooms->fetches; *at; at = &(*at)->next)
        if (*at == fetch) {
            *at = fetch->next;
            break;
        }
    fetch_take_over(server, fetch);
    struct room *live = room_in_memory(server, fetch->found[0].id);
    if (live && work->error.code == FLIP_ERROR_NO_TABLE) /* another server has deleted it */
        room_drop(server, live);
    if (work->error.code && !room_in_memory(server, fetch->found[0].id))
        held_refuse(server, fetch->number, &work->error);
    else
        held_release(server, fetch->number);
}

static struct fetch *fetch_of(const struct server *server, const char *id)
{
    struct fetch *fetch = server->rooms->fetches;
    while (fetch && strcmp(fetch->found[0].id, id) != 0)
        fetch = fetch->next;
    return fetch;
}

bool fetching(const struct server *server, const char *id) { return fetch_of(server, id) != NULL; }

static struct fetch *begin(struct server *server, const struct client *client, const char *id, struct flip_error *error)
{
    struct fetch *fetch = new_fetch(server, client, error);
    if (!fetch)
        return NULL;
    const struct table_ids none = {.count = 0};
    prepare(server, fetch, &none);
    catch_up_ask(&fetch->found[0].newer, room_in_memory(server, id));
    memcpy(fetch->found[fetch->count++].id, id, STORE_ID);
    fetch->work.done = handle_messages;
    fetch->number = ++server->last_ticket;
    fetch->next = server->rooms->fetches;
    server->rooms->fetches = fetch;
    work_ask(server, &fetch->work);
    return fetch;
}

int fetch_for_message(struct server *server, const struct client *client, const char *id, uint64_t *number,
                      struct flip_error *error)
{
    struct fetch *fetch = fetch_of(server, id);
    if (!fetch && (check_work(server, client->socket.visitor, WORK_TO_PLAY, NULL, error) < 0 ||
                   !(fetch = begin(server, client, id, error))))
        return -1;
    *number = fetch->number;
    return 0;
}

/* If there is no memory for it now, the next notice or claim asks again. */
void fetch_again(struct server *server, const struct room *room)
{
    struct flip_error error;
    if (!fetching(server, room->id))
        begin(server, NULL, room->id, &error);
}
