/*
 * All one's data as one JSON file: what docs/privacy.md lists, under names that say what it is. Records of finished games are whole,
 * so that they can be replayed and imported elsewhere; those of running games are what anybody may see.
 */
#include "server/api.h"
#include "server/derive.h"
#include "server/rows.h"

#include <stdlib.h>
#include <string.h>

struct own_games {
    char (*id)[STORE_ID];
    int count, room;
};

static int collect(void *context, const struct store_table *row)
{
    struct own_games *own = context;
    if (own->count == own->room) {
        const int larger = own->room ? 2 * own->room : 64;
        void *grown = realloc(own->id, (size_t)larger * sizeof *own->id);
        if (!grown)
            return -1;
        own->id = grown;
        own->room = larger;
    }
    memcpy(own->id[own->count++], row->id, STORE_ID);
    return 0;
}

/* A running game, as anybody may see it. */
static json_t *public_record(struct hub *hub, const char *id)
{
    struct flip_error error;
    struct room *room = room_find(hub, id, &error);
    char *text = room && room->table ? flip_record_save(room->table, FLIP_RECORD_PUBLIC, &error) : NULL;
    json_t *record = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return record ? record : json_null();
}

static json_t *whole_record(struct hub *hub, const struct room *room, struct flip_error *error)
{
    json_t *record = room_stored_record(hub->store, room, error);
    if (record && room_daily_hidden(room))
        json_object_del(record, "seed");
    return record;
}

static json_t *table_json(struct hub *hub, const char *id, const char *person, struct flip_error *error)
{
    static const char *const status_words[] = {"waiting", "running", "over", "ended"};
    struct room *room = NULL;
    if (room_load_head(hub->store, id, &room, error) < 1)
        return hub_failure(error) ? NULL : json_pack("{s:s, s:n}", "table", id, "record");
    json_t *record = room->status == STORE_RUNNING   ? public_record(hub, id)
                     : room->status == STORE_WAITING ? json_null()
                                                     : whole_record(hub, room, error);
    json_t *seats = json_array(), *mine = json_array();
    for (int i = 0; i < room->seat_count; i++) {
        json_array_append_new(seats, json_string(room->seats[i].name));
        if (strcmp(room->seats[i].person, person) == 0)
            json_array_append_new(mine, json_integer(i));
    }
    json_t *out = record
                      ? json_pack("{s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o}", "table", id, "game", room->game->id,
                                  "kind", room_kind_words[room->kind], "status", status_words[room->status], "created",
                                  (json_int_t)room->created, "seats", seats, "mine", mine, "record", record)
                      : NULL;
    room_discard(room);
    return out;
}

static json_t *tables_json(struct hub *hub, const char *person, struct flip_error *error)
{
    struct own_games own = {0};
    json_t *tables = json_array();
    int status = store_tables_of(hub->store, person, -1, collect, &own, error) < 0 ? -1 : 0;
    for (int i = 0; i < own.count && status == 0; i++)
        status = json_array_append_new(tables, table_json(hub, own.id[i], person, error));
    free(own.id);
    if (status == 0)
        return tables;
    json_decref(tables);
    return NULL;
}

static const struct {
    const char *key;
    enum store_list list;
} lists[] = {
    {"chat", LIST_CHAT_OF},
    {"results", LIST_EXPORT_RESULTS},
    {"ratings", LIST_RATINGS_OF},
    {"rating_history", LIST_RATING_HISTORY},
    {"achievements", LIST_ACHIEVED_AT},
    {"daily", LIST_TRIES_OF},
    {"blocked", LIST_BLOCKED},
    {"muted", LIST_MUTED},
    {"reports", LIST_REPORTS_OF},
    {"sessions", LIST_SESSIONS_OF},
};

int get_export(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct hub *hub = request->hub;
    struct store_person person;
    struct visitor *visitor = visitor_asking(request);
    if (known_person(request, &person, error) < 0)
        return -1;
    if (!visitor || !bucket_take(&visitor->exports, 3, 1 / 60.0)) {
        hub->metrics.refused++;
        request->wait = 60;
        return flip_fail(error, "limit", "You have your data already: at most once a minute.");
    }
    json_t *tables = tables_json(hub, person.id, error);
    json_t *out = tables ? json_pack("{s:i, s:I, s:{s:s, s:s, s:I, s:I, s:o}, s:o}", "flipside_export", 1, "time",
                                     (json_int_t)wall_ms(), "person", "id", person.id, "name", person.name, "created",
                                     (json_int_t)person.created, "seen", (json_int_t)person.seen, "claimed",
                                     person.claimed ? json_integer(person.claimed) : json_null(), "tables", tables)
                         : NULL;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && out; i++) {
        json_t *rows = rows_json(hub->store, lists[i].list, person.id, "", 0, error);
        if (!rows) {
            json_decref(out);
            return -1;
        }
        json_object_set_new(out, lists[i].key, rows);
    }
    if (!out)
        return hub_failure(error) ? -1 : flip_fail(error, "no_memory", "There is not enough memory for your data.");
    request->file = "attachment; filename=\"flipside.json\"";
    return reply_and_free(request, out, error);
}
