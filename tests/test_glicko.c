/* Glicko-2 against the example of its description, and what must hold for any game. */
#include "server/results/results.h"
#include "support.h"

#include <math.h>

static void near(double value, double wanted, double by)
{
    if (fabs(value - wanted) > by)
        fail_msg("%.6f is not within %g of %.6f", value, by, wanted);
}

static const struct glicko fresh = {1500, 200, 0.06};

CASE(the_example_of_the_description)
{
    const struct glicko_meeting meetings[] = {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    const struct glicko after = glicko_after(fresh, meetings, 3);
    near(after.rating, 1464.06, 0.01);
    near(after.deviation, 151.52, 0.01);
    near(after.volatility, 0.05999, 0.00001);
}

CASE(who_wins_rises_who_loses_falls_and_who_draws_an_equal_stays)
{
    const double scores[] = {1, 0.5, 0};
    double rating[3];
    for (int i = 0; i < 3; i++) {
        const struct glicko_meeting meeting = {fresh, scores[i]};
        const struct glicko after = glicko_after(fresh, &meeting, 1);
        rating[i] = after.rating;
        assert_true(after.deviation < fresh.deviation);
    }
    assert_true(rating[0] > 1500 && rating[2] < 1500);
    near(rating[1], 1500, 1e-9);
    near(rating[0] - 1500, 1500 - rating[2], 1e-9);
}

CASE(a_win_over_a_stronger_player_brings_more)
{
    const struct glicko_meeting strong = {{1800, 50, 0.06}, 1}, weak = {{1200, 50, 0.06}, 1};
    assert_true(glicko_after(fresh, &strong, 1).rating > glicko_after(fresh, &weak, 1).rating + 50);
}

CASE(an_upset_raises_the_volatility)
{
    const struct glicko sure = {1500, 40, 0.06};
    struct glicko_meeting upset[8], expected[8];
    for (int i = 0; i < 8; i++) {
        upset[i] = (struct glicko_meeting){{2200, 40, 0.06}, 1};
        expected[i] = (struct glicko_meeting){{2200, 40, 0.06}, 0};
    }
    assert_true(glicko_after(sure, upset, 8).volatility > sure.volatility);
    assert_true(glicko_after(sure, expected, 8).volatility < sure.volatility);
}

CASE(time_without_games_makes_a_rating_less_sure_and_nothing_else)
{
    const struct glicko sure = {1623, 60, 0.06}, idle = glicko_idle(sure, 10), very = glicko_idle(sure, 100000);
    near(idle.deviation, sqrt(60 * 60 + 10 * pow(0.06 * 173.7178, 2)), 1e-9);
    near(idle.rating, 1623, 0);
    near(very.deviation, GLICKO_DEVIATION, 0);
    near(glicko_idle(sure, 0).deviation, 60, 1e-9);
}

CASE(a_period_without_meetings_changes_nothing)
{
    const struct glicko after = glicko_after(fresh, NULL, 0);
    assert_memory_equal(&after, &fresh, sizeof fresh);
}

CASE(extreme_differences_give_numbers)
{
    struct glicko player = glicko_new();
    for (int i = 0; i < 500; i++) {
        const struct glicko_meeting meeting = {{i % 2 ? 100 : 3900, 30, 0.06}, i % 2 ? 0 : 1};
        player = glicko_after(player, &meeting, 1);
        assert_true(isfinite(player.rating) && isfinite(player.deviation) && isfinite(player.volatility));
        assert_true(player.deviation > 0 && player.deviation <= GLICKO_DEVIATION && player.volatility > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_description),
        cmocka_unit_test(who_wins_rises_who_loses_falls_and_who_draws_an_equal_stays),
        cmocka_unit_test(a_win_over_a_stronger_player_brings_more),
        cmocka_unit_test(an_upset_raises_the_volatility),
        cmocka_unit_test(time_without_games_makes_a_rating_less_sure_and_nothing_else),
        cmocka_unit_test(a_period_without_meetings_changes_nothing),
        cmocka_unit_test(extreme_differences_give_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
