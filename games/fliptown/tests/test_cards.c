/* Fliptown's characters, cowbots, Hold 'em and random set-up; options that do not fit; what is hidden from whom. */
#include "games/fliptown/tests/fixture.h"

static struct fixture fixture;

static struct fliptown_sheet *play_as(const char *character, const char *lineup)
{
    char options[64];
    snprintf(options, sizeof options, "characters=%s", character);
    fixture_open(&fixture, 1, options);
    if (lineup)
        fixture_deal(&fixture, lineup);
    return fixture_sheet(&fixture, 0);
}

/* --- characters: goods ------------------------------------------------------------------------------------------ */

CASE(every_character_starts_with_its_own_goods)
{
    static const struct {
        const char *id;
        int cash, gold, wanted, stars, pans, hammers, shovel, uses;
    } table[] = {
        {"trailblazer", 3, 4, 0, 0, 0, 0, 0, 1},  {"cheat", 7, 1, 0, 0, 0, 0, 0, 1},
        {"prospector", 3, 5, 0, 0, 1, 0, 0, 1},   {"settler", 7, 2, 0, 0, 0, 0, 0, 1},
        {"bandit", 7, 6, 4, 0, 0, 0, 0, 1},       {"marshal", 5, 2, 0, 2, 0, 0, 0, 1},
        {"preacher", 3, 3, 0, 0, 0, 0, 0, 1},     {"miner", 1, 5, 0, 0, 0, 0, 0, 1},
        {"ranch_hand", 5, 1, 0, 0, 0, 1, 0, 1},   {"grave_robber", 3, 1, 0, 0, 0, 0, 1, 1},
        {"man_in_black", 3, 4, 6, 1, 0, 0, 0, 1}, {"baroness", 7, 1, 0, 0, 0, 0, 0, 1},
        {"mayor", 3, 1, 0, 3, 0, 0, 0, 1},        {"wild_card", 4, 0, 0, 0, 0, 0, 0, 2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct fliptown_sheet *sheet = play_as(table[i].id, NULL);
        assert_int_equal(sheet->cash, table[i].cash);
        assert_int_equal(sheet->gold, table[i].gold);
        assert_int_equal(sheet->wanted, table[i].wanted);
        assert_int_equal(sheet->stars, table[i].stars);
        assert_int_equal(sheet->pans, table[i].pans);
        assert_int_equal(sheet->hammers, table[i].hammers);
        assert_int_equal(fliptown_has(sheet, FLIPTOWN_SHOVEL), table[i].shovel);
        assert_int_equal(sheet->uses, table[i].uses);
        assert_int_equal(fixture.rules.edition.character[sheet->character].rank, i + 1 == 14 ? 0 : i + 1);
    }
}

CASE(drawn_characters_are_events_by_seat_and_all_different)
{
    fixture_open(&fixture, 2, "characters=true");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "character man_in_black");
    struct flip_chances chances;
    fliptown_chances(&fixture.rules, &fixture.state, &chances);
    assert_int_equal(flip_set_count(chances.set), 13);
    fixture_deal(&fixture, "character mayor");
    assert_int_equal(fixture_sheet(&fixture, 0)->wanted, 6);
    assert_int_equal(fixture_sheet(&fixture, 1)->stars, 3);
}

/* --- characters: bonus actions ---------------------------------------------------------------------------------- */

CASE(characters_with_a_bonus_action_use_it_before_beside_or_after_the_visit)
{
    static const struct {
        const char *id, *visit;
        int region;
    } table[] = {
        {"trailblazer", "visit trail K bonus", FLIPTOWN_TRAIL},
        {"settler", "visit town 3 bonus", FLIPTOWN_TOWN},
        {"miner", "visit mine 1b bonus", FLIPTOWN_MINE},
        {"grave_robber", "visit cemetery se bonus", FLIPTOWN_CEMETERY},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fliptown_sheet *sheet = play_as(table[i].id, "2H 7C KS");
        assert_false(fixture_offers(&fixture, 0, "ability")); /* not while arranging */
        fixture_play(&fixture, 0, "arrange 2H 7C KS, ability");
        assert_int_equal(sheet->pending[table[i].region], 1);
        assert_int_equal(fixture_count_like(&fixture, 0, "visit trail A gold"), 0); /* resolved before the visit */
        fixture_play(&fixture, 0, table[i].visit);
        assert_int_equal(sheet->uses, 0);
        assert_false(sheet->visited);
        assert_true(sheet->gained & FLIPTOWN_GAINED_BONUS);
        assert_int_equal(sheet->bonus_from, 0); /* not printed anywhere: does not count for bounty 12 */

        sheet = play_as(table[i].id, "2H 7C KS");
        fixture_play(&fixture, 0, "arrange 2H 7C KS, visit cemetery n");
        assert_int_equal(fixture_count(&fixture, 0), 2); /* the last question: ability or leave */
        fixture_play(&fixture, 0, "ability");
        fixture_play(&fixture, 0, table[i].visit);
        assert_int_equal(fixture.state.turn, 1);

        sheet = play_as(table[i].id, "2H 7C KS");
        fixture_play(&fixture, 0, "arrange 2H 7C KS, visit cemetery n, leave");
        assert_int_equal(sheet->uses, 1);
        assert_int_equal(fixture.state.turn, 1);
    }
}

