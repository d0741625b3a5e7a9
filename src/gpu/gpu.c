/*
 * Opens the card for a game and plays batches of games on it. Rules, task and results lie in memory of the card that is taken once.
 * As many threads are started as the card holds at a time; each plays one game after the other.
 */
#include "gpu/gpu.h"
#include "gpu/driver.h"
#include "gpu/kernels.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ATTRIBUTE_SHARED = 8 };
enum { QUICK_BLOCK = 256 }; /* quick players need many registers, more than large blocks have */

struct gpu_table {
    struct gpu_driver driver;
    struct kernel {
        const char *name, *ptx;
        void *module, *function; /* NULL until it is needed: the driver takes seconds to compile it */
        unsigned grid;           /* blocks that the card holds at a time */
        unsigned block;          /* threads in a block, */
        unsigned shared;         /* and their shared memory */
    } random, quick;
    gpu_memory rules, task, out;
    int seats;
    uint32_t most;
};

static int load(const struct gpu_table *table, struct kernel *kernel, struct flip_error *error)
{
    const struct gpu_driver *driver = &table->driver;
    int blocks = 0;
    if (kernel->grid)
        return 0;
    if ((!kernel->module && gpu_driver_load(driver, kernel->ptx, &kernel->module, error) < 0) ||
        gpu_driver_check(driver, driver->module_function(&kernel->function, kernel->module, kernel->name),
                         "does not know the kernel", error) < 0 ||
        gpu_driver_check(driver, driver->function_attribute(kernel->function, ATTRIBUTE_SHARED, (int)kernel->shared),
                         "has too little shared memory", error) < 0 ||
        gpu_driver_check(driver, driver->occupancy(&blocks, kernel->function, (int)kernel->block, kernel->shared),
                         "cannot hold the kernel", error) < 0)
        return -1;
    kernel->grid = (unsigned)(blocks > 0 ? blocks : 1) * (unsigned)driver->multiprocessors;
    return 0;
}

static int prepare(struct gpu_table *table, const struct flip_game *game, const void *rules, struct flip_error *error)
{
    const struct gpu_driver *driver = &table->driver;
    if (gpu_driver_take(&table->driver, game->rules_size, &table->rules, error) < 0 ||
        gpu_driver_take(&table->driver, sizeof(struct gpu_task), &table->task, error) < 0 ||
        gpu_driver_take(&table->driver, sizeof(int32_t) * (size_t)gpu_rows(table->seats) * table->most, &table->out,
                        error) < 0)
        return -1;
    return gpu_driver_check(driver, driver->to_device(table->rules, rules, game->rules_size), "does not take the rules",
                            error);
}

struct gpu_table *gpu_open(const struct flip_game *game, const void *rules, int seats, uint32_t most,
                           struct flip_error *error)
{
    const struct gpu_kernels *kernels = gpu_kernels_of(game, error);
    if (!kernels)
        return NULL;
    struct gpu_table *table = calloc(1, sizeof *table);
    if (!table) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the GPU.");
        return NULL;
    }
    table->seats = seats;
    table->most = most;
    const unsigned shared = kernels->shared ? (unsigned)(gpu_state_words(game->state_size) * sizeof(uint64_t)) : 0;
    const unsigned block = kernels->block, quick = block < QUICK_BLOCK ? block : QUICK_BLOCK;
    table->random = (struct kernel){.name = "gpu_play", .ptx = kernels->play, .block = block, .shared = block * shared};
    table->quick =
        (struct kernel){.name = "gpu_quick", .ptx = kernels->quick, .block = quick, .shared = quick * shared};
    if (gpu_driver_open(&table->driver, GPU_STACK, error) < 0) {
        free(table);
        return NULL;
    }
    if (prepare(table, game, rules, error) < 0) {
        gpu_close(table);
        return NULL;
    }
    return table;
}

void gpu_close(struct gpu_table *table)
{
    if (!table)
        return;
    const gpu_memory taken[] = {table->rules, table->task, table->out};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (taken[i])
            table->driver.release(taken[i]);
    if (table->random.module)
        table->driver.module_unload(table->random.module);
    if (table->quick.module)
        table->driver.module_unload(table->quick.module);
    gpu_driver_close(&table->driver);
    free(table);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int gpu_run(struct gpu_table *table, const struct gpu_task *task, int32_t *out, double *seconds,
            struct flip_error *error)
{
    const struct gpu_driver *driver = &table->driver;
    struct kernel *kernel = task->players == GPU_RANDOM ? &table->random : &table->quick;
    const unsigned needed = (task->count + kernel->block - 1) / kernel->block;
    void *arguments[] = {&table->rules, &table->task, &table->out};
    if (task->count > table->most || task->seats != table->seats)
        return flip_fail(error, FLIP_ERROR_RANGE, "The GPU was opened for fewer games, or for other seats.");
    if (load(table, kernel, error) < 0)
        return -1;
    const int given = driver->to_device(table->task, task, sizeof *task);
    if (gpu_driver_check(driver, given, "does not take the task", error) < 0)
        return -1;
    const double start = seconds_now();
    if (gpu_driver_check(driver,
                         driver->launch(kernel->function, needed < kernel->grid ? needed : kernel->grid, 1, 1,
                                        kernel->block, 1, 1, kernel->shared, NULL, arguments, NULL),
                         "does not start the games", error) < 0 ||
        gpu_driver_check(driver, driver->synchronize(), "failed while it played", error) < 0)
        return -1;
    if (seconds)
        *seconds = seconds_now() - start;
    return gpu_driver_check(
        driver, driver->from_device(out, table->out, sizeof(int32_t) * (size_t)gpu_rows(task->seats) * task->count),
        "does not give the results back", error);
}
