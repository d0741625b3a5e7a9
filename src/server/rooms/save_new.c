/* Saving a new table whose game already has many steps: a fork or an imported record. */
#include "server/rooms/rooms.h"

#include "server/net/net.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 50 /* in a part */ };

struct saving {
    struct background_job background;
    struct rooms *rooms;
    struct room *room; /* owned until the server has it */
    struct store_person person;
    uint64_t ticket; /* of the request that waits */
    int next;        /* step; -1: nothing is written yet */
};

/* If a ticket was sent twice, another table may have this id by now. */
static int write_first(struct rooms *rooms, const struct room *room, struct flip_error *error)
{
    if (room_check_id(rooms, room->id, error) < 0 ||
        store_todo_put(rooms->loop->store, TODO_TABLE, room->id, error) < 0 ||
        store_steps_truncate(rooms->loop->store, room->id, 0, error) < 0)
        return -1;
    return store_edition_put(rooms->loop->store, room->edition, room->game->id, room->table->edition->json, error);
}

static int delete_partial(struct rooms *rooms, const char *id, struct flip_error *error)
{
    return store_table_erase(rooms->loop->store, id, error) < 0
               ? -1
               : store_todo_delete(rooms->loop->store, TODO_TABLE, id, error);
}

static int write_last(struct rooms *rooms, struct saving *saving, struct flip_error *error)
{
    struct room *room = saving->room;
    struct store_person person;
    const int known = store_person_get(rooms->loop->store, saving->person.id, &person, error);
    if (known < 0)
        return -1;
    if (known == 0 || (room->status < STORE_OVER && room_check_limit(rooms, person.id, error) < 0)) {
        struct flip_error why = known ? *error : (struct flip_error){0};
        if (known == 0)
            flip_fail(&why, FLIP_ERROR_STRANGER, "Choose a name first; that is all you need.");
        if (server_failure(&why) || delete_partial(rooms, room->id, error) < 0)
            return -1;
        *error = why;
        return -1;
    }
    if (room_save_seats(rooms, room, error) < 0 ||
        store_table_person(rooms->loop->store, room->id, saving->person.id, error) < 0 ||
        store_todo_delete(rooms->loop->store, TODO_TABLE, room->id, error) < 0)
        return -1;
    rooms->loop->metrics.tables_made += room->kind == ROOM_FORK;
    room_insert(rooms, room);
    return 0;
}

/* 1: there is more. */
static int write_some(struct rooms *rooms, struct saving *saving, struct flip_error *error)
{
    const struct room *room = saving->room;
    if (saving->next < 0) {
        saving->next = 0;
        return write_first(rooms, room, error) < 0 ? -1 : 1;
    }
    if (saving->next == room->log_count)
        return write_last(rooms, saving, error);
    const int left = room->log_count - saving->next, count = left < STEPS ? left : STEPS;
    if (room_save_steps(rooms, room, saving->next, saving->next + count, error) < 0)
        return -1;
    saving->next += count;
    return 1;
}

static int save_part(struct background_job *background, struct flip_error *error)
{
    struct saving *saving = (struct saving *)background;
    struct rooms *rooms = saving->rooms;
    const bool lost = turns_undone_since(rooms->loop, background->turn); /* steps that count as written may be gone */
    const int status = lost ? flip_fail(error, FLIP_ERROR_STORE, "The server could not save that. Please try again.")
                            : write_some(rooms, saving, error);
    if (status > 0)
        return 1;
    struct request *request = request_waiting(rooms->server, saving->ticket);
    if (request) {
        request_done(request);
        if (status < 0)
            reply_error(request, error);
        else
            reply_table(request, saving->room, saving->person.id);
    }
    if (status == 0)
        saving->room = NULL; /* the server's now */
    else
        room_clear_dirty(rooms, saving->room); /* nobody is to be told of it */
    return status < 0 && !lost && server_failure(error) ? -1 : 0;
}

static void free_saving(struct background_job *background)
{
    room_discard(((struct saving *)background)->room);
    free(background);
}

static bool being_saved(const struct rooms *rooms, const char *id)
{
    for (const struct background_job *background = rooms->loop->background_jobs; background;
         background = background->next)
        if (background->part == save_part && strcmp(((const struct saving *)background)->room->id, id) == 0)
            return true;
    return false;
}

int room_save_new(struct request *request, struct room *room, const struct store_person *person,
                  struct flip_error *error)
{
    struct rooms *rooms = request->server->rooms;
    struct saving *saving = being_saved(rooms, room->id) ? NULL : calloc(1, sizeof *saving);
    if (!saving) {
        room_discard(room);
        request->wait = 1;
        return flip_fail(error, FLIP_ERROR_LIMIT, "This is already being saved. Please try again in a second.");
    }
    *saving = (struct saving){.background = {.part = save_part, .free = free_saving},
                              .rooms = rooms,
                              .room = room,
                              .person = *person,
                              .ticket = request_wait(request),
                              .next = -1};
    memcpy(room->edition, room->table->edition->hash, sizeof room->edition);
    background_begin(rooms->loop, &saving->background);
    return 0;
}

/* --- what a crash has left ---------------------------------------------------------------------------------------------- */

struct leftover {
    const struct rooms *rooms;
    char id[STORE_ID];
};

static int first_left(void *context, const char *id)
{
    struct leftover *leftover = context;
    if (being_saved(leftover->rooms, id))
        return 0;
    if (strlen(id) < sizeof leftover->id)
        memcpy(leftover->id, id, strlen(id) + 1);
    return -1;
}

int rooms_delete_half_saved(struct rooms *rooms, struct flip_error *error)
{
    for (;;) {
        struct leftover leftover = {.rooms = rooms};
        if (store_todos(rooms->loop->store, TODO_TABLE, first_left, &leftover, error) < 0)
            return -1;
        if (!leftover.id[0])
            return 0;
        if (delete_partial(rooms, leftover.id, error) < 0)
            return -1;
    }
}
