/* Measuring how long things take. */
#include "server/loop/metrics.h"

#include <libwebsockets.h>

const double metric_bounds[METRIC_BOUNDS] = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                             0.1,    0.25,  0.5,    1,     2.5,  5,     10};

void durations_add(struct durations *durations, int64_t since)
{
    const double seconds = (double)((int64_t)lws_now_usecs() - since) / 1e6;
    int i = 0;
    while (i < METRIC_BOUNDS && seconds > metric_bounds[i])
        i++;
    durations->within[i]++;
    durations->count++;
    durations->sum += seconds;
}
