/*
 * The steps of a turn. A turn is a chain: arrange, visit, choices inside, bonus actions that bring more of them. To try
 * all chains would take milliseconds, so each step is looked at twice. A *glance* plays the step and takes what is still
 * open at its usual worth; the few steps that look best are then followed to the end of the turn, the best at every step.
 *
 * The rules themselves play the steps, on copies of the state. A robbery is the mean of its two outcomes. A seat that
 * never answers keeps the turn open, so that nothing is dealt.
 */
#include "games/fliptown/bot/worth.h"

#include <math.h>
#include <string.h>

enum {
    MOST_STEPS = 160, /* no step of a turn has more moves */
    DEPTH = 12        /* no chain is longer than the rules allow; stops one all the same */
};

struct candidate {
    flip_move move;
    double worth;
};

static double follow(const struct fliptown_mind *mind, struct fliptown_state *state, int depth);
static flip_move arrange_and_visit(const struct fliptown_mind *mind, const struct fliptown_state *state, double *worth);

/* --- cards that are not known ----------------------------------------------------------------------------------- */

static double chance_to_rob(const struct fliptown_mind *mind, const struct fliptown_state *state)
{
    const struct fliptown_rules *rules = mind->rules;
    const struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    const int gun = fliptown_has(sheet, FLIPTOWN_RIFLE)    ? rules->edition.rifle
                    : fliptown_has(sheet, FLIPTOWN_PISTOL) ? rules->edition.pistol
                                                           : 0;
    const int cards = flip_set_count(state->deck), needed = sheet->target - gun;
    const int bad = needed > 0 ? flip_set_count(state->deck & rules->lower[needed]) : 0;
    return cards ? (double)(cards - bad) / cards : 0.5;
}

/* The robbery ends well or not; any king and any ace stand for the card. */
static void end_robbery(const struct fliptown_mind *mind, struct fliptown_state *state, bool well)
{
    state->waiting = FLIPTOWN_NONE;
    fliptown_robbery_card(mind->rules, state, mind->seat, flip_card(well ? FLIP_KING : FLIP_ACE, 0));
    fliptown_settle(mind->rules, state, mind->seat);
}

/* --- a glance --------------------------------------------------------------------------------------------------- */

/* The turn as if it ended here, with what is open at its usual worth; tells if anything is. */
static double open_worth(const struct fliptown_mind *mind, const struct fliptown_state *state, bool *open)
{
    const struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    double worth = fliptown_after_turn(mind, state);
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        if (sheet->pending[region]) {
            worth += sheet->pending[region] * (double)mind->net->bonus[region][mind->stage];
            *open = true;
        }
    return worth;
}

static double try_inside(const struct fliptown_mind *mind, const struct fliptown_state *state, flip_move move,
                         struct fliptown_state *after, bool *open)
{
    memcpy(after, state, sizeof *after);
    fliptown_turn_apply(mind->rules, after, mind->seat, move);
    if (after->sheet[mind->seat].step != FLIPTOWN_BUILDING)
        return open_worth(mind, after, open);
    struct fliptown_state left = *after;
    fliptown_turn_apply(mind->rules, &left, mind->seat, FLIPTOWN_DO_LEAVE);
    return open_worth(mind, &left, open);
}

/* Which of the many things inside a building a glance falls on: of trades the largest and half of it, of pieces of land the
   one with most stars of each shape, of the rest all. */
static int worth_a_glance(const struct fliptown_mind *mind, flip_move *moves, int count)
{
    const struct fliptown_edition *edition = &mind->rules->edition;
    int stars[FLIPTOWN_SHAPES], kept = 0;
    memset(stars, 0, sizeof stars);
    const int most = fliptown_kind(moves[count - 1]) == FLIPTOWN_DO_GIVE ? fliptown_field(moves[count - 1], 0) : 0;
    for (int i = 0; i < count; i++) {
        const int first = fliptown_field(moves[i], 0);
        if (most && first != most && first != (most + 1) / 2)
            continue;
        if (fliptown_kind(moves[i]) == FLIPTOWN_DO_PLOTS) {
            int sum = 0;
            for (unsigned set = (unsigned)fliptown_plots_of(moves[i]); set; set &= set - 1)
                sum += edition->plot_stars[__builtin_ctz(set)];
            if (sum <= stars[first])
                continue;
            stars[first] = sum;
        }
        moves[kept++] = moves[i];
    }
    return kept;
}

