/*
 * What a seat may expect once its turn is over: the bounties it has just earned, what the cowbot steals, and after the
 * fifth turn the poker hand, pan and work, and the arrest, where it bribes if that is worth it. The rest is the valuation
 * of worth.c; after the last arrest there is none, only points.
 */
#include "games/fliptown/bot/worth.h"

#include <math.h>
#include <string.h>

/* What the cowbot would score if nothing were circled: the sheet's own circles are taken off again by the valuation. */
static int against(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    if (state->cowbot == FLIPTOWN_NONE)
        return 0;
    const struct fliptown_edition *edition = &rules->edition;
    const struct fliptown_cowbot_score score = fliptown_cowbot_points(rules, state);
    int points = score.total;
    for (int i = 0; i < edition->counted_regions[rules->strength]; i++)
        points +=
            (FLIPTOWN_SUITED - i) * fliptown_count(state->sheet[0].circled[edition->cowbot[state->cowbot].region[i]]);
    return points;
}

static struct fliptown_moment moment_of(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                        int seat, int round, int turn)
{
    const bool knows = state->sheriff != FLIPTOWN_NONE && (state->sheriff_seen >> seat & 1) && round == state->round;
    return (struct fliptown_moment){.rules = rules,
                                    .state = state,
                                    .round = round,
                                    .turn = turn,
                                    .sheriff = knows ? rules->rank[state->sheriff] : 0,
                                    .against = against(rules, state)};
}

void fliptown_moment_of(struct fliptown_moment *out, const struct fliptown_rules *rules,
                        const struct fliptown_state *state, int seat)
{
    *out = moment_of(rules, state, seat, state->round, state->turn);
}

double fliptown_before_turn(const struct fliptown_rules *rules, const struct fliptown_net *net,
                            const struct fliptown_state *state, const struct fliptown_sheet *sheet, int seat)
{
    const struct fliptown_moment now = moment_of(rules, state, seat, state->round, state->turn);
    struct fliptown_valuation valuation;
    return fliptown_value_sheet(&valuation, net, &now, sheet);
}

static void clear_hand(struct fliptown_sheet *sheet)
{
    sheet->poker_count = 0;
    memset(sheet->holdem, FLIPTOWN_NONE, sizeof sheet->holdem);
}

void fliptown_begin_thought(struct fliptown_mind *mind, const struct fliptown_rules *rules,
                            const struct fliptown_net *net, const struct fliptown_state *state, int seat)
{
    struct fliptown_sheet sheet = state->sheet[seat];
    mind->rules = rules;
    mind->net = net;
    mind->lesson = NULL;
    mind->seat = seat;
    mind->stage = state->round * FLIPTOWN_HAND + fliptown_smaller(state->turn, FLIPTOWN_HAND - 1);
    mind->last = state->turn + 1 >= rules->edition.turns;
    mind->over = mind->last && state->round + 1 >= rules->edition.rounds;
    mind->next =
        moment_of(rules, state, seat, mind->last ? state->round + 1 : state->round, mind->last ? 0 : state->turn + 1);
    if (mind->over)
        return;
    if (mind->last)
        clear_hand(&sheet);
    fliptown_value_sheet(&mind->base, net, &mind->next, &sheet);
}

/* --- the arrest ------------------------------------------------------------------------------------------------- */

/* The points of a finished map: whole ones, but with a trace of what breaks a tie. */
static double final_points(const struct fliptown_mind *mind, const struct fliptown_sheet *sheet)
{
    double points = fliptown_points(mind->rules, sheet).total - 0.01 * sheet->wanted;
    if (mind->next.state->cowbot != FLIPTOWN_NONE) {
        struct fliptown_sheet bare = *sheet;
        bare.cash = bare.gold = bare.stars = 0;
        points += fliptown_points_now(&mind->next, &bare) - fliptown_silver(mind->rules, &bare);
    }
    return points;
}

double fliptown_after_arrest(const struct fliptown_mind *mind, const struct fliptown_sheet *before)
{
    struct fliptown_sheet sheet = *before;
    fliptown_gain_late_bounties(mind->rules, mind->next.state, &sheet);
    if (mind->over)
        return final_points(mind, &sheet);
    clear_hand(&sheet);
    return fliptown_value_again(&mind->base, &sheet);
}

double fliptown_before_fine(const struct fliptown_mind *mind, const struct fliptown_state *state,
                            const struct fliptown_sheet *sheet)
{
    const struct fliptown_edition *edition = &mind->rules->edition;
    struct fliptown_sheet paid = *sheet;
    fliptown_lose(&paid.stars, edition->fine_stars[state->round]);
    const double with_stars = fliptown_after_arrest(mind, &paid);
    if (sheet->wanted >= edition->stars_only || sheet->cash < edition->fine_cash[state->round])
        return with_stars;
    paid = *sheet;
    fliptown_lose(&paid.cash, edition->fine_cash[state->round]);
    return fmax(with_stars, fliptown_after_arrest(mind, &paid));
}

