/*
 * A player's turn: payouts of the lineup, arrange, visit, bonus actions. All seats go through it at the same time;
 * nothing a seat does here touches another seat, except that a drawn card is gone from the common deck.
 *
 * fliptown_settle() is the heart: after every answer it does what needs no answer and finds the next question. What
 * is open inside (a choice of tool, a building) comes first, then the bonus actions, then the visit if it is still to
 * come, and an unused ability last. A question whose only answer would be `leave` or `decline` is not asked.
 */
#include "games/fliptown/fliptown.h"

/* --- payouts of the lineup -------------------------------------------------------------------------------------- */

static void pay_bank(const struct fliptown_rules *rules, const struct fliptown_state *state,
                     struct fliptown_sheet *sheet)
{
    int red = 0;
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        red += flip_card_red(state->lineup[i]);
    const bool pays = (red == FLIPTOWN_LINEUP && fliptown_has(sheet, FLIPTOWN_RED)) ||
                      (red == 0 && fliptown_has(sheet, FLIPTOWN_BLACK));
    if (pays)
        fliptown_gain_stars(sheet, rules->edition.bank_stars[state->round], FLIPTOWN_TOWN);
}

/* The outlaws whose rank lies in the lineup, as a set. */
static unsigned outlaws_seen(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    unsigned seen = 0;
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        seen |= rules->outlaws[state->lineup[i]];
    return seen;
}

void fliptown_begin_turn(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    const unsigned seen = outlaws_seen(rules, state);
    state->stage = FLIPTOWN_TURNS;
    for (int seat = 0; seat < rules->seats; seat++) {
        struct fliptown_sheet *sheet = &state->sheet[seat];
        sheet->drawn = 0;
        sheet->visited = sheet->wild = sheet->gained = 0;
        sheet->suit_card = sheet->value_card = FLIPTOWN_NONE;
        if (sheet->items & (1u << FLIPTOWN_RED | 1u << FLIPTOWN_BLACK))
            pay_bank(rules, state, sheet);
        sheet->collect = (uint8_t)(sheet->outlaws & seen);
        fliptown_ask(state, seat, sheet->collect ? FLIPTOWN_COLLECT : FLIPTOWN_ARRANGE);
    }
}

static void collect(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const struct fliptown_edition *edition = &rules->edition;
    sheet->collect &= (uint8_t) ~(1u << fliptown_field(move, 0));
    switch (fliptown_field(move, 1)) {
    case FLIPTOWN_TAKE_CASH:
        sheet->cash = (uint16_t)(sheet->cash + edition->outlaw_cash);
        break;
    case FLIPTOWN_TAKE_GOLD:
        fliptown_gain_gold(sheet, edition->outlaw_gold);
        break;
    default:
        fliptown_lose(&sheet->wanted, edition->outlaw_remove);
        break;
    }
    fliptown_notice_bounties(rules, state, seat, FLIPTOWN_MORE_RICHES);
    if (!sheet->collect)
        fliptown_ask(state, seat, FLIPTOWN_ARRANGE);
}

/* --- from question to question ---------------------------------------------------------------------------------- */

static void arrange(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, flip_move move)
{
    sheet->suit_card = (uint8_t)fliptown_field(move, 0);
    sheet->value_card = (uint8_t)fliptown_field(move, 1);
    sheet->suit = rules->suit[sheet->suit_card];
    sheet->value = rules->rank[sheet->value_card];
    sheet->poker[sheet->poker_count++] = (uint8_t)fliptown_field(move, 2);
}

/* The building that is entered: its question, or 0 once it is done with. Waiting for the Sheriff card counts as a
   question. */
static int settle_building(const struct fliptown_rules *rules, struct fliptown_state *state, int seat)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    if (sheet->roof != FLIPTOWN_NONE) {
        if (fliptown_open_sites(rules, sheet, sheet->roof))
            return FLIPTOWN_ROOF;
        sheet->roof = FLIPTOWN_NONE;
    }
    if (!sheet->inside && !fliptown_step_inside(rules, state, seat))
        return FLIPTOWN_PEEK;
    if (fliptown_building_asks(rules, sheet))
        return FLIPTOWN_BUILDING;
    const int building = sheet->building;
    sheet->building = FLIPTOWN_NONE;
    if (sheet->roof_due) {
        fliptown_gain(rules, sheet, &rules->edition.building[building].roof, FLIPTOWN_TOWN);
        fliptown_notice_bounties(rules, state, seat, rules->more_on_roof[building]);
    }
    sheet->roof_due = 0;
    return 0;
}

