/*
 * What messages and requests change is collected in the store's open transaction. When the loop has handled all that came in
 * together, it commits once, and only then are answers and snapshots sent: nobody hears of anything that could still be lost.
 */
#ifndef FLIPSIDE_SERVER_LOOP_COMMIT_H
#define FLIPSIDE_SERVER_LOOP_COMMIT_H

#include <stdbool.h>
#include <stdint.h>

struct server;

/// May what was said in that turn of the loop be told, or could a crash still make it untrue?
bool server_may_tell(const struct server *server, uint64_t turn);
/// Makes everything so far durable; if that fails, trouble begins.
void server_commit(struct server *server);
/// Has the loop come round in `ms` milliseconds at the latest.
void server_come_round(struct server *server, int ms);

#endif
