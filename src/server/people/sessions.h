/*
 * Sessions: where people are signed in. A session begins with a name or a password, is a row of the store, and ends when it is signed
 * out, ended from elsewhere or not used for long. A cookie names a session and is good for nothing without it.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_SESSIONS_H
#define FLIPSIDE_SERVER_PEOPLE_SESSIONS_H

#include "server/people/identity.h"

/// Begins a session for a person, with a cookie; the one that the request came in is over.
int session_begin(struct request *request, const struct store_person *person, struct flip_error *error);
/// The session is used: kept for the list, at most once an hour.
int session_use(struct server *server, struct lws *wsi, const struct asker *asker, struct flip_error *error);
/// The same, and the answer sets the cookie anew before it grows old.
int session_go_on(struct request *request, const struct asker *asker, struct flip_error *error);
/// Ends the session that the request came in, and its connections: server_send_away.
int session_end(struct request *request, const char *message, struct flip_error *error);
/// Forgets sessions that nobody has used for long.
int sessions_sweep(struct server *server, struct flip_error *error);
/// What was used before this has ended.
int64_t session_last_use(void);

#endif
