/* Flick 'em Up!: buildings, tokens, duels and the special rules of the scenarios, with outcomes that were written by hand. */
#include "flickemup_desk.h"

#include <math.h>

enum { SHERIFF, BANK, SALOON, STORE, HALL, UNDERTAKER };

static bool inside(int figure, int building) { return who(figure)->where == FLICKEMUP_INSIDE + building; }

static int list_length(void)
{
    flip_move moves[FLIP_MAX_MOVES];
    return flip_table_moves(desk, deciding(), moves, FLIP_MAX_MOVES);
}

/* Scenario 3 with L1 to play and everybody else out of the way of the Bank (door 450,500, facing 270°). */
static void before_the_bank(void)
{
    sit("3", 2);
    act("play O1");
    act("end");
    put(L1, 450, 430, 90);
    act("play L1");
}

/* --- entering ------------------------------------------------------------------------------------------------------------ */

static void any_part_of_the_disc_past_the_door_line_enters(void **unused)
{
    (void)unused;
    before_the_bank();
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,489,0]}}"); /* its edge is 1 mm past the line */
    assert_true(inside(L1, BANK));
    assert_false(flickemup_has_body(at(), L1));
    assert_string_equal(ruling(), "he is inside the Bank");
    assert_false(offers("face"));
    stand_up();
}

static void a_disc_that_stops_short_of_the_line_stands_before_it(void **unused)
{
    (void)unused;
    before_the_bank();
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,470,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    assert_place(L1, 450, 470);
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,487.9,0]}}"); /* its edge is 0.1 mm before the line */
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    stand_up();
}

static void the_inner_sides_may_be_touched_when_entering_and_what_comes_after_is_ignored(void **unused)
{
    (void)unused;
    before_the_bank();
    flick("move 90 600",
          "{'touched':['bank:inner','bank:door','tumbleweed4'],'off':['disc'],'final':{'bank':[452,503,269]}}");
    assert_true(inside(L1, BANK));
    assert_place(FLICKEMUP_BUILDINGS_AT + BANK, 450, 500); /* nothing that a disc displaced stays so */
    stand_up();
}

static void touching_a_support_block_elsewhere_fails(void **unused)
{
    (void)unused;
    before_the_bank();
    flick("move 80 600", "{'touched':['bank','bank:door'],'final':{'disc':[450,520,0]}}");
    assert_place(L1, 450, 430);
    assert_string_equal(ruling(), "the disc touched the Bank: back to where he was");
    flick("move 80 600", "{'touched':['bank:inner'],'final':{'disc':[450,475,0]}}"); /* touched, but did not get in */
    assert_place(L1, 450, 430);
    assert_string_equal(ruling(), "the disc touched the Bank: back to where he was");
    stand_up();
}

static void something_touched_before_the_door_fails(void **unused)
{
    (void)unused;
    before_the_bank();
    flick("move 80 600", "{'touched':['barrel4','bank:door'],'final':{'disc':[450,520,0]}}");
    assert_string_equal(ruling(), "the disc touched a barrel: back to where he was");
    stand_up();
}

