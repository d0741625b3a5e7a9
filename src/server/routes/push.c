/* What is pushed to clients without a request: snapshots, lobby lists, "your turn". */
#include "server/routes/routes.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- turn notices ------------------------------------------------------------------------------------------------- */

static flip_set persons_deciding(const struct room *room)
{
    flip_set seats = 0;
    if (room->status != STORE_RUNNING || !room->table)
        return 0;
    for (flip_set turn = flip_table_turn(room->table); turn; turn = flip_set_rest(turn)) {
        const struct seat *seat = &room->seats[flip_set_first(turn)];
        if (seat->kind == SEAT_PERSON && !seat->clock.out)
            seats |= FLIP_BIT(flip_set_first(turn));
    }
    return seats;
}

static void schedule_turns(struct server *server, struct presence *presence)
{
    if (presence->turns_due)
        return;
    presence->turns_due = true;
    presence->next_turns = server->pushes->turns;
    server->pushes->turns = presence;
}

void turns_ask(struct server *server, struct client *link)
{
    link->turns_asked = true;
    schedule_turns(server, link->presence);
}

/* Whose turn it is may have changed in a room. */
static void note_turns(struct server *server, struct room *room)
{
    const flip_set now = persons_deciding(room);
    if (room_leased_here(server->rooms, room)) /* others that follow it would tell those who are away once more */
        notify_turns(server, room, now & ~room->announced.turns);
    for (flip_set seats = now ^ room->announced.turns; seats; seats = flip_set_rest(seats)) {
        const struct seat *seat = &room->seats[flip_set_first(seats)];
        struct presence *presence = presence_of(server->people, seat->person);
        if (presence && presence->links > 0) {
            presence->turns_changed = true;
            schedule_turns(server, presence);
        }
    }
    room->announced.turns = now;
}

/* --- news for those who are elsewhere ------------------------------------------------------------------------------- */

enum { NEWS_SIZE = 1024 };

/* `what`: started, ready (asks whether they are), offer, declined (also for those who watch the table). */
static size_t news_text(const struct room *room, const char *what, const char *words, char text[NEWS_SIZE])
{
    struct flip_json json = object_in(text, NEWS_SIZE);
    flip_json_string(&json, "push", "news");
    flip_json_string(&json, "what", what);
    flip_json_string(&json, "table", room->id);
    flip_json_string(&json, "game", room->game->id);
    flip_json_string(&json, "title", room->game->title);
    flip_json_string(&json, "text", words);
    flip_json_close(&json);
    return flip_text_fits(&json.text) ? json.text.length : 0;
}

static void push_news(struct server *server, const struct room *room, const char *person, const char *what,
                      const char *words)
{
    char text[NEWS_SIZE];
    struct presence *presence = presence_of(server->people, person);
    const size_t length = news_text(room, what, words, text);
    for (struct client *link = length && presence ? presence->clients : NULL; link; link = link->next_of_person)
        if (link->wants_turns && !link->socket.closing && !watch_of(link, room))
            websocket_send(server, &link->socket, text, length);
}

void push_declined(struct server *server, const struct store_challenge *challenge, const char *name)
{
    char words[STORE_NAME + 64], text[NEWS_SIZE];
    struct flip_error error;
    const struct room *room = room_find(server->rooms, challenge->table, &error);
    snprintf(words, sizeof words, "%s declined your invitation.", name);
    if (room && news_text(room, "declined", words, text))
        person_push(server->people, challenge->person, text);
}

static void push_news_to_seats(struct server *server, const struct room *room, flip_set seats, const char *what,
                               const char *words)
{
    for (flip_set left = seats & room_people(room); left; left = flip_set_rest(left))
        push_news(server, room, room->seats[flip_set_first(left)].person, what, words);
}

static void push_offers(struct server *server, struct room *room)
{
    struct flip_error error;
    for (int i = 0; i < OFFER_KINDS; i++) {
        char words[STORE_NAME + 160];
        flip_set needs;
        const struct offer *offer = &room->offers[i];
        if (!offer->stands || offer->notice < room->announced.offers ||
            offer_needs(server->rooms, room, (enum offer_kind)i, &needs, &error) < 0)
            continue;
        notice_words_of(&room->notices[offer->notice], words, sizeof words);
        push_news_to_seats(server, room, needs & ~offer->agreed, "offer", words);
    }
    room->announced.offers = room->notice_count;
}

/* People watching the table see it there. A table alone with bots starts only when its person wants it to. */
static void push_table_news(struct server *server, struct room *room)
{
    const flip_set people = room_people(room), missing = room_not_ready(server->rooms, room);
    if (room->announced.just_begun && flip_set_count(people) > 1)
        push_news_to_seats(server, room, people, "started", "The game has begun.");
    room->announced.just_begun = false;
    push_news_to_seats(server, room, missing & ~room->announced.ready, "ready",
                       "Everybody has sat down. Are you ready?");
    room->announced.ready = missing;
    push_offers(server, room);
}

