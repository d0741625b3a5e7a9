/* Memory that runs out on demand: the n-th allocation fails. For code linked with the --wrap options of tests/meson.build. */
#ifndef FLIPSIDE_TESTS_FAILING_MALLOC_H
#define FLIPSIDE_TESTS_FAILING_MALLOC_H

#include <stdbool.h>

enum failing_mode {
    FAIL_FROM_THEN, /* the n-th and all after it, the JSON reader's too: memory is really out */
    FAIL_ONCE_OURS, /* only the n-th of our own: one large block is not to be had */
    FAIL_ONCE_ANY   /* only the n-th, the JSON reader's too */
};

/// Call once, before anything is read: from now on the JSON reader takes its memory from here as well.
void failing_malloc_install(void);
/// From now on counts allocations, from 1, and lets the n-th fail.
void failing_malloc_arm(long n, enum failing_mode mode);
/// Stops; tells whether an allocation was made to fail.
bool failing_malloc_disarm(void);

#endif
