/*
 * A flick, from the push until everything is at rest.
 *
 * ODE solves the contacts that touch.c finds. Units are cm, g and s, at 1 kHz. While a moving piece is near another,
 * steps are shorter, so that nothing moves more than half a millimetre in one: at 4 m/s a bullet goes 4 mm in a
 * millisecond, deep enough to feel a cowboy's far side, and the result of a hit must not depend on where a step
 * happened to begin.
 *
 * Only pieces that were touched have a body in the solver. The others stay as they were saved and cost nothing.
 *
 * Results are the same bit for bit, because everything happens in the order of the pieces. QuickStep shuffles its
 * constraints by ODE's random numbers, which all threads share, but only from its ninth iteration on, and we use eight.
 * All worlds also share its list of jobs unless each has its own. So flicks in several threads do not affect each
 * other; tests check both.
 */
#include "physics/physics.h"

#include "physics/parts.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define WOOD_FRICTION  0.35
#define BOUNCE         0.4
#define BOUNCE_FROM    4.0  /* cm/s: slower contacts do not bounce */
#define ROLLING        0.06 /* cm: the lever of rolling friction, which slows what rolls or rocks */
#define PUSH_OUT       10.0 /* cm/s at most, for pieces that overlap */
#define MAX_WAY        0.03 /* cm a step, near another piece, as far as the shortest step allows */
#define FELL           M_SQRT1_2
#define ROCKS          0.978 /* cosine of 12°: a piece that leans less rocks; one that leans more must be free to tip */
#define ALL_ODE_DATA   (unsigned)dAllocateMaskAll
#define ASLEEP_SPEED   0.3  /* cm/s */
#define ASLEEP_TURNING 0.08 /* rad/s */
#define ASLEEP_AFTER   0.04 /* s below both */

enum {
    ITERATIONS = 8,       /* see above */
    TIME_LIMIT = 6000,    /* ms */
    MAX_CONTACTS = 256,   /* contact points in a step; more are left out */
    SPEED_LIMIT = 10000,  /* mm/s: a scene above is a mistake */
    TABLE_LIMIT = 1000000 /* 1/100 mm: the same for a table's side */
};

/* --- ODE ------------------------------------------------------------------------------------------------------------ */

static void ignore_message(int number, const char *message, va_list arguments)
{
    (void)number;
    (void)message;
    (void)arguments;
}

/* For ODE's own assertions, after which it cannot go on. */
static void give_up(int number, const char *message, va_list arguments)
{
    ignore_message(number, message, arguments);
    abort();
}

static void start_ode(void)
{
    dInitODE2(0);
    dSetMessageHandler(ignore_message);
    dSetErrorHandler(give_up);
    dSetDebugHandler(give_up);
}

struct flip_physics *flip_physics_open(struct flip_error *error)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_ode);
    struct flip_physics *physics = calloc(1, sizeof *physics);
    if (!physics || !dAllocateODEDataForThread(ALL_ODE_DATA)) {
        free(physics);
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a table to flick on.");
        return NULL;
    }
    physics->world = dWorldCreate();
    physics->jobs = dThreadingAllocateSelfThreadedImplementation();
    if (!physics->jobs) {
        dWorldDestroy(physics->world);
        free(physics);
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a table to flick on.");
        return NULL;
    }
    dWorldSetStepThreadingImplementation(physics->world, dThreadingImplementationGetFunctions(physics->jobs),
                                         physics->jobs);
    physics->contacts = dJointGroupCreate(0);
    for (int n = 0; n < 2; n++) {
        physics->shapes.cylinder[n] = dCreateCylinder(NULL, 1, 1);
        physics->shapes.box[n] = dCreateBox(NULL, 1, 1, 1);
    }
    dWorldSetGravity(physics->world, 0, 0, -GRAVITY);
    dWorldSetQuickStepNumIterations(physics->world, ITERATIONS);
    dWorldSetERP(physics->world, 0.2);
    dWorldSetCFM(physics->world, 1e-9);
    dWorldSetContactMaxCorrectingVel(physics->world, PUSH_OUT);
    dWorldSetAutoDisableFlag(physics->world, 1);
    dWorldSetAutoDisableLinearThreshold(physics->world, ASLEEP_SPEED);
    dWorldSetAutoDisableAngularThreshold(physics->world, ASLEEP_TURNING);
    dWorldSetAutoDisableSteps(physics->world, 0);
    dWorldSetAutoDisableTime(physics->world, ASLEEP_AFTER);
    return physics;
}

