/*
 * A quick player and an estimate for the search. Both look one step ahead with the valuation of worth.c: the player takes the
 * move after which its sheet is worth most, the estimate says how much that is. A choice is judged by the best cell for its
 * number plus the best space for its suit, as if the two did not meddle with each other.
 */
#include <flipside/bot.h>

#include "games/royalflip/bot/worth.h"

#include <math.h>

/* A seat in the middle of its round: what its next small step may gain. */
struct outlook {
    struct royalflip_valuation map;
    const struct royalflip_rules *rules;
    const struct royalflip_sheet *sheet;
    int rounds_left;                           /* when this round is over */
    float cell_gain[2][ROYALFLIP_HIGHEST + 1]; /* the best cell for a number in black or red, once worked out */
    bool cell_known[2][ROYALFLIP_HIGHEST + 1];
};

static void look_out(struct outlook *out, const struct royalflip_rules *rules, const struct royalflip_net *net,
                     const struct royalflip_state *state, int seat)
{
    out->rules = rules;
    out->sheet = &state->sheet[seat];
    out->rounds_left = rules->edition.rounds - state->round - 1;
    royalflip_value_sheet(&out->map, rules, net, out->sheet, out->rounds_left);
    for (int number = 0; number <= ROYALFLIP_HIGHEST; number++)
        out->cell_known[0][number] = out->cell_known[1][number] = false;
}

static float cell_gain(struct outlook *out, bool red, int number)
{
    if (!out->cell_known[red][number]) {
        royalflip_best_cell(&out->map, red, number, &out->cell_gain[red][number]);
        out->cell_known[red][number] = true;
    }
    return out->cell_gain[red][number];
}

/* A number bonus is worth what its number is worth in this colour, a ±1 box what it is worth besides those at hand. */
static float space_gain(struct outlook *out, bool red, int space)
{
    const struct royalflip_space *reached = &out->rules->edition.track[space];
    float gain = royalflip_space_gain(out->rules, out->sheet, space, out->rounds_left) +
                 royalflip_forward_gain(&out->map, space);
    if (reached->bonus == ROYALFLIP_NUMBER)
        gain += cell_gain(out, red, reached->value) - royalflip_number_guess(out->rounds_left);
    else if (reached->bonus == ROYALFLIP_SHIFT)
        gain += royalflip_boxes_gain(&out->map, 1) - royalflip_box_guess(out->rounds_left);
    return gain;
}

static int best_space(struct outlook *out, bool red, int suit, float *gain)
{
    int best = 0;
    *gain = 0;
    for (flip_set ahead = royalflip_spaces_ahead(out->rules, out->sheet, suit); ahead; ahead = flip_set_rest(ahead)) {
        const float here = space_gain(out, red, flip_set_first(ahead));
        if (best == 0 || here > *gain) {
            best = flip_set_first(ahead);
            *gain = here;
        }
    }
    return best;
}

static float choice_gain(struct outlook *out, flip_move move, float suit_gain[2][4], bool suit_known[2][4])
{
    const struct royalflip_rules *rules = out->rules;
    const bool red = rules->red[royalflip_colour_card(move)];
    const int suit = rules->suit[royalflip_suit_card(move)], number = royalflip_value(move);
    if (!suit_known[red][suit]) {
        best_space(out, red, suit, &suit_gain[red][suit]);
        suit_known[red][suit] = true;
    }
    const int boxes = royalflip_boxes_spent(rules, royalflip_number_card(move), number);
    return cell_gain(out, red, number) + suit_gain[red][suit] + royalflip_boxes_gain(&out->map, -boxes);
}

static flip_move best_choice(struct outlook *out, const struct royalflip_state *state, int seat, float *gain)
{
    flip_move moves[6 * ROYALFLIP_HIGHEST];
    const int count = royalflip_moves(out->rules, state, seat, moves, 6 * ROYALFLIP_HIGHEST);
    float suit_gain[2][4];
    bool suit_known[2][4] = {{false}};
    flip_move best = 0;
    *gain = 0;
    for (int i = 0; i < count; i++) {
        const float here = choice_gain(out, moves[i], suit_gain, suit_known);
        if (best == 0 || here > *gain) {
            best = moves[i];
            *gain = here;
        }
    }
    return best;
}

flip_move royalflip_greedy(const struct royalflip_rules *rules, const struct royalflip_net *net,
                           const struct royalflip_state *state, int seat)
{
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    struct outlook out;
    float gain;
    look_out(&out, rules, net, state, seat);
    switch ((enum royalflip_step)sheet->step) {
    case ROYALFLIP_CHOOSE:
        return best_choice(&out, state, seat, &gain);
    case ROYALFLIP_WRITE:
    case ROYALFLIP_BONUS:
        return royalflip_write(royalflip_best_cell(&out.map, sheet->ink, sheet->number, &gain));
    case ROYALFLIP_TRACK:
        return royalflip_track(best_space(&out, sheet->ink, sheet->suit, &gain));
    case ROYALFLIP_DONE:
        break;
    }
    return 0;
}

