/*
 * The physics against arithmetic and against itself: distances, momentum, tipping, rest, thin walls, repetition, and the
 * figures that the referee's book asks for. What the disc met and where the doors are is in test_physics_contacts.c.
 */
#include "case.h"
#include "games/flickemup/tests/flicks.h"
#include "in_part.h"

#include <ode/ode.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define GRAVITY  9810.0 /* mm/s² */
#define FRICTION 0.30

static struct flip_physics *physics;

static void flick(const struct flip_scene *scene, struct flip_outcome *outcome)
{
    struct flip_error error;
    if (flip_physics_flick(physics, scene, outcome, NULL, &error) != 0)
        fail_msg("%s", error.message);
}

static void assert_share(double value, double expected, double share, const char *what)
{
    if (!(fabs(value - expected) <= share * fabs(expected)))
        fail_msg("%s: %.3f is not %.3f", what, value, expected);
}

static double way(const struct flip_scene *scene, const struct flip_outcome *outcome, int piece)
{
    return hypot(outcome->pose[piece].x - scene->body[piece].pose.x,
                 outcome->pose[piece].y - scene->body[piece].pose.y) /
           100;
}

/* The speed at which something slid off that came this far. */
static double speed_of(double mm) { return sqrt(2 * FRICTION * GRAVITY * mm); }

/* --- arithmetic ----------------------------------------------------------------------------------------------------- */

CASE(a_disc_slides_as_far_as_friction_lets_it_in_every_direction)
{
    const struct flip_body discs[] = {bullet(), movement_disc(), dynamite()};
    static const double directions[] = {0, 17, 45, 133.3, 270};
    for (size_t disc = 0; disc < 3; disc++)
        for (int speed = 300; speed <= 3000; speed += 450)
            for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
                const struct flip_scene scene =
                    table_for(placed(discs[disc], 2000, 2000, 0), 4000, 4000, directions[i], speed);
                struct flip_outcome outcome;
                char what[80];
                flick(&scene, &outcome);
                snprintf(what, sizeof what, "disc %zu at %d mm/s towards %.1f°", disc, speed, directions[i]);
                assert_share(way(&scene, &outcome, 0), speed * speed / (2 * FRICTION * GRAVITY), 0.03, what);
                const double turn = atan2(outcome.pose[0].y - 200000, outcome.pose[0].x - 200000) * 180 / M_PI;
                assert_true(fabs(remainder(turn - directions[i], 360)) < 0.1);
                assert_int_equal(outcome.pose[0].z, 400);
                assert_int_equal(outcome.contacts, 0);
                assert_false(outcome.frozen);
            }
}

/* With fences along its way the solver has the disc from the beginning to the end; without, it glides there by arithmetic. */
CASE(a_disc_slides_the_same_with_the_solver_and_without)
{
    for (int speed = 300; speed <= 3000; speed += 300) {
        struct flip_scene scene = table_for(placed(bullet(), 100, 300, 0), 4000, 600, 0, speed);
        struct flip_outcome alone, beside;
        flick(&scene, &alone);
        for (int i = 0; i < 30; i++)
            add(&scene, placed(fence(), 100 + 61 * i, 314, 0));
        flick(&scene, &beside);
        assert_int_equal(beside.contacts, 0);
        assert_share(way(&scene, &beside, 0), speed * speed / (2 * FRICTION * GRAVITY), 0.03, "along fences");
        assert_share(way(&scene, &alone, 0), way(&scene, &beside, 0), 0.012, "alone and along fences");
    }
}

/* Speeds after the hit come from how far both slid: v² = 2 μ g d. */
CASE(two_discs_keep_their_momentum_and_part_by_the_restitution)
{
    const struct flip_body others[] = {bullet(), movement_disc()};
    for (size_t other = 0; other < 2; other++)
        for (int speed = 800; speed <= 3200; speed += 300) {
            struct flip_scene scene = table_for(placed(bullet(), 500, 500, 0), 4000, 1000, 0, speed);
            const double gap = 50, touching = (18 + others[other].size[0] / 100.0) / 2;
            add(&scene, placed(others[other], 500 + touching + gap, 500, 0));
            struct flip_outcome outcome;
            flick(&scene, &outcome);
            const double before = sqrt(speed * speed - 2 * FRICTION * GRAVITY * gap);
            const double m1 = scene.body[0].mass, m2 = scene.body[1].mass;
            const double reached = outcome.pose[0].x / 100.0 - 500 - gap;
            const double v1 = speed_of(fabs(reached)) * (reached < 0 ? -1 : 1), v2 = speed_of(way(&scene, &outcome, 1));
            char what[80];
            snprintf(what, sizeof what, "momentum at %d mm/s against disc %zu", speed, other);
            assert_share(m1 * v1 + m2 * v2, m1 * before, 0.03, what);
            snprintf(what, sizeof what, "restitution at %d mm/s against disc %zu", speed, other);
            assert_share(v2 - v1, 0.4 * before, 0.06, what);
        }
}

