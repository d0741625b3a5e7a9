/*
 * Nearly every flick begins with a disc sliding over the bare table, which needs no solver: friction slows it by μ g,
 * whatever its weight and shape, and it goes straight without turning. So while nothing else is awake, a disc that
 * slides flat is moved to where it next comes near a piece or the edge, with the speed that is left, or to where it
 * stops. One square root replaces hundreds of steps. With pieces near all the way, the solver slides it as far to
 * within a percent; a test compares both.
 */
#include "physics/parts.h"

#include <math.h>

#define FLAT   0.9999999 /* cosine of its lean */
#define MARGIN 0.3       /* cm beyond NEAR, so that the solver takes over some steps before anything happens */
#define SLOW   2.0       /* cm/s: from here the solver decides when it stops */
#define QUIET  1e-2      /* cm, cm/s and rad/s: below, it neither hops nor turns */

/* The distance at which a ray enters a rectangle grown by `room`, or INFINITY. */
static dReal ray_enters(const dReal from[2], const dReal way[2], const dReal low[2], const dReal high[2],
                        const dReal room[2])
{
    dReal in = 0, out = INFINITY;
    for (int i = 0; i < 2; i++) {
        const dReal least = low[i] - room[i] - from[i], most = high[i] + room[i] - from[i];
        if (fabs(way[i]) < 1e-12) {
            if (least > 0 || most < 0)
                return INFINITY;
            continue;
        }
        const dReal a = least / way[i], b = most / way[i];
        in = larger(in, smaller(a, b));
        out = smaller(out, larger(a, b));
    }
    return in <= out ? in : INFINITY;
}

/* A distance that is certainly free. */
static dReal free_distance(const struct run *run, const dReal way[2], dReal speed)
{
    const struct piece *flicked = &run->piece[run->scene->flicked];
    const dReal room = NEAR + MARGIN + speed * 1e-3;
    const dReal reach[2] = {flicked->high[0] - flicked->at[0] + room, flicked->high[1] - flicked->at[1] + room};
    const dReal size[2] = {run->width, run->height};
    dReal nearest = INFINITY;
    for (int n = 0; n < run->scene->count; n++)
        if (n != run->scene->flicked && run->piece[n].here)
            nearest = smaller(nearest, ray_enters(flicked->at, way, run->piece[n].low, run->piece[n].high, reach));
    for (int i = 0; i < 2; i++)
        if (fabs(way[i]) > 1e-12)
            nearest = smaller(nearest, ((way[i] > 0 ? size[i] : 0) - flicked->at[i]) / way[i] - room);
    return nearest;
}

void run_glide(struct run *run)
{
    struct piece *flicked = &run->piece[run->scene->flicked];
    const dReal brake = TABLE_FRICTION * GRAVITY, from[2] = {flicked->at[0], flicked->at[1]};
    const dReal *velocity = dBodyGetLinearVel(flicked->body), *turning = dBodyGetAngularVel(flicked->body);
    const dReal speed = sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
    if (speed < SLOW || fabs(velocity[2]) > QUIET || piece_upright(flicked) < FLAT || fabs(flicked->low[2]) > QUIET ||
        fabs(turning[0]) + fabs(turning[1]) + fabs(turning[2]) > QUIET)
        return;
    const dReal way[2] = {velocity[0] / speed, velocity[1] / speed}, rest = speed * speed / (2 * brake);
    const dReal far = smaller(free_distance(run, way, speed), rest);
    if (far < MARGIN)
        return;
    const dReal left = far < rest ? sqrt(speed * speed - 2 * brake * far) : 0;
    /* In whole ticks, as time is counted. */
    const int ticks = (int)floor((speed - left) / brake * 1e3 * TICKS), start = run->ticks;
    const int pause = TICKS * FLIP_PATH_STEP;
    for (int next = (start / pause + 1) * pause - start;; next += pause) {
        const bool last = next >= ticks || !run->path;
        const dReal seconds = (last ? ticks : next) * (1e-3 / TICKS);
        const dReal gone = last && left == 0 ? rest : speed * seconds - brake * seconds * seconds / 2;
        run->ticks = start + (last ? ticks : next);
        dBodySetPosition(flicked->body, from[0] + gone * way[0], from[1] + gone * way[1], flicked->at[2]);
        piece_update(flicked);
        if (last)
            break;
        run_record(run, run->scene->flicked, false);
    }
    const dReal now = left == 0 ? 0 : speed - brake * ticks * (1e-3 / TICKS);
    dBodySetLinearVel(flicked->body, now * way[0], now * way[1], 0);
}
