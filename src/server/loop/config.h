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
    struct endpoint metrics; /* only /metrics and /healthz */
    char data[1024];
    char log[1024]; /* empty: standard error */
    char certificate[1024], key[1024];
    char origin[256];     /* what browsers call us, behind a proxy; empty: as the Host
                       header says */
    char pages[1024];     /* a folder with the page; empty: only the one in the program */
    char analysis[16];    /* "server", or "browser": games are analysed by those who want it */
    int threads;          /* bots that think at the same time */
    char test_seed[64];   /* for tests: seeds of tables that can be foretold; empty:
                         nobody can */
    int max_message;      /* bytes of a client's message */
    int max_rate;         /* messages per second and connection */
    int max_tables;       /* unfinished tables per person */
    int max_connections;  /* WebSockets per address */
    int max_open;         /* connections of any kind per address */
    int max_clients;      /* connections of any kind in total */
    int header_seconds;   /* from connecting to the end of the headers */
    int body_seconds;     /* from there to the end of the body */
    int max_requests;     /* HTTP requests per second and address */
    int max_guests;       /* new guests per hour and address */
    int max_new_tables;   /* per hour and address */
    int max_sign_ins;     /* and other uses of a password, per hour and address */
    int puzzles;          /* mined until each game has so many */
    bool trust_forwarded; /* take a client's address from X-Forwarded-For */
    bool metrics_here;    /* /metrics and /healthz are served to clients as well */
};

extern const char config_help[];

/// Can only this machine reach the endpoint?
bool endpoint_is_local(const struct endpoint *endpoint);

/// Does the server analyse games for those who ask?
bool config_analyses(const struct config *config);

/// Reads the flags, FLIPSIDE_* from the environment and the --config file. 1: --help was given.
int config_read(struct config *config, int argc, char **argv, struct flip_error *error);

#endif
