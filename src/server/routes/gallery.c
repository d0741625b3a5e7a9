/*
 * The gallery: what people have made in the workshop and shared with everybody, with the stars that others gave. Whatever is in it was read
 * by its game before it was kept, so that there is nothing but data that can be played.
 */
#include "server/routes/routes.h"

#include "server/net/net.h"
#include "store/workshop.h"

#include <stdio.h>
#include <string.h>

static const char *const orders[] = {"newest", "stars", "played"};
enum { ORDERS = sizeof orders / sizeof *orders };

static int not_there(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such thing in the gallery. It may have been taken out.");
}

static json_t *entries(struct request *request, enum store_list which, const char *a, const char *person, int64_t n,
                       struct flip_error *error)
{
    json_t *rows = rows_json(request->server->loop.store, which, a, person, n, error), *row;
    size_t index;
    json_array_foreach(rows, index, row) { row_bool(row, "starred"); }
    return rows;
}

static int reply_entry(struct request *request, const char *id, const char *person, struct flip_error *error)
{
    json_t *rows = entries(request, LIST_GALLERY_ENTRY, id_looks_right(id) ? id : "", person, 0, error);
    json_t *entry = json_incref(json_array_get(rows, 0));
    const bool failed = !rows;
    json_decref(rows);
    return entry ? reply_and_free(request, entry, error) : failed ? -1 : not_there(error);
}

/* GAME/by/ORDER, or GAME/ID. */
int get_gallery(struct request *request, const char *rest, struct flip_error *error)
{
    struct store_person person = {0};
    char game[STORE_WORK_GAME];
    const char *what = path_part(rest, game, sizeof game);
    person_asking(request->server->people, request->wsi, &person);
    if (!what)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nothing at this address.");
    if (strncmp(what, "by/", 3) != 0)
        return reply_entry(request, what, person.id, error);
    int order = 0;
    while (order < ORDERS && strcmp(orders[order], what + 3) != 0)
        order++;
    if (order == ORDERS)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "The gallery is sorted by newest, stars or played.");
    json_t *list = entries(request, LIST_GALLERY, game, person.id, order, error);
    return list ? reply_and_free(request, json_pack("{s:o}", "entries", list), error) : -1;
}

int post_gallery(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    const char *id = json_string_value(json_object_get(body, "id"));
    const bool listed = json_is_true(json_object_get(body, "listed"));
    if (known_person(request, &person, error) < 0)
        return -1;
    const int done =
        store_work_list(request->server->loop.store, id ? id : "", person.id, listed ? wall_ms() : 0, error);
    if (done == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "Only what you have saved and shared yourself can be in the gallery.");
    return done < 0 ? -1 : reply_and_free(request, json_pack("{s:b}", "listed", listed), error);
}

int post_star(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    const char *id = json_string_value(json_object_get(body, "id"));
    if (known_person(request, &person, error) < 0)
        return -1;
    json_t *rows = entries(request, LIST_GALLERY_ENTRY, id && id_looks_right(id) ? id : "", person.id, 0, error);
    const size_t found = json_array_size(rows);
    const bool failed = !rows;
    json_decref(rows);
    if (failed || found == 0)
        return failed ? -1 : not_there(error);
    if (store_star(request->server->loop.store, id, person.id, wall_ms(), json_is_true(json_object_get(body, "on")),
                   error) < 0)
        return -1;
    return reply_entry(request, id, person.id, error);
}
