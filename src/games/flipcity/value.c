/*
 * The chance to win, for the search. Between two turns a small net says it, taught with the outcomes of games of the quick
 * player (learnt.c): one layer of hidden units and a straight line past them. It looks at two seats at a time and at what
 * faces do, not at which they are, so it has an opinion on every edition. Within a turn the net says what the city is worth
 * if the turn came to nothing, and the quick player's worth of the turn comes on top.
 *
 * No function of libm is used: the rules live on libc alone. So the hidden units are cut off below and above, and the last
 * step into 0 … 1 is x / (1 + |x|).
 */
#include "games/flipcity/flipcity.h"

#include <string.h>

enum { TRAITS = FLIPCITY_TRAITS };

void flipcity_list_traits(struct flipcity_rules *rules)
{
    for (int face = 0; face < rules->faces; face++) {
        const struct flipcity_face *f = &rules->edition.face[face];
        const int trait[TRAITS] = {
            1,          f->cash,   f->cash_per_unhappy, f->points,       f->unhappy,       f->limit,
            f->actions, f->forced, f->forces_next,      f->drops_bottom, f->wins_with > 0, f->recycle_limit};
        for (int i = 0; i < TRAITS; i++)
            rules->trait[face][i] = (float)trait[i];
    }
}

/* --- what the net sees ------------------------------------------------------------------------------------------------- */

static void add_cards(const struct flipcity_rules *rules, int face, int count, float *sum)
{
    for (int i = 0; i < TRAITS; i++)
        sum[i] += 0.125F * (float)count * rules->trait[face][i];
}

static void add_pile(const struct flipcity_rules *rules, const struct flipcity_pile *pile, float *sum)
{
    for (flip_set set = pile->faces; set; set = flip_set_rest(set))
        add_cards(rules, flip_set_first(set), pile->count[flip_set_first(set)], sum);
}

/* The city as a whole, what is left in the deck, and its open top. */
static float *see_city(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat, float *in)
{
    const struct flipcity_seat *own = &state->seat[seat];
    float *city = in, *deck = in + TRAITS, *top = in + 2 * TRAITS;
    memset(in, 0, 3 * TRAITS * sizeof *in);
    add_pile(rules, &own->deck, deck);
    memcpy(city, deck, TRAITS * sizeof *city);
    add_pile(rules, &own->discard, city);
    for (int i = 0; seat == state->acting && i < state->played_count; i++)
        add_cards(rules, state->played[i], 1, city);
    if (own->deck.top != FLIPCITY_NONE)
        memcpy(top, rules->trait[own->deck.top], TRAITS * sizeof *top);
    return in + 3 * TRAITS;
}

void flipcity_see(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat, int rival,
                  bool to_move, float *in)
{
    memset(in, 0, FLIPCITY_INPUTS * sizeof *in);
    in = see_city(rules, state, seat, in);
    in = rival == seat ? in + 3 * TRAITS : see_city(rules, state, rival, in);
    in[0] = to_move ? 1 : -1;
    in[1] = (float)state->supply_size / 50.0F;
    in[2] = (float)state->turn / 20.0F;
}

/* --- what the net says ------------------------------------------------------------------------------------------------- */

float flipcity_net_sum(const struct flipcity_net *net, const float *in, float *hidden)
{
    float sum = net->bias;
    for (int h = 0; h < FLIPCITY_HIDDEN; h++)
        hidden[h] = net->lift[h];
    for (int i = 0; i < FLIPCITY_INPUTS; i++) {
        if (in[i] == 0)
            continue;
        sum += net->straight[i] * in[i];
        for (int h = 0; h < FLIPCITY_HIDDEN; h++)
            hidden[h] += net->into[i][h] * in[i];
    }
    for (int h = 0; h < FLIPCITY_HIDDEN; h++) {
        hidden[h] = hidden[h] < 0 ? 0 : hidden[h] > 4 ? 4 : hidden[h];
        sum += net->out[h] * hidden[h];
    }
    return sum;
}

static double net_sum(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat, int rival,
                      bool to_move)
{
    float in[FLIPCITY_INPUTS], hidden[FLIPCITY_HIDDEN];
    flipcity_see(rules, state, seat, rival, to_move, in);
    return (double)flipcity_net_sum(&flipcity_nets[seat == rival], in, hidden);
}

/* The running turn as a part of the way from the chance without it to a sure win: its worth in units of a win. */
static double turn_part(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const double part = flipcity_turn_worth(rules, state) / rules->taste.weight[FLIPCITY_WIN];
    return part < 0 ? 0 : part > 0.999 ? 0.999 : part;
}

static double chance_against(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat,
                             int rival)
{
    const bool begun = state->played_count > 0 || state->step == FLIPCITY_BUILD;
    /* A turn that has begun is taken as over; the next seat is to move. */
    const bool to_move = (seat == state->acting) != (begun && rules->seats > 1);
    double sum = net_sum(rules, state, seat, rival, to_move);
    if (seat != rival) /* from both sides, so that two seats agree */
        sum = 0.5 * (sum - net_sum(rules, state, rival, seat, !to_move));
    double chance = 0.5 + 0.5 * sum / (1 + (sum < 0 ? -sum : sum));
    if (begun && seat == state->acting)
        chance += (1 - chance) * turn_part(rules, state);
    else if (begun && rival == state->acting)
        chance -= chance * turn_part(rules, state);
    return chance > 0.0001 ? chance : 0.0001;
}

/* Against several rivals odds add up: who is twice as likely to win as each of three wins two times in five. */
double flipcity_estimate(const void *rules_, const void *state_, int seat)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    if (state->step == FLIPCITY_OVER)
        return flipcity_won_by(state, seat) ? 1 : 0;
    if (rules->seats == 1)
        return chance_against(rules, state, seat, seat);
    double against = 0;
    for (int rival = 0; rival < rules->seats; rival++)
        if (rival != seat)
            against += 1 / chance_against(rules, state, seat, rival) - 1;
    return 1 / (1 + against);
}
