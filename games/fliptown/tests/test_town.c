/* Fliptown's thirteen buildings: roofs, effects, prices, limits, and the options that change them. */
#include "games/fliptown/tests/fixture.h"

static struct fixture fixture;

/* The player stands before this building with so much cash, and goes in. */
static struct fliptown_sheet *go_in(const char *options, const char *site, int cash)
{
    struct fliptown_sheet *sheet =
        fixture_at_visit(&fixture, options, FLIP_CLUBS, fliptown_word(fliptown_rank_words, site) + 1);
    sheet->cash = (uint16_t)cash;
    char move[32];
    snprintf(move, sizeof move, "visit town %s", site);
    fixture_play(&fixture, 0, move);
    return sheet;
}

/* The same building again, later. */
static void go_in_again(struct fliptown_sheet *sheet, int cash)
{
    const int site = __builtin_ctz(sheet->circled[FLIPTOWN_TOWN]);
    memset(sheet->pending, 0, sizeof sheet->pending);
    sheet->building = FLIPTOWN_NONE;
    sheet->cash = (uint16_t)cash;
    sheet->visited = 0;
    sheet->value = (uint8_t)(site + 1);
    sheet->suit = FLIP_CLUBS;
    fixture.state.stage = FLIPTOWN_TURNS;
    fliptown_ask(&fixture.state, 0, FLIPTOWN_VISIT);
    fixture_apply(&fixture, 0, fliptown_visit(FLIPTOWN_TOWN, site, 0, false));
}

static bool turn_is_over(void) { return fixture.state.stage != FLIPTOWN_TURNS; }

/* --- roofs ------------------------------------------------------------------------------------------------------ */

CASE(the_first_visit_gains_the_icon_on_the_roof_and_later_visits_do_not)
{
    static const struct {
        const char *site;
        int stars, region;
    } roofs[] = {
        {"A", 0, FLIPTOWN_MINE},
        {"2", 1, -1},
        {"3", 1, -1},
        {"4", 0, FLIPTOWN_CEMETERY},
        {"5", 0, FLIPTOWN_TRAIL},
        {"6", 1, -1},
        {"7", 0, FLIPTOWN_BADLANDS},
        {"8", 0, FLIPTOWN_CEMETERY},
        {"9", 0, FLIPTOWN_TRAIL},
        {"10", 1, -1},
        {"J", 0, FLIPTOWN_MINE},
        {"Q", 1, -1},
        {"K", 0, FLIPTOWN_BADLANDS},
    };
    for (size_t i = 0; i < sizeof roofs / sizeof *roofs; i++) {
        struct fliptown_sheet *sheet = go_in("", roofs[i].site, 0);
        sheet->gold = 0;
        if (strcmp(roofs[i].site, "J") == 0)
            fixture_deal(&fixture, "9C");
        if (fixture_offers(&fixture, 0, "leave"))
            fixture_play(&fixture, 0, "leave");
        assert_int_equal(sheet->stars, roofs[i].stars);
        for (int region = 0; region < FLIPTOWN_REGIONS; region++)
            assert_int_equal(sheet->pending[region], region == roofs[i].region);
        assert_int_equal(sheet->bonus_from, roofs[i].region < 0 ? 0 : 1u << FLIPTOWN_TOWN);
        const int stars = sheet->stars;
        go_in_again(sheet, 0);
        if (fixture_offers(&fixture, 0, "leave"))
            fixture_play(&fixture, 0, "leave");
        assert_int_equal(sheet->stars, stars);
        for (int region = 0; region < FLIPTOWN_REGIONS; region++)
            assert_int_equal(sheet->pending[region], 0);
    }
}

CASE(the_building_comes_before_its_roof)
{
    struct fliptown_sheet *sheet = go_in("", "A", 0);
    assert_int_equal(sheet->pending[FLIPTOWN_MINE], 0);
    assert_true(fixture_offers(&fixture, 0, "buy befriend"));
    fixture_play(&fixture, 0, "buy befriend");
    assert_int_equal(sheet->pending[FLIPTOWN_MINE], 1);
}

