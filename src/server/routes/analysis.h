/* Asking for the analysis of a finished game, and reading it. */
#ifndef FLIPSIDE_SERVER_ROUTES_ANALYSIS_H
#define FLIPSIDE_SERVER_ROUTES_ANALYSIS_H

#include "server/net/request.h"

api_post post_analysis;
api_get get_analysis;

#endif
