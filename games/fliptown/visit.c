/*
 * The map: what sites give, which of them the chosen cards reach and for how much gold, and what happens there. The
 * Town's buildings have a file of their own (town.c).
 *
 * A visit is listed once, with its cheapest cost. There is only one cheapest way: the suit costs what it costs, and
 * the steps of the value are the shortest into the site's range. Only a tombstone may be listed twice: for another suit, which lets
 * the cowbot sleep, one pays there too.
 */
#include "games/fliptown/fliptown.h"

/* --- gains ------------------------------------------------------------------------------------------------------ */

void fliptown_gain_gold(struct fliptown_sheet *sheet, int n)
{
    if (n == 0)
        return;
    sheet->gold = (uint16_t)(sheet->gold + n);
    sheet->gained |= FLIPTOWN_GAINED_GOLD;
}

void fliptown_gain_stars(struct fliptown_sheet *sheet, int n, int from)
{
    if (n == 0)
        return;
    fliptown_add_stars(sheet, n, from);
    sheet->gained |= FLIPTOWN_GAINED_STAR;
}

static void gain_wanted(struct fliptown_sheet *sheet, int n)
{
    if (n <= 0)
        return;
    sheet->wanted = (uint16_t)(sheet->wanted + n);
    sheet->gained |= FLIPTOWN_GAINED_WANTED;
    if (sheet->wanted > sheet->most_wanted)
        sheet->most_wanted = sheet->wanted;
}

void fliptown_gain_bonus(struct fliptown_sheet *sheet, int region)
{
    sheet->pending[region]++;
    sheet->gained |= FLIPTOWN_GAINED_BONUS;
}

/* `bonuses`: a set of regions. */
static inline void gain_bonuses(struct fliptown_sheet *sheet, unsigned bonuses, int from)
{
    if (!bonuses)
        return;
    sheet->bonus_from |= (uint8_t)(1u << from);
    for (unsigned set = bonuses; set; set &= set - 1)
        fliptown_gain_bonus(sheet, __builtin_ctz(set));
}

void fliptown_gain(const struct fliptown_rules *rules, struct fliptown_sheet *sheet,
                   const struct fliptown_reward *reward, int from)
{
    sheet->cash = (uint16_t)(sheet->cash + reward->cash);
    fliptown_gain_gold(sheet, reward->gold);
    fliptown_gain_stars(sheet, reward->stars, from);
    gain_wanted(sheet, reward->wanted);
    fliptown_lose(&sheet->wanted, reward->remove);
    fliptown_gain_tools(rules, sheet, reward->pans, reward->hammers);
    sheet->pick |= reward->either;
    gain_bonuses(sheet, reward->bonus, from);
}

/* --- what can be reached ---------------------------------------------------------------------------------------- */

static inline unsigned later_stops(const struct fliptown_sheet *sheet)
{
    return FLIPTOWN_ALL_RANKS & ~((1u << fliptown_trail_at(sheet)) - 1);
}

static inline unsigned free_stones(const struct fliptown_sheet *sheet)
{
    return ~(unsigned)sheet->circled[FLIPTOWN_CEMETERY] & ((1u << FLIPTOWN_STONES) - 1);
}

static inline unsigned open_sites(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region)
{
    switch (region) {
    case FLIPTOWN_TRAIL:
        return later_stops(sheet);
    case FLIPTOWN_BADLANDS:
        return rules->targets & ~(unsigned)sheet->circled[FLIPTOWN_BADLANDS];
    case FLIPTOWN_MINE:
        return sheet->mine_open;
    case FLIPTOWN_TOWN:
        return FLIPTOWN_ALL_RANKS;
    default:
        return free_stones(sheet);
    }
}

unsigned fliptown_open_sites(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region)
{
    return open_sites(rules, sheet, region);
}

static inline int suit_cost(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region)
{
    const bool fits = (sheet->wild & FLIPTOWN_WILD_SUIT) || rules->suit_region[sheet->suit] == region;
    return fits ? 0 : rules->edition.suit_gold;
}

