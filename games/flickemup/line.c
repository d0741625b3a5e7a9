/*
 * What a flick points at: it goes along its line among the footprints and meets the first of them. Words use it, so that a log
 * says "a shot at O2" and not "352.4°", and so does what decides whether an entrance can be reached (clearing.c); what a flick
 * comes to is the physics' to say.
 */
#include "games/flickemup/flickemup.h"

enum { STEP = 100, FARTHEST = 400000 /* farther than any table is wide */ };

static const struct flip_pose *pose_of(const struct flickemup_state *state, int piece)
{
    if (!state->duel.on)
        return flickemup_has_body(state, piece) ? &state->pose[piece] : NULL;
    return piece == state->duel.entered   ? &state->duel.pose[0]
           : piece == state->duel.defends ? &state->duel.pose[1]
                                          : NULL;
}

static int nearest(const struct flickemup_state *state, int32_t x, int32_t y, flip_set except, int32_t *away)
{
    int found = FLICKEMUP_NOBODY;
    *away = INT32_MAX;
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++) {
        const struct flip_pose *pose = pose_of(state, piece);
        if (flip_set_has(except, piece) || !pose)
            continue;
        const int32_t way = flickemup_distance(piece, pose, x, y, false);
        if (way < *away) {
            *away = way;
            found = piece;
        }
    }
    return found;
}

int flickemup_in_line(const struct flickemup_rules *rules, const struct flickemup_state *state,
                      const struct flip_pose *from, int32_t angle, int32_t radius, int except, int32_t *way)
{
    const int64_t c = flip_cos(angle), s = flip_sin(angle);
    for (*way = 0; *way < FARTHEST;) {
        const int32_t x = from->x + (int32_t)(*way * c / FLIP_ONE), y = from->y + (int32_t)(*way * s / FLIP_ONE);
        if (x < 0 || y < 0 || x > rules->edition.width || y > rules->edition.height)
            break;
        int32_t away;
        const int piece = nearest(state, x, y, except < FLICKEMUP_PIECES ? FLIP_BIT(except) : 0, &away);
        if (away <= radius && piece != FLICKEMUP_NOBODY)
            return piece;
        /* Nothing is nearer than that, so it is free to go as far. */
        *way += away - radius > STEP ? away - radius : STEP;
    }
    return FLICKEMUP_NOBODY;
}

int flickemup_first_between(const struct flickemup_state *state, const struct flip_pose *from, int32_t x, int32_t y,
                            int32_t radius, flip_set except)
{
    const int64_t dx = x - from->x, dy = y - from->y;
    const int64_t length = flip_square_root((uint64_t)(dx * dx + dy * dy));
    for (int64_t way = 0; way < length;) {
        int32_t away;
        const int piece = nearest(state, from->x + (int32_t)(dx * way / length), from->y + (int32_t)(dy * way / length),
                                  except, &away);
        if (piece == FLICKEMUP_NOBODY || away < radius)
            return piece;
        way += away - radius > STEP ? away - radius : STEP;
    }
    return FLICKEMUP_NOBODY;
}

int flickemup_door_in_line(const struct flickemup_rules *rules, const struct flickemup_state *state,
                           const struct flip_pose *from, int32_t angle, int32_t way)
{
    const int32_t x = from->x + (int32_t)((int64_t)way * flip_cos(angle) / FLIP_ONE);
    const int32_t y = from->y + (int32_t)((int64_t)way * flip_sin(angle) / FLIP_ONE);
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
        int32_t along, before, end_along, end_before;
        if (!flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building) ||
            !flickemup_enterable(rules, state, building))
            continue;
        flickemup_at_door(door, from->x, from->y, &along, &before);
        flickemup_at_door(door, x, y, &end_along, &end_before);
        end_before -= FLICKEMUP_DISC_RADIUS; /* a part of the disc over the line is enough */
        if (before <= 0 || end_before > 0)
            continue;
        const int64_t at = along + (int64_t)(end_along - along) * before / (before - end_before);
        if (at > -FLICKEMUP_DOOR_HALF && at < FLICKEMUP_DOOR_HALF)
            return building;
    }
    return -1;
}