double fliptown_risk(const struct fliptown_rules *rules, const struct fliptown_state *state, int wanted)
{
    if (wanted > FLIPTOWN_RANKS)
        return 1;
    const int cards = flip_set_count(state->deck);
    return cards ? (double)flip_set_count(state->deck & rules->lower[wanted]) / cards
                 : (double)(wanted - 1) / FLIPTOWN_RANKS;
}

/* The Wanted with which a neighbour who is the Marshal will draw a card for all if it is higher than the Sheriff card. */
static int marshal_s_wanted(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat)
{
    for (int other = 0; rules->marshal_all && other < rules->seats; other++) {
        const struct fliptown_sheet *sheet = &state->sheet[other];
        if (other != seat && fliptown_ability_left(rules, sheet) == FLIPTOWN_MARSHAL && !sheet->bribed)
            return sheet->wanted;
    }
    return 0;
}

/* How likely the sheet's Wanted leads to an arrest. A Marshal draws again if he would pay himself: then everybody takes the
   other card, if it counts for all. */
static double chance_of_arrest(const struct fliptown_mind *mind, const struct fliptown_state *state,
                               const struct fliptown_sheet *sheet)
{
    const struct fliptown_rules *rules = mind->rules;
    const bool comes = state->stage == FLIPTOWN_MARSHALS && state->waiting != FLIPTOWN_NONE; /* his card */
    const bool knows = !comes && state->sheriff != FLIPTOWN_NONE && (state->sheriff_seen >> mind->seat & 1);
    const double caught =
        knows ? sheet->wanted > rules->rank[state->sheriff] : fliptown_risk(rules, state, sheet->wanted);
    if (fliptown_ability_left(rules, sheet) == FLIPTOWN_MARSHAL)
        return caught > 0 ? caught * fliptown_risk(rules, state, sheet->wanted) : 0;
    const int other = marshal_s_wanted(rules, state, mind->seat);
    if (other == 0)
        return caught;
    if (knows)
        return other > rules->rank[state->sheriff] ? fliptown_risk(rules, state, sheet->wanted) : caught;
    const double again = fliptown_risk(rules, state, other);
    return again * caught + fmax(0, caught - again);
}

double fliptown_before_sheriff(const struct fliptown_mind *mind, const struct fliptown_state *state,
                               const struct fliptown_sheet *sheet)
{
    const double free = fliptown_after_arrest(mind, sheet);
    if (sheet->wanted == 0)
        return free;
    const double caught = chance_of_arrest(mind, state, sheet);
    return caught > 0 ? caught * fliptown_before_fine(mind, state, sheet) + (1 - caught) * free : free;
}

double fliptown_before_bribe(const struct fliptown_mind *mind, const struct fliptown_state *state,
                             const struct fliptown_sheet *sheet)
{
    double best = fliptown_before_sheriff(mind, state, sheet);
    if (sheet->wanted == 0)
        return best;
    if (sheet->gold >= sheet->wanted) {
        struct fliptown_sheet bribed = *sheet;
        fliptown_lose(&bribed.gold, sheet->wanted);
        best = fmax(best, fliptown_after_arrest(mind, &bribed));
    }
    if (fliptown_ability_left(mind->rules, sheet) == FLIPTOWN_PREACH) {
        struct fliptown_sheet preached = *sheet;
        fliptown_use_ability(mind->rules, &preached, 0);
        best = fmax(best, fliptown_before_bribe(mind, state, &preached));
    }
    return best;
}

/* --- the end of a turn ------------------------------------------------------------------------------------------ */

double fliptown_after_turn(const struct fliptown_mind *mind, const struct fliptown_state *state)
{
    const struct fliptown_rules *rules = mind->rules;
    const struct fliptown_edition *edition = &rules->edition;
    struct fliptown_sheet sheet = state->sheet[mind->seat];
    const int theft =
        state->stage < FLIPTOWN_POKER && fliptown_steals(rules, state) ? edition->card_points[rules->strength] : 0;
    fliptown_gain_late_bounties(rules, mind->next.state, &sheet);
    if (!mind->last)
        return fliptown_value_again(&mind->base, &sheet) - theft;
    const enum flip_poker category = fliptown_hand(rules, &sheet);
    sheet.cash = (uint16_t)(sheet.cash + edition->pay_cash[category] + sheet.hammers * edition->hammer_cash);
    sheet.stars = (uint16_t)(sheet.stars + edition->pay_stars[category]);
    sheet.gold = (uint16_t)(sheet.gold + sheet.pans * edition->pan_gold);
    if (rules->bounties_at_once) /* before anything of it goes into a bribe or a fine */
        fliptown_gain_bounties(rules, mind->next.state, &sheet);
    return fliptown_before_bribe(mind, state, &sheet) - theft;
}
