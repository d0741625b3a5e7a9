/*
 * Labels: what is counted of a seat's game, such as its character or the scenario, so that statistics can tell how it went with each.
 * Which there are is data of the games ("labels" in games/GAME/data/achievements.json; docs/achievements.md): a name and a place in the
 * facts of a finished game.
 */
#include "server/results/results.h"

#include "server/rooms/rooms.h"

#include <stdio.h>

enum { VALUE = 64 };

/* "true" as the game puts it, or as it is. Nothing is counted where nothing is found. */
static int put_value(struct store *store, const struct room *room, int seat, const json_t *label, const json_t *value,
                     struct flip_error *error)
{
    char plain[VALUE] = "";
    if (json_is_string(value))
        snprintf(plain, sizeof plain, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(plain, sizeof plain, "%s", json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        snprintf(plain, sizeof plain, "%lld", (long long)json_integer_value(value));
    const char *words = json_string_value(json_object_get(json_object_get(label, "words"), plain));
    return plain[0] ? store_label_put(store, room->id, seat, json_string_value(json_object_get(label, "name")),
                                      words ? words : plain, error)
                    : 0;
}

static int put_label(struct store *store, const struct outcome *outcome, int seat, const json_t *label,
                     struct flip_error *error)
{
    const json_t *value = fact_at(outcome->own[seat], json_string_value(json_object_get(label, "at")));
    const char *each = json_string_value(json_object_get(label, "each"));
    if (!each)
        return put_value(store, outcome->room, seat, label, value, error);
    int status = 0;
    for (size_t i = 0; i < json_array_size(value) && status == 0; i++)
        status = put_value(store, outcome->room, seat, label, fact_at(json_array_get(value, i), each), error);
    return status;
}

int derive_labels(struct store *store, const struct outcome *outcome, struct flip_error *error)
{
    const struct room *room = outcome->room;
    const json_t *labels = json_object_get(outcome->book, "labels");
    int status = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        for (size_t i = 0; i < json_array_size(labels) && room->seats[seat].person[0] && status == 0; i++)
            status = put_label(store, outcome, seat, json_array_get(labels, i), error);
    return status < 0 ? -1 : store_labelled(store, room->id, error);
}