void flip_physics_close(struct flip_physics *physics)
{
    if (!physics)
        return;
    for (int n = 0; n < 2; n++) {
        dGeomDestroy(physics->shapes.cylinder[n]);
        dGeomDestroy(physics->shapes.box[n]);
    }
    dJointGroupDestroy(physics->contacts);
    dWorldDestroy(physics->world);
    dThreadingFreeImplementation(physics->jobs);
    free(physics);
}

/* --- bodies --------------------------------------------------------------------------------------------------------- */

static void add_body(struct run *run, int number)
{
    struct piece *piece = &run->piece[number];
    if (piece->body)
        return;
    piece->body = dBodyCreate(run->physics->world);
    dBodySetMass(piece->body, &piece->mass);
    dBodySetPosition(piece->body, piece->at[0], piece->at[1], piece->at[2]);
    dMatrix3 rows = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            rows[4 * i + j] = piece->turn[i][j];
    dBodySetRotation(piece->body, rows);
    run->bodies |= FLIP_BIT(number);
    run->awake |= FLIP_BIT(number);
}

static bool awake(const struct piece *piece) { return piece->body && dBodyIsEnabled(piece->body); }

static void leave_table(struct run *run, int number)
{
    struct piece *piece = &run->piece[number];
    run->outcome->off |= FLIP_BIT(number);
    run->outcome->moved |= FLIP_BIT(number);
    run->outcome->pose[number] = piece_pose(piece);
    dBodyDestroy(piece->body);
    piece->body = NULL;
    piece->here = false;
    piece->gone = true;
    run->here &= ~FLIP_BIT(number);
    run->bodies &= ~FLIP_BIT(number);
}

/* --- hits of the flicked piece --------------------------------------------------------------------------------------- */

static void add_hit(struct run *run, int number, enum flip_contact_part part, dReal depth)
{
    if (flip_set_has(run->seen[part], number) || run->hit_count == FLIP_CONTACTS)
        return;
    run->seen[part] |= FLIP_BIT(number);
    run->hit[run->hit_count++] = (struct hit){number, part, depth};
}

/* Moves the hits of a step to the outcome, the deepest first, since it began first. Returns whether there are any. */
static bool report_hits(struct run *run)
{
    struct flip_outcome *outcome = run->outcome;
    const bool any = run->hit_count > 0;
    for (; run->hit_count > 0; run->hit_count--) {
        struct hit *first = run->hit, *last = &run->hit[run->hit_count - 1];
        for (struct hit *other = run->hit; other <= last; other++)
            if (other->depth > first->depth)
                first = other;
        if (outcome->contacts < FLIP_CONTACTS)
            outcome->contact[outcome->contacts++] =
                (struct flip_contact){.piece = (uint8_t)first->number, .part = (uint8_t)first->part};
        memmove(first, first + 1, (size_t)(last - first) * sizeof *first);
    }
    return any;
}

/* A point in the frame of a building's pose, which faces +x; y runs along the door line. */
static void in_building(const struct piece *building, const dReal at[3], dReal out[2])
{
    for (int j = 0; j < 2; j++) {
        out[j] = building->mass_centre[j];
        for (int i = 0; i < 3; i++)
            out[j] += building->turn[i][j] * (at[i] - building->at[i]);
    }
}

static dReal door_half(const struct piece *building)
{
    return fabs(building->part[0].offset[1] + building->mass_centre[1]) - building->part[0].half[1];
}

static enum flip_contact_part part_hit(const struct piece *other, const struct part *part, const dReal at[3])
{
    if (!part->support)
        return FLIP_PART_BODY;
    dReal where[2];
    in_building(other, at, where);
    return fabs(where[1]) < door_half(other) + 0.01 ? FLIP_PART_INNER : FLIP_PART_BODY;
}