/* --- the list ----------------------------------------------------------------------------------------------------------- */

static int collect_running(void *context, const struct store_table *row)
{
    struct table_ids *running = context;
    if (row->status == STORE_RUNNING)
        memcpy(running->id[running->count++], row->id, STORE_ID);
    return running->count < LOBBY_TABLES && row->status <= STORE_RUNNING ? 0 : -1;
}

static int64_t since_of(const struct room *room, int seat)
{
    const int64_t clock = room->seats[seat].clock.since;
    const struct flip_table *table = room->table;
    if (clock)
        return clock;
    return table->step_count > 0 ? table->steps[table->step_count - 1].time : room->created; /* no card was dealt yet */
}

static void write_turn(struct flip_json *json, const struct room *room, int seat)
{
    const struct seat_clock *clock = &room->seats[seat].clock;
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "table", room->id);
    flip_json_string(json, "game", room->game->id);
    flip_json_string(json, "title", room->game->title);
    flip_json_int(json, "seat", seat);
    flip_json_int(json, "since", since_of(room, seat));
    write_int_or_null(json, "deadline", clock->since != 0, clock->since + clock->left);
    flip_json_open(json, "others", '[');
    for (int i = 0; i < room->seat_count; i++)
        if (strcmp(room->seats[i].person, room->seats[seat].person) != 0)
            flip_json_string(json, NULL, room->seats[i].name);
    flip_json_close(json);
    flip_json_close(json);
}

struct my_turn {
    const struct room *room;
    int seat;
    int64_t since;
};

static int oldest_first(const void *a, const void *b)
{
    const struct my_turn *first = a, *second = b;
    return first->since < second->since ? -1 : first->since > second->since;
}

static size_t write_turns(struct server *server, const struct table_ids *running, const char *person)
{
    struct room *rooms[LOBBY_TABLES];
    struct my_turn turns[LOBBY_TABLES];
    const int room_count = fetched_rooms(server->rooms, running, rooms);
    int count = 0;
    for (int i = 0; i < room_count; i++) {
        const flip_set mine = persons_deciding(rooms[i]) & room_seats_of(rooms[i], person);
        if (mine)
            turns[count++] = (struct my_turn){rooms[i], flip_set_first(mine), since_of(rooms[i], flip_set_first(mine))};
    }
    qsort(turns, (size_t)count, sizeof *turns, oldest_first);
    struct flip_json json = object_in(server->loop.buffer, BUFFER_SIZE);
    flip_json_string(&json, "push", "turns");
    flip_json_open(&json, "tables", '[');
    for (int i = 0; i < count; i++)
        write_turn(&json, turns[i].room, turns[i].seat);
    flip_json_close(&json);
    flip_json_int(&json, "now", steady_ms());
    flip_json_close(&json);
    return flip_text_fits(&json.text) ? json.text.length : 0;
}

static void turns_fetched(struct rooms *rooms, struct work *work)
{
    struct server *server = rooms->server;
    struct client *link = client_with(server->people, ((struct fetch *)work)->link);
    fetch_take_over(server->rooms, (struct fetch *)work);
    if (!link)
        return;
    link->turns_fetching = false;
    link->turns_fetched = true;
    turns_ask(server, link);
}

/* Fetches tables that are not in memory, once; those that cannot be opened are left out. */
static void push_to(struct server *server, struct client *link)
{
    struct flip_error error;
    struct table_ids running = {.count = 0};
    const char *person = link->presence->person.id;
    if (link->turns_fetching || /* it is told when they are here */
        store_tables_of(server->loop.store, person, LOBBY_TABLES, collect_running, &running, &error) < 0)
        return;
    if (!link->turns_fetched && !fetched(server->rooms, &running))
        link->turns_fetching = fetch_for_client(server->rooms, link, &running, turns_fetched, &error) == 0;
    link->turns_fetched = false;
    const size_t length = link->turns_fetching ? 0 : write_turns(server, &running, person);
    if (length)
        websocket_send(server, &link->socket, server->loop.buffer, length);
}

static void push_to_person(struct server *server, struct presence *presence)
{
    const bool changed = presence->turns_changed;
    presence->turns_due = presence->turns_changed = false;
    for (struct client *link = presence->clients; link; link = link->next_of_person) {
        if (!link->wants_turns || link->socket.closing || !(link->turns_asked || changed))
            continue;
        link->turns_asked = false;
        push_to(server, link);
    }
}

/* Tells the people concerned. */
static void turns_push(struct server *server)
{
    struct presence *presence = server->pushes->turns;
    server->pushes->turns = NULL;
    for (struct presence *next; presence; presence = next) {
        next = presence->next_turns;
        push_to_person(server, presence);
    }
}

