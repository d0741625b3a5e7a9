/* Fliptown alone against a cowbot: what must be taken while it is awake, and how the suit card lets it sleep. */
#include "games/fliptown/tests/fixture.h"

#include <flipside/learn.h>

static struct fixture fixture;

static struct fliptown_sheet *play_against(const char *options, const char *lineup, const char *moves)
{
    fixture_open_with(&fixture, options, lineup, moves);
    return fixture_sheet(&fixture, 0);
}

static bool offers(const char *name) { return fixture_offers(&fixture, 0, name); }

/* --- "you cannot choose to ignore a reward at a site to avoid having a card stolen" ------------------------------- */

CASE(while_the_cowbot_is_awake_a_bonus_action_must_be_taken)
{
    struct fliptown_sheet *sheet = play_against("cowbot=kid", "4H 3C KS", "arrange 4H 3C KS, visit trail 3");
    assert_false(offers("decline cemetery")); /* the king of spades wakes the Kid */
    struct flip_error why = {.message = ""};
    assert_false(fliptown_legal(&fixture.rules, &fixture.state, 0,
                                fliptown_move(FLIPTOWN_DO_DECLINE, FLIPTOWN_CEMETERY, 0, 0, 0), &why));
    assert_string_equal(why.message, "Billy the Kid is awake: what a site gives must be taken.");
    assert_int_equal(fixture_count(&fixture, 0), 8);
    fixture_play(&fixture, 0, "visit cemetery nw bonus");
    assert_int_equal(sheet->wanted, 1);
    assert_int_equal(fixture.state.stage, FLIPTOWN_THEFT);

    play_against("cowbot=bart", "4H QC 2D", "arrange 4H QC 2D, visit trail Q");
    assert_false(offers("decline mine"));
    fixture_play(&fixture, 0, "visit mine 1a bonus");
    assert_int_equal(fixture.state.stage, FLIPTOWN_THEFT);

    play_against("cowbot=jane", "4H 9C 2S", "arrange 4H 9C 2S, visit trail 9"); /* the suit card itself */
    assert_false(offers("decline town"));
    assert_int_equal(fixture_count(&fixture, 0), 13);

    play_against("cowbot=earp", "4H 3C KS", "arrange 4H 3C KS, visit trail 3"); /* the value card */
    assert_false(offers("decline cemetery"));
}

CASE(while_the_cowbot_sleeps_a_bonus_action_may_be_declined)
{
    play_against("cowbot=kid", "4H 3C KD", "arrange 4H 3C KD, visit trail 3");
    fixture_play(&fixture, 0, "decline cemetery");
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP);

    play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD, visit trail 3 gold 2"); /* changed to hearts */
    assert_true(offers("decline cemetery"));
    play_against("cowbot=jane", "4S 3C KD", "arrange 4S 3C KD, visit trail 3 gold 2"); /* changed to Jane's hearts */
    assert_false(offers("decline cemetery"));
}

CASE(a_bonus_action_for_which_nothing_is_left_is_lost_even_while_the_cowbot_is_awake)
{
    struct fliptown_sheet *sheet = play_against("cowbot=kid", "4H 3C KS", "arrange 4H 3C KS");
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1ff;
    fixture_play(&fixture, 0, "visit trail 3");
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP); /* no Wanted, no theft */
}

CASE(while_the_cowbot_is_awake_the_reward_of_the_sheriff_s_office_must_be_taken)
{
    play_against("cowbot=jane", "4C JD 2H", "arrange 4C JD 2H, visit town J");
    fixture_deal(&fixture, "9D");
    assert_int_equal(fixture_count(&fixture, 0), 2);
    assert_false(offers("leave"));
    struct flip_error why = {.message = ""};
    assert_false(fliptown_legal(&fixture.rules, &fixture.state, 0, FLIPTOWN_DO_LEAVE, &why));
    assert_string_equal(why.message, "Calamity Jane is awake: what a site gives must be taken.");
    fixture_play(&fixture, 0, "sheriff star");
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 1);
    assert_false(offers("decline mine")); /* the roof's */

    play_against("cowbot=jane", "4C JD 2S", "arrange 4C JD 2S, visit town J"); /* no heart */
    fixture_deal(&fixture, "9D");
    assert_true(offers("leave"));

    play_against("cowbot=jane", "4C QD 2H", "arrange 4C QD 2H, visit town Q"); /* goods are bought, not given */
    assert_true(offers("give 1"));
    assert_true(offers("leave"));
}

