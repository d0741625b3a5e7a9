/* Aiming with keys. */
#include "faces/terminal/play/screen.h"

#include <string.h>

void flip_aim_keys(const struct flip_aim *aim, int width, struct flip_text *out)
{
    int angles = 0;
    for (int i = 0; i < aim->count; i++)
        angles += aim->range[i].turn != 0;
    const bool wide = width >= 100, power = aim->count > angles;
    flip_text_add(out, wide ? "← → angle (< > by ten, , . fine)" : "←→ angle (<> ten, ,. fine)");
    if (power)
        flip_text_add(out, wide ? " · ↑ ↓ power (PgUp PgDn)" : " · ↑↓ power");
    if (angles > 1)
        flip_text_add(out, " · Tab: other angle");
    flip_text_add(out, power ? " · Enter: flick" : " · Enter: do it");
    flip_text_add(out, wide || angles == 1 ? " · Esc: leave" : " · Esc");
}

static int32_t beginning(const struct flip_aim *aim, const struct flip_range *range)
{
    for (int i = 0; i < FLIP_MAX_RANGES; i++)
        if (aim->last[i].name && strcmp(aim->last[i].name, range->name) == 0 && aim->last[i].value >= range->min &&
            aim->last[i].value <= range->max)
            return aim->last[i].value;
    if (range->turn && range->max - range->min + 1 >= range->turn)
        return 0;
    return range->turn ? (range->min + range->max) / 2 : range->min + (range->max - range->min) / 4;
}

bool flip_aim_begin(struct flip_aim *aim, struct flip_match *match, int seat, const struct flip_action *action)
{
    aim->count = match->calls->ranges(match, seat, action, aim->range);
    if (aim->count == 0)
        return false;
    aim->on = true;
    aim->template = *action;
    aim->turning = 0;
    for (int i = 0; i < aim->count; i++)
        aim->value[i] = beginning(aim, &aim->range[i]);
    return true;
}

static void change(struct flip_aim *aim, int field, int32_t by)
{
    const struct flip_range *range = &aim->range[field];
    int32_t value = aim->value[field] + by;
    if (range->turn && range->max - range->min + 1 >= range->turn)
        value = range->min + ((value - range->min) % range->turn + range->turn) % range->turn;
    aim->value[field] = value < range->min ? range->min : value > range->max ? range->max : value;
}

static void turn(struct flip_aim *aim, int hundredths)
{
    int seen = 0;
    for (int i = 0; i < aim->count; i++)
        if (aim->range[i].turn && seen++ == aim->turning)
            change(aim, i, hundredths * aim->range[i].scale / 100);
}

static void strengthen(struct flip_aim *aim, int by)
{
    for (int i = 0; i < aim->count; i++)
        if (!aim->range[i].turn)
            change(aim, i, by * aim->range[i].scale);
}

static void next_angle(struct flip_aim *aim)
{
    int angles = 0;
    for (int i = 0; i < aim->count; i++)
        angles += aim->range[i].turn != 0;
    aim->turning = angles ? (aim->turning + 1) % angles : 0;
}

static void remember(struct flip_aim *aim)
{
    for (int i = 0; i < aim->count; i++)
        for (int k = 0; k < FLIP_MAX_RANGES; k++)
            if (!aim->last[k].name || strcmp(aim->last[k].name, aim->range[i].name) == 0) {
                aim->last[k].name = aim->range[i].name;
                aim->last[k].value = aim->value[i];
                break;
            }
}

enum flip_aim_answer flip_aim_key(struct flip_aim *aim, int key)
{
    static const struct {
        int key, turn, strength;
    } keys[] = {{FLIP_KEY_LEFT, 100, 0},
                {FLIP_KEY_RIGHT, -100, 0},
                {'<', 1000, 0},
                {'>', -1000, 0},
                {',', 10, 0},
                {'.', -10, 0},
                {FLIP_KEY_UP, 0, 50},
                {FLIP_KEY_DOWN, 0, -50},
                {FLIP_KEY_PAGE_UP, 0, 500},
                {FLIP_KEY_PAGE_DOWN, 0, -500}};
    if (key == FLIP_KEY_ENTER || key == ' ') {
        remember(aim);
        aim->on = false;
        return FLIP_AIM_DONE;
    }
    if (key == FLIP_KEY_ESCAPE) {
        aim->on = false;
        return FLIP_AIM_LEFT;
    }
    if (key == '\t') {
        next_angle(aim);
        return FLIP_AIM_GOES_ON;
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key) {
            if (keys[i].turn)
                turn(aim, keys[i].turn);
            if (keys[i].strength)
                strengthen(aim, keys[i].strength);
            return FLIP_AIM_GOES_ON;
        }
    return FLIP_AIM_OTHER;
}

int flip_aim_action(const struct flip_aim *aim, struct flip_match *match, int seat, struct flip_action *out,
                    struct flip_error *error)
{
    return match->calls->fill(match, seat, &aim->template, aim->value, out, error);
}

void flip_aim_text(const struct flip_aim *aim, struct flip_text *out)
{
    int angles = 0;
    for (int i = 0; i < aim->count; i++) {
        const bool active = aim->range[i].turn && angles++ == aim->turning;
        flip_text_add(out, "%s%s%s ", i ? ", " : "", active ? "▸" : "", aim->range[i].name);
        flip_range_text(&aim->range[i], aim->value[i], out);
    }
}
