/*
 * Programs as players: an account has programs, each with a name, a profile and ratings of its own, and makes tokens for them and
 * for itself. Only a program's token may play, so that nobody meets a program unawares.
 */
#include "server/routes/routes.h"

#include <stdio.h>
#include <string.h>

enum { PROGRAMS_MOST = 5, TOKENS_MOST = 10, MADE_AN_HOUR = 30, LABEL_LONGEST = 24 };

/* Only for accounts: a guest who cannot sign in again could not revoke a token either. */
static int check_account(const struct call *call, struct flip_error *error)
{
    return call->person.claimed
               ? 0
               : flip_fail(error, FLIP_ERROR_PROGRAM, "Claim your name first: programs belong to accounts.");
}

static int reply_tokens(const struct call *call, const char *shown, struct flip_error *error)
{
    json_t *row, *tokens = rows_json(call->store, LIST_TOKENS_OF, call->person.id, "", 0, error);
    json_t *programs = tokens ? rows_json(call->store, LIST_PROGRAMS_OF, call->person.id, "", 0, error) : NULL;
    size_t i;
    json_array_foreach(tokens, i, row) {
        json_object_set_new(row, "scopes", scopes_json(int_in(row, "scopes")));
        row_bool(row, "program");
    }
    return reply_and_free(call->request,
                          json_pack("{s:o, s:o, s:s*}", "programs", programs, "tokens", tokens, "token", shown), error);
}

int get_tokens(struct call *call, struct flip_error *error) { return reply_tokens(call, NULL, error); }

static int check_making(struct request *request, struct flip_error *error)
{
    return check_hourly(request, HOURLY_TOKENS, MADE_AN_HOUR, error);
}

int post_program(struct call *call, struct flip_error *error)
{
    struct store_person program = {0};
    if (check_account(call, error) < 0 ||
        check_most(store_program_count(call->store, call->person.id, error), PROGRAMS_MOST,
                   "You have %d programs; that is the limit.", error) < 0 ||
        name_clean(string_of(call->body, "name"), program.name, error) < 0)
        return -1;
    if (name_reserved(program.name))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN, "%.90s is reserved. Please choose another name.", program.name);
    fresh_id(program.id);
    if (name_is_taken(call->server->people, program.name, program.id))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN, "Somebody is called %.90s already.", program.name);
    if (check_making(call->request, error) < 0)
        return -1;
    program.created = program.seen = wall_ms();
    name_index(&program);
    if (store_person_put(call->store, &program, error) < 0 ||
        store_program_put(call->store, program.id, call->person.id, wall_ms(), error) < 0)
        return -1;
    return reply_tokens(call, NULL, error);
}

/* The caller, or one of the caller's programs. */
static int read_bearer(const struct call *call, struct store_person *bearer, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(call->body, "person"));
    *bearer = call->person;
    if (!id || strcmp(id, call->person.id) == 0)
        return 0;
    const int found = id_looks_right(id) ? store_person_get(call->store, id, bearer, error) : 0;
    if (found < 0)
        return -1;
    return found && strcmp(bearer->owner, call->person.id) == 0
               ? 0
               : flip_fail(error, FLIP_ERROR_NOT_FOUND, "You have no such program.");
}

int post_token(struct call *call, struct flip_error *error)
{
    struct store_person bearer;
    char shown[TOKEN_SIZE];
    const char *label = string_of(call->body, "label");
    struct store_token token = {.scopes = scopes_read(json_object_get(call->body, "scopes"))};
    if (check_account(call, error) < 0 || read_bearer(call, &bearer, error) < 0)
        return -1;
    const int characters = text_characters(label);
    if (characters < 1 || characters > LABEL_LONGEST)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "A token has a label of 1 to %d characters.", LABEL_LONGEST);
    if (token.scopes < 0)
        return flip_fail(error, FLIP_ERROR_SCOPE, "'scopes' lists some of 'read', 'play', 'challenge' and 'chat'.");
    if ((token.scopes & SCOPE_PLAY) && !bearer.owner[0])
        return flip_fail(error, FLIP_ERROR_PROGRAM, "Only a program may play by a token. Make a program first.");
    if (check_most(store_token_count(call->store, bearer.id, error), TOKENS_MOST,
                   "There are %d tokens already. Revoke one first.", error) < 0 ||
        check_making(call->request, error) < 0)
        return -1;
    memcpy(token.person, bearer.id, sizeof token.person);
    snprintf(token.label, sizeof token.label, "%s", label);
    const int status =
        token_make(call->server->people, &token, shown, error) < 0 ? -1 : reply_tokens(call, shown, error);
    sodium_memzero(shown, sizeof shown);
    return status;
}

int post_end_token(struct call *call, struct flip_error *error)
{
    const char *id = string_of(call->body, "id");
    json_t *tokens = rows_json(call->store, LIST_TOKENS_OF, call->person.id, "", 0, error);
    const json_t *row = row_with(tokens, "id", id);
    if (row)
        person_disconnect(call->server->people, string_of(row, "person"), id, "This token was revoked.");
    json_decref(tokens);
    if (!row)
        return tokens ? flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such token.") : -1;
    return store_token_delete(call->store, id, call->person.id, error) < 0 ? -1 : reply_tokens(call, NULL, error);
}
