/* The lobby: turns the server's messages into lines, and typed lines into requests. */
#include "faces/terminal/remote/parts.h"

#include <flipside/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- what the server says ---------------------------------------------------------------------------------------------- */

static void offer_bot(struct flip_lobby *lobby, const json_t *before)
{
    const json_t *bot = json_object_get(lobby->seek, "bot");
    if (json_is_integer(bot) && !json_is_integer(json_object_get(before, "bot")))
        json_array_append_new(lobby->news,
                              json_sprintf("Nobody has come yet. Say 'bot' to play a bot of level %d, or wait.",
                                           (int)json_integer_value(bot)));
}

static const json_t *turn_at(const json_t *turns, const char *table)
{
    size_t i;
    json_t *turn;
    json_array_foreach(json_object_get(turns, "tables"), i, turn)
        if (is(turn, "table", table))
            return turn;
    return NULL;
}

/* A game that begins, such as after a challenge, is news; older ones are in the list. */
static void take_turns(struct flip_lobby *lobby, json_t *message)
{
    json_t *before = lobby->turns, *turn;
    size_t i;
    lobby->turns = json_incref(message);
    json_array_foreach(json_object_get(message, "tables"), i, turn)
        if (before && !turn_at(before, string_of(turn, "table")))
            json_array_append_new(lobby->news,
                                  json_sprintf("It is your turn at %s; it is in the list.", string_of(turn, "title")));
    json_decref(before);
}

static void take_push(void *context, json_t *message)
{
    struct flip_lobby *lobby = context;
    lobby->changed = true;
    if (is(message, "push", "lobby")) {
        json_decref(lobby->now);
        lobby->now = json_incref(message);
    } else if (is(message, "push", "seek")) {
        json_t *before = lobby->seek;
        lobby->seek = json_incref(message);
        offer_bot(lobby, before);
        json_decref(before);
    } else if (is(message, "push", "turns")) {
        take_turns(lobby, message);
    } else if (is(message, "push", "matched")) {
        snprintf(lobby->table, sizeof lobby->table, "%s", string_of(message, "table"));
    }
    flip_social_hear(&lobby->social, message, lobby->news);
    flip_contests_hear(&lobby->contests, message);
}

int flip_lobby_open(struct flip_lobby *lobby, struct flip_wire *wire, struct flip_error *error)
{
    *lobby = (struct flip_lobby){.wire = wire, .news = json_array(), .contests = {.stale = true}};
    flip_wire_always(wire, json_pack("{s:s, s:b}", "do", "lobby", "on", 1));
    flip_wire_always(wire, json_pack("{s:s, s:b}", "do", "turns", "on", 1));
    flip_social_begin(wire);
    if (flip_wire_connect(wire, take_push, lobby, error) < 0)
        return -1;
    for (int tries = 0; (!lobby->now || !lobby->social.list) && tries < 1000; tries++) {
        flip_wire_listen(wire);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    flip_lobby_refresh(lobby);
    return lobby->now ? 0 : flip_fail(error, FLIP_ERROR_OFFLINE, "The server does not show its lobby.");
}

void flip_lobby_refresh(struct flip_lobby *lobby)
{
    lobby->changed |= lobby->contests.stale;
    flip_contests_refresh(&lobby->contests, lobby->wire);
}

void flip_lobby_close(struct flip_lobby *lobby)
{
    json_decref(lobby->now);
    json_decref(lobby->seek);
    json_decref(lobby->turns);
    json_decref(lobby->news);
    flip_social_free(&lobby->social);
    flip_contests_free(&lobby->contests);
}

/* --- as lines ---------------------------------------------------------------------------------------------------------- */

static void add(json_t *lines, const char *text, const char *table)
{
    json_t *line = json_pack("{s:s}", "text", text);
    if (table)
        json_object_set_new(line, "table", json_string(table));
    json_array_append_new(lines, line);
}

/* The row of a running game: its scores and spectators. */
static const json_t *game_at(const struct flip_lobby *lobby, const char *table)
{
    size_t i;
    json_t *game;
    json_array_foreach(json_object_get(lobby->now, "games"), i, game)
        if (is(game, "table", table))
            return game;
    return NULL;
}

static int add_seats(struct flip_text *out, const json_t *table, const json_t *scores)
{
    int free_seats = 0, named = 0;
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(table, "seats"), i, seat) {
        const char *name = string_of(seat, "name");
        if (!name[0]) {
            free_seats++;
            continue;
        }
        flip_text_add(out, "%s%s", named++ ? ", " : ": ", name);
        if (json_is_array(scores))
            flip_text_add(out, " %d", (int)json_integer_value(json_array_get(scores, i)));
    }
    return free_seats;
}

