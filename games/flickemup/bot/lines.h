/*
 * The table of Flick 'em Up! as straight lines see it: footprints, and what a disc meets that slides among them. Geometry
 * alone, in millimetres and radians: it is a thousand times cheaper than physics, and good enough to say which flicks are
 * worth trying there.
 */
#pragma once

#include "games/flickemup/flickemup.h"

/* A footprint: a circle of radius half_x if half_y is 0, or a rectangle turned by (c, s). */
struct footprint {
    double x, y, c, s, half_x, half_y;
    int piece;
};

struct lines {
    const struct flickemup_rules *rules;
    const struct flickemup_state *state;
    double width, height;
    struct {
        double x, y, c, s; /* the middle of the door line, and where it faces */
    } door[FLICKEMUP_BUILDINGS];
    int count;
    struct footprint print[FLICKEMUP_PIECES + FLICKEMUP_BUILDINGS];
};

enum line_end { LINE_RESTS, LINE_TOUCHES, LINE_ENTERS, LINE_EXITS, LINE_OFF };

/* How the slide of a movement disc ends. */
struct line {
    enum line_end end;
    int what; /* the piece, the building or the exit */
    double x, y;
};

struct point {
    double x, y;
};

/// All that has a body.
void lines_of(const struct flickemup_rules *rules, const struct flickemup_state *state, struct lines *out);

/// The figure has gone elsewhere in `state`, which the lines look at from now on; all else is where it was.
void lines_moved(struct lines *lines, const struct flickemup_state *state, int figure);

/// The chance that a fast bullet with an error of so many radians fells somebody at that distance whom nothing hides.
double chance_at(double angle_error, double far);

/// The same with what stands between, from three lines: quick, for looking at all pairs of cowboys.
double line_chance(const struct lines *lines, struct point from, int figure, double angle_error, int except);

/// Would a movement disc slide freely from there to there?
bool line_free(const struct lines *lines, struct point from, struct point to, int except);

/// The chance that a bullet from there, aimed at `angle`, meets the figure first and well enough to fell it.
double line_hits(const struct lines *lines, double x, double y, double angle, double angle_error, int figure,
                 int except);

/// Where a movement disc comes to that would slide `way`. `own`: the building that it leaves, or -1.
struct line line_of_disc(const struct lines *lines, double x, double y, double angle, double way, int except, int own);

struct point point_of(const struct flip_pose *pose);
/// The point before the middle of a door, or behind it.
struct point before_door(const struct lines *lines, int building, double before);
double way_between(struct point a, struct point b);

/// The speed in mm/s that slides so far, and how far a speed slides.
double speed_for(double way);
double way_of(double speed);
