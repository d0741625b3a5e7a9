/*
 * Pairings and standings of tournaments. What a round must be like is checked by other means than those that made it: repeats against
 * every possible pairing of small fields, exchanges at large tables one by one, schedules by counting. A large field is paired round by
 * round, and what it costs is counted in pairs of players looked at, not in seconds.
 */
#include "case.h"
#include "tournament/tournament.h"

#include <flipside/random.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_TABLES = 20000 };

/* --- a tournament being played ---------------------------------------------------------------------------------------- */

static struct field {
    struct tournament tournament;
    struct tournament_player player[TOURNAMENT_PLAYERS];
    struct tournament_table table[MOST_TABLES];
    struct flip_random random;
} field;
static struct tournament_work work;
static struct tournament_table next[TOURNAMENT_PLAYERS];
static struct tournament_standing order[TOURNAMENT_PLAYERS];

static int below(int limit) { return (int)flip_random_below(&field.random, (uint32_t)limit); }

static void set_up(enum tournament_kind kind, int seats, int players, int rounds, uint64_t seed)
{
    memset(&work, 0xa5, sizeof work); /* nothing of an earlier call may matter */
    work.steps = 0;
    flip_random_seed(&field.random, seed);
    field.tournament = (struct tournament){.kind = kind,
                                           .seats = seats,
                                           .least = 2,
                                           .rounds = rounds,
                                           .players = players,
                                           .player = field.player,
                                           .table = field.table};
    for (int i = 0; i < players; i++)
        field.player[i] = (struct tournament_player){.seed = 1000 + below(1000), .left = TOURNAMENT_STAYS};
}

/* One more player from that round on. */
static void enter(int round)
{
    field.player[field.tournament.players++] =
        (struct tournament_player){.seed = 1000 + below(1000), .entered = round, .left = TOURNAMENT_STAYS};
}

static int pair(void) { return tournament_pair(&field.tournament, &work, next); }

static void keep(int count)
{
    for (int i = 0; i < count; i++)
        field.table[field.tournament.tables++] = next[i];
    assert_true(field.tournament.tables <= MOST_TABLES);
}

/* Everybody gets a place of their own; `ties` of a hundred tables end with all equal, `silent` with somebody who did not play. */
static void finish(struct tournament_table *table, int ties, int silent)
{
    int places[TOURNAMENT_SEATS];
    for (int i = 0; i < table->seats; i++)
        places[i] = i + 1;
    for (int i = table->seats - 1; i > 0; i--) {
        const int k = below(i + 1), kept = places[i];
        places[i] = places[k];
        places[k] = kept;
    }
    const bool tie = below(100) < ties, forfeit = below(100) < silent;
    for (int i = 0; i < table->seats; i++)
        table->place[i] = tie ? 1 : places[i];
    if (forfeit)
        table->place[below(table->seats)] = 0;
    table->over = true;
}

static void finish_all(int ties, int silent)
{
    for (int i = 0; i < field.tournament.tables; i++)
        if (!field.table[i].over)
            finish(&field.table[i], ties, silent);
}

static bool plays(int player, int round)
{
    return field.player[player].entered <= round && round < field.player[player].left;
}

static int meetings(int a, int b)
{
    int count = 0;
    for (int i = 0; i < field.tournament.tables; i++) {
        bool has_a = false, has_b = false;
        for (int seat = 0; seat < field.table[i].seats; seat++) {
            has_a |= field.table[i].player[seat] == a;
            has_b |= field.table[i].player[seat] == b;
        }
        count += has_a && has_b;
    }
    return count;
}

static int byes(int player)
{
    int count = 0;
    for (int i = 0; i < field.tournament.tables; i++)
        count += field.table[i].seats == 1 && field.table[i].player[0] == player;
    return count;
}

/* How much more often in the first seat than in the second. */
static int balance(int player)
{
    int difference = 0;
    for (int i = 0; i < field.tournament.tables; i++)
        if (field.table[i].seats == 2)
            difference += (field.table[i].player[0] == player) - (field.table[i].player[1] == player);
    return difference;
}

/* --- what holds for every round ---------------------------------------------------------------------------------------- */

static void check_sizes(const struct tournament_table *table)
{
    assert_true(table->seats == 1 || table->seats >= field.tournament.least);
    assert_true(table->seats <= field.tournament.seats);
    assert_int_equal(table->over, table->seats == 1);
}

