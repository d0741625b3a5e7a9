/*
 * A second opinion on the move of a game's own expert, for its strongest level: whole games show what the expert
 * overlooks. Its move and the most promising others meet the same futures, in which the unknown is redealt and all
 * seats play quick moves to the end. Half of the others leave after each round (sequential halving), so most games are
 * spent on close calls. The best of them replaces the expert's move only if it is ahead by more than its standard
 * error.
 *
 * With a budget of iterations (one per game) the result depends only on the view and the seed.
 */
#include "core/clock.h"
#include "search.h"

#include "known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CANDIDATES = 8, /* including the expert's move */
    MAX_FUTURES = 4096, /* for each */
    MIN_FUTURES = 8,    /* before the expert can be overruled */
    GAME_STEPS = 20000
};

static const double typical_margin = 5; /* of a win, in points: the unit of margins */

struct candidate {
    flip_move move;
    double prior, sum;
    int futures;
    float *outcome; /* by future */
};

struct contest {
    const struct flip_question *at;
    const struct flip_game *game;
    const struct flip_search_def *def;
    struct flip_random random;
    void *state;
    int64_t start;
    uint64_t iterations;
    struct candidate candidate[MAX_CANDIDATES]; /* the expert's move first */
    int count;
    struct candidate all[FLIP_MAX_MOVES];
    float outcome[MAX_CANDIDATES][MAX_FUTURES];
};

FLIP_FOR_ONE_GAME void play_out_in(const struct flip_game *game, struct contest *contest)
{
    const struct flip_game_rules *play = game->rules;
    const void *rules = contest->at->rules;
    for (int step = 0; step < GAME_STEPS; step++) {
        const flip_set turn = play->turn(rules, contest->state);
        struct flip_chances chances;
        if (turn == 0)
            return;
        if (turn != FLIP_BIT(FLIP_DEALER)) {
            const int seat = flip_set_first(turn);
            play->apply(rules, contest->state, seat,
                        flip_quick_move(game, rules, contest->state, seat, &contest->random));
            continue;
        }
        play->chances(rules, contest->state, &chances);
        if (chances.kind == FLIP_CHANCE_OUTSIDE)
            return;
        play->apply(rules, contest->state, FLIP_DEALER, flip_chances_pick(&chances, &contest->random));
    }
}

