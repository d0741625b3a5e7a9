/* Clocks at tables: how long decisions may take, and what happens when the time is out. */
#ifndef FLIPSIDE_SERVER_CLOCKS_H
#define FLIPSIDE_SERVER_CLOCKS_H

#include "server/room.h"

/// The `clock` of a wish; NULL or null is none.
int clock_read(struct clock *clock, const json_t *wish, struct flip_error *error);
/// All clocks as they are before the first decision.
void clock_set(struct room *room);
/// Clocks run and stand as the table wants it now; `phase_over`: what was decided so far is known to all.
void clock_follow(struct room *room, bool phase_over);
/// After a restart everybody has a minute at least, and nobody more than before.
void clock_grace(struct server *server, struct room *room);
/// Does a clock of this head say that it began later than now?
bool clock_ahead(const char *head, int64_t now);
/// The person of these seats is back: bots that play for them stop.
int clock_back(struct server *server, struct room *room, flip_set seats, struct flip_error *error);
/// Whose time is out? Called once a turn of the loop.
void clocks_run(struct server *server);

/// `clock` of a table and of a seat.
void write_clock(struct flip_json *json, const struct room *room);
void write_seat_clock(struct flip_json *json, const struct room *room, int seat);

#endif