static void add_table(const struct flip_lobby *lobby, json_t *lines, const json_t *table, int number)
{
    char text[512];
    struct flip_text out = flip_text_in(text, sizeof text);
    const json_t *game = game_at(lobby, string_of(table, "id"));
    flip_text_add(&out, "%d. %s", number, string_of(table, "title"));
    const int free_seats = add_seats(&out, table, json_object_get(game, "scores"));
    const int watching = int_of(game, "spectators");
    if (free_seats)
        flip_text_add(&out, " · %d free seat%s", free_seats, free_seats == 1 ? "" : "s");
    if (watching)
        flip_text_add(&out, " · %d watching", watching);
    if (json_is_true(json_object_get(table, "rated")))
        flip_text_add(&out, " · rated");
    if (is(json_object_get(table, "deal"), "how", "named"))
        flip_text_add(&out, " · dealt from a seed that somebody chose");
    add(lines, text, string_of(table, "id"));
}

static int add_turns(const struct flip_lobby *lobby, json_t *lines)
{
    int number = 0;
    size_t i;
    json_t *turn;
    json_array_foreach(json_object_get(lobby->turns, "tables"), i, turn) {
        char text[512];
        struct flip_text out = flip_text_in(text, sizeof text);
        size_t k;
        json_t *name;
        if (number == 0)
            add_title(lines, "Your turn");
        flip_text_add(&out, "%d. %s", ++number, string_of(turn, "title"));
        json_array_foreach(json_object_get(turn, "others"), k, name)
            flip_text_add(&out, "%s%s", k ? ", " : " with ", json_string_value(name));
        add(lines, text, string_of(turn, "table"));
    }
    return number;
}

static int add_tables(const struct flip_lobby *lobby, json_t *lines, const char *status, const char *title, int number)
{
    const int first = number;
    size_t i;
    json_t *table;
    json_array_foreach(json_object_get(lobby->now, "tables"), i, table) {
        if (!is(table, "status", status))
            continue;
        if (number == first)
            add_title(lines, title);
        add_table(lobby, lines, table, ++number);
    }
    return number;
}

static int page_of(const struct flip_lobby *lobby, const char *key)
{
    return (int)json_integer_value(json_object_get(lobby->now, key));
}

static void add_pages(const struct flip_lobby *lobby, json_t *lines)
{
    char text[80];
    if (page_of(lobby, "pages") < 2)
        return;
    snprintf(text, sizeof text, "Page %d of %d · 'more' shows the next one", page_of(lobby, "page") + 1,
             page_of(lobby, "pages"));
    add(lines, text, NULL);
}

static void add_people(const struct flip_lobby *lobby, json_t *lines)
{
    char text[1024];
    struct flip_text out = flip_text_in(text, sizeof text);
    size_t i;
    json_t *person;
    flip_text_add(&out, "Here (%d)", int_of(lobby->now, "here"));
    json_array_foreach(json_object_get(lobby->now, "people"), i, person)
        flip_text_add(&out, "%s%s%s", i ? ", " : ": ", string_of(person, "name"),
                      json_is_object(json_object_get(person, "playing")) ? " (playing)" : "");
    add(lines, text, NULL);
}

static void add_social(const struct flip_lobby *lobby, json_t *lines)
{
    json_t *told = json_array(), *one;
    size_t i;
    flip_social_tell(&lobby->social, told);
    if (json_array_size(told))
        add_title(lines, "Friends and challenges");
    json_array_foreach(told, i, one)
        add(lines, json_string_value(one), NULL);
    json_decref(told);
}

static void add_seek(const struct flip_lobby *lobby, json_t *lines)
{
    char text[256];
    if (!lobby->seek)
        return;
    snprintf(text, sizeof text, "Looking for an opponent (%s, %s) · %d more look too · 'stop' ends it",
             string_of(lobby->seek, "game"), string_of(lobby->seek, "pace"), int_of(lobby->seek, "others"));
    add(lines, text, NULL);
}

