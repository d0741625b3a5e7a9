/* The list of kernels for tests/fake_cuda.c, which runs their source: it needs no text but the name of the game. */
#include "gpu/kernels.h"

#define KERNELS(name)                                                                                                  \
    {                                                                                                                  \
        .game = name, .play = name, .quick = name, .check = name, .step = name, .show = name, .block = 64,             \
        .moving = 512, .packed_games = 24                                                                              \
    }

extern const struct gpu_kernels flip_gpu_kernels[];
const struct gpu_kernels flip_gpu_kernels[] = {
    KERNELS("royalflip"), KERNELS("flipcity"), KERNELS("fliptown"), KERNELS("insertcoin"), {.game = 0}};
