/* Flick 'em Up!: rounds, turns, moves and shots, each rule with outcomes that were written by hand. */
#include "games/flickemup/tests/fixture.h"
#include "table/table.h"

/* --- the pieces of the box ---------------------------------------------------------------------------------------------- */

/* The book's table, in mm and g; wood of 0.65 g/cm³ unless said. */
CASE(the_pieces_measure_what_the_book_says)
{
    static const struct {
        int piece;
        double size[3], grams;
    } pieces[] = {
        {L1, {18, 18, 40}, 6},
        {W2, {18, 18, 40}, 6},
        {FLICKEMUP_BUILDINGS_AT, {20, 44, 30}, 5 + 2 * 30}, /* a front of 5 g and two weighted blocks */
        {FLICKEMUP_GALLOWS, {40, 40, 60}, 4 * 4 * 6 * 0.65},
        {FLICKEMUP_BARRELS, {20, 20, 26}, 3.14159265 * 2.6 * 0.65},
        {FLICKEMUP_CACTUSES, {14, 14, 34}, 1.4 * 1.4 * 3.4 * 0.65},
        {FLICKEMUP_FENCES, {60, 8, 18}, 6 * 0.8 * 1.8 * 0.65},
        {FLICKEMUP_TUMBLEWEEDS, {14, 14, 14}, 1},
        {FLICKEMUP_BLOCK, {20, 20, 30}, 2 * 2 * 3 * 0.65},
    };
    static const struct {
        enum flickemup_flick kind;
        double size[3], grams;
    } flicked[] = {
        {FLICKEMUP_FLICK_MOVE, {24, 24, 8}, 3.14159265 * 1.2 * 1.2 * 0.8 * 0.65},
        {FLICKEMUP_FLICK_SHOT, {18, 18, 8}, 3.14159265 * 0.9 * 0.9 * 0.8 * 0.65},
        {FLICKEMUP_FLICK_THROW, {20, 20, 8}, 0.82842712 * 2 * 2 * 0.8 * 0.65}, /* an octagon 20 mm across its flats */
    };
    const struct flip_pose pose = flip_pose_upright(0, 0, 0, 0);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        const struct flip_body body = flickemup_body(pieces[i].piece, &pose);
        for (int k = 0; k < 3; k++)
            assert_int_equal(body.size[k], (int)(pieces[i].size[k] * 100));
        assert_int_equal(body.mass, (int)(pieces[i].grams * 1000 + 0.5));
    }
    for (size_t i = 0; i < sizeof flicked / sizeof *flicked; i++) {
        const struct flip_body body = flickemup_flicked_body(flicked[i].kind, &pose);
        for (int k = 0; k < 3; k++)
            assert_int_equal(body.size[k], (int)(flicked[i].size[k] * 100));
        assert_int_equal(body.mass, (int)(flicked[i].grams * 1000 + 0.5));
    }
}

static bool is_free(double x, double y, double radius, bool tall)
{
    return flickemup_free(book(), at(), (int32_t)(x * 100), (int32_t)(y * 100), (int32_t)(radius * 100), tall,
                          FLICKEMUP_NOBODY);
}

/* The Bank's door is at 450, 500, facing down: blocks of 20 mm, 44 mm apart; the front, 100 mm wide, over their front faces. */
CASE(what_is_free_beside_and_under_a_building)
{
    sit("1", 2);
    at()->here &= ~FLIP_BIT(FLICKEMUP_BARRELS + 3);
    assert_true(is_free(450, 500, 21.9, false)); /* in the doorway */
    assert_false(is_free(450, 500, 22.1, false));
    assert_true(is_free(450 + 22 + 20 + 9.1, 500, 9, false)); /* beside a block */
    assert_false(is_free(450 + 22 + 20 + 8.9, 500, 9, false));
    assert_true(is_free(450, 510 + 9.1, 9, true)); /* behind it, between and behind the blocks */
    assert_true(is_free(482, 510 + 9.1, 9, true));
    assert_false(is_free(482, 510 + 8.9, 9, true));
    assert_true(is_free(450, 489, 9, false)); /* discs pass under the front, cowboys do not */
    assert_false(is_free(450, 489, 9, true));
    assert_true(is_free(450, 488 - 9.1, 9, true)); /* before it */
    assert_false(is_free(450, 488 - 8.9, 9, true));
    assert_true(is_free(450 + 50 + 9.1, 489, 9, true)); /* at its end */
    assert_false(is_free(450 + 50 + 8.9, 489, 9, true));
    stand_up();
}

CASE(a_disc_needs_24_mm_and_a_bullet_18)
{
    sit("1", 2);
    act("play L1"); /* at 60, 140, facing right */
    struct flip_pose from;
    put(L2, 60, 140 + 12 + 9 + 0.1, 0);
    flickemup_disc_start(book(), at(), L1, &from);
    assert_int_equal(from.y, 14000);
    put(L2, 60, 140 + 12 + 9 - 0.1, 0);
    flickemup_disc_start(book(), at(), L1, &from);
    assert_int_not_equal(from.y, 14000);
    put(L2, 60, 176 + 9 + 9 + 0.1, 0);
    assert_true(offers("shoot left"));
    put(L2, 60, 176 + 9 + 9 - 0.1, 0);
    assert_false(offers("shoot left"));
    stand_up();
}

/* --- clock, hats, teams ------------------------------------------------------------------------------------------------ */

CASE(clock_example_all_hats_red_at_six_then_blue_at_seven)
{
    sit("1", 2);
    assert_int_equal(at()->hour, 6);
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        assert_int_equal(who(cowboy)->blue, 0);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(at()->hour, 6);
        flip_move moves[16];
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        act("end");
    }
    assert_int_equal(at()->hour, 7);
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        assert_int_equal(who(cowboy)->blue, 1);
    stand_up();
}

