/* What a seat knows as numbers around 0 … 1, for learners: the cards, the counters, then the maps, the seat's own
   first. */
#include "core/numbers.h"
#include "games/fliptown/fliptown.h"

static void add_bits(struct flip_numbers *numbers, unsigned set, int width)
{
    for (int i = 0; i < width; i++)
        flip_numbers_add(numbers, (int)(set >> i & 1), 1);
}

static void add_card(struct flip_numbers *numbers, int card)
{
    flip_numbers_add(numbers, card == FLIPTOWN_NONE ? 0 : flip_card_rank(card), FLIP_KING);
    for (int suit = 0; suit < 4; suit++)
        flip_numbers_add(numbers, card != FLIPTOWN_NONE && flip_card_suit(card) == suit, 1);
}

static void add_sheet(const struct fliptown_rules *rules, struct flip_numbers *numbers,
                      const struct fliptown_sheet *sheet)
{
    static const uint8_t sites[FLIPTOWN_REGIONS] = {FLIPTOWN_RANKS, FLIPTOWN_RANKS, FLIPTOWN_CHAMBERS, FLIPTOWN_RANKS,
                                                    FLIPTOWN_STONES};
    flip_numbers_add(numbers, sheet->cash, 30);
    flip_numbers_add(numbers, sheet->gold, 15);
    flip_numbers_add(numbers, sheet->stars, 60);
    flip_numbers_add(numbers, sheet->wanted, 20);
    flip_numbers_add(numbers, sheet->pans, 4);
    flip_numbers_add(numbers, sheet->hammers, 4);
    flip_numbers_add(numbers, fliptown_silver(rules, sheet), 30);
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        add_bits(numbers, sheet->circled[region], sites[region]);
        flip_numbers_add(numbers, sheet->pending[region], 2);
    }
    flip_numbers_add(numbers, fliptown_trail_at(sheet), FLIP_KING);
    add_bits(numbers, sheet->mine_open, FLIPTOWN_CHAMBERS);
    add_bits(numbers, sheet->items, FLIPTOWN_ITEMS);
    add_bits(numbers, sheet->plots, FLIPTOWN_PLOTS);
    add_bits(numbers, sheet->outlaws, FLIPTOWN_OUTLAWS);
    add_bits(numbers, sheet->bounties, FLIPTOWN_POSTED);
    flip_numbers_add(numbers, sheet->rooms, FLIPTOWN_ROOMS);
    for (int i = 0; i < FLIPTOWN_HAND; i++)
        add_card(numbers, i < sheet->poker_count ? sheet->poker[i] : FLIPTOWN_NONE);
    for (int i = 0; i < FLIPTOWN_CHARACTERS; i++)
        flip_numbers_add(numbers, sheet->character == i ? sheet->uses : 0, 2);
    for (int step = 0; step < FLIPTOWN_STEPS; step++)
        flip_numbers_add(numbers, sheet->step == step, 1);
    const bool arranged = sheet->suit_card != FLIPTOWN_NONE;
    for (int suit = 0; suit < 4; suit++)
        flip_numbers_add(numbers, arranged && sheet->suit == suit, 1);
    flip_numbers_add(numbers, arranged ? sheet->value : 0, FLIP_KING);
    add_bits(numbers, sheet->wild, 2);
    for (int site = 0; site < FLIPTOWN_RANKS; site++)
        flip_numbers_add(numbers, sheet->building == site, 1);
}

/* Cards that the seat has not seen in this round: the deck, and what is hidden from it. */
static flip_set unknown_cards(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat)
{
    flip_set cards = state->deck;
    if (state->sheriff != FLIPTOWN_NONE && !(state->sheriff_seen >> seat & 1))
        cards |= FLIP_BIT(state->sheriff);
    for (int i = 0; i < state->stolen_count; i++)
        cards |= FLIP_BIT(state->stolen[i]);
    for (int other = 0; other < rules->seats; other++)
        for (int i = 0; other != seat && state->stage < FLIPTOWN_POKER && i < FLIPTOWN_HOLDEM; i++)
            if (state->sheet[other].holdem[i] != FLIPTOWN_NONE)
                cards |= FLIP_BIT(state->sheet[other].holdem[i]);
    return cards;
}

int fliptown_observe(const void *memory, const void *state, const void *before, int seat, float *out, int cap)
{
    const struct fliptown_rules *rules = memory;
    struct fliptown_state shown;
    struct flip_numbers numbers = {.out = out, .cap = cap};
    fliptown_shown(rules, state, before, seat, &shown);
    flip_numbers_add(&numbers, shown.round, FLIPTOWN_ROUNDS);
    flip_numbers_add(&numbers, shown.turn, FLIPTOWN_HAND);
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        add_card(&numbers, i < shown.lineup_count ? shown.lineup[i] : FLIPTOWN_NONE);
    const flip_set unknown = unknown_cards(rules, &shown, seat);
    for (int card = 0; card < 52; card++)
        flip_numbers_add(&numbers, flip_set_has(unknown, card), 1);
    add_card(&numbers, shown.sheriff_seen >> seat & 1 ? shown.sheriff : FLIPTOWN_NONE);
    for (int i = 0; i < FLIPTOWN_HOLDEM; i++)
        add_card(&numbers, shown.sheet[seat].holdem[i]);
    for (int i = 0; i < FLIPTOWN_BOUNTIES; i++) {
        int stars = 0;
        for (int k = 0; k < shown.bounty_count; k++)
            if (shown.bounty[k] == i)
                stars = shown.claimed >> k & 1 ? rules->edition.bounty_later : rules->edition.bounty_first;
        flip_numbers_add(&numbers, stars, 7);
    }
    for (int i = 0; i < FLIPTOWN_COWBOTS; i++)
        flip_numbers_add(&numbers, shown.cowbot == i, 1);
    flip_numbers_add(&numbers, shown.stolen_count, FLIPTOWN_STOLEN);
    for (int i = 0; i < rules->seats; i++)
        add_sheet(rules, &numbers, &shown.sheet[(seat + i) % rules->seats]);
    return numbers.count;
}
