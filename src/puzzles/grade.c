/*
 * Grades a puzzle, and checks its solution. A bot of level 2 tries it often, each time with another seed: the share of
 * misses gives the rating, 1500 for one half. The deepest analysis of finished games checks that nothing comes near the
 * solution.
 */
#include "puzzles/weigher.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEVEL = 2,
    AVERAGE = 1500,
    SCALE = 250, /* people are less consistent than bots */
    FLICKS = 720 /* as in a deep analysis */
};

int flip_puzzle_rating(int missed, int tries, int choices)
{
    const double odds = (missed + 1.0) / (tries - missed + 1.0); /* a few tries prove nothing */
    const int rating = AVERAGE + (int)lround(SCALE * log10(odds)) + 5 * ((choices < 40 ? choices : 40) - 20);
    return rating < FLIP_PUZZLE_EASIEST   ? FLIP_PUZZLE_EASIEST
           : rating > FLIP_PUZZLE_HARDEST ? FLIP_PUZZLE_HARDEST
                                          : rating;
}

int flip_puzzle_grade(struct flip_puzzle *puzzle, const struct flip_table *table, int tries, struct flip_error *error)
{
    const struct flip_position at = flip_table_position(table);
    struct flip_thought *thought = malloc(sizeof *thought);
    struct flip_think_def def = flip_think_defaults(LEVEL);
    int missed = 0, status = 0;
    if (!thought)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to grade a puzzle.");
    for (int i = 0; i < tries && status >= 0; i++) {
        def.seed = flip_game_seed(1, (uint64_t)i);
        def.manner = (uint64_t)i; /* another bot each time, even if its level is deterministic */
        if ((status = flip_think_position(&at, puzzle->seat, &def, thought, error)) == 0)
            status = flip_puzzle_solves(puzzle, table, thought->choice[0].move, error);
        missed += status == 0;
    }
    free(thought);
    if (status < 0)
        return -1;
    puzzle->missed = missed;
    puzzle->tries = tries;
    puzzle->rating = flip_puzzle_rating(missed, tries, puzzle->choices);
    return 0;
}

/* For a game that judges moves itself: is anything better than the solution? */
static int holds_judged(const struct flip_table *table, int seat, flip_move best, struct flip_error *error)
{
    const struct flip_position at = flip_table_position(table);
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    struct flip_review review;
    def.iterations = FLICKS;
    if (flip_review_move(&at, seat, &def, best, &review, error) < 0)
        return -1;
    return review.grade == FLIP_FINE;
}

/* The table has one more step, the solution; no other choice may be ahead of it or too close to call. */
static int holds_analysed(const struct flip_table *table, int step, int seat, struct flip_error *error)
{
    struct flip_decision decision = {.step = step, .seat = seat};
    const int seats = flip_table_seats(table);
    const struct flip_game_bot *bot = flip_bot_of(table->game);
    struct flip_analysis analysis = {.table = table, .seats = seats, .decisions = 1, .decision = &decision};
    analysis.alone = seats == 1 && !table->game->no_points;
    analysis.chances = !analysis.alone;
    decision.chances = analysis.chances && !(bot->between && bot->estimate);
    struct flip_analyst *analyst = flip_analyst_open(&analysis, error);
    int holds = analyst ? 1 : -1;
    while (holds == 1 && flip_unit_done(&analysis, 0, FLIP_DEEP) < 1)
        if (flip_analysis_work(&analysis, analyst, 0, FLIP_DEEP, error) < 0)
            holds = -1;
    for (int i = 1; i < decision.count && holds == 1; i++) {
        const struct flip_estimate lead = flip_choice_lead(&decision, i);
        holds = lead.value + 1.96 * lead.error < 0;
    }
    flip_analyst_close(analyst);
    return holds;
}

int flip_puzzle_holds(const struct flip_puzzle *puzzle, struct flip_error *error)
{
    struct flip_table *table = flip_puzzle_table(puzzle, error);
    flip_move best;
    int holds = -1;
    if (table && flip_table_find(table, puzzle->seat, puzzle->best, &best, error) == 0) {
        const int step = table->step_count;
        if (flip_reviews_moves(puzzle->game))
            holds = holds_judged(table, puzzle->seat, best, error);
        else if (flip_table_act(table, puzzle->seat, best, error) == 0)
            holds = holds_analysed(table, step, puzzle->seat, error);
    }
    flip_table_close(table);
    return holds;
}
