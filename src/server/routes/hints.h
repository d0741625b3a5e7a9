/* Results of bots' thinking: a hint or a verdict for the person who asked, or the bot's own move. */
#ifndef FLIPSIDE_SERVER_ROUTES_HINTS_H
#define FLIPSIDE_SERVER_ROUTES_HINTS_H

struct server;

/// Handles finished thoughts. Called once per turn of the loop, before the commit.
void server_take_thoughts(struct server *server);

#endif
