/* What is told about tournaments: the list, and one with its standings and tables. */
#include "server/routes/routes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 100, ARENA_TABLES = 100 };

static json_t *positive_or_null(int64_t number) { return number > 0 ? json_integer(number) : json_null(); }

/* Parts of a point as points, with two digits: a third is 0.33. */
static double points(int64_t parts, int64_t whole) { return round((double)parts * 100 / (double)whole) / 100; }

static bool is_arena(const struct store_tournament *row)
{
    return strcmp(row->kind, tournament_kind_words[TOURNAMENT_ARENA]) == 0;
}

static json_t *row_json(const struct store_tournament *row, const char *person)
{
    const char *title = title_of(row->game);
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:s, s:b, s:i, s:b, s:I}", "id", row->id, "name",
                             row->name, "game", row->game, "title", title[0] ? title : row->game, "kind", row->kind,
                             "seats", row->seats, "rounds", row->rounds, "state", tournament_state_words[row->state],
                             "public", row->listed, "players", row->entrants, "yours",
                             person[0] && strcmp(row->owner, person) == 0, "created", (json_int_t)row->created);
    json_object_update_new(json,
                           json_pack("{s:o, s:o, s:o, s:o, s:o}", "starts", positive_or_null(row->starts), "began",
                                     positive_or_null(row->began), "ended", positive_or_null(row->ended), "ends",
                                     positive_or_null(is_arena(row) && row->began ? row->began + row->length : 0),
                                     "minutes", is_arena(row) ? json_integer(row->length / 60000) : json_null()));
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

int get_tournaments(struct call *call, struct flip_error *error)
{
    struct listing listing = {.rows = json_array(), .person = call->person.id};
    if (store_tournaments(call->store, call->person.id, LISTED, add_row, &listing, error) < 0) {
        json_decref(listing.rows);
        return -1;
    }
    return reply_and_free(call->request, json_pack("{s:o}", "tournaments", listing.rows), error);
}

/* --- one ---------------------------------------------------------------------------------------------------------------- */

static json_t *player_json(const struct contest *contest, int player, const char *person)
{
    const struct store_entrant *entrant = &contest->entrants[player];
    return json_pack("{s:i, s:s, s:b, s:b, s:s?, s:o}", "player", player, "name", entrant->name, "you",
                     person[0] && strcmp(entrant->person, person) == 0, "gone", entrant->gone >= 0, "person",
                     entrant->person[0] ? entrant->person : NULL, "level", positive_or_null(entrant->level));
}

static json_t *standing_json(const struct contest *contest, const struct tournament_standing *row, const char *person)
{
    const int64_t whole = TOURNAMENT_POINT, square = whole * whole;
    json_t *json = player_json(contest, row->player, person);
    json_object_update_new(json,
                           json_pack("{s:i, s:f, s:i, s:i, s:i, s:f, s:f, s:f, s:i, s:f}", "rank", row->rank, "points",
                                     points(row->points, whole), "tables", row->tables, "wins", row->wins, "byes",
                                     row->byes, "buchholz", points(row->buchholz, square), "sonnebornBerger",
                                     points(row->berger, square), "directEncounter", points(row->direct, whole),
                                     "roundsSurvived", row->survived, "lastTable", points(row->last, whole)));
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
        const double score = points(tournament_score(&contest->tables[number], seat), TOURNAMENT_POINT);
        json_object_set_new(json, "points", pairing->over ? json_real(score) : json_null());
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

int reply_contest(const struct call *call, const struct contest *contest, int round, struct flip_error *error)
{
    const char *person = call->person.id;
    const int paired = tournament_round(&contest->rules);
    const int shown = round < 0 ? paired - 1 : round;
    json_t *standings = standings_json(contest, person, error);
    if (!standings)
        return -1;
    struct store_tournament row = contest->row;
    row.entrants = contest->rules.players;
    json_t *json = row_json(&row, person);
    json_object_update_new(
        json, json_pack("{s:i, s:i, s:I, s:o, s:b, s:O*, s:O*, s:b, s:o}", "rounds", tournament_rounds(&contest->rules),
                        "paired", paired, "pause", (json_int_t)row.pause / 1000, "next",
                        positive_or_null(row.state == STORE_PLAYING && row.due > 1 ? row.due : 0), "open",
                        may_enter(contest), "clock", json_object_get(contest->setup, "clock"), "options",
                        json_object_get(contest->setup, "options"), "rated", not_false_in(contest->setup, "rated"),
                        "tieBreaks", tie_breaks_json(contest->rules.kind)));
    return reply_and_free(call->request,
                          json_pack("{s:o, s:o, s:i, s:o, s:o}", "tournament", json, "standings", standings, "round",
                                    shown + 1, "pairings", pairings_json(contest, person, shown), "mine",
                                    mine_json(contest, person)),
                          error);
}

/* ID or ID/ROUND */
int get_tournament(struct call *call, struct flip_error *error)
{
    char id[STORE_ID], *end = NULL;
    const char *part = path_part(call->rest, id, sizeof id);
    const long round = part ? strtol(part, &end, 10) : 0;
    if (end && (*end || round < 1 || round > TOURNAMENT_PLAYERS))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such round.");
    struct contest *contest = contest_load(call->store, id, error);
    const int status = contest ? reply_contest(call, contest, (int)round - 1, error) : -1;
    contest_free(contest);
    return status;
}