/* Its middle is 20 mm high and its foot reaches 9 mm: it stands up again from a lean of less than atan(9/20). */
CASE(a_cowboy_tips_over_where_his_middle_passes_his_foot)
{
    const double threshold = atan2(9, 20) * 180 / M_PI;
    for (int direction = 0; direction < 360; direction += 30)
        for (double lean = threshold - 6; lean < threshold + 6.1; lean += 1) {
            if (fabs(lean - threshold) < 0.9)
                continue;
            struct flip_scene scene = table_for(placed(cowboy(), 300, 300, 0), 600, 600, direction + 90, 1);
            const double half = lean * M_PI / 360, turn = direction * M_PI / 180;
            struct flip_pose *pose = &scene.body[0].pose;
            pose->q[0] = (int16_t)lround(cos(half) * FLIP_UNIT);
            pose->q[1] = (int16_t)lround(-sin(turn) * sin(half) * FLIP_UNIT);
            pose->q[2] = (int16_t)lround(cos(turn) * sin(half) * FLIP_UNIT);
            pose->z = (int32_t)lround(100 * (20 * cos(2 * half) + 9 * sin(2 * half)));
            struct flip_outcome outcome;
            flick(&scene, &outcome);
            if ((outcome.fell != 0) != (lean > threshold))
                fail_msg("leaning %.1f° towards %d° he %s", lean, direction, outcome.fell ? "fell" : "stood up");
            if (outcome.fell)
                assert_in_range(outcome.pose[0].z, 890, 910); /* on his side */
            else
                assert_int_equal(outcome.pose[0].z, 2000);
        }
}

/* Friction pushes at its foot, its middle is higher: it must not fall over its front edge, which is the nearest. */
CASE(a_house_that_is_pushed_slides_and_stays_upright)
{
    for (int direction = 0; direction < 360; direction += 15)
        for (int speed = 100; speed <= 1000; speed += 150) {
            const struct flip_scene scene = table_for(placed(building(), 2000, 2000, 30), 4000, 4000, direction, speed);
            struct flip_outcome outcome;
            char what[80];
            flick(&scene, &outcome);
            snprintf(what, sizeof what, "a house at %d mm/s towards %d°", speed, direction);
            if (outcome.frozen || outcome.pose[0].q[1] != 0 || outcome.pose[0].q[2] != 0)
                fail_msg("%s does not stand", what);
            assert_share(way(&scene, &outcome, 0), speed * speed / (2 * FRICTION * GRAVITY), 0.1, what);
        }
}

/* From inside, as a movement disc leaves: against the back of a block, an inner side, through the door. */
CASE(a_disc_that_hits_a_house_from_inside_does_not_tip_it)
{
    for (int degrees = -45; degrees <= 45; degrees += 3)
        for (int speed = 500; speed <= 4000; speed += 500) {
            struct flip_scene scene = table_for(placed(movement_disc(), 260, 300, 0), 900, 600, degrees, speed);
            add(&scene, placed(building(), 300, 300, 0));
            struct flip_outcome outcome;
            flick(&scene, &outcome);
            if (outcome.frozen || outcome.pose[1].q[1] != 0 || outcome.pose[1].q[2] != 0)
                fail_msg("at %d mm/s towards %d° the house does not stand", speed, degrees);
        }
}

/* --- rest ----------------------------------------------------------------------------------------------------------- */

CASE(what_nothing_touches_stays_to_the_last_digit)
{
    struct flip_scene scene = main_street(0, 150);
    for (int turn = 0; turn < 50; turn++) {
        struct flip_outcome outcome;
        scene.angle = turn * 720;
        flick(&scene, &outcome);
        assert_int_equal(outcome.moved, FLIP_BIT(0));
        assert_int_equal(outcome.contacts, 0);
    }
}

/* Everything in a row that touches is awake while the first is nudged; nothing of it may creep, sink or lean. */
CASE(pieces_that_were_woken_do_not_drift)
{
    struct flip_scene scene = table_for(placed(barrel(), 100, 300, 0), 900, 600, 90, 1);
    add(&scene, placed(cowboy(), 119, 300, 0));
    add(&scene, placed(fence(), 158, 300, 0));
    add(&scene, placed(cactus(), 195, 300, 0));
    add(&scene, placed(building(), 212, 322, 0));
    add(&scene, placed(tumbleweed(), 109.5, 317, 30));
    const struct flip_scene start = scene;
    for (int turn = 0; turn < 100; turn++) {
        struct flip_outcome outcome;
        flick(&scene, &outcome);
        assert_int_equal(outcome.fell | outcome.off, 0);
        for (int i = 0; i < scene.count; i++)
            scene.body[i].pose = outcome.pose[i];
    }
    for (int i = 0; i < scene.count; i++) {
        const struct flip_pose *was = &start.body[i].pose, *is = &scene.body[i].pose;
        if (abs(was->x - is->x) > 20 || abs(was->y - is->y) > 20 || was->z != is->z || is->q[1] != 0 || is->q[2] != 0)
            fail_msg("piece %d went from %d, %d, %d to %d, %d, %d", i, was->x, was->y, was->z, is->x, is->y, is->z);
    }
}

