/*
 * Leagues of friends: anybody makes one and hands out its link, and whoever has the link joins. A table that a member makes for the league
 * belongs to it, with its rematches; what is counted follows from the finished games there (server/tournaments/leagues.c).
 */
#include "server/routes/routes.h"

#include "store/leagues.h"

#include <stdlib.h>
#include <string.h>

enum { LEAGUES_MOST = 20 /* open ones that somebody belongs to */, COST_MS = 3 };

/* --- looking ------------------------------------------------------------------------------------------------------------- */

struct league_work {
    struct work work;
    char id[STORE_ID];
    int season;
};

static int run_league(struct work *work, struct flip_error *error)
{
    const struct league_work *league = (const struct league_work *)work;
    return work_answer(work, league_json(reader_store(work->reader), league->id, work->person, league->season, error),
                       error);
}

/* Answers with the league as it is after this turn of the loop. */
static int reply_league(const struct call *call, const char *id, int season, struct flip_error *error)
{
    struct league_work *league = work_new(call->request, sizeof *league, COST_MS, WORK_TO_ASK, error);
    if (!league)
        return -1;
    memcpy(league->id, id, sizeof league->id);
    league->season = season;
    league->work.run = run_league;
    return work_start_for(call->request, &league->work);
}

/* ID or ID/YEAR */
int get_league(struct call *call, struct flip_error *error)
{
    char id[STORE_ID];
    char *end = NULL;
    const char *year = path_part(call->rest, id, sizeof id);
    const long season = year ? strtol(year, &end, 10) : 0;
    if (!id_looks_right(id) || (year && (*end || season < 2000 || season > 2099)))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such league.");
    return reply_league(call, id, (int)season, error);
}

int get_leagues(struct call *call, struct flip_error *error)
{
    json_t *rows = rows_json(call->store, LIST_LEAGUES_OF, call->person.id, "", 0, error), *row;
    size_t i;
    json_array_foreach(rows, i, row)
        row_bool(row, "yours");
    return reply_and_free(call->request, json_pack("{s:o}", "leagues", rows), error);
}

/* --- joining and leaving -------------------------------------------------------------------------------------------------- */

static int check_leagues(const struct call *call, struct flip_error *error)
{
    return check_most(store_league_count(call->store, call->person.id, error), LEAGUES_MOST,
                      "You belong to %d leagues. Leave or close one of them first.", error);
}

int post_league(struct call *call, struct flip_error *error)
{
    struct store_league league = {.created = wall_ms()};
    if (check_leagues(call, error) < 0 || read_title(call->body, "league", league.name, error) < 0 ||
        check_new_table(call->request, error) < 0)
        return -1;
    fresh_id(league.id);
    memcpy(league.owner, call->person.id, sizeof league.owner);
    if (store_league_put(call->store, &league, error) < 0 ||
        store_league_join(call->store, league.id, call->person.id, STORE_MEMBER, league.created, error) < 0)
        return -1;
    return reply_league(call, league.id, 0, error);
}

/* The league that the body names under this key. */
static int read_league(const struct call *call, const char *key, struct store_league *league, struct flip_error *error)
{
    const char *id = string_of(call->body, key);
    const int found = id_looks_right(id) ? store_league_get(call->store, id, league, error) : 0;
    if (found == 0)
        flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such league.");
    return found == 1 ? 0 : -1;
}

static int check_league_open(const struct store_league *league, struct flip_error *error)
{
    return league->closed ? flip_fail(error, FLIP_ERROR_OVER, "This league is closed.") : 0;
}

static int join(const struct call *call, const struct store_league *league, struct flip_error *error)
{
    enum store_membership state;
    const int found = store_league_member(call->store, league->id, call->person.id, &state, error);
    if (found < 0 || check_league_open(league, error) < 0)
        return -1;
    if (found == 1 && state == STORE_MEMBER)
        return 0;
    if (found == 1 && state == STORE_REMOVED)
        return flip_fail(error, FLIP_ERROR_NOT_INVITED, "You were removed from this league.");
    const int64_t size = found == 0 ? store_league_size(call->store, league->id, error) : 0;
    if (size < 0 || check_leagues(call, error) < 0)
        return -1;
    if (size >= LEAGUE_PEOPLE)
        return flip_fail(error, FLIP_ERROR_LIMIT, "A league has at most %d members, with those who have left.",
                         LEAGUE_PEOPLE);
    return store_league_join(call->store, league->id, call->person.id, STORE_MEMBER, wall_ms(), error);
}

