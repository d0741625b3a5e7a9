/*
 * Is one choice clearly the best? A short search orders all choices. The first few are compared on a few futures; where none stands
 * out, that was all. Else the favourite is compared with every other legal move, and at last with its nearest rivals on many futures.
 * At each stage the lower end of the 95 % interval of its lead must be more than a trifle.
 */
#include "analysis/analysis.h"
#include "bots/tutor.h"
#include "puzzles/mine.h"
#include "puzzles/weigher.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK = 50,        /* iterations of the search that orders the choices */
    FIRST = 20,       /* futures for the most promising … */
    PROMISING = 4,    /* … choices */
    ENOUGH = 60,      /* … after which a rival that is near ends the comparison */
    ALL = 300,        /* futures, at most, against each of the others */
    DEEP = 400,       /* futures against the nearest rivals */
    NEAREST = 3,      /* rivals */
    MOST_CHOICES = 80 /* more are not weighed: nobody would look through them either */
};

/* How far ahead the best must be for sure: points alone, shares of the win with others. */
static double needed(const struct flip_table *table) { return flip_table_seats(table) == 1 ? 0.4 : 0.015; }

struct flip_mine_weigher *flip_weigher_open(const struct flip_table *table, struct flip_error *error)
{
    struct flip_mine_weigher *weigher = calloc(1, sizeof *weigher);
    if (!weigher) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to look for puzzles.");
        return NULL;
    }
    weigher->analysis = (struct flip_analysis){.table = table,
                                               .seats = flip_table_seats(table),
                                               .alone = flip_table_seats(table) == 1,
                                               .decisions = 1,
                                               .decision = &weigher->decision};
    if (!(weigher->thought = malloc(sizeof *weigher->thought)))
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to look for puzzles.");
    else if ((weigher->analyst = flip_analyst_open(&weigher->analysis, error)))
        return weigher;
    flip_weigher_close(weigher);
    return NULL;
}

void flip_weigher_close(struct flip_mine_weigher *weigher)
{
    if (!weigher)
        return;
    if (weigher->analyst)
        flip_analyst_close(weigher->analyst);
    free(weigher->thought);
    free(weigher);
}

/* --- comparing -------------------------------------------------------------------------------------------------------------- */

/* What the comparison needs to know, and the choices of one round: the first is the favourite. */
static void begin(struct flip_mine_weigher *weigher, int step, int seat, flip_move favourite)
{
    const double doubt = weigher->decision.step == step ? weigher->decision.doubt : 0;
    weigher->decision = (struct flip_decision){.step = step, .seat = seat, .looked = 1, .count = 1, .doubt = doubt};
    weigher->decision.choice[0].move = favourite;
}

static void add(struct flip_mine_weigher *weigher, flip_move move)
{
    weigher->decision.choice[weigher->decision.count++].move = move;
}

static int follow(struct flip_mine_weigher *weigher, struct flip_error *error)
{
    return flip_analysis_work(&weigher->analysis, weigher->analyst, 0, FLIP_DEEP, error);
}

/* How far the favourite is ahead of choice `i`: for sure, and as it seems. */
static double surely(const struct flip_decision *decision, int i)
{
    const struct flip_estimate lead = flip_choice_lead(decision, i);
    return -lead.value - 1.96 * lead.error;
}

static double likely(const struct flip_decision *decision, int i) { return -flip_choice_lead(decision, i).value; }

/* The most promising on a few futures. True: one stands out, and `best` is it. */
static int first_look(struct flip_mine_weigher *weigher, int step, int seat, double need, flip_move *best,
                      struct flip_error *error)
{
    const struct flip_thought *thought = weigher->thought;
    struct flip_decision *decision = &weigher->decision;
    begin(weigher, step, seat, thought->choice[0].move);
    for (int i = 1; i < thought->count && decision->count < PROMISING; i++)
        add(weigher, thought->choice[i].move);
    while (decision->choice[0].count < FIRST)
        if (follow(weigher, error) < 0)
            return -1;
    const int first = flip_decision_best(decision);
    *best = decision->choice[first].move;
    const double top = flip_choice_lead(decision, first).value;
    for (int i = 0; i < decision->count; i++)
        if (i != first && top - flip_choice_lead(decision, i).value < need)
            return 0;
    return 1;
}

