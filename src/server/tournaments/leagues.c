/*
 * A league of friends, counted anew from the games at its tables whenever somebody looks: who won how often, who finished ahead of whom.
 * A game counts if at least two people who belong or belonged to the league sat there. Runs on a worker's thread.
 */
#include "server/tournaments/tournaments.h"

#include "server/people/people.h"
#include "server/rooms/room.h"
#include "store/leagues.h"
#include "store/tables.h"

#include <flipside/game.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NOBODY = -1, LAST_GAMES = 20, MOST_TABLES = 20, MOST_SEASONS = 100, ALL_GAMES = 0 };

static const char *const state_words[] = {"member", "left", "removed"};

struct member {
    char id[STORE_ID], name[STORE_NAME];
    int64_t joined;
    enum store_membership state;
};

/* What somebody has made of the games of a kind. */
struct tally {
    int games, won, places; /* the sum of places */
    double points;
};

/* How somebody did against another. */
struct met {
    int games, ahead;
};

struct played_seat {
    int member;
    bool former; /* a person who has deleted their account */
    int level, place;
    bool won;
    char person[STORE_ID], name[STORE_NAME];
};

struct played {
    char table[STORE_ID], game[STORE_GAME];
    int64_t time;
    struct played_seat seats[FLIP_MAX_SEATS];
    int count;
};

/* The games of a kind, or ALL_GAMES. */
struct kind {
    int played;
    struct tally tally[LEAGUE_PEOPLE];
};

struct counting {
    const char *asker;
    int season; /* a year; 0: all */
    struct member members[LEAGUE_PEOPLE];
    int count;
    struct met met[LEAGUE_PEOPLE][LEAGUE_PEOPLE];
    bool years[MOST_SEASONS];
    struct played game; /* that is being read */
    json_t *last;
    int kinds;
    struct kind kind[];
};

enum { FIRST_SEASON = 2000 };

static const char *title_or_id(const char *game)
{
    const struct flip_game *known = flip_game_named(game);
    return known ? known->title : game;
}

/* --- one game ----------------------------------------------------------------------------------------------------------- */

static int kind_of(const char *game)
{
    for (int i = 0; flip_game_at(i); i++)
        if (strcmp(flip_game_at(i)->id, game) == 0)
            return i + 1;
    return ALL_GAMES;
}

/* The seat in which somebody did best, who may have had several; NULL: none. */
static const struct played_seat *best_seat(const struct played *game, int member)
{
    const struct played_seat *best = NULL;
    for (int i = 0; i < game->count; i++)
        if (game->seats[i].member == member && (!best || game->seats[i].place < best->place))
            best = &game->seats[i];
    return best;
}

/* An equal share of the point for each opponent behind, and half of it for each who is level. */
static double points_of(const struct played *game, const struct played_seat *own)
{
    int opponents = 0;
    double points = 0;
    for (int i = 0; i < game->count; i++) {
        const struct played_seat *seat = &game->seats[i];
        if (seat->member == own->member)
            continue;
        opponents++;
        points += own->place < seat->place ? 1 : own->place == seat->place ? 0.5 : 0;
    }
    return opponents > 0 ? points / opponents : 0;
}

static void count_for(struct counting *all, int kind, const struct played_seat *own, bool won)
{
    struct tally *tally = &all->kind[kind].tally[own->member];
    tally->games++;
    tally->won += won;
    tally->places += own->place;
    tally->points += points_of(&all->game, own);
}

static bool has_won(const struct played *game, int member)
{
    for (int i = 0; i < game->count; i++)
        if (game->seats[i].member == member && game->seats[i].won)
            return true;
    return false;
}

static void count_member(struct counting *all, int member, int kind)
{
    const struct played_seat *own = best_seat(&all->game, member);
    if (!own)
        return;
    const bool won = has_won(&all->game, member);
    count_for(all, ALL_GAMES, own, won);
    if (kind != ALL_GAMES)
        count_for(all, kind, own, won);
    for (int other = 0; other < all->count; other++) {
        const struct played_seat *theirs = other != member ? best_seat(&all->game, other) : NULL;
        if (!theirs)
            continue;
        all->met[member][other].games++;
        all->met[member][other].ahead += own->place < theirs->place;
    }
}

