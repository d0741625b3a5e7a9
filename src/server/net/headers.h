/* What a request's headers say about where it comes from: address, origin, TLS. */
#ifndef FLIPSIDE_SERVER_NET_HEADERS_H
#define FLIPSIDE_SERVER_NET_HEADERS_H

#include "server/net/limits.h"

#include <libwebsockets.h>

struct request;

/// The address that the request comes from, as it is counted.
void address_asking(const struct server *server, struct lws *wsi, char out[ADDRESS_SIZE]);
/// Does the request come from a page of ours?
bool origin_right(const struct server *server, struct lws *wsi);
/// Is it reached over TLS, by ourselves or by a proxy?
bool over_tls(const struct request *request);

#endif
