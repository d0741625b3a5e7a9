/*
 * The poker evaluator: named hands, the best five of seven against a slow and simple referee, and the exhaustive counts that
 * every poker book prints. The seven-card count (133,784,560 hands) runs where there is time for all
 * (in_part.h).
 */
#include "case.h"
#include "core/poker.h"
#include "in_part.h"

#include <flipside/random.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static flip_set hand(const char *names)
{
    char text[64];
    flip_set cards = 0;
    strncpy(text, names, sizeof text - 1)[sizeof text - 1] = '\0';
    for (char *rest, *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        const int card = flip_card_named(name);
        assert_true(card >= 0 && card < 52);
        cards |= FLIP_BIT(card);
    }
    return cards;
}

static int list_of(flip_set cards, uint8_t *out)
{
    int count = 0;
    for (; cards; cards = flip_set_rest(cards))
        out[count++] = (uint8_t)flip_set_first(cards);
    return count;
}

static enum flip_poker category_in(flip_set cards)
{
    uint8_t list[7];
    return flip_poker_category_of(list, list_of(cards, list));
}

static const struct {
    const char *cards;
    enum flip_poker category;
} named_hands[] = {
    {"10H JH QH KH AH", FLIP_ROYAL_FLUSH},
    {"AS 2S 3S 4S 5S", FLIP_STRAIGHT_FLUSH},
    {"9C 10C JC QC KC", FLIP_STRAIGHT_FLUSH},
    {"QS KS AS 2S 3S", FLIP_FLUSH},
    {"QS KS AS 2H 3S", FLIP_NOTHING},
    {"AC 2D 3H 4S 5C", FLIP_STRAIGHT},
    {"10C JD QH KS AC", FLIP_STRAIGHT},
    {"7C 7D 7H 7S 2C", FLIP_FOUR_OF_A_KIND},
    {"7C 7D 7H 2S 2C", FLIP_FULL_HOUSE},
    {"7C 7D 7H 2S 3C", FLIP_THREE_OF_A_KIND},
    {"QC QD 8H 8S 3C", FLIP_TWO_PAIR},
    {"QC QD 8H 9S 3C", FLIP_ONE_PAIR},
    {"2C 4D 6H 8S 10C", FLIP_NOTHING},
    /* seven cards: the best five */
    {"AS 2S 3S 4S 5S 6S KD", FLIP_STRAIGHT_FLUSH},
    {"9H 10H JH QH KH AH 2C", FLIP_ROYAL_FLUSH},
    {"9S 10H JH QH KH AH 2H", FLIP_ROYAL_FLUSH},
    {"2H 5H 7H 9H JH KH AH", FLIP_FLUSH},
    {"6S 2H 3H 4H 5H AC 9H", FLIP_FLUSH},
    {"7C 7D 7H 7S 2C 2D AC", FLIP_FOUR_OF_A_KIND},
    {"7C 7D 7H KC KD KH AC", FLIP_FULL_HOUSE},
    {"7C 7D 7H KC KD AH AC", FLIP_FULL_HOUSE},
    {"2C 2D 3H 3C KD KH AC", FLIP_TWO_PAIR},
    {"QC QD 8H 8S 3C 3D 4H", FLIP_TWO_PAIR},
    {"2C 2D 3H 5C KD QH AC", FLIP_ONE_PAIR},
    {"AC AS 2D 3H 4S 5C 5D", FLIP_STRAIGHT},
    /* fewer than five */
    {"AC AS", FLIP_ONE_PAIR},
    {"AC KC QC JC", FLIP_NOTHING},
    {"", FLIP_NOTHING},
};

CASE(each_named_hand_has_its_category)
{
    for (size_t i = 0; i < sizeof named_hands / sizeof *named_hands; i++) {
        const enum flip_poker found = category_in(hand(named_hands[i].cards));
        if (found != named_hands[i].category)
            fail_msg("%s: %s", named_hands[i].cards, flip_poker_name(found));
    }
}

/* The referee: counts ranks and suits of exactly five cards one by one, and ranks hands as (category, ranks by weight).
   A card may come more than once. */
static uint64_t referee_of(const uint8_t five[5])
{
    int of_rank[15] = {0}, suits = 0, straight = 0;
    for (int i = 0; i < 5; i++) {
        const int rank = flip_card_rank(five[i]);
        of_rank[rank == FLIP_ACE ? 14 : rank]++;
        suits |= 1 << flip_card_suit(five[i]);
    }
    for (int top = 5; top <= 14; top++) {
        int run = 0;
        for (int i = 0; i < 5; i++)
            run += of_rank[top - i == 1 ? 14 : top - i] == 1;
        straight = run == 5 ? top : straight;
    }
    const bool flush = (suits & (suits - 1)) == 0;
    int groups[6] = {0};
    uint64_t weight = 0;
    for (int size = 5; size > 0; size--)
        for (int rank = 14; rank > 1; rank--)
            if (of_rank[rank] == size) {
                groups[size]++;
                weight = weight * 15 + (uint64_t)rank;
            }
    enum flip_poker category = flush && straight == 14  ? FLIP_ROYAL_FLUSH
                               : flush && straight      ? FLIP_STRAIGHT_FLUSH
                               : groups[4] || groups[5] ? FLIP_FOUR_OF_A_KIND
                               : groups[3] && groups[2] ? FLIP_FULL_HOUSE
                               : flush                  ? FLIP_FLUSH
                               : straight               ? FLIP_STRAIGHT
                               : groups[3]              ? FLIP_THREE_OF_A_KIND
                               : groups[2] == 2         ? FLIP_TWO_PAIR
                               : groups[2]              ? FLIP_ONE_PAIR
                                                        : FLIP_NOTHING;
    return (uint64_t)(FLIP_NOTHING - category) << 32 | (straight ? (uint64_t)straight : weight);
}

