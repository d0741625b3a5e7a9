/* A match that is a puzzle: a local match in which the first choice is judged and ends it. */
#include "faces/terminal/local/parts.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct puzzle {
    struct local local; /* first: the calls of a local match get a pointer to it */
    struct flip_match_calls calls;
    const struct flip_puzzle *puzzle;
    struct flip_match_lesson told;
    char title[80], text[1000];
};

static struct puzzle *puzzle_of(const struct flip_match *match) { return (struct puzzle *)match; }

/* --- what is told -------------------------------------------------------------------------------------------------------- */

static void tell_task(struct puzzle *puzzle)
{
    struct flip_text title = flip_text_in(puzzle->title, sizeof puzzle->title),
                     text = flip_text_in(puzzle->text, sizeof puzzle->text);
    flip_puzzle_theme(puzzle->puzzle->game, puzzle->puzzle->theme, &title);
    flip_puzzle_task(puzzle->puzzle, puzzle->local.table, &text);
    flip_text_add(&text, " Your first choice counts. Difficulty %d.", puzzle->puzzle->rating);
    puzzle->told = (struct flip_match_lesson){.puzzle = true, .view = {.steps = 1, .times = 1}};
    puzzle->told.view.title = puzzle->title;
    puzzle->told.view.text = puzzle->text;
    snprintf(puzzle->told.next, sizeof puzzle->told.next, "the next puzzle");
}

/* From now on the best choice is highlighted: the move in the list, without the numbers of a flick. */
static void show_best(struct puzzle *puzzle)
{
    const struct flip_table *table = puzzle->local.table;
    const struct flip_position at = flip_table_position(table);
    struct flip_lesson_view *view = &puzzle->told.view;
    struct flip_error error;
    flip_move best;
    if (flip_table_find(table, puzzle->puzzle->seat, puzzle->puzzle->best, &best, &error) < 0)
        return;
    flip_puzzle_choice(&at, puzzle->puzzle->seat, best, view->offer_text);
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, puzzle->puzzle->seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count && !view->known; i++) {
        char text[FLIP_MOVE_TEXT];
        struct flip_text out = flip_text_in(text, sizeof text);
        at.game->words->text(at.rules, at.state, puzzle->puzzle->seat, moves[i], &out);
        view->known = strcmp(text, view->offer_text) == 0;
        view->offer = moves[i];
    }
}

/* Only the first try counts. */
static void note_try(struct puzzle *puzzle, bool solved)
{
    struct flip_match *match = &puzzle->local.match;
    struct flip_error error;
    struct flip_learnt learnt = flip_learnt_read(FLIP_PUZZLES_FILE, match->game, puzzle->puzzle->id);
    learnt.learnt |= solved && learnt.moves == 0;
    learnt.moves++;
    const bool kept = flip_learnt_write(FLIP_PUZZLES_FILE, match->game, puzzle->puzzle->id, learnt, &error) == 0;
    snprintf(match->save_error, sizeof match->save_error, "%s", kept ? "" : error.message);
}

/* --- the calls ----------------------------------------------------------------------------------------------------------- */

static flip_set puzzle_turn(const struct flip_match *match)
{
    return puzzle_of(match)->told.view.finished ? 0 : match->people;
}

static int puzzle_act(struct flip_match *match, int seat, const struct flip_action *action, struct flip_error *error)
{
    struct puzzle *puzzle = puzzle_of(match);
    struct flip_attempt attempt;
    (void)seat;
    if (puzzle->told.view.finished)
        return flip_fail(error, FLIP_ERROR_EMPTY, "You have chosen already.");
    if (flip_puzzle_try(puzzle->puzzle, puzzle->local.table, action->text, &attempt, error) < 0)
        return -1;
    struct flip_text text = flip_text_in(puzzle->text, sizeof puzzle->text);
    if (attempt.why[0])
        flip_text_add(&text, "Yours %s. ", attempt.why);
    flip_puzzle_solution(puzzle->puzzle, puzzle->local.table, &attempt, &text);
    puzzle->told.solved = attempt.solved;
    puzzle->told.view.finished = true;
    note_try(puzzle, attempt.solved);
    show_best(puzzle);
    return 0;
}

static int puzzle_undo(struct flip_match *match, int seat, struct flip_error *error)
{
    (void)match, (void)seat;
    return flip_fail(error, FLIP_ERROR_CANNOT_UNDO, "There is nothing to take back: the puzzle begins here.");
}

static bool puzzle_can_undo(const struct flip_match *match, int seat)
{
    (void)match, (void)seat;
    return false;
}

static int puzzle_hint(struct flip_match *match, struct flip_actions *actions, bool wait, struct flip_error *error)
{
    (void)match, (void)actions, (void)wait;
    return flip_fail(error, FLIP_ERROR_EMPTY,
                     "A puzzle has no hints. Make a choice; then you are told what was best, and why.");
}

static struct flip_match_calls puzzle_calls(void)
{
    struct flip_match_calls calls = local_calls;
    calls.turn = puzzle_turn;
    calls.act = puzzle_act;
    calls.undo = puzzle_undo;
    calls.can_undo = puzzle_can_undo;
    calls.hint = puzzle_hint;
    calls.listen = local_hear_nobody;
    calls.forget = NULL;
    return calls;
}

/* --- opening ------------------------------------------------------------------------------------------------------------- */

/* You decide; bots have the other seats if the game is continued. */
static int sit(struct puzzle *puzzle, struct flip_error *error)
{
    struct flip_player players[FLIP_MAX_SEATS];
    struct flip_table *table = puzzle->local.table;
    struct flip_text out = flip_text_in(puzzle->local.seats, sizeof puzzle->local.seats);
    for (int seat = 0; seat < table->seats; seat++)
        flip_text_add(&out, "%s%s", seat ? "," : "", seat == puzzle->puzzle->seat ? "you" : "bot3");
    snprintf(table->names[puzzle->puzzle->seat], sizeof *table->names, "You");
    return flip_players_parse(puzzle->local.seats, players, FLIP_MAX_SEATS, error) < 0
               ? -1
               : local_sit(&puzzle->local, players, error);
}

struct flip_match *flip_puzzle_match(const struct flip_puzzle *from, struct flip_error *error)
{
    struct puzzle *puzzle = calloc(1, sizeof *puzzle);
    if (!puzzle) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the puzzle.");
        return NULL;
    }
    struct flip_match *match = &puzzle->local.match;
    puzzle->puzzle = from;
    puzzle->calls = puzzle_calls();
    match->calls = &puzzle->calls;
    if (!(puzzle->local.table = flip_puzzle_table(from, error)) || sit(puzzle, error) < 0) {
        local_calls.close(match);
        return NULL;
    }
    tell_task(puzzle);
    match->lesson = &puzzle->told;
    return match;
}
