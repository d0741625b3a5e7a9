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

enum { CHECK_BLOCK = 128 };
enum { ENDING_AT_ONCE = 32 }; /* one of so many games ends with a step; if there are more, warps end several */
enum { ATTRIBUTE_SHARED = 8, ATTRIBUTE_MOST_SHARED = 97, USUAL_SHARED = 48 * 1024 };

/* The buffers of a caller, in the order of out_at. */
enum { PACKED = 10, OUTS };

#define AT(member) offsetof(struct env_setup, member)

struct env_card {
    struct gpu_driver driver;
    struct {
        void *module, *function;
    } kernel[ENV_KERNELS];
    const struct gpu_kernels *kernels;
    unsigned shared[ENV_KERNELS]; /* shared memory of a block */
    unsigned moving;              /* games of a block that moves */
    gpu_memory rules, slots, launch, where, report, marks, ended;
    struct env_launch told;       /* what the card was told last */
    uint32_t number, launched;    /* of the last step, and steps that were launched */
    gpu_memory actions, branched; /* of a caller who has them elsewhere */
    gpu_memory twin[OUTS];        /* 0: not wanted, or the caller's own lies on the card */
    void *out[OUTS];              /* on the card */
};

static const size_t out_at[OUTS] = {
    AT(out.observation), AT(out.mask), AT(out.legal), AT(out.legal_count), AT(out.reward), AT(out.score),
    AT(out.over),        AT(out.seat), AT(out.seed),  AT(out.final),       AT(packed),
};

static void *get_out(const struct env_setup *setup, int which)
{
    void *buffer;
    memcpy(&buffer, (const char *)setup + out_at[which], sizeof buffer);
    return buffer;
}

/* The bytes of one game in each buffer. */
static size_t row_of(const struct env_setup *setup, int which)
{
    const struct flip_env_shape *shape = &setup->shape;
    const size_t rows[OUTS] = {sizeof(float) * (size_t)shape->numbers,
                               sizeof(flip_set) * (size_t)shape->sets,
                               sizeof(int32_t) * (size_t)shape->listed,
                               sizeof(int32_t),
                               sizeof(float) * (size_t)shape->seats,
                               sizeof(int32_t) * (size_t)shape->seats,
                               1,
                               1,
                               sizeof(uint64_t),
                               sizeof(float) * (size_t)shape->seats * (size_t)shape->numbers,
                               sizeof(uint32_t) * (size_t)setup->packed_words};
    return rows[which];
}

static void *address(gpu_memory memory) { return (void *)(uintptr_t)memory; }

/* --- opening and closing ------------------------------------------------------------------------------------------------- */

/* A twin begins with what its owner has: not every step writes everything. */
static int make_twin(struct env_card *card, const struct env_setup *setup, int which, struct flip_error *error)
{
    void *own = get_out(setup, which);
    const size_t size = row_of(setup, which) * (size_t)setup->shape.games;
    if (own && !gpu_driver_has(&card->driver, own)) {
        if (gpu_driver_take(&card->driver, size, &card->twin[which], error) < 0 ||
            gpu_driver_check(&card->driver, card->driver.to_card(card->twin[which], own, size),
                             "does not take the results", error) < 0)
            return -1;
        own = address(card->twin[which]);
    }
    card->out[which] = own;
    return 0;
}

static int make_twins(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    int status = 0;
    for (int i = 0; status == 0 && i < OUTS; i++)
        status = make_twin(card, setup, i, error);
    return status;
}

static int take_room(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    const size_t games = (size_t)setup->shape.games, numbers = sizeof(int32_t) * games;
    if (gpu_driver_take(driver, setup->game->rules_size, &card->rules, error) < 0 ||
        gpu_driver_take(driver, setup->slot_size * games, &card->slots, error) < 0 ||
        gpu_driver_take(driver, sizeof(struct env_launch), &card->launch, error) < 0 ||
        gpu_driver_take(driver, sizeof(uint32_t) * (size_t)setup->shape.numbers, &card->where, error) < 0 ||
        gpu_driver_take(driver, sizeof(uint32_t) * ENV_REPORTS, &card->report, error) < 0 ||
        gpu_driver_take(driver, games, &card->marks, error) < 0 ||
        gpu_driver_take(driver, sizeof(uint32_t) * (2 + games), &card->ended, error) < 0 ||
        gpu_driver_take(driver, numbers, &card->actions, error) < 0 ||
        gpu_driver_take(driver, numbers, &card->branched, error) < 0)
        return -1;
    return make_twins(card, setup, error);
}

