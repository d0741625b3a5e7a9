/* The daily challenge: today's games, the leaderboard of a day, and one's own try. */
#ifndef FLIPSIDE_SERVER_ROUTES_DAILY_H
#define FLIPSIDE_SERVER_ROUTES_DAILY_H

#include "server/net/request.h"

api_get get_daily, get_leaderboard;
api_post post_daily;

#endif
