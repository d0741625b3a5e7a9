/* Royal Flip's tie-break, sentence by sentence of the referee's book: rock, paper, scissors among those who share the highest
   total. */
#include "games/royalflip/tests/fixture.h"
#include "table/table.h"

#include "core/file.h"

#include <flipside/bot.h>
#include <flipside/record.h>

static struct fixture fixture;

static void open_with(int seats, bool pvp, const char *tie_break)
{
    struct flip_options options;
    flip_options_default(&flip_royalflip, &options);
    must(flip_options_set(&flip_royalflip, &options, "pvp", pvp ? "true" : "false", &problem));
    must(flip_options_set(&flip_royalflip, &options, "tie_break", tie_break, &problem));
    memset(&fixture, 0, sizeof fixture);
    must(royalflip_prepare(&fixture.rules, royalflip_files.editions[0].data, &options, seats, &problem));
    royalflip_start(&fixture.rules, &fixture.state);
}

/* Plays the last round of a game whose seats have these totals: full maps that score nothing, tracks walked to their end. */
static void play_last_round(const int *totals)
{
    fixture.state.round = 11;
    for (int seat = 0; seat < fixture.rules.seats; seat++) {
        struct royalflip_sheet *sheet = &fixture.state.sheet[seat];
        fill_map(&fixture.rules, sheet);
        sheet->circled = FLIP_BIT(fixture.rules.edition.spaces);
        sheet->points = (uint16_t)totals[seat];
    }
    fixture.before = fixture.state;
    fixture_reveal(&fixture, "10S 8S 2H");
    while (fixture.state.round == 11)
        fixture_finish_seat(&fixture, flip_set_first(fixture_turn(&fixture)));
}

static void end_with(int seats, bool pvp, const int *totals)
{
    open_with(seats, pvp, "true");
    play_last_round(totals);
}

/* "rsp": the seats that are in it throw rock, scissors, paper, in this order. */
static void throw_hands(const char *hands)
{
    for (flip_set in = fixture.state.tie.in; *hands; hands++, in = flip_set_rest(in))
        fixture_play(&fixture, flip_set_first(in),
                     *hands == 'r'   ? "throw rock"
                     : *hands == 'p' ? "throw paper"
                                     : "throw scissors");
}

static struct flip_result result_now(void)
{
    struct flip_result result;
    flip_royalflip.rules->result(&fixture.rules, &fixture.state, &result);
    return result;
}

/* --- who throws ---------------------------------------------------------------------------------------------------------- */

CASE(all_who_share_the_highest_total_throw_at_the_same_time_and_nobody_else)
{
    end_with(4, false, (int[]){20, 31, 30, 31});
    assert_int_equal(fixture_turn(&fixture), FLIP_BIT(1) | FLIP_BIT(3));
    assert_int_equal(fixture_count(&fixture, 1), 3);
    assert_true(fixture_offers(&fixture, 3, "throw rock"));
    assert_true(fixture_offers(&fixture, 3, "throw paper"));
    assert_true(fixture_offers(&fixture, 3, "throw scissors"));
    assert_int_equal(fixture_count(&fixture, 0), 0);
    fixture_play(&fixture, 3, "throw rock");
    assert_int_equal(fixture_count(&fixture, 3), 0);
    assert_int_equal(fixture_turn(&fixture), FLIP_BIT(1));
}

CASE(without_a_tie_for_the_highest_total_there_is_no_tie_break)
{
    end_with(3, false, (int[]){20, 31, 20});
    assert_int_equal(fixture_turn(&fixture), 0);
    assert_true(result_now().over);
    assert_int_equal(result_now().winners, FLIP_BIT(1));
}

CASE(tie_break_false_shares_the_win)
{
    open_with(3, false, "false");
    play_last_round((int[]){31, 20, 31});
    assert_int_equal(fixture_turn(&fixture), 0);
    assert_int_equal(result_now().winners, FLIP_BIT(0) | FLIP_BIT(2));
}

