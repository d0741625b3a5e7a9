/* Flick 'em Up!: the special rules of the scenarios, with outcomes that were written by hand. */
#include "games/flickemup/tests/fixture.h"
#include "table/table.h"

#include <math.h>

/* --- Winchester, dynamite ------------------------------------------------------------------------------------------------- */

CASE(a_winchester_fires_from_anywhere_around_and_has_no_error_of_angle)
{
    sit_with("4", 2, "expert", NULL);
    at()->figure[L1].hand[0] = FLICKEMUP_WINCHESTER;
    act("play L1");
    assert_true(offers("shoot around") && offers("shoot left"));
    const int before = fixture->step_count;
    flick("shoot around 45 10.5 2000", "{'touched':['O3'],'fell':['O3']}");
    assert_int_equal(fixture->step_count, before + 3); /* the move, the error of speed, the outcome */
    assert_int_equal(at()->aim.angle, 1050);
    assert_int_equal(at()->aim.from.x, 6000 + 2545);
    assert_int_equal(at()->aim.from.y, 14000 + 2545);
    assert_int_equal(who(O3)->hit_points, 2);
    refuse("shoot around 10 2000", "followed by 3 numbers: around (0 to 359.99)");
    stand_up();
}

CASE(without_the_token_nobody_fires_around)
{
    sit("4", 2);
    act("play L1");
    assert_false(offers("shoot around"));
    stand_up();
}

/* O1 with dynamite at 450,300 in scenario 8. */
static void light_the_fuse(void)
{
    sit("8", 2);
    at()->figure[O1].hand[0] = FLICKEMUP_DYNAMITE;
    at()->up[STORE][FLICKEMUP_DYNAMITE] = 1;
    put(O1, 450, 250, 0);
    act("play O1");
}

CASE(dynamite_hits_every_standing_cowboy_with_any_part_within_60_mm)
{
    light_the_fuse();
    put(L1, 600, 368, 0); /* 68 mm from the blast, its edge 59 */
    put(L2, 600, 230, 0); /* 70 mm: outside */
    put(O2, 540, 300, 0); /* 60 mm: in */
    put(L3, 600, 310, 0);
    at()->figure[L3].fallen = true; /* a fallen one cannot be hit */
    for (int cowboy = L1; cowboy <= O5; cowboy++)
        at()->figure[cowboy].hit_points = 3;
    flick("throw 0 1500", "{'final':{'dynamite':[600,300,0]}}");
    assert_int_equal(who(L1)->hit_points, 2);
    assert_int_equal(who(L2)->hit_points, 3);
    assert_int_equal(who(O2)->hit_points, 2);
    assert_int_equal(who(L3)->hit_points, 3);
    assert_true(who(L1)->fallen && who(O2)->fallen && !who(L2)->fallen);
    assert_string_equal(ruling(), "the dynamite goes off: 2 are hit");
    assert_int_equal(who(O1)->hand[0], FLICKEMUP_NOTHING); /* the token is used up */
    assert_int_equal(at()->used, 1);
    stand_up();
}

CASE(pieces_within_60_mm_are_pushed_outward)
{
    light_the_fuse();
    flick("throw 0 1500", "{'final':{'dynamite':[640,270,0]}}"); /* barrel 2 is at 600,270 */
    const struct flip_pose *barrel = &at()->pose[FLICKEMUP_BARRELS + 1];
    assert_int_equal(flickemup_distance(FLICKEMUP_BARRELS + 1, barrel, 64000, 27000, false), FLICKEMUP_BLAST);
    assert_true(barrel->x < 60000);
    stand_up();
    static const struct {
        double dx, dy;
    } sides[] = {{-30, 20}, {30, 20}, {-20, -30}, {25, -25}, {0, 40}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        light_the_fuse();
        for (int piece = FLICKEMUP_BARRELS; piece < FLICKEMUP_PIECES; piece++)
            at()->here &= ~FLIP_BIT(piece);
        at()->here |= FLIP_BIT(FLICKEMUP_BARRELS);
        at()->pose[FLICKEMUP_BARRELS] = flickemup_standing(FLICKEMUP_BARRELS, (int32_t)((600 + sides[i].dx) * 100),
                                                           (int32_t)((300 + sides[i].dy) * 100), 0);
        flick("throw 0 1500", "{'final':{'dynamite':[600,300,0]}}");
        /* 70 mm from the blast, its edge 60, on the line through where it was */
        const double far = 70 / hypot(sides[i].dx, sides[i].dy);
        const struct flip_pose *there = &at()->pose[FLICKEMUP_BARRELS];
        assert_true(fabs(there->x / 100.0 - 600 - sides[i].dx * far) < 0.3);
        assert_true(fabs(there->y / 100.0 - 300 - sides[i].dy * far) < 0.3);
        stand_up();
    }
}

