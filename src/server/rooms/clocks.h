/* Clocks at tables, and what happens when one runs out. */
#pragma once

#include "server/rooms/room.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct rooms;

/* Clocks at tables: how long decisions may take. */

/// Reads the `clock` of a request for a table; NULL or null: none.
int clock_read(struct clock *clock, const json_t *spec, struct flip_error *error);
/// Sets all clocks to their state before the first decision.
void clock_set(struct room *room);
/// Starts and stops the clocks for the current turn; `phase_over`: the decisions so far are now known to everyone.
void clock_follow(struct room *room, bool phase_over);
/// Does a clock in this head claim to have started in the future?
bool clock_ahead(const char *head, int64_t now);
/// When the next clock runs out; 0: none runs.
int64_t room_deadline(const struct room *room);

/// `clock` of a table and of a seat.
void write_clock(struct flip_json *json, const struct room *room);
void write_seat_clock(struct flip_json *json, const struct room *room, int seat);

/* Deadlines: what happens when a clock runs out, and when the person is back. */

/// The person of these seats is back: bots that play for them stop.
int clock_back(struct rooms *rooms, struct room *room, flip_set seats, struct flip_error *error);
/// Handles clocks that have run out; called once per turn of the loop.
void clocks_run(struct rooms *rooms);
