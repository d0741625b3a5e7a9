/* Making, entering and leaving tournaments: anybody makes one and hands out its link. */
#include "server/routes/routes.h"

#include "edition/setup.h"

#include <flipside/bot.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPEN_TOURNAMENTS = 5, /* of one person */
    NAME_CHARACTERS = 48,
    MOST_MINUTES = 30 * 24 * 60,
    MOST_PAUSE = 86400, /* seconds */
    MOST_ROUNDS = 30,
    MOST_BOTS = 64,
    EVERYBODY_MEETS = 64, /* players of a round robin */
    FAR_AWAY_DAYS = 90,
    USUAL_RATING = 1500
};

/* --- making one --------------------------------------------------------------------------------------------------------- */

/* A whole number of the body; its absence is `otherwise`. */
static int read_number(const json_t *body, const char *key, int64_t least, int64_t most, int64_t otherwise,
                       int64_t *out, struct flip_error *error)
{
    const json_t *value = json_object_get(body, key);
    *out = otherwise;
    if (!value || json_is_null(value))
        return 0;
    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= least && *out <= most
               ? 0
               : flip_fail(error, FLIP_ERROR_BAD_OPTION, "%s is a whole number from %lld to %lld.", key,
                           (long long)least, (long long)most);
}

int read_title(const json_t *body, const char *what, char out[STORE_NAME], struct flip_error *error)
{
    const char *name = json_string_value(json_object_get(body, "name"));
    name += name ? strspn(name, " ") : 0;
    const int characters = name ? text_characters(name) : 0;
    bool plain = characters > 0 && characters <= NAME_CHARACTERS && strlen(name) < STORE_NAME;
    for (const char *c = name; plain && *c; c++)
        plain = (unsigned char)*c >= ' ';
    if (!plain)
        return flip_fail(error, FLIP_ERROR_BAD_NAME, "A %s has a name of 1 to %d characters.", what, NAME_CHARACTERS);
    size_t length = strlen(name);
    while (name[length - 1] == ' ')
        length--;
    snprintf(out, STORE_NAME, "%.*s", (int)length, name);
    return 0;
}

static int read_kind(const json_t *body, struct store_tournament *row, struct flip_error *error)
{
    const int kind = word_index(string_of(body, "kind"), tournament_kind_words, TOURNAMENT_KINDS);
    if (kind < 0)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "kind is swiss, round-robin, knock-out or arena.");
    snprintf(row->kind, sizeof row->kind, "%s", tournament_kind_words[kind]);
    return kind;
}

static int read_times(const json_t *body, enum tournament_kind kind, struct store_tournament *row,
                      struct flip_error *error)
{
    int64_t rounds, minutes, pause;
    const int64_t far = row->created + (int64_t)FAR_AWAY_DAYS * 86400 * 1000;
    const int usual_pause = strcmp(string_of(json_object_get(body, "clock"), "kind"), "bank") == 0 ? 20 : 0;
    if (read_number(body, "rounds", 1, MOST_ROUNDS, kind == TOURNAMENT_SWISS ? 5 : 0, &rounds, error) < 0 ||
        read_number(body, "minutes", 1, MOST_MINUTES, 60, &minutes, error) < 0 ||
        read_number(body, "pause", 0, MOST_PAUSE, usual_pause, &pause, error) < 0 ||
        read_number(body, "starts", row->created, far, 0, &row->starts, error) < 0)
        return -1;
    row->rounds = kind == TOURNAMENT_SWISS || kind == TOURNAMENT_ROUND_ROBIN ? (int)rounds : 0;
    row->length = kind == TOURNAMENT_ARENA ? minutes * 60000 : 0;
    row->pause = kind == TOURNAMENT_ARENA ? 0 : pause * 1000;
    row->due = row->starts;
    return 0;
}

/* The set-up of its tables, which the game is asked about for every size that can come up. */
static json_t *read_setup(struct rooms *rooms, const json_t *body, struct store_tournament *row,
                          struct flip_error *error)
{
    static const char *const passed_on[] = {"game", "options", "clock", "rated", "open"};
    const struct flip_game *game = read_game(body, error);
    int64_t seats = 2;
    if (!game)
        return NULL;
    const int most = game->max_seats < TOURNAMENT_SEATS ? game->max_seats : TOURNAMENT_SEATS;
    const int least = game->min_seats < 2 ? 2 : game->min_seats;
    if (most < least)
        return null_after(flip_fail(error, FLIP_ERROR_SEATS, "%s is not for two or more.", game->title));
    if (read_number(body, "seats", least, most, least, &seats, error) < 0)
        return NULL;
    json_t *setup = json_object();
    copy_keys(body, passed_on, sizeof passed_on / sizeof *passed_on, setup);
    json_object_set_new(setup, "least", json_integer(least));
    row->seats = (int)seats;
    snprintf(row->game, sizeof row->game, "%s", game->id);
    for (int size = least; size <= seats; size++)
        if (room_check_setup(rooms, setup, size, error) < 0) {
            json_decref(setup);
            return NULL;
        }
    return setup;
}

