/* Memory and texts; clang knows the functions by name. */
#pragma once

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strchr(const char *text, int character);
size_t strlen(const char *text);
size_t strcspn(const char *text, const char *reject);
