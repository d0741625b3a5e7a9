/*
 * Inside the buildings. A visit may do nothing: questions here can be answered with `leave`, and one that has no other
 * answer is not asked (turn.c sees to that). Only what the Sheriff's Office gives must be taken while a cowbot is awake.
 */
#include "games/fliptown/fliptown.h"

bool fliptown_step_inside(const struct fliptown_rules *rules, struct fliptown_state *state, int seat)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const struct fliptown_building *building = &rules->edition.building[sheet->building];
    sheet->inside = 1;
    switch (building->effect) {
    case FLIPTOWN_HIDING:
        fliptown_lose(&sheet->wanted, building->remove);
        return true;
    case FLIPTOWN_LOOK:
        if (state->sheriff_seen == 0) {
            fliptown_ask(state, seat, FLIPTOWN_PEEK);
            return false;
        }
        state->sheriff_seen |= (uint8_t)(1u << seat); /* a neighbour looked first: the card is dealt already */
        return true;
    default:
        return true;
    }
}

/* --- questions -------------------------------------------------------------------------------------------------- */

/* The sales that can be paid, by their place. */
static unsigned affordable_sales(const struct fliptown_sheet *sheet, const struct fliptown_building *building)
{
    unsigned sales = 0;
    for (int i = 0; i < building->sales; i++) {
        const struct fliptown_sale *sale = &building->sale[i];
        if (fliptown_has(sheet, sale->item))
            continue;
        sales |= (unsigned)(sale->price <= sheet->cash) << i;
        if (building->effect == FLIPTOWN_LADDER)
            break; /* only the next step */
    }
    return sales;
}

/* Bit i: i + 1 may be given. */
static flip_set trades(const struct fliptown_sheet *sheet, const struct fliptown_building *building)
{
    int most = building->most;
    if (building->cash)
        most = fliptown_smaller(most, sheet->cash / building->cash);
    if (building->gold)
        most = fliptown_smaller(most, sheet->gold / building->gold);
    if (building->remove)
        most = fliptown_smaller(most, sheet->wanted);
    return most > 0 ? UINT64_MAX >> (64 - most) : 0;
}

static flip_set land(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    flip_set fits = 0;
#pragma GCC unroll 8
    for (int i = 0; i < rules->placements; i++) {
        const struct fliptown_placement *piece = &rules->placement[i];
        const bool paid = rules->edition.shape_price[piece->shape] <= sheet->cash;
        fits |= (flip_set)(paid & !(piece->plots & sheet->plots)) << i;
    }
    return fits;
}

flip_set fliptown_offers(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    const struct fliptown_building *building = &rules->edition.building[sheet->building];
    if (sheet->served)
        return 0;
    switch (building->effect) {
    case FLIPTOWN_SHOP:
    case FLIPTOWN_LADDER:
        return affordable_sales(sheet, building);
    case FLIPTOWN_TRADE:
        return trades(sheet, building);
    case FLIPTOWN_LODGING:
        return sheet->rooms < rules->edition.rooms && building->cash <= sheet->cash;
    case FLIPTOWN_LAND:
        return land(rules, sheet);
    case FLIPTOWN_BAIL:
        return ~(unsigned)sheet->outlaws & ((1u << FLIPTOWN_OUTLAWS) - 1);
    case FLIPTOWN_LOOK:
        return FLIP_BIT(FLIPTOWN_OFFERS_STAR) | FLIP_BIT(FLIPTOWN_OFFERS_WANTED);
    default:
        return 0;
    }
}

static flip_move move_for(const struct fliptown_rules *rules, const struct fliptown_building *building, int offer)
{
    switch (building->effect) {
    case FLIPTOWN_SHOP:
    case FLIPTOWN_LADDER:
        return fliptown_move(FLIPTOWN_DO_BUY, building->sale[offer].item, 0, 0, 0);
    case FLIPTOWN_TRADE:
        return fliptown_move(FLIPTOWN_DO_GIVE, offer + 1, 0, 0, 0);
    case FLIPTOWN_LODGING:
        return fliptown_move(FLIPTOWN_DO_BUY, FLIPTOWN_ROOM, 0, 0, 0);
    case FLIPTOWN_LAND:
        return fliptown_plots(rules->placement[offer].shape, rules->placement[offer].plots);
    case FLIPTOWN_BAIL:
        return fliptown_move(FLIPTOWN_DO_HUNT, offer, 0, 0, 0);
    default:
        return fliptown_move(FLIPTOWN_DO_SHERIFF,
                             offer == FLIPTOWN_OFFERS_STAR ? FLIPTOWN_TAKE_STAR : FLIPTOWN_TAKE_WANTED, 0, 0, 0);
    }
}

