/* Browsers and systems, known by words that they send. The first that fits counts, since most also name those they resemble. */
#include "server/net/net.h"

#include <stdio.h>
#include <string.h>

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
