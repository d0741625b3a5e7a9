/*
 * Is one choice clearly the best? The cheapest questions come first, since most decisions fail one of them. A short search orders all
 * choices; if the lower levels all take its favourite, the decision is too easy. The first few are compared on a few futures; where
 * none stands out, that was all. The highest level has to agree with what stands out. Then it is compared with every other legal move,
 * and at last with its nearest rivals on many futures that have not been looked at before. In both the lower end of the 95 % interval
 * of its lead must be more than a trifle.
 */
#include "puzzles/mine.h"
#include "puzzles/weigher.h"

#include <math.h>
#include <stdlib.h>

enum {
    LOOK = 50,        /* iterations of the search that orders the choices */
    FIRST = 20,       /* futures for the most promising … */
    PROMISING = 4,    /* … choices */
    PORTION = 10,     /* futures between two looks at the leads */
    LEAST = 20,       /* futures before a choice is surely behind */
    ENOUGH = 60,      /* … after which a rival that is near ends the comparison */
    ALL = 300,        /* futures, at most, against each of the others */
    DEEP = 400,       /* futures against the nearest rivals … */
    PLAIN = 100,      /* … or so many, if the lead is beyond all doubt by then */
    OTHERS = 1,       /* the series of those futures */
    NEAREST = 3,      /* rivals */
    MOST_CHOICES = 80 /* more are not weighed: nobody would look through them either */
};

static const double beyond_doubt = 4; /* standard errors */

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
    weigher->thought = malloc(sizeof *weigher->thought);
    weigher->opinions.thought = malloc(sizeof *weigher->thought);
    if (!weigher->thought || !weigher->opinions.thought)
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
    free(weigher->opinions.thought);
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

static void follow(struct flip_mine_weigher *weigher)
{
    flip_decision_follow(&weigher->analysis, &weigher->decision, weigher->analyst, PORTION);
}

/* How far the favourite is ahead of choice `i`: for sure, and as it seems. */
static double surely(const struct flip_decision *decision, int i)
{
    const struct flip_estimate lead = flip_choice_lead(decision, i);
    return -lead.value - 1.96 * lead.error;
}

static double likely(const struct flip_decision *decision, int i) { return -flip_choice_lead(decision, i).value; }

/* Is choice `i` so near to the favourite that more futures would hardly part them by as much as is needed? */
static bool too_near(const struct flip_decision *decision, int i, double need)
{
    const struct flip_estimate lead = flip_choice_lead(decision, i);
    return -lead.value + (decision->choice[i].count < ENOUGH ? 1.64 * lead.error : 0) < need;
}

/* The most promising on a few futures. True: one stands out, and `best` is it. */
static bool first_look(struct flip_mine_weigher *weigher, int step, int seat, double need, flip_move *best)
{
    const struct flip_thought *thought = weigher->thought;
    struct flip_decision *decision = &weigher->decision;
    begin(weigher, step, seat, thought->choice[0].move);
    for (int i = 1; i < thought->count && decision->count < PROMISING; i++)
        add(weigher, thought->choice[i].move);
    for (;;) {
        follow(weigher);
        const bool last = decision->choice[0].count >= FIRST;
        const int first = flip_decision_best(decision);
        const struct flip_estimate top = flip_choice_lead(decision, first);
        *best = decision->choice[first].move;
        for (int i = 0; i < decision->count; i++) {
            const struct flip_estimate lead = flip_choice_lead(decision, i);
            if (i != first && top.value - lead.value + (last ? 0 : fmax(top.error, lead.error)) < need)
                return false;
        }
        if (last)
            return true;
    }
}

