/* Turns the text of an edition into its struct, its canonical JSON and its hash. */
#include "edition/read.h"

#include <sodium.h>
#include <string.h>

/* Every edition names its game, so that a file in the wrong place is noticed at once. */
static int check_game(const struct flip_node *root, const char *id)
{
    const char *const only[] = {id, NULL};
    int which;
    if (!json_is_object(root->json))
        return flip_node_expected(root, "an object");
    return flip_node_member_word(root, "game", only, &which);
}

static int out_of_memory(const char *source, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "%.120s: there is not enough memory to read the edition.", source);
}

json_t *edition_json(const char *text, size_t length, const char *source, struct flip_error *error)
{
    json_error_t syntax;
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &syntax);
    if (!json && json_error_code(&syntax) == json_error_out_of_memory)
        out_of_memory(source, error);
    else if (!json)
        flip_fail(error, FLIP_ERROR_BAD_EDITION, "%.120s is not JSON: line %d, column %d: %s.", source, syntax.line,
                  syntax.column, syntax.text);
    return json;
}

int edition_read(const struct edition_reader *reader, const json_t *json, const char *source, void *edition,
                 char hash[EDITION_HASH_SIZE], char **canonical, struct flip_error *error)
{
    const struct flip_node root = {.json = json, .source = source, .error = error};
    memset(edition, 0, reader->size);
    if (check_game(&root, reader->game) < 0 || reader->loader->load(&root, edition) < 0)
        return -1;
    if (!(*canonical = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS)))
        return out_of_memory(source, error);

    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, (const unsigned char *)*canonical, strlen(*canonical));
    sodium_bin2hex(hash, EDITION_HASH_SIZE, digest, sizeof digest);
    return 0;
}

const char *edition_fault(const char *message, const char *source, char *at, size_t size)
{
    const size_t before = strlen(source);
    at[0] = '\0';
    if (strncmp(message, source, before) != 0 || strncmp(message + before, ": ", 2) != 0)
        return message;
    const char *rest = message + before + 2;
    const size_t length = strcspn(rest, " :");
    if (length == 0 || length >= size || strncmp(rest + length, ": ", 2) != 0)
        return rest;
    memcpy(at, rest, length);
    at[length] = '\0';
    return rest + length + 2;
}