static int people_in(const struct counting *all, const struct played *game)
{
    int people = 0;
    for (int i = 0; i < game->count; i++)
        people += game->seats[i].former;
    for (int member = 0; member < all->count; member++)
        people += best_seat(game, member) != NULL;
    return people;
}

static json_t *played_json(const struct played *game)
{
    json_t *seats = json_array();
    for (int i = 0; i < game->count; i++) {
        const struct played_seat *seat = &game->seats[i];
        json_array_append_new(seats, json_pack("{s:s, s:s?, s:o, s:i, s:b}", "name", seat->name, "person",
                                               seat->person[0] ? seat->person : NULL, "level",
                                               seat->level > 0 ? json_integer(seat->level) : json_null(), "place",
                                               seat->place, "won", seat->won));
    }
    return json_pack("{s:s, s:s, s:s, s:I, s:o}", "table", game->table, "game", game->game, "title",
                     title_or_id(game->game), "time", (json_int_t)game->time, "seats", seats);
}

static int year_of(int64_t time)
{
    const time_t seconds = (time_t)(time / 1000);
    struct tm parts = {0};
    gmtime_r(&seconds, &parts);
    return parts.tm_year + 1900;
}

/* All its seats have been read. */
static void count_game(struct counting *all)
{
    const struct played *game = &all->game;
    if (game->count == 0 || people_in(all, game) < 2)
        return;
    const int year = year_of(game->time), kind = kind_of(game->game);
    if (year >= FIRST_SEASON && year < FIRST_SEASON + MOST_SEASONS)
        all->years[year - FIRST_SEASON] = true;
    if (all->season && all->season != year)
        return;
    all->kind[ALL_GAMES].played++;
    all->kind[kind].played += kind != ALL_GAMES;
    for (int member = 0; member < all->count; member++)
        count_member(all, member, kind);
    if (json_array_size(all->last) < LAST_GAMES)
        json_array_append_new(all->last, played_json(game));
}

/* --- reading ------------------------------------------------------------------------------------------------------------ */

static int take_member(void *context, const struct store_row *row)
{
    struct counting *all = context;
    struct member *member = &all->members[all->count++];
    snprintf(member->id, sizeof member->id, "%s", row->cell[0].text);
    snprintf(member->name, sizeof member->name, "%s", row->cell[1].text);
    member->joined = row->cell[2].integer;
    member->state = (enum store_membership)row->cell[3].integer;
    return all->count < LEAGUE_PEOPLE ? 0 : -1;
}

static int member_named(const struct counting *all, const char *person)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->members[i].id, person) == 0)
            return i;
    return NOBODY;
}

static int take_seat(void *context, const struct store_row *row)
{
    struct counting *all = context;
    struct played *game = &all->game;
    if (strcmp(game->table, row->cell[0].text) != 0) {
        count_game(all);
        *game = (struct played){.time = row->cell[2].integer};
        snprintf(game->table, sizeof game->table, "%s", row->cell[0].text);
        snprintf(game->game, sizeof game->game, "%s", row->cell[1].text);
    }
    if (game->count == FLIP_MAX_SEATS)
        return 0;
    struct played_seat *seat = &game->seats[game->count++];
    snprintf(seat->person, sizeof seat->person, "%s", row->cell[3].text);
    snprintf(seat->name, sizeof seat->name, "%s", row->cell[4].text);
    seat->member = seat->person[0] ? member_named(all, seat->person) : NOBODY;
    seat->level = (int)row->cell[5].integer;
    seat->former = !seat->person[0] && seat->level == 0;
    seat->place = (int)row->cell[6].integer;
    seat->won = row->cell[7].integer != 0;
    return 0;
}

