/* The reader's games: see reader.h. */
#include "server/rooms/reader.h"

#include "server/rooms/room.h"
#include "server/rooms/room_store.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 8 };

struct reader {
    struct store *store;
    struct kept_game kept[KEPT];
    uint64_t used;
};

struct reader *reader_open(const char *path, struct flip_error *error)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to start.");
        return NULL;
    }
    if ((reader->store = store_open_to_read(path, error)))
        return reader;
    free(reader);
    return NULL;
}

static void drop(struct kept_game *game)
{
    room_discard(game->room);
    free(game->story);
    *game = (struct kept_game){0};
}

void reader_close(struct reader *reader)
{
    if (!reader)
        return;
    for (int i = 0; i < KEPT; i++)
        drop(&reader->kept[i]);
    store_close(reader->store);
    free(reader);
}

struct store *reader_store(struct reader *reader) { return reader->store; }

/* --- is a kept game still the game? ------------------------------------------------------------------------------------ */

struct marking {
    uint64_t mark;
    enum store_status status;
};

static void mix(struct marking *marking, const char *text)
{
    for (; *text; text++)
        marking->mark = (marking->mark ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    marking->mark = (marking->mark ^ 0xff) * UINT64_C(0x100000001b3);
}

static int mark_head(void *context, const struct store_table *row)
{
    struct marking *marking = context;
    marking->status = row->status;
    marking->mark = UINT64_C(0xcbf29ce484222325) + (uint64_t)row->status;
    mix(marking, row->head);
    return 0;
}

static int mark_step(void *context, int index, const char *json)
{
    (void)index;
    mix(context, json);
    return 0;
}

/* The steps of a finished game never change; a head does, when a player is deleted. */
int table_mark(struct store *store, const char *id, uint64_t *mark, struct flip_error *error)
{
    struct marking marking = {0};
    const int found = store_table_get(store, id, mark_head, &marking, error);
    if (found <= 0)
        return found;
    if (marking.status < STORE_OVER && store_steps(store, id, mark_step, &marking, error) < 0)
        return -1;
    *mark = marking.mark;
    return 1;
}

static struct kept_game *place_for(struct reader *reader, const char *id)
{
    struct kept_game *oldest = &reader->kept[0];
    for (int i = 0; i < KEPT; i++) {
        struct kept_game *game = &reader->kept[i];
        if (strcmp(game->id, id) == 0)
            return game;
        if (game->used < oldest->used)
            oldest = game;
    }
    return oldest;
}

struct kept_game *reader_game(struct reader *reader, const char *id, struct flip_error *error)
{
    struct kept_game *game = place_for(reader, id);
    uint64_t mark = 0;
    const int found = table_mark(reader->store, id, &mark, error);
    if (found == 0)
        room_unknown(error);
    if (found <= 0)
        return NULL;
    game->used = ++reader->used;
    if (strcmp(game->id, id) == 0 && game->mark == mark)
        return game;
    drop(game);
    const int loaded = room_load(reader->store, id, &game->room, error);
    if (loaded == 0)
        room_unknown(error);
    if (loaded <= 0)
        return NULL;
    memcpy(game->id, id, strlen(id) + 1);
    game->mark = mark;
    game->used = reader->used;
    return game;
}