static void check_round(int count, bool everybody)
{
    bool seen[TOURNAMENT_PLAYERS] = {false};
    const int round = count > 0 ? next[0].round : 0;
    for (int i = 0; i < count; i++) {
        check_sizes(&next[i]);
        assert_int_equal(next[i].round, round);
        for (int seat = 0; seat < next[i].seats; seat++) {
            const int player = next[i].player[seat];
            assert_true(player >= 0 && player < field.tournament.players);
            assert_false(seen[player]);
            assert_true(plays(player, round));
            seen[player] = true;
        }
    }
    for (int i = 0; i < field.tournament.players && everybody && count > 0; i++)
        assert_int_equal(seen[i], plays(i, round));
}

/* Nobody has a second bye while somebody who plays has had none. */
static void check_byes(int count)
{
    int fewest = 1000;
    for (int i = 0; i < field.tournament.players && count > 0; i++)
        if (plays(i, next[0].round) && byes(i) < fewest)
            fewest = byes(i);
    for (int i = 0; i < count; i++)
        if (next[i].seats == 1)
            assert_int_equal(byes(next[i].player[0]), fewest);
}

static int repeats(int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        for (int a = 0; a < next[i].seats; a++)
            for (int b = 0; b < a; b++)
                sum += meetings(next[i].player[a], next[i].player[b]);
    return sum;
}

static void check_order(void)
{
    tournament_standings(&field.tournament, &work, order);
    for (int i = 1; i < field.tournament.players; i++) {
        bool decided = false;
        for (int k = 0; k < TOURNAMENT_TIE_BREAKS && !decided; k++) {
            assert_true(order[i - 1].key[k] >= order[i].key[k]);
            decided = order[i - 1].key[k] > order[i].key[k];
        }
        assert_int_equal(order[i].rank, decided ? i + 1 : order[i - 1].rank);
    }
}

/* --- against every possible pairing ------------------------------------------------------------------------------------- */

/* The fewest pairs who have met already, over all ways to pair these players. */
static int fewest_repeats(const int *who, int count)
{
    int least = 1000;
    if (count == 0)
        return 0;
    for (int i = 1; i < count; i++) {
        int rest[10], kept = 0;
        for (int k = 1; k < count; k++)
            if (k != i)
                rest[kept++] = who[k];
        const int sum = (meetings(who[0], who[i]) > 0) + fewest_repeats(rest, kept);
        least = sum < least ? sum : least;
    }
    return least;
}

/* Over everybody who may have the bye, too. */
static int fewest_repeats_of_round(int round)
{
    int who[10], count = 0, fewest = 1000, least = 1000;
    for (int i = 0; i < field.tournament.players; i++)
        if (plays(i, round)) {
            who[count++] = i;
            fewest = byes(i) < fewest ? byes(i) : fewest;
        }
    if (count % 2 == 0)
        return fewest_repeats(who, count);
    for (int i = 0; i < count; i++) {
        int rest[10], kept = 0;
        for (int k = 0; k < count; k++)
            if (k != i)
                rest[kept++] = who[k];
        const int sum = byes(who[i]) == fewest ? fewest_repeats(rest, kept) : 1000;
        least = sum < least ? sum : least;
    }
    return least;
}

static int pairs_that_met(int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += next[i].seats == 2 && meetings(next[i].player[0], next[i].player[1]) > 0;
    return sum;
}

/* Somebody leaves, comes back or enters, now and then. */
static void stir(int round, int most)
{
    const int players = field.tournament.players, player = below(players);
    const int what = below(10);
    if (what == 0)
        field.player[player].left = round;
    else if (what == 1)
        field.player[player].left = TOURNAMENT_STAYS;
    else if (what == 2 && players < most)
        enter(round);
}

CASE(no_repeat_that_another_pairing_avoids_in_any_small_field)
{
    int rounds = 0, unavoidable = 0;
    for (int game = 0; game < 300; game++) {
        set_up(TOURNAMENT_SWISS, 2, 4 + game % 7, 12, (uint64_t)game);
        for (int round = 0; round < 12; round++) {
            stir(round, 10);
            const int count = pair();
            if (count == 0)
                break;
            check_round(count, true);
            check_byes(count);
            const int least = fewest_repeats_of_round(next[0].round);
            assert_int_equal(pairs_that_met(count), least);
            unavoidable += least > 0;
            rounds++;
            keep(count);
            finish_all(20, 5);
        }
    }
    assert_true(rounds > 1000 && unavoidable > 100); /* both sorts were seen */
}

