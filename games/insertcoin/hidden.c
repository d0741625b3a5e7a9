/*
 * Who knows what. Hidden are: what the others did in the running phase, and until all have kept their cards the hands. In
 * the draft a seat has seen every packet that went through its hands: it knows what it passed on, but not who took which
 * card of it.
 *
 * Once the flips begin all cards are shuffled again and every pad is open: nothing else is hidden.
 */
#include "games/insertcoin/insertcoin.h"

#include <string.h>

void insertcoin_shown(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                      const struct insertcoin_state *before, int viewer, struct insertcoin_state *out)
{
    memcpy(out, state, sizeof *out);
    if (viewer == FLIP_ALL)
        return;
    const unsigned own = viewer < rules->seats ? 1U << viewer : 0;
    out->acting = (uint8_t)((state->acting & own) | (before->acting & ~own));
    for (int seat = 0; seat < rules->seats; seat++)
        if (!(own >> seat & 1))
            out->pad[seat] = before->pad[seat];
}

/* --- the hands ------------------------------------------------------------------------------------------------------- */

static int packet_of(const struct insertcoin_rules *rules, int seat, int round)
{
    return (seat + INSERTCOIN_DRAFT * rules->seats - round) % rules->seats;
}

flip_set insertcoin_hand(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat)
{
    const uint8_t *packet = state->packet[packet_of(rules, seat, state->round)];
    flip_set hand = 0;
    for (int i = state->round; i < rules->hand; i++)
        hand |= FLIP_BIT(packet[i]);
    return hand & ~(FLIP_BIT(0) | FLIP_BIT(state->pad[seat].pick));
}

flip_set insertcoin_picked(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat)
{
    flip_set picked = FLIP_BIT(state->pad[seat].pick);
    for (int round = 0; round < state->round; round++)
        picked |= FLIP_BIT(state->packet[packet_of(rules, seat, round)][round]);
    return picked & ~FLIP_BIT(0);
}

/* --- dealing anew ------------------------------------------------------------------------------------------------------ */

/* What a viewer knows of a packet, place by place: a card for certain, a card among those of the same group, or nothing. */
enum { UNKNOWN = -1, CERTAIN = -2 };

static void knowledge(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int packet,
                      int viewer, int group[INSERTCOIN_HAND])
{
    int sight = UNKNOWN; /* the last round in which the packet was in the viewer's hand */
    for (int i = 0; i < rules->hand; i++) {
        const bool sees = viewer < rules->seats && i <= state->round && (i == 0 || rules->draft) &&
                          packet_of(rules, viewer, i) == packet;
        if (sees && i == state->round) { /* it still is */
            for (; i < rules->hand; i++)
                group[i] = CERTAIN;
            return;
        }
        if (sees)
            sight = i;
        group[i] = sees ? CERTAIN : sight;
    }
}

/* Cards of one group change places: the viewer saw them go, but not to whom. */
static void shuffle_groups(uint8_t *packet, const int *group, int size, struct flip_random *random)
{
    for (int i = 1; i < size; i++) {
        if (group[i] < 0)
            continue;
        int first = i;
        while (first > 0 && group[first - 1] == group[i])
            first--;
        const int other = first + (int)flip_random_below(random, (uint32_t)(i - first + 1));
        const uint8_t card = packet[i];
        packet[i] = packet[other];
        packet[other] = card;
    }
}

/* Cards that nobody has taken yet lie in ascending order. */
static void sort_rest(uint8_t *packet, int first, int size)
{
    for (int i = first + 1; i < size; i++) {
        const uint8_t card = packet[i];
        int at = i;
        for (; at > first && packet[at - 1] > card; at--)
            packet[at] = packet[at - 1];
        packet[at] = card;
    }
}

static void redeal_hands(const struct insertcoin_rules *rules, struct insertcoin_state *state, int viewer,
                         struct flip_random *random)
{
    int group[INSERTCOIN_SEATS][INSERTCOIN_HAND] = {{0}};
    flip_set pool = rules->all_cards;
    for (int packet = 0; packet < rules->seats; packet++) {
        knowledge(rules, state, packet, viewer, group[packet]);
        for (int i = 0; i < rules->hand; i++)
            if (group[packet][i] != UNKNOWN)
                pool &= ~FLIP_BIT(state->packet[packet][i]);
    }
    for (int packet = 0; packet < rules->seats; packet++) {
        for (int i = 0; i < rules->hand; i++) {
            if (group[packet][i] != UNKNOWN)
                continue;
            const uint32_t count = (uint32_t)flip_set_count(pool);
            const int card = flip_set_nth(pool, (int)flip_random_below(random, count));
            pool &= ~FLIP_BIT(card);
            state->packet[packet][i] = (uint8_t)card;
        }
        /* A group must not depend on the order in which its cards really went. */
        for (int i = 0; i < rules->hand; i++) {
            int end = i;
            while (group[packet][i] >= 0 && end < rules->hand && group[packet][end] == group[packet][i])
                end++;
            if (end > i + 1)
                sort_rest(state->packet[packet], i, end);
            i = end > i ? end - 1 : i;
        }
        shuffle_groups(state->packet[packet], group[packet], rules->hand, random);
        sort_rest(state->packet[packet], state->round, rules->hand);
    }
    state->deck = pool;
}

void insertcoin_redeal(const void *rules_, void *state_, const void *before, int seat, struct flip_random *random)
{
    const struct insertcoin_rules *rules = rules_;
    struct insertcoin_state *state = state_, shown;
    insertcoin_shown(rules, state, before, seat, &shown);
    memcpy(state, &shown, sizeof shown);
    if (seat != FLIP_ALL && state->stage == INSERTCOIN_KEEPING)
        redeal_hands(rules, state, seat, random);
}

/* Dealt cards are for their owner alone, and so are the picks of the draft. */
bool insertcoin_secret(const void *rules_, const void *state_, int seat, flip_move move, int viewer)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    if (viewer == FLIP_ALL)
        return false;
    if (seat == FLIP_DEALER)
        return state->stage == INSERTCOIN_DEALING && viewer != state->dealt / rules->hand;
    return insertcoin_kind(move) == INSERTCOIN_MOVE_KEEP && insertcoin_kept(move, 1) == 0 && viewer != seat;
}
