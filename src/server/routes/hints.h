/* What bots have thought: a hint or a verdict for whoever asked, or their own move. */
#ifndef FLIPSIDE_SERVER_ROUTES_HINTS_H
#define FLIPSIDE_SERVER_ROUTES_HINTS_H

struct server;

/// Gives back what was thought. Once a turn of the loop, before the commit.
void server_take_thoughts(struct server *server);

#endif
