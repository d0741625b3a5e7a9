/*
 * Leagues of friends: anybody makes one and hands out its link, and whoever has the link joins. A table that a member makes for the league
 * belongs to it, with its rematches; what is counted follows from the finished games there (server/tournaments/leagues.c).
 */
#include "server/routes/routes.h"

#include "server/net/net.h"
#include "store/leagues.h"

#include <stdlib.h>
#include <string.h>

enum { LEAGUES_MOST = 20 /* open ones that somebody belongs to */, COST_MS = 3 };

/* --- looking ------------------------------------------------------------------------------------------------------------- */

struct league_work {
    struct work work;
    char id[STORE_ID], asker[STORE_ID];
    int season;
    json_t *answer;
};

static int run_league(struct work *work, struct flip_error *error)
{
    struct league_work *league = (struct league_work *)work;
    league->answer = league_json(reader_store(work->reader), league->id, league->asker, league->season, error);
    return league->answer ? 0 : -1;
}

static int show(struct request *request, struct work *work, struct flip_error *error)
{
    return reply_and_free(request, json_incref(((struct league_work *)work)->answer), error);
}

static void release(struct work *work) { json_decref(((struct league_work *)work)->answer); }

/* The league as it is after this turn of the loop. */
static int reply_league(struct request *request, const char *id, const char *asker, int season,
                        struct flip_error *error)
{
    struct league_work *league = (struct league_work *)work_new(request, sizeof *league, COST_MS, WORK_TO_ASK, error);
    if (!league)
        return -1;
    memcpy(league->id, id, sizeof league->id);
    memcpy(league->asker, asker, sizeof league->asker);
    league->season = season;
    league->work.run = run_league;
    league->work.then = show;
    league->work.release = release;
    return work_go(request, &league->work);
}

/* ID or ID/YEAR */
int get_league(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    struct store_person person = {0};
    char *end = NULL;
    const char *year = path_part(rest, id, sizeof id);
    const long season = year ? strtol(year, &end, 10) : 0;
    if (!id_looks_right(id) || (year && (*end || season < 2000 || season > 2099)))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such league.");
    person_asking(request->server->people, request->wsi, &person);
    return reply_league(request, id, person.id, (int)season, error);
}

int get_leagues(struct request *request, const char *rest, struct flip_error *error)
{
    struct store_person person = {0};
    (void)rest;
    person_asking(request->server->people, request->wsi, &person);
    json_t *rows = rows_json(request->server->loop.store, LIST_LEAGUES_OF, person.id, "", 0, error), *row;
    size_t i;
    json_array_foreach(rows, i, row) { row_bool(row, "yours"); }
    return rows ? reply_and_free(request, json_pack("{s:o}", "leagues", rows), error) : -1;
}

/* --- joining and leaving -------------------------------------------------------------------------------------------------- */

static int check_leagues(struct server *server, const char *person, struct flip_error *error)
{
    const int64_t count = store_league_count(server->loop.store, person, error);
    if (count < LEAGUES_MOST)
        return count < 0 ? -1 : 0;
    return flip_fail(error, FLIP_ERROR_LIMIT, "You belong to %d leagues. Leave or close one of them first.",
                     LEAGUES_MOST);
}

int post_league(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store *store = request->server->loop.store;
    struct store_person person;
    struct store_league league = {.created = wall_ms()};
    if (known_person(request, &person, error) < 0 || check_leagues(request->server, person.id, error) < 0 ||
        read_title(body, "league", league.name, error) < 0 || check_new_table(request, error) < 0)
        return -1;
    fresh_id(league.id);
    memcpy(league.owner, person.id, sizeof league.owner);
    if (store_league_put(store, &league, error) < 0 ||
        store_league_join(store, league.id, person.id, STORE_MEMBER, league.created, error) < 0)
        return -1;
    return reply_league(request, league.id, person.id, 0, error);
}

/* The league that the body names, and who asks. */
static int read_league(struct request *request, const json_t *body, struct store_person *person,
                       struct store_league *league, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(body, "id"));
    if (known_person(request, person, error) < 0)
        return -1;
    const int found = id && id_looks_right(id) ? store_league_get(request->server->loop.store, id, league, error) : 0;
    return found == 1 ? 0 : found < 0 ? -1 : flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such league.");
}

static int check_league_open(const struct store_league *league, struct flip_error *error)
{
    return league->closed ? flip_fail(error, FLIP_ERROR_OVER, "This league is closed.") : 0;
}

