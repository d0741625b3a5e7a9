/* What another server has played at a table: see newer.h. */
#include "server/rooms/newer.h"

#include "server/rooms/room.h"
#include "server/rooms/room_log.h"
#include "server/rooms/room_store.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* --- the loop asks --------------------------------------------------------------------------------------------------- */

void newer_ask(struct newer *newer, const struct room *live)
{
    if (!live || !live->table || live->lesson || live->lost || live->status != STORE_RUNNING || live->log_count == 0)
        return;
    newer->last = room_step_text(live, live->log_count - 1);
    newer->had = newer->last ? live->log_count : 0;
    newer->version = live->version;
}

void newer_free(struct newer *newer)
{
    free(newer->last);
    json_decref(newer->steps);
    *newer = (struct newer){0};
}

/* --- the worker reads ------------------------------------------------------------------------------------------------ */

struct collecting {
    struct newer *newer;
    int next;
    bool fits;
};

static int collect(void *context, int index, const char *json)
{
    struct collecting *collecting = context;
    const bool last = index == collecting->newer->had - 1;
    if (index != collecting->next++ || (last && strcmp(json, collecting->newer->last) != 0))
        return -1;
    collecting->fits |= last;
    return last ? 0 : json_array_append_new(collecting->newer->steps, json_string(json));
}

/* 1: the newer steps; 0: they do not follow from what is in memory. */
static int read_steps(struct store *store, const char *id, struct newer *newer, struct flip_error *error)
{
    struct collecting collecting = {.newer = newer, .next = newer->had - 1};
    newer->steps = json_array();
    const int count = store_steps_from(store, id, newer->had - 1, collect, &collecting, error);
    if (count >= 0 && collecting.fits && (size_t)count == json_array_size(newer->steps) + 1)
        return 1;
    json_decref(newer->steps);
    newer->steps = NULL;
    return count < 0 ? -1 : 0;
}

/* 1: read without its game; 0: it has to be replayed, or is not there. */
static int load_newer(struct store *store, const char *id, struct newer *newer, struct room **out,
                      struct flip_error *error)
{
    int status = read_steps(store, id, newer, error);
    if (status == 1)
        status = room_load_head(store, id, out, error);
    if (status == 1 && ((*out)->kind == ROOM_LESSON || (*out)->status == STORE_WAITING))
        status = 0;
    if (status == 1 && room_load_talk(store, *out, error) < 0)
        status = -1;
    if (status == 1)
        return 1;
    room_discard(*out);
    *out = NULL;
    json_decref(newer->steps);
    newer->steps = NULL;
    return status;
}

int newer_load(struct store *store, const char *id, struct newer *newer, struct room **out, struct flip_error *error)
{
    if (newer) {
        json_decref(newer->steps); /* of an attempt before */
        newer->steps = NULL;
    }
    const int found = newer && newer->had > 0 ? load_newer(store, id, newer, out, error) : 0;
    return found != 0 ? found : room_load(store, id, out, error);
}

/* --- the loop follows ------------------------------------------------------------------------------------------------ */

/* The table knows the names of those who sit there. */
static bool same_seats(const struct room *a, const struct room *b)
{
    for (int i = 0; i < a->seat_count; i++)
        if (strcmp(a->seats[i].name, b->seats[i].name) != 0)
            return false;
    return a->seat_count == b->seat_count;
}

static int make_steps(struct flip_table *table, const struct newer *newer)
{
    struct flip_error error;
    size_t i;
    json_t *step;
    json_array_foreach(newer->steps, i, step)
    {
        if (table_replay_step(table, json_string_value(step), &error) < 0)
            return -1;
    }
    return table_deal(table, &error) < 0 || table->step_count != newer->had + (int)json_array_size(newer->steps) ? -1
                                                                                                                 : 0;
}

static void move_game(struct room *to, struct room *from)
{
    to->table = from->table;
    to->told = from->told;
    to->log = from->log;
    to->log_count = from->log_count;
    to->log_room = from->log_room;
    to->public_count = from->public_count;
    memcpy(to->flicks, from->flicks, sizeof to->flicks);
    to->flick_next = from->flick_next;
    from->table = NULL;
    from->told = (struct flip_walk){0};
    from->log = NULL;
    from->log_count = from->log_room = from->public_count = 0;
    memset(from->flicks, 0, sizeof from->flicks);
}

int newer_follow(struct room *live, struct room *fresh, struct newer *newer)
{
    struct flip_error error;
    if (!newer->steps)
        return 0;
    if (!live || live->version != newer->version || live->log_count != newer->had)
        return -1;
    live->lost = !same_seats(live, fresh) || make_steps(live->table, newer) < 0 || room_follow(live, false, &error) < 0;
    if (live->lost)
        return -1;
    move_game(fresh, live);
    return 0;
}
