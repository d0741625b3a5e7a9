/*
 * Fliptown from the outside in: set-up, the deck, events, and who is asked. What a player does is in turn.c, the end
 * of a round in round.c; options and look-up tables are in prepare.c.
 */
#include "games/fliptown/fliptown.h"

#include <assert.h>
#include <string.h>

/* --- set-up ----------------------------------------------------------------------------------------------------- */

static void next_setup(const struct fliptown_rules *rules, struct fliptown_state *state);

void fliptown_start(const void *memory, void *out)
{
    const struct fliptown_rules *rules = memory;
    struct fliptown_state *state = out;
    memset(state, 0, sizeof *state);
    state->waiting = state->sheriff = FLIPTOWN_NONE;
    state->cowbot = (uint8_t)(rules->cowbot < 0 ? FLIPTOWN_NONE : rules->cowbot);
    for (int seat = 0; seat < rules->seats; seat++) {
        struct fliptown_sheet *sheet = &state->sheet[seat];
        sheet->cash = rules->edition.start_cash;
        sheet->gold = rules->edition.start_gold;
        sheet->circled[FLIPTOWN_CEMETERY] = 1u << FLIPTOWN_CENTRE;
        sheet->mine_open = rules->entrance;
        sheet->character = sheet->building = sheet->roof = sheet->sheriff = FLIPTOWN_NONE;
        sheet->suit_card = sheet->value_card = FLIPTOWN_NONE;
        memset(sheet->hand, FLIPTOWN_NONE, sizeof sheet->hand);
        memset(sheet->holdem, FLIPTOWN_NONE, sizeof sheet->holdem);
        if (rules->characters == FLIPTOWN_NAMED)
            fliptown_become(rules, sheet, rules->character[seat]);
    }
    state->stage = FLIPTOWN_SETUP_BOUNTIES;
    next_setup(rules, state);
}

static bool setup_done(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    switch (state->stage) {
    case FLIPTOWN_SETUP_BOUNTIES:
        return rules->seats == 1 || state->bounty_count == FLIPTOWN_POSTED;
    case FLIPTOWN_SETUP_CHARACTERS:
        return rules->characters != FLIPTOWN_DRAWN || state->sheet[rules->seats - 1].character != FLIPTOWN_NONE;
    default:
        return !rules->random_setup || state->cowbot != FLIPTOWN_NONE;
    }
}

static void next_setup(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    while (state->stage <= FLIPTOWN_SETUP_CARD && setup_done(rules, state))
        state->stage++;
    if (state->stage > FLIPTOWN_SETUP_CARD)
        fliptown_begin_round(rules, state);
}

static flip_set characters_left(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    flip_set left = FLIP_BIT(FLIPTOWN_CHARACTERS) - 1;
    for (int seat = 0; seat < rules->seats; seat++)
        if (state->sheet[seat].character != FLIPTOWN_NONE)
            left &= ~FLIP_BIT(state->sheet[seat].character);
    return left;
}

static flip_set bounties_left(const struct fliptown_state *state)
{
    flip_set left = FLIP_BIT(FLIPTOWN_BOUNTIES) - 1;
    for (int i = 0; i < state->bounty_count; i++)
        left &= ~FLIP_BIT(state->bounty[i]);
    return left;
}

/* The card of the random set-up goes back into the deck: the round has not begun. */
static void setup_card(const struct fliptown_rules *rules, struct fliptown_state *state, int card)
{
    for (int i = 0; i < FLIPTOWN_COWBOTS; i++)
        if (rules->edition.cowbot[i].suit == rules->suit[card])
            state->cowbot = (uint8_t)i;
    for (int i = 0; i < FLIPTOWN_CHARACTERS; i++)
        if (rules->edition.character[i].rank == rules->rank[card])
            fliptown_become(rules, &state->sheet[0], i);
}

int fliptown_without_character(const struct fliptown_state *state)
{
    int seat = 0;
    while (state->sheet[seat].character != FLIPTOWN_NONE)
        seat++;
    return seat;
}

static void apply_setup(const struct fliptown_rules *rules, struct fliptown_state *state, flip_move event)
{
    if (state->stage == FLIPTOWN_SETUP_BOUNTIES) {
        state->bounty[state->bounty_count++] = (uint8_t)(event - FLIPTOWN_EVENT_BOUNTY);
    } else if (state->stage == FLIPTOWN_SETUP_CHARACTERS) {
        fliptown_become(rules, &state->sheet[fliptown_without_character(state)],
                        (int)(event - FLIPTOWN_EVENT_CHARACTER));
    } else {
        setup_card(rules, state, (int)event);
    }
    next_setup(rules, state);
}

