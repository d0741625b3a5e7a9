/*
 * Reasons in the games' words. Random games of every game are walked; at each decision the quick player's move is compared with any
 * other, both ways round. What can be said must be said somewhere, must be a whole sentence, and must be true where that is easy to see.
 */
#include "bots/search.h"
#include "bots/tutor.h"
#include "games/fliptown/fliptown.h"
#include "games/royalflip/royalflip.h"
#include "support.h"

#include <string.h>

enum { MOST_SEEN = 8 };

struct seen {
    const char *begin[MOST_SEEN]; /* sentences that must occur; what follows differs */
    int count[MOST_SEEN];
    int sentences;
};

static void note(struct seen *seen, const char *sentence)
{
    seen->sentences++;
    for (int i = 0; i < MOST_SEEN && seen->begin[i]; i++)
        seen->count[i] += strncmp(sentence, seen->begin[i], strlen(seen->begin[i])) == 0;
}

/* A check of what a sentence claims, or NULL. */
typedef void is_true(const struct flip_position *at, int seat, flip_move done, const char *sentence);

static void look_at(const struct flip_position *at, int seat, flip_move done, flip_move better, struct seen *seen,
                    is_true *check)
{
    char sentence[FLIP_REASON];
    struct flip_text out = flip_text_in(sentence, sizeof sentence);
    flip_reason(at, seat, done, better, &out);
    if (!sentence[0])
        return;
    assert_int_equal('.', sentence[strlen(sentence) - 1]);
    assert_true(sentence[0] >= 'A' && sentence[0] <= 'Z');
    note(seen, sentence);
    if (check)
        check(at, seat, done, sentence);
}

static void walk(const char *game, int seats, int number, struct seen *seen, is_true *check)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named(game));
    unsigned char seed[FLIP_SEED_BYTES] = {(unsigned char)number, 3};
    struct flip_random random;
    def.seats = seats;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &problem);
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    assert_non_null(table);
    flip_random_seed(&random, (uint64_t)number);
    for (flip_set turn; (turn = flip_table_turn(table)) != 0;) {
        const int seat = flip_set_first(turn);
        const struct flip_position at = flip_table_position(table);
        const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
        const flip_move quick = flip_quick_move(at.game, at.rules, at.state, seat, &random);
        const flip_move any = moves[flip_random_below(&random, (uint32_t)count)];
        if (any != quick && !flip_blind(at.game, at.rules, at.state)) {
            look_at(&at, seat, any, quick, seen, check);
            look_at(&at, seat, quick, any, seen, check);
        }
        must(flip_table_act(table, seat, flip_random_below(&random, 4) ? quick : any, &problem));
    }
    free(moves);
    flip_table_close(table);
}

static void must_have_said(const char *game, int seats, int games, struct seen *seen, is_true *check)
{
    for (int number = 1; number <= games; number++)
        walk(game, seats, number, seen, check);
    for (int i = 0; i < MOST_SEEN && seen->begin[i]; i++)
        if (seen->count[i] == 0)
            fail_msg("%s never said \"%s…\" in %d sentences", game, seen->begin[i], seen->sentences);
}

/* --- game by game ------------------------------------------------------------------------------------------------------------ */

/* What is said about Wanted is at least what the sheet has: a turn may bring more. */
static void wanted_is_true(const struct flip_position *at, int seat, flip_move done, const char *sentence)
{
    int wanted, lower, cards, less;
    (void)done;
    const struct fliptown_state *state = at->state;
    if (sscanf(sentence, "Your Wanted is %d instead of %d: with %d of the %d", &wanted, &less, &lower, &cards) != 4)
        return;
    assert_true(wanted > less && less >= 0);
    assert_int_equal(flip_set_count(state->deck), cards);
    int below = 0;
    for (flip_set set = state->deck; set; set = flip_set_rest(set))
        below += ((const struct fliptown_rules *)at->rules)->rank[flip_set_first(set)] < wanted;
    assert_int_equal(below, lower);
    (void)seat;
}

static void fliptown_tells_of_wanted_poker_regions_and_riches(void **state)
{
    (void)state;
    struct seen seen = {.begin = {"Your Wanted is ", "Your poker hand stays at ",
                                  "It leaves less to be had in the Mine", "It leaves less to be had in Town",
                                  "It leaves you $", "It leaves you "}};
    must_have_said("fliptown", 1, 3, &seen, wanted_is_true);
}

static void points_are_true(const struct flip_position *at, int seat, flip_move done, const char *sentence)
{
    int is, could;
    (void)done;
    if (sscanf(sentence, "Your roads count %d points instead of %d", &is, &could) == 2) {
        assert_true(could > is);
        assert_true(is >= royalflip_roads(at->rules, &((const struct royalflip_state *)at->state)->sheet[seat]));
    }
}