static void a_door_crossed_from_behind_does_not_enter(void **unused)
{
    (void)unused;
    sit("3", 2);
    act("play O1");
    act("end");
    put(L1, 450, 560, 270);
    act("play L1");
    flick("move 270 600", "{'touched':['bank:back'],'final':{'disc':[450,440,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    assert_place(L1, 450, 440);
    stand_up();
}

static struct flip_edition *changed(const char *scenario, const char *key, const char *json);

static void the_first_door_on_the_straight_way_is_entered(void **unused)
{
    (void)unused;
    /* The Store stands before the Bank, both facing down, so that a straight way up leads through both. */
    struct flip_edition *edition = changed("03-the-bank-job", "buildings",
                                           "{\"bank\":[750,500,270],\"store\":[750,380,270],\"saloon\":[200,500,270]}");
    sit_with("3", 2, "exact", edition);
    flip_edition_free(edition);
    put(O1, 750, 300, 90);
    act("play O1");
    flick("move 90 2000", "{'final':{'disc':[750,520,0]}}");
    assert_true(inside(O1, STORE));
    stand_up();
}

static void an_outcome_that_says_what_was_crossed_crosses_nothing_else(void **unused)
{
    (void)unused;
    before_the_bank();
    /* Straight it would be the Bank's door, but the disc is said to have come through the Saloon's, from behind. */
    flick("move 90 600", "{'touched':['saloon:back'],'final':{'disc':[450,494,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    flick("move 90 600", "{'touched':['saloon:door'],'final':{'disc':[450,520,0]}}");
    assert_true(inside(L1, SALOON));
    stand_up();
}

static void a_crossing_beside_the_door_does_not_enter(void **unused)
{
    (void)unused;
    before_the_bank();
    put(L1, 520, 430, 90);
    flick("move 90 900", "{'touched':[],'final':{'disc':[520,560,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    stand_up();
}

/* --- leaving ------------------------------------------------------------------------------------------------------------- */

static void inside_the_bank(void)
{
    before_the_bank();
    put_inside(L1, BANK);
}

static void leaving_starts_40_mm_behind_the_door_within_45_degrees(void **unused)
{
    (void)unused;
    inside_the_bank();
    struct flip_pose from;
    flickemup_disc_start(book(), at(), L1, &from);
    assert_int_equal(from.x, 45000);
    assert_int_equal(from.y, 54000);
    refuse("move 224 600", "The angle must be from 225 to 315");
    refuse("move 90 600", "The angle must be from 225 to 315");
    put(O5, 450, 545, 0); /* somebody stands there: the nearest free place */
    flickemup_disc_start(book(), at(), L1, &from);
    assert_true(flickemup_free(book(), at(), from.x, from.y, FLICKEMUP_DISC_RADIUS, false, FLICKEMUP_NOBODY));
    assert_in_range(from.y, 52300, 52500);
    put(O5, 840, 140, 180);
    flick("move 270 600", "{'touched':['bank:inner'],'final':{'disc':[450,400,0]}}");
    /* Barrel 4 is at 450,400: he stands at the nearest free place, beside it. */
    assert_int_equal(flickemup_distance(FLICKEMUP_BARRELS + 3, &at()->pose[FLICKEMUP_BARRELS + 3], at()->pose[L1].x,
                                        at()->pose[L1].y, true),
                     FLICKEMUP_COWBOY_RADIUS);
    stand_up();
    /* Every house has its own axis. */
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        before_the_bank();
        put_inside(L1, building);
        refuse(building < STORE ? "move 224 600" : "move 136 600", "The angle must be from");
        refuse(building < STORE ? "shoot 316 600" : "shoot 44 600", "The angle must be from");
        flick(building < STORE ? "shoot 315 600" : "shoot 45 600", "{'touched':[]}");
        int32_t x, y;
        flickemup_from_door(&at()->pose[FLICKEMUP_BUILDINGS_AT + building], 0, -4000, &x, &y);
        assert_int_equal(at()->aim.from.x, x);
        assert_int_equal(at()->aim.from.y, y);
        assert_int_equal(deciding(), 0); /* one action is left */
        assert_int_equal(at()->actions, 1);
        stand_up();
    }
}

static void leaving_may_touch_the_own_blocks_and_faces_out(void **unused)
{
    (void)unused;
    inside_the_bank();
    flick("move 250 600", "{'touched':['bank','bank:inner','bank:back'],'final':{'disc':[440,450,0]}}");
    assert_place(L1, 440, 450);
    assert_int_equal(flip_pose_facing(&at()->pose[L1]), 27000);
    assert_string_equal(ruling(), "he has left the Bank");
    assert_true(offers("face"));
    stand_up();
}

static void passed_but_less_than_25_mm_before_the_line_he_stands_25_mm_before_it(void **unused)
{
    (void)unused;
    inside_the_bank();
    flick("move 270 300", "{'touched':[],'final':{'disc':[450,509,0]}}"); /* its edge is past the line */
    assert_place(L1, 450, 475);
    stand_up();
}

static void not_passed_touched_another_thing_or_off_the_table_he_stays_inside(void **unused)
{
    (void)unused;
    inside_the_bank();
    flick("move 270 200", "{'touched':['bank:inner'],'final':{'disc':[450,530,0]}}");
    assert_true(inside(L1, BANK));
    assert_string_equal(ruling(), "the disc did not get out: he stays inside the Bank");
    flick("move 270 200", "{'touched':['bank:back','barrel4'],'final':{'disc':[450,420,0]}}");
    assert_true(inside(L1, BANK));
    stand_up();
    inside_the_bank();
    flick("move 285 4000", "{'touched':['bank:back'],'off':['disc']}");
    assert_true(inside(L1, BANK));
    stand_up();
}

static void one_move_can_leave_a_building_and_enter_the_one_across(void **unused)
{
    (void)unused;
    inside_the_bank();
    flick("move 270 2000", "{'touched':['bank:back','town_hall:door']}");
    assert_true(inside(L1, HALL));
    stand_up();
    inside_the_bank(); /* by the straight way, too */
    flick("move 270 2000", "{'final':{'disc':[450,90,0]}}");
    assert_true(inside(L1, HALL));
    stand_up();
    inside_the_bank(); /* but not without having got out */
    flick("move 270 2000", "{'touched':['town_hall:door'],'final':{'disc':[450,530,0]}}");
    assert_true(inside(L1, BANK));
    stand_up();
}

static void who_is_inside_any_house_plays_and_whoever_enters_there_has_a_duel(void **unused)
{
    (void)unused;
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        sit("3", 2);
        act("play O1");
        act("end");
        put_inside(L1, building);
        act("play L1");
        assert_int_equal(at()->actions, 2);
        assert_true(offers("shoot"));
        act("end");
        act("play O2");
        char outcome[100];
        snprintf(outcome, sizeof outcome, "{'touched':['%s:door']}",
                 flickemup_piece_names[FLICKEMUP_BUILDINGS_AT + building]);
        flick("move 180 2000", outcome);
        assert_int_equal(at()->stage, FLICKEMUP_DUELLING);
        assert_int_equal(at()->duel.defends, L1);
        stand_up();
    }
}

static void who_is_inside_shoots_through_the_door_and_has_no_body(void **unused)
{
    (void)unused;
    inside_the_bank();
    assert_true(offers("shoot"));
    assert_false(offers("shoot left"));
    refuse("shoot 200 1800", "The angle must be from 225 to 315");
    assert_int_equal(try_flick("shoot 270 1800", "{'touched':['L1']}"), -1);
    assert_non_null(strstr(problem.message, "'L1' is not on the table"));
    at()->figure[O3].hit_points = 3;
    flick("shoot 270 1800", "{'touched':['O3'],'fell':['O3']}");
    assert_int_equal(who(O3)->hit_points, 2);
    stand_up();
}

static void an_object_in_an_entrance_or_behind_the_own_building_can_be_put_aside_free(void **unused)
{
    (void)unused;
    before_the_bank();
    assert_false(offers("clear barrel4 left"));
    at()->pose[FLICKEMUP_BARRELS + 3].y = 48000; /* in the entrance */
    assert_true(offers("clear barrel4 left"));
    assert_true(offers("clear barrel4 right"));
    act("clear barrel4 left");
    assert_int_equal(at()->actions, 2);
    assert_true(at()->pose[FLICKEMUP_BARRELS + 3].x > 45000 + 4200); /* left as seen from inside: east */
    assert_false(offers("clear barrel4 left"));
    at()->pose[FLICKEMUP_BARRELS + 3].x = 45000;
    at()->pose[FLICKEMUP_BARRELS + 3].y = 54500; /* behind it */
    assert_false(offers("clear barrel4 right"));
    put_inside(L1, BANK);
    assert_true(offers("clear barrel4 right"));
    act("clear barrel4 right");
    assert_true(at()->pose[FLICKEMUP_BARRELS + 3].x < 45000 - 4200);
    stand_up();
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        before_the_bank();
        struct flip_pose *barrel = &at()->pose[FLICKEMUP_BARRELS + 3];
        flickemup_from_door(&at()->pose[FLICKEMUP_BUILDINGS_AT + building], 0, 2000, &barrel->x, &barrel->y);
        assert_true(offers("clear barrel4 left"));
        stand_up();
    }
}

