/*
 * The kernels are a file of their own, many times as large as everything else, and opened when somebody asks for a card. They must come
 * from the rules that the program was built from, or a card would play another game: both carry the same fingerprint of these sources.
 */
#include "gpu/kernels.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACE = 4096 };

static const struct gpu_kernels none[] = {{.game = NULL}};
static const struct gpu_kernels *kernels = none;
static char why[PLACE + 128] =
    "The kernels for graphics cards are not there. With clang-19 and llvm-19 installed they are built by "
    "'ninja -C build kernels'.";

/* The folder of the program, or of the library if a program of somebody else's has loaded it. */
static int own_folder(char *out, size_t size)
{
    Dl_info self;
    char path[PATH_MAX];
    if (!dladdr(none, &self) || !self.dli_fname || !realpath(self.dli_fname, path)) {
        const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
        if (length < 0)
            return -1;
        path[length] = '\0';
    }
    char *slash = strrchr(path, '/');
    if (!slash)
        return -1;
    *slash = '\0';
    return snprintf(out, size, "%s", path) < (int)size ? 0 : -1;
}

/* Where it is not named, it lies beside the program or the library, in the build's folder, or where it was installed. */
static int find(char *out, size_t size)
{
    static const char *const beside[] = {"flipside-kernels.so", "src/flipside-kernels.so",
                                         "../src/flipside-kernels.so"};
    const char *named = getenv("FLIPSIDE_KERNELS");
    char folder[PATH_MAX];
    if (named)
        return snprintf(out, size, "%s", named) < (int)size ? 0 : -1;
    if (own_folder(folder, sizeof folder) == 0)
        for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
            if (snprintf(out, size, "%s/%s", folder, beside[i]) < (int)size && access(out, R_OK) == 0)
                return 0;
    snprintf(out, size, "%s/flipside-kernels.so", FLIPSIDE_LIBDIR);
    return access(out, R_OK);
}

static void open_file(void)
{
    char path[PLACE];
    if (find(path, sizeof path) < 0)
        return;
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *fingerprint = file ? dlsym(file, "gpu_fingerprint") : NULL;
    const struct gpu_kernels *found = file ? dlsym(file, "flip_gpu_kernels") : NULL;
    if (!fingerprint || !found)
        snprintf(why, sizeof why, "%s cannot be opened as the kernels for graphics cards.", path);
    else if (strcmp(fingerprint, gpu_fingerprint) != 0)
        snprintf(why, sizeof why,
                 "%s was built from other rules than this program. 'ninja -C build kernels' builds it again.", path);
    else
        kernels = found;
}

const struct gpu_kernels *gpu_kernels(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_file);
    return kernels;
}

const struct gpu_kernels *gpu_kernels_of(const struct flip_game *game, struct flip_error *error)
{
    for (const struct gpu_kernels *each = gpu_kernels(); each->game; each++)
        if (strcmp(each->game, game->id) == 0)
            return each;
    if (game->flicks)
        flip_fail(error, FLIP_ERROR_NO_DEVICE, "%s cannot be played on a GPU: its flicks need the processor.",
                  game->title);
    else if (!kernels->game)
        flip_fail(error, FLIP_ERROR_NO_DEVICE, "%s", why);
    else
        flip_fail(error, FLIP_ERROR_NO_DEVICE, "%s cannot be played on a GPU: there are no kernels for it.",
                  game->title);
    return NULL;
}
