/* Watches: connections that follow rooms. */
#include "server/rooms/rooms.h"

#include "server/net/net.h"

#include <stdio.h>
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

/* Out of the room's list; the connection has dropped it already. */
static void free_watch(struct watch *gone)
{
    LIST_REMOVE(gone->room->watches, gone, next_in_room);
    gone->room->used = steady_ms();
    free(gone->sent);
    free(gone->muted);
    free(gone);
}

void unwatch(struct watch *gone)
{
    LIST_REMOVE(gone->link->watches, gone, next_in_link);
    free_watch(gone);
}

struct watch *watch_add(struct client *link, struct room *room)
{
    int count = 0;
    for (const struct watch *watch = link->watches; watch; watch = watch->next_in_link)
        count++;
    for (const struct sleeping_watch *sleeping = link->sleeping; sleeping; sleeping = sleeping->next_in_link)
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
        bool known = room_seats_of(room, watch->link->presence->person.id) != 0;
        for (int i = 0; i < count && i < SPECTATORS_LISTED; i++)
            known |= found[i]->link->presence == watch->link->presence;
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
            *lost = (struct lost_watch){.next = link->lost, .options = watch->options};
            memcpy(lost->table, watch->room->id, sizeof lost->table);
            link->lost = lost;
        }
        free_watch(watch);
    }
}

void watches_forget_lost(struct client *link)
{
    for (struct lost_watch *next; link->lost; link->lost = next) {
        next = link->lost->next;
        free(link->lost);
    }
}

/* --- whose chat is not wanted ------------------------------------------------------------------------------------------- */

static int add_mute(void *context, const char *muted)
{
    struct watch *watch = context;
    char(*larger)[STORE_ID] = realloc(watch->muted, (size_t)(watch->muted_count + 1) * sizeof *larger);
    if (!larger)
        return -1;
    watch->muted = larger;
    snprintf(larger[watch->muted_count++], STORE_ID, "%s", muted);
    return 0;
}

/* A blocked person is muted at every table. */
static int add_blocked(void *watch, const struct store_row *row) { return add_mute(watch, row->cell[0].text); }

int watch_read_mutes(struct rooms *rooms, struct watch *watch, struct flip_error *error)
{
    const char *person = watch->link->presence->person.id;
    watch->muted_count = 0;
    if (store_mutes(rooms->loop->store, watch->room->id, "", add_mute, watch, error) < 0)
        return -1;
    watch->muted_for_all = watch->muted_count;
    if (store_mutes(rooms->loop->store, watch->room->id, person, add_mute, watch, error) < 0)
        return -1;
    return store_list(rooms->loop->store, LIST_BLOCKED, person, "", 0, add_blocked, watch, error);
}

/* --- finished tables that are no longer in memory --------------------------------------------------------------------------- */

static struct sleeping_watch **sleepers(const struct rooms *rooms, const char *table)
{
    return (struct sleeping_watch **)&rooms->memory.sleeping[text_bucket(table, SLEEPING_BUCKETS)];
}

static void index_sleeping(struct rooms *rooms, struct sleeping_watch *sleeping)
{
    sleeping->next_in_link = sleeping->link->sleeping;
    sleeping->link->sleeping = sleeping;
    sleeping->at = sleepers(rooms, sleeping->table);
    sleeping->next = *sleeping->at;
    if (sleeping->next)
        sleeping->next->at = &sleeping->next;
    *sleeping->at = sleeping;
}

static void put_to_sleep(struct rooms *rooms, const struct watch *watch)
{
    struct sleeping_watch *sleeping = malloc(sizeof *sleeping);
    if (!sleeping) {
        websocket_close(&watch->link->socket);
        return;
    }
    *sleeping = (struct sleeping_watch){.link = watch->link,
                                        .options = watch->options,
                                        .has = watch->has,
                                        .sent_count = watch->resumes > 0 ? watch->resumes : watch->sent_count};
    memcpy(sleeping->table, watch->room->id, sizeof sleeping->table);
    index_sleeping(rooms, sleeping);
}

void watches_sleep(struct rooms *rooms, struct room *room)
{
    for (struct watch *watch; (watch = room->watches);) {
        put_to_sleep(rooms, watch); /* NOLINT(clang-analyzer-unix.Malloc): unwatch takes it out of the list */
        unwatch(watch);
    }
}

static void forget_sleeping(struct sleeping_watch *gone)
{
    *gone->at = gone->next;
    if (gone->next)
        gone->next->at = gone->at;
    free(gone);
}

void watches_forget_sleeping(struct client *link, const char *table)
{
    for (struct sleeping_watch **at = &link->sleeping; *at;) {
        struct sleeping_watch *sleeping = *at;
        if (table && strcmp(sleeping->table, table) != 0) {
            at = &sleeping->next_in_link;
            continue;
        }
        *at = sleeping->next_in_link;
        forget_sleeping(sleeping);
    }
}

bool watches_asleep(const struct rooms *rooms, const char *table)
{
    const struct sleeping_watch *sleeping = *sleepers(rooms, table);
    while (sleeping && strcmp(sleeping->table, table) != 0)
        sleeping = sleeping->next;
    return sleeping != NULL;
}

static void wake(struct rooms *rooms, const struct sleeping_watch *sleeping, struct room *room)
{
    struct flip_error error = {0};
    struct watch *watch = watch_add(sleeping->link, room);
    if (!watch) {
        websocket_close(&sleeping->link->socket);
        return;
    }
    watch->options = sleeping->options;
    watch->has = sleeping->has;
    watch->resumes = sleeping->sent_count;
    if (watch_read_mutes(rooms, watch, &error) < 0)
        server_note_error(rooms->loop, &error);
}

void watches_wake(struct rooms *rooms, struct room *room)
{
    for (struct sleeping_watch *sleeping = *sleepers(rooms, room->id), *next; sleeping; sleeping = next) {
        next = sleeping->next;
        if (strcmp(sleeping->table, room->id) != 0)
            continue;
        const struct sleeping_watch was = *sleeping;
        watches_forget_sleeping(was.link, room->id);
        wake(rooms, &was, room);
        room_mark_dirty(rooms, room);
    }
}
