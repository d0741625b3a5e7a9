/*
 * Deleting a person. Games played alone go; in games with others the moves stay, since they are the others' games too, and the
 * seat is called "a former player". What others' ratings follow from stays as a number without a name.
 *
 * The person and the name are gone at once: wherever a seat or a line still has the id of somebody who is no more, "a former player" is
 * read (room_store.c, the store's lists). The rows follow in slices, table by table, and a deletion that the end of the program cuts
 * short goes on after the next start.
 */
#include "server/rooms/rooms.h"

#include "server/net/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 200 /* in a part */ };

struct erasure {
    struct background_job background;
    struct rooms *rooms;
    char person[STORE_ID];
    uint64_t ticket; /* of the request that waits for it; 0: none */
};

/* --- one table -------------------------------------------------------------------------------------------------------- */

static bool others_at(const struct room *room, const char *person)
{
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        const bool other_sits = seat->kind == SEAT_PERSON && strcmp(seat->person, person) != 0;
        if (other_sits || seat->former || (seat->left[0] && strcmp(seat->left, person) != 0))
            return true;
    }
    return false;
}

/* Games played alone, lessons and imported records are deleted unless somebody else has them too. */
static int is_own(const struct erasure *erasure, const struct room *room, struct flip_error *error)
{
    bool others = others_at(room, erasure->person);
    if (room->kind == ROOM_GAME)
        return room->seat_count == 1 || (room->status == STORE_ENDED && !others);
    json_t *row, *people = rows_json(erasure->rooms->loop->store, LIST_PEOPLE_AT, room->id, "", 0, error);
    size_t i;
    if (!people)
        return -1;
    json_array_foreach(people, i, row)
        others |= strcmp(string_of(row, "person"), erasure->person) != 0;
    json_decref(people);
    return !others;
}

static void rename_seat(struct room *room, int index, const char *name)
{
    struct seat *seat = &room->seats[index];
    memset(seat->name, 0, sizeof seat->name);
    snprintf(seat->name, sizeof seat->name, "%s", name);
    if (room->table)
        flip_table_rename(room->table, index, name);
}

/* What others' ratings depend on: the person's before this game. */
static int keep_rating(const struct erasure *erasure, struct room *room, struct flip_error *error)
{
    json_t *row, *rated = rows_json(erasure->rooms->loop->store, LIST_RATED_SEATS, erasure->person, room->id, 0, error);
    size_t i;
    if (!rated)
        return -1;
    json_array_foreach(rated, i, row) {
        const int64_t seat = int_in(row, "seat");
        if (seat >= 0 && seat < room->seat_count)
            room->seats[seat].was =
                (struct store_rating){.rating = json_number_value(json_object_get(row, "rating")),
                                      .deviation = json_number_value(json_object_get(row, "deviation")),
                                      .volatility = json_number_value(json_object_get(row, "volatility"))};
    }
    json_decref(rated);
    return 0;
}

/* Before version 4 of the file a bot's seat did not say whom it replaced: then every such bot loses the name. */
static int forget_seats(const struct erasure *erasure, struct room *room, struct flip_error *error)
{
    bool found = false;
    if (keep_rating(erasure, room, error) < 0)
        return -1;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        const bool own = strcmp(seat->person, erasure->person) == 0, left = strcmp(seat->left, erasure->person) == 0;
        if (!own && !left)
            continue;
        found = true;
        seat->former = true;
        memset(seat->person, 0, sizeof seat->person);
        memset(seat->left, 0, sizeof seat->left);
        rename_seat(room, i, left ? "Bot for " STORE_FORMER : STORE_FORMER);
    }
    if (strcmp(room->owner, erasure->person) == 0)
        memset(room->owner, 0, sizeof room->owner);
    for (int i = 0; i < room->seat_count && !found; i++)
        if (room->seats[i].kind == SEAT_BOT && !room->seats[i].left[0] &&
            strncmp(room->seats[i].name, "Bot for ", 8) == 0)
            rename_seat(room, i, "Bot for " STORE_FORMER);
    return 0;
}

/* A running game continues without the person. */
static int leave_game(struct erasure *erasure, const char *id, struct flip_error *error)
{
    struct room *head = NULL;
    const int found = room_load_head(erasure->rooms->loop->store, id, &head, error);
    const bool going_on = found == 1 && head->status < STORE_OVER && room_seats_of(head, erasure->person);
    room_discard(head);
    if (!going_on)
        return found < 0 && server_failure(error) ? -1 : 0;
    struct room *room = room_find_claimed(erasure->rooms, id, error);
    return room ? room_leave(erasure->rooms, room, erasure->person, error) : server_failure(error) ? -1 : 0;
}