CASE(the_bandit_s_bonus_is_a_robbery)
{
    struct fliptown_sheet *sheet = play_as("bandit", "2H 7C KS");
    fixture_play(&fixture, 0, "arrange 2H 7C KS, ability, visit badlands K bonus");
    fixture_deal(&fixture, "KD");
    assert_int_equal(sheet->cash, 17);
    assert_int_equal(sheet->wanted, 8);
    assert_true(fixture_offers(&fixture, 0, "visit trail A"));
}

CASE(abilities_are_offered_beside_pending_bonuses_but_not_in_a_building)
{
    play_as("miner", "3H 4C KS");
    fixture_play(&fixture, 0, "arrange 3H 4C KS, visit trail 3"); /* a Cemetery bonus */
    assert_true(fixture_offers(&fixture, 0, "ability"));
    play_as("miner", "3H 4C KS");
    fixture_sheet(&fixture, 0)->cash = 9;
    fixture_play(&fixture, 0, "arrange 4C KS 3H");
    fixture_sheet(&fixture, 0)->value = 4;
    fixture_play(&fixture, 0, "visit town 4");
    assert_true(fixture_offers(&fixture, 0, "buy trail_horse"));
    assert_false(fixture_offers(&fixture, 0, "ability"));
}

CASE(a_useless_ability_is_not_offered)
{
    struct fliptown_sheet *sheet = play_as("trailblazer", "2H 7C KS");
    sheet->circled[FLIPTOWN_TRAIL] = 1u << 12;
    fixture_play(&fixture, 0, "arrange 7C 2H KS");
    assert_false(fixture_offers(&fixture, 0, "ability"));
    sheet = play_as("ranch_hand", "2H 7C KS");
    fixture_play(&fixture, 0, "arrange 2H 7C KS");
    assert_false(fixture_offers(&fixture, 0, "ability")); /* no Wanted */
    sheet = play_as("baroness", "2H 7C KS");
    fixture_play(&fixture, 0, "arrange 2H 7C KS");
    assert_false(fixture_offers(&fixture, 0, "ability"));
    sheet = play_as("prospector", "2H 7C KS");
    sheet->pans = 0;
    fixture_play(&fixture, 0, "arrange 2H 7C KS");
    assert_int_equal(fixture_count_like(&fixture, 0, "ability"), 0);
}

CASE(the_man_in_black_chooses_the_region)
{
    struct fliptown_sheet *sheet = play_as("man_in_black", "2H 7C KS");
    fixture_play(&fixture, 0, "arrange 2H 7C KS");
    assert_int_equal(fixture_count_like(&fixture, 0, "ability"), 5);
    sheet->circled[FLIPTOWN_TRAIL] = 1u << 12;
    assert_int_equal(fixture_count_like(&fixture, 0, "ability"), 4);
    fixture_play(&fixture, 0, "ability mine, visit mine 1a bonus");
    assert_int_equal(sheet->hammers, 1);
}

/* --- characters: the others ------------------------------------------------------------------------------------- */

CASE(ranch_hand_baroness_and_preacher_work_with_wanted)
{
    struct fliptown_sheet *sheet = play_as("ranch_hand", "2H 7C KS");
    sheet->hammers = 2, sheet->wanted = 7;
    fixture_play(&fixture, 0, "arrange 2H 7C KS, ability");
    assert_int_equal(sheet->wanted, 3);

    sheet = play_as("baroness", "2H 7C KS");
    sheet->wanted = 5;
    fixture_play(&fixture, 0, "arrange 2H 7C KS, ability");
    assert_int_equal(sheet->gold, 6);
    assert_int_equal(sheet->wanted, 5);

    sheet = play_as("preacher", "2H 7C KS");
    sheet->wanted = 8;
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "ability");
    assert_int_equal(sheet->wanted, 2);
    fixture_play(&fixture, 0, "bribe"); /* and now the bribe: 2 gold */
    assert_int_equal(sheet->gold, 1);
    sheet = play_as("preacher", "2H 7C KS");
    sheet->wanted = 5;
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "ability");
    assert_int_equal(sheet->wanted, 0);
    assert_int_equal(fixture.state.stage, FLIPTOWN_SHERIFF); /* nothing to bribe any more */
}

CASE(the_prospector_moves_the_value_card_by_the_number_of_pans)
{
    struct fliptown_sheet *sheet = play_as("prospector", "2C 7C KS");
    sheet->pans = 3, sheet->gold = 1;
    fixture_play(&fixture, 0, "arrange 2C 7C KS");
    assert_int_equal(fixture_count_like(&fixture, 0, "ability"), 2);
    fixture_play(&fixture, 0, "ability up");
    assert_int_equal(sheet->value, 10);
    assert_true(fixture_offers(&fixture, 0, "visit town 10"));
    assert_true(fixture_offers(&fixture, 0, "visit town J gold 1")); /* gold on top as usual */
    assert_int_equal(fixture_count_like(&fixture, 0, "ability"), 0);
    sheet = play_as("prospector", "2C QC KS");
    sheet->pans = 2;
    fixture_play(&fixture, 0, "arrange 2C QC KS");
    assert_false(fixture_offers(&fixture, 0, "ability up")); /* within ace to king */
    fixture_play(&fixture, 0, "ability down");
    assert_int_equal(sheet->value, 10);
}

