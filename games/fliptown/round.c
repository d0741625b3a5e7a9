/*
 * The beginning of a round, and its end: phase 4, the poker hands; phase 5, pan and work; phase 6, the arrest. The order of phase 6 is:
 * bribes (all at the same time), the Sheriff card, fines. The Marshal's ability has its moment when the card has been
 * turned.
 */
#include "games/fliptown/fliptown.h"

#include <string.h>

/* --- the beginning ---------------------------------------------------------------------------------------------- */

void fliptown_flip_lineup(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    (void)rules;
    state->stage = FLIPTOWN_FLIP;
    state->lineup_count = 0;
}

FLIPTOWN_RARE void fliptown_begin_round(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    state->deck = FLIP_DECK_52;
    for (int i = 0; i < state->stolen_count; i++)
        state->deck &= ~FLIP_BIT(state->stolen[i]);
    state->unseen[state->round] = FLIP_DECK_52;
    state->discard = 0;
    state->turn = 0;
    state->sheriff = FLIPTOWN_NONE;
    state->sheriff_seen = state->sheriff_turned = state->refills = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        state->sheet[seat].poker_count = 0;
        state->sheet[seat].drawn = 0;
        memset(state->sheet[seat].holdem, FLIPTOWN_NONE, sizeof state->sheet[seat].holdem);
    }
    if (rules->holdem) {
        state->stage = FLIPTOWN_DEAL;
        state->lineup_count = 0;
    } else {
        fliptown_flip_lineup(rules, state);
    }
}

/* --- phase 4: poker --------------------------------------------------------------------------------------------- */

/* The cards of a hand. A round in which the discards became the deck again can bring a card twice. */
struct hand {
    uint8_t card[FLIPTOWN_HAND + FLIPTOWN_HOLDEM];
    int count;
    flip_set set;
};

static void add_to_hand(struct hand *hand, int card)
{
    hand->card[hand->count++] = (uint8_t)card;
    hand->set |= FLIP_BIT(card);
}

/* Another card of its rank for one that is in the hand already, as long as there is one: games of version 1 know a hand
   as a set. */
static int stand_in(const struct hand *hand, int card)
{
    int other = card;
    for (int suit = 0; suit < 4 && flip_set_has(hand->set, other); suit++)
        other = flip_card(flip_card_rank(card), suit);
    return other;
}

static struct hand hand_of(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    struct hand hand = {.count = 0};
    for (int i = 0; rules->holdem && i < FLIPTOWN_HOLDEM; i++)
        add_to_hand(&hand, sheet->holdem[i]);
    for (int i = 0; i < sheet->poker_count; i++)
        add_to_hand(&hand, rules->cards_count_twice ? sheet->poker[i] : stand_in(&hand, sheet->poker[i]));
    return hand;
}

enum flip_poker fliptown_hand(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    const struct hand hand = hand_of(rules, sheet);
    return flip_poker_category_of(hand.card, hand.count);
}

static void resolve_poker(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        struct fliptown_sheet *sheet = &state->sheet[seat];
        const enum flip_poker category = fliptown_hand(rules, sheet);
        sheet->hand[state->round] = (uint8_t)category;
        sheet->cash = (uint16_t)(sheet->cash + rules->edition.pay_cash[category]);
        fliptown_add_stars(sheet, rules->edition.pay_stars[category], FLIPTOWN_FROM_POKER);
        for (int i = 0; rules->holdem && i < FLIPTOWN_HOLDEM; i++)
            state->discard |= FLIP_BIT(sheet->holdem[i]);
    }
}

static void pan_and_work(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        struct fliptown_sheet *sheet = &state->sheet[seat];
        sheet->gold = (uint16_t)(sheet->gold + sheet->pans * rules->edition.pan_gold);
        sheet->cash = (uint16_t)(sheet->cash + sheet->hammers * rules->edition.hammer_cash);
        fliptown_notice_bounties(rules, state, seat, FLIPTOWN_MORE_RICHES);
    }
}

static void begin_bribes(const struct fliptown_rules *rules, struct fliptown_state *state);

static void after_poker(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    resolve_poker(rules, state);
    pan_and_work(rules, state);
    begin_bribes(rules, state);
}

