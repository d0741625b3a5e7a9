/*
 * The bots of Flick 'em Up!: what they see by straight lines, how they count hours towards the conditions, what their hands
 * hit, and that they play all scenarios at all levels. Rules and physics together are in test_play.c.
 */
#include "games/flickemup/tests/fixture.h"
#include "in_part.h"
#include "table/table.h"

#include "bots/player.h"
#include "faces/sim/games/games.h"
#include "games/flickemup/bot/candidates.h"
#include "physics/physics.h"

#include <math.h>

#define DEGREE (M_PI / 180)

static void sit_at_wood(const char *scenario)
{
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    static const unsigned char seed[FLIP_SEED_BYTES] = {9};
    def.seats = 2;
    def.seed = seed;
    must(flip_options_set(&flip_flickemup, &def.options, "scenario", scenario, &problem));
    fixture = flip_table_open(&def, &problem);
    if (!fixture)
        fail_msg("%s", problem.message);
}

static void clear_the_street(void)
{
    for (int piece = FLICKEMUP_BARRELS; piece < FLICKEMUP_PIECES; piece++)
        at()->here &= ~FLIP_BIT(piece);
}

/* --- lines --------------------------------------------------------------------------------------------------------------- */

CASE(a_line_says_who_can_be_hit_and_a_barrel_hides_him)
{
    sit("1", 2);
    clear_the_street();
    put(L1, 200, 300, 0);
    put(O1, 500, 300, 180);
    struct lines lines;
    lines_of(book(), at(), &lines);
    const struct point from = {200, 300};
    const double expert = 2.5 * DEGREE;
    /* 300 mm at 2.5 degrees are 13.1 mm, and 17.5 beside the middle still fell: by the normal distribution 82 of 100. */
    assert_true(fabs(chance_at(expert, 300) - 0.82) < 0.01);
    assert_true(fabs(line_chance(&lines, from, O1, expert, L1) - chance_at(expert, 300)) < 1e-9);
    assert_true(fabs(line_hits(&lines, 200, 300, 0, expert, O1, L1) - 5.0 / 7) < 0.01);
    at()->here |= FLIP_BIT(FLICKEMUP_BARRELS);
    at()->pose[FLICKEMUP_BARRELS] = flickemup_standing(FLICKEMUP_BARRELS, 35000, 30000, 0);
    lines_of(book(), at(), &lines);
    assert_true(line_chance(&lines, from, O1, expert, L1) == 0);
    assert_false(line_free(&lines, from, (struct point){450, 300}, L1));
    assert_true(line_free(&lines, from, (struct point){450, 400}, L1));
    /* Half hidden is half a chance. */
    at()->pose[FLICKEMUP_BARRELS] = flickemup_standing(FLICKEMUP_BARRELS, 35000, 31500, 0);
    lines_of(book(), at(), &lines);
    const double half = line_chance(&lines, from, O1, expert, L1);
    assert_true(half > 0 && half < 0.75 * chance_at(expert, 300));
    stand_up();
}

CASE(a_slide_rests_enters_leaves_by_an_exit_or_touches)
{
    sit("3", 2);
    clear_the_street();
    put(O1, 450, 300, 90);
    struct lines lines;
    lines_of(book(), at(), &lines);
    struct line line = line_of_disc(&lines, 450, 300, 90 * DEGREE, 250, O1, -1);
    assert_int_equal(line.end, LINE_ENTERS);
    assert_int_equal(line.what, FLICKEMUP_BANK);
    line = line_of_disc(&lines, 450, 300, 90 * DEGREE, 150, O1, -1);
    assert_int_equal(line.end, LINE_RESTS);
    assert_true(fabs(line.x - 450) < 0.01 && fabs(line.y - 450) < 0.01);
    line = line_of_disc(&lines, 482, 300, 90 * DEGREE, 250, O1, -1);
    assert_int_equal(line.end, LINE_TOUCHES);
    assert_int_equal(line.what, FLICKEMUP_BUILDINGS_AT + FLICKEMUP_BANK);
    line = line_of_disc(&lines, 620, 300, 270 * DEGREE, 400, O1, -1);
    assert_int_equal(line.end, LINE_EXITS);
    line = line_of_disc(&lines, 560, 300, 270 * DEGREE, 400, O1, -1);
    assert_int_equal(line.end, LINE_OFF);
    assert_true(fabs(way_of(speed_for(300)) - 300) < 0.01);
    stand_up();
}