CASE(the_wild_card_s_jokers_make_suit_or_value_anything)
{
    struct fliptown_sheet *sheet = play_as("wild_card", "2H 7C KS");
    fixture_play(&fixture, 0, "arrange 2H 7C KS, ability suit");
    assert_true(fixture_offers(&fixture, 0, "visit town 7"));
    assert_true(fixture_offers(&fixture, 0, "visit badlands 7"));
    assert_false(fixture_offers(&fixture, 0, "visit town 8"));
    assert_false(fixture_offers(&fixture, 0, "ability suit"));
    fixture_play(&fixture, 0, "ability value");
    assert_int_equal(fixture_count(&fixture, 0), 13 + 12 + 2 + 13 + 8);
    fixture_play(&fixture, 0, "visit town 3");
    assert_int_equal(sheet->gold, 0);
    assert_int_equal(sheet->uses, 0);
    assert_int_equal(sheet->suit, FLIP_CLUBS); /* as modified for the visit */
    fixture_deal(&fixture, "3H 8C QS");
    fixture_play(&fixture, 0, "arrange 3H 8C QS");
    assert_int_equal(fixture_count_like(&fixture, 0, "ability"), 0);
}

CASE(the_cheat_replaces_one_written_card_when_the_hand_is_resolved)
{
    struct fliptown_sheet *sheet = play_as("cheat", "2H 7C KS");
    fixture_write_hand(&fixture, 0, "9C 9D 9H 2S 3C");
    fixture_end_turns(&fixture);
    assert_int_equal(fixture_count(&fixture, 0), 5 * 47 + 1);
    assert_false(fixture_offers(&fixture, 0, "cheat 4 9D")); /* already in that hand */
    fixture_play(&fixture, 0, "cheat 4 9S");
    assert_int_equal(sheet->hand[0], FLIP_FOUR_OF_A_KIND);
    assert_int_equal(sheet->cash, 7 + 8);
    assert_int_equal(sheet->uses, 0);

    sheet = play_as("cheat", "2H 7C KS");
    fixture_write_hand(&fixture, 0, "9C 9D 9H 2S 3C");
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "leave");
    assert_int_equal(sheet->hand[0], FLIP_THREE_OF_A_KIND);
    assert_int_equal(sheet->uses, 1);
}

CASE(the_mayor_may_flip_three_new_cards_before_payouts_and_before_anybody_acts)
{
    fixture_open(&fixture, 2, "characters=cheat,mayor");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_sheet(&fixture, 0)->items = 1u << FLIPTOWN_RED;
    fixture_deal(&fixture, "2H 7D KH");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 2); /* the Mayor alone */
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 0);
    fixture_play(&fixture, 1, "ability");
    assert_true(flip_set_has(fixture.state.discard, flip_card_named("7D")));
    fixture_deal(&fixture, "3H 8D QC");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 3);
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 0); /* the first lineup does not pay */

    fixture_open(&fixture, 1, "characters=mayor");
    fixture_sheet(&fixture, 0)->items = 1u << FLIPTOWN_RED;
    fixture_deal(&fixture, "2H 7D KH");
    fixture_play(&fixture, 0, "leave");
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 3 + 1);
    fixture_play(&fixture, 0, "arrange 2H 7D KH, visit trail A");
    fixture_deal(&fixture, "3H 8D QC");
    assert_int_equal(fixture_count(&fixture, 0), 2); /* asked again while unused */
}

static void arrested_marshal(int seats, const char *options)
{
    fixture_open(&fixture, seats, options);
    if (seats > 1)
        fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    for (int seat = 0; seat < seats; seat++) {
        fixture_write_hand(&fixture, seat, "2H 4C 6S 8D 10C");
        fixture_sheet(&fixture, seat)->wanted = 5;
    }
    fixture_end_turns(&fixture);
    for (int seat = 0; seat < seats; seat++)
        fixture_play(&fixture, seat, "refuse");
    fixture_deal(&fixture, "3D");
}

CASE(the_marshal_draws_another_sheriff_card_before_anybody_pays)
{
    arrested_marshal(1, "characters=marshal");
    assert_int_equal(fixture_count(&fixture, 0), 2);
    assert_true(fixture_offers(&fixture, 0, "leave"));
    fixture_play(&fixture, 0, "ability");
    fixture_deal(&fixture, "5D");
    assert_int_equal(fixture.state.round, 1); /* 5 Wanted against a 5: free */
    assert_int_equal(fixture_sheet(&fixture, 0)->arrests, 0);

    arrested_marshal(1, "characters=marshal");
    fixture_play(&fixture, 0, "ability");
    fixture_deal(&fixture, "4D");
    assert_int_equal(fixture_count(&fixture, 0), 1); /* still arrested, and the ability is used */
    fixture_play(&fixture, 0, "pay stars");
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 0);
}

