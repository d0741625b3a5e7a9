/*
 * An environment on the card: rules, slots and results lie in its memory. Buffers of the caller that lie there too are written as they
 * are; of the others the card has a twin, which is copied after each step.
 */
#include "env/card.h"
#include "env/kernel.h"
#include "gpu/driver.h"
#include "gpu/kernels.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 128, OUTS = 10 };

struct env_card {
    struct gpu_driver driver;
    void *module, *function;
    gpu_memory rules, slots, launch, failed, refused;
    gpu_memory actions, branched; /* of a caller who has them elsewhere */
    gpu_memory twin[OUTS];        /* 0: not wanted, or the caller's own lies on the card */
    struct flip_env_buffers out;  /* on the card */
};

static const size_t out_at[OUTS] = {
    offsetof(struct flip_env_buffers, observation), offsetof(struct flip_env_buffers, mask),
    offsetof(struct flip_env_buffers, legal),       offsetof(struct flip_env_buffers, legal_count),
    offsetof(struct flip_env_buffers, reward),      offsetof(struct flip_env_buffers, score),
    offsetof(struct flip_env_buffers, over),        offsetof(struct flip_env_buffers, seat),
    offsetof(struct flip_env_buffers, seed),        offsetof(struct flip_env_buffers, final),
};

static void *get_out(const struct flip_env_buffers *out, int which)
{
    void *buffer;
    memcpy(&buffer, (const char *)out + out_at[which], sizeof buffer);
    return buffer;
}

/* The bytes of one game in each buffer. */
static size_t row_of(const struct flip_env_shape *shape, int which)
{
    const size_t rows[OUTS] = {sizeof(float) * (size_t)shape->numbers,
                               sizeof(flip_set) * (size_t)shape->sets,
                               sizeof(int32_t) * (size_t)shape->listed,
                               sizeof(int32_t),
                               sizeof(float) * (size_t)shape->seats,
                               sizeof(int32_t) * (size_t)shape->seats,
                               1,
                               1,
                               sizeof(uint64_t),
                               sizeof(float) * (size_t)shape->seats * (size_t)shape->numbers};
    return rows[which];
}

static void *address(gpu_memory memory) { return (void *)(uintptr_t)memory; }

/* --- opening and closing ------------------------------------------------------------------------------------------------- */

/* A twin begins with what its owner has: not every step writes everything. */
static int make_twins(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    for (int i = 0; i < OUTS; i++) {
        void *own = get_out(&setup->out, i);
        const size_t size = row_of(&setup->shape, i) * (size_t)setup->shape.games;
        if (own && !gpu_driver_has(&card->driver, own)) {
            if (gpu_driver_take(&card->driver, size, &card->twin[i], error) < 0 ||
                gpu_driver_check(&card->driver, card->driver.to_card(card->twin[i], own, size),
                                 "does not take the results", error) < 0)
                return -1;
            own = address(card->twin[i]);
        }
        memcpy((char *)&card->out + out_at[i], &own, sizeof own);
    }
    return 0;
}

static int take_room(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    const size_t games = (size_t)setup->shape.games, numbers = sizeof(int32_t) * games;
    if (gpu_driver_take(driver, setup->game->rules_size, &card->rules, error) < 0 ||
        gpu_driver_take(driver, setup->slot_size * games, &card->slots, error) < 0 ||
        gpu_driver_take(driver, sizeof(struct env_launch), &card->launch, error) < 0 ||
        gpu_driver_take(driver, sizeof(int32_t), &card->failed, error) < 0 ||
        gpu_driver_take(driver, games, &card->refused, error) < 0 ||
        gpu_driver_take(driver, numbers, &card->actions, error) < 0 ||
        gpu_driver_take(driver, numbers, &card->branched, error) < 0)
        return -1;
    return make_twins(card, setup, error);
}

static int load(struct env_card *card, const struct env_setup *setup, const char *ptx, struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    if (take_room(card, setup, error) < 0 || gpu_driver_load(driver, ptx, &card->module, error) < 0 ||
        gpu_driver_check(driver, driver->module_function(&card->function, card->module, "gpu_env"),
                         "does not know the kernel", error) < 0)
        return -1;
    return gpu_driver_check(driver, driver->to_card(card->rules, setup->rules, setup->game->rules_size),
                            "does not take the rules", error);
}

struct env_card *env_card_open(const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_kernels *kernels = gpu_kernels_of(setup->game, error);
    if (!kernels)
        return NULL;
    struct env_card *card = calloc(1, sizeof *card);
    if (!card) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the GPU.");
        return NULL;
    }
    if (gpu_driver_open(&card->driver, GPU_STACK, error) == 0 && load(card, setup, kernels->env, error) == 0)
        return card;
    env_card_close(card);
    return NULL;
}

void env_card_close(struct env_card *card)
{
    if (!card)
        return;
    const gpu_memory taken[] = {card->rules,   card->slots,   card->launch,  card->failed,
                                card->refused, card->actions, card->branched};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (taken[i])
            card->driver.release(taken[i]);
    for (int i = 0; i < OUTS; i++)
        if (card->twin[i])
            card->driver.release(card->twin[i]);
    if (card->module)
        card->driver.module_unload(card->module);
    gpu_driver_close(&card->driver);
    free(card);
}

char *env_card_slots(const struct env_card *card) { return address(card->slots); }

