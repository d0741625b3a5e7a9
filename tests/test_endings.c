/*
 * How games end, in words: every way that a game can end says who has won and why, with the players' names, and to a player as
 * "you". Positions are written into the state; Flick 'em Up! has a file of its own.
 */
#include "games/flickemup/flickemup.h"
#include "games/flipcity/flipcity.h"
#include "games/fliptown/fliptown.h"
#include "games/insertcoin/insertcoin.h"
#include "games/royalflip/royalflip.h"
#include "support.h"
#include "table/table.h"

#include <flipside/record.h>
#include <flipside/say.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct flip_table *table;

static void sit(const struct flip_game *game, int seats, const char *option, const char *value)
{
    static const char *const people[] = {"Ann", "Bob", "Cid", "Dan"};
    struct flip_table_def def = flip_table_defaults(game);
    const unsigned char seed[FLIP_SEED_BYTES] = {7};
    def.seats = seats;
    def.seed = seed;
    for (int seat = 0; seat < seats; seat++)
        def.names[seat] = people[seat];
    if (option)
        must(flip_options_set(game, &def.options, option, value, &problem));
    if (!(table = flip_table_open(&def, &problem)))
        fail_msg("%s", problem.message);
}

static void stand_up(void)
{
    flip_table_close(table);
    table = NULL;
}

static void says_to(int viewer, const char *verdict, const char *why)
{
    char headline[FLIP_ENDING_TEXT], rest[FLIP_ENDING_TEXT];
    struct flip_text first = flip_text_in(headline, sizeof headline), second = flip_text_in(rest, sizeof rest);
    flip_table_ending(table, viewer, &first, &second);
    assert_string_equal(headline, verdict);
    assert_string_equal(rest, why);
}

static void says(const char *verdict, const char *why) { says_to(FLIP_PUBLIC, verdict, why); }

/* --- the words ------------------------------------------------------------------------------------------------------- */

static const char *seats_said(flip_set seats, int you, const char *before)
{
    static char text[200];
    const struct flip_names names = {.name = {"Ann", "Bob", "Cid"}, .you = you};
    struct flip_text out = flip_text_in(text, sizeof text);
    flip_text_add(&out, "%s", before);
    flip_say_seats(&names, seats, "wins", "win", &out);
    return text;
}

CASE(a_verb_agrees_with_who_is_named_and_with_you)
{
    assert_string_equal(seats_said(1, -1, ""), "Ann wins");
    assert_string_equal(seats_said(1, 0, ""), "You win");
    assert_string_equal(seats_said(3, -1, ""), "Ann and Bob win");
    assert_string_equal(seats_said(7, 1, ""), "You, Ann and Cid win");
    assert_string_equal(seats_said(2, 1, "but "), "but you win");
    assert_string_equal(seats_said(2, 1, "Over. "), "Over. You win");
}

CASE(players_of_one_name_are_counted_and_a_seat_called_you_is_spoken_to)
{
    sit(&flip_royalflip, 3, NULL, NULL);
    struct royalflip_state *state = table->now.state;
    state->round = ((struct royalflip_rules *)table->rules)->edition.rounds;
    state->acting = 0;
    state->sheet[1].points = 30;
    flip_table_rename(table, 0, "Bob");
    says("Bob (2) wins with 30 points", "All twelve rounds are played.");
    flip_table_rename(table, 1, "You");
    says("You win with 30 points", "All twelve rounds are played.");
    stand_up();
}

CASE(a_running_game_says_nothing_of_its_end)
{
    char text[4000];
    sit(&flip_royalflip, 2, NULL, NULL);
    says("", "");
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    flip_table_result_json(table, &json);
    flip_json_close(&json);
    assert_null(strstr(text, "reason"));
    assert_non_null(strstr(text, "\"points\":true"));
    stand_up();
}

/* --- the result and the record --------------------------------------------------------------------------------------- */

