/*
 * What the rules make of a flick's outcome. A move: did the disc touch anything it must not, did it cross a door line, did it
 * leave by an exit. A shot: what was touched first, and did that fall. Nothing here is physics: where things came to rest is
 * believed as it is told.
 */
#include "games/flickemup/flickemup.h"

/* --- moves ----------------------------------------------------------------------------------------------------------- */

/* The final pose of the flicked piece. */
static struct flip_pose rest_of(const struct flickemup_state *state, const struct flip_outcome *outcome)
{
    return flip_set_has(outcome->moved, FLICKEMUP_FLICKED) ? outcome->pose[FLICKEMUP_FLICKED] : state->aim.from;
}

/* How far the straight way of a disc is gone when it crosses this door line, from the front or from behind, in parts of
   FLIP_ONE; NEVER if it does not. Its foremost point decides. */
enum { NEVER = INT32_MAX };

static int64_t crosses(const struct flip_pose *door, const struct flip_pose *from, const struct flip_pose *to,
                       bool from_front)
{
    int32_t along[2], before[2];
    flickemup_at_door(door, from->x, from->y, &along[0], &before[0]);
    flickemup_at_door(door, to->x, to->y, &along[1], &before[1]);
    if (!from_front) {
        before[0] = -before[0];
        before[1] = -before[1];
    }
    if (before[0] < FLICKEMUP_DISC_RADIUS || before[1] >= FLICKEMUP_DISC_RADIUS)
        return NEVER;
    const int64_t way = before[0] - before[1], part = before[0] - FLICKEMUP_DISC_RADIUS;
    const int64_t at = along[0] + (along[1] - along[0]) * part / way;
    return at > -FLICKEMUP_DOOR_HALF && at < FLICKEMUP_DOOR_HALF ? part * FLIP_ONE / way : NEVER;
}

struct walk {
    int own;     /* the building that is left, or -1 */
    int entered; /* or -1 */
    int touched; /* what must not be touched and was, or -1 */
    int inner;   /* the building whose inner sides were touched, or -1 */
    bool passed; /* the own door line */
    bool told;   /* the outcome itself tells what was crossed, which then counts, and nothing else does */
};

/* Contacts up to the moment that decides. */
static void follow(const struct flickemup_rules *rules, const struct flickemup_state *state,
                   const struct flip_outcome *outcome, struct walk *walk)
{
    for (int i = 0; i < outcome->contacts; i++) {
        const int piece = outcome->contact[i].piece, part = outcome->contact[i].part;
        const int building = piece - FLICKEMUP_BUILDINGS_AT;
        const bool own = building == walk->own && walk->own >= 0;
        walk->told |= part == FLIP_PART_BACK || part == FLIP_PART_DOOR;
        if (part == FLIP_PART_BACK) {
            walk->passed |= own;
        } else if (part == FLIP_PART_DOOR) {
            if (!own && flickemup_enterable(rules, state, building) && (walk->own < 0 || walk->passed) &&
                (walk->inner < 0 || walk->inner == building)) {
                walk->entered = building;
                return;
            }
        } else if (own) {
            continue;
        } else if (part == FLIP_PART_INNER && flickemup_enterable(rules, state, building) &&
                   (walk->inner < 0 || walk->inner == building)) {
            walk->inner = building;
        } else {
            walk->touched = piece;
            return;
        }
    }
}

/* An outcome written by hand that is silent about doors crosses what lies on the straight way; the first door on it is
   entered. Where the houses are is not asked anew: a house that was shoved along is an affair of the physics, which tells. */
static void derive(const struct flickemup_rules *rules, const struct flickemup_state *state,
                   const struct flip_pose *rest, struct walk *walk)
{
    const struct flip_pose *from = &state->aim.from;
    if (walk->own >= 0 && !walk->passed)
        walk->passed = crosses(&state->pose[FLICKEMUP_BUILDINGS_AT + walk->own], from, rest, false) != NEVER;
    if (walk->own >= 0 && !walk->passed)
        return;
    int64_t first = NEVER;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        if (building == walk->own || !flickemup_enterable(rules, state, building) ||
            (walk->inner >= 0 && walk->inner != building))
            continue;
        const int64_t gone = crosses(&state->pose[FLICKEMUP_BUILDINGS_AT + building], from, rest, true);
        if (gone < first) {
            first = gone;
            walk->entered = building;
        }
    }
}

