/* Fliptown's Trail, Badlands, Mine and Cemetery: every row of their tables, every ruling, the rulebook's examples. */
#include "games/fliptown/tests/fixture.h"

static struct fixture fixture;

enum {
    T = 1 << FLIPTOWN_TRAIL,
    B = 1 << FLIPTOWN_BADLANDS,
    M = 1 << FLIPTOWN_MINE,
    W = 1 << FLIPTOWN_TOWN,
    C = 1 << FLIPTOWN_CEMETERY
};

static unsigned pending(const struct fliptown_sheet *sheet)
{
    unsigned set = 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        set |= (unsigned)(sheet->pending[region] > 0) << region;
    return set;
}

/* What a site gave. */
struct gain {
    int cash, gold, stars, wanted, pans, hammers;
    unsigned bonus;
};

static void assert_gain(const struct fliptown_sheet *before, const struct fliptown_sheet *after, struct gain gain)
{
    assert_int_equal(after->cash - before->cash, gain.cash);
    assert_int_equal(after->gold - before->gold, gain.gold);
    assert_int_equal(after->stars - before->stars, gain.stars);
    assert_int_equal(after->wanted - before->wanted, gain.wanted);
    assert_int_equal(after->pans - before->pans, gain.pans);
    assert_int_equal(after->hammers - before->hammers, gain.hammers);
    assert_int_equal(pending(after), gain.bonus);
}

/* --- Trail ------------------------------------------------------------------------------------------------------ */

CASE(every_trail_stop_gives_what_is_printed)
{
    static const struct {
        const char *stop;
        struct gain gain;
    } table[] = {
        {"A", {.stars = 2}},
        {"3", {.stars = 1, .bonus = C}},
        {"4", {.stars = 3, .wanted = 1}},
        {"5", {.cash = 12}},
        {"6", {.bonus = B}},
        {"7", {.stars = 4, .wanted = 1}},
        {"8", {.gold = 8}},
        {"9", {.bonus = W}},
        {"10", {.stars = 5, .wanted = 2}},
        {"J", {.wanted = -6}},
        {"Q", {.bonus = M}},
        {"K", {.stars = 6, .wanted = 3}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, FLIP_KING);
        sheet->wanted = 8;
        const struct fliptown_sheet before = *sheet;
        char move[32];
        snprintf(move, sizeof move, "visit trail %s", table[i].stop);
        fixture_play(&fixture, 0, move);
        assert_gain(&before, sheet, table[i].gain);
    }
}

CASE(trail_2_gives_a_gold_pan_or_a_hammer)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 2);
    fixture_play(&fixture, 0, "visit trail 2");
    assert_int_equal(fixture_count(&fixture, 0), 2);
    fixture_play(&fixture, 0, "pick gold_pan");
    assert_int_equal(sheet->pans, 1);
    sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 2);
    fixture_play(&fixture, 0, "visit trail 2, pick hammer");
    assert_int_equal(sheet->hammers, 1);
    assert_int_equal(sheet->pans, 0);
}

/* Suit 4H, value 7C: stops A to 7 can be reached; stop 3 crosses out A and 2, gives a Cemetery bonus and 1 star. */
CASE(trail_example_of_the_rulebook)
{
    fixture_open_with(&fixture, "", "4H 7C 9D", "arrange 4H 7C 9D");
    struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
    sheet->gold = 0;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit trail"), 7);
    assert_true(fixture_offers(&fixture, 0, "visit trail 7"));
    assert_false(fixture_offers(&fixture, 0, "visit trail 8"));
    fixture_play(&fixture, 0, "visit trail 3");
    assert_int_equal(sheet->stars, 1);
    assert_int_equal(sheet->pending[FLIPTOWN_CEMETERY], 1);
    assert_int_equal(sheet->circled[FLIPTOWN_TRAIL], 1u << 2);
    assert_int_equal(fliptown_open_sites(&fixture.rules, sheet, FLIPTOWN_TRAIL) & 7u, 0); /* A and 2 are crossed out */
}

CASE(from_a_stop_only_later_stops_can_be_reached)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 9);
    sheet->circled[FLIPTOWN_TRAIL] = 1u << 4;
    sheet->gold = 0;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit trail"), 4); /* 6 7 8 9 */
    assert_false(fixture_offers(&fixture, 0, "visit trail 5"));
}