static void royal_flip_tells_of_roads_areas_track_and_casinos(void **state)
{
    (void)state;
    struct seen seen = {.begin = {"Your roads count ", "Your areas count ", "It misses a diamond",
                                  "It runs ahead to space ", "It leaves "}};
    must_have_said("royalflip", 1, 4, &seen, points_are_true);
}

static void flip_city_tells_of_the_risk_and_of_stopping_early(void **state)
{
    (void)state;
    struct seen seen = {.begin = {"It stops ", "The cards of your city ", "It leaves $"}};
    must_have_said("flipcity", 2, 4, &seen, NULL);
}

static void insert_coin_tells_of_holes_points_and_lives(void **state)
{
    (void)state;
    struct seen seen = {
        .begin = {"It leaves a hole at ", "Your levels count ", "It leaves ", "The cards that you keep "}};
    must_have_said("insertcoin", 1, 3, &seen, NULL);
}

static void flick_em_up_tells_of_distance_and_chance(void **state)
{
    (void)state;
    struct flip_table_def def = flip_table_defaults(flip_game_named("flickemup"));
    unsigned char seed[FLIP_SEED_BYTES] = {1};
    struct flip_error error;
    char sentence[FLIP_REASON];
    struct flip_thought *thought = malloc(sizeof *thought);
    struct flip_think_def think = {.level = 3, .iterations = 12, .seed = 1};
    int told = 0;
    def.seats = 2;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &error);
    assert_non_null(table);
    for (int step = 0; step < 24 && !told && flip_table_turn(table); step++) {
        const int seat = flip_set_first(flip_table_turn(table));
        const struct flip_position at = flip_table_position(table);
        must(flip_think_position(&at, seat, &think, thought, &problem));
        for (int i = 0; i < thought->count && !told; i++) {
            struct flip_text out = flip_text_in(sentence, sizeof sentence);
            flip_reason(&at, seat, thought->choice[i].move, thought->choice[0].move, &out);
            told = strstr(sentence, " cm") && strstr(sentence, "nothing stands in the line");
        }
        must(flip_table_act(table, seat, thought->choice[0].move, &problem));
    }
    free(thought);
    flip_table_close(table);
    assert_true(told);
}

static void the_same_choice_needs_no_reason(void **state)
{
    (void)state;
    char sentence[FLIP_REASON];
    struct flip_text out = flip_text_in(sentence, sizeof sentence);
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    struct flip_table *table = flip_table_open(&def, &problem);
    flip_move moves[FLIP_MAX_MOVES];
    const struct flip_position at = flip_table_position(table);
    assert_true(flip_table_moves(table, 0, moves, FLIP_MAX_MOVES) > 0);
    flip_reason(&at, 0, moves[0], moves[0], &out);
    assert_string_equal("", sentence);
    flip_table_close(table);
}

/* Leaving a building is a decision about what it offers; other moves that leave something alone are not. */
CASE(whoever_leaves_a_building_decides_inside_it)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("fliptown"));
    def.seats = 1;
    def.seed = (const unsigned char[FLIP_SEED_BYTES]){5, 3};
    struct flip_table *table = flip_table_open(&def, &problem);
    struct flip_random random;
    int left = 0;
    assert_non_null(table);
    flip_random_seed(&random, 1);
    while (flip_table_turn(table) != 0) {
        const struct flip_position at = flip_table_position(table);
        const struct fliptown_state *state = at.state;
        char text[80];
        struct flip_text theme = flip_text_in(text, sizeof text);
        flip_theme(&at, 0, FLIPTOWN_DO_LEAVE, &theme);
        const bool inside = state->sheet[0].step == FLIPTOWN_BUILDING;
        assert_int_equal(inside, strcmp(text, "inside buildings") == 0);
        left += inside;
        must(flip_table_act(table, 0, flip_quick_move(at.game, at.rules, at.state, 0, &random), &problem));
    }
    assert_true(left > 0);
    flip_table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_leaves_a_building_decides_inside_it),
        cmocka_unit_test(fliptown_tells_of_wanted_poker_regions_and_riches),
        cmocka_unit_test(royal_flip_tells_of_roads_areas_track_and_casinos),
        cmocka_unit_test(flip_city_tells_of_the_risk_and_of_stopping_early),
        cmocka_unit_test(insert_coin_tells_of_holes_points_and_lives),
        cmocka_unit_test(flick_em_up_tells_of_distance_and_chance),
        cmocka_unit_test(the_same_choice_needs_no_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
