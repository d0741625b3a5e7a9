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
/// Somebody has asked for something. Where several servers share the store, they are told when an eighth of what is allowed at once has
/// been spent here: of requests, of processor time, of exports.
void spent_note(struct server *server, const struct visitor *visitor);
int spent_tell(struct server *server, struct flip_error *error);
/// Another server has told so: "ADDRESS WHAT AMOUNT".
void spent_heard(struct server *server, const char *notice);
/// May another table be created from the client's address?
int check_new_table(struct request *request, struct flip_error *error);
/// The same for one that a message may lead to: a rematch, a quick match.
int check_new_table_from(struct server *server, struct visitor *visitor, struct flip_error *error);

#endif
