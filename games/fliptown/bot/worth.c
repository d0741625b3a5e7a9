/*
 * The traits of a sheet and the network that values them (see worth.h). A trait is read off the map in a few
 * operations; two sheets of one turn differ in a handful of traits, and only those are added up again.
 */
#include "games/fliptown/bot/worth.h"

#include <stddef.h>
#include <string.h>

enum { MOST_TOOLS = 4 }; /* of a kind that are told apart */

/* In what two sheets may differ, beside what bounties look at. */
enum {
    ROOMS = FLIPTOWN_MORE_OF_ALL + 1,
    PLOTS = ROOMS << 1,
    OPEN_CHAMBERS = ROOMS << 2,
    BOUNTIES = ROOMS << 3,
    HAND = ROOMS << 4,
    TABLE = ROOMS << 5, /* what no move changes */
    ALL = (ROOMS << 6) - 1
};

/* Items that other regions know. */
enum {
    GUNS = 1 << FLIPTOWN_PISTOL | 1 << FLIPTOWN_RIFLE,
    GRAVES = 1 << FLIPTOWN_BEFRIEND | 1 << FLIPTOWN_SHOVEL,
};

/* The answers of a sheet, made from those of another: only what may differ is asked. */
struct survey {
    const struct fliptown_moment *moment;
    const struct fliptown_sheet *sheet, *old;
    unsigned differs, items;                                 /* in what it may, and in which items: sets */
    uint8_t sites[FLIPTOWN_REGIONS];                         /* circled in a region */
    uint8_t answer[FLIPTOWN_ASKED], changed[FLIPTOWN_ASKED]; /* and the questions that are answered otherwise */
    int changes;
};

static inline unsigned in(int region) { return 1u << region; }

/* Without a branch: nobody can foresee it. */
static inline void answer(struct survey *survey, int question, int value)
{
    survey->changed[survey->changes] = (uint8_t)question;
    survey->changes += survey->answer[question] != value;
    survey->answer[question] = (uint8_t)value;
}

#define ANSWER(name, value) answer(survey, FLIPTOWN_ASK_##name, (int)(value))

static inline int at_most(int value, int limit) { return value < limit ? value : limit; }
static inline int bit(unsigned set, int place) { return (int)(set >> place & 1); }

/* --- poker ------------------------------------------------------------------------------------------------------ */

/* The longest run that five ranks in a row hold, the ace at either end. */
static int straight_cards(unsigned ranks)
{
    const unsigned line = ranks | (ranks & 1) << FLIPTOWN_RANKS;
    int best = 0;
    for (unsigned set = line; set; set &= set - 1) {
        const int here = fliptown_count(line >> __builtin_ctz(set) & 31);
        best = here > best ? here : best;
    }
    return best;
}

/* Nothing, a pair, two pairs, three, full house, four. */
static int pair_pattern(int pairs, int threes, int fours)
{
    if (fours)
        return 5;
    if (threes)
        return pairs || threes > 1 ? 4 : 3;
    return at_most(pairs, 2);
}

/* With so many cards missing at this many to come; what cannot be reached any more is all the same. */
static int within_reach(int missing, int left)
{
    if (missing <= 0)
        return 5;
    return missing <= left ? missing : 0;
}

static void ask_hand(struct survey *survey)
{
    const struct fliptown_rules *rules = survey->moment->rules;
    const struct fliptown_sheet *sheet = survey->sheet;
    const int left = FLIPTOWN_HAND - sheet->poker_count;
    uint8_t times[FLIPTOWN_RANKS + 1] = {0}, suits[4] = {0}, alike[FLIPTOWN_HAND + FLIPTOWN_HOLDEM + 1] = {0};
    unsigned ranks = 0;
    int cards = 0, most = 0;
    for (int i = 0; i < sheet->poker_count + (rules->holdem ? FLIPTOWN_HOLDEM : 0); i++) {
        const int card = i < sheet->poker_count ? sheet->poker[i] : sheet->holdem[i - sheet->poker_count];
        if (card == FLIPTOWN_NONE)
            continue;
        cards++;
        alike[++times[rules->rank[card]]]++; /* as a pair, three and four count too */
        ranks |= 1u << (rules->rank[card] - 1);
        most = ++suits[rules->suit[card]] > most ? suits[rules->suit[card]] : most;
    }
    ANSWER(pairs, left * 9 + pair_pattern(alike[2] - alike[3], alike[3] - alike[4], alike[4]) +
                      (rules->holdem && cards ? 3 : 0));
    ANSWER(flush, left * 6 + within_reach(FLIPTOWN_HAND - most, left));
    ANSWER(straight, left * 6 + within_reach(FLIPTOWN_HAND - straight_cards(ranks), left));
}

