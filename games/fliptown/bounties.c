/*
 * Bounties, at tables of two or more. Whoever meets one at any moment of a turn has it at once and keeps it; poker, pan
 * and work, and the arrest count as one more turn. All who meet it in the turn in which it is met first get the high
 * reward: the card is turned to its lower one at the end of the turn.
 *
 * In games of version 1 only the end of the turn is looked at.
 */
#include "games/fliptown/fliptown.h"

int fliptown_gear(const struct fliptown_sheet *sheet)
{
    static const uint8_t owned[] = {FLIPTOWN_TRAIL_HORSE, FLIPTOWN_BEFRIEND, FLIPTOWN_BANDANA, FLIPTOWN_PICKAXE,
                                    FLIPTOWN_PISTOL};
    int count = (sheet->pans > 0) + (sheet->hammers > 0);
    for (size_t i = 0; i < sizeof owned; i++)
        count += fliptown_has(sheet, owned[i]);
    return count;
}

int fliptown_mine_gold(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    int gold = 0;
    for (unsigned set = sheet->circled[FLIPTOWN_MINE]; set; set &= set - 1)
        gold += rules->edition.chamber[__builtin_ctz(set)].reward.gold;
    return gold;
}

bool fliptown_every_robbery(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    for (int row = 0; row < FLIPTOWN_ROWS; row++)
        if (!(sheet->circled[FLIPTOWN_BADLANDS] & rules->row_targets[row]))
            return false;
    return true;
}

static bool sites_in_each(const struct fliptown_sheet *sheet, int n)
{
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        if (fliptown_count(sheet->circled[region]) < n)
            return false;
    return true;
}

static inline bool all_of(unsigned circled, unsigned wanted) { return (circled & wanted) == wanted; }

unsigned fliptown_goal_looks_at(int goal)
{
    static const uint16_t looks_at[FLIPTOWN_GOALS] = {
        [FLIPTOWN_GOAL_SITES_EACH] = (1 << FLIPTOWN_SUITED) - 1,
        [FLIPTOWN_GOAL_TOOLS] = FLIPTOWN_MORE_TOOLS,
        [FLIPTOWN_GOAL_MINE_GOLD] = 1 << FLIPTOWN_MINE,
        [FLIPTOWN_GOAL_TRAIL_BONUS] = 1 << FLIPTOWN_TRAIL,
        [FLIPTOWN_GOAL_STAR_ROOFS] = 1 << FLIPTOWN_TOWN,
        [FLIPTOWN_GOAL_EVERY_ROW] = 1 << FLIPTOWN_BADLANDS,
        [FLIPTOWN_GOAL_STONES] = 1 << FLIPTOWN_CEMETERY,
        [FLIPTOWN_GOAL_WANTED] = FLIPTOWN_MORE_WANTED,
        [FLIPTOWN_GOAL_RICHES] = FLIPTOWN_MORE_RICHES,
        [FLIPTOWN_GOAL_FAR] = 1 << FLIPTOWN_TRAIL | FLIPTOWN_MORE_OUTLAWS,
        [FLIPTOWN_GOAL_GEAR] = FLIPTOWN_MORE_TOOLS | FLIPTOWN_MORE_ITEMS,
        [FLIPTOWN_GOAL_BONUSES] = FLIPTOWN_MORE_BONUSES,
    };
    return looks_at[goal];
}

static inline bool goal_met(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                            const struct fliptown_target *target)
{
    const int n = target->n;
    switch (target->goal) {
    case FLIPTOWN_GOAL_SITES_EACH:
        return sites_in_each(sheet, n);
    case FLIPTOWN_GOAL_TOOLS:
        return sheet->pans + sheet->hammers >= n;
    case FLIPTOWN_GOAL_MINE_GOLD:
        return fliptown_mine_gold(rules, sheet) >= n;
    case FLIPTOWN_GOAL_TRAIL_BONUS:
        return all_of(sheet->circled[FLIPTOWN_TRAIL], rules->bonus_stops);
    case FLIPTOWN_GOAL_STAR_ROOFS:
        return all_of(sheet->circled[FLIPTOWN_TOWN], rules->star_roofs);
    case FLIPTOWN_GOAL_EVERY_ROW:
        return fliptown_every_robbery(rules, sheet);
    case FLIPTOWN_GOAL_STONES:
        return fliptown_count(sheet->circled[FLIPTOWN_CEMETERY]) - 1 >= n;
    case FLIPTOWN_GOAL_WANTED:
        return sheet->wanted >= n;
    case FLIPTOWN_GOAL_RICHES:
        return sheet->cash >= n || sheet->gold >= target->m;
    case FLIPTOWN_GOAL_FAR:
        return fliptown_trail_at(sheet) == FLIP_KING || fliptown_count(sheet->outlaws) >= n;
    case FLIPTOWN_GOAL_GEAR:
        return fliptown_gear(sheet) >= n;
    case FLIPTOWN_GOAL_BONUSES:
        return all_of(sheet->bonus_from, (1u << FLIPTOWN_REGIONS) - 1);
    default:
        return false;
    }
}

bool fliptown_goal_met(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int bounty)
{
    return goal_met(rules, sheet, &rules->bounty[bounty]);
}

static int sites_towards(const struct fliptown_sheet *sheet, int n)
{
    int sites = 0;
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        sites += fliptown_smaller(fliptown_count(sheet->circled[region]), n);
    return sites;
}

