/*
 * Changes made by messages and requests are collected in the store's open transaction. When the loop has handled everything that
 * arrived together, it commits once, and only then are answers and snapshots sent: nobody hears of anything that could still be
 * lost.
 */
#ifndef FLIPSIDE_SERVER_LOOP_COMMIT_H
#define FLIPSIDE_SERVER_LOOP_COMMIT_H

#include <stdbool.h>
#include <stdint.h>

struct server;

/// Is what was queued in that turn of the loop durable, so that it may be sent? If not, a crash could still make it untrue.
bool server_may_tell(const struct server *server, uint64_t turn);
/// Makes everything so far durable; if that fails, trouble begins.
void server_commit(struct server *server);
/// Makes the loop run again within `ms` milliseconds.
void server_come_round(struct server *server, int ms);

#endif
