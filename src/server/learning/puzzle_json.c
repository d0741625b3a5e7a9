/* A position, a puzzle and the verdict on a try as the page gets them, from a server or from the module. */
#include "server/learning/learning.h"

#include "table/table.h"

void write_view(struct flip_json *json, const char *key, const struct flip_position *at, int viewer)
{
    flip_json_open(json, key, '{');
    at->game->knowledge->view(at->rules, at->state, at->before, viewer, json);
    flip_json_set(json, "to_act", flip_position_turn(at) & ~FLIP_BIT(FLIP_DEALER));
    flip_json_close(json);
}

int puzzle_write(struct flip_json *json, const char *key, const struct flip_puzzle *puzzle, struct flip_error *error)
{
    struct flip_table *table = flip_puzzle_table(puzzle, error);
    if (!table)
        return -1;
    flip_json_open(json, key, '{');
    flip_json_string(json, "id", puzzle->id);
    flip_json_string(json, "game", puzzle->game->id);
    flip_json_string(json, "title", puzzle->game->title);
    char asked[FLIP_PUZZLE_TASK] = "";
    struct flip_text task = flip_text_in(asked, sizeof asked);
    flip_puzzle_task(puzzle, table, &task);
    flip_json_string(json, "task", asked);
    flip_json_int(json, "choices", puzzle->choices);
    flip_json_int(json, "seat", puzzle->seat);
    flip_json_int(json, "seats", puzzle->seats);
    write_options(json, puzzle->game, &puzzle->options);
    const struct flip_position at = flip_table_position(table);
    write_view(json, "view", &at, puzzle->seat);
    write_actions(json, table, puzzle->seat);
    flip_json_close(json);
    flip_table_close(table);
    return 0;
}

/* A move in notation and in words. */
static void write_move(struct flip_json *json, const char *key, const struct flip_table *table, int seat,
                       const char *text)
{
    const struct flip_position at = flip_table_position(table);
    char told[FLIP_STEP_TEXT];
    flip_move move;
    struct flip_error error;
    flip_json_open(json, key, '{');
    flip_json_string(json, "text", text);
    if (flip_table_find(table, seat, text, &move, &error) == 0) {
        struct flip_text words = flip_text_in(told, sizeof told);
        at.game->words->tell(at.rules, at.state, seat, move, &words);
        flip_json_string(json, "tell", told);
    } else {
        flip_json_string(json, "tell", text);
    }
    flip_json_close(json);
}

static void write_solution(struct flip_json *json, const struct flip_puzzle *puzzle, const struct flip_table *table)
{
    char theme[80];
    struct flip_text words = flip_text_in(theme, sizeof theme);
    flip_puzzle_theme(puzzle->game, puzzle->theme, &words);
    write_move(json, "best", table, puzzle->seat, puzzle->best);
    write_move(json, "second", table, puzzle->seat, puzzle->second);
    flip_json_open(json, "after", '[');
    const char *at = puzzle->after;
    char move[FLIP_MOVE_TEXT];
    while (flip_puzzle_after(&at, move))
        flip_json_string(json, NULL, move);
    flip_json_close(json);
    flip_json_string(json, "theme", theme);
    flip_json_number(json, "value", puzzle->value);
    flip_json_number(json, "lead", puzzle->lead);
    flip_json_number(json, "interval", puzzle->doubt);
}

void puzzle_write_verdict(struct flip_json *json, const struct flip_puzzle *puzzle, const struct flip_table *table,
                          const struct flip_attempt *attempt)
{
    flip_json_open(json, NULL, '{');
    flip_json_bool(json, "solved", attempt->solved);
    flip_json_string(json, "move", attempt->move);
    if (attempt->why[0])
        flip_json_string(json, "why", attempt->why);
    if (attempt->reason[0])
        flip_json_string(json, "reason", attempt->reason);
    if (!attempt->solved) {
        flip_json_number(json, "loss", attempt->loss);
        flip_json_number(json, "loss_interval", attempt->doubt);
    }
    write_solution(json, puzzle, table);
    flip_json_bool(json, "alone", puzzle->seats == 1);
    flip_json_close(json);
}
