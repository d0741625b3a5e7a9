/* Pieces of Flick 'em Up! for tests of the physics: millimetres and degrees in, a scene out. */
#ifndef FLIPSIDE_TESTS_FLICK_FIXTURE_H
#define FLIPSIDE_TESTS_FLICK_FIXTURE_H

#include "physics/physics.h"

#include <math.h>
#include <string.h>

static inline struct flip_pose standing_at(double x, double y, double z, double degrees)
{
    const double half = degrees * M_PI / 360;
    return (struct flip_pose){
        .x = (int32_t)lround(x * 100),
        .y = (int32_t)lround(y * 100),
        .z = (int32_t)lround(z * 100),
        .q = {(int16_t)lround(cos(half) * FLIP_UNIT), 0, 0, (int16_t)lround(sin(half) * FLIP_UNIT)}};
}

static inline struct flip_body wood(enum flip_body_shape shape, double a, double b, double c, double grams)
{
    struct flip_body body = {.shape = (uint8_t)shape, .mass = (int32_t)lround(grams * 1000)};
    const double size[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        body.size[i] = (int32_t)lround(size[i] * 100);
    return body;
}

static inline struct flip_body placed(struct flip_body body, double x, double y, double degrees)
{
    body.pose = standing_at(x, y, body.shape == FLIP_BODY_BUILDING ? 0 : body.size[2] / 200.0, degrees);
    return body;
}

static inline struct flip_body bullet(void) { return wood(FLIP_BODY_ROUND, 18, 18, 8, 1.323); }
static inline struct flip_body movement_disc(void) { return wood(FLIP_BODY_ROUND, 24, 24, 8, 2.352); }
static inline struct flip_body barrel(void) { return wood(FLIP_BODY_ROUND, 20, 20, 26, 5.309); }
static inline struct flip_body cactus(void) { return wood(FLIP_BODY_BOX, 14, 14, 34, 4.332); }
static inline struct flip_body fence(void) { return wood(FLIP_BODY_BOX, 60, 8, 18, 5.616); }
static inline struct flip_body tumbleweed(void) { return wood(FLIP_BODY_BOX, 14, 14, 14, 1); }
static inline struct flip_body dynamite(void) { return wood(FLIP_BODY_OCTAGON, 20, 20, 8, 1.723); }
static inline struct flip_body building(void) { return wood(FLIP_BODY_BUILDING, 20, 44, 30, 65); }
static inline struct flip_body cowboy(void)
{
    struct flip_body body = wood(FLIP_BODY_ROUND, 18, 18, 40, 6);
    body.figure = true;
    return body;
}

/* An empty table with the piece that is flicked; the others are added. */
static inline struct flip_scene table_for(struct flip_body flicked, double width, double height, double degrees,
                                          int speed)
{
    struct flip_scene scene = {.width = (int32_t)lround(width * 100),
                               .height = (int32_t)lround(height * 100),
                               .count = 1,
                               .angle = (int32_t)lround(degrees * 100),
                               .speed = speed};
    scene.body[0] = flicked;
    return scene;
}

static inline int add(struct flip_scene *scene, struct flip_body body)
{
    scene->body[scene->count] = body;
    return scene->count++;
}

/* The town of scenario 1, with a bullet beside the second lawman: 32 bodies. */
static inline struct flip_scene main_street(double degrees, int speed)
{
    static const double doors[6][3] = {{200, 500, 270}, {450, 500, 270}, {700, 500, 270},
                                       {200, 100, 90},  {450, 100, 90},  {700, 100, 90}};
    static const double barrels[4][2] = {{300, 330}, {600, 270}, {450, 200}, {450, 400}};
    static const double cactuses[3][2] = {{340, 420}, {560, 180}, {450, 300}};
    static const double fences[4][2] = {{250, 380}, {650, 220}, {250, 220}, {650, 380}};
    static const double tumbleweeds[4][2] = {{380, 250}, {520, 350}, {300, 160}, {600, 440}};
    struct flip_scene scene = table_for(placed(bullet(), 60, 256, 0), 900, 600, degrees, speed);
    for (int i = 0; i < 6; i++)
        add(&scene, placed(building(), doors[i][0], doors[i][1], doors[i][2]));
    for (int i = 0; i < 5; i++) {
        add(&scene, placed(cowboy(), 60, 140 + 80 * i, 0));
        add(&scene, placed(cowboy(), 840, 460 - 80 * i, 180));
    }
    for (int i = 0; i < 4; i++) {
        add(&scene, placed(barrel(), barrels[i][0], barrels[i][1], 0));
        add(&scene, placed(fence(), fences[i][0], fences[i][1], 0));
        add(&scene, placed(tumbleweed(), tumbleweeds[i][0], tumbleweeds[i][1], 0));
    }
    for (int i = 0; i < 3; i++)
        add(&scene, placed(cactus(), cactuses[i][0], cactuses[i][1], 0));
    return scene;
}

#endif
