/* The lobby: tables that wait, games to watch with their scores, and who is here, as far as people want to be seen. */
#include "server/routes/message.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOBBY "/api/lobby"

enum { PEOPLE_SHOWN = 100, MOST_PAGES = 1000, REST = 128 << 10 /* bytes for games and people */ };

/* --- games to watch ---------------------------------------------------------------------------------------------------- */

/* As spectators see them: what is decided in secret counts when it is shown. */
static void write_scores(struct flip_json *json, const struct room *room)
{
    struct flip_result result = {0};
    if (room->game->no_points) {
        flip_json_null(json, "scores");
        return;
    }
    room->game->rules->result(room->table->rules, flip_table_before(room->table), &result);
    flip_json_ints(json, "scores", result.score, room->seat_count);
}

static void write_games(struct flip_json *json, struct room *const *rooms, int count)
{
    flip_json_open(json, "games", '[');
    for (int i = 0; i < count; i++) {
        if (rooms[i]->status != STORE_RUNNING || !rooms[i]->table)
            continue;
        flip_json_open(json, NULL, '{');
        flip_json_string(json, "table", rooms[i]->id);
        flip_json_int(json, "spectators", spectators_of(rooms[i], NULL));
        write_scores(json, rooms[i]);
        flip_json_close(json);
    }
    flip_json_close(json);
}

/* --- who is here ------------------------------------------------------------------------------------------------------- */

void write_playing(struct flip_json *json, const struct server *server, const char *person)
{
    const struct seat_entry *seat_entry = server->rooms->memory.seat_index[text_bucket(person, SEAT_INDEX_BUCKETS)];
    while (seat_entry && (strcmp(seat_entry->person, person) != 0 || !seat_entry->room->listed ||
                          seat_entry->room->status != STORE_RUNNING || seat_entry->room->daily[0]))
        seat_entry = seat_entry->next;
    if (!seat_entry) {
        flip_json_null(json, "playing");
        return;
    }
    flip_json_open(json, "playing", '{');
    flip_json_string(json, "table", seat_entry->room->id);
    flip_json_string(json, "game", seat_entry->room->game->id);
    flip_json_close(json);
}

static void write_person(struct flip_json *json, const struct server *server, const struct store_person *person)
{
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "id", person->id);
    flip_json_string(json, "name", person->name);
    flip_json_bool(json, "claimed", person->claimed > 0);
    flip_json_bool(json, "program", person->owner[0] != '\0');
    write_playing(json, server, person->id);
    flip_json_close(json);
}

static void write_people(struct flip_json *json, const struct server *server)
{
    int here = 0, shown = 0;
    flip_json_open(json, "people", '[');
    for (int i = 0; i < PRESENCE_BUCKETS; i++)
        for (const struct presence *presence = server->people->presence[i]; presence; presence = presence->next) {
            if (presence->links == 0 || !presence->person.name[0])
                continue;
            here++;
            if (presence->person.presence == STORE_EVERYONE && shown++ < PEOPLE_SHOWN)
                write_person(json, server, &presence->person);
        }
    flip_json_close(json);
    flip_json_int(json, "here", here);
}

/* --- how strong they are ------------------------------------------------------------------------------------------------- */

/* Of those who sit at tables that wait; a rating that says little is not told. */
static void write_ratings(struct flip_json *json, struct server *server, const struct lobby_list *list)
{
    flip_json_open(json, "ratings", '[');
    for (int i = 0; i < list->count; i++)
        for (int seat = 0; list->rooms[i]->status == STORE_WAITING && seat < list->rooms[i]->seat_count; seat++) {
            struct store_rating rating;
            const struct room *room = list->rooms[i];
            if (room->seats[seat].kind != SEAT_PERSON || !room->seats[seat].person[0] ||
                store_rating_get(server->loop.store, room->game->id, room->seats[seat].person, &rating, NULL) != 1 ||
                rating.deviation > STORE_PROVISIONAL || rating.games < STORE_FIRST_GAMES)
                continue;
            flip_json_open(json, NULL, '{');
            flip_json_string(json, "person", room->seats[seat].person);
            flip_json_string(json, "game", room->game->id);
            flip_json_number(json, "rating", rating.rating);
            flip_json_close(json);
        }
    flip_json_close(json);
}

void visibility_changed(struct server *server) { server->rooms->dirty.here = true; }

/* --- all of it --------------------------------------------------------------------------------------------------------- */

void write_lobby(struct flip_json *json, struct server *server, const struct lobby_list *list, const char *person)
{
    flip_json_int(json, "page", list->page);
    flip_json_int(json, "pages", list->pages);
    write_tables(json, server->rooms, list->rooms, list->count, person, BUFFER_SIZE - REST);
    write_games(json, list->rooms, list->count);
    write_people(json, server);
    write_ratings(json, server, list);
    flip_json_int(json, "now", steady_ms());
}