static uint64_t referee(flip_set five)
{
    uint8_t cards[5];
    assert_int_equal(list_of(five, cards), 5);
    return referee_of(cards);
}

/* Of a pack of eight to 52 different cards, each as often as chance brings it. */
CASE(in_a_list_a_card_that_comes_twice_counts_twice_among_five_and_among_seven)
{
    struct flip_random random;
    flip_random_seed(&random, 11);
    const flip_set packs[] = {FLIP_DECK_52, hand("10C JC QC KC AC AD KD 9C"), hand("2C 3C 4C 5C 9C 9D 9H 9S")};
    for (int trial = 0; trial < 60000; trial++) {
        const flip_set pack = packs[trial % 3];
        const int count = trial % 2 ? 5 : 7;
        uint8_t cards[7], five[5];
        for (int i = 0; i < count; i++)
            cards[i] = (uint8_t)flip_set_nth(pack, (int)flip_random_below(&random, (uint32_t)flip_set_count(pack)));
        uint64_t best = 0;
        for (unsigned chosen = 0; chosen < 1u << count; chosen++) {
            if (__builtin_popcount(chosen) != 5)
                continue;
            int k = 0;
            for (int i = 0; i < count; i++)
                if (chosen >> i & 1)
                    five[k++] = cards[i];
            const uint64_t value = referee_of(five);
            best = value > best ? value : best;
        }
        assert_int_equal(flip_poker_category_of(cards, count), FLIP_NOTHING - (best >> 32));
    }
}

CASE(the_best_of_seven_is_the_best_of_all_its_fives)
{
    struct flip_random random;
    flip_random_seed(&random, 7);
    for (int trial = 0; trial < 20000; trial++) {
        flip_set cards = 0;
        /* A small pack makes rare hands common: every other trial uses 16 or 20 cards of the deck. */
        const flip_set pack =
            trial % 2 ? FLIP_DECK_52 : hand("AC 2C 3C 4C 5C AD 2D 3D 4D 5D AH 2H 3H 4H 5H KC QC JC 10C AS");
        while (flip_set_count(cards) < 7)
            cards |= FLIP_BIT(flip_set_nth(pack, (int)flip_random_below(&random, (uint32_t)flip_set_count(pack))));
        uint64_t best = 0;
        for (flip_set i = cards; i; i = flip_set_rest(i))
            for (flip_set j = flip_set_rest(i); j; j = flip_set_rest(j)) {
                const uint64_t value = referee(cards & ~(FLIP_BIT(flip_set_first(i)) | FLIP_BIT(flip_set_first(j))));
                best = value > best ? value : best;
            }
        assert_int_equal(category_in(cards), FLIP_NOTHING - (best >> 32));
    }
}

static void count_hands(flip_set chosen, int from, int missing, uint64_t counts[FLIP_POKER_CATEGORIES])
{
    for (int card = from; card <= 52 - missing; card++) {
        const flip_set cards = chosen | FLIP_BIT(card);
        if (missing == 1)
            counts[category_in(cards)]++;
        else
            count_hands(cards, card + 1, missing - 1, counts);
    }
}

CASE(all_five_card_hands_are_counted_right)
{
    static const uint64_t expected[FLIP_POKER_CATEGORIES] = {4,     36,    624,    3744,    5108,
                                                             10200, 54912, 123552, 1098240, 1302540};
    uint64_t counts[FLIP_POKER_CATEGORIES] = {0};
    count_hands(0, 0, 5, counts);
    for (int i = 0; i < FLIP_POKER_CATEGORIES; i++)
        assert_int_equal(counts[i], expected[i]);
}

CASE(all_seven_card_hands_are_counted_right)
{
    if (flicks_in_part())
        skip();
    static const uint64_t expected[FLIP_POKER_CATEGORIES] = {4324,    37260,   224848,   3473184,  4047644,
                                                             6180020, 6461620, 31433400, 58627800, 23294460};
    uint64_t counts[FLIP_POKER_CATEGORIES] = {0};
    count_hands(0, 0, 7, counts);
    for (int i = 0; i < FLIP_POKER_CATEGORIES; i++)
        assert_int_equal(counts[i], expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_named_hand_has_its_category),
        cmocka_unit_test(in_a_list_a_card_that_comes_twice_counts_twice_among_five_and_among_seven),
        cmocka_unit_test(the_best_of_seven_is_the_best_of_all_its_fives),
        cmocka_unit_test(all_five_card_hands_are_counted_right),
        cmocka_unit_test(all_seven_card_hands_are_counted_right),
    };
    return cmocka_run_group_tests_name("poker", tests, NULL, NULL);
}