void fliptown_building_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                             struct fliptown_list *list)
{
    for (flip_set offers = fliptown_offers(rules, sheet); offers; offers = flip_set_rest(offers))
        fliptown_add(list, move_for(rules, &rules->edition.building[sheet->building], flip_set_first(offers)));
}

bool fliptown_may_leave(const struct fliptown_rules *rules, const struct fliptown_state *state,
                        const struct fliptown_sheet *sheet)
{
    return rules->edition.building[sheet->building].effect != FLIPTOWN_LOOK || !fliptown_insists(rules, state);
}

bool fliptown_building_asks(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    return fliptown_offers(rules, sheet) != 0;
}

/* --- answers ---------------------------------------------------------------------------------------------------- */

static void buy(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int item)
{
    const struct fliptown_building *building = &rules->edition.building[sheet->building];
    if (item == FLIPTOWN_ROOM) {
        sheet->cash = (uint16_t)(sheet->cash - building->cash);
        sheet->rooms++;
        sheet->served = 1;
        return;
    }
    for (int i = 0; i < building->sales; i++) {
        const struct fliptown_sale *sale = &building->sale[i];
        if (sale->item != item)
            continue;
        sheet->cash = (uint16_t)(sheet->cash - sale->price);
        sheet->items |= (uint16_t)(1u << item);
        fliptown_gain(rules, sheet, &sale->reward, FLIPTOWN_TOWN);
    }
    sheet->served = building->effect == FLIPTOWN_LADDER || building->single || rules->one_purchase;
}

static void give(const struct fliptown_building *building, struct fliptown_sheet *sheet, int count)
{
    sheet->cash = (uint16_t)(sheet->cash - count * building->cash);
    sheet->gold = (uint16_t)(sheet->gold - count * building->gold);
    fliptown_gain_stars(sheet, count * building->stars, FLIPTOWN_TOWN);
    fliptown_lose(&sheet->wanted, count * building->remove);
    sheet->served = 1;
}

static void settle_land(const struct fliptown_edition *edition, struct fliptown_sheet *sheet, int shape, int plots)
{
    int stars = 0;
    for (unsigned set = (unsigned)plots; set; set &= set - 1)
        stars += edition->plot_stars[__builtin_ctz(set)];
    sheet->cash = (uint16_t)(sheet->cash - edition->shape_price[shape]);
    sheet->plots |= (uint16_t)plots;
    if (sheet->plots == (1 << FLIPTOWN_PLOTS) - 1)
        stars += edition->all_plots_stars;
    fliptown_gain_stars(sheet, stars, FLIPTOWN_TOWN);
    sheet->served = 1;
}

void fliptown_building_apply(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, flip_move move)
{
    const struct fliptown_building *building = &rules->edition.building[sheet->building];
    const int first = fliptown_field(move, 0);
    switch (fliptown_kind(move)) {
    case FLIPTOWN_DO_BUY:
        buy(rules, sheet, first);
        break;
    case FLIPTOWN_DO_GIVE:
        give(building, sheet, first);
        break;
    case FLIPTOWN_DO_PLOTS:
        settle_land(&rules->edition, sheet, first, fliptown_plots_of(move));
        break;
    case FLIPTOWN_DO_HUNT:
        sheet->outlaws |= (uint8_t)(1u << first);
        sheet->served = 1;
        break;
    case FLIPTOWN_DO_SHERIFF:
        if (first == FLIPTOWN_TAKE_STAR)
            fliptown_gain_stars(sheet, building->stars, FLIPTOWN_TOWN);
        else
            fliptown_lose(&sheet->wanted, building->remove);
        sheet->served = 1;
        break;
    default: /* leave */
        sheet->served = 1;
        break;
    }
}
