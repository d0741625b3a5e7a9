/*
 * The administrator's page: reports with what was said around them, people, tables, bans with their end, and a log of what was done. Only
 * accounts that `flipside admin grant` has named see it; for everybody else there is nothing at these addresses.
 */
#include "server/routes/routes.h"

#include <stdlib.h>
#include <string.h>

enum { PEOPLE_MOST = 50, TABLES_MOST = 50, LOG_MOST = 100 };

static int check_administrator(const struct call *call, struct flip_error *error)
{
    const int may = call->person.id[0] ? store_administrator(call->store, call->person.id, error) : 0;
    return may == 0 ? not_found(error) : may;
}

/* --- looking ---------------------------------------------------------------------------------------------------------------- */

/* What the head of a table says of it. */
static int reply_open_tables(const struct call *call, struct flip_error *error)
{
    json_t *row, *seat, *rows = rows_json(call->store, LIST_TABLES_NOW, "", "", TABLES_MOST, error);
    size_t i, k;
    json_array_foreach(rows, i, row) {
        json_t *head = json_loads(string_of(row, "head"), 0, NULL), *names = json_array();
        json_array_foreach(json_object_get(head, "seats"), k, seat)
            json_array_append_new(names, json_string(string_of(seat, "name")));
        json_object_set_new(row, "game", json_string(title_of(string_of(head, "game"))));
        json_object_set_new(row, "names", names);
        json_object_del(row, "head");
        json_decref(head);
    }
    return reply_and_free(call->request, json_pack("{s:o}", "tables", rows), error);
}

static int reply_report(const struct call *call, const char *number, struct flip_error *error)
{
    json_t *report, *found = NULL, *reports = rows_json(call->store, LIST_REPORTS, "", "", 0, error);
    size_t i;
    json_array_foreach(reports, i, report)
        if (int_in(report, "number") == strtoll(number, NULL, 10))
            found = json_incref(report);
    json_decref(reports);
    if (!found)
        return reports ? flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no report with that number.") : -1;
    json_t *chat =
        rows_json(call->store, LIST_CHAT_AROUND, string_of(found, "table"), "", int_in(found, "time"), error);
    return reply_and_free(call->request, json_pack("{s:o, s:o}", "report", found, "chat", chat), error);
}

/* reports, report/N, people/TEXT, bans, tables, log */
int get_admin(struct call *call, struct flip_error *error)
{
    char what[16];
    if (check_administrator(call, error) < 0)
        return -1;
    const char *more = path_part(call->rest, what, sizeof what);
    if (strcmp(what, "report") == 0 && more)
        return reply_report(call, more, error);
    if (strcmp(what, "people") == 0)
        return reply_rows(call, "people", LIST_PEOPLE, more ? more : "", PEOPLE_MOST, error);
    if (strcmp(what, "reports") == 0)
        return reply_rows(call, "reports", LIST_REPORTS, "", 0, error);
    if (strcmp(what, "bans") == 0)
        return reply_rows(call, "bans", LIST_BANS, "", 0, error);
    if (strcmp(what, "tables") == 0)
        return reply_open_tables(call, error);
    if (strcmp(what, "log") == 0)
        return reply_rows(call, "log", LIST_ADMIN_LOG, "", LOG_MOST, error);
    return not_found(error);
}

/* --- doing ------------------------------------------------------------------------------------------------------------------ */

/* What cannot be undone, and what makes administrators, is left to the command. */
static const char *const by_page[] = {"ban", "unban", "rename", "sign-out", "close-report", "open-addresses"};

int post_admin(struct call *call, struct flip_error *error)
{
    char *said = NULL;
    if (check_administrator(call, error) < 0)
        return -1;
    if (word_index(string_of(call->body, "do"), by_page, sizeof by_page / sizeof *by_page) < 0)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "That can only be done with `flipside admin`.");
    json_t *order = json_copy((json_t *)call->body);
    json_object_set_new(order, "by", json_string(call->person.name));
    const int status = call->server->pushes->administer(call->server, order, &said, error);
    json_decref(order);
    json_t *answer = status < 0 ? NULL : json_pack("{s:s}", "said", said);
    free(said);
    return reply_and_free(call->request, answer, error);
}
