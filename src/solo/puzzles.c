/*
 * Puzzles in the page. The page has the puzzle files beside the module and chooses among them; here a line becomes a
 * position, and a try is judged. Ratings need a server.
 */
#include "server/learning/learning.h"
#include "server/rooms/rooms.h"
#include "solo/parts.h"

#include <stdlib.h>

/* The page has it from the file. */
void flip_puzzle_task(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_text *out)
{
    (void)table;
    flip_text_add(out, "%s", puzzle->task);
}

int puzzle_asked(struct puzzles *all, const json_t *body, struct flip_puzzle *out, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(body, "game"));
    const char *line = json_string_value(json_object_get(body, "line"));
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    const json_int_t rules = json_integer_value(json_object_get(body, "rules"));
    (void)all;
    if (!game || !line || rules < 1 || rules > game->version)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "The puzzle is of another version.");
    return flip_puzzle_read(game, (int)rules, line, NULL, out, error);
}

static int answer(struct flip_puzzle *puzzle, const char *move, struct flip_json *json, struct flip_error *error)
{
    struct flip_attempt attempt;
    if (!move)
        return puzzle_write(json, NULL, puzzle, error);
    struct flip_table *table = flip_puzzle_table(puzzle, error);
    const int status = table ? flip_puzzle_try(puzzle, table, move, &attempt, error) : -1;
    if (status == 0)
        puzzle_write_verdict(json, puzzle, table, &attempt);
    flip_table_close(table);
    return status;
}

int post_puzzle(struct call *call, struct flip_error *error)
{
    const char *move = json_string_value(json_object_get(call->body, "move"));
    struct flip_puzzle puzzle;
    char *text = malloc(FLIP_VIEW_SIZE);
    struct flip_json json = flip_json_in(text, text ? FLIP_VIEW_SIZE : 0);
    int status = puzzle_asked(call->server->puzzles, call->body, &puzzle, error);
    if (status == 0) {
        status = answer(&puzzle, move, &json, error);
        flip_puzzle_free(&puzzle);
    }
    if (status == 0)
        reply(call->request, 200, "application/json", text, json.text.length);
    free(text);
    return status;
}
