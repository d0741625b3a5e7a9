/* Insert Coin to Play: every rule, ruling, ability and case of its book, by name. */
#include "insertcoin_desk.h"

#include "core/polyomino.h"

static struct desk desk;

static struct insertcoin_pad *pad(int seat) { return &desk.state.pad[seat]; }
static bool over(void) { return desk_turn(&desk) == 0; }
static bool dealers_turn(void) { return desk_turn(&desk) == FLIP_BIT(FLIP_DEALER); }

static struct flip_result result(void)
{
    struct flip_result out;
    flip_insertcoin.result(&desk.rules, &desk.state, &out);
    return out;
}

/* --- set-up ---------------------------------------------------------------------------------------------------------- */

static void five_cards_are_dealt_to_seat_0_then_to_seat_1_and_three_are_kept(void **unused)
{
    (void)unused;
    desk_open(&desk, 2, false);
    desk_turn_up(&desk, "30 4 12 7 1 2 3 5 6 8");
    assert_int_equal(desk_turn(&desk), 3);
    assert_int_equal(insertcoin_hand(&desk.rules, &desk.state, 0),
                     FLIP_BIT(30) | FLIP_BIT(4) | FLIP_BIT(12) | FLIP_BIT(7) | FLIP_BIT(1));
    assert_int_equal(desk_count(&desk, 0), 10);
    assert_int_equal(desk_count(&desk, 1), 10);
    assert_true(desk_offers(&desk, 0, "keep 4 12 30"));
    assert_false(desk_offers(&desk, 0, "keep 12 4 30"));
    assert_false(desk_offers(&desk, 0, "keep 2 3 5"));
    desk_play(&desk, 0, "keep 4 12 30");
    assert_int_equal(desk_turn(&desk), 2);
    desk_play(&desk, 1, "keep 2 3 8");
    assert_true(dealers_turn());
    static const char *const shapes[] = {"skull", "alien", "key"};
    for (int level = 0; level < 3; level++) {
        assert_int_equal(pad(0)->shape[level], shape_named(&desk, shapes[level]) + 1);
        assert_int_equal(pad(0)->free[level], desk.rules.shape[shape_named(&desk, shapes[level])]);
    }
}

static void everybody_begins_with_3_lives_and_3_coins_and_all_30_cards_make_the_piles(void **unused)
{
    (void)unused;
    desk_begin(&desk, 6);
    for (int seat = 0; seat < 6; seat++) {
        assert_int_equal(pad(seat)->lives, 3);
        assert_int_equal(pad(seat)->coins, 3);
    }
    assert_int_equal(flip_set_count(desk.state.deck), 30);
    assert_int_equal(insertcoin_flips(&desk.rules), 32);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 5; k++)
            assert_int_equal(desk.state.packet[i][k], 0);
}

static void in_the_draft_one_card_is_picked_and_the_others_go_to_the_next_seat(void **unused)
{
    (void)unused;
    desk_open(&desk, 3, true);
    desk_turn_up(&desk, "1 2 3 4 11 12 13 14 21 22 23 24");
    assert_int_equal(desk_count(&desk, 0), 4);
    desk_play(&desk, 0, "keep 2");
    assert_int_equal(desk_turn(&desk), 6);
    desk_play(&desk, 1, "keep 11");
    desk_play(&desk, 2, "keep 24");
    assert_int_equal(insertcoin_hand(&desk.rules, &desk.state, 1), FLIP_BIT(1) | FLIP_BIT(3) | FLIP_BIT(4));
    assert_int_equal(insertcoin_hand(&desk.rules, &desk.state, 0), FLIP_BIT(21) | FLIP_BIT(22) | FLIP_BIT(23));
    desk_play(&desk, 0, "keep 21");
    desk_play(&desk, 1, "keep 1");
    desk_play(&desk, 2, "keep 14");
    assert_int_equal(insertcoin_hand(&desk.rules, &desk.state, 2), FLIP_BIT(3) | FLIP_BIT(4));
    desk_play(&desk, 2, "keep 3");
    desk_play(&desk, 1, "keep 23");
    desk_play(&desk, 0, "keep 13");
    /* The last card is taken by itself: 4 comes back to seat 0. Then three of the four picked are kept. */
    assert_int_equal(insertcoin_picked(&desk.rules, &desk.state, 0),
                     FLIP_BIT(2) | FLIP_BIT(21) | FLIP_BIT(13) | FLIP_BIT(4));
    assert_int_equal(insertcoin_picked(&desk.rules, &desk.state, 1),
                     FLIP_BIT(11) | FLIP_BIT(1) | FLIP_BIT(23) | FLIP_BIT(12));
    assert_int_equal(desk_count(&desk, 0), 4);
    desk_play(&desk, 0, "keep 2 4 13");
    desk_play(&desk, 1, "keep 1 11 12");
    desk_play(&desk, 2, "keep 3 14 24");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->shape[1], shape_named(&desk, "skull") + 1);
    assert_int_equal(flip_set_count(desk.state.deck), 30);
}

static void alone_the_draft_deals_four_cards_and_three_are_kept(void **unused)
{
    (void)unused;
    desk_open(&desk, 1, true);
    desk_turn_up(&desk, "1 2 3 4");
    assert_int_equal(desk_count(&desk, 0), 4);
    desk_play(&desk, 0, "keep 1 2 4");
    assert_true(dealers_turn());
}

static void hands_and_picks_are_shown_to_their_owner_only(void **unused)
{
    (void)unused;
    desk_open(&desk, 2, true);
    desk_turn_up(&desk, "1 2 3 4 11 12 13 14");
    desk_play(&desk, 0, "keep 2");
    for (int viewer = 0; viewer < 3; viewer++) {
        json_t *view = desk_view(&desk, viewer < 2 ? viewer : FLIP_PUBLIC);
        for (int seat = 0; seat < 2; seat++) {
            json_t *sheet = json_array_get(json_object_get(view, "seats"), (size_t)seat);
            assert_int_equal(json_object_get(sheet, "hand") != NULL, viewer == seat);
            assert_int_equal(json_object_get(sheet, "picked") != NULL, viewer == seat);
        }
        json_decref(view);
    }
    json_t *view = desk_view(&desk, 0);
    json_t *sheet = json_array_get(json_object_get(view, "seats"), 0);
    assert_int_equal(json_array_size(json_object_get(sheet, "hand")), 3);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(sheet, "picked"), 0)), 2);
    json_decref(view);
}

static void dealt_cards_and_picks_are_secret_to_the_others_and_kept_cards_are_not(void **unused)
{
    (void)unused;
    desk_open(&desk, 2, true);
    desk_turn_up(&desk, "1 2 3 4");
    assert_true(flip_insertcoin.secret(&desk.rules, &desk.state, FLIP_DEALER, 5, 0));
    assert_false(flip_insertcoin.secret(&desk.rules, &desk.state, FLIP_DEALER, 5, 1));
    assert_true(flip_insertcoin.secret(&desk.rules, &desk.state, FLIP_DEALER, 5, FLIP_PUBLIC));
    desk_turn_up(&desk, "11 12 13 14");
    assert_true(flip_insertcoin.secret(&desk.rules, &desk.state, 0, insertcoin_keep(2, 0, 0), 1));
    assert_false(flip_insertcoin.secret(&desk.rules, &desk.state, 0, insertcoin_keep(2, 0, 0), 0));
    assert_false(flip_insertcoin.secret(&desk.rules, &desk.state, 0, insertcoin_keep(1, 2, 3), 1));
    desk_begin(&desk, 2);
    assert_false(flip_insertcoin.secret(&desk.rules, &desk.state, FLIP_DEALER, 5, 1));
}

static void too_few_cards_for_the_seats_are_refused(void **unused)
{
    (void)unused;
    struct insertcoin_edition edition;
    static struct insertcoin_rules rules;
    struct flip_options options;
    memcpy(&edition, flip_insertcoin.classic, sizeof edition);
    edition.cards = 20;
    flip_options_default(&flip_insertcoin, &options);
    assert_int_equal(flip_insertcoin.prepare(&rules, &edition, &options, 5, &problem), -1);
    assert_non_null(strstr(problem.message, "25 cards"));
    memset(&rules, 0, sizeof rules);
    assert_int_equal(flip_insertcoin.prepare(&rules, &edition, &options, 4, &problem), 0);
    assert_int_equal(flip_insertcoin.prepare(&rules, &edition, &options, 7, &problem), -1);
}