CASE(the_trail_horse_reaches_six_stops_further)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 3);
    sheet->items |= 1u << FLIPTOWN_TRAIL_HORSE;
    sheet->gold = 1;
    assert_true(fixture_offers(&fixture, 0, "visit trail 9"));
    assert_true(fixture_offers(&fixture, 0, "visit trail 10 gold 1"));
    assert_false(fixture_offers(&fixture, 0, "visit trail J gold 2"));
}

CASE(a_trail_bonus_goes_to_any_later_stop)
{
    struct fliptown_sheet *sheet = fixture_at_bonus(&fixture, FLIPTOWN_TRAIL);
    assert_int_equal(fixture_count_like(&fixture, 0, "visit trail"), 13);
    assert_true(fixture_offers(&fixture, 0, "decline trail"));
    fixture_play(&fixture, 0, "visit trail K bonus");
    assert_int_equal(sheet->stars, 6);
}

CASE(a_finished_trail_cannot_be_visited_and_a_bonus_for_it_is_lost)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, FLIP_KING);
    sheet->circled[FLIPTOWN_TRAIL] = 1u << 12;
    sheet->gold = 0;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit trail"), 0);
    sheet->visited = 1;
    sheet->pending[FLIPTOWN_TRAIL] = 2;
    fixture_settle(&fixture, 0);
    assert_int_equal(sheet->pending[FLIPTOWN_TRAIL], 0);
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == FLIP_BIT(FLIP_DEALER)); /* nothing was asked */
}

/* --- Badlands --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *target;
    int value, wanted, stars, cash;
    unsigned bonus;
} badlands[] = {
    {"2", 2, 1, 2, 1, C},   {"3", 3, 1, 2, 2, C},  {"4", 4, 1, 2, 3, C},  {"5", 5, 2, 4, 1, M},
    {"6", 6, 2, 4, 3, M},   {"7", 7, 2, 4, 5, M},  {"8", 8, 3, 6, 2, W},  {"9", 9, 3, 6, 4, W},
    {"10", 10, 3, 6, 7, W}, {"J", 11, 4, 8, 3, T}, {"Q", 12, 4, 8, 6, T}, {"K", 13, 4, 8, 10, T},
};
enum { TARGETS = sizeof badlands / sizeof *badlands };

static void rob(int i, const char *card)
{
    char move[40];
    snprintf(move, sizeof move, "visit badlands %s", badlands[i].target);
    fixture_play(&fixture, 0, move);
    fixture_deal(&fixture, card);
}

CASE(every_robbery_that_succeeds_gives_all_stars_and_the_cash)
{
    for (int i = 0; i < TARGETS; i++) {
        struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, badlands[i].value);
        const struct fliptown_sheet before = *sheet;
        rob(i, "KC");
        assert_gain(&before, sheet,
                    (struct gain){.cash = badlands[i].cash, .stars = badlands[i].stars, .wanted = badlands[i].wanted});
        assert_int_equal(sheet->robbed, 1u << (badlands[i].value - 1));
    }
}

CASE(every_robbery_that_fails_gives_half_the_stars_and_no_cash)
{
    for (int i = 0; i < TARGETS; i++) {
        struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, badlands[i].value);
        const struct fliptown_sheet before = *sheet;
        rob(i, "AC");
        assert_gain(&before, sheet, (struct gain){.stars = badlands[i].stars / 2, .wanted = badlands[i].wanted});
        assert_true(sheet->circled[FLIPTOWN_BADLANDS] >> (badlands[i].value - 1) & 1);
        assert_int_equal(sheet->robbed, 0);
    }
}

CASE(a_robbery_card_equal_to_the_target_succeeds_and_one_less_fails)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, 9);
    rob(7, "9C");
    assert_int_equal(sheet->stars, 6);
    sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, 9);
    rob(7, "8C");
    assert_int_equal(sheet->stars, 3);
}

/* Suit AS, value 9D: the 9 stagecoach, 3 Wanted; robbery card 2D: 3 stars and no cash. */
CASE(robbery_example_of_the_rulebook)
{
    fixture_open_with(&fixture, "", "AS 9D 5H", "arrange AS 9D 5H, visit badlands 9");
    assert_int_equal(fixture_sheet(&fixture, 0)->wanted, 3);
    fixture_deal(&fixture, "2D");
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 3);
    assert_int_equal(fixture_sheet(&fixture, 0)->cash, 4);
    assert_true(flip_set_has(fixture.state.discard, flip_card_named("2D")));
}

