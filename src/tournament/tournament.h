/*
 * Tournaments: computes pairings and standings from the players and the tables so far (docs/tournaments.md has the
 * rules). Pure functions: no state, no randomness, no clock. The caller lends scratch memory (struct tournament_work),
 * to one call at a time.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    TOURNAMENT_PLAYERS = 1024,
    TOURNAMENT_SEATS = 6,
    TOURNAMENT_ROUNDS = 100,
    TOURNAMENT_POINT = 120, /* of a table that was won: it can be divided among every size of table */
    TOURNAMENT_STAYS = INT_MAX,
    TOURNAMENT_TIE_BREAKS = 5
};

enum tournament_kind {
    TOURNAMENT_SWISS,
    TOURNAMENT_ROUND_ROBIN,
    TOURNAMENT_KNOCK_OUT,
    TOURNAMENT_ARENA,
    TOURNAMENT_KINDS
};

struct tournament_player {
    int seed;    /* strength before the first round, such as a rating; among equals the first to enter is better */
    int entered; /* the first round they play, from 0; an arena counts pairings. Coming back is entering again. */
    int left;    /* the first round they no longer play, or TOURNAMENT_STAYS */
};

/// A table, finished or running. One seat: a bye.
struct tournament_table {
    int round, seats;
    int player[TOURNAMENT_SEATS]; /* by seat */
    int place[TOURNAMENT_SEATS];  /* from 1; equal places are a tie; 0: forfeited, which scores nothing */
    bool over;
};

struct tournament {
    enum tournament_kind kind;
    int seats;  /* at a full table: 2 to 6 */
    int least;  /* at the smallest table that the game allows: 2 or more */
    int rounds; /* Swiss: how many; round robin: 0 for everybody once; not used by the others */
    int players, tables;
    const struct tournament_player *player;
    const struct tournament_table *table; /* in the order of pairing */
};

struct tournament_standing {
    int player;
    int rank;   /* from 1; equal if all tie-breaks are equal */
    int points; /* in parts of TOURNAMENT_POINT */
    int tables, wins, byes;
    int survived;                       /* knock-out: rounds */
    int last;                           /* the score at the last table */
    int64_t buchholz, berger, direct;   /* in parts of 120 * TOURNAMENT_POINT; direct in parts of TOURNAMENT_POINT */
    int64_t key[TOURNAMENT_TIE_BREAKS]; /* sort keys, in the order of tournament_tie_breaks */
};

/// Memory for one call.
struct tournament_work {
    uint8_t met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS]; /* how often */
    uint8_t sat[TOURNAMENT_PLAYERS][TOURNAMENT_SEATS];   /* how often in each seat */
    int8_t last_seat[TOURNAMENT_PLAYERS];
    int last_table[TOURNAMENT_PLAYERS]; /* its number; -1: none */
    bool busy[TOURNAMENT_PLAYERS];      /* at a running table */
    struct tournament_standing row[TOURNAMENT_PLAYERS];
    int rank[TOURNAMENT_PLAYERS]; /* by player: the index in the order of pairing */
    int group[TOURNAMENT_PLAYERS];
    int who[TOURNAMENT_PLAYERS]; /* the players to be paired, best first */
    int count;
    /* the matching, by place in `who` */
    int mate[TOURNAMENT_PLAYERS], parent[TOURNAMENT_PLAYERS], base[TOURNAMENT_PLAYERS], queue[TOURNAMENT_PLAYERS];
    bool there[TOURNAMENT_PLAYERS], used[TOURNAMENT_PLAYERS], blossom[TOURNAMENT_PLAYERS], later[TOURNAMENT_PLAYERS];
    int level;     /* the most often that two may have met */
    bool no_again; /* nor may they have just played at the same table */
    int64_t steps; /* pairs of players examined, as a measure of cost; calls only add to it */
};

/// How many rounds it will have; 0 for an arena.
int tournament_rounds(const struct tournament *tournament);
/// The next round to be paired, from 0.
int tournament_round(const struct tournament *tournament);
/// Is a table running?
bool tournament_playing(const struct tournament *tournament);

/// Pairs the next round, or in an arena the free players, into `out`, which has room for as many tables as there are
/// players. Byes come last, and are over. 0: nothing to pair, since tables are running or it is over.
int tournament_pair(const struct tournament *tournament, struct tournament_work *work, struct tournament_table *out);

/// Writes everybody who entered, best first, into `out`, which has room for all players.
void tournament_standings(const struct tournament *tournament, struct tournament_work *work,
                          struct tournament_standing *out);

/// The sort keys, most important first, as words of the API; ends with NULL.
const char *const *tournament_tie_breaks(enum tournament_kind kind);

/// The score of a seat at a table, in parts of TOURNAMENT_POINT.
int tournament_score(const struct tournament_table *table, int seat);
/// How many of this player's last tables since entering were forfeited in a row.
int tournament_forfeits(const struct tournament *tournament, int player);
