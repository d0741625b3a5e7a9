/* Insert Coin to Play in words: reasons, phrases, views. */
#include "games/insertcoin/tests/fixture.h"

/* --- reasons ------------------------------------------------------------------------------------------------------------- */

static void refuse(int seat, flip_move move, const char *reason)
{
    assert_false(flip_insertcoin.rules->legal(&fixture.rules, &fixture.state, seat, move, &problem));
    if (!strstr(problem.message, reason))
        fail_msg("expected '%s', got '%s'", reason, problem.message);
}

CASE(a_refused_move_says_why)
{
    fixture_open(&fixture, 1, false);
    refuse(0, insertcoin_keep(1, 2, 3), "nothing to decide");
    fixture_turn_up(&fixture, "1 2 3 4 5");
    refuse(0, insertcoin_keep(1, 2, 9), "from your hand");
    refuse(0, insertcoin_keep(1, 2, 2), "three cards");
    refuse(0, insertcoin_keep(1, 0, 0), "three cards");
    refuse(0, insertcoin_fill(0, 3), "first");
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "coin", "");
    fixture_turn_up(&fixture, "1");
    flip_move draw;
    assert_true(fixture_find(&fixture, 0, "draw domino 2 a2 b2", &draw));
    refuse(0, draw - ((flip_move)1 << INSERTCOIN_AT_LEVEL), "complete");
    refuse(0, draw + ((flip_move)2 << INSERTCOIN_AT_LEVEL), "levels 1, 2 and 3");
    refuse(0, draw + ((flip_move)1 << INSERTCOIN_AT_SYMBOL), "two symbols");
    refuse(0, draw + ((flip_move)1 << (INSERTCOIN_AT_SQUARES + INSERTCOIN_SQUARE_BITS)), "make the symbol");
    refuse(0, insertcoin_fill(1, 0), "not a free square");
    refuse(0, INSERTCOIN_MOVE_DECLINE, "Draw a symbol");
    fixture_play(&fixture, 0, "draw domino 2 a2 b2");
    fixture_turn_up(&fixture, "4");
    refuse(0, draw, "free squares");
}

/* --- words and views --------------------------------------------------------------------------------------------------------- */

static void check_tell(int seat, const char *text, const char *told)
{
    flip_move move = 0;
    char buffer[200];
    if (seat == FLIP_DEALER)
        move = strcmp(text, "over") == 0 ? INSERTCOIN_GAME_OVER : (flip_move)atoi(text);
    else
        assert_true(fixture_find(&fixture, seat, text, &move));
    struct flip_text out = flip_text_in(buffer, sizeof buffer);
    flip_insertcoin.words->tell(&fixture.rules, &fixture.state, seat, move, &out);
    assert_string_equal(buffer, told);
}

CASE(moves_are_told_in_phrases)
{
    fixture_open(&fixture, 1, false);
    check_tell(FLIP_DEALER, "4", "card 4 (skull) goes to seat 1");
    fixture_turn_up(&fixture, "1 2 3 4 30");
    check_tell(0, "keep 1 4 30", "keeps the heart (card 1), the skull (card 4) and the key (card 30)");
    fixture_begin(&fixture, 1);
    check_tell(FLIP_DEALER, "9", "card 9: T or U");
    check_tell(FLIP_DEALER, "over", "GAME OVER: everyone without a complete level loses a Coin");
    set_level(&fixture, 0, 2, "coin", "c7");
    set_level(&fixture, 0, 3, "cherries", "b7 c7");
    fixture_turn_up(&fixture, "1");
    check_tell(0, "draw domino 1 a2 b2", "draws the domino in level 1 at a2 b2");
    check_tell(0, "fill 2 c7",
               "fills square c7 in level 2 with a Life; level 2 complete for 21 points, coin: one more Coin");
    fixture_play(&fixture, 0, "draw domino 3 b7 c7");
    check_tell(0, "fill 1 a2", "fills square a2 in level 1 (cherries)");
    check_tell(0, "decline", "declines the cherries");
}

CASE(a_complete_level_tells_what_it_really_brings)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "c1");
    set_level(&fixture, 0, 2, "alien", "c1");
    set_level(&fixture, 0, 3, "bomb", "f1");
    fixture_turn_up(&fixture, "1");
    check_tell(0, "fill 1 c1",
               "fills square c1 in level 1 with a Life; level 1 complete for 29 points, heart: a Life comes back");
    check_tell(0, "fill 2 c1",
               "fills square c1 in level 2 with a Life; level 2 complete for 25 points, alien: alone it does nothing");
    pad(0)->lives = 2;
    check_tell(0, "fill 1 c1",
               "fills square c1 in level 1 with a Life; level 1 complete for 29 points, heart: 2 Lives come back");
    pad(0)->lives = 1;
    check_tell(0, "fill 1 c1",
               "fills square c1 in level 1 with the last Life of the row: a Coin is inserted; level 1 complete for 29 "
               "points, heart: no Life is missing");
    pad(0)->done = 3;
    check_tell(0, "fill 3 f1",
               "fills square f1 in level 3 with the last Life of the row: a Coin is inserted; level 3 complete for 25 "
               "points, bomb: nothing is left to fill");
}

