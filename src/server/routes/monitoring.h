/* The requests of an administrator's monitoring. */
#ifndef FLIPSIDE_SERVER_ROUTES_MONITORING_H
#define FLIPSIDE_SERVER_ROUTES_MONITORING_H

#include "server/net/request.h"

api_get get_health, get_metrics;

#endif
