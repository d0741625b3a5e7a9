/*
 * All one's data as one JSON file: what docs/privacy.md lists, under names that say what it is. Records of finished games are whole,
 * so that they can be replayed and imported elsewhere; those of running games are what anybody may see. A worker writes it, table by
 * table, and lets others have their turn in between.
 */
#include "server/routes/routes.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COST_MS = 50, SLICE_MS = 20 };

static const struct {
    const char *key;
    enum store_list list;
} lists[] = {
    {"chat", LIST_CHAT_OF},
    {"results", LIST_EXPORT_RESULTS},
    {"labels", LIST_LABELS_AT},
    {"ratings", LIST_RATINGS_OF},
    {"rating_history", LIST_RATING_HISTORY},
    {"achievements", LIST_ACHIEVED_AT},
    {"daily", LIST_TRIES_OF},
    {"puzzle_ratings", LIST_PUZZLE_RATINGS},
    {"puzzle_tries", LIST_PUZZLE_TRIES},
    {"puzzle_consent", LIST_PUZZLE_CONSENT},
    {"blocked", LIST_BLOCKED},
    {"notices", LIST_NOTICES_OF},
    {"muted", LIST_MUTED},
    {"reports", LIST_REPORTS_OF},
    {"friends", LIST_FRIENDS},
    {"challenges", LIST_CHALLENGES},
    {"tournaments", LIST_TOURNAMENTS_OF},
    {"leagues", LIST_LEAGUES_OF},
    {"workshop", LIST_WORKSHOP_EXPORT},
    {"stars", LIST_STARS_OF},
    {"programs", LIST_PROGRAMS_OF},
    {"tokens", LIST_TOKENS_OF},
    {"sessions", LIST_SESSIONS_OF},
    {"notifications", LIST_NOTIFICATION},
    {"push_addresses", LIST_PUSH_ADDRESSES},
};

enum { LISTS = sizeof lists / sizeof *lists };

struct export
{
    struct work work;
    struct store_person person;
    struct id_list tables; /* of the person */
    int next;              /* which of them, and after the last one, which list */
    FILE *out;             /* becomes the work's */
};

/* --- the text ----------------------------------------------------------------------------------------------------------- */

static int no_memory(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for your data.");
}

/* `json` is given up; NULL: it could not be made. */
static int add_json(const struct export *export, json_t *json, struct flip_error *error)
{
    const int status = json ? json_dumpf(json, export->out, JSON_COMPACT | JSON_ENCODE_ANY) : -1;
    json_decref(json);
    return status < 0 ? no_memory(error) : 0;
}

/* --- tables ------------------------------------------------------------------------------------------------------------- */

static int collect(void *tables, const struct store_table *row) { return id_list_add(tables, row->id); }

/* A running game, as anybody may see it. */
static json_t *public_record(struct reader *reader, const char *id)
{
    struct flip_error error;
    const struct cached_game *game = reader_game(reader, id, &error);
    char *text = game && game->room->table ? flip_record_save(game->room->table, FLIP_RECORD_PUBLIC, &error) : NULL;
    json_t *record = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return record ? record : json_null();
}

static json_t *whole_record(struct store *store, const struct room *room, struct flip_error *error)
{
    json_t *record = room_stored_record(store, room, error);
    if (record && room_daily_hidden(room)) /* of what was drawn for a day, the seed is the only secret */
        json_object_del(record, "seed");
    return record;
}

