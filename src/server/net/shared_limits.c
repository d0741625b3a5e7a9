/* Limits that the servers of a cluster count together: what an address may do per hour, and what it may spend per second. */
#include "server/net/parts.h"

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

/* --- per hour ----------------------------------------------------------------------------------------- */

/* As the refusal has them, and the notices between servers. */
static const char *const hourly_words[HOURLY_KINDS] = {
    "guests",   "tables",           "sign-ins", "reports", "friend requests", "challenges", "programs and tokens",
    "analyses", "tries at puzzles", "mails",    "codes"};

static struct token_bucket *hourly_bucket(struct visitor *visitor, enum hourly kind)
{
    return &visitor->hourly[kind == HOURLY_CODES ? HOURLY_MAILS : kind];
}

void hourly_counted(struct server *server, const char *address, const char *what)
{
    struct visitor *visitor = visitor_of(&server->net->visitors, address);
    for (int kind = 0; visitor && kind < HOURLY_KINDS; kind++)
        if (strcmp(hourly_words[kind], what) == 0)
            bucket_counted(hourly_bucket(visitor, (enum hourly)kind), 1);
}

/* `counted`: a token was taken before. */
static int count_hourly(struct server *server, struct visitor *visitor, enum hourly kind, bool counted, int count,
                        struct flip_error *error)
{
    char notice[ADDRESS_SIZE + 40];
    if (!visitor)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    if (counted || bucket_take(hourly_bucket(visitor, kind), count, count / 3600.0)) {
        snprintf(notice, sizeof notice, "b %s %s", visitor->address, hourly_words[kind]);
        return store_shared(server->loop.store) ? store_notify(server->loop.store, notice, error) : 0;
    }
    server->loop.metrics.refused++;
    return flip_fail(error, FLIP_ERROR_LIMIT, "Too many new %s from your address: at most %d per hour.",
                     hourly_words[kind], count);
}

/* A request that collided with another server runs several times and counts once, here and at the other servers: they are told again only
   if the turn in which they were told has been undone. */
int check_hourly(struct request *request, enum hourly kind, int count, struct flip_error *error)
{
    const unsigned bit = 1u << kind;
    const bool counted = request->counted & bit;
    if (counted && !turns_undone_since(&request->server->loop, request->counted_turn))
        return 0;
    if (count_hourly(request->server, visitor_asking(request), kind, counted, count, error) < 0)
        return -1;
    request->counted |= bit;
    request->counted_turn = request->server->loop.turn;
    return 0;
}

int check_new_table_from(struct server *server, struct visitor *visitor, struct flip_error *error)
{
    return count_hourly(server, visitor, HOURLY_TABLES, false, server->loop.config.max_new_tables, error);
}

int check_new_table(struct request *request, struct flip_error *error)
{
    return check_hourly(request, HOURLY_TABLES, request->server->loop.config.max_new_tables, error);
}

/* --- per second --------------------------------------------------------------------------------------- */

/* The bucket fills at every server, so what is spent at one has to be taken from all. Each reports an eighth of a burst at a time: the
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

void throttle_charge(struct server *server, struct visitor *visitor, double ms)
{
    bucket_charge(&visitor->work, ms);
    bucket_charge(&visitor->throttle.loop, ms);
    rate_limits_note(server, visitor);
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
