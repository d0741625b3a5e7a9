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
    uint64_t turn, epoch; /* of the hub when it was answered */
};

void reply(struct request *request, int status, const char *type, const char *text, size_t length);
void reply_error(struct request *request, const struct flip_error *error);

void reply_json(struct request *request, int status, const json_t *body);
/// What was written into the hub's buffer.
void reply_written(struct request *request, const struct flip_json *json);
/// {"table":TABLE}, as `person` may know it.
void reply_table(struct request *request, const struct room *room, const char *person);
/// Who is asking; a stranger is told to take a name.
int known_person(struct request *request, struct store_person *person, struct flip_error *error);
/// May one more table be made from the asker's address?
int check_new_table(struct request *request, struct flip_error *error);

typedef int api_get(struct request *request, const char *rest, struct flip_error *error);
typedef int api_post(struct request *request, const json_t *body, struct flip_error *error);

/// The routes; a path that ends with a slash takes what follows as `rest`. The lists end with a NULL path.
extern const struct api_get_route {
    const char *path;
    api_get *run;
} api_gets[];
extern const struct api_post_route {
    const char *path;
    api_post *run;
} api_posts[];

#endif
