/*
 * Programs as players: an account has programs, each with a name, a profile and ratings of its own, and makes tokens for them and
 * for itself. Only a program's token may play, so that nobody meets a program unawares.
 */
#include "server/routes/routes.h"

#include "server/loop/loop.h"
#include "server/net/net.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { PROGRAMS_MOST = 5, TOKENS_MOST = 10, MADE_AN_HOUR = 30, LABEL_LONGEST = 24 };

/* Somebody with a password: who cannot sign in again could not revoke a token either. */
static int known_account(struct request *request, struct store_person *person, struct flip_error *error)
{
    if (known_person(request, person, error) < 0)
        return -1;
    return person->claimed
               ? 0
               : flip_fail(error, FLIP_ERROR_PROGRAM, "Claim your name first: programs belong to accounts.");
}

static json_t *tokens_json(struct server *server, const char *person, struct flip_error *error)
{
    json_t *tokens = rows_json(server->loop.store, LIST_TOKENS_OF, person, "", 0, error);
    json_t *programs = tokens ? rows_json(server->loop.store, LIST_PROGRAMS_OF, person, "", 0, error) : NULL;
    if (!programs) {
        json_decref(tokens);
        return NULL;
    }
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        json_t *row = json_array_get(tokens, i);
        json_object_set_new(row, "scopes", scopes_json(json_integer_value(json_object_get(row, "scopes"))));
        row_bool(row, "program");
    }
    return json_pack("{s:o, s:o}", "programs", programs, "tokens", tokens);
}

static int reply_tokens(struct request *request, const char *person, const char *shown, struct flip_error *error)
{
    json_t *body = tokens_json(request->server, person, error);
    if (body && shown)
        json_object_set_new(body, "token", json_string(shown));
    return body ? reply_and_free(request, body, error) : -1;
}

int get_tokens(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct store_person person;
    return known_person(request, &person, error) < 0 ? -1 : reply_tokens(request, person.id, NULL, error);
}

static int check_making(struct request *request, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(request);
    return check_hourly(request, visitor ? &visitor->tokens : NULL, MADE_AN_HOUR, "programs and tokens", error);
}

int post_program(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person, program = {0};
    const char *wanted = json_string_value(json_object_get(body, "name"));
    if (known_account(request, &person, error) < 0)
        return -1;
    const int64_t count = store_program_count(server->loop.store, person.id, error);
    if (count < 0)
        return -1;
    if (count >= PROGRAMS_MOST)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have %d programs; that is the limit.", PROGRAMS_MOST);
    if (name_clean(wanted ? wanted : "", program.name, error) < 0)
        return -1;
    if (name_reserved(program.name))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN, "%.90s is a name of the house. Please choose another one.",
                         program.name);
    fresh_id(program.id);
    if (server_name_taken(server->people, program.name, program.id))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN, "Somebody is called %.90s already.", program.name);
    if (check_making(request, error) < 0)
        return -1;
    program.created = program.seen = wall_ms();
    name_index(&program);
    if (store_person_put(server->loop.store, &program, error) < 0 ||
        store_program_put(server->loop.store, program.id, person.id, wall_ms(), error) < 0)
        return -1;
    return reply_tokens(request, person.id, NULL, error);
}

/* For oneself, or for one of one's programs. */
static int read_bearer(struct request *request, const json_t *body, const struct store_person *person,
                       struct store_person *bearer, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(body, "person"));
    *bearer = *person;
    if (!id || strcmp(id, person->id) == 0)
        return 0;
    const int found = id_looks_right(id) ? store_person_get(request->server->loop.store, id, bearer, error) : 0;
    if (found < 0)
        return -1;
    return found && strcmp(bearer->owner, person->id) == 0
               ? 0
               : flip_fail(error, FLIP_ERROR_NOT_FOUND, "You have no such program.");
}

int post_token(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person, bearer;
    char shown[TOKEN_SIZE];
    const char *label = json_string_value(json_object_get(body, "label"));
    struct store_token token = {.scopes = scopes_read(json_object_get(body, "scopes"))};
    if (known_account(request, &person, error) < 0 || read_bearer(request, body, &person, &bearer, error) < 0)
        return -1;
    const int characters = label ? text_characters(label) : 0;
    if (characters < 1 || characters > LABEL_LONGEST)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "A token has a label of 1 to %d characters.", LABEL_LONGEST);
    if (token.scopes < 0)
        return flip_fail(error, FLIP_ERROR_SCOPE, "'scopes' lists some of 'read', 'play', 'challenge' and 'chat'.");
    if ((token.scopes & SCOPE_PLAY) && !bearer.owner[0])
        return flip_fail(error, FLIP_ERROR_PROGRAM, "Only a program may play by a token. Make a program first.");
    const int64_t count = store_token_count(server->loop.store, bearer.id, error);
    if (count < 0)
        return -1;
    if (count >= TOKENS_MOST)
        return flip_fail(error, FLIP_ERROR_LIMIT, "There are %d tokens already. Revoke one first.", TOKENS_MOST);
    if (check_making(request, error) < 0)
        return -1;
    memcpy(token.person, bearer.id, sizeof token.person);
    snprintf(token.label, sizeof token.label, "%s", label);
    const int status =
        token_make(server->people, &token, shown, error) < 0 ? -1 : reply_tokens(request, person.id, shown, error);
    sodium_memzero(shown, sizeof shown);
    return status;
}

static int end_socket(struct request *request, const json_t *tokens, const char *id)
{
    const json_t *row = row_with(tokens, "id", id);
    if (row)
        server_send_away(request->server->people, row_text(row, "person"), id, "This token was revoked.");
    return row != NULL;
}

int post_end_token(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person;
    const char *id = json_string_value(json_object_get(body, "id"));
    if (known_person(request, &person, error) < 0)
        return -1;
    json_t *tokens = rows_json(server->loop.store, LIST_TOKENS_OF, person.id, "", 0, error);
    if (!tokens)
        return -1;
    const bool known = id && end_socket(request, tokens, id);
    json_decref(tokens);
    if (!known)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such token.");
    return store_token_cut(server->loop.store, id, person.id, error) < 0
               ? -1
               : reply_tokens(request, person.id, NULL, error);
}