int post_join_league(struct call *call, struct flip_error *error)
{
    struct store_league league;
    if (read_league(call, "id", &league, error) < 0 || join(call, &league, error) < 0)
        return -1;
    return reply_league(call, league.id, 0, error);
}

/* Is somebody a member now? */
static int check_member(struct store *store, const struct store_league *league, const char *person, const char *why,
                        struct flip_error *error)
{
    enum store_membership state = STORE_LEFT;
    if (store_league_member(store, league->id, person, &state, error) < 0)
        return -1;
    return state == STORE_MEMBER ? 0 : flip_fail(error, FLIP_ERROR_NOT_INVITED, "%s", why);
}

static const char not_yours[] = "You do not belong to this league.", not_theirs[] = "This person is not a member.";

int post_leave_league(struct call *call, struct flip_error *error)
{
    struct store_league league;
    if (read_league(call, "id", &league, error) < 0 ||
        check_member(call->store, &league, call->person.id, not_yours, error) < 0)
        return -1;
    if (!league.closed && strcmp(league.owner, call->person.id) == 0)
        return flip_fail(error, FLIP_ERROR_TOO_EARLY, "Hand the league over to another member first, or close it.");
    if (store_league_join(call->store, league.id, call->person.id, STORE_LEFT, 0, error) < 0)
        return -1;
    return reply_league(call, league.id, 0, error);
}

/* --- for its owner -------------------------------------------------------------------------------------------------------- */

static int read_own(const struct call *call, struct store_league *league, struct flip_error *error)
{
    if (read_league(call, "id", league, error) < 0)
        return -1;
    return strcmp(league->owner, call->person.id) == 0
               ? check_league_open(league, error)
               : flip_fail(error, FLIP_ERROR_NOT_OWNER, "Only the owner of this league can do that.");
}

/* {"id","name","owner","closed":true}: whatever of it is there. */
int post_change_league(struct call *call, struct flip_error *error)
{
    struct store_league league;
    const char *owner = json_string_value(json_object_get(call->body, "owner"));
    if (read_own(call, &league, error) < 0 ||
        (json_object_get(call->body, "name") && read_title(call->body, "league", league.name, error) < 0) ||
        (owner && check_member(call->store, &league, owner, not_theirs, error) < 0))
        return -1;
    if (owner)
        memcpy(league.owner, owner, sizeof league.owner); /* a member's: of the right length */
    if (true_in(call->body, "closed"))
        league.closed = wall_ms();
    if (store_league_put(call->store, &league, error) < 0)
        return -1;
    return reply_league(call, league.id, 0, error);
}

/* {"id","person"}; with "back":true they may join again. */
int post_remove_member(struct call *call, struct flip_error *error)
{
    struct store_league league;
    enum store_membership state;
    const char *who = string_of(call->body, "person");
    if (read_own(call, &league, error) < 0)
        return -1;
    const bool back = true_in(call->body, "back");
    const int found = store_league_member(call->store, league.id, who, &state, error);
    if (found < 0)
        return -1;
    if (found == 0 || strcmp(who, call->person.id) == 0 || (back && state != STORE_REMOVED))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%s", not_theirs);
    if (store_league_join(call->store, league.id, who, back ? STORE_LEFT : STORE_REMOVED, 0, error) < 0)
        return -1;
    return reply_league(call, league.id, 0, error);
}

/* --- tables --------------------------------------------------------------------------------------------------------------- */

int check_league(const struct call *call, struct flip_error *error)
{
    struct store_league league;
    const json_t *spec = json_object_get(call->body, "league");
    if (!spec || json_is_null(spec))
        return 0;
    return read_league(call, "league", &league, error) < 0 || check_league_open(&league, error) < 0
               ? -1
               : check_member(call->store, &league, call->person.id, not_yours, error);
}