CASE(a_second_meeting_comes_before_a_third)
{
    set_up(TOURNAMENT_SWISS, 2, 4, 9, 4);
    for (int round = 0; round < 9; round++) {
        keep(pair());
        finish_all(20, 0);
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++)
            assert_int_equal(meetings(a, b), 3);
}

/* --- a large field ------------------------------------------------------------------------------------------------------- */

static uint64_t checksum(void)
{
    uint64_t sum = 14695981039346656037u;
    for (int i = 0; i < field.tournament.tables; i++)
        for (int seat = 0; seat < field.table[i].seats; seat++)
            sum = (sum ^ (uint64_t)(field.table[i].player[seat] + 1) ^ (uint64_t)field.table[i].round << 32) *
                  1099511628211u;
    return sum;
}

static void play_large(int players)
{
    set_up(TOURNAMENT_SWISS, 2, players, 9, 1);
    const clock_t begin = clock();
    clock_t paired = 0;
    for (int round = 0; round < 9; round++) {
        const clock_t before = clock();
        const int count = pair();
        paired += clock() - before;
        check_round(count, true);
        assert_int_equal(count, (players + 1) / 2);
        keep(count);
        finish_all(20, 1);
    }
    check_order();
    print_message("%d players, 9 rounds: %.3f s paired, %.3f s in all, %lld pairs looked at\n", players,
                  (double)paired / CLOCKS_PER_SEC, (double)(clock() - begin) / CLOCKS_PER_SEC, (long long)work.steps);
}

static void check_large(int players)
{
    static uint8_t met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];
    memset(met, 0, sizeof met);
    play_large(players);
    for (int i = 0; i < field.tournament.tables; i++)
        if (field.table[i].seats == 2) {
            const int a = field.table[i].player[0], b = field.table[i].player[1];
            assert_int_equal(met[a][b]++, 0);
            assert_int_equal(met[b][a]++, 0);
        }
    for (int i = 0; i < players; i++) {
        assert_true(abs(balance(i)) <= 2);
        assert_true(byes(i) <= 1);
    }
}

CASE(a_thousand_players_over_nine_rounds_never_meet_twice)
{
    check_large(1000);
    /* Every player looks at every other a few times in each round; a search through all pairs of pairs would be a thousand times that. */
    assert_true(work.steps < 9LL * 1000 * 1000 * 4);
}

CASE(an_odd_thousand_has_one_bye_each_at_most) { check_large(999); }

CASE(the_same_history_gives_the_same_pairings)
{
    play_large(200);
    const uint64_t first = checksum();
    play_large(200);
    assert_true(checksum() == first);
    print_message("checksum %llx\n", (unsigned long long)first);
    assert_true(first == 0xe5c935bf86a165b);
}

CASE(nearly_everybody_sits_first_as_often_as_second)
{
    int uneven = 0;
    play_large(1000);
    for (int i = 0; i < 1000; i++)
        uneven += abs(balance(i)) > 1;
    print_message("%d of 1000 differ by more than one\n", uneven);
    assert_true(uneven <= 20);
}

CASE(winners_meet_winners)
{
    set_up(TOURNAMENT_SWISS, 2, 64, 6, 3);
    for (int round = 0; round < 6; round++) {
        const int count = pair();
        keep(count);
        for (int i = field.tournament.tables - count; i < field.tournament.tables; i++) {
            struct tournament_table *table = &field.table[i]; /* the better seed wins */
            const bool first = field.player[table->player[0]].seed > field.player[table->player[1]].seed;
            table->place[0] = first ? 1 : 2;
            table->place[1] = first ? 2 : 1;
            table->over = true;
        }
    }
    tournament_standings(&field.tournament, &work, order);
    assert_int_equal(order[0].points, 6 * TOURNAMENT_POINT); /* one has won all, as in a bracket */
    assert_true(order[1].points < 6 * TOURNAMENT_POINT);
    int best = 0;
    for (int i = 0; i < 64; i++)
        best = field.player[i].seed > field.player[best].seed ? i : best;
    assert_int_equal(field.player[order[0].player].seed, field.player[best].seed);
}

/* --- tables of many ------------------------------------------------------------------------------------------------------ */

static int met_at(const struct tournament_table *table, int without, int player)
{
    int count = 0;
    for (int i = 0; i < table->seats; i++)
        count += i == without ? 0 : meetings(player, table->player[i]);
    return count;
}

