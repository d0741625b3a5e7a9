/* Challenges: a table that waits for one person, who accepts or declines. */
#ifndef FLIPSIDE_SERVER_ROUTES_CHALLENGES_H
#define FLIPSIDE_SERVER_ROUTES_CHALLENGES_H

#include "server/net/request.h"

struct server;

api_post post_challenge, post_answer_challenge;

/// Those between two people are over, and so are their tables.
int challenges_end_between(struct server *server, const char *person, const char *other, struct flip_error *error);

#endif
