/* Catching up with what another server of the cluster has played at a table. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* --- the loop asks --------------------------------------------------------------------------------------------------- */

void catch_up_ask(struct catch_up *behind, const struct room *live)
{
    if (!live || !live->table || live->lesson || live->cluster.lost || live->status != STORE_RUNNING ||
        live->log_count == 0)
        return;
    behind->last = room_step_text(live, live->log_count - 1);
    behind->had = behind->last ? live->log_count : 0;
    behind->version = live->cluster.version;
}

static void forget_steps(struct catch_up *behind)
{
    json_decref(behind->steps);
    behind->steps = NULL;
}

void catch_up_free(struct catch_up *behind)
{
    free(behind->last);
    forget_steps(behind);
    *behind = (struct catch_up){0};
}

/* --- the worker reads ------------------------------------------------------------------------------------------------ */

struct collecting {
    struct catch_up *behind;
    int next;
    bool fits;
};

static int collect(void *context, int index, const char *json)
{
    struct collecting *collecting = context;
    const bool last = index == collecting->behind->had - 1;
    if (index != collecting->next++ || (last && strcmp(json, collecting->behind->last) != 0))
        return -1;
    collecting->fits |= last;
    return last ? 0 : json_array_append_new(collecting->behind->steps, json_string(json));
}

/* 1: the newer steps; 0: they do not follow from what is in memory. */
static int read_steps(struct store *store, const char *id, struct catch_up *behind, struct flip_error *error)
{
    struct collecting collecting = {.behind = behind, .next = behind->had - 1};
    behind->steps = json_array();
    const int count = store_steps_from(store, id, behind->had - 1, collect, &collecting, error);
    if (count >= 0 && collecting.fits && (size_t)count == json_array_size(behind->steps) + 1)
        return 1;
    forget_steps(behind);
    return count < 0 ? -1 : 0;
}

static int drop(struct room **room)
{
    room_discard(*room);
    *room = NULL;
    return -1;
}

/* 1: read without its game; 0: it has to be replayed, or is not there. */
static int load_missing_steps(struct store *store, const char *id, struct catch_up *behind, struct room **out,
                              struct flip_error *error)
{
    int status = read_steps(store, id, behind, error);
    if (status == 1)
        status = room_load_head(store, id, out, error);
    if (status == 1 && ((*out)->kind == ROOM_LESSON || (*out)->status == STORE_WAITING))
        status = 0;
    if (status == 1 && room_load_talk(store, *out, error) < 0)
        status = -1;
    if (status == 1)
        return 1;
    drop(out);
    forget_steps(behind);
    return status;
}

/* By the worker: as room_load. If only newer steps were read, `behind->steps` has them, and the room has no game. `behind` may be NULL. */
static int catch_up_load(struct store *store, const char *id, struct catch_up *behind, struct room **out,
                         struct flip_error *error)
{
    if (behind)
        forget_steps(behind); /* of an attempt before */
    const int found = behind && behind->had > 0 ? load_missing_steps(store, id, behind, out, error) : 0;
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

static int make_steps(struct flip_table *table, const struct catch_up *behind)
{
    struct flip_error error;
    size_t i;
    json_t *step;
    json_array_foreach(behind->steps, i, step)
        if (table_replay_step(table, json_string_value(step), &error) < 0)
            return -1;
    return table_deal(table, &error) < 0 || table->step_count != behind->had + (int)json_array_size(behind->steps) ? -1
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

int catch_up_follow(struct room *live, struct room *fresh, struct catch_up *behind)
{
    struct flip_error error;
    if (!behind->steps)
        return 0;
    if (!live || live->cluster.version != behind->version || live->log_count != behind->had)
        return -1;
    live->cluster.lost =
        !same_seats(live, fresh) || make_steps(live->table, behind) < 0 || room_follow(live, false, &error) < 0;
    if (live->cluster.lost)
        return -1;
    move_game(fresh, live);
    return 0;
}

/* --- room version ------------------------------------------------------------------------------------------------- */

enum { ATTEMPTS = 8 };

/* `same`: the version is the same afterwards. */
static int load_once(struct store *store, const char *id, struct catch_up *behind, struct room **out, bool *same,
                     struct flip_error *error)
{
    int64_t lease_holder, other;
    const int64_t version = store_version(store, id, &lease_holder, error);
    const int found = version < 0 ? -1 : catch_up_load(store, id, behind, out, error);
    const int64_t after = version < 0 ? -1 : store_version(store, id, &other, error);
    *same = after == version;
    if (after < 0)
        return drop(out);
    if (found == 1) {
        (*out)->cluster.version = (*out)->cluster.newest = version;
        (*out)->cluster.lease_holder = lease_holder;
    }
    return found;
}

/* If the version is another one afterwards, parts of two were read. */
int room_load_shared(struct store *store, bool shared, const char *id, struct catch_up *behind, struct room **out,
                     struct flip_error *error)
{
    if (!shared)
        return room_load(store, id, out, error);
    *out = NULL;
    for (int attempt = 0;; attempt++) {
        bool same;
        const int found = load_once(store, id, behind, out, &same, error);
        if (same || attempt == ATTEMPTS || (found < 0 && server_failure(error)))
            return found;
        drop(out);
    }
}
