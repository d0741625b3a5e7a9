/*
 * Angles, poses and the check of an outcome, in integers, so that the rules decide alike on every machine. Sines come
 * from a Taylor series in fixed point on an eighth of a turn, where nine powers are exact to the last bit kept;
 * directions from bisection.
 */
#include <flipside/flick.h>

/* --- angles -------------------------------------------------------------------------------------------------------- */

enum { FRACTION = 30 }; /* bits of the series after the binary point */

static int64_t times(int64_t a, int64_t b) { return (a * b) >> FRACTION; }

/* Sine and cosine of 0 … 45 degrees. */
static void eighth(int32_t angle, int64_t *sine, int64_t *cosine)
{
    const int64_t pi = 3373259426;
    const int64_t x = pi * angle / (FLIP_TURN / 2), square = times(x, x);
    const int64_t one = (int64_t)1 << FRACTION;
    int64_t s = one, c = one;
    for (int n = 8; n >= 2; n -= 2) {
        s = one - times(square, s) / (n * (n + 1));
        c = one - times(square, c) / (n * (n - 1));
    }
    *sine = times(x, s);
    *cosine = c;
}

static void sine_and_cosine(int32_t angle, int32_t *sine, int32_t *cosine)
{
    const int32_t quarter = FLIP_TURN / 4;
    angle = flip_angle(angle);
    const int32_t quadrant = angle / quarter, rest = angle % quarter;
    int64_t s, c;
    if (rest <= quarter / 2)
        eighth(rest, &s, &c);
    else
        eighth(quarter - rest, &c, &s);
    const int shift = FRACTION - 24;
    const int32_t y = (int32_t)((s + (1 << (shift - 1))) >> shift), x = (int32_t)((c + (1 << (shift - 1))) >> shift);
    *sine = quadrant == 0 ? y : quadrant == 1 ? x : quadrant == 2 ? -y : -x;
    *cosine = quadrant == 0 ? x : quadrant == 1 ? -y : quadrant == 2 ? -x : y;
}

int32_t flip_sin(int32_t angle)
{
    int32_t sine, cosine;
    sine_and_cosine(angle, &sine, &cosine);
    return sine;
}

int32_t flip_cos(int32_t angle)
{
    int32_t sine, cosine;
    sine_and_cosine(angle, &sine, &cosine);
    return cosine;
}

int32_t flip_direction(int64_t x, int64_t y)
{
    if (x == 0 && y == 0)
        return 0;
    const int64_t large = (int64_t)1 << 36; /* so that products stay in 64 bits */
    while (x > large || x < -large || y > large || y < -large) {
        x /= 2;
        y /= 2;
    }
    int32_t base = 0;
    while (!(x > 0 && y >= 0)) { /* turned back by quarters until it lies in the first */
        const int64_t turned = -x;
        x = y;
        y = turned;
        base += FLIP_TURN / 4;
    }
    int32_t low = 0, high = FLIP_TURN / 4, sine, cosine;
    while (high - low > 1) {
        const int32_t middle = (low + high) / 2;
        sine_and_cosine(middle, &sine, &cosine);
        if (y * cosine >= x * sine)
            low = middle;
        else
            high = middle;
    }
    /* The nearer of the two. */
    int32_t high_sine, high_cosine;
    sine_and_cosine(low, &sine, &cosine);
    sine_and_cosine(high, &high_sine, &high_cosine);
    if (y * cosine - x * sine > x * high_sine - y * high_cosine)
        low = high;
    return flip_angle(base + low);
}

uint32_t flip_square_root(uint64_t n)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= n)
            root |= bit;
    return (uint32_t)root;
}

/* --- poses --------------------------------------------------------------------------------------------------------- */

static int16_t component(int64_t value) /* FLIP_ONE is 1 */
{
    const int64_t scaled = value * FLIP_UNIT;
    return (int16_t)((scaled + (scaled < 0 ? -FLIP_ONE / 2 : FLIP_ONE / 2)) / FLIP_ONE);
}

/* Half the angle, between -90° and 90°: w of a quaternion is then not negative, and equal poses have equal numbers. */
static int32_t half_angle(int32_t angle)
{
    angle = flip_angle(angle);
    return angle > FLIP_TURN / 2 ? (angle - FLIP_TURN) / 2 : angle / 2;
}

struct flip_pose flip_pose_upright(int32_t x, int32_t y, int32_t z, int32_t angle)
{
    const int32_t half = half_angle(angle);
    return (struct flip_pose){x, y, z, {component(flip_cos(half)), 0, 0, component(flip_sin(half))}};
}