/* --- hours --------------------------------------------------------------------------------------------------------------- */

static double hours(int win)
{
    struct outlook outlook;
    outlook_at(&outlook, book(), at(), 3 * DEGREE);
    return hours_for(&outlook, book()->edition.win[win].team, book()->edition.win[win].test);
}

static double worth(int team) { return position_value(book(), at(), team, 3 * DEGREE); }

CASE(gold_in_hand_and_gold_near_the_exit_cost_fewer_hours)
{
    sit("3", 2);
    clear_the_street();
    const double start = hours(0);
    put_inside(O1, FLICKEMUP_BANK);
    const double inside = hours(0);
    assert_true(inside < start);
    at()->up[FLICKEMUP_BANK][FLICKEMUP_GOLD] -= 2;
    at()->figure[O1].hand[0] = at()->figure[O1].hand[1] = FLICKEMUP_GOLD;
    const double taken = hours(0);
    assert_true(taken < inside);
    put(O1, 700, 200, 270);
    const double near = hours(0);
    assert_true(near < taken);
    at()->out[0][FLICKEMUP_OUT][FLICKEMUP_GOLD] = 2;
    assert_true(hours(0) == 0);
    stand_up();
}

CASE(a_hit_brings_an_elimination_nearer_and_is_worth_something_to_both)
{
    sit("1", 2);
    const double before = hours(0), law = worth(FLICKEMUP_LAW), out = worth(FLICKEMUP_OUT);
    at()->figure[O2].hit_points = 1;
    assert_true(hours(0) < before);
    assert_true(worth(FLICKEMUP_LAW) > law);
    assert_true(worth(FLICKEMUP_OUT) < out);
    at()->figure[O2].where = at()->figure[O3].where = FLICKEMUP_DEAD;
    at()->figure[O4].hit_points = 1;
    assert_true(hours(0) < 0.4 * before);
    stand_up();
}

CASE(each_kind_of_condition_counts_down_to_nothing)
{
    sit("2", 2); /* holds the Saloon: who is inside needs the strikes alone */
    const double outside = hours(0);
    put_inside(L1, FLICKEMUP_SALOON);
    assert_true(hours(0) < outside && hours(0) >= 1);
    stand_up();
    sit("5", 2); /* three poisoned */
    const double clean = hours(0);
    for (int building = 0; building < 2; building++) {
        at()->up[building][FLICKEMUP_CLEAN] = 0;
        at()->up[building][FLICKEMUP_POISONED] = 1;
    }
    assert_true(hours(0) < clean);
    at()->up[FLICKEMUP_STORE][FLICKEMUP_CLEAN] = 0;
    at()->up[FLICKEMUP_STORE][FLICKEMUP_POISONED] = 1;
    assert_true(hours(0) == 0);
    stand_up();
    sit("6", 2); /* witnesses in the Town Hall */
    const double far = hours(0);
    put(W1, 450, 180, 270);
    assert_true(hours(0) < far);
    stand_up();
    sit("8", 2); /* explosions */
    const double none = hours(0);
    at()->figure[O1].hand[0] = FLICKEMUP_DYNAMITE;
    put(O1, 450, 400, 90);
    assert_true(hours(0) < none);
    stand_up();
    sit("9", 2); /* the hostage */
    const double hidden = hours(0);
    at()->pool[FLICKEMUP_HOSTAGE] = 0;
    at()->figure[L1].hand[0] = at()->figure[L1].hand[1] = FLICKEMUP_HOSTAGE;
    put(L1, 200, 400, 90);
    assert_true(hours(0) < hidden && hours(0) < 1.5);
    stand_up();
    sit("10", 2); /* the prisoner */
    const double bound = hours(0);
    put(O5, 800, 300, 0);
    assert_true(hours(0) < bound && hours(0) < 1);
    stand_up();
}