/*
 * What goes out without being asked for: snapshots to those who look at a table, the list of tables to those in the lobby.
 * After the commit, once per turn of the loop.
 */

enum { BACKLOG = 256 << 10, LOBBY_MS = 250, HERE_MS = 2000, MOST_SNAPSHOTS = 96 };

/* --- snapshots -------------------------------------------------------------------------------------------------------- */

/* This should never happen. The administrator is told once, and so is the client, which would wait for ever. */
static void push_too_large(struct server *server, const struct watch *watch)
{
    static const char words[] = "This table has grown too large to be shown. The administrator has been told.";
    char text[320], beginning[9];
    struct flip_json json = object_in(text, sizeof text);
    flip_json_string(&json, "push", "error");
    flip_json_string(&json, "table", watch->room->id);
    flip_json_string(&json, "code", flip_error_word(FLIP_ERROR_TOO_LARGE));
    flip_json_string(&json, "message", words);
    flip_json_close(&json);
    websocket_send(server, &watch->link->socket, text, json.text.length);
    snprintf(beginning, sizeof beginning, "%.8s", watch->room->id);
    log_event("error", "scene_too_large", "table", beginning, "game", watch->room->game->id, NULL);
}

static void push_snapshot(struct server *server, struct watch *watch, struct shared_snapshot *shared)
{
    if (watch->link->socket.out_bytes > BACKLOG) { /* who reads slowly gets fewer, newer snapshots */
        watch->behind = true;
        return;
    }
    const bool told = watch->too_large;
    const size_t length = write_snapshot(server->rooms, watch, shared);
    if (watch->too_large && !told)
        push_too_large(server, watch);
    if (length)
        websocket_send_snapshot(server, &watch->link->socket, server->loop.buffer, length);
}

/* A neighbour's hidden step changes nothing in a snapshot: it need not even be written. */
static bool sees_news(const struct room *room, const struct watch *watch)
{
    return room->dirty_for == ~(flip_set)0 ||
           (room->dirty_for & room_seats_of(room, watch->link->presence->person.id)) != 0;
}

/* Returns how many looked at it. */
static unsigned push_room(struct server *server, struct room *room)
{
    struct shared_snapshot shared = {0};
    unsigned count = 0;
    for (struct watch *watch = room->watches; watch; watch = watch->next_in_room)
        if (sees_news(room, watch)) {
            push_snapshot(server, watch, &shared);
            count++;
        }
    free(shared.text);
    return count;
}

/* --- the lobby ----------------------------------------------------------------------------------------------------- */

/* A page of the list; everyone who sits at none of its tables gets the same text. */
struct lobby_push {
    struct room *rooms[LOBBY_TABLES];
    struct lobby_list list;
    char *common;
    size_t common_length;
};

static size_t write_push(struct server *server, const struct lobby_list *list, const char *person)
{
    struct flip_json json = object_in(server->loop.buffer, BUFFER_SIZE);
    flip_json_string(&json, "push", "lobby");
    write_lobby(&json, server, list, person);
    flip_json_close(&json);
    return flip_text_fits(&json.text) ? json.text.length : 0;
}

/* Does this person sit at one of the public tables? Then the list says so; all others get the same one. */
static bool listed_somewhere(const struct server *server, const char *person)
{
    const struct seat_entry *seat_entry = server->rooms->memory.seat_index[text_bucket(person, SEAT_INDEX_BUCKETS)];
    for (; seat_entry; seat_entry = seat_entry->next)
        if (strcmp(seat_entry->person, person) == 0 && seat_entry->room->listed &&
            seat_entry->room->status < STORE_OVER)
            return true;
    return false;
}

static void lobby_fetched(struct rooms *rooms, struct work *work)
{
    struct server *server = rooms->server;
    server->pushes->lobby_fetching = false;
    fetch_take_over(server->rooms, (struct fetch *)work);
}

static const struct client *first_to_ask(const struct server *server)
{
    const struct client *link = first_client(server->people);
    while (link && !link->lobby_asked)
        link = next_client(link);
    return link;
}

/* Is all of that page in memory? If not, it is fetched, once: a table that cannot be opened is left out. */
static bool lobby_ready(struct server *server, const struct table_ids *ids, int page)
{
    struct push_state *pushes = server->pushes;
    struct flip_error error;
    const uint64_t bit = UINT64_C(1) << page % 64;
    if (!pushes->lobby_fetching && !(pushes->lobby_tried & bit) && !fetched(server->rooms, ids)) {
        pushes->lobby_tried |= bit;
        pushes->lobby_fetching = fetch_for_client(server->rooms, first_to_ask(server), ids, lobby_fetched, &error) == 0;
    }
    return !pushes->lobby_fetching;
}

