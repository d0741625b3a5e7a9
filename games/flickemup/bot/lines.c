/* Straight lines among footprints; see lines.h. */
#include "games/flickemup/bot/lines.h"

#include <math.h>

#define FELLS     17.5 /* mm beside the middle: a fast bullet fells a cowboy up to there */
#define BULLET    (FLICKEMUP_BULLET_RADIUS / 100.0)
#define DISC      (FLICKEMUP_DISC_RADIUS / 100.0)
#define DOOR_HALF (FLICKEMUP_DOOR_HALF / 100.0)

/* The middles of seven equally likely parts of the normal distribution. */
static const double parts[] = {0, -0.366, 0.366, -0.792, 0.792, -1.465, 1.465};
enum { PARTS = sizeof parts / sizeof *parts };

double speed_for(double way) { return sqrt(2.0 * FLIP_SLOWING * way); }
double way_of(double speed) { return speed * speed / (2.0 * FLIP_SLOWING); }

/* --- footprints ------------------------------------------------------------------------------------------------------ */

static void add(struct lines *lines, int piece, double x, double y, double facing, double half_x, double half_y)
{
    lines->print[lines->count++] = (struct footprint){
        .x = x, .y = y, .c = cos(facing), .s = sin(facing), .half_x = half_x, .half_y = half_y, .piece = piece};
}

static void add_piece(struct lines *lines, int piece, const struct flip_pose *pose)
{
    const struct flip_body body = flickemup_body(piece, pose);
    const double x = pose->x / 100.0, y = pose->y / 100.0, facing = flip_pose_facing(pose) * M_PI / 18000;
    const double half[3] = {body.size[0] / 200.0, body.size[1] / 200.0, body.size[2] / 200.0};
    if (body.shape == FLIP_BODY_BUILDING) {
        const double block = half[0], aside = half[1] + block;
        for (int side = -1; side <= 1; side += 2)
            add(lines, piece, x - side * aside * sin(facing), y + side * aside * cos(facing), facing, block, block);
    } else if (flip_pose_down(pose)) { /* as a circle that has its longest side */
        add(lines, piece, x, y, 0, fmax(half[2], fmax(half[0], half[1])), 0);
    } else if (body.shape == FLIP_BODY_ROUND) {
        add(lines, piece, x, y, 0, half[0], 0);
    } else {
        add(lines, piece, x, y, facing, half[0], half[1]);
    }
}

void lines_of(const struct flickemup_rules *rules, const struct flickemup_state *state, struct lines *out)
{
    out->rules = rules;
    out->state = state;
    out->width = rules->edition.width / 100.0;
    out->height = rules->edition.height / 100.0;
    out->count = 0;
    for (int i = 0; i < FLICKEMUP_BUILDINGS; i++) {
        const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + i];
        const double facing = flip_pose_facing(door) * M_PI / 18000;
        out->door[i].x = door->x / 100.0;
        out->door[i].y = door->y / 100.0;
        out->door[i].c = cos(facing);
        out->door[i].s = sin(facing);
    }
    if (state->duel.on) { /* on a table of its own */
        add_piece(out, state->duel.entered, &state->duel.pose[0]);
        add_piece(out, state->duel.defends, &state->duel.pose[1]);
        return;
    }
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
        if (flickemup_has_body(state, piece))
            add_piece(out, piece, &state->pose[piece]);
}

void lines_moved(struct lines *lines, const struct flickemup_state *state, int figure)
{
    int kept = 0;
    for (int i = 0; i < lines->count; i++)
        if (lines->print[i].piece != figure)
            lines->print[kept++] = lines->print[i];
    lines->count = kept;
    lines->state = state;
    if (flickemup_has_body(state, figure))
        add_piece(lines, figure, &state->pose[figure]);
}

/* --- places ---------------------------------------------------------------------------------------------------------- */

struct point point_of(const struct flip_pose *pose) { return (struct point){pose->x / 100.0, pose->y / 100.0}; }

struct point before_door(const struct lines *lines, int building, double before)
{
    return (struct point){lines->door[building].x + before * lines->door[building].c,
                          lines->door[building].y + before * lines->door[building].s};
}

double way_between(struct point a, struct point b) { return hypot(a.x - b.x, a.y - b.y); }

/* --- lines ----------------------------------------------------------------------------------------------------------- */

/* The way of a point along (dx, dy) until it enters the footprint grown by `radius`; negative: it does not. */
static double enters(const struct footprint *print, double x, double y, double dx, double dy, double radius)
{
    const double from_x = x - print->x, from_y = y - print->y;
    if (print->half_y == 0) {
        const double reach = print->half_x + radius, middle = -(from_x * dx + from_y * dy);
        const double beside = from_x * dy - from_y * dx;
        const double square = reach * reach - beside * beside;
        return middle <= 0 || square <= 0 ? -1 : fmax(0, middle - sqrt(square));
    }
    /* Slabs, in the frame of the rectangle. Its corners are taken as square, which is a little too careful. */
    const double p[2] = {print->c * from_x + print->s * from_y, print->c * from_y - print->s * from_x};
    const double d[2] = {print->c * dx + print->s * dy, print->c * dy - print->s * dx};
    const double half[2] = {print->half_x + radius, print->half_y + radius};
    double in = 0, out = INFINITY;
    for (int i = 0; i < 2; i++) {
        if (fabs(d[i]) < 1e-9) {
            if (fabs(p[i]) >= half[i])
                return -1;
            continue;
        }
        const double a = (-half[i] - p[i]) / d[i], b = (half[i] - p[i]) / d[i];
        in = fmax(in, fmin(a, b));
        out = fmin(out, fmax(a, b));
    }
    return in < out ? in : -1;
}

