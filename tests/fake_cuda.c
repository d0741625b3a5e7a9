/*
 * A driver without a card, in the place of libcuda.so.1: its memory is the processor's, and it runs the kernels' own source on the
 * processor, so that everything around a card can be tested where there is none. FAKE_CUDA says what goes wrong: "old" (no driver for
 * this machine), "empty" (no card), "small" (no memory), "refusing" (the PTX is broken), "failing" (a game fails).
 */
#include <flipside/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct flip_game *loaded; /* the last: one game at a time */
#define FLIP_GPU_GAME (*loaded)
#define FLIP_GPU_DEAL one_card

/* A single card: however many a game deals in a row, the kernel deals the rest. */
static inline flip_set one_card(const void *rules, void *state, struct flip_random *random)
{
    loaded->rules->apply(rules, state, FLIP_DEALER, loaded->rules->deal(rules, state, random));
    return loaded->rules->turn(rules, state);
}

#include "env/kernel.c"
#include "env/slot.c"
#include "gpu/kernel.c"

enum { MOST_SHARED = 97, SHARED_MEMORY = 50000 }; /* an attribute, and how much shared memory there is for a block */
enum { BAD_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, BAD_PTX = 218, LAUNCH_FAILED = 719 };

#define DRIVER __attribute__((visibility("default")))

static bool fails(const char *what)
{
    const char *wanted = getenv("FAKE_CUDA");
    return wanted && strcmp(wanted, what) == 0;
}

static int working[ENV_KERNELS]; /* stand for the kernels of environments */

DRIVER int cuGetErrorString(int status, const char **out);
DRIVER int cuInit(unsigned flags);
DRIVER int cuDeviceGetCount(int *out);
DRIVER int cuDeviceGet(int *out, int number);
DRIVER int cuDeviceGetName(char *out, int size, int device);
DRIVER int cuDeviceGetAttribute(int *out, int attribute, int device);
DRIVER int cuDevicePrimaryCtxRetain(void **out, int device);
DRIVER int cuDevicePrimaryCtxRelease_v2(int device);
DRIVER int cuCtxSetCurrent(void *context);
DRIVER int cuCtxSetLimit(int limit, size_t value);
DRIVER int cuCtxSynchronize(void);
DRIVER int cuModuleLoadDataEx(void **out, const void *image, unsigned count, int *options, void **values);
DRIVER int cuModuleUnload(void *module);
DRIVER int cuModuleGetFunction(void **out, void *module, const char *name);
DRIVER int cuFuncSetAttribute(void *function, int attribute, int value);
DRIVER int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, void *function, int block, size_t shared);
DRIVER int cuMemAlloc_v2(uint64_t *out, size_t size);
DRIVER int cuMemFree_v2(uint64_t memory);
DRIVER int cuPointerGetAttribute(void *out, int attribute, uint64_t memory);
DRIVER int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size);
DRIVER int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size);
DRIVER int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y,
                          unsigned block_z, unsigned shared, void *stream, void **arguments, void **extra);

int cuGetErrorString(int status, const char **out)
{
    *out = status == OUT_OF_MEMORY ? "out of memory" : status == LAUNCH_FAILED ? "unspecified launch failure" : "no";
    return 0;
}

int cuInit(unsigned flags)
{
    (void)flags;
    return fails("old") ? NO_DEVICE : 0;
}

int cuDeviceGetCount(int *out)
{
    *out = !fails("empty");
    return 0;
}

int cuDeviceGet(int *out, int number)
{
    *out = number;
    return 0;
}

int cuDeviceGetName(char *out, int size, int device)
{
    (void)device;
    snprintf(out, (size_t)size, "Imaginary card");
    return 0;
}

int cuDeviceGetAttribute(int *out, int attribute, int device)
{
    (void)device;
    *out = attribute == MOST_SHARED ? SHARED_MEMORY : 2;
    return 0;
}

int cuDevicePrimaryCtxRetain(void **out, int device)
{
    static int context;
    (void)device;
    *out = &context;
    return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device) { return device; }

