/* Who asks: a request's cookie names a session, and a session is somebody's. */
#ifndef FLIPSIDE_SERVER_PEOPLE_IDENTITY_H
#define FLIPSIDE_SERVER_PEOPLE_IDENTITY_H

#include "server/net/request.h"
#include "server/people/cookies.h"

#define SESSION_MS INT64_C(7776000000) /* 90 days without use end a session */

/// Who asks, and in which session. A cookie from before there were sessions may have none yet: `session.seen` is 0 then.
struct asker {
    struct cookie cookie;
    struct store_person person;
    struct store_session session;
};

/// Who asks? false: a stranger.
bool session_asking(const struct server *server, struct lws *wsi, struct asker *out);
bool person_asking(const struct server *server, struct lws *wsi, struct store_person *out);
/// The same for a request; it pays for what is made for it. An error if it is a stranger.
int known_person(struct request *request, struct store_person *person, struct flip_error *error);
/// Does the cookie belong to somebody who is banned? It is good for nothing else any more.
bool banned_asking(const struct server *server, struct lws *wsi);
/// Which challenges of that day were begun on the asker's device: tries_read.
void tries_asking(const struct server *server, struct lws *wsi, const char *day, char out[TRIES_SIZE]);
/// `{"person":…}`; NULL: nobody.
void reply_person(struct request *request, const struct store_person *person);

#endif
