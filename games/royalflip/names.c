/* The words that edition files, views and moves have in common; nothing else, so that the edition compiler can link it. */
#include "games/royalflip/royalflip.h"

const char *const royalflip_bonus_words[] = {"shift", "number", "diamond", "points", NULL};
const char *const royalflip_hand_words[] = {"none", "rock", "paper", "scissors", NULL};
const char *const royalflip_beats_words[] = {"", "Rock beats scissors", "Paper beats rock", "Scissors beat paper",
                                             NULL};
const char *const royalflip_rank_words[] = {"", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", NULL};

char *royalflip_cell_name(int cell, char out[ROYALFLIP_CELL_TEXT])
{
    out[0] = (char)('a' + cell % ROYALFLIP_SIDE);
    out[1] = (char)('1' + cell / ROYALFLIP_SIDE);
    out[2] = '\0';
    return out;
}

const char *royalflip_colour_name(bool red) { return red ? "red" : "black"; }
