/*
 * An attempt at a puzzle. A move of a list is right or wrong. A flick is right if the right thing is flicked and the aim is as good as
 * the best, as far as the tutor's tries can say.
 */
#include "bots/hands.h"
#include "bots/tutor.h"
#include "puzzles/puzzle.h"

#include <stdio.h>
#include <string.h>

enum { FLICKS = 180 }; /* tried for the favourite */

static bool begins_with(const char *text, const char *head)
{
    const size_t length = strlen(head);
    return strncmp(text, head, length) == 0 && (text[length] == '\0' || text[length] == ' ');
}

void flip_puzzle_choice(const struct flip_position *at, int seat, flip_move move, char choice[FLIP_MOVE_TEXT])
{
    struct flip_text out = flip_text_in(choice, FLIP_MOVE_TEXT);
    at->game->words->text(at->rules, at->state, seat, move, &out);
    if (!at->game->flicks)
        return;
    flip_move moves[FLIP_MAX_MOVES];
    char name[FLIP_MOVE_TEXT], longest[FLIP_MOVE_TEXT] = "";
    const int count = at->game->rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        struct flip_text in = flip_text_in(name, sizeof name);
        at->game->words->text(at->rules, at->state, seat, moves[i], &in);
        if (begins_with(choice, name) && strlen(name) > strlen(longest))
            memcpy(longest, name, sizeof longest);
    }
    if (longest[0])
        memcpy(choice, longest, sizeof longest);
}

static int judge_aim(const struct flip_position *at, int seat, flip_move move, struct flip_attempt *out,
                     struct flip_error *error)
{
    struct flip_think_def def = flip_tutor_def(at->game);
    struct flip_judgement judgement;
    def.iterations = FLICKS;
    def.hand = flip_hand_named("expert", 6); /* as it was mined: an aim must hold for a hand that errs a little */
    if (flip_judge_position(at, seat, &def, move, &judgement, error) < 0)
        return -1;
    out->solved = judgement.grade == FLIP_FINE;
    memcpy(out->why, judgement.done.why, sizeof out->why);
    return 0;
}

int flip_puzzle_try(const struct flip_puzzle *puzzle, const struct flip_table *table, const char *move,
                    struct flip_attempt *out, struct flip_error *error)
{
    const struct flip_position at = flip_table_position(table);
    char tried[FLIP_MOVE_TEXT], right[FLIP_MOVE_TEXT];
    struct flip_range open[FLIP_MAX_RANGES];
    flip_move found, best;
    *out = (struct flip_attempt){0};
    if (flip_table_find(table, puzzle->seat, move, &found, error) < 0 ||
        flip_table_find(table, puzzle->seat, puzzle->best, &best, error) < 0)
        return -1;
    if (flip_move_ranges(at.game, at.rules, at.state, puzzle->seat, found, open) > 0)
        return flip_fail(error, FLIP_ERROR_SYNTAX, "This flick has no aim yet.");
    struct flip_text in = flip_text_in(out->move, sizeof out->move);
    at.game->words->text(at.rules, at.state, puzzle->seat, found, &in);
    flip_puzzle_choice(&at, puzzle->seat, found, tried);
    flip_puzzle_choice(&at, puzzle->seat, best, right);
    out->solved = strcmp(tried, right) == 0;
    if (out->solved && found != best && flip_judges(at.game))
        return judge_aim(&at, puzzle->seat, found, out, error);
    return 0;
}
