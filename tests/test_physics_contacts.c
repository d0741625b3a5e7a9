/* What the flicked piece met, in which order and with which part; doors; edges; the path for showing it. */
#include "case.h"
#include "games/flickemup/tests/flicks.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 4096 };

static struct flip_physics *physics;
static struct flip_path_pose poses[ROOM];

static struct flip_outcome flick(const struct flip_scene *scene)
{
    struct flip_outcome outcome;
    struct flip_error error;
    if (flip_physics_flick(physics, scene, &outcome, NULL, &error) != 0)
        fail_msg("%s", error.message);
    return outcome;
}

/* "1 2inner 2door": the contacts in their order. */
static void assert_contacts(const struct flip_outcome *outcome, const char *expected)
{
    static const char *const parts[] = {"", "inner", "door", "back"};
    char text[256] = "";
    size_t length = 0;
    for (int i = 0; i < outcome->contacts; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%d%s", i ? " " : "",
                                   outcome->contact[i].piece, parts[outcome->contact[i].part]);
    assert_string_equal(text, expected);
}

/* A building at 300, 300 that faces 0°: its blocks lie at y 268 and 332, its inner sides at 278 and 322. */
static struct flip_scene towards_the_door(double x, double y, double degrees, int speed)
{
    struct flip_scene scene = table_for(placed(movement_disc(), x, y, 0), 900, 600, degrees, speed);
    add(&scene, placed(building(), 300, 300, 0));
    return scene;
}

CASE(a_disc_that_passes_between_the_blocks_crosses_the_door_and_touches_nothing)
{
    struct flip_scene scene = towards_the_door(450, 300, 180, 1200);
    struct flip_outcome outcome = flick(&scene);
    assert_contacts(&outcome, "1door");
    assert_int_equal(outcome.moved, FLIP_BIT(0));
    assert_true(outcome.pose[0].x < 25000);
    scene = towards_the_door(150, 300, 0, 1200);
    outcome = flick(&scene);
    assert_contacts(&outcome, "1back");
}

/* Any part of the disc counts: the line lies at x 300, so its middle needs to come to 312 only. */
CASE(the_door_is_crossed_when_the_rim_is_over_the_line)
{
    for (int speed = 880; speed <= 960; speed += 4) {
        const struct flip_scene scene = towards_the_door(450, 300, 180, speed);
        const struct flip_outcome outcome = flick(&scene);
        const double front = outcome.pose[0].x / 100.0 - 12;
        if (fabs(front - 300) > 0.05)
            assert_contacts(&outcome, front < 300 ? "1door" : "");
    }
}

CASE(inner_sides_and_their_edges_are_told_from_the_rest_of_a_block)
{
    struct flip_scene scene = towards_the_door(450, 315, 180, 1500); /* the rim meets the edge at 310, 322 */
    struct flip_outcome outcome = flick(&scene);
    assert_int_equal(outcome.contact[0].piece, 1);
    assert_int_equal(outcome.contact[0].part, FLIP_PART_INNER);
    scene = towards_the_door(450, 300, 176, 1500); /* slants against the inner side, past the line */
    outcome = flick(&scene);
    assert_contacts(&outcome, "1door 1inner");
    scene = towards_the_door(450, 336, 180, 1500); /* the face of a block */
    outcome = flick(&scene);
    assert_int_equal(outcome.contact[0].part, FLIP_PART_BODY);
    scene = towards_the_door(300, 450, 270, 1500); /* its outer side */
    outcome = flick(&scene);
    assert_contacts(&outcome, "1");
}