/* Where each number of an observation is found in the words that a thread writes (core/numbers.h). */
static int tell_where(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    const size_t size = sizeof(uint32_t) * (size_t)setup->shape.numbers;
    uint32_t *const where = malloc(size);
    if (!where)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the GPU.");
    for (int i = 0; i < setup->shape.numbers; i++)
        where[i] =
            (uint32_t)setup->where[i].word << 16 | (uint32_t)setup->where[i].divisor << 8 | setup->where[i].shift;
    card->told.where = address(card->where);
    const int status = driver->to_card(card->where, where, size);
    free(where);
    return gpu_driver_check(driver, status, "does not take the task", error);
}

/* The shared memory that a block may have. */
static size_t most_shared(const struct env_card *card)
{
    int most = 0;
    if (card->driver.device_attribute(&most, ATTRIBUTE_MOST_SHARED, card->driver.device) != 0 || most < USUAL_SHARED)
        most = USUAL_SHARED;
    return (size_t)most;
}

static int set_shared(struct env_card *card, enum env_kernel kernel, size_t size, struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    card->shared[kernel] = (unsigned)size;
    return gpu_driver_check(driver,
                            driver->function_attribute(card->kernel[kernel].function, ATTRIBUTE_SHARED, (int)size),
                            "has too little shared memory", error);
}

/* The games of a block are moved in its shared memory if they fit there; fewer may. */
static int plan_moves(struct env_card *card, struct flip_error *error)
{
    const unsigned blocks[] = {(unsigned)card->kernels->moving, ENV_BLOCK};
    size_t size = 0;
    card->told.moves_staged = 0;
    for (int i = 0; i < 2 && !card->told.moves_staged; i++) {
        const size_t sorting = sizeof(int32_t) * (ENV_BINS + blocks[i]),
                     staged = env_staged(&card->told, (int)blocks[i]);
        card->moving = blocks[i];
        card->told.moves_staged = staged && sorting + staged <= most_shared(card);
        size = card->told.moves_staged ? sorting + staged : sorting;
    }
    return set_shared(card, ENV_STEP, size, error);
}

/* As many games for a warp as are best, if its shared memory has room for them: packed rows are small, and more of them are quicker. */
static int plan_showing(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    const bool long_masks = setup->game->learn->allows != NULL;
    const bool small = setup->packed && !setup->out.observation && setup->shape.seats == 1;
    card->told.games_shown = small ? card->kernels->packed_games : ENV_GAMES_PER_WARP;
    while (card->told.games_shown > 1 && env_room(&card->told, long_masks) > most_shared(card))
        card->told.games_shown /= 2;
    return set_shared(card, ENV_SHOW, env_room(&card->told, long_masks), error);
}

static int plan_room(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    card->told.setup.shape = setup->shape;
    card->told.setup.packed_words = setup->packed_words;
    if (card->kernels->alone && setup->before_at == setup->state_at && setup->reward != FLIP_REWARD_GAIN)
        card->told.staged =
            (int32_t)((sizeof(struct env_slot) - offsetof(struct env_slot, dealer) + card->kernels->alone + 7) / 8 * 8);
    return tell_where(card, setup, error) < 0 || plan_moves(card, error) < 0 ? -1 : plan_showing(card, setup, error);
}

