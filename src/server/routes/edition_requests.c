/*
 * Editions in a profile: kept, listed, shared by their address, reported. Whatever is kept was read by the game first, so that it is data
 * that can be played and nothing else.
 */
#include "server/routes/routes.h"

#include "store/workshop.h"

#include <flipside/edition.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100 };

static const char *const shared_words[] = {"private", "shared", "taken_down"};
static const char kind[] = "edition";

static int not_there(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such edition. It may have been deleted.");
}

/* 1: found, and `person` ("" for a stranger) may look at it. */
static int find(struct store *store, const char *id, const char *person, struct store_own_work *out, char **json,
                struct flip_error *error)
{
    const int found = id_looks_right(id) ? store_work_get(store, id, out, json, error) : 0;
    if (found < 0)
        return -1;
    if (found == 1 && (out->shared == STORE_SHARED || strcmp(out->person, person) == 0))
        return 1;
    free(*json);
    *json = NULL; /* nobody frees it again */
    return not_there(error);
}

static json_t *work_json(const struct store_own_work *work)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "id", work->id, "game", work->game, "name", work->name,
                     "fingerprint", work->hash, "shared", shared_words[work->shared], "created",
                     (json_int_t)work->created, "changed", (json_int_t)work->changed);
}

/* --- looking -------------------------------------------------------------------------------------------------------------- */

int get_editions(struct call *call, struct flip_error *error)
{
    json_t *row, *rows = rows_json(call->store, LIST_WORKSHOP, call->person.id, "", 0, error);
    json_t *list = rows ? json_array() : NULL;
    size_t index;
    json_array_foreach(rows, index, row) {
        if (strcmp(string_of(row, "kind"), kind) != 0)
            continue;
        json_object_del(row, "kind");
        json_object_set_new(row, "shared", json_string(shared_words[int_in(row, "shared")]));
        json_array_append(list, row);
    }
    json_decref(rows);
    return reply_and_free(call->request, json_pack("{s:o}", "editions", list), error);
}

int get_edition(struct call *call, struct flip_error *error)
{
    struct store_person owner = {0};
    struct store_own_work work;
    char *json = NULL;
    if (find(call->store, call->rest, call->person.id, &work, &json, error) < 0)
        return -1;
    const int known = store_person_get(call->store, work.person, &owner, error);
    json_t *edition = known < 0 ? NULL : json_loads(json, 0, NULL);
    free(json);
    if (!edition)
        return known < 0 ? -1 : not_there(error);
    json_t *out = work_json(&work);
    json_object_update_new(out, json_pack("{s:s, s:b, s:o}", "by", owner.name, "mine",
                                          strcmp(work.person, call->person.id) == 0, "edition", edition));
    return reply_and_free(call->request, out, error);
}

/* --- keeping -------------------------------------------------------------------------------------------------------------- */

/* A new one, or the person's own one that is to be replaced. */
static int begin(struct store *store, const struct edition_work *reading, const char *person,
                 struct store_own_work *work, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(reading->body, "id"));
    char *json = NULL;
    if (id) {
        const int found = find(store, id, person, work, &json, error);
        free(json);
        if (found < 0)
            return -1;
        return strcmp(work->person, person) == 0 && strcmp(work->game, reading->game->id) == 0 ? 0 : not_there(error);
    }
    if (check_most(store_work_count(store, person, error), MOST, "You have %d editions already. Delete one first.",
                   error) < 0)
        return -1;
    *work = (struct store_own_work){.created = wall_ms()};
    fresh_id(work->id);
    memcpy(work->person, person, STORE_ID);
    snprintf(work->kind, sizeof work->kind, "%s", kind);
    snprintf(work->game, sizeof work->game, "%s", reading->game->id);
    return 0;
}

static int keep(struct request *request, struct work *done, struct flip_error *error)
{
    const struct edition_work *reading = (const struct edition_work *)done;
    const json_t *shared = json_object_get(reading->body, "shared");
    struct store_own_work work;
    if (!reading->edition)
        return flip_fail(error, reading->why.code, "%s", reading->why.message);
    if (begin(request->server->loop.store, reading, done->person, &work, error) < 0)
        return -1;
    const char *name = string_of(json_object_get(reading->body, "edition"), "name");
    memset(work.name, 0, sizeof work.name);
    if (strlen(name) < sizeof work.name)
        memcpy(work.name, name, strlen(name));
    memcpy(work.hash, reading->edition->hash, sizeof work.hash);
    work.changed = wall_ms();
    if (json_is_boolean(shared) && work.shared != STORE_TAKEN_DOWN)
        work.shared = json_is_true(shared) ? STORE_SHARED : STORE_PRIVATE;
    if (json_is_true(shared) && work.shared == STORE_TAKEN_DOWN)
        return flip_fail(error, FLIP_ERROR_BANNED, "An administrator has taken this edition down.");
    return store_work_put(request->server->loop.store, &work, reading->edition->json, error) < 0
               ? -1
               : reply_and_free(request, work_json(&work), error);
}

int post_edition(struct call *call, struct flip_error *error) { return edition_read_later(call, keep, error); }

int post_delete_edition(struct call *call, struct flip_error *error)
{
    const int deleted = store_work_delete(call->store, string_of(call->body, "id"), call->person.id, error);
    if (deleted == 0)
        return not_there(error);
    return deleted < 0 ? -1 : reply_and_free(call->request, json_pack("{s:b}", "deleted", 1), error);
}

/* --- what should not be there --------------------------------------------------------------------------------------------- */

int post_report_edition(struct call *call, struct flip_error *error)
{
    struct store_own_work work;
    char *json = NULL, text[4 * REPORT_TEXT + STORE_WORK_NAME + 64];
    const char *why = string_of(call->body, "why");
    if (find(call->store, string_of(call->body, "id"), call->person.id, &work, &json, error) < 0)
        return -1;
    free(json);
    if (check_report(why, "is wrong with it", error) < 0)
        return -1;
    snprintf(text, sizeof text, "Edition %s (%s): %s", work.id, work.name, why);
    const struct store_report report = {
        .person = call->person.id, .about = work.person, .table = "", .text = text, .time = wall_ms()};
    return keep_report(call, &report, error);
}

/* --- the gallery: shared with everybody, with the stars that others gave ------------------------------------------------ */

static const char *const orders[] = {"newest", "stars", "played"};

static json_t *entries(const struct call *call, enum store_list which, const char *a, int64_t n,
                       struct flip_error *error)
{
    json_t *rows = rows_json(call->store, which, a, call->person.id, n, error), *row;
    size_t index;
    json_array_foreach(rows, index, row)
        row_bool(row, "starred");
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
        store_work_list(call->store, string_of(call->body, "id"), call->person.id, listed ? wall_ms() : 0, error);
    if (done == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "Only what you have saved and shared yourself can be in the gallery.");
    return done < 0 ? -1 : reply_and_free(call->request, json_pack("{s:b}", "listed", listed), error);
}

int post_star(struct call *call, struct flip_error *error)
{
    const char *id = string_of(call->body, "id");
    json_t *entry = entry_of(call, id, error);
    const bool on = true_in(call->body, "on"), found = entry;
    json_decref(entry);
    return !found || store_star(call->store, id, call->person.id, wall_ms(), on, error) < 0
               ? -1
               : reply_and_free(call->request, entry_of(call, id, error), error);
}
