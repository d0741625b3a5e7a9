/*
 * Who may ask how often. A bucket holds a number of tokens and fills at a steady rate: a burst is fine, a flood is not.
 * Addresses have buckets for requests, new guests and new tables; connections have one for messages, people one for
 * chat.
 */
#ifndef FLIPSIDE_SERVER_NET_LIMITS_H
#define FLIPSIDE_SERVER_NET_LIMITS_H

#include "server/loop/loop.h"
#include "store/people.h"

#include <flipside/error.h>

#include <stdbool.h>
#include <stdint.h>

struct request;
struct server;
struct store_person;
struct visitor;
struct websocket;

enum { ADDRESS_SIZE = 64, VISITOR_BUCKETS = 4096, JUDGING = 400 };

/// What work is for. Replays can wait, playing cannot: a third of an address's burst is reserved for play. Work that is usually
/// cheap is refused only to an address that owes as much again.
enum work_for { WORK_TO_LOOK, WORK_TO_PLAY, WORK_TO_ASK };

/// All zero: full.
struct bucket {
    double tokens;
    double spent; /* here, since other servers were told of it */
    int64_t at;
};

/// Takes a token, if there is one.
bool bucket_take(struct bucket *bucket, double burst, double per_second);
/// What is in it by now.
double bucket_fill(struct bucket *bucket, double burst, double per_second);
/// Takes tokens for a cost that is known only afterwards: the bucket may go into debt.
void bucket_charge(struct bucket *bucket, double tokens);
/// So many were taken at another server.
void bucket_heard(struct bucket *bucket, double tokens);

/// An address's share of the loop: share.h.
struct pacing {
    struct bucket loop;       /* milliseconds of it */
    struct websocket *links;  /* those with messages that wait, the next first */
    struct request *requests; /* that wait, the oldest first */
    int request_count;
    bool listed; /* among the addresses for which something waits */
    struct visitor *next;
};

/// Everyone who comes from one address.
struct visitor {
    struct visitor *next;
    char address[ADDRESS_SIZE];
    int links;
    int open; /* connections; behind a proxy, which owns them all, requests */
    int64_t seen;
    int64_t closed_until; /* no new guests from here */
    char closed_for[24];  /* the banned person's id */
    struct bucket requests, guests, tables, sign_ins, reports, exports, friends, challenges, tokens, analyses, puzzles,
        mails;
    struct bucket work; /* milliseconds of processor time, the workers' too */
    struct pacing pace;
    struct bucket handshakes; /* of TLS: about a millisecond each */
};

struct visitors {
    bool spent; /* other servers have to be told what somebody has spent */
    struct visitor *bucket[VISITOR_BUCKETS];
};

/// The visitor of that address, created if it is new. NULL: out of memory.
struct visitor *visitor_of(struct visitors *visitors, const char *address);
/// May somebody at this address cause work now? The cost is charged to `work` when it is known, or an estimate at once and the rest
/// later. If not, `wait` (unless NULL) is set to the seconds until it may.
int check_work(struct server *server, struct visitor *visitor, enum work_for purpose, int *wait,
               struct flip_error *error);
/// Who pays for a worker's work: a person with an account, or, since a new guest costs nothing, the guest's address.
void payer_of(const struct store_person *person, const char *address, char out[FAIR_PAYER]);
/// Admits new guests again from addresses that were closed with this person's ban, or (NULL) from all; returns how many those are.
int visitors_admit(struct visitors *visitors, const char *person);
/// Forgets visitors who have no connection and whose buckets are full again, or all of them.
void visitors_sweep(struct visitors *visitors, bool all);
/// An address as it is counted: for IPv6 the network, since one customer has a whole one.
void address_to_count(const char *address, char out[ADDRESS_SIZE]);

#endif