CASE(the_clock_counts_when_it_is_nearly_12)
{
    sit("3", 2); /* at 12 the lawmen win */
    const double early = worth(FLICKEMUP_LAW);
    at()->hour = 11;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        at()->figure[cowboy].blue = 1;
    assert_true(worth(FLICKEMUP_LAW) > early + 20);
    stand_up();
}

CASE(who_enters_first_mostly_wins_a_duel)
{
    const double expert = duel_chance(2.5 * DEGREE, 3, 3), beginner = duel_chance(6 * DEGREE, 3, 3);
    assert_true(expert > 0.9 && expert < 1);
    assert_true(beginner > 0.6 && beginner < 0.8);
    assert_true(duel_chance(6 * DEGREE, 1, 0) < beginner);
}

/* --- plans --------------------------------------------------------------------------------------------------------------- */

/* The best choice of level 5 with a robot's hand. */
static flip_move best(struct flip_thought *thought)
{
    struct flip_think_def think = flip_think_defaults(5);
    think.iterations = 40;
    think.hand = flip_hand_named("robot", 5);
    must(flip_think(fixture, deciding(), &think, thought, &problem));
    return thought->choice[0].move;
}

CASE(two_actions_are_planned_together)
{
    struct flip_thought *thought = malloc(sizeof *thought);
    assert_non_null(thought);
    /* The last sack lies in the Bank, and its door is 100 mm away: enter, then take. */
    sit_at_wood("3");
    clear_the_street();
    for (int cowboy = 0; cowboy < FLICKEMUP_TEAM; cowboy++) /* nobody to shoot at */
        put_inside(cowboy, FLICKEMUP_SHERIFF);
    put(O1, 450, 380, 90);
    act("play O1");
    flip_move move = best(thought);
    assert_int_equal(flickemup_kind(move), FLICKEMUP_MOVE);
    must(flip_table_act(fixture, deciding(), move, &problem));
    assert_int_equal(flickemup_building_of(who(O1)), FLICKEMUP_BANK);
    move = best(thought);
    assert_int_equal(flickemup_kind(move), FLICKEMUP_TAKE);
    stand_up();
    /* He who can carry the last sack out is played, and not one of the others. */
    sit_at_wood("3");
    clear_the_street();
    act("play O1");
    act("end");
    act("play L1");
    act("end");
    at()->out[0][FLICKEMUP_OUT][FLICKEMUP_GOLD] = 1;
    at()->figure[O4].hand[0] = FLICKEMUP_GOLD;
    put(O4, 780, 150, 270);
    move = best(thought);
    assert_int_equal(flickemup_kind(move), FLICKEMUP_PLAY);
    assert_int_equal(flickemup_what(move), O4);
    stand_up();
    free(thought);
}

/* The best that a hint knows for L1, with O1 220 mm away and nothing between them. */
static struct flip_choice hinted_shot(const char *hand)
{
    struct flip_thought *thought = malloc(sizeof *thought);
    assert_non_null(thought);
    sit_with("1", 2, hand, NULL);
    clear_the_street();
    put(L1, 200, 300, 90);
    put(O1, 420, 300, 180);
    act("play L1");
    struct flip_think_def think = flip_think_defaults(5);
    think.iterations = 40;
    think.explain = true;
    must(flip_think(fixture, deciding(), &think, thought, &problem));
    const struct flip_choice first = thought->choice[0];
    assert_int_equal(flickemup_kind(first.move), FLICKEMUP_SHOOT);
    stand_up();
    free(thought);
    return first;
}

