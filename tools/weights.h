/* What the programs that learn weights from a player's own games have in common. */
#pragma once

#include <flipside/random.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { WEIGHTS_THREADS = 64 }; /* at most */

/* Games that are played side by side: whichever thread is free takes the next one. */
struct weights_batch {
    void (*play)(void *games, int which);
    void *games;
    int count;
    atomic_int next;
};

static inline void *weights_play_rest(void *context)
{
    struct weights_batch *batch = context;
    for (int i; (i = atomic_fetch_add(&batch->next, 1)) < batch->count;)
        batch->play(batch->games, i);
    return NULL;
}

static inline void weights_play(struct weights_batch *batch, int threads)
{
    pthread_t thread[WEIGHTS_THREADS];
    for (int i = 1; i < threads; i++)
        if (pthread_create(&thread[i], NULL, weights_play_rest, batch) != 0) {
            fprintf(stderr, "No thread could be started.\n");
            exit(1);
        }
    weights_play_rest(batch);
    for (int i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
}

/* A sum of uniform numbers, with mean 0 and standard deviation 1. */
static inline double weights_bell(struct flip_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += flip_random_unit(random);
    return sum;
}

/* Weights as they are, each a little off: a bell of three dice, about `width` wide. */
static inline void weights_add_noise(const float *weights, float *noisy, int count, double width,
                                     struct flip_random *random)
{
    for (int i = 0; i < count; i++) {
        const double bell = flip_random_unit(random) + flip_random_unit(random) + flip_random_unit(random) - 1.5;
        noisy[i] = weights[i] + (float)(2 * width * bell);
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

/* Rows of numbers, to so many digits. */
static inline void weights_write(FILE *file, const float *weights, long count, int digits)
{
    const double unit = pow(10, digits);
    for (long i = 0; i < count; i++) {
        const double weight = round((double)weights[i] * unit) / unit;
        fprintf(file, "%.*f%s", weight == 0 ? 0 : digits, weight == 0 ? 0.0 : weight,
                i % 24 == 23 || i == count - 1 ? "\n" : " ");
    }
}
