/*
 * "Your games". What TABLE says of a game follows from its record, and somebody may have a hundred long ones: those that are not in
 * memory are fetched.
 */
#include "server/routes/mine.h"

#include "server/loop/server.h"
#include "server/net/request.h"
#include "server/people/identity.h"
#include "server/rooms/fetch.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "server/rooms/table_reply.h"

#include <string.h>

static int collect(void *context, const struct store_table *row)
{
    struct table_ids *own = context;
    memcpy(own->id[own->count++], row->id, STORE_ID);
    return own->count < LOBBY_TABLES ? 0 : -1;
}

static int list(const struct request *request, const char *person, struct table_ids *out, struct flip_error *error)
{
    out->count = 0;
    return store_tables_of(request->server->store, person, LOBBY_TABLES, collect, out, error) < 0 ? -1 : 0;
}

static int reply_mine(struct request *request, const struct table_ids *own, const char *person)
{
    struct room *rooms[LOBBY_TABLES];
    reply_tables(request, rooms, fetched_rooms(request->server, own, rooms), person);
    return 0;
}

static int show(struct request *request, struct work *work, struct flip_error *error)
{
    struct table_ids own;
    fetch_take_over(request->server, (struct fetch *)work);
    return list(request, work->person, &own, error) < 0 ? -1 : reply_mine(request, &own, work->person);
}

int get_mine(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct table_ids own;
    struct store_person person;
    if (known_person(request, &person, error) < 0 || list(request, person.id, &own, error) < 0)
        return -1;
    return fetched(request->server, &own) ? reply_mine(request, &own, person.id)
                                          : fetch_for_request(request, &own, show, error);
}