/* In a game with others only the name is removed. */
static int keep_without(struct erasure *erasure, struct room *room, bool live, struct flip_error *error)
{
    struct rooms *rooms = erasure->rooms;
    if (forget_seats(erasure, room, error) < 0 || room_save_status(rooms->loop->store, room, error) < 0)
        return -1;
    if (live)
        room_mark_dirty(rooms, room);
    return store_seat_erase(rooms->loop->store, room->id, erasure->person, STORE_FORMER, error);
}

/* Makes the cluster read the table again; waits for a server that is changing it. */
static int notify_cluster(struct rooms *rooms, const char *id, struct room *live, struct flip_error *error)
{
    if (!store_shared(rooms->loop->store))
        return 0;
    if (live)
        return room_must_claim(rooms, live, error);
    int64_t lease_holder;
    const int64_t version = store_version(rooms->loop->store, id, &lease_holder, error);
    const int claimed = version < 0 ? -1 : store_claim(rooms->loop->store, id, version, "0", true, error);
    if (claimed == 0)
        return flip_fail(error, FLIP_ERROR_STORE, "Another server has changed the same table.");
    return claimed < 0 ? -1 : 0;
}

/* Erases a table or a part of it. A table that cannot be opened is deleted as well: nobody can look at it. 1: there
   is more. */
static int erase_at(struct erasure *erasure, const char *id, struct flip_error *error)
{
    struct rooms *rooms = erasure->rooms;
    if (leave_game(erasure, id, error) < 0)
        return -1;
    struct room *live = room_in_memory(rooms, id), *room = live;
    if (!room && room_load_head(rooms->loop->store, id, &room, error) < 0) {
        if (server_failure(error))
            return -1;
        room = NULL;
    }
    const int own = room ? is_own(erasure, room, error) : 1;
    int status = own < 0 || notify_cluster(rooms, id, live, error) < 0 ? -1 : 0;
    if (status < 0) {
        if (!live)
            room_discard(room);
        return -1;
    }
    if (own == 0)
        status = keep_without(erasure, room, live != NULL, error);
    else if (own > 0 && live)
        room_remove_from_memory(rooms, live);
    if (!live)
        room_discard(room);
    return own > 0 ? store_table_erase_some(rooms->loop->store, id, ROWS, error) : status;
}

/* The person's chat, offers and notices, also without a seat. */
static void forget_chat(struct rooms *rooms, const char *person)
{
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = rooms->memory.bucket[i]; room; room = room->next) {
            offers_forget(room, person);
            room_forget_notices(room, person);
            for (int k = 0; k < room->chat_count; k++)
                if (strcmp(room->chat[k].person, person) == 0) {
                    memset(room->chat[k].person, 0, sizeof room->chat[k].person);
                    memset(room->chat[k].text, 0, strlen(room->chat[k].text));
                    memset(room->chat[k].name, 0, strlen(room->chat[k].name));
                }
        }
}

/* --- in slices -------------------------------------------------------------------------------------------------------- */

/* Frees one seat that is reserved for the person. 0: there is none. */
static int free_reserved_seat(struct erasure *erasure, struct flip_error *error)
{
    struct rooms *rooms = erasure->rooms;
    json_t *kept = first_row(rooms->loop->store, LIST_CHALLENGED, erasure->person, 0, error);
    int status = json_is_object(kept) ? 1 : kept ? 0 : -1;
    if (status == 1) {
        struct room *room = room_find_claimed(rooms, string_of(kept, "game_table"), error);
        if ((room ? room_unreserve(rooms, room, erasure->person, error) < 0 : server_failure(error)) ||
            store_challenge_delete(rooms->loop->store, string_of(kept, "id"), error) < 0)
            status = -1;
    }
    json_decref(kept);
    return status;
}

/* Tables first: each is struck from the person's list when it is done. Then what belongs to no table. */
static int erase_some(struct erasure *erasure, struct flip_error *error)
{
    struct store *store = erasure->rooms->loop->store;
    char table[STORE_ID];
    json_t *next = first_row(store, LIST_TABLES_WITH, erasure->person, 1, error);
    if (!next)
        return -1;
    snprintf(table, sizeof table, "%s", string_of(next, "table"));
    json_decref(next);
    if (table[0])
        return erase_at(erasure, table, error) < 0 ? -1 : 1;
    const int kept = free_reserved_seat(erasure, error);
    if (kept != 0)
        return kept;
    const int more = store_person_erase_some(store, erasure->person, STORE_FORMER, ROWS, error);
    if (more == 0 && store_todo_delete(store, TODO_PERSON, erasure->person, error) < 0)
        return -1;
    return more;
}

