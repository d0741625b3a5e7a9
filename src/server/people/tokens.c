/* Tokens: what programs show instead of a cookie. */
#include "server/people/people.h"

#include <string.h>

enum { BYTES = 32, HASH = 65, SEEN_EVERY_MS = 3600 * 1000 };
#define BEARER "Bearer "
#define PREFIX "flip_"

static const char *const words[] = {"read", "play", "challenge", "chat"};

/* A token has 256 random bits, so a fast hash will do. */
static void hash_of(const struct people *people, const char *shown, char hash[HASH])
{
    unsigned char bytes[BYTES];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)shown, strlen(shown), people->loop->secret,
                       STORE_SECRET_BYTES);
    sodium_bin2hex(hash, HASH, bytes, sizeof bytes);
}

int token_make(struct people *people, struct store_token *token, char shown[TOKEN_SIZE], struct flip_error *error)
{
    unsigned char bytes[BYTES];
    char hash[HASH];
    randombytes_buf(bytes, sizeof bytes);
    memcpy(shown, PREFIX, sizeof PREFIX);
    sodium_bin2base64(shown + strlen(PREFIX), TOKEN_SIZE - strlen(PREFIX), bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    hash_of(people, shown, hash);
    fresh_id(token->id);
    token->created = wall_ms();
    return store_token_put(people->loop->store, token, hash, error);
}

bool token_shown(struct lws *wsi) { return header_shown(wsi, "authorization"); }

/* The programs of a banned owner are banned too. 1: not banned. */
static int in_good_standing(struct people *people, const struct store_person *person, struct flip_error *error)
{
    struct store_person owner;
    if (person->banned || !person->owner[0])
        return !person->banned;
    const int status = store_person_get(people->loop->store, person->owner, &owner, error);
    return status == 1 ? !owner.banned : status;
}

bool token_asking(struct people *people, struct lws *wsi, struct store_token *token, struct store_person *person)
{
    char header[sizeof BEARER + TOKEN_SIZE], hash[HASH];
    struct flip_error error;
    if (header_of(wsi, "authorization", header, sizeof header) <= 0 || strncmp(header, BEARER, strlen(BEARER)) != 0)
        return false;
    hash_of(people, header + strlen(BEARER), hash);
    int status = store_token_get(people->loop->store, hash, token, &error);
    if (status == 1)
        status = store_person_get(people->loop->store, token->person, person, &error);
    if (status == 1)
        status = in_good_standing(people, person, &error);
    if (status < 0) /* that says nothing of who asks: the whole request fails */
        server_note_error(people->loop, &error);
    return status == 1;
}

int token_use(struct people *people, const struct store_token *token, struct flip_error *error)
{
    const int64_t ago = wall_ms() - token->seen;
    return ago >= 0 && ago < SEEN_EVERY_MS ? 0 : store_token_seen(people->loop->store, token->id, wall_ms(), error);
}

int person_and_programs_disconnect(struct people *people, const char *person, const char *message,
                                   struct flip_error *error)
{
    json_t *program, *programs = rows_json(people->loop->store, LIST_PROGRAMS_OF, person, "", 0, error);
    size_t i;
    if (!programs)
        return -1;
    person_disconnect(people, person, NULL, message);
    json_array_foreach(programs, i, program)
        person_disconnect(people, string_of(program, "id"), NULL, message);
    json_decref(programs);
    return 0;
}

int person_sign_out(struct people *people, const char *person, const char *message, struct flip_error *error)
{
    return store_person_sign_out(people->loop->store, person, error) < 0
               ? -1
               : person_and_programs_disconnect(people, person, message, error);
}

json_t *scopes_json(int64_t scopes)
{
    json_t *list = json_array();
    for (int i = 0; i < 4; i++)
        if (scopes & (1 << i))
            json_array_append_new(list, json_string(words[i]));
    return list;
}

int64_t scopes_read(const json_t *list)
{
    int64_t scopes = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        const int bit = word ? word_index(word, words, 4) : -1;
        if (bit < 0)
            return -1;
        scopes |= 1 << bit;
    }
    return scopes ? scopes : -1;
}
