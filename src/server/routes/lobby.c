/* The lobby: tables that wait, games to watch with their scores, and who is here, as far as people want to be seen. */
#include "server/routes/routes.h"

#include "table/table.h"

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
    flip_json_open(json, "scores", '[');
    for (int seat = 0; seat < room->seat_count; seat++)
        flip_json_int(json, NULL, result.score[seat]);
    flip_json_close(json);
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
    const struct seat_entry *seat_entry = server->rooms->seat_index[text_bucket(person, SEAT_INDEX_BUCKETS)];
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

void visibility_changed(struct server *server) { server->rooms->here_dirty = true; }

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
