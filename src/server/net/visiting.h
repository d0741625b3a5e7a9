/* Requests and the addresses that they come from: who has asked for too much this hour. */
#ifndef FLIPSIDE_SERVER_NET_VISITING_H
#define FLIPSIDE_SERVER_NET_VISITING_H

#include "server/net/limits.h"

struct request;
struct server;

/// Everyone who comes from the client's address; NULL: out of memory.
struct visitor *visitor_asking(const struct request *request);
/// Takes a token from a bucket: `count` per hour, and as many at once.
int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error);
/// Another server has counted one for this address.
void hourly_heard(struct server *server, const char *address, const char *what);
/// May another table be created from the client's address?
int check_new_table(struct request *request, struct flip_error *error);

#endif