/* Drops the bonus actions for which nothing is left; says whether there are others. */
static bool settle_bonuses(const struct fliptown_rules *rules, struct fliptown_sheet *sheet)
{
    bool any = false;
    if (!fliptown_pending(sheet))
        return false;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        if (!sheet->pending[region])
            continue;
        if (fliptown_open_sites(rules, sheet, region))
            any = true;
        else
            sheet->pending[region] = 0;
    }
    return any;
}

static void end_turn(const struct fliptown_rules *rules, struct fliptown_state *state);

void fliptown_settle(const struct fliptown_rules *rules, struct fliptown_state *state, int seat)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    int step = FLIPTOWN_IDLE;
    if (sheet->pick)
        step = FLIPTOWN_PICK;
    if (!step && sheet->building != FLIPTOWN_NONE)
        step = settle_building(rules, state, seat);
    if (!step && settle_bonuses(rules, sheet))
        step = FLIPTOWN_BONUS;
    if (!step && !sheet->visited)
        step = FLIPTOWN_VISIT;
    if (!step && sheet->uses > 0 && fliptown_last_ability(rules, sheet))
        step = FLIPTOWN_LAST;
    fliptown_ask(state, seat, step);
    if (state->acting == 0 && state->waiting == FLIPTOWN_NONE)
        end_turn(rules, state);
}

/* --- moves ------------------------------------------------------------------------------------------------------ */

