/* What a request's headers say about its origin: address, host, TLS, browser. */

#include "server/loop/loop.h"
#include "server/net/parts.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int header_of(struct lws *wsi, const char *name, char *out, size_t size)
{
    return head_header(connection_head(wsi), name, out, size);
}

bool header_shown(struct lws *wsi, const char *name) { return head_has(connection_head(wsi), name); }

/* Behind a proxy the last entry is our own proxy's; those before it come from outside and can be as long as all
   headers together. */
void address_asking(const struct server *server, struct lws *wsi, char out[ADDRESS_SIZE])
{
    char address[ADDRESS_SIZE] = "", forwarded[HEADER_BYTES + 1];
    connection_address(wsi, address);
    if (server->loop.config.trust_forwarded && header_of(wsi, "x-forwarded-for", forwarded, sizeof forwarded) > 0) {
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
    if (!header_shown(wsi, "origin"))
        return true;
    if (header_of(wsi, "origin", origin, sizeof origin) <= 0)
        return false;
    if (server->loop.config.origin[0])
        return strcmp(origin, server->loop.config.origin) == 0;
    if (header_of(wsi, "host", host, sizeof host) <= 0)
        return false;
    const char *start = strstr(origin, "://");
    return start && strcmp(start + 3, host) == 0;
}

/* Names under these endings cannot be bought. */
static bool ends_at_home(const char *name)
{
    static const char *const homes[] = {".localhost", ".local", ".lan", ".internal", ".home.arpa"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        const size_t end = strlen(homes[i]);
        if (length > end && strcasecmp(name + length - end, homes[i]) == 0)
            return true;
    }
    return false;
}

static bool is_own_name(const char *name)
{
    char own[256] = "";
    return gethostname(own, sizeof own - 1) == 0 && strcasecmp(name, own) == 0;
}

/* Against DNS rebinding: another site can point its name at us and then ask under that name, which to the browser is
   one site. It cannot do that to a bare address, to a name that is not for sale, or over TLS, where the name is in
   the certificate. */
bool host_right(const struct server *server, struct lws *wsi)
{
    char host[256];
    struct in_addr four;
    if (server->loop.config.origin[0] || connection_has_tls(wsi) || !header_shown(wsi, "host"))
        return true;
    if (header_of(wsi, "host", host, sizeof host) <= 0)
        return false;
    if (host[0] == '[')
        return true;
    host[strcspn(host, ":")] = '\0';
    return !strchr(host, '.') || inet_pton(AF_INET, host, &four) == 1 || ends_at_home(host) || is_own_name(host);
}

bool over_tls(const struct request *request)
{
    return connection_has_tls(request->wsi) || strncmp(request->server->loop.config.origin, "https:", 6) == 0;
}

/* --- the browser and its system ----------------------------------------------------------------------------------------- */

/* Known by words in User-Agent. The first match counts, since most browsers also name those they resemble. */
struct known {
    const char *word, *name;
};

static const struct known browsers[] = {
    {"Edg", "Edge"},         {"OPR/", "Opera"},     {"SamsungBrowser/", "Samsung Internet"},
    {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
    {"Chrome/", "Chrome"},   {"Safari/", "Safari"}, {NULL, NULL},
};
static const struct known systems[] = {
    {"iPhone", "iPhone"}, {"iPad", "iPad"},      {"Android", "Android"}, {"Windows", "Windows"},
    {"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},     {NULL, NULL},
};

static const char *find(const struct known *known, const char *text)
{
    while (known->word && !strstr(text, known->word))
        known++;
    return known->name;
}

void device_asking(struct lws *wsi, char out[STORE_DEVICE])
{
    char agent[512] = "";
    header_of(wsi, "user-agent", agent, sizeof agent);
    const char *browser = find(browsers, agent), *system = find(systems, agent);
    out[0] = '\0';
    if (browser)
        snprintf(out, STORE_DEVICE, "%s%s%s", browser, system ? " on " : "", system ? system : "");
}
