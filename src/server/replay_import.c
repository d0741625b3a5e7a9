/*
 * Importing a record: it is replayed with every check, kept, and has a replay page like a game that was played here. It stands for
 * nothing else: no results, no ratings, and its seats are only names. Size, steps and names are limited before anything is kept;
 * the same record imported again is the same page.
 */
#include "server/replay.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An id that follows from the record and cannot be guessed from outside: it is keyed with the server's secret. */
static int id_of(const struct hub *hub, const json_t *record, char id[STORE_ID], struct flip_error *error)
{
    unsigned char digest[16];
    char *text = json_dumps(record, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        return flip_fail(error, "no_memory", "There is not enough memory for the record.");
    crypto_generichash(digest, sizeof digest, (const unsigned char *)text, strlen(text), hub->secret,
                       sizeof hub->secret);
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
    if (json_array_size(steps) > IMPORT_STEPS) {
        flip_fail(error, "too_large", "A record that can be looked at here has at most %d steps; this one has %zu.",
                  IMPORT_STEPS, json_array_size(steps));
        return NULL;
    }
    char *text = json_dumps(record, JSON_COMPACT);
    if (!text) {
        flip_fail(error, "no_memory", "There is not enough memory for the record.");
        return NULL;
    }
    struct flip_table *table = flip_record_load(text, strlen(text), FLIP_ALL_STEPS, error);
    *proved = table && flip_record_verify(text, strlen(text), &why) == 0;
    free(text);
    return table;
}

static struct room *import_room(struct hub *hub, const json_t *record, struct flip_error *error)
{
    bool proved;
    struct flip_table *table = load(record, &proved, error);
    if (!table)
        return NULL;
    struct room *room = room_new(hub, ROOM_IMPORT, error);
    if (!room) {
        flip_table_close(table);
        return NULL;
    }
    room->game = table->game;
    room->options = table->options;
    room->open = table->open;
    room->table = table;
    room->proof = proved ? PROVED : UNPROVED;
    room->status = STORE_ENDED;
    room->seat_count = table->seats;
    memcpy(room->seed, table->dealer.seed, sizeof room->seed);
    read_names(room);
    if (id_of(hub, record, room->id, error) < 0 || room_begin(hub, room, error) < 0) {
        room_give_up(hub, room);
        return NULL;
    }
    return room;
}

int post_record(struct request *request, const json_t *body, struct flip_error *error)
{
    struct hub *hub = request->hub;
    struct store_person person;
    char id[STORE_ID];
    if (known_person(request, &person, error) < 0 || check_new_table(request, error) < 0 ||
        id_of(hub, body, id, error) < 0)
        return -1;
    struct flip_error unknown;
    struct room *room = room_find(hub, id, &unknown);
    if (!room && hub_failure(&unknown)) {
        *error = unknown;
        return -1;
    }
    if (!room) {
        if (!(room = import_room(hub, body, error)))
            return -1;
        room_remember(hub, room);
    }
    if (store_table_person(hub->store, room->id, person.id, error) < 0)
        return -1;
    reply_table(request, room, person.id);
    return 0;
}
