/*
 * A mix of flicks that no player would choose and that every player might make: any cowboy, any place, any direction, any speed.
 * It asks how often a flick does not come to rest, what becomes of the houses, and whether the rules say of a door what the
 * physics says. A third of the moves from outside start before a door and are aimed at it, or hardly any would enter.
 */
#include "games/flickemup/bench_mix.h"

#include "games/flickemup/flickemup.h"
#include "physics/physics.h"

#include <flipside/edition.h>
#include <flipside/random.h>

#include <stdio.h>

enum { SCENARIOS = 10, KINDS = 3, ROWS = 2 * KINDS };

struct row {
    int flicks, stopped, moved, tipped; /* tipped: a house that does not stand upright at the end */
    int left, left_untold;              /* ruled to have left a house; without a word of the physics */
    int entered, entered_untold;
    int stuck_told; /* ruled to be still inside, though the physics saw him cross */
};

static int32_t between(struct flip_random *random, int32_t low, int32_t high)
{
    return low + (int32_t)flip_random_below(random, (uint32_t)(high - low + 1));
}

/* --- the flick ------------------------------------------------------------------------------------------------------- */

static int32_t towards(const struct flip_pose *from, const struct flip_pose *to)
{
    return flip_direction(to->x - from->x, to->y - from->y);
}

static int any_house(const struct flickemup_state *state, struct flip_random *random)
{
    int house = FLICKEMUP_BUILDINGS_AT;
    do
        house = FLICKEMUP_BUILDINGS_AT + between(random, 0, FLICKEMUP_BUILDINGS - 1);
    while (!flip_set_has(state->here, house));
    return house;
}

/* Stands him somewhere and says where he flicks to: at a piece, or anywhere. */
static int32_t aim_outside(const struct flickemup_rules *rules, struct flickemup_state *state, int cowboy, bool to_door,
                           struct flip_random *random)
{
    int32_t x = between(random, 2000, rules->edition.width - 2000);
    int32_t y = between(random, 2000, rules->edition.height - 2000);
    int target = any_house(state, random);
    if (to_door)
        flickemup_from_door(&state->pose[target], between(random, -8000, 8000), between(random, 6000, 26000), &x, &y);
    flickemup_stand(rules, state, cowboy, x, y, between(random, 0, FLIP_TURN - 1));
    if (to_door)
        return flip_angle(towards(&state->pose[cowboy], &state->pose[target]) + between(random, -800, 800));
    target = between(random, 0, FLICKEMUP_PIECES - 1);
    if (target == cowboy || !flickemup_has_body(state, target))
        return between(random, 0, FLIP_TURN - 1);
    return flip_angle(towards(&state->pose[cowboy], &state->pose[target]) + between(random, -300, 300));
}

static int32_t aim_inside(struct flickemup_state *state, int cowboy, struct flip_random *random)
{
    const int house = any_house(state, random);
    state->figure[cowboy].where = (uint8_t)(FLICKEMUP_INSIDE + house - FLICKEMUP_BUILDINGS_AT);
    return flip_angle(flip_pose_facing(&state->pose[house]) +
                      between(random, -FLICKEMUP_DOOR_ANGLE, FLICKEMUP_DOOR_ANGLE));
}

/* A side on which a bullet can be laid: the rules offer no other. */
static int free_side(const struct flickemup_rules *rules, const struct flickemup_state *state, int cowboy)
{
    struct flip_pose from;
    return flickemup_muzzle(rules, state, cowboy, FLICKEMUP_SIDE_LEFT, 0, FLICKEMUP_BULLET_RADIUS, &from)
               ? FLICKEMUP_SIDE_LEFT
               : FLICKEMUP_SIDE_RIGHT;
}

/* A turn of a cowboy up to the moment when the outcome is due; `inside` becomes whether he is. */
static void make_flick(const struct flickemup_rules *rules, struct flickemup_state *state, int kind, bool *inside,
                       struct flip_random *random)
{
    int cowboy;
    flickemup_start(rules, state);
    do
        cowboy = between(random, 0, FLICKEMUP_COWBOYS - 1);
    while (state->figure[cowboy].where != FLICKEMUP_ON_TABLE);
    state->active = (uint8_t)cowboy;
    state->team = (uint8_t)flickemup_team_of(cowboy);
    state->actions = 2;
    state->stage = FLICKEMUP_PLAYING;
    *inside &= flickemup_rule(rules, FLICKEMUP_RULE_BUILDINGS);
    const bool to_door = kind == FLICKEMUP_FLICK_MOVE && between(random, 0, 2) == 0;
    const int32_t angle =
        *inside ? aim_inside(state, cowboy, random) : aim_outside(rules, state, cowboy, to_door, random);
    flip_move move = flickemup_move(FLICKEMUP_MOVE, cowboy, 0);
    if (kind == FLICKEMUP_FLICK_SHOT)
        move = flickemup_move(FLICKEMUP_SHOOT, *inside ? FLICKEMUP_SIDE_DOOR : free_side(rules, state, cowboy), 0);
    if (kind == FLICKEMUP_FLICK_THROW) {
        flickemup_pick_up(&state->figure[cowboy], FLICKEMUP_DYNAMITE);
        move = flickemup_move(FLICKEMUP_THROW, 0, 0);
    }
    flickemup_apply(rules, state, flickemup_decides(rules, state),
                    flickemup_aimed(move, angle, between(random, FLIP_SPEED_MIN, FLIP_SPEED_MAX), 0));
}