static void tell_asker(struct erasure *erasure, const struct flip_error *error)
{
    struct request *request = erasure->ticket ? request_waiting(erasure->rooms->server, erasure->ticket) : NULL;
    if (!request)
        return;
    request_done(request);
    if (error) { /* who is not deleted stays signed in */
        free(request->cookie);
        request->cookie = NULL;
        reply_error(request, error);
    } else {
        reply_person(request, NULL);
    }
}

static void quarantine_id(const char *person, char out[STORE_ID + 8])
{
    snprintf(out, STORE_ID + 8, "d %.*s", STORE_ID, person);
}

static int erase_part(struct background_job *background, struct flip_error *error)
{
    struct erasure *erasure = (struct erasure *)background;
    struct rooms *rooms = erasure->rooms;
    char name[STORE_ID + 8];
    if (turn_undone(rooms->loop, background->turn)) { /* it has not begun */
        flip_fail(error, FLIP_ERROR_STORE, "The server could not save that. Please try again.");
        tell_asker(erasure, error);
        return 0;
    }
    const int status = erase_some(erasure, error);
    if (status > 0)
        return 1;
    quarantine_id(erasure->person, name);
    if (status < 0) {
        quarantine_note(rooms->loop, name);
        if (!quarantined(rooms->loop, name)) { /* it goes on from what is durable */
            server_note_error(rooms->loop, error);
            return 1;
        }
    }
    tell_asker(erasure, status < 0 ? error : NULL);
    return status;
}

static void free_erasing(struct background_job *background) { free(background); }

static bool under_way(const struct rooms *rooms, const char *person)
{
    for (const struct background_job *background = rooms->loop->background_jobs; background;
         background = background->next)
        if (background->part == erase_part && strcmp(((const struct erasure *)background)->person, person) == 0)
            return true;
    return false;
}

static struct erasure *begin(struct rooms *rooms, const char *person)
{
    struct erasure *erasure = calloc(1, sizeof *erasure);
    if (!erasure)
        return NULL;
    erasure->background.part = erase_part;
    erasure->background.free = free_erasing;
    erasure->rooms = rooms;
    snprintf(erasure->person, sizeof erasure->person, "%s", person);
    background_begin(rooms->loop, &erasure->background);
    return erasure;
}

static int resume_one(void *context, const char *person)
{
    struct rooms *rooms = context;
    char name[STORE_ID + 8];
    quarantine_id(person, name);
    return quarantined(rooms->loop, name) || under_way(rooms, person) || begin(rooms, person) ? 0 : -1;
}

int erase_resume(struct rooms *rooms, struct flip_error *error)
{
    return store_todos(rooms->loop->store, TODO_PERSON, resume_one, rooms, error) < 0 ? -1 : 0;
}

/* --- at once ---------------------------------------------------------------------------------------------------------- */

static bool known_at(const struct room *room, const char *person)
{
    for (int i = 0; i < room->seat_count; i++)
        if (strcmp(room->seats[i].person, person) == 0 || strcmp(room->seats[i].left, person) == 0)
            return true;
    return false;
}

/* Rooms that may be watched do not wait for their turn. */
static int erase_in_memory(struct erasure *erasure, struct flip_error *error)
{
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = erasure->rooms->memory.bucket[i], *next; room; room = next) {
            char id[STORE_ID]; /* the room may go */
            next = room->next;
            memcpy(id, room->id, sizeof id);
            if (known_at(room, erasure->person) && erase_at(erasure, id, error) < 0)
                return -1;
        }
    forget_chat(erasure->rooms, erasure->person);
    return 0;
}

/* A person's programs go with the person. */
static int erase_programs(struct rooms *rooms, const char *owner, struct flip_error *error)
{
    json_t *programs = rows_json(rooms->loop->store, LIST_PROGRAMS_OF, owner, "", 0, error);
    int status = programs ? 0 : -1;
    for (size_t i = 0; i < json_array_size(programs) && status == 0; i++)
        status = person_erase(rooms, string_of(json_array_get(programs, i), "id"), 0, error);
    json_decref(programs);
    return status;
}

int person_erase(struct rooms *rooms, const char *id, uint64_t ticket, struct flip_error *error)
{
    if (erase_programs(rooms, id, error) < 0)
        return -1;
    struct erasure *erasure = begin(rooms, id);
    if (!erasure)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    if (store_todo_put(rooms->loop->store, TODO_PERSON, id, error) < 0 || erase_in_memory(erasure, error) < 0 ||
        store_person_vanish(rooms->loop->store, id, error) < 0)
        return roll_back_to_store(rooms->loop);
    erasure->ticket = ticket;
    person_disconnect(rooms->people, id, NULL, "Your data is deleted. Come again as somebody new.");
    presence_forget_name(rooms->people, id);
    return 0;
}