CASE(the_reason_begins_with_the_verdict_and_speaks_to_the_viewer)
{
    char text[4000];
    sit(&flip_flipcity, 2, NULL, NULL);
    struct flipcity_state *state = table->now.state;
    state->step = FLIPCITY_OVER;
    state->end = FLIPCITY_BY_POINTS;
    state->acting = 1;
    state->points = 9;
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    flip_table_result_for(table, 1, &json);
    flip_json_close(&json);
    json_t *result = json_loads(text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(result, "verdict")), "You win");
    assert_string_equal(json_string_value(json_object_get(result, "reason")),
                        "You win. You have played 9 points in one turn.");
    assert_true(json_is_false(json_object_get(result, "points")));
    json_decref(result);
    stand_up();
}

/* A record with a line of its result changed; loading it must end so. */
static void load_changed(const char *key, json_t *value, bool loads)
{
    char *text = flip_record_save(table, FLIP_RECORD_FULL, &problem);
    assert_non_null(text);
    json_t *record = json_loads(text, 0, NULL), *result = json_object_get(record, "result");
    free(text);
    assert_true(json_is_string(json_object_get(result, "reason")));
    if (value)
        json_object_set_new(result, key, value);
    else
        json_object_del(result, key);
    text = json_dumps(record, 0);
    struct flip_table *again = flip_record_load(text, strlen(text), FLIP_ALL_STEPS, &problem);
    if (!again && loads)
        fail_msg("%s", problem.message);
    assert_true((again != NULL) == loads);
    flip_table_close(again);
    free(text);
    json_decref(record);
}

CASE(a_record_without_a_reason_loads_and_without_points_the_winners_must_fit)
{
    sit(&flip_flipcity, 2, NULL, NULL);
    play_random_game(table, 3);
    load_changed("reason", NULL, true);
    load_changed("scores", json_pack("[i,i]", 127, 14), true);
    load_changed("winners", json_pack("[i,i,i]", 0, 1, 5), false);
    load_changed("winners", json_pack("[s]", "Ann"), false);
    load_changed("winners", NULL, true);
    stand_up();
    sit(&flip_royalflip, 2, NULL, NULL);
    play_random_game(table, 3);
    load_changed("reason", NULL, true);
    load_changed("scores", json_pack("[i,i]", 127, 14), false);
    stand_up();
}

CASE(every_game_ends_with_a_reason)
{
    for (int i = 0; flip_game_at(i); i++) {
        char headline[FLIP_ENDING_TEXT], rest[FLIP_ENDING_TEXT];
        struct flip_text first = flip_text_in(headline, sizeof headline), second = flip_text_in(rest, sizeof rest);
        if (flip_game_at(i) == &flip_flickemup)
            continue;
        sit(flip_game_at(i), 2, NULL, NULL);
        play_random_game(table, 11);
        flip_table_ending(table, FLIP_PUBLIC, &first, &second);
        assert_true(headline[0] && rest[0] && flip_text_fits(&first) && flip_text_fits(&second));
        assert_true(rest[strlen(rest) - 1] == '.' && headline[strlen(headline) - 1] != '.');
        stand_up();
    }
}

/* --- Fliptown -------------------------------------------------------------------------------------------------------- */

static struct fliptown_state *end_fliptown(int seats, const char *option, const char *value)
{
    sit(&flip_fliptown, seats, option, value);
    struct fliptown_state *state = table->now.state;
    state->stage = FLIPTOWN_OVER;
    for (int seat = 0; seat < seats; seat++)
        state->sheet[seat].cash = state->sheet[seat].gold = state->sheet[seat].wanted = 0;
    return state;
}

#define PLAYED "All three rounds are played."

CASE(fliptown_is_won_with_most_points)
{
    struct fliptown_state *state = end_fliptown(2, NULL, NULL);
    state->sheet[0].stars = 61;
    state->sheet[1].stars = 60;
    says("Ann wins with 61 points", PLAYED);
    says_to(0, "You win with 61 points", PLAYED);
    stand_up();
}