CASE(with_roof_first_the_bonus_of_the_roof_is_resolved_before_the_building)
{
    struct fliptown_sheet *sheet = go_in("roof_first=true", "9", 0);
    assert_int_equal(fixture_count_like(&fixture, 0, "visit trail"), 13);
    assert_false(fixture_offers(&fixture, 0, "leave"));
    fixture_play(&fixture, 0, "visit trail 5 bonus"); /* $12, with which the pistol can be bought */
    fixture_play(&fixture, 0, "buy pistol");
    assert_true(fliptown_has(sheet, FLIPTOWN_PISTOL));
    assert_true(turn_is_over());

    sheet = go_in("roof_first=true", "9", 3);
    fixture_play(&fixture, 0, "visit trail 6 bonus"); /* its Badlands bonus waits until the building is done */
    assert_true(fixture_offers(&fixture, 0, "buy pistol"));
    fixture_play(&fixture, 0, "leave");
    assert_int_equal(sheet->pending[FLIPTOWN_BADLANDS], 1);
    fixture_play(&fixture, 0, "decline badlands");
    assert_true(turn_is_over());

    sheet = go_in("roof_first=true", "9", 3);
    fixture_play(&fixture, 0, "decline trail, buy pistol");
    assert_true(turn_is_over());
    sheet = go_in("roof_first=true", "2", 0);
    assert_int_equal(sheet->stars, 1);
}

/* --- the buildings ---------------------------------------------------------------------------------------------- */

CASE(the_undertaker_is_befriended_first_and_gives_the_shovel_on_a_later_visit)
{
    struct fliptown_sheet *sheet = go_in("", "A", 0);
    assert_false(fixture_offers(&fixture, 0, "buy shovel"));
    fixture_play(&fixture, 0, "buy befriend, decline mine");
    assert_true(turn_is_over());
    go_in_again(sheet, 0);
    fixture_play(&fixture, 0, "buy shovel");
    assert_true(fliptown_has(sheet, FLIPTOWN_SHOVEL));
    go_in_again(sheet, 0);
    assert_true(turn_is_over()); /* nothing left: nothing is asked */
}

CASE(the_bank_takes_four_dollars_for_one_colour_a_visit)
{
    struct fliptown_sheet *sheet = go_in("", "2", 3);
    assert_true(turn_is_over());
    sheet = go_in("", "2", 9);
    assert_int_equal(fixture_count(&fixture, 0), 3);
    fixture_play(&fixture, 0, "buy red");
    assert_int_equal(sheet->cash, 5);
    assert_true(turn_is_over());
    go_in_again(sheet, 4);
    assert_false(fixture_offers(&fixture, 0, "buy red"));
    fixture_play(&fixture, 0, "buy black");
    assert_int_equal(sheet->items, 1u << FLIPTOWN_RED | 1u << FLIPTOWN_BLACK);
}

CASE(the_bank_pays_the_round_s_stars_when_all_three_cards_have_the_colour)
{
    static const struct {
        const char *lineup;
        unsigned items;
        bool pays;
    } table[] = {
        {"2H 3D 4H", 1u << FLIPTOWN_RED, true},    {"2H 3D 4C", 1u << FLIPTOWN_RED, false},
        {"2C 3S 4C", 1u << FLIPTOWN_RED, false},   {"2C 3S 4C", 1u << FLIPTOWN_BLACK, true},
        {"2C 3S 4D", 1u << FLIPTOWN_BLACK, false}, {"2H 3D 4H", 1u << FLIPTOWN_BLACK, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int round = 0; round < 3; round++) {
            fixture_open(&fixture, 1, "");
            fixture.state.round = (uint8_t)round;
            fixture_sheet(&fixture, 0)->items = (uint16_t)table[i].items;
            fixture_deal(&fixture, table[i].lineup);
            assert_int_equal(fixture_sheet(&fixture, 0)->stars, table[i].pays ? round + 1 : 0);
        }
}

CASE(a_bank_bought_this_turn_pays_from_the_next_turn_on)
{
    fixture_open_with(&fixture, "", "2C 3C 4S", "arrange 3C 2C 4S, visit town 2, buy black");
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 1); /* the roof */
    fixture_deal(&fixture, "5C 6C 7S");
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 2);
}

CASE(the_hideout_removes_up_to_four_wanted)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 3);
    sheet->wanted = 6;
    fixture_play(&fixture, 0, "visit town 3");
    assert_int_equal(sheet->wanted, 2);
    assert_true(turn_is_over());
    go_in_again(sheet, 0);
    assert_int_equal(sheet->wanted, 0);
}

CASE(the_stables_sell_any_or_both_horses_once)
{
    struct fliptown_sheet *sheet = go_in("", "4", 7);
    fixture_play(&fixture, 0, "buy work_horse");
    assert_int_equal(sheet->hammers, 1);
    assert_int_equal(sheet->stars, 1);
    assert_int_equal(sheet->cash, 4);
    fixture_play(&fixture, 0, "buy trail_horse");
    assert_int_equal(sheet->cash, 0);
    assert_int_equal(sheet->pending[FLIPTOWN_CEMETERY], 1);
    go_in_again(sheet, 20);
    assert_true(turn_is_over());
}

