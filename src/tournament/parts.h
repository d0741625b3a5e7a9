/* What the files of this room share. */
#ifndef FLIPSIDE_TOURNAMENT_PARTS_H
#define FLIPSIDE_TOURNAMENT_PARTS_H

#include "tournament/tournament.h"

/* --- score.c --- */
/// What one seat did against another: 2 better, 1 equal, 0 worse.
int against(const struct tournament_table *table, int seat, int other);
/// So much of a point is decided against each opponent, in halves.
int share(const struct tournament_table *table);
/// Knock-out: how many of a table of that size go on, and does that seat?
int kept_of(int seats);
bool goes_on(const struct tournament *tournament, const struct tournament_table *table, int seat);

/* --- rounds.c --- */
/// Does that player take part in that round?
bool plays_in(const struct tournament_player *player, int round);
/// How many were there from the first round on.
int starters(const struct tournament *tournament);
/// How many tables so many players fill; those who find no seat have a bye.
int tables_for(const struct tournament *tournament, int players);
/// The size of one of `tables` for `players`: as even as can be, the larger ones first.
int table_size(const struct tournament *tournament, int players, int tables, int number);
/// Round robin at tables of two: whom this player meets in that round; -1: nobody.
int round_robin_opponent(const struct tournament *tournament, int player, int round);

/* --- tally.c --- */
/// Round robin: a player who left in the first half has played for nobody.
bool struck_out(const struct tournament *tournament, int player);
/// Neither the tables of somebody who is struck out count nor the byes of those who would have met them.
bool counts(const struct tournament *tournament, const struct tournament_table *table);
/// Points, wins, tables and byes of everybody, by player.
void tally(const struct tournament *tournament, struct tournament_standing *row);

/* --- history.c --- */
/// Who met whom, who sat where, who is at a table.
void read_history(const struct tournament *tournament, struct tournament_work *work);
/// The players who can play in that round into `who`, by points (if they count) and then by seed.
void order_players(const struct tournament *tournament, struct tournament_work *work, int round, bool by_points);

/* --- matching.c: those of `who` who are `there`, with `level` and `no_again` --- */
bool may_meet(struct tournament_work *work, int a, int b);
/// As many pairs as can be, into `mate`.
void match_all(struct tournament_work *work);
/// Pairs these two for good if the others then still make as many pairs as they can.
bool match_these(struct tournament_work *work, int a, int b);
/// Takes this one out if the others then still make as many pairs.
bool match_without(struct tournament_work *work, int a);

/* --- pairs.c, many.c, round_robin.c, knock_out.c --- */
int pair_two(const struct tournament *tournament, struct tournament_work *work, int round,
             struct tournament_table *out);
int pair_many(const struct tournament *tournament, struct tournament_work *work, int round,
              struct tournament_table *out);
int pair_round_robin(const struct tournament *tournament, int round, struct tournament_table *out);
int pair_knock_out(const struct tournament *tournament, struct tournament_work *work, int round,
                   struct tournament_table *out);
/* --- seats.c --- */
void add_bye(struct tournament_table *out, int round, int player);
/// Gives the table's players, which are in any order, the seats that they had least.
void balance_seats(const struct tournament_work *work, struct tournament_table *table, int number);

#endif