CASE(a_hint_says_whom_a_shot_hits_how_often_and_with_whose_hand)
{
    char whom = 0; /* anybody in line: an exact hand hits at any distance */
    assert_int_equal(sscanf(hinted_shot("exact").why, "hits O%c (exact hand", &whom), 1);
    int of_expert, of_beginner, least, most;
    assert_int_equal(sscanf(hinted_shot("expert").why, "hits O1 in %d %% of tries (%d to %d %%, expert hand)",
                            &of_expert, &least, &most),
                     3);
    assert_in_range(of_expert, least, most);
    assert_true(least < of_expert && most - least >= 10); /* 40 flicks do not know it better */
    assert_int_equal(sscanf(hinted_shot("beginner").why, "hits O1 in %d %% of tries (%d to %d %%, beginner hand)",
                            &of_beginner, &least, &most),
                     3);
    assert_true(of_beginner < of_expert);
}

/* --- hands --------------------------------------------------------------------------------------------------------------- */

/* Of so many shots that a bot with this hand aims at somebody 300 mm away. */
static int hits_at_300_mm(const char *hand, int shots)
{
    sit_at_wood("1");
    clear_the_street();
    put(L1, 200, 300, 90);
    put(O1, 500, 300, 180);
    act("play L1");
    const struct flip_question where = {.game = &flip_flickemup, .rules = fixture->rules, .state = at(), .seats = 2};
    struct candidate *list = malloc(CANDIDATES * sizeof *list);
    struct aiming *aiming = malloc(sizeof *aiming);
    struct flip_physics *physics = flip_physics_open(&problem);
    assert_true(list && aiming && physics);
    const struct flip_hand own = flip_hand_of(5, flip_hand_named(hand, strlen(hand)));
    aiming_at(aiming, &where, at(), own, PLAN_ONE);
    int flicks, shot = -1, count = 0;
    const int all = candidates(aiming, list, &flicks);
    for (int i = 0; i < all; i++)
        if (flickemup_kind(list[i].move) == FLICKEMUP_SHOOT && list[i].target == O1 &&
            (shot < 0 || list[i].prior > list[shot].prior))
            shot = i;
    assert_true(shot >= 0);
    struct flip_random random;
    flip_random_seed(&random, 17);
    for (int i = 0; i < shots; i++) {
        struct flickemup_state state = *at();
        struct flip_scene scene;
        struct flip_outcome outcome;
        flickemup_apply(fixture->rules, &state, 0, candidate_erred(aiming, &list[shot], own, &random));
        flickemup_scene(fixture->rules, &state, &scene);
        must(flip_physics_flick(physics, &scene, &outcome, NULL, &problem));
        flickemup_settle(fixture->rules, &state, &outcome);
        count += state.verdict.ruling == FLICKEMUP_RULED_HIT && state.verdict.figure == O1;
    }
    flip_physics_close(physics);
    free(aiming);
    free(list);
    stand_up();
    return count;
}

/* --- the tutor ----------------------------------------------------------------------------------------------------------- */

static struct flip_review judged_by(const struct flip_think_def *def, const char *text)
{
    struct flip_review review;
    flip_move move;
    must(flip_table_find(fixture, deciding(), text, &move, &problem));
    const struct flip_position position = flip_table_position(fixture);
    must(flip_review_move(&position, deciding(), def, move, &review, &problem));
    assert_true(review.done.move == move);
    assert_true(review.loss >= 0);
    return review;
}

static struct flip_review judged(const char *text)
{
    struct flip_think_def def = flip_think_defaults(5);
    def.iterations = flicks_in_part() ? 36 : 0;
    return judged_by(&def, text);
}

