/*
 * Who knows what. Hidden are: what the others did in the running phase and the cards they drew in it; others' Hold
 * 'em cards until the hands are resolved; the Sheriff card to those who have not looked at it; stolen cards to
 * everybody.
 *
 * fliptown_shown() takes the others' steps back, fliptown_redeal() also deals the hidden cards anew. Both keep all 52
 * cards where a card may be, so a state that went through them can be played on.
 */
#include "games/fliptown/fliptown.h"

#include <string.h>

static inline unsigned own_bit(const struct fliptown_rules *rules, int viewer)
{
    return viewer < rules->seats ? 1u << viewer : 0;
}

/* Cards that are out of the deck and the discards: lineup, Hold 'em, Sheriff card. */
static flip_set cards_on_table(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    flip_set cards = state->sheriff != FLIPTOWN_NONE ? FLIP_BIT(state->sheriff) : 0;
    for (int i = 0; i < state->lineup_count; i++)
        cards |= FLIP_BIT(state->lineup[i]);
    for (int seat = 0; seat < rules->seats && state->stage <= FLIPTOWN_POKER; seat++)
        for (int i = 0; i < FLIPTOWN_HOLDEM; i++)
            if (state->sheet[seat].holdem[i] != FLIPTOWN_NONE)
                cards |= FLIP_BIT(state->sheet[seat].holdem[i]);
    return cards;
}

/* The others' draws of this phase go back into the deck. If the discards were shuffled meanwhile, the viewer knows of
   the piles only this: every card that is not on the table and not drawn by them can be in the deck. */
static void take_back_cards(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            const struct fliptown_state *before, unsigned own, struct fliptown_state *out)
{
    flip_set theirs = 0, mine = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const flip_set drawn = state->sheet[seat].drawn & ~before->sheet[seat].drawn;
        *(own >> seat & 1 ? &mine : &theirs) |= drawn;
    }
    if (state->refills == before->refills) {
        theirs &= state->discard;
        out->deck |= theirs;
        out->discard &= ~theirs;
    } else {
        out->discard = mine & ~cards_on_table(rules, out);
        out->deck = FLIP_DECK_52 & ~out->discard & ~cards_on_table(rules, out);
    }
}

/* Somebody else looked at the Sheriff card in this phase: to the viewer it has no identity yet. */
static void take_back_look(const struct fliptown_state *state, const struct fliptown_state *before, unsigned own,
                           struct fliptown_state *out)
{
    if (state->sheriff_turned)
        return;
    out->sheriff_seen = (uint8_t)((before->sheriff_seen & ~own) | (state->sheriff_seen & own));
    if (state->sheriff != FLIPTOWN_NONE && before->sheriff == FLIPTOWN_NONE && out->sheriff_seen == 0 &&
        state->refills == before->refills) {
        out->deck |= FLIP_BIT(state->sheriff);
        out->sheriff = FLIPTOWN_NONE;
    }
}

void fliptown_shown(const struct fliptown_rules *rules, const struct fliptown_state *state,
                    const struct fliptown_state *before, int viewer, struct fliptown_state *out)
{
    memcpy(out, state, sizeof *out);
    if (viewer == FLIP_ALL || rules->seats == 1)
        return;
    const unsigned own = own_bit(rules, viewer);
    for (int seat = 0; seat < rules->seats; seat++)
        if (!(own >> seat & 1))
            out->sheet[seat] = before->sheet[seat];
    out->steps = before->steps; /* nor how many steps they took */
    out->acting = (uint8_t)((state->acting & own) | (before->acting & ~own));
    if (state->waiting != FLIPTOWN_NONE && !(own >> state->waiting & 1))
        out->waiting = FLIPTOWN_NONE;
    take_back_cards(rules, state, before, own, out);
    take_back_look(state, before, own, out);
}

/* --- dealing anew ----------------------------------------------------------------------------------------------- */

static int take_any(flip_set *from, struct flip_random *random)
{
    const int card = flip_set_nth(*from, (int)flip_random_below(random, (uint32_t)flip_set_count(*from)));
    *from &= ~FLIP_BIT(card);
    return card;
}

/* A stolen card can be any that was not seen since the beginning of the round it was stolen in. Later rounds leave more
   cards possible, so dealing round by round makes every assignment that fits equally likely. */
static void redeal_stolen(struct fliptown_state *state, struct flip_random *random)
{
    flip_set pool = state->deck, chosen = 0;
    for (int i = 0; i < state->stolen_count; i++)
        pool |= FLIP_BIT(state->stolen[i]);
    int i = 0;
    for (int round = 0; round <= state->round; round++) {
        flip_set possible = state->unseen[round] & pool & ~chosen;
        for (int k = 0; k < state->stolen_in[round]; k++) {
            state->stolen[i] = (uint8_t)take_any(&possible, random);
            chosen |= FLIP_BIT(state->stolen[i++]);
        }
    }
    state->deck = pool & ~chosen;
}

static bool holdem_is_hidden(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    return rules->holdem && state->stage < FLIPTOWN_POKER;
}

/* Others' Hold 'em cards and a Sheriff card that somebody else knows. After a shuffle of the discards the deck holds
   cards that everybody has seen: then the hidden cards can only have changed places among themselves. */
static void redeal_hidden(const struct fliptown_rules *rules, struct fliptown_state *state, unsigned own,
                          struct flip_random *random)
{
    uint8_t *hidden[FLIPTOWN_SEATS * FLIPTOWN_HOLDEM + 1];
    int count = 0;
    if (holdem_is_hidden(rules, state))
        for (int seat = 0; seat < rules->seats; seat++)
            for (int i = 0; i < FLIPTOWN_HOLDEM && !(own >> seat & 1); i++)
                if (state->sheet[seat].holdem[i] != FLIPTOWN_NONE)
                    hidden[count++] = &state->sheet[seat].holdem[i];
    if (state->sheriff != FLIPTOWN_NONE && !(state->sheriff_seen & own))
        hidden[count++] = &state->sheriff;
    flip_set pool = state->refills ? 0 : state->deck;
    for (int i = 0; i < count; i++)
        pool |= FLIP_BIT(*hidden[i]);
    for (int i = 0; i < count; i++)
        *hidden[i] = (uint8_t)take_any(&pool, random);
    if (!state->refills)
        state->deck = pool;
}

void fliptown_redeal(const void *memory, void *inout, const void *before, int seat, struct flip_random *random)
{
    const struct fliptown_rules *rules = memory;
    struct fliptown_state *state = inout;
    struct fliptown_state shown;
    fliptown_shown(rules, state, before, seat, &shown);
    *state = shown;
    if (seat == FLIP_ALL || state->stage == FLIPTOWN_OVER)
        return;
    if (state->stolen_count)
        redeal_stolen(state, random);
    redeal_hidden(rules, state, own_bit(rules, seat), random);
}

bool fliptown_secret(const void *memory, const void *in, int seat, flip_move move, int viewer)
{
    (void)move;
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    if (seat != FLIP_DEALER || viewer == FLIP_ALL)
        return false;
    if (state->stage == FLIPTOWN_THEFT)
        return true;
    if (state->stage == FLIPTOWN_DEAL && rules->seats > 1) {
        int owner = 0;
        while (state->sheet[owner].holdem[FLIPTOWN_HOLDEM - 1] != FLIPTOWN_NONE)
            owner++;
        return viewer != owner;
    }
    return state->waiting != FLIPTOWN_NONE && state->sheet[state->waiting].step == FLIPTOWN_PEEK &&
           viewer != state->waiting;
}