static void play_out(struct contest *contest)
{
#define PLAY(name)                                                                                                     \
    if (flip_##name.bot->expert && contest->game == &flip_##name) {                                                    \
        play_out_in(&flip_##name, contest);                                                                            \
        return;                                                                                                        \
    }
    FLIP_EACH_GAME(PLAY)
    play_out_in(contest->game, contest);
}

/* Plays a candidate's next future. */
static void run(struct contest *contest, struct candidate *candidate)
{
    const struct flip_question *at = contest->at;
    struct flip_result result;
    double value[FLIP_MAX_SEATS];
    flip_seed_future(&contest->random, contest->def->seed, (uint64_t)candidate->futures);
    memcpy(contest->state, at->state, contest->game->state_size);
    contest->game->knowledge->redeal(at->rules, contest->state, at->before, at->seat, &contest->random);
    contest->game->rules->apply(at->rules, contest->state, at->seat, candidate->move);
    play_out(contest);
    contest->game->rules->result(at->rules, contest->state, &result);
    flip_values_at_end(&result, at->seats, typical_margin, value);
    candidate->outcome[candidate->futures++] = (float)value[at->seat];
    candidate->sum += value[at->seat];
    contest->iterations++;
}

static int by_prior(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    if (left->prior != right->prior)
        return left->prior < right->prior ? 1 : -1;
    return left->move < right->move ? -1 : left->move > right->move;
}

static int by_sum(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    if (left->sum != right->sum)
        return left->sum < right->sum ? 1 : -1;
    return by_prior(a, b);
}

/* The expert's move first, then the others by the game's estimate, or else in the game's order. */
static void choose_candidates(struct contest *contest, const void *known, flip_move expert,
                              const struct flip_thought *list)
{
    const struct flip_question *at = contest->at;
    const struct flip_game_bot *bot = flip_bot_of(contest->game);
    struct candidate *all = contest->all;
    for (int i = 0; i < list->count; i++) {
        const flip_move move = list->choice[i].move;
        all[i] = (struct candidate){.move = move, .prior = -i};
        if (bot->estimate) {
            memcpy(contest->state, known, contest->game->state_size);
            contest->game->rules->apply(at->rules, contest->state, at->seat, move);
            all[i].prior = bot->estimate(at->rules, contest->state, at->seat);
        }
        if (move == expert)
            all[i].prior = HUGE_VAL;
    }
    qsort(all, (size_t)list->count, sizeof *all, by_prior);
    contest->count = list->count < MAX_CANDIDATES ? list->count : MAX_CANDIDATES;
    for (int i = 0; i < contest->count; i++) {
        contest->candidate[i] = all[i];
        contest->candidate[i].outcome = contest->outcome[i];
    }
}

/* Has this part of the time passed, or was the thought cancelled? */
static bool late(const struct contest *contest, double part)
{
    const struct flip_search_def *def = contest->def;
    return (def->ms && (double)(flip_milliseconds() - contest->start) >= part * def->ms) ||
           (def->given_up && def->given_up(def->asker));
}

static void run_all(struct contest *contest)
{
    const uint64_t budget = contest->def->iterations;
    int rounds = 0, left = contest->count;
    for (int n = contest->count; n > 1; n = (n + 1) / 2)
        rounds++;
    for (int round = 1; round <= rounds; round++) {
        const int more = budget ? (int)fmin((double)budget / rounds / left, MAX_FUTURES) : MAX_FUTURES;
        const int target = (int)fmin(contest->candidate[0].futures + (more > 0 ? more : 1), MAX_FUTURES);
        while (contest->candidate[0].futures < target && !late(contest, (double)round / rounds))
            for (int i = 0; i < left; i++)
                run(contest, &contest->candidate[i]);
        qsort(&contest->candidate[1], (size_t)(left - 1), sizeof *contest->candidate, by_sum);
        left = left > 2 ? (left + 1) / 2 : 2;
    }
}

/* Is the best of the others ahead of the expert's move by more than its standard error? */
static bool overruled(const struct contest *contest)
{
    const struct candidate *expert = &contest->candidate[0], *other = &contest->candidate[1];
    const int n = other->futures;
    if (contest->count < 2 || n < MIN_FUTURES)
        return false;
    const double lead = (other->sum - expert->sum) / n;
    double squares = 0;
    for (int i = 0; i < n; i++) {
        const double apart = (double)(other->outcome[i] - expert->outcome[i]) - lead;
        squares += apart * apart;
    }
    return lead > sqrt(squares / (n - 1.0) / n) + 1e-9;
}

int flip_second_opinion(const struct flip_question *at, const struct flip_search_def *def, const void *known,
                        flip_move expert, struct flip_thought *out, struct flip_error *error)
{
    struct contest *contest = malloc(sizeof *contest);
    void *state = malloc(at->game->state_size);
    if (!contest || !state) {
        free(contest);
        free(state);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    }
    contest->at = at;
    contest->game = at->game;
    contest->def = def;
    contest->state = state;
    contest->start = def->ms ? flip_milliseconds() : 0;
    contest->iterations = 0;
    choose_candidates(contest, known, expert, out);
    run_all(contest);
    for (int i = 0; i < out->count; i++)
        for (int k = 0; k < contest->count; k++)
            if (out->choice[i].move == contest->candidate[k].move && contest->candidate[k].futures > 0) {
                out->choice[i].visits = (uint64_t)contest->candidate[k].futures;
                out->choice[i].value = contest->candidate[k].sum / contest->candidate[k].futures;
            }
    out->iterations = contest->iterations;
    flip_thought_sort(out);
    flip_thought_put_first(out, contest->candidate[overruled(contest)].move);
    free(state);
    free(contest);
    return 0;
}
