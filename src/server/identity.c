/* What a request's headers say about the asker: address, origin, cookie. */
#include "server/sessions.h"

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

/* Whoever the cookie was made for, signed out or not. */
static bool cookie_owner(const struct server *server, struct lws *wsi, struct cookie *cookie,
                         struct store_person *person)
{
    char header[4096];
    return lws_hdr_copy(wsi, header, sizeof header, WSI_TOKEN_HTTP_COOKIE) > 0 &&
           cookie_read(server->secret, header, cookie) &&
           store_person_get(server->store, cookie->person, person, NULL) == 1;
}

bool session_asking(const struct server *server, struct lws *wsi, struct asker *out)
{
    struct asker asker;
    if (!cookie_owner(server, wsi, &asker.cookie, &asker.person) || asker.person.banned ||
        !session_find(server, &asker))
        return false;
    *out = asker;
    return true;
}

bool person_asking(const struct server *server, struct lws *wsi, struct store_person *out)
{
    struct asker asker;
    const bool known = session_asking(server, wsi, &asker);
    if (known)
        *out = asker.person;
    return known;
}

bool banned_asking(const struct server *server, struct lws *wsi)
{
    struct cookie cookie;
    struct store_person person;
    return cookie_owner(server, wsi, &cookie, &person) && person.banned;
}

void tries_asking(const struct server *server, struct lws *wsi, const char *day, char out[TRIES_SIZE])
{
    char cookie[4096];
    const bool any = lws_hdr_copy(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_COOKIE) > 0;
    tries_read(server->secret, any ? cookie : "", day, out);
}