static json_t *table_json(struct reader *reader, const char *id, const char *person, struct flip_error *error)
{
    struct store *store = reader_store(reader);
    struct room *room = NULL;
    const int found = room_load_head(store, id, &room, error);
    if (found < 1)
        return found < 0 && server_failure(error) ? NULL : json_pack("{s:s, s:n}", "table", id, "record");
    json_t *record = room->status == STORE_RUNNING   ? public_record(reader, id)
                     : room->status == STORE_WAITING ? json_null()
                                                     : whole_record(store, room, error);
    json_t *seats = json_array(), *mine = json_array();
    for (int i = 0; i < room->seat_count; i++) {
        json_array_append_new(seats, json_string(room->seats[i].name));
        if (strcmp(room->seats[i].person, person) == 0)
            json_array_append_new(mine, json_integer(i));
    }
    json_t *out = json_pack("{s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o*}", "table", id, "game", room->game->id, "kind",
                            room_kind_words[room->kind], "status", room_status_words[room->status], "created",
                            (json_int_t)room->created, "seats", seats, "mine", mine, "record", record);
    room_discard(room);
    if (record)
        return out;
    json_decref(out);
    return NULL;
}

/* --- all of it ---------------------------------------------------------------------------------------------------------- */

static int begin(struct export *export, struct flip_error *error)
{
    const struct store_person *person = &export->person;
    if (!(export->out = open_memstream(&export->work.out, &export->work.length)))
        return no_memory(error);
    fprintf(export->out, "%*s", OUT_PRE, "");
    if (store_tables_of(reader_store(export->work.reader), person->id, INT_MAX, collect, &export->tables, error) < 0)
        return -1;
    json_t *head =
        json_pack("{s:i, s:I, s:{s:s, s:s, s:I, s:I, s:o, s:o}}", "flipside_export", 1, "time", (json_int_t)wall_ms(),
                  "person", "id", person->id, "name", person->name, "created", (json_int_t)person->created, "seen",
                  (json_int_t)person->seen, "claimed", person->claimed ? json_integer(person->claimed) : json_null(),
                  "visibility", visibility_json(person));
    if (add_json(export, head, error) < 0)
        return -1;
    fseek(export->out, -1, SEEK_CUR); /* the brace: more follows */
    fputs(",\"tables\":[", export->out);
    return 0;
}

static int add_table(struct export *export, int index, struct flip_error *error)
{
    fputs(index > 0 ? "," : "", export->out);
    json_t *table = table_json(export->work.reader, export->tables.id[index], export->person.id, error);
    return !table && server_failure(error) ? -1 : add_json(export, table, error);
}

static int add_list(struct export *export, int index, struct flip_error *error)
{
    json_t *rows = rows_json(reader_store(export->work.reader), lists[index].list, export->person.id, "", 0, error);
    fprintf(export->out, "%s,\"%s\":", index == 0 ? "]" : "", lists[index].key);
    return rows ? add_json(export, rows, error) : -1;
}

static int write_export(struct work *work, struct flip_error *error)
{
    struct export *export = (struct export *)work;
    const double began = cpu_ms();
    if (!export->out && begin(export, error) < 0)
        return -1;
    for (; export->next < export->tables.count + LISTS; export->next++) {
        if (cpu_ms() - began > SLICE_MS) {
            work->task.more = true;
            return 0;
        }
        const int list = export->next - export->tables.count;
        if ((list < 0 ? add_table(export, export->next, error) : add_list(export, list, error)) < 0)
            return -1;
    }
    fputs("}", export->out);
    const bool whole = !ferror(export->out), closed = fclose(export->out) == 0;
    export->out = NULL;
    work->length -= OUT_PRE;
    return whole && closed ? 0 : no_memory(error);
}

static void release(struct work *work)
{
    struct export *export = (struct export *)work;
    if (export->out)
        fclose(export->out);
    free(export->tables.id);
}

int get_export(struct call *call, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(call->request);
    if (!visitor || !bucket_take(&visitor->exports, 3, 1 / 60.0)) {
        call->server->loop.metrics.refused++;
        call->request->wait = 60;
        return flip_fail(error, FLIP_ERROR_LIMIT,
                         "You already have your data. You can download it at most once per minute.");
    }
    struct export *export = work_new(call->request, sizeof *export, COST_MS, WORK_TO_LOOK, error);
    if (!export)
        return -1;
    export->person = call->person;
    export->work.run = write_export;
    export->work.release = release;
    export->work.file = "attachment; filename=\"flipside.json\"";
    return work_start_for(call->request, &export->work);
}
