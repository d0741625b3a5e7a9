/*
 * How the deal of a table is drawn so that it is nobody's choice (flipside/seed_draw.h). A table has a secret and shows a
 * commitment to it before any client sends its bytes. The bytes come with the requests that seat somebody: a table that
 * waits shows its commitment; whoever makes a table first asks for a *ticket*, the id of the new table with the
 * commitment to its secret; and a finished table shows the commitment of its rematch. A client that sends no bytes adds
 * none, and nobody waits for them.
 *
 * Tickets are not stored: the secret follows from the server's. A ticket is good for one table, since ids are unique,
 * for one person, and for an hour.
 */
#pragma once

#include "server/rooms/room.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <jansson.h>
#include <stdbool.h>

struct rooms;

enum { TICKET_SIZE = STORE_TICKET, MARK_SIZE = 65 };

/// A fresh ticket for a table that this person is about to make.
void ticket_make(const struct rooms *rooms, const char *person, char ticket[TICKET_SIZE],
                 char commitment[FLIP_HEX_SIZE]);
/// Can a table still be made with it?
bool ticket_good(const struct rooms *rooms, const char *ticket, const char *person);
/// Reads the `bytes` of a request; none is no error.
int share_read(const json_t *body, struct flip_share *share, struct flip_error *error);
/// Reads `ticket` and `bytes` of a request for a new table: its id and secret. Bytes without a ticket are refused,
/// since the server would know them before it commits.
int room_take_ticket(struct rooms *rooms, struct room *room, const json_t *body, const char *person,
                     struct flip_share *share, struct flip_error *error);
/// Refuses an id that a table has already.
int room_check_id(struct rooms *rooms, const char *id, struct flip_error *error);
/// Adds the share to that person's seats.
void room_share(struct room *room, const char *person, const struct flip_share *share);
/// Before the first card: computes the seed from the secret and the seats' shares.
void room_draw(struct room *room);
/// Computes the commitment once, for all snapshots of a game whose seed is drawn.
void room_commit(struct room *room);
/// Writes `"commitment"`, `"seed"`, `"next"` and `"deal"` of a table; the secret only when the game is over.
void write_deal(struct flip_json *json, const struct room *room);
/// Does its record carry this server's mark? Only where it drew the seed itself, when the game is over.
bool room_marked(const struct room *room);
/// The mark: only the server that dealt with this seed can write it.
void deal_mark(const unsigned char secret[STORE_SECRET_BYTES], const unsigned char seed[FLIP_SEED_BYTES],
               char mark[MARK_SIZE]);
