/* Profiles, blocking, reports. */
#ifndef FLIPSIDE_SERVER_ROUTES_PROFILE_H
#define FLIPSIDE_SERVER_ROUTES_PROFILE_H

#include "server/net/request.h"

api_get get_people, get_blocked;
api_post post_block, post_report;

#endif
