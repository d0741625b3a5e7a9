/* What a request's headers say about where it comes from: address, origin, TLS. */
#ifndef FLIPSIDE_SERVER_NET_HEADERS_H
#define FLIPSIDE_SERVER_NET_HEADERS_H

#include "server/net/limits.h"

struct lws;
struct request;

/// A header of the request that came over this connection, as head_header gives it; and is it there?
int header_of(struct lws *wsi, const char *name, char *out, size_t size);
bool header_shown(struct lws *wsi, const char *name);
/// The address that the request comes from, in the form used for limits.
void address_asking(const struct server *server, struct lws *wsi, char out[ADDRESS_SIZE]);
/// Does the request come from our own page?
bool origin_right(const struct server *server, struct lws *wsi);
/// Does the request call us by a name that can be ours? Without --origin nobody has said what that is.
bool host_right(const struct server *server, struct lws *wsi);
/// Does the client use TLS, with us or with a proxy in front?
bool over_tls(const struct request *request);

#endif
