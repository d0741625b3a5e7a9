/* "Your games". */
#ifndef FLIPSIDE_SERVER_ROUTES_MINE_H
#define FLIPSIDE_SERVER_ROUTES_MINE_H

#include "server/net/request.h"

api_get get_mine;

#endif
