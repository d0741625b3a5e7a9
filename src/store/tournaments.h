/* Tournaments: what was asked for, who has entered, who met whom. */
#pragma once

#include "store/store.h"

enum { STORE_KIND = 16, STORE_TABLE_SEATS = 6 };
enum store_tournament_state { STORE_ENTERING, STORE_PLAYING, STORE_DECIDED, STORE_CALLED_OFF };

struct store_tournament {
    char id[STORE_ID], owner[STORE_ID], name[STORE_NAME], game[STORE_GAME], kind[STORE_KIND];
    int seats, rounds;
    int64_t length; /* of an arena, in milliseconds */
    int64_t pause;  /* between rounds */
    bool listed;
    enum store_tournament_state state;
    int64_t created, starts, began, ended; /* 0: not */
    int64_t due;                           /* when the server has something to do about it; 0: nothing */
    int64_t version;
    const char *setup; /* JSON, of its tables; of one that was read: until the visit is over */
    int entrants;      /* only read */
};
int store_tournament_put(struct store *store, const struct store_tournament *tournament, struct flip_error *error);
/// Keeps what can change: state, times, due. 1: it was of this version and has the next one now, which stands in `tournament` as well;
/// until the commit nobody else changes it. 0: another server has changed it.
int store_tournament_change(struct store *store, struct store_tournament *tournament, struct flip_error *error);
typedef int store_tournament_visit(void *context, const struct store_tournament *tournament);
/// 1: found, 0: there is none.
int store_tournament_get(struct store *store, const char *id, store_tournament_visit *visit, void *context,
                         struct flip_error *error);
/// Those in the list and those of this person (who made or entered them), newest first.
int store_tournaments(struct store *store, const char *person, int limit, store_tournament_visit *visit, void *context,
                      struct flip_error *error);
/// Those about which there is something to do by that time.
int store_tournaments_due(struct store *store, int64_t time, int limit, store_tournament_visit *visit, void *context,
                          struct flip_error *error);
/// When the next one is due; 0: none, -1: the store failed.
int64_t store_tournament_next(struct store *store, struct flip_error *error);
/// How many of a person's own are not over; -1: the store failed.
int64_t store_tournament_count(struct store *store, const char *owner, struct flip_error *error);

/// Who has entered, counted from 0.
struct store_entrant {
    int number;
    char person[STORE_ID]; /* empty: a bot, or somebody who is no more */
    char name[STORE_NAME];
    int level; /* of a bot */
    int seed, entered;
    int gone; /* the first round without them; -1: they are there */
};
/// Makes or replaces it.
int store_entrant_put(struct store *store, const char *tournament, const struct store_entrant *entrant,
                      struct flip_error *error);
/// Somebody who has not played.
int store_entrant_delete(struct store *store, const char *tournament, int number, struct flip_error *error);
typedef int store_entrant_visit(void *context, const struct store_entrant *entrant);
int store_entrants(struct store *store, const char *tournament, store_entrant_visit *visit, void *context,
                   struct flip_error *error);

/// A table of a tournament, counted from 0.
struct store_pairing {
    int number, round, seats;
    int player[STORE_TABLE_SEATS], place[STORE_TABLE_SEATS];
    char table[STORE_ID]; /* empty: it is still to be made, or a bye */
    bool over;
};
int store_pairing_put(struct store *store, const char *tournament, const struct store_pairing *pairing,
                      struct flip_error *error);
typedef int store_pairing_visit(void *context, const struct store_pairing *pairing);
int store_pairings(struct store *store, const char *tournament, store_pairing_visit *visit, void *context,
                   struct flip_error *error);
/// How many are not over, and how many of them have no table yet.
int store_pairings_open(struct store *store, const char *tournament, int *open, int *without, struct flip_error *error);
/// Those that are not over though their tables are: with `over`, and `place` by what became of each seat (0: forfeited). A table that ended
/// without a result is a tie; one that is no more is forfeited by all.
int store_pairings_ended(struct store *store, const char *tournament, store_pairing_visit *visit, void *context,
                         struct flip_error *error);
