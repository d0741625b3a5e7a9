/* The list of a person's sessions. */
#ifndef FLIPSIDE_SERVER_ROUTES_SESSIONS_H
#define FLIPSIDE_SERVER_ROUTES_SESSIONS_H

#include "server/net/request.h"

api_get get_sessions;
api_post post_end_session;

#endif