/* --- rounds and the deck ---------------------------------------------------------------------------------------- */

static void lineup_is_out(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    state->stage = FLIPTOWN_MAYORS;
    for (int seat = 0; seat < rules->seats; seat++)
        if (fliptown_ability_left(rules, &state->sheet[seat]) == FLIPTOWN_NEW_LINEUP)
            fliptown_ask(state, seat, FLIPTOWN_MAYOR);
    if (!state->acting)
        fliptown_begin_turn(rules, state);
}

int fliptown_dealt_to(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    for (int seat = 0; seat < rules->seats; seat++)
        if (state->sheet[seat].holdem[FLIPTOWN_HOLDEM - 1] == FLIPTOWN_NONE)
            return seat;
    return FLIPTOWN_NONE;
}

static void deal_holdem(const struct fliptown_rules *rules, struct fliptown_state *state, int card)
{
    struct fliptown_sheet *sheet = &state->sheet[fliptown_dealt_to(rules, state)];
    sheet->holdem[sheet->holdem[0] == FLIPTOWN_NONE ? 0 : 1] = (uint8_t)card;
    if (fliptown_dealt_to(rules, state) == FLIPTOWN_NONE)
        fliptown_flip_lineup(rules, state);
}

/* The last card of the pile is gone and one more is needed: the discards are shuffled. If nobody has looked at the
   Sheriff card yet, it must be the one card that is left, and now has an identity. */
static void refill(struct fliptown_state *state)
{
    if (state->sheriff == FLIPTOWN_NONE) {
        assert(flip_set_count(state->deck) == 1);
        state->sheriff = (uint8_t)flip_set_first(state->deck);
    }
    state->deck = state->discard;
    state->discard = 0;
    state->refills++;
}

static bool sheriff_is_due(const struct fliptown_state *state)
{
    return state->stage == FLIPTOWN_SHERIFF ||
           (state->waiting != FLIPTOWN_NONE && state->sheet[state->waiting].step == FLIPTOWN_PEEK);
}

static inline bool dealer_is_due(const struct fliptown_state *state)
{
    return (state->acting == 0 || state->waiting != FLIPTOWN_NONE) && state->stage != FLIPTOWN_OVER;
}

/* Is a card of the pile due? The Sheriff card lies beside it. */
static bool card_is_due(const struct fliptown_state *state)
{
    return state->stage > FLIPTOWN_SETUP_CARD && dealer_is_due(state) && !sheriff_is_due(state);
}

/* --- events ----------------------------------------------------------------------------------------------------- */

/* Every member of the set is as likely; its event lies `base` above it. */
static inline flip_set what_comes(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                  flip_move *base)
{
    *base = 0;
    if (state->stage > FLIPTOWN_SETUP_CARD)
        return sheriff_is_due(state) && state->sheriff != FLIPTOWN_NONE ? FLIP_BIT(state->sheriff) : state->deck;
    if (state->stage == FLIPTOWN_SETUP_BOUNTIES) {
        *base = FLIPTOWN_EVENT_BOUNTY;
        return bounties_left(state);
    }
    if (state->stage == FLIPTOWN_SETUP_CHARACTERS) {
        *base = FLIPTOWN_EVENT_CHARACTER;
        return characters_left(rules, state);
    }
    return FLIP_DECK_52;
}

void fliptown_chances(const void *memory, const void *in, struct flip_chances *out)
{
    out->kind = FLIP_CHANCE_SET;
    out->count = 0;
    out->set = what_comes(memory, in, &out->base);
}

flip_move fliptown_deal(const void *memory, const void *in, struct flip_random *random)
{
    flip_move base;
    const flip_set set = what_comes(memory, in, &base);
    return base + (flip_move)flip_set_dealt(set, random);
}

static void card_for_seat(const struct fliptown_rules *rules, struct fliptown_state *state, int card)
{
    const int seat = state->waiting;
    const int step = state->sheet[seat].step;
    state->waiting = FLIPTOWN_NONE;
    switch (step) {
    case FLIPTOWN_ROBBERY:
        state->discard |= FLIP_BIT(card);
        fliptown_robbery_card(rules, state, seat, card);
        fliptown_settle(rules, state, seat);
        break;
    case FLIPTOWN_PEEK:
        state->sheriff = (uint8_t)card;
        /* NOLINTNEXTLINE(clang-analyzer-core.*): only who sits at the table moves */
        state->sheriff_seen |= (uint8_t)(1u << seat);
        fliptown_settle(rules, state, seat);
        break;
    default:
        fliptown_marshal_card(rules, state, seat, card);
        break;
    }
}