/* Does this client need that page? A page that no longer exists is replaced by the last one. */
static bool needs_lobby(const struct client *link, bool to_all, int page, int pages)
{
    const int own = link->lobby_page < pages ? link->lobby_page : pages - 1;
    return link->in_lobby && (to_all || link->lobby_asked) && link->socket.out_bytes <= BACKLOG && own == page;
}

static bool anybody_needs_lobby(const struct server *server, bool to_all, int page, int pages)
{
    const struct client *link = first_client(server->people);
    while (link && !needs_lobby(link, to_all, page, pages))
        link = next_client(link);
    return link != NULL;
}

static void push_lobby_to(struct server *server, struct client *link, struct lobby_push *push)
{
    const char *person = link->presence->person.id;
    link->lobby_asked = false;
    if (listed_somewhere(server, person)) {
        const size_t length = write_push(server, &push->list, person);
        if (length)
            websocket_send(server, &link->socket, server->loop.buffer, length);
        return;
    }
    if (!push->common && (push->common_length = write_push(server, &push->list, "")) > 0 &&
        (push->common = malloc(push->common_length)))
        memcpy(push->common, server->loop.buffer, push->common_length);
    if (push->common)
        websocket_send(server, &link->socket, push->common, push->common_length);
}

/* False: it has to wait. */
static bool push_page(struct server *server, const struct table_ids *ids, bool to_all, int page, int pages)
{
    struct lobby_push push = {.list = {.rooms = push.rooms, .page = page, .pages = pages}};
    if (!lobby_ready(server, ids, page))
        return false;
    push.list.count = fetched_rooms(server->rooms, ids, push.rooms);
    for (struct client *link = first_client(server->people); link; link = next_client(link))
        if (needs_lobby(link, to_all, page, pages))
            push_lobby_to(server, link, &push);
    free(push.common);
    return true;
}

static bool push_lobby(struct server *server, bool to_all)
{
    struct table_ids ids;
    struct flip_error error;
    int pages = 1;
    for (int page = 0; page < pages; page++) {
        if (page > 0 && !anybody_needs_lobby(server, to_all, page, pages))
            continue;
        if (lobby_tables(server->rooms, page, &ids, &pages, &error) < 0)
            return true;
        if (anybody_needs_lobby(server, to_all, page, pages) && !push_page(server, &ids, to_all, page, pages))
            return false;
    }
    server->pushes->lobby_tried = 0;
    return true;
}

/* --- what friends see -------------------------------------------------------------------------------------------------- */

/* A game that begins or ends changes what its players' friends see. */
static void note_status(struct server *server, struct room *room)
{
    struct flip_error error = {0};
    const bool playing = room->status == STORE_RUNNING;
    if (playing == room->announced.friends)
        return;
    room->announced.friends = playing;
    if (playing && room_leased_here(server->rooms, room))
        notify_begun(server, room);
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && room->seats[i].person[0] &&
            friends_of_changed(server->people, room->seats[i].person, &error) < 0)
            server_note_error(&server->loop, &error);
}

/* --- all of it ----------------------------------------------------------------------------------------------------- */

/* Snapshots cost more than moves. When many are due, the rest waits for the next turn of the loop, so that no move
   waits for all of them; whatever happens at a table meanwhile is in the same snapshot. */
static void push_rooms(struct server *server)
{
    unsigned count = 0;
    for (struct room *room; count < MOST_SNAPSHOTS && (room = server->rooms->dirty.rooms);) {
        server->rooms->dirty.rooms = room->next_dirty;
        room->dirty = false;
        server->rooms->dirty.here |= room->listed;
        note_status(server, room);
        note_turns(server, room);
        push_table_news(server, room);
        count += push_room(server, room);
    }
    if (count > server->loop.metrics.most_snapshots)
        server->loop.metrics.most_snapshots = count;
    if (server->rooms->dirty.rooms)
        loop_wake(&server->loop, WAKE_SOON, 1);
}

void push_all(struct server *server)
{
    push_rooms(server);
    turns_push(server);
    seeks_tell(server->rooms);
    friends_push(server);
    lobby_chat_push(server);
    const int64_t now = steady_ms(), since = now - server->pushes->lobby_pushed;
    const bool due =
        (server->rooms->dirty.lobby && since >= LOBBY_MS) || (server->rooms->dirty.here && since >= HERE_MS);
    if (due || server->pushes->lobby_asked) {
        if (!push_lobby(server, due))
            return;
        server->pushes->lobby_asked = false;
    }
    if (due) {
        server->pushes->lobby_pushed = now;
        server->rooms->dirty.lobby = server->rooms->dirty.here = false;
    } else if (server->rooms->dirty.lobby || server->rooms->dirty.here) {
        loop_wake(&server->loop, WAKE_SOON, server->rooms->dirty.lobby ? LOBBY_MS : HERE_MS);
    }
}