CASE(the_general_store_sells_pan_pickaxe_and_bandana_once)
{
    struct fliptown_sheet *sheet = go_in("", "5", 6);
    assert_int_equal(fixture_count(&fixture, 0), 4);
    fixture_play(&fixture, 0, "buy gold_pan, buy pickaxe, buy bandana");
    assert_int_equal(sheet->cash, 0);
    assert_int_equal(sheet->pans, 1);
    assert_int_equal(sheet->stars, 2);
    assert_true(fliptown_has(sheet, FLIPTOWN_PICKAXE) && fliptown_has(sheet, FLIPTOWN_BANDANA));
    sheet = go_in("", "5", 2);
    assert_false(fixture_offers(&fixture, 0, "buy gold_pan"));
    fixture_play(&fixture, 0, "buy bandana"); /* $1 is left: nothing more to buy, nothing is asked */
    assert_int_equal(sheet->pending[FLIPTOWN_TRAIL], 1);
}

CASE(with_one_purchase_stables_and_store_sell_one_thing_a_visit)
{
    struct fliptown_sheet *sheet = go_in("one_purchase=true", "5", 6);
    fixture_play(&fixture, 0, "buy bandana");
    assert_false(fixture_offers(&fixture, 0, "buy pickaxe"));
    fixture_play(&fixture, 0, "decline trail");
    go_in_again(sheet, 6);
    fixture_play(&fixture, 0, "buy pickaxe");
    assert_true(turn_is_over());
    go_in("one_purchase=true", "4", 9);
    fixture_play(&fixture, 0, "buy trail_horse");
    assert_false(fixture_offers(&fixture, 0, "buy work_horse"));
}

CASE(the_church_removes_one_wanted_for_a_dollar_up_to_eight)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 6);
    sheet->wanted = 11;
    sheet->cash = 20;
    fixture_play(&fixture, 0, "visit town 6");
    assert_int_equal(fixture_count(&fixture, 0), 9);
    fixture_play(&fixture, 0, "give 8");
    assert_int_equal(sheet->wanted, 3);
    assert_int_equal(sheet->cash, 12);
    assert_true(turn_is_over());
    go_in_again(sheet, 2);
    assert_int_equal(fixture_count_like(&fixture, 0, "give"), 2); /* cash limits */
    sheet->cash = 9;
    assert_int_equal(fixture_count_like(&fixture, 0, "give"), 3); /* Wanted limits */
}

CASE(the_hotel_sells_the_next_room_and_only_the_last_counts)
{
    static const int silver[] = {2, 7, 14, 23};
    struct fliptown_sheet *sheet = go_in("", "7", 20);
    for (int room = 0; room < 4; room++) {
        fixture_play(&fixture, 0, "buy room");
        assert_int_equal(sheet->cash, 18);
        assert_int_equal(sheet->rooms, room + 1);
        assert_int_equal(fliptown_silver(&fixture.rules, sheet), silver[room]);
        go_in_again(sheet, 20);
    }
    assert_true(turn_is_over()); /* there is no fifth */
    assert_int_equal(sheet->stars, 0);
}

CASE(the_land_office_sells_pieces_in_every_place_and_turn)
{
    go_in("", "8", 20);
    assert_int_equal(fixture_count_like(&fixture, 0, "plots domino"), 12);
    assert_int_equal(fixture_count_like(&fixture, 0, "plots three"), 6);
    assert_int_equal(fixture_count_like(&fixture, 0, "plots corner"), 16);
    assert_true(fixture_offers(&fixture, 0, "leave"));
    struct fliptown_sheet *sheet = go_in("", "8", 4);
    assert_int_equal(fixture_count(&fixture, 0), 12 + 1);
    sheet = go_in("", "8", 6);
    assert_int_equal(fixture_count(&fixture, 0), 12 + 6 + 1);
    sheet->plots = 0x1ef; /* only the middle is free */
    assert_int_equal(fixture_count(&fixture, 0), 1);
}

