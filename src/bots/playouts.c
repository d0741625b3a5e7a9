/*
 * A second opinion on what a game's own expert would do, for its strongest level. The expert sees at once what is good; what it
 * overlooks, whole games tell. Its move and the most promising others meet the same futures: the unknown dealt anew, then all
 * seats play quickly to the end. Half of the others leave after each round (sequential halving), so most games are played
 * where it is close. The best of them takes the expert's place only if it is ahead by more than its standard error.
 *
 * With a budget of iterations (one is one game) the result depends on the view and the seed alone.
 */
#include "search.h"

#include "known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RIVALS = 8,          /* moves that are looked at, the expert's among them */
    MOST_FUTURES = 4096, /* of each */
    FEWEST_FUTURES = 8,  /* after which the expert can be overruled */
    GAME_STEPS = 20000
};

static const double usual_margin = 5; /* points that a win is won by: what a margin is measured with */

struct rival {
    flip_move move;
    double promise, sum;
    int futures;
    float *outcome; /* in every future */
};

struct contest {
    const struct flip_question *at;
    const struct flip_game *game;
    const struct flip_search_def *def;
    struct flip_random random;
    void *state;
    int64_t start;
    uint64_t iterations;
    struct rival rival[RIVALS]; /* the expert's first */
    int count;
    struct rival all[FLIP_MAX_MOVES];
    float outcome[RIVALS][MOST_FUTURES];
};

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

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

/* The next future of a rival. */
static void run(struct contest *contest, struct rival *rival)
{
    const struct flip_question *at = contest->at;
    const uint64_t far_apart = UINT64_C(0xd1342543de82ef95); /* so that seeds near each other share no stream */
    struct flip_result result;
    double value[FLIP_MAX_SEATS];
    flip_random_seed(&contest->random, contest->def->seed + ((uint64_t)rival->futures + 1) * far_apart);
    memcpy(contest->state, at->state, contest->game->state_size);
    contest->game->knowledge->redeal(at->rules, contest->state, at->before, at->seat, &contest->random);
    contest->game->rules->apply(at->rules, contest->state, at->seat, rival->move);
    play_out(contest);
    contest->game->rules->result(at->rules, contest->state, &result);
    flip_values_at_end(&result, at->seats, usual_margin, value);
    rival->outcome[rival->futures++] = (float)value[at->seat];
    rival->sum += value[at->seat];
    contest->iterations++;
}

static int by_promise(const void *a, const void *b)
{
    const struct rival *left = a, *right = b;
    if (left->promise != right->promise)
        return left->promise < right->promise ? 1 : -1;
    return left->move < right->move ? -1 : left->move > right->move;
}

static int by_sum(const void *a, const void *b)
{
    const struct rival *left = a, *right = b;
    if (left->sum != right->sum)
        return left->sum < right->sum ? 1 : -1;
    return by_promise(a, b);
}

/* The expert's move first, then the others by the game's estimate, or as the game lists them. */
static void choose_rivals(struct contest *contest, const void *known, flip_move expert, const struct flip_thought *list)
{
    const struct flip_question *at = contest->at;
    const struct flip_game_bot *bot = flip_bot_of(contest->game);
    struct rival *all = contest->all;
    for (int i = 0; i < list->count; i++) {
        const flip_move move = list->choice[i].move;
        all[i] = (struct rival){.move = move, .promise = -i};
        if (bot->estimate) {
            memcpy(contest->state, known, contest->game->state_size);
            contest->game->rules->apply(at->rules, contest->state, at->seat, move);
            all[i].promise = bot->estimate(at->rules, contest->state, at->seat);
        }
        if (move == expert)
            all[i].promise = HUGE_VAL;
    }
    qsort(all, (size_t)list->count, sizeof *all, by_promise);
    contest->count = list->count < RIVALS ? list->count : RIVALS;
    for (int i = 0; i < contest->count; i++) {
        contest->rival[i] = all[i];
        contest->rival[i].outcome = contest->outcome[i];
    }
}

/* The contest has run for this part of its time, or nobody wants it any more. */
static bool late(const struct contest *contest, double part)
{
    const struct flip_search_def *def = contest->def;
    return (def->ms && (double)(milliseconds() - contest->start) >= part * def->ms) ||
           (def->given_up && def->given_up(def->asker));
}

static void run_all(struct contest *contest)
{
    const uint64_t budget = contest->def->iterations;
    int rounds = 0, left = contest->count;
    for (int n = contest->count; n > 1; n = (n + 1) / 2)
        rounds++;
    for (int round = 1; round <= rounds; round++) {
        const int more = budget ? (int)fmin((double)budget / rounds / left, MOST_FUTURES) : MOST_FUTURES;
        const int target = (int)fmin(contest->rival[0].futures + (more > 0 ? more : 1), MOST_FUTURES);
        while (contest->rival[0].futures < target && !late(contest, (double)round / rounds))
            for (int i = 0; i < left; i++)
                run(contest, &contest->rival[i]);
        qsort(&contest->rival[1], (size_t)(left - 1), sizeof *contest->rival, by_sum);
        left = left > 2 ? (left + 1) / 2 : 2;
    }
}

/* Is the best of the others ahead of the expert's move by more than its standard error? */
static bool surpassed(const struct contest *contest)
{
    const struct rival *expert = &contest->rival[0], *other = &contest->rival[1];
    const int n = other->futures;
    if (contest->count < 2 || n < FEWEST_FUTURES)
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
    contest->start = def->ms ? milliseconds() : 0;
    contest->iterations = 0;
    choose_rivals(contest, known, expert, out);
    run_all(contest);
    for (int i = 0; i < out->count; i++)
        for (int k = 0; k < contest->count; k++)
            if (out->choice[i].move == contest->rival[k].move && contest->rival[k].futures > 0) {
                out->choice[i].visits = (uint64_t)contest->rival[k].futures;
                out->choice[i].value = contest->rival[k].sum / contest->rival[k].futures;
            }
    out->iterations = contest->iterations;
    flip_thought_sort(out);
    flip_thought_put_first(out, contest->rival[surpassed(contest)].move);
    free(state);
    free(contest);
    return 0;
}