CASE(houses_stand_fast_in_a_blast)
{
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        light_the_fuse();
        const struct flip_pose house = at()->pose[FLICKEMUP_BUILDINGS_AT + building];
        int32_t x, y;
        flickemup_from_door(&house, 0, 4000, &x, &y);
        char outcome[100];
        snprintf(outcome, sizeof outcome, "{'final':{'dynamite':[%d,%d,0]}}", x / 100, y / 100);
        flick("throw 0 1500", outcome);
        assert_memory_equal(&house, &at()->pose[FLICKEMUP_BUILDINGS_AT + building], sizeof house);
        stand_up();
    }
}

CASE(nothing_is_blown_off_the_table)
{
    static const struct {
        double x, y;
    } corners[] = {{21, 21}, {879, 21}, {21, 579}, {879, 579}};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        light_the_fuse();
        put(L1, 300, 300, 0);
        put(L2, corners[i].x, corners[i].y, 0);
        char outcome[100];
        snprintf(outcome, sizeof outcome, "{'final':{'dynamite':[%g,%g,0]}}", corners[i].x < 450 ? 40.0 : 860.0,
                 corners[i].y < 300 ? 40.0 : 560.0);
        flick("throw 0 1500", outcome);
        assert_true(who(L2)->fallen);
        const struct flip_pose *pose = &at()->pose[L2];
        assert_in_range(pose->x, 2000, 88000);
        assert_in_range(pose->y, 2000, 58000);
        stand_up();
    }
}

CASE(a_house_or_gallows_that_was_tipped_over_is_set_up_where_it_lies)
{
    sit("10", 2);
    act("play O1");
    flick("shoot left 180 4000", "{'touched':['bank','gallows'],'final':{'bank':[44000,50500,4000,23170,0,23170,0],"
                                 "'gallows':[46000,31000,2000,23170,23170,0,0]}}");
    static const int pieces[] = {FLICKEMUP_BUILDINGS_AT + BANK, FLICKEMUP_GALLOWS};
    for (int i = 0; i < 2; i++) {
        const struct flip_pose *pose = &at()->pose[pieces[i]];
        assert_int_equal(pose->q[1], 0);
        assert_int_equal(pose->q[2], 0);
        assert_int_equal(pose->z, i ? 3000 : 0);
    }
    assert_place(pieces[0], 440, 505);
    assert_place(pieces[1], 460, 310);
    stand_up();
}

CASE(dynamite_that_leaves_the_table_does_nothing)
{
    light_the_fuse();
    put(L1, 880, 250, 0);
    const int hit_points = who(L1)->hit_points;
    assert_true(offers("throw"));
    flick("throw 0 4000", "{'off':['dynamite']}");
    assert_false(offers("throw")); /* the token is used up */
    assert_int_equal(who(L1)->hit_points, hit_points);
    assert_string_equal(ruling(), "the dynamite left the table: nothing happens");
    stand_up();
}

CASE(whom_the_sliding_dynamite_fells_stands_up_before_it_goes_off)
{
    light_the_fuse();
    put(L1, 600, 300, 0);
    const int hit_points = who(L1)->hit_points;
    flick("throw 0 1500", "{'touched':['L1'],'fell':['L1'],'final':{'dynamite':[700,300,0],'L1':[610,300,0]}}");
    assert_int_equal(who(L1)->hit_points, hit_points);
    assert_false(who(L1)->fallen);
    stand_up();
}