/* All choices of the round until each is surely behind, or `most` futures have been followed. */
static int all_behind(struct flip_mine_weigher *weigher, uint32_t most, double need, struct flip_error *error)
{
    struct flip_decision *decision = &weigher->decision;
    for (;;) {
        bool open = false;
        for (int i = 1; i < decision->count; i++) {
            decision->choice[i].out = decision->choice[i].count > 0 && surely(decision, i) > need;
            open = open || !decision->choice[i].out;
            if (decision->choice[i].count >= ENOUGH && likely(decision, i) < need)
                return 0;
        }
        if (!open)
            return 1;
        if (decision->choice[0].count >= most)
            return 0;
        if (follow(weigher, error) < 0)
            return -1;
    }
}

struct rival {
    flip_move move;
    double lead;
};

static int nearest_first(const void *a, const void *b)
{
    const double left = ((const struct rival *)a)->lead, right = ((const struct rival *)b)->lead;
    return left < right ? -1 : left > right;
}

/* Every other legal move; `rival` gets them. */
static int against_all(struct flip_mine_weigher *weigher, int step, int seat, flip_move best, double need,
                       struct rival *rival, int *count, struct flip_error *error)
{
    const struct flip_thought *thought = weigher->thought;
    struct flip_decision *decision = &weigher->decision;
    *count = 0;
    for (int next = 0; next < thought->count;) {
        begin(weigher, step, seat, best);
        for (; next < thought->count && decision->count < FLIP_ANALYSIS_CHOICES; next++)
            if (thought->choice[next].move != best)
                add(weigher, thought->choice[next].move);
        if (decision->count == 1)
            break;
        const int clear = all_behind(weigher, ALL, need, error);
        if (clear != 1)
            return clear;
        for (int i = 1; i < decision->count; i++)
            rival[(*count)++] = (struct rival){decision->choice[i].move, likely(decision, i)};
    }
    qsort(rival, (size_t)*count, sizeof *rival, nearest_first);
    return 1;
}

/* The nearest rivals, each on all of the futures. */
static int deeply(struct flip_mine_weigher *weigher, int step, int seat, flip_move best, double need,
                  const struct rival *rival, int count, struct flip_mine_verdict *out, struct flip_error *error)
{
    struct flip_decision *decision = &weigher->decision;
    begin(weigher, step, seat, best);
    for (int i = 0; i < count && i < NEAREST; i++)
        add(weigher, rival[i].move);
    while (decision->choice[0].count < DEEP) {
        for (int i = 1; i < decision->count; i++) {
            decision->choice[i].out = false;
            if (decision->choice[i].count >= ENOUGH && likely(decision, i) < need)
                return 0;
        }
        if (follow(weigher, error) < 0)
            return -1;
    }
    int second = 1;
    for (int i = 1; i < decision->count; i++) {
        if (surely(decision, i) < need)
            return 0;
        if (likely(decision, i) < likely(decision, second))
            second = i;
    }
    out->second = decision->choice[second].move;
    out->lead = likely(decision, second);
    out->doubt = 1.96 * flip_choice_lead(decision, second).error;
    out->value = flip_choice_value(decision, 0).value;
    return 1;
}

int flip_weigh_decision(struct flip_mine_weigher *weigher, int step, int seat, const struct flip_position *at,
                        struct flip_mine_verdict *out, struct flip_error *error)
{
    const double need = needed(weigher->analysis.table);
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    struct rival rival[MOST_CHOICES];
    int count, clear;
    *out = (struct flip_mine_verdict){0};
    def.iterations = LOOK;
    def.explain = true;
    if (flip_think_position(at, seat, &def, weigher->thought, error) < 0)
        return -1;
    out->choices = weigher->thought->count;
    if (out->choices < 2 || out->choices > MOST_CHOICES)
        return 0;
    if ((clear = first_look(weigher, step, seat, need, &out->best, error)) == 1 &&
        (clear = against_all(weigher, step, seat, out->best, need, rival, &count, error)) == 1)
        clear = deeply(weigher, step, seat, out->best, need, rival, count, out, error);
    out->clear = clear == 1;
    return clear < 0 ? -1 : 0;
}