CASE(the_marshal_s_card_counts_for_everybody)
{
    arrested_marshal(2, "characters=marshal,bandit");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 1); /* asked before anybody pays */
    fixture_play(&fixture, 0, "ability");
    fixture_deal(&fixture, "KD");
    assert_int_equal(fixture.state.round, 1); /* nobody pays */

    arrested_marshal(2, "characters=marshal,bandit");
    fixture_play(&fixture, 0, "ability");
    fixture_deal(&fixture, "2C");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 3); /* both pay */

    arrested_marshal(2, "characters=marshal,bandit");
    fixture_play(&fixture, 0, "leave");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 3);
    assert_false(fixture_offers(&fixture, 0, "ability"));
}

/* The Marshal and a neighbour before the arrest. */
static void marshal_at_arrest(int own, int neighbour, const char *own_answer, const char *neighbour_s_answer)
{
    fixture_open(&fixture, 2, "characters=marshal,bandit");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    fixture_write_hand(&fixture, 1, "2H 4C 6S 8D 10C");
    fixture_sheet(&fixture, 0)->wanted = (uint16_t)own;
    fixture_sheet(&fixture, 1)->wanted = (uint16_t)neighbour;
    fixture_end_turns(&fixture);
    if (own_answer)
        fixture_play(&fixture, 0, own_answer);
    if (neighbour_s_answer)
        fixture_play(&fixture, 1, neighbour_s_answer);
    fixture_deal(&fixture, "9D");
}

CASE(the_marshal_is_asked_if_anybody_who_did_not_bribe_has_wanted)
{
    marshal_at_arrest(0, 5, NULL, "refuse"); /* he himself has none, and nobody would be arrested */
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 1);
    fixture_play(&fixture, 0, "ability");
    fixture_deal(&fixture, "AC");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 2);

    marshal_at_arrest(2, 5, "refuse", "bribe");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 1);

    marshal_at_arrest(2, 5, "bribe", "bribe");
    assert_int_equal(fixture.state.round, 1); /* nobody who could be caught: not asked */
    marshal_at_arrest(0, 0, NULL, NULL);
    assert_int_equal(fixture.state.round, 1);
}

CASE(with_the_option_off_the_marshal_draws_for_himself_alone)
{
    static const char *const options[] = {"characters=marshal,bandit marshal_all=false",
                                          "version=1 characters=marshal,bandit"};
    for (int i = 0; i < 2; i++) {
        arrested_marshal(2, options[i]);
        assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 3);
        assert_true(fixture_offers(&fixture, 0, "pay stars"));
        assert_false(fixture_offers(&fixture, 1, "ability"));
        fixture_play(&fixture, 0, "ability");
        fixture_deal(&fixture, "KD");
        assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 2); /* the other one still pays */
    }
}

/* --- cowbots ---------------------------------------------------------------------------------------------------- */

CASE(every_cowbot_has_its_suit_its_prey_and_its_order_of_regions)
{
    static const struct {
        const char *id;
        int suit, steals, region[4];
    } table[] = {
        {"bart",
         FLIP_DIAMONDS,
         FLIPTOWN_GAINED_GOLD,
         {FLIPTOWN_MINE, FLIPTOWN_TOWN, FLIPTOWN_BADLANDS, FLIPTOWN_TRAIL}},
        {"earp", FLIP_CLUBS, FLIPTOWN_GAINED_BONUS, {FLIPTOWN_TOWN, FLIPTOWN_MINE, FLIPTOWN_TRAIL, FLIPTOWN_BADLANDS}},
        {"jane", FLIP_HEARTS, FLIPTOWN_GAINED_STAR, {FLIPTOWN_TRAIL, FLIPTOWN_BADLANDS, FLIPTOWN_TOWN, FLIPTOWN_MINE}},
        {"kid", FLIP_SPADES, FLIPTOWN_GAINED_WANTED, {FLIPTOWN_BADLANDS, FLIPTOWN_TRAIL, FLIPTOWN_MINE, FLIPTOWN_TOWN}},
    };
    for (size_t i = 0; i < 4; i++) {
        char options[32];
        snprintf(options, sizeof options, "cowbot=%s", table[i].id);
        fixture_open(&fixture, 1, options);
        const struct fliptown_cowbot *cowbot = &fixture.rules.edition.cowbot[fixture.state.cowbot];
        assert_int_equal(cowbot->suit, table[i].suit);
        assert_int_equal(cowbot->steals, table[i].steals);
        for (int k = 0; k < 4; k++)
            assert_int_equal(cowbot->region[k], table[i].region[k]);
    }
}

static bool steals(const char *options, const char *lineup, const char *moves)
{
    fixture_open(&fixture, 1, options);
    fixture_deal(&fixture, lineup);
    fixture_play(&fixture, 0, moves);
    return fixture.state.stage == FLIPTOWN_THEFT;
}