/* --- a flip ---------------------------------------------------------------------------------------------------------- */

static void game_over_has_chance_1_in_what_is_left_of_its_pile(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    for (int flips = 0; flips < 32; flips++) {
        struct flip_chances chances;
        desk.state.flips = (uint8_t)flips;
        desk.state.game_overs = flips < 16 ? 0 : 1;
        flip_insertcoin.chances(&desk.rules, &desk.state, &chances);
        uint32_t total = 0, card = 0;
        assert_int_equal(chances.kind, FLIP_CHANCE_LIST);
        for (int i = 0; i < chances.count; i++) {
            total += chances.list[i].weight;
            card = chances.list[i].event == 9 ? chances.list[i].weight : card;
        }
        const uint32_t left = (uint32_t)(16 - flips % 16);
        assert_int_equal(chances.list[0].event, INSERTCOIN_GAME_OVER);
        assert_int_equal(total, chances.list[0].weight * left);
        assert_int_equal(card * 30, total - chances.list[0].weight);
        /* Once it is out, only cards are left. */
        desk.state.game_overs++;
        flip_insertcoin.chances(&desk.rules, &desk.state, &chances);
        assert_false(flip_chances_has(&chances, INSERTCOIN_GAME_OVER));
        assert_true(flip_chances_has(&chances, 9));
    }
}

static void one_of_the_two_symbols_is_drawn_turned_or_mirrored_inside_one_shape(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "a2 b2 c2 a3 b3");
    set_level(&desk, 0, 2, "heart", "d4 e4");
    set_level(&desk, 0, 3, "heart", "c6 c7 d7");
    desk_turn_up(&desk, "1"); /* domino or P */
    assert_int_equal(desk_count_of(&desk, 0, "draw P"), 1);
    assert_true(desk_offers(&desk, 0, "draw P 1 a2 b2 c2 a3 b3"));
    assert_int_equal(desk_count_of(&desk, 0, "draw domino 1"), 5);
    assert_int_equal(desk_count_of(&desk, 0, "draw domino 2"), 1);
    assert_int_equal(desk_count_of(&desk, 0, "draw domino 3"), 2);
    assert_true(desk_offers(&desk, 0, "draw domino 3 c6 c7"));
    assert_int_equal(desk_count_of(&desk, 0, "fill"), 10);
    assert_int_equal(desk_count_of(&desk, 0, "draw"), 9);
    desk_play(&desk, 0, "draw domino 1 a2 a3");
    assert_int_equal(pad(0)->free[0], squares("b2 c2 b3"));
    assert_true(dealers_turn());
}

static void squares_are_named_row_by_row_from_the_left(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "f1 g1 g2 h2 h3");
    desk_turn_up(&desk, "3"); /* O or W */
    assert_true(desk_offers(&desk, 0, "draw W 1 f1 g1 g2 h2 h3"));
    assert_false(desk_offers(&desk, 0, "draw W 1 g1 f1 g2 h2 h3"));
}

static void symbols_do_not_reach_around_the_edge_of_the_box(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "h2 a3");
    set_level(&desk, 0, 2, "heart", "");
    set_level(&desk, 0, 3, "heart", "");
    desk_turn_up(&desk, "1");
    assert_int_equal(desk_count(&desk, 0), 2);
}

static void a_life_fills_one_square_always_and_is_the_only_way_if_nothing_fits(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "a2 d4");
    set_level(&desk, 0, 2, "heart", "e3");
    set_level(&desk, 0, 3, "heart", "h3");
    desk_turn_up(&desk, "1");
    assert_int_equal(desk_count(&desk, 0), 4);
    assert_true(desk_offers(&desk, 0, "fill 1 a2"));
    desk_play(&desk, 0, "fill 1 d4");
    assert_int_equal(pad(0)->lives, 2);
    assert_int_equal(pad(0)->free[0], squares("a2"));
    desk_begin(&desk, 1);
    desk_turn_up(&desk, "1");
    assert_true(desk_offers(&desk, 0, "fill 3 c5"));
}

static void seats_draw_at_the_same_time_and_see_each_other_after_the_flip(void **unused)
{
    (void)unused;
    desk_begin(&desk, 2);
    desk_turn_up(&desk, "1");
    assert_int_equal(desk_turn(&desk), 3);
    desk_play(&desk, 1, "fill 1 a2");
    json_t *view = desk_view(&desk, 0);
    json_t *other = json_array_get(json_object_get(view, "seats"), 1);
    assert_int_equal(json_integer_value(json_object_get(other, "lives")), 3);
    json_decref(view);
    desk_play(&desk, 0, "draw domino 1 a2 b2");
    view = desk_view(&desk, 0);
    other = json_array_get(json_object_get(view, "seats"), 1);
    assert_int_equal(json_integer_value(json_object_get(other, "lives")), 2);
    json_t *level = json_array_get(json_object_get(other, "levels"), 0);
    assert_string_equal(json_string_value(json_array_get(json_object_get(level, "rows"), 1)), "x#######");
    assert_string_equal(json_string_value(json_array_get(json_object_get(level, "rows"), 0)), ".##..##.");
    json_decref(view);
}

/* --- Lives and Coins ------------------------------------------------------------------------------------------------- */

static void the_last_life_of_a_row_costs_a_coin_and_three_lives_come(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    pad(0)->lives = 1;
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "fill 1 a2");
    assert_int_equal(pad(0)->coins, 2);
    assert_int_equal(pad(0)->lives, 3);
    assert_true(dealers_turn());
}

static void there_is_a_row_of_lives_for_every_coin(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    char card[16], move[32];
    for (int i = 0; i < 12; i++) {
        assert_false(over());
        snprintf(card, sizeof card, "%d", i + 1);
        desk_turn_up(&desk, card);
        snprintf(move, sizeof move, "fill 1 %c%d", 'a' + i % 8, 2 + i / 8);
        desk_play(&desk, 0, move);
        const int lost = i + 1;
        assert_int_equal(pad(0)->coins, lost < 12 ? 3 - lost / 3 : 0);
        assert_int_equal(pad(0)->lives, lost < 12 ? 3 - lost % 3 : 0);
    }
    assert_true(over());
}

static void without_a_coin_the_game_ends_after_this_flip_which_all_finish(void **unused)
{
    (void)unused;
    desk_begin(&desk, 3);
    pad(1)->lives = 1;
    pad(1)->coins = 0;
    desk_turn_up(&desk, "1");
    desk_play(&desk, 1, "fill 1 a2");
    assert_false(over());
    assert_int_equal(desk_turn(&desk), 5);
    desk_play(&desk, 0, "draw domino 1 a2 b2");
    desk_play(&desk, 2, "draw domino 1 a2 b2");
    assert_true(over());
    assert_int_equal(pad(1)->free[0], desk.rules.shape[0] & ~squares("a2"));
}

static void out_of_lives_and_coins_ends_the_game_whatever_coin_or_heart_then_give(void **unused)
{
    (void)unused;
    static const char *const shapes[] = {"coin", "heart"};
    for (int i = 0; i < 2; i++) {
        desk_begin(&desk, 1);
        set_level(&desk, 0, 2, shapes[i], "d7");
        pad(0)->lives = 1;
        pad(0)->coins = 0;
        desk_turn_up(&desk, "1");
        desk_play(&desk, 0, "fill 2 d7");
        assert_true(over());
        assert_int_equal(pad(0)->coins, i == 0 ? 1 : 0);
        assert_int_equal(pad(0)->lives, i == 0 ? 0 : 2);
    }
}

static void the_life_is_lost_and_the_coin_inserted_before_the_square_is_filled(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "a2");
    pad(0)->lives = 1;
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "fill 1 a2"); /* a Coin, three Lives, and the heart has nothing to bring back */
    assert_int_equal(pad(0)->coins, 2);
    assert_int_equal(pad(0)->lives, 3);
}