CASE(a_flick_is_judged_beside_the_best_with_the_same_errors)
{
    sit("1", 2);
    clear_the_street();
    put(L1, 200, 300, 90);
    put(L3, 450, 500, 0); /* not in the way of a flick to the left */
    put(O1, 500, 300, 180);
    const struct flip_review forced = judged("play L1");
    assert_true(forced.only && forced.loss == 0 && forced.grade == FLIP_FINE);
    act("play L1");
    /* From the right of L1, who looks up, nothing is between the bullet and O1, 270 mm away. */
    const struct flip_review shot = judged("shoot right 0 2700");
    assert_int_equal(shot.grade, FLIP_FINE);
    assert_false(shot.only);
    assert_string_equal(shot.done.why, "hits O1 (exact hand)");
    assert_true(shot.error == 0 && shot.lead_error == 0); /* nothing is left to chance */
    const struct flip_review off = judged("move 180 4000");
    assert_true(off.grade >= FLIP_MISTAKE && off.loss > 0 && off.best.value > off.done.value);
    assert_string_equal(off.done.why, "slides off the table (exact hand)");
    assert_true(judged("shoot left 180 3000").grade >= FLIP_MISTAKE);
    assert_true(judged("end").grade >= FLIP_MISTAKE);
    /* The same again to the last digit; and the favourite is never worse than itself. */
    const struct flip_review again = judged("move 180 4000");
    assert_memory_equal(&again.best, &off.best, sizeof off.best);
    assert_true(again.loss == off.loss && again.done.value == off.done.value);
    char favourite[FLIP_MOVE_TEXT];
    struct flip_text out = flip_text_in(favourite, sizeof favourite);
    flickemup_text(book(), at(), 0, off.best.move, &out);
    const struct flip_review best = judged(favourite);
    assert_true(best.best.move == best.done.move && best.loss == 0 && best.grade == FLIP_FINE);
    stand_up();
}

static void face_o1_with(const char *hand)
{
    sit_with("1", 2, hand, NULL);
    clear_the_street();
    put(L1, 200, 300, 90);
    put(L3, 450, 500, 0);
    put(O1, 500, 300, 180);
    act("play L1");
}

/* Away from everybody: no try of it hits, and this time it did. */
CASE(a_flick_that_hit_is_never_said_to_hit_nobody)
{
    static const char *const hands[] = {"exact", "expert"};
    static const char *const words[] = {"hits O1 (exact hand)", "hits O1 in 3 % of tries (1 to 15 %, expert hand)"};
    for (int i = 0; i < 2; i++) {
        face_o1_with(hands[i]);
        struct flickemup_state after = *at();
        struct flip_think_def def = flip_think_defaults(5);
        const struct flip_review before = judged_by(&def, "shoot left 180 3000");
        assert_true(strncmp(before.done.why, "hits nobody", 11) == 0);
        after.figure[O1].hit_points--;
        after.actions--;
        after.verdict = (struct flickemup_verdict){.ruling = FLICKEMUP_RULED_HIT, .figure = O1};
        def.happened = &after;
        const struct flip_review hit = judged_by(&def, "shoot left 180 3000");
        assert_string_equal(hit.done.why, words[i]);
        if (i == 0) /* an exact hand's flick is worth what came of it */
            assert_true(hit.done.value > before.done.value);
        stand_up();
    }
}

/* The same aim past O1's shoulder: nothing with an exact hand, something with one that strays. */
CASE(an_aim_is_worth_what_the_hand_of_the_table_makes_of_it)
{
    double value[3];
    static const char *const hands[] = {"exact", "expert", "beginner"};
    for (int i = 0; i < 3; i++) {
        face_o1_with(hands[i]);
        const struct flip_review beside = judged("shoot right 4.5 2700");
        value[i] = beside.done.value;
        assert_non_null(strstr(beside.done.why, hands[i]));
        assert_int_equal(beside.done.visits == 1, i == 0);
        /* Always off the table: what no try shows may still happen. */
        const struct flip_review off = judged("move 180 4000");
        assert_true(i == 0 ? off.lead_error == 0 : off.lead_error > 0);
        stand_up();
    }
    assert_true(value[1] > value[0] && value[2] > value[0]);
}

