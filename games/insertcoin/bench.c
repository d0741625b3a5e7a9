/*
 * What Insert Coin's bots reach, and whether its shapes are worth the same. Two tables, in Markdown, for docs/bots.md and the
 * card set:
 *
 *     bench-insertcoin levels GAMES PLAYER...    each player against itself at two seats: points, complete levels, flips
 *     bench-insertcoin balance GAMES SEATS PLAYER [EDITION]
 *
 * For the balance all seats are the same player, but everybody keeps any three of the five cards: so each shape is kept as
 * often as every other. A shape's win share is that of the seats that kept it, divided by the mean of all seats.
 */
#include "faces/sim/games/games.h"
#include "games/insertcoin/insertcoin.h"
#include "table/table.h"

#include <flipside/edition.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t seed = 1;

/* One game at a table; the caller closes it. NULL with an error. */
static struct flip_table *play(const struct flip_edition *edition, int seats, const struct flip_player *player,
                               bool any_cards, uint64_t game, struct flip_thought *thought, struct flip_error *error)
{
    unsigned char dealer[FLIP_SEED_BYTES];
    struct flip_player at[FLIP_MAX_SEATS];
    struct flip_random random;
    const uint64_t own = flip_game_seed(seed, game);
    flip_table_seed(own, dealer);
    flip_random_seed(&random, own);
    struct flip_table_def def = flip_table_defaults(&flip_insertcoin);
    def.seats = seats;
    def.edition = edition;
    def.seed = dealer;
    struct flip_table *table = flip_table_open(&def, error);
    if (!table)
        return NULL;
    for (int seat = 0; seat < seats; seat++) {
        at[seat] = *player;
        flip_player_seed(&at[seat], flip_game_seed(own, (uint64_t)seat));
    }
    int status = 0;
    for (flip_set turn; status == 0 && (turn = flip_table_turn(table)) != 0;) {
        const int seat = flip_set_first(turn);
        const struct insertcoin_state *state = table->now.state;
        flip_move move;
        if (any_cards && state->stage == INSERTCOIN_KEEPING)
            move = insertcoin_any(table->rules, state, seat, &random);
        else
            status = flip_player_choose(&at[seat], table, seat, thought, &move, error);
        if (status == 0)
            status = flip_table_act(table, seat, move, error);
    }
    for (int seat = 0; seat < seats; seat++)
        flip_player_close(&at[seat]);
    if (status == 0)
        return table;
    flip_table_close(table);
    return NULL;
}

static int levels_table(int games, int players, char **names, struct flip_thought *thought, struct flip_error *error)
{
    enum { SEATS = 2 };
    printf("| player | mean score | standard error | complete levels | flips |\n|---|---|---|---|---|\n");
    for (int i = 0; i < players; i++) {
        struct flip_player player;
        double points = 0, squares = 0, complete = 0, flips = 0;
        if (flip_player_parse(names[i], &player, error) != 0)
            return -1;
        for (int game = 0; game < games; game++) {
            struct flip_table *table = play(NULL, SEATS, &player, false, (uint64_t)game, thought, error);
            if (!table)
                return -1;
            const struct insertcoin_state *state = table->now.state;
            double mean = 0;
            for (int seat = 0; seat < SEATS; seat++) {
                mean += (double)insertcoin_seat_parts(table->rules, &state->pad[seat]).total / SEATS;
                complete += flip_set_count(state->pad[seat].done);
            }
            points += mean;
            squares += mean * mean;
            flips += state->flips;
            flip_table_close(table);
        }
        const double mean = points / games, spread = sqrt(squares / games - mean * mean);
        printf("| %s | %.1f | %.2f | %.0f %% | %.1f |\n", names[i], mean, spread / sqrt(games),
               100 * complete / (games * SEATS * INSERTCOIN_LEVELS), flips / games);
        fflush(stdout);
    }
    return 0;
}

/* What became of the seats that kept a shape. */
struct tally {
    double kept, won, complete, points;
};

static int balance_table(int games, int seats, const char *name, const struct flip_edition *edition,
                         struct flip_thought *thought, struct flip_error *error)
{
    struct tally tally[INSERTCOIN_SHAPES] = {{0}};
    struct insertcoin_edition cards;
    struct flip_player player;
    if (flip_player_parse(name, &player, error) != 0)
        return -1;
    memcpy(&cards, edition ? edition->data : flip_insertcoin.files->editions[0].data, sizeof cards);
    for (int game = 0; game < games; game++) {
        struct flip_table *table = play(edition, seats, &player, true, (uint64_t)game, thought, error);
        if (!table)
            return -1;
        const struct insertcoin_state *state = table->now.state;
        struct flip_result result;
        flip_table_result(table, &result);
        for (int seat = 0; seat < seats; seat++) {
            const struct insertcoin_parts parts = insertcoin_seat_parts(table->rules, &state->pad[seat]);
            const double won = flip_set_has(result.winners, seat) ? 1.0 / flip_set_count(result.winners) : 0;
            for (int level = 0; level < INSERTCOIN_LEVELS; level++) {
                struct tally *of = &tally[state->pad[seat].shape[level] - 1];
                of->kept++;
                of->won += won;
                of->complete += state->pad[seat].done >> level & 1;
                of->points += parts.level[level];
            }
        }
        flip_table_close(table);
    }
    printf(
        "| shape | value | kept | win share | standard error | complete | points |\n|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < cards.shapes; i++) {
        const struct tally *of = &tally[i];
        const double share = of->won / of->kept;
        printf("| %s | %d | %.0f | %.2f | %.2f | %.2f | %.1f |\n", cards.shape[i].name, cards.shape[i].value, of->kept,
               share * seats, seats * sqrt(share * (1 - share) / of->kept), of->complete / of->kept,
               of->points / of->kept);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct flip_error error = {0};
    struct flip_edition *edition = NULL;
    struct flip_thought *thought = calloc(1, sizeof *thought);
    const int games = argc > 2 ? atoi(argv[2]) : 0;
    int status = -1;
    if (!thought) {
        flip_fail(&error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    } else if (argc > 3 && games > 0 && strcmp(argv[1], "levels") == 0) {
        status = levels_table(games, argc - 3, argv + 3, thought, &error);
    } else if ((argc == 5 || argc == 6) && games > 0 && strcmp(argv[1], "balance") == 0) {
        edition = argc == 6 ? flip_edition_load(&flip_insertcoin, argv[5], &error) : NULL;
        if (argc == 5 || edition)
            status = balance_table(games, atoi(argv[3]), argv[4], edition, thought, &error);
    } else {
        flip_fail(&error, FLIP_ERROR_USAGE, "levels GAMES PLAYER... or balance GAMES SEATS PLAYER [EDITION]");
    }
    if (status != 0)
        fprintf(stderr, "bench-insertcoin: %s\n", error.message);
    flip_edition_free(edition);
    free(thought);
    return status ? 1 : 0;
}