CASE(a_round_begins_with_the_initiative_and_teams_alternate)
{
    sit("1", 2);
    assert_int_equal(deciding(), 0);
    assert_true(offers("play L1"));
    refuse("play L2", "is not possible now");
    act("play L1");
    act("end");
    assert_int_equal(deciding(), 1);
    assert_true(offers("play O1"));
    assert_true(offers("play O5"));
    act("play O3");
    act("end");
    assert_int_equal(deciding(), 0);
    assert_false(offers("play L1"));
    assert_true(offers("play L2"));
    stand_up();
}

CASE(five_players_are_three_against_two_and_each_team_runs_through_its_order)
{
    sit("1", 5);
    static const int expected[10] = {0, 1, 2, 3, 4, 1, 0, 3, 2, 1};
    static const int next_round[3] = {4, 3, 0};
    for (int i = 0; i < 13; i++) {
        assert_int_equal(deciding(), i < 10 ? expected[i] : next_round[i - 10]);
        flip_move moves[16];
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        act("end");
    }
    stand_up();
}

static void sit_in_teams(const char *teams, int seats)
{
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    def.seats = seats;
    def.world = (struct flip_world){0};
    must(flip_options_set(&flip_flickemup, &def.options, "teams", teams, &problem));
    fixture = flip_table_open(&def, &problem);
    if (!fixture)
        fail_msg("%s: %s", teams, problem.message);
}

static void assert_order(const char *teams, int seats, const int *order, int turns)
{
    sit_in_teams(teams, seats);
    for (int i = 0; i < turns; i++) {
        assert_int_equal(deciding(), order[i]);
        flip_move moves[16];
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        act("end");
    }
    stand_up();
}

CASE(each_seat_plays_for_the_side_it_chose_in_seat_order_within_the_side)
{
    /* The lawmen begin in scenario 1. */
    assert_order("alternating", 4, (const int[]){0, 1, 2, 3, 0, 1}, 6);
    assert_order("outlaws,lawmen", 2, (const int[]){1, 0, 1, 0}, 4);
    assert_order("lawmen,lawmen,outlaws,outlaws", 4, (const int[]){0, 2, 1, 3, 0, 2}, 6);
    assert_order("outlaws,outlaws,lawmen,lawmen,outlaws", 5, (const int[]){2, 0, 3, 1, 2, 4, 3, 0}, 8);
    assert_order("lawmen,outlaws,lawmen,outlaws,lawmen,outlaws,lawmen,outlaws,outlaws,lawmen", 10,
                 (const int[]){0, 1, 2, 3, 4, 5, 6, 7, 9, 8}, 10);
}

CASE(the_seats_of_the_side_that_wins_have_won)
{
    struct flip_result result;
    sit_in_teams("outlaws,lawmen,lawmen,outlaws,lawmen", 5);
    at()->stage = FLICKEMUP_OVER;
    at()->winner = 1 + FLICKEMUP_OUT;
    flip_table_result(fixture, &result);
    assert_int_equal(result.winners, FLIP_BIT(0) | FLIP_BIT(3));
    at()->winner = 1 + FLICKEMUP_LAW;
    flip_table_result(fixture, &result);
    assert_int_equal(result.winners, FLIP_BIT(1) | FLIP_BIT(2) | FLIP_BIT(4));
    assert_string_equal(flip_flickemup.knowledge->team(&fixture->options, 3), "outlaws");
    assert_string_equal(flip_flickemup.knowledge->team(&fixture->options, 4), "lawmen");
    stand_up();
}

