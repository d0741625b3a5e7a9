/*
 * What is free on the table: which houses are open, where a figure can stand, where a bullet starts; and the scene that a flick
 * begins with.
 */
#include "games/flickemup/flickemup.h"

#include <string.h>

bool flickemup_has_body(const struct flickemup_state *state, int piece)
{
    return piece < FLICKEMUP_FIGURES ? state->figure[piece].where == FLICKEMUP_ON_TABLE
                                     : flip_set_has(state->here, piece);
}

bool flickemup_enterable(const struct flickemup_rules *rules, const struct flickemup_state *state, int building)
{
    return building >= 0 && building < FLICKEMUP_BUILDINGS && flickemup_rule(rules, FLICKEMUP_RULE_BUILDINGS) &&
           flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building) &&
           rules->edition.closed_until[building] <= state->hour;
}

bool flickemup_free(const struct flickemup_rules *rules, const struct flickemup_state *state, int32_t x, int32_t y,
                    int32_t radius, bool tall, int except)
{
    enum { REACH = 8000 }; /* of the largest piece from its centre, and of what is placed */
    if (x < 0 || y < 0 || x > rules->edition.width || y > rules->edition.height) /* off the table: the centre is */
        return false;
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++) {
        if (piece == except || !flickemup_has_body(state, piece))
            continue;
        const struct flip_pose *pose = &state->pose[piece];
        const int32_t dx = x - pose->x, dy = y - pose->y;
        if (dx > REACH || dx < -REACH || dy > REACH || dy < -REACH)
            continue;
        if (flickemup_distance(piece, pose, x, y, tall) < radius)
            return false;
    }
    return true;
}

void flickemup_nearest_free(const struct flickemup_rules *rules, const struct flickemup_state *state, int32_t *x,
                            int32_t *y, int32_t radius, bool tall, int except)
{
    enum { STEP = 100, RINGS = 600, DIRECTIONS = 36 };
    const int64_t from_x = *x, from_y = *y;
    if (flickemup_free(rules, state, *x, *y, radius, tall, except))
        return;
    for (int ring = 1; ring <= RINGS; ring++)
        for (int i = 0; i < DIRECTIONS; i++) {
            const int32_t angle = i * FLIP_TURN / DIRECTIONS;
            const int32_t there_x = (int32_t)(from_x + (int64_t)ring * STEP * flip_cos(angle) / FLIP_ONE);
            const int32_t there_y = (int32_t)(from_y + (int64_t)ring * STEP * flip_sin(angle) / FLIP_ONE);
            if (flickemup_free(rules, state, there_x, there_y, radius, tall, except)) {
                *x = there_x;
                *y = there_y;
                return;
            }
        }
}

void flickemup_stand(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int32_t x,
                     int32_t y, int32_t angle)
{
    flickemup_nearest_free(rules, state, &x, &y, FLICKEMUP_COWBOY_RADIUS, true, figure);
    state->figure[figure].where = FLICKEMUP_ON_TABLE;
    state->figure[figure].fallen = false;
    state->pose[figure] = flickemup_standing(figure, x, y, angle);
}

void flickemup_lay(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int32_t x, int32_t y,
                   int32_t angle)
{
    flickemup_nearest_free(rules, state, &x, &y, FLICKEMUP_COWBOY_RADIUS, true, figure);
    state->figure[figure].where = FLICKEMUP_ON_TABLE;
    state->figure[figure].fallen = true;
    state->pose[figure] = flip_pose_lying(x, y, FLICKEMUP_COWBOY_RADIUS, angle);
}

/* --- where flicks start ---------------------------------------------------------------------------------------------- */

static void around(const struct flip_pose *pose, int32_t angle, int32_t way, int32_t *x, int32_t *y)
{
    *x = pose->x + (int32_t)((int64_t)way * flip_cos(angle) / FLIP_ONE);
    *y = pose->y + (int32_t)((int64_t)way * flip_sin(angle) / FLIP_ONE);
}

static bool free_around(const struct flickemup_rules *rules, const struct flickemup_state *state,
                        const struct flip_pose *pose, int32_t angle, int32_t radius, struct flip_pose *out)
{
    int32_t x, y;
    around(pose, angle, FLICKEMUP_BULLET_AT, &x, &y);
    *out = flip_pose_upright(x, y, 400, 0);
    return flickemup_free(rules, state, x, y, radius, false, FLICKEMUP_NOBODY);
}

