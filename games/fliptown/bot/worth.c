/*
 * The traits of a sheet and the network that judges them (see worth.h). A trait is read off the map in a few
 * operations; two sheets of one turn differ in a handful of traits, and only those are added up again.
 */
#include "games/fliptown/bot/worth.h"

#include <stddef.h>
#include <string.h>

enum { MOST_TOOLS = 4 }; /* of a kind that are told apart */

#define PLACE(name) ((int)offsetof(struct fliptown_trait_places, name))

static inline int at_most(int value, int limit) { return value < limit ? value : limit; }
static inline int bit(unsigned set, int place) { return (int)(set >> place & 1); }

/* --- poker ------------------------------------------------------------------------------------------------------ */

/* The longest run that five ranks in a row hold, the ace at either end. */
static int straight_cards(unsigned ranks)
{
    unsigned line = ranks | (ranks & 1) << FLIPTOWN_RANKS;
    int best = 0;
    for (; line; line >>= 1) {
        const int here = fliptown_count(line & 31);
        best = here > best ? here : best;
    }
    return best;
}

/* Nothing, a pair, two pairs, three, full house, four. */
static int pair_pattern(const uint8_t *times)
{
    int pairs = 0, three = 0, four = 0;
    for (int rank = 1; rank <= FLIPTOWN_RANKS; rank++) {
        pairs += times[rank] == 2;
        three += times[rank] == 3;
        four += times[rank] >= 4;
    }
    if (four)
        return 5;
    if (three)
        return pairs || three > 1 ? 4 : 3;
    return at_most(pairs, 2);
}

static void hand_traits(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, uint16_t *out)
{
    const int left = FLIPTOWN_HAND - sheet->poker_count;
    uint8_t times[FLIPTOWN_RANKS + 1] = {0}, suits[4] = {0};
    unsigned ranks = 0;
    int cards = 0, most = 0;
    for (int i = 0; i < sheet->poker_count + (rules->holdem ? FLIPTOWN_HOLDEM : 0); i++) {
        const int card = i < sheet->poker_count ? sheet->poker[i] : sheet->holdem[i - sheet->poker_count];
        if (card == FLIPTOWN_NONE)
            continue;
        cards++;
        times[rules->rank[card]]++;
        ranks |= 1u << (rules->rank[card] - 1);
        most = ++suits[rules->suit[card]] > most ? suits[rules->suit[card]] : most;
    }
    /* With so many cards missing at this many to come; what cannot be reached any more is all the same. */
    const int for_flush = FLIPTOWN_HAND - most, for_straight = FLIPTOWN_HAND - straight_cards(ranks);
    out[FLIPTOWN_ASK_pairs] =
        (uint16_t)(PLACE(pairs) + left * 9 + pair_pattern(times) + (rules->holdem && cards ? 3 : 0));
    out[FLIPTOWN_ASK_flush] = (uint16_t)(PLACE(flush) + left * 6 +
                                         (for_flush <= left && for_flush > 0 ? for_flush
                                          : for_flush <= 0                   ? 5
                                                                             : 0));
    out[FLIPTOWN_ASK_straight] = (uint16_t)(PLACE(straight) + left * 6 +
                                            (for_straight <= left && for_straight > 0 ? for_straight
                                             : for_straight <= 0                      ? 5
                                                                                      : 0));
}

/* --- bounties --------------------------------------------------------------------------------------------------- */

static int sites_missing(const struct fliptown_sheet *sheet, int n)
{
    int missing = 0;
    for (int region = 0; region < FLIPTOWN_SUITED; region++) {
        const int count = fliptown_count(sheet->circled[region]);
        missing += count < n ? n - count : 0;
    }
    return missing;
}

static int rows_missing(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    int missing = 0;
    for (int row = 0; row < FLIPTOWN_ROWS; row++)
        missing += !(sheet->circled[FLIPTOWN_BADLANDS] & rules->row_targets[row]);
    return missing;
}

