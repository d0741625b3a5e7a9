/* Days by UTC. */
#include "server/rooms/days.h"

#include <string.h>
#include <time.h>

void day_of(int64_t time, char day[DAY_SIZE])
{
    const time_t seconds = (time_t)(time / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(day, DAY_SIZE, "%Y-%m-%d", &parts);
}

int64_t day_end(const char *day)
{
    struct tm parts = {0};
    char again[DAY_SIZE];
    const char *end = strlen(day) == DAY_SIZE - 1 ? strptime(day, "%Y-%m-%d", &parts) : NULL;
    const int64_t start = end && !*end ? (int64_t)timegm(&parts) * 1000 : -1;
    if (start < 0)
        return 0;
    day_of(start, again);
    return strcmp(again, day) == 0 ? start + DAY_MS : 0;
}
