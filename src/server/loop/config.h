/* How a server is run: flags before environment before file before defaults. */
#ifndef FLIPSIDE_SERVER_LOOP_CONFIG_H
#define FLIPSIDE_SERVER_LOOP_CONFIG_H

#include <flipside/error.h>
#include <stdbool.h>

/// An address to listen on.
struct endpoint {
    char address[256]; /* empty: all interfaces */
    int port;          /* -1: do not listen */
};

struct config {
    struct endpoint listen;
    struct endpoint metrics; /* /metrics and /healthz alone */
    char data[1024];
    char log[1024]; /* empty: standard error */
    char certificate[1024], key[1024];
    char origin[256];     /* what browsers call us, behind a proxy; empty: as the Host
                       header says */
    int threads;          /* bots that think at the same time */
    char test_seed[64];   /* for tests: seeds of tables that can be foretold; empty:
                         nobody can */
    int max_message;      /* bytes of a client's message */
    int max_rate;         /* messages a second and connection */
    int max_tables;       /* that a person may have going on */
    int max_connections;  /* WebSockets per address */
    int max_open;         /* connections of any kind per address */
    int max_clients;      /* connections of any kind altogether */
    int header_seconds;   /* from connecting to the end of the headers */
    int body_seconds;     /* from there to the end of the body */
    int max_requests;     /* HTTP requests a second and address */
    int max_guests;       /* new guests an hour and address */
    int max_new_tables;   /* an hour and address */
    int max_sign_ins;     /* and other uses of a password, an hour and address */
    bool trust_forwarded; /* the address of a client stands in X-Forwarded-For */
};

extern const char config_help[];

/// Can only this machine reach the endpoint?
bool endpoint_is_local(const struct endpoint *endpoint);

/// Reads flags, FLIPSIDE_* of the environment and the file of --config. 1: --help was asked for.
int config_read(struct config *config, int argc, char **argv, struct flip_error *error);

#endif