CASE(a_game_by_version_1_of_the_rules_shares_the_win)
{
    struct flip_options options;
    flip_options_of_version(&flip_royalflip, 1, &options);
    memset(&fixture, 0, sizeof fixture);
    must(royalflip_prepare(&fixture.rules, royalflip_files.editions[0].data, &options, 2, &problem));
    royalflip_start(&fixture.rules, &fixture.state);
    play_last_round((int[]){31, 31});
    assert_int_equal(fixture_turn(&fixture), 0);
    assert_int_equal(result_now().winners, FLIP_BIT(0) | FLIP_BIT(1));
}

CASE(the_tie_break_needs_two_seats)
{
    end_with(1, false, (int[]){31});
    assert_int_equal(fixture_turn(&fixture), 0);
    assert_int_equal(result_now().winners, FLIP_BIT(0));
}

CASE(in_pvp_too_all_throw_at_once)
{
    end_with(3, true, (int[]){31, 31, 31});
    assert_int_equal(fixture_turn(&fixture), FLIP_BIT(0) | FLIP_BIT(1) | FLIP_BIT(2));
    const uint32_t phase = royalflip_phase(&fixture.rules, &fixture.state);
    fixture_play(&fixture, 2, "throw paper");
    fixture_play(&fixture, 0, "throw rock");
    assert_int_equal(royalflip_phase(&fixture.rules, &fixture.state), phase);
    fixture_play(&fixture, 1, "throw rock");
    assert_int_not_equal(royalflip_phase(&fixture.rules, &fixture.state), phase);
    assert_int_equal(result_now().winners, FLIP_BIT(2));
}

/* --- who stays in ---------------------------------------------------------------------------------------------------------- */

