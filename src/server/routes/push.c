/*
 * What goes out without being asked for: snapshots to those who look at a table, the list of tables to those in the lobby.
 * After the commit, once per turn of the loop.
 */
#include "server/routes/push.h"

#include "server/loop/commit.h"
#include "server/loop/failure.h"
#include "server/loop/hash.h"
#include "server/loop/log.h"
#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/outbox.h"
#include "server/people/client.h"
#include "server/people/friends.h"
#include "server/rooms/changes.h"
#include "server/rooms/fetch.h"
#include "server/rooms/lobby.h"
#include "server/rooms/matchmaking.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "server/rooms/snapshot.h"
#include "server/rooms/watch.h"
#include "server/routes/friend_list.h"
#include "server/routes/lobby.h"
#include "server/routes/turn_notices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BACKLOG = 256 << 10, LOBBY_MS = 250, HERE_MS = 2000, MOST_SCENES = 96 };

/* --- snapshots -------------------------------------------------------------------------------------------------------- */

/* It should never be: the administrator hears of it once, and so does the client, who else would wait for ever. */
static void tell_too_large(struct server *server, const struct watch *watch)
{
    static const char words[] = "This table has grown too large to be shown. The administrator has been told.";
    char text[320], beginning[9];
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    flip_json_string(&json, "push", "error");
    flip_json_string(&json, "table", watch->room->id);
    flip_json_string(&json, "code", flip_error_word(FLIP_ERROR_TOO_LARGE));
    flip_json_string(&json, "message", words);
    flip_json_close(&json);
    websocket_send(server, &watch->link->socket, text, json.text.length);
    snprintf(beginning, sizeof beginning, "%.8s", watch->room->id);
    log_event("error", "scene_too_large", "table", beginning, "game", watch->room->game->id, NULL);
}

static void push_snapshot(struct server *server, struct watch *watch, struct shared_snapshot *shared,
                          struct shared_change *change)
{
    if (watch->link->socket.out_bytes > BACKLOG) { /* who reads slowly gets fewer, newer snapshots */
        watch->behind = true;
        return;
    }
    const bool told = watch->too_large;
    size_t length = write_snapshot(server, watch, shared);
    if (watch->too_large && !told)
        tell_too_large(server, watch);
    const char *instead = length > 0 && watch->changes ? change_write(watch, change, server->buffer, &length) : NULL;
    if (length)
        websocket_send(server, &watch->link->socket, instead ? instead : server->buffer, length);
}

/* A neighbour's hidden step changes nothing in a snapshot: it need not even be written. */
static bool sees_news(const struct room *room, const struct watch *watch)
{
    return room->dirty_for == ~(flip_set)0 ||
           (room->dirty_for & room_seats_of(room, watch->link->present->person.id)) != 0;
}

/* Returns how many looked at it. */
static unsigned push_room(struct server *server, struct room *room)
{
    struct shared_snapshot shared = {0};
    struct shared_change change = {0};
    unsigned count = 0;
    for (struct watch *watch = room->watches; watch; watch = watch->next_in_room)
        if (sees_news(room, watch)) {
            push_snapshot(server, watch, &shared, &change);
            count++;
        }
    shared_change_free(&change);
    free(shared.text);
    return count;
}

/* --- the lobby ----------------------------------------------------------------------------------------------------- */

