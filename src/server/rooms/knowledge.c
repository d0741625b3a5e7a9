/* Knowledge: what a seat knows of its game, as text. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <flipside/record.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 4096, VARIANT = sodium_base64_VARIANT_ORIGINAL };

/* The module lacks custom editions: for those the server does the thinking. */
bool knowledge_offered(const struct room *room, int seat)
{
    return room->status == STORE_RUNNING && !room->lesson && !room->daily[0] && !room->own_edition &&
           room_help_allowed(room) && seat < room->seat_count && flip_set_has(flip_table_turn(room->table), seat) &&
           room->game->state_size <= LARGEST;
}

/* The real deal cannot be told from it: the seed is forgotten. */
static void write_state(struct flip_json *json, const struct flip_table *table, int seat)
{
    unsigned char state[LARGEST];
    char text[sodium_base64_ENCODED_LEN(LARGEST, VARIANT)];
    struct flip_random random;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    flip_random_seed(&random, seed);
    flip_table_redeal(table, seat, &random, state);
    sodium_bin2base64(text, sizeof text, state, table->game->state_size, VARIANT);
    flip_json_string(json, "state", text);
}

void write_knowledge(struct flip_json *json, const struct flip_table *table, int seat)
{
    struct flip_error error;
    char *setup = flip_record_save(table, FLIP_RECORD_SETUP, &error);
    if (!setup)
        return; /* then the server thinks */
    flip_json_open(json, "knowledge", '{');
    flip_json_string(json, "layout", knowledge_layout);
    flip_json_raw(json, "setup", setup);
    write_state(json, table, seat);
    flip_json_close(json);
    free(setup);
}

/* --- reading ---------------------------------------------------------------------------------------------------------- */

static int read_state(const json_t *knowledge, struct flip_table *table, struct flip_error *error)
{
    _Alignas(16) unsigned char state[LARGEST];
    size_t length = 0;
    const char *text = json_string_value(json_object_get(knowledge, "state"));
    if (!text || sodium_base642bin(state, sizeof state, text, strlen(text), NULL, &length, NULL, VARIANT) != 0 ||
        length != table->game->state_size)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "What the seat knows is not a state of this game.");
    table_set_state(table, state);
    return 0;
}

struct flip_table *knowledge_read(const json_t *knowledge, struct flip_error *error)
{
    const char *layout = json_string_value(json_object_get(knowledge, "layout"));
    if (!layout || strcmp(layout, knowledge_layout) != 0)
        return null_after(
            flip_fail(error, FLIP_ERROR_BAD_RECORD, "What the seat knows was written by another version of Flipside."));
    const json_t *setup = json_object_get(knowledge, "setup");
    if (!json_is_object(setup))
        return null_after(flip_fail(error, FLIP_ERROR_BAD_RECORD, "What the seat knows has no set-up."));
    struct flip_table *table = table_from_json(setup, 0, error);
    if (table && read_state(knowledge, table, error) < 0) {
        flip_table_close(table);
        return NULL;
    }
    return table;
}
