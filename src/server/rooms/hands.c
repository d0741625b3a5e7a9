/* Whose a seat was, by what is noted of the table: see hands.h. */
#include "server/rooms/hands.h"

#include "server/rooms/room.h"

#include <stdio.h>

bool changes_hands(const struct notice *notice, int seat)
{
    return notice->seat == seat &&
           (notice->kind == NOTICE_RETURNED ||
            ((notice->kind == NOTICE_LEFT || notice->kind == NOTICE_REPLACED) && notice->level));
}

void player_name(const struct notice *notice, bool bot, char *out, size_t size)
{
    snprintf(out, size, "%s%s", bot ? "Bot for " : "", notice->name);
}

bool room_name_then(const struct room *room, int seat, int64_t time, char *out, size_t size)
{
    bool found = false;
    for (int i = 0; i < room->notice_count; i++) {
        const struct notice *notice = &room->notices[i];
        if (!changes_hands(notice, seat) || (found && notice->time >= time))
            continue;
        /* What happens in the very millisecond comes before it: so it is the same whenever it is told. */
        player_name(notice, (notice->kind != NOTICE_RETURNED) == (notice->time < time), out, size);
        found = true;
    }
    return found;
}
