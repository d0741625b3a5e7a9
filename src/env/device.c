/*
 * An environment on the device: rules, slots and results lie in its memory. Buffers of the caller that lie there too are written as they
 * are; of the others the device has a twin, which is copied after each step.
 */
#include "env/device.h"
#include "env/kernel.h"
#include "gpu/driver.h"
#include "gpu/kernels.h"

#include <stdlib.h>
#include <string.h>

/* There is a warp for the ends of so many games; if more of them are over than it ends at a time, it goes on. */
enum { ENDING_GAMES = 128 };
enum { CHECKING_BLOCKS = 64 };
enum { ATTRIBUTE_SHARED = 8, ATTRIBUTE_MOST_SHARED = 97, USUAL_SHARED = 48 * 1024 };

/* The buffers of a caller, in the order of out_at. */
enum { PACKED = 10, OUTS };

#define AT(member) offsetof(struct env_setup, member)

struct env_device {
    struct gpu_driver driver;
    struct {
        void *module, *function;
    } kernel[ENV_KERNELS];
    const struct gpu_kernels *kernels;
    unsigned shared[ENV_KERNELS]; /* shared memory of a block */
    unsigned moving;              /* games of a block that moves */
    gpu_memory rules, slots, launch, where, report, marks, ended, order;
    struct env_launch told;       /* what the device was told last */
    uint32_t number, launched;    /* of the last step, and steps that were launched */
    gpu_memory actions, branched; /* of a caller who has them elsewhere */
    gpu_memory twin[OUTS];        /* 0: not wanted, or the caller's own lies on the device */
    void *out[OUTS];              /* on the device */
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
static int make_twin(struct env_device *device, const struct env_setup *setup, int which, struct flip_error *error)
{
    void *own = get_out(setup, which);
    const size_t size = row_of(setup, which) * (size_t)setup->shape.games;
    if (own && !gpu_driver_has(&device->driver, own)) {
        if (gpu_driver_take(&device->driver, size, &device->twin[which], error) < 0 ||
            gpu_driver_check(&device->driver, device->driver.to_device(device->twin[which], own, size),
                             "does not take the results", error) < 0)
            return -1;
        own = address(device->twin[which]);
    }
    device->out[which] = own;
    return 0;
}

static int make_twins(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    int status = 0;
    for (int i = 0; status == 0 && i < OUTS; i++)
        status = make_twin(device, setup, i, error);
    return status;
}

static int take_room(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    const size_t games = (size_t)setup->shape.games, numbers = sizeof(int32_t) * games;
    if (gpu_driver_take(driver, setup->game->rules_size, &device->rules, error) < 0 ||
        gpu_driver_take(driver, setup->slot_size * games, &device->slots, error) < 0 ||
        gpu_driver_take(driver, sizeof(struct env_launch), &device->launch, error) < 0 ||
        gpu_driver_take(driver, sizeof(uint32_t) * (size_t)setup->shape.numbers, &device->where, error) < 0 ||
        gpu_driver_take(driver, sizeof(uint32_t) * ENV_REPORTS, &device->report, error) < 0 ||
        gpu_driver_take(driver, games, &device->marks, error) < 0 ||
        gpu_driver_take(driver, sizeof(uint32_t) * (2 + games), &device->ended, error) < 0 ||
        gpu_driver_take(driver, numbers, &device->order, error) < 0 ||
        gpu_driver_take(driver, numbers, &device->actions, error) < 0 ||
        gpu_driver_take(driver, numbers, &device->branched, error) < 0)
        return -1;
    return make_twins(device, setup, error);
}

/* Where each number of an observation is found in the words that a thread writes (core/numbers.h). */
static int tell_where(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    const size_t size = sizeof(uint32_t) * (size_t)setup->shape.numbers;
    uint32_t *const where = malloc(size);
    if (!where)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the GPU.");
    for (int i = 0; i < setup->shape.numbers; i++)
        where[i] =
            (uint32_t)setup->where[i].word << 16 | (uint32_t)setup->where[i].divisor << 8 | setup->where[i].shift;
    device->told.where = address(device->where);
    const int status = driver->to_device(device->where, where, size);
    free(where);
    return gpu_driver_check(driver, status, "does not take the task", error);
}

/* The shared memory that a block may have. */
static size_t most_shared(const struct env_device *device)
{
    int most = 0;
    if (device->driver.device_attribute(&most, ATTRIBUTE_MOST_SHARED, device->driver.device) != 0 ||
        most < USUAL_SHARED)
        most = USUAL_SHARED;
    return (size_t)most;
}

static int set_shared(struct env_device *device, enum env_kernel kernel, size_t size, struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    device->shared[kernel] = (unsigned)size;
    return gpu_driver_check(driver,
                            driver->function_attribute(device->kernel[kernel].function, ATTRIBUTE_SHARED, (int)size),
                            "has too little shared memory", error);
}

/* The more games are put in order together, the more warps have only games of one kind; but enough blocks must be under
   way. */
static int plan_check(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    const int each = setup->shape.games / CHECKING_BLOCKS / ENV_CHECK_BLOCK * ENV_CHECK_BLOCK;
    device->told.games_sorted = each < ENV_CHECK_BLOCK   ? ENV_CHECK_BLOCK
                                : each < ENV_MOST_SORTED ? each
                                                         : ENV_MOST_SORTED;
    return set_shared(device, ENV_CHECK, sizeof(int32_t) * ENV_BINS, error);
}

/* The games of a block are moved in its shared memory, and a card that has less of it gets smaller blocks. Those moved in
   place, where several play, come in large blocks: with two of them on a multiprocessor its L1 cache is too small. */
static int plan_moves(struct env_device *device, struct flip_error *error)
{
    size_t staged;
    device->moving = (unsigned)device->kernels->moving;
    while ((staged = env_staged(&device->told, (int)device->moving)) > most_shared(device) && device->moving > ENV_WARP)
        device->moving = device->moving / 2 / ENV_WARP * ENV_WARP;
    device->told.moves_staged = staged > 0 && staged <= most_shared(device);
    if (!device->told.moves_staged && device->moving < ENV_BLOCK)
        device->moving = ENV_BLOCK;
    return set_shared(device, ENV_STEP, device->told.moves_staged ? staged : 0, error);
}

/* Games end in the shared memory of their warp if `room` is not too few for it. */
static void plan_ends(struct env_device *device, int room)
{
    struct env_launch *told = &device->told;
    told->ends_staged = room >= ENV_ENDS_OUTSIDE;
    told->games_ended = !told->ends_staged ? ENV_ENDS_OUTSIDE : room < ENV_ENDS ? room : ENV_ENDS;
    if (told->games_ended > told->games_shown)
        told->games_ended = told->games_shown;
}

/* As many games for a warp as are best, if its shared memory has room for them: packed rows are small, and more of them are quicker. */
static int plan_showing(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    const bool long_masks = setup->game->learn->allows != NULL;
    const bool small = setup->packed && !setup->out.observation && setup->shape.seats == 1;
    device->told.games_shown = small ? device->kernels->packed_games : ENV_GAMES_PER_WARP;
    while (device->told.games_shown > 1 && env_room(&device->told, long_masks) > most_shared(device))
        device->told.games_shown /= 2;
    const size_t room = env_room(&device->told, long_masks);
    plan_ends(device, (int)(room / env_whole(setup)));
    return set_shared(device, ENV_SHOW, room, error);
}

static int plan_room(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    device->told.setup.shape = setup->shape;
    device->told.setup.packed_words = setup->packed_words;
    if (device->kernels->alone && setup->before_at == setup->state_at && setup->reward != FLIP_REWARD_GAIN)
        device->told.staged =
            (int32_t)((sizeof(struct env_slot) - offsetof(struct env_slot, dealer) + device->kernels->alone + 7) / 8 *
                      8);
    return tell_where(device, setup, error) < 0 || plan_check(device, setup, error) < 0 || plan_moves(device, error) < 0
               ? -1
               : plan_showing(device, setup, error);
}

static int load_kernels(struct env_device *device, const struct gpu_kernels *kernels, struct flip_error *error)
{
    static const char *const names[ENV_KERNELS] = {"gpu_check", "gpu_step", "gpu_show"};
    const char *const texts[ENV_KERNELS] = {kernels->check, kernels->step, kernels->show};
    const struct gpu_driver *driver = &device->driver;
    for (int i = 0; i < ENV_KERNELS; i++)
        if (gpu_driver_load(driver, texts[i], &device->kernel[i].module, error) < 0 ||
            gpu_driver_check(driver,
                             driver->module_function(&device->kernel[i].function, device->kernel[i].module, names[i]),
                             "does not know the kernel", error) < 0)
            return -1;
    return 0;
}

static int load(struct env_device *device, const struct env_setup *setup, const struct gpu_kernels *kernels,
                struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    const uint32_t nothing[ENV_REPORTS] = {0};
    if (take_room(device, setup, error) < 0 || load_kernels(device, kernels, error) < 0 ||
        plan_room(device, setup, error) < 0 ||
        gpu_driver_check(driver, driver->to_device(device->report, nothing, sizeof nothing), "does not take the task",
                         error) < 0 ||
        gpu_driver_check(driver, driver->to_device(device->ended, nothing, sizeof nothing), "does not take the task",
                         error) < 0)
        return -1;
    return gpu_driver_check(driver, driver->to_device(device->rules, setup->rules, setup->game->rules_size),
                            "does not take the rules", error);
}

struct env_device *env_device_open(const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_kernels *kernels = gpu_kernels_of(setup->game, error);
    if (!kernels)
        return NULL;
    struct env_device *device = calloc(1, sizeof *device);
    if (!device) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the GPU.");
        return NULL;
    }
    device->kernels = kernels;
    if (gpu_driver_open(&device->driver, GPU_STACK, error) == 0 && load(device, setup, kernels, error) == 0)
        return device;
    env_device_close(device);
    return NULL;
}