CASE(killed_by_his_own_dynamite_the_initiative_goes_to_the_lowest_living_opponent)
{
    light_the_fuse();
    at()->figure[O1].hit_points = 1;
    at()->figure[L1].where = FLICKEMUP_DEAD;
    put(L2, 480, 300, 0);
    at()->figure[L2].hit_points = 1; /* dies in the same blast */
    flick("throw 0 100", "{'final':{'dynamite':[470,270,0]}}");
    assert_int_equal(who(O1)->where, FLICKEMUP_DEAD);
    assert_int_equal(who(L2)->where, FLICKEMUP_DEAD);
    assert_int_equal(at()->initiative, L3);
    stand_up();
    light_the_fuse(); /* the holder and the thrower die in one blast: the shooter cannot have it */
    at()->initiative = L1;
    put(L1, 480, 300, 0);
    at()->figure[L1].hit_points = at()->figure[O1].hit_points = 1;
    flick("throw 0 100", "{'final':{'dynamite':[470,270,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_DEAD);
    assert_int_equal(who(O1)->where, FLICKEMUP_DEAD);
    assert_int_equal(at()->initiative, O2);
    stand_up();
}

CASE(thrown_from_inside_it_starts_behind_the_door)
{
    light_the_fuse();
    put_inside(O1, BANK);
    refuse("throw 0 1500", "The angle must be from 225 to 315");
    flick("throw 270 1500", "{'final':{'dynamite':[450,300,0]}}");
    assert_int_equal(at()->aim.from.y, 54000);
    stand_up();
}

CASE(thrown_outside_it_starts_beside_him_where_20_mm_are_free)
{
    for (int taken = 0; taken < 2; taken++) {
        light_the_fuse();
        put(O1, 840, 300, 90); /* left is -x */
        put(O3, 840, 500, 180);
        put(O2, 840 - 36 - 10 - 9 + (taken ? 0.1 : -0.1), 300, 180);
        flick("throw 90 1500", "{'off':['dynamite']}");
        assert_int_equal(at()->aim.from.x, taken ? 87600 : 80400);
        assert_int_equal(at()->aim.from.y, 30000);
        stand_up();
    }
}

CASE(used_dynamite_returns_to_the_store_at_the_strike)
{
    light_the_fuse();
    flick("throw 0 1500", "{'final':{'dynamite':[600,300,0]}}");
    act("end");
    assert_int_equal(at()->up[STORE][FLICKEMUP_DYNAMITE], 1);
    while (at()->hour == 6) {
        flip_move moves[16];
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        act("end");
    }
    assert_int_equal(at()->up[STORE][FLICKEMUP_DYNAMITE], 2);
    assert_int_equal(at()->used, 0);
    stand_up();
}

/* --- water --------------------------------------------------------------------------------------------------------------- */

static void pass_the_hour(void)
{
    const int hour = at()->hour;
    while (flip_table_turn(fixture) && at()->hour == hour) {
        flip_move moves[16];
        if (at()->stage == FLICKEMUP_CHOOSING) {
            flip_table_moves(fixture, deciding(), moves, 16);
            must(flip_table_act(fixture, deciding(), moves[0], &problem));
        }
        if (at()->stage == FLICKEMUP_PLAYING)
            act("end");
    }
}

CASE(only_outlaws_poison_and_only_lawmen_purify)
{
    sit("5", 2);
    put_inside(L1, BANK);
    put_inside(O1, STORE);
    act("play L1");
    assert_false(offers("poison"));
    assert_false(offers("purify")); /* it is clean */
    assert_false(offers("take clean_water"));
    act("end");
    act("play O1");
    assert_true(offers("poison"));
    act("poison");
    assert_int_equal(at()->actions, 1);
    assert_int_equal(at()->up[STORE][FLICKEMUP_POISONED], 1);
    assert_int_equal(at()->up[STORE][FLICKEMUP_CLEAN], 0);
    assert_false(offers("purify"));
    put_inside(L2, STORE);
    act("end");
    act("play L2");
    act("purify");
    assert_int_equal(at()->up[STORE][FLICKEMUP_CLEAN], 1);
    stand_up();
}

CASE(at_the_strike_poison_takes_a_hit_point_of_everybody_there)
{
    sit("5", 2);
    at()->up[STORE][FLICKEMUP_CLEAN] = 0;
    at()->up[STORE][FLICKEMUP_POISONED] = 1;
    put_inside(L2, STORE);
    put_inside(O2, STORE);
    put_inside(L3, BANK);
    for (int cowboy = L1; cowboy <= O5; cowboy++)
        at()->figure[cowboy].hit_points = 3;
    pass_the_hour();
    assert_int_equal(at()->hour, 7);
    assert_int_equal(who(L2)->hit_points, 2);
    assert_int_equal(who(O2)->hit_points, 2);
    assert_int_equal(who(L3)->hit_points, 3);
    assert_true(inside(L2, STORE));
    stand_up();
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        sit("5", 2);
        at()->up[building][FLICKEMUP_POISONED] = 1;
        put_inside(L2, building);
        put_inside(O2, building == SHERIFF ? BANK : SHERIFF);
        const int hit_points[2] = {who(L2)->hit_points, who(O2)->hit_points};
        pass_the_hour();
        assert_int_equal(who(L2)->hit_points, hit_points[0] - 1);
        assert_int_equal(who(O2)->hit_points, hit_points[1]);
        stand_up();
    }
}

