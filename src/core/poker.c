/*
 * The poker evaluator. Ranks are 13 bits, bit 0 the ace: those of each suit, and those held at least once, twice, three
 * times, four times. A straight is a run of five bits after the ace has been copied above the king. Without tables
 * there is nothing to build at start, and seven cards take a few nanoseconds.
 */
#include "poker.h"

#include <assert.h>

typedef uint32_t ranks; /* bit 0 the ace … bit 12 the king; in runs bit 13 the ace again */

enum { RANKS = 13, TEN_TO_ACE = 1 << 9 };

struct counted {
    ranks suit[4];
    ranks any, pairs, threes, fours; /* held at least 1, 2, 3, 4 times */
};

/* The lowest ranks of all runs of five. */
static inline ranks runs(ranks held)
{
    const ranks r = held | (held & 1) << RANKS;
    return r & r >> 1 & r >> 2 & r >> 3 & r >> 4;
}

static inline bool several(ranks set) { return (set & (set - 1)) != 0; }

static inline enum flip_poker category_of(const struct counted *n, int flush)
{
    if (flush >= 0) {
        const ranks run = runs(n->suit[flush]);
        if (run)
            return run & TEN_TO_ACE ? FLIP_ROYAL_FLUSH : FLIP_STRAIGHT_FLUSH;
    }
    if (n->fours)
        return FLIP_FOUR_OF_A_KIND;
    if (n->threes && several(n->pairs))
        return FLIP_FULL_HOUSE;
    if (flush >= 0)
        return FLIP_FLUSH;
    if (runs(n->any))
        return FLIP_STRAIGHT;
    if (n->threes)
        return FLIP_THREE_OF_A_KIND;
    return several(n->pairs) ? FLIP_TWO_PAIR : n->pairs ? FLIP_ONE_PAIR : FLIP_NOTHING;
}

enum flip_poker flip_poker_category_of(const uint8_t *cards, int count)
{
    assert(count <= 7);
    struct counted n = {.any = 0};
    int of_suit[4] = {0}, flush = -1;
    for (int i = 0; i < count; i++) {
        const int suit = flip_card_suit(cards[i]);
        const ranks rank = (ranks)1 << (flip_card_rank(cards[i]) - 1);
        n.fours |= n.threes & rank;
        n.threes |= n.pairs & rank;
        n.pairs |= n.any & rank;
        n.any |= rank;
        n.suit[suit] |= rank;
        if (++of_suit[suit] == 5)
            flush = suit;
    }
    return category_of(&n, flush);
}

const char *flip_poker_name(enum flip_poker category)
{
    static const char *const names[FLIP_POKER_CATEGORIES] = {
        "royal flush", "straight flush",  "four of a kind", "full house", "flush",
        "straight",    "three of a kind", "two pair",       "one pair",   "nothing",
    };
    return names[category];
}
