/*
 * Tournaments on a server. A *contest* is a tournament as it was read from the store, with its players and tables in the shape that
 * src/tournament pairs and ranks. Whoever changes one claims it first (contest_claim), so that of several servers only one does.
 *
 * The server looks at a tournament when it is due: its start, a table that has ended, the next round, the end of an arena.
 */
#pragma once

#include "store/tournaments.h"
#include "tournament/tournament.h"

#include <flipside/error.h>
#include <jansson.h>

struct loop;
struct people;
struct rooms;

/// The data of this layer.
struct tournaments {
    struct loop *loop;
    struct people *people; /* who are told */
    struct rooms *rooms;   /* where their tables are made */
    int64_t next;          /* when to look again, by wall_ms; 0: nothing is due */
};

/* --- contest.c ---------------------------------------------------------------------------------------------------------- */

struct contest {
    struct store_tournament row;
    json_t *setup; /* of its tables: game, options, clock, rated */
    struct tournament rules;
    struct tournament_player *players; /* those of `rules` */
    struct tournament_table *tables;
    struct store_entrant *entrants; /* in the order of players */
    struct store_pairing *pairings; /* in the order of tables */
    int players_room, entrants_room, tables_room, pairings_room;
    struct store_tournament kept; /* what the store has of `row`; */
    bool claimed;                 /* it is this server's until the commit */
};

extern const char *const tournament_kind_words[TOURNAMENT_KINDS];
extern const char *const tournament_state_words[];

/// NULL: there is none, or the store failed.
struct contest *contest_load(struct store *store, const char *id, struct flip_error *error);
void contest_free(struct contest *contest);
/// Before the first change: nobody else changes it until the commit. Keeps its state and times, too, if they are not what they were.
/// -1: somebody else has changed it (FLIP_ERROR_BUSY), or the store failed.
int contest_claim(struct tournaments *all, struct contest *contest, struct flip_error *error);
/// Keeps its state and times, if they are not what they were.
int contest_keep(struct tournaments *all, struct contest *contest, struct flip_error *error);
/// The player of that person; -1: none.
int contest_player(const struct contest *contest, const char *person);
/// One more player, who begins with the round that is paired next.
int contest_enter(struct store *store, struct contest *contest, const struct store_entrant *entrant,
                  struct flip_error *error);
int contest_keep_entrant(struct store *store, struct contest *contest, int player, struct flip_error *error);
/// Adds the tables of a round, or of an arena, without places for those that are not byes.
int contest_add(struct store *store, struct contest *contest, const struct tournament_table *tables, int count,
                struct flip_error *error);
/// The memory for pairing and ranking. NULL: there is none.
struct tournament_work *contest_work(struct flip_error *error);

/// A tournament has changed, and is looked at soon.
void tournaments_look(struct tournaments *all);

/* --- seating.c ---------------------------------------------------------------------------------------------------------- */

/// Makes the tables of up to `most` pairings that have none yet, and tells those who sit there; the others soon.
int contest_seat(struct tournaments *all, struct contest *contest, int most, struct flip_error *error);
/// Tells those at a table, or who have a bye, if they are here.
void contest_tell_table(struct people *people, const struct contest *contest, int number);
/// Tells everybody who has entered and is here that something has happened.
void contest_tell(struct people *people, const struct contest *contest, const char *what);

/* --- rounds.c ------------------------------------------------------------------------------------------------------------- */

/// It begins: with enough players, or it is called off.
int contest_begin(struct tournaments *all, struct contest *contest, struct flip_error *error);
/// Is there something to look at?
bool tournaments_due(const struct tournaments *all);
/// Looks at those that are due. Called once per turn of the loop, before the commit.
void tournaments_run(struct tournaments *all);
/// Somewhere a game is over.
void tournaments_game_over(struct tournaments *all);

/* --- leagues.c ---------------------------------------------------------------------------------------------------------- */

enum { LEAGUE_PEOPLE = 60 /* who belong or have belonged to a league */ };

/// LEAGUE of docs/api.md as `asker` (empty: a stranger) sees it: of one year, or of all (0). On a worker's thread. NULL: there is none, or
/// the store failed.
json_t *league_json(struct store *store, const char *id, const char *asker, int season, struct flip_error *error);
