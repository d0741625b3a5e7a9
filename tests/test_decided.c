/* What `flipside analyze` says of its numbers in sentences: nothing that they do not support. The page says the same in
   web/src/decided.ts, and web/tests/decided.test.mjs checks that. */
#include "analysis/analysis.h"
#include "faces/sim/analyze/analyze.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static char said[16000];

static struct flip_table *opened(const char *game, int seats)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named(game));
    unsigned char seed[FLIP_SEED_BYTES] = {7};
    def.seats = seats;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &problem);
    assert_non_null(table);
    return table;
}

static json_t *parsed(const char *text)
{
    json_error_t where;
    json_t *json = json_loads(text, 0, &where);
    if (!json)
        fail_msg("%s", where.text);
    return json;
}

/* What is told of these players, moments (steps 0, 10, 20, …) and decisions. */
static const char *told(const char *game, int seats, bool alone, const char *players, const char *moments,
                        const char *decisions)
{
    struct flip_table *table = opened(game, seats);
    struct flip_moment moment[8] = {{0}};
    json_t *json = json_pack("{s:s,s:f,s:o,s:o,s:o}", "precision", "quick", "progress", 1.0, "players", parsed(players),
                             "moments", parsed(moments), "decisions", parsed(decisions));
    const struct flip_analysis analysis = {.table = table,
                                           .seats = seats,
                                           .alone = alone,
                                           .moments = (int)json_array_size(json_object_get(json, "moments")),
                                           .moment = moment};
    for (int i = 0; i < analysis.moments; i++)
        moment[i].step = 10 * i;
    memset(said, 0, sizeof said);
    FILE *out = fmemopen(said, sizeof said - 1, "w");
    assert_non_null(out);
    flip_analysis_tell(&analysis, json, out);
    fclose(out);
    json_decref(json);
    flip_table_close(table);
    return said;
}

static void assert_told(const char *words)
{
    if (!strstr(said, words))
        fail_msg("'%s' is not in:\n%s", words, said);
}

static void assert_not_told(const char *words)
{
    if (strstr(said, words))
        fail_msg("'%s' is in:\n%s", words, said);
}

CASE(of_a_team_all_are_ahead_together)
{
    told("flickemup", 4, false,
         "[{\"name\":\"Ann\",\"result\":1},{\"name\":\"Bo\",\"result\":0},{\"name\":\"Cy\",\"result\":1},"
         "{\"name\":\"Di\",\"result\":0}]",
         "[{\"value\":[0.97,0.03,0.97,0.03]},{\"value\":[0.97,0.03,0.97,0.03]},{\"value\":[1,0,1,0]}]", "[]");
    assert_told("Ann won, and was ahead all along, by the game's own estimate;");
    assert_told("Cy won, and was ahead all along, by the game's own estimate;");
    assert_told("Di was never clearly ahead, by the game's own estimate;");
}

CASE(where_a_game_judges_its_positions_itself_a_small_lead_is_none)
{
    told("flickemup", 2, false, "[{\"name\":\"Ann\",\"result\":0},{\"name\":\"Bo\",\"result\":1}]",
         "[{\"value\":[0.58,0.42]},{\"value\":[0.551,0.449]},{\"value\":[0,1]}]", "[]");
    assert_told("Ann was ahead until step 1, by the game's own estimate;");
    assert_told("Bo won, and was never clearly ahead before the end, by the game's own estimate;");
}

CASE(where_positions_are_played_out_the_intervals_alone_say_who_is_ahead)
{
    told("fliptown", 2, false, "[{\"name\":\"Ann\",\"result\":1},{\"name\":\"Bo\",\"result\":0}]",
         "[{\"value\":[0.55,0.45],\"interval\":[0.05,0.05]},{\"value\":[0.55,0.45],\"interval\":[0.04,0.04]},"
         "{\"value\":[1,0],\"interval\":[0,0]}]",
         "[]");
    assert_told("Ann won, and was ahead from step 11 on;");
    assert_told("Bo was never clearly ahead;");
    assert_not_told("estimate");
}

