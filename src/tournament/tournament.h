/*
 * Tournaments: from who plays and what was played so far to the next pairings and to the standings. docs/tournaments.md states the rules.
 *
 * Everything is a function of its input: nothing here keeps anything, draws anything or looks at a clock. The caller lends the memory
 * (struct tournament_work), which only one call at a time uses and which carries nothing from one call to the next.
 */
#ifndef FLIPSIDE_TOURNAMENT_TOURNAMENT_H
#define FLIPSIDE_TOURNAMENT_TOURNAMENT_H

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
    int seed; /* how strong before the first round, such as a rating; of equals the one who entered first is better */
    int entered; /* the first round that they play, counted from 0; an arena counts pairings. Who comes back has entered again. */
    int left; /* the first round that they do not play any more, or TOURNAMENT_STAYS */
};

/// A table, played or going on. One seat: a bye.
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
    int rounds; /* Swiss: how many; round robin: 0 for everybody once; the others know by themselves */
    int players, tables;
    const struct tournament_player *player;
    const struct tournament_table *table; /* in the order in which they were paired */
};

struct tournament_standing {
    int player;
    int rank;   /* from 1; equal in everything that counts: equal rank */
    int points; /* in parts of TOURNAMENT_POINT */
    int tables, wins, byes;
    int survived;                       /* knock-out: rounds */
    int last;                           /* the score at the last table */
    int64_t buchholz, berger, direct;   /* in parts of 120 * TOURNAMENT_POINT; direct in parts of TOURNAMENT_POINT */
    int64_t key[TOURNAMENT_TIE_BREAKS]; /* what the order is made of, in the order of tournament_tie_breaks */
};

/// Memory for one call.
struct tournament_work {
    uint8_t met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS]; /* how often */
    uint8_t sat[TOURNAMENT_PLAYERS][TOURNAMENT_SEATS];   /* how often in each seat */
    int8_t last_seat[TOURNAMENT_PLAYERS];
    int last_table[TOURNAMENT_PLAYERS]; /* its number; -1: none */
    bool busy[TOURNAMENT_PLAYERS];      /* at a table that is going on */
    struct tournament_standing row[TOURNAMENT_PLAYERS];
    int rank[TOURNAMENT_PLAYERS]; /* by player: the place in the order of pairing */
    int group[TOURNAMENT_PLAYERS];
    int who[TOURNAMENT_PLAYERS]; /* the players to be paired, best first */
    int count;
    /* the matching, by place in `who` */
    int mate[TOURNAMENT_PLAYERS], parent[TOURNAMENT_PLAYERS], base[TOURNAMENT_PLAYERS], queue[TOURNAMENT_PLAYERS];
    bool there[TOURNAMENT_PLAYERS], used[TOURNAMENT_PLAYERS], blossom[TOURNAMENT_PLAYERS], later[TOURNAMENT_PLAYERS];
    int level;     /* so often two may have met */
    bool no_again; /* nor may they come from the same table */
    int64_t steps; /* pairs of players that were looked at: what the work costs, counted up and never reset by a call */
};

/// How many rounds it will have: an arena none that is known.
int tournament_rounds(const struct tournament *tournament);
/// The round that is paired next, counted from 0.
int tournament_round(const struct tournament *tournament);
/// Is a table going on?
bool tournament_playing(const struct tournament *tournament);

/// Pairs the next round, or in an arena whoever is free, into `out`, which has room for as many tables as there are players. Byes come
/// last, and are over. 0: there is nothing to pair: tables are going on, or it is over.
int tournament_pair(const struct tournament *tournament, struct tournament_work *work, struct tournament_table *out);

/// The order of everybody who entered, best first, into `out`, which has room for all players.
void tournament_standings(const struct tournament *tournament, struct tournament_work *work,
                          struct tournament_standing *out);

/// What the order is made of, most important first, as words of the API; ends with NULL.
const char *const *tournament_tie_breaks(enum tournament_kind kind);

/// What a seat at a table scores, in parts of TOURNAMENT_POINT.
int tournament_score(const struct tournament_table *table, int seat);
/// How many tables in a row this player has forfeited at last, since they entered.
int tournament_forfeits(const struct tournament *tournament, int player);

#endif
