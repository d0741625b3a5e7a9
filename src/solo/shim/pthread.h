/* One thread: what is to be done once is done at the first call. */
#ifndef FLIPSIDE_SOLO_SHIM_PTHREAD_H
#define FLIPSIDE_SOLO_SHIM_PTHREAD_H

typedef int pthread_once_t;
#define PTHREAD_ONCE_INIT 0

static inline int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    if (!*once) {
        *once = 1;
        routine();
    }
    return 0;
}

#endif