static int join(struct server *server, const struct store_league *league, const char *person, struct flip_error *error)
{
    struct store *store = server->loop.store;
    enum store_membership state;
    const int found = store_league_member(store, league->id, person, &state, error);
    if (found < 0 || check_league_open(league, error) < 0)
        return -1;
    if (found == 1 && state == STORE_MEMBER)
        return 0;
    if (found == 1 && state == STORE_REMOVED)
        return flip_fail(error, FLIP_ERROR_NOT_INVITED, "You were removed from this league.");
    const int64_t size = found == 0 ? store_league_size(store, league->id, error) : 0;
    if (size < 0 || check_leagues(server, person, error) < 0)
        return -1;
    if (size >= LEAGUE_PEOPLE)
        return flip_fail(error, FLIP_ERROR_LIMIT, "A league has at most %d members, with those who have left.",
                         LEAGUE_PEOPLE);
    return store_league_join(store, league->id, person, STORE_MEMBER, wall_ms(), error);
}

int post_join_league(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    struct store_league league;
    if (read_league(request, body, &person, &league, error) < 0 || join(request->server, &league, person.id, error) < 0)
        return -1;
    return reply_league(request, league.id, person.id, 0, error);
}

/* Is somebody a member now? */
static int check_member(struct server *server, const struct store_league *league, const char *person, const char *why,
                        struct flip_error *error)
{
    enum store_membership state = STORE_LEFT;
    if (store_league_member(server->loop.store, league->id, person, &state, error) < 0)
        return -1;
    return state == STORE_MEMBER ? 0 : flip_fail(error, FLIP_ERROR_NOT_INVITED, "%s", why);
}

static const char not_yours[] = "You do not belong to this league.", not_theirs[] = "This person is not a member.";

int post_leave_league(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    struct store_league league;
    if (read_league(request, body, &person, &league, error) < 0 ||
        check_member(request->server, &league, person.id, not_yours, error) < 0)
        return -1;
    if (!league.closed && strcmp(league.owner, person.id) == 0)
        return flip_fail(error, FLIP_ERROR_TOO_EARLY, "Hand the league over to another member first, or close it.");
    if (store_league_join(request->server->loop.store, league.id, person.id, STORE_LEFT, 0, error) < 0)
        return -1;
    return reply_league(request, league.id, person.id, 0, error);
}

/* --- for its owner -------------------------------------------------------------------------------------------------------- */

static int read_own(struct request *request, const json_t *body, struct store_person *person,
                    struct store_league *league, struct flip_error *error)
{
    if (read_league(request, body, person, league, error) < 0)
        return -1;
    return strcmp(league->owner, person->id) == 0
               ? check_league_open(league, error)
               : flip_fail(error, FLIP_ERROR_NOT_OWNER, "Only the owner of this league can do that.");
}

/* {"id","name","owner","closed":true}: whatever of it is there. */
int post_change_league(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    struct store_league league;
    const char *owner = json_string_value(json_object_get(body, "owner"));
    if (read_own(request, body, &person, &league, error) < 0 ||
        (json_object_get(body, "name") && read_title(body, "league", league.name, error) < 0) ||
        (owner && check_member(request->server, &league, owner, not_theirs, error) < 0))
        return -1;
    if (owner)
        memcpy(league.owner, owner, sizeof league.owner); /* a member's: of the right length */
    if (json_is_true(json_object_get(body, "closed")))
        league.closed = wall_ms();
    if (store_league_put(request->server->loop.store, &league, error) < 0)
        return -1;
    return reply_league(request, league.id, person.id, 0, error);
}

/* {"id","person"}; with "back":true they may join again. */
int post_remove_member(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    struct store_league league;
    enum store_membership state;
    const char *who = json_string_value(json_object_get(body, "person"));
    if (read_own(request, body, &person, &league, error) < 0)
        return -1;
    const bool back = json_is_true(json_object_get(body, "back"));
    const int found = who ? store_league_member(request->server->loop.store, league.id, who, &state, error) : 0;
    if (found < 0)
        return -1;
    if (found == 0 || strcmp(who, person.id) == 0 || (back && state != STORE_REMOVED))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%s", not_theirs);
    if (store_league_join(request->server->loop.store, league.id, who, back ? STORE_LEFT : STORE_REMOVED, 0, error) < 0)
        return -1;
    return reply_league(request, league.id, person.id, 0, error);
}

/* --- tables --------------------------------------------------------------------------------------------------------------- */

int check_league(struct request *request, const json_t *body, const struct store_person *person,
                 struct flip_error *error)
{
    struct store_league league;
    const json_t *wish = json_object_get(body, "league");
    const char *id = json_string_value(wish);
    if (!wish || json_is_null(wish))
        return 0;
    const int found = id && id_looks_right(id) ? store_league_get(request->server->loop.store, id, &league, error) : 0;
    if (found < 1)
        return found < 0 ? -1 : flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such league.");
    return check_league_open(&league, error) < 0 ? -1
                                                 : check_member(request->server, &league, person->id, not_yours, error);
}
