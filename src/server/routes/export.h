/* All of a person's data as one file. */
#ifndef FLIPSIDE_SERVER_ROUTES_EXPORT_H
#define FLIPSIDE_SERVER_ROUTES_EXPORT_H

#include "server/net/request.h"

api_get get_export;

#endif