CASE(a_turn_on_the_spot_is_worth_what_can_be_done_after_it)
{
    sit("1", 2);
    clear_the_street();
    put(L1, 200, 300, 90);
    put(O1, 330, 300, 180);
    act("play L1");
    flick("move 90 400", "{'final':{'disc':[200,330,0]}}");
    const struct flip_review turned = judged("face 270");
    assert_true(turned.grade <= FLIP_SLIP);
    assert_true(strncmp(turned.done.why, "then ", 5) == 0);
    stand_up();
}

CASE(where_a_flick_takes_too_long_the_tutor_says_so)
{
    sit("1", 2);
    act("play L1");
    struct flip_think_def def = flip_think_defaults(5);
    struct flip_review review;
    flip_move move;
    def.ms = 1;
    must(flip_table_find(fixture, deciding(), "shoot left 20 3000", &move, &problem));
    const struct flip_position position = flip_table_position(fixture);
    assert_int_equal(flip_review_move(&position, deciding(), &def, move, &review, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_NO_TUTOR);
    assert_int_equal(flip_review_move(&position, 1, &def, move, &review, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_TURN);
    stand_up();
}

CASE(the_former_names_of_a_review_still_work)
{
    sit("1", 2);
    act("play L1");
    assert_true(flip_judges(flip_table_game(fixture)));
    assert_false(flip_judges(flip_game_named("royalflip")));
    struct flip_think_def def = flip_think_defaults(1);
    struct flip_judgement review;
    flip_move move;
    def.iterations = 4;
    must(flip_table_find(fixture, deciding(), "shoot left 20 3000", &move, &problem));
    const struct flip_position position = flip_table_position(fixture);
    must(flip_judge_position(&position, deciding(), &def, move, &review, &problem));
    assert_true(review.done.move == move);
    stand_up();
}

CASE(a_robot_hits_at_300_mm_an_expert_mostly_a_beginner_at_times)
{
    const int shots = flicks_in_part() ? 300 : 1500;
    assert_in_range(hits_at_300_mm("robot", 40), 38, 40);
    assert_in_range(hits_at_300_mm("expert", shots), shots * 60 / 100, shots * 85 / 100);
    assert_in_range(hits_at_300_mm("beginner", shots), shots * 25 / 100, shots * 45 / 100);
}

CASE(a_hand_can_be_named_for_a_bot)
{
    struct flip_player player;
    must(flip_player_parse("bot3:expert", &player, &problem));
    assert_int_equal(player.think.hand, flip_hand_named("expert", 6));
    must(flip_player_parse("bot3:20i:robot", &player, &problem));
    assert_int_equal(player.think.iterations, 20);
    assert_true(flip_hand_of(3, player.think.hand).angle == 0);
    must(flip_player_parse("bot3:beginner:50ms", &player, &problem));
    assert_int_equal(player.think.ms, 50);
    assert_true(flip_hand_of(3, 0).angle == flip_hand_of_level(3).angle);
    static const char *const wrong[] = {"bot3:", "bot3:drunk", "bot3:expert:robot", "bot3:5i:6i", "bot3:expert:"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (flip_player_parse(wrong[i], &player, &problem) == 0)
            fail_msg("'%s' should have been refused", wrong[i]);
}

/* --- whole games --------------------------------------------------------------------------------------------------------- */

CASE(bots_of_all_levels_play_all_ten_scenarios_to_the_end)
{
    struct flip_thought *thought = malloc(sizeof *thought);
    assert_non_null(thought);
    for (int scenario = 1; scenario <= 10; scenario++)
        for (int level = 1; level <= FLIP_LEVELS; level++) {
            if (flicks_in_part() && (scenario + level) % 10 != 0)
                continue;
            char number[12];
            snprintf(number, sizeof number, "%d", scenario);
            sit_at_wood(number);
            struct flip_think_def think = flip_think_defaults(level);
            think.iterations = 1;
            int steps = 0;
            for (flip_set turn; (turn = flip_table_turn(fixture)) != 0; steps++) {
                think.seed = (uint64_t)(1000 * scenario + steps);
                must(flip_think(fixture, flip_set_first(turn), &think, thought, &problem));
                must(flip_table_act(fixture, flip_set_first(turn), thought->choice[0].move, &problem));
                assert_true(steps < 1500);
            }
            struct flip_result result;
            flip_table_result(fixture, &result);
            assert_true(result.over && result.winners != 0);
            assert_true(fixture->outcome_count > 5);
            stand_up();
        }
    free(thought);
}

/* Only where there is time (FLIPSIDE_LONG): 75 of 100 are asked for, docs/bots.md has a longer match. */
CASE(level_5_beats_level_3_with_the_same_hand)
{
    enum { PAIRS = 6 };
    if (!getenv("FLIPSIDE_LONG"))
        return;
    const struct flip_setup_args args = {.game = "flickemup"};
    struct flip_setup setup = {0};
    struct flip_player players[2];
    int won = 0;
    must(flip_setup_read(&setup, &args, &problem));
    must(flip_setup_seat(&setup, 2, &problem));
    must(flip_player_parse("bot5:24i:expert", &players[0], &problem));
    must(flip_player_parse("bot3:24i:expert", &players[1], &problem));
    struct flip_playout *playout = flip_playout_open(&setup);
    assert_non_null(playout);
    for (int game = 0; game < 2 * PAIRS; game++) {
        const struct flip_player *const seats[2] = {&players[game % 2], &players[!(game % 2)]};
        struct flip_played played;
        must(flip_playout_players(playout, seats, (uint64_t)(100 + game / 2), (uint64_t)(100 + game), NULL, &played,
                                  &problem));
        won += flip_set_has(played.result.winners, game % 2);
    }
    flip_playout_close(playout);
    flip_setup_close(&setup);
    assert_in_range(won, PAIRS + 1, 2 * PAIRS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_says_who_can_be_hit_and_a_barrel_hides_him),
        cmocka_unit_test(a_slide_rests_enters_leaves_by_an_exit_or_touches),
        cmocka_unit_test(gold_in_hand_and_gold_near_the_exit_cost_fewer_hours),
        cmocka_unit_test(a_hit_brings_an_elimination_nearer_and_is_worth_something_to_both),
        cmocka_unit_test(each_kind_of_condition_counts_down_to_nothing),
        cmocka_unit_test(the_clock_counts_when_it_is_nearly_12),
        cmocka_unit_test(who_enters_first_mostly_wins_a_duel),
        cmocka_unit_test(two_actions_are_planned_together),
        cmocka_unit_test(a_hint_says_whom_a_shot_hits_how_often_and_with_whose_hand),
        cmocka_unit_test(a_flick_is_judged_beside_the_best_with_the_same_errors),
        cmocka_unit_test(a_flick_that_hit_is_never_said_to_hit_nobody),
        cmocka_unit_test(an_aim_is_worth_what_the_hand_of_the_table_makes_of_it),
        cmocka_unit_test(a_turn_on_the_spot_is_worth_what_can_be_done_after_it),
        cmocka_unit_test(where_a_flick_takes_too_long_the_tutor_says_so),
        cmocka_unit_test(the_former_names_of_a_review_still_work),
        cmocka_unit_test(a_robot_hits_at_300_mm_an_expert_mostly_a_beginner_at_times),
        cmocka_unit_test(a_hand_can_be_named_for_a_bot),
        cmocka_unit_test(bots_of_all_levels_play_all_ten_scenarios_to_the_end),
        cmocka_unit_test(level_5_beats_level_3_with_the_same_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