/* The best that can be done in a building, thing by thing. */
static double glance_inside(const struct fliptown_mind *mind, const struct fliptown_state *state, bool *open)
{
    struct fliptown_state now = *state, after, best_after;
    double best = fliptown_may_leave(mind->rules, state, &state->sheet[mind->seat])
                      ? try_inside(mind, &now, FLIPTOWN_DO_LEAVE, &after, open)
                      : -HUGE_VAL;
    for (int bought = 0; bought < FLIPTOWN_SALES; bought++) {
        flip_move moves[FLIPTOWN_PLACEMENTS];
        struct fliptown_list list = {.out = moves, .cap = FLIPTOWN_PLACEMENTS};
        fliptown_building_moves(mind->rules, &now.sheet[mind->seat], &list);
        if (list.count == 0)
            break;
        const int count = worth_a_glance(mind, moves, fliptown_smaller(list.count, list.cap));
        bool better = false;
        for (int i = 0; i < count; i++) {
            const double worth = try_inside(mind, &now, moves[i], &after, open);
            if (worth > best) {
                best = worth;
                best_after = after;
                better = true;
            }
        }
        if (!better || best_after.sheet[mind->seat].step != FLIPTOWN_BUILDING)
            break;
        now = best_after;
    }
    return best;
}

static double glance(const struct fliptown_mind *mind, struct fliptown_state *state, bool *open)
{
    struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    switch (sheet->step) {
    case FLIPTOWN_ROBBERY: {
        const double well = chance_to_rob(mind, state);
        struct fliptown_state other = *state;
        double worth = 0;
        if (well > 0) {
            end_robbery(mind, state, true);
            worth += well * open_worth(mind, state, open);
        }
        if (well < 1) {
            end_robbery(mind, &other, false);
            worth += (1 - well) * open_worth(mind, &other, open);
        }
        return worth;
    }
    case FLIPTOWN_PEEK:
        sheet->inside = 1;
        state->waiting = FLIPTOWN_NONE;
        fliptown_settle(mind->rules, state, mind->seat);
        return glance(mind, state, open);
    case FLIPTOWN_BUILDING:
        return glance_inside(mind, state, open);
    case FLIPTOWN_PICK:
        fliptown_gain_tools(mind->rules, sheet, 0, 1);
        fliptown_notice_bounties(mind->rules, state, mind->seat, FLIPTOWN_MORE_TOOLS);
        return open_worth(mind, state, open);
    default:
        return open_worth(mind, state, open);
    }
}

/* --- steps ------------------------------------------------------------------------------------------------------ */

/* Keeps the `room` best in order; returns how many there are. */
static int keep_best(struct candidate *best, int count, int room, struct candidate candidate)
{
    int place = count < room ? count : room;
    while (place > 0 && best[place - 1].worth < candidate.worth)
        place--;
    if (place == room)
        return count;
    const int last = count < room ? count : room - 1;
    memmove(&best[place + 1], &best[place], (size_t)(last - place) * sizeof *best);
    best[place] = candidate;
    return count < room ? count + 1 : room;
}

static double taste(const struct fliptown_mind *mind, flip_move move)
{
    if (!mind->lesson || fliptown_kind(move) != FLIPTOWN_DO_VISIT)
        return 0;
    return (double)mind->lesson->taste[fliptown_field(move, 0)][fliptown_field(move, 1)];
}

/* For the learner: by how much a bonus action was better than to decline it. */
static void note_bonus(const struct fliptown_mind *mind, const struct fliptown_state *state, flip_move move,
                       double worth)
{
    const int region = fliptown_field(move, 0);
    if (fliptown_kind(move) != FLIPTOWN_DO_VISIT && fliptown_kind(move) != FLIPTOWN_DO_DECLINE)
        return;
    struct fliptown_state declined = *state;
    bool other_open;
    declined.sheet[mind->seat].pending[region]--;
    mind->lesson->bonus_sum[region][mind->stage] +=
        worth - taste(mind, move) - open_worth(mind, &declined, &other_open);
    mind->lesson->bonus_count[region][mind->stage]++;
}

enum { FOLLOWED = 4 }; /* of a step that is to be made; of later ones only the best */

/* The best of a step's moves: all at a glance. Where a glance leaves nothing open it says all; the best others are
   followed. */