/* Would any two at different tables, changing places, meet fewer whom they know? */
static void check_exchanges(int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            for (int a = 0; a < next[i].seats && next[i].seats > 1; a++)
                for (int b = 0; b < next[k].seats && next[k].seats > 1; b++) {
                    const int one = next[i].player[a], two = next[k].player[b];
                    const int now = met_at(&next[i], a, one) + met_at(&next[k], b, two);
                    const int then = met_at(&next[i], a, two) + met_at(&next[k], b, one);
                    assert_true(now <= then);
                }
}

CASE(at_tables_of_many_no_exchange_of_two_would_avoid_a_repeat)
{
    for (int seats = 3; seats <= 6; seats++)
        for (int players = seats; players <= 30; players += 4)
            for (int kind = TOURNAMENT_SWISS; kind <= TOURNAMENT_ROUND_ROBIN; kind++) {
                set_up((enum tournament_kind)kind, seats, players, 5, (uint64_t)(100 * seats + players));
                for (int round = 0; round < 5; round++) {
                    if (kind == TOURNAMENT_SWISS)
                        stir(round, 40);
                    const int count = pair();
                    check_round(count, true);
                    check_byes(count);
                    check_exchanges(count);
                    keep(count);
                    finish_all(10, 5);
                    check_order();
                }
            }
}

CASE(a_large_field_at_tables_of_four_meets_new_people_in_every_round)
{
    set_up(TOURNAMENT_SWISS, 4, 400, 7, 9);
    for (int round = 0; round < 7; round++) {
        const int count = pair();
        assert_int_equal(count, 100);
        assert_int_equal(repeats(count), 0);
        keep(count);
        finish_all(10, 0);
    }
}

CASE(tables_are_as_even_as_can_be_and_byes_are_for_those_without_a_seat)
{
    static const struct {
        int seats, least, players, tables, largest, smallest, byes;
    } cases[] = {{4, 2, 5, 2, 3, 2, 0}, {4, 3, 5, 1, 4, 4, 1}, {4, 4, 11, 2, 4, 4, 3}, {6, 5, 14, 2, 6, 6, 2},
                 {3, 2, 7, 3, 3, 2, 0}, {2, 2, 7, 3, 2, 2, 1}, {6, 2, 13, 3, 5, 4, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int largest = 0, smallest = 9, without = 0;
        set_up(TOURNAMENT_SWISS, cases[i].seats, cases[i].players, 3, i);
        field.tournament.least = cases[i].least;
        const int count = pair();
        check_round(count, true);
        for (int k = 0; k < count; k++) {
            const int seats = next[k].seats;
            without += seats == 1;
            largest = seats > largest ? seats : largest;
            smallest = seats > 1 && seats < smallest ? seats : smallest;
        }
        assert_int_equal(count - without, cases[i].tables);
        assert_int_equal(largest, cases[i].largest);
        assert_int_equal(smallest, cases[i].smallest);
        assert_int_equal(without, cases[i].byes);
    }
}

/* --- round robin --------------------------------------------------------------------------------------------------------- */

CASE(in_a_round_robin_everybody_meets_everybody_once_with_even_seats)
{
    for (int players = 2; players <= 13; players++) {
        set_up(TOURNAMENT_ROUND_ROBIN, 2, players, 0, (uint64_t)players);
        int rounds = 0;
        for (int count; (count = pair()) > 0; rounds++) {
            check_round(count, true);
            keep(count);
            finish_all(20, 0);
        }
        assert_int_equal(rounds, tournament_rounds(&field.tournament));
        assert_int_equal(rounds, players - 1 + players % 2);
        for (int a = 0; a < players; a++) {
            assert_int_equal(byes(a), players % 2);
            assert_true(abs(balance(a)) <= 1);
            for (int b = 0; b < a; b++)
                assert_int_equal(meetings(a, b), 1);
        }
    }
}

CASE(a_double_round_robin_changes_the_seats)
{
    for (int players = 3; players <= 8; players++) {
        set_up(TOURNAMENT_ROUND_ROBIN, 2, players, 2 * (players - 1 + players % 2), 5);
        for (int count; (count = pair()) > 0;) {
            keep(count);
            finish_all(20, 0);
        }
        for (int a = 0; a < players; a++) {
            assert_int_equal(balance(a), 0);
            for (int b = 0; b < a; b++)
                assert_int_equal(meetings(a, b), 2);
        }
    }
}

CASE(a_round_robin_strikes_out_who_leaves_in_the_first_half)
{
    set_up(TOURNAMENT_ROUND_ROBIN, 2, 6, 0, 7); /* five rounds */
    for (int count, round = 0; (count = pair()) > 0; round++) {
        check_round(count, true);
        keep(count);
        finish_all(0, 0);
        if (round == 1)
            field.player[2].left = 2;
    }
    tournament_standings(&field.tournament, &work, order);
    assert_int_equal(order[5].player, 2);
    assert_int_equal(order[5].points, 0);
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(order[i].byes, 0); /* those byes would have been against nobody */
        sum += order[i].points;
    }
    assert_int_equal(sum, 10 * TOURNAMENT_POINT); /* of five players among each other */
}

