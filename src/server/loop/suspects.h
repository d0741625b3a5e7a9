/*
 * What failed half-way and would fail again, each time at the cost of everybody: it is tried a few times, not for ever.
 */
#ifndef FLIPSIDE_SERVER_LOOP_SUSPECTS_H
#define FLIPSIDE_SERVER_LOOP_SUSPECTS_H

#include "store/store.h"

enum { SUSPECTS = 16, SUSPECT_NAME = STORE_ID + 8 };

struct server;

struct suspect {
    char id[SUSPECT_NAME]; /* of a table whose bots fail, "w " and a wish, or "d " and somebody who is deleted */
    int failures;
};

struct suspects {
    struct suspect list[SUSPECTS];
    int next; /* which of them gives way */
};

/// Has this failed so often that it is left alone? And: it has failed once more.
bool suspect_left_alone(const struct server *server, const char *id);
void suspect_add(struct server *server, const char *id);

#endif