CASE(the_third_circle_of_a_row_gives_its_bonus_even_if_it_fails)
{
    for (int i = 0; i < TARGETS; i++) {
        struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, badlands[i].value);
        const int first = (i / 3) * 3;
        for (int k = first; k < first + 3; k++)
            if (k != i)
                sheet->circled[FLIPTOWN_BADLANDS] |= (uint16_t)(1u << (badlands[k].value - 1));
        rob(i, "AC");
        assert_int_equal(pending(sheet), badlands[i].bonus);
        assert_int_equal(sheet->bonus_from, B);
    }
}

CASE(a_circled_target_is_closed_and_an_ace_reaches_nothing)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, 9);
    sheet->circled[FLIPTOWN_BADLANDS] = 1u << 8;
    sheet->gold = 0;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit badlands"), 0);
    sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, FLIP_ACE);
    sheet->gold = 0;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit badlands"), 0);
    sheet->gold = 1;
    assert_true(fixture_offers(&fixture, 0, "visit badlands 2 gold 1"));
}

CASE(bandana_pistol_and_rifle_help_also_on_bonus_robberies)
{
    struct fliptown_sheet *sheet = fixture_at_bonus(&fixture, FLIPTOWN_BADLANDS);
    sheet->items = 1u << FLIPTOWN_BANDANA | 1u << FLIPTOWN_PISTOL;
    fixture_play(&fixture, 0, "visit badlands 10 bonus");
    assert_int_equal(sheet->wanted, 2);
    fixture_deal(&fixture, "7D");
    assert_int_equal(sheet->stars, 6);

    sheet = fixture_at_bonus(&fixture, FLIPTOWN_BADLANDS);
    sheet->items = 1u << FLIPTOWN_PISTOL | 1u << FLIPTOWN_RIFLE;
    fixture_play(&fixture, 0, "visit badlands K bonus");
    fixture_deal(&fixture, "6C"); /* 6 + 6 < 13: the rifle replaces the pistol */
    assert_int_equal(sheet->stars, 4);

    sheet = fixture_at_bonus(&fixture, FLIPTOWN_BADLANDS);
    sheet->items = 1u << FLIPTOWN_PISTOL | 1u << FLIPTOWN_RIFLE;
    fixture_play(&fixture, 0, "visit badlands K bonus");
    fixture_deal(&fixture, "7D");
    assert_int_equal(sheet->stars, 8);
}

CASE(with_the_bandana_a_chicken_brings_no_wanted)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, 2);
    sheet->items = 1u << FLIPTOWN_BANDANA;
    fixture_play(&fixture, 0, "visit badlands 2");
    assert_int_equal(sheet->wanted, 0);
    assert_int_equal(sheet->gained & FLIPTOWN_GAINED_WANTED, 0);
}

/* --- Mine ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *chamber, *from;
    int low, high;
} ways[] = {
    {"1a", "", 1, 7},     {"1b", "", 8, 13},    {"2a", "1a", 1, 4},   {"2b", "1a", 5, 7},   {"2b", "1b", 8, 10},
    {"2c", "1b", 11, 13}, {"3a", "2a", 1, 3},   {"3b", "2a", 4, 5},   {"3b", "2b", 6, 7},   {"3c", "2b", 8, 9},
    {"3c", "2c", 10, 11}, {"3d", "2c", 12, 13}, {"4a", "3a", 1, 2},   {"4b", "3a", 3, 4},   {"4b", "3b", 5, 6},
    {"4c", "3b", 7, 8},   {"4c", "3c", 9, 10},  {"4d", "3c", 10, 11}, {"4d", "3d", 11, 12}, {"4e", "3d", 12, 13},
};

CASE(every_way_into_a_chamber_has_its_range_of_values)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int value = FLIP_ACE; value <= FLIP_KING; value++) {
            struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_DIAMONDS, value);
            char move[32];
            fixture_circle_chambers(&fixture, sheet, ways[i].from);
            sheet->gold = 0;
            snprintf(move, sizeof move, "visit mine %s", ways[i].chamber);
            assert_int_equal(fixture_offers(&fixture, 0, move), value >= ways[i].low && value <= ways[i].high);
        }
}

CASE(a_chamber_without_a_circled_one_above_it_is_closed)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_DIAMONDS, 5);
    sheet->gold = 50;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit mine"), 2); /* 1a, 1b */
    fixture_circle_chambers(&fixture, sheet, "1a");
    assert_int_equal(fixture_count_like(&fixture, 0, "visit mine"), 3); /* 1b, 2a, 2b */
    assert_true(fixture_offers(&fixture, 0, "visit mine 2a gold 1"));
    assert_true(fixture_offers(&fixture, 0, "visit mine 1b gold 3"));
    fixture_circle_chambers(&fixture, sheet, "4b"); /* no way leads up */
    assert_int_equal(fixture_count_like(&fixture, 0, "visit mine"), 2);
}

