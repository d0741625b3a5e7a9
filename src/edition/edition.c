/*
 * Editions in memory. An edition is one block: the struct, then the game's data, then the canonical text. So allocating
 * and freeing it is one call each.
 */
#include <flipside/edition.h>

#include "core/file.h"
#include "edition/read.h"

#include <stdlib.h>
#include <string.h>

/* The game's data is aligned for any type. */
static size_t data_offset(void)
{
    const size_t unit = _Alignof(max_align_t);
    return (sizeof(struct flip_edition) + unit - 1) / unit * unit;
}

static struct flip_edition *assemble(const struct flip_game *game, const void *data, const char *hash, const char *json,
                                     size_t length)
{
    char *block = malloc(data_offset() + game->edition_size + length + 1);
    if (!block)
        return NULL;
    struct flip_edition *edition = (struct flip_edition *)(void *)block;
    edition->game = game;
    memcpy(edition->hash, hash, sizeof edition->hash);
    edition->data = block + data_offset();
    memcpy(edition->data, data, game->edition_size);
    edition->json = block + data_offset() + game->edition_size;
    memcpy(edition->json, json, length);
    edition->json[length] = '\0';
    return edition;
}

static struct flip_edition *out_of_memory(const char *source, struct flip_error *error)
{
    flip_fail(error, FLIP_ERROR_NO_MEMORY, "%.120s: there is not enough memory for the edition.", source);
    return NULL;
}

static struct flip_edition *compiled_in(const struct flip_game *game, int index, struct flip_error *error)
{
    const struct flip_game_edition *files = &game->files->editions[index];
    struct flip_edition *edition = assemble(game, files->data, files->hash, files->json, strlen(files->json));
    return edition ? edition : out_of_memory(game->title, error);
}

struct flip_edition *flip_edition_classic(const struct flip_game *game, struct flip_error *error)
{
    return compiled_in(game, 0, error);
}

struct flip_edition *flip_edition_chosen(const struct flip_game *game, const struct flip_options *options,
                                         struct flip_error *error)
{
    int index = 0;
    for (int i = 0; game->edition_option && game->options[i].name; i++)
        if (strcmp(game->options[i].name, game->edition_option) == 0)
            index = (int)strtol(options->value[i], NULL, 10) - 1;
    return compiled_in(game, index, error);
}

struct flip_edition *flip_edition_hashed(const struct flip_game *game, const char *hash, struct flip_error *error)
{
    for (int i = 0; game->files->editions[i].hash; i++)
        if (strcmp(game->files->editions[i].hash, hash) == 0)
            return compiled_in(game, i, error);
    return NULL;
}

bool flip_edition_option(const struct flip_game *game, const char *name, const char *value)
{
    return game->edition_option && strcmp(name, game->edition_option) == 0 && value[strspn(value, "0123456789")];
}

struct flip_edition *edition_from(const struct flip_game *game, const json_t *json, const char *source,
                                  struct flip_error *error)
{
    const struct edition_reader reader = {game->id, game->edition_size, game->loader};
    char hash[EDITION_HASH_SIZE];
    char *canonical = NULL;
    void *data = malloc(game->edition_size);
    if (!data)
        return out_of_memory(source, error);
    if (edition_read(&reader, json, source, data, hash, &canonical, error) < 0) {
        free(data);
        return NULL;
    }
    struct flip_edition *edition = assemble(game, data, hash, canonical, strlen(canonical));
    free(canonical);
    free(data);
    return edition ? edition : out_of_memory(source, error);
}

struct flip_edition *flip_edition_parse(const struct flip_game *game, const char *json, size_t length,
                                        const char *source, struct flip_error *error)
{
    json_t *read = edition_json(json, length, source, error);
    struct flip_edition *edition = read ? edition_from(game, read, source, error) : NULL;
    json_decref(read);
    return edition;
}

struct flip_edition *flip_edition_load(const struct flip_game *game, const char *path, struct flip_error *error)
{
    size_t length;
    char *text = flip_file_read(path, &length, error);
    if (!text)
        return NULL;
    struct flip_edition *edition = flip_edition_parse(game, text, length, path, error);
    free(text);
    return edition;
}

struct flip_edition *flip_edition_copy(const struct flip_edition *edition)
{
    return assemble(edition->game, edition->data, edition->hash, edition->json, strlen(edition->json));
}

void flip_edition_free(struct flip_edition *edition) { free(edition); }
