/* Token buckets, and the addresses that have them. */
#include "server/limits.h"

#include "server/hub.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FORGOTTEN_AFTER_MS = 3600 * 1000 }; /* the slowest bucket is full again after an hour */

bool bucket_take(struct bucket *bucket, double burst, double per_second)
{
    const int64_t now = steady_ms();
    if (bucket->at == 0)
        bucket->tokens = burst;
    else if (now > bucket->at)
        bucket->tokens += (double)(now - bucket->at) * per_second / 1000;
    bucket->at = now;
    if (bucket->tokens > burst)
        bucket->tokens = burst;
    if (bucket->tokens < 1)
        return false;
    bucket->tokens -= 1;
    return true;
}

void bucket_charge(struct bucket *bucket, double tokens) { bucket->tokens -= tokens; }

struct visitor *visitor_of(struct visitors *visitors, const char *address)
{
    struct visitor **bucket = &visitors->bucket[text_bucket(address, VISITOR_BUCKETS)], *visitor = *bucket;
    while (visitor && strcmp(visitor->address, address) != 0)
        visitor = visitor->next;
    if (!visitor && (visitor = calloc(1, sizeof *visitor))) {
        snprintf(visitor->address, sizeof visitor->address, "%s", address);
        visitor->next = *bucket;
        *bucket = visitor;
    }
    if (visitor)
        visitor->seen = steady_ms();
    return visitor;
}

/* A record from outside may put all pieces into one heap, which takes the solver seconds, and the whole server waits: so an address
   has a tenth of a core for flicks, and three seconds at once. */
int check_flicking(struct hub *hub, struct visitor *visitor, struct flip_error *error)
{
    const double requests = hub->config.max_requests;
    if (visitor && bucket_take(&visitor->flicks, 60 * requests, 2 * requests))
        return 0;
    hub->metrics.refused++;
    return flip_fail(error, "limit", "Flicks from your address take the server too long: wait a little.");
}

/* The tutor can wait, who plays cannot: a third of what an address has at once stays for the flicks themselves. */
int check_judging(struct hub *hub, struct visitor *visitor, struct flip_error *error)
{
    if (check_flicking(hub, visitor, error) < 0)
        return -1;
    if (visitor->flicks.tokens >= 20.0 * hub->config.max_requests)
        return 0;
    hub->metrics.refused++;
    return flip_fail(error, "limit", "The tutor has tried many flicks for your address: ask again in a little while.");
}

double busy_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void visitors_sweep(struct visitors *visitors, bool all)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < VISITOR_BUCKETS; i++)
        for (struct visitor **at = &visitors->bucket[i]; *at;) {
            struct visitor *visitor = *at;
            if (all ||
                (visitor->links == 0 && visitor->closed_until < now && now - visitor->seen > FORGOTTEN_AFTER_MS)) {
                *at = visitor->next;
                free(visitor);
            } else {
                at = &visitor->next;
            }
        }
}

void address_to_count(const char *address, char out[ADDRESS_SIZE])
{
    struct in6_addr six;
    snprintf(out, ADDRESS_SIZE, "%s", address);
    if (inet_pton(AF_INET6, address, &six) == 1 && !IN6_IS_ADDR_V4MAPPED(&six)) {
        memset(&six.s6_addr[8], 0, 8);
        inet_ntop(AF_INET6, &six, out, ADDRESS_SIZE);
    }
}