/* --- bounties --------------------------------------------------------------------------------------------------- */

static int sites_missing(const struct survey *survey, int n)
{
    int missing = 0;
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        missing += survey->sites[region] < n ? n - survey->sites[region] : 0;
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
static int visits_to_goal(const struct survey *survey, const struct fliptown_target *target)
{
    const struct fliptown_rules *rules = survey->moment->rules;
    const struct fliptown_sheet *sheet = survey->sheet;
    const int n = target->n, at = fliptown_trail_at(sheet);
    switch (target->goal) {
    case FLIPTOWN_GOAL_SITES_EACH:
        return sites_missing(survey, n);
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
        return n + 1 - survey->sites[FLIPTOWN_CEMETERY];
    case FLIPTOWN_GOAL_WANTED:
        return (n - sheet->wanted + 1) / 2;
    case FLIPTOWN_GOAL_RICHES:
        return fliptown_smaller((n - sheet->cash + 5) / 6, (target->m - sheet->gold + 2) / 3);
    case FLIPTOWN_GOAL_FAR:
        return fliptown_smaller(1 + (FLIP_KING - at) / 4, n - fliptown_count(sheet->outlaws));
    case FLIPTOWN_GOAL_GEAR:
        return n - fliptown_gear(sheet);
    default:
        return FLIPTOWN_REGIONS - fliptown_count(sheet->bonus_from);
    }
}

static int bounty_answer(const struct survey *survey, int i)
{
    const struct fliptown_state *state = survey->moment->state;
    if (i >= state->bounty_count || bit(survey->sheet->bounties, i))
        return 0;
    const int visits = visits_to_goal(survey, &survey->moment->rules->bounty[state->bounty[i]]);
    return visits > 0 ? 1 + state->bounty[i] * 12 + bit(state->claimed, i) * 6 + at_most(visits, 6) - 1 : 0;
}

static void ask_bounties(struct survey *survey)
{
    const struct fliptown_moment *moment = survey->moment;
    for (int i = 0; i < FLIPTOWN_POSTED; i++)
        if (survey->differs & (BOUNTIES | moment->rules->bounty[moment->state->bounty[i]].looks_at))
            ANSWER(bounty + i, bounty_answer(survey, i));
}

/* --- the map ---------------------------------------------------------------------------------------------------- */

static void ask_purse(struct survey *survey)
{
    const struct fliptown_sheet *sheet = survey->sheet;
    const int round = survey->moment->round;
    ANSWER(cash, at_most(sheet->cash, 31));
    ANSWER(gold, at_most(sheet->gold, 23));
    ANSWER(wanted, round * 17 + at_most(sheet->wanted, 16));
    if (survey->differs & FLIPTOWN_MORE_TOOLS) {
        ANSWER(pans, round * (MOST_TOOLS + 1) + at_most(sheet->pans, MOST_TOOLS));
        ANSWER(hammers, round * (MOST_TOOLS + 1) + at_most(sheet->hammers, MOST_TOOLS));
    }
}

static void ask_trail(struct survey *survey)
{
    ANSWER(trail, (fliptown_has(survey->sheet, FLIPTOWN_TRAIL_HORSE) ? 14 : 0) + fliptown_trail_at(survey->sheet));
    ANSWER(trail_count, survey->sites[FLIPTOWN_TRAIL]);
}

static void ask_badlands(struct survey *survey)
{
    const struct fliptown_rules *rules = survey->moment->rules;
    const struct fliptown_sheet *sheet = survey->sheet;
    const int gun = fliptown_has(sheet, FLIPTOWN_RIFLE) ? 2 : fliptown_has(sheet, FLIPTOWN_PISTOL);
    const unsigned robbed = sheet->circled[FLIPTOWN_BADLANDS];
    const unsigned asked = survey->items & GUNS ? FLIPTOWN_ALL_RANKS : robbed ^ survey->old->circled[FLIPTOWN_BADLANDS];
    for (int row = 0; row < FLIPTOWN_ROWS; row++) {
        if (!(asked & rules->row_targets[row]))
            continue;
        int value = gun;
        for (int i = 0; i < FLIPTOWN_TARGETS; i++)
            value = value * 2 + bit(robbed, rules->edition.row[row].target[i] - 1);
        ANSWER(chicken + row, value);
    }
    ANSWER(robberies, survey->sites[FLIPTOWN_BADLANDS]);
}

static void ask_mine(struct survey *survey)
{
    const unsigned mine = survey->sheet->circled[FLIPTOWN_MINE];
    ANSWER(mine_high, (mine & 31) + (fliptown_has(survey->sheet, FLIPTOWN_PICKAXE) ? 32u : 0u));
    ANSWER(mine_low, mine >> 2 & 127);
    ANSWER(mine_count, survey->sites[FLIPTOWN_MINE]);
}

/* The chambers with silver stars: closed, open, or circled; and how many they count. */
static void ask_silver(struct survey *survey)
{
    const unsigned circled = survey->sheet->circled[FLIPTOWN_MINE], open = survey->sheet->mine_open;
    for (int i = 0; i < 5; i++) {
        const int chamber = 9 + i, counted = survey->moment->rules->edition.chamber[chamber].reward.silver;
        if (!(survey->differs & (OPEN_CHAMBERS | in(FLIPTOWN_MINE) | (counted ? in(counted - 1) : 0))))
            continue;
        const int state = bit(circled, chamber) ? 2 : bit(open, chamber);
        ANSWER(silver_0 + i, state * 4 + (counted ? at_most(survey->sites[counted - 1] / 2, 3) : 0));
    }
}

static int office(const struct survey *survey, bool circled)
{
    if (!survey->moment->sheriff)
        return circled;
    const int margin = survey->moment->sheriff - survey->sheet->wanted;
    return 2 + (margin < -3 ? 0 : at_most(margin, 8) + 3);
}

/* What there is to say about a building. */
static int building_answer(const struct survey *survey, int building)
{
    const struct fliptown_sheet *sheet = survey->sheet;
    const int circled = bit(sheet->circled[FLIPTOWN_TOWN], building), items = sheet->items;
    switch (FLIPTOWN_ASK_undertaker + building) {
    case FLIPTOWN_ASK_undertaker:
        return circled * 4 + (items >> FLIPTOWN_BEFRIEND & 3);
    case FLIPTOWN_ASK_bank:
        return circled * 4 + (items >> FLIPTOWN_RED & 3);
    case FLIPTOWN_ASK_stables:
        return circled * 4 + (items >> FLIPTOWN_WORK_HORSE & 3);
    case FLIPTOWN_ASK_store:
        return circled * 8 + (items >> FLIPTOWN_GOLD_PAN & 7);
    case FLIPTOWN_ASK_hotel:
        return circled * 5 + sheet->rooms;
    case FLIPTOWN_ASK_land:
        return fliptown_count(sheet->plots) * 3 + bit(sheet->plots, 0) + bit(sheet->plots, FLIPTOWN_PLOTS - 1);
    case FLIPTOWN_ASK_gunsmith:
        return circled * 3 + (items >> FLIPTOWN_RIFLE & 1 ? 2 : items >> FLIPTOWN_PISTOL & 1);
    case FLIPTOWN_ASK_bail:
        return circled * 4 + fliptown_count(sheet->outlaws);
    case FLIPTOWN_ASK_office:
        return office(survey, circled);
    default:
        return circled;
    }
}

static void ask_town(struct survey *survey)
{
    static const struct {
        int question;
        unsigned differs, items;
    } inside[] = {{FLIPTOWN_ASK_undertaker, 0, GRAVES},
                  {FLIPTOWN_ASK_bank, 0, 1 << FLIPTOWN_RED | 1 << FLIPTOWN_BLACK},
                  {FLIPTOWN_ASK_stables, 0, 1 << FLIPTOWN_WORK_HORSE | 1 << FLIPTOWN_TRAIL_HORSE},
                  {FLIPTOWN_ASK_store, 0, 1 << FLIPTOWN_GOLD_PAN | 1 << FLIPTOWN_PICKAXE | 1 << FLIPTOWN_BANDANA},
                  {FLIPTOWN_ASK_hotel, ROOMS, 0},
                  {FLIPTOWN_ASK_land, PLOTS, 0},
                  {FLIPTOWN_ASK_gunsmith, 0, GUNS},
                  {FLIPTOWN_ASK_bail, FLIPTOWN_MORE_OUTLAWS, 0},
                  {FLIPTOWN_ASK_office, FLIPTOWN_MORE_WANTED, 0}};
    unsigned asked = survey->differs & TABLE
                         ? FLIPTOWN_ALL_RANKS
                         : survey->sheet->circled[FLIPTOWN_TOWN] ^ survey->old->circled[FLIPTOWN_TOWN];
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        if ((survey->differs & inside[i].differs) | (survey->items & inside[i].items))
            asked |= 1u << (inside[i].question - FLIPTOWN_ASK_undertaker);
    for (; asked; asked &= asked - 1) {
        const int building = __builtin_ctz(asked);
        answer(survey, FLIPTOWN_ASK_undertaker + building, building_answer(survey, building));
    }
    ANSWER(buildings, survey->sites[FLIPTOWN_TOWN]);
}

static void ask_cemetery(struct survey *survey)
{
    const unsigned stones = survey->sheet->circled[FLIPTOWN_CEMETERY];
    const int known = survey->sheet->items >> FLIPTOWN_BEFRIEND & 3;
    ANSWER(north_west, bit(stones, 0) * 4 + bit(stones, 1) * 2 + bit(stones, 3));
    ANSWER(north_east, bit(stones, 2) * 4 + bit(stones, 1) * 2 + bit(stones, 5));
    ANSWER(south_west, bit(stones, 6) * 4 + bit(stones, 7) * 2 + bit(stones, 3));
    ANSWER(south_east, bit(stones, 8) * 4 + bit(stones, 7) * 2 + bit(stones, 5));
    ANSWER(stones, known * 9 + survey->sites[FLIPTOWN_CEMETERY] - 1);
}

static void ask_table(struct survey *survey)
{
    const struct fliptown_moment *moment = survey->moment;
    const int cowbot = moment->state->cowbot;
    ANSWER(stage, moment->round * FLIPTOWN_HAND + moment->turn);
    ANSWER(cowbot, cowbot == FLIPTOWN_NONE ? 0 : 1 + cowbot * FLIPTOWN_STRENGTHS + moment->rules->strength);
    ANSWER(seats, moment->rules->seats - 1);
}

/* --- all questions ---------------------------------------------------------------------------------------------- */

/* Asks in the order of the questions, apart from those about the table. */
static void ask(struct survey *survey)
{
    const struct fliptown_sheet *sheet = survey->sheet;
    const unsigned items = survey->items, differs = survey->differs;
    const unsigned regions = (1u << FLIPTOWN_REGIONS) - 1;
    for (unsigned set = differs & regions; set; set &= set - 1)
        survey->sites[__builtin_ctz(set)] = (uint8_t)fliptown_count(sheet->circled[__builtin_ctz(set)]);
    ask_purse(survey);
    if ((items & 1 << FLIPTOWN_TRAIL_HORSE) | (differs & in(FLIPTOWN_TRAIL)))
        ask_trail(survey);
    if ((items & GUNS) | (differs & in(FLIPTOWN_BADLANDS)))
        ask_badlands(survey);
    if ((items & 1 << FLIPTOWN_PICKAXE) | (differs & in(FLIPTOWN_MINE)))
        ask_mine(survey);
    if (differs & (OPEN_CHAMBERS | regions))
        ask_silver(survey);
    if (differs & (in(FLIPTOWN_TOWN) | FLIPTOWN_MORE_ITEMS | ROOMS | PLOTS | FLIPTOWN_MORE_OUTLAWS |
                   (survey->moment->sheriff ? FLIPTOWN_MORE_WANTED : 0u)))
        ask_town(survey);
    if ((items & GRAVES) | (differs & in(FLIPTOWN_CEMETERY)))
        ask_cemetery(survey);
    if (differs & HAND)
        ask_hand(survey);
    ANSWER(character, sheet->uses && sheet->character != FLIPTOWN_NONE ? sheet->character + 1 : 0);
    ask_bounties(survey);
}

static void ask_all(struct survey *survey, const struct fliptown_moment *moment, const struct fliptown_sheet *sheet)
{
    memset(survey, 0, sizeof *survey);
    survey->moment = moment;
    survey->sheet = survey->old = sheet;
    survey->differs = ALL;
    survey->items = UINT16_MAX;
    ask_table(survey);
    ask(survey);
}

static unsigned differences(const struct fliptown_sheet *a, const struct fliptown_sheet *b)
{
    unsigned differs = 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        differs |= a->circled[region] != b->circled[region] ? in(region) : 0;
    differs |= a->cash != b->cash || a->gold != b->gold ? FLIPTOWN_MORE_RICHES : 0;
    differs |= a->wanted != b->wanted ? FLIPTOWN_MORE_WANTED : 0;
    differs |= a->pans != b->pans || a->hammers != b->hammers ? FLIPTOWN_MORE_TOOLS : 0;
    differs |= a->items != b->items ? FLIPTOWN_MORE_ITEMS : 0;
    differs |= a->outlaws != b->outlaws ? FLIPTOWN_MORE_OUTLAWS : 0;
    differs |= a->bonus_from != b->bonus_from ? FLIPTOWN_MORE_BONUSES : 0;
    differs |= a->rooms != b->rooms ? ROOMS : 0;
    differs |= a->plots != b->plots ? PLOTS : 0;
    differs |= a->mine_open != b->mine_open ? OPEN_CHAMBERS : 0;
    differs |= a->bounties != b->bounties ? BOUNTIES : 0;
    differs |= a->poker_count != b->poker_count ? HAND : 0;
    return differs;
}

static void ask_again(struct survey *survey, const struct fliptown_valuation *known, const struct fliptown_sheet *sheet)
{
    survey->moment = &known->moment;
    survey->sheet = sheet;
    survey->old = &known->sheet;
    survey->differs = differences(sheet, &known->sheet);
    survey->items = sheet->items ^ known->sheet.items;
    survey->changes = 0;
    memcpy(survey->sites, known->sites, sizeof survey->sites);
    memcpy(survey->answer, known->answer, sizeof survey->answer);
    ask(survey);
}

/* Where the answers to each question begin among all traits. */
#define BEGIN(name, answers) offsetof(struct fliptown_trait_places, name),
_Static_assert(FLIPTOWN_POSTED == 3, "as many bounties as stand at the end of this list");
_Static_assert(FLIPTOWN_POSTERS <= 256, "an answer is a byte");
static const uint16_t first_trait[FLIPTOWN_ASKED] = {FLIPTOWN_QUESTIONS(BEGIN) BEGIN(bounty, FLIPTOWN_POSTERS)
                                                         BEGIN(bounty, FLIPTOWN_POSTERS)};
#undef BEGIN

void fliptown_traits(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet,
                     uint16_t out[FLIPTOWN_ASKED])
{
    struct survey survey;
    ask_all(&survey, moment, sheet);
    for (int i = 0; i < FLIPTOWN_ASKED; i++)
        out[i] = (uint16_t)(first_trait[i] + survey.answer[i]);
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
    double points = sheet->stars + fliptown_silver(moment->rules, sheet) +
                    (double)sheet->cash / edition->cash_per_point + (double)sheet->gold / edition->gold_per_point;
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

/* In fours, which all processors add at once, and without a loop over them: so the sums need not be stored in between. */
UNWATCHED static float add_changes(const struct fliptown_valuation *known, const struct survey *survey,
                                   float sum[FLIPTOWN_HIDDEN / 4][4])
{
    const struct fliptown_net *net = known->net;
    float plain = known->plain;
    memcpy(sum, known->sum, sizeof known->sum);
    for (int i = 0; i < survey->changes; i++) {
        const int question = survey->changed[i], first = first_trait[question];
        const int old = first + known->answer[question], new = first + survey->answer[question];
        plain += net->plain[new] - net->plain[old];
#pragma GCC unroll 8
        for (int four = 0; four < FLIPTOWN_HIDDEN / 4; four++)
            for (int k = 0; k < 4; k++)
                sum[four][k] += net->hidden[new][4 * four + k] - net->hidden[old][4 * four + k];
    }
    return plain;
}

UNWATCHED static double rest_of(const struct fliptown_net *net, float plain, const float *sum)
{
    float rest = plain;
    for (int i = 0; i < FLIPTOWN_HIDDEN; i++)
        rest += net->out[i] * (sum[i] > 0 ? sum[i] : 0);
    return 10 * (double)rest;
}

double fliptown_value_sheet(struct fliptown_valuation *out, const struct fliptown_net *net,
                            const struct fliptown_moment *moment, const struct fliptown_sheet *sheet)
{
    struct survey survey;
    ask_all(&survey, moment, sheet);
    out->net = net;
    out->moment = *moment;
    out->sheet = *sheet;
    memcpy(out->sites, survey.sites, sizeof out->sites);
    memcpy(out->answer, survey.answer, sizeof out->answer);
    out->plain = net->base;
    memcpy(out->sum, net->bias, sizeof out->sum);
    for (int i = 0; i < FLIPTOWN_ASKED; i++) {
        const int trait = first_trait[i] + out->answer[i];
        out->plain += net->plain[trait];
        add(net, trait, out->sum);
    }
    return fliptown_points_now(moment, sheet) + rest_of(net, out->plain, out->sum);
}

double fliptown_value_again(const struct fliptown_valuation *known, const struct fliptown_sheet *sheet)
{
    struct survey survey;
    float sum[FLIPTOWN_HIDDEN / 4][4];
    ask_again(&survey, known, sheet);
    const float plain = add_changes(known, &survey, sum);
    return fliptown_points_now(&known->moment, sheet) + rest_of(known->net, plain, sum[0]);
}
