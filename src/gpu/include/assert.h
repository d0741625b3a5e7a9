/* Kernels are compiled without assertions. */
#pragma once

#define assert(condition) ((void)0)
