/* Numbers and sorting. */
#pragma once

#include <stddef.h>

int abs(int number);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