CASE(poison_comes_before_the_conditions_at_a_strike)
{
    /* Three are poisoned, but the last lawman's win by elimination comes of the same poison: O acts last and is asked first;
       L has eliminated 4 only because poison came first. */
    sit("5", 2);
    for (int cowboy = O1; cowboy <= O3; cowboy++) {
        at()->figure[cowboy].where = FLICKEMUP_DEAD;
        at()->figure[cowboy].hit_points = 0;
    }
    at()->up[STORE][FLICKEMUP_CLEAN] = 0;
    at()->up[STORE][FLICKEMUP_POISONED] = 1;
    put_inside(O4, STORE);
    at()->figure[O4].hit_points = 1;
    pass_the_hour();
    assert_int_equal(who(O4)->where, FLICKEMUP_DEAD);
    assert_int_equal(at()->stage, FLICKEMUP_OVER);
    assert_int_equal(at()->winner, 1 + FLICKEMUP_LAW);
    assert_int_equal(at()->hour, 6); /* the hand has not moved */
    stand_up();
}

CASE(poisoned_to_death_the_initiative_goes_to_the_lowest_living_opponent)
{
    sit("5", 2);
    at()->up[STORE][FLICKEMUP_CLEAN] = 0;
    at()->up[STORE][FLICKEMUP_POISONED] = 1;
    put_inside(L1, STORE);
    at()->figure[L1].hit_points = 1;
    at()->figure[L1].hand[0] = FLICKEMUP_GOLD;
    pass_the_hour();
    assert_int_equal(at()->initiative, O1);
    assert_int_equal(at()->up[UNDERTAKER][FLICKEMUP_GOLD], 1);
    assert_int_equal(deciding(), 1);
    stand_up();
}

/* --- what the log says of it --------------------------------------------------------------------------------------------- */

/* To the last turn of the hour, which is begun. */
static void come_to_the_last_turn(void)
{
    int played = 0;
    for (;;) {
        flip_move moves[16];
        flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[0], &problem));
        if (++played == FLICKEMUP_COWBOYS)
            return;
        act("end");
    }
}

CASE(the_log_tells_the_hour_and_whom_poisoned_water_hurts)
{
    sit("5", 2);
    at()->up[STORE][FLICKEMUP_CLEAN] = 0;
    at()->up[STORE][FLICKEMUP_POISONED] = 1;
    put_inside(L2, STORE);
    put_inside(O2, STORE);
    come_to_the_last_turn();
    assert_string_equal(step_told(just_act, "end", NULL),
                        "O5 ends his turn. Poisoned water costs L2 and O2 a hit point. It is 7 "
                        "o’clock, and L1 begins");
    stand_up();
}

CASE(the_log_tells_who_dies_of_it_where_his_tokens_go_and_who_has_the_initiative)
{
    sit("5", 2);
    at()->up[STORE][FLICKEMUP_CLEAN] = 0;
    at()->up[STORE][FLICKEMUP_POISONED] = 1;
    put_inside(L1, STORE);
    at()->figure[L1].hit_points = 1;
    at()->figure[L1].hand[0] = FLICKEMUP_GOLD;
    come_to_the_last_turn();
    assert_string_equal(
        step_told(just_act, "end", NULL),
        "O5 ends his turn. Poisoned water costs L1 a hit point. L1 has lost the last hit point. What L1 "
        "held goes to the Undertaker. The initiative goes to O1. It is 7 o’clock, and O1 begins");
    stand_up();
}