CASE(every_chamber_gives_what_is_printed)
{
    static const struct {
        const char *chamber, *from;
        int value;
        struct gain gain;
    } table[] = {
        {"1a", "", 1, {.gold = 1, .hammers = 1}},
        {"1b", "", 8, {.gold = 1, .pans = 1}},
        {"2a", "1a", 1, {.gold = 1, .bonus = B}},
        {"2b", "1a", 5, {.gold = 1, .bonus = T}},
        {"2c", "1b", 11, {.gold = 1, .bonus = W}},
        {"3a", "2a", 1, {.gold = 6, .stars = 1, .wanted = 1}},
        {"3b", "2a", 4, {.gold = 4, .stars = 2, .wanted = 1}},
        {"3c", "2b", 8, {.gold = 2, .stars = 3, .wanted = 1}},
        {"3d", "2c", 12, {.stars = 4, .wanted = 1}},
        {"4a", "3a", 1, {.wanted = 1}},
        {"4b", "3b", 5, {.wanted = 2}},
        {"4c", "3c", 9, {.wanted = 3}},
        {"4d", "3d", 12, {.wanted = 2}},
        {"4e", "3d", 13, {.wanted = 1}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_DIAMONDS, table[i].value);
        fixture_circle_chambers(&fixture, sheet, table[i].from);
        const struct fliptown_sheet before = *sheet;
        char move[32];
        snprintf(move, sizeof move, "visit mine %s", table[i].chamber);
        fixture_play(&fixture, 0, move);
        assert_gain(&before, sheet, table[i].gain);
    }
}

/* Suit QD, value 5S: chamber 1a: a hammer and 1 gold. */
CASE(mine_example_of_the_rulebook)
{
    fixture_open_with(&fixture, "", "QD 5S 2H", "arrange QD 5S 2H, visit mine 1a");
    assert_int_equal(fixture_sheet(&fixture, 0)->hammers, 1);
    assert_int_equal(fixture_sheet(&fixture, 0)->gold, 3);
    assert_true(fixture_circled(&fixture, 0, FLIPTOWN_MINE, "1a"));
}

CASE(silver_stars_count_the_circled_sites_of_a_region_at_the_end)
{
    static const struct {
        const char *chamber;
        int region, expected;
    } table[] = {
        {"4a", FLIPTOWN_CEMETERY, 3},                           /* two, and the centre */
        {"4b", FLIPTOWN_TOWN, 2},     {"4c", FLIPTOWN_MINE, 1}, /* the chamber itself */
        {"4d", FLIPTOWN_TRAIL, 2},    {"4e", FLIPTOWN_BADLANDS, 2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_DIAMONDS, 5);
        if (table[i].region != FLIPTOWN_MINE)
            sheet->circled[table[i].region] |= 1u << 1 | 1u << 2;
        fixture_circle_chambers(&fixture, sheet, table[i].chamber);
        assert_int_equal(fliptown_silver(&fixture.rules, sheet), table[i].expected);
    }
}

CASE(the_pickaxe_shifts_the_value_by_up_to_two_and_gold_comes_on_top)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_DIAMONDS, 5);
    sheet->items = 1u << FLIPTOWN_PICKAXE;
    sheet->gold = 1;
    assert_true(fixture_offers(&fixture, 0, "visit mine 1a"));
    assert_true(fixture_offers(&fixture, 0, "visit mine 1b gold 1")); /* 5 + 2, and 1 gold to 8 */
    sheet->value = 6;
    assert_true(fixture_offers(&fixture, 0, "visit mine 1b"));
}