static size_t write_push(struct server *server, struct room *const *rooms, int count, const char *person)
{
    struct flip_json json = flip_json_in(server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_string(&json, "push", "lobby");
    write_lobby(&json, server, rooms, count, person);
    flip_json_close(&json);
    return flip_text_fits(&json.text) ? json.text.length : 0;
}

/* Does this person sit at one of the public tables? Then the list says so; all others get the same one. */
static bool listed_somewhere(const struct server *server, const char *person)
{
    const struct sitting *sitting = server->rooms->sittings[text_bucket(person, SITTING_BUCKETS)];
    for (; sitting; sitting = sitting->next)
        if (strcmp(sitting->person, person) == 0 && sitting->room->listed && sitting->room->status < STORE_OVER)
            return true;
    return false;
}

static void lobby_here(struct server *server, struct work *work)
{
    server->news->lobby_fetching = false;
    server->news->lobby_fetched = true;
    fetch_take_over(server, (struct fetch *)work);
}

static const struct client *first_to_ask(const struct server *server)
{
    const struct client *link = first_client(server);
    while (link && !link->lobby_asked)
        link = next_client(link);
    return link;
}

/* Is all of the list in memory? If not, it is fetched, once: a table that cannot be opened is left out. */
static bool lobby_ready(struct server *server, const struct table_ids *ids)
{
    struct news *news = server->news;
    struct flip_error error;
    if (!news->lobby_fetching && !news->lobby_fetched && !fetched(server, ids))
        news->lobby_fetching = fetch_for_client(server, first_to_ask(server), ids, lobby_here, &error) == 0;
    return !news->lobby_fetching;
}

/* False: it has to wait. */
static bool push_lobby(struct server *server, bool to_all)
{
    struct room *rooms[LOBBY_TABLES];
    struct table_ids ids;
    struct flip_error error;
    if (lobby_tables(server, &ids, &error) < 0)
        return true;
    if (!lobby_ready(server, &ids))
        return false;
    const int count = fetched_rooms(server, &ids, rooms);
    server->news->lobby_fetched = false;
    char *common = NULL;
    size_t common_length = 0;
    for (struct client *link = first_client(server); link; link = next_client(link)) {
        if (!link->in_lobby || !(to_all || link->lobby_asked) || link->socket.out_bytes > BACKLOG)
            continue;
        link->lobby_asked = false;
        const char *person = link->present->person.id;
        if (listed_somewhere(server, person)) {
            const size_t length = write_push(server, rooms, count, person);
            if (length)
                websocket_send(server, &link->socket, server->buffer, length);
            continue;
        }
        if (!common && (common_length = write_push(server, rooms, count, "")) > 0 && (common = malloc(common_length)))
            memcpy(common, server->buffer, common_length);
        if (common)
            websocket_send(server, &link->socket, common, common_length);
    }
    free(common);
    return true;
}

/* --- what friends see -------------------------------------------------------------------------------------------------- */

/* A game that has begun or is over changes what friends see of those who play. */
static void note_status(struct server *server, struct room *room)
{
    struct flip_error error = {0};
    const bool playing = room->status == STORE_RUNNING;
    if (playing == room->friends_told)
        return;
    room->friends_told = playing;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && room->seats[i].person[0] &&
            friends_of_changed(server, room->seats[i].person, &error) < 0)
            server_note_error(server, &error);
}

/* --- all of it ----------------------------------------------------------------------------------------------------- */

/* Scenes cost more than moves. When there are many to be written, the rest waits for the next turn of the loop, so that nobody's move has
   to wait for everybody's scenes; what happens at a table meanwhile is in the same one. */
static void push_rooms(struct server *server)
{
    unsigned count = 0;
    for (struct room *room; count < MOST_SCENES && (room = server->rooms->dirty);) {
        server->rooms->dirty = room->next_dirty;
        room->dirty = false;
        server->rooms->here_dirty |= room->listed;
        note_status(server, room);
        turns_note(server, room);
        count += push_room(server, room);
    }
    if (count > server->metrics.most_scenes)
        server->metrics.most_scenes = count;
    if (server->rooms->dirty)
        server_come_round(server, 1);
}

void server_flush(struct server *server)
{
    push_rooms(server);
    turns_push(server);
    seeks_tell(server);
    friends_push(server);
    const int64_t now = steady_ms(), since = now - server->news->lobby_pushed;
    const bool due =
        (server->rooms->lobby_dirty && since >= LOBBY_MS) || (server->rooms->here_dirty && since >= HERE_MS);
    if (due || server->news->lobby_asked) {
        if (!push_lobby(server, due))
            return;
        server->news->lobby_asked = false;
    }
    if (due) {
        server->news->lobby_pushed = now;
        server->rooms->lobby_dirty = server->rooms->here_dirty = false;
    } else if (server->rooms->lobby_dirty || server->rooms->here_dirty) {
        server_come_round(server, server->rooms->lobby_dirty ? LOBBY_MS : HERE_MS);
    }
}
