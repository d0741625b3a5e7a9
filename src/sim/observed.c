/*
 * The speed of environments: uniformly random games as in the bench, but each step writes the observation of the seat that
 * decides next and the mask of its actions.
 */
#include "sim/observed.h"

#include <flipside/env.h>

#include <stdlib.h>
#include <time.h>

/* Few enough that all of it stays in the nearest memory, as with a learner that looks at one batch after the other. */
enum { GAMES = 16, LOOK_AT_THE_CLOCK = 256 };

double flip_processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int measure(struct flip_env *env, double seconds, double *out, struct flip_error *error)
{
    const double start = flip_processor_seconds();
    double elapsed = 0;
    uint64_t steps = 0;
    while (elapsed < seconds) {
        for (int i = 0; i < LOOK_AT_THE_CLOCK; i++)
            if (flip_env_step_random(env, NULL, error) < 0)
                return -1;
        steps += (uint64_t)GAMES * LOOK_AT_THE_CLOCK;
        elapsed = flip_processor_seconds() - start;
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
    void *memory = aligned_alloc(FLIP_ENV_ALIGNMENT, shape.memory);
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
        struct flip_env *env = flip_env_open(&def, memory, shape.memory, &buffers, error);
        status = env ? measure(env, seconds, out, error) : -1;
        flip_env_close(env);
    }
    free(memory);
    free(buffers.observation);
    free(buffers.mask);
    free(buffers.reward);
    free(buffers.over);
    free(buffers.seat);
    return status;
}
