/* Token buckets, and the addresses that have them. */
#include "server/net/parts.h"

#include "server/loop/loop.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORGOTTEN_AFTER_MS = 3600 * 1000 }; /* the slowest bucket is full again after an hour */

double bucket_fill(struct token_bucket *bucket, double burst, double per_second)
{
    const int64_t now = steady_ms();
    if (bucket->at == 0)
        bucket->tokens += burst; /* something may have been charged already */
    else if (now > bucket->at)
        bucket->tokens += (double)(now - bucket->at) * per_second / 1000;
    bucket->at = now;
    if (bucket->tokens > burst)
        bucket->tokens = burst;
    return bucket->tokens;
}

bool bucket_take(struct token_bucket *bucket, double burst, double per_second)
{
    if (bucket_fill(bucket, burst, per_second) < 1)
        return false;
    bucket_charge(bucket, 1);
    return true;
}

void bucket_charge(struct token_bucket *bucket, double tokens)
{
    bucket->tokens -= tokens;
    bucket->spent += tokens;
}

void bucket_counted(struct token_bucket *bucket, double tokens) { bucket->tokens -= tokens; }

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

/* Requests differ in cost by a factor of a thousand, so counting them is not enough: an address has a tenth of a core for what it
   causes, and three seconds of it at once. */
int check_work(struct server *server, struct visitor *visitor, enum work_for purpose, int *wait,
               struct flip_error *error)
{
    const double requests = server->loop.config.max_requests, per_second = 2 * requests, burst = 60 * requests;
    const double needed = purpose == WORK_TO_LOOK ? burst / 3 : purpose == WORK_TO_PLAY ? 1 : -burst;
    const double left = visitor ? bucket_fill(&visitor->work, burst, per_second) : needed - 1;
    if (left >= needed)
        return 0;
    const int seconds = (int)((needed - left) / per_second) + 1;
    if (wait)
        *wait = seconds;
    server->loop.metrics.refused++;
    return flip_fail(error, FLIP_ERROR_LIMIT,
                     "The server has been busy for your address for too long: try again in %d second%s.", seconds,
                     seconds == 1 ? "" : "s");
}

void payer_of(const struct store_person *person, const char *address, char out[FAIR_PAYER])
{
    memset(out, 0, FAIR_PAYER);
    if (person->claimed || !address[0])
        snprintf(out, FAIR_PAYER, "person %s", person->id);
    else
        snprintf(out, FAIR_PAYER, "%s", address);
}

int visitors_admit(struct visitors *visitors, const char *person)
{
    int count = 0;
    for (int i = 0; i < VISITOR_BUCKETS; i++)
        for (struct visitor *at = visitors->bucket[i]; at; at = at->next)
            if (at->closed_until > steady_ms() && (!person || strcmp(at->closed_for, person) == 0)) {
                at->closed_until = 0;
                count++;
            }
    return count;
}

void visitors_sweep(struct visitors *visitors, bool all)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < VISITOR_BUCKETS; i++)
        for (struct visitor **at = &visitors->bucket[i]; *at;) {
            struct visitor *visitor = *at;
            if (all || (visitor->links == 0 && visitor->open == 0 && !visitor->throttle.listed &&
                        visitor->closed_until < now && now - visitor->seen > FORGOTTEN_AFTER_MS)) {
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