CASE(a_building_turned_and_moved_has_its_door_where_it_stands)
{
    for (int degrees = 0; degrees < 360; degrees += 30) {
        struct flip_scene scene = table_for(placed(bullet(), 450, 300, 0), 900, 600, degrees, 1500);
        const double turn = degrees * M_PI / 180;
        add(&scene, placed(building(), 450 + 100 * cos(turn), 300 + 100 * sin(turn), degrees + 180));
        const struct flip_outcome front = flick(&scene);
        assert_contacts(&front, "1door");
        scene.body[1] = placed(building(), 450 + 100 * cos(turn), 300 + 100 * sin(turn), degrees);
        const struct flip_outcome back = flick(&scene);
        assert_contacts(&back, "1back");
    }
}

CASE(contacts_come_in_the_order_in_which_they_happened)
{
    struct flip_scene scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 0, 3500);
    const int man = add(&scene, placed(cowboy(), 330, 330, 0)), wall = add(&scene, placed(barrel(), 200, 290, 0));
    struct flip_outcome outcome = flick(&scene);
    assert_int_equal(outcome.contact[0].piece, wall);
    /* Without the barrel nobody is met; a cowboy in the way is met first, wherever he stands in the list. */
    scene.body[wall].shape = FLIP_BODY_NONE;
    outcome = flick(&scene);
    assert_contacts(&outcome, "");
    scene.body[man] = placed(cowboy(), 330, 300, 0);
    scene.body[wall] = placed(barrel(), 400, 300, 0);
    outcome = flick(&scene);
    assert_int_equal(outcome.contact[0].piece, man);
    assert_true(flip_set_has(outcome.fell, man));
}

CASE(of_two_met_in_one_step_the_deeper_one_was_first)
{
    for (int ahead = 0; ahead < 2; ahead++) {
        struct flip_scene scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 0, 1500);
        add(&scene, placed(cowboy(), 300 - (ahead == 0 ? 0.2 : 0), 312, 0));
        add(&scene, placed(cowboy(), 300 - (ahead == 1 ? 0.2 : 0), 288, 0));
        const struct flip_outcome outcome = flick(&scene);
        assert_int_equal(outcome.contact[0].piece, 1 + ahead);
    }
}

CASE(a_grazed_cowboy_is_pushed_and_stands_upright_to_the_digit)
{
    struct flip_scene scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 0, 1800);
    add(&scene, placed(cowboy(), 400, 315, 180));
    const struct flip_outcome outcome = flick(&scene);
    assert_contacts(&outcome, "1");
    assert_int_equal(outcome.fell, 0);
    assert_true(flip_set_has(outcome.moved, 1));
    assert_int_equal(outcome.pose[1].z, 2000);
    assert_int_equal(outcome.pose[1].q[1], 0);
    assert_int_equal(outcome.pose[1].q[2], 0);
}

/* A lying cowboy is an obstacle as wide as he is thick. */
CASE(a_fallen_cowboy_is_met_too_and_never_reported_as_standing)
{
    struct flip_scene scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 0, 2000);
    struct flip_body lying = placed(cowboy(), 300, 300, 0);
    lying.pose.z = 900;
    lying.pose.q[0] = lying.pose.q[1] = (int16_t)lround(FLIP_UNIT * M_SQRT1_2);
    add(&scene, lying);
    const struct flip_outcome outcome = flick(&scene);
    assert_contacts(&outcome, "1");
    assert_true(flip_set_has(outcome.moved, 1) && flip_set_has(outcome.fell, 1));
}

CASE(who_leaves_the_table_is_told_with_the_place_where)
{
    struct flip_scene scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 30, 4000);
    struct flip_outcome outcome = flick(&scene);
    assert_int_equal(outcome.off, FLIP_BIT(0));
    assert_int_equal(outcome.moved, FLIP_BIT(0));
    assert_int_equal(outcome.fell, 0);
    assert_in_range(outcome.pose[0].y, 60000, 60300);
    assert_in_range(outcome.pose[0].x, 10000 + (int)(30000 / tan(M_PI / 6)) - 300,
                    10000 + (int)(30000 / tan(M_PI / 6)) + 300);
    /* With its middle on the table it stays, though its rim hangs over. */
    scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 90, 1326);
    outcome = flick(&scene);
    assert_int_equal(outcome.off, 0);
    assert_true(outcome.pose[0].y > 59100);
    /* A barrel that is pushed over the edge. */
    scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 0, 4000);
    add(&scene, placed(barrel(), 890, 300, 0));
    outcome = flick(&scene);
    assert_true(flip_set_has(outcome.off, 1));
    assert_in_range(outcome.pose[1].x, 90000, 90300);
}