/* --- GAME OVER --------------------------------------------------------------------------------------------------------- */

static void the_first_game_over_costs_a_coin_without_a_complete_level_the_second_with_fewer_than_two(void **unused)
{
    (void)unused;
    for (int second = 0; second < 2; second++) {
        desk_begin(&desk, 4);
        for (int seat = 0; seat < 3; seat++)
            for (int level = 1; level <= seat; level++)
                set_level(&desk, seat, level, "coin", "");
        if (second) {
            desk.state.flips = 16;
            desk.state.game_overs = 1;
        }
        desk_turn_up(&desk, "over");
        assert_int_equal(pad(0)->coins, 2);
        assert_int_equal(pad(1)->coins, second ? 2 : 3);
        assert_int_equal(pad(2)->coins, 3);
        assert_int_equal(pad(3)->coins, 2);
        assert_int_equal(pad(0)->lives, 3);
        assert_true(dealers_turn()); /* no drawing turn */
    }
}

static void who_cannot_pay_ends_the_game_at_once_and_the_others_still_pay(void **unused)
{
    (void)unused;
    desk_begin(&desk, 3);
    pad(0)->coins = 0;
    desk_turn_up(&desk, "over");
    assert_true(over());
    assert_int_equal(pad(0)->coins, 0);
    assert_int_equal(pad(1)->coins, 2);
    assert_int_equal(pad(2)->coins, 2);
    json_t *view = desk_view(&desk, 0);
    json_t *shared = json_object_get(view, "shared");
    assert_string_equal(json_string_value(json_object_get(shared, "card")), "over");
    assert_int_equal(json_integer_value(json_object_get(shared, "game_overs")), 1);
    json_decref(view);
}

static void zero_coins_are_enough_for_who_need_not_pay(void **unused)
{
    (void)unused;
    desk_begin(&desk, 2);
    set_level(&desk, 0, 1, "coin", "");
    pad(0)->coins = 0;
    desk_turn_up(&desk, "over");
    assert_false(over());
}

/* --- the end ----------------------------------------------------------------------------------------------------------- */

static void the_game_ends_after_the_flip_in_which_somebody_completed_all_levels(void **unused)
{
    (void)unused;
    desk_begin(&desk, 2);
    set_level(&desk, 0, 1, "coin", "");
    set_level(&desk, 0, 2, "coin", "");
    set_level(&desk, 0, 3, "coin", "c7 d7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 3 c7 d7");
    assert_int_equal(desk_turn(&desk), 2);
    desk_play(&desk, 1, "draw domino 1 a2 b2");
    assert_true(over());
    assert_int_equal(pad(0)->coins, 4);
}

static void the_deck_is_empty_after_card_32_is_played(void **unused)
{
    (void)unused;
    for (int last_is_over = 0; last_is_over < 2; last_is_over++) {
        desk_begin(&desk, 1);
        set_level(&desk, 0, 1, "coin", "");
        set_level(&desk, 0, 2, "coin", "");
        char card[16];
        int next = 1;
        for (int flip = 0; flip < 32; flip++) {
            assert_false(over());
            assert_true(dealers_turn());
            const bool game_over = flip == 3 || flip == (last_is_over ? 31 : 20);
            snprintf(card, sizeof card, "%d", next);
            desk_turn_up(&desk, game_over ? "over" : card);
            next += !game_over;
            if (!game_over) {
                pad(0)->free[2] = desk.rules.shape[0];
                desk_any(&desk, 0);
            }
        }
        assert_true(over());
        assert_int_equal(desk.state.flips, 32);
        assert_int_equal(desk.state.deck, 0);
    }
}

/* --- score ------------------------------------------------------------------------------------------------------------- */

static void the_example_of_the_rulebook_scores_41(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "coin", "*");
    set_level(&desk, 0, 2, "heart", "");
    set_level(&desk, 0, 3, "potion", "*");
    while (flip_set_count(pad(0)->free[0]) > 14)
        pad(0)->free[0] = flip_set_rest(pad(0)->free[0]);
    while (flip_set_count(pad(0)->free[2]) > 23)
        pad(0)->free[2] = flip_set_rest(pad(0)->free[2]);
    pad(0)->coins = 1;
    pad(0)->lives = 2;
    const struct insertcoin_parts parts = insertcoin_seat_parts(&desk.rules, pad(0));
    assert_int_equal(parts.level[0], 6);
    assert_int_equal(parts.level[1], 30);
    assert_int_equal(parts.level[2], 0);
    assert_int_equal(parts.coins, 3);
    assert_int_equal(parts.lives, 2);
    assert_int_equal(parts.total, 41);
    assert_int_equal(result().score[0], 41);
    char buffer[200];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_insertcoin.breakdown(&desk.rules, &desk.state, 0, &json);
    flip_json_close(&json);
    assert_string_equal(buffer, "{\"levels\":36,\"coins\":3,\"lives\":2}");
}

static void most_points_win_then_more_complete_levels_then_it_is_shared(void **unused)
{
    (void)unused;
    desk_begin(&desk, 3);
    desk.state.stage = INSERTCOIN_OVER;
    for (int seat = 0; seat < 3; seat++) {
        set_level(&desk, seat, 1, "coin", "");
        set_level(&desk, seat, 2, "coin", "*");
        set_level(&desk, seat, 3, "coin", "*");
    }
    assert_int_equal(result().winners, 7);
    pad(1)->coins = 4;
    assert_int_equal(result().winners, 2);
    /* Seat 2: the same points with two complete levels. */
    pad(1)->coins = 3 + 15 / 3;
    set_level(&desk, 2, 2, "key", "");
    assert_int_equal(result().score[1], result().score[2]);
    assert_int_equal(result().winners, 4);
    desk.state.stage = INSERTCOIN_FLIPPING;
    assert_int_equal(result().winners, 0);
}

/* --- abilities ----------------------------------------------------------------------------------------------------------- */

/* Seat 0 completes this shape with a domino in d7 e7 (or d4 e4, where the shape has those) and nobody else has moved. */
static void complete_shape(int seats, const char *shape)
{
    desk_begin(&desk, seats);
    const flip_set inside = desk.rules.shape[shape_named(&desk, shape)];
    const bool low = (inside & squares("d7 e7")) == squares("d7 e7");
    set_level(&desk, 0, 2, shape, low ? "d7 e7" : "d3 e3");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, low ? "draw domino 2 d7 e7" : "draw domino 2 d3 e3");
    assert_int_equal(pad(0)->done, 2);
}

static void cherries_fill_any_three_free_squares_one_by_one(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 b7 c7");
    assert_int_equal(desk_count(&desk, 0), 44 + 44 + 1);
    desk_play(&desk, 0, "fill 1 a2");
    desk_play(&desk, 0, "fill 3 h2");
    assert_false(desk_offers(&desk, 0, "fill 3 h2"));
    desk_play(&desk, 0, "fill 1 d8");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->lives, 3);
    assert_int_equal(pad(0)->free[0], desk.rules.shape[0] & ~squares("a2 d8"));
    assert_int_equal(pad(0)->free[2], desk.rules.shape[0] & ~squares("h2"));
}

static void declining_cherries_forfeits_the_rest_of_them(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 b7 c7");
    desk_play(&desk, 0, "fill 1 a2");
    desk_play(&desk, 0, "decline");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->waiting_count, 0);
    assert_int_equal(pad(0)->cherries, 0);
}

static void cherries_end_when_no_free_square_is_left(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "coin", "c7");
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    set_level(&desk, 0, 3, "coin", "");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 b7 c7");
    desk_play(&desk, 0, "fill 1 c7");
    assert_true(over());
    assert_int_equal(pad(0)->coins, 4);
}

