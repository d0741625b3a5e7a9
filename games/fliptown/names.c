/* The words of Fliptown: in notation, in views, and in the edition's JSON. The edition compiler needs nothing else of
   us. */
#include "games/fliptown/fliptown.h"

#include <string.h>

const char *const fliptown_region_words[] = {"trail", "badlands", "mine", "town", "cemetery", NULL};
const char *const fliptown_source_words[] = {"trail", "badlands", "mine",     "town",    "cemetery",
                                             "start", "poker",    "bounties", "sheriff", NULL};

const char *const fliptown_item_words[] = {"befriend",    "shovel",   "red",     "black",   "work_horse",
                                           "trail_horse", "gold_pan", "pickaxe", "bandana", "room",
                                           "pistol",      "rifle",    NULL};

const char *const fliptown_effect_words[] = {"shop", "ladder", "hiding", "trade", "lodging",
                                             "land", "bail",   "look",   NULL};

const char *const fliptown_goal_words[] = {"sites_each", "tools",      "mine_gold", "trail_bonuses", "star_roofs",
                                           "every_row",  "tombstones", "wanted",    "riches",        "far",
                                           "gear",       "bonuses",    NULL};

const char *const fliptown_ability_words[] = {"bonus",   "any_bonus", "cheat",  "prospect", "marshal", "preach",
                                              "hammers", "fence",     "lineup", "joker",    NULL};

const char *const fliptown_gained_words[] = {"gold", "bonus", "star", "wanted", NULL};

const char *const fliptown_strength_words[] = {"easy", "normal", "hard", NULL};

const char *const fliptown_stone_words[] = {"nw", "n", "ne", "w", "centre", "e", "sw", "s", "se", NULL};

const char *const fliptown_rank_words[] = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", NULL};

int fliptown_word(const char *const *words, const char *word)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}