/* --- a step -------------------------------------------------------------------------------------------------------------- */

/* Returns 1 if a game says that it failed. */
static int launch(struct env_card *card, const struct env_setup *setup, const struct env_work *work,
                  struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    struct env_launch told = {.setup = *setup, .work = *work};
    const unsigned blocks = ((unsigned)work->count + BLOCK - 1) / BLOCK;
    void *arguments[] = {&card->launch, &card->failed};
    int32_t failed = 0;
    told.setup.rules = address(card->rules);
    told.setup.out = card->out;
    told.work.slots = address(card->slots);
    if (work->count == 0)
        return 0;
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0 ||
        gpu_driver_check(driver, driver->to_card(card->launch, &told, sizeof told), "does not take the task", error) <
            0 ||
        gpu_driver_check(driver, driver->to_card(card->failed, &failed, sizeof failed), "does not take the task",
                         error) < 0 ||
        gpu_driver_check(driver, driver->launch(card->function, blocks, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL),
                         "does not start the games", error) < 0 ||
        gpu_driver_check(driver, driver->synchronize(), "failed while it played", error) < 0 ||
        gpu_driver_check(driver, driver->from_card(&failed, card->failed, sizeof failed),
                         "does not give the results back", error) < 0)
        return -1;
    return failed != 0;
}

/* The address on the card of numbers that may lie elsewhere. */
static int bring(struct env_card *card, const int32_t **numbers, int count, gpu_memory room, struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    if (!*numbers || count == 0 || gpu_driver_has(driver, *numbers))
        return 0;
    if (gpu_driver_check(driver, driver->to_card(room, *numbers, sizeof **numbers * (size_t)count),
                         "does not take the actions", error) < 0)
        return -1;
    *numbers = address(room);
    return 0;
}

static int find_refused(const struct env_card *card, int count, int *place, struct flip_error *error)
{
    uint8_t some[4096];
    for (*place = 0; *place < count; *place += (int)sizeof some) {
        const int left = count - *place;
        const size_t size = left < (int)sizeof some ? (size_t)left : sizeof some;
        if (gpu_driver_check(&card->driver, card->driver.from_card(some, card->refused + (gpu_memory)*place, size),
                             "does not give the results back", error) < 0)
            return -1;
        const uint8_t *found = memchr(some, 1, size);
        if (found) {
            *place += (int)(found - some);
            return 0;
        }
    }
    return flip_fail(error, FLIP_ERROR_NO_DEVICE, "The GPU refuses actions and does not say which.");
}

/* The number at a place of a row on the card. */
static int read_number(const struct env_card *card, const int32_t *row, int place, int *out, struct flip_error *error)
{
    int32_t number = 0;
    const int status = card->driver.from_card(&number, (uintptr_t)(row + place), sizeof number);
    *out = number;
    return gpu_driver_check(&card->driver, status, "does not give the results back", error);
}

int env_card_check(struct env_card *card, const struct env_setup *setup, struct env_work *work, int *place, int *action,
                   struct flip_error *error)
{
    if (bring(card, &work->actions, work->count, card->actions, error) < 0 ||
        bring(card, &work->branched, work->count, card->branched, error) < 0)
        return -1;
    struct env_work check = *work;
    check.step = ENV_CHECK;
    check.refused = address(card->refused);
    const int status = launch(card, setup, &check, error);
    if (status <= 0)
        return status;
    int at;
    if (find_refused(card, work->count, &at, error) < 0 || read_number(card, work->actions, at, action, error) < 0)
        return -1;
    *place = at;
    return work->branched && read_number(card, work->branched, at, place, error) < 0 ? -1 : 1;
}

/* The rows of the games that were worked on. */
static int bring_back(struct env_card *card, const struct env_setup *setup, const struct env_work *work,
                      struct flip_error *error)
{
    for (int i = 0; i < OUTS; i++) {
        const size_t row = row_of(&setup->shape, i), from = row * (size_t)work->first;
        if (card->twin[i] && gpu_driver_check(&card->driver,
                                              card->driver.from_card((char *)get_out(&setup->out, i) + from,
                                                                     card->twin[i] + from, row * (size_t)work->count),
                                              "does not give the results back", error) < 0)
            return -1;
    }
    return 0;
}

int env_card_run(struct env_card *card, const struct env_setup *setup, const struct env_work *work,
                 struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    struct env_work here = *work;
    const bool copied = work->chosen && !gpu_driver_has(driver, work->chosen);
    if (copied)
        here.chosen = address(card->actions);
    const int status = launch(card, setup, &here, error);
    if (status > 0)
        return flip_fail(error, FLIP_ERROR_OVER, "%s is over before anybody has decided anything.", setup->game->title);
    if (status < 0 ||
        (copied &&
         gpu_driver_check(driver, driver->from_card(work->chosen, card->actions, sizeof(int32_t) * (size_t)work->count),
                          "does not give the results back", error) < 0))
        return -1;
    return bring_back(card, setup, work, error);
}

int env_card_fetch(struct env_card *card, const struct env_setup *setup, int place, struct env_slot *out,
                   struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0)
        return -1;
    return gpu_driver_check(
        driver, driver->from_card(out, card->slots + (gpu_memory)place * setup->slot_size, setup->slot_size),
        "does not give the results back", error);
}