static void a_skull_makes_opponents_skip_the_next_flip_without_a_life_lost(void **unused)
{
    (void)unused;
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "skull", "d8 e8");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d8 e8");
    desk_any(&desk, 1);
    assert_int_equal(pad(1)->skip, 0); /* it strikes when all have finished */
    desk_any(&desk, 2);
    assert_int_equal(pad(0)->skip, 0);
    assert_int_equal(pad(1)->skip, 1);
    assert_int_equal(pad(2)->skip, 1);
    desk_turn_up(&desk, "over"); /* GAME OVER does not count as the flip that is skipped */
    assert_int_equal(pad(1)->skip, 1);
    desk_turn_up(&desk, "2");
    assert_int_equal(desk_turn(&desk), 1);
    desk_any(&desk, 0);
    assert_int_equal(pad(1)->lives, 3);
    desk_turn_up(&desk, "3");
    assert_int_equal(desk_turn(&desk), 7);
}

static void two_skulls_cost_still_one_flip_and_if_all_skip_the_next_card_is_turned(void **unused)
{
    (void)unused;
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "skull", "d8 e8");
    set_level(&desk, 1, 2, "skull", "d8 e8");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d8 e8");
    desk_play(&desk, 1, "draw domino 2 d8 e8");
    desk_any(&desk, 2);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(pad(seat)->skip, 1);
    desk_turn_up(&desk, "2");
    assert_true(dealers_turn());
    desk_turn_up(&desk, "3");
    assert_int_equal(desk_turn(&desk), 7);
}

static void a_heart_brings_back_two_lives_up_to_three(void **unused)
{
    (void)unused;
    static const int before[] = {1, 2, 3}, after[] = {3, 3, 3};
    for (int i = 0; i < 3; i++) {
        desk_begin(&desk, 1);
        set_level(&desk, 0, 1, "heart", "d8 e8");
        pad(0)->lives = (uint8_t)before[i];
        desk_turn_up(&desk, "1");
        desk_play(&desk, 0, "draw domino 1 d8 e8");
        assert_int_equal(pad(0)->lives, after[i]);
        assert_true(dealers_turn()); /* it works by itself */
    }
}

static void an_alien_costs_each_opponent_a_life_and_aliens_add_up(void **unused)
{
    (void)unused;
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "alien", "d7 e7");
    set_level(&desk, 1, 2, "alien", "d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_play(&desk, 1, "draw domino 2 d7 e7");
    assert_int_equal(pad(2)->lives, 3);
    desk_play(&desk, 2, "fill 1 a2");
    assert_int_equal(pad(0)->lives, 2);
    assert_int_equal(pad(1)->lives, 2);
    /* Three Lives of a row are gone: the last one costs a Coin. */
    assert_int_equal(pad(2)->lives, 3);
    assert_int_equal(pad(2)->coins, 2);
}

static void an_alien_can_end_the_game_and_strikes_in_the_last_flip_too(void **unused)
{
    (void)unused;
    desk_begin(&desk, 2);
    set_level(&desk, 0, 2, "alien", "d7 e7");
    pad(1)->lives = 1;
    pad(1)->coins = 0;
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_any(&desk, 1);
    assert_true(over());
    assert_int_equal(pad(1)->lives, 0);

    desk_begin(&desk, 2);
    set_level(&desk, 0, 1, "coin", "");
    set_level(&desk, 0, 2, "alien", "d7 e7");
    set_level(&desk, 0, 3, "coin", "");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_any(&desk, 1);
    assert_true(over());
    assert_int_equal(pad(1)->lives, 2);
}

static void a_shield_completed_in_this_flip_already_keeps_skull_and_alien_away(void **unused)
{
    (void)unused;
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "alien", "d7 e7");
    set_level(&desk, 1, 2, "shield", "d7 e7");
    set_level(&desk, 2, 2, "skull", "d8 e8");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_play(&desk, 2, "draw domino 2 d8 e8");
    desk_play(&desk, 1, "draw domino 2 d7 e7");
    assert_int_equal(pad(1)->lives, 3);
    assert_int_equal(pad(1)->skip, 0);
    assert_int_equal(pad(2)->lives, 2);
    assert_int_equal(pad(0)->skip, 1);
    /* And from now on. */
    set_level(&desk, 2, 1, "alien", "d7 e7");
    desk_turn_up(&desk, "4");
    desk_play(&desk, 2, "draw domino 1 d7 e7");
    desk_any(&desk, 1);
    assert_int_equal(pad(1)->lives, 3);
    assert_int_equal(pad(0)->lives, 2);
}

static void a_coin_is_a_coin_more(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "coin", "e7 f7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 e7 f7");
    assert_int_equal(pad(0)->coins, 4);
    assert_true(dealers_turn());
}

static void a_potion_draws_the_other_symbol_of_the_card(void **unused)
{
    (void)unused;
    complete_shape(1, "potion");
    assert_int_equal(desk_count_of(&desk, 0, "draw domino"), 0);
    assert_true(desk_count_of(&desk, 0, "draw P 1") > 100);
    assert_int_equal(desk_count_of(&desk, 0, "fill"), 0);
    assert_true(desk_offers(&desk, 0, "decline"));
    desk_play(&desk, 0, "draw P 1 a2 b2 c2 a3 b3");
    assert_true(dealers_turn());
}

static void after_a_life_a_potion_offers_both_symbols(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "potion", "d7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "fill 2 d7");
    assert_true(desk_count_of(&desk, 0, "draw domino") > 0);
    assert_true(desk_count_of(&desk, 0, "draw P") > 0);
}

static void a_potion_lapses_when_nothing_fits_and_a_second_one_when_both_symbols_are_drawn(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "a2 h2");
    set_level(&desk, 0, 2, "potion", "d7 e7");
    set_level(&desk, 0, 3, "heart", "c4 d4 e4 f4");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    assert_true(dealers_turn());

    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "potion", "b6 c6 d6 b7 c7");
    set_level(&desk, 0, 2, "potion", "d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_play(&desk, 0, "draw P 1 b6 c6 d6 b7 c7");
    assert_int_equal(pad(0)->done, 3);
    assert_true(dealers_turn());
}

static void a_star_offers_any_symbol_of_up_to_4_squares_at_the_next_flip_and_is_spent_then(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "star", "d1 e1");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d1 e1");
    assert_int_equal(pad(0)->star, 1);
    desk_turn_up(&desk, "over");
    assert_int_equal(pad(0)->star, 1);
    desk_turn_up(&desk, "9"); /* T or U */
    static const char *const offered[] = {"domino", "I3", "L3", "I4", "O", "T", "S", "L", "U"};
    static const char *const refused[] = {"P", "V", "W", "Y", "L5", "N"};
    char words[32];
    for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
        snprintf(words, sizeof words, "draw %s ", offered[i]);
        assert_true(desk_count_of(&desk, 0, words) > 0);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(words, sizeof words, "draw %s ", refused[i]);
        assert_int_equal(desk_count_of(&desk, 0, words), 0);
    }
    desk_play(&desk, 0, "draw O 1 a2 b2 a3 b3");
    assert_int_equal(pad(0)->star, 0);
    desk_turn_up(&desk, "8");
    assert_int_equal(desk_count_of(&desk, 0, "draw O"), 0);
}

static void a_star_is_spent_on_a_life_too_and_a_skipped_flip_keeps_it(void **unused)
{
    (void)unused;
    desk_begin(&desk, 2);
    set_level(&desk, 0, 3, "star", "");
    pad(0)->star = 1;
    pad(0)->skip = 1;
    desk_turn_up(&desk, "1");
    assert_int_equal(desk_turn(&desk), 2);
    desk_any(&desk, 1);
    assert_int_equal(pad(0)->star, 1);
    desk_turn_up(&desk, "2");
    desk_play(&desk, 0, "fill 1 a2");
    assert_int_equal(pad(0)->star, 0);
}

static void a_star_completed_with_a_star_counts_for_the_next_flip(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "star", "d1 e1");
    pad(0)->star = 1;
    desk_turn_up(&desk, "9");
    desk_play(&desk, 0, "draw domino 2 d1 e1");
    assert_int_equal(pad(0)->star, 1);
}

