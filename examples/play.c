/*
 * A whole game through the library: two bots play, and the record is printed.
 *
 *     cc play.c $(pkg-config --cflags --libs flipside) -o play && ./play royalflip > game.json
 */
#include <flipside/flipside.h>

#include <stdio.h>
#include <stdlib.h>

static struct flip_thought thought; /* large: one for all */

int main(int argc, char **argv)
{
    struct flip_error error;
    const struct flip_game *game = argc > 1 ? flip_game_named(argv[1]) : flip_game_at(0);
    if (!game)
        return fprintf(stderr, "There is no such game.\n"), 2;
    struct flip_table_def def = flip_table_defaults(game);
    def.seats = game->max_seats > 1 ? 2 : 1;
    struct flip_table *table = flip_table_open(&def, &error);
    int status = table ? 0 : -1;
    for (flip_set turn; status == 0 && (turn = flip_table_turn(table));) {
        const int seat = flip_set_first(turn);
        const struct flip_think_def level = flip_think_defaults(2 + seat);
        if ((status = flip_think(table, seat, &level, &thought, &error)) == 0)
            status = flip_table_act(table, seat, thought.choice[0].move, &error);
    }
    char *record = status == 0 ? flip_record_save(table, FLIP_RECORD_FULL, &error) : NULL;
    puts(record ? record : error.message);
    free(record);
    flip_table_close(table);
    return record ? 0 : 1;
}
