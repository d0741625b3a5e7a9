/* Asking for the analysis of a finished game, reading it, and where somebody's points are lost. */
#include "server/routes/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- analysis ----------------------------------------------------------------------------------------------------- */

enum { PER_HOUR = 30 }; /* per address */

/* "running" with `progress`, "done", or "none"; with what there is already, and whether more can be asked for. */
static int reply_state(struct request *request, const char *id, struct flip_error *error)
{
    char *stored = NULL, *out, head[160];
    const char *offered = config_analyses(&request->server->loop.config) ? "" : ",\"offered\":false";
    double progress = 0;
    if (store_analysis_get(request->server->loop.store, id, &stored, error) < 0)
        return -1;
    if (stored && !strstr(stored, "\"moments\"")) { /* it was only asked for */
        free(stored);
        stored = NULL;
    }
    const int running = analysis_running(request->server->analyses, id, &progress);
    if (running >= 0)
        snprintf(head, sizeof head, "{\"state\":\"running\"%s,\"precision\":\"%s\",\"progress\":%.3f", offered,
                 flip_precision_word((enum flip_precision)running), progress);
    else
        snprintf(head, sizeof head, "{\"state\":\"%s\"%s", stored ? "done" : "none", offered);
    const int length = asprintf(&out, stored ? "%s,\"analysis\":%s}" : "%s%s}", head, stored ? stored : "");
    free(stored);
    if (length < 0)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
    reply(request, 200, "application/json", out, (size_t)length);
    free(out);
    return 0;
}

int get_analysis(struct call *call, struct flip_error *error)
{
    struct room *head = replay_head(call->request, call->rest, error);
    if (!head)
        return -1;
    const int status = reply_state(call->request, head->id, error);
    room_discard(head);
    return status;
}

static int ask(struct call *call, const char *id, enum flip_precision precision, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(call->request);
    char payer[FAIR_PAYER];
    double progress;
    if (require_person(call->request, &call->person, error) < 0)
        return -1;
    if (analysis_running(call->server->analyses, id, &progress) < 0) {
        if (!visitor)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
        payer_of(&call->person, visitor->address, payer);
        if (check_hourly(call->request, HOURLY_ANALYSES, PER_HOUR, error) < 0 ||
            analysis_ask(call->server->analyses, id, precision, payer, error) < 0)
            return -1;
    }
    return reply_state(call->request, id, error);
}

int post_analysis(struct call *call, struct flip_error *error)
{
    const char *word = json_string_value(json_object_get(call->body, "precision"));
    const int precision = flip_precision_named(word ? word : "normal");
    if (!config_analyses(&call->server->loop.config))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "This server analyses no games. Open the page of the analysis: your browser can do it.");
    if (precision < 0)
        return flip_fail(error, FLIP_ERROR_TYPE, "The precision is quick, normal or deep.");
    struct room *head = replay_head(call->request, string_of(call->body, "table"), error);
    if (!head)
        return -1;
    const int status = head->status == STORE_OVER || head->kind == ROOM_IMPORT /* of which only the record knows */
                           ? ask(call, head->id, (enum flip_precision)precision, error)
                           : flip_fail(error, FLIP_ERROR_RUNNING,
                                       "This game was ended before its last turn, so it cannot be analysed.");
    room_discard(head);
    return status;
}

/*
 * Habits: where the points are lost over one's analysed games, by kind of decision and part of the game, beside what others of about
 * the same rating lose there. Only for the person's own eyes. docs/api.md has the format.
 */

/* Alone it is points, with others shares of a win: that cannot be added up. */
struct summed {
    json_t *sums;
    int games;
};

static void sum_up(const json_t *rows, bool alone, struct summed *out)
{
    out->sums = json_object();
    out->games = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        json_t *game =
            (int_in(row, "seats") == 1) == alone ? habits_read(string_of(row, "json"), (int)int_in(row, "seat")) : NULL;
        if (!game)
            continue;
        habits_add(out->sums, game);
        out->games++;
        json_decref(game);
    }
}

static json_t *per_decision(const json_t *sum)
{
    const json_int_t decisions = json_integer_value(json_array_get(sum, 0));
    return decisions ? json_real(json_number_value(json_array_get(sum, 1)) / (double)decisions) : json_null();
}

static json_t *lines_json(const struct summed *own, const struct summed *others, const char *group)
{
    const char *name;
    json_t *sum, *out = json_array();
    const json_t *beside = json_object_get(others->sums, group);
    json_object_foreach(json_object_get(own->sums, group), name, sum)
        json_array_append_new(out, json_pack("{s:s, s:O, s:O, s:o, s:o}", "name", name, "decisions",
                                             json_array_get(sum, 0), "loss", json_array_get(sum, 1), "each",
                                             per_decision(sum), "others", per_decision(json_object_get(beside, name))));
    return out;
}

static json_t *table_json(const json_t *rows, const json_t *beside, bool alone)
{
    struct summed own, others;
    sum_up(rows, alone, &own);
    sum_up(beside, alone, &others);
    json_t *out = json_pack("{s:i, s:i, s:o, s:o}", "games", own.games, "others", others.games, "themes",
                            lines_json(&own, &others, "themes"), "parts", lines_json(&own, &others, "parts"));
    json_decref(own.sums);
    json_decref(others.sums);
    return out;
}

/* Those that are in the sums: a device that has analysed one of them itself need not count it again. */
static json_t *tables_json(const json_t *rows)
{
    json_t *out = json_array();
    for (size_t i = 0; i < json_array_size(rows); i++)
        json_array_append(out, json_object_get(json_array_get(rows, i), "table"));
    return out;
}

int reply_habits(const struct call *call, const struct store_person *person, const char *id, struct flip_error *error)
{
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    if (!game)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such game here.");
    if (strcmp(person->id, call->person.id) != 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "Habits are shown only to the person themselves.");
    json_t *rows = rows_json(call->store, LIST_HABITS, person->id, game->id, 0, error);
    json_t *beside = rows ? rows_json(call->store, LIST_HABITS_BESIDE, person->id, game->id, 0, error) : NULL;
    json_t *answer = beside ? json_pack("{s:s, s:s, s:b, s:o, s:o, s:o}", "game", game->id, "title", game->title,
                                        "points", !game->no_points, "tables", tables_json(rows), "alone",
                                        table_json(rows, beside, true), "with_others", table_json(rows, beside, false))
                            : NULL;
    json_decref(rows);
    json_decref(beside);
    return reply_and_free(call->request, answer, error);
}
