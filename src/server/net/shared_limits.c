/* Requests and the addresses that they come from. */
#include "server/net/net.h"

#include "server/loop/loop.h"

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

void hourly_counted(struct server *server, const char *address, const char *what)
{
    struct visitor *visitor = visitor_of(&server->net->visitors, address);
    for (size_t i = 0; visitor && i < sizeof hourly / sizeof *hourly; i++)
        if (strcmp(hourly[i].what, what) == 0)
            bucket_counted((struct token_bucket *)((char *)visitor + hourly[i].bucket), 1);
}

/* Where several servers share the store, they count together. */
static int tell_others(struct server *server, const char *address, const char *what, struct flip_error *error)
{
    char notice[ADDRESS_SIZE + 40];
    if (!store_shared(server->loop.store))
        return 0;
    snprintf(notice, sizeof notice, "b %s %s", address, what);
    return store_notify(server->loop.store, notice, error);
}

static int count_hourly(struct server *server, const char *address, struct token_bucket *bucket, int count,
                        const char *what, struct flip_error *error)
{
    if (bucket && bucket_take(bucket, count, count / 3600.0))
        return tell_others(server, address, what, error);
    server->loop.metrics.refused++;
    return flip_fail(error, FLIP_ERROR_LIMIT, "Too many new %s from your address: at most %d per hour.", what, count);
}

int check_hourly(struct request *request, struct token_bucket *bucket, int count, const char *what,
                 struct flip_error *error)
{
    char address[ADDRESS_SIZE];
    address_asking(request->server, request->wsi, address);
    return count_hourly(request->server, address, bucket, count, what, error);
}

/* --- what is counted by the second --------------------------------------------------------------------------------------- */

/* A bucket fills everywhere, so what is spent anywhere has to be taken from all of them. Each server tells after an eighth: then the
   others know of all but that, and in the long run N servers allow what one does. */
enum { PARTS = 8 };

static const struct {
    const char *what;
    size_t bucket;
    double at_once; /* for one request a second, or for all */
    bool all;
} shared[] = {
    {"requests", offsetof(struct visitor, requests), 4, false},
    {"work", offsetof(struct visitor, work), 60, false},
    {"exports", offsetof(struct visitor, exports), 3, true},
};
enum { SHARED = sizeof shared / sizeof *shared };

static struct token_bucket *shared_bucket(const struct visitor *visitor, int which)
{
    return (struct token_bucket *)((char *)visitor + shared[which].bucket);
}

static bool worth_telling(const struct server *server, const struct visitor *visitor, int which)
{
    const double most = shared[which].at_once * (shared[which].all ? 1 : server->loop.config.max_requests);
    return shared_bucket(visitor, which)->spent * PARTS >= most;
}

void rate_limits_note(struct server *server, const struct visitor *visitor)
{
    for (int i = 0; visitor && i < SHARED && store_shared(server->loop.store); i++)
        server->net->visitors.spent |= worth_telling(server, visitor, i);
}

static int tell_spent(struct server *server, const struct visitor *visitor, struct flip_error *error)
{
    for (int i = 0; i < SHARED; i++) {
        char notice[ADDRESS_SIZE + 60];
        struct token_bucket *bucket = shared_bucket(visitor, i);
        if (!worth_telling(server, visitor, i))
            continue;
        snprintf(notice, sizeof notice, "u %s %s %.3f", visitor->address, shared[i].what, bucket->spent);
        if (store_notify(server->loop.store, notice, error) < 0)
            return -1;
        bucket->spent = 0;
    }
    return 0;
}

int rate_limits_tell(struct server *server, struct flip_error *error)
{
    if (!server->net->visitors.spent)
        return 0;
    server->net->visitors.spent = false;
    for (int i = 0; i < VISITOR_BUCKETS; i++)
        for (const struct visitor *at = server->net->visitors.bucket[i]; at; at = at->next)
            if (tell_spent(server, at, error) < 0)
                return -1;
    return 0;
}

void rate_limits_heard(struct server *server, const char *notice)
{
    char address[ADDRESS_SIZE], what[16];
    double amount;
    if (sscanf(notice, "%63s %15s %lf", address, what, &amount) != 3)
        return;
    struct visitor *visitor = visitor_of(&server->net->visitors, address);
    for (int i = 0; visitor && i < SHARED; i++)
        if (strcmp(shared[i].what, what) == 0)
            bucket_counted(shared_bucket(visitor, i), amount);
}

int check_new_table_from(struct server *server, struct visitor *visitor, struct flip_error *error)
{
    return count_hourly(server, visitor->address, &visitor->tables, server->loop.config.max_new_tables, "tables",
                        error);
}

int check_new_table(struct request *request, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(request);
    return check_hourly(request, visitor ? &visitor->tables : NULL, request->server->loop.config.max_new_tables,
                        "tables", error);
}