static int exit_at(const struct flickemup_rules *rules, const struct flip_pose *pose)
{
    for (int i = 0; i < rules->edition.exits; i++) {
        const struct flickemup_exit *exit = &rules->edition.exit[i];
        const bool across = exit->edge == FLICKEMUP_LEFT || exit->edge == FLICKEMUP_RIGHT;
        const int32_t width = rules->edition.width, height = rules->edition.height, slack = FLICKEMUP_MM;
        const bool edge = exit->edge == FLICKEMUP_BOTTOM ? pose->y <= slack
                          : exit->edge == FLICKEMUP_TOP  ? pose->y >= height - slack
                          : exit->edge == FLICKEMUP_LEFT ? pose->x <= slack
                                                         : pose->x >= width - slack;
        const int32_t at = across ? pose->y : pose->x;
        if (edge && at >= exit->from && at <= exit->to)
            return i;
    }
    return -1;
}

static void walk_out(struct flickemup_state *state, int figure, int exit)
{
    struct flickemup_figure *gone = &state->figure[figure];
    const int team = flickemup_team_of(figure);
    gone->where = FLICKEMUP_GONE;
    gone->exit = (uint8_t)exit;
    for (int i = 0; i < FLICKEMUP_HAND; i++)
        if (gone->hand[i] != FLICKEMUP_NOTHING && team < FLICKEMUP_TEAMS)
            state->out[exit][team][gone->hand[i]]++;
    if (figure != state->initiative)
        return;
    const int first = team == FLICKEMUP_LAW ? FLICKEMUP_LAWMEN : FLICKEMUP_OUTLAWS;
    for (int mate = first; mate < first + FLICKEMUP_TEAM; mate++)
        if (flickemup_lives(&state->figure[mate])) {
            state->initiative = (uint8_t)mate;
            return;
        }
}

static bool enemy_inside(const struct flickemup_state *state, int figure, int building)
{
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
        if (flickemup_team_of(other) == !flickemup_team_of(figure) &&
            flickemup_building_of(&state->figure[other]) == building)
            return true;
    return false;
}

static void enter(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int building)
{
    state->verdict.piece = (uint8_t)(FLICKEMUP_BUILDINGS_AT + building);
    if (figure < FLICKEMUP_COWBOYS && flickemup_rule(rules, FLICKEMUP_RULE_DUEL) &&
        enemy_inside(state, figure, building)) {
        state->verdict.ruling = FLICKEMUP_RULED_CHALLENGE;
        state->duel.building = (uint8_t)building;
        state->stage = FLICKEMUP_CHALLENGE;
        return;
    }
    state->verdict.ruling = FLICKEMUP_RULED_ENTERED;
    state->figure[figure].where = (uint8_t)(FLICKEMUP_INSIDE + building);
}

static void arrive(const struct flickemup_rules *rules, struct flickemup_state *state, int figure,
                   const struct walk *walk, const struct flip_pose *rest)
{
    int32_t x = rest->x, y = rest->y;
    int32_t facing = flip_pose_facing(&state->pose[figure]);
    state->verdict.ruling = walk->own >= 0 ? FLICKEMUP_RULED_LEFT : FLICKEMUP_RULED_MOVED;
    if (walk->own >= 0) {
        const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + walk->own];
        int32_t along, before;
        flickemup_at_door(door, x, y, &along, &before);
        if (before < FLICKEMUP_BEFORE && along > -FLICKEMUP_FRONT_HALF && along < FLICKEMUP_FRONT_HALF)
            flickemup_from_door(door, along, FLICKEMUP_BEFORE, &x, &y);
        facing = flip_pose_facing(door);
        state->verdict.piece = (uint8_t)(FLICKEMUP_BUILDINGS_AT + walk->own);
    }
    flickemup_stand(rules, state, figure, x, y, facing);
}

