/* Dynamite goes off. */
#include "games/flickemup/flickemup.h"

/* Outward from the middle of the blast until its nearest part is at the rim. Buildings and the gallows stand fast. */
static void push_out(const struct flickemup_rules *rules, struct flickemup_state *state, int piece, int32_t x,
                     int32_t y)
{
    struct flip_pose *pose = &state->pose[piece];
    const int32_t near = flickemup_distance(piece, pose, x, y, false);
    const int64_t dx = pose->x - x, dy = pose->y - y;
    const int32_t angle = flip_direction(dx, dy), way = FLICKEMUP_BLAST - near;
    const int32_t low = FLICKEMUP_BACK_INSIDE;
    const int32_t right = rules->edition.width - low, top = rules->edition.height - low;
    int32_t to_x = pose->x + (int32_t)((int64_t)way * flip_cos(angle) / FLIP_ONE);
    int32_t to_y = pose->y + (int32_t)((int64_t)way * flip_sin(angle) / FLIP_ONE);
    to_x = to_x < low ? low : to_x > right ? right : to_x;
    to_y = to_y < low ? low : to_y > top ? top : to_y;
    const struct flip_body body = flickemup_body(piece, pose);
    const int32_t widest = body.size[0] > body.size[1] ? body.size[0] : body.size[1];
    flickemup_nearest_free(rules, state, &to_x, &to_y, widest / 2, true, piece);
    pose->x = to_x;
    pose->y = to_y;
}

static void remember(const struct flickemup_rules *rules, struct flickemup_state *state, int32_t x, int32_t y)
{
    for (int i = 0; i < rules->edition.tests; i++) {
        const struct flickemup_test *test = &rules->edition.test[i];
        const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + test->place];
        if (test->kind != FLICKEMUP_TEST_EXPLODED)
            continue;
        const int64_t dx = x - door->x, dy = y - door->y, mm = (int64_t)test->mm * FLICKEMUP_MM;
        if (dx * dx + dy * dy <= mm * mm)
            state->exploded |= FLIP_BIT(i);
    }
}

void flickemup_explode(const struct flickemup_rules *rules, struct flickemup_state *state, int32_t x, int32_t y, int by)
{
    flip_set near = 0, hit = 0;
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++) {
        const bool fast = piece >= FLICKEMUP_BUILDINGS_AT && piece <= FLICKEMUP_GALLOWS;
        if (fast || !flickemup_has_body(state, piece) ||
            flickemup_distance(piece, &state->pose[piece], x, y, false) > FLICKEMUP_BLAST)
            continue;
        near |= FLIP_BIT(piece);
        if (piece < FLICKEMUP_FIGURES && !state->figure[piece].fallen)
            hit |= FLIP_BIT(piece);
    }
    remember(rules, state, x, y);
    state->verdict.ruling = FLICKEMUP_RULED_BLAST;
    state->verdict.count = (uint8_t)flip_set_count(hit);
    for (flip_set rest = near; rest; rest = flip_set_rest(rest))
        push_out(rules, state, flip_set_first(rest), x, y);
    const uint8_t holder = state->initiative;
    for (flip_set rest = hit; rest; rest = flip_set_rest(rest)) {
        const int figure = flip_set_first(rest);
        state->verdict.figure = (uint8_t)figure;
        const struct flip_pose *pose = &state->pose[figure];
        state->figure[figure].fallen = true;
        state->pose[figure] =
            flip_pose_lying(pose->x, pose->y, FLICKEMUP_COWBOY_RADIUS, flip_direction(pose->x - x, pose->y - y));
        /* The thrower may be among the dead: the initiative waits until all are known. */
        state->initiative = FLICKEMUP_NOBODY;
        flickemup_wound(rules, state, figure, by);
    }
    state->initiative = holder;
    flickemup_initiative_after_death(state, by);
}
