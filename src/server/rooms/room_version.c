/* Rooms as they are read where several servers share the store: see room_version.h. */
#include "server/rooms/room_version.h"

#include "server/loop/loop.h"
#include "server/rooms/newer.h"
#include "server/rooms/room.h"
#include "server/rooms/room_store.h"

enum { ATTEMPTS = 8 };

static int drop(struct room **room)
{
    room_discard(*room);
    *room = NULL;
    return -1;
}

/* `same`: the version is the same afterwards. */
static int load_once(struct store *store, const char *id, struct newer *newer, struct room **out, bool *same,
                     struct flip_error *error)
{
    int64_t keeper, other;
    const int64_t version = store_version(store, id, &keeper, error);
    const int found = version < 0 ? -1 : newer_load(store, id, newer, out, error);
    const int64_t after = version < 0 ? -1 : store_version(store, id, &other, error);
    *same = after == version;
    if (after < 0)
        return drop(out);
    if (found == 1) {
        (*out)->version = (*out)->newest = version;
        (*out)->keeper = keeper;
    }
    return found;
}

/* If the version is another one afterwards, parts of two were read. */
int room_load_shared(struct store *store, bool shared, const char *id, struct newer *newer, struct room **out,
                     struct flip_error *error)
{
    if (!shared)
        return room_load(store, id, out, error);
    *out = NULL;
    for (int attempt = 0;; attempt++) {
        bool same;
        const int found = load_once(store, id, newer, out, &same, error);
        if (same || attempt == ATTEMPTS || (found < 0 && server_failure(error)))
            return found;
        drop(out);
    }
}
