/* What is told about tournaments: the list, and one with its standings and tables. */
#include "server/routes/routes.h"

#include "server/net/net.h"

#include <flipside/game.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 100, ARENA_TABLES = 100 };

static json_t *time_or_null(int64_t time) { return time > 0 ? json_integer(time) : json_null(); }

/* Parts of a point as points, with two digits: a third is 0.33. */
static json_t *points(int64_t parts, int64_t whole)
{
    return json_real(round((double)parts * 100 / (double)whole) / 100);
}

static bool is_arena(const struct store_tournament *row)
{
    return strcmp(row->kind, tournament_kind_words[TOURNAMENT_ARENA]) == 0;
}

static json_t *row_json(const struct store_tournament *row, const char *person)
{
    const struct flip_game *game = flip_game_named(row->game);
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:s, s:b, s:i, s:b, s:I}", "id", row->id, "name",
                             row->name, "game", row->game, "title", game ? game->title : row->game, "kind", row->kind,
                             "seats", row->seats, "rounds", row->rounds, "state", tournament_state_words[row->state],
                             "public", row->listed, "players", row->entrants, "yours",
                             person[0] && strcmp(row->owner, person) == 0, "created", (json_int_t)row->created);
    if (!json)
        return NULL;
    json_object_set_new(json, "starts", time_or_null(row->starts));
    json_object_set_new(json, "began", time_or_null(row->began));
    json_object_set_new(json, "ended", time_or_null(row->ended));
    json_object_set_new(json, "ends", time_or_null(is_arena(row) && row->began ? row->began + row->length : 0));
    json_object_set_new(json, "minutes", is_arena(row) ? json_integer(row->length / 60000) : json_null());
    return json;
}

/* --- the list ----------------------------------------------------------------------------------------------------------- */

struct listing {
    json_t *rows;
    const char *person;
};

static int add_row(void *context, const struct store_tournament *row)
{
    struct listing *listing = context;
    json_t *json = row_json(row, listing->person);
    return json ? json_array_append_new(listing->rows, json) : -1;
}

int get_tournaments(struct request *request, const char *rest, struct flip_error *error)
{
    struct store_person person = {0};
    (void)rest;
    person_asking(request->server->people, request->wsi, &person);
    struct listing listing = {.rows = json_array(), .person = person.id};
    if (store_tournaments(request->server->loop.store, person.id, LISTED, add_row, &listing, error) < 0) {
        json_decref(listing.rows);
        return -1;
    }
    return reply_and_free(request, json_pack("{s:o}", "tournaments", listing.rows), error);
}

/* --- one ---------------------------------------------------------------------------------------------------------------- */

static json_t *player_json(const struct contest *contest, int player, const char *person)
{
    const struct store_entrant *entrant = &contest->entrants[player];
    json_t *json = json_pack("{s:i, s:s, s:b, s:b}", "player", player, "name", entrant->name, "you",
                             person[0] && strcmp(entrant->person, person) == 0, "gone", entrant->gone >= 0);
    json_object_set_new(json, "person", entrant->person[0] ? json_string(entrant->person) : json_null());
    json_object_set_new(json, "level", entrant->level > 0 ? json_integer(entrant->level) : json_null());
    return json;
}

static json_t *standing_json(const struct contest *contest, const struct tournament_standing *row, const char *person)
{
    const int64_t whole = TOURNAMENT_POINT, square = whole * whole;
    json_t *json = player_json(contest, row->player, person);
    json_object_set_new(json, "rank", json_integer(row->rank));
    json_object_set_new(json, "points", points(row->points, whole));
    json_object_set_new(json, "tables", json_integer(row->tables));
    json_object_set_new(json, "wins", json_integer(row->wins));
    json_object_set_new(json, "byes", json_integer(row->byes));
    json_object_set_new(json, "buchholz", points(row->buchholz, square));
    json_object_set_new(json, "sonnebornBerger", points(row->berger, square));
    json_object_set_new(json, "directEncounter", points(row->direct, whole));
    json_object_set_new(json, "roundsSurvived", json_integer(row->survived));
    json_object_set_new(json, "lastTable", points(row->last, whole));
    return json;
}

static json_t *standings_json(const struct contest *contest, const char *person, struct flip_error *error)
{
    const int players = contest->rules.players;
    struct tournament_work *work = contest_work(error);
    struct tournament_standing *order = calloc((size_t)players + 1, sizeof *order);
    json_t *rows = work && order ? json_array() : NULL;
    if (rows)
        tournament_standings(&contest->rules, work, order);
    for (int i = 0; i < players && rows; i++)
        json_array_append_new(rows, standing_json(contest, &order[i], person));
    free(order);
    free(work);
    return rows;
}

