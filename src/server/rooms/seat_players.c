/* Players of a seat: see seat_players.h. */
#include "server/rooms/seat_players.h"

#include <stdio.h>

bool seat_changes_hands(const struct notice *notice, int seat)
{
    return notice->seat == seat &&
           (notice->kind == NOTICE_RETURNED ||
            ((notice->kind == NOTICE_LEFT || notice->kind == NOTICE_REPLACED) && notice->level));
}

void seat_player_name(const struct notice *notice, bool bot, char *out, size_t size)
{
    snprintf(out, size, "%s%s", bot ? "Bot for " : "", notice->name);
}

bool room_name_then(const struct room *room, int seat, int64_t time, char *out, size_t size)
{
    bool found = false;
    for (int i = 0; i < room->notice_count; i++) {
        const struct notice *notice = &room->notices[i];
        if (!seat_changes_hands(notice, seat) || (found && notice->time >= time))
            continue;
        /* What happens in the very millisecond comes before it: so it is the same whenever it is told. */
        seat_player_name(notice, (notice->kind != NOTICE_RETURNED) == (notice->time < time), out, size);
        found = true;
    }
    return found;
}
