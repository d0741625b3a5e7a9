/*
 * Poker hands, of cards of flipside/cards.h without jokers. "The best five of seven" needs no search: the ranks of the
 * four suits, as bits, tell the category in a few operations.
 */
#pragma once

#include <flipside/cards.h>

/// Best first, as pay tables print them.
enum flip_poker {
    FLIP_ROYAL_FLUSH,
    FLIP_STRAIGHT_FLUSH,
    FLIP_FOUR_OF_A_KIND,
    FLIP_FULL_HOUSE,
    FLIP_FLUSH,
    FLIP_STRAIGHT,
    FLIP_THREE_OF_A_KIND,
    FLIP_TWO_PAIR,
    FLIP_ONE_PAIR,
    FLIP_NOTHING,
    FLIP_POKER_CATEGORIES
};

/// The best category that five of these (at most seven) cards make. The ace is high or low, never in the middle. Fewer
/// than five cards are allowed; they make no straight or flush. A duplicate card counts, as a pair and towards a flush.
enum flip_poker flip_poker_category_of(const uint8_t *cards, int count);

/// "full house"
const char *flip_poker_name(enum flip_poker category);