FLIPTOWN_RARE void fliptown_begin_poker(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    state->stage = FLIPTOWN_POKER;
    for (int seat = 0; seat < rules->seats; seat++)
        if (fliptown_ability_left(rules, &state->sheet[seat]) == FLIPTOWN_CHEATING)
            fliptown_ask(state, seat, FLIPTOWN_CHEAT);
    if (!state->acting)
        after_poker(rules, state);
}

static void cheat_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                        struct fliptown_list *list)
{
    const flip_set others = FLIP_DECK_52 & ~hand_of(rules, sheet).set;
    for (int slot = 0; slot < sheet->poker_count; slot++)
        for (flip_set set = others; set; set = flip_set_rest(set))
            fliptown_add(list, fliptown_move(FLIPTOWN_DO_CHEAT, slot, flip_set_first(set), 0, 0));
    fliptown_add(list, FLIPTOWN_DO_LEAVE);
}

/* --- phase 6: arrest -------------------------------------------------------------------------------------------- */

static void begin_marshals(const struct fliptown_rules *rules, struct fliptown_state *state);
static void begin_fines(const struct fliptown_rules *rules, struct fliptown_state *state);

FLIPTOWN_RARE static void end_round(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    fliptown_turn_bounties(rules, state);
    if (state->round + 1 < rules->edition.rounds) {
        state->round++;
        fliptown_begin_round(rules, state);
    } else {
        state->stage = FLIPTOWN_OVER;
    }
}

FLIPTOWN_RARE void fliptown_sheriff_card(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    state->sheriff_turned = 1;
    state->sheriff_seen = (uint8_t)((1u << rules->seats) - 1);
    begin_marshals(rules, state);
}

static void after_bribes(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    if (state->sheriff_seen)
        fliptown_sheriff_card(rules, state); /* somebody has looked at it: it is turned without an event */
    else
        state->stage = FLIPTOWN_SHERIFF;
}

static void begin_bribes(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    state->stage = FLIPTOWN_BRIBES;
    for (int seat = 0; seat < rules->seats; seat++) {
        struct fliptown_sheet *sheet = &state->sheet[seat];
        sheet->bribed = 0;
        sheet->sheriff = FLIPTOWN_NONE;
        if (sheet->wanted > 0)
            fliptown_ask(state, seat, FLIPTOWN_BRIBE);
    }
    if (!state->acting)
        after_bribes(rules, state);
}

static void begin_marshals(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    bool anybody = false;
    for (int seat = 0; seat < rules->seats; seat++)
        anybody |= !state->sheet[seat].bribed && state->sheet[seat].wanted > 0;
    state->stage = FLIPTOWN_MARSHALS;
    for (int seat = 0; seat < rules->seats && rules->marshal_all && anybody; seat++)
        if (fliptown_ability_left(rules, &state->sheet[seat]) == FLIPTOWN_MARSHAL)
            fliptown_ask(state, seat, FLIPTOWN_ALL_DRAW);
    if (!state->acting)
        begin_fines(rules, state);
}

static bool caught(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat)
{
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    const int card = sheet->sheriff != FLIPTOWN_NONE ? sheet->sheriff : state->sheriff;
    return !sheet->bribed && sheet->wanted > rules->rank[card];
}

static void begin_fines(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    state->stage = FLIPTOWN_FINES;
    for (int seat = 0; seat < rules->seats; seat++)
        if (caught(rules, state, seat))
            fliptown_ask(state, seat, FLIPTOWN_PAY);
    if (!state->acting)
        end_round(rules, state);
}

void fliptown_marshal_card(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int card)
{
    state->discard |= FLIP_BIT(card);
    if (state->stage == FLIPTOWN_MARSHALS) {
        state->discard |= FLIP_BIT(state->sheriff);
        state->discard &= ~FLIP_BIT(card);
        state->sheriff = (uint8_t)card;
        fliptown_ask(state, seat, FLIPTOWN_IDLE);
        begin_fines(rules, state);
        return;
    }
    state->sheet[seat].sheriff = (uint8_t)card;
    state->sheet[seat].drawn |= FLIP_BIT(card);
    fliptown_ask(state, seat, caught(rules, state, seat) ? FLIPTOWN_PAY : FLIPTOWN_IDLE);
    if (!state->acting)
        end_round(rules, state);
}