static int load_kernels(struct env_card *card, const struct gpu_kernels *kernels, struct flip_error *error)
{
    static const char *const names[ENV_KERNELS] = {"gpu_check", "gpu_step", "gpu_show"};
    const char *const texts[ENV_KERNELS] = {kernels->check, kernels->step, kernels->show};
    const struct gpu_driver *driver = &card->driver;
    for (int i = 0; i < ENV_KERNELS; i++)
        if (gpu_driver_load(driver, texts[i], &card->kernel[i].module, error) < 0 ||
            gpu_driver_check(driver,
                             driver->module_function(&card->kernel[i].function, card->kernel[i].module, names[i]),
                             "does not know the kernel", error) < 0)
            return -1;
    return 0;
}

static int load(struct env_card *card, const struct env_setup *setup, const struct gpu_kernels *kernels,
                struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    const uint32_t nothing[ENV_REPORTS] = {0};
    if (take_room(card, setup, error) < 0 || load_kernels(card, kernels, error) < 0 ||
        plan_room(card, setup, error) < 0 ||
        gpu_driver_check(driver, driver->to_card(card->report, nothing, sizeof nothing), "does not take the task",
                         error) < 0 ||
        gpu_driver_check(driver, driver->to_card(card->ended, nothing, sizeof nothing), "does not take the task",
                         error) < 0)
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
    card->kernels = kernels;
    if (gpu_driver_open(&card->driver, GPU_STACK, error) == 0 && load(card, setup, kernels, error) == 0)
        return card;
    env_card_close(card);
    return NULL;
}

void env_card_close(struct env_card *card)
{
    if (!card)
        return;
    const gpu_memory taken[] = {card->rules, card->slots, card->launch,  card->where,   card->report,
                                card->marks, card->ended, card->actions, card->branched};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (taken[i])
            card->driver.release(taken[i]);
    for (int i = 0; i < OUTS; i++)
        if (card->twin[i])
            card->driver.release(card->twin[i]);
    for (int i = 0; i < ENV_KERNELS; i++)
        if (card->kernel[i].module)
            card->driver.module_unload(card->kernel[i].module);
    gpu_driver_close(&card->driver);
    free(card);
}

int env_card_pack(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    const gpu_memory twin = card->twin[PACKED];
    void *const out = card->out[PACKED];
    const int games_shown = card->told.games_shown;
    const unsigned shared = card->shared[ENV_SHOW];
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0)
        return -1;
    card->twin[PACKED] = 0;
    const bool done = make_twin(card, setup, PACKED, error) == 0 && plan_showing(card, setup, error) == 0;
    const gpu_memory left = done ? twin : card->twin[PACKED];
    if (left)
        driver->release(left);
    if (done)
        return 0;
    card->twin[PACKED] = twin;
    card->out[PACKED] = out;
    card->told.games_shown = games_shown;
    card->shared[ENV_SHOW] = shared;
    return -1;
}

char *env_card_slots(const struct env_card *card) { return address(card->slots); }

/* --- a step -------------------------------------------------------------------------------------------------------------- */

/* The card keeps what it was told last. */
static int tell(struct env_card *card, const struct env_setup *setup, struct flip_error *error)
{
    struct env_setup told;
    memcpy(&told, setup, sizeof told); /* also between the members: it is compared */
    told.rules = address(card->rules);
    told.where = NULL;
    for (int i = 0; i < OUTS; i++)
        memcpy((char *)&told + out_at[i], &card->out[i], sizeof card->out[i]);
    if (memcmp(&told, &card->told.setup, sizeof told) == 0)
        return 0;
    memcpy(&card->told.setup, &told, sizeof told);
    return gpu_driver_check(&card->driver, card->driver.to_card(card->launch, &card->told, sizeof card->told),
                            "does not take the task", error);
}

static int launch(struct env_card *card, enum env_kernel kernel, struct env_work *work, struct flip_error *error)
{
    const struct {
        unsigned games, threads; /* of a block */
    } shape[ENV_KERNELS] = {
        {CHECK_BLOCK, CHECK_BLOCK}, {card->moving, card->moving}, {(unsigned)card->told.games_shown, ENV_WARP}};
    void *arguments[] = {&card->launch, &card->report, work, &card->number};
    const unsigned blocks = ((unsigned)work->count + shape[kernel].games - 1) / shape[kernel].games +
                            (kernel == ENV_SHOW ? (unsigned)work->ending_warps : 0);
    const int status = card->driver.launch(card->kernel[kernel].function, blocks, 1, 1, shape[kernel].threads, 1, 1,
                                           card->shared[kernel], NULL, arguments, NULL);
    return gpu_driver_check(&card->driver, status, "does not start the games", error);
}