CASE(a_roof_that_comes_first_and_an_ability_s_bonus_must_be_taken_as_well)
{
    play_against("cowbot=kid roof_first=true", "4C 8D KS", "arrange 4C 8D KS, visit town 8");
    assert_int_equal(fixture_sheet(&fixture, 0)->step, FLIPTOWN_ROOF);
    assert_false(offers("decline cemetery"));
    play_against("cowbot=kid roof_first=true", "4C 8D KH", "arrange 4C 8D KH, visit town 8");
    assert_true(offers("decline cemetery"));
    play_against("cowbot=kid characters=grave_robber", "4C 8D KS", "arrange 4C 8D KS, ability");
    assert_false(offers("decline cemetery"));
    play_against("cowbot=kid characters=grave_robber", "4C 8D KH", "arrange 4C 8D KH, ability");
    assert_true(offers("decline cemetery"));
}

CASE(without_a_cowbot_anything_may_be_declined)
{
    play_against("", "4S 3S KS", "arrange 4S 3S KS, visit trail 3 gold 2");
    assert_true(offers("decline cemetery"));
    assert_int_equal(fixture_count(&fixture, 0), 9);
}

/* --- "you may modify your suit card as it relates to resolving the cowbots' special abilities" -------------------- */

CASE(where_the_suit_card_alone_wakes_the_cowbot_it_may_be_changed_in_the_cemetery_too)
{
    struct fliptown_sheet *sheet = play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD");
    assert_int_equal(fixture_count_like(&fixture, 0, "visit cemetery"), 16);
    assert_true(offers("visit cemetery nw"));
    fixture_play(&fixture, 0, "visit cemetery nw gold 2");
    assert_int_equal(sheet->gold, 0);
    assert_int_equal(sheet->wanted, 1);
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP); /* the Kid sleeps */

    play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD, visit cemetery nw");
    assert_int_equal(fixture.state.stage, FLIPTOWN_THEFT);

    play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD"); /* the same visits, once more behind the first ones */
    const int count = fixture_count(&fixture, 0);
    for (int i = 0; i < 8; i++)
        assert_int_equal(fixture.moves[count - 8 + i] & ~((flip_move)255 << 24), fixture.moves[count - 16 + i]);
}

CASE(the_suit_card_is_changed_in_the_cemetery_only_if_that_lets_the_cowbot_sleep_and_can_be_paid)
{
    static const struct {
        const char *options, *lineup, *arrange;
        int gold;
    } table[] = {
        {"cowbot=kid", "4S 3C KD", "arrange 4S 3C KD", 1}, /* too little gold */
        {"cowbot=kid", "4S 3C KS", "arrange 4S 3C KS", 2}, /* the poker card wakes him too */
        {"cowbot=kid", "4S 3S KD", "arrange 4S 3S KD", 2}, /* so does the value card */
        {"cowbot=kid", "4S 3C KD", "arrange 3C 4S KD", 2}, /* it is the value card */
        {"cowbot=kid", "4H 3C KD", "arrange 4H 3C KD", 2}, /* he sleeps already */
        {"", "4S 3C KD", "arrange 4S 3C KD", 2},           /* there is nobody */
        {"version=2 cowbot=kid", "4S 3C KD", "arrange 4S 3C KD", 2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fliptown_sheet *sheet = play_against(table[i].options, table[i].lineup, table[i].arrange);
        sheet->gold = (uint16_t)table[i].gold;
        assert_int_equal(fixture_count_like(&fixture, 0, "visit cemetery"), 8);
    }
}

CASE(after_such_a_visit_the_cowbot_sleeps_and_a_bonus_may_be_declined)
{
    struct fliptown_sheet *sheet = play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD");
    sheet->circled[FLIPTOWN_CEMETERY] |= 1u << 3; /* w: a Mine bonus with sw */
    fixture_play(&fixture, 0, "visit cemetery sw gold 2");
    assert_true(offers("decline mine"));
    sheet = play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD");
    sheet->circled[FLIPTOWN_CEMETERY] |= 1u << 3;
    fixture_play(&fixture, 0, "visit cemetery sw");
    assert_false(offers("decline mine"));
}

CASE(a_joker_for_the_suit_card_changes_it_in_the_cemetery_without_gold)
{
    play_against("cowbot=kid characters=wild_card", "4S 3C KD", "arrange 4S 3C KD, ability suit");
    fixture_sheet(&fixture, 0)->gold = 5;
    assert_int_equal(fixture_count_like(&fixture, 0, "visit cemetery"), 8);
    fixture_play(&fixture, 0, "visit cemetery nw");
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP);
    play_against("cowbot=kid characters=wild_card", "4S 3C KS", "arrange 4S 3C KS, ability suit, visit cemetery nw");
    assert_int_equal(fixture.state.stage, FLIPTOWN_THEFT); /* the poker card */
}

/* --- words, learners, random players ------------------------------------------------------------------------------ */

CASE(the_words_say_what_the_gold_is_for)
{
    char words[FLIP_MOVE_TEXT];
    struct flip_text text = flip_text_in(words, sizeof words);
    flip_move move = 0;
    play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD");
    assert_true(fixture_find(&fixture, 0, "visit cemetery nw gold 2", &move));
    fliptown_tell(&fixture.rules, &fixture.state, 0, move, &text);
    assert_string_equal(
        words, "spends 2 gold on another suit, so that Billy the Kid sleeps, and digs in the Cemetery (top left): "
               "1 Wanted");
}