CASE(a_mine_bonus_enters_any_open_chamber_whatever_the_range)
{
    struct fliptown_sheet *sheet = fixture_at_bonus(&fixture, FLIPTOWN_MINE);
    assert_int_equal(fixture_count_like(&fixture, 0, "visit mine"), 2);
    fixture_circle_chambers(&fixture, sheet, "1a 2a");
    assert_int_equal(fixture_count_like(&fixture, 0, "visit mine"), 4); /* 1b, 2b, 3a, 3b */
}

/* --- Cemetery --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *a, *b;
    struct gain gain;
} between[] = {
    {"nw", "n", {.bonus = B}}, {"n", "ne", {.stars = 2}}, {"nw", "w", {.gold = 4}}, {"n", "", {.hammers = 1}},
    {"ne", "e", {.bonus = T}}, {"sw", "s", {.stars = 2}}, {"w", "", {.cash = 4}},   {"e", "", {.gold = 2}},
    {"w", "sw", {.bonus = M}}, {"s", "", {.pans = 1}},    {"e", "se", {.cash = 8}}, {"s", "se", {.bonus = W}},
};

static void add_gain(struct gain *sum, const struct gain *more)
{
    sum->cash += more->cash;
    sum->gold += more->gold;
    sum->stars += more->stars;
    sum->pans += more->pans;
    sum->hammers += more->hammers;
    sum->bonus |= more->bonus;
}

/* Every stone with every set of circled others: what stands between it and its circled neighbours, and 1 Wanted. */
CASE(a_tombstone_gives_what_is_printed_between_it_and_its_circled_neighbours)
{
    for (int stone = 0; stone < FLIPTOWN_STONES; stone++)
        for (unsigned others = 0; others < 1u << FLIPTOWN_STONES; others++) {
            if (stone == FLIPTOWN_CENTRE || others >> stone & 1 || !(others >> FLIPTOWN_CENTRE & 1))
                continue;
            struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 5);
            sheet->circled[FLIPTOWN_CEMETERY] = (uint16_t)others;
            const char *name = fliptown_stone_words[stone];
            struct gain gain = {.wanted = 1};
            for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
                const char *other = strcmp(between[i].a, name) == 0   ? between[i].b
                                    : strcmp(between[i].b, name) == 0 ? between[i].a
                                                                      : NULL;
                if (other && others >> (*other ? fliptown_word(fliptown_stone_words, other) : FLIPTOWN_CENTRE) & 1)
                    add_gain(&gain, &between[i].gain);
            }
            const struct fliptown_sheet before = *sheet;
            char move[32];
            snprintf(move, sizeof move, "visit cemetery %s", name);
            fixture_play(&fixture, 0, move);
            assert_gain(&before, sheet, gain);
        }
}

CASE(undertaker_and_shovel_change_the_cemetery)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 5);
    sheet->items = 1u << FLIPTOWN_BEFRIEND;
    fixture_play(&fixture, 0, "visit cemetery se");
    assert_int_equal(sheet->wanted, 0);
    assert_int_equal(sheet->stars, 0);
    sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 5);
    sheet->items = 1u << FLIPTOWN_SHOVEL;
    fixture_play(&fixture, 0, "visit cemetery se");
    assert_int_equal(sheet->wanted, 1);
    assert_int_equal(sheet->stars, 1);
}

CASE(the_cemetery_takes_any_cards_costs_nothing_and_has_eight_stones_to_circle)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 5);
    assert_int_equal(fixture_count_like(&fixture, 0, "visit cemetery"), 8);
    assert_false(fixture_offers(&fixture, 0, "visit cemetery centre"));
    sheet->circled[FLIPTOWN_CEMETERY] |= 1;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit cemetery"), 7);
}

/* --- gold, passing, bonus chains -------------------------------------------------------------------------------- */