static void pay_moves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                      const struct fliptown_sheet *sheet, struct fliptown_list *list)
{
    if (fliptown_can_pay(rules, state, sheet))
        fliptown_add(list, fliptown_move(FLIPTOWN_DO_PAY, FLIPTOWN_WITH_CASH, 0, 0, 0));
    fliptown_add(list, fliptown_move(FLIPTOWN_DO_PAY, FLIPTOWN_WITH_STARS, 0, 0, 0));
    if (fliptown_ability_left(rules, sheet) == FLIPTOWN_MARSHAL && !rules->marshal_all)
        fliptown_add(list, FLIPTOWN_DO_ABILITY);
}

static void pay(const struct fliptown_rules *rules, struct fliptown_state *state, struct fliptown_sheet *sheet,
                int with)
{
    sheet->arrests++;
    if (with == FLIPTOWN_WITH_CASH) {
        fliptown_lose(&sheet->cash, rules->edition.fine_cash[state->round]);
        return;
    }
    const int before = sheet->stars;
    fliptown_lose(&sheet->stars, rules->edition.fine_stars[state->round]);
    sheet->stars_from[FLIPTOWN_TO_SHERIFF] = (uint16_t)(sheet->stars_from[FLIPTOWN_TO_SHERIFF] + before - sheet->stars);
}

/* --- questions and answers -------------------------------------------------------------------------------------- */

void fliptown_round_moves(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                          struct fliptown_list *list)
{
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    switch (sheet->step) {
    case FLIPTOWN_CHEAT:
        cheat_moves(rules, sheet, list);
        break;
    case FLIPTOWN_BRIBE:
        if (fliptown_can_bribe(sheet))
            fliptown_add(list, FLIPTOWN_DO_BRIBE);
        fliptown_add(list, FLIPTOWN_DO_REFUSE);
        if (fliptown_ability_left(rules, sheet) == FLIPTOWN_PREACH)
            fliptown_add(list, FLIPTOWN_DO_ABILITY);
        break;
    case FLIPTOWN_ALL_DRAW:
        fliptown_add(list, FLIPTOWN_DO_ABILITY);
        fliptown_add(list, FLIPTOWN_DO_LEAVE);
        break;
    case FLIPTOWN_PAY:
        pay_moves(rules, state, sheet, list);
        break;
    default:
        break;
    }
}

static void answer_bribe(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int kind)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    if (kind == FLIPTOWN_DO_ABILITY) {
        fliptown_use_ability(rules, sheet, 0);
        if (sheet->wanted > 0)
            return; /* and now: bribe or refuse */
    }
    if (kind == FLIPTOWN_DO_BRIBE) {
        fliptown_lose(&sheet->gold, sheet->wanted);
        sheet->bribed = 1;
    }
    fliptown_ask(state, seat, FLIPTOWN_IDLE);
    if (!state->acting)
        after_bribes(rules, state);
}

static void answer_fine(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    if (fliptown_kind(move) == FLIPTOWN_DO_ABILITY) {
        sheet->uses--;
        fliptown_ask(state, seat, FLIPTOWN_DRAW);
        return;
    }
    pay(rules, state, sheet, fliptown_field(move, 0));
    fliptown_ask(state, seat, FLIPTOWN_IDLE);
    if (!state->acting)
        end_round(rules, state);
}

void fliptown_round_apply(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const int kind = fliptown_kind(move);
    switch (sheet->step) {
    case FLIPTOWN_CHEAT:
        if (kind == FLIPTOWN_DO_CHEAT) {
            sheet->uses--;
            sheet->poker[fliptown_field(move, 0)] = (uint8_t)fliptown_field(move, 1);
        }
        fliptown_ask(state, seat, FLIPTOWN_IDLE);
        after_poker(rules, state);
        break;
    case FLIPTOWN_BRIBE:
        answer_bribe(rules, state, seat, kind);
        break;
    case FLIPTOWN_ALL_DRAW:
        if (kind == FLIPTOWN_DO_ABILITY) {
            sheet->uses--;
            fliptown_ask(state, seat, FLIPTOWN_DRAW);
        } else {
            fliptown_ask(state, seat, FLIPTOWN_IDLE);
            begin_fines(rules, state);
        }
        break;
    default:
        answer_fine(rules, state, seat, move);
        break;
    }
}
