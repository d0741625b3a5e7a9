/* Tournaments in the lobby: the list, and one of them with its standings and pairings. */
#include "faces/terminal/remote/parts.h"

#include <flipside/text.h>
#include <stdio.h>
#include <stdlib.h>

enum { LISTED = 6, RANKED = 40 };

/* --- what the server says ---------------------------------------------------------------------------------------------- */

static int fetch(struct flip_wire *wire, const char *path, const json_t *body, json_t **kept, struct flip_error *error)
{
    json_t *answer = NULL;
    if (flip_wire_request(wire, path, body, &answer, error) < 0)
        return -1;
    json_decref(*kept);
    *kept = answer;
    return 0;
}

void flip_contests_refresh(struct flip_contests *contests, struct flip_wire *wire)
{
    struct flip_error error;
    char path[128];
    if (!contests->stale)
        return;
    contests->stale = false;
    fetch(wire, "/api/tournaments", NULL, &contests->list, &error); /* an older server has none */
    snprintf(path, sizeof path, "/api/tournaments/%.60s", string_of(at(contests->shown, "tournament"), "id"));
    if (contests->shown)
        fetch(wire, path, NULL, &contests->shown, &error);
}

void flip_contests_hear(struct flip_contests *contests, const json_t *message)
{
    if (!is(message, "push", "tournament"))
        return;
    contests->stale = true;
    if (is(message, "what", "table"))
        snprintf(contests->table, sizeof contests->table, "%s", string_of(message, "table"));
}

void flip_contests_free(struct flip_contests *contests)
{
    json_decref(contests->list);
    json_decref(contests->shown);
    *contests = (struct flip_contests){0};
}

/* --- as lines ---------------------------------------------------------------------------------------------------------- */

static void add(json_t *lines, const char *text, const char *key, const char *value)
{
    json_array_append_new(lines,
                          key ? json_pack("{s:s, s:s}", "text", text, key, value) : json_pack("{s:s}", "text", text));
}

/* "Thursday · Royal Flip, Swiss, open, 12 players". */
static void tell_contest(const json_t *contest, struct flip_text *out)
{
    const int players = int_of(contest, "players");
    flip_text_add(out, "%s · %s, %s, %s, %d player%s", string_of(contest, "name"), string_of(contest, "title"),
                  string_of(contest, "kind"), string_of(contest, "state"), players, players == 1 ? "" : "s");
}

void flip_contests_tell(const struct flip_contests *contests, json_t *lines)
{
    size_t i;
    json_t *one;
    json_array_foreach(at(contests->list, "tournaments"), i, one) {
        char text[256], say[16];
        struct flip_text out = flip_text_in(text, sizeof text);
        if (i == 0)
            add_title(lines, "Tournaments");
        if (i == LISTED)
            break;
        snprintf(say, sizeof say, "t%d", (int)i + 1);
        flip_text_add(&out, "%s. ", say);
        tell_contest(one, &out);
        add(lines, text, "say", say);
    }
}

