/* Requests and the addresses that they come from. */
#include "server/net/visiting.h"

#include "server/loop/server.h"
#include "server/net/headers.h"
#include "server/net/limits.h"
#include "server/net/net.h"
#include "server/net/request.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct visitor *visitor_asking(const struct request *request)
{
    char address[ADDRESS_SIZE];
    address_asking(request->server, request->wsi, address);
    return visitor_of(&request->server->net->visitors, address);
}

/* --- what is counted by the hour ----------------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    size_t bucket; /* where it lies in a visitor */
} hourly[] = {
    {"guests", offsetof(struct visitor, guests)},
    {"tables", offsetof(struct visitor, tables)},
    {"sign-ins", offsetof(struct visitor, sign_ins)},
    {"reports", offsetof(struct visitor, reports)},
    {"friend requests", offsetof(struct visitor, friends)},
    {"challenges", offsetof(struct visitor, challenges)},
    {"programs and tokens", offsetof(struct visitor, tokens)},
    {"analyses", offsetof(struct visitor, analyses)},
    {"tries at puzzles", offsetof(struct visitor, puzzles)},
};

void hourly_heard(struct server *server, const char *address, const char *what)
{
    struct visitor *visitor = visitor_of(&server->net->visitors, address);
    for (size_t i = 0; visitor && i < sizeof hourly / sizeof *hourly; i++)
        if (strcmp(hourly[i].what, what) == 0)
            bucket_charge((struct bucket *)((char *)visitor + hourly[i].bucket), 1);
}

/* Where several servers share the store, they count together. */
static int tell_others(const struct request *request, const char *what, struct flip_error *error)
{
    char address[ADDRESS_SIZE], notice[ADDRESS_SIZE + 40];
    if (!store_shared(request->server->store))
        return 0;
    address_asking(request->server, request->wsi, address);
    snprintf(notice, sizeof notice, "b %s %s", address, what);
    return store_notify(request->server->store, notice, error);
}

int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error)
{
    if (bucket && bucket_take(bucket, count, count / 3600.0))
        return tell_others(request, what, error);
    request->server->metrics.refused++;
    return flip_fail(error, FLIP_ERROR_LIMIT, "Too many new %s from your address: at most %d per hour.", what, count);
}

int check_new_table(struct request *request, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(request);
    return check_hourly(request, visitor ? &visitor->tables : NULL, request->server->config.max_new_tables, "tables",
                        error);
}
