/*
 * How the deal of a table is drawn, so that it is nobody's choice (flipside/draw.h). A table has its secret, and shows what commits to it, before any client has
 * sent its bytes. They come with the requests that seat somebody: whoever sits down at a table that waits has seen the commitment there;
 * whoever makes a table asks for a *ticket* first, which is the id of the new table with the commitment to its secret; and a finished
 * table shows the commitment of its rematch. A client that sends no bytes adds none, and nobody waits for them.
 *
 * Nothing is stored for a ticket: its secret follows from the server's. It is good for one table, since no two have the same id, for one
 * person, and for an hour.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_DRAWING_H
#define FLIPSIDE_SERVER_ROOMS_DRAWING_H

#include "server/rooms/room.h"

enum { TICKET_SIZE = STORE_TICKET, MARK_SIZE = 65 };

/// A fresh ticket for a table that this person is going to make.
void ticket_make(const struct server *server, const char *person, char ticket[TICKET_SIZE],
                 char commitment[FLIP_HEX_SIZE]);
/// Can a table still be made with it?
bool ticket_good(const struct server *server, const char *ticket, const char *person);
/// The `bytes` of a request; none is no error.
int share_read(const json_t *body, struct flip_share *share, struct flip_error *error);
/// `ticket` and `bytes` of a request for a new table: its id and secret. Without a ticket there are no bytes, since the server knew them first.
int room_take_ticket(struct server *server, struct room *room, const json_t *body, const char *person,
                     struct flip_share *share, struct flip_error *error);
/// Does no table have this id?
int room_check_id(struct server *server, const char *id, struct flip_error *error);
/// Adds the share to the seats of that person.
void room_share(struct room *room, const char *person, const struct flip_share *share);
/// Before the first card: the seed, from the secret and what the seats have added.
void room_draw(struct room *room);
/// What was drawn, or would be now.
struct flip_draw room_drawn(const struct room *room);
/// `"commitment"`, `"seed"`, `"next"` and `"deal"` of a table; the dealer's secret is in it only when the game is over.
void write_deal(struct flip_json *json, const struct room *room);
/// Does a record of it carry the mark of this server? Only where it drew the seed itself, when the game is over.
bool room_marked(const struct room *room);
/// What only the server that dealt with this seed can write into a record.
void deal_mark(const unsigned char secret[STORE_SECRET_BYTES], const unsigned char seed[FLIP_SEED_BYTES],
               char mark[MARK_SIZE]);

#endif