static int rows_robbed(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    int rows = 0;
    for (int row = 0; row < FLIPTOWN_ROWS; row++)
        rows += (sheet->circled[FLIPTOWN_BADLANDS] & rules->row_targets[row]) != 0;
    return rows;
}

static struct fliptown_progress nearer(struct fliptown_progress a, struct fliptown_progress b)
{
    return a.have * b.of >= b.have * a.of ? a : b;
}

static struct fliptown_progress progress(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                                         const struct fliptown_target *target)
{
    const unsigned trail = sheet->circled[FLIPTOWN_TRAIL], town = sheet->circled[FLIPTOWN_TOWN];
    const int n = target->n;
    switch (target->goal) {
    case FLIPTOWN_GOAL_SITES_EACH:
        return (struct fliptown_progress){sites_towards(sheet, n), n * FLIPTOWN_SUITED};
    case FLIPTOWN_GOAL_TOOLS:
        return (struct fliptown_progress){sheet->pans + sheet->hammers, n};
    case FLIPTOWN_GOAL_MINE_GOLD:
        return (struct fliptown_progress){fliptown_mine_gold(rules, sheet), n};
    case FLIPTOWN_GOAL_TRAIL_BONUS:
        return (struct fliptown_progress){fliptown_count(trail & rules->bonus_stops),
                                          fliptown_count(rules->bonus_stops)};
    case FLIPTOWN_GOAL_STAR_ROOFS:
        return (struct fliptown_progress){fliptown_count(town & rules->star_roofs), fliptown_count(rules->star_roofs)};
    case FLIPTOWN_GOAL_EVERY_ROW:
        return (struct fliptown_progress){rows_robbed(rules, sheet), FLIPTOWN_ROWS};
    case FLIPTOWN_GOAL_STONES:
        return (struct fliptown_progress){fliptown_count(sheet->circled[FLIPTOWN_CEMETERY]) - 1, n};
    case FLIPTOWN_GOAL_WANTED:
        return (struct fliptown_progress){sheet->wanted, n};
    case FLIPTOWN_GOAL_RICHES:
        return nearer((struct fliptown_progress){sheet->cash, n}, (struct fliptown_progress){sheet->gold, target->m});
    case FLIPTOWN_GOAL_FAR:
        return nearer((struct fliptown_progress){fliptown_trail_at(sheet), FLIP_KING},
                      (struct fliptown_progress){fliptown_count(sheet->outlaws), n});
    case FLIPTOWN_GOAL_GEAR:
        return (struct fliptown_progress){fliptown_gear(sheet), n};
    default:
        return (struct fliptown_progress){fliptown_count(sheet->bonus_from), FLIPTOWN_REGIONS};
    }
}

struct fliptown_progress fliptown_goal_progress(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                                                int bounty)
{
    struct fliptown_progress found = progress(rules, sheet, &rules->bounty[bounty]);
    found.have = found.have < 0 ? 0 : fliptown_smaller(found.have, found.of);
    return found;
}

/* The posted bounties that a seat does not have and that look at something it has more of: a set. No branches, since it is
   seldom anything and asked after every step. */
static inline unsigned worth_a_look(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                    const struct fliptown_sheet *sheet, unsigned more)
{
    unsigned set = 0;
    for (int i = 0; i < FLIPTOWN_POSTED; i++)
        set |= (unsigned)((rules->bounty[state->bounty[i]].looks_at & more) != 0) << i;
    return set & ((1u << state->bounty_count) - 1) & ~(unsigned)sheet->bounties;
}

FLIPTOWN_RARE static void gain(const struct fliptown_rules *rules, const struct fliptown_state *state,
                               struct fliptown_sheet *sheet, unsigned more)
{
    for (unsigned set = worth_a_look(rules, state, sheet, more); set; set &= set - 1) {
        const int i = __builtin_ctz(set);
        if (!goal_met(rules, sheet, &rules->bounty[state->bounty[i]]))
            continue;
        const int reward = state->claimed >> i & 1 ? rules->edition.bounty_later : rules->edition.bounty_first;
        sheet->bounties |= (uint8_t)(1u << i);
        sheet->fresh |= (uint8_t)(1u << i);
        fliptown_add_stars(sheet, reward, FLIPTOWN_FROM_BOUNTIES);
    }
}

void fliptown_gain_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            struct fliptown_sheet *sheet)
{
    gain(rules, state, sheet, FLIPTOWN_MORE_OF_ALL);
}

/* What a seat has had from the start is looked at in the first turn; from then on it has every bounty that it meets. */
static inline bool first_turn(const struct fliptown_state *state) { return state->round == 0 && state->turn == 0; }

void fliptown_notice_bounties(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, unsigned more)
{
    if (rules->bounties_at_once && state->bounty_count > 0)
        gain(rules, state, &state->sheet[seat], first_turn(state) ? FLIPTOWN_MORE_OF_ALL : more);
}

void fliptown_gain_late_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                 struct fliptown_sheet *sheet)
{
    if (state->bounty_count > 0 && (!rules->bounties_at_once || first_turn(state)))
        fliptown_gain_bounties(rules, state, sheet);
}

void fliptown_turn_bounties(const struct fliptown_rules *rules, struct fliptown_state *state)
{
    if (state->bounty_count == 0)
        return;
    for (int seat = 0; seat < rules->seats; seat++)
        fliptown_gain_late_bounties(rules, state, &state->sheet[seat]);
    for (int seat = 0; seat < rules->seats; seat++) {
        state->claimed |= state->sheet[seat].bounties;
        state->sheet[seat].fresh = 0;
    }
}
