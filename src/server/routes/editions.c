/*
 * Editions in a profile: kept, listed, shared by their address, reported. Whatever is kept was read by the game first, so that it is data
 * that can be played and nothing else.
 */
#include "server/routes/routes.h"

#include "server/net/net.h"
#include "store/workshop.h"

#include <flipside/edition.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100, REPORTS_AN_HOUR = 10, REPORT_TEXT = 500 };

static const char *const shared_words[] = {"private", "shared", "taken_down"};
static const char kind[] = "edition";

static int not_there(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such edition. It may have been deleted.");
}

/* 1: found, and `person` ("" for a stranger) may look at it. */
static int find(struct request *request, const char *id, const char *person, struct store_own_work *out, char **json,
                struct flip_error *error)
{
    const int found = id_looks_right(id) ? store_work_get(request->server->loop.store, id, out, json, error) : 0;
    if (found < 0)
        return -1;
    if (found == 1 && (out->shared == STORE_SHARED || strcmp(out->person, person) == 0))
        return 1;
    if (found == 1)
        free(*json);
    return not_there(error);
}

static json_t *work_json(const struct store_own_work *work)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "id", work->id, "game", work->game, "name", work->name,
                     "fingerprint", work->hash, "shared", shared_words[work->shared], "created",
                     (json_int_t)work->created, "changed", (json_int_t)work->changed);
}

/* --- looking -------------------------------------------------------------------------------------------------------------- */

int get_editions(struct request *request, const char *rest, struct flip_error *error)
{
    struct store_person person;
    (void)rest;
    if (known_person(request, &person, error) < 0)
        return -1;
    json_t *rows = rows_json(request->server->loop.store, LIST_WORKSHOP, person.id, "", 0, error);
    json_t *list = rows ? json_array() : NULL;
    size_t index;
    json_t *row;
    json_array_foreach(rows, index, row)
    {
        if (strcmp(row_text(row, "kind"), kind) != 0)
            continue;
        json_object_del(row, "kind");
        json_object_set_new(row, "shared",
                            json_string(shared_words[json_integer_value(json_object_get(row, "shared"))]));
        json_array_append(list, row);
    }
    json_decref(rows);
    return list ? reply_and_free(request, json_pack("{s:o}", "editions", list), error) : -1;
}

int get_edition(struct request *request, const char *id, struct flip_error *error)
{
    struct store_person person = {0}, owner = {0};
    struct store_own_work work;
    char *json = NULL;
    person_asking(request->server->people, request->wsi, &person);
    if (find(request, id, person.id, &work, &json, error) < 0)
        return -1;
    const int known = store_person_get(request->server->loop.store, work.person, &owner, error);
    json_t *edition = known < 0 ? NULL : json_loads(json, 0, NULL);
    free(json);
    if (!edition)
        return known < 0 ? -1 : not_there(error);
    json_t *out = work_json(&work);
    json_object_set_new(out, "by", json_string(owner.name));
    json_object_set_new(out, "mine", json_boolean(strcmp(work.person, person.id) == 0));
    json_object_set_new(out, "edition", edition);
    return reply_and_free(request, out, error);
}

/* --- keeping -------------------------------------------------------------------------------------------------------------- */

/* A new one, or the person's own one that is to be replaced. */
static int begin(struct request *request, const struct edition_work *reading, const char *person,
                 struct store_own_work *work, struct flip_error *error)
{
    struct store *store = request->server->loop.store;
    const char *id = json_string_value(json_object_get(reading->body, "id"));
    char *json = NULL;
    if (id) {
        const int found = find(request, id, person, work, &json, error);
        free(json);
        if (found < 0)
            return -1;
        return strcmp(work->person, person) == 0 && strcmp(work->game, reading->game->id) == 0 ? 0 : not_there(error);
    }
    const int64_t count = store_work_count(store, person, error);
    if (count < 0)
        return -1;
    if (count >= MOST)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have %d editions already. Delete one first.", MOST);
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
    if (begin(request, reading, done->person, &work, error) < 0)
        return -1;
    const char *name = json_string_value(json_object_get(json_object_get(reading->body, "edition"), "name"));
    memset(work.name, 0, sizeof work.name);
    if (name && strlen(name) < sizeof work.name)
        memcpy(work.name, name, strlen(name));
    memcpy(work.hash, reading->edition->hash, sizeof work.hash);
    work.changed = wall_ms();
    if (json_is_boolean(shared) && work.shared != STORE_TAKEN_DOWN)
        work.shared = json_is_true(shared) ? STORE_SHARED : STORE_PRIVATE;
    if (json_is_true(shared) && work.shared == STORE_TAKEN_DOWN)
        return flip_fail(error, FLIP_ERROR_BANNED, "An administrator has taken this edition down.");
    if (store_work_put(request->server->loop.store, &work, reading->edition->json, error) < 0)
        return -1;
    return reply_and_free(request, work_json(&work), error);
}

int post_edition(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    return known_person(request, &person, error) < 0 ? -1 : edition_read_later(request, body, keep, error);
}

int post_delete_edition(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    const char *id = json_string_value(json_object_get(body, "id"));
    if (known_person(request, &person, error) < 0)
        return -1;
    const int cut = store_work_cut(request->server->loop.store, id ? id : "", person.id, error);
    if (cut == 0)
        return not_there(error);
    return cut < 0 ? -1 : reply_and_free(request, json_pack("{s:b}", "deleted", 1), error);
}

/* --- what should not be there --------------------------------------------------------------------------------------------- */

int post_report_edition(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    struct store_own_work work;
    char *json = NULL, text[4 * REPORT_TEXT + STORE_WORK_NAME + 64];
    const char *id = json_string_value(json_object_get(body, "id"));
    const char *why = json_string_value(json_object_get(body, "why"));
    if (known_person(request, &person, error) < 0 || find(request, id ? id : "", person.id, &work, &json, error) < 0)
        return -1;
    free(json);
    const int characters = why ? text_characters(why) : 0;
    if (characters < 1 || characters > REPORT_TEXT)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "Say in 1 to %d characters what is wrong with it.",
                         REPORT_TEXT);
    struct visitor *visitor = visitor_asking(request);
    if (check_hourly(request, visitor ? &visitor->reports : NULL, REPORTS_AN_HOUR, "reports", error) < 0)
        return -1;
    snprintf(text, sizeof text, "Edition %s (%s): %s", work.id, work.name, why);
    const struct store_report report = {
        .person = person.id, .about = work.person, .table = "", .text = text, .time = wall_ms()};
    if (store_report_put(request->server->loop.store, &report, error) < 0)
        return -1;
    return reply_and_free(request, json_pack("{s:b}", "reported", 1), error);
}
