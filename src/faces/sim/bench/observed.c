/*
 * The speed of environments: uniformly random games as in the bench, but each step takes an action by its number and
 * writes the next seat's observation and mask. On a card everything stays in the card's memory, as with a learner that
 * runs there.
 */
#include "faces/sim/bench/observed.h"

#include "core/clock.h"
#include "core/hash.h"
#include "gpu/driver.h"

#include <flipside/env.h>
#include <stdlib.h>
#include <string.h>

/* Few enough games to stay in the cache, as with a learner that works batch by batch; on a card enough for all its
   threads. */
enum { GAMES = 16, CHUNK = 256, CARD_GAMES = 1 << 18, CARD_CHUNK = 8, CHECKED_GAMES = 1000, CHECKED_STEPS = 100 };
enum { OBSERVATION, MASK, REWARD, OVER, SEAT, ACTIONS, ROOMS };

struct stage {
    struct flip_env_def def;
    struct flip_env_shape shape;
    struct gpu_driver card;
    bool on_card; /* the rooms are its memory */
    size_t size[ROOMS];
    void *room[ROOMS];
    char *memory; /* of both environments */
    int chunk;    /* steps whose actions are known before */
    bool packed;  /* observations: packed rows instead of floats */
};

double flip_processor_seconds(void) { return flip_seconds_of(CLOCK_THREAD_CPUTIME_ID); }

static double seconds_now(const struct stage *stage)
{
    return stage->on_card ? flip_seconds_of(CLOCK_MONOTONIC) : flip_processor_seconds();
}

/* --- rooms --------------------------------------------------------------------------------------------------------------- */

static int take_rooms(struct stage *stage, struct flip_error *error)
{
    for (int i = 0; i < ROOMS; i++) {
        gpu_memory memory = 0;
        if (!stage->on_card)
            stage->room[i] = calloc(1, stage->size[i]);
        else if (gpu_driver_take(&stage->card, stage->size[i], &memory, error) < 0)
            return -1;
        else
            stage->room[i] = (void *)(uintptr_t)memory;
        if (!stage->room[i])
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an environment.");
    }
    return 0;
}

static void stage_close(struct stage *stage)
{
    for (int i = 0; i < ROOMS; i++)
        if (!stage->on_card)
            free(stage->room[i]);
        else if (stage->room[i])
            stage->card.release((uintptr_t)stage->room[i]);
    if (stage->on_card)
        gpu_driver_close(&stage->card);
    free(stage->memory);
}

/* `on_card`: the rooms too. If it fails, there is nothing to close. */
static int stage_open(struct stage *stage, const struct flip_setup *setup, bool gpu, bool on_card, bool packed,
                      int games, int chunk, struct flip_error *error)
{
    struct flip_env_shape *shape = &stage->shape;
    *stage = (struct stage){.def = flip_env_defaults(setup->game), .chunk = chunk, .packed = packed};
    stage->def.seats = setup->seats;
    stage->def.options = setup->options;
    stage->def.edition = setup->edition;
    stage->def.games = games;
    stage->def.device = gpu ? FLIP_DEVICE_GPU : FLIP_DEVICE_CPU;
    if (flip_env_measure(&stage->def, shape, error) < 0 ||
        (on_card && gpu_driver_open(&stage->card, GPU_STACK, error) < 0))
        return -1;
    stage->on_card = on_card;
    const size_t row[ROOMS] = {sizeof(float) * (size_t)(shape->numbers + 1), /* a packed row is no longer than this */
                               sizeof(flip_set) * (size_t)shape->sets,
                               sizeof(float) * (size_t)shape->seats,
                               1,
                               1,
                               sizeof(int32_t) * (size_t)chunk};
    for (int i = 0; i < ROOMS; i++)
        stage->size[i] = row[i] * (size_t)games;
    stage->memory = aligned_alloc(FLIP_ENV_ALIGNMENT, 2 * shape->memory);
    if (take_rooms(stage, error) == 0 && stage->memory)
        return 0;
    if (!stage->memory)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an environment.");
    stage_close(stage);
    return -1;
}