/* The steps from the value card to a site's number or range; a free value needs none. */
static int steps_to(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region, int site)
{
    const struct fliptown_edition *edition = &rules->edition;
    const int value = sheet->value;
    if (sheet->wild & FLIPTOWN_WILD_VALUE)
        return 0;
    switch (region) {
    case FLIPTOWN_TRAIL: {
        const int reach = value + (fliptown_has(sheet, FLIPTOWN_TRAIL_HORSE) ? edition->horse_reach : 0);
        return site + 1 > reach ? site + 1 - reach : 0;
    }
    case FLIPTOWN_MINE: {
        const struct fliptown_chamber *chamber = &edition->chamber[site];
        int least = FLIPTOWN_RANKS;
        for (int i = 0; i < chamber->ways; i++) {
            const int from = chamber->way[i].from;
            if (from == FLIPTOWN_NONE || sheet->circled[FLIPTOWN_MINE] >> from & 1)
                least = fliptown_smaller(least, rules->steps[site][i][value]);
        }
        const int pickaxe = fliptown_has(sheet, FLIPTOWN_PICKAXE) ? edition->pickaxe : 0;
        return least > pickaxe ? least - pickaxe : 0;
    }
    default:
        return site + 1 > value ? site + 1 - value : value - site - 1;
    }
}

int fliptown_cost(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region, int site)
{
    if (region == FLIPTOWN_CEMETERY)
        return 0;
    return suit_cost(rules, sheet, region) + steps_to(rules, sheet, region, site) * rules->edition.value_gold;
}

/* The open sites that so many steps reach; not for the Mine. */
static inline unsigned sites_within(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region,
                                    int steps)
{
    const unsigned open = open_sites(rules, sheet, region);
    if (sheet->wild & FLIPTOWN_WILD_VALUE)
        return open;
    if (region == FLIPTOWN_TRAIL) {
        const int horse = fliptown_has(sheet, FLIPTOWN_TRAIL_HORSE) ? rules->edition.horse_reach : 0;
        return open & ((1u << fliptown_smaller(sheet->value + horse + steps, FLIPTOWN_RANKS)) - 1);
    }
    return open & rules->near[sheet->value][fliptown_smaller(steps, FLIPTOWN_RANKS - 1)];
}

/* The same for the Mine, where every circled chamber leads on. */
static inline unsigned chambers_within(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                                       int steps)
{
    if (sheet->wild & FLIPTOWN_WILD_VALUE)
        return sheet->mine_open;
    const int pickaxe = fliptown_has(sheet, FLIPTOWN_PICKAXE) ? rules->edition.pickaxe : 0;
    const uint16_t *from = rules->ways[sheet->value][fliptown_smaller(steps + pickaxe, FLIPTOWN_RANKS - 1)];
    unsigned chambers = from[FLIPTOWN_ENTRANCE];
    for (unsigned set = sheet->circled[FLIPTOWN_MINE]; set; set &= set - 1)
        chambers |= from[__builtin_ctz(set)];
    return chambers & sheet->mine_open;
}

/* How many steps the gold buys in the region of the suit card, and in another, whose suit is paid first; negative: it buys
   not even the suit. */
struct affordable {
    int own, other;
};

static inline struct affordable what_gold_buys(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    const int price = rules->edition.value_gold, rest = sheet->gold - rules->edition.suit_gold;
    const int own = sheet->gold / price;
    return (struct affordable){own, sheet->wild & FLIPTOWN_WILD_SUIT ? own : rest < 0 ? -1 : rest / price};
}

bool fliptown_hushed_graves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            const struct fliptown_sheet *sheet)
{
    const int price = fliptown_other_suit(rules, sheet);
    return price > 0 && price <= sheet->gold && fliptown_hushes(rules, state, sheet, price);
}

/* Nobody has to spend gold: where all that is left costs some, one may pass. */
FLIPTOWN_RARE static bool only_for_gold(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                                        flip_set suited)
{
    for (; suited; suited = flip_set_rest(suited)) {
        const int place = flip_set_first(suited);
        if (!rules->gold_not_forced || fliptown_cost(rules, sheet, place / FLIPTOWN_SITES, place % FLIPTOWN_SITES) == 0)
            return false;
    }
    return true;
}

static inline flip_set in_region(int region, unsigned sites) { return (flip_set)sites << region * FLIPTOWN_SITES; }

