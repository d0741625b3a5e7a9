/* Ctrl-C sets a flag; long-running work checks it, stops at a good point and shows its results. */
#include "faces/sim/jobs/jobs.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { AT_ONCE_MS = 1000 };

/* A signal handler can only reach globals. They are atomic, because all threads read them. */
static atomic_bool interrupted;
static atomic_llong first_ms; /* when the first signal came; 0: none has */

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now); /* one of the calls that a handler may make */
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Programs such as timeout(1) signal a process and then its group, so signals in quick succession count as one. */
static void interrupt(int number)
{
    const long long now = now_ms();
    long long first = 0; /* another thread may be here with another signal */
    if (atomic_compare_exchange_strong(&first_ms, &first, now)) {
        atomic_store(&interrupted, true);
    } else if (now - first > AT_ONCE_MS) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void flip_interrupt_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    atomic_store(&interrupted, false);
    atomic_store(&first_ms, 0);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool flip_interrupted(void) { return atomic_load_explicit(&interrupted, memory_order_relaxed); }
