/*
 * Statistics of simulations and matches against numbers worked out apart from them: with Python's statistics module, by
 * solving Wilson's equation with bisection, and by summing normal densities for the sequential test.
 */
#include "case.h"
#include "faces/sim/games/games.h"
#include "faces/sim/jobs/jobs.h"
#include "faces/sim/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int scores[] = {31, 44, 28, 50, 44, 37, 44, 61};
enum { SCORES = sizeof scores / sizeof *scores };

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g is not %.12g", value, expected);
}

CASE(nothing_is_printed_as_minus_zero)
{
    static const struct {
        double value;
        int digits;
        const char *text;
    } cases[] = {{-0.0004999, 3, "+0.000"}, {-0.0, 3, "+0.000"},   {-0.0005001, 3, "-0.001"}, {0.0004, 3, "+0.000"},
                 {-0.04, 1, "+0.0"},        {-0.06, 1, "-0.1"},    {-0.4, 0, "+0"},           {-12.25, 2, "-12.25"},
                 {7.5, 1, "+7.5"},          {-0.0049, 2, "+0.00"}, {-0.0051, 2, "-0.01"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        snprintf(text, sizeof text, "%+.*f", cases[i].digits, flip_to_print(cases[i].value, cases[i].digits));
        assert_string_equal(text, cases[i].text);
    }
}

CASE(mean_and_spread_of_eight_scores)
{
    struct flip_moments moments = {0};
    for (int i = 0; i < SCORES; i++)
        flip_moments_add(&moments, scores[i]);
    assert_near(moments.mean, 42.375, 1e-12);
    assert_near(flip_moments_sd(&moments), 10.541584321154007, 1e-12);
    assert_near(flip_moments_error(&moments), 3.727012878968893, 1e-12);
    const struct flip_interval interval = flip_moments_interval(&moments);
    assert_near(interval.high - interval.low, 2 * flip_t95(moments.count - 1) * 3.727012878968893, 1e-12);
}

CASE(one_value_has_no_spread)
{
    struct flip_moments moments = {0};
    flip_moments_add(&moments, 7);
    assert_near(flip_moments_sd(&moments), 0, 0);
    assert_near(flip_moments_error(&moments), 0, 0);
}

CASE(spread_survives_large_numbers)
{
    struct flip_moments moments = {0};
    for (int i = 0; i < 1000; i++)
        flip_moments_add(&moments, 1e9 + i % 2);
    assert_near(flip_moments_variance(&moments), 0.25 * 1000 / 999, 1e-6);
}

static void tally_of(struct flip_tally *tally, int from, int to)
{
    for (int i = from; i < to; i++)
        assert_int_equal(flip_tally_add(tally, scores[i]), 0);
}

CASE(tally_agrees_with_moments_in_any_order)
{
    struct flip_tally first = {0}, second = {0}, whole = {0};
    tally_of(&first, 0, 3);
    tally_of(&second, 3, SCORES);
    tally_of(&whole, 0, SCORES);
    assert_int_equal(flip_tally_merge(&second, &first), 0);
    const struct flip_moments merged = flip_tally_moments(&second), direct = flip_tally_moments(&whole);
    assert_near(merged.mean, 42.375, 1e-12);
    assert_near(flip_moments_sd(&merged), 10.541584321154007, 1e-12);
    assert_near(merged.squares, direct.squares, 0);
    flip_tally_free(&first);
    flip_tally_free(&second);
    flip_tally_free(&whole);
}

CASE(tally_grows_to_both_sides_and_forgets_nothing)
{
    struct flip_tally tally = {0};
    for (int i = 0; i < 1000; i++)
        assert_int_equal(flip_tally_add(&tally, i % 2 ? 37 * i : -29 * i), 0);
    assert_int_equal(tally.count, 1000);
    assert_int_equal(tally.min, -29 * 998);
    assert_int_equal(tally.max, 37 * 999);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(flip_tally_at(&tally, i % 2 ? 37 * i : -29 * i), 1);
    assert_int_equal(flip_tally_at(&tally, 1), 0);
    assert_int_equal(flip_tally_at(&tally, 1000000), 0);
    assert_int_equal(flip_tally_add(&tally, INT64_C(1) << 40), -1);
    assert_int_equal(tally.count, 1000);
    flip_tally_free(&tally);
}

CASE(quantile_is_the_smallest_score_with_that_share_below)
{
    struct flip_tally tally = {0};
    for (int i = 1; i <= 100; i++)
        assert_int_equal(flip_tally_add(&tally, i), 0);
    assert_int_equal(flip_tally_quantile(&tally, 0), 1);
    assert_int_equal(flip_tally_quantile(&tally, 0.05), 5);
    assert_int_equal(flip_tally_quantile(&tally, 0.5), 50);
    assert_int_equal(flip_tally_quantile(&tally, 0.501), 51);
    assert_int_equal(flip_tally_quantile(&tally, 1), 100);
    assert_int_equal(flip_tally_at_least(&tally, 91), 10);
    assert_int_equal(flip_tally_at_least(&tally, -5), 100);
    assert_int_equal(flip_tally_at_least(&tally, 101), 0);
    flip_tally_free(&tally);
}

CASE(wilson_solves_its_equation)
{
    static const struct {
        double hits, count, low, high;
    } cases[] = {
        {7, 50, 0.0695083342701629, 0.2618619371058554},
        {12.5, 40, 0.1907448721377493, 0.4671132283112332},
        {0, 20, 0, 0.1611251580528194},
        {20, 20, 0.8388748419471806, 1},
        {0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct flip_interval interval = flip_wilson(cases[i].hits, cases[i].count);
        assert_near(interval.low, cases[i].low, 1e-12);
        assert_near(interval.high, cases[i].high, 1e-12);
    }
}

/* Quantiles of Student's distribution, from tables. */
CASE(few_values_have_wider_intervals)
{
    static const struct {
        uint64_t freedom;
        double t;
    } known[] = {{1, 12.7062}, {2, 4.3027},  {5, 2.5706},  {9, 2.2622},  {10, 2.2281},
                 {12, 2.1788}, {20, 2.0860}, {30, 2.0423}, {120, 1.9799}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_near(flip_t95(known[i].freedom), known[i].t, 2e-4);
    assert_near(flip_t95(100000000), FLIP_Z95, 1e-7);
}

static struct flip_moments pairs_of(int won, int split, int lost)
{
    struct flip_moments pairs = {0};
    for (int i = 0; i < won + split + lost; i++)
        flip_moments_add(&pairs, i < won ? 1 : i < won + split ? 0.5 : 0);
    return pairs;
}

CASE(the_interval_of_a_match_is_finite_where_there_were_losses)
{
    for (int lost = 1; lost < 6; lost++) {
        const struct flip_moments pairs = pairs_of(40 - lost, 0, lost);
        const struct flip_interval interval = flip_pairs_interval(&pairs, 0.125);
        assert_true(interval.high < 1 && interval.high > pairs.mean && interval.low < pairs.mean && interval.low > 0.5);
        assert_true(isfinite(flip_elo_of_share(interval.high)));
    }
    const struct flip_moments won = pairs_of(5, 0, 0);
    assert_near(flip_pairs_interval(&won, 0.125).high, 1, 0);
    assert_true(flip_pairs_interval(&won, 0.125).low < 0.6); /* five won pairs are no certainty */
    /* where games of a pair are split, the mean is surer than with as many independent games */
    const struct flip_moments split = pairs_of(10, 80, 10), apart = pairs_of(50, 0, 50);
    const struct flip_interval narrow = flip_pairs_interval(&split, 0.125), wide = flip_pairs_interval(&apart, 0.125);
    assert_true(narrow.high - narrow.low < 0.5 * (wide.high - wide.low));
}

CASE(elo_is_four_hundred_for_ten_to_one)
{
    assert_near(flip_elo_of_share(10.0 / 11), 400, 1e-9);
    assert_near(flip_elo_of_share(0.5), 0, 0);
    assert_near(flip_elo_of_share(0.75), 190.848501887865, 1e-9);
    assert_near(flip_share_of_elo(100), 0.6400649998028851, 1e-12);
    assert_near(flip_share_of_elo(flip_elo_of_share(0.31)), 0.31, 1e-12);
    assert_true(isinf(flip_elo_of_share(1)) && flip_elo_of_share(1) > 0);
    assert_true(isinf(flip_elo_of_share(0)) && flip_elo_of_share(0) < 0);
}

/* 80 pairs: 5 × 0, 8 × ¼, 30 × ½, 25 × ¾, 12 × 1. */
static struct flip_moments eighty_pairs(void)
{
    static const int counts[] = {5, 8, 30, 25, 12};
    struct flip_moments pairs = {0};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < counts[i]; k++)
            flip_moments_add(&pairs, i / 4.0);
    return pairs;
}

CASE(sequential_test_is_the_ratio_of_normal_densities)
{
    const struct flip_moments pairs = eighty_pairs();
    const struct flip_sprt sprt = flip_sprt_make(flip_share_of_elo(0), flip_share_of_elo(50), 0.05, 0.05);
    assert_near(sprt.lower, -2.9444389791664403, 1e-12);
    assert_near(sprt.upper, 2.9444389791664403, 1e-12);
    assert_near(pairs.mean, 0.596875, 1e-12);
    assert_near(flip_pair_variance(&pairs, 0.125), 0.07108398437499996, 1e-12);
    const double ratio = flip_sprt_ratio(&sprt, &pairs, 0.125);
    assert_near(ratio, 4.91756444154705, 1e-9);
    assert_int_equal(flip_sprt_verdict(&sprt, ratio), 1);
    assert_int_equal(flip_sprt_verdict(&sprt, -3), -1);
    assert_int_equal(flip_sprt_verdict(&sprt, 0), 0);
}

CASE(equal_outcomes_do_not_make_the_test_infinitely_sure)
{
    const struct flip_sprt sprt = flip_sprt_make(0.5, flip_share_of_elo(50), 0.05, 0.05);
    struct flip_moments pairs = {0};
    assert_near(flip_sprt_ratio(&sprt, &pairs, 0.125), 0, 0);
    flip_moments_add(&pairs, 1);
    assert_int_equal(flip_sprt_verdict(&sprt, flip_sprt_ratio(&sprt, &pairs, 0.125)), 0);
}

CASE(bins_have_round_widths_and_hold_every_score)
{
    struct flip_bins bins;
    flip_bins_range(&bins, 28, 61, 24);
    assert_int_equal(bins.width, 2);
    assert_int_equal(bins.first, 28);
    assert_int_equal(bins.count, 17);
    flip_bins_range(&bins, -7, 3, 24);
    assert_int_equal(bins.width, 1);
    assert_int_equal(bins.count, 11);
    flip_bins_range(&bins, -701, 299, 24);
    assert_int_equal(bins.width, 50);
    assert_int_equal(bins.first, -750);
    assert_true(bins.first + bins.width * bins.count > 299);

    struct flip_tally tally = {0};
    tally_of(&tally, 0, SCORES);
    flip_bins_range(&bins, tally.min, tally.max, 5);
    flip_bins_fill(&bins, &tally);
    uint64_t sum = 0;
    for (int i = 0; i < bins.count; i++)
        sum += bins.games[i];
    assert_int_equal(sum, SCORES);
    assert_int_equal(bins.most, 3);
    flip_tally_free(&tally);
}

static char *written(void (*write)(FILE *, const void *), const void *what)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write(out, what);
    fclose(out);
    return text;
}

static void print_ascii(FILE *out, const void *bins) { flip_bins_print(out, bins, 40, false); }
static void print_blocks(FILE *out, const void *bins) { flip_bins_print(out, bins, 40, true); }

CASE(histogram_fits_the_columns_and_shows_rare_scores)
{
    struct flip_tally tally = {0};
    for (int i = 0; i < 5000; i++)
        assert_int_equal(flip_tally_add(&tally, 3), 0);
    assert_int_equal(flip_tally_add(&tally, 1), 0);
    struct flip_bins bins;
    flip_bins_range(&bins, 1, 3, 24);
    flip_bins_fill(&bins, &tally);
    char *text = written(print_ascii, &bins);
    assert_string_equal(text, "  1 |# 0.020 %\n  2 |\n  3 |########################### 100.0 %\n");
    free(text);
    text = written(print_blocks, &bins);
    assert_non_null(strstr(text, "│▏ 0.020 %"));
    assert_non_null(strstr(text, "███████ 100.0 %"));
    free(text);
    flip_tally_free(&tally);
}

static void write_plot(FILE *out, const void *plot) { flip_plot_write(out, plot); }

CASE(plot_names_its_axes_and_escapes_its_titles)
{
    struct flip_tally tally = {0};
    tally_of(&tally, 0, SCORES);
    const int64_t mark = 50;
    const struct flip_plot_panel panel = {"exec:a<b & \"c\"", &tally};
    const struct flip_plot plot = {.title = "Some game: scores",
                                   .caption = "8 games",
                                   .axis = "score",
                                   .panels = &panel,
                                   .panel_count = 1,
                                   .marks = &mark,
                                   .mark_count = 1};
    char *text = written(write_plot, &plot);
    assert_memory_equal(text, "<svg ", 5);
    assert_non_null(strstr(text, "exec:a&lt;b &amp; &quot;c&quot;"));
    assert_non_null(strstr(text, ">share of games</text>"));
    assert_non_null(strstr(text, ">score</text>"));
    assert_non_null(strstr(text, "mean 42.38 ± 7.30, standard deviation 10.54"));
    assert_non_null(strstr(text, "25 % reach 50"));
    assert_non_null(strstr(text, "<title>44: 3 games, 37.5 %</title>"));
    assert_non_null(strstr(text, "</svg>"));
    assert_null(strstr(text, "nan"));
    free(text);
    flip_tally_free(&tally);
}

CASE(plot_of_nothing_is_still_a_picture)
{
    const struct flip_tally tally = {0};
    const struct flip_plot_panel panel = {"nobody", &tally};
    const struct flip_plot plot = {.title = "t", .caption = "c", .axis = "score", .panels = &panel, .panel_count = 1};
    char *text = written(write_plot, &plot);
    assert_non_null(strstr(text, "</svg>"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    free(text);
}

CASE(parts_keep_numbers_words_and_inner_objects)
{
    struct flip_words words;
    struct flip_parts parts;
    flip_words_open(&words);
    flip_parts_parse(&words, "{\"roads\":18,\"won_by\":\"points\",\"bot\":{\"gold\":-2.5},\"done\":true,\"list\":[1]}",
                     &parts);
    assert_int_equal(parts.count, 4);
    assert_string_equal(words.word[parts.part[0].name], "roads");
    assert_int_equal(parts.part[0].value, 18000);
    assert_int_equal(parts.part[0].word, FLIP_NO_WORD);
    assert_string_equal(words.word[parts.part[1].word], "points");
    assert_string_equal(words.word[parts.part[2].name], "bot.gold");
    assert_int_equal(parts.part[2].value, -2500);
    assert_int_equal(parts.part[3].value, 1000);
    flip_parts_parse(&words, "no JSON", &parts);
    assert_int_equal(parts.count, 0);
    assert_int_equal(flip_words_number(&words, "roads"), flip_words_number(&words, "roads"));
    flip_words_close(&words);
}

/* --- jobs: results in order, whoever finishes first ---------------------------------------------------------------- */

struct sums {
    uint64_t next, sum;
    uint64_t enough, giving_up, failing; /* at these jobs; UINT64_MAX: never */
};

static void *hire(void *context)
{
    (void)context;
    return malloc(1);
}

static void dismiss(void *context, void *worker)
{
    (void)context;
    free(worker);
}

static int square(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    const struct sums *sums = context;
    (void)worker;
    volatile uint64_t waste = 0;
    for (uint64_t i = 0; i < job * 7919 % 3000; i++)
        waste = waste + i;
    *(uint64_t *)result = job * job;
    if (job == sums->failing)
        return flip_fail(error, FLIP_ERROR_TEST, "Job %d fails.", (int)job);
    return job == sums->giving_up;
}

static int add_in_order(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct sums *sums = context;
    (void)error;
    if (job != sums->next)
        fail_msg("job %d came out of order", (int)job);
    sums->next++;
    sums->sum = sums->sum * 3 + *(const uint64_t *)result;
    return job == sums->enough;
}

static int run_sums(struct sums *sums, uint64_t count, int threads, struct flip_error *error)
{
    const struct flip_jobs jobs = {.count = count,
                                   .threads = threads,
                                   .result_size = sizeof(uint64_t),
                                   .context = sums,
                                   .hire = hire,
                                   .dismiss = dismiss,
                                   .work = square,
                                   .take = add_in_order};
    return flip_jobs_run(&jobs, error);
}

CASE(jobs_give_the_same_with_any_number_of_threads)
{
    struct flip_error error;
    uint64_t expected = 0;
    for (uint64_t job = 0; job < 1000; job++)
        expected = expected * 3 + job * job;
    for (int threads = 1; threads <= 7; threads++) {
        struct sums sums = {0, 0, UINT64_MAX, UINT64_MAX, UINT64_MAX};
        assert_int_equal(run_sums(&sums, 1000, threads, &error), 0);
        assert_int_equal(sums.next, 1000);
        assert_true(sums.sum == expected);
    }
}

CASE(jobs_stop_exactly_where_enough_was_taken)
{
    struct flip_error error;
    for (int threads = 1; threads <= 4; threads++) {
        struct sums sums = {0, 0, 321, UINT64_MAX, UINT64_MAX};
        assert_int_equal(run_sums(&sums, 1000, threads, &error), 0);
        assert_int_equal(sums.next, 322);
    }
}

CASE(an_interrupted_run_leaves_an_unbroken_beginning)
{
    struct flip_error error;
    struct sums sums = {0, 0, UINT64_MAX, 500, UINT64_MAX};
    assert_int_equal(run_sums(&sums, 1000, 3, &error), 0);
    assert_true(sums.next <= 500);
}

CASE(a_failing_job_ends_the_run_with_its_reason)
{
    struct flip_error error;
    struct sums sums = {0, 0, UINT64_MAX, UINT64_MAX, 77};
    assert_int_equal(run_sums(&sums, 1000, 3, &error), -1);
    assert_string_equal(error.message, "Job 77 fails.");
    assert_true(sums.next <= 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_printed_as_minus_zero),
        cmocka_unit_test(mean_and_spread_of_eight_scores),
        cmocka_unit_test(one_value_has_no_spread),
        cmocka_unit_test(spread_survives_large_numbers),
        cmocka_unit_test(tally_agrees_with_moments_in_any_order),
        cmocka_unit_test(tally_grows_to_both_sides_and_forgets_nothing),
        cmocka_unit_test(quantile_is_the_smallest_score_with_that_share_below),
        cmocka_unit_test(wilson_solves_its_equation),
        cmocka_unit_test(few_values_have_wider_intervals),
        cmocka_unit_test(the_interval_of_a_match_is_finite_where_there_were_losses),
        cmocka_unit_test(elo_is_four_hundred_for_ten_to_one),
        cmocka_unit_test(sequential_test_is_the_ratio_of_normal_densities),
        cmocka_unit_test(equal_outcomes_do_not_make_the_test_infinitely_sure),
        cmocka_unit_test(bins_have_round_widths_and_hold_every_score),
        cmocka_unit_test(histogram_fits_the_columns_and_shows_rare_scores),
        cmocka_unit_test(plot_names_its_axes_and_escapes_its_titles),
        cmocka_unit_test(plot_of_nothing_is_still_a_picture),
        cmocka_unit_test(parts_keep_numbers_words_and_inner_objects),
        cmocka_unit_test(jobs_give_the_same_with_any_number_of_threads),
        cmocka_unit_test(jobs_stop_exactly_where_enough_was_taken),
        cmocka_unit_test(an_interrupted_run_leaves_an_unbroken_beginning),
        cmocka_unit_test(a_failing_job_ends_the_run_with_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
