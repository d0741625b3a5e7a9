/*
 * Clearing an entrance: before a move, an object that stands in an entrance which this move can reach, or behind the building that
 * the mover is in, may be put to either side. A move reaches an entrance if its disc can go straight from where it starts over the
 * door line, from the front, and touches nothing but the blocks of the building that it leaves; what may be put aside on that way
 * is thought away.
 *
 * Games of version 1 cleared every entrance, before any flick.
 */
#include "games/flickemup/flickemup.h"

/* --- what stands where ----------------------------------------------------------------------------------------------- */

/* Before the door as far as a disc must come, and behind it as far as it starts. */
enum { ENTRANCE = 3000, BACKYARD = FLICKEMUP_BEHIND + FLICKEMUP_DISC_RADIUS };

/* In the entrance of this building; if it is the `own` one, also behind it. */
static bool stands_in(const struct flickemup_state *state, int object, int building, bool own)
{
    const struct flip_pose *pose = &state->pose[object], *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
    int32_t along, before;
    if (!flip_set_has(state->here, object) || !flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building))
        return false;
    flickemup_at_door(door, pose->x, pose->y, &along, &before);
    if (along > 8000 || along < -8000 || before > 8000 || before < -12000)
        return false;
    /* The middle of the way through the door, point by point. */
    for (int32_t depth = own ? -BACKYARD : -FLICKEMUP_BLOCK_SIDE / 2; depth <= ENTRANCE; depth += 200) {
        int32_t x, y;
        flickemup_from_door(door, 0, depth, &x, &y);
        if (flickemup_distance(object, pose, x, y, false) < FLICKEMUP_DISC_RADIUS)
            return true;
    }
    return false;
}

/* Everything that can be put aside there. */
static flip_set objects_in(const struct flickemup_state *state, int building, bool own)
{
    flip_set objects = 0;
    for (int object = FLICKEMUP_BARRELS; object < FLICKEMUP_PIECES; object++)
        if (stands_in(state, object, building, own))
            objects |= FLIP_BIT(object);
    return objects;
}

void flickemup_put_aside(const struct flickemup_rules *rules, struct flickemup_state *state, int object, int building,
                         bool left)
{
    const struct flip_body body = flickemup_body(object, &state->pose[object]);
    const int32_t widest = body.size[0] > body.size[1] ? body.size[0] : body.size[1];
    const int32_t aside = FLICKEMUP_DOOR_HALF + FLICKEMUP_BLOCK_SIDE + widest;
    struct flip_pose *pose = &state->pose[object];
    int32_t along, before, x, y;
    flickemup_at_door(&state->pose[FLICKEMUP_BUILDINGS_AT + building], pose->x, pose->y, &along, &before);
    flickemup_from_door(&state->pose[FLICKEMUP_BUILDINGS_AT + building], left ? aside : -aside, before, &x, &y);
    flickemup_nearest_free(rules, state, &x, &y, widest / 2, true, object);
    pose->x = x;
    pose->y = y;
}

/* --- what a move can reach ------------------------------------------------------------------------------------------- */

/* Out of the own building: within 45 degrees of its axis. */
static bool leads_out(const struct flip_pose *door, const struct flip_pose *from, int32_t x, int32_t y)
{
    int32_t along[2], before[2];
    flickemup_at_door(door, from->x, from->y, &along[0], &before[0]);
    flickemup_at_door(door, x, y, &along[1], &before[1]);
    const int32_t ahead = before[1] - before[0], aside = along[1] - along[0];
    return aside <= ahead && -aside <= ahead;
}

/* Why a move does not lead there. */
enum obstacle { NONE, CLOSED, BEHIND, TOO_FAR, NOT_THIS_WAY, ASLANT, IN_THE_WAY };

struct reach {
    enum obstacle obstacle;
    int piece; /* that is in the way */
};

/* The straight way to one point of the door line. */
static struct reach reach_point(const struct flickemup_state *state, const struct flip_pose *from, int own,
                                int building, int32_t along, flip_set gone)
{
    const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
    const int64_t farthest = (int64_t)FLIP_SPEED_MAX * FLIP_SPEED_MAX * FLICKEMUP_MM / (2 * FLIP_SLOWING);
    int32_t x, y;
    flickemup_from_door(door, along, FLICKEMUP_DISC_RADIUS - FLICKEMUP_MM, &x, &y);
    const int64_t dx = x - from->x, dy = y - from->y;
    if (dx * dx + dy * dy > farthest * farthest)
        return (struct reach){TOO_FAR, FLICKEMUP_NOBODY};
    if (own >= 0 && !leads_out(&state->pose[FLICKEMUP_BUILDINGS_AT + own], from, x, y))
        return (struct reach){NOT_THIS_WAY, FLICKEMUP_NOBODY};
    const int piece = flickemup_first_between(state, from, x, y, FLICKEMUP_DISC_RADIUS, gone);
    return (struct reach){piece == FLICKEMUP_NOBODY                    ? NONE
                          : piece == FLICKEMUP_BUILDINGS_AT + building ? ASLANT
                                                                       : IN_THE_WAY,
                          piece};
}

enum { STEP = 200, MOST = 1000 }; /* along a door line, from its middle: so far a disc touches no block */

/* The ways from one point to all of the door line. If none leads there, the one to its middle tells why. */
static struct reach reach_from(const struct flickemup_state *state, const struct flip_pose *from, int own, int building,
                               flip_set gone)
{
    const struct reach middle = reach_point(state, from, own, building, 0, gone);
    for (int32_t aside = STEP; aside <= MOST && middle.obstacle != NONE; aside += STEP)
        for (int side = -1; side <= 1; side += 2)
            if (reach_point(state, from, own, building, side * aside, gone).obstacle == NONE)
                return (struct reach){NONE, FLICKEMUP_NOBODY};
    return middle;
}

