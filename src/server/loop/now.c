/* Reading the clocks. */
#include "server/loop/now.h"

#include <pthread.h>
#include <time.h>

/* The one that also counts while the computer sleeps, where there is one: after a night's sleep it is a day later for everybody. */
#ifdef CLOCK_BOOTTIME
#define COUNTING CLOCK_BOOTTIME
#else
#define COUNTING CLOCK_MONOTONIC
#endif

static int64_t read_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t wall_ms(void) { return read_ms(CLOCK_REALTIME); }

/* Set once, at the first look. */
static int64_t beginning;

static void begin(void) { beginning = read_ms(CLOCK_REALTIME) - read_ms(COUNTING); }

int64_t steady_ms(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    return beginning + read_ms(COUNTING);
}

int64_t age_ms(int64_t then)
{
    const int64_t wall = wall_ms(), steady = steady_ms();
    return (wall < steady ? wall : steady) - then;
}

double busy_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}