void env_device_close(struct env_device *device)
{
    if (!device)
        return;
    const gpu_memory taken[] = {device->rules, device->slots, device->launch, device->where,   device->report,
                                device->marks, device->ended, device->order,  device->actions, device->branched};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (taken[i])
            device->driver.release(taken[i]);
    for (int i = 0; i < OUTS; i++)
        if (device->twin[i])
            device->driver.release(device->twin[i]);
    for (int i = 0; i < ENV_KERNELS; i++)
        if (device->kernel[i].module)
            device->driver.module_unload(device->kernel[i].module);
    gpu_driver_close(&device->driver);
    free(device);
}

int env_device_pack(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    const gpu_memory twin = device->twin[PACKED];
    void *const out = device->out[PACKED];
    const int games_shown = device->told.games_shown;
    const unsigned shared = device->shared[ENV_SHOW];
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0)
        return -1;
    device->twin[PACKED] = 0;
    const bool done = make_twin(device, setup, PACKED, error) == 0 && plan_showing(device, setup, error) == 0;
    const gpu_memory left = done ? twin : device->twin[PACKED];
    if (left)
        driver->release(left);
    if (done)
        return 0;
    device->twin[PACKED] = twin;
    device->out[PACKED] = out;
    device->told.games_shown = games_shown;
    device->shared[ENV_SHOW] = shared;
    return -1;
}

