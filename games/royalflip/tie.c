/*
 * The tie-break: rock, paper, scissors. All who share the highest total show a hand at the same time. If exactly two different
 * hands are seen, those with the winning hand stay in; otherwise all do. So it goes on until one is left, or until hands were
 * shown twenty times. Scores stay as they are.
 *
 * A hand is a move like any other and part of the record, but nobody sees it before all have thrown.
 */
#include "games/royalflip/royalflip.h"

static void next_throw(struct royalflip_state *state)
{
    state->tie.hands = 0;
    state->acting = state->tie.in;
}

void royalflip_begin_tie_break(const struct royalflip_rules *rules, struct royalflip_state *state)
{
    int highest = -1;
    unsigned leaders = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const int total = royalflip_seat_score(rules, state, seat);
        state->tie.total[seat] = (uint16_t)total;
        if (total > highest)
            leaders = 0;
        if (total >= highest) {
            highest = total;
            leaders |= 1U << seat;
        }
    }
    state->tie.counted = true;
    if (flip_set_count(leaders) < 2)
        return;
    state->tie.in = (uint8_t)leaders;
    next_throw(state);
}

/* --- throwing -------------------------------------------------------------------------------------------------------- */

int royalflip_list_throws(flip_move *out, int cap)
{
    for (int hand = ROYALFLIP_ROCK; hand <= ROYALFLIP_SCISSORS && hand - ROYALFLIP_ROCK < cap; hand++)
        out[hand - ROYALFLIP_ROCK] = royalflip_throw(hand);
    return 3;
}

bool royalflip_throw_legal(flip_move move, struct flip_error *why)
{
    for (int hand = ROYALFLIP_ROCK; hand <= ROYALFLIP_SCISSORS; hand++)
        if (move == royalflip_throw(hand))
            return true;
    flip_fail(why, FLIP_ERROR_ILLEGAL, "It is a tie: throw rock, paper or scissors.");
    return false;
}

static enum royalflip_hand beaten_by(enum royalflip_hand hand)
{
    return hand == ROYALFLIP_ROCK ? ROYALFLIP_SCISSORS : (enum royalflip_hand)(hand - 1);
}

unsigned royalflip_staying_in(unsigned hands, enum royalflip_hand *won)
{
    unsigned showing[ROYALFLIP_SCISSORS + 1] = {0}; /* the seats that show each hand */
    for (int seat = 0; seat < ROYALFLIP_SEATS; seat++)
        showing[royalflip_hand_of(hands, seat)] |= 1U << seat;
    *won = ROYALFLIP_NO_HAND;
    for (int hand = ROYALFLIP_ROCK; hand <= ROYALFLIP_SCISSORS; hand++) {
        const enum royalflip_hand loser = beaten_by((enum royalflip_hand)hand);
        const enum royalflip_hand third = beaten_by(loser);
        if (showing[hand] && showing[loser] && !showing[third]) {
            *won = (enum royalflip_hand)hand;
            return showing[hand];
        }
    }
    return showing[ROYALFLIP_ROCK] | showing[ROYALFLIP_PAPER] | showing[ROYALFLIP_SCISSORS];
}

static void show_hands(struct royalflip_state *state)
{
    struct royalflip_tie_break *tie = &state->tie;
    enum royalflip_hand won;
    tie->in = (uint8_t)royalflip_staying_in(tie->hands, &won);
    tie->shown[tie->times++] = tie->hands;
    if (flip_set_count(tie->in) > 1 && tie->times < ROYALFLIP_TIMES)
        next_throw(state);
    else
        tie->hands = 0;
}

void royalflip_throw_hand(struct royalflip_state *state, int seat, int hand)
{
    state->tie.hands |= (uint16_t)(hand << 2 * seat);
    state->acting &= (uint8_t) ~(1 << seat);
    if (state->acting == 0)
        show_hands(state);
}

bool royalflip_blind(const void *rules, const void *state) { return royalflip_throwing(rules, state); }