static void settle_move(const struct flickemup_rules *rules, struct flickemup_state *state,
                        const struct flip_outcome *outcome)
{
    const int figure = state->aim.figure;
    const struct flip_pose rest = rest_of(state, outcome);
    const bool off = flip_set_has(outcome->off, FLICKEMUP_FLICKED);
    struct walk walk = {
        .own = state->aim.inside - 1, .entered = -1, .touched = -1, .inner = -1, .told = outcome->doors};
    follow(rules, state, outcome, &walk);
    if (walk.touched < 0 && walk.entered < 0 && !walk.told)
        derive(rules, state, &rest, &walk);
    if (walk.touched < 0 && walk.entered < 0 && walk.inner >= 0)
        walk.touched = FLICKEMUP_BUILDINGS_AT + walk.inner;
    const int exit = off ? exit_at(rules, &rest) : -1;
    struct flickemup_verdict *verdict = &state->verdict;
    if (walk.touched >= 0) {
        verdict->ruling = FLICKEMUP_RULED_TOUCHED;
        verdict->piece = (uint8_t)walk.touched;
    } else if (walk.entered >= 0) {
        enter(rules, state, figure, walk.entered);
    } else if (walk.own >= 0 && !walk.passed) {
        verdict->ruling = FLICKEMUP_RULED_STUCK;
        verdict->piece = (uint8_t)(FLICKEMUP_BUILDINGS_AT + walk.own);
    } else if (off && exit < 0) {
        verdict->ruling = FLICKEMUP_RULED_OFF;
    } else if (off) {
        verdict->ruling = FLICKEMUP_RULED_EXIT;
        verdict->piece = (uint8_t)exit;
        walk_out(state, figure, exit);
    } else {
        arrive(rules, state, figure, &walk, &rest);
    }
    if (figure < FLICKEMUP_COWBOYS)
        state->may_face = state->figure[figure].where == FLICKEMUP_ON_TABLE;
    if (state->stage != FLICKEMUP_CHALLENGE) {
        flickemup_go_on(rules, state);
        return;
    }
    /* Only one enemy inside: there is nobody to choose from. */
    state->may_face = 0;
    int enemy = -1, count = 0;
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
        if (flickemup_team_of(other) != flickemup_team_of(figure) &&
            flickemup_building_of(&state->figure[other]) == state->duel.building) {
            enemy = other;
            count++;
        }
    if (count == 1)
        flickemup_start_duel(rules, state, figure, enemy);
}

/* --- shots ----------------------------------------------------------------------------------------------------------- */

/* Where a piece that left the table comes back. */
static void come_back(const struct flickemup_rules *rules, struct flip_pose *pose)
{
    const int32_t low = FLICKEMUP_BACK_INSIDE, right = rules->edition.width - low, top = rules->edition.height - low;
    pose->x = pose->x < low ? low : pose->x > right ? right : pose->x;
    pose->y = pose->y < low ? low : pose->y > top ? top : pose->y;
}

static bool pose_leans(const struct flip_pose *pose) { return pose->q[1] != 0 || pose->q[2] != 0; }

/* Objects and buildings stay where they were pushed to. */
static void push_objects(const struct flickemup_rules *rules, struct flickemup_state *state,
                         const struct flip_outcome *outcome)
{
    for (int piece = FLICKEMUP_FIGURES; piece < FLICKEMUP_PIECES; piece++) {
        if (!flip_set_has(outcome->moved, piece))
            continue;
        struct flip_pose pose = outcome->pose[piece];
        if (flip_set_has(outcome->off, piece)) {
            come_back(rules, &pose);
            const struct flip_body body = flickemup_body(piece, &pose);
            const int32_t widest = body.size[0] > body.size[1] ? body.size[0] : body.size[1];
            flickemup_nearest_free(rules, state, &pose.x, &pose.y, widest / 2, true, piece);
            pose = flickemup_standing(piece, pose.x, pose.y, flip_pose_facing(&pose));
        }
        if (piece <= FLICKEMUP_GALLOWS && pose_leans(&pose)) /* a building that was tipped over is set up where it is */
            pose = flickemup_standing(piece, pose.x, pose.y, flip_pose_facing(&pose));
        state->pose[piece] = pose;
    }
}

/* Figures that were pushed and those that fell. `hit` lies where it fell; the others who fell are lifted afterwards. */
static void push_figures(const struct flickemup_rules *rules, struct flickemup_state *state,
                         const struct flip_outcome *outcome, flip_set fallen, int hit)
{
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        if (state->figure[figure].where != FLICKEMUP_ON_TABLE || !flip_set_has(outcome->moved | outcome->fell, figure))
            continue;
        struct flip_pose pose = flip_set_has(outcome->moved, figure) ? outcome->pose[figure] : state->pose[figure];
        if (flip_set_has(outcome->off, figure))
            come_back(rules, &pose);
        const int32_t facing = flip_pose_facing(&state->pose[figure]);
        const bool lay = state->figure[figure].fallen;
        if (flip_set_has(fallen, figure) && figure != hit) {
            state->pose[figure] = pose; /* out of the others' way until all have been placed */
            continue;
        }
        if ((figure == hit || lay) && !flip_pose_down(&pose))
            pose = flip_pose_lying(pose.x, pose.y, FLICKEMUP_COWBOY_RADIUS, facing);
        state->figure[figure].fallen = lay || figure == hit;
        if (!state->figure[figure].fallen) /* exactly upright, so that nothing creeps */
            pose = flickemup_standing(figure, pose.x, pose.y, flip_pose_facing(&pose));
        state->pose[figure] = pose;
    }
}