static json_t *pairing_json(const struct contest *contest, int number, const char *person)
{
    const struct store_pairing *pairing = &contest->pairings[number];
    json_t *seats = json_array();
    for (int seat = 0; seat < pairing->seats; seat++) {
        json_t *json = player_json(contest, pairing->player[seat], person);
        json_object_set_new(json, "place", pairing->over ? json_integer(pairing->place[seat]) : json_null());
        json_object_set_new(json, "points",
                            pairing->over ? points(tournament_score(&contest->tables[number], seat), TOURNAMENT_POINT)
                                          : json_null());
        json_array_append_new(seats, json);
    }
    return json_pack("{s:i, s:i, s:s?, s:b, s:b, s:o}", "number", pairing->number + 1, "round", pairing->round + 1,
                     "table", pairing->table[0] ? pairing->table : NULL, "over", pairing->over, "bye",
                     pairing->seats == 1, "seats", seats);
}

/* The tables of one round; of an arena the newest ones, newest first. */
static json_t *pairings_json(const struct contest *contest, const char *person, int round)
{
    json_t *rows = json_array();
    const bool arena = contest->rules.kind == TOURNAMENT_ARENA;
    const int tables = contest->rules.tables;
    for (int i = 0; i < tables; i++) {
        const int number = arena ? tables - 1 - i : i;
        if (arena ? i < ARENA_TABLES : contest->pairings[number].round == round)
            json_array_append_new(rows, pairing_json(contest, number, person));
    }
    return rows;
}

/* Where the asker plays now; NULL: nowhere. */
static const char *table_of(const struct contest *contest, int player)
{
    for (int i = 0; i < contest->rules.tables; i++)
        for (int seat = 0; seat < contest->pairings[i].seats && !contest->pairings[i].over; seat++)
            if (contest->pairings[i].player[seat] == player && contest->pairings[i].table[0])
                return contest->pairings[i].table;
    return NULL;
}

static json_t *mine_json(const struct contest *contest, const char *person)
{
    const int player = person[0] ? contest_player(contest, person) : -1;
    if (player < 0)
        return json_null();
    return json_pack("{s:i, s:b, s:s?}", "player", player, "gone", contest->entrants[player].gone >= 0, "table",
                     table_of(contest, player));
}

/* May somebody who has not entered, or has left, come in now? */
static bool may_enter(const struct contest *contest)
{
    const bool rounds = contest->rules.kind == TOURNAMENT_SWISS || contest->rules.kind == TOURNAMENT_ARENA;
    return contest->row.state == STORE_ENTERING || (contest->row.state == STORE_PLAYING && rounds);
}

static json_t *tie_breaks_json(enum tournament_kind kind)
{
    json_t *words = json_array();
    for (const char *const *word = tournament_tie_breaks(kind); *word; word++)
        json_array_append_new(words, json_string(*word));
    return words;
}

int reply_contest(struct request *request, const struct contest *contest, const char *person, int round,
                  struct flip_error *error)
{
    const int paired = tournament_round(&contest->rules);
    const int shown = round < 0 ? paired - 1 : round;
    json_t *standings = standings_json(contest, person, error);
    if (!standings)
        return -1;
    struct store_tournament row = contest->row;
    row.entrants = contest->rules.players;
    json_t *json = row_json(&row, person);
    json_object_set_new(json, "rounds", json_integer(tournament_rounds(&contest->rules)));
    json_object_set_new(json, "paired", json_integer(paired));
    json_object_set_new(json, "pause", json_integer(row.pause / 1000));
    json_object_set_new(json, "next", row.state == STORE_PLAYING && row.due > 1 ? json_integer(row.due) : json_null());
    json_object_set_new(json, "open", json_boolean(may_enter(contest)));
    json_object_set(json, "clock", json_object_get(contest->setup, "clock"));
    json_object_set(json, "options", json_object_get(contest->setup, "options"));
    json_object_set_new(json, "rated", json_boolean(!json_is_false(json_object_get(contest->setup, "rated"))));
    json_object_set_new(json, "tieBreaks", tie_breaks_json(contest->rules.kind));
    return reply_and_free(request,
                          json_pack("{s:o, s:o, s:i, s:o, s:o}", "tournament", json, "standings", standings, "round",
                                    shown + 1, "pairings", pairings_json(contest, person, shown), "mine",
                                    mine_json(contest, person)),
                          error);
}

/* ID or ID/ROUND */
int get_tournament(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    const size_t length = strcspn(rest, "/");
    struct store_person person = {0};
    snprintf(id, sizeof id, "%.*s", length < STORE_ID ? (int)length : 0, rest);
    char *end = NULL;
    const long round = rest[length] ? strtol(rest + length + 1, &end, 10) : 0;
    if (end && (*end || round < 1 || round > TOURNAMENT_PLAYERS))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such round.");
    person_asking(request->server->people, request->wsi, &person);
    struct contest *contest = contest_load(request->server, id, error);
    const int status = contest ? reply_contest(request, contest, person.id, (int)round - 1, error) : -1;
    contest_free(contest);
    return status;
}
