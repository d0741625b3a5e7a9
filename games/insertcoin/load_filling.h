/* Can a shape be filled? What the loader of Insert Coin to Play asks about shapes and symbols. */
#pragma once

#include "games/insertcoin/insertcoin.h"

enum filling {
    FILLING_FOUND,
    FILLING_NO_SYMBOL, /* a square that no symbol covers */
    FILLING_NONE,      /* all ways were tried */
    FILLING_NOT_FOUND  /* not all ways were tried */
};

bool filling_same_symbol(const struct insertcoin_symbol *a, const struct insertcoin_symbol *b);
/// Do these squares of a level make the symbol, turned or mirrored?
bool filling_is_symbol(const struct insertcoin_symbol *symbol, flip_set squares);
/// Looks for a way to fill the squares with the symbols of the deck, each as often as there are cards that show it. If there
/// is none, `square` is where it fails.
enum filling filling_find(const struct insertcoin_edition *edition, flip_set squares, int *square);
/// The most moves that one free level of this shape can offer: with the symbols of one card, and besides with all symbols of
/// up to `star` squares.
int filling_moves(const struct insertcoin_edition *edition, flip_set squares, int star);
