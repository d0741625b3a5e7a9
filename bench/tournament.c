/* How long it takes to pair a large Swiss tournament: `ninja -C build bench/tournament && build/bench/tournament [PLAYERS [ROUNDS [SEATS]]]`
   pairs all rounds, with results by chance in between, and prints processor time for pairing and for the standings. */
#include "tournament/tournament.h"

#include <flipside/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct tournament_player player[TOURNAMENT_PLAYERS];
static struct tournament_table table[TOURNAMENT_PLAYERS * TOURNAMENT_ROUNDS];
static struct tournament_standing order[TOURNAMENT_PLAYERS];
static struct tournament_work work;

static int number(int count, char **words, int at, int otherwise, int least, int most)
{
    const int value = count > at ? atoi(words[at]) : otherwise;
    return value < least ? least : value > most ? most : value;
}

static void finish(struct tournament *tournament, struct flip_random *random)
{
    for (int i = 0; i < tournament->tables; i++)
        for (int seat = 0; seat < table[i].seats && !table[i].over; seat++)
            table[i].place[seat] = 1 + (int)flip_random_below(random, (uint32_t)table[i].seats);
    for (int i = 0; i < tournament->tables; i++)
        table[i].over = true;
}

int main(int count, char **words)
{
    struct flip_random random;
    struct tournament tournament = {.kind = TOURNAMENT_SWISS, .least = 2, .player = player, .table = table};
    double pairing = 0, standing = 0;
    tournament.players = number(count, words, 1, 1000, 2, TOURNAMENT_PLAYERS);
    tournament.rounds = number(count, words, 2, 9, 1, TOURNAMENT_ROUNDS);
    tournament.seats = number(count, words, 3, 2, 2, TOURNAMENT_SEATS);
    flip_random_seed(&random, 1);
    for (int i = 0; i < tournament.players; i++)
        player[i] = (struct tournament_player){.seed = (int)flip_random_below(&random, 1000), .left = TOURNAMENT_STAYS};
    for (int paired = 1; paired > 0; finish(&tournament, &random)) {
        const clock_t begin = clock();
        paired = tournament_pair(&tournament, &work, table + tournament.tables);
        const clock_t middle = clock();
        tournament_standings(&tournament, &work, order);
        tournament.tables += paired;
        pairing += (double)(middle - begin) / CLOCKS_PER_SEC;
        standing += (double)(clock() - middle) / CLOCKS_PER_SEC;
    }
    printf("players %d\nrounds %d\nseats %d\ntables %d\npairing_seconds %.4f\nstandings_seconds %.4f\npairs_looked_at "
           "%lld\n",
           tournament.players, tournament.rounds, tournament.seats, tournament.tables, pairing, standing,
           (long long)work.steps);
    return 0;
}
