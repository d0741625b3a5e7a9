/*
 * Tokens: what a program shows instead of a cookie (`Authorization: Bearer …`). A token belongs to a person or to one of their programs, allows
 * only what its scopes say, is shown once, kept as a hash, and can be revoked at any time.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_TOKENS_H
#define FLIPSIDE_SERVER_PEOPLE_TOKENS_H

#include "store/store.h"

#include <jansson.h>
#include <libwebsockets.h>

enum scope {
    SCOPE_NONE = 0,      /* for nothing that a token allows */
    SCOPE_READ = 1,      /* what the person may see */
    SCOPE_PLAY = 2,      /* tables and moves; only programs have it */
    SCOPE_CHALLENGE = 4, /* friends and challenges */
    SCOPE_CHAT = 8,
    SCOPE_PERSON = 31 /* somebody without a token may do everything */
};
enum { TOKEN_SIZE = 64 };

struct server;

/// Makes a token; `shown` is what the program shows, and is kept nowhere.
int token_make(struct server *server, struct store_token *token, char shown[TOKEN_SIZE], struct flip_error *error);
/// Does the request show a token, good or not?
bool token_shown(struct lws *wsi);
/// The token that a request shows, and whose it is. false: none, or none that counts, or the store failed; then the request fails with it.
bool token_asking(struct server *server, struct lws *wsi, struct store_token *token, struct store_person *person);
/// All sessions and tokens of a person have ended, those of their programs too, and whoever is connected by one is sent away.
int person_sign_out(struct server *server, const char *person, const char *message, struct flip_error *error);
/// Ends the connections of a person and of their programs.
int person_send_away(struct server *server, const char *person, const char *message, struct flip_error *error);
/// Keeps when it was used, by the hour.
int token_use(struct server *server, const struct store_token *token, struct flip_error *error);
/// Scopes as words, and back; -1: an unknown word, or none.
json_t *scopes_json(int64_t scopes);
int64_t scopes_read(const json_t *words);

#endif