CASE(a_tie_in_fliptown_goes_by_wanted_then_gold_then_cash_then_is_shared)
{
    struct fliptown_state *state = end_fliptown(3, NULL, NULL);
    for (int seat = 0; seat < 3; seat++)
        state->sheet[seat].stars = (uint8_t)(seat < 2 ? 61 : 40);
    says("Ann and Bob share the win with 61 points", PLAYED " Wanted, gold and cash are equal too.");
    state->sheet[1].cash = 3;
    says("Bob wins with 61 points", PLAYED " Ann has as many points, but Bob has more cash.");
    state->sheet[0].gold = 1;
    says("Ann wins with 61 points", PLAYED " Bob has as many points, but Ann has more gold.");
    state->sheet[0].wanted = 2;
    says("Bob wins with 61 points", PLAYED " Ann has as many points, but Bob is less Wanted.");
    says_to(1, "You win with 61 points", PLAYED " Ann has as many points, but you are less Wanted.");
    says_to(0, "Bob wins with 61 points", PLAYED " You have as many points, but Bob is less Wanted.");
    stand_up();
}

CASE(alone_in_fliptown_the_title_is_told)
{
    struct fliptown_state *state = end_fliptown(1, NULL, NULL);
    state->sheet[0].stars = 62;
    state->sheet[0].wanted = 8;
    says("Ann finishes with 62 points", PLAYED " Title: Pioneerin' Buckaroo.");
    stand_up();
}

CASE(a_cowbot_is_beaten_or_wins_and_a_tie_goes_by_its_lowest_stolen_card)
{
    struct fliptown_state *state = end_fliptown(1, "cowbot", "bart");
    const struct fliptown_rules *rules = table->rules;
    char verdict[100];
    state->stolen_count = 0;
    int total = fliptown_cowbot_points(rules, state).total;
    state->sheet[0].stars = (uint8_t)(total + 5);
    snprintf(verdict, sizeof verdict, "Ann beats Black Bart by %d to %d", total + 5, total);
    says(verdict, PLAYED " Title: Legendary Deputy.");
    state->sheet[0].stars = 3;
    snprintf(verdict, sizeof verdict, "Black Bart beats you by %d to 3", total);
    says_to(0, verdict, PLAYED " Title: Tenderfooted Deputy.");
    state->sheet[0].stars = (uint8_t)total;
    snprintf(verdict, sizeof verdict, "A draw with Black Bart at %d points", total);
    says(verdict, PLAYED " Black Bart has stolen nothing that could break the tie. Title: Legendary Deputy.");

    state->stolen_count = 1;
    for (int card = 0; rules->rank[state->stolen[0]] != 5; card++)
        state->stolen[0] = (uint8_t)card;
    total = fliptown_cowbot_points(rules, state).total;
    state->sheet[0].stars = (uint8_t)total;
    state->sheet[0].wanted = 5;
    snprintf(verdict, sizeof verdict, "A draw with Black Bart at %d points", total);
    says(verdict, PLAYED " Wanted and the lowest stolen card are both 5. Title: Legendary Homesteader.");
    state->sheet[0].wanted = 4;
    snprintf(verdict, sizeof verdict, "You win the tie at %d points", total);
    says_to(0, verdict,
            PLAYED " With equal points the lower one wins: Wanted 4, or the lowest stolen card, 5. Title: Legendary "
                   "Homesteader.");
    state->sheet[0].wanted = 6;
    snprintf(verdict, sizeof verdict, "Black Bart wins the tie at %d points", total);
    says(verdict,
         PLAYED " With equal points the lower one wins: Wanted 6, or the lowest stolen card, 5. Title: Legendary "
                "Homesteader.");
    stand_up();
}

/* --- Royal Flip ------------------------------------------------------------------------------------------------------ */

static struct royalflip_state *end_royalflip(int seats)
{
    sit(&flip_royalflip, seats, NULL, NULL);
    struct royalflip_state *state = table->now.state;
    state->round = ((struct royalflip_rules *)table->rules)->edition.rounds;
    state->acting = 0;
    return state;
}

CASE(royal_flip_is_won_with_most_points)
{
    struct royalflip_state *state = end_royalflip(2);
    state->sheet[1].points = 41;
    says("Bob wins with 41 points", "All twelve rounds are played.");
    stand_up();
}

