/* Where several servers share the store: what the others do is followed, and what those did that have gone is taken over. */
#include "server/rooms/rooms.h"

#include "server/net/net.h"
#include "table/table.h"

#include <stdio.h>
#include <string.h>

enum { LOOK_EVERY_MS = 500 };

/* --- what the others do -------------------------------------------------------------------------------------------------- */

static bool nobody_moved(const struct room *room)
{
    for (int i = 0; room->table && i < room->table->step_count; i++)
        if (room->table->steps[i].seat != FLIP_DEALER)
            return false;
    return true;
}

/* The table's state is news to people who sit there and are connected to this server. */
static void table_fetched(struct rooms *rooms, struct work *work)
{
    const struct fetch *fetch = (struct fetch *)work;
    fetch_take_over(rooms, (struct fetch *)work);
    struct room *room = fetch->count ? room_in_memory(rooms, fetch->found[0].id) : NULL;
    if (!room)
        return;
    room->announced.just_begun = room->status == STORE_RUNNING && nobody_moved(room);
    room->announced.offers = 0;
    room_mark_dirty(rooms, room);
}

/* Is one of these people connected here? They are the rest of a notice. */
static bool somebody_here(const struct rooms *rooms, const char *people)
{
    char id[STORE_ID];
    for (int length; sscanf(people, " %22s%n", id, &length) == 1; people += length) {
        const struct presence *presence = presence_of(rooms->people, id);
        if (presence && presence->links > 0)
            return true;
    }
    return false;
}

/* Fetches a table that somebody here watched to its end (which resumes the watch), or whose player is here looking
   at other things. */
static void wake_table(struct rooms *rooms, const char *id)
{
    struct table_ids ids = {.count = 1};
    struct flip_error error = {0};
    snprintf(ids.id[0], sizeof ids.id[0], "%s", id);
    if (fetch_for_client(rooms, NULL, &ids, table_fetched, &error) < 0)
        server_note_error(rooms->loop, &error);
}

static void table_changed(struct rooms *rooms, const char *id, int64_t version, bool listed, const char *people)
{
    struct room *room = room_in_memory(rooms, id);
    rooms->dirty.lobby |= listed;
    if (!room && (watches_asleep(rooms, id) || somebody_here(rooms, people)))
        wake_table(rooms, id);
    if (!room || version <= room->cluster.version)
        return;
    if (version > room->cluster.newest)
        room->cluster.newest = version;
    fetch_again(rooms, room);
}

/* Notices may have been missed: fetches every room again. */
static void refetch_all(struct rooms *rooms)
{
    rooms->dirty.lobby = true;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = rooms->memory.bucket[i]; room; room = room->next)
            fetch_again(rooms, room);
}

/* Reads who is connected to other servers; tables show it. */
static int read_people(struct rooms *rooms, struct flip_error *error)
{
    if (cluster_read(rooms->people, error) < 0)
        return -1;
    rooms->dirty.here = true;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = rooms->memory.bucket[i]; room; room = room->next)
            room_presence(rooms, room);
    return 0;
}

static void notices_missed(struct rooms *rooms)
{
    struct flip_error error = {0};
    refetch_all(rooms);
    cluster_report_again(rooms->people);
    seeks_write_again(rooms);
    if (read_people(rooms, &error) < 0)
        server_note_error(rooms->loop, &error);
}

/* If it is this server, it was cut off for a while and others took over its tasks. */
static void server_died(struct rooms *rooms, int process)
{
    struct flip_error error = {0};
    if (process == store_process(rooms->loop->store))
        notices_missed(rooms);
    else if (read_people(rooms, &error) < 0)
        server_note_error(rooms->loop, &error);
}

/* Disconnects somebody: "a PERSON SESSION MESSAGE", with - for every session and for no message. */
static void on_disconnect(struct rooms *rooms, const char *notice)
{
    char id[STORE_ID], session[STORE_ID];
    int said = 0;
    if (sscanf(notice, "a %22s %22s %n", id, session, &said) < 2 || said == 0)
        return;
    const char *message = strcmp(notice + said, "-") == 0 ? NULL : notice + said;
    person_disconnect_here(rooms->people, id, strcmp(session, "-") == 0 ? NULL : session, message);
}

/* A person's friends, requests or challenges have changed: "n PERSON"; or a push for them: "n PERSON {…}". */
static void on_push(struct rooms *rooms, const char *notice)
{
    char id[STORE_ID];
    int said = 0;
    if (sscanf(notice, "n %22s %n", id, &said) < 1)
        return;
    if (said > 0 && notice[said])
        person_push_here(rooms->people, id, notice + said);
    else
        friends_changed(rooms->people, id);
}