/* --- the path ------------------------------------------------------------------------------------------------------- */

CASE(the_path_leads_from_the_flick_to_the_outcome)
{
    struct flip_scene scene = main_street(0, 2600);
    add(&scene, placed(cowboy(), 300, 262, 0));
    struct flip_outcome outcome, plain = flick(&scene);
    struct flip_path path = {.room = ROOM, .pose = poses};
    assert_int_equal(flip_physics_flick(physics, &scene, &outcome, &path, NULL), 0);
    assert_memory_equal(&outcome, &plain, sizeof plain); /* to look does not change it */
    assert_true(path.count > 20);
    assert_int_equal(poses[0].piece, 0);
    struct flip_pose last[FLIP_PIECES];
    flip_set shown = 0;
    for (int i = 0; i < scene.count; i++)
        last[i] = scene.body[i].pose;
    for (int i = 0; i < path.count; i++) {
        const struct flip_pose *pose = &poses[i].pose;
        const int piece = poses[i].piece;
        assert_true(i == 0 || poses[i].ms >= poses[i - 1].ms);
        /* No jumps: the fastest goes 26 mm in 10 ms. */
        assert_true(hypot(pose->x - last[piece].x, pose->y - last[piece].y) < 2700);
        last[piece] = *pose;
        shown |= FLIP_BIT(piece);
    }
    assert_int_equal(shown, outcome.moved);
    for (int i = 0; i < scene.count; i++)
        assert_memory_equal(&last[i], &outcome.pose[i], sizeof *last);
}

CASE(a_path_that_is_full_keeps_its_beginning)
{
    const struct flip_scene scene = main_street(0, 2600);
    struct flip_outcome outcome, plain = flick(&scene);
    struct flip_path path = {.room = 5, .pose = poses};
    memset(poses, 0xee, sizeof poses);
    assert_int_equal(flip_physics_flick(physics, &scene, &outcome, &path, NULL), 0);
    assert_int_equal(path.count, 5);
    assert_int_equal(poses[5].ms, 0xeeee);
    assert_memory_equal(&outcome, &plain, sizeof plain);
}

static int open_physics(void **state)
{
    (void)state;
    physics = flip_physics_open(NULL);
    return physics ? 0 : -1;
}

static int close_physics(void **state)
{
    (void)state;
    flip_physics_close(physics);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_that_passes_between_the_blocks_crosses_the_door_and_touches_nothing),
        cmocka_unit_test(the_door_is_crossed_when_the_rim_is_over_the_line),
        cmocka_unit_test(inner_sides_and_their_edges_are_told_from_the_rest_of_a_block),
        cmocka_unit_test(a_building_turned_and_moved_has_its_door_where_it_stands),
        cmocka_unit_test(contacts_come_in_the_order_in_which_they_happened),
        cmocka_unit_test(of_two_met_in_one_step_the_deeper_one_was_first),
        cmocka_unit_test(a_grazed_cowboy_is_pushed_and_stands_upright_to_the_digit),
        cmocka_unit_test(a_fallen_cowboy_is_met_too_and_never_reported_as_standing),
        cmocka_unit_test(who_leaves_the_table_is_told_with_the_place_where),
        cmocka_unit_test(the_path_leads_from_the_flick_to_the_outcome),
        cmocka_unit_test(a_path_that_is_full_keeps_its_beginning),
    };
    return cmocka_run_group_tests(tests, open_physics, close_physics);
}
