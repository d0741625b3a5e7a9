/* Beginning to look at tables, and whose chat is not wanted there. */
#include "server/routes/watching.h"

#include "server/loop/failure.h"
#include "server/loop/server.h"
#include "server/people/client.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "server/rooms/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_mute(void *context, const char *muted)
{
    struct watch *watch = context;
    char(*larger)[STORE_ID] = realloc(watch->muted, (size_t)(watch->muted_count + 1) * sizeof *larger);
    if (!larger)
        return -1;
    watch->muted = larger;
    snprintf(larger[watch->muted_count++], STORE_ID, "%s", muted);
    return 0;
}

/* Who is blocked is heard nowhere. */
static int add_blocked(void *watch, const struct store_row *row) { return add_mute(watch, row->cell[0].text); }

int watch_read_mutes(struct server *server, struct watch *watch, struct flip_error *error)
{
    const char *person = watch->link->present->person.id;
    watch->muted_count = 0;
    if (store_mutes(server->store, watch->room->id, "", add_mute, watch, error) < 0)
        return -1;
    watch->muted_for_all = watch->muted_count;
    if (store_mutes(server->store, watch->room->id, person, add_mute, watch, error) < 0)
        return -1;
    return store_list(server->store, LIST_BLOCKED, person, "", 0, add_blocked, watch, error);
}

int server_mutes_changed(struct server *server, const char *person, struct flip_error *error)
{
    for (struct client *link = first_client(server); link; link = next_client(link))
        for (struct watch *watch = link->watches; watch && strcmp(link->present->person.id, person) == 0;
             watch = watch->next_in_link) {
            if (watch_read_mutes(server, watch, error) < 0)
                return -1;
            room_touch(server, watch->room);
        }
    return 0;
}

/* Looked at anew: everything is sent. */
int watch_begin(struct server *server, struct client *link, struct room *room, int seat, struct flip_error *error)
{
    if (seat < -1 || seat >= room->seat_count)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
    struct watch *watch = watch_of(link, room);
    if (watch)
        unwatch(watch);
    if (!(watch = watch_add(link, room)))
        return flip_fail(error, FLIP_ERROR_LIMIT, "You are watching too many tables at once. Close some.");
    watch->seat = seat;
    room_touch(server, room);
    server->rooms->lobby_dirty |= room->listed;
    return watch_read_mutes(server, watch, error) < 0 ? -1 : 0;
}

int watch_lost(struct server *server, struct client *link, struct flip_error *error)
{
    for (const struct lost_watch *lost = link->lost; lost; lost = lost->next) {
        struct room *room = room_find(server, lost->table, error);
        if (room && watch_begin(server, link, room, lost->seat, error) == 0)
            watch_of(link, room)->knowledge = lost->knowledge;
        else if (server_failure(error))
            return -1;
    }
    watches_forget_lost(link);
    return 0;
}