/* The others who fell stand up again where they are, when who lost the last hit point has left: nobody keeps his place. */
static void lift_others(const struct flickemup_rules *rules, struct flickemup_state *state, flip_set fallen, int hit)
{
    for (flip_set rest = fallen; rest; rest = flip_set_rest(rest)) {
        const int figure = flip_set_first(rest);
        if (figure == hit)
            continue;
        const struct flip_pose pose = state->pose[figure];
        flickemup_stand(rules, state, figure, pose.x, pose.y, flip_pose_facing(&pose));
        state->verdict.stood_up |= (uint16_t)(1U << figure);
    }
}

/* The first contact with anything but the table, or -1. */
static int first_touched(const struct flip_outcome *outcome)
{
    for (int i = 0; i < outcome->contacts; i++)
        if (outcome->contact[i].part == FLIP_PART_BODY || outcome->contact[i].part == FLIP_PART_INNER)
            return outcome->contact[i].piece;
    return -1;
}

/* Figures that stood and are down now. */
static flip_set down_now(const struct flickemup_state *state, const struct flip_outcome *outcome)
{
    flip_set down = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (flickemup_stands(&state->figure[figure]) && flip_set_has(outcome->fell | outcome->off, figure))
            down |= FLIP_BIT(figure);
    return down;
}

static void judge(const struct flickemup_state *state, int first, flip_set fallen, struct flickemup_verdict *verdict)
{
    const bool figure = first >= 0 && first < FLICKEMUP_FIGURES;
    verdict->piece = verdict->figure = (uint8_t)(first < 0 ? FLICKEMUP_NOBODY : first);
    if (first < 0) {
        verdict->ruling = FLICKEMUP_RULED_MISSED;
    } else if (figure && flip_set_has(fallen, first)) {
        verdict->ruling = FLICKEMUP_RULED_HIT;
    } else if (fallen) {
        verdict->figure = (uint8_t)flip_set_first(fallen);
        verdict->ruling = !figure                       ? FLICKEMUP_RULED_RICOCHET
                          : state->figure[first].fallen ? FLICKEMUP_RULED_BEHIND
                                                        : FLICKEMUP_RULED_SECOND;
    } else if (!figure) {
        verdict->ruling = FLICKEMUP_RULED_STRUCK;
    } else {
        verdict->ruling = state->figure[first].fallen ? FLICKEMUP_RULED_LYING : FLICKEMUP_RULED_GRAZED;
    }
}

static void settle_shot(const struct flickemup_rules *rules, struct flickemup_state *state,
                        const struct flip_outcome *outcome)
{
    const int first = first_touched(outcome);
    const flip_set fallen = down_now(state, outcome);
    judge(state, first, fallen, &state->verdict);
    const bool hit = state->verdict.ruling == FLICKEMUP_RULED_HIT;
    flickemup_count_shot(state, hit ? first : -1, hit ? &state->pose[first] : NULL);
    push_objects(rules, state, outcome);
    push_figures(rules, state, outcome, fallen, hit ? first : -1);
    if (hit && flickemup_wound(rules, state, first, state->aim.figure))
        state->verdict.ruling = FLICKEMUP_RULED_KILLED;
    lift_others(rules, state, fallen, hit ? first : -1);
    flickemup_go_on(rules, state);
}

/* Dynamite does no harm by its slide: whoever it felled stands up, then it goes off. */
static void settle_throw(const struct flickemup_rules *rules, struct flickemup_state *state,
                         const struct flip_outcome *outcome)
{
    const struct flip_pose rest = rest_of(state, outcome);
    const flip_set fallen = down_now(state, outcome);
    push_objects(rules, state, outcome);
    push_figures(rules, state, outcome, fallen, -1);
    lift_others(rules, state, fallen, -1);
    if (flip_set_has(outcome->off, FLICKEMUP_FLICKED))
        state->verdict.ruling = FLICKEMUP_RULED_FIZZLED;
    else
        flickemup_explode(rules, state, rest.x, rest.y, state->aim.figure);
    flickemup_go_on(rules, state);
}

void flickemup_settle(const void *rules, void *state_, const struct flip_outcome *outcome)
{
    struct flickemup_state *state = state_;
    state->verdict = (struct flickemup_verdict){.frozen = outcome->frozen};
    state->phase++;
    if (state->duel.on)
        flickemup_settle_duel(rules, state, outcome);
    else if (state->aim.kind == FLICKEMUP_FLICK_MOVE)
        settle_move(rules, state, outcome);
    else if (state->aim.kind == FLICKEMUP_FLICK_SHOT)
        settle_shot(rules, state, outcome);
    else
        settle_throw(rules, state, outcome);
}
