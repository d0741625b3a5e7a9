/*
 * Walks through the history of a table and makes a puzzle of every decision with one clearly best choice, if a bot of
 * the highest level, which thinks differently, finds it too and not all bots find it at once. How many of them miss it
 * is the first difficulty.
 */
#include "puzzles/mine.h"
#include "puzzles/weigher.h"
#include "table/table.h"

#include <flipside/walk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AFTER_MOST = 3 }; /* moves shown after the best */

struct flip_miner {
    const struct flip_table *table;
    char seed[FLIP_HEX_SIZE];
    struct flip_walk walk;
    struct flip_mine_weigher *weigher;
    struct flip_thought *thought;
    int found;
};

struct flip_miner *flip_miner_open(const struct flip_table *table, const char *seed, struct flip_error *error)
{
    struct flip_miner *miner = calloc(1, sizeof *miner);
    if (!miner) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to look for puzzles.");
        return NULL;
    }
    miner->table = table;
    snprintf(miner->seed, sizeof miner->seed, "%s", seed);
    if (!(miner->thought = malloc(sizeof *miner->thought)))
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to look for puzzles.");
    else if (flip_walk_open(&miner->walk, table, error) == 0 && (miner->weigher = flip_weigher_open(table, error)))
        return miner;
    flip_miner_close(miner);
    return NULL;
}

void flip_miner_close(struct flip_miner *miner)
{
    if (!miner)
        return;
    flip_weigher_close(miner->weigher);
    flip_walk_close(&miner->walk);
    free(miner->thought);
    free(miner);
}

static int last_step(const struct flip_miner *miner)
{
    const int count = miner->table->step_count;
    return miner->table->game->flicks && count > FLIP_MINE_FLICKS ? FLIP_MINE_FLICKS : count;
}

static bool found_enough(const struct flip_miner *miner)
{
    return miner->found >= (miner->table->game->flicks ? FLIP_MINE_MOST_FLICKS : FLIP_MINE_MOST);
}

/* Rates it by how many levels miss it. 0: it is no puzzle, because none does, or the highest does. */
static int rate(struct flip_miner *miner, const char *best, int choices, int *rating, struct flip_error *error)
{
    int missed = 0;
    for (int level = FLIP_LEVELS; level >= 1; level--) {
        const int finds = flip_opinion(&miner->weigher->opinions, level, best, error);
        if (finds < 0 || (!finds && level == FLIP_LEVELS))
            return finds;
        missed += !finds;
    }
    *rating = 700 + 250 * missed + 5 * (choices < 40 ? choices : 40);
    return missed > 0;
}

/* --- from a verdict to a puzzle ---------------------------------------------------------------------------------------------- */

static void write_text(const struct flip_position *at, int seat, flip_move move, char out[FLIP_MOVE_TEXT])
{
    struct flip_text in = flip_text_in(out, FLIP_MOVE_TEXT);
    at->game->words->text(at->rules, at->state, seat, move, &in);
}

/* Writes how the seat goes on after the best choice, as the highest level would, until somebody else or the dealer
   acts. */
static int write_after(struct flip_miner *miner, const struct flip_position *at, int seat, flip_move best,
                       struct flip_text *out, struct flip_error *error)
{
    struct flip_position after;
    if (flip_position_open(&after, at->game, at->rules, at->seats, error) < 0)
        return -1;
    flip_position_copy(&after, at);
    flip_position_step(&after, seat, best);
    int status = 0;
    for (int i = 0; i < AFTER_MOST && flip_set_has(flip_position_turn(&after), seat); i++) {
        char move[FLIP_MOVE_TEXT];
        struct flip_range open[FLIP_MAX_RANGES];
        const struct flip_think_def def = flip_opinion_def(at->game, FLIP_LEVELS);
        if ((status = flip_think_position(&after, seat, &def, miner->thought, error)) < 0)
            break;
        const flip_move next = miner->thought->choice[0].move;
        write_text(&after, seat, next, move);
        if (out->length + strlen(move) + 2 > out->size ||
            flip_move_ranges(at->game, at->rules, after.state, seat, next, open) > 0)
            break;
        flip_text_add(out, i ? ";%s" : "%s", move);
        flip_position_step(&after, seat, next);
    }
    flip_position_close(&after);
    return status;
}

/* Writes the steps so far: moves and outcomes; the seed deals the rest. False: an event was rigged, so no seed deals
   it. */
static bool write_steps(const struct flip_table *table, struct flip_walk *walk, int count, struct flip_text *out)
{
    char text[FLIP_MOVE_TEXT], *big = malloc(FLIP_VIEW_SIZE);
    bool fits = big != NULL;
    flip_walk_restart(walk);
    for (const struct flip_step *step; fits && walk->step < count && (step = flip_walk_next(walk));
         flip_walk_on(walk)) {
        fits = !step->rigged;
        if (step->seat != FLIP_DEALER) {
            struct flip_text in = flip_text_in(text, sizeof text);
            flip_table_step_text(table, walk->at.state, step, &in);
            fits = fits && !strpbrk(text, ";\t\n");
            if (table->seats > 1)
                flip_text_add(out, "%d", step->seat);
            flip_text_add(out, "%s;", text);
        } else if (step->outcome) {
            struct flip_json json = flip_json_in(big, FLIP_VIEW_SIZE);
            flip_table_outcome_json(table, walk->at.state, &table->outcomes[step->outcome - 1], NULL, &json);
            fits = fits && flip_text_fits(&json.text) && !strpbrk(big, ";\t\n");
            flip_text_put(out, big, strlen(big));
            flip_text_put(out, ";", 1);
        }
    }
    free(big);
    return fits;
}

