/*
 * The first part of nearly every flick is a disc that slides over the bare table, and that needs no solver: friction takes
 * μ g from its speed, whatever its weight and shape, and it goes straight and does not turn. So while nothing else is awake, a
 * disc that slides flat is put where it next comes near to a piece or to the edge, with the speed that is left, or to its rest.
 * What was hundreds of steps of the solver is one root. Where pieces are near all the way (a test lets some stand there), the
 * solver slides it as far, to within a percent.
 */
#include "physics/run.h"

#include <math.h>

#define FLAT   0.9999999 /* the cosine of its lean */
#define MARGIN 0.3       /* cm beyond what is near: the solver has it for some steps before anything happens */
#define SLOW   2.0       /* cm/s: the solver knows when to sleep */
#define QUIET  1e-2      /* cm, cm/s and rad/s: it neither hops nor turns */

/* How far a ray goes until it enters a rectangle grown by `room`; INFINITY: it does not. */
static dReal until(const dReal from[2], const dReal way[2], const dReal low[2], const dReal high[2],
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

/* The way that is surely free. */
static dReal free_way(const struct run *run, const dReal way[2], dReal speed)
{
    const struct piece *flicked = &run->piece[run->scene->flicked];
    const dReal room = NEAR + MARGIN + speed * 1e-3;
    const dReal reach[2] = {flicked->high[0] - flicked->at[0] + room, flicked->high[1] - flicked->at[1] + room};
    const dReal size[2] = {run->width, run->height};
    dReal nearest = INFINITY;
    for (int n = 0; n < run->scene->count; n++)
        if (n != run->scene->flicked && run->piece[n].here)
            nearest = smaller(nearest, until(flicked->at, way, run->piece[n].low, run->piece[n].high, reach));
    for (int i = 0; i < 2; i++)
        if (fabs(way[i]) > 1e-12)
            nearest = smaller(nearest, ((way[i] > 0 ? size[i] : 0) - flicked->at[i]) / way[i] - room);
    return nearest;
}

void run_glide(struct run *run)
{
    struct piece *flicked = &run->piece[run->scene->flicked];
    const dReal brake = ON_TABLE * GRAVITY, from[2] = {flicked->at[0], flicked->at[1]};
    const dReal *velocity = dBodyGetLinearVel(flicked->body), *turning = dBodyGetAngularVel(flicked->body);
    const dReal speed = sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
    if (speed < SLOW || fabs(velocity[2]) > QUIET || piece_upright(flicked) < FLAT || fabs(flicked->low[2]) > QUIET ||
        fabs(turning[0]) + fabs(turning[1]) + fabs(turning[2]) > QUIET)
        return;
    const dReal way[2] = {velocity[0] / speed, velocity[1] / speed}, rest = speed * speed / (2 * brake);
    const dReal far = smaller(free_way(run, way, speed), rest);
    if (far < MARGIN)
        return;
    const dReal left = far < rest ? sqrt(speed * speed - 2 * brake * far) : 0;
    /* In whole ticks, so that the clock goes on from there. */
    const int ticks = (int)floor((speed - left) / brake * 1e3 * TICKS), start = run->ticks;
    const int pause = TICKS * FLIP_PATH_STEP;
    for (int next = (start / pause + 1) * pause - start;; next += pause) {
        const bool last = next >= ticks || !run->path;
        const dReal seconds = (last ? ticks : next) * (1e-3 / TICKS);
        const dReal gone = last && left == 0 ? rest : speed * seconds - brake * seconds * seconds / 2;
        run->ticks = start + (last ? ticks : next);
        dBodySetPosition(flicked->body, from[0] + gone * way[0], from[1] + gone * way[1], flicked->at[2]);
        piece_follow(flicked);
        if (last)
            break;
        run_show(run, run->scene->flicked, false);
    }
    const dReal now = left == 0 ? 0 : speed - brake * ticks * (1e-3 / TICKS);
    dBodySetLinearVel(flicked->body, now * way[0], now * way[1], 0);
}
