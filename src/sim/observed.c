/*
 * The speed of environments: uniformly random games as in the bench, but each step takes an action by its number and writes the
 * observation of the seat that decides next and the mask of its actions.
 */
#include "sim/observed.h"

#include <flipside/env.h>

#include <stdlib.h>
#include <time.h>

/* Few enough that all of it stays in the nearest memory, as with a learner that looks at one batch after the other. */
enum { GAMES = 16, CHUNK = 256 };

double flip_processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The moves are chosen in one environment and made in another, which alone is measured: a learner chooses by itself. */
static int measure(struct flip_env *chooser, struct flip_env *measured, double seconds, double *out,
                   struct flip_error *error)
{
    static _Thread_local int32_t actions[CHUNK][GAMES];
    double elapsed = 0;
    uint64_t steps = 0;
    while (elapsed < seconds) {
        for (int i = 0; i < CHUNK; i++)
            if (flip_env_step_random(chooser, actions[i], error) < 0)
                return -1;
        const double start = flip_processor_seconds();
        for (int i = 0; i < CHUNK; i++)
            if (flip_env_step(measured, actions[i], NULL, error) < 0)
                return -1;
        elapsed += flip_processor_seconds() - start;
        steps += (uint64_t)GAMES * CHUNK;
    }
    *out = (double)steps / elapsed;
    return 0;
}

int flip_observed_speed(const struct flip_setup *setup, uint64_t seed, double seconds, double *out,
                        struct flip_error *error)
{
    struct flip_env_def def = flip_env_defaults(setup->game);
    struct flip_env_shape shape;
    def.seats = setup->seats;
    def.options = setup->options;
    def.edition = setup->edition;
    def.games = GAMES;
    def.seed = seed;
    if (flip_env_measure(&def, &shape, error) < 0)
        return -1;
    char *memory = aligned_alloc(FLIP_ENV_ALIGNMENT, 2 * shape.memory);
    const struct flip_env_buffers buffers = {
        .observation = calloc((size_t)shape.numbers * GAMES, sizeof(float)),
        .mask = calloc((size_t)shape.sets * GAMES, sizeof(flip_set)),
        .reward = calloc((size_t)shape.seats * GAMES, sizeof(float)),
        .over = calloc(GAMES, 1),
        .seat = calloc(GAMES, 1),
    };
    int status = -1;
    if (!memory || !buffers.observation || !buffers.mask || !buffers.reward || !buffers.over || !buffers.seat) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an environment.");
    } else {
        struct flip_env *chooser = flip_env_open(&def, memory, shape.memory, NULL, error);
        struct flip_env *measured =
            chooser ? flip_env_open(&def, memory + shape.memory, shape.memory, &buffers, error) : NULL;
        status = measured ? measure(chooser, measured, seconds, out, error) : -1;
        flip_env_close(measured);
        flip_env_close(chooser);
    }
    free(memory);
    free(buffers.observation);
    free(buffers.mask);
    free(buffers.reward);
    free(buffers.over);
    free(buffers.seat);
    return status;
}
