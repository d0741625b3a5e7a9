/* Which answer a request gets. */
#ifndef FLIPSIDE_SERVER_ROUTES_DISPATCH_H
#define FLIPSIDE_SERVER_ROUTES_DISPATCH_H

#include "server/net/http.h"

/// Runs whatever a request asks for.
extern const struct http_handler request_dispatch;

#endif