flip_move fliptown_arrangement(const struct fliptown_state *state, int n)
{
    static const uint8_t order[FLIPTOWN_ARRANGEMENTS][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                            {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t *card = state->lineup;
    return fliptown_move(FLIPTOWN_DO_ARRANGE, card[order[n][0]], card[order[n][1]], card[order[n][2]], 0);
}

static void arrange_moves(const struct fliptown_state *state, struct fliptown_list *list)
{
    for (int i = 0; i < FLIPTOWN_ARRANGEMENTS; i++)
        fliptown_add(list, fliptown_arrangement(state, i));
}

void fliptown_turn_moves(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                         struct fliptown_list *list)
{
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    switch (sheet->step) {
    case FLIPTOWN_MAYOR:
        fliptown_add(list, FLIPTOWN_DO_ABILITY);
        fliptown_add(list, FLIPTOWN_DO_LEAVE);
        break;
    case FLIPTOWN_COLLECT:
        for (unsigned set = sheet->collect; set; set &= set - 1)
            for (int take = FLIPTOWN_TAKE_CASH; take <= FLIPTOWN_TAKE_WANTED; take++)
                fliptown_add(list, fliptown_move(FLIPTOWN_DO_COLLECT, __builtin_ctz(set), take, 0, 0));
        break;
    case FLIPTOWN_ARRANGE:
        arrange_moves(state, list);
        break;
    case FLIPTOWN_VISIT:
        fliptown_visit_moves(rules, state, sheet, list);
        fliptown_ability_moves(rules, sheet, list);
        break;
    case FLIPTOWN_PICK:
        fliptown_add(list, fliptown_move(FLIPTOWN_DO_PICK, FLIPTOWN_PICK_PAN, 0, 0, 0));
        fliptown_add(list, fliptown_move(FLIPTOWN_DO_PICK, FLIPTOWN_PICK_HAMMER, 0, 0, 0));
        break;
    case FLIPTOWN_ROOF:
        fliptown_bonus_moves(rules, state, sheet, sheet->roof, list);
        break;
    case FLIPTOWN_BUILDING:
        fliptown_building_moves(rules, sheet, list);
        if (fliptown_may_leave(rules, state, sheet))
            fliptown_add(list, FLIPTOWN_DO_LEAVE);
        break;
    case FLIPTOWN_BONUS:
        for (int region = 0; region < FLIPTOWN_REGIONS; region++)
            if (sheet->pending[region])
                fliptown_bonus_moves(rules, state, sheet, region, list);
        fliptown_ability_moves(rules, sheet, list);
        break;
    case FLIPTOWN_LAST:
        fliptown_ability_moves(rules, sheet, list);
        fliptown_add(list, FLIPTOWN_DO_LEAVE);
        break;
    default:
        break;
    }
}

/* A bonus action is used up, by a visit or by declining. */
static void spend_bonus(struct fliptown_sheet *sheet, int region)
{
    if (sheet->step == FLIPTOWN_ROOF)
        sheet->roof = FLIPTOWN_NONE;
    else
        sheet->pending[region]--;
}

static void visit(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const int region = fliptown_field(move, 0), site = fliptown_field(move, 1);
    if (fliptown_field(move, 3)) {
        spend_bonus(sheet, region);
    } else {
        const int gold = fliptown_field(move, 2);
        if (region != FLIPTOWN_CEMETERY)
            sheet->suit = rules->edition.region_suit[region];
        else if (fliptown_hushes(rules, state, sheet, gold))
            sheet->suit ^= 1; /* any other */
        sheet->gold = (uint16_t)(sheet->gold - gold);
        sheet->visited = 1;
    }
    fliptown_enter(rules, state, seat, region, site);
}

static void pick(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int tool)
{
    const bool pan = tool == FLIPTOWN_PICK_PAN;
    sheet->pick = 0;
    fliptown_gain_tools(rules, sheet, pan, !pan);
}

/* The Mayor's answer, before anybody has acted. */
static void mayor(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, bool uses)
{
    fliptown_ask(state, seat, FLIPTOWN_IDLE);
    if (!uses) {
        fliptown_begin_turn(rules, state);
        return;
    }
    state->sheet[seat].uses--;
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        state->discard |= FLIP_BIT(state->lineup[i]);
    fliptown_flip_lineup(rules, state);
}

void fliptown_turn_apply(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const int kind = fliptown_kind(move);
    if (sheet->step == FLIPTOWN_MAYOR) {
        mayor(rules, state, seat, kind == FLIPTOWN_DO_ABILITY);
        return;
    }
    if (sheet->step == FLIPTOWN_BUILDING) {
        fliptown_building_apply(rules, sheet, move);
        if (kind == FLIPTOWN_DO_BUY || kind == FLIPTOWN_DO_HUNT)
            fliptown_notice_bounties(rules, state, seat, FLIPTOWN_MORE_OF_ALL);
        fliptown_settle(rules, state, seat);
        return;
    }
    switch (kind) {
    case FLIPTOWN_DO_COLLECT:
        collect(rules, state, seat, move);
        return;
    case FLIPTOWN_DO_ARRANGE:
        arrange(rules, sheet, move);
        break;
    case FLIPTOWN_DO_VISIT:
        visit(rules, state, seat, move);
        fliptown_notice_bounties(rules, state, seat, rules->more_at[fliptown_field(move, 0)][fliptown_field(move, 1)]);
        if (sheet->step == FLIPTOWN_ROBBERY)
            return;
        break;
    case FLIPTOWN_DO_DECLINE:
        spend_bonus(sheet, fliptown_field(move, 0));
        break;
    case FLIPTOWN_DO_PICK:
        pick(rules, sheet, fliptown_field(move, 0));
        fliptown_notice_bounties(rules, state, seat, FLIPTOWN_MORE_TOOLS);
        break;
    case FLIPTOWN_DO_ABILITY:
        fliptown_use_ability(rules, sheet, fliptown_field(move, 0));
        fliptown_notice_bounties(rules, state, seat, FLIPTOWN_MORE_RICHES);
        break;
    case FLIPTOWN_DO_PASS:
        sheet->visited = 1;
        break;
    default: /* leave: the ability stays for another turn */
        fliptown_ask(state, seat, FLIPTOWN_IDLE);
        if (state->acting == 0)
            end_turn(rules, state);
        return;
    }
    fliptown_settle(rules, state, seat);
}

/* --- the end of the turn ---------------------------------------------------------------------------------------- */

/* All seats are done: bounties, the cowbot, the discard. */
static void end_turn(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    fliptown_turn_bounties(rules, state);
    if (fliptown_steals(rules, state))
        state->stage = FLIPTOWN_THEFT;
    else
        fliptown_after_theft(rules, state);
}

void fliptown_after_theft(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        state->discard |= FLIP_BIT(state->lineup[i]);
    state->lineup_count = 0;
    state->turn++;
    if (state->turn < rules->edition.turns)
        fliptown_flip_lineup(rules, state);
    else
        fliptown_begin_poker(rules, state);
}