/* The card leaves the deck, and is seen unless it is stolen. */
static inline void take_from_deck(struct fliptown_state *state, int card)
{
    state->deck &= ~FLIP_BIT(card);
    if (state->cowbot != FLIPTOWN_NONE && state->stage != FLIPTOWN_THEFT)
        fliptown_see(state, card);
}

static inline void take_for_lineup(const struct fliptown_rules *rules, struct fliptown_state *state, int card)
{
    take_from_deck(state, card);
    state->lineup[state->lineup_count++] = (uint8_t)card;
    if (state->lineup_count == FLIPTOWN_LINEUP)
        lineup_is_out(rules, state);
}

static void apply_event(const struct fliptown_rules *rules, struct fliptown_state *state, flip_move event)
{
    if (state->stage <= FLIPTOWN_SETUP_CARD) {
        apply_setup(rules, state, event);
        return;
    }
    const int card = (int)event;
    if (state->stage == FLIPTOWN_FLIP) {
        take_for_lineup(rules, state, card);
        return;
    }
    take_from_deck(state, card);
    switch (state->stage) {
    case FLIPTOWN_DEAL:
        deal_holdem(rules, state, card);
        break;
    case FLIPTOWN_THEFT:
        state->stolen[state->stolen_count++] = (uint8_t)card;
        state->stolen_in[state->round]++;
        fliptown_after_theft(rules, state);
        break;
    case FLIPTOWN_SHERIFF:
        state->sheriff = (uint8_t)card;
        fliptown_sheriff_card(rules, state);
        break;
    default:
        card_for_seat(rules, state, card);
        break;
    }
}

/* --- whose turn, which moves ------------------------------------------------------------------------------------ */

flip_set fliptown_turn(const void *rules, const void *in)
{
    (void)rules;
    const struct fliptown_state *state = in;
    return dealer_is_due(state) ? FLIP_BIT(FLIP_DEALER) : state->acting;
}

int fliptown_moves(const void *memory, const void *in, int seat, flip_move *out, int cap)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    struct fliptown_list list = {.out = out, .cap = cap};
    if (state->waiting != FLIPTOWN_NONE || !(state->acting >> seat & 1))
        return 0;
    if (state->sheet[seat].step < FLIPTOWN_CHEAT)
        fliptown_turn_moves(rules, state, seat, &list);
    else
        fliptown_round_moves(rules, state, seat, &list);
    return list.count;
}

/* Why a visit cannot be made, in the player's terms. */
static void explain_visit(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, flip_move move,
                          struct flip_error *why)
{
    const int region = fliptown_field(move, 0), site = fliptown_field(move, 1);
    const bool bonus = fliptown_field(move, 3) != 0;
    if (region >= FLIPTOWN_REGIONS || site > FLIPTOWN_CHAMBERS)
        flip_fail(why, FLIP_ERROR_ILLEGAL, "There is no such site on the map.");
    else if (bonus != (sheet->step != FLIPTOWN_VISIT))
        flip_fail(why, FLIP_ERROR_ILLEGAL,
                  bonus ? "You have no bonus action to spend." : "Your visit of this turn is made.");
    else if (!(fliptown_open_sites(rules, sheet, region) >> site & 1))
        flip_fail(why, FLIP_ERROR_ILLEGAL, "%s in the %s is closed: circled, crossed out, or no way leads there yet.",
                  fliptown_site_name(rules, region, site), fliptown_region_words[region]);
    else if (!bonus && fliptown_cost(rules, sheet, region, site) > sheet->gold)
        flip_fail(why, FLIP_ERROR_ILLEGAL, "That site costs %d gold and you have %d.",
                  fliptown_cost(rules, sheet, region, site), sheet->gold);
    else
        flip_fail(why, FLIP_ERROR_ILLEGAL, "That visit costs %d gold.", fliptown_cost(rules, sheet, region, site));
}

