/* Claims on rooms: see claim.h. */
#include "server/rooms/claim.h"

#include "server/loop/loop.h"

static int claim(struct server *server, struct room *room, bool wait, struct flip_error *error)
{
    if (!store_shared(server->store) || room->claimed == server->turn)
        return 1;
    const int status = store_claim(server->store, room->id, room->version, room->listed, wait, error);
    if (status != 1)
        return status;
    room->newest = ++room->version;
    room->keeper = store_process(server->store);
    room->claimed = server->turn;
    return 1;
}

int room_claim(struct server *server, struct room *room, struct flip_error *error)
{
    return claim(server, room, false, error);
}

int room_must_claim(struct server *server, struct room *room, struct flip_error *error)
{
    const int status = room_claim(server, room, error);
    if (status == 0)
        return flip_fail(error, FLIP_ERROR_STORE, "Another server has changed the same table. Please try again.");
    return status < 0 ? -1 : 0;
}

int room_claim_waiting(struct server *server, struct room *room, struct flip_error *error)
{
    return claim(server, room, true, error);
}

bool room_kept(const struct server *server, const struct room *room)
{
    return !store_shared(server->store) || room->keeper == store_process(server->store);
}
