/* Importing records, to be replayed. */
#include "server/learning/learning.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COST_MS = 10 };

struct import_work {
    struct work work;
    json_t *record;
    unsigned char secret[STORE_SECRET_BYTES];
    struct store_person person;
    struct room *room; /* the worker fills it in */
};

/* --- on the worker ------------------------------------------------------------------------------------------------------ */

/* An id that follows from the record and cannot be guessed from outside: it is keyed with the server's secret. */
static int id_of(const struct import_work *import, char id[STORE_ID], struct flip_error *error)
{
    unsigned char digest[16];
    char *text = json_dumps(import->record, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record.");
    crypto_generichash(digest, sizeof digest, (const unsigned char *)text, strlen(text), import->secret,
                       sizeof import->secret);
    sodium_bin2base64(id, STORE_ID, digest, sizeof digest, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    free(text);
    return 0;
}

/* The names of the record where they are names, and a number where they are not. */
static void read_names(struct room *room)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        seat->kind = SEAT_NAME;
        if (name_clean(room->table->names[i], seat->name, NULL) < 0)
            snprintf(seat->name, sizeof seat->name, "Player %d", i + 1);
    }
}

static struct flip_table *load(const json_t *record, bool *proved, struct flip_error *error)
{
    struct flip_error why;
    const json_t *steps = json_object_get(record, "steps");
    if (json_array_size(steps) > IMPORT_STEPS)
        return null_after(flip_fail(error, FLIP_ERROR_TOO_LARGE,
                                    "A record that can be looked at here has at most %d steps; this one has %zu.",
                                    IMPORT_STEPS, json_array_size(steps)));
    char *text = json_dumps(record, JSON_COMPACT);
    if (!text)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record."));
    struct flip_table *table = flip_record_load(text, strlen(text), FLIP_ALL_STEPS, error);
    *proved = table && flip_record_verify(text, strlen(text), &why) == 0;
    free(text);
    return table;
}

/* Played without a server: whoever has the seed before the game is over knows the cards, so the seed proves nothing. */
static bool own_dealer(const json_t *record) { return strcmp(string_of(record, "dealer"), "own") == 0; }

/* The seed was drawn by this server: nobody else can write this mark. */
static bool dealt_here(const struct import_work *import, const struct flip_table *table)
{
    const char *mark = string_of(import->record, "mark");
    char expected[MARK_SIZE];
    deal_mark(import->secret, table->dealer.seed, expected);
    return strlen(mark) == MARK_SIZE - 1 && sodium_memcmp(mark, expected, MARK_SIZE - 1) == 0;
}

static int run_import(struct work *work, struct flip_error *error)
{
    struct import_work *import = (struct import_work *)work;
    struct room *room = import->room;
    bool proved;
    struct flip_table *table = load(import->record, &proved, error);
    if (!table)
        return -1;
    room->game = table->game;
    room->options = table->options;
    room->open = table->open;
    room->table = table;
    room->dealt_here = proved && dealt_here(import, table) && !own_dealer(import->record);
    room->status = STORE_ENDED;
    room->seat_count = table->seats;
    memcpy(room->seed, table->dealer.seed, sizeof room->seed);
    room->draw = table->seed_draw;
    room->seeded = true;
    room->has_next = false;
    memcpy(room->edition, table->edition->hash, sizeof room->edition);
    read_names(room);
    return id_of(import, room->id, error) < 0 ? -1 : room_follow(room, true, error);
}

/* --- on the loop -------------------------------------------------------------------------------------------------------- */

/* It was imported before: what the worker has made is the same, but for its dates. */
static int take_known(struct server *server, struct room *room, struct flip_error *error)
{
    struct room *head = NULL;
    const int found = room_load_head(server->loop.store, room->id, &head, error);
    if (found == 1) {
        room->created = head->created;
        room->changed = head->changed;
        room_discard(head);
        room_insert(server->rooms, room);
    }
    return found;
}

static int keep_import(struct request *request, struct work *work, struct flip_error *error)
{
    struct import_work *import = (struct import_work *)work;
    struct server *server = request->server;
    struct room *room = import->room, *known = room_in_memory(server->rooms, room->id);
    if (!known) {
        const int found = take_known(server, room, error);
        if (found < 0)
            return -1;
        import->room = NULL;
        if (found == 0)
            return room_save_new(request, room, &import->person, error);
        known = room;
    }
    if (store_table_person(server->loop.store, known->id, import->person.id, error) < 0)
        return -1;
    return reply_table(request, known, import->person.id);
}

static void release(struct work *work)
{
    struct import_work *import = (struct import_work *)work;
    json_decref(import->record);
    room_discard(import->room);
}

int post_record(struct call *call, struct flip_error *error)
{
    if (check_new_table(call->request, error) < 0)
        return -1;
    struct room *room = room_new(call->server->rooms, ROOM_IMPORT, error);
    struct import_work *import = room ? work_new(call->request, sizeof *import, COST_MS, WORK_TO_LOOK, error) : NULL;
    if (!import) {
        room_discard(room);
        return -1;
    }
    import->work.run = run_import;
    import->work.then = keep_import;
    import->work.release = release;
    import->record = json_incref((json_t *)call->body);
    import->person = call->person;
    import->room = room;
    memcpy(import->secret, call->server->loop.secret, sizeof import->secret);
    return work_start_for(call->request, &import->work);
}