static int put(struct store *store, struct store_tournament *row, const json_t *setup, struct flip_error *error)
{
    char *text = json_dumps(setup, JSON_COMPACT);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the tournament.");
    row->setup = text;
    const int status = store_tournament_put(store, row, error);
    free(text);
    row->setup = NULL;
    return status;
}

/* A player's strength before the first round. */
static int seed_of(struct store *store, const char *game, const char *player, int otherwise)
{
    struct store_rating rating;
    const int found = store_rating_get(store, game, player, &rating, NULL);
    return found == 1 ? (int)lround(rating.rating) : otherwise;
}

static int enter(const struct call *call, struct contest *contest, struct flip_error *error)
{
    const struct store_person *person = &call->person;
    struct store_entrant entrant = {.seed = seed_of(call->store, contest->row.game, person->id, USUAL_RATING)};
    memcpy(entrant.person, person->id, sizeof entrant.person);
    memcpy(entrant.name, person->name, sizeof entrant.name);
    return contest_claim(call->server->tournaments, contest, error) < 0
               ? -1
               : contest_enter(call->store, contest, &entrant, error);
}

int post_tournament(struct call *call, struct flip_error *error)
{
    struct store_tournament row = {.created = wall_ms(), .listed = true_in(call->body, "public")};
    if (check_most(store_tournament_count(call->store, call->person.id, error), OPEN_TOURNAMENTS,
                   "You have %d tournaments that are not over. End one of them first.", error) < 0 ||
        read_title(call->body, "tournament", row.name, error) < 0)
        return -1;
    const int kind = read_kind(call->body, &row, error);
    if (kind < 0 || read_times(call->body, (enum tournament_kind)kind, &row, error) < 0)
        return -1;
    json_t *setup = read_setup(call->server->rooms, call->body, &row, error);
    if (!setup)
        return -1;
    fresh_id(row.id);
    memcpy(row.owner, call->person.id, sizeof row.owner);
    int status = check_new_table(call->request, error) < 0 ? -1 : put(call->store, &row, setup, error);
    json_decref(setup);
    struct contest *contest = status == 0 ? contest_load(call->store, row.id, error) : NULL;
    status = contest ? 0 : -1;
    if (contest && not_false_in(call->body, "enter"))
        status = enter(call, contest, error);
    if (status == 0)
        status = reply_contest(call, contest, -1, error);
    contest_free(contest);
    return status;
}

/* --- entering and leaving ----------------------------------------------------------------------------------------------- */

typedef int contest_change(const struct call *call, struct contest *contest, struct flip_error *error);

/* Changes the tournament that the body names, and answers with it; `owned`: only for whoever made it. */
static int change(const struct call *call, bool owned, contest_change *make, struct flip_error *error)
{
    struct contest *contest = contest_load(call->store, string_of(call->body, "id"), error);
    int status = contest ? 0 : -1;
    if (contest && owned && strcmp(contest->row.owner, call->person.id) != 0)
        status = flip_fail(error, FLIP_ERROR_NOT_OWNER, "Only the person who made this tournament can do that.");
    if (status == 0)
        status = make(call, contest, error) < 0 ? -1 : reply_contest(call, contest, -1, error);
    contest_free(contest);
    return status;
}

static bool comes_and_goes(const struct contest *contest)
{
    return contest->rules.kind == TOURNAMENT_SWISS || contest->rules.kind == TOURNAMENT_ARENA;
}

static int check_open(const struct contest *contest, struct flip_error *error)
{
    if (contest->row.state >= STORE_DECIDED)
        return flip_fail(error, FLIP_ERROR_OVER, "This tournament is over.");
    if (contest->row.state == STORE_PLAYING && !comes_and_goes(contest))
        return flip_fail(error, FLIP_ERROR_RUNNING, "This tournament has begun, and nobody can enter it any more.");
    if (contest->rules.kind == TOURNAMENT_ROUND_ROBIN && contest->rules.players >= EVERYBODY_MEETS)
        return flip_fail(error, FLIP_ERROR_LIMIT, "A round robin is for at most %d players.", EVERYBODY_MEETS);
    return 0;
}

/* A player who had left returns, with the points from before. */
static int come_back(const struct call *call, struct contest *contest, int player, struct flip_error *error)
{
    struct store_entrant *entrant = &contest->entrants[player];
    if (entrant->gone < 0)
        return 0;
    entrant->gone = -1;
    entrant->entered = tournament_round(&contest->rules);
    return contest_claim(call->server->tournaments, contest, error) < 0
               ? -1
               : contest_keep_entrant(call->store, contest, player, error);
}

static int enter_or_come_back(const struct call *call, struct contest *contest, struct flip_error *error)
{
    const int player = contest_player(contest, call->person.id);
    if (check_open(contest, error) < 0)
        return -1;
    return player < 0 ? enter(call, contest, error) : come_back(call, contest, player, error);
}

int post_enter_tournament(struct call *call, struct flip_error *error)
{
    return change(call, false, enter_or_come_back, error);
}

