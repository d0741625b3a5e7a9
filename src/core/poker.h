/*
 * Poker hands. Cards are those of flipside/cards.h without jokers; a hand is a set of them, so "the best five of seven" needs
 * no search: the ranks of the four suits, as bits, tell the category in a few operations. Where a card can come twice a hand is
 * a list.
 */
#ifndef FLIPSIDE_CORE_POKER_H
#define FLIPSIDE_CORE_POKER_H

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

struct flip_poker_hand {
    enum flip_poker category;
    flip_set cards; /* the best five; all of them if there are fewer */
};

/// The best category that five of these (at most seven) cards make. The ace is high or low, never in the middle.
/// Fewer than five cards count too: they cannot make a straight or a flush.
enum flip_poker flip_poker_category(flip_set cards);

/// The same for a list, in which a card that comes twice counts twice: as a pair, and towards a flush.
enum flip_poker flip_poker_category_of(const uint8_t *cards, int count);

/// The category and the five cards that make the best hand, kickers included. Where suits leave a choice (which of two
/// kings beside a pair) the higher card number is taken.
struct flip_poker_hand flip_poker_best(flip_set cards);

/// "full house"
const char *flip_poker_name(enum flip_poker category);

#endif
