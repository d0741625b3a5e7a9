/* The list of somebody's friends and challenges. */
#ifndef FLIPSIDE_SERVER_ROUTES_FRIEND_LIST_H
#define FLIPSIDE_SERVER_ROUTES_FRIEND_LIST_H

#include "server/net/request.h"

struct server;

/// `{"friends":[…],"challenges":[…]}`, the answer to everything that changes one of them.
int reply_friends(struct request *request, const char *person, struct flip_error *error);
/// Tells people of changes among their friends, requests and challenges. Once per turn of the loop, after the commit.
void friends_push(struct server *server);

#endif