/* The free place around a cowboy whose angle is nearest to the wanted one. */
static bool nearest_around(const struct flickemup_rules *rules, const struct flickemup_state *state,
                           const struct flip_pose *pose, int32_t angle, int32_t radius, struct flip_pose *out)
{
    enum { STEP = 100 };
    for (int32_t turn = 0; turn <= FLIP_TURN / 2; turn += STEP)
        if (free_around(rules, state, pose, angle + turn, radius, out) ||
            free_around(rules, state, pose, angle - turn, radius, out))
            return true;
    return false;
}

static void behind_door(const struct flickemup_rules *rules, const struct flickemup_state *state, int building,
                        int32_t along, int32_t radius, struct flip_pose *out)
{
    const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
    int32_t x, y;
    flickemup_from_door(door, along, -FLICKEMUP_BEHIND, &x, &y);
    flickemup_nearest_free(rules, state, &x, &y, radius, false, FLICKEMUP_NOBODY);
    *out = flip_pose_upright(x, y, 400, 0);
}

/* In a duel the table is empty but for the two. */
static bool duel_muzzle(const struct flickemup_state *state, int figure, int side, int32_t angle, struct flip_pose *out)
{
    const struct flip_pose *own = &state->duel.pose[figure == state->duel.defends];
    const int32_t facing = flip_pose_facing(own);
    int32_t x, y;
    if (side != FLICKEMUP_SIDE_AROUND)
        angle = facing + (side == FLICKEMUP_SIDE_LEFT ? FLIP_TURN / 4 : -FLIP_TURN / 4);
    around(own, angle, FLICKEMUP_BULLET_AT, &x, &y);
    *out = flip_pose_upright(x, y, 400, 0);
    return true;
}

bool flickemup_muzzle(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure, int side,
                      int32_t angle, int32_t radius, struct flip_pose *out)
{
    if (state->duel.on)
        return side != FLICKEMUP_SIDE_DOOR && duel_muzzle(state, figure, side, angle, out);
    const int building = flickemup_building_of(&state->figure[figure]);
    if (building >= 0) {
        const int32_t along = side == FLICKEMUP_SIDE_LEFT    ? FLICKEMUP_BESIDE
                              : side == FLICKEMUP_SIDE_RIGHT ? -FLICKEMUP_BESIDE
                                                             : 0;
        behind_door(rules, state, building, along, radius, out);
        return side != FLICKEMUP_SIDE_AROUND;
    }
    const struct flip_pose *pose = &state->pose[figure];
    if (side == FLICKEMUP_SIDE_DOOR)
        return false;
    if (side == FLICKEMUP_SIDE_AROUND)
        return nearest_around(rules, state, pose, angle, radius, out);
    const int32_t left = flip_pose_facing(pose) + FLIP_TURN / 4, right = left - FLIP_TURN / 2;
    const bool on_left = side == FLICKEMUP_SIDE_LEFT;
    if (free_around(rules, state, pose, on_left ? left : right, radius, out))
        return true;
    /* Both sides are taken: the nearest free angle. */
    struct flip_pose other;
    return !free_around(rules, state, pose, on_left ? right : left, radius, &other) &&
           nearest_around(rules, state, pose, on_left ? left : right, radius, out);
}

void flickemup_disc_start(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure,
                          struct flip_pose *out)
{
    const int building = flickemup_building_of(&state->figure[figure]);
    if (building >= 0) {
        behind_door(rules, state, building, 0, FLICKEMUP_DISC_RADIUS, out);
        return;
    }
    int32_t x = state->pose[figure].x, y = state->pose[figure].y;
    flickemup_nearest_free(rules, state, &x, &y, FLICKEMUP_DISC_RADIUS, false, figure);
    *out = flip_pose_upright(x, y, 400, 0);
}

/* --- the scene ------------------------------------------------------------------------------------------------------- */

void flickemup_scene(const void *rules_, const void *state_, struct flip_scene *out)
{
    const struct flickemup_rules *rules = rules_;
    const struct flickemup_state *state = state_;
    memset(out, 0, sizeof *out);
    out->width = rules->edition.width;
    out->height = rules->edition.height;
    out->count = FLICKEMUP_FLICKED + 1;
    out->flicked = FLICKEMUP_FLICKED;
    out->angle = state->aim.angle;
    out->speed = state->aim.speed;
    out->body[FLICKEMUP_FLICKED] = flickemup_flicked_body(state->aim.kind, &state->aim.from);
    if (state->duel.on) {
        out->body[state->duel.entered] = flickemup_body(state->duel.entered, &state->duel.pose[0]);
        out->body[state->duel.defends] = flickemup_body(state->duel.defends, &state->duel.pose[1]);
        return;
    }
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
        if (flickemup_has_body(state, piece) &&
            !(state->aim.kind == FLICKEMUP_FLICK_MOVE && piece == state->aim.figure))
            out->body[piece] = flickemup_body(piece, &state->pose[piece]);
}