CASE(of_exactly_two_different_hands_those_with_the_winning_one_stay_in)
{
    static const struct {
        const char *hands;
        flip_set left;
    } cases[] = {{"rsr", 5}, {"ppr", 3}, {"psp", 2}, {"srs", 2}, {"rpp", 6}, {"ssp", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        end_with(3, false, (int[]){31, 31, 31});
        throw_hands(cases[i].hands);
        assert_int_equal(fixture.state.tie.in, cases[i].left);
        assert_int_equal(result_now().over, flip_set_count(cases[i].left) == 1);
    }
}

CASE(three_different_hands_or_all_the_same_leave_everybody_in)
{
    static const char *const undecided[] = {"rps", "spr", "rrr", "ppp", "sss"};
    for (size_t i = 0; i < sizeof undecided / sizeof *undecided; i++) {
        end_with(3, false, (int[]){31, 31, 31});
        throw_hands(undecided[i]);
        assert_int_equal(fixture.state.tie.in, 7);
        assert_int_equal(fixture_turn(&fixture), 7);
        assert_false(result_now().over);
    }
}

CASE(they_throw_again_until_one_is_left_who_is_the_winner)
{
    end_with(4, false, (int[]){31, 31, 20, 31});
    throw_hands("rps");
    throw_hands("prp");
    assert_int_equal(fixture_turn(&fixture), FLIP_BIT(0) | FLIP_BIT(3));
    throw_hands("ss");
    assert_int_equal(result_now().winners, 0);
    throw_hands("rs");
    assert_int_equal(fixture_turn(&fixture), 0);
    assert_true(result_now().over);
    assert_int_equal(result_now().winners, FLIP_BIT(0));
}

CASE(after_twenty_times_the_win_is_shared)
{
    end_with(3, false, (int[]){31, 20, 31});
    for (int time = 0; time < 20; time++) {
        assert_false(result_now().over);
        throw_hands("pp");
    }
    assert_int_equal(fixture_turn(&fixture), 0);
    assert_true(result_now().over);
    assert_int_equal(result_now().winners, FLIP_BIT(0) | FLIP_BIT(2));
}

CASE(scores_stay_as_they_are)
{
    end_with(2, false, (int[]){31, 31});
    throw_hands("rp");
    assert_int_equal(result_now().score[0], 31);
    assert_int_equal(result_now().score[1], 31);
    assert_int_equal(fixture.state.round, 12);
    assert_int_equal(fixture.state.revealed, 3);
}

/* --- words ------------------------------------------------------------------------------------------------------------- */

CASE(a_throw_has_its_notation_fields_and_phrase_and_nothing_else_is_legal)
{
    char buffer[200], text[FLIP_MOVE_TEXT];
    end_with(2, false, (int[]){31, 31});
    fixture_play(&fixture, 0, "throw paper");
    const flip_move move = royalflip_throw(ROYALFLIP_SCISSORS);
    fixture_text(&fixture, 1, move, text);
    assert_string_equal(text, "throw scissors");
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    royalflip_fields(&fixture.rules, &fixture.state, 1, move, &json);
    flip_json_close(&json);
    assert_string_equal(buffer, "{\"kind\":\"throw\",\"hand\":\"scissors\"}");
    struct flip_text words = flip_text_in(buffer, sizeof buffer);
    royalflip_tell(&fixture.rules, &fixture.state, 1, move, &words);
    assert_string_equal(buffer, "shows scissors"); /* the offer does not tell what it would come to */

    assert_false(royalflip_legal(&fixture.rules, &fixture.state, 1, royalflip_throw(4), &problem));
    assert_false(royalflip_legal(&fixture.rules, &fixture.state, 1, royalflip_write(9), &problem));
    assert_string_equal(problem.message, "It is a tie: throw rock, paper or scissors.");
    assert_false(royalflip_legal(&fixture.rules, &fixture.state, 0, move, &problem));
}

static void expect_upshot(const char *before, const char *hands, const char *sentence)
{
    static const char names[FLIP_MAX_SEATS][FLIP_NAME] = {"Ann", "Bo", "You"};
    char buffer[256] = "";
    struct flip_text words = flip_text_in(buffer, sizeof buffer);
    end_with(3, false, (int[]){31, 31, 31});
    throw_hands(before);
    flip_move move;
    const int last = 63 - __builtin_clzll((flip_set)fixture.state.tie.in);
    const char hand[2] = {hands[strlen(hands) - 1], '\0'};
    char others[4] = "";
    memcpy(others, hands, strlen(hands) - 1);
    throw_hands(others);
    assert_true(fixture_find(&fixture, last,
                             hand[0] == 'r'   ? "throw rock"
                             : hand[0] == 'p' ? "throw paper"
                                              : "throw scissors",
                             &move));
    royalflip_upshot(&fixture.rules, &fixture.state, last, move, names, &words);
    assert_string_equal(buffer, sentence);
}

CASE(the_last_hand_brings_to_light_what_all_come_to)
{
    expect_upshot("", "rp", "");
    expect_upshot("", "rps", "Nothing is decided: Ann, Bo and you throw again");
    expect_upshot("", "rpp", "Paper beats rock: Bo and you stay in");
    expect_upshot("rpp", "rs", "Rock beats scissors: Bo wins the tie-break");
    expect_upshot("rpp", "ps", "Scissors beat paper: You win the tie-break");
}

/* --- what is hidden ------------------------------------------------------------------------------------------------------ */

static int numbers_of(const struct fixture *at, int seat, float *out)
{
    return (int)(royalflip_learn.observe(&at->rules, &at->state, &at->before, seat, out) - out);
}

static void same_view(const struct fixture *a, const struct fixture *b, int viewer)
{
    json_t *left = fixture_view(a, viewer), *right = fixture_view(b, viewer);
    assert_true(json_equal(left, right));
    json_decref(left);
    json_decref(right);
}

CASE(a_hand_is_hidden_from_the_others_until_all_have_thrown)
{
    static struct fixture other;
    for (int pvp = 0; pvp < 2; pvp++) {
        end_with(3, pvp, (int[]){31, 31, 31});
        throw_hands("rps"); /* what was shown before may be known */
        other = fixture;
        fixture_play(&fixture, 0, "throw rock");
        fixture_play(&other, 0, "throw scissors");
        fixture_play(&other, 2, "throw scissors");
        for (int open = 0; open < 2; open++) { /* at an open table `before` is the state itself */
            same_view(&fixture, &other, 1);
            same_view(&fixture, &other, FLIP_PUBLIC);
            float left_numbers[1024], right_numbers[1024];
            const int count = numbers_of(&fixture, 1, left_numbers);
            assert_int_equal(numbers_of(&other, 1, right_numbers), count);
            assert_memory_equal(left_numbers, right_numbers, (size_t)count * sizeof(float));
            struct royalflip_state left = fixture.state, right = other.state;
            royalflip_redeal(&fixture.rules, &left, &fixture.before, 1, NULL);
            royalflip_redeal(&other.rules, &right, &other.before, 1, NULL);
            assert_memory_equal(&left, &right, sizeof left);
            fixture.before = fixture.state;
            other.before = other.state;
        }
    }
}

CASE(a_view_tells_who_is_in_the_own_hand_and_what_was_shown)
{
    end_with(3, false, (int[]){31, 20, 31});
    throw_hands("rr");
    fixture_play(&fixture, 2, "throw paper");
    json_t *view = fixture_view(&fixture, 2), *expected;
    assert_string_equal(json_string_value(json_object_get(view, "phase")), "throw");
    assert_int_equal(json_integer_value(json_object_get(view, "round")), 12);
    expected = json_pack("{s:i, s:i, s:[i,i], s:[n,n,s], s:[[s,n,s]]}", "time", 2, "most", 20, "in", 0, 2, "hands",
                         "paper", "shown", "rock", "rock");
    assert_true(json_equal(json_object_get(json_object_get(view, "shared"), "tie_break"), expected));
    json_decref(expected);
    json_decref(view);
    view = fixture_view(&fixture, 0);
    const json_t *hands = json_object_get(json_object_get(json_object_get(view, "shared"), "tie_break"), "hands");
    assert_true(json_is_null(json_array_get(hands, 0)) && json_is_null(json_array_get(hands, 2)));
    json_decref(view);
}

CASE(an_observation_has_a_place_for_the_tie_break)
{
    float before[1024], after[1024];
    open_with(3, false, "true");
    const int count = numbers_of(&fixture, 0, before);
    play_last_round((int[]){31, 31, 31});
    assert_int_equal(numbers_of(&fixture, 0, before), count);
    fixture_play(&fixture, 0, "throw rock");
    assert_int_equal(numbers_of(&fixture, 0, after), count);
    assert_memory_not_equal(before, after, (size_t)count * sizeof(float));
}

/* --- at a table ---------------------------------------------------------------------------------------------------------- */

/* Players who do the same on the same cards are tied. */
static struct flip_table *tied_table(const char *seed_words, bool open)
{
    struct flip_table_def def = flip_table_defaults(&flip_royalflip);
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_from_words(seed_words, seed);
    def.seats = 2;
    def.seed = seed;
    def.open = open;
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    while (!flip_blind(table->game, table->rules, table->now.state)) {
        const int seat = flip_set_first(flip_table_turn(table));
        must(flip_table_act(table, seat, royalflip_quick(table->rules, table->now.state, seat, NULL), &problem));
    }
    return table;
}

CASE(a_throw_can_be_taken_back_until_all_have_thrown)
{
    for (int open = 0; open < 2; open++) {
        struct flip_table *table = tied_table("taken back", open);
        assert_false(flip_table_can_undo(table, 0)); /* the last round is known to all */
        assert_false(flip_table_can_undo(table, 1));
        play(table, 0, "throw rock");
        assert_true(flip_table_can_undo(table, 0));
        must(flip_table_undo(table, 0, &problem));
        play(table, 0, "throw paper");
        play(table, 1, "throw paper");
        assert_false(flip_table_can_undo(table, 0));
        assert_false(flip_table_can_undo(table, 1));
        play(table, 1, "throw rock");
        assert_false(flip_table_can_undo(table, 0));
        assert_true(flip_table_can_undo(table, 1));
        flip_table_close(table);
    }
}

CASE(a_public_record_leaves_out_what_was_thrown_and_not_shown_even_at_an_open_table)
{
    for (int open = 0; open < 2; open++) {
        struct flip_table *table = tied_table("hidden", open);
        play(table, 0, "throw scissors");
        char *record = flip_record_save(table, FLIP_RECORD_PUBLIC, &problem);
        must(record ? 0 : -1);
        assert_null(strstr(record, "throw"));
        free(record);
        play(table, 1, "throw scissors");
        play(table, 1, "throw rock");
        record = flip_record_save(table, FLIP_RECORD_PUBLIC, &problem);
        must(record ? 0 : -1);
        assert_non_null(strstr(record, "throw scissors"));
        assert_null(strstr(record, "throw rock"));
        free(record);
        flip_table_close(table);
    }
}

CASE(the_story_of_a_table_tells_the_hands_and_what_they_come_to)
{
    struct flip_table *table = tied_table("story", false);
    void *state = malloc(sizeof(struct royalflip_state));
    char words[256];
    flip_table_rename(table, 0, "Ann");
    play(table, 1, "throw rock");
    memcpy(state, table->now.state, sizeof(struct royalflip_state));
    play(table, 0, "throw paper");
    struct flip_text out = flip_text_in(words, sizeof words);
    flip_table_step_tell(table, state, &table->steps[table->step_count - 1], &out);
    assert_string_equal(words, "shows paper. Paper beats rock: Ann wins the tie-break");
    free(state);
    flip_table_close(table);
}

/* --- bots ---------------------------------------------------------------------------------------------------------------- */

static struct flip_thought thought; /* large */

static flip_move throw_of(const struct flip_table *table, int seat, int level, uint64_t seed)
{
    struct flip_think_def def = flip_think_defaults(level);
    def.seed = seed;
    def.explain = true;
    must(flip_think(table, seat, &def, &thought, &problem));
    return thought.choice[0].move;
}

CASE(bots_of_every_level_throw_evenly)
{
    struct flip_table *table = tied_table("even", false);
    for (int level = 1; level <= FLIP_LEVELS; level++) {
        int count[ROYALFLIP_SCISSORS + 1] = {0};
        for (uint64_t seed = 0; seed < 900; seed++)
            count[royalflip_place(throw_of(table, 1, level, seed))]++;
        /* 300 ± 14 each: six times that is never left by chance */
        for (int hand = ROYALFLIP_ROCK; hand <= ROYALFLIP_SCISSORS; hand++)
            assert_in_range(count[hand], 300 - 85, 300 + 85);
    }
    flip_table_close(table);
}

CASE(a_bots_throw_depends_on_its_own_random_source_alone)
{
    struct flip_table *one = tied_table("one deal", false), *another = tied_table("another deal", false);
    play(another, 0, "throw rock"); /* nor on what the other has thrown */
    for (uint64_t seed = 0; seed < 50; seed++)
        assert_int_equal(throw_of(one, 1, 5, seed), throw_of(another, 1, 5, seed));
    flip_table_close(one);
    flip_table_close(another);
}

CASE(a_hint_says_that_any_hand_is_as_good)
{
    struct flip_table *table = tied_table("hint", false);
    throw_of(table, 0, 5, 1);
    assert_int_equal(thought.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(thought.choice[i].value == 0.5);
        assert_string_equal(thought.choice[i].why, "is as good as any other");
    }
    flip_table_close(table);
}

CASE(every_level_plays_a_tie_to_its_end)
{
    struct flip_table *table = tied_table("to the end", false);
    for (uint64_t seed = 0; flip_table_turn(table); seed++) {
        const int seat = flip_set_first(flip_table_turn(table));
        must(flip_table_act(table, seat, throw_of(table, seat, 1 + (int)(seed % FLIP_LEVELS), seed), &problem));
    }
    struct flip_result result;
    flip_table_result(table, &result);
    assert_true(result.over && result.winners != 0);
    flip_table_close(table);
}

/* --- records ------------------------------------------------------------------------------------------------------------- */

static void golden(const char *name, int winners, int times)
{
    char path[1024];
    size_t length;
    struct flip_result result;
    snprintf(path, sizeof path, "%s/games/royalflip/tests/golden/%s.json", getenv("FLIPSIDE_SOURCE_ROOT"), name);
    char *text = flip_file_read(path, &length, &problem);
    must(text ? 0 : -1);
    struct flip_table *table = flip_record_load(text, length, FLIP_ALL_STEPS, &problem);
    must(table ? 0 : -1);
    flip_table_result(table, &result);
    assert_true(result.over);
    assert_int_equal(result.winners, winners);
    assert_int_equal(((const struct royalflip_state *)table->now.state)->tie.times, times);
    flip_table_close(table);
    free(text);
}

CASE(records_of_version_1_replay_with_shared_wins)
{
    golden("v1-tie-two", FLIP_BIT(0) | FLIP_BIT(1), 0);
    golden("v1-tie-three", FLIP_BIT(0) | FLIP_BIT(2), 0);
    golden("v1-tie-pvp-three", FLIP_BIT(0) | FLIP_BIT(2), 0);
}

CASE(records_of_version_2_replay_with_their_throws)
{
    golden("v2-tie-two", FLIP_BIT(0), 4);
    golden("v2-tie-three", FLIP_BIT(0), 3);
    golden("v2-tie-pvp-three", FLIP_BIT(1), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_who_share_the_highest_total_throw_at_the_same_time_and_nobody_else),
        cmocka_unit_test(without_a_tie_for_the_highest_total_there_is_no_tie_break),
        cmocka_unit_test(tie_break_false_shares_the_win),
        cmocka_unit_test(a_game_by_version_1_of_the_rules_shares_the_win),
        cmocka_unit_test(the_tie_break_needs_two_seats),
        cmocka_unit_test(in_pvp_too_all_throw_at_once),
        cmocka_unit_test(of_exactly_two_different_hands_those_with_the_winning_one_stay_in),
        cmocka_unit_test(three_different_hands_or_all_the_same_leave_everybody_in),
        cmocka_unit_test(they_throw_again_until_one_is_left_who_is_the_winner),
        cmocka_unit_test(after_twenty_times_the_win_is_shared),
        cmocka_unit_test(scores_stay_as_they_are),
        cmocka_unit_test(a_throw_has_its_notation_fields_and_phrase_and_nothing_else_is_legal),
        cmocka_unit_test(the_last_hand_brings_to_light_what_all_come_to),
        cmocka_unit_test(a_hand_is_hidden_from_the_others_until_all_have_thrown),
        cmocka_unit_test(a_view_tells_who_is_in_the_own_hand_and_what_was_shown),
        cmocka_unit_test(an_observation_has_a_place_for_the_tie_break),
        cmocka_unit_test(a_throw_can_be_taken_back_until_all_have_thrown),
        cmocka_unit_test(a_public_record_leaves_out_what_was_thrown_and_not_shown_even_at_an_open_table),
        cmocka_unit_test(the_story_of_a_table_tells_the_hands_and_what_they_come_to),
        cmocka_unit_test(bots_of_every_level_throw_evenly),
        cmocka_unit_test(a_bots_throw_depends_on_its_own_random_source_alone),
        cmocka_unit_test(a_hint_says_that_any_hand_is_as_good),
        cmocka_unit_test(every_level_plays_a_tie_to_its_end),
        cmocka_unit_test(records_of_version_1_replay_with_shared_wins),
        cmocka_unit_test(records_of_version_2_replay_with_their_throws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
