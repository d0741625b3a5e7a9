/*
 * How long a team needs to fell somebody for good. Bullets are work like everything else in hours.c: so many hits at so many an
 * hour, by those who are near and have a line.
 */
#include "games/flickemup/bot/posse.h"

#include <math.h>

static double guns_of(const struct flickemup_figure *figure)
{
    return flickemup_holds(figure, FLICKEMUP_COLT) ? 1.7 : flickemup_holds(figure, FLICKEMUP_WINCHESTER) ? 1.3 : 1;
}

/* Hits a cowboy may make in an hour: more from near. Half of all actions are no shots, or are spoilt by what stands around. */
static double hits_of(const struct outlook *outlook, int cowboy, flip_set figures)
{
    const struct flickemup_state *state = outlook->state;
    const struct point from = place_of(&outlook->lines, cowboy);
    double nearest = 2000;
    for (flip_set rest = figures; rest; rest = flip_set_rest(rest)) {
        const int figure = flip_set_first(rest);
        if (walks(&state->figure[figure]))
            nearest = fmin(nearest, way_between(from, place_of(&outlook->lines, figure)) +
                                        (state->figure[figure].where >= FLICKEMUP_INSIDE ? 80 : 0));
    }
    return guns_of(&state->figure[cowboy]) * (0.3 + 0.7 * chance_at(outlook->angle_error, nearest));
}

/* How much of his aim each of a team has for one of those whom he could hit: he shoots twice, mostly less. */
static void share_aim(const struct outlook *outlook, int team, double share[FLICKEMUP_COWBOYS])
{
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        double sum = 0;
        share[cowboy] = 0;
        if (!own_cowboy(outlook, team, cowboy))
            continue;
        for (int target = 0; target < FLICKEMUP_FIGURES; target++)
            sum += outlook->chance[cowboy][target];
        share[cowboy] = fmin(1, 1.2 / fmax(1, sum));
    }
}

/* The hours until somebody with so many hit points is felled for good. Who lies cannot be hit again before he is played, so
   nobody is hit more than once an hour; and of what threatens him now, about every other shot will be fired. */
static double hours_to_fell(const struct outlook *outlook, int team, int target, double wounds,
                            const double share[FLICKEMUP_COWBOYS])
{
    const struct flickemup_state *state = outlook->state;
    const int building = flickemup_building_of(&state->figure[target]);
    const struct point at = place_of(&outlook->lines, target);
    double nearest = 2000, spared = 1, enter = NEVER;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const struct flickemup_figure *shooter = &state->figure[cowboy];
        if (!own_cowboy(outlook, team, cowboy))
            continue;
        /* Who is being played has no hat left after it. */
        const bool ready = shooter->blue == (state->hour & 1) && cowboy != state->active;
        const double often = ready ? 0.75 : 0.6;
        spared *= 1 - fmin(0.95, often * share[cowboy] * guns_of(shooter) * outlook->chance[cowboy][target]);
        nearest = fmin(nearest, way_between(at, place_of(&outlook->lines, cowboy)));
        if (building >= 0)
            enter = fmin(enter, outlook->enter[cowboy][building]);
    }
    double threat = 0.5 * (1 - spared);
    if (building >= 0) { /* only a duel can hit him */
        threat = flickemup_rule(outlook->rules, FLICKEMUP_RULE_DUEL) ? 0.5 * exp(-fmax(0, enter - 1) / 1.5) : 0;
        wounds += 0.2;
    }
    return fmin(NEVER, fmax(0.2, wounds - threat) / (0.48 + 0.1 * chance_at(outlook->angle_error, nearest)));
}

double hours_to_eliminate(const struct outlook *outlook, int team, flip_set figures, int count)
{
    const struct flickemup_state *state = outlook->state;
    double hours[FLICKEMUP_FIGURES], wounds[FLICKEMUP_FIGURES], share[FLICKEMUP_COWBOYS], hits = 0, sum = 0;
    int alive = 0;
    share_aim(outlook, team, share);
    for (flip_set rest = figures; rest; rest = flip_set_rest(rest)) {
        const int figure = flip_set_first(rest), building = flickemup_building_of(&state->figure[figure]);
        if (state->figure[figure].where == FLICKEMUP_DEAD)
            count--;
        else if (flickemup_lives(&state->figure[figure])) {
            const bool poisoned = building >= 0 && state->up[building][FLICKEMUP_POISONED] > 0;
            wounds[alive] = fmax(0.3, state->figure[figure].hit_points - (poisoned ? 0.7 : 0));
            hours[alive] = hours_to_fell(outlook, team, figure, wounds[alive], share);
            alive++;
        }
    }
    if (count <= 0)
        return 0;
    if (alive < count)
        return NEVER;
    for (int n = 0; n < count; n++) { /* who is through with first */
        int best = n;
        for (int i = n + 1; i < alive; i++)
            if (hours[i] < hours[best])
                best = i;
        const double soonest = hours[best], wound = wounds[best];
        hours[best] = hours[n];
        hours[n] = soonest;
        wounds[best] = wounds[n];
        sum += wound;
    }
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (own_cowboy(outlook, team, cowboy))
            hits += hits_of(outlook, cowboy, figures);
    if (hits < 0.05)
        return NEVER;
    /* Side by side as far as there are enough shots. */
    const double shots = sum / hits, side = together(hours, alive, count);
    return fmin(NEVER, 0.85 * fmax(shots, side) + 0.15 * fmin(shots, side));
}
