/* The progress bar: progress, speed and remaining time. */
#include "faces/sim/jobs/jobs.h"

#include "core/clock.h"
#include "faces/sim/stats/stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { BAR_COLUMNS = 20 };

double flip_seconds_now(void) { return flip_seconds_of(CLOCK_MONOTONIC); }

void flip_progress_open(struct flip_progress *progress, const char *unit)
{
    *progress = (struct flip_progress){
        .on = flip_ranks_count() > 1 ? flip_ranks_terminal() : isatty(STDERR_FILENO) != 0,
        .started = flip_seconds_now(),
        .unit = unit,
    };
}

/* "1:02:03", "4:05" or "12 s". */
static void duration_text(double seconds, char *out, int size)
{
    const uint64_t whole = (uint64_t)(seconds + 0.5);
    if (whole < 60)
        snprintf(out, (size_t)size, "%" PRIu64 " s", whole);
    else if (whole < 3600)
        snprintf(out, (size_t)size, "%" PRIu64 ":%02" PRIu64, whole / 60, whole % 60);
    else
        snprintf(out, (size_t)size, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, whole / 3600, whole / 60 % 60, whole % 60);
}

const char *flip_number_text(uint64_t number, char out[32])
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    char *to = out;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return out;
}

void flip_progress_show(const struct flip_progress *progress, uint64_t done, uint64_t total, const char *note)
{
    if (!progress->on)
        return;
    const bool unicode = flip_unicode();
    const double share = total > 0 ? (double)done / (double)total : 0;
    const double elapsed = flip_seconds_now() - progress->started;
    const double rate = elapsed > 0 ? (double)done / elapsed : 0;
    char left[32] = "?", number[32];
    if (done > 0)
        duration_text((double)(total - done) / rate, left, sizeof left);
    const int eighths = (int)(share * 8 * BAR_COLUMNS);
    fputs("\r[", stderr);
    flip_bar(stderr, eighths, unicode);
    const int filled = unicode ? (eighths + 7) / 8 : (eighths + 4) / 8;
    fprintf(stderr, "%*s] %3.0f %%  %s %s", BAR_COLUMNS - filled, "", 100 * share, flip_number_text(done, number),
            progress->unit);
    if (rate >= 100)
        fprintf(stderr, ", %s/s", flip_number_text((uint64_t)rate, number));
    else
        fprintf(stderr, ", %.2f/s", rate);
    fprintf(stderr, ", %s left%s%s\033[K", left, *note ? "  " : "", note);
    fflush(stderr);
}

void flip_progress_close(const struct flip_progress *progress)
{
    if (progress->on)
        fputs("\r\033[K", stderr);
}