int cuCtxSetCurrent(void *context) { return context ? 0 : NO_DEVICE; }

int cuCtxSetLimit(int limit, size_t value)
{
    (void)value;
    return limit;
}

int cuCtxSynchronize(void) { return fails("failing") ? LAUNCH_FAILED : 0; }

/* The text of a kernel begins with the name of its game. */
int cuModuleLoadDataEx(void **out, const void *image, unsigned count, int *options, void **values)
{
    for (unsigned i = 0; i < count && fails("refusing"); i++)
        if (options[i] == 5)
            strcpy(values[i], "ptxas fatal: Parsing error near line 7");
    if (fails("refusing"))
        return BAD_PTX;
    for (int i = 0; flip_game_at(i); i++)
        if (strstr(image, flip_game_at(i)->id))
            loaded = flip_game_at(i);
    *out = &loaded;
    return loaded ? 0 : BAD_PTX;
}

int cuModuleUnload(void *module)
{
    loaded = NULL;
    return module ? 0 : BAD_PTX;
}

int cuModuleGetFunction(void **out, void *module, const char *name)
{
    (void)module;
    static const char *const names[ENV_KERNELS] = {"gpu_check", "gpu_step", "gpu_show"};
    *out = strncmp(name, "gpu_", 4) == 0 ? (void *)&loaded : NULL;
    for (int i = 0; i < ENV_KERNELS; i++)
        if (strcmp(name, names[i]) == 0)
            *out = &working[i];
    return *out ? 0 : BAD_PTX;
}

int cuFuncSetAttribute(void *function, int attribute, int value)
{
    (void)function, (void)attribute, (void)value;
    return 0;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, void *function, int block, size_t shared)
{
    (void)function, (void)block, (void)shared;
    *out = 2;
    return 0;
}

/* What was taken and not given back, so that memory of the card can be told from other memory. */
struct taken {
    struct taken *next;
    uint64_t memory;
    size_t size;
};
static struct taken *all_taken;

int cuMemAlloc_v2(uint64_t *out, size_t size)
{
    void *memory = fails("small") ? NULL : malloc(size);
    struct taken *taken = memory ? malloc(sizeof *taken) : NULL;
    *out = (uintptr_t)memory;
    if (!taken)
        return OUT_OF_MEMORY;
    memset(memory, 0xa5, size); /* as a card, which does not clear it */
    *taken = (struct taken){all_taken, *out, size};
    all_taken = taken;
    return 0;
}

int cuMemFree_v2(uint64_t memory)
{
    struct taken **at = &all_taken;
    while (*at && (*at)->memory != memory)
        at = &(*at)->next;
    struct taken *found = *at;
    if (!found)
        return BAD_VALUE;
    *at = found->next;
    free(found);
    free((void *)(uintptr_t)memory);
    return 0;
}

int cuPointerGetAttribute(void *out, int attribute, uint64_t memory)
{
    for (const struct taken *taken = all_taken; taken && attribute == 2; taken = taken->next)
        if (memory - taken->memory < taken->size) {
            memcpy(out, &(unsigned){2}, sizeof(unsigned));
            return 0;
        }
    return BAD_VALUE;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size)
{
    memcpy((void *)(uintptr_t)to, from, size);
    return 0;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size)
{
    memcpy(to, (const void *)(uintptr_t)from, size);
    return 0;
}

int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared, void *stream, void **arguments, void **extra)
{
    (void)x, (void)y, (void)z, (void)block_x, (void)block_y, (void)block_z, (void)shared;
    (void)stream, (void)extra;
    const uint64_t *const *given = (const uint64_t *const *)arguments;
    if (function != &loaded)
        work_on_all((enum env_kernel)((const int *)function - working), (const struct env_launch *)(uintptr_t)*given[0],
                    (uint32_t *)(uintptr_t)*given[1], arguments[2], *(const uint32_t *)arguments[3]);
    else
        play_all((const void *)(uintptr_t)*given[0], (const struct gpu_task *)(uintptr_t)*given[1],
                 (int32_t *)(uintptr_t)*given[2]);
    return 0;
}