/* Notes when the rim of the flicked piece crosses a door line, and from which side. Fallen buildings have no door. */
static void check_doors(struct run *run, bool first)
{
    const struct piece *flicked = &run->piece[run->scene->flicked];
    if (!flicked->here)
        return;
    for (int n = 0; n < run->scene->count; n++) {
        const struct piece *building = &run->piece[n];
        if (run->scene->body[n].shape != FLIP_BODY_BUILDING || !building->here || n == run->scene->flicked ||
            piece_upright(building) < FELL)
            continue;
        dReal where[2];
        in_building(building, flicked->at, where);
        const dReal beside = larger(0, fabs(where[1]) - door_half(building));
        const bool on_line = sqrt(where[0] * where[0] + beside * beside) < flicked->part[0].half[0];
        if (on_line && !run->on_line_before[n] && !first)
            add_hit(run, n, where[0] > 0 ? FLIP_PART_DOOR : FLIP_PART_BACK, 0);
        run->on_line_before[n] = on_line;
    }
}

/* --- one step ------------------------------------------------------------------------------------------------------- */

static void point_velocity(const struct piece *piece, const dReal at[3], dReal out[3])
{
    dVector3 velocity = {0};
    if (piece && piece->body)
        dBodyGetPointVel(piece->body, at[0], at[1], at[2], velocity);
    for (int i = 0; i < 3; i++)
        out[i] = velocity[i];
}

/* Turns a touch into a constraint. ODE's friction is a square, so it is turned in the direction of sliding to be the
   same in all. */
static void add_contact(struct run *run, struct piece *a, struct piece *b, const struct touch *touch, bool slowed)
{
    if (run->contact_count++ >= MAX_CONTACTS)
        return;
    dContact contact = {0};
    contact.surface.mode = dContactApprox1 | dContactBounce;
    contact.surface.mu = b ? WOOD_FRICTION : TABLE_FRICTION;
    contact.surface.bounce = BOUNCE;
    contact.surface.bounce_vel = BOUNCE_FROM;
    if (slowed) {
        contact.surface.mode |= dContactRolling;
        contact.surface.rho = contact.surface.rho2 = contact.surface.rhoN = ROLLING;
    }
    dReal va[3], vb[3], slide[3], along = 0, speed = 0;
    point_velocity(a, touch->at, va);
    point_velocity(b, touch->at, vb);
    for (int i = 0; i < 3; i++)
        along += (va[i] - vb[i]) * touch->normal[i];
    for (int i = 0; i < 3; i++) {
        slide[i] = va[i] - vb[i] - along * touch->normal[i];
        speed += slide[i] * slide[i];
    }
    speed = sqrt(speed);
    if (speed > 1e-3) {
        contact.surface.mode |= dContactFDir1;
        for (int i = 0; i < 3; i++)
            contact.fdir1[i] = slide[i] / speed;
    }
    for (int i = 0; i < 3; i++) {
        contact.geom.pos[i] = touch->at[i];
        contact.geom.normal[i] = touch->normal[i];
    }
    contact.geom.depth = touch->depth;
    dJointAttach(dJointCreateContact(run->physics->world, run->physics->contacts, &contact), a->body,
                 b ? b->body : NULL);
}

static bool overlap(const struct piece *a, const struct piece *b, dReal room)
{
    for (int i = 0; i < 3; i++)
        if (a->low[i] - room > b->high[i] || b->low[i] - room > a->high[i])
            return false;
    return true;
}

static void collide_pair(struct run *run, int first, int second)
{
    struct piece *a = &run->piece[first], *b = &run->piece[second];
    for (int m = 0; m < a->part_count; m++)
        for (int n = 0; n < b->part_count; n++) {
            struct touch touch[TOUCHES];
            const int count = touch_parts(&a->part[m], &b->part[n], &run->physics->shapes, touch);
            for (int k = 0; k < count; k++) {
                add_body(run, first);
                add_body(run, second);
                add_contact(run, a, b, &touch[k], false);
                if (first == run->scene->flicked)
                    add_hit(run, second, part_hit(b, &b->part[n], touch[k].at), touch[k].depth);
                else if (second == run->scene->flicked)
                    add_hit(run, first, part_hit(a, &a->part[m], touch[k].at), touch[k].depth);
            }
        }
}