static void after_a_stars_symbol_a_potion_offers_both_symbols_of_the_card(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "potion", "d7 e7");
    pad(0)->star = 1;
    desk_turn_up(&desk, "9"); /* T or U; a domino by the star */
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    assert_true(desk_count_of(&desk, 0, "draw T") > 0);
    assert_true(desk_count_of(&desk, 0, "draw U") > 0);
    assert_int_equal(desk_count_of(&desk, 0, "draw domino"), 0);
}

static void a_bomb_fills_a_block_or_as_much_of_it_as_is_free(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "a2 b2 a4 h3 h4");
    set_level(&desk, 0, 2, "bomb", "d8 e8");
    set_level(&desk, 0, 3, "coin", "");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d8 e8");
    /* Blocks, by their upper left squares, around a2 b2, a4 and h3 h4. */
    static const char *const blocks[] = {"a1", "b1", "a2", "b2", "a3", "a4", "g2", "g3", "g4"};
    assert_int_equal(desk_count(&desk, 0), 9 + 1);
    for (int i = 0; i < 9; i++) {
        char move[16];
        snprintf(move, sizeof move, "fill 1 %s", blocks[i]);
        assert_true(desk_offers(&desk, 0, move));
    }
    desk_play(&desk, 0, "fill 1 a1");
    assert_int_equal(pad(0)->free[0], squares("a4 h3 h4"));
    assert_true(dealers_turn());
}

static void bomb_blocks_go_from_a1_to_g7_only(void **unused)
{
    (void)unused;
    assert_int_equal(insertcoin_blocks(squares("h8")), squares("g7"));
    assert_int_equal(insertcoin_blocks(squares("a1")), squares("a1"));
    assert_int_equal(insertcoin_blocks(squares("h1")), squares("g1"));
    assert_int_equal(insertcoin_blocks(squares("d5")), squares("c4 d4 c5 d5"));
    assert_int_equal(flip_set_count(insertcoin_blocks(~(flip_set)0)), 49);
    assert_int_equal(insertcoin_block(54), squares("g7 h7 g8 h8"));
}

static void a_key_waits_until_it_saves_a_coin(void **unused)
{
    (void)unused;
    desk_begin(&desk, 2);
    set_level(&desk, 0, 2, "key", "d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_any(&desk, 1);
    assert_int_equal(pad(0)->key, 1);
    desk_turn_up(&desk, "over"); /* one level is complete: nothing to save */
    assert_int_equal(pad(0)->key, 1);
    desk.state.flips = 16;
    pad(0)->coins = 0;
    desk_turn_up(&desk, "over");
    assert_false(over());
    assert_int_equal(pad(0)->key, 0);
    assert_int_equal(pad(0)->coins, 0);
    assert_int_equal(pad(1)->coins, 1);
}

static void asked_abilities_come_in_the_order_of_completion_and_a_running_one_finishes_first(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "cherries", "b7 c7");
    set_level(&desk, 0, 2, "bomb", "d8");
    set_level(&desk, 0, 3, "heart", "*");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 1 b7 c7");
    desk_play(&desk, 0, "fill 2 d8"); /* completes the bomb, while two cherries are left */
    assert_int_equal(pad(0)->waiting_count, 2);
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_CHERRIES);
    json_t *view = desk_view(&desk, 0);
    json_t *pending = json_object_get(json_array_get(json_object_get(view, "seats"), 0), "pending");
    assert_string_equal(json_string_value(json_array_get(pending, 0)), "cherries");
    assert_string_equal(json_string_value(json_array_get(pending, 1)), "bomb");
    json_decref(view);
    assert_true(desk_offers(&desk, 0, "fill 3 a2"));
    assert_false(desk_offers(&desk, 0, "fill 3 a1"));
    desk_play(&desk, 0, "fill 3 a2");
    desk_play(&desk, 0, "fill 3 a3");
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_BOMB);
    assert_true(desk_offers(&desk, 0, "fill 3 a1"));
    desk_play(&desk, 0, "decline");
    assert_true(dealers_turn());
}

static void abilities_that_fill_squares_can_complete_further_levels_up_to_the_end(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "bomb", "d8 e8");
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    set_level(&desk, 0, 3, "coin", "c7 d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 1 d8 e8");
    desk_play(&desk, 0, "fill 2 b6");
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_CHERRIES);
    desk_play(&desk, 0, "fill 3 c7");
    desk_play(&desk, 0, "fill 3 d7");
    desk_play(&desk, 0, "fill 3 e7");
    assert_int_equal(pad(0)->done, 7);
    assert_int_equal(pad(0)->coins, 4);
    assert_true(over());
}

static void alone_skull_alien_and_shield_do_nothing(void **unused)
{
    (void)unused;
    static const char *const shapes[] = {"alien", "shield", "skull"};
    for (int i = 0; i < 3; i++) {
        complete_shape(1, shapes[i]);
        assert_true(dealers_turn());
        assert_int_equal(pad(0)->lives, 3);
        assert_int_equal(pad(0)->coins, 3);
        assert_int_equal(pad(0)->skip, 0);
    }
}

static void abilities_without_a_choice_cannot_be_declined(void **unused)
{
    (void)unused;
    static const char *const shapes[] = {"heart", "coin", "shield", "star", "key", "skull", "alien"};
    for (int i = 0; i < 7; i++) {
        complete_shape(2, shapes[i]);
        assert_int_equal(desk_turn(&desk), 2);
        assert_int_equal(pad(0)->waiting_count, 0);
    }
}

/* --- reasons ------------------------------------------------------------------------------------------------------------- */

static void refuse(int seat, flip_move move, const char *reason)
{
    assert_false(flip_insertcoin.legal(&desk.rules, &desk.state, seat, move, &problem));
    if (!strstr(problem.message, reason))
        fail_msg("expected '%s', got '%s'", reason, problem.message);
}

static void a_refused_move_says_why(void **unused)
{
    (void)unused;
    desk_open(&desk, 1, false);
    refuse(0, insertcoin_keep(1, 2, 3), "nothing to decide");
    desk_turn_up(&desk, "1 2 3 4 5");
    refuse(0, insertcoin_keep(1, 2, 9), "from your hand");
    refuse(0, insertcoin_keep(1, 2, 2), "three cards");
    refuse(0, insertcoin_keep(1, 0, 0), "three cards");
    refuse(0, insertcoin_fill(0, 3), "first");
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "coin", "");
    desk_turn_up(&desk, "1");
    flip_move draw;
    assert_true(desk_find(&desk, 0, "draw domino 2 a2 b2", &draw));
    refuse(0, draw - ((flip_move)1 << INSERTCOIN_AT_LEVEL), "complete");
    refuse(0, draw + ((flip_move)2 << INSERTCOIN_AT_LEVEL), "levels 1, 2 and 3");
    refuse(0, draw + ((flip_move)1 << INSERTCOIN_AT_SYMBOL), "two symbols");
    refuse(0, draw + ((flip_move)1 << (INSERTCOIN_AT_SQUARES + INSERTCOIN_SQUARE_BITS)), "make the symbol");
    refuse(0, insertcoin_fill(1, 0), "not a free square");
    refuse(0, INSERTCOIN_MOVE_DECLINE, "Draw a symbol");
    desk_play(&desk, 0, "draw domino 2 a2 b2");
    desk_turn_up(&desk, "4");
    refuse(0, draw, "free squares");
}

/* --- placement ----------------------------------------------------------------------------------------------------------- */

static void every_symbol_has_its_orientations(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int orientations;
    } table[] = {{"domino", 2}, {"I3", 2}, {"L3", 4}, {"I4", 2}, {"O", 1}, {"T", 4},  {"S", 4}, {"L", 8},
                 {"P", 8},      {"U", 4},  {"V", 4},  {"W", 4},  {"Y", 8}, {"L5", 8}, {"N", 8}};
    desk_open(&desk, 1, false);
    assert_int_equal(desk.rules.edition.symbols, 15);
    for (int i = 0; i < 15; i++) {
        assert_string_equal(desk.rules.edition.symbol[i].name, table[i].name);
        assert_int_equal(desk.rules.orientations[i], table[i].orientations);
    }
}