static struct flip_env *open_measured(struct stage *stage, struct flip_error *error)
{
    const struct flip_env_buffers buffers = {
        .observation = stage->packed ? NULL : stage->room[OBSERVATION],
        .mask = stage->room[MASK],
        .reward = stage->room[REWARD],
        .over = stage->room[OVER],
        .seat = stage->room[SEAT],
    };
    struct flip_env *env = flip_env_open(&stage->def, stage->memory, stage->shape.memory, &buffers, error);
    int numbers = stage->shape.numbers;
    if (env && stage->packed &&
        ((numbers = flip_env_packing(env, NULL, error)) < 0 ||
         flip_env_pack(env, stage->room[OBSERVATION], error) < 0)) {
        flip_env_close(env);
        return NULL;
    }
    stage->size[OBSERVATION] = sizeof(float) * (size_t)numbers * (size_t)stage->def.games;
    return env;
}

bool flip_observed_packs(const struct flip_setup *setup)
{
    struct stage stage;
    struct flip_error error;
    if (stage_open(&stage, setup, false, false, true, 1, 1, &error) < 0)
        return false;
    struct flip_env *env = open_measured(&stage, &error);
    flip_env_close(env);
    stage_close(&stage);
    return env != NULL;
}

/* --- speed --------------------------------------------------------------------------------------------------------------- */

/* Moves are chosen in one environment and made in another, which alone is measured, since a learner chooses by
   itself. */
static int measure(const struct stage *stage, struct flip_env *chooser, struct flip_env *measured, double seconds,
                   double *out, struct flip_error *error)
{
    const int games = stage->def.games;
    int32_t *actions = stage->room[ACTIONS];
    double elapsed = 0;
    uint64_t steps = 0;
    while (elapsed < seconds) {
        for (int i = 0; i < stage->chunk; i++)
            if (flip_env_step_random(chooser, actions + (size_t)i * (size_t)games, error) < 0)
                return -1;
        const double start = seconds_now(stage);
        for (int i = 0; i < stage->chunk; i++)
            if (flip_env_step(measured, actions + (size_t)i * (size_t)games, NULL, error) < 0)
                return -1;
        elapsed += seconds_now(stage) - start;
        steps += (uint64_t)games * (uint64_t)stage->chunk;
    }
    *out = (double)steps / elapsed;
    return 0;
}

int flip_observed_speed(const struct flip_setup *setup, bool gpu, bool packed, uint64_t seed, double seconds,
                        double *out, struct flip_error *error)
{
    struct stage stage;
    if (stage_open(&stage, setup, gpu, gpu, packed, gpu ? CARD_GAMES : GAMES, gpu ? CARD_CHUNK : CHUNK, error) < 0)
        return -1;
    stage.def.seed = seed;
    struct flip_env *measured = open_measured(&stage, error);
    struct flip_env *chooser =
        measured ? flip_env_open(&stage.def, stage.memory + stage.shape.memory, stage.shape.memory, NULL, error) : NULL;
    const int status = chooser ? measure(&stage, chooser, measured, seconds, out, error) : -1;
    flip_env_close(chooser);
    flip_env_close(measured);
    stage_close(&stage);
    return status;
}

/* --- the same everywhere ------------------------------------------------------------------------------------------------- */

/* Four bytes at a time where there are so many. */
static uint64_t add_bytes(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
        uint32_t word = 0;
        memcpy(&word, (const char *)bytes + i, size - i < sizeof word ? size - i : sizeof word);
        sum = flip_hash_number(sum, word);
    }
    return sum;
}

int flip_observed_checksum(const struct flip_setup *setup, bool gpu, bool packed, uint64_t seed, uint64_t *out,
                           struct flip_error *error)
{
    struct stage stage;
    if (stage_open(&stage, setup, gpu, false, packed, CHECKED_GAMES, 1, error) < 0)
        return -1;
    stage.def.seed = seed;
    struct flip_env *env = open_measured(&stage, error);
    int status = env ? 0 : -1;
    *out = FLIP_HASH_START;
    for (int step = 0; status == 0 && step < CHECKED_STEPS; step++) {
        status = flip_env_step_random(env, stage.room[ACTIONS], error);
        for (int i = 0; i < ROOMS; i++)
            *out = add_bytes(*out, stage.room[i], stage.size[i]);
    }
    flip_env_close(env);
    stage_close(&stage);
    return status;
}