CASE(a_cowbot_steals_only_with_its_suit_in_the_lineup_and_its_prey_gained)
{
    assert_true(steals("cowbot=jane", "2H 7C KS", "arrange 2H 7C KS, visit trail A"));        /* hearts, a star */
    assert_true(steals("cowbot=jane", "2H 3C KS", "arrange 3C KS 2H, visit trail A gold 2")); /* the poker card */
    assert_false(steals("cowbot=jane", "2D 3C KS", "arrange 3C 2D KS, visit town 3 gold 1")); /* no heart */
    assert_false(steals("cowbot=jane", "2H 7C KS", "arrange 2H 7C KS, visit trail 5"));       /* $12 is no star */
    assert_true(steals("cowbot=bart", "2D 7C KS", "arrange 2D 7C KS, visit mine 1a"));        /* gold */
    assert_true(steals("cowbot=kid", "2H 7C KS", "arrange 2H 7C KS, visit cemetery nw"));     /* 1 Wanted */
    assert_true(steals("cowbot=earp", "3H 7C KS", "arrange 3H 7C KS, visit trail 3, visit cemetery nw bonus"));
}

CASE(the_suit_card_counts_as_it_was_modified_for_the_visit)
{
    /* clubs became hearts: Jane's suit is there now */
    assert_true(steals("cowbot=jane", "2C 7C KS", "arrange 2C 7C KS, visit trail A gold 2"));
    /* the only heart became clubs: Jane's suit is gone */
    assert_false(steals("cowbot=jane", "3H 3C KS", "arrange 3H 3C KS, visit town 3 gold 2"));
    /* the Cemetery needs no change */
    fixture_open(&fixture, 1, "cowbot=kid");
    fixture_deal(&fixture, "2H 3C KD");
    fixture_play(&fixture, 0, "arrange 2H 3C KD, visit cemetery nw");
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP); /* no spade */
}

CASE(bank_and_bail_bonds_gains_count_and_zero_wanted_or_silver_do_not)
{
    fixture_open(&fixture, 1, "cowbot=jane");
    fixture_sheet(&fixture, 0)->items = 1u << FLIPTOWN_RED;
    fixture_deal(&fixture, "2H 5H KH");
    fixture_play(&fixture, 0, "arrange 2H 5H KH, visit trail 5");
    assert_int_equal(fixture.state.stage, FLIPTOWN_THEFT);

    fixture_open(&fixture, 1, "cowbot=bart");
    fixture_sheet(&fixture, 0)->outlaws = 1;
    fixture_deal(&fixture, "JD 5H KH");
    fixture_play(&fixture, 0, "collect J gold, arrange KH 5H JD, visit trail 5");
    assert_int_equal(fixture.state.stage, FLIPTOWN_THEFT);

    fixture_open(&fixture, 1, "cowbot=kid");
    fixture_sheet(&fixture, 0)->items = 1u << FLIPTOWN_BANDANA;
    fixture_deal(&fixture, "JS 2H KH");
    fixture_play(&fixture, 0, "arrange JS 2H KH, visit badlands 2");
    fixture_deal(&fixture, "KD");
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP);
}

CASE(a_stolen_card_is_an_event_and_never_comes_back)
{
    assert_true(steals("cowbot=jane", "2H 7C KS", "arrange 2H 7C KS, visit trail A"));
    assert_true(fliptown_secret(&fixture.rules, &fixture.state, FLIP_DEALER, 0, 0)); /* even to the player */
    fixture_deal(&fixture, "9D");
    assert_int_equal(fixture.state.stolen_count, 1);
    fixture_deal(&fixture, "3H 8C QS");
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    fixture_end_turns(&fixture);
    fixture_deal(&fixture, "KD");
    assert_int_equal(fixture.state.round, 1);
    assert_int_equal(flip_set_count(fixture.state.deck), 51);
    assert_false(flip_set_has(fixture.state.deck, flip_card_named("9D")));
}

CASE(a_cowbot_scores_stolen_cards_uncircled_sites_and_five_each_for_character_and_holdem)
{
    static const struct {
        const char *options;
        int cards, regions, extra;
    } table[] = {
        /* Bart: mine 14 sites × 4, town 13 × 3, badlands 12 × 2, trail 13 × 1; two circled in each, two cards */
        {"cowbot=bart strength=easy", 2, 12 * 4 + 11 * 3, 0},
        {"cowbot=bart strength=normal", 4, 12 * 4 + 11 * 3 + 10 * 2, 0},
        {"cowbot=bart strength=hard", 6, 12 * 4 + 11 * 3 + 10 * 2 + 11, 0},
        {"cowbot=bart holdem=true", 4, 101, 5},
        {"cowbot=bart holdem=true characters=cheat", 4, 101, 10},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        fixture_open(&fixture, 1, table[i].options);
        for (int region = 0; region < FLIPTOWN_SUITED; region++)
            fixture_sheet(&fixture, 0)->circled[region] = 6;
        fixture.state.stolen_count = 2;
        const struct fliptown_cowbot_score score = fliptown_cowbot_points(&fixture.rules, &fixture.state);
        assert_int_equal(score.cards, table[i].cards);
        assert_int_equal(score.regions, table[i].regions);
        assert_int_equal(score.extra, table[i].extra);
        assert_int_equal(score.total, table[i].cards + table[i].regions + table[i].extra);
    }
}