static void every_house_is_entered_by_the_straight_way_to_its_door(void **unused)
{
    (void)unused;
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        before_the_bank();
        const struct flip_pose *door = &at()->pose[FLICKEMUP_BUILDINGS_AT + building];
        int32_t x, y;
        flickemup_from_door(door, 0, 8000, &x, &y);
        put(L1, x / 100.0, y / 100.0, 0);
        flickemup_from_door(door, 0, 1100, &x, &y);
        char outcome[100];
        snprintf(outcome, sizeof outcome, "{'final':{'disc':[%d,%d,0]}}", x / 100, y / 100);
        flick("move 0 600", outcome);
        assert_true(inside(L1, building));
        stand_up();
    }
    before_the_bank(); /* aslant: 58 mm beside the axis at first, in the middle of the door when it comes there */
    put(L1, 508, 430, 90);
    flick("move 135 600", "{'final':{'disc':[428,510,0]}}");
    assert_true(inside(L1, BANK));
    stand_up();
    before_the_bank(); /* and from before the door to beside it: past the end of the line, which was not crossed */
    put(L1, 450, 470, 90);
    flick("move 10 600", "{'final':{'disc':[550,490,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    stand_up();
    before_the_bank(); /* an inner side of another house is touched on the way: that is a support block */
    static const char *const others[] = {"{'touched':['saloon:inner'],'final':{'disc':[450,520,0]}}",
                                         "{'touched':['sheriff:inner'],'final':{'disc':[450,520,0]}}",
                                         "{'touched':['sheriff:inner','bank:door'],'final':{'disc':[450,520,0]}}"};
    for (int i = 0; i < 3; i++) {
        at()->actions = 2;
        flick("move 90 600", others[i]);
        assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
        assert_place(L1, 450, 430);
    }
    flick("move 90 600", "{'touched':['bank:inner'],'final':{'disc':[450,520,0]}}");
    assert_true(inside(L1, BANK));
    stand_up();
}

static void an_entrance_is_cleared_before_every_flick_and_after_the_last_one_no_more(void **unused)
{
    (void)unused;
    sit("4", 2);
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    act("play L1");
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("shoot right 0 1800", "{'touched':[]}");
    flick("shoot left 0 1800", "{'touched':[]}");
    at()->pose[FLICKEMUP_BARRELS + 3].y = 48000; /* in the entrance of the Bank */
    assert_int_equal(at()->actions, 0);
    assert_true(offers("clear barrel4 left")); /* the second bullet is still to come */
    act("clear barrel4 left");
    assert_true(offers("shoot right"));
    stand_up();
    sit("6", 2);
    act("play O1");
    act("end");
    act("play L1");
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("shoot left 0 1800", "{'touched':[]}");
    at()->pose[FLICKEMUP_BARRELS + 3].y = 48000;
    assert_int_equal(at()->actions, 0);
    assert_true(offers("clear barrel4 right")); /* a witness may still walk */
    stand_up();
    before_the_bank();
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("move 90 100", "{'touched':['barrel1']}");
    at()->pose[FLICKEMUP_BARRELS + 3].y = 48000;
    assert_true(offers("face"));
    assert_false(offers("clear barrel4 left"));
    stand_up();
}

/* --- two pistols --------------------------------------------------------------------------------------------------------- */

static void two_pistols_fire_two_bullets_with_one_action_one_on_each_side(void **unused)
{
    (void)unused;
    sit("4", 2);
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    act("play L1");
    flick("shoot left 0 1800", "{'touched':['O1'],'fell':['O1']}");
    assert_int_equal(at()->actions, 1);
    flick("shoot right 0 1800", "{'touched':['O2'],'fell':['O2']}");
    assert_int_equal(at()->actions, 1); /* still the first action */
    flick("shoot right 0 1800", "{'touched':['O3'],'fell':['O3']}");
    assert_int_equal(at()->actions, 0);
    assert_true(offers("shoot left"));
    assert_false(offers("shoot right"));
    flick("shoot left 0 1800", "{'touched':[]}");
    assert_int_equal(deciding(), 1);
    assert_int_equal(who(O1)->hit_points + who(O2)->hit_points + who(O3)->hit_points, 6);
    stand_up();
}

