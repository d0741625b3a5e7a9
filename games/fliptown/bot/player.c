/*
 * A quick player and an estimate for the search, for every moment of the game. The player takes the step after which it
 * may expect most; the estimate says how much that is. Steps of a turn are chain.c's, the end of a round outlook.c's.
 */
#include <flipside/bot.h>

#include "games/fliptown/bot/worth.h"

#include <math.h>

static const struct fliptown_net *net_for(const struct fliptown_state *state)
{
    return &fliptown_nets[state->cowbot != FLIPTOWN_NONE ? FLIPTOWN_AGAINST_COWBOTS : FLIPTOWN_OWN_GAMES];
}

static const struct fliptown_net *former_net_for(const struct fliptown_state *state)
{
    return &fliptown_nets[state->cowbot != FLIPTOWN_NONE ? FLIPTOWN_AGAINST_COWBOTS : FLIPTOWN_FORMER_OWN_GAMES];
}

/* --- the end of a round ----------------------------------------------------------------------------------------- */

/* The Cheat's best card: the first that makes the best hand, if that is worth the ability. */
static flip_move best_cheat(const struct fliptown_mind *mind, const struct fliptown_state *state, double *worth)
{
    flip_move moves[FLIPTOWN_HAND * 52 + 1];
    struct fliptown_list list = {.out = moves, .cap = FLIPTOWN_HAND * 52 + 1};
    fliptown_round_moves(mind->rules, state, mind->seat, &list);
    flip_move best = FLIPTOWN_DO_LEAVE;
    *worth = fliptown_after_turn(mind, state);
    enum flip_poker tried = FLIP_POKER_CATEGORIES;
    for (int i = 0; i < fliptown_smaller(list.count, list.cap); i++) {
        if (fliptown_kind(moves[i]) != FLIPTOWN_DO_CHEAT)
            continue;
        struct fliptown_state after = *state;
        struct fliptown_sheet *sheet = &after.sheet[mind->seat];
        sheet->uses--;
        sheet->poker[fliptown_field(moves[i], 0)] = (uint8_t)fliptown_field(moves[i], 1);
        const enum flip_poker category = fliptown_hand(mind->rules, sheet);
        if (category >= tried)
            continue;
        tried = category;
        const double here = fliptown_after_turn(mind, &after);
        if (here > *worth) {
            *worth = here;
            best = moves[i];
        }
    }
    return best;
}

static flip_move best_bribe(const struct fliptown_mind *mind, const struct fliptown_state *state, double *worth)
{
    const struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    flip_move best = FLIPTOWN_DO_REFUSE;
    *worth = fliptown_before_sheriff(mind, state, sheet);
    if (sheet->gold >= sheet->wanted) {
        struct fliptown_sheet bribed = *sheet;
        fliptown_lose(&bribed.gold, sheet->wanted);
        const double here = fliptown_after_arrest(mind, &bribed);
        if (here > *worth) {
            *worth = here;
            best = FLIPTOWN_DO_BRIBE;
        }
    }
    if (fliptown_ability_left(mind->rules, sheet) == FLIPTOWN_PREACH) {
        struct fliptown_sheet preached = *sheet;
        fliptown_use_ability(mind->rules, &preached, 0);
        const double here = fliptown_before_bribe(mind, state, &preached);
        if (here > *worth) {
            *worth = here;
            best = FLIPTOWN_DO_ABILITY;
        }
    }
    return best;
}

/* The Marshal draws if he can: at worst he pays what he would have paid. */
static flip_move best_payment(const struct fliptown_mind *mind, const struct fliptown_state *state)
{
    const struct fliptown_rules *rules = mind->rules;
    const struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    const int round = state->round;
    if (fliptown_ability_left(rules, sheet) == FLIPTOWN_MARSHAL && !rules->marshal_all &&
        sheet->wanted <= FLIPTOWN_RANKS)
        return FLIPTOWN_DO_ABILITY;
    struct fliptown_sheet poorer = *sheet, dimmer = *sheet;
    fliptown_lose(&poorer.cash, rules->edition.fine_cash[round]);
    fliptown_lose(&dimmer.stars, rules->edition.fine_stars[round]);
    const bool can = sheet->wanted < rules->edition.stars_only && sheet->cash >= rules->edition.fine_cash[round];
    const bool cash = can && fliptown_after_arrest(mind, &poorer) > fliptown_after_arrest(mind, &dimmer);
    return fliptown_move(FLIPTOWN_DO_PAY, cash ? FLIPTOWN_WITH_CASH : FLIPTOWN_WITH_STARS, 0, 0, 0);
}

/* By how much the chances of his neighbours to pay rise, if the Marshal draws a card for everybody. */
static double harm(const struct fliptown_mind *mind, const struct fliptown_state *state)
{
    const struct fliptown_rules *rules = mind->rules;
    double more = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct fliptown_sheet *sheet = &state->sheet[seat];
        if (seat != mind->seat && !sheet->bribed)
            more += fliptown_risk(rules, state, sheet->wanted) - (sheet->wanted > rules->rank[state->sheriff]);
    }
    return more;
}

/* The Marshal's card for everybody: worth it if it is he who would pay; and in the last round, if he cannot be caught and
   his neighbours can. */
static flip_move best_draw(const struct fliptown_mind *mind, const struct fliptown_state *state)
{
    const struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    const int wanted = sheet->bribed ? 0 : sheet->wanted;
    const bool helps = wanted > mind->rules->rank[state->sheriff] && wanted <= FLIPTOWN_RANKS;
    const bool harms = wanted == 0 && mind->over && harm(mind, state) > 0;
    return helps || harms ? FLIPTOWN_DO_ABILITY : FLIPTOWN_DO_LEAVE;
}

