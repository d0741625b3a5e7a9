/* The flicks of a room. */
#include "server/rooms/room_flicks.h"

#include "server/rooms/room.h"
#include "table/table.h"

#include <stdlib.h>

int room_flicks(const struct room *room, int steps)
{
    for (int i = steps - 1; i >= 0; i--)
        if (room->table->steps[i].outcome)
            return room->table->steps[i].outcome;
    return 0;
}

void room_forget_flicks(struct room *room)
{
    for (int i = 0; i < FLICKS_KEPT; i++) {
        free(room->flicks[i].text);
        room->flicks[i] = (struct kept_flick){0};
    }
}