struct flip_pose flip_pose_lying(int32_t x, int32_t y, int32_t z, int32_t angle)
{
    const int32_t half = half_angle(angle);
    const int64_t c = flip_cos(half), s = flip_sin(half), r = flip_cos(FLIP_TURN / 8);
    /* First tilted by 90° about its y axis, then turned. */
    return (struct flip_pose){x,
                              y,
                              z,
                              {component(c * r / FLIP_ONE), component(-s * r / FLIP_ONE), component(c * r / FLIP_ONE),
                               component(s * r / FLIP_ONE)}};
}

bool flip_pose_down(const struct flip_pose *pose)
{
    const int64_t w = pose->q[0], x = pose->q[1], y = pose->q[2], z = pose->q[3];
    const int64_t unit = w * w + x * x + y * y + z * z;
    /* The upward part of its axis is 1 - 2(x² + y²); cos 45° is 0.70710678. */
    return (unit - 2 * (x * x + y * y)) * 100000000 < unit * 70710678;
}

int32_t flip_pose_facing(const struct flip_pose *pose)
{
    const int64_t w = pose->q[0], x = pose->q[1], y = pose->q[2], z = pose->q[3];
    if (flip_pose_down(pose))
        return flip_direction(2 * (x * z + w * y), 2 * (y * z - w * x));
    return flip_direction(w * w + x * x - y * y - z * z, 2 * (x * y + w * z));
}

/* --- outcomes ------------------------------------------------------------------------------------------------------ */

static bool unit_pose(const struct flip_pose *pose)
{
    int64_t square = 0;
    for (int i = 0; i < 4; i++)
        square += (int64_t)pose->q[i] * pose->q[i];
    const int64_t one = (int64_t)FLIP_UNIT * FLIP_UNIT;
    return square > one / 100 * 98 && square < one / 100 * 102;
}

/* A piece that tips over the edge is a little below the table; all the pieces of a box heaped up are this high. */
enum { LOWEST = 10000, HIGHEST = 100000 };

int flip_outcome_check(const struct flip_scene *scene, const struct flip_outcome *outcome, struct flip_error *error)
{
    flip_set there = 0, figures = 0;
    for (int i = 0; i < scene->count; i++) {
        if (scene->body[i].shape != FLIP_BODY_NONE)
            there |= FLIP_BIT(i);
        if (scene->body[i].figure)
            figures |= FLIP_BIT(i);
    }
    if (outcome->contacts < 0 || outcome->contacts > FLIP_CONTACTS)
        return flip_fail(error, FLIP_ERROR_BAD_OUTCOME, "An outcome has at most %d contacts.", FLIP_CONTACTS);
    for (int i = 0; i < outcome->contacts; i++) {
        const struct flip_contact *contact = &outcome->contact[i];
        if (contact->piece >= FLIP_PIECES || !flip_set_has(there, contact->piece) || contact->piece == scene->flicked)
            return flip_fail(error, FLIP_ERROR_BAD_OUTCOME, "Contact %d is with a piece that is not on the table.",
                             i + 1);
        if (contact->part != FLIP_PART_BODY && scene->body[contact->piece].shape != FLIP_BODY_BUILDING)
            return flip_fail(error, FLIP_ERROR_BAD_OUTCOME, "Contact %d names a part of a building, but it is none.",
                             i + 1);
    }
    if ((outcome->moved | outcome->fell | outcome->off) & ~there)
        return flip_fail(error, FLIP_ERROR_BAD_OUTCOME,
                         "A piece that is not on the table cannot move, fall or leave it.");
    if (outcome->fell & ~figures)
        return flip_fail(error, FLIP_ERROR_BAD_OUTCOME,
                         "Only figures fall; what becomes of other pieces is in their poses.");
    if (outcome->off & ~outcome->moved)
        return flip_fail(error, FLIP_ERROR_BAD_OUTCOME, "A piece that left the table needs the place where it left.");
    for (flip_set rest = outcome->moved; rest; rest = flip_set_rest(rest)) {
        const int piece = flip_set_first(rest);
        const struct flip_pose *pose = &outcome->pose[piece];
        const bool inside = pose->x >= 0 && pose->y >= 0 && pose->x <= scene->width && pose->y <= scene->height;
        if (!inside && !flip_set_has(outcome->off, piece))
            return flip_fail(
                error, FLIP_ERROR_BAD_OUTCOME,
                "A piece ends at %d, %d mm, which is off the table, but it is not among those that left it.",
                pose->x / 100, pose->y / 100);
        if (pose->z < -LOWEST || pose->z > HIGHEST)
            return flip_fail(error, FLIP_ERROR_BAD_OUTCOME, "A piece ends %d mm above the table, where nothing can be.",
                             pose->z / 100);
        if (!unit_pose(pose))
            return flip_fail(error, FLIP_ERROR_BAD_OUTCOME, "The turn of a pose must be a unit quaternion in 1/%d.",
                             FLIP_UNIT);
    }
    return 0;
}
