/*
 * What is printed: the part of a view that is the same for everybody and at every moment of a game (a sheet, a map, cards). A client that asks
 * for scenes without it fetches it once, by its fingerprint, and may keep it for ever.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_PRINTED_H
#define FLIPSIDE_SERVER_ROOMS_PRINTED_H

#include "server/rooms/rooms.h"

/// Makes sure that what is printed at this table can be fetched, and says whether it can: then room->printed is its fingerprint.
bool printed_offer(struct rooms *rooms, struct room *room);
/// NULL: it is not known here.
const char *printed_text(const struct rooms *rooms, const char *fingerprint);
void printed_free(struct rooms *rooms);

#endif
