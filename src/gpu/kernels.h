/* The kernels that were built into the program. */
#ifndef FLIPSIDE_GPU_KERNELS_H
#define FLIPSIDE_GPU_KERNELS_H

struct gpu_kernels {
    const char *game;
    const char *play, *quick; /* the text of each */
    int shared;               /* 1: the states of a block lie in its shared memory */
    unsigned block;           /* threads that are started together */
};

/// Ended by one without a game; empty if the program was built without clang 19.
extern const struct gpu_kernels gpu_kernels[];

#endif
