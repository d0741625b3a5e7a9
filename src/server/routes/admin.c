/*
 * The administrator's page: reports with what was said around them, people, tables, bans with their end, and a log of what was done. Only
 * accounts that `flipside admin grant` has named see it; for everybody else there is nothing at these addresses.
 */
#include "server/routes/routes.h"

#include "server/net/net.h"

#include <stdlib.h>
#include <string.h>

enum { PEOPLE_MOST = 50, TABLES_MOST = 50, LOG_MOST = 100 };

static int check_administrator(struct request *request, struct store_person *person, struct flip_error *error)
{
    const int known = person_asking(request->server->people, request->wsi, person);
    const int may = known ? store_administrator(request->server->loop.store, person->id, error) : 0;
    if (may < 0)
        return -1;
    return may ? 0 : flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nothing at this address.");
}

/* --- looking ---------------------------------------------------------------------------------------------------------------- */

static int reply_rows(struct request *request, const char *key, enum store_list which, const char *a, int64_t n,
                      struct flip_error *error)
{
    json_t *rows = rows_json(request->server->loop.store, which, a, "", n, error);
    return rows ? reply_and_free(request, json_pack("{s:o}", key, rows), error) : -1;
}

/* What the head of a table says of it. */
static int reply_open_tables(struct request *request, struct flip_error *error)
{
    json_t *rows = rows_json(request->server->loop.store, LIST_TABLES_NOW, "", "", TABLES_MOST, error);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i), *head = json_loads(row_text(row, "head"), 0, NULL), *seat;
        json_t *names = json_array();
        size_t k;
        json_array_foreach(json_object_get(head, "seats"), k, seat)
        {
            const char *name = json_string_value(json_object_get(seat, "name"));
            json_array_append_new(names, json_string(name ? name : ""));
        }
        const struct flip_game *game = flip_game_named(row_text(head, "game"));
        json_object_set_new(row, "game", json_string(game ? game->title : ""));
        json_object_set_new(row, "names", names);
        json_object_del(row, "head");
        json_decref(head);
    }
    return rows ? reply_and_free(request, json_pack("{s:o}", "tables", rows), error) : -1;
}

static int reply_report(struct request *request, const char *number, struct flip_error *error)
{
    struct store *store = request->server->loop.store;
    json_t *reports = rows_json(store, LIST_REPORTS, "", "", 0, error), *found = NULL;
    for (size_t i = 0; i < json_array_size(reports); i++)
        if (json_integer_value(json_object_get(json_array_get(reports, i), "number")) == strtoll(number, NULL, 10))
            found = json_incref(json_array_get(reports, i));
    json_decref(reports);
    if (!found)
        return reports ? flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no report with that number.") : -1;
    json_t *chat = rows_json(store, LIST_CHAT_AROUND, row_text(found, "table"), "",
                             json_integer_value(json_object_get(found, "time")), error);
    json_t *body = chat ? json_pack("{s:O, s:o}", "report", found, "chat", chat) : NULL;
    json_decref(found);
    return body ? reply_and_free(request, body, error) : -1;
}

/* reports, report/N, people/TEXT, bans, tables, log */
int get_admin(struct request *request, const char *rest, struct flip_error *error)
{
    struct store_person person;
    char what[16];
    if (check_administrator(request, &person, error) < 0)
        return -1;
    const char *more = path_part(rest, what, sizeof what);
    if (strcmp(what, "report") == 0 && more)
        return reply_report(request, more, error);
    if (strcmp(what, "people") == 0)
        return reply_rows(request, "people", LIST_PEOPLE, more ? more : "", PEOPLE_MOST, error);
    if (strcmp(what, "reports") == 0)
        return reply_rows(request, "reports", LIST_REPORTS, "", 0, error);
    if (strcmp(what, "bans") == 0)
        return reply_rows(request, "bans", LIST_BANS, "", 0, error);
    if (strcmp(what, "tables") == 0)
        return reply_open_tables(request, error);
    if (strcmp(what, "log") == 0)
        return reply_rows(request, "log", LIST_ADMIN_LOG, "", LOG_MOST, error);
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nothing at this address.");
}

/* --- doing ------------------------------------------------------------------------------------------------------------------ */

/* What cannot be undone, and what makes administrators, is left to the command. */
static bool may_do(const char *what)
{
    static const char *const words[] = {"ban", "unban", "rename", "sign-out", "close-report", "open-addresses"};
    for (size_t i = 0; what && i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], what) == 0)
            return true;
    return false;
}

int post_admin(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    char *said = NULL;
    if (check_administrator(request, &person, error) < 0)
        return -1;
    if (!may_do(json_string_value(json_object_get(body, "do"))))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "That can only be done with `flipside admin`.");
    json_t *wish = json_copy((json_t *)body);
    json_object_set_new(wish, "by", json_string(person.name));
    const int status = request->server->news->administer(request->server, wish, &said, error);
    json_decref(wish);
    if (status < 0)
        return -1;
    json_t *answer = json_pack("{s:s}", "said", said);
    free(said);
    return reply_and_free(request, answer, error);
}
