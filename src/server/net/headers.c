/* What a request's headers say about where it comes from. */
#include "server/net/headers.h"

#include "server/loop/server.h"
#include "server/net/limits.h"
#include "server/net/request.h"

#include <stdio.h>
#include <string.h>

/* Behind a proxy the last entry is the one that our own proxy wrote; what stands before it came from outside. */
void address_asking(const struct server *server, struct lws *wsi, char out[ADDRESS_SIZE])
{
    char address[ADDRESS_SIZE] = "", forwarded[256];
    lws_get_peer_simple(wsi, address, sizeof address);
    if (server->config.trust_forwarded &&
        lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
        const char *last = strrchr(forwarded, ',');
        last = last ? last + 1 : forwarded;
        last += strspn(last, " ");
        snprintf(address, sizeof address, "%.*s", (int)strcspn(last, " "), last);
    }
    address_to_count(address, out);
}

/* A browser says where its page came from: it must be from here. Programs send no Origin. */
bool origin_right(const struct server *server, struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0)
        return false;
    if (server->config.origin[0])
        return strcmp(origin, server->config.origin) == 0;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    const char *start = strstr(origin, "://");
    return start && strcmp(start + 3, host) == 0;
}

bool over_tls(const struct request *request)
{
    return lws_is_ssl(request->wsi) || strncmp(request->server->config.origin, "https:", 6) == 0;
}