/* /api/tables is the part of it that is enough to find a table. */
static int reply_lobby(struct request *request, const struct table_ids *ids, int page, int pages)
{
    struct room *rooms[LOBBY_TABLES];
    struct store_person person = {0};
    person_asking(request->server->people, request->wsi, &person);
    const int count = fetched_rooms(request->server->rooms, ids, rooms);
    const struct lobby_list list = {.rooms = rooms, .count = count, .page = page, .pages = pages};
    if (strcmp(request->path, "/api/tables") == 0) {
        reply_tables(request, rooms, count, person.id);
        return 0;
    }
    struct flip_json json = object_in(request->server->loop.buffer, BUFFER_SIZE);
    write_lobby(&json, request->server, &list, person.id);
    flip_json_close(&json);
    return reply_written(request, &json);
}

/* The page is the number behind /api/lobby/; without one it is the first. */
static int wanted_page(const struct request *request, struct table_ids *ids, int *page, int *pages,
                       struct flip_error *error)
{
    const char *digits = strncmp(request->path, LOBBY "/", sizeof LOBBY) == 0 ? request->path + sizeof LOBBY : "0";
    char *end;
    const long number = strtol(digits, &end, 10);
    *page = (int)number;
    if (!*digits || *end || strspn(digits, "0123456789") != strlen(digits) || number > MOST_PAGES)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "The lobby's list has no such page.");
    if (lobby_tables(request->server->rooms, *page, ids, pages, error) < 0)
        return -1;
    return *page < *pages ? 0 : flip_fail(error, FLIP_ERROR_NOT_FOUND, "The lobby's list has no such page.");
}

static int show_lobby(struct request *request, struct work *work, struct flip_error *error)
{
    struct table_ids ids;
    int page, pages;
    fetch_take_over(request->server->rooms, (struct fetch *)work);
    return wanted_page(request, &ids, &page, &pages, error) < 0 ? -1 : reply_lobby(request, &ids, page, pages);
}

int get_lobby(struct call *call, struct flip_error *error)
{
    struct table_ids ids;
    int page, pages;
    if (wanted_page(call->request, &ids, &page, &pages, error) < 0)
        return -1;
    return fetched(call->server->rooms, &ids) ? reply_lobby(call->request, &ids, page, pages)
                                              : fetch_for_request(call->request, &ids, show_lobby, error);
}

/* --- the chat: the last lines, kept in memory alone --------------------------------------------------------------------- */

static struct lobby_line *line_at(struct push_state *pushes, int64_t number)
{
    return &pushes->said[number % LOBBY_LINES];
}

int do_say(struct message *message, struct flip_error *error)
{
    struct push_state *pushes = message->server->pushes;
    const struct store_person *person = sender_of(message);
    if (!message->server->loop.config.lobby_chat)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no chat in this lobby.");
    const char *text = chat_text(message_text(message, "text"), error);
    if (!text || check_chat_rate(message, error) < 0)
        return -1;
    struct lobby_line *line = line_at(pushes, pushes->said_count);
    *line = (struct lobby_line){.time = wall_ms()};
    memcpy(line->person, person->id, sizeof line->person);
    memcpy(line->name, person->name, sizeof line->name);
    snprintf(line->text, sizeof line->text, "%s", text);
    pushes->said_count++;
    pushes->said_due = true;
    return 0;
}

void lobby_chat_begin(struct server *server, struct client *link)
{
    const int64_t count = server->pushes->said_count;
    link->said = count > LOBBY_LINES ? count - LOBBY_LINES : 0;
    link->said_begun = false;
    server->pushes->said_due |= server->loop.config.lobby_chat;
}

void lobby_chat_forget(struct server *server, const char *person)
{
    for (int i = 0; i < LOBBY_LINES; i++)
        if (strcmp(server->pushes->said[i].person, person) == 0)
            server->pushes->said[i] = (struct lobby_line){0};
}

static void write_line(struct flip_json *json, const struct lobby_line *line)
{
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "person", line->person);
    flip_json_string(json, "name", line->name);
    flip_json_string(json, "text", line->text);
    flip_json_int(json, "time", line->time);
    flip_json_close(json);
}

static void push_to(struct server *server, struct client *link)
{
    struct push_state *pushes = server->pushes;
    struct flip_json json = object_in(server->loop.buffer, BUFFER_SIZE);
    flip_json_string(&json, "push", "said");
    flip_json_bool(&json, "all", !link->said_begun);
    flip_json_open(&json, "lines", '[');
    for (; link->said < pushes->said_count; link->said++) {
        const struct lobby_line *line = line_at(pushes, link->said);
        if (line->person[0] && store_blocks(server->loop.store, link->presence->person.id, line->person, NULL) != 1)
            write_line(&json, line);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    link->said_begun = true;
    if (flip_text_fits(&json.text))
        websocket_send(server, &link->socket, server->loop.buffer, json.text.length);
}

void lobby_chat_push(struct server *server)
{
    if (!server->pushes->said_due)
        return;
    server->pushes->said_due = false;
    for (struct client *link = first_client(server->people); link; link = next_client(link))
        if (link->in_lobby && !link->socket.closing && (!link->said_begun || link->said < server->pushes->said_count))
            push_to(server, link);
}
