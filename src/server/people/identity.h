/* Who sent a request: its cookie names a session, and a session belongs to a person. */
#ifndef FLIPSIDE_SERVER_PEOPLE_IDENTITY_H
#define FLIPSIDE_SERVER_PEOPLE_IDENTITY_H

#include "server/net/request.h"
#include "server/people/cookies.h"

#define SESSION_MS INT64_C(7776000000) /* a session ends after 90 days without use */

/// Who sent a request, and in which session. A cookie from before there were sessions may have none yet; `session.seen` is then 0.
struct asker {
    struct cookie cookie;
    struct store_person person;
    struct store_session session;
};

/// Finds out who sent the request. false: a stranger, or the store failed; then the request fails with it.
bool session_asking(struct server *server, struct lws *wsi, struct asker *out);
bool person_asking(struct server *server, struct lws *wsi, struct store_person *out);
/// The same for a request, whose work is charged to that person. An error for a stranger.
int known_person(struct request *request, struct store_person *person, struct flip_error *error);
/// Does the cookie belong to a banned person? It is valid for nothing else.
bool banned_asking(struct server *server, struct lws *wsi);
/// Which of that day's challenges were started on the client's device: tries_read.
void tries_asking(const struct server *server, struct lws *wsi, const char *day, char out[TRIES_SIZE]);
/// A person as the answers have them.
json_t *person_json(const struct store_person *person);
/// `{"person":…}`; NULL: nobody.
void reply_person(struct request *request, const struct store_person *person);

#endif
