/* The best players of a game. */
#ifndef FLIPSIDE_SERVER_ROUTES_RATINGS_H
#define FLIPSIDE_SERVER_ROUTES_RATINGS_H

#include "server/net/request.h"

/// Of this rating and its deviation.
json_t *rating_json(double rating, double deviation, int64_t games);
api_get get_ratings;

#endif
