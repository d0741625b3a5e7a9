/* Flick 'em Up!: entering and leaving houses, two pistols, tokens and duels, with outcomes that were written by hand. */
#include "games/flickemup/tests/fixture.h"
#include "table/table.h"

static int list_length(void)
{
    flip_move moves[FLIP_MAX_MOVES];
    return flip_table_moves(fixture, deciding(), moves, FLIP_MAX_MOVES);
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

CASE(any_part_of_the_disc_past_the_door_line_enters)
{
    before_the_bank();
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,489,0]}}"); /* its edge is 1 mm past the line */
    assert_true(inside(L1, BANK));
    assert_false(flickemup_has_body(at(), L1));
    assert_string_equal(ruling(), "he is inside the Bank");
    assert_false(offers("face"));
    stand_up();
}

CASE(a_disc_that_stops_short_of_the_line_stands_before_it)
{
    before_the_bank();
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,470,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    assert_place(L1, 450, 470);
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,487.9,0]}}"); /* its edge is 0.1 mm before the line */
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    stand_up();
}

CASE(the_inner_sides_may_be_touched_when_entering_and_what_comes_after_is_ignored)
{
    before_the_bank();
    flick("move 90 600",
          "{'touched':['bank:inner','bank:door','tumbleweed4'],'off':['disc'],'final':{'bank':[452,503,269]}}");
    assert_true(inside(L1, BANK));
    assert_place(FLICKEMUP_BUILDINGS_AT + BANK, 450, 500); /* nothing that a disc displaced stays so */
    stand_up();
}

CASE(touching_a_support_block_elsewhere_fails)
{
    before_the_bank();
    flick("move 80 600", "{'touched':['bank','bank:door'],'final':{'disc':[450,520,0]}}");
    assert_place(L1, 450, 430);
    assert_string_equal(ruling(), "the disc touched the Bank, so he returns to his starting point");
    flick("move 80 600", "{'touched':['bank:inner'],'final':{'disc':[450,475,0]}}"); /* touched, but did not get in */
    assert_place(L1, 450, 430);
    assert_string_equal(ruling(), "the disc touched the Bank, so he returns to his starting point");
    stand_up();
}

CASE(something_touched_before_the_door_fails)
{
    before_the_bank();
    flick("move 80 600", "{'touched':['barrel4','bank:door'],'final':{'disc':[450,520,0]}}");
    assert_string_equal(ruling(), "the disc touched a barrel, so he returns to his starting point");
    stand_up();
}

