/* The JSON API of docs/api.md: what requests are, and how they are answered. */
#ifndef FLIPSIDE_SERVER_API_H
#define FLIPSIDE_SERVER_API_H

#include "server/hub.h"

struct page;

/// A request and its answer, which waits until the loop has committed.
struct request {
    struct hub *hub;
    struct lws *wsi;
    bool post, too_large, headers_sent;
    char path[256];
    char *body; /* what has come of it */
    size_t body_length;
    /* the answer */
    int status;
    const char *type;
    const struct page *page; /* sent as it is */
    char *cookie;            /* owned; to be set */
    char *out;               /* owned; LWS_PRE bytes come before the text */
    size_t out_length, out_sent;
    uint64_t turn;    /* of the hub when it was answered */
    const char *file; /* to be kept by the browser under this name */
    int wait;         /* seconds to wait, with an error `limit` */
    /* while the vault works on a password */
    struct request *next_waiting;
    uint64_t ticket;
    struct errand *errand;
    int64_t came, held; /* when it came, and since when it waits for the store (0: it does not), in microseconds */
    struct request *next_held;
};

/// Handles a request that has arrived whole.
void request_run(struct request *request);

void reply(struct request *request, int status, const char *type, const char *text, size_t length);
void reply_error(struct request *request, const struct flip_error *error);
void reply_json(struct request *request, int status, const json_t *body);
/// The same, and the body is given up.
int reply_and_free(struct request *request, json_t *body, struct flip_error *error);
/// What was written into the hub's buffer.
void reply_written(struct request *request, const struct flip_json *json);
/// `{"person":…}`; NULL: nobody.
void reply_person(struct request *request, const struct store_person *person);

/// Who asks? An error if it is a stranger.
int known_person(struct request *request, struct store_person *person, struct flip_error *error);
/// The answer sets a cookie that scripts and other sites never see; a request sets one at most.
int put_cookie(struct request *request, const char *name, const char *value, const char *path, int seconds,
               struct flip_error *error);
int set_cookie(struct request *request, const struct store_person *person, struct flip_error *error);
int take_cookie_away(struct request *request, struct flip_error *error);
/// Takes a token of a bucket: `count` an hour, and as many at once.
int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error);
/// Everybody who comes from the asker's address; NULL: there is no memory.
struct visitor *visitor_asking(const struct request *request);
/// The part of a path up to the next slash, into `out`; returns what follows the slash, or NULL.
const char *path_part(const char *rest, char *out, size_t size);

/// {"table":TABLE}, as `person` may know it.
void reply_table(struct request *request, const struct room *room, const char *person);
/// May one more table be made from the asker's address?
int check_new_table(struct request *request, struct flip_error *error);

typedef int api_get(struct request *request, const char *rest, struct flip_error *error);
typedef int api_post(struct request *request, const json_t *body, struct flip_error *error);

/* export.c, ratings.c, metrics.c */
api_get get_export, get_ratings, get_health, get_metrics;

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
extern const struct api_get_route table_gets[], account_gets[], profile_gets[], daily_gets[], learn_gets[];
extern const struct api_post_route table_posts[], account_posts[], profile_posts[], daily_posts[], learn_posts[];
extern const struct api_get_route *const api_gets[];
extern const struct api_post_route *const api_posts[];

#endif