static flip_move step_by_step(const struct fliptown_mind *mind, const struct fliptown_state *state, int depth,
                              double *worth)
{
    flip_move moves[MOST_STEPS], chosen = 0;
    struct fliptown_list list = {.out = moves, .cap = MOST_STEPS};
    fliptown_turn_moves(mind->rules, state, mind->seat, &list);
    const int count = fliptown_smaller(list.count, MOST_STEPS), step = state->sheet[mind->seat].step;
    struct candidate best[FOLLOWED + 1];
    int kept = 0;
    double visiting = -HUGE_VAL; /* the best visit, for abilities that come before it */
    struct fliptown_state after;
    *worth = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        memcpy(&after, state, sizeof after);
        fliptown_turn_apply(mind->rules, &after, mind->seat, moves[i]);
        bool open = after.sheet[mind->seat].step != FLIPTOWN_IDLE && (depth == 0 || step != FLIPTOWN_BONUS);
        double here = glance(mind, &after, &open) + taste(mind, moves[i]);
        if (step == FLIPTOWN_VISIT && !after.sheet[mind->seat].visited)
            here += visiting - open_worth(mind, state, &open);
        else if (here > visiting)
            visiting = here;
        if (open) {
            kept = keep_best(best, kept, depth == 0 ? FOLLOWED : 1, (struct candidate){moves[i], here});
        } else if (here > *worth) {
            *worth = here;
            chosen = moves[i];
        }
    }
    for (int i = 0; i < kept; i++) {
        memcpy(&after, state, sizeof after);
        fliptown_turn_apply(mind->rules, &after, mind->seat, best[i].move);
        const double here = follow(mind, &after, depth + 1) + taste(mind, best[i].move);
        if (here > *worth) {
            *worth = here;
            chosen = best[i].move;
        }
    }
    if (mind->lesson && depth == 0 && step == FLIPTOWN_BONUS)
        note_bonus(mind, state, chosen, *worth);
    return chosen;
}

static double follow(const struct fliptown_mind *mind, struct fliptown_state *state, int depth)
{
    struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    double worth;
    if (depth > DEPTH)
        return fliptown_after_turn(mind, state);
    switch (sheet->step) {
    case FLIPTOWN_IDLE:
        return fliptown_after_turn(mind, state);
    case FLIPTOWN_ROBBERY: {
        const double well = chance_to_rob(mind, state);
        struct fliptown_state other = *state;
        worth = 0;
        if (well > 0) {
            end_robbery(mind, state, true);
            worth += well * follow(mind, state, depth);
        }
        if (well < 1) {
            end_robbery(mind, &other, false);
            worth += (1 - well) * follow(mind, &other, depth);
        }
        return worth;
    }
    case FLIPTOWN_PEEK:
        sheet->inside = 1;
        state->waiting = FLIPTOWN_NONE;
        fliptown_settle(mind->rules, state, mind->seat);
        return follow(mind, state, depth);
    case FLIPTOWN_ARRANGE:
        arrange_and_visit(mind, state, &worth);
        return worth;
    default:
        step_by_step(mind, state, depth, &worth);
        return worth;
    }
}

/* --- arranging -------------------------------------------------------------------------------------------------- */

/* What arranging needs to know about the sites: each is glanced at once, whatever cards lead there. */
struct survey {
    struct fliptown_state ready; /* at the visit */
    double idle;                 /* the turn without a visit */
    double gain[FLIPTOWN_REGIONS][FLIPTOWN_CHAMBERS];
    bool known[FLIPTOWN_REGIONS][FLIPTOWN_CHAMBERS], open[FLIPTOWN_REGIONS][FLIPTOWN_CHAMBERS];
    double price[64]; /* of so much gold */
    int prices;
};

static double site_gain(const struct fliptown_mind *mind, struct survey *survey, int region, int site)
{
    if (!survey->known[region][site]) {
        struct fliptown_state after = survey->ready;
        fliptown_turn_apply(mind->rules, &after, mind->seat, fliptown_visit(region, site, 0, false));
        survey->gain[region][site] = glance(mind, &after, &survey->open[region][site]) - survey->idle;
        survey->known[region][site] = true;
    }
    return survey->gain[region][site];
}

static double gold_price(const struct fliptown_mind *mind, struct survey *survey, int gold)
{
    gold = fliptown_smaller(gold, 63);
    for (; survey->prices <= gold; survey->prices++) {
        struct fliptown_state poorer = survey->ready;
        fliptown_lose(&poorer.sheet[mind->seat].gold, survey->prices);
        survey->price[survey->prices] = survey->idle - fliptown_after_turn(mind, &poorer);
    }
    return survey->price[gold];
}

/* A visit within an arrangement. */
struct plan {
    double worth;
    flip_move arrange, visit;
};

static bool hushed(flip_move visit)
{
    return fliptown_field(visit, 0) == FLIPTOWN_CEMETERY && fliptown_field(visit, 2);
}

