/*
 * The same question where a hand flicks: which thing to do is clearly the best? All aims of one kind are one choice: the best of them
 * stands for it. The bot tries them in the physics; then the tutor judges the best of each other choice beside the favourite, with
 * many tries: each must be a mistake. Where nothing is flicked yet (who plays?), a choice is worth what the best action after it
 * comes to.
 */
#include "bots/tutor.h"
#include "puzzles/mine.h"
#include "puzzles/weigher.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK = 60,  /* flicks of the first look */
    DEEP = 180, /* … and of the second */
    RIVALS = 4, /* that are judged: the search puts the others behind these */
    GROUPS = 40
};

static const double stands_out = 0.04; /* share of the win, in the first look */
static const double leads = 0.03;      /* in the second */

struct group {
    char choice[FLIP_MOVE_TEXT];
    flip_move move; /* its best */
    double value;
};

static int groups_of(const struct flip_position *at, int seat, const struct flip_thought *thought, struct group *group)
{
    int count = 0;
    for (int i = 0; i < thought->count && count < GROUPS; i++) {
        struct group next = {.move = thought->choice[i].move, .value = thought->choice[i].value};
        int same = 0;
        flip_puzzle_choice(at, seat, next.move, next.choice);
        while (same < count && strcmp(group[same].choice, next.choice) != 0)
            same++;
        if (same == count)
            group[count++] = next;
        else if (next.value > group[same].value)
            group[same] = next;
    }
    return count;
}

static int best_first(const void *a, const void *b)
{
    const double left = ((const struct group *)a)->value, right = ((const struct group *)b)->value;
    return left > right ? -1 : left < right;
}

static int look(const struct flip_position *at, int seat, uint64_t flicks, struct flip_thought *thought,
                struct flip_error *error)
{
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.iterations = flicks;
    def.explain = true;
    return flip_think_position(at, seat, &def, thought, error);
}

/* Does the same seat go on at once after this move? Then `after`, with memory of its own, is where. */
static bool goes_on(const struct flip_position *at, int seat, flip_move move, struct flip_position *after)
{
    flip_position_copy(after, at);
    flip_position_step(after, seat, move);
    return flip_set_has(flip_position_turn(after), seat);
}

/* What the best action after each choice comes to. 1: the favourite leads. */
static int compare_plans(struct flip_mine_weigher *weigher, const struct flip_position *at, int seat,
                         struct group *group, int count, struct flip_error *error)
{
    struct flip_position after;
    int status = 1;
    if (flip_position_open(&after, at->game, at->rules, at->seats, error) < 0)
        return -1;
    for (int i = 0; i < count && i <= RIVALS && status == 1; i++) {
        if (!goes_on(at, seat, group[i].move, &after)) {
            status = 0;
        } else if (look(&after, seat, DEEP, weigher->thought, error) < 0) {
            status = -1;
        } else {
            group[i].value = weigher->thought->choice[0].value;
            if (i > 0 && group[0].value - group[i].value < leads)
                status = 0;
        }
    }
    flip_position_close(&after);
    return status;
}

/* The tutor judges the best of every other choice. 1: all of them are mistakes. */
static int compare_aims(const struct flip_position *at, int seat, struct group *group, int count,
                        struct flip_error *error)
{
    struct flip_think_def def = flip_tutor_def(at->game);
    def.iterations = DEEP;
    for (int i = 1; i < count && i <= RIVALS; i++) {
        struct flip_judgement judgement;
        char favourite[FLIP_MOVE_TEXT];
        if (flip_judge_position(at, seat, &def, group[i].move, &judgement, error) < 0)
            return -1;
        flip_puzzle_choice(at, seat, judgement.best.move, favourite);
        if (strcmp(favourite, group[0].choice) != 0 || judgement.grade < FLIP_MISTAKE || judgement.loss < leads)
            return 0;
        if (i == 1)
            group[0] = (struct group){.move = judgement.best.move, .value = judgement.best.value};
        memcpy(group[0].choice, favourite, sizeof favourite);
        group[i].value = group[0].value - judgement.loss;
    }
    return 1;
}

int flip_weigh_flicks(struct flip_mine_weigher *weigher, int step, int seat, const struct flip_position *at,
                      struct flip_mine_verdict *out, struct flip_error *error)
{
    struct group group[GROUPS];
    struct flip_range open[FLIP_MAX_RANGES];
    (void)step;
    *out = (struct flip_mine_verdict){0};
    if (look(at, seat, LOOK, weigher->thought, error) < 0)
        return -1;
    const int count = groups_of(at, seat, weigher->thought, group);
    out->choices = count;
    qsort(group, (size_t)count, sizeof *group, best_first);
    if (count < 2 || group[0].value - group[1].value < stands_out)
        return 0;
    flip_move moves[FLIP_MAX_MOVES];
    bool flick = false;
    const int offered = at->game->rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < offered; i++)
        flick = flick || flip_move_ranges(at->game, at->rules, at->state, seat, moves[i], open) > 0;
    const int clear =
        flick ? compare_aims(at, seat, group, count, error) : compare_plans(weigher, at, seat, group, count, error);
    if (clear != 1)
        return clear;
    int second = 1;
    for (int i = 2; i < count && i <= RIVALS; i++)
        if (group[i].value > group[second].value)
            second = i;
    out->clear = true;
    out->best = group[0].move;
    out->second = group[second].move;
    out->value = group[0].value;
    out->lead = group[0].value - group[second].value;
    return 0;
}
