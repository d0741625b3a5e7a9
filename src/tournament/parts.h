/* Shared by the files of this room. */
#pragma once

#include "tournament/tournament.h"

/* --- score.c --- */
/// The result of one seat against another: 2 better, 1 equal, 0 worse.
int against(const struct tournament_table *table, int seat, int other);
/// Half the part of a point that is decided against each opponent.
int share(const struct tournament_table *table);
/// Knock-out: how many of a table of that size go on, and does that seat?
int kept_of(int seats);
bool goes_on(const struct tournament *tournament, const struct tournament_table *table, int seat);

/* --- rounds.c --- */
/// Does this player take part in this round?
bool plays_in(const struct tournament_player *player, int round);
/// The number of players who were there in the first round.
int starters(const struct tournament *tournament);
/// How many tables these players fill; the rest have byes.
int tables_for(const struct tournament *tournament, int players);
/// The size of table `number` of `tables` for `players`: as even as possible, larger ones first.
int table_size(const struct tournament *tournament, int players, int tables, int number);
/// Round robin at tables of two: this player's opponent in that round, or -1.
int round_robin_opponent(const struct tournament *tournament, int player, int round);

/* --- tally.c --- */
/// Round robin: the tables of a player who left in the first half do not count.
bool struck_out(const struct tournament *tournament, int player);
/// Does this table count? Not if a player was struck out, nor the bye instead of meeting one.
bool counts(const struct tournament *tournament, const struct tournament_table *table);
/// Points, wins, tables and byes of everybody, by player.
void tally(const struct tournament *tournament, struct tournament_standing *row);

/* --- history.c --- */
/// Fills in who met whom, who sat where, and who is at a table.
void read_history(const struct tournament *tournament, struct tournament_work *work);
/// The players who can play in that round into `who`, by points (if they count) and then by seed.
void order_players(const struct tournament *tournament, struct tournament_work *work, int round, bool by_points);

/* --- matching.c: those of `who` who are `there`, with `level` and `no_again` --- */
bool may_meet(struct tournament_work *work, int a, int b);
/// Finds a maximum matching, into `mate`.
void match_all(struct tournament_work *work);
/// Fixes this pair if the matching of the others stays maximum.
bool match_these(struct tournament_work *work, int a, int b);
/// Removes this player if the matching of the others stays as large.
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
/// Gives the table's players the seats that they have had least.
void balance_seats(const struct tournament_work *work, struct tournament_table *table, int number);
