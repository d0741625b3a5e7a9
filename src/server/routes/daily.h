/* The daily challenge: today's games, a day's leaderboard, and a person's own try. */
#ifndef FLIPSIDE_SERVER_ROUTES_DAILY_H
#define FLIPSIDE_SERVER_ROUTES_DAILY_H

#include "server/net/request.h"

api_get get_daily, get_leaderboard;
api_post post_daily;

#endif
