/* Arrays that grow by doubling. */
#include "server/loop/loop.h"

#include <stdlib.h>
#include <string.h>

bool grow(void *list, int count, int *room, size_t size)
{
    void *now, *larger;
    const int places = *room ? 2 * *room : 32;
    if (count < *room)
        return true;
    memcpy(&now, list, sizeof now);
    if (!(larger = realloc(now, (size_t)places * size)))
        return false;
    memcpy(list, &larger, sizeof larger);
    *room = places;
    return true;
}