/* How many are followed: of those that leave something open at a glance, and of the others. */
enum { OPEN_PLANS = 3, SURE_PLANS = 2, MOST_PLANS = OPEN_PLANS + 1 };

static int keep_plan(struct plan *best, int count, int room, struct plan plan)
{
    /* The same visit with the same poker card, but other cards for suit and value, differs in the gold alone. */
    for (int i = 0; i < count; i++)
        if ((best[i].visit & 0xffffff) == (plan.visit & 0xffffff) && hushed(best[i].visit) == hushed(plan.visit) &&
            fliptown_field(best[i].arrange, 2) == fliptown_field(plan.arrange, 2)) {
            if (best[i].worth >= plan.worth)
                return count;
            memmove(&best[i], &best[i + 1], (size_t)(count - i - 1) * sizeof *best);
            count--;
            break;
        }
    int place = count;
    while (place > 0 && best[place - 1].worth < plan.worth)
        place--;
    if (place == room)
        return count;
    const int last = count < room ? count : room - 1;
    memmove(&best[place + 1], &best[place], (size_t)(last - place) * sizeof *best);
    best[place] = plan;
    return count < room ? count + 1 : room;
}

static flip_move arrange_and_visit(const struct fliptown_mind *mind, const struct fliptown_state *state, double *worth)
{
    const struct fliptown_rules *rules = mind->rules;
    flip_move arranges[6], visits[MOST_STEPS], chosen = 0;
    struct fliptown_list list = {.out = arranges, .cap = 6};
    struct plan best[2][MOST_PLANS];
    struct survey survey = {.prices = 1};
    int kept[2] = {0};
    fliptown_turn_moves(rules, state, mind->seat, &list);
    for (int i = 0; i < 6; i++) {
        struct fliptown_state ready = *state;
        fliptown_turn_apply(rules, &ready, mind->seat, arranges[i]);
        const double idle = fliptown_after_turn(mind, &ready);
        if (i == 0) {
            survey.ready = ready;
            survey.idle = idle;
        }
        struct fliptown_list sites = {.out = visits, .cap = MOST_STEPS};
        fliptown_visit_moves(rules, &ready, &ready.sheet[mind->seat], &sites);
        for (int k = 0; k < fliptown_smaller(sites.count, MOST_STEPS); k++) {
            const int region = fliptown_field(visits[k], 0), site = fliptown_field(visits[k], 1);
            struct plan plan = {.worth = idle, .arrange = arranges[i], .visit = visits[k]};
            bool open = false;
            if (hushed(visits[k])) { /* the cowbot sleeps: no other visit of that tombstone says what it is worth */
                struct fliptown_state after = ready;
                fliptown_turn_apply(rules, &after, mind->seat, visits[k]);
                plan.worth = glance(mind, &after, &open) + taste(mind, visits[k]);
            } else if (fliptown_kind(visits[k]) == FLIPTOWN_DO_VISIT) {
                plan.worth += site_gain(mind, &survey, region, site) + taste(mind, visits[k]) -
                              gold_price(mind, &survey, fliptown_field(visits[k], 2));
                open = survey.open[region][site];
            }
            kept[open] = keep_plan(best[open], kept[open], open ? OPEN_PLANS : SURE_PLANS, plan);
        }
    }
    *worth = -HUGE_VAL;
    for (int open = 0; open < 2; open++)
        for (int i = 0; i < kept[open]; i++) {
            const struct plan *plan = &best[open][i];
            struct fliptown_state after = *state;
            fliptown_turn_apply(rules, &after, mind->seat, plan->arrange);
            fliptown_turn_apply(rules, &after, mind->seat, plan->visit);
            const double here = follow(mind, &after, 1) + taste(mind, plan->visit);
            if (here > *worth) {
                *worth = here;
                chosen = plan->arrange;
            }
        }
    return chosen;
}

flip_move fliptown_best_step(const struct fliptown_mind *mind, const struct fliptown_state *state, double *worth)
{
    struct fliptown_state open = *state;
    open.acting |= FLIPTOWN_NEVER_ANSWERS;
    if (open.sheet[mind->seat].step == FLIPTOWN_ARRANGE)
        return arrange_and_visit(mind, &open, worth);
    return step_by_step(mind, &open, 0, worth);
}

double fliptown_rest_of_turn(const struct fliptown_mind *mind, const struct fliptown_state *state)
{
    struct fliptown_state open = *state;
    open.acting |= FLIPTOWN_NEVER_ANSWERS;
    return follow(mind, &open, 0);
}