json_t *flip_lobby_lines(const struct flip_lobby *lobby)
{
    if (lobby->contests.shown)
        return flip_contest_lines(&lobby->contests);
    json_t *lines = json_array();
    const int own = add_turns(lobby, lines);
    const int waiting = add_tables(lobby, lines, "waiting", "Tables that wait for players", own);
    if (add_tables(lobby, lines, "running", "Games to watch", waiting) == 0)
        add(lines, "No public table waits or runs. 'quick GAME' finds an opponent.", NULL);
    add_pages(lobby, lines);
    flip_contests_tell(&lobby->contests, lines);
    add_people(lobby, lines);
    add_social(lobby, lines);
    add_seek(lobby, lines);
    return lines;
}

/* --- what we say ------------------------------------------------------------------------------------------------------- */

static int go_to(struct flip_lobby *lobby, int number, struct flip_error *error)
{
    json_t *lines = flip_lobby_lines(lobby), *line;
    size_t i;
    json_array_foreach(lines, i, line)
        if (json_object_get(line, "table") && atoi(string_of(line, "text")) == number)
            snprintf(lobby->table, sizeof lobby->table, "%s", string_of(line, "table"));
    json_decref(lines);
    return lobby->table[0] ? 0 : flip_fail(error, FLIP_ERROR_NO_TABLE, "There is no table %d in the list.", number);
}

/* After the last page comes the first. */
static int turn_page(struct flip_lobby *lobby, struct flip_error *error)
{
    const int next = page_of(lobby, "page") + 1;
    return flip_wire_ask(
        lobby->wire,
        json_pack("{s:s, s:b, s:i}", "do", "lobby", "on", 1, "page", next < page_of(lobby, "pages") ? next : 0), NULL,
        error);
}

static int seek(struct flip_lobby *lobby, const char *words, struct flip_error *error)
{
    const size_t length = strcspn(words, " ");
    const char *pace = words + length + strspn(words + length, " ");
    json_t *message =
        json_pack("{s:s, s:s%, s:s}", "do", "seek", "game", words, length, "pace", pace[0] ? pace : "quick");
    flip_wire_share_new(lobby->wire, message);
    if (flip_wire_ask(lobby->wire, message, NULL, error) < 0)
        return -1;
    json_array_append_new(lobby->news, json_string("Looking for an opponent near your rating. 'stop' ends it."));
    return 0;
}

static int stop(struct flip_lobby *lobby, struct flip_error *error)
{
    json_decref(lobby->seek);
    lobby->seek = NULL;
    return flip_wire_ask(lobby->wire, json_pack("{s:s, s:b}", "do", "seek", "on", 0), NULL, error);
}

static int play_bot(struct flip_lobby *lobby, struct flip_error *error)
{
    const json_t *level = json_object_get(lobby->seek, "bot");
    json_t *answer = NULL;
    if (!json_is_integer(level))
        return flip_fail(error, FLIP_ERROR_TOO_EARLY, "A bot is offered when nobody has come for a while.");
    json_t *body = json_pack("{s:s, s:[{s:s}, {s:s, s:I}]}", "game", string_of(lobby->seek, "game"), "seats", "kind",
                             "me", "kind", "bot", "level", json_integer_value(level));
    flip_wire_share_new(lobby->wire, body);
    const int result =
        stop(lobby, error) < 0 ? -1 : flip_wire_request(lobby->wire, "/api/tables", body, &answer, error);
    if (result == 0)
        snprintf(lobby->table, sizeof lobby->table, "%s", string_of(json_object_get(answer, "table"), "id"));
    json_decref(body);
    json_decref(answer);
    return result;
}

int flip_lobby_say(struct flip_lobby *lobby, const char *line, struct flip_error *error)
{
    char table[FLIP_TABLE_ID];
    lobby->changed = true;
    if (line[0] && strspn(line, "0123456789") == strlen(line))
        return go_to(lobby, atoi(line), error);
    if (strncmp(line, "quick ", 6) == 0)
        return seek(lobby, line + 6 + strspn(line + 6, " "), error);
    if (strcmp(line, "more") == 0)
        return turn_page(lobby, error);
    if (strcmp(line, "stop") == 0)
        return stop(lobby, error);
    if (strcmp(line, "bot") == 0)
        return play_bot(lobby, error);
    int said = flip_contests_say(&lobby->contests, lobby->wire, line, lobby->news, table, error);
    if (said == 0)
        said = flip_social_say(&lobby->social, lobby->wire, line, lobby->news, table, error);
    if (said == 0)
        return flip_fail(error, FLIP_ERROR_USAGE, "'%.60s' is not understood; 'help' says what you can say.", line);
    if (said == 1 && table[0])
        snprintf(lobby->table, sizeof lobby->table, "%s", table);
    return said < 0 ? -1 : 0;
}
