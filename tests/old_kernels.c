/* A file of kernels that was made from other rules: opened, and refused for its fingerprint. */
#include "gpu/kernels.h"

const char gpu_fingerprint[] = "another";

extern const struct gpu_kernels flip_gpu_kernels[];
const struct gpu_kernels flip_gpu_kernels[] = {{.game = 0}};