CASE(a_round_robin_keeps_the_results_of_who_leaves_later)
{
    set_up(TOURNAMENT_ROUND_ROBIN, 2, 6, 0, 7);
    for (int count, round = 0; (count = pair()) > 0; round++) {
        keep(count);
        finish_all(0, 0);
        if (round == 2)
            field.player[2].left = 3;
    }
    tournament_standings(&field.tournament, &work, order);
    int sum = 0, given = 0;
    for (int i = 0; i < 6; i++) {
        sum += order[i].points;
        given += order[i].byes;
    }
    assert_int_equal(sum, 15 * TOURNAMENT_POINT);
    assert_int_equal(given, 2);
}

/* --- knock-out ----------------------------------------------------------------------------------------------------------- */

static void seed_in_order(int players)
{
    for (int i = 0; i < players; i++)
        field.player[i].seed = players - i;
}

/* The better seed wins everywhere. */
static void favourites_win(void)
{
    for (int i = 0; i < field.tournament.tables; i++) {
        struct tournament_table *table = &field.table[i];
        for (int seat = 0; seat < table->seats && !table->over; seat++) {
            table->place[seat] = 1;
            for (int other = 0; other < table->seats; other++)
                table->place[seat] += table->player[other] < table->player[seat];
        }
        table->over = true;
    }
}

CASE(a_bracket_keeps_the_best_apart_until_the_end)
{
    for (int players = 2; players <= 40; players++) {
        set_up(TOURNAMENT_KNOCK_OUT, 2, players, 0, 1);
        seed_in_order(players);
        int rounds = 0, tables = 0, left = 1;
        for (int count; (count = pair()) > 0; rounds++) {
            check_round(count, rounds == 0);
            left = 0;
            for (int i = 0; i < count; i++) {
                left += next[i].seats;
                tables += next[i].seats == 2;
            }
            for (int i = 0; i < count; i++)
                for (int seat = 0; seat < next[i].seats; seat++)
                    assert_true(next[i].player[seat] < left); /* the favourites are all still there */
            keep(count);
            favourites_win();
        }
        assert_int_equal(left, 2);
        assert_int_equal(tables, players - 1);
        assert_int_equal(rounds, tournament_rounds(&field.tournament));
        check_order();
        assert_int_equal(order[0].player, 0);
        assert_int_equal(order[1].player, 1);
    }
}

CASE(in_a_knock_out_nobody_plays_again_who_has_lost_whoever_leaves)
{
    for (int game = 0; game < 300; game++) {
        bool lost[TOURNAMENT_PLAYERS] = {false};
        const int seats = 2 + game % 5, players = 2 + below(40);
        set_up(TOURNAMENT_KNOCK_OUT, seats, players < 2 ? 2 : players, 0, (uint64_t)game);
        int rounds = 0;
        for (int count; (count = pair()) > 0; rounds++) {
            check_round(count, rounds == 0);
            for (int i = 0; i < count; i++)
                for (int seat = 0; seat < next[i].seats; seat++)
                    assert_false(lost[next[i].player[seat]]);
            const int from = field.tournament.tables;
            keep(count);
            finish_all(20, 10);
            for (int i = from; i < field.tournament.tables; i++)
                for (int seat = 0; seat < field.table[i].seats; seat++)
                    lost[field.table[i].player[seat]] |= tournament_score(&field.table[i], seat) == 0;
            if (below(3) == 0)
                field.player[below(field.tournament.players)].left = rounds + 1;
            assert_true(rounds < 12);
        }
        check_order();
        assert_true(rounds <= tournament_rounds(&field.tournament));
    }
}

CASE(the_winner_of_the_final_has_won_the_knock_out)
{
    for (int seats = 2; seats <= 6; seats++)
        for (int players = seats; players <= 40; players += 3) {
            set_up(TOURNAMENT_KNOCK_OUT, seats, players, 0, (uint64_t)players);
            for (int count; (count = pair()) > 0;) {
                keep(count);
                finish_all(0, 0);
            }
            const struct tournament_table *final = &field.table[field.tournament.tables - 1];
            tournament_standings(&field.tournament, &work, order);
            for (int seat = 0; seat < final->seats; seat++)
                assert_int_equal(order[final->place[seat] - 1].player, final->player[seat]);
        }
}

