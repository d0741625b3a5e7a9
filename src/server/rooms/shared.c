/* Rooms of several servers: see shared.h. */
#include "server/rooms/shared.h"

#include "server/loop/loop.h"
#include "server/rooms/claim.h"
#include "server/rooms/room_version.h"
#include "server/rooms/rooms.h"
#include "server/rooms/watch.h"

#include <string.h>

enum { ATTEMPTS = 8 };

/* --- for requests --------------------------------------------------------------------------------------------------------- */

static int busy(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_LIMIT, "This table is busy at the moment. Please try again.");
}

struct room *room_find_claimed(struct server *server, const char *id, struct flip_error *error)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct room *room = room_find(server, id, error), *fresh = NULL;
        const int claimed = room ? room_claim_waiting(server, room, error) : -1;
        if (claimed != 0)
            return claimed < 0 ? NULL : room;
        const int found = room_load_shared(server->store, true, id, NULL, &fresh, error);
        if (found == 0)
            room_unknown(error);
        if (found <= 0)
            return NULL;
        room_swap(server, room, fresh);
    }
    busy(error);
    return NULL;
}

/* --- in the place of an older one ---------------------------------------------------------------------------------------- */

/* What is known in memory alone. */
static void keep_manners(struct room *fresh, const struct room *old)
{
    fresh->newest = old->newest > fresh->version ? old->newest : fresh->version;
    fresh->used = old->used;
    fresh->turns_told = old->turns_told;
    fresh->friends_told = old->friends_told;
    memcpy(fresh->payer, old->payer, sizeof fresh->payer);
    for (int i = 0; i < fresh->seat_count && i < old->seat_count; i++)
        if (strcmp(fresh->seats[i].person, old->seats[i].person) == 0)
            fresh->seats[i].absent_since = old->seats[i].absent_since;
}

void room_swap(struct server *server, struct room *old, struct room *fresh)
{
    keep_manners(fresh, old);
    fresh->watches = old->watches;
    old->watches = NULL;
    for (struct watch *watch = fresh->watches; watch; watch = watch->next_in_room)
        watch->room = fresh;
    server->rooms->lobby_dirty |= fresh->listed || old->listed;
    room_drop(server, old);
    room_remember(server, fresh);
    room_touch(server, fresh);
}