struct fliptown_sites fliptown_visits(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                      const struct fliptown_sheet *sheet)
{
    const struct affordable steps = what_gold_buys(rules, sheet);
    const int home = rules->suit_region[sheet->suit], other = steps.other < 0 ? 0 : steps.other;
    const flip_set payable = steps.other < 0 ? in_region(home, UINT16_MAX) : UINT64_MAX;
    const unsigned trail = sites_within(rules, sheet, FLIPTOWN_TRAIL, home == FLIPTOWN_TRAIL ? steps.own : other);
    const unsigned badlands =
        sites_within(rules, sheet, FLIPTOWN_BADLANDS, home == FLIPTOWN_BADLANDS ? steps.own : other);
    const unsigned mine = chambers_within(rules, sheet, home == FLIPTOWN_MINE ? steps.own : other);
    const unsigned town = sites_within(rules, sheet, FLIPTOWN_TOWN, home == FLIPTOWN_TOWN ? steps.own : other);
    const flip_set suited = payable & (in_region(FLIPTOWN_TRAIL, trail) | in_region(FLIPTOWN_BADLANDS, badlands) |
                                       in_region(FLIPTOWN_MINE, mine) | in_region(FLIPTOWN_TOWN, town));
    struct fliptown_sites sites = {.suited = suited, .stones = free_stones(sheet)};
    if (!sites.stones)
        sites.pass = only_for_gold(rules, sheet, suited);
    else if (fliptown_hushed_graves(rules, state, sheet))
        sites.stones |= sites.stones << FLIPTOWN_SITES;
    return sites;
}

struct fliptown_sites fliptown_bonuses(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                       const struct fliptown_sheet *sheet)
{
    const unsigned declined = fliptown_insists(rules, state) ? 0 : 1u << FLIPTOWN_DECLINED;
    struct fliptown_sites sites = {0};
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        if (sheet->pending[region])
            sites.suited |= in_region(region, fliptown_open_sites(rules, sheet, region) | declined);
    if (sheet->pending[FLIPTOWN_CEMETERY])
        sites.stones = free_stones(sheet) | declined;
    return sites;
}

flip_move fliptown_visit_to(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int place)
{
    const int region = place / FLIPTOWN_SITES, site = place % FLIPTOWN_SITES;
    if (region == FLIPTOWN_HUSHED)
        return fliptown_visit(FLIPTOWN_CEMETERY, site, fliptown_other_suit(rules, sheet), false);
    return fliptown_visit(region, site, fliptown_cost(rules, sheet, region, site), false);
}

flip_move fliptown_bonus_to(int place)
{
    const int region = place / FLIPTOWN_SITES, site = place % FLIPTOWN_SITES;
    return site == FLIPTOWN_DECLINED ? fliptown_move(FLIPTOWN_DO_DECLINE, region, 0, 0, 0)
                                     : fliptown_visit(region, site, 0, true);
}

void fliptown_visit_moves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, struct fliptown_list *list)
{
    const struct fliptown_sites sites = fliptown_visits(rules, state, sheet);
    for (flip_set set = sites.suited; set; set = flip_set_rest(set))
        fliptown_add(list, fliptown_visit_to(rules, sheet, flip_set_first(set)));
    for (unsigned set = sites.stones; set; set &= set - 1)
        fliptown_add(list, fliptown_visit_to(rules, sheet, FLIPTOWN_CEMETERY * FLIPTOWN_SITES + __builtin_ctz(set)));
    if (sites.pass)
        fliptown_add(list, FLIPTOWN_DO_PASS);
}

void fliptown_bonus_moves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, int region, struct fliptown_list *list)
{
    for (unsigned set = fliptown_open_sites(rules, sheet, region); set; set &= set - 1)
        fliptown_add(list, fliptown_visit(region, __builtin_ctz(set), 0, true));
    if (!fliptown_insists(rules, state))
        fliptown_add(list, fliptown_move(FLIPTOWN_DO_DECLINE, region, 0, 0, 0));
}

/* --- what happens there ----------------------------------------------------------------------------------------- */

