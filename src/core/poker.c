/*
 * The poker evaluator. A suit is 13 bits, bit 0 the ace. And-ing and or-ing the four suits gives the ranks held at least once,
 * twice, three times, four times; a straight is a run of five bits after the ace has been copied above the king. No tables:
 * seven cards take a few nanoseconds, and there is nothing to build at start.
 */
#include "poker.h"

#include <assert.h>

typedef uint32_t ranks; /* bit 0 the ace … bit 12 the king; in runs bit 13 the ace again */

enum { RANKS = 13, ALL_RANKS = (1 << RANKS) - 1, TEN_TO_ACE = 1 << 9 };

struct counted {
    ranks suit[4];
    ranks any, pairs, threes, fours; /* held at least 1, 2, 3, 4 times */
};

static inline struct counted count_ranks(flip_set cards)
{
    struct counted n;
    const ranks c = n.suit[FLIP_CLUBS] = (ranks)cards & ALL_RANKS;
    const ranks d = n.suit[FLIP_DIAMONDS] = (ranks)(cards >> RANKS) & ALL_RANKS;
    const ranks h = n.suit[FLIP_HEARTS] = (ranks)(cards >> 2 * RANKS) & ALL_RANKS;
    const ranks s = n.suit[FLIP_SPADES] = (ranks)(cards >> 3 * RANKS) & ALL_RANKS;
    n.any = c | d | h | s;
    n.pairs = (c & d) | (h & s) | ((c | d) & (h | s));
    n.threes = (c & d & (h | s)) | (h & s & (c | d));
    n.fours = c & d & h & s;
    return n;
}

/* The lowest ranks of all runs of five. */
static inline ranks runs(ranks held)
{
    const ranks r = held | (held & 1) << RANKS;
    return r & r >> 1 & r >> 2 & r >> 3 & r >> 4;
}

static inline bool several(ranks set) { return (set & (set - 1)) != 0; }

/* Something is left after clearing the lowest four. */
static inline bool five_or_more(ranks suit)
{
    suit &= suit - 1;
    suit &= suit - 1;
    suit &= suit - 1;
    return several(suit); /* clears the fourth */
}

/* The suit of a flush, or -1. Among seven cards there is at most one. */
static inline int flush_suit(const struct counted *n)
{
    for (int suit = 0; suit < 4; suit++)
        if (five_or_more(n->suit[suit]))
            return suit;
    return -1;
}

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

enum flip_poker flip_poker_category(flip_set cards)
{
    assert((cards & ~FLIP_DECK_52) == 0 && flip_set_count(cards) <= 7);
    const struct counted n = count_ranks(cards);
    return category_of(&n, flush_suit(&n));
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

/* --- the five cards ---------------------------------------------------------------------------------------------------- */

/* All four cards of every rank in the set. */
static flip_set cards_of(ranks set)
{
    set &= ALL_RANKS;
    return (flip_set)set * (1 | FLIP_BIT(RANKS) | FLIP_BIT(2 * RANKS) | FLIP_BIT(3 * RANKS));
}

/* The highest rank as a bit; the ace is the highest of all. */
static ranks highest(ranks set)
{
    if (set & 1)
        return 1;
    return (ranks)1 << (31 - __builtin_clz(set));
}

/* Moves up to `count` cards of the highest ranks, and of those the highest numbers, from one set to the other. */
static void take(flip_set *from, flip_set *to, int count)
{
    while (count-- > 0 && *from) {
        const flip_set rank = *from & cards_of(highest(count_ranks(*from).any));
        const flip_set card = FLIP_BIT(63 - __builtin_clzll(rank));
        *from &= ~card;
        *to |= card;
    }
}

/* One card of each rank of the highest run. */
static flip_set take_run(flip_set cards)
{
    const ranks run = runs(count_ranks(cards).any);
    const int low = 31 - __builtin_clz(run);
    flip_set hand = 0;
    for (int i = low; i < low + 5; i++) {
        flip_set one = cards & cards_of((ranks)1 << i % RANKS);
        take(&one, &hand, 1);
    }
    return hand;
}

/* `count` cards of the highest rank of the set, from one set to the other. */
static void take_group(flip_set *from, flip_set *to, ranks group, int count)
{
    flip_set cards = *from & cards_of(highest(group));
    take(&cards, to, count);
    *from &= ~*to;
}

struct flip_poker_hand flip_poker_best(flip_set cards)
{
    assert((cards & ~FLIP_DECK_52) == 0 && flip_set_count(cards) <= 7);
    const struct counted n = count_ranks(cards);
    const int flush = flush_suit(&n);
    struct flip_poker_hand best = {.category = category_of(&n, flush)};
    flip_set rest = cards;
    switch (best.category) {
    case FLIP_ROYAL_FLUSH:
    case FLIP_STRAIGHT_FLUSH:
        best.cards = take_run((flip_set)n.suit[flush] << flush * RANKS);
        break;
    case FLIP_FLUSH:
        rest = (flip_set)n.suit[flush] << flush * RANKS;
        break;
    case FLIP_STRAIGHT:
        best.cards = take_run(cards);
        break;
    case FLIP_FOUR_OF_A_KIND:
        take_group(&rest, &best.cards, n.fours, 4);
        break;
    case FLIP_FULL_HOUSE:
        take_group(&rest, &best.cards, n.threes, 3);
        take_group(&rest, &best.cards, n.pairs & ~highest(n.threes), 2);
        break;
    case FLIP_THREE_OF_A_KIND:
        take_group(&rest, &best.cards, n.threes, 3);
        break;
    case FLIP_TWO_PAIR:
        take_group(&rest, &best.cards, n.pairs, 2);
        take_group(&rest, &best.cards, n.pairs & ~highest(n.pairs), 2);
        break;
    case FLIP_ONE_PAIR:
        take_group(&rest, &best.cards, n.pairs, 2);
        break;
    default:
        break;
    }
    take(&rest, &best.cards, 5 - flip_set_count(best.cards)); /* the kickers */
    return best;
}

const char *flip_poker_name(enum flip_poker category)
{
    static const char *const names[FLIP_POKER_CATEGORIES] = {
        "royal flush", "straight flush",  "four of a kind", "full house", "flush",
        "straight",    "three of a kind", "two pair",       "one pair",   "nothing",
    };
    return names[category];
}
