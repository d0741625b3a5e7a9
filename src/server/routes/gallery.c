/*
 * The gallery: what people have made in the workshop and shared with everybody, with the stars that others gave. Whatever is in it was read
 * by its game before it was kept, so that there is nothing but data that can be played.
 */
#include "server/routes/routes.h"

#include "store/workshop.h"

#include <string.h>

static const char *const orders[] = {"newest", "stars", "played"};

static json_t *entries(const struct call *call, enum store_list which, const char *a, int64_t n,
                       struct flip_error *error)
{
    json_t *rows = rows_json(call->store, which, a, call->person.id, n, error), *row;
    size_t index;
    json_array_foreach(rows, index, row) { row_bool(row, "starred"); }
    return rows;
}

/* NULL with the error: there is none. */
static json_t *entry_of(const struct call *call, const char *id, struct flip_error *error)
{
    json_t *rows = entries(call, LIST_GALLERY_ENTRY, id_looks_right(id) ? id : "", 0, error);
    json_t *entry = json_incref(json_array_get(rows, 0));
    if (rows && !entry)
        flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such thing in the gallery. It may have been taken out.");
    json_decref(rows);
    return entry;
}

/* GAME/by/ORDER, or GAME/ID. */
int get_gallery(struct call *call, struct flip_error *error)
{
    char game[STORE_WORK_GAME];
    const char *what = path_part(call->rest, game, sizeof game);
    if (!what)
        return not_found(error);
    if (strncmp(what, "by/", 3) != 0)
        return reply_and_free(call->request, entry_of(call, what, error), error);
    const int order = word_index(what + 3, orders, sizeof orders / sizeof *orders);
    if (order < 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "The gallery is sorted by newest, stars or played.");
    json_t *list = entries(call, LIST_GALLERY, game, order, error);
    return reply_and_free(call->request, json_pack("{s:o}", "entries", list), error);
}

int post_gallery(struct call *call, struct flip_error *error)
{
    const bool listed = true_in(call->body, "listed");
    const int done =
        store_work_list(call->store, text_in(call->body, "id"), call->person.id, listed ? wall_ms() : 0, error);
    if (done == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "Only what you have saved and shared yourself can be in the gallery.");
    return done < 0 ? -1 : reply_and_free(call->request, json_pack("{s:b}", "listed", listed), error);
}

int post_star(struct call *call, struct flip_error *error)
{
    const char *id = text_in(call->body, "id");
    json_t *entry = entry_of(call, id, error);
    const bool on = true_in(call->body, "on"), found = entry;
    json_decref(entry);
    return !found || store_star(call->store, id, call->person.id, wall_ms(), on, error) < 0
               ? -1
               : reply_and_free(call->request, entry_of(call, id, error), error);
}
