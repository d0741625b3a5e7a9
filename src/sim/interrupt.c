/* Ctrl-C: whoever works looks at a flag from time to time, ends at a good place and shows what there is. */
#include "sim/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

/* A signal handler can reach nothing but a global. Atomic, because all threads read it. */
static atomic_bool interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

void flip_interrupt_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    action.sa_flags = (int)(SA_RESTART | SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    atomic_store_explicit(&interrupted, false, memory_order_relaxed);
}

bool flip_interrupted(void) { return atomic_load_explicit(&interrupted, memory_order_relaxed); }
