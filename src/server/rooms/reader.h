/*
 * The reading worker's own data: a connection to the store, and the games it read last, replayed from their records, since a client
 * that steps through a replay asks for the same game again and again. Only one thread uses it.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_READER_H
#define FLIPSIDE_SERVER_ROOMS_READER_H

#include "server/rooms/room.h"

struct reader;

/// A game as the store has it. It belongs to the reader and is valid until the next one is asked for.
struct kept_game {
    char id[STORE_ID];
    uint64_t mark, used;
    struct room *room;
    char *story; /* what a replay says about it, the same for everyone; NULL: not written yet */
};

struct reader *reader_open(const char *path, struct flip_error *error);
void reader_close(struct reader *reader);
struct store *reader_store(struct reader *reader);
/// NULL: there is none, it cannot be replayed, or the store failed.
struct kept_game *reader_game(struct reader *reader, const char *id, struct flip_error *error);

/// A number that changes whenever the stored data of a room does. 1: there is such a table; 0: there is none.
int table_mark(struct store *store, const char *id, uint64_t *mark, struct flip_error *error);

#endif
