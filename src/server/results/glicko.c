/* Glicko-2, step by step as in the description ("Example of the Glicko-2 system"). */
#include "server/results/glicko.h"

#include <math.h>

/* Between the scale that people see and the one that is reckoned in. */
static const double scale = 173.7178, middle = 1500;
/* How much the volatility may change, and how exactly it is found. */
static const double constraint = 0.5, tolerance = 0.000001;

struct glicko glicko_new(void)
{
    return (struct glicko){.rating = middle, .deviation = GLICKO_DEVIATION, .volatility = 0.06};
}

struct glicko glicko_idle(struct glicko player, int periods)
{
    const double phi = player.deviation / scale;
    const double wider = sqrt(phi * phi + periods * player.volatility * player.volatility) * scale;
    player.deviation = wider < GLICKO_DEVIATION ? wider : GLICKO_DEVIATION;
    return player;
}

static double weight(double phi) { return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI)); }

static double expected(double mu, double other_mu, double other_phi)
{
    return 1 / (1 + exp(-weight(other_phi) * (mu - other_mu)));
}

/* What the new volatility makes zero, over x = ln(volatility²). */
struct balance {
    double delta, phi, v, a;
};

static double balance_at(const struct balance *b, double x)
{
    const double square = exp(x), sum = b->phi * b->phi + b->v + square;
    return square * (b->delta * b->delta - sum) / (2 * sum * sum) - (x - b->a) / (constraint * constraint);
}

static double new_volatility(const struct balance *b)
{
    double low = b->a, high;
    if (b->delta * b->delta > b->phi * b->phi + b->v) {
        high = log(b->delta * b->delta - b->phi * b->phi - b->v);
    } else {
        int k = 1;
        while (balance_at(b, b->a - k * constraint) < 0)
            k++;
        high = b->a - k * constraint;
    }
    double at_low = balance_at(b, low), at_high = balance_at(b, high);
    for (int i = 0; i < 1000 && fabs(high - low) > tolerance; i++) {
        const double next = low + (low - high) * at_low / (at_high - at_low), at_next = balance_at(b, next);
        if (at_next * at_high <= 0) {
            low = high;
            at_low = at_high;
        } else {
            at_low /= 2;
        }
        high = next;
        at_high = at_next;
    }
    return exp(low / 2);
}

struct glicko glicko_after(struct glicko player, const struct glicko_meeting *meetings, int count)
{
    if (count == 0)
        return player;
    const double mu = (player.rating - middle) / scale, phi = player.deviation / scale;
    double information = 0, surprise = 0;
    for (int i = 0; i < count; i++) {
        const double other_mu = (meetings[i].other.rating - middle) / scale;
        const double other_phi = meetings[i].other.deviation / scale;
        const double g = weight(other_phi), e = expected(mu, other_mu, other_phi);
        information += g * g * e * (1 - e);
        surprise += g * (meetings[i].score - e);
    }
    const double v = 1 / information;
    const struct balance balance = {
        .delta = v * surprise, .phi = phi, .v = v, .a = log(player.volatility * player.volatility)};
    const double volatility = new_volatility(&balance);
    const double before = sqrt(phi * phi + volatility * volatility);
    const double after = 1 / sqrt(1 / (before * before) + 1 / v);
    const double deviation = after * scale;
    return (struct glicko){.rating = (mu + after * after * surprise) * scale + middle,
                           .deviation = deviation < GLICKO_DEVIATION ? deviation : GLICKO_DEVIATION,
                           .volatility = volatility};
}
