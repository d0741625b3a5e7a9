/* HTTP; higher rooms decide the answers. */
#ifndef FLIPSIDE_SERVER_NET_HTTP_H
#define FLIPSIDE_SERVER_NET_HTTP_H

#include "server/net/request.h"

/// Answers requests.
struct http_handler {
    /// May a request with this head come, and bring a body of this length? Asked before anything of the body is looked at.
    int (*admit)(struct request *request, unsigned long length, struct flip_error *error);
    /// On success the request has been answered, or will be later.
    int (*answer)(struct request *request, struct flip_error *error);
    /// The largest body that the request may have.
    size_t (*body_limit)(const struct request *request);
};

#endif
