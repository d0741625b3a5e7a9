/* Answers that describe tables. */
#ifndef FLIPSIDE_SERVER_ROOMS_TABLE_REPLY_H
#define FLIPSIDE_SERVER_ROOMS_TABLE_REPLY_H

#include "server/net/request.h"
#include "server/rooms/room.h"

/// {"table":TABLE}, as `person` may know it.
void reply_table(struct request *request, const struct room *room, const char *person);
/// {"tables":[TABLE…]}
void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person);

#endif