CASE(a_barrel_that_rolls_on_and_on_is_frozen_after_six_seconds)
{
    struct flip_scene scene = table_for(placed(barrel(), 100, 300, 0), 9990, 600, 0, 4000);
    struct flip_pose *pose = &scene.body[0].pose;
    pose->z = 1000;
    pose->q[0] = pose->q[1] = (int16_t)lround(FLIP_UNIT * M_SQRT1_2); /* lying across */
    struct flip_outcome outcome;
    flick(&scene, &outcome);
    assert_true(outcome.frozen);
    assert_true(way(&scene, &outcome, 0) > 1000);
    scene.speed = 300;
    flick(&scene, &outcome);
    assert_false(outcome.frozen);
}

/* --- thin walls ----------------------------------------------------------------------------------------------------- */

CASE(nothing_gets_through_anything_at_four_metres_a_second)
{
    const struct {
        struct flip_body body;
        double face; /* where it begins for who comes from the left, at y 300 */
    } walls[] = {{placed(fence(), 300, 300, 90), 296},     {placed(cowboy(), 300, 300, 0), 291},
                 {placed(building(), 300, 268, 0), 290},   {placed(cactus(), 300, 300, 0), 293},
                 {placed(tumbleweed(), 300, 300, 0), 293}, {placed(barrel(), 300, 300, 0), 290}};
    for (size_t wall = 0; wall < sizeof walls / sizeof *walls; wall++)
        for (int shift = 0; shift < 100; shift++) { /* where in its 4 mm the step meets it */
            struct flip_scene scene = table_for(placed(bullet(), 270 - shift * 0.05, 300, 0), 900, 600, 0, 4000);
            add(&scene, walls[wall].body);
            struct flip_outcome outcome;
            struct flip_path_pose poses[256];
            struct flip_path path = {.room = 256, .pose = poses};
            assert_int_equal(flip_physics_flick(physics, &scene, &outcome, &path, NULL), 0);
            assert_true(outcome.contacts > 0);
            assert_int_equal(outcome.contact[0].piece, 1);
            assert_true(flip_set_has(outcome.moved, 1));
            /* The first contact is the first of the path: there the rim is in the wall by less than a short step. */
            assert_int_equal(poses[0].piece, 0);
            const double deep = poses[0].pose.x / 100.0 + 9 - walls[wall].face;
            if (deep < -0.01 || deep > 0.51)
                fail_msg("wall %zu was noticed %.2f mm deep", wall, deep);
        }
}

/* --- repetition ----------------------------------------------------------------------------------------------------- */

CASE(the_same_flick_ends_the_same_a_thousand_times)
{
    struct flip_scene scene = main_street(-12, 2600);
    struct flip_outcome first, again, other;
    flick(&scene, &first);
    assert_true(first.contacts > 0);
    const struct flip_scene elsewhere = main_street(33, 3100);
    for (int turn = 0; turn < (flicks_in_part() ? 100 : 1000); turn++) {
        if (turn % 10 == 0) /* what was flicked before must not matter */
            flick(&elsewhere, &other);
        flick(&scene, &again);
        assert_memory_equal(&first, &again, sizeof first);
    }
}

enum { THREADS = 4, FLICKS = 60 };

struct many {
    struct flip_outcome outcome[FLICKS];
    bool failed;
};

static void *flick_many(void *argument)
{
    struct many *many = argument;
    struct flip_physics *own = flip_physics_open(NULL);
    for (int i = 0; i < FLICKS; i++) {
        const struct flip_scene scene = main_street(i * 3 - 90, 1500 + i * 30);
        if (!own || flip_physics_flick(own, &scene, &many->outcome[i], NULL, NULL) != 0)
            many->failed = true;
    }
    flip_physics_close(own);
    return NULL;
}

CASE(flicks_in_several_threads_do_not_know_of_each_other)
{
    struct many *alone = calloc(1, sizeof *alone), *together = calloc(THREADS, sizeof *together);
    pthread_t thread[THREADS];
    assert_non_null(alone);
    assert_non_null(together);
    flick_many(alone);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, flick_many, &together[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_false(together[i].failed);
        assert_memory_equal(alone->outcome, together[i].outcome, sizeof alone->outcome);
    }
    free(alone);
    free(together);
}

