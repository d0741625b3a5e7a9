/* Beginning to look at tables, and whose chat is not wanted there. */
#include "server/routes/watching.h"

#include "server/loop/failure.h"
#include "server/loop/server.h"
#include "server/people/client.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "server/rooms/watch.h"

#include <string.h>

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
int watch_begin(struct server *server, struct client *link, struct room *room, const struct view_wish *wish,
                struct flip_error *error)
{
    if (wish->seat < -1 || wish->seat >= room->seat_count)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
    struct watch *watch = watch_of(link, room);
    if (watch)
        unwatch(watch);
    watches_forget_sleeping(link, room->id);
    if (!(watch = watch_add(link, room)))
        return flip_fail(error, FLIP_ERROR_LIMIT, "You are watching too many tables at once. Close some.");
    watch->seat = wish->seat;
    watch->without = wish->without;
    watch->knowledge = wish->knowledge;
    room_touch(server, room);
    server->rooms->lobby_dirty |= room->listed;
    return watch_read_mutes(server, watch, error) < 0 ? -1 : 0;
}

int watch_lost(struct server *server, struct client *link, struct flip_error *error)
{
    for (const struct lost_watch *lost = link->lost; lost; lost = lost->next) {
        struct room *room = room_find(server, lost->table, error);
        const struct view_wish wish = {.seat = lost->seat, .without = lost->without, .knowledge = lost->knowledge};
        if ((!room || watch_begin(server, link, room, &wish, error) < 0) && server_failure(error))
            return -1;
    }
    watches_forget_lost(link);
    return 0;
}