/* --- arena --------------------------------------------------------------------------------------------------------------- */

static bool at_table(int player)
{
    for (int i = 0; i < field.tournament.tables; i++)
        for (int seat = 0; seat < field.table[i].seats && !field.table[i].over; seat++)
            if (field.table[i].player[seat] == player)
                return true;
    return false;
}

static int last_table(int player)
{
    int last = -1;
    for (int i = 0; i < field.tournament.tables; i++)
        for (int seat = 0; seat < field.table[i].seats; seat++)
            last = field.table[i].player[seat] == player ? i : last;
    return last;
}

static void check_arena_round(int count)
{
    check_round(count, false);
    for (int i = 0; i < count; i++) {
        assert_true(next[i].seats > 1); /* nobody gets points for waiting */
        for (int seat = 0; seat < next[i].seats; seat++)
            assert_false(at_table(next[i].player[seat]));
    }
}

/* Who still waits: one, or people who have just played each other. */
static void check_waiting(int round, int active)
{
    int waits[TOURNAMENT_PLAYERS], count = 0;
    for (int i = 0; i < field.tournament.players; i++)
        if (plays(i, round) && !at_table(i))
            waits[count++] = i;
    for (int i = 0; i < count && active > 2; i++)
        for (int k = 0; k < i; k++)
            assert_true(last_table(waits[i]) >= 0 && last_table(waits[i]) == last_table(waits[k]));
    assert_true(active > 2 || count < 2); /* two alone play each other again */
}

static void play_arena(int seats, int players, uint64_t seed)
{
    set_up(TOURNAMENT_ARENA, seats, players, 0, seed);
    for (int step = 0; step < 60; step++) {
        const int round = tournament_round(&field.tournament);
        stir(round, 40);
        const int count = pair();
        check_arena_round(count);
        for (int i = 0; i < count && seats == 2; i++) {
            const int a = next[i].player[0], b = next[i].player[1];
            int active = 0;
            for (int k = 0; k < field.tournament.players; k++)
                active += plays(k, round);
            assert_true(active <= 2 || last_table(a) < 0 || last_table(a) != last_table(b));
        }
        keep(count);
        int active = 0;
        for (int k = 0; k < field.tournament.players; k++)
            active += plays(k, round);
        if (seats == 2)
            check_waiting(round, active);
        for (int i = 0; i < field.tournament.tables; i++)
            if (!field.table[i].over && below(3) == 0)
                finish(&field.table[i], 20, 5);
    }
    check_order();
}

CASE(in_an_arena_whoever_is_free_plays_somebody_else_than_just_before)
{
    for (int game = 0; game < 60; game++)
        play_arena(2, 2 + game % 15, (uint64_t)game);
}

CASE(in_an_arena_of_many_nobody_sits_at_two_tables)
{
    for (int game = 0; game < 60; game++)
        play_arena(3 + game % 4, 6 + game % 15, (uint64_t)game);
}

CASE(in_an_arena_everybody_plays_about_as_often)
{
    set_up(TOURNAMENT_ARENA, 2, 9, 0, 2);
    for (int step = 0; step < 45; step++) {
        keep(pair());
        finish_all(10, 0);
    }
    tournament_standings(&field.tournament, &work, order);
    for (int i = 0; i < 9; i++)
        assert_in_range(order[i].tables, 38, 42); /* 360 seats among nine */
}

/* --- standings ------------------------------------------------------------------------------------------------------------ */

static void result(int round, int a, int b, int place_a, int place_b)
{
    field.table[field.tournament.tables++] = (struct tournament_table){
        .round = round, .seats = 2, .player = {a, b}, .place = {place_a, place_b}, .over = true};
}

/* Four players, three rounds: 0 beats 3, 1 beats 2; 0 and 1 tie, 2 beats 3; 0 loses to 2, 1 ties with 3. */
static void small_example(enum tournament_kind kind)
{
    set_up(kind, 2, 4, 3, 1);
    result(0, 0, 3, 1, 2);
    result(0, 2, 1, 2, 1);
    result(1, 1, 0, 1, 1);
    result(1, 2, 3, 1, 2);
    result(2, 0, 2, 2, 1);
    result(2, 3, 1, 1, 1);
    tournament_standings(&field.tournament, &work, order);
}