static void three_pistols_still_fire_two(void **unused)
{
    (void)unused;
    sit("4", 2);
    at()->figure[L1].hand[0] = at()->figure[L1].hand[1] = FLICKEMUP_COLT;
    act("play L1");
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("shoot right 0 1800", "{'touched':[]}");
    flick("shoot left 0 1800", "{'touched':[]}");
    assert_int_equal(at()->actions, 0);
    flick("shoot right 0 1800", "{'touched':[]}");
    assert_int_equal(deciding(), 1);
    stand_up();
}

static void the_second_bullet_is_lost_by_another_action_and_can_be_left_out(void **unused)
{
    (void)unused;
    sit("4", 2);
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    act("play L1");
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("move 0 500", "{'final':{'disc':[150,140,0]}}");
    assert_int_equal(at()->second, 0);
    assert_int_equal(at()->actions, 0);
    act("end");
    stand_up();
}

static void two_pistols_from_inside_fire_10_mm_left_then_right_of_the_axis(void **unused)
{
    (void)unused;
    inside_the_bank();
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    assert_true(offers("shoot left") && offers("shoot right") && !offers("shoot"));
    struct flip_pose from;
    flickemup_muzzle(book(), at(), L1, FLICKEMUP_SIDE_LEFT, 0, FLICKEMUP_BULLET_RADIUS, &from);
    assert_int_equal(from.x, 46000); /* facing south, left is east */
    assert_int_equal(from.y, 54000);
    flickemup_muzzle(book(), at(), L1, FLICKEMUP_SIDE_RIGHT, 0, FLICKEMUP_BULLET_RADIUS, &from);
    assert_int_equal(from.x, 44000);
    stand_up();
}

/* --- tokens -------------------------------------------------------------------------------------------------------------- */

static void tokens_are_taken_and_dropped_inside_one_an_action(void **unused)
{
    (void)unused;
    inside_the_bank();
    assert_int_equal(at()->up[BANK][FLICKEMUP_GOLD], 6);
    assert_int_equal(list_length(), 4); /* move, shoot, take gold, end */
    act("take gold");
    assert_int_equal(list_length(), 5); /* and one drop, of the one he has */
    at()->figure[L1].hand[1] = FLICKEMUP_GOLD;
    assert_true(offers("drop gold"));
    assert_true(offers("exchange gold gold"));
    assert_int_equal(list_length(), 5); /* two of a kind are dropped in one way */
    at()->figure[L1].hand[1] = FLICKEMUP_NOTHING;
    act("take gold");
    assert_int_equal(at()->up[BANK][FLICKEMUP_GOLD], 4);
    assert_int_equal(deciding(), 1);
    turn_of("L1");
    put_inside(L1, SALOON);
    act("drop gold");
    assert_int_equal(at()->up[SALOON][FLICKEMUP_GOLD], 1);
    assert_int_equal(who(L1)->hand[0], FLICKEMUP_GOLD);
    assert_int_equal(who(L1)->hand[1], FLICKEMUP_NOTHING);
    stand_up();
}

static void what_is_dropped_lies_in_the_house_whichever_it_is(void **unused)
{
    (void)unused;
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        before_the_bank();
        put_inside(L1, building);
        at()->figure[L1].hand[0] = FLICKEMUP_COLT;
        act("drop colt");
        assert_int_equal(at()->up[building][FLICKEMUP_COLT], 1);
        assert_int_equal(at()->grounded, 0);
        act("take colt");
        assert_int_equal(at()->up[building][FLICKEMUP_COLT], 0);
        assert_int_equal(who(L1)->hand[0], FLICKEMUP_COLT);
        stand_up();
    }
}

static void the_third_token_is_exchanged_in_one_action(void **unused)
{
    (void)unused;
    inside_the_bank();
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    at()->figure[L1].hand[1] = FLICKEMUP_DOCUMENT;
    assert_false(offers("take gold"));
    assert_true(offers("exchange gold colt") && offers("exchange gold document"));
    act("exchange gold document");
    assert_int_equal(at()->actions, 1);
    assert_int_equal(who(L1)->hand[0], FLICKEMUP_GOLD);
    assert_int_equal(who(L1)->hand[1], FLICKEMUP_COLT);
    assert_int_equal(at()->up[BANK][FLICKEMUP_GOLD], 5);
    assert_int_equal(at()->up[BANK][FLICKEMUP_DOCUMENT], 1);
    stand_up();
}

static void tokens_cannot_be_taken_outside(void **unused)
{
    (void)unused;
    before_the_bank();
    assert_false(offers("take gold"));
    assert_false(offers("drop gold"));
    stand_up();
}

static void a_face_down_token_is_turned_up_then_kept_or_left(void **unused)
{
    (void)unused;
    sit("4", 2);
    put_inside(L1, STORE);
    act("play L1");
    assert_true(offers("take face_down"));
    static const char *const rig[] = {"winchester", "gold"};
    must(flip_table_rig(desk, rig, 2, &problem));
    act("take face_down");
    assert_int_equal(at()->stage, FLICKEMUP_KEEPING);
    assert_int_equal(at()->pool[FLICKEMUP_WINCHESTER], 0);
    assert_int_equal(at()->actions, 1);
    act("keep");
    assert_true(flickemup_holds(who(L1), FLICKEMUP_WINCHESTER));
    act("take face_down");
    act("leave"); /* the action is spent either way */
    assert_int_equal(at()->up[STORE][FLICKEMUP_GOLD], 1);
    assert_int_equal(at()->down[STORE], 0);
    assert_int_equal(deciding(), 1);
    stand_up();
}