static int verdict(int stars, int wanted, const char *lowest)
{
    fixture_open(&fixture, 1, "cowbot=bart strength=easy");
    fixture.state.stage = FLIPTOWN_OVER;
    struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
    sheet->cash = sheet->gold = 0;
    sheet->wanted = (uint16_t)wanted;
    if (lowest) {
        fixture.state.stolen_count = 2;
        fixture.state.stolen[0] = (uint8_t)flip_card_named("KD");
        fixture.state.stolen[1] = (uint8_t)flip_card_named(lowest);
    }
    sheet->stars = (uint16_t)(fliptown_cowbot_points(&fixture.rules, &fixture.state).total + stars);
    struct flip_result result;
    fliptown_result(&fixture.rules, &fixture.state, &result);
    const int outcome = fliptown_cowbot_points(&fixture.rules, &fixture.state).verdict;
    assert_int_equal(result.winners, outcome > 0 ? 1 : 0);
    return outcome;
}

CASE(more_points_win_and_a_tie_goes_to_the_lower_of_wanted_and_lowest_stolen_card)
{
    assert_int_equal(verdict(1, 20, "2D"), 1);
    assert_int_equal(verdict(-1, 0, "KD"), -1);
    assert_int_equal(verdict(0, 4, "5D"), 1);
    assert_int_equal(verdict(0, 6, "5D"), -1);
    assert_int_equal(verdict(0, 5, "5D"), 0);
    assert_int_equal(verdict(0, 0, NULL), 0); /* nothing stolen */
    assert_int_equal(verdict(0, 2, "AD"), -1);
}

CASE(the_random_setup_card_picks_cowbot_and_character_and_goes_back)
{
    static const struct {
        const char *card, *cowbot, *character;
    } table[] = {
        {"AD", "bart", "trailblazer"}, {"2C", "earp", "cheat"},         {"JH", "jane", "man_in_black"},
        {"KS", "kid", "mayor"},        {"10D", "bart", "grave_robber"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        fixture_open(&fixture, 1, "random_setup=true");
        fixture_deal(&fixture, table[i].card);
        assert_string_equal(fixture.rules.edition.cowbot[fixture.state.cowbot].id, table[i].cowbot);
        assert_string_equal(fixture.rules.edition.character[fixture_sheet(&fixture, 0)->character].id,
                            table[i].character);
        assert_true(fixture.state.deck == FLIP_DECK_52);
    }
}

/* --- Hold 'em --------------------------------------------------------------------------------------------------- */

CASE(holdem_deals_two_cards_a_seat_in_seat_order_and_the_best_five_of_seven_pay)
{
    fixture_open(&fixture, 2, "holdem=true");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "9C 9D AS AH 2H 7C KS");
    assert_int_equal(fixture_sheet(&fixture, 0)->holdem[1], flip_card_named("9D"));
    assert_int_equal(fixture_sheet(&fixture, 1)->holdem[0], flip_card_named("AS"));
    fixture_write_hand(&fixture, 0, "9H 9S 2C 4D 6H");
    fixture_write_hand(&fixture, 1, "2S 3S 4S 5S KH");
    fixture_end_turns(&fixture);
    assert_int_equal(fixture_sheet(&fixture, 0)->hand[0], FLIP_FOUR_OF_A_KIND);
    assert_int_equal(fixture_sheet(&fixture, 1)->hand[0], FLIP_STRAIGHT_FLUSH);
}

CASE(the_cheat_changes_written_cards_only_and_to_none_of_the_seven)
{
    fixture_open(&fixture, 1, "holdem=true characters=cheat");
    fixture_deal(&fixture, "9C 9D 2H 7C KS");
    fixture_write_hand(&fixture, 0, "9H 2S 2C 4D 6H");
    fixture_end_turns(&fixture);
    assert_int_equal(fixture_count(&fixture, 0), 5 * 45 + 1);
    assert_false(fixture_offers(&fixture, 0, "cheat 2 9C"));
    fixture_play(&fixture, 0, "cheat 2 9S");
    assert_int_equal(fixture_sheet(&fixture, 0)->hand[0], FLIP_FOUR_OF_A_KIND);
}

CASE(a_doubled_card_counts_twice_among_the_seven_and_the_cheat_gets_no_card_of_the_hand)
{
    fixture_open(&fixture, 1, "holdem=true characters=cheat");
    fixture_deal(&fixture, "9C 8D 2H 7C KS");
    fixture_write_hand(&fixture, 0, "9C 4C 6C 4C KH"); /* with the two: 9C 9C 4C 4C 6C, a flush */
    fixture_end_turns(&fixture);
    assert_int_equal(fixture_count(&fixture, 0), 5 * (52 - 5) + 1); /* five different cards in it */
    assert_false(fixture_offers(&fixture, 0, "cheat 1 4C"));
    assert_true(fixture_offers(&fixture, 0, "cheat 1 9H"));
    fixture_play(&fixture, 0, "leave");
    assert_int_equal(fixture_sheet(&fixture, 0)->hand[0], FLIP_FLUSH);
}