/* About how many visits a goal is away; 0: it cannot be reached. */
static int visits_to_goal(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int bounty)
{
    const struct fliptown_bounty *poster = &rules->edition.bounty[bounty];
    const int n = poster->n, at = fliptown_trail_at(sheet);
    switch (poster->goal) {
    case FLIPTOWN_GOAL_SITES_EACH:
        return sites_missing(sheet, n);
    case FLIPTOWN_GOAL_TOOLS:
        return n - sheet->pans - sheet->hammers;
    case FLIPTOWN_GOAL_MINE_GOLD:
        return (n - fliptown_mine_gold(rules, sheet) + 2) / 3;
    case FLIPTOWN_GOAL_TRAIL_BONUS: {
        const unsigned missing = rules->bonus_stops & ~(unsigned)sheet->circled[FLIPTOWN_TRAIL];
        return missing & ((1u << at) - 1) ? 0 : fliptown_count(missing);
    }
    case FLIPTOWN_GOAL_STAR_ROOFS:
        return fliptown_count(rules->star_roofs & ~(unsigned)sheet->circled[FLIPTOWN_TOWN]);
    case FLIPTOWN_GOAL_EVERY_ROW:
        return rows_missing(rules, sheet);
    case FLIPTOWN_GOAL_STONES:
        return n + 1 - fliptown_count(sheet->circled[FLIPTOWN_CEMETERY]);
    case FLIPTOWN_GOAL_WANTED:
        return (n - sheet->wanted + 1) / 2;
    case FLIPTOWN_GOAL_RICHES:
        return fliptown_smaller((n - sheet->cash + 5) / 6, (poster->m - sheet->gold + 2) / 3);
    case FLIPTOWN_GOAL_FAR:
        return fliptown_smaller(1 + (FLIP_KING - at) / 4, n - fliptown_count(sheet->outlaws));
    case FLIPTOWN_GOAL_GEAR:
        return n - fliptown_gear(sheet);
    default:
        return FLIPTOWN_REGIONS - fliptown_count(sheet->bonus_from);
    }
}

static void bounty_traits(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet, uint16_t *out)
{
    for (int i = 0; i < FLIPTOWN_POSTED; i++) {
        int answer = 0;
        if (i < moment->state->bounty_count && !bit(sheet->bounties, i)) {
            const int bounty = moment->state->bounty[i];
            const int visits = visits_to_goal(moment->rules, sheet, bounty);
            if (visits > 0)
                answer = 1 + bounty * 12 + bit(moment->state->claimed, i) * 6 + at_most(visits, 6) - 1;
        }
        out[FLIPTOWN_ASK_bounty + i] = (uint16_t)(PLACE(bounty) + answer);
    }
}

/* --- the map ---------------------------------------------------------------------------------------------------- */

/* A chamber with silver stars: closed, open, or circled; and how many it counts. */
static int silver_trait(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int chamber)
{
    const int counted = rules->edition.chamber[chamber].reward.silver;
    const int sites = counted ? fliptown_count(sheet->circled[counted - 1]) : 0;
    const int state = bit(sheet->circled[FLIPTOWN_MINE], chamber) ? 2 : bit(sheet->mine_open, chamber);
    return state * 4 + at_most(sites / 2, 3);
}

static void mine_traits(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, uint16_t *out)
{
    const unsigned mine = sheet->circled[FLIPTOWN_MINE];
    out[FLIPTOWN_ASK_mine_high] =
        (uint16_t)(PLACE(mine_high) + (mine & 31) + (fliptown_has(sheet, FLIPTOWN_PICKAXE) ? 32u : 0u));
    out[FLIPTOWN_ASK_mine_low] = (uint16_t)(PLACE(mine_low) + (mine >> 2 & 127));
    out[FLIPTOWN_ASK_mine_count] = (uint16_t)(PLACE(mine_count) + fliptown_count(mine));
    for (int i = 0; i < 5; i++)
        out[FLIPTOWN_ASK_silver_0 + i] = (uint16_t)(PLACE(silver_0) + 12 * i + silver_trait(rules, sheet, 9 + i));
}

static void badlands_traits(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, uint16_t *out)
{
    const int gun = fliptown_has(sheet, FLIPTOWN_RIFLE) ? 2 : fliptown_has(sheet, FLIPTOWN_PISTOL);
    const unsigned robbed = sheet->circled[FLIPTOWN_BADLANDS];
    for (int row = 0; row < FLIPTOWN_ROWS; row++) {
        int answer = gun;
        for (int i = 0; i < FLIPTOWN_TARGETS; i++)
            answer = answer * 2 + bit(robbed, rules->edition.row[row].target[i] - 1);
        out[FLIPTOWN_ASK_chicken + row] = (uint16_t)(PLACE(chicken) + 24 * row + answer);
    }
    out[FLIPTOWN_ASK_robberies] = (uint16_t)(PLACE(robberies) + fliptown_count(robbed));
}

static int office_trait(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet, bool circled)
{
    if (!moment->sheriff)
        return circled;
    const int margin = moment->sheriff - sheet->wanted;
    return 2 + (margin < -3 ? 0 : at_most(margin, 8) + 3);
}

