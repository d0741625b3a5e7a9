/* All routes of the JSON API. */
#ifndef FLIPSIDE_SERVER_ROUTES_ROUTES_H
#define FLIPSIDE_SERVER_ROUTES_ROUTES_H

#include "server/net/request.h"
#include "server/people/tokens.h"

/// A route; a path that ends with a slash takes what follows as `rest`. `scope` is what a token must allow; 0: no token does.
struct api_get_route {
    const char *path;
    api_get *run;
    enum scope scope;
};
struct api_post_route {
    const char *path;
    api_post *run;
    enum scope scope;
};

/// Both lists end with a NULL path.
extern const struct api_get_route api_gets[];
extern const struct api_post_route api_posts[];

#endif
