/* Requests and the addresses that they come from: who has asked for too much this hour. */
#ifndef FLIPSIDE_SERVER_NET_VISITING_H
#define FLIPSIDE_SERVER_NET_VISITING_H

#include "server/net/limits.h"

struct request;

/// Everybody who comes from the asker's address; NULL: there is no memory.
struct visitor *visitor_asking(const struct request *request);
/// Takes a token of a bucket: `count` an hour, and as many at once.
int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error);
/// May one more table be made from the asker's address?
int check_new_table(struct request *request, struct flip_error *error);

#endif