/* A number that breaks ties, by its name in a row. */
static const char *tie_break_words(const char *name)
{
    static const char *const words[][2] = {{"buchholz", "Buchholz"},
                                           {"sonnebornBerger", "Sonneborn-Berger"},
                                           {"directEncounter", "direct encounter"},
                                           {"roundsSurvived", "rounds survived"},
                                           {"lastTable", "last table"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    return name;
}

static void add_row(json_t *lines, const json_t *row, const json_t *tie_breaks)
{
    char text[320];
    struct flip_text out = flip_text_in(text, sizeof text);
    const int tables = int_of(row, "tables");
    size_t i;
    json_t *name;
    flip_text_add(&out, "Rank %d: %s%s%s, %g point%s, %d table%s", int_of(row, "rank"), string_of(row, "name"),
                  json_is_true(at(row, "you")) ? " (you)" : "", json_is_true(at(row, "gone")) ? " (left)" : "",
                  number_of(row, "points"), number_of(row, "points") == 1 ? "" : "s", tables, tables == 1 ? "" : "s");
    json_array_foreach(tie_breaks, i, name) {
        const json_t *value = at(row, json_string_value(name));
        if (json_is_number(value))
            flip_text_add(&out, ", %s %g", tie_break_words(json_string_value(name)), json_number_value(value));
    }
    add(lines, text, NULL, NULL);
}

static void add_standings(const json_t *contest, json_t *lines)
{
    const json_t *rows = at(contest, "standings"), *tie_breaks = at(at(contest, "tournament"), "tieBreaks");
    size_t i;
    json_t *row;
    add_title(lines, "Standings");
    json_array_foreach(rows, i, row)
        if (i < RANKED || json_is_true(at(row, "you")))
            add_row(lines, row, tie_breaks);
    if (json_array_size(rows) > RANKED)
        add(lines, "The others are on the server's page.", NULL, NULL);
}

/* "2. Ada, Bo · plays", or "· 21, 18" when it is over. */
static void add_pairing(json_t *lines, const json_t *pairing, int number)
{
    char text[320];
    struct flip_text out = flip_text_in(text, sizeof text);
    const bool bye = json_is_true(at(pairing, "bye")), over = json_is_true(at(pairing, "over"));
    size_t i;
    json_t *seat;
    if (!bye)
        flip_text_add(&out, "%d. ", number);
    json_array_foreach(at(pairing, "seats"), i, seat) {
        flip_text_add(&out, "%s%s%s", i ? ", " : "", string_of(seat, "name"),
                      json_is_true(at(seat, "you")) ? " (you)" : "");
        if (over && json_is_integer(at(seat, "place")))
            flip_text_add(&out, int_of(seat, "place") ? " place %d" : " forfeits", int_of(seat, "place"));
    }
    flip_text_add(&out, bye ? " has a bye" : over ? " · over" : " · being played");
    add(lines, text, bye ? NULL : "table", string_of(pairing, "table"));
}

static void add_pairings(const json_t *contest, json_t *lines, int number)
{
    char title[64];
    size_t i;
    json_t *pairing;
    snprintf(title, sizeof title, "Tables of round %d", int_of(contest, "round"));
    if (json_array_size(at(contest, "pairings")))
        add_title(lines, is(at(contest, "tournament"), "kind", "arena") ? "Tables, the newest first" : title);
    json_array_foreach(at(contest, "pairings"), i, pairing) {
        number += !json_is_true(at(pairing, "bye"));
        add_pairing(lines, pairing, number);
    }
}

json_t *flip_contest_lines(const struct flip_contests *contests)
{
    const json_t *contest = at(contests->shown, "tournament"), *mine = at(contests->shown, "mine");
    const bool in = json_is_object(mine) && !json_is_true(at(mine, "gone"));
    const bool ended = is(contest, "state", "over") || is(contest, "state", "called off");
    const char *table = string_of(mine, "table");
    json_t *lines = json_array();
    char text[256];
    struct flip_text out = flip_text_in(text, sizeof text);
    tell_contest(contest, &out);
    add_title(lines, text);
    if (table[0])
        add(lines, "1. Go to your table", "table", table);
    if (in && !ended)
        add(lines, "leave: you are not paired any more", "say", "leave");
    else if (json_is_true(at(contest, "open")))
        add(lines, "join: enter this tournament", "say", "join");
    add(lines, "look: ask for the standings again", "say", "look");
    add(lines, "back: to the lobby", "say", "back");
    add_standings(contests->shown, lines);
    add_pairings(contests->shown, lines, table[0] ? 1 : 0);
    return lines;
}

/* --- what we say ------------------------------------------------------------------------------------------------------- */

static int show(struct flip_contests *contests, struct flip_wire *wire, const char *id, int round,
                struct flip_error *error)
{
    char path[128];
    if (round)
        snprintf(path, sizeof path, "/api/tournaments/%.60s/%d", id, round);
    else
        snprintf(path, sizeof path, "/api/tournaments/%.60s", id);
    contests->turned = true;
    return fetch(wire, path, NULL, &contests->shown, error) < 0 ? -1 : 1;
}

static int show_number(struct flip_contests *contests, struct flip_wire *wire, int number, struct flip_error *error)
{
    contests->stale = true;
    flip_contests_refresh(contests, wire);
    const json_t *one = json_array_get(at(contests->list, "tournaments"), (size_t)(number - 1));
    return number < 1 || !one ? flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no tournament %d in the list.", number)
                              : show(contests, wire, string_of(one, "id"), 0, error);
}

static int list_all(struct flip_contests *contests, struct flip_wire *wire, json_t *news, struct flip_error *error)
{
    size_t i;
    json_t *one;
    if (fetch(wire, "/api/tournaments", NULL, &contests->list, error) < 0)
        return -1;
    json_array_foreach(at(contests->list, "tournaments"), i, one) {
        char text[256];
        struct flip_text out = flip_text_in(text, sizeof text);
        flip_text_add(&out, "t%d. ", (int)i + 1);
        tell_contest(one, &out);
        json_array_append_new(news, json_string(text));
    }
    if (!json_array_size(at(contests->list, "tournaments")))
        json_array_append_new(news, json_string("There is no tournament now."));
    return 1;
}

/* Joins or leaves the shown tournament. */
static int enter(struct flip_contests *contests, struct flip_wire *wire, bool in, json_t *news,
                 struct flip_error *error)
{
    const json_t *contest = at(contests->shown, "tournament");
    json_t *body = json_pack("{s:s}", "id", string_of(contest, "id"));
    const int result =
        fetch(wire, in ? "/api/tournaments/enter" : "/api/tournaments/leave", body, &contests->shown, error);
    json_decref(body);
    if (result < 0)
        return -1;
    contests->turned = contests->stale = true;
    contest = at(contests->shown, "tournament");
    json_array_append_new(news, json_sprintf(in ? "You play in %s." : "You have left %s.", string_of(contest, "name")));
    return 1;
}

int flip_contests_say(struct flip_contests *contests, struct flip_wire *wire, const char *line, json_t *news,
                      char table[FLIP_TABLE_ID], struct flip_error *error)
{
    const char *rest;
    const json_t *shown = at(contests->shown, "tournament");
    table[0] = '\0';
    if (strcmp(line, "tournaments") == 0)
        return list_all(contests, wire, news, error);
    if (line[0] == 't' && line[1] && strspn(line + 1, "0123456789") == strlen(line + 1))
        return show_number(contests, wire, atoi(line + 1), error);
    if ((rest = flip_words_after(line, "tournament")) && *rest)
        return show_number(contests, wire, atoi(rest), error);
    if (strcmp(line, "go") == 0) {
        const char *mine = string_of(at(contests->shown, "mine"), "table");
        snprintf(table, FLIP_TABLE_ID, "%s", mine[0] ? mine : contests->table);
        return table[0] ? 1 : flip_fail(error, FLIP_ERROR_NO_TABLE, "No table of a tournament waits for you.");
    }
    if (!shown)
        return 0;
    if (strcmp(line, "join") == 0 || strcmp(line, "leave") == 0)
        return enter(contests, wire, line[0] == 'j', news, error);
    if (strcmp(line, "look") == 0)
        return show(contests, wire, string_of(shown, "id"), 0, error);
    if ((rest = flip_words_after(line, "round")) && *rest)
        return show(contests, wire, string_of(shown, "id"), atoi(rest), error);
    if (strcmp(line, "back") != 0)
        return 0;
    json_decref(contests->shown);
    contests->shown = NULL;
    contests->turned = true;
    return 1;
}
