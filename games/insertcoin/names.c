/* The words that edition files and views have in common; nothing else, so that the edition compiler can link it. */
#include "games/insertcoin/insertcoin.h"

#include <stddef.h>

const char *const insertcoin_ability_words[] = {"cherries", "skull", "heart", "alien", "shield", "coin",
                                                "potion",   "star",  "bomb",  "key",   NULL};