CASE(sides_that_do_not_fit_are_refused_with_what_fits)
{
    static const struct {
        const char *teams;
        int seats;
        const char *why;
    } cases[] = {
        {"lawmen,lawmen,lawmen,outlaws", 4,
         "the sides must be even. 4 seats take 2 lawmen and 2 outlaws, in any order"},
        {"outlaws,outlaws", 2, "2 seats take 1 lawman and 1 outlaw, in any order"},
        {"lawmen,lawmen,lawmen,lawmen,outlaws", 5, "5 seats take 3 of one side and 2 of the other"},
        {"lawmen,outlaws,lawmen", 2, "every seat needs a side"},
        {"lawmen,outlaws,lawmen", 4, "every seat needs a side"},
        {"lawmen", 2, "every seat needs a side"},
        {"", 2, "every seat needs a side"},
        {"true", 3, "every seat needs a side"},
        {"lawmen,alternating", 2, "a side is lawmen or outlaws"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flip_table_def def = flip_table_defaults(&flip_flickemup);
        def.seats = cases[i].seats;
        must(flip_options_set(&flip_flickemup, &def.options, "teams", cases[i].teams, &problem));
        assert_null(flip_table_open(&def, &problem));
        assert_int_equal(problem.code, FLIP_ERROR_BAD_OPTION);
        if (!strstr(problem.message, cases[i].why))
            fail_msg("'%s' was refused by '%s'", cases[i].teams, problem.message);
    }
    struct flip_options options;
    flip_options_default(&flip_flickemup, &options);
    assert_int_equal(flip_options_set(&flip_flickemup, &options, "teams", "lawmen,sheriffs", &problem), -1);
}

CASE(two_to_ten_seats_and_no_others)
{
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    def.seats = 1;
    assert_null(flip_table_open(&def, &problem));
    def.seats = 11;
    assert_null(flip_table_open(&def, &problem));
    sit("1", 10);
    assert_int_equal(deciding(), 0);
    stand_up();
}

CASE(a_dead_cowboys_hat_is_a_pass_and_costs_its_team_a_turn)
{
    sit("1", 2);
    at()->figure[O2].where = FLICKEMUP_DEAD;
    at()->figure[O2].hit_points = 0;
    act("play L1");
    act("end");
    assert_true(offers("play O2"));
    act("play O2");
    assert_int_equal(deciding(), 0);
    assert_int_equal(who(O2)->blue, 1);
    assert_int_equal(at()->order[FLICKEMUP_OUT], 1);
    stand_up();
}

CASE(a_team_can_have_two_turns_in_a_row_across_a_rounds_end)
{
    sit("1", 2);
    for (int i = 0; i < 10; i++) {
        flip_move moves[16];
        if (i == 9) {
            assert_int_equal(deciding(), 1);
            at()->initiative = O3;
        }
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        act("end");
    }
    assert_int_equal(at()->hour, 7);
    assert_int_equal(deciding(), 1);
    assert_true(offers("play O3"));
    assert_false(offers("play O1")); /* each round begins with the initiative, not only the first */
    assert_false(offers("play L1"));
    stand_up();
}

CASE(a_team_with_no_available_cowboy_is_passed_over_and_its_order_stays)
{
    sit("1", 4);
    for (int cowboy = O1; cowboy <= O5; cowboy++)
        at()->figure[cowboy].blue = 1;
    act("play L1");
    act("end");
    assert_int_equal(deciding(), 2);
    assert_int_equal(at()->order[FLICKEMUP_OUT], 0);
    assert_true(offers("play L2"));
    stand_up();
}

CASE(no_round_is_played_at_twelve)
{
    sit("1", 2);
    int turns = 0;
    while (flip_table_turn(fixture)) {
        flip_move moves[16];
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        act("end");
        turns++;
    }
    assert_int_equal(turns, 60);
    assert_int_equal(at()->hour, 12);
    assert_int_equal(at()->winner, 3); /* equal hit points: a draw */
    stand_up();
}

CASE(up_to_two_actions_and_fewer_are_allowed)
{
    sit("1", 2);
    act("play L1");
    flick("move 0 500", "{'final':{'disc':[160,140,0]}}");
    assert_int_equal(at()->actions, 1);
    flick("move 0 500", "{'final':{'disc':[200,140,0]}}");
    assert_int_equal(at()->actions, 0);
    assert_false(offers("move"));
    refuse("move 0 500", "not possible");
    act("end");
    assert_int_equal(who(L1)->blue, 1);
    stand_up();
}

/* --- moves --------------------------------------------------------------------------------------------------------------- */

CASE(a_move_that_touches_nothing_ends_where_the_disc_stopped)
{
    sit("1", 2);
    act("play L1");
    flick("move 20 800", "{'touched':[],'final':{'disc':[250,170,33]}}");
    assert_place(L1, 250, 170);
    assert_string_equal(ruling(), "the move succeeds");
    act("face 120");
    assert_int_equal(flip_pose_facing(&at()->pose[L1]), 12000);
    refuse("face 10", "not possible");
    stand_up();
}

CASE(a_disc_that_touches_a_barrel_brings_cowboy_and_barrel_back)
{
    sit("1", 2);
    act("play L1");
    flick("move 30 900", "{'touched':['barrel1'],'final':{'disc':[295,312,0],'barrel1':[320,350,10]}}");
    assert_place(L1, 60, 140);
    assert_place(FLICKEMUP_BARRELS, 300, 330);
    assert_string_equal(ruling(), "the disc touched a barrel, so he returns to his starting point");
    assert_int_equal(at()->actions, 1);
    assert_true(offers("face")); /* turned as the player likes */
    stand_up();
}

CASE(whatever_the_disc_touches_the_move_fails)
{
    static const char *const pieces[] = {"L1",      "L3",      "O1",     "O5",     "sheriff",    "bank",
                                         "barrel4", "cactus1", "fence1", "fence4", "tumbleweed4"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        sit("1", 2);
        at()->initiative = L2;
        act("play L2");
        char outcome[100];
        snprintf(outcome, sizeof outcome, "{'touched':['%s'],'final':{'disc':[100,260,0]}}", pieces[i]);
        flick("move 0 600", outcome);
        assert_place(L2, 60, 220);
        assert_int_equal(at()->actions, 1);
        stand_up();
    }
}

CASE(a_disc_that_leaves_the_table_fails)
{
    sit("1", 2);
    act("play L1");
    flick("move 180 2000", "{'off':['disc']}");
    assert_place(L1, 60, 140);
    assert_string_equal(ruling(), "the disc left the table, so he returns to his starting point");
    stand_up();
}

CASE(at_the_edge_of_the_table_he_stands_where_the_disc_stopped)
{
    static const struct {
        const char *outcome;
        double x, y;
    } cases[] = {{"{'final':{'disc':[3,140,0]}}", 3, 140},
                 {"{'final':{'disc':[897,140,0]}}", 897, 140},
                 {"{'final':{'disc':[60,2,0]}}", 60, 2},
                 {"{'final':{'disc':[60,600,0]}}", 60, 600}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sit("1", 2);
        act("play L1");
        flick("move 180 500", cases[i].outcome);
        assert_place(L1, cases[i].x, cases[i].y);
        stand_up();
    }
}

CASE(a_taken_place_means_the_nearest_free_one)
{
    sit("1", 2);
    act("play L1");
    flick("move 30 900", "{'final':{'disc':[300,315,0]}}");
    const struct flip_pose *pose = &at()->pose[L1];
    assert_true(flickemup_distance(FLICKEMUP_BARRELS, &at()->pose[FLICKEMUP_BARRELS], pose->x, pose->y, true) >=
                FLICKEMUP_COWBOY_RADIUS);
    assert_true(abs(pose->x - 30000) < 600 && abs(pose->y - 31500) < 600);
    stand_up();
}

CASE(face_is_free_after_standing_up_and_after_a_move_only)
{
    sit("1", 2);
    act("play L1");
    assert_false(offers("face"));
    act("end");
    act("play O1");
    flick("shoot left 180 1800", "{'touched':['L2'],'fell':['L2'],'final':{'L2':[65,222,0]}}");
    act("end");
    assert_true(who(L2)->fallen);
    act("play L2");
    assert_false(who(L2)->fallen); /* at its centre */
    assert_place(L2, 65, 222);
    assert_true(offers("face"));
    act("face 90");
    assert_int_equal(at()->actions, 2);
    stand_up();
}

/* --- shots --------------------------------------------------------------------------------------------------------------- */

CASE(a_figure_touched_first_and_down_is_hit_and_stays_down)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 1800", "{'touched':['O3'],'fell':['O3'],'final':{'O3':[850,305,0],'bullet':[830,300,0]}}");
    assert_int_equal(who(O3)->hit_points, 2);
    assert_true(who(O3)->fallen);
    assert_true(flip_pose_down(&at()->pose[O3]));
    assert_place(O3, 850, 305);
    assert_string_equal(ruling(), "a hit: O3 is down and loses a hit point");
    stand_up();
}

