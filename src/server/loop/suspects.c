/* What fails again and again: see suspects.h. */
#include "server/loop/suspects.h"

#include "server/loop/log.h"
#include "server/loop/server.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FAILURES = 3 };

static const struct suspect *suspect_of(const struct server *server, const char *id)
{
    for (int i = 0; i < SUSPECTS; i++)
        if (strcmp(server->suspects.list[i].id, id) == 0)
            return &server->suspects.list[i];
    return NULL;
}

bool suspect_left_alone(const struct server *server, const char *id)
{
    const struct suspect *suspect = suspect_of(server, id);
    return suspect && suspect->failures >= MOST_FAILURES;
}

void suspect_add(struct server *server, const char *id)
{
    struct suspect *suspect = (struct suspect *)suspect_of(server, id);
    if (!suspect) {
        suspect = &server->suspects.list[server->suspects.next];
        server->suspects.next = (server->suspects.next + 1) % SUSPECTS;
        *suspect = (struct suspect){0};
        snprintf(suspect->id, sizeof suspect->id, "%s", id);
    }
    if (++suspect->failures == MOST_FAILURES)
        log_event("error", "left_alone", "what",
                  strncmp(id, "w ", 2) == 0   ? "a wish"
                  : strncmp(id, "d ", 2) == 0 ? "a deletion"
                                              : "the bots of a table",
                  NULL);
}