CASE(the_log_names_all_whom_a_blast_hurts)
{
    light_the_fuse();
    put(L1, 600, 340, 0);
    put(L2, 600, 260, 0);
    assert_string_equal(step_told(flick, "throw 0 1500", "{'final':{'dynamite':[600,300,0]}}"),
                        "the dynamite goes off: 2 are hit. The blast costs L1 and L2 a hit point");
    stand_up();
    light_the_fuse();
    put(L1, 600, 340, 0);
    at()->figure[L1].hit_points = 1;
    assert_string_equal(step_told(flick, "throw 0 1500", "{'final':{'dynamite':[600,300,0]}}"),
                        "the dynamite goes off: L1 is hit. L1 has lost the last hit point");
    stand_up();
}

/* --- hostage, witnesses, gallows, closed houses, exits --------------------------------------------------------------------- */

CASE(the_hostage_fills_both_hands)
{
    sit("9", 2);
    put_inside(L1, BANK);
    at()->figure[L1].hand[0] = FLICKEMUP_GOLD;
    act("play L1");
    static const char *const rig[] = {"hostage"};
    must(flip_table_rig(fixture, rig, 1, &problem));
    act("take face_down");
    assert_false(offers("keep"));
    act("keep all");
    assert_int_equal(who(L1)->hand[0], FLICKEMUP_HOSTAGE);
    assert_int_equal(who(L1)->hand[1], FLICKEMUP_NOTHING);
    assert_int_equal(at()->up[BANK][FLICKEMUP_GOLD], 1);
    assert_false(offers("take gold"));
    act("exchange gold hostage");
    assert_int_equal(who(L1)->hand[0], FLICKEMUP_GOLD);
    assert_int_equal(at()->up[BANK][FLICKEMUP_HOSTAGE], 1);
    stand_up();
}

CASE(a_witness_moves_once_an_hour_before_or_after_a_lawmans_actions)
{
    sit("6", 2);
    act("play O1");
    assert_false(offers("walk witness1"));
    act("end");
    act("play L1");
    flick("walk witness1 0 500", "{'final':{'disc':[180,260,0]}}");
    assert_place(W1, 180, 260);
    assert_int_equal(at()->actions, 2); /* before */
    assert_false(offers("walk witness1"));
    assert_true(offers("walk witness2"));
    flick("shoot left 0 1000", "{'touched':[]}");
    flick("walk witness2 0 500", "{'final':{'disc':[180,340,0]}}"); /* after: no more actions */
    assert_int_equal(deciding(), 1);
    turn_of("L2");
    assert_false(offers("walk witness1") || offers("walk witness2"));
    pass_the_hour();
    turn_of("L2");
    assert_true(offers("walk witness1"));
    stand_up();
}

CASE(a_witness_can_be_hit_until_the_last_hit_point)
{
    sit("6", 2);
    const int whole = who(W1)->hit_points;
    act("play O1");
    flick("shoot left 180 1800", "{'touched':['witness1'],'fell':['witness1']}");
    assert_int_equal(who(W1)->hit_points, whole - 1);
    assert_true(who(W1)->fallen);
    const struct flickemup_state before = *at();
    act("end");
    act("play L1"); /* a fallen witness stands up to move, also if the move fails */
    flick("walk witness1 0 500", "{'touched':['L2'],'final':{'disc':[200,260,0]}}");
    assert_false(who(W1)->fallen);
    assert_place(W1, before.pose[W1].x / 100.0, before.pose[W1].y / 100.0);
    *at() = before;
    at()->figure[W1].hit_points = 1;
    put(W1, 120, 260, 0);
    flick("shoot left 180 1800", "{'touched':['witness1'],'fell':['witness1']}");
    assert_int_equal(who(W1)->where, FLICKEMUP_DEAD);
    assert_string_equal(ruling(), "a hit: a witness has lost the last hit point");
    stand_up();
}

CASE(the_prisoner_has_no_body_and_his_hat_is_a_pass)
{
    sit("10", 2);
    assert_int_equal(who(O5)->where, FLICKEMUP_ON_GALLOWS);
    assert_false(flickemup_has_body(at(), O5));
    act("play O1");
    act("end");
    act("play L1");
    act("end");
    act("play O5");
    assert_int_equal(deciding(), 0);
    assert_int_equal(who(O5)->blue, 0); /* from blue at 7 to red */
    stand_up();
}

