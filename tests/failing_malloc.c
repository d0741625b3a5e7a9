/*
 * The linker's --wrap option sends every call of malloc and its kin in our own code through here; libraries outside keep the
 * real ones, but jansson can be told, and libsodium takes none. What the C library allocates inside its own functions
 * (strdup) is wrapped by name.
 */
#include "failing_malloc.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool armed, struck;
    long count, failing;
    enum failing_mode mode;
} memory;

static bool out_of_memory(bool ours)
{
    if (!memory.armed || (!ours && memory.mode == FAIL_ONCE_OURS))
        return false;
    memory.count++;
    if (memory.count != memory.failing && !(memory.mode == FAIL_FROM_THEN && memory.count > memory.failing))
        return false;
    memory.struck = true;
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);

void *__wrap_malloc(size_t size) { return out_of_memory(true) ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return out_of_memory(true) ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return out_of_memory(true) ? NULL : __real_realloc(block, size); }
char *__wrap_strdup(const char *text) { return out_of_memory(true) ? NULL : __real_strdup(text); }
char *__wrap_strndup(const char *text, size_t length)
{
    return out_of_memory(true) ? NULL : __real_strndup(text, length);
}

static void *json_memory(size_t size) { return out_of_memory(false) ? NULL : __real_malloc(size); }

void failing_malloc_install(void) { json_set_alloc_funcs(json_memory, free); }

void failing_malloc_arm(long n, enum failing_mode mode)
{
    memory.armed = true;
    memory.struck = false;
    memory.count = 0;
    memory.failing = n;
    memory.mode = mode;
}

bool failing_malloc_disarm(void)
{
    memory.armed = false;
    return memory.struck;
}