/* ODE's random numbers belong to the process: a flick that drew one would depend on the flicks of other threads. */
CASE(a_flick_draws_none_of_odes_random_numbers)
{
    struct flip_scene scene = main_street(-12, 2600);
    struct flip_outcome outcome;
    dRandSetSeed(20201);
    flick(&scene, &outcome);
    assert_int_equal(dRandGetSeed(), 20201);
}

/* --- the book's figures ---------------------------------------------------------------------------------------------- */

static bool topples(double offset, double distance, int speed)
{
    struct flip_scene scene = table_for(placed(bullet(), 100, 300, 0), 900, 600, 0, speed);
    add(&scene, placed(cowboy(), 100 + distance, 300 + offset, 180));
    struct flip_outcome outcome;
    flick(&scene, &outcome);
    assert_false(outcome.frozen);
    if (fabs(offset) < 17.9)
        assert_int_equal(outcome.contact[0].piece, 1);
    return flip_set_has(outcome.fell, 1);
}

CASE(at_1800_a_cowboy_300_away_falls_up_to_11_mm_beside_his_middle)
{
    for (int offset = -11; offset <= 11; offset++)
        if (!topples(offset, 300, 1800))
            fail_msg("hit %d mm beside the middle he stands", offset);
    for (int offset = 12; offset <= 17; offset++)
        if (topples(offset, 300, 1800) || topples(-offset, 300, 1800))
            fail_msg("grazed %d mm beside the middle he falls", offset);
}

CASE(a_movement_at_good_control_goes_100_to_600_mm)
{
    struct flip_scene scene = table_for(placed(movement_disc(), 100, 300, 0), 900, 600, 0, 770);
    struct flip_outcome outcome;
    flick(&scene, &outcome);
    assert_share(way(&scene, &outcome, 0), 100, 0.05, "at 0.77 m/s");
    scene.speed = 1880;
    flick(&scene, &outcome);
    assert_share(way(&scene, &outcome, 0), 600, 0.05, "at 1.88 m/s");
}

CASE(a_scene_that_is_none_is_refused_with_a_reason)
{
    struct flip_outcome outcome;
    struct flip_error error;
    struct flip_scene scene = main_street(0, 0);
    assert_int_equal(flip_physics_flick(physics, &scene, &outcome, NULL, &error), -1);
    assert_string_equal(error.message, "A flick of 0 mm/s is none: 1 to 10000.");
    scene = main_street(0, 1000);
    scene.body[0].shape = FLIP_BODY_NONE;
    assert_int_equal(flip_physics_flick(physics, &scene, &outcome, NULL, &error), -1);
    assert_string_equal(error.message, "The scene has no piece to flick.");
    scene = main_street(0, 1000);
    scene.body[5].mass = 0;
    assert_int_equal(flip_physics_flick(physics, &scene, &outcome, NULL, &error), -1);
    assert_string_equal(error.message, "Piece 5 of the scene has no size or no mass.");
    scene = main_street(0, 1000);
    memset(scene.body[7].pose.q, 0, sizeof scene.body[7].pose.q);
    assert_int_equal(flip_physics_flick(physics, &scene, &outcome, NULL, &error), -1);
    assert_string_equal(error.message, "Piece 7 of the scene is turned by a quaternion of zeros.");
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
        cmocka_unit_test(a_disc_slides_as_far_as_friction_lets_it_in_every_direction),
        cmocka_unit_test(a_disc_slides_the_same_with_the_solver_and_without),
        cmocka_unit_test(two_discs_keep_their_momentum_and_part_by_the_restitution),
        cmocka_unit_test(a_cowboy_tips_over_where_his_middle_passes_his_foot),
        cmocka_unit_test(a_house_that_is_pushed_slides_and_stays_upright),
        cmocka_unit_test(a_disc_that_hits_a_house_from_inside_does_not_tip_it),
        cmocka_unit_test(what_nothing_touches_stays_to_the_last_digit),
        cmocka_unit_test(pieces_that_were_woken_do_not_drift),
        cmocka_unit_test(a_barrel_that_rolls_on_and_on_is_frozen_after_six_seconds),
        cmocka_unit_test(nothing_gets_through_anything_at_four_metres_a_second),
        cmocka_unit_test(the_same_flick_ends_the_same_a_thousand_times),
        cmocka_unit_test(flicks_in_several_threads_do_not_know_of_each_other),
        cmocka_unit_test(a_flick_draws_none_of_odes_random_numbers),
        cmocka_unit_test(at_1800_a_cowboy_300_away_falls_up_to_11_mm_beside_his_middle),
        cmocka_unit_test(a_movement_at_good_control_goes_100_to_600_mm),
        cmocka_unit_test(a_scene_that_is_none_is_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, open_physics, close_physics);
}
