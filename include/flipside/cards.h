/*
 * Playing cards as small numbers, so that a deck is a 64-bit set. Card = suit * 13 + rank - 1 with rank 1 (ace) … 13
 * (king); 52 and 53 are the jokers. In text: rank and suit, `AS 2H 10D JC QS KH`, jokers `*1 *2`.
 */
#ifndef FLIPSIDE_CARDS_H
#define FLIPSIDE_CARDS_H

#include <flipside/set.h>
#include <flipside/text.h>

FLIP_API_BEGIN

enum flip_suit { FLIP_CLUBS, FLIP_DIAMONDS, FLIP_HEARTS, FLIP_SPADES };
enum { FLIP_ACE = 1, FLIP_JACK = 11, FLIP_QUEEN = 12, FLIP_KING = 13, FLIP_JOKER_1 = 52, FLIP_JOKER_2 = 53 };

#define FLIP_DECK_52 ((FLIP_BIT(52)) - 1)
#define FLIP_DECK_54 ((FLIP_BIT(54)) - 1)

static inline int flip_card(int rank, int suit) { return suit * 13 + rank - 1; }
static inline int flip_card_rank(int card) { return card % 13 + 1; }
static inline int flip_card_suit(int card) { return card / 13; }
static inline bool flip_suit_red(int suit) { return suit == FLIP_DIAMONDS || suit == FLIP_HEARTS; }
static inline bool flip_card_red(int card) { return flip_suit_red(flip_card_suit(card)); }

/// "10S", "*1"; "?" for a number that is no card. The text is static.
const char *flip_card_name(int card);
/// The card with that name (in any case), or -1.
int flip_card_named(const char *name);
/// "clubs" …, and "♣" … in UTF-8.
const char *flip_suit_name(int suit);
const char *flip_suit_sign(int suit);

FLIP_API_END

#endif
