/* Days in UTC, as the daily challenge uses them. */
#ifndef FLIPSIDE_SERVER_ROOMS_DAYS_H
#define FLIPSIDE_SERVER_ROOMS_DAYS_H

#include <stdint.h>

enum { DAY_SIZE = 11 /* "2026-11-15" */, DAY_MS = 86400 * 1000 };

/// The day of a time, and when a day ends (0: not a valid day).
void day_of(int64_t time, char day[DAY_SIZE]);
int64_t day_end(const char *day);

#endif