char *env_device_slots(const struct env_device *device) { return address(device->slots); }

/* --- a step -------------------------------------------------------------------------------------------------------------- */

/* The device keeps what it was told last. */
static int tell(struct env_device *device, const struct env_setup *setup, struct flip_error *error)
{
    struct env_setup told;
    memcpy(&told, setup, sizeof told); /* also between the members: it is compared */
    told.rules = address(device->rules);
    told.where = NULL;
    for (int i = 0; i < OUTS; i++)
        memcpy((char *)&told + out_at[i], &device->out[i], sizeof device->out[i]);
    if (memcmp(&told, &device->told.setup, sizeof told) == 0)
        return 0;
    memcpy(&device->told.setup, &told, sizeof told);
    return gpu_driver_check(&device->driver,
                            device->driver.to_device(device->launch, &device->told, sizeof device->told),
                            "does not take the task", error);
}

static int launch(struct env_device *device, enum env_kernel kernel, struct env_work *work, struct flip_error *error)
{
    const struct {
        unsigned games, threads; /* of a block */
    } shape[ENV_KERNELS] = {{(unsigned)device->told.games_sorted, ENV_CHECK_BLOCK},
                            {device->moving, device->moving},
                            {(unsigned)device->told.games_shown, ENV_WARP}};
    void *arguments[] = {&device->launch, &device->report, work, &device->number};
    const unsigned blocks = ((unsigned)work->count + shape[kernel].games - 1) / shape[kernel].games +
                            (kernel == ENV_SHOW ? (unsigned)work->ending_warps : 0);
    const int status = device->driver.launch(device->kernel[kernel].function, blocks, 1, 1, shape[kernel].threads, 1, 1,
                                             device->shared[kernel], NULL, arguments, NULL);
    return gpu_driver_check(&device->driver, status, "does not start the games", error);
}

/* Each launch looks whether those before found anything wrong: nobody waits in between. */
static int work_on(struct env_device *device, const struct env_setup *setup, const struct env_work *work, bool checked,
                   uint32_t report[ENV_REPORTS], struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    struct env_work there = *work;
    there.slots = address(device->slots);
    there.marks = address(device->marks);
    there.ended = address(device->ended);
    there.order = address(device->order);
    there.ending_warps = work->count / ENDING_GAMES + 1;
    device->number++;
    if (work->count == 0)
        return 0;
    there.odd = (int32_t)(device->launched++ % 2);
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0 ||
        tell(device, setup, error) < 0 || (checked && launch(device, ENV_CHECK, &there, error) < 0) ||
        launch(device, ENV_STEP, &there, error) < 0 || launch(device, ENV_SHOW, &there, error) < 0 ||
        gpu_driver_check(driver, driver->synchronize(), "failed while it played", error) < 0)
        return -1;
    return gpu_driver_check(driver, driver->from_device(report, device->report, sizeof(uint32_t) * ENV_REPORTS),
                            "does not give the results back", error);
}