/* 1: `puzzle->steps` is there. */
static int add_steps(struct flip_miner *miner, int step, struct flip_puzzle *puzzle, struct flip_error *error)
{
    struct flip_text measure = flip_text_in(NULL, 0);
    if (!write_steps(miner->table, &miner->walk, step, &measure)) {
        flip_walk_to(&miner->walk, step);
        return 0;
    }
    if (!(puzzle->steps = malloc(measure.length + 1)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a puzzle.");
    struct flip_text out = flip_text_in(puzzle->steps, measure.length + 1);
    write_steps(miner->table, &miner->walk, step, &out);
    if (out.length)
        puzzle->steps[out.length - 1] = '\0'; /* the last ';' */
    else
        puzzle->steps[0] = '\0';
    return 1;
}

/* Names it after the position that its steps lead to, after checking that it is the one it was made from. */
static int name(struct flip_puzzle *puzzle, const struct flip_position *at, struct flip_error *error)
{
    struct flip_error why;
    struct flip_table *table = flip_puzzle_start(puzzle, &why);
    if (!table)
        return why.code == FLIP_ERROR_NO_MEMORY ? flip_fail(error, why.code, "%s", why.message) : 0;
    const bool same = memcmp(table->now.state, at->state, at->game->state_size) == 0;
    flip_puzzle_name(table, puzzle->seat, puzzle->id);
    struct flip_text task = flip_text_in(puzzle->task, sizeof puzzle->task);
    flip_puzzle_find_task(puzzle, table, &task);
    flip_table_close(table);
    return same;
}

static int make(struct flip_miner *miner, const struct flip_position *at, int step, int seat,
                const struct flip_mine_verdict *verdict, struct flip_puzzle *out, struct flip_error *error)
{
    const struct flip_table *table = miner->table;
    char best[FLIP_MOVE_TEXT];
    *out = (struct flip_puzzle){.game = table->game,
                                .rules = table->options.version,
                                .seats = table->seats,
                                .seat = seat,
                                .options = table->options,
                                .value = verdict->value,
                                .lead = verdict->lead,
                                .doubt = verdict->doubt,
                                .choices = verdict->choices};
    flip_puzzle_choice(at, seat, verdict->best, best);
    int status = rate(miner, best, verdict->choices, &out->rating, error);
    if (status != 1)
        return status;
    memcpy(out->edition, table->edition->hash, sizeof out->edition - 1);
    memcpy(out->seed, miner->seed, sizeof out->seed);
    write_text(at, seat, verdict->best, out->best);
    flip_puzzle_choice(at, seat, verdict->second, out->second);
    flip_puzzle_find_theme(at, seat, verdict->best, out->theme);
    struct flip_text after = flip_text_in(out->after, sizeof out->after);
    if (!table->game->flicks && write_after(miner, at, seat, verdict->best, &after, error) < 0)
        return -1;
    return add_steps(miner, step, out, error);
}

/* Where mining begins: late in a game differences become certain sooner. Outcomes of flicks take much room, so games
   with flicks are mined from their beginning. */
static int first_step(const struct flip_table *table) { return table->game->flicks ? 0 : table->step_count / 2; }

/* --- walking ------------------------------------------------------------------------------------------------------------------ */

/* The seat whose decision the next step is, or -1. */
static int decider(const struct flip_position *at, const struct flip_step *step)
{
    flip_move moves[2];
    if (step->seat == FLIP_DEALER || flip_blind(at->game, at->rules, at->state))
        return -1;
    return at->game->rules->moves(at->rules, at->state, step->seat, moves, 2) > 1 ? step->seat : -1;
}

static int mine_here(struct flip_miner *miner, const struct flip_position *at, int seat, struct flip_puzzle *out,
                     struct flip_error *error)
{
    const int step = miner->walk.step;
    struct flip_mine_verdict verdict;
    flip_opinions_begin(&miner->weigher->opinions, at, seat);
    const int status = flip_reviews_moves(at->game)
                           ? flip_weigh_flicks(miner->weigher, step, seat, at, &verdict, error)
                           : flip_weigh_decision(miner->weigher, step, seat, at, &verdict, error);
    if (status < 0 || !verdict.clear)
        return status < 0 ? -1 : FLIP_MINED_NOTHING;
    int made = make(miner, at, step, seat, &verdict, out, error);
    if (made == 1) {
        flip_walk_to(&miner->walk, step);
        made = name(out, at, error);
    }
    if (made != 1)
        flip_puzzle_free(out);
    return made == 1 ? FLIP_MINED_PUZZLE : made;
}

int flip_miner_next(struct flip_miner *miner, struct flip_puzzle *out, struct flip_error *error)
{
    struct flip_walk *walk = &miner->walk;
    const struct flip_step *step;
    if (found_enough(miner))
        return FLIP_MINED_ALL;
    for (; walk->step < last_step(miner) && (step = flip_walk_next(walk)); flip_walk_on(walk)) {
        const struct flip_position at = flip_walk_position(walk);
        const int seat = decider(&at, step), here = walk->step;
        if (seat < 0 || here < first_step(miner->table))
            continue;
        const int mined = mine_here(miner, &at, seat, out, error);
        flip_walk_to(walk, here + 1);
        miner->found += mined == FLIP_MINED_PUZZLE;
        return mined;
    }
    return FLIP_MINED_ALL;
}