CASE(a_face_is_told_which_cards_let_the_cowbot_sleep_in_the_cemetery)
{
    static char told[FLIP_VIEW_SIZE];
    static const struct {
        const char *arrange, *asleep;
    } table[] = {{NULL, "\"site\":\"nw\",\"gold\":[0,0,0,0,0,0],\"asleep\":[2,2,0,0,0,0],\"change\":{\"wanted\":1}"},
                 {"arrange 4S 3C KD", "\"site\":\"nw\",\"gold\":[0],\"asleep\":[2],\"change\":{\"wanted\":1}"},
                 {"arrange 3C 4S KD", "\"site\":\"nw\",\"gold\":[0],\"change\":{\"wanted\":1}"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        play_against("cowbot=kid", "4S 3C KD", table[i].arrange);
        struct flip_json json = flip_json_in(told, sizeof told);
        flip_json_open(&json, NULL, '{');
        fliptown_view(&fixture.rules, &fixture.state, &fixture.before, 0, &json);
        flip_json_close(&json);
        assert_non_null(strstr(told, table[i].asleep));
    }
}

/* Every listed move has an action of its own that leads back to it, the mask has them all and no other, and a random player finds
   each of them. */
static void check_actions(void)
{
    flip_set mask[16] = {0}, listed[16] = {0};
    const int count = fixture_count(&fixture, 0);
    fliptown_learn.mask(&fixture.rules, &fixture.state, 0, mask);
    for (int i = 0; i < count; i++) {
        const int action = fliptown_learn.action(&fixture.rules, &fixture.state, 0, fixture.moves[i]);
        assert_false(flip_set_has(listed[action / 64], action % 64));
        listed[action / 64] |= FLIP_BIT(action % 64);
        assert_int_equal(fliptown_learn.move(&fixture.rules, &fixture.state, 0, action), fixture.moves[i]);
    }
    assert_memory_equal(mask, listed, sizeof mask);
    struct flip_random random;
    bool found[FLIP_MAX_MOVES] = {false};
    flip_random_seed(&random, 1);
    for (int n = 0; n < 40 * count; n++) {
        const flip_move any = fliptown_any(&fixture.rules, &fixture.state, 0, &random);
        int i = 0;
        while (i < count && fixture.moves[i] != any)
            i++;
        assert_true(i < count);
        found[i] = true;
    }
    for (int i = 0; i < count; i++)
        assert_true(found[i]);
}

CASE(learners_and_random_players_have_the_same_choice)
{
    play_against("cowbot=kid", "4S 3C KD", "arrange 4S 3C KD");
    check_actions();
    play_against("cowbot=kid", "4H 3C KS", "arrange 4H 3C KS, visit trail 3");
    check_actions();
    play_against("cowbot=kid", "4H 3C KD", "arrange 4H 3C KD, visit trail 3");
    check_actions();
    play_against("cowbot=jane", "4C JD 2H", "arrange 4C JD 2H, visit town J");
    fixture_deal(&fixture, "9D");
    check_actions();
    struct fliptown_sheet *sheet = play_against("cowbot=kid", "4S AC KD", "arrange 4S AC KD"); /* or pass */
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1ff;
    assert_true(offers("pass"));
    assert_int_equal(fixture_count(&fixture, 0), 6);
    check_actions();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_the_cowbot_is_awake_a_bonus_action_must_be_taken),
        cmocka_unit_test(while_the_cowbot_sleeps_a_bonus_action_may_be_declined),
        cmocka_unit_test(a_bonus_action_for_which_nothing_is_left_is_lost_even_while_the_cowbot_is_awake),
        cmocka_unit_test(while_the_cowbot_is_awake_the_reward_of_the_sheriff_s_office_must_be_taken),
        cmocka_unit_test(a_roof_that_comes_first_and_an_ability_s_bonus_must_be_taken_as_well),
        cmocka_unit_test(without_a_cowbot_anything_may_be_declined),
        cmocka_unit_test(where_the_suit_card_alone_wakes_the_cowbot_it_may_be_changed_in_the_cemetery_too),
        cmocka_unit_test(the_suit_card_is_changed_in_the_cemetery_only_if_that_lets_the_cowbot_sleep_and_can_be_paid),
        cmocka_unit_test(after_such_a_visit_the_cowbot_sleeps_and_a_bonus_may_be_declined),
        cmocka_unit_test(a_joker_for_the_suit_card_changes_it_in_the_cemetery_without_gold),
        cmocka_unit_test(the_words_say_what_the_gold_is_for),
        cmocka_unit_test(a_face_is_told_which_cards_let_the_cowbot_sleep_in_the_cemetery),
        cmocka_unit_test(learners_and_random_players_have_the_same_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
