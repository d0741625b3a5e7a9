/*
 * Names of the house. Nobody is called what the server, its administrator, a bot or an empty seat is called, nor what looks so: a reader
 * would believe such a name. Whoever had one before keeps it, and an administrator can give one.
 */
#include "edition/setup.h"
#include "server/people/names.h"

#include <string.h>

static const char *const words[] = {
    "administrator", "administration", "admin", "sysadmin",  "moderator", "support", "staff",      "system",
    "server",        "flipside",       "house", "the house", "dealer",    "bot",     "computer",   "player",
    "former player", STORE_FORMER,     "seat",  "spectator", "you",       "nobody",  "the dealer",
};

/* Seats whose people left are called "Bot for Ada". */
static const char stand_in[] = "bot for";

static struct store_person person_called(const char *name)
{
    struct store_person person = {0};
    name_letters(name, person.name);
    name_index(&person);
    return person;
}

static bool begins(const char *text, const char *beginning) { return strncmp(text, beginning, strlen(beginning)) == 0; }

static bool of_the_house(const struct store_person *named)
{
    const struct store_person bot = person_called(stand_in);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct store_person house = person_called(words[i]);
        if (name_same(named, &house))
            return true;
    }
    return begins(named->folded, bot.folded) || begins(named->looks, bot.looks);
}

static bool of_a_bot(const struct store_person *named)
{
    const struct flip_game *game;
    for (int i = 0; (game = flip_game_at(i)); i++) {
        char names[FLIP_BOT_NAMES][FLIP_NAME];
        flip_bot_names(game, 0, names);
        for (int j = 0; j < FLIP_BOT_NAMES; j++) {
            const struct store_person bot = person_called(names[j]);
            if (name_same(named, &bot))
                return true;
        }
    }
    return false;
}

bool name_reserved(const char *name)
{
    const struct store_person named = person_called(name);
    return named.name[0] && (of_the_house(&named) || of_a_bot(&named));
}