bool fliptown_legal(const void *memory, const void *in, int seat, flip_move move, struct flip_error *why)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = fliptown_moves(rules, state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    const bool at_a_site =
        sheet->step == FLIPTOWN_VISIT || sheet->step == FLIPTOWN_BONUS || sheet->step == FLIPTOWN_ROOF;
    const int kind = fliptown_kind(move);
    const bool ignores = (kind == FLIPTOWN_DO_DECLINE && at_a_site && sheet->step != FLIPTOWN_VISIT) ||
                         (kind == FLIPTOWN_DO_LEAVE && sheet->step == FLIPTOWN_BUILDING);
    if (kind == FLIPTOWN_DO_VISIT && at_a_site)
        explain_visit(rules, sheet, move, why);
    else if (ignores && fliptown_insists(rules, state))
        flip_fail(why, FLIP_ERROR_ILLEGAL, "%s is awake: what a site gives must be taken.",
                  rules->edition.cowbot[state->cowbot].name);
    else
        flip_fail(why, FLIP_ERROR_ILLEGAL, "This is not one of the %d things that can be done now.", count);
    return false;
}

/* --- apply ------------------------------------------------------------------------------------------------------ */

/* In these stages the seats act at the same time, unseen by each other. */
static inline bool simultaneous(int stage)
{
    return (1u << FLIPTOWN_TURNS | 1u << FLIPTOWN_POKER | 1u << FLIPTOWN_BRIBES | 1u << FLIPTOWN_FINES) >> stage & 1;
}

static inline void act(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move)
{
    if (seat == FLIP_DEALER)
        apply_event(rules, state, move);
    else if (state->sheet[seat].step < FLIPTOWN_CHEAT)
        fliptown_turn_apply(rules, state, seat, move);
    else
        fliptown_round_apply(rules, state, seat, move);
}

void fliptown_act(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move)
{
    act(rules, state, seat, move);
}

void fliptown_apply(const void *memory, void *inout, int seat, flip_move move)
{
    const struct fliptown_rules *rules = memory;
    struct fliptown_state *state = inout;
    const int stage = state->stage;
    act(rules, state, seat, move);
    state->steps++;
    state->phase = (uint16_t)(state->phase + (!simultaneous(stage) || state->stage != stage));
    if (fliptown_pile_empty(state) && card_is_due(state))
        refill(state);
}

/* --- dealing on ------------------------------------------------------------------------------------------------- */

/* The whole lineup at once, from a pile that does not end with it. */
static inline void deal_whole_lineup(const struct fliptown_rules *rules, struct fliptown_state *state,
                                     struct flip_random *random)
{
    state->deck = flip_set_deal(state->deck, FLIPTOWN_LINEUP, random, state->lineup);
    state->lineup_count = FLIPTOWN_LINEUP;
    state->steps += FLIPTOWN_LINEUP;
    state->phase = (uint16_t)(state->phase + FLIPTOWN_LINEUP);
    lineup_is_out(rules, state);
}

/* A card more than the lineup and the Sheriff card: then the pile does not end. A cowbot watches what is turned, card by card. */
static inline bool whole_lineup_comes(const struct fliptown_state *state)
{
    return state->stage == FLIPTOWN_FLIP && state->lineup_count == 0 && state->cowbot == FLIPTOWN_NONE &&
           flip_set_count(state->deck) > FLIPTOWN_LINEUP + 1;
}

/* The rest of the lineup, as that many events. */
static inline void deal_lineup(const struct fliptown_rules *rules, struct fliptown_state *state,
                               struct flip_random *random)
{
    if (whole_lineup_comes(state))
        deal_whole_lineup(rules, state, random);
    while (state->stage == FLIPTOWN_FLIP) {
        take_for_lineup(rules, state, flip_set_dealt(state->deck, random));
        state->steps++;
        state->phase++;
        if (fliptown_pile_empty(state) && card_is_due(state))
            refill(state);
    }
}

flip_set fliptown_deal_lineup(const void *memory, void *inout, struct flip_random *random)
{
    deal_lineup(memory, inout, random);
    return fliptown_turn(memory, inout);
}

flip_set fliptown_proceed(const void *memory, void *inout, struct flip_random *random)
{
    struct fliptown_state *state = inout;
    while (dealer_is_due(state))
        if (state->stage == FLIPTOWN_FLIP)
            deal_lineup(memory, state, random);
        else
            fliptown_apply(memory, state, FLIP_DEALER, fliptown_deal(memory, state, random));
    return state->acting;
}

uint32_t fliptown_phase(const void *memory, const void *in)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    return rules->seats == 1 ? state->steps : state->phase; /* one player has nothing to hide */
}
