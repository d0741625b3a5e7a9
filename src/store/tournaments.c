/* Tournaments: what was asked for, who has entered, who met whom. Players and places of a pairing are short lists of numbers. */
#include "store/parts.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIST = 64 };

/* --- tournaments -------------------------------------------------------------------------------------------------------- */

#define COLUMNS                                                                                                        \
    "id, owner, name, game, kind, seats, rounds, length, pause, listed, state, created, starts, began, ended, due,"    \
    " version, setup, (SELECT count(*) FROM entrant e WHERE e.tournament = t.id) AS entrants"

static void read_tournament(const struct query *row, struct store_tournament *out)
{
    *out = (struct store_tournament){.seats = db_int(row, 5),
                                     .rounds = db_int(row, 6),
                                     .length = db_int64(row, 7),
                                     .pause = db_int64(row, 8),
                                     .listed = db_int(row, 9) != 0,
                                     .state = (enum store_tournament_state)db_int(row, 10),
                                     .created = db_int64(row, 11),
                                     .starts = db_int64(row, 12),
                                     .began = db_int64(row, 13),
                                     .ended = db_int64(row, 14),
                                     .due = db_int64(row, 15),
                                     .version = db_int64(row, 16),
                                     .setup = store_column(row, 17),
                                     .entrants = db_int(row, 18)};
    snprintf(out->id, sizeof out->id, "%s", store_column(row, 0));
    snprintf(out->owner, sizeof out->owner, "%s", store_column(row, 1));
    snprintf(out->name, sizeof out->name, "%s", store_column(row, 2));
    snprintf(out->game, sizeof out->game, "%s", store_column(row, 3));
    snprintf(out->kind, sizeof out->kind, "%s", store_column(row, 4));
}

static int visit_tournaments(struct store *store, struct query *query, store_tournament_visit *visit, void *context,
                             struct flip_error *error)
{
    struct rows rows = {.query = query};
    bool no_memory = false;
    while (!no_memory && store_next(&rows)) {
        struct store_tournament tournament;
        read_tournament(query, &tournament);
        no_memory = visit(context, &tournament) < 0;
    }
    const int count = store_end(store, &rows, error);
    return no_memory ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the tournaments.")
                     : count;
}

int store_tournament_put(struct store *store, const struct store_tournament *tournament, struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO tournament(id, owner, name, game, kind, seats, rounds, length, pause, listed, state, created,"
        " starts, began, ended, due, version, setup)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        T(tournament->id), T(tournament->owner), T(tournament->name), T(tournament->game), T(tournament->kind),
        I(tournament->seats), I(tournament->rounds), I(tournament->length), I(tournament->pause), I(tournament->listed),
        I(tournament->state), I(tournament->created), I(tournament->starts), I(tournament->began), I(tournament->ended),
        I(tournament->due), I(tournament->version), T(tournament->setup));
}

int store_tournament_change(struct store *store, struct store_tournament *tournament, struct flip_error *error)
{
    struct query *query = BIND(store,
                               "UPDATE tournament SET version = version + 1, state = ?3, began = ?4, ended = ?5,"
                               " due = ?6 WHERE id = ?1 AND version = ?2",
                               T(tournament->id), I(tournament->version), I(tournament->state), I(tournament->began),
                               I(tournament->ended), I(tournament->due));
    const int changed = store_change_claimed(store, query, error);
    tournament->version += changed == 1;
    return changed;
}

int store_tournament_get(struct store *store, const char *id, store_tournament_visit *visit, void *context,
                         struct flip_error *error)
{
    return visit_tournaments(store, BIND(store, "SELECT " COLUMNS " FROM tournament t WHERE id = ?1", T(id)), visit,
                             context, error);
}

int store_tournaments(struct store *store, const char *person, int limit, store_tournament_visit *visit, void *context,
                      struct flip_error *error)
{
    struct query *query =
        BIND(store,
             "SELECT " COLUMNS " FROM tournament t WHERE listed <> 0 OR (owner = ?1 AND ?1 <> '') OR id IN"
             " (SELECT tournament FROM entrant WHERE person = ?1 AND ?1 <> '')"
             " ORDER BY CASE WHEN state < 2 THEN 0 ELSE 1 END, created DESC, id LIMIT ?2",
             T(person), I(limit));
    return visit_tournaments(store, query, visit, context, error);
}

