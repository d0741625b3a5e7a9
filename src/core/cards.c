/* The names of cards and suits. */
#include <flipside/cards.h>
#include <strings.h>

#define SUIT(s) "A" s, "2" s, "3" s, "4" s, "5" s, "6" s, "7" s, "8" s, "9" s, "10" s, "J" s, "Q" s, "K" s

static const char *const card_names[54] = {SUIT("C"), SUIT("D"), SUIT("H"), SUIT("S"), "*1", "*2"};
static const char *const suit_names[4] = {"clubs", "diamonds", "hearts", "spades"};
static const char *const suit_signs[4] = {"♣", "♦", "♥", "♠"};

const char *flip_card_name(int card) { return card >= 0 && card < 54 ? card_names[card] : "?"; }

int flip_card_named(const char *name)
{
    for (int card = 0; card < 54; card++)
        if (strcasecmp(name, card_names[card]) == 0)
            return card;
    return -1;
}

const char *flip_suit_name(int suit) { return suit_names[suit & 3]; }

const char *flip_suit_sign(int suit) { return suit_signs[suit & 3]; }