CASE(plots_give_their_stars_and_all_nine_seven_more)
{
    struct fliptown_sheet *sheet = go_in("", "8", 20);
    fixture_play(&fixture, 0, "plots three 1 2 3");
    assert_int_equal(sheet->stars, 3 + 1 + 1);
    assert_int_equal(sheet->cash, 14);
    go_in_again(sheet, 20);
    fixture_play(&fixture, 0, "plots corner 4 5 7");
    assert_int_equal(sheet->stars, 5 + 1 + 2 + 1);
    assert_int_equal(sheet->cash, 12);
    go_in_again(sheet, 20);
    assert_false(fixture_offers(&fixture, 0, "plots domino 5 6")); /* 5 is taken */
    fixture_play(&fixture, 0, "plots corner 6 8 9");
    assert_int_equal(sheet->stars, 9 + 1 + 1 + 3 + 7);
    go_in_again(sheet, 20);
    assert_true(turn_is_over());
}

CASE(a_shape_can_be_bought_again)
{
    struct fliptown_sheet *sheet = go_in("", "8", 20);
    fixture_play(&fixture, 0, "plots domino 1 2");
    go_in_again(sheet, 20);
    fixture_play(&fixture, 0, "plots domino 6 9");
    assert_int_equal(sheet->stars, 4 + 4);
}

CASE(the_gunsmith_sells_the_pistol_and_on_a_later_visit_the_rifle)
{
    struct fliptown_sheet *sheet = go_in("", "9", 20);
    assert_false(fixture_offers(&fixture, 0, "buy rifle"));
    fixture_play(&fixture, 0, "buy pistol");
    assert_int_equal(sheet->cash, 17);
    assert_int_equal(sheet->pending[FLIPTOWN_TRAIL], 1);
    go_in_again(sheet, 3);
    assert_true(turn_is_over()); /* the rifle costs $4 */
    go_in_again(sheet, 4);
    fixture_play(&fixture, 0, "buy rifle");
    assert_int_equal(sheet->cash, 0);
}

CASE(bail_bonds_hunt_one_outlaw_a_visit)
{
    struct fliptown_sheet *sheet = go_in("", "10", 0);
    assert_int_equal(fixture_count(&fixture, 0), 4);
    fixture_play(&fixture, 0, "hunt Q");
    assert_int_equal(sheet->outlaws, 2);
    assert_true(turn_is_over());
    go_in_again(sheet, 0);
    assert_false(fixture_offers(&fixture, 0, "hunt Q"));
    fixture_play(&fixture, 0, "hunt J");
    go_in_again(sheet, 0);
    fixture_play(&fixture, 0, "leave");
    assert_int_equal(sheet->outlaws, 3);
}

CASE(an_outlaw_in_the_lineup_pays_cash_gold_or_less_wanted_once_a_turn)
{
    static const char *const takes[] = {"cash", "gold", "wanted"};
    for (int take = 0; take < 3; take++) {
        fixture_open(&fixture, 1, "");
        struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
        sheet->outlaws = 7;
        sheet->wanted = 5;
        fixture_deal(&fixture, "JH JC 4S");
        assert_int_equal(fixture_count(&fixture, 0), 3); /* two jacks pay once; it cannot be declined */
        char move[32];
        snprintf(move, sizeof move, "collect J %s", takes[take]);
        fixture_play(&fixture, 0, move);
        assert_int_equal(sheet->cash, take == 0 ? 8 : 4);
        assert_int_equal(sheet->gold, take == 1 ? 4 : 2);
        assert_int_equal(sheet->wanted, take == 2 ? 3 : 5);
        assert_true(fixture_offers(&fixture, 0, "arrange JH 4S JC"));
    }
    fixture_open(&fixture, 1, "");
    fixture_sheet(&fixture, 0)->outlaws = 6;
    fixture_deal(&fixture, "QH KC JS");
    fixture_play(&fixture, 0, "collect K wanted, collect Q wanted"); /* Wanted is offered at 0 too; J is not hunted */
    assert_int_equal(fixture_count(&fixture, 0), 6);
}

CASE(an_outlaw_hunted_this_turn_pays_from_the_next_turn_on)
{
    fixture_open_with(&fixture, "", "JC 10C 4S", "arrange JC 10C 4S, visit town 10, hunt J");
    fixture_deal(&fixture, "JD 2C 3C");
    assert_true(fixture_offers(&fixture, 0, "collect J gold"));
}