CASE(a_grazed_figure_that_stands_stays_where_it_was_pushed)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 900", "{'touched':['O3'],'final':{'O3':[845,303,170]}}");
    assert_int_equal(who(O3)->hit_points, 3);
    assert_false(who(O3)->fallen);
    assert_place(O3, 845, 303);
    assert_string_equal(ruling(), "grazed: O3 still stands");
    stand_up();
}

CASE(a_ricochet_does_not_count_and_the_cowboy_stands)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 1800",
          "{'touched':['barrel2','O3'],'fell':['O3'],'final':{'barrel2':[610,275,0],'O3':[846,300,0]}}");
    assert_int_equal(who(O3)->hit_points, 3);
    assert_false(who(O3)->fallen);
    assert_place(O3, 846, 300);
    assert_place(FLICKEMUP_BARRELS + 1, 610, 275); /* it stays moved */
    assert_string_equal(ruling(), "hit by ricochet off a barrel: does not count, O3 stands up again");
    stand_up();
}

CASE(of_several_down_only_the_first_is_hit_and_the_others_stand_up)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 3000",
          "{'touched':['O3','O4'],'fell':['O3','O4'],'final':{'O3':[845,300,0],'O4':[846,222,0]}}");
    assert_int_equal(who(O3)->hit_points, 2);
    assert_int_equal(who(O4)->hit_points, 3);
    assert_true(who(O3)->fallen);
    assert_false(who(O4)->fallen);
    assert_place(O4, 846, 222);
    assert_string_equal(ruling(), "a hit: O3 is down and loses a hit point; the others who fell stand up again");
    stand_up();
}

CASE(who_stands_up_again_may_stand_where_a_dead_man_lay)
{
    sit("1", 2);
    at()->figure[O3].hit_points = 1;
    act("play L1");
    flick("shoot left 10 3000",
          "{'touched':['O3','O4'],'fell':['O3','O4'],'final':{'O3':[845,300,0],'O4':[850,303,0]}}");
    assert_int_equal(who(O3)->where, FLICKEMUP_DEAD);
    assert_place(O4, 850, 303);
    at()->figure[O1].hit_points = 2; /* one who lives on keeps his place */
    flick("shoot left 10 3000",
          "{'touched':['O1','O2'],'fell':['O1','O2'],'final':{'O1':[745,300,0],'O2':[750,303,0]}}");
    assert_true(who(O1)->fallen);
    assert_true(at()->pose[O2].x != 75000 || at()->pose[O2].y != 30300);
    stand_up();
}

CASE(a_first_touched_figure_that_stands_saves_the_second)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 3000", "{'touched':['O3','O4'],'fell':['O4']}");
    assert_int_equal(who(O3)->hit_points, 3);
    assert_int_equal(who(O4)->hit_points, 3);
    assert_false(who(O4)->fallen);
    assert_string_equal(ruling(), "O3 was touched first and stands: O4 does not count and stands up again");
    stand_up();
}

CASE(a_man_who_lies_and_is_touched_first_saves_the_second_and_nobody_says_that_he_stands)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 3000", "{'touched':['O3'],'fell':['O3']}");
    flick("shoot left 10 3000", "{'touched':['O3','O4'],'fell':['O4']}");
    assert_int_equal(who(O3)->hit_points, 2);
    assert_true(who(O3)->fallen);
    assert_int_equal(who(O4)->hit_points, 3);
    assert_false(who(O4)->fallen);
    assert_string_equal(ruling(), "O3 lay already and was touched first: O4 does not count and stands up again");
    stand_up();
}

CASE(teammates_can_be_hit)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 90 1500", "{'touched':['L2'],'fell':['L2']}");
    assert_int_equal(who(L2)->hit_points, 2);
    stand_up();
}

CASE(the_last_thing_done_ends_the_turn)
{
    sit("1", 2);
    act("play L1");
    flick("move 0 600", "{'final':{'disc':[100,150,0]}}");
    flick("move 0 600", "{'final':{'disc':[120,170,0]}}");
    assert_int_equal(deciding(), 0); /* he may still be turned */
    act("face 45");
    assert_int_equal(deciding(), 1);
    assert_int_equal(flip_pose_facing(&at()->pose[L1]), 4500);
    act("play O1");
    flick("shoot left 0 600", "{'touched':[]}");
    assert_int_equal(deciding(), 1);
    flick("shoot left 0 600", "{'touched':[]}");
    assert_int_equal(deciding(), 0);
    stand_up();
}

