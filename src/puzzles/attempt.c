/*
 * Judges an attempt at a puzzle. A listed move is right or wrong. A flick is right if it flicks the right piece and its
 * aim is as good as the best, as far as the tutor's tries can tell. The loss of a wrong choice comes from a few
 * futures, the same for it and for the best.
 */
#include "analysis/analysis.h"
#include "bots/hands.h"
#include "bots/tutor.h"
#include "puzzles/puzzle.h"
#include "table/table.h"

#include <string.h>

enum {
    FLICKS = 180,    /* tried for the favourite … */
    FEW_FLICKS = 60, /* … where many tries are counted */
    FUTURES = 100    /* for comparing a wrong choice */
};

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

/* The tutor tries the move. `right`: the right piece is flicked, so it is solved if the aim is good enough. */
static int judge(const struct flip_position *at, int seat, flip_move move, bool right, uint64_t flicks,
                 struct flip_attempt *out, struct flip_error *error)
{
    struct flip_think_def def = flip_tutor_def(at->game);
    struct flip_review review;
    def.iterations = flicks;
    def.hand = flip_hand_named("expert", 6); /* as in mining: an aim must work for a hand with small errors */
    if (flip_review_move(at, seat, &def, move, &review, error) < 0)
        return -1;
    out->solved = right && review.grade == FLIP_FINE;
    memcpy(out->why, review.done.why, sizeof out->why);
    if (out->solved)
        return 0;
    out->loss = review.loss;
    out->doubt = 1.96 * review.lead_error;
    memcpy(out->reason, review.reason, sizeof out->reason);
    return 0;
}

static int compare(const struct flip_puzzle *puzzle, const struct flip_table *table, flip_move best, flip_move tried,
                   struct flip_attempt *out, struct flip_error *error)
{
    struct flip_decision decision = {
        .step = table->step_count, .seat = puzzle->seat, .looked = 1, .count = 2, .series = 2};
    const struct flip_analysis analysis = {.table = table,
                                           .seats = puzzle->seats,
                                           .alone = puzzle->seats == 1 && !puzzle->game->no_points,
                                           .decisions = 1,
                                           .decision = &decision};
    struct flip_analyst *analyst = flip_analyst_open(&analysis, error);
    if (!analyst)
        return -1;
    decision.choice[0].move = best;
    decision.choice[1].move = tried;
    flip_decision_follow(&analysis, &decision, analyst, FUTURES);
    const struct flip_estimate lead = flip_choice_lead(&decision, 1);
    out->loss = lead.value < 0 ? -lead.value : 0;
    out->doubt = 1.96 * lead.error;
    flip_analyst_close(analyst);
    return 0;
}

static int weigh(const struct flip_puzzle *puzzle, const struct flip_table *table, flip_move best, flip_move tried,
                 struct flip_attempt *out, struct flip_error *error)
{
    if (strcmp(out->move, puzzle->second) != 0)
        return compare(puzzle, table, best, tried, out, error);
    out->loss = puzzle->lead; /* more precise than a few futures */
    out->doubt = puzzle->doubt;
    return 0;
}

/* Why the best is better than the move that was made, or than the second. */
static void give_reason(const struct flip_puzzle *puzzle, const struct flip_table *table, flip_move best,
                        flip_move tried, struct flip_attempt *out)
{
    const struct flip_position at = flip_table_position(table);
    struct flip_text reason = flip_text_in(out->reason, sizeof out->reason);
    struct flip_error error;
    if (out->solved && flip_table_find(table, puzzle->seat, puzzle->second, &tried, &error) < 0)
        return;
    flip_reason(&at, puzzle->seat, tried, best, &reason);
}

static bool right_choice(const struct flip_puzzle *puzzle, const struct flip_position *at, flip_move best,
                         flip_move tried)
{
    char own[FLIP_MOVE_TEXT], right[FLIP_MOVE_TEXT];
    flip_puzzle_choice(at, puzzle->seat, tried, own);
    flip_puzzle_choice(at, puzzle->seat, best, right);
    return strcmp(own, right) == 0;
}

int flip_puzzle_solves(const struct flip_puzzle *puzzle, const struct flip_table *table, flip_move tried,
                       struct flip_error *error)
{
    const struct flip_position at = flip_table_position(table);
    struct flip_attempt attempt = {0};
    flip_move best;
    if (flip_table_find(table, puzzle->seat, puzzle->best, &best, error) < 0)
        return -1;
    if (!right_choice(puzzle, &at, best, tried) || tried == best || !flip_reviews_moves(at.game))
        return right_choice(puzzle, &at, best, tried);
    return judge(&at, puzzle->seat, tried, true, FEW_FLICKS, &attempt, error) < 0 ? -1 : attempt.solved;
}

int flip_puzzle_try(const struct flip_puzzle *puzzle, const struct flip_table *table, const char *move,
                    struct flip_attempt *out, struct flip_error *error)
{
    const struct flip_position at = flip_table_position(table);
    struct flip_range open[FLIP_MAX_RANGES];
    flip_move found, best;
    int status = 0;
    *out = (struct flip_attempt){0};
    if (flip_table_find(table, puzzle->seat, move, &found, error) < 0 ||
        flip_table_find(table, puzzle->seat, puzzle->best, &best, error) < 0)
        return -1;
    if (flip_move_ranges(at.game, at.rules, at.state, puzzle->seat, found, open) > 0)
        return flip_fail(error, FLIP_ERROR_SYNTAX, "This flick has no aim yet.");
    struct flip_text in = flip_text_in(out->move, sizeof out->move);
    at.game->words->text(at.rules, at.state, puzzle->seat, found, &in);
    out->solved = right_choice(puzzle, &at, best, found);
    if (found != best && flip_reviews_moves(at.game))
        status = judge(&at, puzzle->seat, found, out->solved, FLICKS, out, error);
    else if (!out->solved)
        status = weigh(puzzle, table, best, found, out, error);
    if (status == 0 && !out->reason[0])
        give_reason(puzzle, table, best, found, out);
    return status;
}