CASE(tie_breaks_by_hand)
{
    enum { P = TOURNAMENT_POINT };
    small_example(TOURNAMENT_SWISS);
    /* Points: 0 has 1½, 1 has 2, 2 has 2, 3 has ½. Everybody met everybody: Buchholz is 6 minus one's own. Sonneborn-Berger: 1 beat 2
       and tied with 0 and 3: 2 + ¾ + ¼ = 3; 2 beat 3 and 0: ½ + 1½ = 2. */
    assert_int_equal(order[0].player, 1);
    assert_int_equal(order[0].points, 2 * P);
    assert_int_equal(order[0].buchholz, 4 * P * P);
    assert_int_equal(order[0].berger, 3 * P * P);
    assert_int_equal(order[0].wins, 1);
    assert_int_equal(order[1].player, 2);
    assert_int_equal(order[1].berger, 2 * P * P);
    assert_int_equal(order[1].wins, 2);
    assert_int_equal(order[2].player, 0);
    assert_int_equal(order[2].points, P + P / 2);
    assert_int_equal(order[2].berger, P * P / 2 + 2 * P * P / 2);
    assert_int_equal(order[3].player, 3);
    assert_int_equal(order[3].rank, 4);
}

CASE(in_a_round_robin_the_direct_encounter_decides_first)
{
    small_example(TOURNAMENT_ROUND_ROBIN);
    assert_int_equal(order[0].player, 1); /* who beat 2 */
    assert_int_equal(order[0].direct, TOURNAMENT_POINT);
    assert_int_equal(order[1].player, 2);
    assert_int_equal(order[1].direct, 0);
    field.table[1].place[0] = field.table[1].place[1] = 1; /* a tie between them: 2 has 2½ now */
    tournament_standings(&field.tournament, &work, order);
    assert_int_equal(order[0].player, 2);
    assert_int_equal(order[0].points, 2 * TOURNAMENT_POINT + TOURNAMENT_POINT / 2);
}

CASE(equal_in_everything_is_an_equal_rank)
{
    set_up(TOURNAMENT_SWISS, 2, 4, 3, 1);
    result(0, 0, 1, 1, 2);
    result(0, 2, 3, 1, 2);
    tournament_standings(&field.tournament, &work, order);
    assert_int_equal(order[0].rank, 1);
    assert_int_equal(order[1].rank, 1);
    assert_int_equal(order[2].rank, 3);
    assert_int_equal(order[3].rank, 3);
}

CASE(places_at_a_table_of_many_are_parts_of_a_point)
{
    const struct tournament_table four = {.seats = 4, .place = {2, 1, 4, 2}, .over = true};
    assert_int_equal(tournament_score(&four, 1), 120);
    assert_int_equal(tournament_score(&four, 0), 60); /* second and third share */
    assert_int_equal(tournament_score(&four, 3), 60);
    assert_int_equal(tournament_score(&four, 2), 0);
    const struct tournament_table six = {.seats = 6, .place = {1, 2, 3, 4, 5, 6}, .over = true};
    for (int seat = 0; seat < 6; seat++)
        assert_int_equal(tournament_score(&six, seat), 120 - 24 * seat);
    const struct tournament_table absent = {.seats = 3, .place = {0, 2, 0}, .over = true};
    assert_int_equal(tournament_score(&absent, 0), 0);
    assert_int_equal(tournament_score(&absent, 1), 120);
    const struct tournament_table empty = {.seats = 2, .over = true};
    assert_int_equal(tournament_score(&empty, 0), 0);
    const struct tournament_table bye = {.seats = 1, .place = {1}, .over = true};
    assert_int_equal(tournament_score(&bye, 0), 120);
}

CASE(forfeits_in_a_row_are_counted_from_the_last_table)
{
    set_up(TOURNAMENT_SWISS, 2, 2, 9, 1);
    result(0, 0, 1, 0, 1);
    assert_int_equal(tournament_forfeits(&field.tournament, 0), 1);
    result(1, 1, 0, 1, 0);
    assert_int_equal(tournament_forfeits(&field.tournament, 0), 2);
    assert_int_equal(tournament_forfeits(&field.tournament, 1), 0);
    field.player[0].entered = 2; /* who has come back begins anew */
    assert_int_equal(tournament_forfeits(&field.tournament, 0), 0);
    field.player[0].entered = 0;
    result(2, 0, 1, 2, 1);
    assert_int_equal(tournament_forfeits(&field.tournament, 0), 0);
}