/* The shifted masks against the plain list of polyomino.c, on random boards. */
static void placements_equal_those_of_the_plain_list(void **unused)
{
    (void)unused;
    struct flip_random random;
    flip_random_seed(&random, 5);
    desk_open(&desk, 1, false);
    for (int round = 0; round < 300; round++) {
        struct insertcoin_pad sheet = {.step = INSERTCOIN_PLAY};
        const int symbol = (int)flip_random_below(&random, 15);
        sheet.free[1] = flip_random_next(&random) | (round % 2 ? flip_random_next(&random) : 0);
        const struct insertcoin_symbol *printed = &desk.rules.edition.symbol[symbol];
        char text[5][8];
        const char *rows[5];
        for (int y = 0; y < printed->rows; y++) {
            unsigned columns = 0;
            for (int k = 0; k < printed->rows; k++)
                columns |= printed->row[k];
            int x = 0;
            for (; columns >> x; x++)
                text[y][x] = printed->row[y] >> x & 1 ? '#' : '.';
            text[y][x] = '\0';
            rows[y] = text[y];
        }
        struct flip_shape shape;
        must(flip_shape_read(rows, printed->rows, &shape, &problem));
        flip_set plain[512];
        flip_move moves[FLIP_MAX_MOVES];
        const int count = flip_shape_placements(&shape, sheet.free[1], 8, plain, 512);
        assert_int_equal(insertcoin_draws(&desk.rules, &sheet, 1U << symbol, moves), count);
        for (int i = 0; i < count; i++) {
            bool found = false;
            assert_int_equal(insertcoin_level(moves[i]), 1);
            for (int k = 0; k < count && !found; k++)
                found = plain[k] == insertcoin_squares(&desk.rules, moves[i]);
            assert_true(found);
            for (int k = 0; k < i; k++)
                assert_true(insertcoin_squares(&desk.rules, moves[i]) != insertcoin_squares(&desk.rules, moves[k]));
        }
    }
}

/* The masks as a solver: covers the lowest open square with each symbol of the supply, until the shape is full. */
static bool solve(flip_set open, int supply[INSERTCOIN_SYMBOLS], int *steps)
{
    if (open == 0)
        return true;
    if (--*steps < 0)
        return false;
    const flip_set lowest = open & (~open + 1);
    for (int symbol = desk.rules.edition.symbols - 1; symbol >= 0; symbol--) {
        if (supply[symbol] == 0)
            continue;
        supply[symbol]--;
        for (int i = 0; i < desk.rules.orientations[symbol]; i++) {
            const struct insertcoin_piece *piece = &desk.rules.piece[symbol][i];
            if (!(insertcoin_anchors(piece, desk.rules.size[symbol], open) & lowest))
                continue;
            flip_set covered = 0;
            for (int k = 0; k < desk.rules.size[symbol]; k++)
                covered |= lowest << piece->offset[k];
            if (solve(open & ~covered, supply, steps))
                return true;
        }
        supply[symbol]++;
    }
    return false;
}

static void every_shape_can_be_filled_by_the_decks_symbols_without_single_squares(void **unused)
{
    (void)unused;
    desk_open(&desk, 1, false);
    for (int shape = 0; shape < desk.rules.edition.shapes; shape++) {
        int supply[INSERTCOIN_SYMBOLS] = {0}, steps = 2000000;
        for (int card = 1; card <= 30; card++)
            for (int i = 0; i < 2; i++)
                supply[desk.rules.edition.card[card].symbol[i]]++;
        if (!solve(desk.rules.shape[shape], supply, &steps))
            fail_msg("%s cannot be filled", desk.rules.edition.shape[shape].name);
    }
}

static void the_placements_used_as_a_solver_find_the_2339_ways_to_fill_6_by_10(void **unused)
{
    (void)unused;
    static const char *const pentominoes[12][5] = {{".##", "##.", ".#."}, {"#####"},
                                                   {"####", "#..."},      {".###", "##.."},
                                                   {"##", "##", "#."},    {"###", ".#.", ".#."},
                                                   {"###", "#.#"},        {"###", "#..", "#.."},
                                                   {".##", "##.", "#.."}, {".#.", "###", ".#."},
                                                   {"####", ".#.."},      {"##.", ".#.", ".##"}};
    static struct flip_filler filler;
    flip_filler_open(&filler, FLIP_BIT(60) - 1, 6);
    for (int i = 0; i < 12; i++) {
        struct flip_shape shape;
        int rows = 0;
        while (rows < 5 && pentominoes[i][rows])
            rows++;
        must(flip_shape_read(pentominoes[i], rows, &shape, &problem));
        must(flip_filler_add(&filler, &shape, 1, &problem));
    }
    assert_int_equal(flip_filler_count(&filler, 100000, NULL), 4 * 2339);
}

static void no_state_offers_more_moves_than_a_table_lists(void **unused)
{
    (void)unused;
    desk_begin(&desk, 1);
    int most = 0;
    for (int shape = 0; shape < desk.rules.edition.shapes; shape++)
        for (int card = 1; card <= 30; card++) {
            const char *name = desk.rules.edition.shape[shape].name;
            set_level(&desk, 0, 1, name, "*");
            set_level(&desk, 0, 2, name, "*");
            set_level(&desk, 0, 3, "star", "");
            struct insertcoin_state before = desk.state;
            pad(0)->star = 1;
            pad(0)->step = INSERTCOIN_PLAY;
            desk.state.acting = 1;
            desk.state.card = (uint8_t)card;
            const int count = desk_count(&desk, 0);
            most = count > most ? count : most;
            desk.state = before;
        }
    assert_int_equal(most, 2 * 935); /* two hearts, a star, and a card with P */
    assert_true(most <= INSERTCOIN_MOST_MOVES);
}

/* --- the edition ----------------------------------------------------------------------------------------------------------- */

static void the_classic_edition_has_the_ten_shapes_of_the_book(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int value, squares, ability;
    } table[] = {{"heart", 30, 44, INSERTCOIN_ABILITY_HEART},       {"skull", 30, 43, INSERTCOIN_ABILITY_SKULL},
                 {"cherries", 20, 28, INSERTCOIN_ABILITY_CHERRIES}, {"alien", 25, 34, INSERTCOIN_ABILITY_ALIEN},
                 {"shield", 25, 35, INSERTCOIN_ABILITY_SHIELD},     {"coin", 20, 30, INSERTCOIN_ABILITY_COIN},
                 {"potion", 20, 29, INSERTCOIN_ABILITY_POTION},     {"star", 25, 36, INSERTCOIN_ABILITY_STAR},
                 {"bomb", 25, 37, INSERTCOIN_ABILITY_BOMB},         {"key", 15, 19, INSERTCOIN_ABILITY_KEY}};
    desk_open(&desk, 1, false);
    int copies[10] = {0};
    assert_int_equal(desk.rules.edition.shapes, 10);
    assert_int_equal(desk.rules.edition.cards, 30);
    for (int card = 1; card <= 30; card++)
        copies[desk.rules.edition.card[card].shape]++;
    for (int i = 0; i < 10; i++) {
        const struct insertcoin_shape *shape = &desk.rules.edition.shape[i];
        assert_string_equal(shape->name, table[i].name);
        assert_int_equal(shape->value, table[i].value);
        assert_int_equal(shape->ability, table[i].ability);
        assert_int_equal(flip_set_count(desk.rules.shape[i]), table[i].squares);
        assert_int_equal(copies[i], 3);
    }
}

static json_t *classic_json(void)
{
    struct flip_edition *classic = flip_edition_classic(&flip_insertcoin, &problem);
    must(classic ? 0 : -1);
    json_t *json = json_loads(classic->json, 0, NULL);
    flip_edition_free(classic);
    assert_non_null(json);
    return json;
}

static json_t *item(json_t *json, const char *list, size_t index)
{
    return json_array_get(json_object_get(json, list), index);
}

static struct flip_edition *parse(json_t *json)
{
    char *text = json_dumps(json, 0);
    struct flip_edition *edition = flip_edition_parse(&flip_insertcoin, text, strlen(text), "set.json", &problem);
    free(text);
    json_decref(json);
    return edition;
}

