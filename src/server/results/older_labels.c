/* Results from before there were labels get theirs from their records, a table at a time, while the server runs. */
#include "server/results/results.h"

#include "server/rooms/rooms.h"

#include <stdlib.h>

struct filling {
    struct background_job job;
    struct store *store;
};

/* A record that cannot be read has no labels. */
static int fill_table(struct store *store, const char *table, struct flip_error *error)
{
    struct room *room = NULL;
    struct flip_error why = {0};
    const int found = room_load(store, table, &room, &why);
    int status = found < 0 && server_failure(&why) ? -1 : 0;
    if (status < 0)
        *error = why;
    else if (room && room->table && flip_table_turn(room->table) == 0)
        status = label_room(store, room, error);
    room_discard(room);
    return status < 0 ? -1 : store_labelled(store, table, error);
}

static int fill_part(struct background_job *job, struct flip_error *error)
{
    struct store *store = ((struct filling *)job)->store;
    char *table = NULL;
    const int taken = store_take_order(store, error); /* one server at a time */
    if (taken < 1)
        return taken < 0 ? -1 : 1;
    const int found = store_unlabelled(store, &table, error);
    const int status = found > 0 ? fill_table(store, table, error) : found;
    free(table);
    return status < 0 ? -1 : found;
}

static void free_filling(struct background_job *job) { free(job); }

int labels_fill(struct loop *loop, struct flip_error *error)
{
    char *table = NULL;
    const int found = store_unlabelled(loop->store, &table, error);
    free(table);
    struct filling *filling = found > 0 ? calloc(1, sizeof *filling) : NULL;
    if (filling) {
        *filling = (struct filling){.job = {.part = fill_part, .free = free_filling}, .store = loop->store};
        background_begin(loop, &filling->job);
    }
    return found > 0 && !filling ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to start.")
           : found < 0           ? -1
                                 : 0;
}
