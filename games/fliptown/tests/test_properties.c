/* Fliptown as a whole: random games in every mode, and what its own rules promise. What all games promise:
   tests/test_properties.c. */
#include "games/fliptown/tests/fixture.h"
#include "in_part.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>

static struct fixture fixture;

struct mode {
    int seats;
    const char *options;
};

static const struct mode modes[] = {
    {1, ""},
    {2, ""},
    {3, ""},
    {4, ""},
    {1, "holdem=true"},
    {2, "holdem=true characters=true"},
    {4, "holdem=true characters=true"},
    {3, "characters=true marshal_all=false roof_first=true"},
    {2, "characters=mayor,marshal one_purchase=true"},
    {4, "characters=wild_card,cheat,prospector,preacher holdem=true"},
    {4, "characters=man_in_black,baroness,grave_robber,ranch_hand roof_first=true one_purchase=true"},
    {4, "characters=trailblazer,settler,bandit,miner"},
    {1, "cowbot=bart strength=easy"},
    {1, "cowbot=earp"},
    {1, "cowbot=jane strength=hard holdem=true"},
    {1, "cowbot=kid characters=true"},
    {1, "random_setup=true"},
    {1, "random_setup=true holdem=true strength=hard marshal_all=false roof_first=true"},
};
enum { MODES = sizeof modes / sizeof *modes };

/* --- playing ---------------------------------------------------------------------------------------------------- */

static flip_move random_event(struct flip_random *random)
{
    struct flip_chances chances;
    fliptown_chances(&fixture.rules, &fixture.state, &chances);
    assert_int_equal(chances.kind, FLIP_CHANCE_SET);
    assert_true(chances.set != 0);
    return flip_chances_pick(&chances, random);
}

static int any_seat(flip_set turn, struct flip_random *random)
{
    return flip_set_nth(turn, (int)flip_random_below(random, (uint32_t)flip_set_count(turn)));
}

/* Plays one game and calls `look` before every decision. Returns the number of steps. */
static int play(struct flip_random *random, void (*look)(int seat, int count, struct flip_random *random))
{
    int steps = 0;
    for (flip_set turn; (turn = fliptown_turn(&fixture.rules, &fixture.state)) != 0; steps++) {
        assert_true(steps < 3000);
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            fixture_apply(&fixture, FLIP_DEALER, random_event(random));
        } else {
            const int seat = any_seat(turn, random), count = fixture_count(&fixture, seat);
            assert_in_range(count, 1, FLIP_MAX_MOVES);
            if (look)
                look(seat, count, random);
            fixture_apply(&fixture, seat, fixture.moves[flip_random_below(random, (uint32_t)count)]);
        }
        fixture_check_cards(&fixture);
    }
    return steps;
}

static void for_all_modes(int games, void (*look)(int seat, int count, struct flip_random *random))
{
    struct flip_random random;
    for (int m = 0; m < MODES; m++)
        for (int game = 0; game < games_of(games); game++) {
            flip_random_seed(&random, (uint64_t)(m * 100000 + game));
            fixture_open(&fixture, modes[m].seats, modes[m].options);
            play(&random, look);
            struct flip_result result;
            fliptown_result(&fixture.rules, &fixture.state, &result);
            assert_true(result.over);
            if (fixture.state.cowbot == FLIPTOWN_NONE)
                assert_true(result.winners != 0);
        }
}

/* --- properties ------------------------------------------------------------------------------------------------- */