CASE(a_tie_in_royal_flip_that_was_broken_is_told)
{
    struct royalflip_state *state = end_royalflip(3);
    state->sheet[0].points = state->sheet[1].points = 41;
    state->tie.in = FLIP_BIT(1);
    says("Bob wins with 41 points",
         "All twelve rounds are played. Ann has as many, but Bob wins at rock, paper, scissors.");
    stand_up();
}

CASE(alone_in_royal_flip_the_jackpot_is_told)
{
    struct royalflip_state *state = end_royalflip(1);
    state->sheet[0].points = 49;
    says("Ann finishes with 49 points", "All twelve rounds are played. The jackpot is at 50 points.");
    state->sheet[0].points = 50;
    says_to(0, "You finish with 50 points, the jackpot", "All twelve rounds are played.");
    stand_up();
}

/* --- Flip City ------------------------------------------------------------------------------------------------------- */

static struct flipcity_state *end_flipcity(int seats, enum flipcity_end end)
{
    sit(&flip_flipcity, seats, NULL, NULL);
    struct flipcity_state *state = table->now.state;
    state->step = FLIPCITY_OVER;
    state->end = (uint8_t)end;
    state->acting = 0;
    return state;
}

CASE(flip_city_is_won_by_points_or_by_the_convenience_store)
{
    struct flipcity_state *state = end_flipcity(2, FLIPCITY_BY_POINTS);
    state->points = 8;
    says("Ann wins", "Ann has played 8 points in one turn.");
    state->end = FLIPCITY_BY_CARDS;
    state->played_count = 19;
    state->fewest = 18;
    const struct flipcity_rules *rules = table->rules;
    for (int face = 0; face < rules->faces; face++)
        if (rules->edition.face[face].wins_with == 18)
            state->played[7] = (uint8_t)face;
    says("Ann wins", "Ann has played 19 cards in one turn, the Convenience Store among them.");
    stand_up();
}

CASE(flip_city_is_a_draw_after_a_hundred_turns_and_lost_alone)
{
    end_flipcity(2, FLIPCITY_DRAW);
    says("A draw", "Nobody has won in 100 turns each.");
    stand_up();
    struct flipcity_state *state = end_flipcity(1, FLIPCITY_LOST);
    says_to(0, "You lose", "The market is empty.");
    state->turn = 100;
    says("Ann loses", "100 turns went by without a win.");
    stand_up();
}

/* --- Insert Coin ----------------------------------------------------------------------------------------------------- */

/* Everybody skips the next flip, which therefore ends as soon as its card is turned. */
static struct insertcoin_state *before_a_flip(int seats)
{
    sit(&flip_insertcoin, seats, NULL, NULL);
    struct insertcoin_state *state = table->now.state;
    state->stage = INSERTCOIN_FLIPPING;
    state->acting = 0;
    state->deck = ((struct insertcoin_rules *)table->rules)->all_cards;
    for (int seat = 0; seat < seats; seat++)
        state->pad[seat].skip = 1;
    return state;
}

static void turn_up(flip_move event)
{
    flip_insertcoin.rules->apply(table->rules, table->now.state, FLIP_DEALER, event);
    assert_int_equal(flip_table_turn(table), 0);
}

CASE(insert_coin_ends_when_game_over_asks_for_a_coin_that_somebody_lacks)
{
    struct insertcoin_state *state = before_a_flip(3);
    state->game_overs = 1;
    for (int seat = 0; seat < 3; seat++)
        state->pad[seat].done = 0;
    state->pad[0].coins = 1; /* pays its last one */
    state->pad[1].coins = 0;
    state->pad[2].coins = 4;
    turn_up(INSERTCOIN_GAME_OVER);
    says("Cid wins with 12 points", "The second GAME OVER card asks for a Coin that Bob does not have.");
    says_to(1, "Cid wins with 12 points", "The second GAME OVER card asks for a Coin that you do not have.");
    stand_up();
    state = before_a_flip(1);
    state->pad[0].coins = 0;
    turn_up(INSERTCOIN_GAME_OVER);
    says_to(0, "You finish with 3 points", "The first GAME OVER card asks for a Coin that you do not have.");
    stand_up();
}

