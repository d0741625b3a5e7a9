/* Clocks at tables: how long decisions may take. */
#ifndef FLIPSIDE_SERVER_ROOMS_CLOCKS_H
#define FLIPSIDE_SERVER_ROOMS_CLOCKS_H

#include "server/rooms/room.h"

#include <flipside/json.h>

/// The `clock` of a request for a table; NULL or null is none.
int clock_read(struct clock *clock, const json_t *wish, struct flip_error *error);
/// Sets all clocks as they are before the first decision.
void clock_set(struct room *room);
/// Starts and stops the clocks for the table's current turn; `phase_over`: what was decided so far is known to everyone.
void clock_follow(struct room *room, bool phase_over);
/// Does a clock in this head claim to have started in the future?
bool clock_ahead(const char *head, int64_t now);
/// When the next clock runs out; 0: none runs.
int64_t room_deadline(const struct room *room);

/// `clock` of a table and of a seat.
void write_clock(struct flip_json *json, const struct room *room);
void write_seat_clock(struct flip_json *json, const struct room *room, int seat);

#endif