static void check_limits(int seat, int count, struct flip_random *random)
{
    (void)count;
    (void)random;
    const struct fliptown_sheet *sheet = &fixture.state.sheet[seat];
    assert_in_range(sheet->pans, 0, 5); /* four on the map, and one that a character brings */
    assert_in_range(sheet->hammers, 0, 5);
    assert_in_range(sheet->cash, 0, 1000); /* an amount below 0 would have become a huge one */
    assert_in_range(sheet->gold, 0, 1000);
    assert_in_range(sheet->stars, 0, 1000);
    int stars = -sheet->stars_from[FLIPTOWN_TO_SHERIFF]; /* every star has come from somewhere */
    for (int source = 0; source < FLIPTOWN_TO_SHERIFF; source++)
        stars += sheet->stars_from[source];
    assert_int_equal(stars, sheet->stars);
    assert_in_range(sheet->wanted, 0, 1000);
    assert_true(sheet->circled[FLIPTOWN_CEMETERY] >> FLIPTOWN_CENTRE & 1);
    assert_int_equal(sheet->mine_open & sheet->circled[FLIPTOWN_MINE], 0);
    assert_true(sheet->poker_count <= FLIPTOWN_HAND);
    for (int i = 0; i < fixture.state.bounty_count; i++) /* whoever meets a bounty has it at once */
        assert_true(sheet->bounties >> i & 1 || !fliptown_goal_met(&fixture.rules, sheet, fixture.state.bounty[i]));
}

CASE(random_games_end_in_every_mode_and_all_cards_stay_in_one_place_each) { for_all_modes(60, check_limits); }

/* --- who knows what --------------------------------------------------------------------------------------------- */

static void redealt_keeps_all_cards(int seat, int count, struct flip_random *random)
{
    (void)count;
    if (flip_random_below(random, 4) != 0)
        return;
    struct fixture saved = fixture;
    struct fliptown_state anew = fixture.state;
    fliptown_redeal(&fixture.rules, &anew, &fixture.before, seat, random);
    fixture.state = anew;
    fixture.before = anew;
    fixture_check_cards(&fixture);
    if (flip_random_below(random, 8) == 0)
        play(random, NULL);
    fixture = saved;
}

CASE(a_redealt_state_has_all_cards_and_keeps_them_to_the_end) { for_all_modes(12, redealt_keeps_all_cards); }

/* --- the drawing ------------------------------------------------------------------------------------------------ */

static struct flip_canvas canvas;
static struct flip_glyph cells[120 * 40];

static bool has_spot(flip_move move)
{
    for (int i = 0; i < canvas.spot_count; i++)
        if ((move & canvas.spots[i].mask) == canvas.spots[i].move)
            return true;
    return false;
}

/* In 80 × 14 and in 80 × 26 whoever has to visit, arrange, buy or hunt finds the thing itself; less room is no
   mishap. */
static void moves_can_be_pointed_at(int seat, int count, struct flip_random *random)
{
    static const struct {
        int width, height;
    } sizes[] = {{80, 14}, {80, 26}, {120, 40}, {30, 6}, {1, 1}};
    if (flip_random_below(random, 3) != 0)
        return;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        canvas.width = sizes[i].width;
        canvas.height = sizes[i].height;
        canvas.cells = cells;
        flip_canvas_clear(&canvas);
        fliptown_draw(&fixture.rules, &fixture.state, &fixture.before, seat, seat, &canvas);
        for (int k = 0; k < count && sizes[i].width >= 80; k++) {
            const int kind = fliptown_kind(fixture.moves[k]);
            if (kind <= FLIPTOWN_DO_HUNT && kind != FLIPTOWN_DO_DECLINE && kind != FLIPTOWN_DO_GIVE)
                assert_true(has_spot(fixture.moves[k]));
        }
        for (int k = 0; k < canvas.spot_count; k++)
            assert_true(canvas.spots[k].width > 0 && canvas.spots[k].height > 0);
    }
}

CASE(the_drawing_has_a_spot_for_every_site_card_thing_and_plot) { for_all_modes(6, moves_can_be_pointed_at); }

/* --- figures ---------------------------------------------------------------------------------------------------- */

