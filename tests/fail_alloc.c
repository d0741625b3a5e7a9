/*
 * A library for LD_PRELOAD that takes memory away from a program while it runs. FAIL_ALLOC_FILE names a file of four 64-bit numbers, which
 * a test writes and reads: how many allocations from now the one is that fails (0: none does), from which size on they count, whether
 * all fail from then on, and how many have failed.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct control {
    _Atomic int64_t left, size, lasting, failed;
};

static struct control *control;

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("FAIL_ALLOC_FILE");
    const int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    void *page = file >= 0 ? mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (file >= 0)
        close(file);
    if (page != MAP_FAILED)
        control = page;
}

static bool fails(size_t size)
{
    if (!control || control->left == 0 || size < (size_t)control->size)
        return false;
    const int64_t before = atomic_fetch_sub(&control->left, 1);
    if (before != 1) {
        if (before < 1) /* another thread was quicker */
            control->left = 0;
        return false;
    }
    control->left = control->lasting ? 1 : 0;
    control->failed++;
    errno = ENOMEM;
    return true;
}

/* --- the real ones --------------------------------------------------------------------------------------------------- */

static void *(*real_malloc)(size_t size);
static void *(*real_calloc)(size_t count, size_t size);
static void *(*real_realloc)(void *block, size_t size);
static void (*real_free)(void *block);

/* Looking for them may itself take memory: it comes from here, and is never given back. */
static _Alignas(16) unsigned char early[65536];
static size_t early_used;

static void *take_early(size_t size)
{
    void *block = early + early_used;
    size = (size + 15) & ~(size_t)15;
    if (size > sizeof early - early_used)
        return NULL;
    early_used += size;
    return block;
}

static bool is_early(const void *block)
{
    return (uintptr_t)block >= (uintptr_t)early && (uintptr_t)block < (uintptr_t)early + sizeof early;
}

static bool found(void)
{
    static bool looking;
    if (real_free)
        return true;
    if (looking)
        return false;
    looking = true;
    *(void **)&real_malloc = dlsym(RTLD_NEXT, "malloc");
    *(void **)&real_calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&real_realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&real_free = dlsym(RTLD_NEXT, "free");
    looking = false;
    return true;
}

/* --- in their place -------------------------------------------------------------------------------------------------- */

void *malloc(size_t size)
{
    if (!found())
        return take_early(size);
    return fails(size) ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (!found())
        return take_early(count * size);
    return fails(count * size) ? NULL : real_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    if (is_early(block) || !found()) {
        void *moved = malloc(size);
        if (moved && block) {
            const size_t left = (size_t)(early + sizeof early - (unsigned char *)block);
            memcpy(moved, block, size < left ? size : left);
        }
        return moved;
    }
    return fails(size) ? NULL : real_realloc(block, size);
}

/* Of what a password's hash is made; malloc's own does not come by here. Called so in the library whatever the headers call it. */
void *failing_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) __asm__("mmap");

void *failing_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset)
{
    static void *(*real)(void *, size_t, int, int, int, off_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "mmap");
    return file < 0 && fails(length) ? MAP_FAILED : real(at, length, protection, flags, file, offset);
}

void free(void *block)
{
    if (!is_early(block) && found())
        real_free(block);
}
