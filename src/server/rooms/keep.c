/* Saving a new table whose game already has many steps: a fork or an imported record. */
#include "server/rooms/rooms.h"

#include "server/net/reply.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 50 /* in a part */ };

struct keeping {
    struct chore chore;
    struct room *room; /* owned until the server has it */
    struct store_person person;
    uint64_t ticket; /* of the request that waits */
    int next;        /* step; -1: nothing is written yet */
};

/* Whoever sends a ticket twice may have another table with this id by now. */
static int write_first(struct server *server, const struct room *room, struct flip_error *error)
{
    if (room_check_id(server, room->id, error) < 0 || store_todo_put(server->store, TODO_TABLE, room->id, error) < 0 ||
        store_steps_cut(server->store, room->id, 0, error) < 0)
        return -1;
    return store_edition_put(server->store, room->edition, room->game->id, room->table->edition->json, error);
}

static int take_back(struct server *server, const char *id, struct flip_error *error)
{
    return store_table_erase(server->store, id, error) < 0 ? -1 : store_todo_cut(server->store, TODO_TABLE, id, error);
}

static int write_last(struct server *server, struct keeping *keeping, struct flip_error *error)
{
    struct room *room = keeping->room;
    struct store_person person;
    const int known = store_person_get(server->store, keeping->person.id, &person, error);
    if (known < 0)
        return -1;
    if (known == 0 || (room->status < STORE_OVER && room_check_limit(server, person.id, error) < 0)) {
        struct flip_error why = known ? *error : (struct flip_error){0};
        if (known == 0)
            flip_fail(&why, FLIP_ERROR_STRANGER, "Choose a name first; that is all you need.");
        if (server_failure(&why) || take_back(server, room->id, error) < 0)
            return -1;
        *error = why;
        return -1;
    }
    if (room_keep_seats(server, room, error) < 0 ||
        store_table_person(server->store, room->id, keeping->person.id, error) < 0 ||
        store_todo_cut(server->store, TODO_TABLE, room->id, error) < 0)
        return -1;
    server->metrics.tables_made += room->kind == ROOM_FORK;
    room_remember(server, room);
    return 0;
}

/* 1: there is more. */
static int write_some(struct server *server, struct keeping *keeping, struct flip_error *error)
{
    const struct room *room = keeping->room;
    if (keeping->next < 0) {
        keeping->next = 0;
        return write_first(server, room, error) < 0 ? -1 : 1;
    }
    if (keeping->next == room->log_count)
        return write_last(server, keeping, error);
    const int left = room->log_count - keeping->next, count = left < STEPS ? left : STEPS;
    if (room_save_steps(server, room, keeping->next, keeping->next + count, error) < 0)
        return -1;
    keeping->next += count;
    return 1;
}

static int part(struct server *server, struct chore *chore, struct flip_error *error)
{
    struct keeping *keeping = (struct keeping *)chore;
    const bool lost = turns_lost_since(server, chore->turn); /* steps that count as written may be gone */
    const int status = lost ? flip_fail(error, FLIP_ERROR_STORE, "The server could not save that. Please try again.")
                            : write_some(server, keeping, error);
    if (status > 0)
        return 1;
    struct request *request = request_waiting(server, keeping->ticket);
    if (request) {
        request_done(request);
        if (status < 0)
            reply_error(request, error);
        else
            reply_table(request, keeping->room, keeping->person.id);
    }
    if (status == 0)
        keeping->room = NULL; /* the server's now */
    else
        room_untouch(server, keeping->room); /* nobody is to be told of it */
    return status < 0 && !lost && server_failure(error) ? -1 : 0;
}

static void free_keeping(struct chore *chore)
{
    room_discard(((struct keeping *)chore)->room);
    free(chore);
}

static bool being_kept(const struct server *server, const char *id)
{
    for (const struct chore *chore = server->chores; chore; chore = chore->next)
        if (chore->part == part && strcmp(((const struct keeping *)chore)->room->id, id) == 0)
            return true;
    return false;
}

int room_keep(struct request *request, struct room *room, const struct store_person *person, struct flip_error *error)
{
    struct server *server = request->server;
    struct keeping *keeping = being_kept(server, room->id) ? NULL : calloc(1, sizeof *keeping);
    if (!keeping) {
        room_discard(room);
        request->wait = 1;
        return flip_fail(error, FLIP_ERROR_LIMIT, "This is already being saved. Please try again in a second.");
    }
    *keeping = (struct keeping){.chore = {.part = part, .free = free_keeping},
                                .room = room,
                                .person = *person,
                                .ticket = request_wait(request),
                                .next = -1};
    memcpy(room->edition, room->table->edition->hash, sizeof room->edition);
    chore_begin(server, &keeping->chore);
    return 0;
}

/* --- what a crash has left ---------------------------------------------------------------------------------------------- */

struct leftover {
    const struct server *server;
    char id[STORE_ID];
};

static int first_left(void *context, const char *id)
{
    struct leftover *leftover = context;
    if (being_kept(leftover->server, id))
        return 0;
    if (strlen(id) < sizeof leftover->id)
        memcpy(leftover->id, id, strlen(id) + 1);
    return -1;
}

int rooms_clear_half_kept(struct server *server, struct flip_error *error)
{
    for (;;) {
        struct leftover leftover = {.server = server};
        if (store_todos(server->store, TODO_TABLE, first_left, &leftover, error) < 0)
            return -1;
        if (!leftover.id[0])
            return 0;
        if (take_back(server, leftover.id, error) < 0)
            return -1;
    }
}