/* What a disc of that radius meets first, a piece or -1, and after which way. `except` is not looked at. */
static int line_meets(const struct lines *lines, double x, double y, double angle, double radius, int except,
                      double *way)
{
    const double dx = cos(angle), dy = sin(angle);
    int first = -1;
    *way = INFINITY;
    for (int i = 0; i < lines->count; i++) {
        const struct footprint *print = &lines->print[i];
        if (print->piece == except)
            continue;
        const double reached = enters(print, x, y, dx, dy, radius);
        if (reached >= 0 && reached < *way) {
            *way = reached;
            first = print->piece;
        }
    }
    return first;
}

double chance_at(double angle_error, double far)
{
    const double spread = angle_error * far;
    return spread < 1 ? 1 : erf(FELLS / (spread * M_SQRT2));
}

double line_chance(const struct lines *lines, struct point from, int figure, double angle_error, int except)
{
    const struct point to = point_of(&lines->state->pose[figure]);
    const double far = fmax(30, way_between(from, to)), middle = atan2(to.y - from.y, to.x - from.x);
    const double aside = fmin(0.8 * angle_error, 0.7 * FELLS / far);
    double share = 0, way;
    for (int i = -1; i <= 1; i++)
        if (line_meets(lines, from.x, from.y, middle + i * aside, BULLET, except, &way) == figure)
            share += i ? 0.3 : 0.4;
    return share > 0 ? share * chance_at(angle_error, far) : 0;
}

bool line_free(const struct lines *lines, struct point from, struct point to, int except)
{
    double way;
    line_meets(lines, from.x, from.y, atan2(to.y - from.y, to.x - from.x), DISC, except, &way);
    return way > way_between(from, to);
}

/* Where a ray leaves the table. */
static double to_edge(const struct lines *lines, double x, double y, double angle)
{
    const double dx = cos(angle), dy = sin(angle);
    const double across = dx > 0 ? (lines->width - x) / dx : dx < 0 ? -x / dx : INFINITY;
    const double up = dy > 0 ? (lines->height - y) / dy : dy < 0 ? -y / dy : INFINITY;
    return fmin(across, up);
}

double line_hits(const struct lines *lines, double x, double y, double angle, double angle_error, int figure,
                 int except)
{
    const struct flip_pose *pose = lines->state->duel.on
                                       ? &lines->state->duel.pose[figure == lines->state->duel.defends]
                                       : &lines->state->pose[figure];
    const double to_x = pose->x / 100.0 - x, to_y = pose->y / 100.0 - y;
    int hits = 0;
    for (int i = 0; i < PARTS; i++) {
        const double erred = angle + angle_error * parts[i];
        double way;
        hits += fabs(to_x * sin(erred) - to_y * cos(erred)) < FELLS &&
                line_meets(lines, x, y, erred, BULLET, except, &way) == figure;
    }
    return (double)hits / PARTS;
}

/* The building whose door line a ray crosses from the front first, and after which way. */
static int crosses_door(const struct lines *lines, double x, double y, double angle, int own, double *way)
{
    int building = -1;
    *way = INFINITY;
    for (int i = 0; i < FLICKEMUP_BUILDINGS; i++) {
        if (i == own || !flickemup_enterable(lines->rules, lines->state, i))
            continue;
        const double c = lines->door[i].c, s = lines->door[i].s;
        const double from_x = x - lines->door[i].x, from_y = y - lines->door[i].y;
        const double before = c * from_x + s * from_y, towards = -(c * cos(angle) + s * sin(angle));
        if (before < DISC || towards < 0.2)
            continue;
        const double reached = (before - DISC) / towards; /* its rim is on the line then */
        const double along = c * (from_y + reached * sin(angle)) - s * (from_x + reached * cos(angle));
        if (fabs(along) < DOOR_HALF && reached < *way) {
            *way = reached;
            building = i;
        }
    }
    return building;
}

static int exit_at(const struct lines *lines, double x, double y)
{
    for (int i = 0; i < lines->rules->edition.exits; i++) {
        const struct flickemup_exit *exit = &lines->rules->edition.exit[i];
        const double from = exit->from / 100.0, to = exit->to / 100.0;
        const bool edge = exit->edge == FLICKEMUP_BOTTOM ? y < 1
                          : exit->edge == FLICKEMUP_TOP  ? y > lines->height - 1
                          : exit->edge == FLICKEMUP_LEFT ? x < 1
                                                         : x > lines->width - 1;
        const double at = exit->edge == FLICKEMUP_LEFT || exit->edge == FLICKEMUP_RIGHT ? y : x;
        if (edge && at >= from && at <= to)
            return i;
    }
    return -1;
}

struct line line_of_disc(const struct lines *lines, double x, double y, double angle, double way, int except, int own)
{
    double touched, entered;
    const int piece = line_meets(lines, x, y, angle, DISC, except, &touched);
    const int building = crosses_door(lines, x, y, angle, own, &entered);
    const double edge = to_edge(lines, x, y, angle), reached = fmin(way, edge);
    struct line out = {.end = LINE_RESTS, .x = x + reached * cos(angle), .y = y + reached * sin(angle)};
    if (building >= 0 && entered < touched && entered <= reached) {
        out.end = LINE_ENTERS;
        out.what = building;
    } else if (touched <= reached) {
        out.end = LINE_TOUCHES;
        out.what = piece;
    } else if (edge <= way) {
        out.what = exit_at(lines, out.x, out.y);
        out.end = out.what >= 0 ? LINE_EXITS : LINE_OFF;
    }
    return out;
}