CASE(a_door_crossed_from_behind_does_not_enter)
{
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

CASE(the_first_door_on_the_straight_way_is_entered)
{
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

CASE(an_outcome_that_says_what_was_crossed_crosses_nothing_else)
{
    before_the_bank();
    /* Straight it would be the Bank's door, but the disc is said to have come through the Saloon's, from behind. */
    flick("move 90 600", "{'touched':['saloon:back'],'final':{'disc':[450,494,0]}}");
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    flick("move 90 600", "{'touched':['saloon:door'],'final':{'disc':[450,520,0]}}");
    assert_true(inside(L1, SALOON));
    stand_up();
}

CASE(a_crossing_beside_the_door_does_not_enter)
{
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

CASE(leaving_starts_40_mm_behind_the_door_within_45_degrees)
{
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

CASE(leaving_may_touch_the_own_blocks_and_faces_out)
{
    inside_the_bank();
    flick("move 250 600", "{'touched':['bank','bank:inner','bank:back'],'final':{'disc':[440,450,0]}}");
    assert_place(L1, 440, 450);
    assert_int_equal(flip_pose_facing(&at()->pose[L1]), 27000);
    assert_string_equal(ruling(), "he has left the Bank");
    assert_true(offers("face"));
    stand_up();
}

CASE(passed_but_less_than_25_mm_before_the_line_he_stands_25_mm_before_it)
{
    inside_the_bank();
    flick("move 270 300", "{'touched':[],'final':{'disc':[450,509,0]}}"); /* its edge is past the line */
    assert_place(L1, 450, 475);
    stand_up();
}

CASE(not_passed_touched_another_thing_or_off_the_table_he_stays_inside)
{
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

/* The disc jams on an inner side and shoves the house before it: it ends past where the door line was, and never crossed it. */
CASE(a_door_that_the_physics_did_not_see_crossed_was_not_crossed)
{
    static const char shoved_out[] = "{'touched':['bank:inner'],'final':{'disc':[450,490,0],'bank':[450,470,270]}%s}";
    static const char shoved_in[] = "{'touched':['bank:inner'],'final':{'disc':[450,495,0],'bank':[450,520,270]}%s}";
    char outcome[200];
    inside_the_bank();
    snprintf(outcome, sizeof outcome, shoved_out, ",'doors':true");
    flick("move 270 600", outcome);
    assert_true(inside(L1, BANK));
    assert_string_equal(ruling(), "the disc did not get out: he stays inside the Bank");
    snprintf(outcome, sizeof outcome, shoved_out, ""); /* written by hand, silent about doors: the straight way */
    flick("move 270 600", outcome);
    assert_string_equal(ruling(), "he has left the Bank");
    stand_up();
    before_the_bank();
    snprintf(outcome, sizeof outcome, shoved_in, ",'doors':true");
    flick("move 90 600", outcome);
    assert_int_equal(who(L1)->where, FLICKEMUP_ON_TABLE);
    assert_int_equal(at()->verdict.ruling, FLICKEMUP_RULED_TOUCHED);
    assert_int_equal(at()->verdict.piece, FLICKEMUP_BUILDINGS_AT + BANK);
    snprintf(outcome, sizeof outcome, shoved_in, "");
    flick("move 90 600", outcome);
    assert_true(inside(L1, BANK));
    stand_up();
}

static struct flip_table *loaded(const char *record)
{
    struct flip_table *table = flip_record_load(record, strlen(record), FLIP_ALL_STEPS, &problem);
    if (!table)
        fail_msg("%s", problem.message);
    return table;
}

/* Records from before there was `doors` were ruled by the straight way, and replay so. */
CASE(a_record_tells_silence_about_doors_from_no_crossing)
{
    for (int told = 0; told < 2; told++) {
        sit("3", 2);
        act("play O1");
        act("end");
        act("play L1");
        flick("move 90 600", "{'touched':['bank:door'],'doors':true}");
        assert_true(inside(L1, BANK));
        flick("move 270 600", told ? "{'touched':['bank:inner'],'final':{'disc':[450,490,0]},'doors':true}"
                                   : "{'touched':['bank:inner'],'final':{'disc':[450,490,0]}}");
        assert_int_equal(inside(L1, BANK), told);
        char *record = flip_record_save(fixture, FLIP_RECORD_FULL, &problem);
        assert_non_null(record);
        struct flip_table *again = loaded(record);
        assert_memory_equal(again->now.state, fixture->now.state, sizeof(struct flickemup_state));
        flip_table_close(again);
        free(record);
        stand_up();
    }
}

CASE(one_move_can_leave_a_building_and_enter_the_one_across)
{
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

CASE(who_is_inside_any_house_plays_and_whoever_enters_there_has_a_duel)
{
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

CASE(who_is_inside_shoots_through_the_door_and_has_no_body)
{
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

CASE(an_object_in_an_entrance_or_behind_the_own_building_can_be_put_aside_free)
{
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
}

CASE(every_house_is_entered_by_the_straight_way_to_its_door)
{
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

/* --- two pistols --------------------------------------------------------------------------------------------------------- */

CASE(two_pistols_fire_two_bullets_with_one_action_one_on_each_side)
{
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

CASE(three_pistols_still_fire_two)
{
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

CASE(the_second_bullet_is_lost_by_another_action_and_can_be_left_out)
{
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

CASE(two_pistols_from_inside_fire_10_mm_left_then_right_of_the_axis)
{
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

CASE(tokens_are_taken_and_dropped_inside_one_an_action)
{
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

CASE(what_is_dropped_lies_in_the_house_whichever_it_is)
{
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

CASE(the_third_token_is_exchanged_in_one_action)
{
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

CASE(tokens_cannot_be_taken_outside)
{
    before_the_bank();
    assert_false(offers("take gold"));
    assert_false(offers("drop gold"));
    stand_up();
}

CASE(a_face_down_token_is_turned_up_then_kept_or_left)
{
    sit("4", 2);
    put_inside(L1, STORE);
    act("play L1");
    assert_true(offers("take face_down"));
    static const char *const rig[] = {"winchester", "gold"};
    must(flip_table_rig(fixture, rig, 2, &problem));
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

CASE(a_turned_up_token_that_cannot_be_there_any_more_is_refused)
{
    sit("4", 2);
    put_inside(L1, STORE);
    act("play L1");
    at()->pool[FLICKEMUP_WINCHESTER] = 0;
    at()->pool[FLICKEMUP_COLT] = 5;
    static const char *const rig[] = {"winchester"};
    must(flip_table_rig(fixture, rig, 1, &problem));
    refuse("take face_down", "cannot happen now. Possible: gold, colt");
    stand_up();
}

CASE(a_turned_up_token_with_full_hands_is_kept_for_another)
{
    sit("4", 2);
    put_inside(L1, STORE);
    at()->figure[L1].hand[0] = FLICKEMUP_GOLD;
    at()->figure[L1].hand[1] = FLICKEMUP_COLT;
    act("play L1");
    static const char *const rig[] = {"winchester"};
    must(flip_table_rig(fixture, rig, 1, &problem));
    act("take face_down");
    assert_false(offers("keep"));
    assert_true(offers("keep gold") && offers("keep colt") && offers("leave"));
    act("keep gold");
    assert_int_equal(at()->up[STORE][FLICKEMUP_GOLD], 1);
    assert_true(flickemup_holds(who(L1), FLICKEMUP_WINCHESTER) && flickemup_holds(who(L1), FLICKEMUP_COLT));
    stand_up();
}

CASE(a_dead_cowboys_tokens_go_to_the_undertaker)
{
    before_the_bank();
    at()->figure[O3].hit_points = 1;
    at()->figure[O3].hand[0] = at()->figure[O3].hand[1] = FLICKEMUP_GOLD;
    flick("shoot left 0 1800", "{'touched':['O3'],'fell':['O3']}");
    assert_int_equal(at()->up[UNDERTAKER][FLICKEMUP_GOLD], 2);
    assert_int_equal(who(O3)->hand[0], FLICKEMUP_NOTHING);
    stand_up();
}

CASE(without_undertaker_tokens_lie_where_he_fell_and_can_be_taken_within_30_mm)
{
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

CASE(entering_a_building_with_an_enemy_starts_a_duel_on_an_empty_table)
{
    start_duel(2);
    assert_int_equal(at()->stage, FLICKEMUP_DUELLING);
    assert_string_equal(ruling(), "he enters the Bank, and an enemy is there: a duel");
    assert_int_equal(deciding(), 0); /* who entered shoots first */
    assert_true(offers("shoot left") && offers("shoot right") && !offers("end") && !offers("move"));
    stand_up();
}

CASE(in_a_duel_only_the_two_are_on_the_table_200_mm_apart)
{
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

CASE(the_first_hit_ends_a_duel_and_the_loser_lies_before_the_door)
{
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

CASE(the_log_tells_who_is_inside_after_a_duel)
{
    start_duel(2);
    at()->figure[O3].hit_points = 3;
    assert_string_equal(step_told(flick, "shoot left 0 1500", "{'touched':['O3'],'fell':['O3']}"),
                        "a hit: O3 is down and loses a hit point. L1 wins the duel and is inside the Bank");
    stand_up();
    start_duel(2);
    at()->figure[L1].hit_points = 1;
    flick("shoot left 0 1500", "{'touched':[]}");
    assert_string_equal(step_told(flick, "shoot left 180 1500", "{'touched':['L1'],'fell':['L1']}"),
                        "a hit: L1 has lost the last hit point. O3 wins the duel and is inside the Bank");
    stand_up();
}

CASE(who_entered_and_lost_lies_before_the_door_and_his_turn_ends)
{
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

CASE(nobody_hit_in_three_shots_each_and_he_is_back_where_he_came_from)
{
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
    assert_string_equal(ruling(), "nobody was hit in six shots: L1 goes back to where he came from");
    assert_int_equal(at()->actions, 1);
    assert_true(offers("face")); /* as after every move that failed */
    stand_up();
}

CASE(who_fells_himself_in_a_duel_has_lost_it)
{
    start_duel(2);
    flick("shoot left 270 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(who(L1)->hit_points, 2);
    assert_true(inside(O3, BANK));
    stand_up();
}

CASE(a_dead_duellist_leaves_and_the_initiative_goes_to_the_other)
{
    start_duel(2);
    at()->figure[L1].hit_points = 1;
    at()->initiative = L1;
    flick("shoot left 0 1500", "{'touched':[]}");
    flick("shoot left 180 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(who(L1)->where, FLICKEMUP_DEAD);
    assert_int_equal(at()->initiative, O3);
    stand_up();
}

CASE(the_defender_is_played_by_the_next_player_whose_order_does_not_advance)
{
    start_duel(4);
    /* Seat 1 played O1; seat 3 is next of the outlaws. */
    flick("shoot left 0 1500", "{'touched':[]}");
    assert_int_equal(deciding(), 3);
    flick("shoot left 180 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(deciding(), 3);
    assert_int_equal(at()->order[FLICKEMUP_OUT], 1);
    stand_up();
}

CASE(of_several_enemies_inside_he_chooses_one)
{
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

CASE(after_a_won_duel_the_other_enemies_are_inside_with_him_and_nobody_fights_on)
{
    sit("3", 2);
    act("play O1");
    act("end");
    put(L1, 450, 430, 90);
    put_inside(O3, BANK);
    put_inside(O5, BANK);
    act("play L1");
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,520,0]}}");
    act("duel O5");
    flick("shoot left 0 2500", "{'touched':['O5'],'fell':['O5']}");
    assert_true(inside(L1, BANK) && inside(O3, BANK));
    assert_int_equal(at()->stage, FLICKEMUP_PLAYING);
    assert_int_equal(at()->actions, 1);
    assert_true(offers("take gold") && offers("shoot"));
    act("end");
    act("play O3");
    assert_int_equal(at()->stage, FLICKEMUP_PLAYING); /* nor when the other one is played */
    stand_up();
}

CASE(a_house_holds_any_number_of_men_of_both_sides)
{
    before_the_bank();
    for (int figure = L2; figure <= O5; figure++)
        put_inside(figure, BANK);
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,520,0]}}");
    act("duel O2");
    flick("shoot left 0 2500", "{'touched':['O2'],'fell':['O2']}");
    for (int figure = L1; figure <= O5; figure++)
        assert_int_equal(inside(figure, BANK), figure != O2);
    stand_up();
}

CASE(one_bullet_a_shot_whatever_the_weapons)
{
    start_duel(2);
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    flick("shoot left 0 1500", "{'touched':[]}");
    assert_int_equal(deciding(), 1);
    stand_up();
}

CASE(teammates_and_witnesses_do_not_duel)
{
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
        cmocka_unit_test(a_door_that_the_physics_did_not_see_crossed_was_not_crossed),
        cmocka_unit_test(a_record_tells_silence_about_doors_from_no_crossing),
        cmocka_unit_test(one_move_can_leave_a_building_and_enter_the_one_across),
        cmocka_unit_test(who_is_inside_any_house_plays_and_whoever_enters_there_has_a_duel),
        cmocka_unit_test(who_is_inside_shoots_through_the_door_and_has_no_body),
        cmocka_unit_test(an_object_in_an_entrance_or_behind_the_own_building_can_be_put_aside_free),
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
        cmocka_unit_test(the_log_tells_who_is_inside_after_a_duel),
        cmocka_unit_test(who_entered_and_lost_lies_before_the_door_and_his_turn_ends),
        cmocka_unit_test(nobody_hit_in_three_shots_each_and_he_is_back_where_he_came_from),
        cmocka_unit_test(who_fells_himself_in_a_duel_has_lost_it),
        cmocka_unit_test(a_dead_duellist_leaves_and_the_initiative_goes_to_the_other),
        cmocka_unit_test(the_defender_is_played_by_the_next_player_whose_order_does_not_advance),
        cmocka_unit_test(of_several_enemies_inside_he_chooses_one),
        cmocka_unit_test(after_a_won_duel_the_other_enemies_are_inside_with_him_and_nobody_fights_on),
        cmocka_unit_test(a_house_holds_any_number_of_men_of_both_sides),
        cmocka_unit_test(one_bullet_a_shot_whatever_the_weapons),
        cmocka_unit_test(teammates_and_witnesses_do_not_duel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
