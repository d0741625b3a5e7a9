/* The words that scenario files, records and views have in common; nothing else, so that the edition compiler can link it. */
#include "games/flickemup/flickemup.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

const char *const flickemup_piece_names[FLICKEMUP_PIECES + 1] = {
    "L1",          "L2",          "L3",          "L4",          "L5",      "O1",      "O2",      "O3",
    "O4",          "O5",          "witness1",    "witness2",    "sheriff", "bank",    "saloon",  "store",
    "town_hall",   "undertaker",  "gallows",     "barrel1",     "barrel2", "barrel3", "barrel4", "barrel5",
    "cactus1",     "cactus2",     "cactus3",     "fence1",      "fence2",  "fence3",  "fence4",  "tumbleweed1",
    "tumbleweed2", "tumbleweed3", "tumbleweed4", "tumbleweed5", "block",   NULL};

const char *const flickemup_building_words[] = {"sheriff", "bank", "saloon", "store", "town_hall", "undertaker", NULL};
const char *const flickemup_token_words[] = {"gold",     "colt",     "winchester", "clean_water", "poisoned_water",
                                             "dynamite", "document", "hostage",    NULL};
const char *const flickemup_rule_words[] = {"buildings", "duel",  "two_pistols", "winchester",
                                            "dynamite",  "water", "outside",     NULL};
const char *const flickemup_team_words[] = {"lawmen", "outlaws", NULL};

/* What people also call them. */
static const struct {
    const char *name;
    int piece;
} others[] = {
    {"disc", FLICKEMUP_FLICKED},
    {"movement_disc", FLICKEMUP_FLICKED},
    {"bullet", FLICKEMUP_FLICKED},
    {"dynamite", FLICKEMUP_FLICKED},
    {"flicked", FLICKEMUP_FLICKED},
    {"general_store", FLICKEMUP_BUILDINGS_AT + FLICKEMUP_STORE},
    {"hall", FLICKEMUP_BUILDINGS_AT + FLICKEMUP_TOWN_HALL},
    {"sheriffs_office", FLICKEMUP_BUILDINGS_AT + FLICKEMUP_SHERIFF},
};

/* "Lawman 1", "outlaw_3", "witness 2" … : a word, perhaps a gap, a number. */
static int numbered(const char *name)
{
    static const struct {
        const char *word;
        int first, count;
    } kinds[] = {{"lawman", FLICKEMUP_LAWMEN, 5},         {"outlaw", FLICKEMUP_OUTLAWS, 5},
                 {"witness", FLICKEMUP_WITNESSES, 2},     {"barrel", FLICKEMUP_BARRELS, 5},
                 {"cactus", FLICKEMUP_CACTUSES, 3},       {"fence", FLICKEMUP_FENCES, 4},
                 {"tumbleweed", FLICKEMUP_TUMBLEWEEDS, 5}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = strlen(kinds[i].word);
        if (strncasecmp(name, kinds[i].word, length) != 0)
            continue;
        const char *rest = name + length + (name[length] == ' ' || name[length] == '_');
        if (rest[0] >= '1' && rest[0] < '1' + kinds[i].count && rest[1] == '\0')
            return kinds[i].first + rest[0] - '1';
    }
    return -1;
}

int flickemup_piece_named(const char *name)
{
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
        if (strcasecmp(name, flickemup_piece_names[piece]) == 0)
            return piece;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcasecmp(name, others[i].name) == 0)
            return others[i].piece;
    return numbered(name);
}