/* --- what came of it -------------------------------------------------------------------------------------------------- */

static bool told(const struct flip_outcome *outcome, int piece, enum flip_contact_part part)
{
    for (int i = 0; i < outcome->contacts; i++)
        if (outcome->contact[i].piece == piece && outcome->contact[i].part == part)
            return true;
    return false;
}

static void count_houses(struct row *row, const struct flip_outcome *outcome)
{
    bool moved = false, tipped = false;
    for (int house = FLICKEMUP_BUILDINGS_AT; house < FLICKEMUP_BUILDINGS_AT + FLICKEMUP_BUILDINGS; house++) {
        const struct flip_pose *pose = &outcome->pose[house];
        moved |= flip_set_has(outcome->moved, house);
        tipped |= flip_set_has(outcome->moved, house) && (pose->q[1] != 0 || pose->q[2] != 0);
    }
    row->moved += moved;
    row->tipped += tipped;
}

static void count_doors(struct row *row, const struct flip_outcome *outcome, int own,
                        const struct flickemup_verdict *verdict)
{
    const int ruling = verdict->ruling;
    const bool entered = ruling == FLICKEMUP_RULED_ENTERED || ruling == FLICKEMUP_RULED_CHALLENGE;
    const bool crossed = told(outcome, FLICKEMUP_BUILDINGS_AT + own, FLIP_PART_BACK);
    if (entered) {
        row->entered++;
        row->entered_untold += !told(outcome, verdict->piece, FLIP_PART_DOOR);
    }
    if (own < 0)
        return;
    const bool left =
        entered || ruling == FLICKEMUP_RULED_LEFT || ruling == FLICKEMUP_RULED_OFF || ruling == FLICKEMUP_RULED_EXIT;
    row->left += left;
    row->left_untold += left && !crossed;
    row->stuck_told += ruling == FLICKEMUP_RULED_STUCK && crossed;
}

static int flick(struct flip_physics *physics, const struct flickemup_rules *rules, int kind, bool inside,
                 struct flip_random *random, struct row rows[ROWS], struct flip_error *error)
{
    struct flickemup_state state;
    struct flip_scene scene;
    struct flip_outcome outcome;
    make_flick(rules, &state, kind, &inside, random);
    flickemup_scene(rules, &state, &scene);
    if (flip_physics_flick(physics, &scene, &outcome, NULL, error) != 0)
        return -1;
    struct row *row = &rows[2 * kind + inside];
    row->flicks++;
    row->stopped += outcome.frozen;
    count_houses(row, &outcome);
    const int own = state.aim.inside - 1;
    flickemup_settle(rules, &state, &outcome);
    if (kind == FLICKEMUP_FLICK_MOVE)
        count_doors(row, &outcome, own, &state.verdict);
    return 0;
}

/* --- the table -------------------------------------------------------------------------------------------------------- */

static void print_row(const char *name, const struct row *row)
{
    const double all = row->flicks > 0 ? row->flicks : 1;
    printf("| %s | %d | %d (%.2f %%) | %d (%.1f %%) | %d (%.2f %%) |\n", name, row->flicks, row->stopped,
           100 * row->stopped / all, row->moved, 100 * row->moved / all, row->tipped, 100 * row->tipped / all);
}

static void print_rows(const struct row rows[ROWS])
{
    static const char *const names[ROWS] = {"moves, outside",     "moves, from inside", "shots, outside",
                                            "shots, from inside", "throws, outside",    "throws, from inside"};
    struct row all = {0};
    printf("| kind | flicks | stopped after six seconds | a house moved | a house tipped |\n|---|---|---|---|---|\n");
    for (int i = 0; i < ROWS; i++) {
        print_row(names[i], &rows[i]);
        all.flicks += rows[i].flicks;
        all.stopped += rows[i].stopped;
        all.moved += rows[i].moved;
        all.tipped += rows[i].tipped;
        all.left += rows[i].left;
        all.left_untold += rows[i].left_untold;
        all.entered += rows[i].entered;
        all.entered_untold += rows[i].entered_untold;
        all.stuck_told += rows[i].stuck_told;
    }
    print_row("all", &all);
    printf("\nruled out of a house: %d, of which the physics saw no crossing: %d\n", all.left, all.left_untold);
    printf("ruled into a house: %d, of which the physics saw no crossing: %d\n", all.entered, all.entered_untold);
    printf("ruled to be inside still, though the physics saw a crossing: %d\n", all.stuck_told);
}

int print_mix(int flicks, uint64_t seed, struct flip_error *error)
{
    static struct flickemup_rules rules[SCENARIOS];
    struct row rows[ROWS] = {0};
    struct flip_options options;
    struct flip_random random;
    flip_options_default(&flip_flickemup, &options);
    for (int i = 0; i < SCENARIOS; i++)
        if (flickemup_prepare(&rules[i], flickemup_files.editions[i].data, &options, 2, error) != 0)
            return -1;
    struct flip_physics *physics = flip_physics_open(error);
    int status = physics ? 0 : -1;
    flip_random_seed(&random, seed);
    for (int i = 0; i < flicks && status == 0; i++)
        status = flick(physics, &rules[i % SCENARIOS], i / SCENARIOS % KINDS, i / (SCENARIOS * KINDS) % 2, &random,
                       rows, error);
    flip_physics_close(physics);
    if (status == 0)
        print_rows(rows);
    return status;
}
