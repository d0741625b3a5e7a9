/* The analysis of finished games: sums that must come out, luck that must even out, and promises that must be kept. */
#include "analysis/analysis.h"
#include "analysis/parts.h"
#include "bots/search.h"
#include "bots/tutor.h"
#include "core/file.h"
#include "faces/sim/analyze/analyze.h"
#include "support.h"

#include <flipside/record.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- games to look at ------------------------------------------------------------------------------------------------------ */

/* A finished game; every `wild`-th move is any legal one, 0: none is. */
static struct flip_table *played(const char *game, int seats, int number, int wild)
{
    struct flip_error error;
    struct flip_table_def def = flip_table_defaults(flip_game_named(game));
    unsigned char seed[FLIP_SEED_BYTES] = {(unsigned char)number, (unsigned char)(number >> 8), 7};
    struct flip_random random;
    def.seats = seats;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &error);
    assert_non_null(table);
    flip_random_seed(&random, (uint64_t)number + 99);
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    int step = 0;
    for (flip_set turn; (turn = flip_table_turn(table)) != 0; step++) {
        const int seat = flip_set_first(turn);
        const struct flip_position at = flip_table_position(table);
        const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
        const flip_move move = wild && step % wild == 0 ? moves[flip_random_below(&random, (uint32_t)count)]
                                                        : flip_quick_move(at.game, at.rules, at.state, seat, &random);
        assert_int_equal(0, flip_table_act(table, seat, move, &error));
    }
    free(moves);
    return table;
}

/* The units from `first` to before `last`; `most` portions of them, -1: all. */
static void work(struct flip_analysis *analysis, int first, int last, int most)
{
    struct flip_error error;
    struct flip_analyst *analyst = flip_analyst_open(analysis, &error);
    assert_non_null(analyst);
    for (int unit = first; unit < last; unit++)
        while (flip_unit_done(analysis, unit, FLIP_QUICK) < 1 && most-- != 0)
            assert_int_equal(0, flip_analysis_work(analysis, analyst, unit, FLIP_QUICK, &error));
    flip_analyst_close(analyst);
}

static struct flip_analysis *opened(const struct flip_table *table)
{
    struct flip_error error;
    struct flip_analysis *analysis = flip_analysis_open(table, &error);
    assert_non_null(analysis);
    return analysis;
}

/* A seat's game, by what is known so far. */
static struct flip_player_summary well_of(const struct flip_analysis *analysis, int seat)
{
    struct flip_player_summary well;
    struct flip_curve *curve = flip_curve_open(analysis);
    assert_non_null(curve);
    flip_analysis_player(curve, seat, &well);
    flip_curve_close(curve);
    return well;
}

/* --- sums ------------------------------------------------------------------------------------------------------------------ */

static void expect_sums_to_the_result(const char *game, int seats)
{
    struct flip_table *table = played(game, seats, 1, 3);
    struct flip_analysis *analysis = opened(table);
    work(analysis, 0, analysis->moments, -1);
    for (int seat = 0; seat < seats; seat++) {
        const struct flip_player_summary well = well_of(analysis, seat);
        const double sum = well.expected + well.luck + well.skill + well.others;
        assert_true(fabs(sum - well.result) < 1e-9);
        assert_true(well.expected > 0 && well.luck != 0 && well.skill != 0);
    }
    flip_analysis_close(analysis);
    flip_table_close(table);
}

static void expectation_luck_and_skill_add_up_to_the_result(void **state)
{
    (void)state;
    expect_sums_to_the_result("flipcity", 2);
}

static void alone_they_add_up_too(void **state)
{
    (void)state;
    if (!in_full())
        skip();
    expect_sums_to_the_result("royalflip", 1);
}

/* Whoever plays, however badly: chance favours nobody. One future per moment is as fair as many, so there can be many games. */
static void expect_luck_that_favours_nobody(const char *game, int seats)
{
    const int games = games_of(60);
    double sum = 0, squares = 0;
    for (int number = 0; number < games; number++) {
        struct flip_table *table = played(game, seats, number, 6);
        struct flip_analysis *analysis = opened(table);
        struct flip_analyst *analyst = flip_analyst_open(analysis, NULL);
        assert_non_null(analyst);
        for (int moment = 0; moment < analysis->moments; moment++)
            flip_analysis_glance(analysis, analyst, moment);
        const struct flip_player_summary well = well_of(analysis, 0);
        sum += well.luck;
        squares += well.luck * well.luck;
        flip_analyst_close(analyst);
        flip_analysis_close(analysis);
        flip_table_close(table);
    }
    const double mean = sum / games, error = sqrt((squares / games - mean * mean) / (games - 1));
    assert_true(error > 0);
    assert_true(fabs(mean) < 3.5 * error);
}

static void luck_sums_to_zero_within_its_interval(void **state)
{
    (void)state;
    expect_luck_that_favours_nobody("flipcity", 2);
}

static void alone_luck_sums_to_zero_too(void **state)
{
    (void)state;
    if (!in_full())
        skip();
    expect_luck_that_favours_nobody("royalflip", 1);
}

/* --- promises -------------------------------------------------------------------------------------------------------------- */

/* The best choice of a decision in futures that the analysis has not seen. */
static struct flip_estimate kept(const struct flip_table *table, const struct flip_decision *decision, uint32_t games)
{
    struct flip_error error;
    struct flip_walk walk;
    struct flip_future future;
    double sum = 0, squares = 0;
    assert_int_equal(0, flip_walk_open(&walk, table, &error));
    flip_walk_to(&walk, decision->step);
    assert_int_equal(0, flip_position_open(&future.at, walk.at.game, walk.at.rules, walk.at.seats, &error));
    for (uint32_t i = 0; i < games; i++) {
        double value[FLIP_MAX_SEATS];
        flip_future_start(&future, &walk.at, 12345, i);
        flip_position_step(&future.at, decision->seat, decision->choice[flip_decision_best(decision)].move);
        flip_future_finish(&future);
        flip_future_values(&future.at, value);
        sum += value[decision->seat];
        squares += value[decision->seat] * value[decision->seat];
    }
    flip_position_close(&future.at);
    flip_walk_close(&walk);
    return (struct flip_estimate){sum / games, sqrt(fmax(0, squares / games - sum / games * sum / games) / games)};
}