static void town_traits(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet, uint16_t *out)
{
    const unsigned town = sheet->circled[FLIPTOWN_TOWN], items = sheet->items;
    const int corners = bit(sheet->plots, 0) + bit(sheet->plots, FLIPTOWN_PLOTS - 1);
#define OUT(name, answer) out[FLIPTOWN_ASK_##name] = (uint16_t)(PLACE(name) + (int)(answer))
    OUT(undertaker, bit(town, 0) * 4 + (int)(items >> FLIPTOWN_BEFRIEND & 3));
    OUT(bank, bit(town, 1) * 4 + (int)(items >> FLIPTOWN_RED & 3));
    OUT(hideout, bit(town, 2));
    OUT(stables, bit(town, 3) * 4 + (int)(items >> FLIPTOWN_WORK_HORSE & 3));
    OUT(store, bit(town, 4) * 8 + (int)(items >> FLIPTOWN_GOLD_PAN & 7));
    OUT(church, bit(town, 5));
    OUT(hotel, bit(town, 6) * 5 + sheet->rooms);
    OUT(land, fliptown_count(sheet->plots) * 3 + corners);
    OUT(gunsmith, bit(town, 8) * 3 + (items >> FLIPTOWN_RIFLE & 1 ? 2 : bit(items, FLIPTOWN_PISTOL)));
    OUT(bail, bit(town, 9) * 4 + fliptown_count(sheet->outlaws));
    OUT(office, office_trait(moment, sheet, bit(town, 10)));
    OUT(saloon, bit(town, 11));
    OUT(club, bit(town, 12));
    OUT(buildings, fliptown_count(town));
}

static void cemetery_traits(const struct fliptown_sheet *sheet, uint16_t *out)
{
    const unsigned stones = sheet->circled[FLIPTOWN_CEMETERY];
    const int known = (int)(sheet->items >> FLIPTOWN_BEFRIEND & 3);
    OUT(north_west, bit(stones, 0) * 4 + bit(stones, 1) * 2 + bit(stones, 3));
    OUT(north_east, bit(stones, 2) * 4 + bit(stones, 1) * 2 + bit(stones, 5));
    OUT(south_west, bit(stones, 6) * 4 + bit(stones, 7) * 2 + bit(stones, 3));
    OUT(south_east, bit(stones, 8) * 4 + bit(stones, 7) * 2 + bit(stones, 5));
    OUT(stones, known * 9 + fliptown_count(stones) - 1);
}

void fliptown_traits(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet,
                     const struct fliptown_judgement *known, uint16_t out[FLIPTOWN_ASKED_ROOM])
{
    const struct fliptown_rules *rules = moment->rules;
    const int round = moment->round, cowbot = moment->state->cowbot;
    OUT(stage, round * FLIPTOWN_HAND + moment->turn);
    OUT(cash, at_most(sheet->cash, 31));
    OUT(gold, at_most(sheet->gold, 23));
    OUT(wanted, round * 17 + at_most(sheet->wanted, 16));
    OUT(pans, round * (MOST_TOOLS + 1) + at_most(sheet->pans, MOST_TOOLS));
    OUT(hammers, round * (MOST_TOOLS + 1) + at_most(sheet->hammers, MOST_TOOLS));
    OUT(trail, (fliptown_has(sheet, FLIPTOWN_TRAIL_HORSE) ? 14 : 0) + fliptown_trail_at(sheet));
    OUT(trail_count, fliptown_count(sheet->circled[FLIPTOWN_TRAIL]));
    badlands_traits(rules, sheet, out);
    mine_traits(rules, sheet, out);
    town_traits(moment, sheet, out);
    cemetery_traits(sheet, out);
    if (known && known->poker_count == sheet->poker_count)
        memcpy(&out[FLIPTOWN_ASK_pairs], &known->trait[FLIPTOWN_ASK_pairs], 3 * sizeof *out);
    else
        hand_traits(rules, sheet, out);
    OUT(character, sheet->uses && sheet->character != FLIPTOWN_NONE ? sheet->character + 1 : 0);
    OUT(cowbot, cowbot == FLIPTOWN_NONE ? 0 : 1 + cowbot * FLIPTOWN_STRENGTHS + rules->strength);
    OUT(seats, rules->seats - 1);
    bounty_traits(moment, sheet, out);
    for (int i = FLIPTOWN_ASKED; i < FLIPTOWN_ASKED_ROOM; i++)
        out[i] = 0;
#undef OUT
}

/* --- the network ------------------------------------------------------------------------------------------------ */