/* Is this a cylinder that rolls on its side or rocks on its rim? One that leans far is not: rolling friction could keep
   it from falling. */
static bool rolls(const struct part *part, int touches)
{
    const dReal upright = fabs(part->turn[2][2]);
    return part->kind == CYLINDER && touches < 4 && (upright > ROCKS || upright < FELL);
}

static void collide_table(struct run *run, struct piece *piece)
{
    if (piece->low[2] > NEAR)
        return;
    for (int n = 0; n < piece->part_count; n++) {
        struct touch touch[TOUCHES];
        const struct part *part = &piece->part[n];
        const int count = touch_table(part, touch);
        for (int k = 0; k < count; k++)
            add_contact(run, piece, NULL, &touch[k], rolls(part, count));
    }
}

static void find_awake(struct run *run)
{
    run->awake = 0;
    for (flip_set rest = run->bodies; rest; rest = flip_set_rest(rest))
        run->awake |= (flip_set)awake(&run->piece[flip_set_first(rest)]) << flip_set_first(rest);
}

/* Each pair once, in the order of the pieces, unless both are asleep. A piece that is touched wakes up and can touch
   others. */
static void collide_all(struct run *run)
{
    find_awake(run);
    for (flip_set first = run->here; first; first = flip_set_rest(first)) {
        const int a = flip_set_first(first);
        const bool a_moves = flip_set_has(run->awake, a);
        if (a_moves)
            collide_table(run, &run->piece[a]);
        for (flip_set rest = flip_set_rest(first) & (a_moves ? run->here : run->awake); rest;
             rest = flip_set_rest(rest)) {
            const int b = flip_set_first(rest);
            if (overlap(&run->piece[a], &run->piece[b], 0))
                collide_pair(run, a, b);
        }
    }
}

/* How many ticks the next step may take. */
static int step_ticks(const struct run *run)
{
    dReal fastest = 0;
    for (flip_set rest = run->bodies; rest; rest = flip_set_rest(rest)) {
        const int number = flip_set_first(rest);
        const struct piece *piece = &run->piece[number];
        if (!awake(piece))
            continue;
        const dReal *velocity = dBodyGetLinearVel(piece->body);
        const dReal speed =
            sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]) * 1e-3;
        if (speed <= larger(fastest, MAX_WAY))
            continue;
        for (int other = 0; other < run->scene->count; other++)
            if (other != number && run->piece[other].here && overlap(piece, &run->piece[other], NEAR + speed)) {
                fastest = speed;
                break;
            }
    }
    int ticks = TICKS;
    while (ticks > 1 && fastest * ticks > MAX_WAY * TICKS)
        ticks /= 2;
    return ticks;
}

static void record_all(struct run *run)
{
    for (flip_set rest = run->bodies; rest; rest = flip_set_rest(rest))
        run_record(run, flip_set_first(rest), false);
}

/* Updates the pieces after a step, and removes those that left the table. */
static void update_all(struct run *run)
{
    for (flip_set rest = run->bodies; rest; rest = flip_set_rest(rest)) {
        const int number = flip_set_first(rest);
        struct piece *piece = &run->piece[number];
        if (!awake(piece))
            continue;
        piece_update(piece);
        if (piece_past_edge(piece, run->width, run->height)) {
            if (run->path)
                run_record(run, number, true);
            leave_table(run, number);
        }
    }
}

static bool anything_moves(const struct run *run)
{
    for (flip_set rest = run->bodies; rest; rest = flip_set_rest(rest))
        if (awake(&run->piece[flip_set_first(rest)]))
            return true;
    return false;
}

/* --- the flick ------------------------------------------------------------------------------------------------------ */