CASE(a_teammate_within_60_mm_frees_him_with_one_action)
{
    sit("10", 2);
    put(O1, 540, 300, 180); /* 90 mm from the middle, 61 between the edges */
    act("play O1");
    assert_false(offers("free"));
    put(O1, 538, 300, 180);
    assert_true(offers("free"));
    act("free");
    assert_int_equal(at()->actions, 1);
    assert_int_equal(who(O5)->where, FLICKEMUP_ON_TABLE);
    assert_int_equal(who(O5)->hit_points, 1);
    assert_place(O5, 480, 300); /* 30 mm before the gallows, which faces east */
    assert_false(offers("free"));
    stand_up();
}

CASE(freeing_him_with_the_last_action_ends_the_turn)
{
    sit("10", 2);
    put(O1, 538, 300, 180);
    act("play O1");
    at()->actions = 1;
    const int acted = at()->acted;
    act("free");
    assert_int_equal(who(O5)->where, FLICKEMUP_ON_TABLE);
    assert_int_not_equal(at()->acted, acted + 1); /* another turn has begun */
    assert_true(offers("play L1"));
    stand_up();
}

CASE(an_enemy_does_not_free_him)
{
    sit("10", 2);
    act("play O1");
    act("end");
    put(L1, 530, 300, 180);
    act("play L1");
    assert_false(offers("free"));
    stand_up();
}

