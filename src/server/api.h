/* The JSON API of docs/api.md: what requests are, and how they are answered. */
#ifndef FLIPSIDE_SERVER_API_H
#define FLIPSIDE_SERVER_API_H

#include "server/server.h"

struct page;

/// A request goes through these in their order, and is answered once.
enum request_state {
    REQUEST_NONE,     /* nothing has come */
    REQUEST_READING,  /* the headers are here, the body is not */
    REQUEST_HELD,     /* all of it is here, and waits for the store: trouble.c */
    REQUEST_WORKING,  /* somebody else works on the answer: the passwords, a worker */
    REQUEST_ANSWERED, /* the answer waits until the loop has committed */
    REQUEST_SENDING,  /* the headers of the answer are on their way: there is no other answer any more */
    REQUEST_SENT,     /* all of it is: the connection ends */
};

/// A request and its answer, which waits until the loop has committed.
struct request {
    struct server *server;
    struct lws *wsi;
    enum request_state state;
    bool post, head, too_large;
    struct visitor *visitor; /* behind a proxy: who has one more request open */
    char path[256];
    char *body; /* what has come of it */
    size_t body_length;
    /* the answer */
    int status;
    const char *type;
    const struct page *page; /* sent as it is */
    char *cookie;            /* owned; to be set */
    char *out;               /* owned; LWS_PRE bytes come before the text */
    size_t out_length, out_left;
    uint64_t turn;    /* of the server when it was answered; 0: what it says needs no commit */
    const char *file; /* to be kept by the browser under this name */
    int wait;         /* seconds to wait before trying again, with an error */
    bool paused;      /* the answer had to wait for the store, without a deadline */
    /* while the password worker works on a password, or a worker on something long */
    struct request *next_waiting;
    uint64_t ticket;
    struct errand *errand;
    int64_t came, held; /* when it came, and since when it waits for the store (0: it does not), in microseconds */
    struct request *next_held;
};

/// Handles a request that has arrived whole: request_run now, or when the store can keep what it does (trouble.c).
void request_arrived(struct request *request);
void request_run(struct request *request);
/// Answers a request that is not looked at any further. It needs nothing of the store.
void request_refuse(struct request *request, const struct flip_error *error);

/// The answer, as a copy. One that is not on its way yet can be replaced.
void reply(struct request *request, int status, const char *type, const char *text, size_t length);
/// The same with a text that the request owns from now on; LWS_PRE bytes come before it.
void reply_owned(struct request *request, int status, const char *type, char *out, size_t length);
void reply_error(struct request *request, const struct flip_error *error);
void reply_json(struct request *request, int status, const json_t *body);
/// The same, and the body is given up.
int reply_and_free(struct request *request, json_t *body, struct flip_error *error);
/// What was written into the server's buffer.
void reply_written(struct request *request, const struct flip_json *json);
/// `{"person":…}`; NULL: nobody.
void reply_person(struct request *request, const struct store_person *person);

/// Who asks? An error if it is a stranger.
int known_person(struct request *request, struct store_person *person, struct flip_error *error);
/// The answer sets a cookie that scripts and other sites never see; a request sets one at most.
int put_cookie(struct request *request, const char *name, const char *value, const char *path, int seconds,
               struct flip_error *error);
int take_cookie_away(struct request *request, struct flip_error *error);
/// Takes a token of a bucket: `count` an hour, and as many at once.
int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error);
/// Everybody who comes from the asker's address; NULL: there is no memory.
struct visitor *visitor_asking(const struct request *request);
/// The part of a path up to the next slash, into `out`; returns what follows the slash, or NULL.
const char *path_part(const char *rest, char *out, size_t size);

/// {"table":TABLE}, as `person` may know it.
void reply_table(struct request *request, const struct room *room, const char *person);
/// {"tables":[TABLE…]}
void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person);
/// May one more table be made from the asker's address?
int check_new_table(struct request *request, struct flip_error *error);

typedef int api_get(struct request *request, const char *rest, struct flip_error *error);
typedef int api_post(struct request *request, const json_t *body, struct flip_error *error);

/* export.c, metrics.c, mine.c, ratings.c */
api_get get_export, get_health, get_metrics, get_mine, get_ratings;

/* dispatch.c */
/// Runs whatever the request asks for; on success it has been answered, or will be later.
int dispatch(struct request *request, struct flip_error *error);
/// The largest body that the request may have.
size_t body_limit(const struct request *request);
/// Is it reached over TLS, by ourselves or by a proxy?
bool over_tls(const struct request *request);

/// A route; a path that ends with a slash takes what follows as `rest`.
struct api_get_route {
    const char *path;
    api_get *run;
};
struct api_post_route {
    const char *path;
    api_post *run;
};

/// Every subject has its own lists of routes, ended by a NULL path. routes.c knows them all.
extern const struct api_get_route table_gets[], account_gets[], session_gets[], profile_gets[], daily_gets[],
    learn_gets[];
extern const struct api_post_route table_posts[], account_posts[], session_posts[], profile_posts[], daily_posts[],
    learn_posts[];
extern const struct api_get_route *const api_gets[];
extern const struct api_post_route *const api_posts[];

#endif