/* --- what is hidden --------------------------------------------------------------------------------------------- */

static char view[FLIP_VIEW_SIZE];

static const char *view_of(int viewer)
{
    struct flip_json json = flip_json_in(view, sizeof view);
    flip_json_open(&json, NULL, '{');
    fliptown_view(&fixture.rules, &fixture.state, &fixture.before, viewer, &json);
    flip_json_close(&json);
    *strstr(view, "\"search\"") = '\0'; /* that lists all cards, seen or not */
    return view;
}

CASE(holdem_cards_are_seen_by_their_owner_until_the_hands_are_resolved)
{
    fixture_open(&fixture, 2, "holdem=true");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    assert_false(fliptown_secret(&fixture.rules, &fixture.state, FLIP_DEALER, 0, 0));
    assert_true(fliptown_secret(&fixture.rules, &fixture.state, FLIP_DEALER, 0, 1));
    assert_true(fliptown_secret(&fixture.rules, &fixture.state, FLIP_DEALER, 0, FLIP_PUBLIC));
    fixture_deal(&fixture, "9C 9D AS AH 2H 7C KS");
    assert_non_null(strstr(view_of(0), "\"9D\""));
    assert_null(strstr(view_of(1), "\"9D\""));
    assert_null(strstr(view_of(FLIP_PUBLIC), "\"9D\""));
    fixture_sheet(&fixture, 0)->wanted = 1;
    fixture_end_turns(&fixture);
    assert_non_null(strstr(view_of(1), "\"9D\""));
}

CASE(the_sheriff_card_is_seen_by_those_who_looked)
{
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2C JH KS");
    fixture_play(&fixture, 1, "arrange 2C JH KS, visit town J");
    assert_true(fliptown_secret(&fixture.rules, &fixture.state, FLIP_DEALER, 0, 0));
    assert_false(fliptown_secret(&fixture.rules, &fixture.state, FLIP_DEALER, 0, 1));
    fixture_deal(&fixture, "5D");
    assert_non_null(strstr(view_of(1), "\"sheriff\":\"5D\""));
    assert_non_null(strstr(view_of(0), "\"sheriff\":null"));
    assert_non_null(strstr(view_of(FLIP_PUBLIC), "\"sheriff\":null"));
    fixture_play(&fixture, 0, "arrange 2C JH KS, visit town J"); /* no second event */
    assert_non_null(strstr(view_of(0), "\"sheriff\":\"5D\""));
}

CASE(everybody_sees_the_sheriff_card_when_it_is_turned)
{
    for (int looked = 0; looked < 2; looked++) {
        fixture_open(&fixture, 2, "");
        fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
        fixture_deal(&fixture, "2C JH KS");
        if (looked) {
            fixture_play(&fixture, 1, "arrange 2C JH KS, visit town J");
            fixture_deal(&fixture, "5D");
        }
        fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
        fixture_write_hand(&fixture, 1, "2H 4C 6S 8D 10C");
        fixture_sheet(&fixture, 0)->wanted = 6;
        fixture_sheet(&fixture, 1)->wanted = 6;
        fixture_end_turns(&fixture);
        assert_non_null(strstr(view_of(FLIP_PUBLIC), "\"sheriff\":null"));
        assert_non_null(strstr(view_of(FLIP_PUBLIC), "\"sheriff_turned\":false"));
        fixture_play(&fixture, 0, "refuse");
        fixture_play(&fixture, 1, "refuse");
        if (!looked)
            fixture_deal(&fixture, "5D");
        assert_non_null(strstr(view_of(0), "\"sheriff\":\"5D\""));
        assert_non_null(strstr(view_of(FLIP_PUBLIC), "\"sheriff\":\"5D\""));
        assert_non_null(strstr(view_of(FLIP_PUBLIC), "\"sheriff_turned\":true"));
    }
}

/* Over many deals anew, every card that can be stolen turns up, and none that was seen since. */
CASE(a_stolen_card_dealt_anew_is_any_card_not_seen_since_its_round_began)
{
    assert_true(steals("cowbot=jane", "2H 7C KS", "arrange 2H 7C KS, visit trail A"));
    fixture_deal(&fixture, "9D");
    fixture_deal(&fixture, "3H 8C QS");
    struct flip_random random;
    flip_random_seed(&random, 1);
    flip_set seen = 0;
    for (int i = 0; i < 3000; i++) {
        struct fliptown_state anew = fixture.state;
        fliptown_redeal(&fixture.rules, &anew, &fixture.before, 0, &random);
        seen |= FLIP_BIT(anew.stolen[0]);
        assert_false(flip_set_has(anew.deck, anew.stolen[0]));
        assert_int_equal(flip_set_count(anew.deck), 52 - 6 - 1);
    }
    flip_set open = 0;
    for (int i = 0; i < 6; i++)
        open |= FLIP_BIT(flip_card_named((const char *[]){"2H", "7C", "KS", "3H", "8C", "QS"}[i]));
    assert_true(seen == (FLIP_DECK_52 & ~open));
}

/* --- bad options ------------------------------------------------------------------------------------------------ */

