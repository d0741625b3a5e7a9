/*
 * A library for LD_PRELOAD that moves the clocks of a program and nothing else. SHIFT_CLOCK_FILE names a file with a number of
 * seconds, read again at every look at the wall clock, so that a test can set the clock while the program runs; SHIFT_STEADY_FILE
 * one for the clock that only counts, also while the computer sleeps: then it is later, and with SHIFT_STILL it moves in no other way;
 * SHIFT_AWAKE_FILE one for the clock that counts while it does not.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shift(const char *variable)
{
    char text[32] = "";
    const int before = errno;
    const char *name = getenv(variable);
    const int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        if (read(file, text, sizeof text - 1) < 0)
            text[0] = '\0';
        close(file);
    }
    errno = before;
    return (time_t)atoll(text);
}

/* The time at the first look, for ever. */
static void stand_still(struct timespec *now)
{
    static _Atomic time_t first;
    time_t none = 0;
    atomic_compare_exchange_strong(&first, &none, now->tv_sec);
    *now = (struct timespec){.tv_sec = first};
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    const int status = (int)syscall(SYS_clock_gettime, clock, out);
    if (status == 0 && clock == CLOCK_BOOTTIME && getenv("SHIFT_STILL"))
        stand_still(out);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        out->tv_sec += shift("SHIFT_CLOCK_FILE");
    if (status == 0 && clock == CLOCK_BOOTTIME)
        out->tv_sec += shift("SHIFT_STEADY_FILE");
    if (status == 0 && clock == CLOCK_MONOTONIC)
        out->tv_sec += shift("SHIFT_AWAKE_FILE");
    return status;
}

time_t time(time_t *out)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now = {0};
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}