/* An independent implementation of the same book plays 25.5 ± 6.6 points in about 46 decisions and 52 events. */
CASE(random_solo_games_agree_with_an_independent_implementation)
{
    const int games = games_of(4000);
    struct flip_random random;
    double sum = 0, squares = 0, decisions = 0, events = 0;
    flip_random_seed(&random, 20);
    for (int game = 0; game < games; game++) {
        fixture_open(&fixture, 1, "");
        for (flip_set turn; (turn = fliptown_turn(&fixture.rules, &fixture.state)) != 0;) {
            if (turn == FLIP_BIT(FLIP_DEALER)) {
                fixture_apply(&fixture, FLIP_DEALER, random_event(&random));
                events++;
            } else {
                const int count = fixture_count(&fixture, 0);
                fixture_apply(&fixture, 0, fixture.moves[flip_random_below(&random, (uint32_t)count)]);
                decisions++;
            }
        }
        const int score = fliptown_points(&fixture.rules, &fixture.state.sheet[0]).total;
        sum += score;
        squares += (double)score * score;
    }
    const double mean = sum / games, deviation = sqrt(squares / games - mean * mean);
    assert_true(fabs(mean - 25.5) < 0.75);
    assert_true(fabs(deviation - 6.6) < 0.5);
    assert_true(fabs(decisions / games - 46) < 1);
    assert_true(fabs(events / games - 52) < 1);
}

static void look_at_a_last_question(int seat, int count, struct flip_random *random)
{
    (void)random;
    if (fixture.state.sheet[seat].step == FLIPTOWN_LAST)
        assert_true(count > 1);
}

/* Ruling: who could only say no is not asked. */
CASE(nobody_is_asked_at_the_end_of_a_turn_who_could_only_leave) { for_all_modes(20, look_at_a_last_question); }

/* The lineup as events, or in a row, which leaves all other cards where they are: the same cards, then the same question. */
static void deal_both_ways(struct flip_random *random)
{
    const struct fliptown_state before = fixture.state;
    struct flip_random other = *random;
    const int stage = before.stage;
    flip_set turn = fliptown_turn(&fixture.rules, &fixture.state);
    while (stage == FLIPTOWN_FLIP && fixture.state.stage == FLIPTOWN_FLIP) {
        fliptown_apply(&fixture.rules, &fixture.state, FLIP_DEALER,
                       fliptown_deal(&fixture.rules, &fixture.state, random));
        turn = fliptown_turn(&fixture.rules, &fixture.state);
    }
    struct fliptown_state dealt = before;
    assert_true(fliptown_deal_lineup(&fixture.rules, &dealt, &other) == turn);
    assert_memory_equal(&dealt, &fixture.state, sizeof dealt);
    assert_memory_equal(&other, random, sizeof other);
}

CASE(a_lineup_in_a_row_is_the_one_that_is_dealt_card_by_card)
{
    struct flip_random random;
    int lineups = 0;
    for (int m = 0; m < MODES; m++) {
        flip_random_seed(&random, (uint64_t)m);
        fixture_open(&fixture, modes[m].seats, modes[m].options);
        for (flip_set turn; (turn = fliptown_turn(&fixture.rules, &fixture.state)) != 0;) {
            lineups += fixture.state.stage == FLIPTOWN_FLIP;
            deal_both_ways(&random);
            if (fliptown_turn(&fixture.rules, &fixture.state) != turn)
                continue;
            const int seat = turn == FLIP_BIT(FLIP_DEALER) ? FLIP_DEALER : flip_set_first(turn);
            fixture_apply(&fixture, seat,
                          seat == FLIP_DEALER ? random_event(&random)
                                              : fliptown_any(&fixture.rules, &fixture.state, seat, &random));
        }
    }
    assert_true(lineups >= MODES * FLIPTOWN_ROUNDS * FLIPTOWN_HAND);
}

/* --- at a table ------------------------------------------------------------------------------------------------- */