int store_tournaments_due(struct store *store, int64_t time, int limit, store_tournament_visit *visit, void *context,
                          struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT " COLUMNS " FROM tournament t WHERE due > 0 AND due <= ?1 ORDER BY due, id LIMIT ?2",
             I(time), I(limit));
    return visit_tournaments(store, query, visit, context, error);
}

int64_t store_tournament_next(struct store *store, struct flip_error *error)
{
    return store_get_number(store, QUERY(store, "SELECT min(due) FROM tournament WHERE due > 0"), error);
}

int64_t store_tournament_count(struct store *store, const char *owner, struct flip_error *error)
{
    return store_get_number(
        store, BIND(store, "SELECT count(*) FROM tournament WHERE owner = ?1 AND state < 2", T(owner)), error);
}

/* --- who has entered ---------------------------------------------------------------------------------------------------- */

int store_entrant_put(struct store *store, const char *tournament, const struct store_entrant *entrant,
                      struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO entrant(tournament, number, person, name, level, seed, entered, gone)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(tournament, number) DO UPDATE SET"
                  " person = excluded.person, name = excluded.name, level = excluded.level, seed = excluded.seed,"
                  " entered = excluded.entered, gone = excluded.gone",
                  T(tournament), I(entrant->number), T(entrant->person), T(entrant->name), I(entrant->level),
                  I(entrant->seed), I(entrant->entered), I(entrant->gone));
}

int store_entrant_delete(struct store *store, const char *tournament, int number, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM entrant WHERE tournament = ?1 AND number = ?2", T(tournament), I(number));
}

/* Somebody whose data is being deleted has no name any more; everybody else the one that they have now. */
int store_entrants(struct store *store, const char *tournament, store_entrant_visit *visit, void *context,
                   struct flip_error *error)
{
    struct query *query =
        BIND(store,
             "SELECT number, coalesce(p.id, ''), CASE WHEN e.level > 0 OR e.person = '' THEN e.name ELSE"
             " coalesce(p.name, '" STORE_FORMER "') END, level, seed, entered, gone FROM entrant e"
             " LEFT JOIN person p ON p.id = e.person WHERE tournament = ?1 ORDER BY number",
             T(tournament));
    struct rows rows = {.query = query};
    bool stop = false;
    while (!stop && store_next(&rows)) {
        struct store_entrant entrant = {.number = db_int(query, 0),
                                        .level = db_int(query, 3),
                                        .seed = db_int(query, 4),
                                        .entered = db_int(query, 5),
                                        .gone = db_int(query, 6)};
        snprintf(entrant.person, sizeof entrant.person, "%s", store_column(query, 1));
        snprintf(entrant.name, sizeof entrant.name, "%s", store_column(query, 2));
        stop = visit(context, &entrant) < 0;
    }
    return store_end(store, &rows, error);
}

/* --- who met whom ------------------------------------------------------------------------------------------------------- */

static void write_numbers(const int *numbers, int count, char out[LIST])
{
    int length = 0;
    out[0] = '\0';
    for (int i = 0; i < count && length < LIST; i++)
        length += snprintf(out + length, (size_t)(LIST - length), "%s%d", i ? "," : "", numbers[i]);
}

/* Returns how many there were. */
static int read_numbers(const char *text, int out[STORE_TABLE_SEATS])
{
    int count = 0;
    while (*text && count < STORE_TABLE_SEATS) {
        char *end;
        out[count++] = (int)strtol(text, &end, 10);
        text = *end == ',' ? end + 1 : "";
    }
    return count;
}