/* --- tables that wait or run -------------------------------------------------------------------------------------------- */

struct listing {
    json_t *tables;
    const char *asker;
};

static int take_table(void *context, const struct store_row *row)
{
    const struct listing *listing = context;
    json_t *head = json_loads(row->cell[2].text, 0, NULL), *names = json_array();
    const json_t *seats = json_object_get(head, "seats");
    const char *game = string_of(head, "game"), *key = string_of(head, "link");
    char path[80];
    bool here = false, free_seat = false;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = string_of(seat, "name");
        here |= strcmp(string_of(seat, "person"), listing->asker) == 0;
        free_seat |= strcmp(string_of(seat, "kind"), "link") == 0 && !*string_of(seat, "kept_for");
        json_array_append_new(names, *name ? json_string(name) : json_null());
    }
    if (*key && free_seat && !here && row->cell[1].integer == STORE_WAITING)
        snprintf(path, sizeof path, "/join/%.22s.%.22s", row->cell[0].text, key);
    else
        snprintf(path, sizeof path, "/t/%.22s", row->cell[0].text);
    if (*game)
        json_array_append_new(listing->tables,
                              json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:O}", "table", row->cell[0].text, "game", game,
                                        "title", title_or_id(game), "status",
                                        row->cell[1].integer == STORE_WAITING ? "waiting" : "running", "path", path,
                                        "here", here, "seats", names));
    json_decref(names);
    json_decref(head);
    return 0;
}

/* --- the answer --------------------------------------------------------------------------------------------------------- */

struct ranked {
    int member, rank;
    const struct tally *tally;
};

/* Parts of a point are sums of fractions: what differs by less is the same. */
static int compare(const struct tally *a, const struct tally *b)
{
    const double difference = a->points - b->points;
    if (fabs(difference) > 1e-6)
        return difference > 0 ? -1 : 1;
    if (a->won != b->won)
        return b->won - a->won;
    const int64_t left = (int64_t)a->places * b->games, right = (int64_t)b->places * a->games;
    return left < right ? -1 : left > right;
}

static int by_rank(const void *a, const void *b)
{
    const struct ranked *first = a, *second = b;
    const int order = compare(first->tally, second->tally);
    return order ? order : first->member - second->member;
}

static double rounded(double value) { return round(value * 100) / 100; }

static json_t *rows_of(const struct counting *all, int kind)
{
    struct ranked order[LEAGUE_PEOPLE];
    int count = 0;
    for (int member = 0; member < all->count; member++)
        if (all->kind[kind].tally[member].games > 0)
            order[count++] = (struct ranked){.member = member, .tally = &all->kind[kind].tally[member]};
    qsort(order, (size_t)count, sizeof *order, by_rank);
    json_t *rows = json_array();
    for (int i = 0; i < count; i++) {
        const struct member *member = &all->members[order[i].member];
        const struct tally *tally = order[i].tally;
        order[i].rank = i > 0 && compare(order[i - 1].tally, tally) == 0 ? order[i - 1].rank : i + 1;
        json_array_append_new(
            rows, json_pack("{s:i, s:s, s:s, s:b, s:b, s:i, s:i, s:f, s:f}", "rank", order[i].rank, "person",
                            member->id, "name", member->name, "you", strcmp(member->id, all->asker) == 0, "gone",
                            member->state != STORE_MEMBER, "games", tally->games, "won", tally->won, "place",
                            rounded((double)tally->places / tally->games), "points", rounded(tally->points)));
    }
    return rows;
}

/* All games together, and each that was played. */
static json_t *standings_json(const struct counting *all)
{
    json_t *out = json_array();
    for (int kind = ALL_GAMES; kind < all->kinds; kind++) {
        const struct flip_game *game = kind == ALL_GAMES ? NULL : flip_game_at(kind - 1);
        if (kind == ALL_GAMES || all->kind[kind].played > 0)
            json_array_append_new(out, json_pack("{s:s?, s:s?, s:i, s:o}", "game", game ? game->id : NULL, "title",
                                                 game ? game->title : NULL, "games", all->kind[kind].played, "rows",
                                                 rows_of(all, kind)));
    }
    return out;
}