/* What a figure's next move makes of another building's entrance. Out of a building the way begins in the door, wherever that is
   crossed: the disc may touch the own blocks. */
static struct reach reach_of(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure,
                             int building)
{
    const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
    const int own = flickemup_building_of(&state->figure[figure]);
    struct flip_pose from;
    int32_t along, before;
    if (!flickemup_enterable(rules, state, building))
        return (struct reach){CLOSED, FLICKEMUP_NOBODY};
    flickemup_disc_start(rules, state, figure, &from);
    flickemup_at_door(door, from.x, from.y, &along, &before);
    if (before < FLICKEMUP_DISC_RADIUS)
        return (struct reach){BEHIND, FLICKEMUP_NOBODY};
    flip_set gone = objects_in(state, building, false) | FLIP_BIT(figure);
    if (own < 0)
        return reach_from(state, &from, own, building, gone);
    gone |= objects_in(state, own, true) | FLIP_BIT(FLICKEMUP_BUILDINGS_AT + own);
    struct reach reach = {NONE, FLICKEMUP_NOBODY};
    for (int32_t aside = -MOST; aside <= MOST; aside += MOST) {
        flickemup_from_door(&state->pose[FLICKEMUP_BUILDINGS_AT + own], aside, 0, &from.x, &from.y);
        reach = reach_from(state, &from, own, building, gone);
        if (reach.obstacle == NONE)
            break;
    }
    return reach;
}

static void say_reach(const struct flickemup_rules *rules, int building, struct reach reach, struct flip_text *why)
{
    static const char *const words[] = {
        [BEHIND] = "a house is entered from the front",
        [TOO_FAR] = "it is too far away",
        [NOT_THIS_WAY] = "the way out of this house does not lead there",
        [ASLANT] = "he is too far to the side of it",
    };
    if (reach.obstacle == CLOSED) {
        flip_text_add(why, "%s is closed until %d o’clock, so no move leads there", flickemup_places[building],
                      rules->edition.closed_until[building]);
        return;
    }
    flip_text_add(why, "his move cannot reach the entrance of %s because ", flickemup_places[building]);
    if (reach.obstacle != IN_THE_WAY) {
        flip_text_add(why, "%s", words[reach.obstacle]);
        return;
    }
    flickemup_add_piece(why, reach.piece);
    flip_text_add(why, " is in the way");
}

/* --- who may clear what ---------------------------------------------------------------------------------------------- */

/* The figures that may move now: the cowboy while he has an action, and witnesses. */
static flip_set movers(const struct flickemup_rules *rules, const struct flickemup_state *state)
{
    flip_set figures = state->actions > 0 ? FLIP_BIT(state->active) : 0;
    for (int witness = FLICKEMUP_WITNESSES; witness < FLICKEMUP_FIGURES; witness++)
        if (flickemup_witness_may(rules, state, witness))
            figures |= FLIP_BIT(witness);
    return figures;
}

/* For this figure's move? Says why not, unless another reason is said already. */
static bool clears(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure, int object,
                   int building, struct flip_text *why)
{
    const bool own = flickemup_building_of(&state->figure[figure]) == building;
    if (!stands_in(state, object, building, own))
        return false;
    const struct reach reach = own ? (struct reach){NONE, FLICKEMUP_NOBODY} : reach_of(rules, state, figure, building);
    if (reach.obstacle != NONE && why->length == 0)
        say_reach(rules, building, reach, why);
    return reach.obstacle == NONE;
}

/* The first of these buildings that it may be put aside from in a game of version 1. */
static int clears_anyway(const struct flickemup_state *state, int object, flip_set near)
{
    const int own = flickemup_building_of(&state->figure[state->active]);
    for (; near; near = flip_set_rest(near))
        if (stands_in(state, object, flip_set_first(near), flip_set_first(near) == own))
            return flip_set_first(near);
    return -1;
}

int flickemup_clears(const struct flickemup_rules *rules, const struct flickemup_state *state, int object,
                     struct flip_text *why)
{
    flip_set near = 0, entrances = 0;
    if (!flickemup_rule(rules, FLICKEMUP_RULE_BUILDINGS)) {
        flip_text_add(why, "in this scenario buildings are scenery");
        return -1;
    }
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        if (stands_in(state, object, building, true)) {
            near |= FLIP_BIT(building);
            entrances |= stands_in(state, object, building, false) ? FLIP_BIT(building) : 0;
        }
    if (!rules->clear_in_reach && clears_anyway(state, object, near) >= 0)
        return clears_anyway(state, object, near);
    for (flip_set figures = rules->clear_in_reach && near ? movers(rules, state) : 0; figures;
         figures = flip_set_rest(figures))
        for (flip_set rest = near; rest; rest = flip_set_rest(rest))
            if (clears(rules, state, flip_set_first(figures), object, flip_set_first(rest), why))
                return flip_set_first(rest);
    if (why->length == 0)
        flip_text_add(why, entrances ? "an entrance is cleared only before a move, and he has no action left"
                                     : "it stands in no entrance");
    return -1;
}

bool flickemup_stays(const struct flickemup_rules *rules, const struct flickemup_state *state, int object,
                     struct flip_text *why)
{
    if (state->stage != FLICKEMUP_PLAYING || !flickemup_rule(rules, FLICKEMUP_RULE_BUILDINGS) || !movers(rules, state))
        return false;
    bool entrance = false;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        entrance |= stands_in(state, object, building, false);
    return entrance && flickemup_clears(rules, state, object, why) < 0;
}
