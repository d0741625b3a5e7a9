/* A tournament as the store has it, and what changes in it. */
#include "server/tournaments/tournaments.h"

#include "server/people/people.h"

#include <stdlib.h>
#include <string.h>

const char *const tournament_kind_words[TOURNAMENT_KINDS] = {"swiss", "round-robin", "knock-out", "arena"};
const char *const tournament_state_words[] = {"open", "running", "over", "called off"};

static int no_memory(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the tournament.");
}

struct tournament_work *contest_work(struct flip_error *error)
{
    struct tournament_work *work = calloc(1, sizeof *work);
    if (!work)
        no_memory(error);
    return work;
}

/* --- reading ------------------------------------------------------------------------------------------------------------ */

static bool room_for_player(struct contest *contest)
{
    const int count = contest->rules.players;
    const bool grown = array_grow(&contest->players, count, &contest->players_room, sizeof *contest->players) &&
                       array_grow(&contest->entrants, count, &contest->entrants_room, sizeof *contest->entrants);
    contest->rules.player = contest->players;
    return grown;
}

static bool room_for_table(struct contest *contest)
{
    const int count = contest->rules.tables;
    const bool grown = array_grow(&contest->tables, count, &contest->tables_room, sizeof *contest->tables) &&
                       array_grow(&contest->pairings, count, &contest->pairings_room, sizeof *contest->pairings);
    contest->rules.table = contest->tables;
    return grown;
}

static struct tournament_player player_of(const struct store_entrant *entrant)
{
    return (struct tournament_player){.seed = entrant->seed,
                                      .entered = entrant->entered,
                                      .left = entrant->gone < 0 ? TOURNAMENT_STAYS : entrant->gone};
}

static int take_entrant(void *context, const struct store_entrant *entrant)
{
    struct contest *contest = context;
    if (contest->rules.players == TOURNAMENT_PLAYERS || !room_for_player(contest))
        return -1;
    contest->entrants[contest->rules.players] = *entrant;
    contest->players[contest->rules.players++] = player_of(entrant);
    return 0;
}

static struct tournament_table table_of(const struct store_pairing *pairing)
{
    struct tournament_table table = {.round = pairing->round, .seats = pairing->seats, .over = pairing->over};
    memcpy(table.player, pairing->player, sizeof table.player);
    memcpy(table.place, pairing->place, sizeof table.place);
    return table;
}

static int take_pairing(void *context, const struct store_pairing *pairing)
{
    struct contest *contest = context;
    if (!room_for_table(contest))
        return -1;
    contest->pairings[contest->rules.tables] = *pairing;
    contest->tables[contest->rules.tables++] = table_of(pairing);
    return 0;
}

static int take_row(void *context, const struct store_tournament *row)
{
    struct contest *contest = context;
    contest->row = *row;
    contest->setup = json_loads(row->setup, 0, NULL);
    contest->row.setup = NULL;
    contest->kept = contest->row;
    return contest->setup ? 0 : -1;
}

static enum tournament_kind kind_named(const char *word)
{
    const int kind = word_index(word, tournament_kind_words, TOURNAMENT_KINDS);
    return kind < 0 ? TOURNAMENT_SWISS : (enum tournament_kind)kind;
}

static int read_all(struct store *store, struct contest *contest, const char *id, struct flip_error *error)
{
    const int found = store_tournament_get(store, id, take_row, contest, error);
    if (found < 1)
        return found < 0 ? -1 : flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such tournament.");
    contest->rules.kind = kind_named(contest->row.kind);
    contest->rules.seats = contest->row.seats;
    contest->rules.least = (int)int_in(contest->setup, "least");
    contest->rules.rounds = contest->row.rounds;
    const int entrants = store_entrants(store, id, take_entrant, contest, error);
    const int pairings = entrants < 0 ? -1 : store_pairings(store, id, take_pairing, contest, error);
    if (entrants < 0 || pairings < 0)
        return -1;
    return entrants == contest->rules.players && pairings == contest->rules.tables ? 0 : no_memory(error);
}

struct contest *contest_load(struct store *store, const char *id, struct flip_error *error)
{
    struct contest *contest = calloc(1, sizeof *contest);
    if (!contest) {
        no_memory(error);
        return NULL;
    }
    if (read_all(store, contest, id, error) == 0)
        return contest;
    contest_free(contest);
    return NULL;
}

void contest_free(struct contest *contest)
{
    if (!contest)
        return;
    json_decref(contest->setup);
    free(contest->players);
    free(contest->tables);
    free(contest->entrants);
    free(contest->pairings);
    free(contest);
}

/* --- changing ----------------------------------------------------------------------------------------------------------- */

void tournaments_look(struct tournaments *all)
{
    all->next = wall_ms();
    loop_wake(all->loop, WAKE_SOON, 1);
}

static bool same(const struct store_tournament *a, const struct store_tournament *b)
{
    return a->state == b->state && a->began == b->began && a->ended == b->ended && a->due == b->due;
}

int contest_claim(struct tournaments *all, struct contest *contest, struct flip_error *error)
{
    if (contest->claimed && same(&contest->row, &contest->kept))
        return 0;
    const int claimed = store_tournament_change(all->loop->store, &contest->row, error);
    if (claimed == 0)
        return flip_fail(error, FLIP_ERROR_BUSY, "The tournament has just changed. Please try again.");
    contest->claimed = true;
    contest->kept = contest->row;
    tournaments_look(all);
    return claimed < 0 ? -1 : 0;
}

int contest_keep(struct tournaments *all, struct contest *contest, struct flip_error *error)
{
    return same(&contest->row, &contest->kept) ? 0 : contest_claim(all, contest, error);
}

int contest_player(const struct contest *contest, const char *person)
{
    for (int i = 0; i < contest->rules.players; i++)
        if (contest->entrants[i].person[0] && strcmp(contest->entrants[i].person, person) == 0)
            return i;
    return -1;
}

int contest_keep_entrant(struct store *store, struct contest *contest, int player, struct flip_error *error)
{
    contest->players[player] = player_of(&contest->entrants[player]);
    return store_entrant_put(store, contest->row.id, &contest->entrants[player], error);
}

int contest_enter(struct store *store, struct contest *contest, const struct store_entrant *entrant,
                  struct flip_error *error)
{
    const int player = contest->rules.players;
    struct store_entrant numbered = *entrant;
    numbered.number = player > 0 ? contest->entrants[player - 1].number + 1 : 0;
    numbered.entered = tournament_round(&contest->rules);
    numbered.gone = -1;
    if (player == TOURNAMENT_PLAYERS)
        return flip_fail(error, FLIP_ERROR_LIMIT, "This tournament is full: it has %d players.", TOURNAMENT_PLAYERS);
    return take_entrant(contest, &numbered) < 0 ? no_memory(error)
                                                : contest_keep_entrant(store, contest, player, error);
}

int contest_add(struct store *store, struct contest *contest, const struct tournament_table *tables, int count,
                struct flip_error *error)
{
    for (int i = 0; i < count; i++) {
        struct store_pairing pairing = {.number = contest->rules.tables,
                                        .round = tables[i].round,
                                        .seats = tables[i].seats,
                                        .over = tables[i].over};
        memcpy(pairing.player, tables[i].player, sizeof pairing.player);
        memcpy(pairing.place, tables[i].place, sizeof pairing.place);
        if (take_pairing(contest, &pairing) < 0)
            return no_memory(error);
        if (store_pairing_put(store, contest->row.id, &pairing, error) < 0)
            return -1;
    }
    return 0;
}
