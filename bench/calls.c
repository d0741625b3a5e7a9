/*
 * Counts the calls of functions of a program that was built with -finstrument-functions. It is loaded before the program (LD_PRELOAD) and writes into a
 * file that both sides map: bench/calls makes it, sets `on`, and reads which functions were called how often.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SLOTS = 1 << 16 };

struct counts {
    _Atomic uint32_t on;
    uint32_t unused;
    struct {
        _Atomic uint64_t function, calls;
    } slot[SLOTS];
};

static struct counts *counts;

__attribute__((constructor, no_instrument_function)) static void begin(void)
{
    const char *path = getenv("FLIPSIDE_CALLS");
    const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    counts = map == MAP_FAILED ? NULL : map;
    if (file >= 0)
        close(file);
}

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    if (!counts || !counts->on)
        return;
    const uint64_t wanted = (uint64_t)(uintptr_t)function;
    for (uint64_t i = wanted >> 2;; i++) {
        uint64_t there = 0;
        if (counts->slot[i % SLOTS].function == wanted ||
            atomic_compare_exchange_strong(&counts->slot[i % SLOTS].function, &there, wanted) || there == wanted) {
            counts->slot[i % SLOTS].calls++;
            return;
        }
    }
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}
