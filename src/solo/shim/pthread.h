/* pthread.h for a single thread: once-functions run at the first call, and locks do nothing. */
#pragma once

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

typedef int pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER 0

static inline int pthread_mutex_lock(pthread_mutex_t *mutex) { return (void)mutex, 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) { return (void)mutex, 0; }