/* Each launch looks whether those before found anything wrong: nobody waits in between. */
static int work_on(struct env_card *card, const struct env_setup *setup, const struct env_work *work, bool checked,
                   uint32_t report[ENV_REPORTS], struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    struct env_work there = *work;
    there.slots = address(card->slots);
    there.marks = address(card->marks);
    there.ended = address(card->ended);
    there.ending_warps = work->count / (ENV_ENDS * ENDING_AT_ONCE) + 1;
    card->number++;
    if (work->count == 0)
        return 0;
    there.odd = (int32_t)(card->launched++ % 2);
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0 ||
        tell(card, setup, error) < 0 || (checked && launch(card, ENV_CHECK, &there, error) < 0) ||
        launch(card, ENV_STEP, &there, error) < 0 || launch(card, ENV_SHOW, &there, error) < 0 ||
        gpu_driver_check(driver, driver->synchronize(), "failed while it played", error) < 0)
        return -1;
    return gpu_driver_check(driver, driver->from_card(report, card->report, sizeof(uint32_t) * ENV_REPORTS),
                            "does not give the results back", error);
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
        if (gpu_driver_check(&card->driver, card->driver.from_card(some, card->marks + (gpu_memory)*place, size),
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

/* The rows of the games that were worked on. */
static int bring_back(struct env_card *card, const struct env_setup *setup, const struct env_work *work,
                      struct flip_error *error)
{
    for (int i = 0; i < OUTS; i++) {
        const size_t row = row_of(setup, i), from = row * (size_t)work->first;
        if (card->twin[i] && gpu_driver_check(&card->driver,
                                              card->driver.from_card((char *)get_out(setup, i) + from,
                                                                     card->twin[i] + from, row * (size_t)work->count),
                                              "does not give the results back", error) < 0)
            return -1;
    }
    return 0;
}

static int play(struct env_card *card, const struct env_setup *setup, const struct env_work *work, bool checked,
                bool *refused, struct flip_error *error)
{
    uint32_t report[ENV_REPORTS] = {0};
    *refused = false;
    if (work_on(card, setup, work, checked, report, error) < 0)
        return -1;
    *refused = report[ENV_REFUSED] == card->number;
    if (report[ENV_FAILED] == card->number)
        return flip_fail(error, FLIP_ERROR_OVER, "%s is over before anybody has decided anything.", setup->game->title);
    return *refused ? 0 : bring_back(card, setup, work, error);
}

int env_card_run(struct env_card *card, const struct env_setup *setup, const struct env_work *work,
                 struct flip_error *error)
{
    const struct gpu_driver *driver = &card->driver;
    struct env_work here = *work;
    const bool copied = work->chosen && !gpu_driver_has(driver, work->chosen);
    bool refused;
    if (copied)
        here.chosen = address(card->actions);
    if (play(card, setup, &here, false, &refused, error) < 0)
        return -1;
    return copied
               ? gpu_driver_check(driver,
                                  driver->from_card(work->chosen, card->actions, sizeof(int32_t) * (size_t)work->count),
                                  "does not give the results back", error)
               : 0;
}

int env_card_step(struct env_card *card, const struct env_setup *setup, struct env_work *work, int *place, int *action,
                  struct flip_error *error)
{
    bool refused;
    int at;
    if (bring(card, &work->actions, work->count, card->actions, error) < 0 ||
        bring(card, &work->branched, work->count, card->branched, error) < 0 ||
        play(card, setup, work, true, &refused, error) < 0)
        return -1;
    if (!refused)
        return 0;
    if (find_refused(card, work->count, &at, error) < 0 || read_number(card, work->actions, at, action, error) < 0)
        return -1;
    *place = at;
    return work->branched && read_number(card, work->branched, at, place, error) < 0 ? -1 : 1;
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