CASE(what_is_not_measured_yet_is_not_told)
{
    told("fliptown", 2, false,
         "[{\"name\":\"Ann\",\"result\":1,\"expected\":null},{\"name\":\"Bo\",\"result\":0,\"expected\":null}]",
         "[{\"value\":[null,null],\"interval\":[null,null]},{\"value\":[1,0],\"interval\":[0,0]}]", "[]");
    assert_told("Ann won; no single choice");
    assert_told("Bo did not win; no single choice");
    told("royalflip", 1, true, "[{\"name\":\"Ann\",\"result\":43,\"expected\":null}]",
         "[{\"value\":[null]},{\"value\":[43]}]", "[]");
    assert_told("Ann scored 43; no single choice");
}

/* Luck and its interval, of somebody who plays alone. */
static const char *luck(bool points, double value, double interval)
{
    char players[200];
    snprintf(players, sizeof players,
             "[{\"name\":\"Ann\",\"result\":1,\"expected\":0.4,\"luck\":%g,\"luck_interval\":%g}]", value, interval);
    return told("flipcity", 1, points, players, "[]", "[]");
}

CASE(a_bound_is_rounded_outwards_and_one_that_rounds_to_nothing_is_told_in_words)
{
    luck(false, 0.0244, 0.07);
    assert_told("The cards were about even: at most 10 wins in 100 either way.");
    luck(false, 0.02, 0.07);
    assert_told("The cards were about even: at most 9 wins in 100 either way.");
    luck(false, 0.001, 0.003);
    assert_told("The cards were about even: less than one win in 100 either way.");
    luck(false, 0.002, 0.005);
    assert_told("The cards were about even: at most one win in 100 either way.");
    luck(true, 0.01, 0.03);
    assert_told("The cards were about even: less than 0.1 points either way.");
    luck(true, 1, 1.52);
    assert_told("The cards were about even: at most 2.6 points either way.");
    luck(false, 0.302, 0.2);
    assert_told("The cards helped: between 10 and 51 wins in 100.");
    luck(false, 0.52, 0.444);
    assert_told("The cards helped: at least 7 wins in 100.");
    luck(false, 0.3, 0.292);
    assert_told("The cards helped: up to 60 wins in 100.");
    luck(false, 0.5, 0.497);
    assert_told("The cards helped: up to a whole win.");
    luck(true, -5, 3.02);
    assert_told("they cost between 1.9 and 8.1 points.");
    luck(true, -0.5, 0.46);
    assert_told("they cost up to 1.0 points.");
}

CASE(a_plain_player_wins_neither_all_games_nor_none)
{
    static const struct {
        double expected;
        const char *words;
    } cases[] = {{0.996, "nearly all such games;"},
                 {0.99, "about 99 in 100 such games;"},
                 {0.006, "about 1 in 100 such games;"},
                 {0.004, "fewer than one in 100 such games;"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char players[100], words[100];
        snprintf(players, sizeof players, "[{\"name\":\"Ann\",\"result\":1,\"expected\":%g}]", cases[i].expected);
        snprintf(words, sizeof words, "Ann won; a plain player wins %s", cases[i].words);
        told("flipcity", 1, false, players, "[]", "[]");
        assert_told(words);
    }
}

CASE(a_kind_of_decision_that_cost_next_to_nothing_is_not_listed)
{
    const char *player = "[{\"name\":\"Ann\",\"result\":1,\"expected\":0.4}]";
    told("flipcity", 1, false, player, "[]",
         "[{\"seat\":0,\"theme\":\"buys\",\"loss\":0.006},{\"seat\":0,\"theme\":\"stops\",\"loss\":0.004}]");
    assert_told("  buys");
    assert_not_told("  stops");
    told("flipcity", 1, true, player, "[]",
         "[{\"seat\":0,\"theme\":\"buys\",\"loss\":0.06},{\"seat\":0,\"theme\":\"stops\",\"loss\":0.04}]");
    assert_told("  buys");
    assert_not_told("  stops");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_team_all_are_ahead_together),
        cmocka_unit_test(where_a_game_judges_its_positions_itself_a_small_lead_is_none),
        cmocka_unit_test(where_positions_are_played_out_the_intervals_alone_say_who_is_ahead),
        cmocka_unit_test(what_is_not_measured_yet_is_not_told),
        cmocka_unit_test(a_bound_is_rounded_outwards_and_one_that_rounds_to_nothing_is_told_in_words),
        cmocka_unit_test(a_plain_player_wins_neither_all_games_nor_none),
        cmocka_unit_test(a_kind_of_decision_that_cost_next_to_nothing_is_not_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