static void a_turned_up_token_that_cannot_be_there_any_more_is_refused(void **unused)
{
    (void)unused;
    sit("4", 2);
    put_inside(L1, STORE);
    act("play L1");
    at()->pool[FLICKEMUP_WINCHESTER] = 0;
    at()->pool[FLICKEMUP_COLT] = 5;
    static const char *const rig[] = {"winchester"};
    must(flip_table_rig(desk, rig, 1, &problem));
    refuse("take face_down", "cannot happen now. Possible: gold, colt");
    stand_up();
}

static void a_turned_up_token_with_full_hands_is_kept_for_another(void **unused)
{
    (void)unused;
    sit("4", 2);
    put_inside(L1, STORE);
    at()->figure[L1].hand[0] = FLICKEMUP_GOLD;
    at()->figure[L1].hand[1] = FLICKEMUP_COLT;
    act("play L1");
    static const char *const rig[] = {"winchester"};
    must(flip_table_rig(desk, rig, 1, &problem));
    act("take face_down");
    assert_false(offers("keep"));
    assert_true(offers("keep gold") && offers("keep colt") && offers("leave"));
    act("keep gold");
    assert_int_equal(at()->up[STORE][FLICKEMUP_GOLD], 1);
    assert_true(flickemup_holds(who(L1), FLICKEMUP_WINCHESTER) && flickemup_holds(who(L1), FLICKEMUP_COLT));
    stand_up();
}

static void a_dead_cowboys_tokens_go_to_the_undertaker(void **unused)
{
    (void)unused;
    before_the_bank();
    at()->figure[O3].hit_points = 1;
    at()->figure[O3].hand[0] = at()->figure[O3].hand[1] = FLICKEMUP_GOLD;
    flick("shoot left 0 1800", "{'touched':['O3'],'fell':['O3']}");
    assert_int_equal(at()->up[UNDERTAKER][FLICKEMUP_GOLD], 2);
    assert_int_equal(who(O3)->hand[0], FLICKEMUP_NOTHING);
    stand_up();
}

static void without_undertaker_tokens_lie_where_he_fell_and_can_be_taken_within_30_mm(void **unused)
{
    (void)unused;
    struct flip_edition *edition =
        changed("03-the-bank-job", "buildings", "{\"bank\":[450,500,270],\"saloon\":[700,500,270]}");
    sit_with("3", 2, "exact", edition);
    flip_edition_free(edition);
    act("play O1");
    act("end");
    at()->figure[O3].hit_points = 1;
    at()->figure[O3].hand[0] = FLICKEMUP_GOLD;
    act("play L1");
    flick("shoot left 0 1800", "{'touched':['O3'],'fell':['O3'],'final':{'O3':[850,310,0]}}");
    assert_int_equal(at()->grounded, 1);
    assert_int_equal(at()->ground[0].x, 85000);
    put(L1, 821, 310, 0);
    assert_true(offers("take gold"));
    put(L1, 819, 310, 0);
    assert_false(offers("take gold"));
    put(L1, 830, 310, 0);
    at()->ground[1].token = FLICKEMUP_COLT; /* a second one lies farther off, and stays */
    at()->ground[1].x = 10000;
    at()->ground[1].y = 20000;
    at()->grounded = 2;
    act("take gold");
    assert_int_equal(at()->grounded, 1);
    assert_int_equal(at()->ground[0].token, FLICKEMUP_COLT);
    assert_int_equal(at()->ground[0].x, 10000);
    assert_int_equal(who(L1)->hand[0], FLICKEMUP_GOLD);
    stand_up();
}

/* --- duel ---------------------------------------------------------------------------------------------------------------- */

/* O1 has played; L1 is about to enter the Bank, where O3 is. */
static void start_duel(int seats)
{
    sit("3", seats);
    act("play O1");
    act("end");
    put(L1, 450, 430, 90);
    put_inside(O3, BANK);
    act("play L1");
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,520,0]}}");
}

static void entering_a_building_with_an_enemy_starts_a_duel_on_an_empty_table(void **unused)
{
    (void)unused;
    start_duel(2);
    assert_int_equal(at()->stage, FLICKEMUP_DUELLING);
    assert_string_equal(ruling(), "he enters the Bank, and an enemy is there: a duel");
    assert_int_equal(deciding(), 0); /* who entered shoots first */
    assert_true(offers("shoot left") && offers("shoot right") && !offers("end") && !offers("move"));
    stand_up();
}

static void in_a_duel_only_the_two_are_on_the_table_200_mm_apart(void **unused)
{
    (void)unused;
    start_duel(2);
    struct flip_scene scene;
    flickemup_scene(book(), at(), &scene);
    int bodies = 0;
    for (int i = 0; i < scene.count; i++)
        bodies += scene.body[i].shape != FLIP_BODY_NONE;
    assert_int_equal(bodies, 3);
    assert_int_equal(scene.body[O3].pose.x - scene.body[L1].pose.x, 20000);
    assert_int_equal(try_flick("shoot left 0 1000", "{'touched':['barrel1']}"), -1);
    stand_up();
}

static void the_first_hit_ends_a_duel_and_the_loser_lies_before_the_door(void **unused)
{
    (void)unused;
    start_duel(2);
    const struct flip_pose barrel = at()->pose[FLICKEMUP_BARRELS];
    at()->figure[O3].hit_points = 3;
    flick("shoot left 0 1500", "{'touched':['O3'],'fell':['O3']}");
    assert_false(at()->duel.on);
    assert_true(inside(L1, BANK));
    assert_int_equal(who(O3)->hit_points, 2);
    assert_true(who(O3)->fallen);
    assert_int_equal(who(O3)->where, FLICKEMUP_ON_TABLE);
    assert_place(O3, 450, 460);
    assert_memory_equal(&barrel, &at()->pose[FLICKEMUP_BARRELS], sizeof barrel); /* the town does not change */
    assert_int_equal(deciding(), 0);
    assert_int_equal(at()->actions, 1); /* his turn goes on */
    stand_up();
}