static int make_pieces(struct run *run, struct flip_error *error)
{
    const struct flip_scene *scene = run->scene;
    if (scene->count < 1 || scene->count > FLIP_PIECES || scene->flicked < 0 || scene->flicked >= scene->count ||
        scene->body[scene->flicked].shape == FLIP_BODY_NONE)
        return flip_fail(error, FLIP_ERROR_BAD_SCENE, "The scene has no piece to flick.");
    if (scene->speed <= 0 || scene->speed > SPEED_LIMIT)
        return flip_fail(error, FLIP_ERROR_BAD_SCENE, "A flick of %d mm/s is none: 1 to %d.", (int)scene->speed,
                         SPEED_LIMIT);
    if (scene->width <= 0 || scene->height <= 0 || scene->width > TABLE_LIMIT || scene->height > TABLE_LIMIT)
        return flip_fail(error, FLIP_ERROR_BAD_SCENE, "The scene's table has no size that a table has.");
    for (int n = 0; n < scene->count; n++) {
        if (piece_make(&run->piece[n], &scene->body[n], n, error) != 0)
            return -1;
        run->here |= (flip_set)run->piece[n].here << n;
    }
    return 0;
}

static void push(struct run *run)
{
    const struct flip_scene *scene = run->scene;
    const dReal angle = scene->angle * (M_PI / 18000), speed = scene->speed / 10.0;
    add_body(run, scene->flicked);
    dBodySetLinearVel(run->piece[scene->flicked].body, speed * cos(angle), speed * sin(angle), 0);
}

static void step(struct run *run)
{
    if (run->bodies == FLIP_BIT(run->scene->flicked))
        run_glide(run);
    const int ticks = step_ticks(run);
    run->contact_count = 0;
    collide_all(run);
    if (report_hits(run) && run->path)
        record_all(run);
    dWorldQuickStep(run->physics->world, ticks * (1e-3 / TICKS));
    dJointGroupEmpty(run->physics->contacts);
    const int recorded = run->ticks / (TICKS * FLIP_PATH_STEP);
    run->ticks += ticks;
    update_all(run);
    check_doors(run, false);
    report_hits(run);
    if (run->path && run->ticks / (TICKS * FLIP_PATH_STEP) != recorded)
        record_all(run);
}

static void finish(struct run *run)
{
    struct flip_outcome *outcome = run->outcome;
    outcome->frozen = anything_moves(run);
    if (run->path)
        record_all(run);
    for (int n = 0; n < run->scene->count; n++) {
        struct piece *piece = &run->piece[n];
        if (!piece->body)
            continue;
        const struct flip_pose pose = piece_pose(piece);
        if (memcmp(&pose, &run->scene->body[n].pose, sizeof pose) != 0) {
            outcome->moved |= FLIP_BIT(n);
            outcome->pose[n] = pose;
        }
        if (run->scene->body[n].figure && piece_upright(piece) < FELL)
            outcome->fell |= FLIP_BIT(n);
        dBodyDestroy(piece->body);
        piece->body = NULL;
    }
}

int flip_physics_flick(struct flip_physics *physics, const struct flip_scene *scene, struct flip_outcome *outcome,
                       struct flip_path *path, struct flip_error *error)
{
    struct run run = {.physics = physics,
                      .scene = scene,
                      .outcome = outcome,
                      .path = path,
                      .piece = physics->piece,
                      .width = scene->width / 1000.0,
                      .height = scene->height / 1000.0};
    memset(outcome, 0, sizeof *outcome);
    outcome->doors = true;
    if (path)
        path->count = 0;
    if (!dAllocateODEDataForThread(ALL_ODE_DATA))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a flick.");
    if (make_pieces(&run, error) != 0)
        return -1;
    for (int n = 0; n < scene->count; n++) {
        run.shown[n] = scene->body[n].pose;
        outcome->pose[n] = scene->body[n].pose;
    }
    check_doors(&run, true);
    push(&run);
    while (run.ticks < TIME_LIMIT * TICKS && anything_moves(&run))
        step(&run);
    finish(&run);
    return 0;
}

static int flick_in_world(void *context, const struct flip_scene *scene, struct flip_outcome *out,
                          struct flip_error *error)
{
    (void)context;
    struct flip_physics *physics = flip_physics_open(error);
    const int status = physics ? flip_physics_flick(physics, scene, out, NULL, error) : -1;
    flip_physics_close(physics);
    return status;
}

struct flip_world flip_physics_world(void) { return (struct flip_world){.flick = flick_in_world}; }
