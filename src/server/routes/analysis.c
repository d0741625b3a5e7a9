/*
 * The analysis of a finished game: whoever may see its replay may ask for it, and read it or how far it is. docs/api.md has the
 * format.
 */
#include "server/routes/analysis.h"

#include "server/learning/analysis.h"
#include "server/learning/look.h"
#include "server/loop/server.h"
#include "server/net/limits.h"
#include "server/net/reply.h"
#include "server/net/visiting.h"
#include "server/people/identity.h"
#include "server/rooms/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_HOUR = 30 }; /* per address */

/* "running" with `progress`, "done", or "none"; with what there is already, and whether more can be asked for. */
static int reply_state(struct request *request, const char *id, struct flip_error *error)
{
    char *stored = NULL, head[160];
    const char *offered = config_analyses(&request->server->config) ? "" : ",\"offered\":false";
    double progress = 0;
    if (store_analysis_get(request->server->store, id, &stored, error) < 0)
        return -1;
    if (stored && !strstr(stored, "\"moments\"")) { /* it was only asked for */
        free(stored);
        stored = NULL;
    }
    const int running = analysis_running(request->server, id, &progress);
    if (running >= 0)
        snprintf(head, sizeof head, "{\"state\":\"running\"%s,\"precision\":\"%s\",\"progress\":%.3f", offered,
                 flip_precision_word((enum flip_precision)running), progress);
    else
        snprintf(head, sizeof head, "{\"state\":\"%s\"%s", stored ? "done" : "none", offered);
    const size_t room = strlen(head) + (stored ? strlen(stored) : 0) + 32;
    char *out = malloc(LWS_PRE + room);
    if (!out) {
        free(stored);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
    }
    const int length =
        snprintf(out + LWS_PRE, room, stored ? "%s,\"analysis\":%s}" : "%s%s}", head, stored ? stored : "");
    free(stored);
    reply_owned(request, 200, "application/json", out, (size_t)length);
    return 0;
}

int get_analysis(struct request *request, const char *rest, struct flip_error *error)
{
    struct room *head = replay_head(request, rest, error);
    if (!head)
        return -1;
    const int status = reply_state(request, head->id, error);
    room_discard(head);
    return status;
}

static int ask(struct request *request, const char *id, enum flip_precision precision, struct flip_error *error)
{
    struct store_person person;
    struct visitor *visitor = visitor_asking(request);
    char payer[FAIR_PAYER];
    double progress;
    if (known_person(request, &person, error) < 0)
        return -1;
    if (analysis_running(request->server, id, &progress) < 0) {
        if (!visitor)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
        if (check_hourly(request, &visitor->analyses, PER_HOUR, "analyses", error) < 0)
            return -1;
        payer_of(&person, visitor->address, payer);
        if (analysis_ask(request->server, id, precision, payer, error) < 0)
            return -1;
    }
    return reply_state(request, id, error);
}

int post_analysis(struct request *request, const json_t *body, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(body, "table"));
    const char *word = json_string_value(json_object_get(body, "precision"));
    const int precision = flip_precision_named(word ? word : "normal");
    if (!config_analyses(&request->server->config))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "This server analyses no games. Open the page of the analysis: your browser can do it.");
    if (precision < 0)
        return flip_fail(error, FLIP_ERROR_TYPE, "The precision is quick, normal or deep.");
    struct room *head = replay_head(request, id ? id : "", error);
    if (!head)
        return -1;
    const int status = head->status == STORE_OVER || head->kind == ROOM_IMPORT /* of which only the record knows */
                           ? ask(request, head->id, (enum flip_precision)precision, error)
                           : flip_fail(error, FLIP_ERROR_RUNNING,
                                       "This game was ended before its last turn, so it cannot be analysed.");
    room_discard(head);
    return status;
}