CASE(a_symbol_that_a_star_or_a_potion_brings_is_told_as_such)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "potion", "c1");
    pad(0)->star = 1;
    fixture_turn_up(&fixture, "1");
    check_tell(0, "draw domino 2 a2 b2", "draws the domino in level 2 at a2 b2");
    check_tell(0, "draw I3 2 a2 b2 c2", "draws the I3 (star) in level 2 at a2 b2 c2");
    fixture_play(&fixture, 0, "fill 1 c1");
    check_tell(0, "draw domino 2 a2 b2", "draws the domino (potion) in level 2 at a2 b2");
}

/* --- what happens to all ------------------------------------------------------------------------------------------------- */

static void check_upshot(int seat, const char *text, const char *told)
{
    static const char names[INSERTCOIN_SEATS][FLIP_NAME] = {"Ada", "You", "Cleo", "Dan"};
    flip_move move = INSERTCOIN_GAME_OVER;
    char buffer[400] = "";
    if (seat != FLIP_DEALER)
        assert_true(fixture_find(&fixture, seat, text, &move));
    struct flip_text out = flip_text_in(buffer, sizeof buffer);
    flip_insertcoin.words->upshot(&fixture.rules, &fixture.state, seat, move, names, &out);
    assert_string_equal(buffer, told);
}

CASE(game_over_tells_who_inserts_a_coin)
{
    fixture_begin(&fixture, 4);
    check_upshot(FLIP_DEALER, "over", "Everybody inserts a Coin");
    pad(0)->key = 1;
    pad(2)->coins = 0;
    pad(3)->done = 1;
    check_upshot(FLIP_DEALER, "over", "You insert a Coin. Ada uses the key. Cleo has no Coin left");
    for (int seat = 0; seat < 4; seat++)
        pad(seat)->done = 1;
    check_upshot(FLIP_DEALER, "over", "Nobody loses one");
}

CASE(the_last_of_a_flip_brings_to_light_whom_skulls_and_aliens_strike)
{
    fixture_begin(&fixture, 4);
    set_level(&fixture, 0, 1, "alien", "c1");
    set_level(&fixture, 1, 1, "skull", "b1");
    pad(2)->lives = 1;
    pad(3)->shield = 1;
    fixture_turn_up(&fixture, "1");
    check_upshot(0, "fill 1 c1", "");
    fixture_play(&fixture, 0, "fill 1 c1");
    fixture_play(&fixture, 1, "fill 1 b1");
    fixture_play(&fixture, 2, "draw domino 2 a2 b2");
    check_upshot(3, "draw domino 2 a2 b2",
                 "Dan has a shield. You and Cleo lose a Life to the alien. Cleo inserts a Coin. Ada and Cleo skip the "
                 "next flip");
}

CASE(aliens_add_up)
{
    fixture_begin(&fixture, 3);
    set_level(&fixture, 0, 1, "alien", "c1");
    set_level(&fixture, 2, 1, "alien", "c1");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "fill 1 c1");
    fixture_play(&fixture, 1, "draw domino 2 a2 b2");
    check_upshot(2, "fill 1 c1", "Ada and Cleo lose a Life to the alien. You lose 2 Lives to the aliens");
}

CASE(the_view_names_card_symbols_levels_and_flags)
{
    fixture_begin(&fixture, 2);
    set_level(&fixture, 0, 1, "star", "");
    pad(0)->star = 1;
    pad(1)->shield = 1;
    fixture_turn_up(&fixture, "9");
    json_t *view = fixture_view(&fixture, FLIP_PUBLIC), *shared = json_object_get(view, "shared");
    assert_string_equal(json_string_value(json_object_get(view, "game")), "insertcoin");
    assert_string_equal(json_string_value(json_object_get(view, "phase")), "draw");
    assert_int_equal(json_integer_value(json_object_get(shared, "card")), 9);
    assert_string_equal(json_string_value(item(shared, "symbols", 1)), "U");
    assert_int_equal(json_integer_value(json_object_get(shared, "left")), 31);
    assert_int_equal(json_integer_value(json_object_get(shared, "game_overs")), 0);
    json_t *seat = item(view, "seats", 0);
    assert_true(json_is_true(json_object_get(seat, "star")));
    assert_true(json_is_false(json_object_get(seat, "shield")));
    assert_true(json_is_false(json_object_get(seat, "key")));
    assert_true(json_is_false(json_object_get(seat, "skip")));
    assert_true(json_is_true(json_object_get(item(view, "seats", 1), "shield")));
    json_t *level = item(seat, "levels", 2);
    assert_string_equal(json_string_value(json_object_get(level, "shape")), "heart");
    assert_int_equal(json_integer_value(json_object_get(level, "value")), 29);
    assert_true(json_is_false(json_object_get(level, "done")));
    assert_int_equal(json_array_size(json_object_get(level, "rows")), 8);
    json_decref(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_move_says_why),
        cmocka_unit_test(moves_are_told_in_phrases),
        cmocka_unit_test(a_complete_level_tells_what_it_really_brings),
        cmocka_unit_test(a_symbol_that_a_star_or_a_potion_brings_is_told_as_such),
        cmocka_unit_test(game_over_tells_who_inserts_a_coin),
        cmocka_unit_test(the_last_of_a_flip_brings_to_light_whom_skulls_and_aliens_strike),
        cmocka_unit_test(aliens_add_up),
        cmocka_unit_test(the_view_names_card_symbols_levels_and_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