CASE(a_not_allowed_building_cannot_be_entered_until_its_hour)
{
    sit("7", 2);
    put(L1, 450, 430, 90);
    act("play L1");
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,545,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    put(L1, 450, 430, 90);
    flick("move 90 600", "{'touched':['bank:inner','bank:door'],'final':{'disc':[450,530,0]}}");
    assert_string_equal(ruling(), "the disc touched the Bank, so he returns to his starting point");
    at()->actions = 1;
    flick("move 90 600", "{'touched':['bank:door'],'final':{'disc':[450,545,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    assert_place(L1, 450, 545);
    act("end");
    at()->hour = 9;
    at()->figure[L2].blue = 1;
    at()->figure[L1].blue = 0;
    assert_true(flickemup_enterable(book(), at(), BANK));
    stand_up();
}

CASE(a_disc_that_touched_nothing_and_leaves_by_an_exit_takes_the_cowboy_out)
{
    sit("3", 2);
    put(O1, 700, 60, 270);
    at()->figure[O1].hand[0] = FLICKEMUP_GOLD;
    act("play O1");
    flick("move 270 1500", "{'touched':[],'off':['disc']}");
    assert_int_equal(who(O1)->where, FLICKEMUP_GONE);
    assert_int_equal(at()->out[0][FLICKEMUP_OUT][FLICKEMUP_GOLD], 1);
    assert_string_equal(ruling(), "he is gone, with all he had, by exit S");
    assert_int_equal(flickemup_dead_of(at(), FLICKEMUP_OUT), 0); /* not eliminated */
    assert_int_equal(at()->initiative, O2);                      /* to its lowest-numbered teammate there */
    assert_int_equal(deciding(), 0);
    pass_the_hour();
    turn_of("O1"); /* its hat as if dead: a pass */
    stand_up();
}

CASE(an_exit_can_be_at_any_edge)
{
    static const struct {
        const char *edge, *rest, *beside, *other_edge;
    } cases[] = {
        {"left", "{'off':['disc'],'final':{'disc':[-1,300,0]}}", "{'off':['disc'],'final':{'disc':[-1,199,0]}}",
         "{'off':['disc'],'final':{'disc':[300,-1,0]}}"},
        {"right", "{'off':['disc'],'final':{'disc':[901,300,0]}}", "{'off':['disc'],'final':{'disc':[901,401,0]}}",
         "{'off':['disc'],'final':{'disc':[300,601,0]}}"},
        {"bottom", "{'off':['disc'],'final':{'disc':[300,-1,0]}}", "{'off':['disc'],'final':{'disc':[401,-1,0]}}",
         "{'off':['disc'],'final':{'disc':[-1,300,0]}}"},
        {"top", "{'off':['disc'],'final':{'disc':[300,601,0]}}", "{'off':['disc'],'final':{'disc':[199,601,0]}}",
         "{'off':['disc'],'final':{'disc':[901,300,0]}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char exits[100];
        snprintf(exits, sizeof exits, "{\"S\":{\"edge\":\"%s\",\"from\":200,\"to\":400}}", cases[i].edge);
        struct flip_edition *edition = changed("03-the-bank-job", "exits", exits);
        sit_with("3", 2, "exact", edition);
        flip_edition_free(edition);
        put(O1, 300, 300, 0);
        act("play O1");
        flick("move 0 1500", cases[i].beside);
        assert_int_equal(who(O1)->where, FLICKEMUP_ON_TABLE);
        at()->actions = 2;
        flick("move 0 1500", cases[i].other_edge);
        assert_int_equal(who(O1)->where, FLICKEMUP_ON_TABLE);
        flick("move 0 1500", cases[i].rest);
        assert_int_equal(who(O1)->where, FLICKEMUP_GONE);
        stand_up();
    }
}

CASE(beside_an_exit_the_disc_has_left_the_table)
{
    sit("3", 2);
    put(O1, 590, 60, 270);
    act("play O1");
    flick("move 270 1500", "{'touched':[],'off':['disc']}");
    assert_int_equal(who(O1)->where, FLICKEMUP_ON_TABLE);
    put(O1, 700, 60, 270);
    flick("move 270 1500", "{'touched':['undertaker'],'off':['disc']}");
    assert_int_equal(who(O1)->where, FLICKEMUP_ON_TABLE);
    stand_up();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_winchester_fires_from_anywhere_around_and_has_no_error_of_angle),
        cmocka_unit_test(without_the_token_nobody_fires_around),
        cmocka_unit_test(dynamite_hits_every_standing_cowboy_with_any_part_within_60_mm),
        cmocka_unit_test(pieces_within_60_mm_are_pushed_outward),
        cmocka_unit_test(houses_stand_fast_in_a_blast),
        cmocka_unit_test(nothing_is_blown_off_the_table),
        cmocka_unit_test(a_house_or_gallows_that_was_tipped_over_is_set_up_where_it_lies),
        cmocka_unit_test(dynamite_that_leaves_the_table_does_nothing),
        cmocka_unit_test(whom_the_sliding_dynamite_fells_stands_up_before_it_goes_off),
        cmocka_unit_test(killed_by_his_own_dynamite_the_initiative_goes_to_the_lowest_living_opponent),
        cmocka_unit_test(thrown_from_inside_it_starts_behind_the_door),
        cmocka_unit_test(thrown_outside_it_starts_beside_him_where_20_mm_are_free),
        cmocka_unit_test(used_dynamite_returns_to_the_store_at_the_strike),
        cmocka_unit_test(only_outlaws_poison_and_only_lawmen_purify),
        cmocka_unit_test(at_the_strike_poison_takes_a_hit_point_of_everybody_there),
        cmocka_unit_test(poison_comes_before_the_conditions_at_a_strike),
        cmocka_unit_test(poisoned_to_death_the_initiative_goes_to_the_lowest_living_opponent),
        cmocka_unit_test(the_log_tells_the_hour_and_whom_poisoned_water_hurts),
        cmocka_unit_test(the_log_tells_who_dies_of_it_where_his_tokens_go_and_who_has_the_initiative),
        cmocka_unit_test(the_log_names_all_whom_a_blast_hurts),
        cmocka_unit_test(the_hostage_fills_both_hands),
        cmocka_unit_test(a_witness_moves_once_an_hour_before_or_after_a_lawmans_actions),
        cmocka_unit_test(a_witness_can_be_hit_until_the_last_hit_point),
        cmocka_unit_test(the_prisoner_has_no_body_and_his_hat_is_a_pass),
        cmocka_unit_test(a_teammate_within_60_mm_frees_him_with_one_action),
        cmocka_unit_test(freeing_him_with_the_last_action_ends_the_turn),
        cmocka_unit_test(an_enemy_does_not_free_him),
        cmocka_unit_test(a_not_allowed_building_cannot_be_entered_until_its_hour),
        cmocka_unit_test(a_disc_that_touched_nothing_and_leaves_by_an_exit_takes_the_cowboy_out),
        cmocka_unit_test(an_exit_can_be_at_any_edge),
        cmocka_unit_test(beside_an_exit_the_disc_has_left_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