/* The edition must be refused with this sentence. */
static void refused(json_t *json, const char *reason)
{
    struct flip_edition *edition = parse(json);
    if (edition)
        fail_msg("accepted, though: %s", reason);
    if (!strstr(problem.message, reason))
        fail_msg("expected '%s', got '%s'", reason, problem.message);
}

/* The classic edition with other rows (and no filling) for shape `which`. */
static json_t *with_rows(size_t which, const char *rows)
{
    json_t *json = classic_json(), *shape = item(json, "shapes", which);
    json_object_set_new(shape, "rows", json_loads(rows, 0, NULL));
    json_object_del(shape, "tiling");
    json_object_del(shape, "squares");
    return json;
}

static void a_shape_that_is_apart_too_large_or_unfillable_is_refused_with_its_place(void **unused)
{
    (void)unused;
    refused(with_rows(9, "[\"##......\",\"........\",\"..##....\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows: row 3, column 3: this square does not hang together");
    refused(with_rows(9, "[\"##......\",\"........\",\"#########\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows[2]: row 3, column 9: a row has 8 squares");
    refused(
        with_rows(
            9, "[\"##......\",\"...\",\"........\",\"........\",\"........\",\"........\",\"........\",\"........\"]"),
        "shapes[9].rows[1]: row 2, column 4: a row has 8 squares");
    refused(with_rows(9, "[\"##......\",\".x......\",\"........\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows[1]: row 2, column 2: '#' is a square");
    refused(with_rows(9, "[\"########\",\"########\"]"), "shapes[9].rows: expected a list of 8");
    refused(with_rows(9, "[\"........\",\"........\",\"........\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows: there is no square");
    refused(with_rows(9, "[\"########\",\"########\",\"########\",\"########\",\"########\",\"########\",\"########\","
                         "\"########\"]"),
            "shapes[9]: too large: levels of this shape could offer");
    refused(with_rows(9, "[\"#.......\",\"........\",\"........\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows: row 1, column 1: no symbol of the deck covers this square");
    /* A cross of five: every arm needs the middle. */
    refused(with_rows(9, "[\".#......\",\"###.....\",\".#......\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "the shape cannot be filled with the symbols of the deck");
}

static void a_fillable_shape_without_a_filling_is_accepted(void **unused)
{
    (void)unused;
    struct flip_edition *edition = parse(with_rows(
        9,
        "[\"########\",\"#......#\",\"#.####.#\",\"#.#..#.#\",\"#.#..#.#\",\"#.##.#.#\",\"#....#.#\",\"######.#\"]"));
    must(edition ? 0 : -1);
    flip_edition_free(edition);
    for (size_t i = 0; i < 10; i++) {
        json_t *json = classic_json();
        json_object_del(item(json, "shapes", i), "tiling");
        edition = parse(json);
        must(edition ? 0 : -1);
        flip_edition_free(edition);
    }
}

static void a_shape_without_value_is_refused(void **unused)
{
    (void)unused;
    json_t *json = classic_json();
    json_object_set_new(item(json, "shapes", 0), "value", json_integer(0));
    refused(json, "shapes[0].value: expected a whole number from 1 to 99; found 0");
    json = classic_json();
    json_object_del(item(json, "shapes", 3), "value");
    refused(json, "shapes[3].value: is missing");
    json = classic_json();
    json_object_set_new(item(json, "shapes", 3), "squares", json_integer(35));
    refused(json, "shapes[3].squares: expected");
    json = classic_json();
    json_object_set_new(item(json, "shapes", 3), "ability", json_string("dance"));
    refused(json, "shapes[3].ability: expected one of cherries");
}

static void a_wrong_filling_is_refused_with_its_place(void **unused)
{
    (void)unused;
    json_t *json = classic_json(), *key = item(json, "shapes", 9);
    json_array_remove(json_object_get(key, "tiling"), 1);
    refused(json, "shapes[9].tiling: row 4, column 4: this square of the shape stays free");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_array_set_new(json_object_get(item(key, "tiling", 0), "squares"), 0, json_string("a1"));
    refused(json, "shapes[9].tiling[0].squares[0]: a1 (row 1, column 1) is not a square of the shape");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_array_set_new(json_object_get(item(key, "tiling", 1), "squares"), 0, json_string("c1"));
    refused(json, "shapes[9].tiling[1].squares[0]: c1 (row 1, column 3) is filled twice");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_object_set_new(item(key, "tiling", 0), "card", json_integer(3));
    refused(json, "shapes[9].tiling[0]: card 3 does not show U");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_object_set_new(item(key, "tiling", 3), "card", json_integer(9));
    refused(json, "shapes[9].tiling[3]: card 9 is used twice");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_object_set_new(item(key, "tiling", 2), "symbol", json_string("I3"));
    refused(json, "shapes[9].tiling[2].squares: these squares do not make I3");
}

static void broken_symbols_and_cards_are_refused_with_their_place(void **unused)
{
    (void)unused;
    json_t *json = classic_json();
    json_object_set_new(item(json, "symbols", 5), "rows", json_loads("[\"#.\",\".#\"]", 0, NULL));
    refused(json, "symbols[5].rows: row 2, column 2: this square does not hang together");
    json = classic_json();
    json_object_set_new(item(json, "symbols", 7), "rows", json_loads("[\"#..\",\"###\"]", 0, NULL));
    json_object_set_new(item(json, "symbols", 9), "rows", json_loads("[\"##\",\"#.\",\"#.\"]", 0, NULL));
    refused(json, "symbols[9].rows: this is L, turned or mirrored");
    json = classic_json();
    json_object_set_new(item(json, "symbols", 5), "rows", json_loads("[\"###\",\"###\"]", 0, NULL));
    refused(json, "symbols[5].rows: a symbol has 2 to 5 squares, not 6");
    json = classic_json();
    json_object_set_new(item(json, "symbols", 5), "symbol", json_string("i3"));
    refused(json, "symbols[5]: there is a symbol I3 already");
    json = classic_json();
    json_object_set_new(item(json, "cards", 5), "card", json_integer(7));
    refused(json, "cards[5].card: expected");
    json = classic_json();
    json_array_set_new(json_object_get(item(json, "cards", 5), "symbols"), 0, json_string("P"));
    refused(json, "cards[5].symbols: a card shows two different symbols");
    json = classic_json();
    json_array_remove(json_object_get(json, "cards"), 29);
    refused(json, "cards: 29 cards cannot be divided into two equal piles");
    json = classic_json();
    json_object_set_new(item(json, "cards", 5), "shape", json_string("ghost"));
    refused(json, "cards[5].shape: expected one of heart");
    json = classic_json();
    json_object_set_new(json, "lives", json_integer(0));
    refused(json, "lives: expected a whole number from 1 to 9; found 0");
}

static void every_figure_of_the_edition_reaches_the_game(void **unused)
{
    (void)unused;
    json_t *json = classic_json();
    json_object_set_new(json, "lives", json_integer(4));
    json_object_set_new(json, "coins", json_integer(5));
    json_object_set_new(json_object_get(json, "points"), "coin", json_integer(7));
    json_object_set_new(json_object_get(json, "points"), "life", json_integer(2));
    json_object_set_new(item(json, "shapes", 0), "value", json_integer(50));
    struct flip_edition *edition = parse(json);
    must(edition ? 0 : -1);
    desk_open_with(&desk, edition->data, 1, false);
    flip_edition_free(edition);
    assert_int_equal(pad(0)->lives, 4);
    assert_int_equal(pad(0)->coins, 5);
    assert_int_equal(result().score[0], 5 * 7 + 4 * 2);
    set_level(&desk, 0, 1, "heart", "");
    assert_int_equal(result().score[0], 5 * 7 + 4 * 2 + 50);
}

/* --- words and views --------------------------------------------------------------------------------------------------------- */

static void check_tell(int seat, const char *text, const char *told)
{
    flip_move move = 0;
    char buffer[200];
    if (seat == FLIP_DEALER)
        move = strcmp(text, "over") == 0 ? INSERTCOIN_GAME_OVER : (flip_move)atoi(text);
    else
        assert_true(desk_find(&desk, seat, text, &move));
    struct flip_text out = flip_text_in(buffer, sizeof buffer);
    flip_insertcoin.tell(&desk.rules, &desk.state, seat, move, &out);
    assert_string_equal(buffer, told);
}

static void moves_are_told_in_phrases(void **unused)
{
    (void)unused;
    desk_open(&desk, 1, false);
    check_tell(FLIP_DEALER, "4", "card 4, skull, to seat 1");
    desk_turn_up(&desk, "1 2 3 4 30");
    check_tell(0, "keep 1 4 30", "keeps heart (card 1), skull (card 4), key (card 30)");
    desk_begin(&desk, 1);
    check_tell(FLIP_DEALER, "9", "card 9: T or U");
    check_tell(FLIP_DEALER, "over", "GAME OVER: a Coin from everybody with fewer than 1 complete level");
    set_level(&desk, 0, 2, "coin", "c7");
    set_level(&desk, 0, 3, "cherries", "b7 c7");
    desk_turn_up(&desk, "1");
    check_tell(0, "draw domino 1 a2 b2", "domino in level 1 at a2");
    check_tell(0, "fill 2 c7", "square c7 in level 2 with a Life; level 2 complete, coin: a Coin more");
    desk_play(&desk, 0, "draw domino 3 b7 c7");
    check_tell(0, "fill 1 a2", "square a2 in level 1 (cherries)");
    check_tell(0, "decline", "declines the cherries");
}

static void the_view_names_card_symbols_levels_and_flags(void **unused)
{
    (void)unused;
    desk_begin(&desk, 2);
    set_level(&desk, 0, 1, "star", "");
    pad(0)->star = 1;
    pad(1)->shield = 1;
    desk_turn_up(&desk, "9");
    json_t *view = desk_view(&desk, FLIP_PUBLIC), *shared = json_object_get(view, "shared");
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
    assert_int_equal(json_integer_value(json_object_get(level, "value")), 30);
    assert_true(json_is_false(json_object_get(level, "done")));
    assert_int_equal(json_array_size(json_object_get(level, "rows")), 8);
    json_decref(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_cards_are_dealt_to_seat_0_then_to_seat_1_and_three_are_kept),
        cmocka_unit_test(everybody_begins_with_3_lives_and_3_coins_and_all_30_cards_make_the_piles),
        cmocka_unit_test(in_the_draft_one_card_is_picked_and_the_others_go_to_the_next_seat),
        cmocka_unit_test(alone_the_draft_deals_four_cards_and_three_are_kept),
        cmocka_unit_test(hands_and_picks_are_shown_to_their_owner_only),
        cmocka_unit_test(dealt_cards_and_picks_are_secret_to_the_others_and_kept_cards_are_not),
        cmocka_unit_test(too_few_cards_for_the_seats_are_refused),
        cmocka_unit_test(game_over_has_chance_1_in_what_is_left_of_its_pile),
        cmocka_unit_test(one_of_the_two_symbols_is_drawn_turned_or_mirrored_inside_one_shape),
        cmocka_unit_test(squares_are_named_row_by_row_from_the_left),
        cmocka_unit_test(symbols_do_not_reach_around_the_edge_of_the_box),
        cmocka_unit_test(a_life_fills_one_square_always_and_is_the_only_way_if_nothing_fits),
        cmocka_unit_test(seats_draw_at_the_same_time_and_see_each_other_after_the_flip),
        cmocka_unit_test(the_last_life_of_a_row_costs_a_coin_and_three_lives_come),
        cmocka_unit_test(there_is_a_row_of_lives_for_every_coin),
        cmocka_unit_test(without_a_coin_the_game_ends_after_this_flip_which_all_finish),
        cmocka_unit_test(out_of_lives_and_coins_ends_the_game_whatever_coin_or_heart_then_give),
        cmocka_unit_test(the_life_is_lost_and_the_coin_inserted_before_the_square_is_filled),
        cmocka_unit_test(the_first_game_over_costs_a_coin_without_a_complete_level_the_second_with_fewer_than_two),
        cmocka_unit_test(who_cannot_pay_ends_the_game_at_once_and_the_others_still_pay),
        cmocka_unit_test(zero_coins_are_enough_for_who_need_not_pay),
        cmocka_unit_test(the_game_ends_after_the_flip_in_which_somebody_completed_all_levels),
        cmocka_unit_test(the_deck_is_empty_after_card_32_is_played),
        cmocka_unit_test(the_example_of_the_rulebook_scores_41),
        cmocka_unit_test(most_points_win_then_more_complete_levels_then_it_is_shared),
        cmocka_unit_test(cherries_fill_any_three_free_squares_one_by_one),
        cmocka_unit_test(declining_cherries_forfeits_the_rest_of_them),
        cmocka_unit_test(cherries_end_when_no_free_square_is_left),
        cmocka_unit_test(a_skull_makes_opponents_skip_the_next_flip_without_a_life_lost),
        cmocka_unit_test(two_skulls_cost_still_one_flip_and_if_all_skip_the_next_card_is_turned),
        cmocka_unit_test(a_heart_brings_back_two_lives_up_to_three),
        cmocka_unit_test(an_alien_costs_each_opponent_a_life_and_aliens_add_up),
        cmocka_unit_test(an_alien_can_end_the_game_and_strikes_in_the_last_flip_too),
        cmocka_unit_test(a_shield_completed_in_this_flip_already_keeps_skull_and_alien_away),
        cmocka_unit_test(a_coin_is_a_coin_more),
        cmocka_unit_test(a_potion_draws_the_other_symbol_of_the_card),
        cmocka_unit_test(after_a_life_a_potion_offers_both_symbols),
        cmocka_unit_test(a_potion_lapses_when_nothing_fits_and_a_second_one_when_both_symbols_are_drawn),
        cmocka_unit_test(a_star_offers_any_symbol_of_up_to_4_squares_at_the_next_flip_and_is_spent_then),
        cmocka_unit_test(a_star_is_spent_on_a_life_too_and_a_skipped_flip_keeps_it),
        cmocka_unit_test(a_star_completed_with_a_star_counts_for_the_next_flip),
        cmocka_unit_test(after_a_stars_symbol_a_potion_offers_both_symbols_of_the_card),
        cmocka_unit_test(a_bomb_fills_a_block_or_as_much_of_it_as_is_free),
        cmocka_unit_test(bomb_blocks_go_from_a1_to_g7_only),
        cmocka_unit_test(a_key_waits_until_it_saves_a_coin),
        cmocka_unit_test(asked_abilities_come_in_the_order_of_completion_and_a_running_one_finishes_first),
        cmocka_unit_test(abilities_that_fill_squares_can_complete_further_levels_up_to_the_end),
        cmocka_unit_test(alone_skull_alien_and_shield_do_nothing),
        cmocka_unit_test(abilities_without_a_choice_cannot_be_declined),
        cmocka_unit_test(a_refused_move_says_why),
        cmocka_unit_test(every_symbol_has_its_orientations),
        cmocka_unit_test(placements_equal_those_of_the_plain_list),
        cmocka_unit_test(every_shape_can_be_filled_by_the_decks_symbols_without_single_squares),
        cmocka_unit_test(the_placements_used_as_a_solver_find_the_2339_ways_to_fill_6_by_10),
        cmocka_unit_test(no_state_offers_more_moves_than_a_table_lists),
        cmocka_unit_test(the_classic_edition_has_the_ten_shapes_of_the_book),
        cmocka_unit_test(a_shape_that_is_apart_too_large_or_unfillable_is_refused_with_its_place),
        cmocka_unit_test(a_fillable_shape_without_a_filling_is_accepted),
        cmocka_unit_test(a_shape_without_value_is_refused),
        cmocka_unit_test(a_wrong_filling_is_refused_with_its_place),
        cmocka_unit_test(broken_symbols_and_cards_are_refused_with_their_place),
        cmocka_unit_test(every_figure_of_the_edition_reaches_the_game),
        cmocka_unit_test(moves_are_told_in_phrases),
        cmocka_unit_test(the_view_names_card_symbols_levels_and_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
