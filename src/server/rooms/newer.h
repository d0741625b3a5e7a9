/*
 * What another server has played at a table that is in memory here. A worker reads the table without the steps that are here already, and
 * the loop makes the others. Where that cannot be (something was taken back, somebody else sits down, a lesson), the whole is read and
 * replayed.
 *
 * What is here is the beginning of what is kept if its last step is kept at the same place: a step that is made again after something
 * was taken back has another time.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_NEWER_H
#define FLIPSIDE_SERVER_ROOMS_NEWER_H

#include <flipside/error.h>
#include <jansson.h>
#include <stdint.h>

struct room;
struct store;

struct newer {
    int had;         /* so many steps are in memory; 0: nothing that could be used */
    int64_t version; /* of that */
    char *last;      /* the last of them, as it is kept */
    json_t *steps;   /* the texts of those that came after; NULL: the room was replayed */
};

/// By the loop, before a worker reads: what is in memory. `live` may be NULL.
void newer_ask(struct newer *newer, const struct room *live);
/// By the worker: as room_load. If only newer steps were read, `newer->steps` has them, and the room has no game. `newer` may be NULL.
int newer_load(struct store *store, const char *id, struct newer *newer, struct room **out, struct flip_error *error);
/// By the loop: moves the game from the room in memory into the one that was read, and makes the newer steps. -1: it cannot be, and the
/// room has to be read once more.
int newer_follow(struct room *live, struct room *fresh, struct newer *newer);
void newer_free(struct newer *newer);

#endif
