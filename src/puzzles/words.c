/* A puzzle in words: what was best, and why. */
#include "puzzles/puzzle.h"
#include "table/spoken.h"
#include "table/table.h"

/* "write a red 7 in b3 (write b3)". */
static void tell_move(const struct flip_puzzle *puzzle, const struct flip_table *table, const char *text,
                      struct flip_text *out)
{
    flip_move move;
    struct flip_error error;
    char told[FLIP_STEP_TEXT], todo[FLIP_STEP_TEXT];
    if (flip_table_find(table, puzzle->seat, text, &move, &error) < 0) {
        flip_text_add(out, "%s", text);
        return;
    }
    struct flip_text words = flip_text_in(told, sizeof told);
    flip_table_move_tell(table, table->now.state, puzzle->seat, move, &words);
    flip_text_add(out, "%s (%s)", flip_spoken_imperative(told, todo, sizeof todo), text);
}

/* An interval that rounds to nothing is not told: it comes from comparing the same futures, and nobody can read it. */
static void tell_lead(const struct flip_puzzle *puzzle, struct flip_text *out)
{
    const bool points = puzzle->seats == 1 && !puzzle->game->no_points;
    const double scale = points ? 1 : 100, least = points ? 0.05 : 0.5;
    flip_text_add(out, points ? ", is %.1f" : ", wins %.0f", scale * puzzle->lead);
    if (scale * puzzle->doubt >= least)
        flip_text_add(out, points ? " ± %.1f" : " ± %.0f", scale * puzzle->doubt);
    flip_text_add(out, points ? " points worse." : " fewer games in 100.");
}

void flip_puzzle_solution(const struct flip_puzzle *puzzle, const struct flip_table *table,
                          const struct flip_attempt *attempt, struct flip_text *out)
{
    char next[FLIP_MOVE_TEXT];
    flip_text_add(out, "Best: ");
    tell_move(puzzle, table, puzzle->best, out);
    for (const char *after = puzzle->after; flip_puzzle_after(&after, next);)
        flip_text_add(out, ", then %s", next);
    flip_text_add(out, ". The next best, ");
    tell_move(puzzle, table, puzzle->second, out);
    tell_lead(puzzle, out);
    if (attempt && attempt->reason[0])
        flip_text_add(out, " Why not %s? %s", attempt->solved ? "the next best" : "yours", attempt->reason);
}
