/* The words that edition files, views and moves have in common; nothing else, so that the edition compiler can link it. */
#include "games/royalflip/royalflip.h"

const char *const royalflip_bonus_words[] = {"shift", "number", "diamond", "points", NULL};
const char *const royalflip_hand_words[] = {"none", "rock", "paper", "scissors", NULL};
const char *const royalflip_beats_words[] = {"", "Rock beats scissors", "Paper beats rock", "Scissors beat paper",
                                             NULL};
const char *const royalflip_rank_words[] = {"", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", NULL};
