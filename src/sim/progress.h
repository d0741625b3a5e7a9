/* A line on standard error that tells how far we are; silent where standard error is no terminal. */
#ifndef FLIPSIDE_SIM_PROGRESS_H
#define FLIPSIDE_SIM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct flip_progress {
    bool on;
    double started;   /* seconds of the monotonic clock */
    const char *unit; /* "games" */
};

double flip_seconds_now(void);
void flip_progress_open(struct flip_progress *progress, const char *unit);
/// `note` follows the bar; it may be empty.
void flip_progress_show(const struct flip_progress *progress, uint64_t done, uint64_t total, const char *note);
/// Wipes the line.
void flip_progress_close(const struct flip_progress *progress);
/// "1:02:03", "4:05" or "12 s".
void flip_duration_text(double seconds, char *out, int size);
/// "1234567" as "1,234,567".
const char *flip_number_text(uint64_t number, char out[32]);

#endif
