/* What is counted and measured while the server runs; /metrics reports it (routes/monitoring.c). */
#ifndef FLIPSIDE_SERVER_LOOP_METRICS_H
#define FLIPSIDE_SERVER_LOOP_METRICS_H

#include <stdint.h>

enum { METRIC_BOUNDS = 14 };

/// The upper bounds of the histograms' buckets, in seconds.
extern const double metric_bounds[METRIC_BOUNDS];

/// A histogram of durations.
struct durations {
    uint64_t within[METRIC_BOUNDS + 1], count;
    double sum; /* seconds */
};

struct metrics {
    uint64_t connections, messages, errors, moves, bot_moves, commits, tables_made, games_over, requests, refused;
    uint64_t commit_failures, troubles, tables_reread, tables_replayed;
    /* in one turn of the loop: connections, steps of games, rows read, scenes written */
    uint64_t most_accepted, most_steps, most_rows, most_scenes;
    struct durations commit, loop, message, request;
    int64_t probed; /* when the store was last tried for /healthz, in microseconds */
};

/// Counts something that began at that time, in microseconds, and ends now.
void durations_add(struct durations *durations, int64_t since);

#endif
