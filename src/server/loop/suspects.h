/*
 * Work that failed halfway and would fail again, each time at everyone's expense: it is tried a few times, not for ever.
 */
#ifndef FLIPSIDE_SERVER_LOOP_SUSPECTS_H
#define FLIPSIDE_SERVER_LOOP_SUSPECTS_H

#include "store/store.h"

enum { SUSPECTS = 16, SUSPECT_NAME = STORE_ID + 8 };

struct server;

struct suspect {
    char id[SUSPECT_NAME]; /* a table whose bots fail, "w " and an admin request, or "d " and a person being deleted */
    int failures;
};

struct suspects {
    struct suspect list[SUSPECTS];
    int next; /* which one is replaced next */
};

/// Has this failed so often that it is left alone? And: notes one more failure.
bool suspect_left_alone(const struct server *server, const char *id);
void suspect_add(struct server *server, const char *id);

#endif