CASE(insert_coin_ends_with_all_levels_without_lives_or_with_the_last_card)
{
    struct insertcoin_state *state = before_a_flip(2);
    state->pad[0].coins = 2;
    state->pad[1].coins = 0;
    state->pad[1].done = 7;
    turn_up(4);
    says("Ann wins with 9 points", "Bob has completed all three levels.");
    stand_up();

    state = before_a_flip(2);
    state->pad[1].coins = state->pad[1].lives = 0;
    state->pad[1].out = 1;
    turn_up(4);
    says_to(1, "Ann wins with 12 points", "You have no Lives and no Coins left.");
    stand_up();

    state = before_a_flip(2);
    state->flips = (uint8_t)(insertcoin_flips(table->rules) - 1);
    state->pad[1].coins = 5;
    turn_up(4);
    says("Bob wins with 18 points", "The last card is turned.");
    stand_up();
}

CASE(a_tie_in_insert_coin_goes_by_complete_levels_then_is_shared)
{
    struct insertcoin_state *state = before_a_flip(2);
    state->flips = (uint8_t)(insertcoin_flips(table->rules) - 1);
    turn_up(4);
    says("Ann and Bob share the win with 12 points", "The last card is turned. Complete levels are equal too.");
    state->pad[1].done = 1;
    says("Bob wins with 12 points",
         "The last card is turned. Ann has as many points, but Bob has more complete levels.");
    stand_up();
}

CASE(a_number_agrees_with_its_noun_and_its_article)
{
    char words[32];
    const struct {
        int count;
        const char *said;
    } counts[] = {{0, "0 sites"}, {1, "1 site"}, {2, "2 sites"}, {21, "21 sites"}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct flip_text out = flip_text_in(words, sizeof words);
        flip_say_count(counts[i].count, "site", "sites", &out);
        assert_string_equal(words, counts[i].said);
    }
    for (int number = 1; number < 200; number++)
        assert_string_equal(flip_article(number),
                            number == 8 || number == 11 || number == 18 || (number >= 80 && number < 90) ? "an" : "a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verb_agrees_with_who_is_named_and_with_you),
        cmocka_unit_test(a_number_agrees_with_its_noun_and_its_article),
        cmocka_unit_test(players_of_one_name_are_counted_and_a_seat_called_you_is_spoken_to),
        cmocka_unit_test(a_running_game_says_nothing_of_its_end),
        cmocka_unit_test(the_reason_begins_with_the_verdict_and_speaks_to_the_viewer),
        cmocka_unit_test(a_record_without_a_reason_loads_and_without_points_the_winners_must_fit),
        cmocka_unit_test(every_game_ends_with_a_reason),
        cmocka_unit_test(fliptown_is_won_with_most_points),
        cmocka_unit_test(a_tie_in_fliptown_goes_by_wanted_then_gold_then_cash_then_is_shared),
        cmocka_unit_test(alone_in_fliptown_the_title_is_told),
        cmocka_unit_test(a_cowbot_is_beaten_or_wins_and_a_tie_goes_by_its_lowest_stolen_card),
        cmocka_unit_test(royal_flip_is_won_with_most_points),
        cmocka_unit_test(a_tie_in_royal_flip_that_was_broken_is_told),
        cmocka_unit_test(alone_in_royal_flip_the_jackpot_is_told),
        cmocka_unit_test(flip_city_is_won_by_points_or_by_the_convenience_store),
        cmocka_unit_test(flip_city_is_a_draw_after_a_hundred_turns_and_lost_alone),
        cmocka_unit_test(insert_coin_ends_when_game_over_asks_for_a_coin_that_somebody_lacks),
        cmocka_unit_test(insert_coin_ends_with_all_levels_without_lives_or_with_the_last_card),
        cmocka_unit_test(a_tie_in_insert_coin_goes_by_complete_levels_then_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