/* A table of one of the modes, dealt by that seed. */
static struct flip_table *open_mode(int mode, unsigned char first)
{
    struct flip_error error = {.message = ""};
    const unsigned char seed[FLIP_SEED_BYTES] = {first};
    struct flip_table_def def = flip_table_defaults(&flip_fliptown);
    def.seats = modes[mode].seats;
    def.seed = seed;
    char words[256], *rest = words;
    snprintf(words, sizeof words, "%s", modes[mode].options);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        assert_int_equal(flip_options_set(def.game, &def.options, word, value, &error), 0);
    }
    struct flip_table *table = flip_table_open(&def, &error);
    assert_non_null(table);
    return table;
}

/* The record loads to the same state, and its events follow from the seed. */
static void check_record(const struct flip_table *table)
{
    struct flip_error error = {.message = ""};
    char *record = flip_record_save(table, FLIP_RECORD_FULL, &error);
    assert_non_null(record);
    struct flip_table *again = flip_record_load(record, strlen(record), FLIP_ALL_STEPS, &error);
    if (!again)
        print_error("%s\n", error.message);
    assert_non_null(again);
    assert_memory_equal(again->now.state, table->now.state, sizeof(struct fliptown_state));
    assert_int_equal(flip_record_verify(record, strlen(record), &error), 0);
    free(record);
    flip_table_close(again);
}

static flip_move any_move(const struct flip_table *table, int seat, struct flip_random *random)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    return moves[flip_random_below(random, (uint32_t)count)];
}

static bool acted_since(const struct flip_table *table, int begin, int seat)
{
    for (int i = begin; i < table->step_count; i++)
        if (table->steps[i].seat == seat)
            return true;
    return false;
}

/* A robbery card that a neighbour draws in the same turn is out of sight: it neither stops one's undo nor shows by it. */
CASE(cards_that_others_draw_at_the_same_time_do_not_stop_an_undo)
{
    struct flip_error error = {.message = ""};
    int across = 0;
    for (int game = 0; game < games_of(6) * MODES; game++) {
        if (modes[game % MODES].seats < 2)
            continue;
        struct flip_table *table = open_mode(game % MODES, (unsigned char)(game + 1));
        struct flip_random random;
        flip_random_seed(&random, (uint64_t)game);
        int begin = 0; /* the first step of the phase */
        for (flip_set turn; (turn = flip_table_turn(table)) != 0;) {
            const int seat = any_seat(turn, &random);
            bool could[FLIP_MAX_SEATS];
            for (int other = 0; other < table->seats; other++)
                could[other] = acted_since(table, begin, other) && flip_table_can_undo(table, other);
            const uint32_t phase = fliptown_phase(table->rules, table->now.state);
            const int before = table->step_count;
            assert_int_equal(flip_table_act(table, seat, any_move(table, seat, &random), &error), 0);
            if (phase != fliptown_phase(table->rules, table->now.state) || flip_table_turn(table) == 0) {
                begin = table->step_count;
                continue;
            }
            const bool drew = table->step_count > before + 1;
            assert_true(!drew || !flip_table_can_undo(table, seat));
            for (int other = 0; other < table->seats; other++) {
                if (other == seat)
                    continue;
                assert_true(!could[other] || flip_table_can_undo(table, other));
                if (drew && could[other] && flip_random_below(&random, 2) == 0) {
                    assert_int_equal(flip_table_undo(table, other, &error), 0);
                    across++;
                    break;
                }
            }
        }
        check_record(table);
        flip_table_close(table);
    }
    assert_true(across > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_end_in_every_mode_and_all_cards_stay_in_one_place_each),
        cmocka_unit_test(a_redealt_state_has_all_cards_and_keeps_them_to_the_end),
        cmocka_unit_test(the_drawing_has_a_spot_for_every_site_card_thing_and_plot),
        cmocka_unit_test(random_solo_games_agree_with_an_independent_implementation),
        cmocka_unit_test(nobody_is_asked_at_the_end_of_a_turn_who_could_only_leave),
        cmocka_unit_test(a_lineup_in_a_row_is_the_one_that_is_dealt_card_by_card),
        cmocka_unit_test(cards_that_others_draw_at_the_same_time_do_not_stop_an_undo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