static void enter_badlands(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int site)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const struct fliptown_row *row = &rules->edition.row[rules->target_row[site]];
    const int mask = fliptown_has(sheet, FLIPTOWN_BANDANA) ? rules->edition.bandana : 0;
    gain_wanted(sheet, row->wanted - mask);
    sheet->target = (uint8_t)(site + 1);
    fliptown_ask(state, seat, FLIPTOWN_ROBBERY);
}

void fliptown_robbery_card(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int card)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const struct fliptown_edition *edition = &rules->edition;
    const int site = sheet->target - 1, r = rules->target_row[site];
    const struct fliptown_row *row = &edition->row[r];
    const int gun = fliptown_has(sheet, FLIPTOWN_RIFLE)    ? edition->rifle
                    : fliptown_has(sheet, FLIPTOWN_PISTOL) ? edition->pistol
                                                           : 0;
    sheet->drawn |= FLIP_BIT(card);
    if (rules->rank[card] + gun >= sheet->target) {
        sheet->robbed |= (uint16_t)(1u << site);
        sheet->cash = (uint16_t)(sheet->cash + row->cash[rules->target_place[site]]);
        fliptown_gain_stars(sheet, row->stars, FLIPTOWN_BADLANDS);
    } else {
        fliptown_gain_stars(sheet, row->stars / 2, FLIPTOWN_BADLANDS);
    }
    if ((sheet->circled[FLIPTOWN_BADLANDS] & rules->row_targets[r]) == rules->row_targets[r])
        gain_bonuses(sheet, row->bonus, FLIPTOWN_BADLANDS);
    fliptown_notice_bounties(rules, state, seat, FLIPTOWN_MORE_RICHES | FLIPTOWN_MORE_BONUSES);
}

static void enter_mine(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int chamber)
{
    sheet->mine_open = (uint16_t)((sheet->mine_open | rules->below[chamber]) & ~sheet->circled[FLIPTOWN_MINE]);
    fliptown_gain(rules, sheet, &rules->edition.chamber[chamber].reward, FLIPTOWN_MINE);
}

static void enter_town(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int site, bool first)
{
    sheet->building = (uint8_t)site;
    sheet->inside = sheet->served = 0;
    sheet->roof_due = first;
    if (!first || !rules->roof_first)
        return;
    /* The roof's bonus is held back from the others: it comes before the building, the others after it. */
    const struct fliptown_reward *roof = &rules->edition.building[site].roof;
    fliptown_gain(rules, sheet, roof, FLIPTOWN_TOWN);
    sheet->roof_due = 0;
    if (roof->bonus) {
        sheet->roof = (uint8_t)__builtin_ctz(roof->bonus);
        sheet->pending[sheet->roof]--;
    }
}

static void enter_cemetery(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int stone)
{
    if (!fliptown_has(sheet, FLIPTOWN_BEFRIEND))
        gain_wanted(sheet, rules->edition.stone_wanted);
    if (fliptown_has(sheet, FLIPTOWN_SHOVEL))
        fliptown_gain_stars(sheet, rules->edition.shovel_stars, FLIPTOWN_CEMETERY);
    const struct fliptown_between_list *around = &rules->around[stone];
    for (int i = 0; i < around->count; i++)
        if (sheet->circled[FLIPTOWN_CEMETERY] >> around->neighbour[i] & 1)
            fliptown_gain(rules, sheet, &rules->edition.between[around->between[i]].reward, FLIPTOWN_CEMETERY);
}

void fliptown_enter(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int region, int site)
{
    struct fliptown_sheet *sheet = &state->sheet[seat];
    const bool first = !(sheet->circled[region] >> site & 1);
    sheet->circled[region] |= (uint16_t)(1u << site);
    switch (region) {
    case FLIPTOWN_TRAIL:
        fliptown_gain(rules, sheet, &rules->edition.trail[site], FLIPTOWN_TRAIL);
        break;
    case FLIPTOWN_BADLANDS:
        enter_badlands(rules, state, seat, site);
        break;
    case FLIPTOWN_MINE:
        enter_mine(rules, sheet, site);
        break;
    case FLIPTOWN_TOWN:
        enter_town(rules, sheet, site, first);
        break;
    default:
        enter_cemetery(rules, sheet, site);
        break;
    }
}