CASE(a_fallen_cowboy_cannot_be_hit_but_is_an_obstacle)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 1800", "{'touched':['O3'],'fell':['O3']}");
    flick("shoot left 10 1800", "{'touched':['O3','O4'],'fell':['O3','O4'],'final':{'O3':[860,310,0]}}");
    assert_int_equal(who(O3)->hit_points, 2);
    assert_int_equal(who(O4)->hit_points, 3);
    assert_true(who(O3)->fallen);
    assert_place(O3, 860, 310);
    assert_false(who(O4)->fallen);
    stand_up();
}

CASE(a_miss_leaves_everything_but_the_bullet_where_it_is)
{
    sit("1", 2);
    act("play L1");
    flick("shoot right 10 1800", "{'touched':[],'final':{'bullet':[700,300,0]}}");
    assert_string_equal(ruling(), "a miss: the bullet touched nothing");
    flick("shoot right 10 1800", "{'touched':['saloon'],'final':{'saloon':[705,505,268]}}");
    assert_place(FLICKEMUP_BUILDINGS_AT + FLICKEMUP_SALOON, 705, 505); /* buildings that a bullet moved stay there */
    assert_string_equal(ruling(), "the bullet struck the Saloon: no hit");
    stand_up();
}

CASE(off_the_table_is_down_and_pieces_come_back_20_mm_inside)
{
    sit("1", 2);
    act("play L1");
    flick("shoot left 10 3500",
          "{'touched':['O3'],'off':['O3','barrel2'],'final':{'O3':[905,310,0],'barrel2':[700,-8,0]}}");
    assert_int_equal(who(O3)->hit_points, 2);
    assert_true(who(O3)->fallen);
    assert_place(O3, 880, 310);
    assert_place(FLICKEMUP_BARRELS + 1, 700, 20);
    stand_up();
}

CASE(pieces_come_back_20_mm_inside_at_every_edge)
{
    static const struct {
        const char *outcome;
        double x, y;
    } cases[] = {{"{'touched':['barrel1'],'off':['barrel1'],'final':{'barrel1':[-7,300,0]}}", 20, 300},
                 {"{'touched':['barrel1'],'off':['barrel1'],'final':{'barrel1':[907,180,0]}}", 880, 180},
                 {"{'touched':['barrel1'],'off':['barrel1'],'final':{'barrel1':[300,-7,0]}}", 300, 20},
                 {"{'touched':['barrel1'],'off':['barrel1'],'final':{'barrel1':[300,607,0]}}", 300, 580},
                 {"{'touched':['barrel1'],'off':['barrel1'],'final':{'barrel1':[907,607,0]}}", 880, 580}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sit("1", 2);
        put(L3, 100, 40, 0);
        put(O4, 750, 300, 180);
        act("play L1");
        flick("shoot left 10 3000", cases[i].outcome);
        assert_place(FLICKEMUP_BARRELS, cases[i].x, cases[i].y);
        stand_up();
    }
}

CASE(the_bullet_starts_36_mm_to_the_left_or_right)
{
    sit("1", 2);
    act("play L1");
    struct flip_pose from;
    assert_true(flickemup_muzzle(book(), at(), L1, FLICKEMUP_SIDE_LEFT, 0, FLICKEMUP_BULLET_RADIUS, &from));
    assert_int_equal(from.x, 6000);
    assert_int_equal(from.y, 17600);
    assert_true(flickemup_muzzle(book(), at(), L1, FLICKEMUP_SIDE_RIGHT, 0, FLICKEMUP_BULLET_RADIUS, &from));
    assert_int_equal(from.y, 10400);
    stand_up();
}

CASE(a_side_that_is_taken_or_off_the_table_is_not_offered)
{
    sit("1", 2);
    put(L2, 60, 170, 0);
    act("play L1");
    assert_false(offers("shoot left"));
    assert_true(offers("shoot right"));
    put(L1, 300, 20, 0);
    assert_true(offers("shoot left"));
    assert_false(offers("shoot right"));
    put(L1, 300, 35.9, 0);
    assert_false(offers("shoot right"));
    put(L1, 35, 260, 90);
    assert_false(offers("shoot left"));
    put(L1, 866, 260, 90);
    assert_false(offers("shoot right"));
    put(L1, 300, 566, 0);
    assert_false(offers("shoot left"));
    put(L1, 300, 36, 0); /* off the table is who has his centre past the edge */
    assert_true(offers("shoot right"));
    stand_up();
}

CASE(with_both_sides_taken_the_nearest_free_angle_is_offered)
{
    sit("1", 2);
    put(L2, 60, 170, 0);
    put(L3, 60, 110, 0);
    act("play L1");
    assert_true(offers("shoot left"));
    struct flip_pose from;
    assert_true(flickemup_muzzle(book(), at(), L1, FLICKEMUP_SIDE_LEFT, 0, FLICKEMUP_BULLET_RADIUS, &from));
    assert_true(flickemup_free(book(), at(), from.x, from.y, FLICKEMUP_BULLET_RADIUS, false, FLICKEMUP_NOBODY));
    const int64_t dx = from.x - 6000, dy = from.y - 14000;
    assert_true(llabs(dx * dx + dy * dy - 3600LL * 3600) < 3600 * 20);
    /* With more on the one side of the left place than on the other, the bullet lies on the other, and the mirror of it. */
    put(L4, 45, 173, 0);
    assert_true(flickemup_muzzle(book(), at(), L1, FLICKEMUP_SIDE_LEFT, 0, FLICKEMUP_BULLET_RADIUS, &from));
    assert_true(from.x > 6000);
    const int32_t x = from.x, y = from.y;
    put(L4, 75, 173, 0);
    assert_true(flickemup_muzzle(book(), at(), L1, FLICKEMUP_SIDE_LEFT, 0, FLICKEMUP_BULLET_RADIUS, &from));
    assert_in_range(12000 - from.x, x - 10, x + 10);
    assert_in_range(from.y, y - 10, y + 10);
    stand_up();
}

