/* Profiles, and whom somebody has blocked. */
#ifndef FLIPSIDE_SERVER_ROUTES_PROFILE_H
#define FLIPSIDE_SERVER_ROUTES_PROFILE_H

#include "server/net/request.h"

api_get get_people, get_blocked;

#endif
