/* Reading a room together with its version, where several servers share the store (claim.h). */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_VERSION_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_VERSION_H

#include "store/store.h"

struct newer;
struct room;

/// 1: found, 0: there is none. Without `shared` it is room_load. `newer` (newer.h): what is in memory already is not read; NULL: nothing.
int room_load_shared(struct store *store, bool shared, const char *id, struct newer *newer, struct room **out,
                     struct flip_error *error);

#endif