CASE(every_kind_states_what_decides)
{
    for (int kind = 0; kind < TOURNAMENT_KINDS; kind++) {
        const char *const *words = tournament_tie_breaks((enum tournament_kind)kind);
        int count = 0;
        while (words[count])
            count++;
        assert_in_range(count, 4, TOURNAMENT_TIE_BREAKS);
    }
}

/* --- beginnings and ends ---------------------------------------------------------------------------------------------------- */

CASE(a_round_waits_for_its_tables_and_the_last_round_is_the_last)
{
    set_up(TOURNAMENT_SWISS, 2, 6, 2, 1);
    keep(pair());
    assert_true(tournament_playing(&field.tournament));
    assert_int_equal(pair(), 0);
    finish_all(0, 0);
    assert_false(tournament_playing(&field.tournament));
    assert_int_equal(tournament_round(&field.tournament), 1);
    keep(pair());
    finish_all(0, 0);
    assert_int_equal(pair(), 0);
}

CASE(nobody_or_one_alone_is_no_tournament)
{
    for (int kind = 0; kind < TOURNAMENT_KINDS; kind++)
        for (int players = 0; players < 2; players++)
            for (int seats = 2; seats <= 6; seats++) {
                set_up((enum tournament_kind)kind, seats, players, 3, 1);
                assert_int_equal(pair(), 0);
                tournament_standings(&field.tournament, &work, order);
                assert_true(players == 0 || order[0].rank == 1);
            }
}

CASE(a_late_entry_has_no_points_for_the_rounds_before)
{
    set_up(TOURNAMENT_SWISS, 2, 6, 4, 1);
    keep(pair());
    finish_all(0, 0);
    enter(1);
    const int count = pair();
    check_round(count, true);
    keep(count);
    finish_all(0, 0);
    tournament_standings(&field.tournament, &work, order);
    for (int i = 0; i < 7; i++)
        if (order[i].player == 6)
            assert_int_equal(order[i].tables + order[i].byes, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_repeat_that_another_pairing_avoids_in_any_small_field),
        cmocka_unit_test(a_second_meeting_comes_before_a_third),
        cmocka_unit_test(a_thousand_players_over_nine_rounds_never_meet_twice),
        cmocka_unit_test(an_odd_thousand_has_one_bye_each_at_most),
        cmocka_unit_test(the_same_history_gives_the_same_pairings),
        cmocka_unit_test(nearly_everybody_sits_first_as_often_as_second),
        cmocka_unit_test(winners_meet_winners),
        cmocka_unit_test(at_tables_of_many_no_exchange_of_two_would_avoid_a_repeat),
        cmocka_unit_test(a_large_field_at_tables_of_four_meets_new_people_in_every_round),
        cmocka_unit_test(tables_are_as_even_as_can_be_and_byes_are_for_those_without_a_seat),
        cmocka_unit_test(in_a_round_robin_everybody_meets_everybody_once_with_even_seats),
        cmocka_unit_test(a_double_round_robin_changes_the_seats),
        cmocka_unit_test(a_round_robin_strikes_out_who_leaves_in_the_first_half),
        cmocka_unit_test(a_round_robin_keeps_the_results_of_who_leaves_later),
        cmocka_unit_test(a_bracket_keeps_the_best_apart_until_the_end),
        cmocka_unit_test(in_a_knock_out_nobody_plays_again_who_has_lost_whoever_leaves),
        cmocka_unit_test(the_winner_of_the_final_has_won_the_knock_out),
        cmocka_unit_test(in_an_arena_whoever_is_free_plays_somebody_else_than_just_before),
        cmocka_unit_test(in_an_arena_of_many_nobody_sits_at_two_tables),
        cmocka_unit_test(in_an_arena_everybody_plays_about_as_often),
        cmocka_unit_test(tie_breaks_by_hand),
        cmocka_unit_test(in_a_round_robin_the_direct_encounter_decides_first),
        cmocka_unit_test(equal_in_everything_is_an_equal_rank),
        cmocka_unit_test(places_at_a_table_of_many_are_parts_of_a_point),
        cmocka_unit_test(forfeits_in_a_row_are_counted_from_the_last_table),
        cmocka_unit_test(every_kind_states_what_decides),
        cmocka_unit_test(a_round_waits_for_its_tables_and_the_last_round_is_the_last),
        cmocka_unit_test(nobody_or_one_alone_is_no_tournament),
        cmocka_unit_test(a_late_entry_has_no_points_for_the_rounds_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
