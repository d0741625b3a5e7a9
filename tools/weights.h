/* What the programs that learn weights from a player's own games have in common. */
#ifndef FLIPSIDE_TOOLS_WEIGHTS_H
#define FLIPSIDE_TOOLS_WEIGHTS_H

#include <flipside/random.h>

#include <math.h>
#include <stdio.h>

/* Weights as they are, each a little off: a bell of three dice, about `width` wide. */
static inline void weights_blur(const float *weights, float *blurred, int count, double width,
                                struct flip_random *random)
{
    for (int i = 0; i < count; i++) {
        const double bell = flip_random_unit(random) + flip_random_unit(random) + flip_random_unit(random) - 1.5;
        blurred[i] = weights[i] + (float)(2 * width * bell);
    }
}

/* The mean of the weights over the last third of a run, where every 64th game is a sample. */
struct weights_mean {
    double *sum;
    long samples;
};

static inline void weights_sample(struct weights_mean *mean, const float *weights, int count, long game, long games)
{
    if (3 * game < 2 * games || game % 64 != 0)
        return;
    mean->samples++;
    for (int i = 0; i < count; i++)
        mean->sum[i] += (double)weights[i];
}

static inline void weights_settle(const struct weights_mean *mean, float *weights, int count)
{
    for (int i = 0; i < count && mean->samples > 0; i++)
        weights[i] = (float)(mean->sum[i] / (double)mean->samples);
}

/* The rows of a table in C, to two digits, and its end. */
static inline void weights_write(FILE *file, const float *weights, int count)
{
    for (int i = 0; i < count; i++) {
        const double weight = round((double)weights[i] * 100) / 100;
        const char *end = i % 24 == 23 || i == count - 1 ? "\n" : "";
        if (weight == 0)
            fprintf(file, "0,%s", end);
        else
            fprintf(file, "%.2ff,%s", weight, end);
    }
    fprintf(file, "};\n");
}

#endif
