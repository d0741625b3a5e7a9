/* Fuzz target: any bytes as an edition of each game. What is accepted must also be playable: a random game to its end. */
#include "table/table.h"

#include <flipside/flipside.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 2000 };

static void play(const struct flip_edition *edition)
{
    static const unsigned char seed[FLIP_SEED_BYTES] = {3};
    struct flip_error error;
    struct flip_random random;
    flip_random_seed(&random, 5);
    struct flip_table_def def = flip_table_defaults(edition->game);
    def.edition = edition;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &error);
    if (!table)
        return; /* options and edition need not fit together */
    static flip_move moves[FLIP_MAX_MOVES];
    flip_set turn;
    for (int step = 0; step < STEPS && (turn = flip_table_turn(table)); step++) {
        const int seat = flip_set_first(turn);
        const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
        if (count <= 0)
            abort(); /* a seat that has to act can act */
        const flip_move move = flip_move_random(table->game, table->rules, table->now.state, seat,
                                                moves[flip_random_below(&random, (uint32_t)count)], &random);
        if (flip_table_act(table, seat, move, &error) < 0)
            abort();
    }
    flip_table_close(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; flip_game_at(i); i++) {
        struct flip_error error;
        struct flip_edition *edition = flip_edition_parse(flip_game_at(i), (const char *)data, size, "fuzz", &error);
        if (edition)
            play(edition);
        flip_edition_free(edition);
    }
    return 0;
}
