/* Guests: all they need is a name. */
#ifndef FLIPSIDE_SERVER_ROUTES_GUESTS_H
#define FLIPSIDE_SERVER_ROUTES_GUESTS_H

#include "server/net/request.h"

api_get get_me;
api_post post_guest;
api_post post_rename;

#endif