CASE(options_that_do_not_fit_are_refused_with_a_reason)
{
    static const struct {
        int seats;
        const char *options, *reason;
    } table[] = {
        {2, "cowbot=bart", "plays against one player"},
        {1, "cowbot=zorro", "not 'zorro'"},
        {1, "cowbot=bart strength=brutal", "not 'brutal'"},
        {1, "characters=zorro", "not 'zorro'"},
        {2, "characters=mayor", "1 named, and the seats are 2"},
        {1, "characters=mayor,cheat", "2 named, and the seats are 1"},
        {2, "characters=mayor,mayor", "named twice"},
        {2, "random_setup=true", "for one player"},
        {1, "random_setup=true cowbot=bart", "leave out"},
        {1, "random_setup=true characters=true", "leave out"},
        {1, "holdem=perhaps", "true or false"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct flip_error error = {.message = ""};
        assert_int_equal(fixture_try_open(&fixture, table[i].seats, table[i].options, &error), -1);
        assert_non_null(strstr(error.message, table[i].reason));
    }
}

CASE(a_visit_that_costs_too_much_is_refused_with_the_price)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 5);
    struct flip_error error = {.message = ""};
    sheet->gold = 2;
    assert_false(
        fliptown_legal(&fixture.rules, &fixture.state, 0, fliptown_visit(FLIPTOWN_TRAIL, 7, 3, false), &error));
    assert_string_equal(error.message, "That site costs 3 gold and you have 2.");
    assert_false(fliptown_legal(&fixture.rules, &fixture.state, 0, fliptown_visit(FLIPTOWN_TRAIL, 7, 0, true), &error));
    assert_non_null(strstr(error.message, "no bonus action"));
    assert_false(fliptown_legal(&fixture.rules, &fixture.state, 0, fliptown_visit(FLIPTOWN_MINE, 5, 0, false), &error));
    assert_non_null(strstr(error.message, "closed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_starts_with_its_own_goods),
        cmocka_unit_test(drawn_characters_are_events_by_seat_and_all_different),
        cmocka_unit_test(characters_with_a_bonus_action_use_it_before_beside_or_after_the_visit),
        cmocka_unit_test(the_bandit_s_bonus_is_a_robbery),
        cmocka_unit_test(abilities_are_offered_beside_pending_bonuses_but_not_in_a_building),
        cmocka_unit_test(a_useless_ability_is_not_offered),
        cmocka_unit_test(the_man_in_black_chooses_the_region),
        cmocka_unit_test(ranch_hand_baroness_and_preacher_work_with_wanted),
        cmocka_unit_test(the_prospector_moves_the_value_card_by_the_number_of_pans),
        cmocka_unit_test(the_wild_card_s_jokers_make_suit_or_value_anything),
        cmocka_unit_test(the_cheat_replaces_one_written_card_when_the_hand_is_resolved),
        cmocka_unit_test(the_mayor_may_flip_three_new_cards_before_payouts_and_before_anybody_acts),
        cmocka_unit_test(the_marshal_draws_another_sheriff_card_before_anybody_pays),
        cmocka_unit_test(the_marshal_s_card_counts_for_everybody),
        cmocka_unit_test(the_marshal_is_asked_if_anybody_who_did_not_bribe_has_wanted),
        cmocka_unit_test(with_the_option_off_the_marshal_draws_for_himself_alone),
        cmocka_unit_test(every_cowbot_has_its_suit_its_prey_and_its_order_of_regions),
        cmocka_unit_test(a_cowbot_steals_only_with_its_suit_in_the_lineup_and_its_prey_gained),
        cmocka_unit_test(the_suit_card_counts_as_it_was_modified_for_the_visit),
        cmocka_unit_test(bank_and_bail_bonds_gains_count_and_zero_wanted_or_silver_do_not),
        cmocka_unit_test(a_stolen_card_is_an_event_and_never_comes_back),
        cmocka_unit_test(a_cowbot_scores_stolen_cards_uncircled_sites_and_five_each_for_character_and_holdem),
        cmocka_unit_test(more_points_win_and_a_tie_goes_to_the_lower_of_wanted_and_lowest_stolen_card),
        cmocka_unit_test(the_random_setup_card_picks_cowbot_and_character_and_goes_back),
        cmocka_unit_test(holdem_deals_two_cards_a_seat_in_seat_order_and_the_best_five_of_seven_pay),
        cmocka_unit_test(the_cheat_changes_written_cards_only_and_to_none_of_the_seven),
        cmocka_unit_test(a_doubled_card_counts_twice_among_the_seven_and_the_cheat_gets_no_card_of_the_hand),
        cmocka_unit_test(holdem_cards_are_seen_by_their_owner_until_the_hands_are_resolved),
        cmocka_unit_test(the_sheriff_card_is_seen_by_those_who_looked),
        cmocka_unit_test(everybody_sees_the_sheriff_card_when_it_is_turned),
        cmocka_unit_test(a_stolen_card_dealt_anew_is_any_card_not_seen_since_its_round_began),
        cmocka_unit_test(options_that_do_not_fit_are_refused_with_a_reason),
        cmocka_unit_test(a_visit_that_costs_too_much_is_refused_with_the_price),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
