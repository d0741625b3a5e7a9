/* Where several servers share the store: what the others do is followed, and what those did that have gone is taken over. */
#ifndef FLIPSIDE_SERVER_ROOMS_OTHERS_H
#define FLIPSIDE_SERVER_ROOMS_OTHERS_H

struct server;

/// Called once per turn of the loop.
void rooms_follow_others(struct server *server);

#endif