static void who_entered_and_lost_lies_before_the_door_and_his_turn_ends(void **unused)
{
    (void)unused;
    start_duel(2);
    flick("shoot left 0 1500", "{'touched':[]}");
    assert_int_equal(at()->aim.from.x, 35000); /* from beside him, who faces the other */
    assert_int_equal(at()->aim.from.y, 33600);
    assert_int_equal(deciding(), 1); /* in turns */
    flick("shoot left 180 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(at()->aim.from.x, 55000);
    assert_int_equal(at()->aim.from.y, 26400);
    assert_int_equal(who(L1)->hit_points, 2);
    assert_true(who(L1)->fallen);
    assert_place(L1, 450, 460);
    assert_true(inside(O3, BANK));
    assert_int_equal(who(L1)->blue, 1);
    assert_int_equal(deciding(), 1);
    assert_int_equal(at()->stage, FLICKEMUP_CHOOSING);
    stand_up();
}

static void nobody_hit_in_three_shots_each_and_he_is_back_where_he_came_from(void **unused)
{
    (void)unused;
    start_duel(2);
    for (int shot = 0; shot < 6; shot++) {
        assert_int_equal(deciding(), shot % 2);
        flick("shoot left 0 1500", shot == 2 ? "{'touched':['O3'],'final':{'O3':[560,305,180]}}" : "{'touched':[]}");
        if (shot == 2)
            assert_int_equal(at()->duel.pose[1].x, 56000); /* grazed: stays where it was pushed */
    }
    assert_false(at()->duel.on);
    assert_place(L1, 450, 430);
    assert_true(inside(O3, BANK));
    assert_string_equal(ruling(), "nobody was hit in six shots: L1 is back to where he came from");
    assert_int_equal(at()->actions, 1);
    assert_true(offers("face")); /* as after every move that failed */
    stand_up();
}

static void who_fells_himself_in_a_duel_has_lost_it(void **unused)
{
    (void)unused;
    start_duel(2);
    flick("shoot left 270 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(who(L1)->hit_points, 2);
    assert_true(inside(O3, BANK));
    stand_up();
}

static void a_dead_duellist_leaves_and_the_initiative_goes_to_the_other(void **unused)
{
    (void)unused;
    start_duel(2);
    at()->figure[L1].hit_points = 1;
    at()->initiative = L1;
    flick("shoot left 0 1500", "{'touched':[]}");
    flick("shoot left 180 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(who(L1)->where, FLICKEMUP_DEAD);
    assert_int_equal(at()->initiative, O3);
    stand_up();
}

static void the_defender_is_played_by_the_next_player_whose_order_does_not_advance(void **unused)
{
    (void)unused;
    start_duel(4);
    /* Seat 1 played O1; seat 3 is next of the outlaws. */
    flick("shoot left 0 1500", "{'touched':[]}");
    assert_int_equal(deciding(), 3);
    flick("shoot left 180 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(deciding(), 3);
    assert_int_equal(at()->order[FLICKEMUP_OUT], 1);
    stand_up();
}

static void of_several_enemies_inside_he_chooses_one(void **unused)
{
    (void)unused;
    sit("3", 2);
    act("play O1");
    act("end");
    put(L1, 450, 430, 90);
    put_inside(O3, BANK);
    put_inside(O5, BANK);
    act("play L1");
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,520,0]}}");
    assert_int_equal(at()->stage, FLICKEMUP_CHALLENGE);
    assert_true(offers("duel O3") && offers("duel O5") && !offers("duel O1"));
    act("duel O5");
    assert_int_equal(at()->duel.defends, O5);
    stand_up();
}

static void one_bullet_a_shot_whatever_the_weapons(void **unused)
{
    (void)unused;
    start_duel(2);
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    flick("shoot left 0 1500", "{'touched':[]}");
    assert_int_equal(deciding(), 1);
    stand_up();
}

static void teammates_and_witnesses_do_not_duel(void **unused)
{
    (void)unused;
    sit("6", 2);
    act("play O1");
    act("end");
    put_inside(O3, BANK);
    put(W1, 450, 430, 90);
    act("play L1");
    flick("walk witness1 90 600", "{'touched':[],'final':{'disc':[450,520,0]}}");
    assert_true(inside(W1, BANK));
    assert_false(at()->duel.on);
    put_inside(L2, SALOON);
    put(L1, 700, 430, 90);
    flick("move 90 600", "{'touched':[],'final':{'disc':[700,520,0]}}");
    assert_true(inside(L1, SALOON));
    stand_up();
}

/* --- Winchester, dynamite ------------------------------------------------------------------------------------------------- */

static void a_winchester_fires_from_anywhere_around_and_has_no_error_of_angle(void **unused)
{
    (void)unused;
    sit_with("4", 2, "expert", NULL);
    at()->figure[L1].hand[0] = FLICKEMUP_WINCHESTER;
    act("play L1");
    assert_true(offers("shoot around") && offers("shoot left"));
    const int before = desk->step_count;
    flick("shoot around 45 10.5 2000", "{'touched':['O3'],'fell':['O3']}");
    assert_int_equal(desk->step_count, before + 3); /* the move, the error of speed, the outcome */
    assert_int_equal(at()->aim.angle, 1050);
    assert_int_equal(at()->aim.from.x, 6000 + 2545);
    assert_int_equal(at()->aim.from.y, 14000 + 2545);
    assert_int_equal(who(O3)->hit_points, 2);
    refuse("shoot around 10 2000", "followed by 3 numbers: around (0 to 359.99)");
    stand_up();
}

static void without_the_token_nobody_fires_around(void **unused)
{
    (void)unused;
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

static void dynamite_hits_every_standing_cowboy_with_any_part_within_60_mm(void **unused)
{
    (void)unused;
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

static void pieces_within_60_mm_are_pushed_outward(void **unused)
{
    (void)unused;
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

static void houses_stand_fast_in_a_blast(void **unused)
{
    (void)unused;
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

static void nothing_is_blown_off_the_table(void **unused)
{
    (void)unused;
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

static void a_house_or_gallows_that_was_tipped_over_is_set_up_where_it_lies(void **unused)
{
    (void)unused;
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

static void dynamite_that_leaves_the_table_does_nothing(void **unused)
{
    (void)unused;
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

static void whom_the_sliding_dynamite_fells_stands_up_before_it_goes_off(void **unused)
{
    (void)unused;
    light_the_fuse();
    put(L1, 600, 300, 0);
    const int hit_points = who(L1)->hit_points;
    flick("throw 0 1500", "{'touched':['L1'],'fell':['L1'],'final':{'dynamite':[700,300,0],'L1':[610,300,0]}}");
    assert_int_equal(who(L1)->hit_points, hit_points);
    assert_false(who(L1)->fallen);
    stand_up();
}

static void killed_by_his_own_dynamite_the_initiative_goes_to_the_lowest_living_opponent(void **unused)
{
    (void)unused;
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

static void thrown_from_inside_it_starts_behind_the_door(void **unused)
{
    (void)unused;
    light_the_fuse();
    put_inside(O1, BANK);
    refuse("throw 0 1500", "The angle must be from 225 to 315");
    flick("throw 270 1500", "{'final':{'dynamite':[450,300,0]}}");
    assert_int_equal(at()->aim.from.y, 54000);
    stand_up();
}

static void thrown_outside_it_starts_beside_him_where_20_mm_are_free(void **unused)
{
    (void)unused;
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

static void used_dynamite_returns_to_the_store_at_the_strike(void **unused)
{
    (void)unused;
    light_the_fuse();
    flick("throw 0 1500", "{'final':{'dynamite':[600,300,0]}}");
    act("end");
    assert_int_equal(at()->up[STORE][FLICKEMUP_DYNAMITE], 1);
    while (at()->hour == 6) {
        flip_move moves[16];
        flip_table_moves(desk, deciding(), moves, 16);
        must(flip_table_act(desk, deciding(), moves[0], &problem));
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
    while (flip_table_turn(desk) && at()->hour == hour) {
        flip_move moves[16];
        if (at()->stage == FLICKEMUP_CHOOSING) {
            flip_table_moves(desk, deciding(), moves, 16);
            must(flip_table_act(desk, deciding(), moves[0], &problem));
        }
        if (at()->stage == FLICKEMUP_PLAYING)
            act("end");
    }
}

static void only_outlaws_poison_and_only_lawmen_purify(void **unused)
{
    (void)unused;
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

static void at_the_strike_poison_takes_a_hit_point_of_everybody_there(void **unused)
{
    (void)unused;
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

static void poison_comes_before_the_conditions_at_a_strike(void **unused)
{
    (void)unused;
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

static void poisoned_to_death_the_initiative_goes_to_the_lowest_living_opponent(void **unused)
{
    (void)unused;
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

/* --- hostage, witnesses, gallows, closed houses, exits --------------------------------------------------------------------- */

static void the_hostage_fills_both_hands(void **unused)
{
    (void)unused;
    sit("9", 2);
    put_inside(L1, BANK);
    at()->figure[L1].hand[0] = FLICKEMUP_GOLD;
    act("play L1");
    static const char *const rig[] = {"hostage"};
    must(flip_table_rig(desk, rig, 1, &problem));
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

static void a_witness_moves_once_an_hour_before_or_after_a_lawmans_actions(void **unused)
{
    (void)unused;
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

static void a_witness_can_be_hit_until_the_last_hit_point(void **unused)
{
    (void)unused;
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

static void the_prisoner_has_no_body_and_his_hat_is_a_pass(void **unused)
{
    (void)unused;
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

static void a_teammate_within_60_mm_frees_him_with_one_action(void **unused)
{
    (void)unused;
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

static void an_enemy_does_not_free_him(void **unused)
{
    (void)unused;
    sit("10", 2);
    act("play O1");
    act("end");
    put(L1, 530, 300, 180);
    act("play L1");
    assert_false(offers("free"));
    stand_up();
}

static void a_not_allowed_building_cannot_be_entered_until_its_hour(void **unused)
{
    (void)unused;
    sit("7", 2);
    put(L1, 450, 430, 90);
    act("play L1");
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,545,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    put(L1, 450, 430, 90);
    flick("move 90 600", "{'touched':['bank:inner','bank:door'],'final':{'disc':[450,530,0]}}");
    assert_string_equal(ruling(), "the disc touched the Bank: back to where he was");
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

static void a_disc_that_touched_nothing_and_leaves_by_an_exit_takes_the_cowboy_out(void **unused)
{
    (void)unused;
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

static void an_exit_can_be_at_any_edge(void **unused)
{
    (void)unused;
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

static void beside_an_exit_the_disc_has_left_the_table(void **unused)
{
    (void)unused;
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

/* --- an edition with one key changed ---------------------------------------------------------------------------------------- */

static struct flip_edition *changed(const char *scenario, const char *key, const char *json)
{
    char path[400];
    snprintf(path, sizeof path, "%s/data/flickemup/%s.json", getenv("FLIPSIDE_SOURCE_ROOT"), scenario);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    json_object_set_new(root, key, json_loads(json, JSON_DECODE_ANY, NULL));
    char *text = json_dumps(root, 0);
    struct flip_edition *edition = flip_edition_parse(&flip_flickemup, text, strlen(text), "changed", &problem);
    if (!edition)
        fail_msg("%s", problem.message);
    free(text);
    json_decref(root);
    return edition;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_part_of_the_disc_past_the_door_line_enters),
        cmocka_unit_test(a_disc_that_stops_short_of_the_line_stands_before_it),
        cmocka_unit_test(the_inner_sides_may_be_touched_when_entering_and_what_comes_after_is_ignored),
        cmocka_unit_test(touching_a_support_block_elsewhere_fails),
        cmocka_unit_test(something_touched_before_the_door_fails),
        cmocka_unit_test(a_door_crossed_from_behind_does_not_enter),
        cmocka_unit_test(the_first_door_on_the_straight_way_is_entered),
        cmocka_unit_test(an_outcome_that_says_what_was_crossed_crosses_nothing_else),
        cmocka_unit_test(every_house_is_entered_by_the_straight_way_to_its_door),
        cmocka_unit_test(a_crossing_beside_the_door_does_not_enter),
        cmocka_unit_test(leaving_starts_40_mm_behind_the_door_within_45_degrees),
        cmocka_unit_test(leaving_may_touch_the_own_blocks_and_faces_out),
        cmocka_unit_test(passed_but_less_than_25_mm_before_the_line_he_stands_25_mm_before_it),
        cmocka_unit_test(not_passed_touched_another_thing_or_off_the_table_he_stays_inside),
        cmocka_unit_test(one_move_can_leave_a_building_and_enter_the_one_across),
        cmocka_unit_test(who_is_inside_any_house_plays_and_whoever_enters_there_has_a_duel),
        cmocka_unit_test(who_is_inside_shoots_through_the_door_and_has_no_body),
        cmocka_unit_test(an_object_in_an_entrance_or_behind_the_own_building_can_be_put_aside_free),
        cmocka_unit_test(an_entrance_is_cleared_before_every_flick_and_after_the_last_one_no_more),
        cmocka_unit_test(two_pistols_fire_two_bullets_with_one_action_one_on_each_side),
        cmocka_unit_test(three_pistols_still_fire_two),
        cmocka_unit_test(the_second_bullet_is_lost_by_another_action_and_can_be_left_out),
        cmocka_unit_test(two_pistols_from_inside_fire_10_mm_left_then_right_of_the_axis),
        cmocka_unit_test(tokens_are_taken_and_dropped_inside_one_an_action),
        cmocka_unit_test(what_is_dropped_lies_in_the_house_whichever_it_is),
        cmocka_unit_test(the_third_token_is_exchanged_in_one_action),
        cmocka_unit_test(tokens_cannot_be_taken_outside),
        cmocka_unit_test(a_face_down_token_is_turned_up_then_kept_or_left),
        cmocka_unit_test(a_turned_up_token_that_cannot_be_there_any_more_is_refused),
        cmocka_unit_test(a_turned_up_token_with_full_hands_is_kept_for_another),
        cmocka_unit_test(a_dead_cowboys_tokens_go_to_the_undertaker),
        cmocka_unit_test(without_undertaker_tokens_lie_where_he_fell_and_can_be_taken_within_30_mm),
        cmocka_unit_test(entering_a_building_with_an_enemy_starts_a_duel_on_an_empty_table),
        cmocka_unit_test(in_a_duel_only_the_two_are_on_the_table_200_mm_apart),
        cmocka_unit_test(the_first_hit_ends_a_duel_and_the_loser_lies_before_the_door),
        cmocka_unit_test(who_entered_and_lost_lies_before_the_door_and_his_turn_ends),
        cmocka_unit_test(nobody_hit_in_three_shots_each_and_he_is_back_where_he_came_from),
        cmocka_unit_test(who_fells_himself_in_a_duel_has_lost_it),
        cmocka_unit_test(a_dead_duellist_leaves_and_the_initiative_goes_to_the_other),
        cmocka_unit_test(the_defender_is_played_by_the_next_player_whose_order_does_not_advance),
        cmocka_unit_test(of_several_enemies_inside_he_chooses_one),
        cmocka_unit_test(one_bullet_a_shot_whatever_the_weapons),
        cmocka_unit_test(teammates_and_witnesses_do_not_duel),
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
        cmocka_unit_test(the_hostage_fills_both_hands),
        cmocka_unit_test(a_witness_moves_once_an_hour_before_or_after_a_lawmans_actions),
        cmocka_unit_test(a_witness_can_be_hit_until_the_last_hit_point),
        cmocka_unit_test(the_prisoner_has_no_body_and_his_hat_is_a_pass),
        cmocka_unit_test(a_teammate_within_60_mm_frees_him_with_one_action),
        cmocka_unit_test(an_enemy_does_not_free_him),
        cmocka_unit_test(a_not_allowed_building_cannot_be_entered_until_its_hour),
        cmocka_unit_test(a_disc_that_touched_nothing_and_leaves_by_an_exit_takes_the_cowboy_out),
        cmocka_unit_test(an_exit_can_be_at_any_edge),
        cmocka_unit_test(beside_an_exit_the_disc_has_left_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