CASE(the_last_hit_point_takes_the_figure_away_and_leaves_the_hat)
{
    sit("1", 2);
    at()->figure[O3].hit_points = 1;
    act("play L1");
    flick("shoot left 10 1800", "{'touched':['O3'],'fell':['O3']}");
    assert_int_equal(who(O3)->where, FLICKEMUP_DEAD);
    assert_false(flickemup_has_body(at(), O3));
    assert_int_equal(who(O3)->blue, 0); /* its colour as it was */
    assert_string_equal(ruling(), "a hit: O3 has lost the last hit point");
    act("end");
    assert_true(offers("play O3"));
    stand_up();
}

/* --- initiative ---------------------------------------------------------------------------------------------------------- */

CASE(the_initiative_goes_to_the_shooter_of_its_holder)
{
    sit("1", 2);
    act("play L1");
    act("end");
    act("play O4");
    at()->figure[L1].hit_points = 1;
    flick("shoot left 180 1800", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(at()->initiative, O4);
    stand_up();
}

CASE(killed_by_his_own_bullet_the_initiative_goes_to_the_lowest_living_opponent)
{
    sit("1", 2);
    act("play L1");
    at()->figure[L1].hit_points = 1;
    at()->figure[O1].where = FLICKEMUP_DEAD;
    flick("shoot left 270 1800", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(who(L1)->where, FLICKEMUP_DEAD);
    assert_int_equal(at()->initiative, O2);
    assert_int_equal(deciding(), 1); /* and his turn is over */
    stand_up();
}

/* --- the end of scenario 1 ------------------------------------------------------------------------------------------------ */

CASE(three_eliminated_win_main_street)
{
    sit("1", 2);
    for (int cowboy = O1; cowboy <= O3; cowboy++)
        at()->figure[cowboy].hit_points = 1;
    act("play L1");
    flick("shoot left 0 1800", "{'touched':['O1'],'fell':['O1']}");
    flick("shoot left 0 1800", "{'touched':['O2'],'fell':['O2']}");
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER);
    turn_of("L2");
    flick("shoot left 0 1800", "{'touched':['O3'],'fell':['O3']}");
    struct flip_result result;
    flip_table_result(fixture, &result);
    assert_true(result.over);
    assert_int_equal(result.winners, FLIP_BIT(0));
    stand_up();
}

CASE(at_twelve_more_hit_points_win_main_street)
{
    sit("1", 3);
    at()->figure[L5].hit_points = 2;
    while (flip_table_turn(fixture)) {
        flip_move moves[16];
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        act("end");
    }
    struct flip_result result;
    flip_table_result(fixture, &result);
    assert_int_equal(result.winners, FLIP_BIT(1));
    assert_int_equal(result.score[1], 0);
    assert_int_equal(result.score[0], 0);
    stand_up();
}

CASE(buildings_are_scenery_in_main_street)
{
    sit("1", 2);
    put(L1, 450, 450, 90);
    act("play L1");
    flick("move 90 900", "{'final':{'disc':[450,560,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    put(L1, 450, 450, 90);
    flick("move 90 900", "{'touched':['bank:door'],'final':{'disc':[450,560,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    assert_place(L1, 450, 560);
    stand_up();
}

/* --- aims and hands ------------------------------------------------------------------------------------------------------ */

CASE(an_aim_without_its_numbers_or_out_of_range_is_refused_with_the_reason)
{
    sit("1", 2);
    act("play L1");
    refuse("shoot left", "followed by 2 numbers: angle (0 to 359.99), speed (100 to 4000)");
    refuse("shoot left 12", "followed by 2 numbers");
    refuse("shoot left 12 99", "The speed must be from 100 to 4000, and 99 is not");
    refuse("shoot left 12 4001", "The speed must be from 100 to 4000");
    refuse("shoot up 12 400", "not possible");
    static const char *const none[] = {"nan 400", "inf 400", "1e3 400",        "0x10 400",  "12,5 400", "- 400",
                                       ". 400",   "12 nan",  "9999999999 400", "12 -1e300", "--1 400",  "12x 400"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char text[40];
        snprintf(text, sizeof text, "shoot left %s", none[i]);
        refuse(text, "not possible");
    }
    refuse("shoot left 12 -999999999", "The speed must be from 100 to 4000, and -999999999 is not");
    refuse("shoot left 999999999 400", "The angle must be from 0 to 359.99, and 21474836.47 is not");
    flip_move moves[16];
    flip_table_moves(fixture, 0, moves, 16);
    assert_int_equal(flip_table_act(fixture, 0, moves[0], &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_OPEN);
    stand_up();
}

CASE(without_world_and_rig_a_flick_is_an_error_that_changes_nothing)
{
    sit("1", 2);
    act("play L1");
    const struct flickemup_state before = *at();
    const int steps = fixture->step_count;
    refuse("shoot left 12 1000", "waits for an outcome that this table cannot produce");
    assert_memory_equal(&before, at(), sizeof before);
    assert_int_equal(fixture->step_count, steps);
    stand_up();
}

CASE(impossible_outcomes_are_refused_when_their_moment_comes)
{
    static const struct {
        const char *outcome, *reason;
    } cases[] = {
        {"{'touched':['barrel9']}", "there is no piece 'barrel9'"},
        {"{'touched':['witness1']}", "'witness1' is not on the table"},
        {"{'final':{'barrel1':[950,100,0]}}", "off the table"},
        {"{'fell':['barrel1']}", "Only figures fall"},
        {"{'final':{'barrel1':[1,2]}}", "must be [x, y, degrees]"},
        {"{'final':{'barrel1':[1,2,3,9,9,9,9]}}", "unit quaternion"},
        {"{'touched':'O1'}", "'touched' must be a list"},
        {"{'touched':['bank:roof']}", "has no part ':roof'"},
        {"{'touched':['barrel1:inner']}", "names a part of a building"},
        {"{'broke':['O1']}", "no 'broke'"},
        {"{'final':{'O1':[10000,10000,-9999999,32767,0,0,0]}}", "where nothing can be"},
        {"{'final':{'barrel1':[10000,10000,9999999,32767,0,0,0]}}", "where nothing can be"},
        {"{'final':{'O1':[1e300,1,0]}}", "not made of numbers that fit"},
        {"{'touched':['O1','bullet']}", "Contact 2 is with a piece that is not on the table"},
        {"QH", "an object"},
    };
    sit("1", 2);
    act("play L1");
    const struct flickemup_state before = *at();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(try_flick("shoot left 12 1000", cases[i].outcome), -1);
        if (!strstr(problem.message, cases[i].reason))
            fail_msg("%s: '%s'", cases[i].outcome, problem.message);
        assert_memory_equal(&before, at(), sizeof before);
    }
    stand_up();
}

CASE(the_dealer_deals_the_hands_error_before_the_outcome)
{
    sit_with("1", 2, "beginner", NULL);
    act("play L1");
    static const char *const rig[] = {"angle +14.51", "speed -48.36", "{\"touched\":[]}"};
    must(flip_table_rig(fixture, rig, 3, &problem));
    act("move 10 1000");
    assert_int_equal(at()->aim.angle, 1000 + 1451);
    assert_int_equal(at()->aim.speed, 516);
    /* A rigged outcome alone waits for its flick; the hand is left to chance. */
    flick("move 10 1000", "{'touched':[]}");
    assert_int_equal(fixture->steps[fixture->step_count - 1].outcome, 2);
    assert_int_equal(fixture->steps[fixture->step_count - 2].seat, FLIP_DEALER);
    assert_false(fixture->steps[fixture->step_count - 2].rigged);
    stand_up();
}

CASE(hands_by_seat_and_none_for_the_robot)
{
    sit_with("1", 2, "robot,expert", NULL);
    act("play L1");
    flick("move 10 1000", "{'touched':[]}");
    assert_int_equal(fixture->step_count, 3);
    act("end");
    act("play O1");
    const int before = fixture->step_count;
    flick("move 10 1000", "{'touched':[]}");
    assert_int_equal(fixture->step_count, before + 4);
    stand_up();
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    def.seats = 3;
    must(flip_options_set(&flip_flickemup, &def.options, "hand", "expert,robot", &problem));
    assert_null(flip_table_open(&def, &problem));
    assert_non_null(strstr(problem.message, "one for each of 3 seats"));
    must(flip_options_set(&flip_flickemup, &def.options, "hand", "expert,robot,exact,good", &problem));
    assert_null(flip_table_open(&def, &problem));
    assert_non_null(strstr(problem.message, "one for each of 3 seats"));
}

CASE(the_hands_error_is_normal)
{
    int64_t sum = 0, square = 0;
    for (int i = 0; i < FLICKEMUP_QUANTILES; i++) {
        sum += flickemup_quantile[i];
        square += (int64_t)flickemup_quantile[i] * flickemup_quantile[i];
        assert_int_equal(flickemup_quantile[i], -flickemup_quantile[FLICKEMUP_QUANTILES - 1 - i]);
    }
    assert_int_equal(sum, 0);
    assert_true(square / FLICKEMUP_QUANTILES > 960000 && square / FLICKEMUP_QUANTILES < 1000000);
}

/* --- records and undo ----------------------------------------------------------------------------------------------------- */

CASE(a_record_with_outcomes_replays_without_physics)
{
    sit("1", 2);
    act("play L1");
    flick("move 20 800", "{'touched':[],'final':{'disc':[250,170,33]}}");
    act("face 77.77");
    flick("shoot left 3.25 1800", "{'touched':['O3'],'fell':['O3'],'final':{'O3':[850,305,0],'bullet':[830,300,0]}}");
    act("play O3");
    char *record = flip_record_save(fixture, FLIP_RECORD_FULL, &problem);
    assert_non_null(strstr(record, "\"final\":{\"disc\":[25000,17000,"));
    struct flip_table *again = flip_record_load(record, strlen(record), FLIP_ALL_STEPS, &problem);
    if (!again) {
        fail_msg("%s", problem.message);
        return;
    }
    assert_memory_equal(again->now.state, fixture->now.state, sizeof(struct flickemup_state));
    char *second = flip_record_save(again, FLIP_RECORD_FULL, &problem);
    assert_string_equal(record, second);
    assert_int_equal(flip_record_verify(record, strlen(record), &problem), -1);
    assert_non_null(strstr(problem.message, "fixed by hand"));
    flip_table_close(again);
    free(record);
    free(second);
    stand_up();
}

CASE(undo_takes_back_small_steps_but_no_flick)
{
    sit("1", 2);
    const struct flickemup_state start = *at();
    act("play L1");
    must(flip_table_undo(fixture, 0, &problem));
    assert_memory_equal(&start, at(), sizeof start);
    act("play L1");
    flick("move 20 800", "{'touched':[],'final':{'disc':[250,170,33]}}");
    const struct flickemup_state moved = *at();
    assert_int_equal(flip_table_undo(fixture, 0, &problem), -1);
    act("face 12");
    must(flip_table_undo(fixture, 0, &problem));
    assert_memory_equal(&moved, at(), sizeof moved);
    stand_up();
}

/* The bullet lies 36 mm beside L1. A hit on one's own man is a shot, and no hit that anybody boasts of. */
CASE(shots_hits_at_enemies_and_the_longest_of_them_are_counted)
{
    sit("1", 2);
    act("play L1");
    put(L1, 100, 300, 90);
    put(O1, 430, 300, 180);
    put(L2, 100, 400, 90);
    flick("shoot right 0 2600", "{'touched':['O1'],'fell':['O1'],'final':{'O1':[470,300,0]}}");
    const int far = at()->shots[L1].longest;
    assert_int_equal(far, 294);
    flick("shoot right 90 2600", "{'touched':['L2'],'fell':['L2'],'final':{'L2':[100,430,0]}}");
    assert_int_equal(at()->shots[L1].fired, 2);
    assert_int_equal(at()->shots[L1].hits, 1);
    assert_int_equal(at()->shots[L1].longest, far);
    assert_int_equal(at()->shots[L2].fired, 0);
    stand_up();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pieces_measure_what_the_book_says),
        cmocka_unit_test(what_is_free_beside_and_under_a_building),
        cmocka_unit_test(a_disc_needs_24_mm_and_a_bullet_18),
        cmocka_unit_test(clock_example_all_hats_red_at_six_then_blue_at_seven),
        cmocka_unit_test(a_round_begins_with_the_initiative_and_teams_alternate),
        cmocka_unit_test(five_players_are_three_against_two_and_each_team_runs_through_its_order),
        cmocka_unit_test(each_seat_plays_for_the_side_it_chose_in_seat_order_within_the_side),
        cmocka_unit_test(the_seats_of_the_side_that_wins_have_won),
        cmocka_unit_test(sides_that_do_not_fit_are_refused_with_what_fits),
        cmocka_unit_test(two_to_ten_seats_and_no_others),
        cmocka_unit_test(a_dead_cowboys_hat_is_a_pass_and_costs_its_team_a_turn),
        cmocka_unit_test(a_team_can_have_two_turns_in_a_row_across_a_rounds_end),
        cmocka_unit_test(a_team_with_no_available_cowboy_is_passed_over_and_its_order_stays),
        cmocka_unit_test(no_round_is_played_at_twelve),
        cmocka_unit_test(up_to_two_actions_and_fewer_are_allowed),
        cmocka_unit_test(a_move_that_touches_nothing_ends_where_the_disc_stopped),
        cmocka_unit_test(a_disc_that_touches_a_barrel_brings_cowboy_and_barrel_back),
        cmocka_unit_test(whatever_the_disc_touches_the_move_fails),
        cmocka_unit_test(a_disc_that_leaves_the_table_fails),
        cmocka_unit_test(at_the_edge_of_the_table_he_stands_where_the_disc_stopped),
        cmocka_unit_test(a_taken_place_means_the_nearest_free_one),
        cmocka_unit_test(face_is_free_after_standing_up_and_after_a_move_only),
        cmocka_unit_test(a_figure_touched_first_and_down_is_hit_and_stays_down),
        cmocka_unit_test(a_grazed_figure_that_stands_stays_where_it_was_pushed),
        cmocka_unit_test(a_ricochet_does_not_count_and_the_cowboy_stands),
        cmocka_unit_test(of_several_down_only_the_first_is_hit_and_the_others_stand_up),
        cmocka_unit_test(who_stands_up_again_may_stand_where_a_dead_man_lay),
        cmocka_unit_test(a_first_touched_figure_that_stands_saves_the_second),
        cmocka_unit_test(a_man_who_lies_and_is_touched_first_saves_the_second_and_nobody_says_that_he_stands),
        cmocka_unit_test(teammates_can_be_hit),
        cmocka_unit_test(the_last_thing_done_ends_the_turn),
        cmocka_unit_test(a_fallen_cowboy_cannot_be_hit_but_is_an_obstacle),
        cmocka_unit_test(a_miss_leaves_everything_but_the_bullet_where_it_is),
        cmocka_unit_test(off_the_table_is_down_and_pieces_come_back_20_mm_inside),
        cmocka_unit_test(pieces_come_back_20_mm_inside_at_every_edge),
        cmocka_unit_test(the_bullet_starts_36_mm_to_the_left_or_right),
        cmocka_unit_test(a_side_that_is_taken_or_off_the_table_is_not_offered),
        cmocka_unit_test(with_both_sides_taken_the_nearest_free_angle_is_offered),
        cmocka_unit_test(the_last_hit_point_takes_the_figure_away_and_leaves_the_hat),
        cmocka_unit_test(the_initiative_goes_to_the_shooter_of_its_holder),
        cmocka_unit_test(killed_by_his_own_bullet_the_initiative_goes_to_the_lowest_living_opponent),
        cmocka_unit_test(three_eliminated_win_main_street),
        cmocka_unit_test(at_twelve_more_hit_points_win_main_street),
        cmocka_unit_test(buildings_are_scenery_in_main_street),
        cmocka_unit_test(an_aim_without_its_numbers_or_out_of_range_is_refused_with_the_reason),
        cmocka_unit_test(without_world_and_rig_a_flick_is_an_error_that_changes_nothing),
        cmocka_unit_test(impossible_outcomes_are_refused_when_their_moment_comes),
        cmocka_unit_test(the_dealer_deals_the_hands_error_before_the_outcome),
        cmocka_unit_test(hands_by_seat_and_none_for_the_robot),
        cmocka_unit_test(the_hands_error_is_normal),
        cmocka_unit_test(a_record_with_outcomes_replays_without_physics),
        cmocka_unit_test(undo_takes_back_small_steps_but_no_flick),
        cmocka_unit_test(shots_hits_at_enemies_and_the_longest_of_them_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
