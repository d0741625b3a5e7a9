/* From the text of an edition to its struct, its canonical JSON and its hash. A new game is one line in the table. */
#include "edition/loaders.h"

#include "games/flickemup/flickemup.h"
#include "games/flipcity/flipcity.h"
#include "games/fliptown/fliptown.h"
#include "games/insertcoin/insertcoin.h"
#include "games/royalflip/royalflip.h"
#include <sodium.h>
#include <string.h>

static const struct edition_loader loaders[] = {
    {"fliptown", sizeof(struct fliptown_edition), load_fliptown},
    {"royalflip", sizeof(struct royalflip_edition), load_royalflip},
    {"flipcity", sizeof(struct flipcity_edition), load_flipcity},
    {"insertcoin", sizeof(struct insertcoin_edition), load_insertcoin},
    {"flickemup", sizeof(struct flickemup_edition), load_flickemup},
};

const struct edition_loader *edition_loader_of(const char *id)
{
    for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
        if (strcmp(loaders[i].id, id) == 0)
            return &loaders[i];
    return NULL;
}

/* Every edition says whose it is, so that a file in the wrong place is noticed at once. */
static int check_game(const struct node *root, const char *id)
{
    const char *const only[] = {id, NULL};
    int which;
    if (!json_is_object(root->json))
        return node_expected(root, "an object");
    return node_member_word(root, "game", only, &which);
}

int edition_read(const struct edition_loader *loader, const char *text, size_t length, const char *source,
                 void *edition, char hash[EDITION_HASH_SIZE], char **canonical, struct flip_error *error)
{
    json_error_t syntax;
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &syntax);
    if (!json && json_error_code(&syntax) == json_error_out_of_memory)
        return flip_fail(error, "no_memory", "%.120s: there is not enough memory to read the edition.", source);
    if (!json)
        return flip_fail(error, "bad_edition", "%.120s: line %d, column %d: %s", source, syntax.line, syntax.column,
                         syntax.text);

    const struct node root = {.json = json, .source = source, .error = error};
    memset(edition, 0, loader->size);
    int outcome = check_game(&root, loader->id) < 0 ? -1 : loader->load(&root, edition);
    if (outcome == 0) {
        *canonical = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
        if (!*canonical)
            outcome = flip_fail(error, "no_memory", "%.120s: there is not enough memory to read the edition.", source);
    }
    json_decref(json);
    if (outcome < 0)
        return -1;

    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, (const unsigned char *)*canonical, strlen(*canonical));
    sodium_bin2hex(hash, EDITION_HASH_SIZE, digest, sizeof digest);
    return 0;
}