CASE(two_gold_change_the_suit_and_one_gold_a_step_the_value_without_wrap)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, FLIP_ACE);
    sheet->gold = 5;
    assert_true(fixture_offers(&fixture, 0, "visit town A gold 2"));
    assert_true(fixture_offers(&fixture, 0, "visit town 4 gold 5"));
    assert_false(fixture_offers(&fixture, 0, "visit town 5 gold 6"));
    assert_false(fixture_offers(&fixture, 0, "visit town K gold 3")); /* no way round from ace to king */
    assert_true(fixture_offers(&fixture, 0, "visit trail 6 gold 5"));
    assert_true(fixture_offers(&fixture, 0, "visit trail A"));
    fixture_play(&fixture, 0, "visit town 4 gold 5");
    assert_int_equal(sheet->gold, 0);
    assert_int_equal(sheet->suit, FLIP_CLUBS);
}

CASE(each_site_is_offered_once_with_its_cheapest_cost)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_DIAMONDS, 7);
    sheet->gold = 30;
    fixture_circle_chambers(&fixture, sheet, "1a 1b");
    assert_int_equal(fixture_count(&fixture, 0), 13 + 12 + 3 + 13 + 8);
    assert_true(fixture_offers(&fixture, 0, "visit mine 2b")); /* 5 to 7 from 1a, not 1 gold from 1b */
    assert_true(fixture_offers(&fixture, 0, "visit trail 8 gold 3"));
}

CASE(passing_is_legal_only_with_a_full_cemetery_and_without_a_site_that_needs_no_gold)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, FLIP_ACE);
    sheet->gold = 0;
    assert_false(fixture_offers(&fixture, 0, "pass"));
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1ff;
    assert_int_equal(fixture_count(&fixture, 0), 1);
    fixture_play(&fixture, 0, "pass");
    assert_int_equal(sheet->poker_count, 1); /* the poker card counts */
    assert_int_equal(sheet->suit, FLIP_SPADES);
}

CASE(gold_is_never_forced)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, FLIP_ACE);
    sheet->gold = 2;
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1ff;
    /* Each for 2 gold by the suit or the value: chicken 2 and 3, Trail A, the Mine's 1a, the Undertaker; or pass, behind them. */
    assert_true(fixture_offers(&fixture, 0, "visit badlands 2 gold 1"));
    assert_int_equal(fixture_count(&fixture, 0), 6);
    assert_int_equal(fliptown_kind(fixture.moves[5]), FLIPTOWN_DO_PASS);
    fixture_play(&fixture, 0, "pass");
    assert_int_equal(sheet->gold, 2);
    assert_int_equal(sheet->poker_count, 1);

    sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, 2); /* one site for nothing is enough */
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1ff;
    assert_true(fixture_offers(&fixture, 0, "visit badlands 2"));
    assert_false(fixture_offers(&fixture, 0, "pass"));
    sheet->circled[FLIPTOWN_BADLANDS] = 1u << 1; /* and when it is robbed, none is left */
    assert_true(fixture_offers(&fixture, 0, "pass"));
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1fe; /* a tombstone takes any cards */
    assert_false(fixture_offers(&fixture, 0, "pass"));

    sheet = fixture_at_visit(&fixture, "version=2", FLIP_SPADES, FLIP_ACE); /* as it was played */
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1ff;
    assert_int_equal(fixture_count(&fixture, 0), 5);
    assert_false(fixture_offers(&fixture, 0, "pass"));
}

CASE(a_bonus_chain_is_taken_in_any_order_and_a_bonus_can_be_declined)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 5);
    sheet->circled[FLIPTOWN_CEMETERY] |= 1u << 3 | 1u << 7; /* w and s */
    fixture_play(&fixture, 0, "visit cemetery sw");         /* a Mine bonus, 2 stars */
    assert_int_equal(pending(sheet), M);
    fixture_play(&fixture, 0, "visit mine 1a bonus");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == FLIP_BIT(FLIP_DEALER));

    sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 5);
    sheet->pending[FLIPTOWN_TRAIL] = 2;
    sheet->pending[FLIPTOWN_TOWN] = 1;
    sheet->visited = 1;
    fixture_settle(&fixture, 0);
    assert_int_equal(fixture_count_like(&fixture, 0, "visit trail"), 13); /* two for one region are listed once */
    assert_int_equal(fixture_count_like(&fixture, 0, "decline"), 2);
    fixture_play(&fixture, 0, "visit town 3 bonus, visit trail 9 bonus"); /* a Town bonus from the Trail */
    assert_int_equal(pending(sheet), T | W);
    fixture_play(&fixture, 0, "decline trail, decline town");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == FLIP_BIT(FLIP_DEALER));
    assert_true(sheet->gained & FLIPTOWN_GAINED_BONUS);
}