/* The address on the device of numbers that may lie elsewhere. */
static int bring(struct env_device *device, const int32_t **numbers, int count, gpu_memory room,
                 struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    if (!*numbers || count == 0 || gpu_driver_has(driver, *numbers))
        return 0;
    if (gpu_driver_check(driver, driver->to_device(room, *numbers, sizeof **numbers * (size_t)count),
                         "does not take the actions", error) < 0)
        return -1;
    *numbers = address(room);
    return 0;
}

static int find_refused(const struct env_device *device, int count, int *place, struct flip_error *error)
{
    uint8_t some[4096];
    for (*place = 0; *place < count; *place += (int)sizeof some) {
        const int left = count - *place;
        const size_t size = left < (int)sizeof some ? (size_t)left : sizeof some;
        if (gpu_driver_check(&device->driver,
                             device->driver.from_device(some, device->marks + (gpu_memory)*place, size),
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

/* The number at a place of a row on the device. */
static int read_number(const struct env_device *device, const int32_t *row, int place, int *out,
                       struct flip_error *error)
{
    int32_t number = 0;
    const int status = device->driver.from_device(&number, (uintptr_t)(row + place), sizeof number);
    *out = number;
    return gpu_driver_check(&device->driver, status, "does not give the results back", error);
}

/* The rows of the games that were worked on. */
static int bring_back(struct env_device *device, const struct env_setup *setup, const struct env_work *work,
                      struct flip_error *error)
{
    for (int i = 0; i < OUTS; i++) {
        const size_t row = row_of(setup, i), from = row * (size_t)work->first;
        if (device->twin[i] &&
            gpu_driver_check(&device->driver,
                             device->driver.from_device((char *)get_out(setup, i) + from, device->twin[i] + from,
                                                        row * (size_t)work->count),
                             "does not give the results back", error) < 0)
            return -1;
    }
    return 0;
}

static int play(struct env_device *device, const struct env_setup *setup, const struct env_work *work, bool checked,
                bool *refused, struct flip_error *error)
{
    uint32_t report[ENV_REPORTS] = {0};
    *refused = false;
    if (work_on(device, setup, work, checked, report, error) < 0)
        return -1;
    *refused = report[ENV_REFUSED] == device->number;
    if (report[ENV_FAILED] == device->number)
        return flip_fail(error, FLIP_ERROR_OVER, "%s is over before anybody has decided anything.", setup->game->title);
    return *refused ? 0 : bring_back(device, setup, work, error);
}

int env_device_run(struct env_device *device, const struct env_setup *setup, const struct env_work *work,
                   struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    struct env_work here = *work;
    const bool copied = work->chosen && !gpu_driver_has(driver, work->chosen);
    bool refused;
    if (copied)
        here.chosen = address(device->actions);
    if (play(device, setup, &here, false, &refused, error) < 0)
        return -1;
    return copied
               ? gpu_driver_check(
                     driver, driver->from_device(work->chosen, device->actions, sizeof(int32_t) * (size_t)work->count),
                     "does not give the results back", error)
               : 0;
}

int env_device_step(struct env_device *device, const struct env_setup *setup, struct env_work *work, int *place,
                    int *action, struct flip_error *error)
{
    bool refused;
    int at;
    if (bring(device, &work->actions, work->count, device->actions, error) < 0 ||
        bring(device, &work->branched, work->count, device->branched, error) < 0 ||
        play(device, setup, work, true, &refused, error) < 0)
        return -1;
    if (!refused)
        return 0;
    if (find_refused(device, work->count, &at, error) < 0 || read_number(device, work->actions, at, action, error) < 0)
        return -1;
    *place = at;
    return work->branched && read_number(device, work->branched, at, place, error) < 0 ? -1 : 1;
}

int env_device_fetch(struct env_device *device, const struct env_setup *setup, int place, struct env_slot *out,
                     struct flip_error *error)
{
    const struct gpu_driver *driver = &device->driver;
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0)
        return -1;
    return gpu_driver_check(
        driver, driver->from_device(out, device->slots + (gpu_memory)place * setup->slot_size, setup->slot_size),
        "does not give the results back", error);
}
