/* Nothing is printed on the card. */
#ifndef FLIPSIDE_GPU_STDIO_H
#define FLIPSIDE_GPU_STDIO_H

#include <stddef.h>

int snprintf(char *out, size_t size, const char *format, ...);

#endif