/* All choices of the round until each is surely behind, or `most` futures have been followed. */
static bool all_behind(struct flip_mine_weigher *weigher, uint32_t most, double need)
{
    struct flip_decision *decision = &weigher->decision;
    for (;;) {
        bool open = false;
        follow(weigher);
        for (int i = 1; i < decision->count; i++) {
            struct flip_weighed *choice = &decision->choice[i];
            choice->out = choice->out || (choice->count >= LEAST && surely(decision, i) > need);
            open = open || !choice->out;
            if (!choice->out && too_near(decision, i, need))
                return false;
        }
        if (!open || decision->choice[0].count >= most)
            return !open;
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
static bool against_all(struct flip_mine_weigher *weigher, int step, int seat, flip_move best, double need,
                        struct rival *rival, int *count)
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
        if (!all_behind(weigher, ALL, need))
            return false;
        for (int i = 1; i < decision->count; i++)
            rival[(*count)++] = (struct rival){decision->choice[i].move, likely(decision, i)};
    }
    qsort(rival, (size_t)*count, sizeof *rival, nearest_first);
    return true;
}

/* Have the nearest rivals been followed long enough? One that is too near settles it as well. */
static bool settled(const struct flip_decision *decision, double need)
{
    bool plain = decision->choice[0].count >= PLAIN;
    for (int i = 1; i < decision->count; i++) {
        const struct flip_estimate lead = flip_choice_lead(decision, i);
        if (too_near(decision, i, need))
            return true;
        plain = plain && -lead.value - beyond_doubt * lead.error > need;
    }
    return plain || decision->choice[0].count >= DEEP;
}

/* The nearest rivals, each on many futures, and none of them one of those by which it was chosen. */
static bool deeply(struct flip_mine_weigher *weigher, int step, int seat, double need, const struct rival *rival,
                   int count, struct flip_mine_verdict *out)
{
    struct flip_decision *decision = &weigher->decision;
    begin(weigher, step, seat, out->best);
    decision->series = OTHERS;
    for (int i = 0; i < count && i < NEAREST; i++)
        add(weigher, rival[i].move);
    do
        follow(weigher);
    while (!settled(decision, need));
    int second = 1;
    for (int i = 1; i < decision->count; i++) {
        if (surely(decision, i) < need || too_near(decision, i, need))
            return false;
        if (likely(decision, i) < likely(decision, second))
            second = i;
    }
    out->second = decision->choice[second].move;
    out->lead = likely(decision, second);
    out->doubt = 1.96 * flip_choice_lead(decision, second).error;
    out->value = flip_choice_value(decision, 0).value;
    return true;
}

static int look(struct flip_mine_weigher *weigher, const struct flip_position *at, int seat, struct flip_error *error)
{
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.iterations = LOOK;
    def.explain = true;
    return flip_think_position(at, seat, &def, weigher->thought, error);
}

int flip_weigh_decision(struct flip_mine_weigher *weigher, int step, int seat, const struct flip_position *at,
                        struct flip_mine_verdict *out, struct flip_error *error)
{
    const double need = needed(weigher->analysis.table);
    struct rival rival[MOST_CHOICES];
    int count;
    flip_move moves[MOST_CHOICES + 1];
    *out = (struct flip_mine_verdict){0};
    out->choices = at->game->rules->moves(at->rules, at->state, seat, moves, MOST_CHOICES + 1);
    if (out->choices < 2 || out->choices > MOST_CHOICES)
        return 0;
    int fit = flip_opinions_differ(&weigher->opinions, error);
    if (fit != 1 || look(weigher, at, seat, error) < 0)
        return fit == 0 ? 0 : -1;
    fit = flip_opinions_missed(&weigher->opinions, weigher->thought->choice[0].move, error);
    if (fit != 1 || !first_look(weigher, step, seat, need, &out->best))
        return fit < 0 ? -1 : 0;
    if ((fit = flip_opinions_missed(&weigher->opinions, out->best, error)) == 1 &&
        (fit = flip_opinion_of_move(&weigher->opinions, FLIP_LEVELS, out->best, error)) == 1)
        out->clear = against_all(weigher, step, seat, out->best, need, rival, &count) &&
                     deeply(weigher, step, seat, need, rival, count, out);
    return fit < 0 ? -1 : 0;
}
