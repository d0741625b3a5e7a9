/* Reading the clocks, measuring how long things take, and when the loop has to come round. */
#include "server/loop/loop.h"

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

int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
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

void loop_wake(struct loop *loop, enum wake why, int ms)
{
    const int64_t when = now_us() + (int64_t)ms * 1000;
    int64_t *at = &loop->wake_at[why];
    if (why != WAKE_SOON || *at == 0 || *at > when)
        *at = when;
}

double loop_sleep(struct loop *loop)
{
    int64_t next = 0;
    for (int i = 0; i < WAKES; i++)
        if (loop->wake_at[i] && (!next || loop->wake_at[i] < next))
            next = loop->wake_at[i];
    const int64_t left = next - now_us();
    return !next ? -1 : left > 0 ? (double)left / 1e6 : 0;
}

void loop_woken(struct loop *loop)
{
    const int64_t now = now_us();
    for (int i = 0; i < WAKES; i++)
        if (loop->wake_at[i] <= now)
            loop->wake_at[i] = 0;
}

double cpu_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

const double metric_bounds[METRIC_BOUNDS] = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                             0.1,    0.25,  0.5,    1,     2.5,  5,     10};

void histogram_add(struct histogram *durations, int64_t since)
{
    const double seconds = (double)(now_us() - since) / 1e6;
    int i = 0;
    while (i < METRIC_BOUNDS && seconds > metric_bounds[i])
        i++;
    durations->within[i]++;
    durations->count++;
    durations->sum += seconds;
}
