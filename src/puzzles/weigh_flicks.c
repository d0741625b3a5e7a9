/*
 * Where the game tries flicks itself: is one choice clearly the best? All aims of one kind are one choice: the best of them
 * stands for it. A flick takes milliseconds, so straight lines alone (and a single flick of the favourite) say first whether a choice
 * may stand out; most decisions end there. Then the bot tries the aims in the physics, and the tutor judges the best of each other
 * choice beside the favourite, with many tries: each must be a mistake. Where nothing is flicked yet (who plays?), a choice is worth
 * what the best action after it comes to.
 */
#include "bots/hands.h"
#include "bots/tutor.h"
#include "puzzles/mine.h"
#include "puzzles/weigher.h"

#include <stdlib.h>
#include <string.h>

enum {
    GLANCE = 1, /* flicks of the first look … */
    LOOK = 60,  /* … of the second … */
    DEEP = 180, /* … and of the last */
    RIVALS = 4, /* that are judged: the search puts the others behind these */
    GROUPS = 40
};

static const double may_stand_out = 0.02; /* share of the win, at a glance */
static const double stands_out = 0.04;    /* in the second look */
static const double leads = 0.03;         /* in the last */

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
    def.hand = flip_hand_named("expert", 6); /* what stands out must not need an exact hand */
    return flip_think_position(at, seat, &def, thought, error);
}

/* Does the same seat go on at once after this move? Then `after`, with memory of its own, is where. */
static bool goes_on(const struct flip_position *at, int seat, flip_move move, struct flip_position *after)
{
    flip_position_copy(after, at);
    flip_position_step(after, seat, move);
    return flip_set_has(flip_position_turn(after), seat);
}

/* What the best action after each choice comes to, with so many flicks. 1: the favourite leads by so much. */
static int compare_plans(struct flip_mine_weigher *weigher, const struct flip_position *at, int seat,
                         struct group *group, int count, uint64_t flicks, double lead, struct flip_error *error)
{
    struct flip_position after;
    int status = 1;
    if (flip_position_open(&after, at->game, at->rules, at->seats, error) < 0)
        return -1;
    for (int i = 0; i < count && i <= RIVALS && status == 1; i++) {
        if (!goes_on(at, seat, group[i].move, &after)) {
            status = 0;
        } else if (look(&after, seat, flicks, weigher->thought, error) < 0) {
            status = -1;
        } else {
            group[i].value = weigher->thought->choice[0].value;
            if (i > 0 && group[0].value - group[i].value < lead)
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
    def.hand = flip_hand_named("expert", 6);
    for (int i = 1; i < count && i <= RIVALS; i++) {
        struct flip_review review;
        char favourite[FLIP_MOVE_TEXT];
        if (flip_review_move(at, seat, &def, group[i].move, &review, error) < 0)
            return -1;
        flip_puzzle_choice(at, seat, review.best.move, favourite);
        if (strcmp(favourite, group[0].choice) != 0 || review.grade < FLIP_MISTAKE || review.loss < leads)
            return 0;
        if (i == 1)
            group[0] = (struct group){.move = review.best.move, .value = review.best.value};
        memcpy(group[0].choice, favourite, sizeof favourite);
        group[i].value = group[0].value - review.loss;
    }
    return 1;
}

static bool anything_to_flick(const struct flip_position *at, int seat)
{
    flip_move moves[FLIP_MAX_MOVES];
    struct flip_range open[FLIP_MAX_RANGES];
    const int offered = at->game->rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < offered; i++)
        if (flip_move_ranges(at->game, at->rules, at->state, seat, moves[i], open) > 0)
            return true;
    return false;
}

/* The choices with their values, the best first. 1: it is ahead by so much. */
static int order(struct flip_mine_weigher *weigher, const struct flip_position *at, int seat, uint64_t flicks,
                 double lead, struct group *group, int *count, struct flip_error *error)
{
    if (look(at, seat, flicks, weigher->thought, error) < 0)
        return -1;
    *count = groups_of(at, seat, weigher->thought, group);
    qsort(group, (size_t)*count, sizeof *group, best_first);
    return *count > 1 && group[0].value - group[1].value >= lead;
}

/* Does the favourite stand out, and not to everybody? Then: is everything else a mistake? */
static int compare(struct flip_mine_weigher *weigher, const struct flip_position *at, int seat, struct group *group,
                   int *count, struct flip_error *error)
{
    const bool flick = anything_to_flick(at, seat);
    int clear = order(weigher, at, seat, GLANCE, may_stand_out, group, count, error);
    if (clear == 1)
        clear = flip_opinions_missed(&weigher->opinions, group[0].move, error);
    if (clear == 1)
        clear = order(weigher, at, seat, LOOK, stands_out, group, count, error);
    if (clear == 1) /* it may have changed */
        clear = flip_opinions_missed(&weigher->opinions, group[0].move, error);
    if (clear == 1 && flick)
        return compare_aims(at, seat, group, *count, error);
    if (clear == 1)
        clear = compare_plans(weigher, at, seat, group, *count, LOOK, may_stand_out, error);
    return clear == 1 ? compare_plans(weigher, at, seat, group, *count, DEEP, leads, error) : clear;
}

int flip_weigh_flicks(struct flip_mine_weigher *weigher, int step, int seat, const struct flip_position *at,
                      struct flip_mine_verdict *out, struct flip_error *error)
{
    struct group group[GROUPS];
    int count, second = 1;
    (void)step;
    *out = (struct flip_mine_verdict){0};
    const int clear = compare(weigher, at, seat, group, &count, error);
    if (clear != 1)
        return clear;
    for (int i = 2; i < count && i <= RIVALS; i++)
        if (group[i].value > group[second].value)
            second = i;
    *out = (struct flip_mine_verdict){.clear = true,
                                      .best = group[0].move,
                                      .second = group[second].move,
                                      .value = group[0].value,
                                      .lead = group[0].value - group[second].value,
                                      .choices = count};
    return 0;
}