static void following_the_best_choices_scores_what_was_promised(void **state)
{
    (void)state;
    struct flip_table *table = played("royalflip", 1, 5, 4);
    struct flip_analysis *analysis = opened(table);
    double difference = 0, variance = 0;
    for (int i = 0; i < analysis->decisions; i += 6) {
        const struct flip_decision *decision = &analysis->decision[i];
        work(analysis, analysis->moments + i, analysis->moments + i + 1, -1);
        const struct flip_estimate promised = flip_choice_value(decision, flip_decision_best(decision));
        const struct flip_estimate scored = kept(table, decision, 150);
        difference += promised.value - scored.value;
        variance += promised.error * promised.error + scored.error * scored.error;
    }
    assert_true(variance > 0);
    assert_true(fabs(difference) < 4 * sqrt(variance));
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* --- moves that were not compared ------------------------------------------------------------------------------------------- */

static double number_of(const json_t *choice, const char *key)
{
    return json_number_value(json_object_get(choice, key));
}

/* Every legal move of a decision has a value: the compared ones what the analysis found, the others one on the same futures. */
static void any_legal_move_of_a_decision_can_be_weighed_afterwards(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *table = played("royalflip", 1, 5, 4);
    struct flip_analysis *analysis = opened(table);
    struct flip_analyst *analyst = flip_analyst_open(analysis, &error);
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    const struct flip_decision *decision = &analysis->decision[1];
    struct flip_walk walk;
    assert_null(flip_analysis_try(analysis, analyst, decision->step, 0, &error)); /* nothing is known of it yet */
    work(analysis, analysis->moments + 1, analysis->moments + 2, -1);
    assert_int_equal(0, flip_walk_open(&walk, table, &error));
    flip_walk_to(&walk, decision->step);
    const int count = walk.at.game->rules->moves(walk.at.rules, walk.at.state, decision->seat, moves, FLIP_MAX_MOVES);
    assert_true(count > decision->count);
    const double best = flip_choice_lead(decision, flip_decision_best(decision)).value;
    for (int i = 0; i < count; i++) {
        json_t *choice = flip_analysis_try(analysis, analyst, decision->step, moves[i], &error);
        assert_non_null(choice);
        assert_true(fabs(number_of(choice, "value") - number_of(choice, "lead") -
                         flip_choice_value(decision, 0).value) < 0.011);
        assert_true(number_of(choice, "lead") < best + 2 * number_of(choice, "lead_interval") + 0.011);
        json_decref(choice);
    }
    flip_walk_close(&walk);
    free(moves);
    flip_analyst_close(analyst);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

static double loss_of(const char *game, int wild)
{
    struct flip_table *table = played(game, 1, 11, wild);
    struct flip_analysis *analysis = opened(table);
    work(analysis, analysis->moments + 10, analysis->moments + 15, -1);
    const struct flip_player_summary well = well_of(analysis, 0);
    assert_int_equal(5, well.decisions);
    flip_analysis_close(analysis);
    flip_table_close(table);
    return well.loss / well.decisions;
}

static void a_player_who_plays_anything_loses_more_than_a_sensible_one(void **state)
{
    (void)state;
    assert_true(loss_of("royalflip", 1) > 2 * loss_of("royalflip", 0));
}

static void levels_lie_between_the_marks_of_the_bots(void **state)
{
    (void)state;
    const struct flip_yardstick yardstick = {10, {8, 6, 4, 2, 1}};
    assert_true(flip_level_of_loss(&yardstick, 12) == 0);
    assert_true(fabs(flip_level_of_loss(&yardstick, 5) - 2.5) < 1e-9);
    assert_true(fabs(flip_level_of_loss(&yardstick, 1) - 5) < 1e-9);
    assert_true(flip_level_of_loss(&yardstick, 0) > 5);
    for (double level = 0; level < 6; level += 0.25)
        assert_true(flip_accuracy_of_level(level + 0.25) > flip_accuracy_of_level(level));
}

/* Where a game has been measured, stronger players lose less: random most, the upper levels less than the lower ones. */
static void the_yardsticks_of_the_games_fall_with_the_level(void **state)
{
    (void)state;
    int measured = 0;
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game_bot *bot = flip_bot_of(flip_game_at(i));
        const struct flip_yardstick *both[] = {bot->alone, bot->with_others};
        for (int k = 0; k < 2; k++) {
            if (!both[k] || both[k]->random == 0)
                continue;
            const double *level = both[k]->level;
            measured++;
            assert_true(both[k]->random > level[0] && level[4] >= 0);
            assert_true(level[0] + level[1] > level[3] + level[4]);
        }
    }
    assert_int_equal(6, measured); /* four games alone, two with others; the rest is to be measured with more games */
}

static void a_game_without_points_is_graded_by_wins_also_alone(void **state)
{
    (void)state;
    struct flip_table *table = played("flipcity", 1, 2, 4);
    struct flip_analysis *analysis = opened(table);
    struct flip_decision decision = {.count = 2, .judged = false};
    decision.choice[0] = (struct flip_weighed){.count = 100};
    decision.choice[1] = (struct flip_weighed){.count = 100, .lead = 20, .lead_squares = 5};
    assert_false(analysis->alone);
    assert_int_equal(FLIP_BLUNDER, flip_decision_grade(analysis, &decision));
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* Alone, a win can be lost only once: who has half a chance left and loses a tenth of a win loses a fifth of what there is. */
static void alone_a_loss_of_wins_counts_as_a_part_of_the_chance_left(void **state)
{
    (void)state;
    struct flip_table *alone = played("flipcity", 1, 2, 4), *two = played("flipcity", 2, 2, 4);
    struct flip_analysis *of_alone = opened(alone), *of_two = opened(two);
    struct flip_decision decision = {.count = 2, .looked = 1};
    decision.choice[0] = (struct flip_weighed){.count = 100, .sum = 40, .squares = 40};
    decision.choice[1] = (struct flip_weighed){.count = 100, .sum = 50, .squares = 50, .lead = 10, .lead_squares = 10};
    const double cost = flip_decision_cost(&decision);
    assert_true(fabs(cost - 0.1) < 1e-9);
    assert_true(flip_decision_loss(&decision) > 0 && flip_decision_loss(&decision) < cost);
    assert_true(fabs(flip_decision_stake(of_alone, &decision) - 0.5) < 1e-9);
    assert_true(flip_decision_stake(of_two, &decision) == 1);
    of_alone->decision[0] = decision;
    const struct flip_player_summary well = well_of(of_alone, 0);
    const struct flip_yardstick *yardstick = flip_bot_of(flip_game_named("flipcity"))->alone;
    assert_true(fabs(well.cost - cost) < 1e-9 && fabs(well.stake - 0.5) < 1e-9);
    assert_true(fabs(well.level - flip_level_of_loss(yardstick, 2 * cost)) < 1e-9);
    assert_true(well.least_level <= well.level && well.level <= well.most_level);
    assert_false(well.placed); /* one decision tells no level */
    flip_analysis_close(of_alone);
    flip_analysis_close(of_two);
    flip_table_close(alone);
    flip_table_close(two);
}

/* --- intervals --------------------------------------------------------------------------------------------------------------- */

/* A decision in which `wins` of `count` futures are won with the choice made, and `more` others with the second one as well. */
static struct flip_decision counted(int count, int wins, int more)
{
    struct flip_decision decision = {.count = 2, .looked = 1, .chances = true};
    const uint32_t futures = (uint32_t)count;
    decision.choice[0] = (struct flip_weighed){.count = futures, .sum = wins, .squares = wins};
    decision.choice[1] = (struct flip_weighed){
        .count = futures, .sum = wins + more, .squares = wins + more, .lead = more, .lead_squares = more};
    return decision;
}

/* How often the interval of a value holds the chance that the futures come from: over all numbers of wins, by their probabilities. */
static double covered(int count, double chance)
{
    double sum = 0;
    for (int wins = 0; wins <= count; wins++) {
        const struct flip_decision decision = counted(count, wins, 0);
        const struct flip_estimate value = flip_choice_value(&decision, 0);
        const double ways = lgamma(count + 1.0) - lgamma(wins + 1.0) - lgamma(count - wins + 1.0);
        if (fabs(value.value - chance) <= 1.96 * value.error)
            sum += exp(ways + wins * log(chance) + (count - wins) * log(1 - chance));
    }
    return sum;
}

static void the_interval_of_a_chance_holds_it_however_small_it_is(void **state)
{
    (void)state;
    static const int counts[] = {9, 20, 50, 250, 500};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (double chance = 0.1 / counts[i]; chance < 1; chance += 0.7 / counts[i]) {
            const double held = covered(counts[i], chance);
            assert_true(held > 0.92);
            assert_true(held < 0.99 || counts[i] < 50 || fmin(chance, 1 - chance) * counts[i] < 4); /* nor too wide */
        }
}

/* Eight futures that favour another of many choices, in one of many decisions, may be chance; nine hardly are. The choice made never leads
   itself. */
static void a_lead_is_believed_when_futures_enough_favour_it(void **state)
{
    (void)state;
    const struct flip_decision eight = counted(100, 40, 8), nine = counted(100, 40, 9);
    assert_true(flip_decision_loss(&eight) == 0);
    assert_true(flip_decision_loss(&nine) > 0);
    assert_true(flip_choice_lead(&nine, 0).error == 0 && flip_choice_lead(&nine, 1).error > 0);
}

/* The last moments of a game that is decided: all futures end alike. Only what was counted out, and the result itself, is certain. */
static void only_what_was_counted_out_and_the_end_are_certain(void **state)
{
    (void)state;
    struct flip_table *table = played("flipcity", 2, 1, 3);
    struct flip_analysis *analysis = opened(table);
    const int end = analysis->moments - 1;
    int last = end - 1; /* that was not counted out */
    while (analysis->moment[last].exact)
        last--;
    assert_in_range(last, end - 20, end - 2);
    work(analysis, last, end, -1);
    struct flip_curve *curve = flip_curve_open(analysis);
    assert_non_null(curve);
    assert_true(flip_curve_value(curve, end, 0).error == 0);
    assert_true(flip_curve_value(curve, end - 1, 0).error < 1e-4);
    assert_true(flip_curve_value(curve, last, 0).error > 0.002);
    assert_true(flip_curve_jump(curve, last, 0).error > 0.002);
    flip_curve_close(curve);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* A decision in which little was seen is open: nobody calls it fine. */
static void a_decision_in_which_little_was_seen_is_too_close_to_call(void **state)
{
    (void)state;
    struct flip_table *table = played("flipcity", 2, 1, 3);
    struct flip_analysis *analysis = opened(table);
    const struct flip_decision sure = counted(600, 100, 120), nothing = counted(600, 100, 0), few = counted(20, 5, 2);
    assert_int_equal(FLIP_BLUNDER, flip_decision_grade(analysis, &sure));
    assert_false(flip_decision_open(analysis, &sure));
    assert_int_equal(FLIP_FINE, flip_decision_grade(analysis, &nothing));
    assert_false(flip_decision_open(analysis, &nothing));
    assert_int_equal(FLIP_FINE, flip_decision_grade(analysis, &few));
    assert_true(flip_decision_open(analysis, &few));
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* What is too close to call is taken on to deep, and nothing else is. */
static void what_is_too_close_to_call_is_settled_by_going_on(void **state)
{
    (void)state;
    struct flip_table *table = played("flipcity", 2, 1, 3);
    struct flip_analysis *analysis = opened(table);
    struct flip_analyst *analyst = flip_analyst_open(analysis, NULL);
    assert_non_null(analyst);
    const int first = analysis->decisions - 12;
    int open = 0;
    assert_true(flip_analysis_settled(analysis) == 1); /* of what nobody looked at nothing is open */
    work(analysis, analysis->moments + first, analysis->moments + first + 12, -1);
    uint32_t before[12];
    bool was_open[12];
    for (int i = 0; i < 12; i++) {
        before[i] = analysis->decision[first + i].choice[0].count;
        open += was_open[i] = flip_decision_open(analysis, &analysis->decision[first + i]);
    }
    assert_true(open > 0 && open < 12 && flip_analysis_settled(analysis) < 1);
    while (flip_analysis_settled(analysis) < 1)
        assert_int_equal(0, flip_analysis_settle(analysis, analyst, NULL));
    for (int i = 0; i < 12; i++)
        assert_true((analysis->decision[first + i].choice[0].count > before[i]) == was_open[i]);
    flip_analyst_close(analyst);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* --- games whose truth is known ---------------------------------------------------------------------------------------------- */

enum { MOST_LEAVES = 200, MOST_MOVES = 64, MOST_GAMES = 80, DEALS = 4, ASKED = 6 };

/* The move of the plain players whom futures are played with; false: they do not always make the same. */
static bool plain_move(const struct flip_position *at, int seat, flip_move *move)
{
    for (uint64_t i = 0; i < ASKED; i++) {
        struct flip_random random;
        flip_random_seed(&random, i + 1);
        const flip_move other = flip_quick_move(at->game, at->rules, at->state, seat, &random);
        if (i > 0 && other != *move)
            return false;
        *move = other;
    }
    return true;
}

/* The exact value of a position: all cards, each by its chance, and plain players who always do the same. False: they do not, or there are
   too many cards. */
static bool exact(const struct flip_position *at, double weight, double *value, int *leaves)
{
    const flip_set turn = flip_position_turn(at);
    struct flip_position next;
    struct flip_error error;
    double ends[FLIP_MAX_SEATS];
    bool known = true;
    if (turn == 0) {
        flip_future_values(at, ends);
        for (int seat = 0; seat < at->seats; seat++)
            value[seat] += weight * ends[seat];
        return ++*leaves <= MOST_LEAVES;
    }
    assert_int_equal(0, flip_position_open(&next, at->game, at->rules, at->seats, &error));
    if (turn == FLIP_BIT(FLIP_DEALER)) {
        struct flip_chances chances;
        double all = 0;
        at->game->rules->chances(at->rules, at->state, &chances);
        for (int i = 0; i < chances.count && chances.kind == FLIP_CHANCE_LIST; i++)
            all += chances.list[i].weight;
        for (flip_set left = chances.set; chances.kind == FLIP_CHANCE_SET && left && known;
             left = flip_set_rest(left)) {
            flip_position_copy(&next, at);
            flip_position_step(&next, FLIP_DEALER, chances.base + (flip_move)flip_set_first(left));
            known = exact(&next, weight / flip_set_count(chances.set), value, leaves);
        }
        for (int i = 0; chances.kind == FLIP_CHANCE_LIST && i < chances.count && known; i++) {
            flip_position_copy(&next, at);
            flip_position_step(&next, FLIP_DEALER, chances.list[i].event);
            known = exact(&next, weight * chances.list[i].weight / all, value, leaves);
        }
    } else {
        flip_move move = 0;
        const int seat = flip_set_first(turn);
        known = plain_move(at, seat, &move);
        flip_position_copy(&next, at);
        if (known)
            flip_position_step(&next, seat, move);
        known = known && exact(&next, weight, value, leaves);
    }
    flip_position_close(&next);
    return known;
}

/* What the move that was made, the best and the worst one are exactly worth. */
struct exactly {
    double made, best, worst;
};

/* What a move is exactly worth to a seat; NAN: that is not known, or depends on what the seat could not know. `next` has memory. */
static double exact_move(const struct flip_walk *walk, int seat, flip_move move, struct flip_position *next)
{
    double worth = NAN;
    const struct flip_position at = flip_walk_position(walk);
    for (uint64_t deal = 0; deal < DEALS; deal++) {
        struct flip_random random;
        double all[FLIP_MAX_SEATS] = {0};
        int leaves = 0;
        flip_random_seed(&random, deal + 1);
        flip_position_copy(next, &at);
        flip_position_redeal(next, seat, &random);
        flip_position_follow(next);
        flip_position_step(next, seat, move);
        if (!exact(next, 1, all, &leaves) || (deal > 0 && fabs(all[seat] - worth) > 1e-9))
            return NAN;
        worth = all[seat];
    }
    return worth;
}

/* False: it is not known. */
static bool exact_decision(const struct flip_analysis *analysis, const struct flip_decision *decision,
                           struct exactly *out)
{
    struct flip_walk walk;
    struct flip_position next;
    struct flip_error error;
    flip_move moves[MOST_MOVES + 1];
    *out = (struct exactly){.made = NAN, .best = -HUGE_VAL, .worst = HUGE_VAL};
    assert_int_equal(0, flip_walk_open(&walk, analysis->table, &error));
    flip_walk_to(&walk, decision->step);
    assert_int_equal(0, flip_position_open(&next, walk.at.game, walk.at.rules, walk.at.seats, &error));
    const int count = walk.at.game->rules->moves(walk.at.rules, walk.at.state, decision->seat, moves, MOST_MOVES + 1);
    bool known = count <= MOST_MOVES;
    for (int i = 0; i < count && known; i++) {
        const double worth = exact_move(&walk, decision->seat, moves[i], &next);
        known = !isnan(worth);
        out->best = fmax(out->best, worth);
        out->worst = fmin(out->worst, worth);
        if (moves[i] == flip_walk_next(&walk)->move)
            out->made = worth;
    }
    flip_position_close(&next);
    flip_walk_close(&walk);
    return known;
}

/* Endings that were found: choices that are worth exactly the same, a win (or many points) that was kept or given away, cards that decided. */
struct endings {
    int equal, kept, given_away, lucky;
};

static const double clear_luck[] = {0.3, 2}; /* of a win; points */

static void look_at_decisions(struct flip_analysis *analysis, struct endings *found)
{
    for (int i = analysis->decisions - 3; i < analysis->decisions; i++) {
        struct exactly value;
        const struct flip_decision *decision = &analysis->decision[i];
        if (!exact_decision(analysis, decision, &value))
            continue;
        const bool matters = flip_grade_of(value.best - value.worst, analysis->alone) == FLIP_BLUNDER;
        const enum flip_grade truth = flip_grade_of(value.best - value.made, analysis->alone);
        const bool equal = value.best - value.worst < 1e-9, kept = matters && value.best - value.made < 1e-9;
        if (!equal && !kept && truth != FLIP_BLUNDER)
            continue;
        found->equal += equal;
        found->kept += kept;
        found->given_away += truth == FLIP_BLUNDER;
        work(analysis, analysis->moments + i, analysis->moments + i + 1, -1);
        const enum flip_grade grade = flip_decision_grade(analysis, decision);
        assert_true(truth == FLIP_BLUNDER ? grade >= FLIP_MISTAKE : grade == FLIP_FINE);
        assert_true(truth == FLIP_BLUNDER ? flip_decision_loss(decision) > 0 : flip_decision_loss(decision) == 0);
    }
}

static bool exact_moment(const struct flip_analysis *analysis, int moment, double *value)
{
    struct flip_walk walk;
    struct flip_error error;
    int leaves = 0;
    memset(value, 0, FLIP_MAX_SEATS * sizeof *value);
    assert_int_equal(0, flip_walk_open(&walk, analysis->table, &error));
    flip_walk_to(&walk, analysis->moment[moment].step);
    const bool known = exact(&walk.at, 1, value, &leaves);
    flip_walk_close(&walk);
    return known;
}

/* Where all that is left is cards, a value is the mean over what may come, and luck is how far it jumps: the curve knows both. */
static void look_at_luck(struct flip_analysis *analysis, struct endings *found)
{
    const int end = analysis->moments - 1;
    int from = end > 10 ? end - 10 : 0;
    double value[2][FLIP_MAX_SEATS];
    struct flip_curve *curve = NULL;
    for (int moment = end - 6; moment < end; moment++) {
        if (!exact_moment(analysis, moment, value[0]) || !exact_moment(analysis, moment + 1, value[1]))
            continue;
        if (!curve) {
            while (analysis->moment[from].since != analysis->moment[from].step) /* a card was turned just before */
                from--;
            work(analysis, from, end, -1);
            curve = flip_curve_open(analysis);
            assert_non_null(curve);
        }
        const struct flip_estimate said = flip_curve_value(curve, moment, 0), jump = flip_curve_jump(curve, moment, 0);
        const double luck = value[1][0] - value[0][0];
        assert_true(fabs(said.value - value[0][0]) < 4 * said.error + 1e-6);
        assert_true(fabs(jump.value - luck) < 4 * jump.error + 1e-6);
        if (analysis->moment[moment].chance && fabs(luck) > clear_luck[analysis->alone]) {
            found->lucky++;
            assert_true(jump.value * luck > 0);
        }
    }
    flip_curve_close(curve);
}

static bool all_found(const struct endings *found)
{
    return found->equal && found->kept && found->given_away && found->lucky;
}

/* Games of players who sometimes take any move, until every kind of ending was there. */
static void expect_known_endings(const char *game, int wild)
{
    struct endings found = {0};
    for (int number = 1; number <= MOST_GAMES && !all_found(&found); number++) {
        struct flip_table *table = played(game, 1 + number % 2, number, wild);
        struct flip_analysis *analysis = opened(table);
        look_at_decisions(analysis, &found);
        look_at_luck(analysis, &found);
        flip_analysis_close(analysis);
        flip_table_close(table);
    }
    assert_true(all_found(&found));
}

static void what_is_known_of_an_ending_is_said_of_it(void **state)
{
    (void)state;
    expect_known_endings("flipcity", 6);
    expect_known_endings("insertcoin", 3);
}

static void what_is_known_of_an_ending_on_a_map_is_said_of_it(void **state)
{
    (void)state;
    if (!in_full())
        skip();
    expect_known_endings("royalflip", 2);
    expect_known_endings("fliptown", 2);
}

/* --- what a decision costs on average ---------------------------------------------------------------------------------------- */

/* Seven others that are as good as the choice made: in each future one is worth a point more or less, by a throw of a coin. */
static struct flip_decision all_alike(struct flip_random *random)
{
    struct flip_decision decision = {.count = FLIP_ANALYSIS_CHOICES, .looked = 1};
    decision.choice[0].count = 60;
    for (int i = 1; i < decision.count; i++)
        for (struct flip_weighed *choice = &decision.choice[i]; choice->count < 60; choice->count++) {
            choice->lead += flip_random_below(random, 2) ? 1 : -1;
            choice->lead_squares++;
        }
    return decision;
}

/* The best of seven has had luck, and its lead overstates what it is worth. Hardly any of that is told of as a loss. */
static void the_best_of_many_that_are_alike_is_mostly_luck(void **state)
{
    (void)state;
    enum { DECISIONS = 300 };
    double cost = 0, best = 0, loss = 0;
    struct flip_random random;
    flip_random_seed(&random, 5);
    for (int i = 0; i < DECISIONS; i++) {
        const struct flip_decision decision = all_alike(&random);
        cost += flip_decision_cost(&decision);
        best += flip_choice_lead(&decision, flip_decision_best(&decision)).value;
        loss += flip_decision_loss(&decision);
    }
    assert_true(best > 0.1 * DECISIONS && cost < 0.6 * best && loss < 0.2 * best);
}

/* What is far beyond luck counts almost in full. */
static void a_clear_lead_counts_almost_in_full(void **state)
{
    (void)state;
    struct flip_decision decision = {.count = 2, .looked = 1};
    decision.choice[0].count = 400;
    decision.choice[1] = (struct flip_weighed){.count = 400, .lead = 800, .lead_squares = 2000};
    assert_true(flip_decision_loss(&decision) > 1.99 && flip_decision_loss(&decision) < flip_decision_cost(&decision));
    assert_true(flip_decision_cost(&decision) == 2);
    decision.choice[1].lead_squares = 8e5; /* now the futures are far apart */
    assert_true(flip_decision_loss(&decision) == 0 && flip_decision_cost(&decision) == 0);
}

/* --- what is told ---------------------------------------------------------------------------------------------------------------- */

/* The row of a seat in the table of players. */
static char *row_of(const struct flip_analysis *analysis, const json_t *json, int seat)
{
    char *text = NULL, name[24];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    flip_analysis_tell(analysis, json, out);
    fclose(out);
    snprintf(name, sizeof name, "\n%-20s ", flip_table_name(analysis->table, seat));
    const char *row = strstr(text, name);
    assert_non_null(row);
    char *one = strdup(row + 1);
    *strchr(one, '\n') = '\0';
    free(text);
    return one;
}

static void expect_loss(struct flip_analysis *analysis, json_t *json, int seat, double loss, const char *told)
{
    char words[32];
    json_object_set_new(json_array_get(json_object_get(json, "players"), (size_t)seat), "loss", json_real(loss));
    char *row = row_of(analysis, json, seat);
    snprintf(words, sizeof words, " %s ", told);
    assert_non_null(strstr(row, words));
    free(row);
}

/* Chances come and go: decisions may cost more in all than there ever was to lose. That is no figure. */
static void more_than_the_best_chance_is_not_told_as_a_figure(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *table = played("flipcity", 2, 3, 5);
    struct flip_analysis *analysis = opened(table);
    json_t *json = flip_analysis_json(analysis, FLIP_QUICK, &error), *players = json_object_get(json, "players");
    const int won = json_number_value(json_object_get(json_array_get(players, 0), "result")) > 0.5 ? 0 : 1;
    expect_loss(analysis, json, 1 - won, 0.4, "40.0"); /* nobody knows yet what the chances were */
    for (size_t seat = 0; seat < 2; seat++)
        json_object_set_new(json_array_get(players, seat), "luck", json_real(0));
    expect_loss(analysis, json, won, 0.4, "40.0");
    expect_loss(analysis, json, won, 0.96, "> a win");
    expect_loss(analysis, json, 1 - won, 0.4, "> chance");
    json_t *some = json_object_get(json_array_get(json_object_get(json, "moments"), 0), "value");
    json_array_set_new(some, (size_t)(1 - won), json_real(0.5));
    expect_loss(analysis, json, 1 - won, 0.4, "40.0");
    json_decref(json);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* As JavaScript's toFixed(1) does. */
static void what_lies_halfway_is_rounded_as_on_the_page(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *told;
    } cases[] = {{0.25, "0.3"}, {12.75, "12.8"}, {-0.25, "-0.3"}, {0.35, "0.3"}, {0.24, "0.2"}, {0, "0.0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[16];
        snprintf(told, sizeof told, "%.1f", flip_analysis_tie(cases[i].value));
        assert_string_equal(told, cases[i].told);
    }
}

/* --- what a quick analysis may cost ------------------------------------------------------------------------------------------ */

static struct flip_table *golden(const char *name)
{
    struct flip_error error;
    char path[1024];
    size_t length;
    snprintf(path, sizeof path, "%s/games/%s", getenv("FLIPSIDE_SOURCE_ROOT"), name);
    char *record = flip_file_read(path, &length, &error);
    assert_non_null(record);
    struct flip_table *table = flip_record_load(record, length, FLIP_ALL_STEPS, &error);
    assert_non_null(table);
    free(record);
    return table;
}

/* The futures of a moment that has its usual part of all. */
static double usual_futures(struct flip_analysis *analysis)
{
    int late = analysis->moments - 3;
    while (analysis->moment[late].weight == 0)
        late--;
    work(analysis, late, late + 1, -1);
    return analysis->moment[late].count / analysis->moment[late].weight;
}

/* Futures of all moments together take about as long in every game, however dear its moves are; those of short games are enough some time. */
static void a_quick_analysis_divides_what_it_can_afford(void **state)
{
    (void)state;
    struct flip_table *dear = golden("fliptown/tests/golden/solo.json"), *cheap = played("flipcity", 2, 2, 4);
    struct flip_analysis *of_dear = opened(dear), *of_cheap = opened(cheap);
    const double futures = usual_futures(of_dear), cheap_futures = usual_futures(of_cheap);
    assert_true(33e-6 * (double)of_dear->ahead * (futures - 3) <= 6 &&
                33e-6 * (double)of_dear->ahead * (futures + 1) > 6);
    assert_true(0.07e-6 * (double)of_cheap->ahead * (cheap_futures - 3) <= 6);
    assert_true(cheap_futures > 10 * futures && cheap_futures <= 1500 + 3);
    flip_analysis_close(of_dear);
    flip_analysis_close(of_cheap);
    flip_table_close(dear);
    flip_table_close(cheap);
}

/* How often a place counts in the sum of luck. */
static int luck_of(const struct flip_analysis *analysis, int first)
{
    int luck = 0;
    for (int i = first; analysis->moment[i].place == first; i++)
        luck += (i > 0 && analysis->moment[i - 1].chance) - analysis->moment[i].chance;
    return luck;
}

/* The sum of luck needs the values where cards and moves that nobody expected meet: there are most futures, the same number of them between
   two cards. What was counted out needs none, and of a place only its first moment has any. */
static void futures_are_where_the_sum_of_luck_needs_them(void **state)
{
    (void)state;
    struct flip_table *table = played("royalflip", 2, 3, 4);
    struct flip_analysis *analysis = opened(table);
    const int end = analysis->moments - 1;
    double time = 0, border = HUGE_VAL, within = 0, before = 0;
    for (int i = 0, since = -1; i < end; i++) {
        const struct flip_moment *moment = &analysis->moment[i];
        const double ahead = analysis->moment[end].step - moment->step, even = moment->weight * pow(ahead, 0.25);
        time += moment->weight * ahead;
        assert_true(moment->exact || moment->place != i ? moment->weight == 0 : moment->weight >= 0);
        if (moment->weight == 0)
            continue;
        const bool together = moment->since == since,
                   alone = moment[1].place == i + 1 && moment[1].since != moment->since;
        assert_true(!together || moment->weight == before);
        if (luck_of(analysis, i) != 0)
            border = fmin(border, even);
        else if (alone && !together)
            within = fmax(within, even);
        since = moment->since;
        before = moment->weight;
    }
    assert_true(border > 3 * within && within > 0);
    assert_true(fabs(time / (double)analysis->ahead - 1) <
                1e-9); /* they take as long as equally many for every moment */
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* Values that jump about, each known from so many futures in every part, which differ from part to part by so much: alike in all places, or by
   turns. */
static void invent(struct flip_analysis *analysis, uint32_t each, double differ, bool alike)
{
    for (int i = 0, place = 1; i + 1 < analysis->moments; i++) {
        struct flip_moment *moment = &analysis->moment[i];
        const double share = 0.2 + 0.6 * (place * 7 % 11) / 10;
        moment->exact = false;
        if (moment->place != i)
            continue;
        moment->count = each * FLIP_MOMENT_PARTS;
        for (int seat = 0; seat < 2; seat++) {
            const double mean = seat ? 1 - share : share;
            moment->sum[seat] = moment->squares[seat] = moment->count * mean;
            for (int part = 0; part < FLIP_MOMENT_PARTS; part++)
                moment->part[part][seat] =
                    (float)(each * (mean + differ * ((part + (alike ? 0 : place) + seat) % 2 ? 1 : -1)));
        }
        place++;
    }
}

/* What is alike in the futures of places between two cards does not count, as they have the same cards, and what is not counts twice. With futures
   enough, that is what is told. */
static void moves_between_two_cards_are_compared_on_the_same_cards(void **state)
{
    (void)state;
    struct flip_table *table = played("royalflip", 2, 3, 4);
    struct flip_analysis *analysis = opened(table);
    int borders = 0;
    for (int i = 0; i + 1 < analysis->moments; i++)
        borders += analysis->moment[i].place == i && luck_of(analysis, i) < 0 &&
                   analysis->moment[i].since != analysis->moment[i].step;
    assert_true(borders > 3);
    invent(analysis, 300, 0.05, true);
    const double alike = well_of(analysis, 0).luck_error;
    invent(analysis, 300, 0.05, false);
    const double apart = well_of(analysis, 0).luck_error;
    assert_true(alike < 0.014 && apart > 3 * alike);
    invent(analysis, 2, 0.2, false);
    struct flip_curve *curve = flip_curve_open(analysis);
    assert_non_null(curve);
    for (int i = 0; i + 2 < analysis->moments; i++) {
        const struct flip_moment *here = &analysis->moment[i], *next = here + 1;
        const struct flip_moment *place = &analysis->moment[here->place];
        if (next->place == i + 1 && next->since == here->since)
            assert_true(fabs(flip_curve_jump(curve, i, 0).value - next->sum[0] / next->count +
                             place->sum[0] / place->count) < 1e-9);
    }
    flip_curve_close(curve);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* The sum of luck as the futures of places alone say it. */
static double plain_luck(const struct flip_analysis *analysis, int seat)
{
    double sum = 0, value = 0, before = 0;
    for (int i = 0; i < analysis->moments; i++, before = value) {
        const struct flip_moment *place = &analysis->moment[analysis->moment[i].place];
        value = place->sum[seat] / place->count;
        sum += i > 0 && analysis->moment[i - 1].chance ? value - before : 0;
    }
    return sum;
}

/* The models take jumps that they did not see coming for chance, a little of each, and sums have many of them: how far that leads away from the
   futures is not known away. */
static void a_sum_is_known_no_better_than_its_futures_know_it(void **state)
{
    (void)state;
    struct flip_table *table = played("royalflip", 2, 3, 4);
    struct flip_analysis *analysis = opened(table);
    invent(analysis, 1, 0.2, false);
    const struct flip_player_summary well = well_of(analysis, 0);
    const double apart = fabs(well.luck - plain_luck(analysis, 0));
    assert_true(apart > 0.1 && well.luck_error > apart);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* Three seats with 171 decisions: each has the least there is. */
static void a_quick_analysis_of_a_full_dear_table_divides_its_decisions_too(void **state)
{
    (void)state;
    struct flip_table *table = golden("fliptown/tests/golden/characters-three.json");
    struct flip_analysis *analysis = opened(table);
    assert_int_equal(171, analysis->decisions);
    work(analysis, analysis->moments + 168, analysis->moments + 170, -1);
    for (int i = 168; i < 170; i++) {
        assert_int_equal(2100 / 171, analysis->decision[i].choice[0].count);
        assert_true(analysis->decision[i].count <= 3);
    }
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* Nothing is random there: what came of a flick follows from the aim. */
static void exact_hands_leave_nothing_to_luck(void **state)
{
    (void)state;
    struct flip_table *table = golden("flickemup/tests/golden/main-street.json");
    struct flip_analysis *analysis = opened(table);
    work(analysis, 0, analysis->moments, -1);
    for (int seat = 0; seat < 2; seat++) {
        const struct flip_player_summary well = well_of(analysis, seat);
        assert_true(fabs(well.luck) < 1e-12);
        assert_true(well.luck_error == 0 && well.skill_error == 0); /* and that is certain */
        assert_true(fabs(well.expected + well.skill + well.others - well.result) < 1e-9);
        assert_true(fabs(well.skill) > 0.01);
    }
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* Everybody sees a position a little too well for the own side, and acting gains something: if either counted, both sides would have
   played better than a plain player, by more than there is to win. */
static void a_position_favours_neither_who_looks_nor_who_acts(void **state)
{
    (void)state;
    if (!in_full())
        skip();
    struct flip_table *table = golden("flickemup/tests/golden/gallows.json");
    struct flip_analysis *analysis = opened(table);
    work(analysis, 0, flip_analysis_units(analysis), -1);
    assert_true(fabs(well_of(analysis, 0).skill + well_of(analysis, 1).skill) < 0.5);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* An analysis that says by `word` that today's version measured its moments, and the same without that word. */
static void expect_measured_again(struct flip_table *table, const char *word)
{
    struct flip_error error;
    struct flip_analysis *analysis = opened(table), *again = opened(table), *older = opened(table);
    work(analysis, 0, 4, -1);
    work(analysis, analysis->moments, analysis->moments + 1, -1);
    json_t *saved = flip_analysis_json(analysis, FLIP_QUICK, &error);
    assert_int_equal(0, flip_analysis_resume(again, saved, &error));
    assert_int_equal(0, json_object_del(saved, word));
    assert_int_equal(0, flip_analysis_resume(older, saved, &error));
    for (int i = 0; i < 4; i++) {
        const struct flip_moment *was = &analysis->moment[i], *is = &again->moment[i];
        assert_true(was->place != i || was->count > 0);
        assert_true(is->count == was->count && is->sum[0] == was->sum[0]);
        assert_true(older->moment[i].count == 0 && older->moment[i].sum[0] == 0);
    }
    assert_int_equal(older->moment[older->moments - 1].count, 1);
    assert_true(older->decision[0].looked && older->decision[0].choice[0].sum == analysis->decision[0].choice[0].sum);
    json_decref(saved);
    flip_analysis_close(analysis);
    flip_analysis_close(again);
    flip_analysis_close(older);
    flip_table_close(table);
}

/* Until 1.0.0 flicked moments were seen with the eyes of one side, and others had cards of their own each. */
static void moments_that_an_older_version_measured_are_measured_again(void **state)
{
    (void)state;
    expect_measured_again(golden("flickemup/tests/golden/gallows.json"), "both_sides");
    expect_measured_again(played("flipcity", 2, 3, 5), "places");
}

static void what_cannot_be_right_in_a_saved_moment_is_refused(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *table = played("royalflip", 2, 3, 4);
    struct flip_analysis *analysis = opened(table), *again = opened(table);
    json_t *saved = flip_analysis_json(analysis, FLIP_QUICK, &error), *moments = json_object_get(saved, "moments");
    size_t with_parts = 0;
    while (!json_object_get(json_array_get(moments, with_parts), "parts"))
        with_parts++;
    json_array_set_new(json_object_get(json_array_get(moments, with_parts), "parts"), 0, json_string("many"));
    assert_int_equal(-1, flip_analysis_resume(again, saved, &error));
    assert_int_equal(FLIP_ERROR_BAD_RECORD, error.code);
    json_decref(saved);
    flip_analysis_close(analysis);
    flip_analysis_close(again);
    flip_table_close(table);
}

/* The last flick of a game won it: what happened is evidence, however seldom it would happen again. */
static void the_flick_that_won_is_no_mistake(void **state)
{
    static const char *const records[] = {"flickemup/tests/golden/main-street.json",
                                          "flickemup/tests/golden/gallows.json"};
    (void)state;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        struct flip_table *table = golden(records[i]);
        struct flip_analysis *analysis = opened(table);
        const int last = analysis->decisions - 1;
        const struct flip_decision *decision = &analysis->decision[last];
        work(analysis, analysis->moments + last, analysis->moments + last + 1, -1);
        assert_int_equal(FLIP_FINE, flip_decision_grade(analysis, decision));
        assert_null(strstr(decision->choice[0].why, "nobody"));
        flip_analysis_close(analysis);
        flip_table_close(table);
    }
}

/* The tutor grades a flick by what it could have gained; an analysis tells a list of losses, and says the same of equal ones. */
static void a_flick_that_cost_more_is_never_graded_milder(void **state)
{
    static const double losses[] = {0.009, 0.03, 0.108, 0.2};
    static const enum flip_grade grades[] = {FLIP_FINE, FLIP_SLIP, FLIP_MISTAKE, FLIP_BLUNDER};
    (void)state;
    struct flip_error error;
    struct flip_table *table = golden("flickemup/tests/golden/gallows.json");
    struct flip_analysis *analysis = opened(table), *again = opened(table);
    work(analysis, analysis->moments, analysis->moments + 4, -1);
    for (int i = 0; i < 4; i++) {
        assert_true(analysis->decision[i].judged);
        analysis->decision[i].loss = losses[i];
        assert_int_equal(grades[i], flip_decision_grade(analysis, &analysis->decision[i]));
    }
    /* Analyses that were kept have a grade of their own beside the loss: it no longer counts. */
    json_t *saved = flip_analysis_json(analysis, FLIP_QUICK, &error);
    for (size_t i = 0; i < 4; i++)
        json_array_append_new(json_object_get(json_array_get(json_object_get(saved, "decisions"), i), "judged"),
                              json_integer(FLIP_SLIP));
    assert_int_equal(0, flip_analysis_resume(again, saved, &error));
    for (int i = 0; i < 4; i++)
        assert_int_equal(grades[i], flip_decision_grade(again, &again->decision[i]));
    json_decref(saved);
    flip_analysis_close(analysis);
    flip_analysis_close(again);
    flip_table_close(table);
}

/* A game of 146 decisions has 24 flicks for each look; an exact hand needs one try. */
static void a_quick_analysis_of_many_flicks_has_short_looks(void **state)
{
    (void)state;
    struct flip_table *table = golden("flickemup/tests/golden/main-street.json");
    struct flip_analysis *analysis = opened(table);
    assert_int_equal(146, analysis->decisions);
    work(analysis, analysis->moments, analysis->moments + 2, -1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(1, analysis->decision[i].choice[0].count);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* Decisions that are near to each other share what it takes to weigh them; whoever begins with another finds the same. */
static void a_decision_is_weighed_alike_whatever_was_weighed_before(void **state)
{
    (void)state;
    struct flip_table *table = golden("fliptown/tests/golden/two.json");
    struct flip_analysis *some = opened(table), *one = opened(table);
    const int last = some->moments + some->decisions - 1;
    work(some, last - 2, last + 1, -1);
    work(one, last, last + 1, -1);
    const struct flip_decision *a = &some->decision[some->decisions - 1], *b = &one->decision[one->decisions - 1];
    assert_true(a->doubt > 1 && a->doubt == b->doubt && a->count == b->count);
    for (int i = 0; i < a->count; i++)
        assert_true(a->choice[i].sum == b->choice[i].sum && a->choice[i].lead == b->choice[i].lead);
    flip_analysis_close(some);
    flip_analysis_close(one);
    flip_table_close(table);
}

/* Where an estimate ends futures, what is told lies between it and the curve; a seat's last turn is played to the end and needs neither. */
static void a_decision_is_told_between_its_estimate_and_the_curve(void **state)
{
    (void)state;
    struct flip_table *table = golden("fliptown/tests/golden/two.json");
    struct flip_analysis *analysis = opened(table);
    const int last = analysis->decisions - 1, early = 20, next = analysis->decision[early].step;
    work(analysis, analysis->moments + early, analysis->moments + early + 1, -1);
    work(analysis, analysis->moments + last, analysis->moments + last + 1, -1);
    struct flip_decision *raw = &analysis->decision[early];
    int moment = 0;
    while (analysis->moment[moment].step <= next)
        moment++;
    for (int lost = 0; lost < 2; lost++) { /* the futures of all moments say that the seat wins, or loses */
        for (int i = 0; i + 1 < analysis->moments; i++) {
            analysis->moment[i].count = 100;
            for (int seat = 0; seat < 2; seat++)
                analysis->moment[i].sum[seat] = analysis->moment[i].squares[seat] =
                    (seat == raw->seat) != lost ? 99 : 1;
        }
        struct flip_curve *curve = flip_curve_open(analysis);
        assert_non_null(curve);
        const struct flip_decision told = flip_curve_decision(curve, early), end = flip_curve_decision(curve, last);
        const double here = flip_choice_value(raw, 0).value, there = flip_curve_value(curve, moment, raw->seat).value;
        const double value = flip_choice_value(&told, 0).value;
        assert_true(lost ? there < value && value < here : here < value && value < there);
        for (int i = 1; i < raw->count; i++) {
            const double lead = flip_choice_lead(raw, i).value, lead_told = flip_choice_lead(&told, i).value;
            assert_true(lead * lead_told >= 0 && fabs(lead_told) <= fabs(lead) + 1e-12);
            assert_true(fabs(flip_choice_value(&told, i).value - value - lead_told) < 1e-12);
        }
        assert_true(end.worth == 0);
        assert_true(flip_choice_value(&end, 0).value == flip_choice_value(&analysis->decision[last], 0).value);
        flip_curve_close(curve);
    }
    flip_analysis_close(analysis);
    flip_table_close(table);
}

/* --- stopping and going on --------------------------------------------------------------------------------------------------- */

static char *dumped(const struct flip_analysis *analysis)
{
    struct flip_error error;
    json_t *json = flip_analysis_json(analysis, FLIP_QUICK, &error);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(json);
    return text;
}

static void an_analysis_that_was_stopped_ends_like_one_that_was_not(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *table = played("flipcity", 2, 3, 5);
    struct flip_analysis *whole = opened(table), *half = opened(table), *rest = opened(table);
    const int late = whole->moments - 30, units = whole->moments + 4; /* the rest would only take longer */
    work(whole, late, units, -1);
    work(half, late, late + 20, 25);
    work(half, units - 3, units, 7);
    assert_true(flip_analysis_done(half, FLIP_QUICK) < flip_analysis_done(whole, FLIP_QUICK));
    json_t *saved = flip_analysis_json(half, FLIP_QUICK, &error);
    assert_int_equal(0, flip_analysis_resume(rest, saved, &error));
    work(rest, late, units, -1);
    char *one = dumped(whole), *two = dumped(rest);
    assert_string_equal(one, two);
    free(one);
    free(two);
    json_decref(saved);
    flip_analysis_close(whole);
    flip_analysis_close(half);
    flip_analysis_close(rest);
    flip_table_close(table);
}

/* --- saved and read again --------------------------------------------------------------------------------------------------- */

/* As the server, the page and `flipside analyze --save` keep it. */
static char *text_of(const struct flip_analysis *analysis)
{
    struct flip_error error;
    json_t *json = flip_analysis_json(analysis, FLIP_QUICK, &error);
    assert_non_null(json);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(json);
    return text;
}

static json_t *read_kept(const struct flip_analysis *analysis)
{
    char *text = text_of(analysis);
    json_t *json = json_loads(text, 0, NULL);
    free(text);
    return json;
}

/* All moments by a few futures, the last ones by many, and a few decisions. */
static void look_everywhere(struct flip_analysis *analysis)
{
    enum { LATE = 12, LATE_FUTURES = 64, LOOKS = 4 };
    struct flip_error error;
    struct flip_analyst *analyst = flip_analyst_open(analysis, &error);
    const bool judged = flip_judges(analysis->table->game);
    assert_non_null(analyst);
    for (int i = 0; i + 1 < analysis->moments; i++) {
        const bool late = i + 1 + LATE >= analysis->moments;
        const int futures = judged ? 1 : late ? LATE_FUTURES : 8;
        for (int j = 0; j < futures; j++)
            flip_analysis_glance(analysis, analyst, i);
    }
    flip_analyst_close(analyst);
    for (int i = 0; i < LOOKS && i < analysis->decisions; i++) {
        const int unit = analysis->moments + (int)((long)i * analysis->decisions / LOOKS);
        work(analysis, unit, unit + 1, 1);
    }
}

static void expect_the_same_when_read(const char *record)
{
    struct flip_error error;
    struct flip_table *table = golden(record);
    struct flip_analysis *analysis = opened(table), *again = opened(table);
    look_everywhere(analysis);
    json_t *json = read_kept(analysis);
    if (flip_analysis_resume(again, json, &error) < 0)
        fail_msg("%s: %s", record, error.message);
    char *one = text_of(analysis), *two = text_of(again);
    size_t same = 0;
    while (one[same] && one[same] == two[same])
        same++;
    if (one[same] || two[same])
        fail_msg("%s: …%.200s\nis read as\n…%.200s", record, one + (same < 100 ? 0 : same - 100),
                 two + (same < 100 ? 0 : same - 100));
    free(one);
    free(two);
    json_decref(json);
    flip_analysis_close(analysis);
    flip_analysis_close(again);
    flip_table_close(table);
}

/* Values, intervals, what is too close to call, luck and skill: all of it, byte by byte. */
static void a_saved_analysis_says_the_same_when_it_is_read(void **state)
{
    static const char *const records[] = {"royalflip/tests/golden/three.json", "flipcity/tests/golden/solo.json",
                                          "insertcoin/tests/golden/solo.json", "flickemup/tests/golden/gallows.json"};
    (void)state;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        expect_the_same_when_read(records[i]);
}

/* A moment whose parts are gone is known no better than by the other moments' futures. */
static void what_a_saved_moment_does_not_say_is_not_taken_for_certain(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *table = played("royalflip", 2, 3, 4);
    struct flip_analysis *analysis = opened(table), *again = opened(table);
    look_everywhere(analysis);
    json_t *saved = read_kept(analysis);
    json_t *moments = json_object_get(saved, "moments");
    int without = 0;
    for (size_t i = 0; i < json_array_size(moments); i++)
        without += json_object_del(json_array_get(moments, i), "parts") == 0;
    assert_true(without > 0);
    assert_int_equal(0, flip_analysis_resume(again, saved, &error));
    int again_without = 0;
    for (int i = 0; i + 1 < analysis->moments; i++)
        again_without += analysis->moment[i].count > 0 && again->moment[i].count == 0;
    assert_int_equal(without, again_without);
    assert_true(isnan(well_of(again, 0).luck));
    json_decref(saved);
    flip_analysis_close(analysis);
    flip_analysis_close(again);
    flip_table_close(table);
}

/* Until 1.0.0 the tries of a flick were kept without how far they were apart. */
static void flicks_that_an_older_version_judged_are_judged_again(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *table = golden("flickemup/tests/golden/gallows.json");
    struct flip_analysis *analysis = opened(table), *again = opened(table);
    work(analysis, analysis->moments, analysis->moments + 2, -1);
    json_t *saved = read_kept(analysis);
    json_t *choices = json_object_get(json_array_get(json_object_get(saved, "decisions"), 0), "choices");
    json_object_del(saved, "both_sides");
    for (size_t i = 0; i < json_array_size(choices); i++) {
        json_t *tally = json_object_get(json_array_get(choices, i), "tally");
        const double value = json_number_value(json_array_get(tally, 2));
        json_array_set_new(tally, 1, json_integer(10));
        json_array_set_new(tally, 2, json_real(10 * value));
        json_array_set_new(tally, 3, json_real(10 * value * value));
        json_array_set_new(tally, 4, json_real(0));
        json_array_set_new(tally, 5, json_real(0));
    }
    assert_int_equal(0, flip_analysis_resume(again, saved, &error));
    assert_false(again->decision[0].looked);
    assert_true(again->decision[1].looked);
    json_decref(saved);
    flip_analysis_close(analysis);
    flip_analysis_close(again);
    flip_table_close(table);
}

/* A flick that nobody has looked at yet has no value: it is not lost for certain. */
static void a_flick_that_is_still_to_be_judged_has_no_value(void **state)
{
    (void)state;
    struct flip_table *table = golden("flickemup/tests/golden/gallows.json");
    struct flip_analysis *analysis = opened(table);
    int flick = 0;
    while (!analysis->moment[flick].flick)
        flick++;
    json_t *saved = read_kept(analysis);
    const json_t *moment = json_array_get(json_object_get(saved, "moments"), (size_t)flick);
    assert_true(json_is_null(json_array_get(json_object_get(moment, "value"), 0)));
    json_decref(saved);
    flip_analysis_close(analysis);
    flip_table_close(table);
}

static void an_analysis_of_another_game_is_not_continued(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *one = played("flipcity", 2, 3, 5), *two = played("flipcity", 2, 4, 5);
    struct flip_analysis *of_one = opened(one), *of_two = opened(two);
    json_t *saved = flip_analysis_json(of_one, FLIP_QUICK, &error);
    assert_int_equal(-1, flip_analysis_resume(of_two, saved, &error));
    assert_int_equal(FLIP_ERROR_CHANGED, error.code);
    json_decref(saved);
    flip_analysis_close(of_one);
    flip_analysis_close(of_two);
    flip_table_close(one);
    flip_table_close(two);
}

static void a_saved_analysis_with_an_illegal_choice_is_refused(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table *table = played("flipcity", 2, 3, 5);
    struct flip_analysis *analysis = opened(table), *again = opened(table);
    work(analysis, analysis->moments, analysis->moments + 2, -1);
    json_t *saved = flip_analysis_json(analysis, FLIP_QUICK, &error);
    json_t *decision = json_array_get(json_object_get(saved, "decisions"), 0);
    json_t *tally = json_object_get(json_array_get(json_object_get(decision, "choices"), 1), "tally");
    json_array_set_new(tally, 0, json_string("ffffffffffff"));
    assert_int_equal(-1, flip_analysis_resume(again, saved, &error));
    assert_int_equal(FLIP_ERROR_BAD_RECORD, error.code);
    json_decref(saved);
    flip_analysis_close(analysis);
    flip_analysis_close(again);
    flip_table_close(table);
}

static void a_running_game_is_not_analysed(void **state)
{
    (void)state;
    struct flip_error error;
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    struct flip_table *table = flip_table_open(&def, &error);
    assert_null(flip_analysis_open(table, &error));
    assert_int_equal(FLIP_ERROR_RUNNING, error.code);
    flip_table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expectation_luck_and_skill_add_up_to_the_result),
        cmocka_unit_test(alone_they_add_up_too),
        cmocka_unit_test(luck_sums_to_zero_within_its_interval),
        cmocka_unit_test(alone_luck_sums_to_zero_too),
        cmocka_unit_test(following_the_best_choices_scores_what_was_promised),
        cmocka_unit_test(any_legal_move_of_a_decision_can_be_weighed_afterwards),
        cmocka_unit_test(a_player_who_plays_anything_loses_more_than_a_sensible_one),
        cmocka_unit_test(levels_lie_between_the_marks_of_the_bots),
        cmocka_unit_test(the_yardsticks_of_the_games_fall_with_the_level),
        cmocka_unit_test(a_game_without_points_is_graded_by_wins_also_alone),
        cmocka_unit_test(alone_a_loss_of_wins_counts_as_a_part_of_the_chance_left),
        cmocka_unit_test(the_interval_of_a_chance_holds_it_however_small_it_is),
        cmocka_unit_test(a_lead_is_believed_when_futures_enough_favour_it),
        cmocka_unit_test(the_best_of_many_that_are_alike_is_mostly_luck),
        cmocka_unit_test(a_clear_lead_counts_almost_in_full),
        cmocka_unit_test(only_what_was_counted_out_and_the_end_are_certain),
        cmocka_unit_test(what_is_known_of_an_ending_is_said_of_it),
        cmocka_unit_test(what_is_known_of_an_ending_on_a_map_is_said_of_it),
        cmocka_unit_test(a_decision_in_which_little_was_seen_is_too_close_to_call),
        cmocka_unit_test(what_is_too_close_to_call_is_settled_by_going_on),
        cmocka_unit_test(more_than_the_best_chance_is_not_told_as_a_figure),
        cmocka_unit_test(what_lies_halfway_is_rounded_as_on_the_page),
        cmocka_unit_test(a_quick_analysis_divides_what_it_can_afford),
        cmocka_unit_test(futures_are_where_the_sum_of_luck_needs_them),
        cmocka_unit_test(moves_between_two_cards_are_compared_on_the_same_cards),
        cmocka_unit_test(a_sum_is_known_no_better_than_its_futures_know_it),
        cmocka_unit_test(a_quick_analysis_of_a_full_dear_table_divides_its_decisions_too),
        cmocka_unit_test(exact_hands_leave_nothing_to_luck),
        cmocka_unit_test(a_position_favours_neither_who_looks_nor_who_acts),
        cmocka_unit_test(moments_that_an_older_version_measured_are_measured_again),
        cmocka_unit_test(what_cannot_be_right_in_a_saved_moment_is_refused),
        cmocka_unit_test(the_flick_that_won_is_no_mistake),
        cmocka_unit_test(a_flick_that_cost_more_is_never_graded_milder),
        cmocka_unit_test(a_quick_analysis_of_many_flicks_has_short_looks),
        cmocka_unit_test(a_decision_is_weighed_alike_whatever_was_weighed_before),
        cmocka_unit_test(a_decision_is_told_between_its_estimate_and_the_curve),
        cmocka_unit_test(an_analysis_that_was_stopped_ends_like_one_that_was_not),
        cmocka_unit_test(a_saved_analysis_says_the_same_when_it_is_read),
        cmocka_unit_test(what_a_saved_moment_does_not_say_is_not_taken_for_certain),
        cmocka_unit_test(flicks_that_an_older_version_judged_are_judged_again),
        cmocka_unit_test(a_flick_that_is_still_to_be_judged_has_no_value),
        cmocka_unit_test(an_analysis_of_another_game_is_not_continued),
        cmocka_unit_test(a_saved_analysis_with_an_illegal_choice_is_refused),
        cmocka_unit_test(a_running_game_is_not_analysed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