static flip_move quick(const struct royalflip_rules *rules, const struct royalflip_net *net,
                       const struct royalflip_state *state, int seat, struct flip_random *random)
{
    if (royalflip_throwing(rules, state))
        return royalflip_throw(ROYALFLIP_ROCK + (int)flip_random_below(random, 3));
    return royalflip_greedy(rules, net, state, seat);
}

flip_move royalflip_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    return quick(rules, &royalflip_net, state, seat, random);
}

static flip_move former_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    return quick(rules, &royalflip_former_net, state, seat, random);
}

/* --- player versus player ---------------------------------------------------------------------------------------------- */

/* How likely a seat ends with more diamonds than another (alone at the table with it: or with as many). Each round may bring
   both of them one, so the lead that counts grows with the rounds that are left. */
static double ahead(const struct royalflip_rules *rules, int lead, int rounds_left)
{
    const double tie = rules->seats == 2 ? 0.5 : 0;
    return 0.5 + 0.5 * tanh((lead + tie) / (0.25 + 0.3 * rounds_left));
}

/* The valuation of a sheet counts every diamond alike. Here the others' are known: what the majority may bring instead. */
static double majority_gain(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat,
                            int rounds_left)
{
    const int own = state->sheet[seat].diamonds;
    const double alike = (double)royalflip_diamonds_worth(rules, own);
    if (rounds_left == 0)
        return royalflip_diamonds(rules, state, seat) - alike;
    double first = 1, second = 0; /* chances to be there */
    for (int other = 0; other < rules->seats; other++) {
        if (other == seat)
            continue;
        const double before = ahead(rules, own - state->sheet[other].diamonds, rounds_left);
        second = second * before + first * (1 - before);
        first *= before;
    }
    const struct royalflip_edition *edition = &rules->edition;
    return (rules->seats == 2 ? first * edition->pvp_second
                              : first * edition->pvp_most + second * edition->pvp_second) -
           alike;
}

/* --- the estimate ------------------------------------------------------------------------------------------------------ */

static double expect(const struct royalflip_rules *rules, const struct royalflip_net *net,
                     const struct royalflip_state *state, int seat)
{
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    const int rounds_left = rules->edition.rounds - state->round;
    const bool acting = state->revealed == ROYALFLIP_LINEUP && (state->acting >> seat & 1);
    if (sheet->step == ROYALFLIP_DONE || !acting)
        return (double)royalflip_worth(rules, net, sheet,
                                       rounds_left - (sheet->step == ROYALFLIP_DONE && rounds_left > 0));
    struct outlook out;
    float gain = 0, more = 0;
    look_out(&out, rules, net, state, seat);
    switch ((enum royalflip_step)sheet->step) {
    case ROYALFLIP_CHOOSE:
        best_choice(&out, state, seat, &gain);
        break;
    case ROYALFLIP_WRITE:
        gain = cell_gain(&out, sheet->ink, sheet->number);
        best_space(&out, sheet->ink, sheet->suit, &more);
        break;
    case ROYALFLIP_BONUS:
        gain = cell_gain(&out, sheet->ink, sheet->number);
        break;
    case ROYALFLIP_TRACK:
        best_space(&out, sheet->ink, sheet->suit, &gain);
        break;
    case ROYALFLIP_DONE:
        break;
    }
    return (double)(royalflip_worth(rules, net, sheet, rounds_left - 1) + gain + more);
}

static double estimate(const struct royalflip_rules *rules, const struct royalflip_net *net,
                       const struct royalflip_state *state, int seat)
{
    const double worth = expect(rules, net, state, seat);
    if (!rules->pvp)
        return worth;
    const bool done = state->sheet[seat].step == ROYALFLIP_DONE && state->round < rules->edition.rounds;
    return worth + majority_gain(rules, state, seat, rules->edition.rounds - state->round - done);
}

double royalflip_estimate(const void *rules, const void *state, int seat)
{
    return estimate(rules, &royalflip_net, state, seat);
}

double royalflip_former_estimate(const void *rules, const void *state, int seat)
{
    return estimate(rules, &royalflip_former_net, state, seat);
}

extern const struct flip_yardstick royalflip_yardsticks[2]; /* alone and with others, from data/yardstick.txt */

static const struct flip_game_bot former_bot = {
    .quick = former_quick,
    .estimate = royalflip_former_estimate,
    .alone = &royalflip_yardsticks[0],
    .with_others = &royalflip_yardsticks[1],
    .reasons = &royalflip_reasons,
};

const struct flip_game_bot royalflip_bot = {
    .quick = royalflip_quick,
    .estimate = royalflip_estimate,
    .alone = &royalflip_yardsticks[0],
    .with_others = &royalflip_yardsticks[1],
    .reasons = &royalflip_reasons,
    .mistakes = {0.53, 0.39, 0.22},
    .iterations = {[3] = 4}, /* with eight it is nearly as strong as level 5 */
    .former = &former_bot,
    .quick_of_equals = true,
};