int store_pairing_put(struct store *store, const char *tournament, const struct store_pairing *pairing,
                      struct flip_error *error)
{
    char players[LIST], places[LIST];
    write_numbers(pairing->player, pairing->seats, players);
    write_numbers(pairing->place, pairing->seats, places);
    return CHANGE(store, error,
                  "INSERT INTO pairing(tournament, number, round, game_table, players, places, finished)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(tournament, number) DO UPDATE SET"
                  " game_table = excluded.game_table, places = excluded.places, finished = excluded.finished",
                  T(tournament), I(pairing->number), I(pairing->round), T(pairing->table), T(players), T(places),
                  I(pairing->over));
}

static void read_pairing(const struct query *row, struct store_pairing *out)
{
    *out = (struct store_pairing){.number = db_int(row, 0), .round = db_int(row, 1), .over = db_int(row, 5) != 0};
    snprintf(out->table, sizeof out->table, "%s", store_column(row, 2));
    out->seats = read_numbers(store_column(row, 3), out->player);
    read_numbers(store_column(row, 4), out->place);
}

int store_pairings(struct store *store, const char *tournament, store_pairing_visit *visit, void *context,
                   struct flip_error *error)
{
    struct query *query = BIND(store,
                               "SELECT number, round, game_table, players, places, finished FROM pairing"
                               " WHERE tournament = ?1 ORDER BY number",
                               T(tournament));
    struct rows rows = {.query = query};
    bool stop = false;
    while (!stop && store_next(&rows)) {
        struct store_pairing pairing;
        read_pairing(query, &pairing);
        stop = visit(context, &pairing) < 0;
    }
    return store_end(store, &rows, error);
}

int store_pairings_open(struct store *store, const char *tournament, int *open, int *without, struct flip_error *error)
{
    struct query *query = BIND(store,
                               "SELECT count(*), count(CASE WHEN game_table = '' THEN 1 END) FROM pairing"
                               " WHERE tournament = ?1 AND finished = 0",
                               T(tournament));
    struct rows rows = {.query = query};
    *open = *without = 0;
    if (store_next(&rows)) {
        *open = db_int(query, 0);
        *without = db_int(query, 1);
    }
    return store_end(store, &rows, error) < 0 ? -1 : 0;
}

/* One row a seat; `status` is NULL of a table that is no more, and `place` of one that ended without results. */
static void read_place(const struct query *row, struct store_pairing *pairing)
{
    const bool erased = row->db->kind->type(row, 6) == DB_NULL, none = row->db->kind->type(row, 7) == DB_NULL;
    const bool agreed = !erased && db_int(row, 6) == STORE_ENDED;
    const int seat = none ? -1 : db_int(row, 7);
    for (int i = 0; i < pairing->seats && none; i++)
        pairing->place[i] = agreed ? 1 : 0;
    if (seat >= 0 && seat < pairing->seats)
        pairing->place[seat] = db_int(row, 9) ? 0 : db_int(row, 8);
    pairing->over = true;
}

int store_pairings_ended(struct store *store, const char *tournament, store_pairing_visit *visit, void *context,
                         struct flip_error *error)
{
    struct query *query =
        BIND(store,
             "SELECT p.number, p.round, p.game_table, p.players, p.places, p.finished, g.status, r.seat,"
             " r.place, r.gone FROM pairing p LEFT JOIN game_table g ON g.id = p.game_table"
             " LEFT JOIN result r ON r.game_table = p.game_table WHERE p.tournament = ?1 AND"
             " p.finished = 0 AND p.game_table <> '' AND"
             " (g.status IS NULL OR g.status = 3 OR (g.status = 2 AND g.finished > 0))"
             " ORDER BY p.number, r.seat",
             T(tournament));
    struct rows rows = {.query = query};
    struct store_pairing pairing = {.number = -1};
    bool stop = false;
    while (!stop && store_next(&rows)) {
        if (db_int(query, 0) != pairing.number) {
            stop = pairing.number >= 0 && visit(context, &pairing) < 0;
            read_pairing(query, &pairing);
        }
        read_place(query, &pairing);
    }
    if (!stop && pairing.number >= 0)
        visit(context, &pairing);
    return store_end(store, &rows, error);
}