CASE(the_sheriff_s_office_shows_the_card_then_gives_a_star_or_removes_two_wanted)
{
    struct fliptown_sheet *sheet = go_in("", "J", 0);
    assert_int_equal(fixture_count(&fixture, 0), 0);
    fixture_deal(&fixture, "5D");
    assert_int_equal(fixture.state.sheriff, flip_card_named("5D"));
    assert_int_equal(fixture.state.sheriff_seen, 1);
    fixture_play(&fixture, 0, "sheriff star");
    assert_int_equal(sheet->stars, 1);
    assert_int_equal(sheet->pending[FLIPTOWN_MINE], 1);
    sheet->wanted = 3;
    go_in_again(sheet, 0);
    fixture_play(&fixture, 0, "sheriff wanted"); /* the card is known: no second event */
    assert_int_equal(sheet->wanted, 1);
    go_in_again(sheet, 0);
    fixture_play(&fixture, 0, "leave");
    assert_int_equal(sheet->stars, 1);
}

CASE(the_saloon_gives_a_star_for_two_dollars_up_to_eight)
{
    struct fliptown_sheet *sheet = go_in("", "Q", 21);
    assert_int_equal(fixture_count_like(&fixture, 0, "give"), 8);
    fixture_play(&fixture, 0, "give 8");
    assert_int_equal(sheet->stars, 8 + 1);
    assert_int_equal(sheet->cash, 5);
    go_in_again(sheet, 5);
    assert_int_equal(fixture_count_like(&fixture, 0, "give"), 2);
    go_in_again(sheet, 1);
    assert_true(turn_is_over());
}

CASE(the_club_gives_a_star_for_a_gold_up_to_eight)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, FLIP_KING);
    sheet->gold = 10;
    fixture_play(&fixture, 0, "visit town K");
    assert_int_equal(fixture_count_like(&fixture, 0, "give"), 8);
    fixture_play(&fixture, 0, "give 3");
    assert_int_equal(sheet->stars, 3);
    assert_int_equal(sheet->gold, 7);
}

CASE(a_town_bonus_goes_to_any_building_circled_or_not)
{
    struct fliptown_sheet *sheet = fixture_at_bonus(&fixture, FLIPTOWN_TOWN);
    sheet->circled[FLIPTOWN_TOWN] = 0x1fff;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit town"), 13);
}

CASE(a_visit_may_do_nothing_inside)
{
    static const char *const sites[] = {"A", "2", "4", "5", "7", "8", "9", "10", "Q"};
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
        go_in("", sites[i], 20);
        assert_true(fixture_offers(&fixture, 0, "leave"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_visit_gains_the_icon_on_the_roof_and_later_visits_do_not),
        cmocka_unit_test(the_building_comes_before_its_roof),
        cmocka_unit_test(with_roof_first_the_bonus_of_the_roof_is_resolved_before_the_building),
        cmocka_unit_test(the_undertaker_is_befriended_first_and_gives_the_shovel_on_a_later_visit),
        cmocka_unit_test(the_bank_takes_four_dollars_for_one_colour_a_visit),
        cmocka_unit_test(the_bank_pays_the_round_s_stars_when_all_three_cards_have_the_colour),
        cmocka_unit_test(a_bank_bought_this_turn_pays_from_the_next_turn_on),
        cmocka_unit_test(the_hideout_removes_up_to_four_wanted),
        cmocka_unit_test(the_stables_sell_any_or_both_horses_once),
        cmocka_unit_test(the_general_store_sells_pan_pickaxe_and_bandana_once),
        cmocka_unit_test(with_one_purchase_stables_and_store_sell_one_thing_a_visit),
        cmocka_unit_test(the_church_removes_one_wanted_for_a_dollar_up_to_eight),
        cmocka_unit_test(the_hotel_sells_the_next_room_and_only_the_last_counts),
        cmocka_unit_test(the_land_office_sells_pieces_in_every_place_and_turn),
        cmocka_unit_test(plots_give_their_stars_and_all_nine_seven_more),
        cmocka_unit_test(a_shape_can_be_bought_again),
        cmocka_unit_test(the_gunsmith_sells_the_pistol_and_on_a_later_visit_the_rifle),
        cmocka_unit_test(bail_bonds_hunt_one_outlaw_a_visit),
        cmocka_unit_test(an_outlaw_in_the_lineup_pays_cash_gold_or_less_wanted_once_a_turn),
        cmocka_unit_test(an_outlaw_hunted_this_turn_pays_from_the_next_turn_on),
        cmocka_unit_test(the_sheriff_s_office_shows_the_card_then_gives_a_star_or_removes_two_wanted),
        cmocka_unit_test(the_saloon_gives_a_star_for_two_dollars_up_to_eight),
        cmocka_unit_test(the_club_gives_a_star_for_a_gold_up_to_eight),
        cmocka_unit_test(a_town_bonus_goes_to_any_building_circled_or_not),
        cmocka_unit_test(a_visit_may_do_nothing_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
