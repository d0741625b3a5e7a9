/* What is printed, and need not come with every snapshot. */
#include "server/rooms/rooms.h"

#include "table/shared_rules.h"
#include "table/table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static json_t *public_view(const struct flip_table *table, bool without_printed)
{
    char *buffer = malloc(FLIP_VIEW_SIZE);
    if (!buffer)
        return NULL;
    struct flip_json json = flip_json_in(buffer, FLIP_VIEW_SIZE);
    json.without_printed = without_printed;
    flip_json_open(&json, NULL, '{');
    table->game->knowledge->view(table->rules, table->now.state, flip_table_before(table), FLIP_PUBLIC, &json);
    flip_json_close(&json);
    json_t *view = flip_text_fits(&json.text) ? json_loadb(buffer, json.text.length, 0, NULL) : NULL;
    free(buffer);
    return view;
}

/* Leaves only what the other lacks. */
static void subtract(json_t *whole, json_t *without)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(whole, next, key, value)
    {
        json_t *other = json_object_get(without, key);
        if (json_is_object(other) && json_is_object(value))
            subtract(value, other);
        if (other && !(json_is_object(other) && json_is_object(value) && json_object_size(value) > 0))
            json_object_del(whole, key);
    }
}

static char *write_printed(const struct flip_table *table)
{
    json_t *whole = public_view(table, false), *without = public_view(table, true);
    char *text = NULL;
    if (whole && without) {
        subtract(whole, without);
        text = json_object_size(whole) > 0 ? json_dumps(whole, JSON_COMPACT) : NULL;
    }
    json_decref(whole);
    json_decref(without);
    return text;
}

static struct printed *printed_as(struct rooms *rooms, const char *fingerprint)
{
    for (int i = 0; i < PRINTED_KEPT; i++)
        if (strcmp(rooms->printed.kept[i].fingerprint, fingerprint) == 0)
            return &rooms->printed.kept[i];
    return NULL;
}

static struct printed *printed_on(struct rooms *rooms, const struct shared_rules *rules)
{
    for (int i = 0; i < PRINTED_KEPT; i++)
        if (rooms->printed.kept[i].rules == rules)
            return &rooms->printed.kept[i];
    return NULL;
}

const char *printed_text(const struct rooms *rooms, const char *fingerprint)
{
    const struct printed *found = fingerprint[0] ? printed_as((struct rooms *)rooms, fingerprint) : NULL;
    return found ? found->text : NULL;
}

/* In place of the oldest. */
static struct printed *keep(struct rooms *rooms, const char *fingerprint, char *text)
{
    struct printed *kept = &rooms->printed.kept[rooms->printed.next];
    rooms->printed.next = (rooms->printed.next + 1) % PRINTED_KEPT;
    free(kept->text);
    kept->text = text;
    memcpy(kept->fingerprint, fingerprint, PRINTED_SIZE);
    return kept;
}

static void put_on(struct printed *printed, struct shared_rules *rules)
{
    shared_rules_release(printed->rules);
    printed->rules = shared_rules_share(rules);
}

/* A game that prints nothing is not asked again. */
static const char nothing[] = "-";

bool printed_offer(struct rooms *rooms, struct room *room)
{
    unsigned char digest[(PRINTED_SIZE - 1) / 2];
    if (!room->table || strcmp(room->printed, nothing) == 0)
        return false;
    if (printed_text(rooms, room->printed))
        return true;
    struct printed *kept = printed_on(rooms, room->table->shared);
    if (kept) {
        memcpy(room->printed, kept->fingerprint, sizeof room->printed);
        return true;
    }
    char *text = write_printed(room->table);
    memcpy(room->printed, nothing, sizeof nothing);
    if (!text)
        return false;
    crypto_generichash(digest, sizeof digest, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(room->printed, sizeof room->printed, digest, sizeof digest);
    if ((kept = printed_as(rooms, room->printed)))
        free(text);
    else
        kept = keep(rooms, room->printed, text);
    put_on(kept, room->table->shared);
    return true;
}

void printed_free(struct rooms *rooms)
{
    for (int i = 0; i < PRINTED_KEPT; i++) {
        free(rooms->printed.kept[i].text);
        shared_rules_release(rooms->printed.kept[i].rules);
    }
}