static void on_person_changed(struct rooms *rooms, const char *id)
{
    struct store_person person;
    struct flip_error error;
    const int found = store_person_get(rooms->loop->store, id, &person, &error);
    cluster_visibility_changed(rooms->people, id);
    if (found == 1) {
        presence_update(rooms->people, &person);
        rooms->people->hooks->presence(rooms, id);
    } else if (found == 0) {
        presence_forget_name(rooms->people, id);
    }
}

/* Counts what another server has counted: "b ADDRESS WHAT" for an address, "w ADDRESS NAME" a wrong password, "f
   ADDRESS NAME" a right one. */
static void on_counted(struct rooms *rooms, const char *notice)
{
    char address[ADDRESS_SIZE];
    int rest = 0;
    if (sscanf(notice + 1, " %63s %n", address, &rest) < 1 || rest == 0)
        return;
    if (notice[0] == 'b')
        hourly_counted(rooms->server, address, notice + 1 + rest);
    else
        login_throttle_heard(rooms->people, notice[0] == 'w', notice + 1 + rest, address);
}

static void on_notice(void *context, const char *notice)
{
    struct rooms *rooms = context;
    char id[STORE_ID];
    long long version;
    int listed, here, process, people;
    if (!notice)
        notices_missed(rooms);
    else if (sscanf(notice, "t %22s %lld %d%n", id, &version, &listed, &people) == 3)
        table_changed(rooms, id, version, listed != 0, notice + people);
    else if (sscanf(notice, "h %22s %d %d", id, &here, &process) == 3)
        cluster_person_moved(rooms->people, id, here != 0, process);
    else if (sscanf(notice, "d %d", &process) == 1)
        server_died(rooms, process);
    else if (notice[0] == 's')
        rooms->seeks.changed = true;
    else if (notice[0] == 'a')
        on_disconnect(rooms, notice);
    else if (notice[0] == 'n')
        on_push(rooms, notice);
    else if (sscanf(notice, "p %22s", id) == 1)
        on_person_changed(rooms, id);
    else if (notice[0] == 'u')
        rate_limits_heard(rooms->server, notice + 1);
    else if (sscanf(notice, "o %22s", id) == 1) /* addresses are open again, after one person's ban or all (-) */
        visitors_admit(&rooms->server->net->visitors, strcmp(id, "-") == 0 ? NULL : id);
    else if (strchr("bwf", notice[0]))
        on_counted(rooms, notice);
}

/* --- what is taken over -------------------------------------------------------------------------------------------------- */

/* Tables in memory resume at once; the others are fetched. */
static void wake_adopted(struct rooms *rooms)
{
    for (int i = 0; i < rooms->bots.resuming.count; i++) {
        struct room *room = room_in_memory(rooms, rooms->bots.resuming.id[i]);
        if (!room)
            continue;
        room->cluster.lease_holder = store_process(rooms->loop->store);
        room_ask_bots(rooms, room);
    }
}

static int take_over(struct rooms *rooms, struct flip_error *error)
{
    const int taken = store_adopt(rooms->loop->store, error);
    if (taken <= 0)
        return taken;
    log_event("info", "took_over", NULL);
    if (read_people(rooms, error) < 0)
        return -1;
    rooms->clocks.dirty = true;
    if (bots_queue_resume(rooms, error) < 0 || rooms_delete_half_saved(rooms, error) < 0)
        return -1;
    wake_adopted(rooms);
    deferred_results_check(rooms);
    return erase_resume(rooms, error) < 0 ? -1 : 1;
}

void cluster_follow(struct rooms *rooms)
{
    struct flip_error error = {0};
    if (!store_shared(rooms->loop->store))
        return;
    store_take_notices(rooms->loop->store, on_notice, rooms);
    if ((rooms->people->here_changed || rooms->server->net->visitors.spent) && server_ready(rooms->loop) &&
        (cluster_report(rooms->people, &error) < 0 || rate_limits_tell(rooms->server, &error) < 0))
        server_note_error(rooms->loop, &error);
    if (steady_ms() - rooms->cluster_looked < LOOK_EVERY_MS || !server_ready(rooms->loop))
        return;
    rooms->cluster_looked = steady_ms();
    loop_wake(rooms->loop, WAKE_SOON, LOOK_EVERY_MS);
    if (take_over(rooms, &error) < 0)
        server_note_error(rooms->loop, &error);
}