CASE(a_bonus_for_a_region_with_nothing_left_is_gained_and_lost)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 6);
    sheet->circled[FLIPTOWN_BADLANDS] = 0x1ffe;
    fixture_play(&fixture, 0, "visit trail 6");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == FLIP_BIT(FLIP_DEALER));
    assert_true(sheet->gained & FLIPTOWN_GAINED_BONUS);
    assert_int_equal(sheet->bonus_from, T);
}

CASE(a_fifth_gold_pan_or_hammer_is_noted_off_to_the_side_and_counts)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 5);
    sheet->pans = 4;
    fixture_play(&fixture, 0, "visit town 5, buy gold_pan");
    assert_int_equal(sheet->pans, 5);
    assert_int_equal(sheet->stars, 1);

    sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 2);
    sheet->hammers = 4;
    fixture_play(&fixture, 0, "visit trail 2, pick hammer");
    assert_int_equal(sheet->hammers, 5);
    sheet->pans = 5;
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    fixture_deal(&fixture, "3H 8C QS");
    fixture_end_turns(&fixture);
    assert_int_equal(sheet->gold, 2 + 5); /* the income of five each */
    assert_int_equal(sheet->cash, 4 + 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_trail_stop_gives_what_is_printed),
        cmocka_unit_test(trail_2_gives_a_gold_pan_or_a_hammer),
        cmocka_unit_test(trail_example_of_the_rulebook),
        cmocka_unit_test(from_a_stop_only_later_stops_can_be_reached),
        cmocka_unit_test(the_trail_horse_reaches_six_stops_further),
        cmocka_unit_test(a_trail_bonus_goes_to_any_later_stop),
        cmocka_unit_test(a_finished_trail_cannot_be_visited_and_a_bonus_for_it_is_lost),
        cmocka_unit_test(every_robbery_that_succeeds_gives_all_stars_and_the_cash),
        cmocka_unit_test(every_robbery_that_fails_gives_half_the_stars_and_no_cash),
        cmocka_unit_test(a_robbery_card_equal_to_the_target_succeeds_and_one_less_fails),
        cmocka_unit_test(robbery_example_of_the_rulebook),
        cmocka_unit_test(the_third_circle_of_a_row_gives_its_bonus_even_if_it_fails),
        cmocka_unit_test(a_circled_target_is_closed_and_an_ace_reaches_nothing),
        cmocka_unit_test(bandana_pistol_and_rifle_help_also_on_bonus_robberies),
        cmocka_unit_test(with_the_bandana_a_chicken_brings_no_wanted),
        cmocka_unit_test(every_way_into_a_chamber_has_its_range_of_values),
        cmocka_unit_test(a_chamber_without_a_circled_one_above_it_is_closed),
        cmocka_unit_test(every_chamber_gives_what_is_printed),
        cmocka_unit_test(mine_example_of_the_rulebook),
        cmocka_unit_test(silver_stars_count_the_circled_sites_of_a_region_at_the_end),
        cmocka_unit_test(the_pickaxe_shifts_the_value_by_up_to_two_and_gold_comes_on_top),
        cmocka_unit_test(a_mine_bonus_enters_any_open_chamber_whatever_the_range),
        cmocka_unit_test(a_tombstone_gives_what_is_printed_between_it_and_its_circled_neighbours),
        cmocka_unit_test(undertaker_and_shovel_change_the_cemetery),
        cmocka_unit_test(the_cemetery_takes_any_cards_costs_nothing_and_has_eight_stones_to_circle),
        cmocka_unit_test(two_gold_change_the_suit_and_one_gold_a_step_the_value_without_wrap),
        cmocka_unit_test(each_site_is_offered_once_with_its_cheapest_cost),
        cmocka_unit_test(passing_is_legal_only_with_a_full_cemetery_and_without_a_site_that_needs_no_gold),
        cmocka_unit_test(gold_is_never_forced),
        cmocka_unit_test(a_bonus_chain_is_taken_in_any_order_and_a_bonus_can_be_declined),
        cmocka_unit_test(a_bonus_for_a_region_with_nothing_left_is_gained_and_lost),
        cmocka_unit_test(a_fifth_gold_pan_or_hammer_is_noted_off_to_the_side_and_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
