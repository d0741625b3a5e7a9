/* Plays games to mine, with bots of the lower levels, whose games are more varied. */
#include "puzzles/mine.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LEVELS = 3, /* of the bots, in turn */
    FLICKS = 6  /* that they try before one, where hands flick: a try takes milliseconds */
};

static int editions_of(const struct flip_game *game)
{
    int count = 0;
    while (game->files->editions[count].hash)
        count++;
    return count > 0 ? count : 1;
}

static int play(struct flip_table *table, int level, uint64_t seed, bool (*stop)(void *context), void *context,
                struct flip_thought *thought, struct flip_error *error)
{
    struct flip_think_def def = flip_think_defaults(level);
    def.iterations = table->game->flicks ? FLICKS : 0;
    for (flip_set turn; (turn = flip_table_turn(table)) != 0;) {
        const int seat = flip_set_first(turn);
        if (stop && stop(context))
            return flip_fail(error, FLIP_ERROR_LATE, "The game was interrupted.");
        if (table->game->flicks && table->step_count > FLIP_MINE_FLICKS)
            return 0;
        def.seed = flip_game_seed(seed, (uint64_t)table->step_count);
        if (flip_think(table, seat, &def, thought, error) < 0 ||
            flip_table_act(table, seat, thought->choice[0].move, error) < 0)
            return -1;
    }
    return 0;
}

/* As few seats as possible, since values with one seat are the most certain; every sixteenth game has one more. A game
   without points needs an opponent. */
static int seats_of(const struct flip_game *game, uint64_t number)
{
    const bool more = game->no_points ? game->min_seats < 2 : number % 16 == 15;
    return game->min_seats + (more && game->min_seats < game->max_seats);
}

struct flip_table *flip_mine_play(const struct flip_game *game, uint64_t seed, uint64_t number,
                                  bool (*stop)(void *context), void *context, char words[FLIP_HEX_SIZE],
                                  struct flip_error *error)
{
    unsigned char bytes[FLIP_SEED_BYTES];
    char text[32];
    struct flip_table_def def = flip_table_defaults(game);
    struct flip_thought *thought = malloc(sizeof *thought);
    struct flip_table *table = NULL;
    snprintf(words, FLIP_HEX_SIZE, "%" PRIu64 ".%" PRIu64, seed, number);
    flip_seed_from_words(words, bytes);
    def.seed = bytes;
    def.seats = seats_of(game, number);
    if (game->edition_option) { /* its editions come in turn */
        snprintf(text, sizeof text, "%" PRIu64, 1 + number % (uint64_t)editions_of(game));
        if (flip_options_set(game, &def.options, game->edition_option, text, error) < 0)
            goto out;
    }
    if (!thought)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to look for puzzles.");
    else if ((table = flip_table_open(&def, error)) &&
             play(table, 1 + (int)(number % LEVELS), flip_game_seed(seed, number), stop, context, thought, error) < 0) {
        flip_table_close(table);
        table = NULL;
    }
out:
    free(thought);
    return table;
}
