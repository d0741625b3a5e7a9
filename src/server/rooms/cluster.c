/* Where several servers share the store: what the others do is followed, and what those did that have gone is taken over. */
#include "server/rooms/rooms.h"

#include "server/net/net.h"
#include "server/net/visiting.h"
#include "server/rooms/fetch.h"
#include "server/rooms/watch.h"

#include <stdio.h>
#include <string.h>

enum { LOOK_EVERY_MS = 500 };

/* --- what the others do -------------------------------------------------------------------------------------------------- */

static void take_in(struct server *server, struct work *work) { fetch_take_over(server, (struct fetch *)work); }

/* Somebody looks at it who has seen it end: it is brought back, and that wakes them. */
static void wake_table(struct server *server, const char *id)
{
    struct table_ids ids = {.count = 1};
    struct flip_error error = {0};
    snprintf(ids.id[0], sizeof ids.id[0], "%s", id);
    if (fetch_for_client(server, NULL, &ids, take_in, &error) < 0)
        server_note_error(server, &error);
}

static void table_changed(struct server *server, const char *id, int64_t version, bool listed)
{
    struct room *room = room_in_memory(server, id);
    server->rooms->lobby_dirty |= listed;
    if (!room && watches_asleep(server, id))
        wake_table(server, id);
    if (!room || version <= room->version)
        return;
    if (version > room->newest)
        room->newest = version;
    fetch_again(server, room);
}

/* Something may have been missed: each room is looked at. */
static void look_at_all(struct server *server)
{
    server->rooms->lobby_dirty = true;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = server->rooms->bucket[i]; room; room = room->next)
            fetch_again(server, room);
}

/* Who is connected to other servers; tables show it. */
static int read_people(struct server *server, struct flip_error *error)
{
    if (cluster_read(server, error) < 0)
        return -1;
    server->rooms->here_dirty = true;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = server->rooms->bucket[i]; room; room = room->next)
            room_presence(server, room);
    return 0;
}

static void missed(struct server *server)
{
    struct flip_error error = {0};
    look_at_all(server);
    cluster_tell_again(server);
    seeks_write_again(server);
    if (read_people(server, &error) < 0)
        server_note_error(server, &error);
}

/* If it is this one, it was cut off for a while, and others have taken over what it did. */
static void server_died(struct server *server, int process)
{
    struct flip_error error = {0};
    if (process == store_process(server->store))
        missed(server);
    else if (read_people(server, &error) < 0)
        server_note_error(server, &error);
}

/* Somebody has to go: "a PERSON SESSION MESSAGE", with - for every session and for no message. */
static void heard_away(struct server *server, const char *notice)
{
    char id[STORE_ID], session[STORE_ID];
    int said = 0;
    if (sscanf(notice, "a %22s %22s %n", id, session, &said) < 2 || said == 0)
        return;
    const char *message = strcmp(notice + said, "-") == 0 ? NULL : notice + said;
    server_end_connections(server, id, strcmp(session, "-") == 0 ? NULL : session, message);
}

static void heard_person(struct server *server, const char *id)
{
    struct store_person person;
    struct flip_error error;
    const int found = store_person_get(server->store, id, &person, &error);
    cluster_ask_again(server, id);
    if (found == 1) {
        server_follow_person(server, &person);
        server->people->tables->presence(server, id);
    } else if (found == 0) {
        server_forget_name(server, id);
    }
}

/* Something was counted: "b ADDRESS WHAT" for an address, "w ADDRESS NAME" a wrong password, "f ADDRESS NAME" a right one. */
static void heard_count(struct server *server, const char *notice)
{
    char address[ADDRESS_SIZE];
    int rest = 0;
    if (sscanf(notice + 1, " %63s %n", address, &rest) < 1 || rest == 0)
        return;
    if (notice[0] == 'b')
        hourly_heard(server, address, notice + 1 + rest);
    else
        guards_heard(server, notice[0] == 'w', notice + 1 + rest, address);
}

static void heard(void *context, const char *notice)
{
    struct server *server = context;
    char id[STORE_ID];
    long long version;
    int listed, here, process;
    if (!notice)
        missed(server);
    else if (sscanf(notice, "t %22s %lld %d", id, &version, &listed) == 3)
        table_changed(server, id, version, listed != 0);
    else if (sscanf(notice, "h %22s %d %d", id, &here, &process) == 3)
        cluster_heard(server, id, here != 0, process);
    else if (sscanf(notice, "d %d", &process) == 1)
        server_died(server, process);
    else if (notice[0] == 's')
        server->rooms->seeks_changed = true;
    else if (notice[0] == 'a')
        heard_away(server, notice);
    else if (sscanf(notice, "p %22s", id) == 1)
        heard_person(server, id);
    else if (notice[0] == 'u')
        spent_heard(server, notice + 1);
    else if (sscanf(notice, "o %22s", id) == 1) /* addresses are open again, after one person's ban or all (-) */
        visitors_admit(&server->net->visitors, strcmp(id, "-") == 0 ? NULL : id);
    else if (strchr("bwf", notice[0]))
        heard_count(server, notice);
}

/* --- what is taken over -------------------------------------------------------------------------------------------------- */

/* Those in memory go on at once; those that are not are fetched. */
static void wake_adopted(struct server *server)
{
    for (int i = 0; i < server->rooms->waking.count; i++) {
        struct room *room = room_in_memory(server, server->rooms->waking.id[i]);
        if (!room)
            continue;
        room->keeper = store_process(server->store);
        room_wake_bots(server, room);
    }
}

static int take_over(struct server *server, struct flip_error *error)
{
    const int taken = store_adopt(server->store, error);
    if (taken <= 0)
        return taken;
    log_event("info", "took_over", NULL);
    if (read_people(server, error) < 0)
        return -1;
    server->rooms->clocks_dirty = true;
    if (server_wake_rooms(server, error) < 0 || rooms_clear_half_kept(server, error) < 0)
        return -1;
    wake_adopted(server);
    ends_look(server);
    return erase_resume(server, error) < 0 ? -1 : 1;
}

void cluster_follow(struct server *server)
{
    struct flip_error error = {0};
    if (!store_shared(server->store))
        return;
    store_hear(server->store, heard, server);
    if ((server->people->here_changed || server->net->visitors.spent) && server_ready(server) &&
        (cluster_tell(server, &error) < 0 || spent_tell(server, &error) < 0))
        server_note_error(server, &error);
    if (steady_ms() - server->rooms->cluster_looked < LOOK_EVERY_MS || !server_ready(server))
        return;
    server->rooms->cluster_looked = steady_ms();
    loop_wake(server, WAKE_SOON, LOOK_EVERY_MS);
    if (take_over(server, &error) < 0)
        server_note_error(server, &error);
}