/* --- the beginning of a turn ------------------------------------------------------------------------------------ */

/* The Mayor compares this lineup with what lineups usually bring. */
static flip_move best_lineup(const struct fliptown_mind *mind, const struct fliptown_state *state, double *worth)
{
    struct fliptown_state kept = *state;
    struct fliptown_sheet other = state->sheet[mind->seat];
    other.uses--;
    const double fresh = fliptown_before_turn(mind->rules, mind->net, state, &other, mind->seat);
    kept.stage = FLIPTOWN_TURNS;
    kept.sheet[mind->seat].step = FLIPTOWN_ARRANGE;
    fliptown_best_step(mind, &kept, worth);
    if (fresh <= *worth)
        return FLIPTOWN_DO_LEAVE;
    *worth = fresh;
    return FLIPTOWN_DO_ABILITY;
}

/* --- every moment ----------------------------------------------------------------------------------------------- */

flip_move fliptown_greedy(const struct fliptown_rules *rules, const struct fliptown_net *net,
                          const struct fliptown_state *state, int seat, struct fliptown_lesson *lesson)
{
    struct fliptown_mind mind;
    double worth;
    fliptown_begin_thought(&mind, rules, net, state, seat);
    mind.lesson = lesson;
    switch (state->sheet[seat].step) {
    case FLIPTOWN_MAYOR:
        return best_lineup(&mind, state, &worth);
    case FLIPTOWN_CHEAT:
        return best_cheat(&mind, state, &worth);
    case FLIPTOWN_BRIBE:
        return best_bribe(&mind, state, &worth);
    case FLIPTOWN_PAY:
        return best_payment(&mind, state);
    case FLIPTOWN_ALL_DRAW:
        return best_draw(&mind, state);
    default:
        return fliptown_best_step(&mind, state, &worth);
    }
}

static double expect_in_arrest(const struct fliptown_mind *mind, const struct fliptown_state *state)
{
    const struct fliptown_sheet *sheet = &state->sheet[mind->seat];
    if (sheet->step == FLIPTOWN_BRIBE)
        return fliptown_before_bribe(mind, state, sheet);
    if (sheet->step == FLIPTOWN_PAY || (sheet->step == FLIPTOWN_DRAW && state->stage == FLIPTOWN_FINES))
        return fliptown_before_fine(mind, state, sheet);
    if (state->stage >= FLIPTOWN_FINES || sheet->bribed)
        return fliptown_after_arrest(mind, sheet);
    return fliptown_before_sheriff(mind, state, sheet);
}

double fliptown_expect(const struct fliptown_rules *rules, const struct fliptown_net *net,
                       const struct fliptown_state *state, int seat)
{
    struct fliptown_mind mind;
    if (state->stage < FLIPTOWN_TURNS)
        return fliptown_before_turn(rules, net, state, &state->sheet[seat], seat);
    fliptown_begin_thought(&mind, rules, net, state, seat);
    switch (state->stage) {
    case FLIPTOWN_TURNS:
        return fliptown_rest_of_turn(&mind, state);
    case FLIPTOWN_THEFT:
    case FLIPTOWN_POKER:
        return fliptown_after_turn(&mind, state);
    default:
        return expect_in_arrest(&mind, state);
    }
}

flip_move fliptown_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    (void)random;
    return fliptown_greedy(rules, net_for(state), state, seat, NULL);
}

bool fliptown_between(const void *rules, const void *in)
{
    (void)rules;
    const struct fliptown_state *state = in;
    return state->stage == FLIPTOWN_FLIP && state->lineup_count == 0;
}

double fliptown_rival(const void *rules, const void *in)
{
    const struct fliptown_state *state = in;
    return state->cowbot == FLIPTOWN_NONE ? (double)NAN : (double)fliptown_cowbot_points(rules, state).total;
}

/* Against a cowbot the margin is learnt; as long as it shrinks with every circled site, so do the points shown. */
double fliptown_estimate(const void *rules, const void *in, int seat)
{
    const struct fliptown_state *state = in;
    const double worth = fliptown_expect(rules, net_for(state), state, seat);
    return state->cowbot == FLIPTOWN_NONE ? worth : worth + fliptown_rival(rules, state);
}

/* As they were in version 0.1. */
static flip_move former_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    (void)random;
    return fliptown_greedy(rules, former_net_for(state), state, seat, NULL);
}

double fliptown_former_estimate(const void *rules, const void *in, int seat)
{
    const struct fliptown_state *state = in;
    const double worth = fliptown_expect(rules, former_net_for(state), state, seat);
    return state->cowbot == FLIPTOWN_NONE ? worth : worth + fliptown_rival(rules, state);
}

extern const struct flip_yardstick fliptown_yardsticks[2]; /* alone and with others, from data/yardstick.txt */

static const struct flip_game_bot former_bot = {
    .quick = former_quick,
    .estimate = fliptown_former_estimate,
    .between = fliptown_between,
    .rival = fliptown_rival,
    .alone = &fliptown_yardsticks[0],
    .with_others = &fliptown_yardsticks[1],
    .reasons = &fliptown_reasons,
};

const struct flip_game_bot fliptown_bot = {
    .quick = fliptown_quick,
    .estimate = fliptown_estimate,
    .between = fliptown_between,
    .rival = fliptown_rival,
    .alone = &fliptown_yardsticks[0],
    .with_others = &fliptown_yardsticks[1],
    .reasons = &fliptown_reasons,
    .mistakes = {1.1, 0.85, 0.6, 0.35},
    .former = &former_bot,
};