/* Before the first round nothing stays of it. */
static int forget_entrant(struct store *store, struct contest *contest, int player, struct flip_error *error)
{
    const int number = contest->entrants[player].number, after = contest->rules.players - player - 1;
    memmove(&contest->entrants[player], &contest->entrants[player + 1], (size_t)after * sizeof *contest->entrants);
    memmove(&contest->players[player], &contest->players[player + 1], (size_t)after * sizeof *contest->players);
    contest->rules.players--;
    return store_entrant_delete(store, contest->row.id, number, error);
}

static int leave(const struct call *call, struct contest *contest, struct flip_error *error)
{
    const int player = contest_player(contest, call->person.id);
    if (player < 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "You have not entered this tournament.");
    if (contest->row.state >= STORE_DECIDED)
        return flip_fail(error, FLIP_ERROR_OVER, "This tournament is over.");
    if (contest->entrants[player].gone >= 0)
        return 0;
    if (contest_claim(call->server->tournaments, contest, error) < 0)
        return -1;
    if (contest->row.state == STORE_ENTERING)
        return forget_entrant(call->store, contest, player, error);
    contest->entrants[player].gone = tournament_round(&contest->rules);
    return contest_keep_entrant(call->store, contest, player, error);
}

int post_leave_tournament(struct call *call, struct flip_error *error) { return change(call, false, leave, error); }

/* --- for whoever made it ------------------------------------------------------------------------------------------------ */

static int check_entering(const struct contest *contest, struct flip_error *error)
{
    if (contest->row.state >= STORE_DECIDED)
        return flip_fail(error, FLIP_ERROR_OVER, "This tournament is over.");
    return contest->row.state == STORE_ENTERING ? 0
                                                : flip_fail(error, FLIP_ERROR_RUNNING, "This tournament has begun.");
}

static int start(const struct call *call, struct contest *contest, struct flip_error *error)
{
    const int least = contest->rules.least < 2 ? 2 : contest->rules.least;
    if (check_entering(contest, error) < 0)
        return -1;
    if (contest->rules.players < least)
        return flip_fail(error, FLIP_ERROR_TOO_EARLY, "A tournament needs at least %d players.", least);
    return contest_begin(call->server->tournaments, contest, error);
}

int post_start_tournament(struct call *call, struct flip_error *error) { return change(call, true, start, error); }

/* Tables that are being played go on, and count for nothing here. */
static int end(const struct call *call, struct contest *contest, struct flip_error *error)
{
    if (contest->row.state >= STORE_DECIDED)
        return 0;
    contest->row.state = contest->row.state == STORE_ENTERING ? STORE_CALLED_OFF : STORE_DECIDED;
    contest->row.ended = wall_ms();
    contest->row.due = 0;
    if (contest_claim(call->server->tournaments, contest, error) < 0)
        return -1;
    contest_tell(call->server->people, contest, contest->row.state == STORE_CALLED_OFF ? "called off" : "over");
    return 0;
}

int post_end_tournament(struct call *call, struct flip_error *error) { return change(call, true, end, error); }

/* --- bots --------------------------------------------------------------------------------------------------------------- */

static int bots_in(const struct contest *contest)
{
    int count = 0;
    for (int i = 0; i < contest->rules.players; i++)
        count += contest->entrants[i].level > 0;
    return count;
}

/* The game's names for bots, and then the same with numbers. */
static void name_bot(const struct contest *contest, int number, char out[STORE_NAME])
{
    char names[FLIP_BOT_NAMES][FLIP_NAME];
    flip_bot_names(flip_game_named(contest->row.game), (uint64_t)contest->row.created, names);
    const int round = number / FLIP_BOT_NAMES + 1;
    if (round == 1)
        snprintf(out, STORE_NAME, "%s", names[number % FLIP_BOT_NAMES]);
    else
        snprintf(out, STORE_NAME, "%s %d", names[number % FLIP_BOT_NAMES], round);
}

static int add_bots(const struct call *call, struct contest *contest, struct flip_error *error)
{
    int64_t level, count;
    const int there = bots_in(contest);
    if (check_entering(contest, error) < 0 || check_open(contest, error) < 0 ||
        read_number(call->body, "level", 1, FLIP_LEVELS, STAND_IN_LEVEL, &level, error) < 0 ||
        read_number(call->body, "count", 1, MOST_BOTS, 1, &count, error) < 0)
        return -1;
    if (there + count > MOST_BOTS)
        return flip_fail(error, FLIP_ERROR_LIMIT, "A tournament has at most %d bots.", MOST_BOTS);
    if (contest_claim(call->server->tournaments, contest, error) < 0)
        return -1;
    for (int i = 0; i < count; i++) {
        char player[16];
        struct store_entrant entrant = {.level = (int)level};
        snprintf(player, sizeof player, "bot %d", (int)level);
        entrant.seed = seed_of(call->store, contest->row.game, player, USUAL_RATING - 300 + 100 * (int)level);
        name_bot(contest, there + i, entrant.name);
        if (contest_enter(call->store, contest, &entrant, error) < 0)
            return -1;
    }
    return 0;
}

int post_tournament_bots(struct call *call, struct flip_error *error) { return change(call, true, add_bots, error); }