/* What pans and hammers beyond those that the traits tell apart bring until the end. */
static double tools_beyond(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet)
{
    const struct fliptown_edition *edition = &moment->rules->edition;
    const int pans = sheet->pans - at_most(sheet->pans, MOST_TOOLS);
    const int hammers = sheet->hammers - at_most(sheet->hammers, MOST_TOOLS);
    if (pans + hammers == 0)
        return 0;
    return (edition->rounds - moment->round) * ((double)pans * edition->pan_gold / edition->gold_per_point +
                                                (double)hammers * edition->hammer_cash / edition->cash_per_point);
}

double fliptown_points_now(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet)
{
    const struct fliptown_edition *edition = &moment->rules->edition;
    int whole = sheet->stars + (sheet->rooms ? edition->room[sheet->rooms - 1] : 0);
    for (unsigned set = sheet->circled[FLIPTOWN_MINE] & moment->rules->silver; set; set &= set - 1)
        whole += fliptown_count(sheet->circled[edition->chamber[__builtin_ctz(set)].reward.silver - 1]);
    double points =
        whole + (double)sheet->cash / edition->cash_per_point + (double)sheet->gold / edition->gold_per_point;
    points += tools_beyond(moment, sheet);
    if (moment->state->cowbot == FLIPTOWN_NONE)
        return points;
    const struct fliptown_cowbot *cowbot = &edition->cowbot[moment->state->cowbot];
    for (int i = 0; i < edition->counted_regions[moment->rules->strength]; i++)
        points += (FLIPTOWN_SUITED - i) * fliptown_count(sheet->circled[cowbot->region[i]]);
    return points - moment->against;
}

/* A quick player spends most of its time in these loops over the hidden units, and a sanitizer would make them ten times as slow. */
#define UNWATCHED __attribute__((no_sanitize("address", "undefined")))

UNWATCHED static void add(const struct fliptown_net *net, int trait, float *restrict sum)
{
    for (int k = 0; k < FLIPTOWN_HIDDEN; k++)
        sum[k] += net->hidden[trait][k];
}

UNWATCHED static inline void replace(const struct fliptown_net *net, int old, int new, float *restrict sum)
{
    for (int k = 0; k < FLIPTOWN_HIDDEN; k++)
        sum[k] += net->hidden[new][k] - net->hidden[old][k];
}

UNWATCHED static double rest_of(const struct fliptown_net *net, float plain, const float *sum)
{
    float rest = plain;
    for (int i = 0; i < FLIPTOWN_HIDDEN; i++)
        rest += net->out[i] * (sum[i] > 0 ? sum[i] : 0);
    return 10 * (double)rest;
}

double fliptown_judge(struct fliptown_judgement *out, const struct fliptown_net *net,
                      const struct fliptown_moment *moment, const struct fliptown_sheet *sheet)
{
    fliptown_traits(moment, sheet, NULL, out->trait);
    out->net = net;
    out->poker_count = sheet->poker_count;
    out->plain = net->base;
    memcpy(out->sum, net->bias, sizeof out->sum);
    for (int i = 0; i < FLIPTOWN_ASKED; i++) {
        out->plain += net->plain[out->trait[i]];
        add(net, out->trait[i], out->sum);
    }
    return fliptown_points_now(moment, sheet) + rest_of(net, out->plain, out->sum);
}

double fliptown_judge_again(const struct fliptown_judgement *known, const struct fliptown_moment *moment,
                            const struct fliptown_sheet *sheet)
{
    const struct fliptown_net *net = known->net;
    uint16_t trait[FLIPTOWN_ASKED_ROOM];
    float plain = known->plain, sum[FLIPTOWN_HIDDEN];
    fliptown_traits(moment, sheet, known, trait);
    memcpy(sum, known->sum, sizeof sum);
    for (int first = 0; first < FLIPTOWN_ASKED_ROOM; first += 4) {
        uint64_t old_four, new_four; /* most are equal: four at a look */
        memcpy(&old_four, &known->trait[first], sizeof old_four);
        memcpy(&new_four, &trait[first], sizeof new_four);
        for (uint64_t change = old_four ^ new_four; change;) {
            const int i = first + __builtin_ctzll(change) / 16;
            change &= ~(UINT64_C(0xffff) << (i - first) * 16);
            const int old = known->trait[i], new = trait[i];
            plain += net->plain[new] - net->plain[old];
            replace(net, old, new, sum);
        }
    }
    return fliptown_points_now(moment, sheet) + rest_of(net, plain, sum);
}
