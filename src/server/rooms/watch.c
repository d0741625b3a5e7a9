/* Looking at rooms through connections. */
#include "server/rooms/watch.h"

#include "server/loop/now.h"
#include "server/rooms/room.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WATCHES = 32 };

struct watch *watch_of(struct client *link, const struct room *room)
{
    for (struct watch *watch = link->watches; watch; watch = watch->next_in_link)
        if (watch->room == room)
            return watch;
    return NULL;
}

/* Out of the room; the link has forgotten it already. */
static void let_go(struct watch *gone)
{
    for (struct watch **at = &gone->room->watches; *at; at = &(*at)->next_in_room)
        if (*at == gone) {
            *at = gone->next_in_room;
            break;
        }
    gone->room->used = steady_ms();
    free(gone->sent);
    free(gone->muted);
    free(gone);
}

void unwatch(struct watch *gone)
{
    for (struct watch **at = &gone->link->watches; *at; at = &(*at)->next_in_link)
        if (*at == gone) {
            *at = gone->next_in_link;
            break;
        }
    let_go(gone);
}

struct watch *watch_add(struct client *link, struct room *room)
{
    int count = 0;
    for (const struct watch *watch = link->watches; watch; watch = watch->next_in_link)
        count++;
    struct watch *watch = count < MAX_WATCHES ? calloc(1, sizeof *watch) : NULL;
    if (!watch)
        return NULL;
    watch->link = link;
    watch->room = room;
    watch->next_in_link = link->watches;
    link->watches = watch;
    watch->next_in_room = room->watches;
    room->watches = watch;
    return watch;
}

int spectators_of(const struct room *room, const struct watch *out[SPECTATORS_LISTED])
{
    const struct watch *own[SPECTATORS_LISTED], **found = out ? out : own;
    int count = 0;
    for (const struct watch *watch = room->watches; watch; watch = watch->next_in_room) {
        bool known = room_seats_of(room, watch->link->present->person.id) != 0;
        for (int i = 0; i < count && i < SPECTATORS_LISTED; i++)
            known |= found[i]->link->present == watch->link->present;
        if (known)
            continue;
        if (count < SPECTATORS_LISTED)
            found[count] = watch;
        count++;
    }
    return count;
}

void watches_lose(struct client *link)
{
    struct watch *watch = link->watches;
    link->watches = NULL;
    for (struct watch *next; watch; watch = next) {
        next = watch->next_in_link;
        struct lost_watch *lost = malloc(sizeof *lost);
        if (lost) {
            *lost = (struct lost_watch){.next = link->lost, .seat = watch->seat, .knowledge = watch->knowledge};
            memcpy(lost->table, watch->room->id, sizeof lost->table);
            link->lost = lost;
        }
        let_go(watch);
    }
}

void watches_forget_lost(struct client *link)
{
    for (struct lost_watch *next; link->lost; link->lost = next) {
        next = link->lost->next;
        free(link->lost);
    }
}