static json_t *meetings_json(const struct counting *all)
{
    json_t *out = json_array();
    for (int member = 0; member < all->count; member++)
        for (int other = member + 1; other < all->count; other++) {
            const struct met *met = &all->met[member][other];
            if (met->games > 0)
                json_array_append_new(out, json_pack("{s:s, s:s, s:i, s:i, s:i}", "person", all->members[member].id,
                                                     "other", all->members[other].id, "games", met->games, "ahead",
                                                     met->ahead, "behind", all->met[other][member].ahead));
        }
    return out;
}

static json_t *members_json(const struct counting *all, const char *owner)
{
    json_t *out = json_array();
    for (int i = 0; i < all->count; i++) {
        const struct member *member = &all->members[i];
        if (member->state != STORE_LEFT)
            json_array_append_new(out, json_pack("{s:s, s:s, s:I, s:s, s:b, s:b}", "person", member->id, "name",
                                                 member->name, "joined", (json_int_t)member->joined, "state",
                                                 state_words[member->state], "owner", strcmp(member->id, owner) == 0,
                                                 "you", strcmp(member->id, all->asker) == 0));
    }
    return out;
}

static json_t *seasons_json(const struct counting *all)
{
    json_t *out = json_array();
    for (int i = MOST_SEASONS - 1; i >= 0; i--)
        if (all->years[i])
            json_array_append_new(out, json_integer(FIRST_SEASON + i));
    return out;
}

static json_t *answer_of(const struct counting *all, const struct store_league *league, json_t *tables)
{
    const int mine = member_named(all, all->asker);
    return json_pack("{s:{s:s, s:s, s:I, s:o, s:b}, s:s?, s:o, s:o, s:o, s:o, s:o, s:O, s:O}", "league", "id",
                     league->id, "name", league->name, "created", (json_int_t)league->created, "closed",
                     league->closed ? json_integer(league->closed) : json_null(), "yours",
                     all->asker[0] && strcmp(league->owner, all->asker) == 0, "mine",
                     mine == NOBODY ? NULL : state_words[all->members[mine].state], "season",
                     all->season ? json_integer(all->season) : json_null(), "seasons", seasons_json(all), "members",
                     members_json(all, league->owner), "standings", standings_json(all), "meetings", meetings_json(all),
                     "games", all->last, "tables", tables);
}

static json_t *count_all(struct store *store, struct counting *all, const struct store_league *league,
                         struct flip_error *error)
{
    struct listing listing = {.tables = json_array(), .asker = all->asker};
    all->last = json_array();
    bool read = store_league_members(store, league->id, take_member, all, error) >= 0 &&
                store_league_seats(store, league->id, take_seat, all, error) >= 0;
    count_game(all); /* the last one */
    const int mine = member_named(all, all->asker);
    if (read && mine != NOBODY && all->members[mine].state == STORE_MEMBER)
        read = store_league_tables(store, league->id, MOST_TABLES, take_table, &listing, error) >= 0;
    json_t *answer = read ? answer_of(all, league, listing.tables) : NULL;
    json_decref(listing.tables);
    json_decref(all->last);
    return answer;
}

json_t *league_json(struct store *store, const char *id, const char *asker, int season, struct flip_error *error)
{
    struct store_league league;
    const int found = store_league_get(store, id, &league, error);
    if (found < 1) {
        if (found == 0)
            flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such league.");
        return NULL;
    }
    int kinds = 1;
    while (flip_game_at(kinds - 1))
        kinds++;
    struct counting *all = calloc(1, sizeof *all + (size_t)kinds * sizeof *all->kind);
    if (!all)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the league."));
    all->asker = asker;
    all->season = season;
    all->kinds = kinds;
    json_t *answer = count_all(store, all, &league, error);
    free(all);
    return answer;
}
