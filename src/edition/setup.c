/* A game's rulebook and set-up texts, and names for its bots. */
#include "edition/setup.h"

#include <stdio.h>
#include <string.h>

const char *flip_rulebook_of(const char *id)
{
    const struct flip_game *game = flip_game_named(id);
    return game && game->files->rulebook ? game->files->rulebook : "The rules of this game are not here.\n";
}

json_t *flip_setup_of(const struct flip_game *game)
{
    return game->files->setup ? json_loads(game->files->setup, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

bool flip_setup_option(const json_t *setup, const char *name, const char *value, struct flip_text *out)
{
    const json_t *words = json_object_get(json_object_get(setup, "options"), name);
    const char *title = json_string_value(json_object_get(words, "title"));
    const json_t *choice = json_object_get(json_object_get(words, "choices"), value);
    const char *chosen = json_string_value(json_object_get(choice, "title"));
    if (!chosen)
        chosen = json_string_value(json_object_get(json_object_get(words, "states"), value));
    if (!title || (!chosen && strcmp(value, "true") != 0))
        return false;
    flip_text_add(out, chosen ? "%s: %s" : "%s", title, chosen);
    return true;
}

/* For a game that names none. */
static const char *const plain_names[FLIP_BOT_NAMES] = {"Pip",  "Juno", "Tock",   "Wren",  "Moss", "Fig",
                                                        "Ozzy", "Lark", "Marlow", "Sable", "Bram", "Quill"};

static bool same_name(char names[FLIP_BOT_NAMES][FLIP_NAME], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void shuffle(uint64_t seed, char names[FLIP_BOT_NAMES][FLIP_NAME])
{
    struct flip_random random;
    char name[FLIP_NAME];
    flip_random_seed(&random, seed);
    for (int left = FLIP_BOT_NAMES; left > 1; left--) {
        const uint32_t other = flip_random_below(&random, (uint32_t)left);
        memcpy(name, names[left - 1], FLIP_NAME);
        memcpy(names[left - 1], names[other], FLIP_NAME);
        memcpy(names[other], name, FLIP_NAME);
    }
}

void flip_bot_names(const struct flip_game *game, uint64_t seed, char names[FLIP_BOT_NAMES][FLIP_NAME])
{
    json_t *setup = flip_setup_of(game);
    const json_t *own = json_object_get(setup, "bots");
    int count = 0;
    for (size_t i = 0; i < json_array_size(own) + FLIP_BOT_NAMES && count < FLIP_BOT_NAMES; i++) {
        const char *name = i < json_array_size(own) ? json_string_value(json_array_get(own, i))
                                                    : plain_names[i - json_array_size(own)];
        if (name && *name && strlen(name) < FLIP_NAME && !same_name(names, count, name))
            snprintf(names[count++], FLIP_NAME, "%s", name);
    }
    json_decref(setup);
    shuffle(seed, names);
}
