/* Nothing is printed on the card. */
#pragma once

#include <stddef.h>

int snprintf(char *out, size_t size, const char *format, ...);
