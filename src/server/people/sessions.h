/*
 * Sessions: where people are signed in. A session starts with a name or a password and is a row in the store. It ends when the
 * person signs out, when it is ended from elsewhere, or when it has not been used for long. A cookie names a session and is
 * worthless without it.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_SESSIONS_H
#define FLIPSIDE_SERVER_PEOPLE_SESSIONS_H

#include "server/people/identity.h"

/// Starts a session for a person, with a cookie; the session that the request came in ends.
int session_begin(struct request *request, const struct store_person *person, struct flip_error *error);
/// Notes for the list that the session is being used, at most once per hour.
int session_use(struct server *server, struct lws *wsi, const struct asker *asker, struct flip_error *error);
/// The same, and the answer renews the cookie before it expires.
int session_go_on(struct request *request, const struct asker *asker, struct flip_error *error);
/// Ends the session that the request came in, and its connections: server_send_away.
int session_end(struct request *request, const char *message, struct flip_error *error);
/// Forgets sessions that nobody has used for long.
int sessions_sweep(struct server *server, struct flip_error *error);
/// Sessions last used before this time have ended.
int64_t session_last_use(void);

#endif
