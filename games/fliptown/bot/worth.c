/*
 * The traits of a sheet and the network that judges them (see worth.h). A trait is read off the map in a few
 * operations; two sheets of one turn differ in a handful of traits, and only those are added up again.
 */
#include "games/fliptown/bot/worth.h"

#include <stddef.h>
#include <string.h>

enum { MOST_TOOLS = 4 }; /* of a kind that are told apart */

/* What the questions are asked of. */
struct seen {
    const struct fliptown_moment *moment;
    const struct fliptown_sheet *sheet;
    int sites[FLIPTOWN_REGIONS]; /* circled in a region */
};

#define OUT(name, value) answer[FLIPTOWN_ASK_##name] = (uint8_t)(value)

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

static void ask_hand(const struct seen *seen, uint8_t *answer)
{
    const struct fliptown_rules *rules = seen->moment->rules;
    const struct fliptown_sheet *sheet = seen->sheet;
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
    OUT(pairs,
        left * 9 + pair_pattern(alike[2] - alike[3], alike[3] - alike[4], alike[4]) + (rules->holdem && cards ? 3 : 0));
    OUT(flush, left * 6 + within_reach(FLIPTOWN_HAND - most, left));
    OUT(straight, left * 6 + within_reach(FLIPTOWN_HAND - straight_cards(ranks), left));
}

/* --- bounties --------------------------------------------------------------------------------------------------- */

static int sites_missing(const struct seen *seen, int n)
{
    int missing = 0;
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        missing += seen->sites[region] < n ? n - seen->sites[region] : 0;
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
static int visits_to_goal(const struct seen *seen, const struct fliptown_target *target)
{
    const struct fliptown_rules *rules = seen->moment->rules;
    const struct fliptown_sheet *sheet = seen->sheet;
    const int n = target->n, at = fliptown_trail_at(sheet);
    switch (target->goal) {
    case FLIPTOWN_GOAL_SITES_EACH:
        return sites_missing(seen, n);
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
        return n + 1 - seen->sites[FLIPTOWN_CEMETERY];
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

static void ask_bounties(const struct seen *seen, uint8_t *answer)
{
    const struct fliptown_state *state = seen->moment->state;
    for (int i = 0; i < FLIPTOWN_POSTED; i++) {
        int value = 0;
        if (i < state->bounty_count && !bit(seen->sheet->bounties, i)) {
            const int bounty = state->bounty[i];
            const int visits = visits_to_goal(seen, &seen->moment->rules->bounty[bounty]);
            if (visits > 0)
                value = 1 + bounty * 12 + bit(state->claimed, i) * 6 + at_most(visits, 6) - 1;
        }
        OUT(bounty + i, value);
    }
}

/* --- the map ---------------------------------------------------------------------------------------------------- */

/* What a seat has in hand, and when. */
static void ask_purse(const struct seen *seen, uint8_t *answer)
{
    const struct fliptown_sheet *sheet = seen->sheet;
    const int round = seen->moment->round;
    OUT(stage, round * FLIPTOWN_HAND + seen->moment->turn);
    OUT(cash, at_most(sheet->cash, 31));
    OUT(gold, at_most(sheet->gold, 23));
    OUT(wanted, round * 17 + at_most(sheet->wanted, 16));
    OUT(pans, round * (MOST_TOOLS + 1) + at_most(sheet->pans, MOST_TOOLS));
    OUT(hammers, round * (MOST_TOOLS + 1) + at_most(sheet->hammers, MOST_TOOLS));
}

static void ask_trail(const struct seen *seen, uint8_t *answer)
{
    OUT(trail, (fliptown_has(seen->sheet, FLIPTOWN_TRAIL_HORSE) ? 14 : 0) + fliptown_trail_at(seen->sheet));
    OUT(trail_count, seen->sites[FLIPTOWN_TRAIL]);
}

static void ask_badlands(const struct seen *seen, uint8_t *answer)
{
    const struct fliptown_rules *rules = seen->moment->rules;
    const struct fliptown_sheet *sheet = seen->sheet;
    const int gun = fliptown_has(sheet, FLIPTOWN_RIFLE) ? 2 : fliptown_has(sheet, FLIPTOWN_PISTOL);
    uint8_t *row = &answer[FLIPTOWN_ASK_chicken];
    memset(row, gun << FLIPTOWN_TARGETS, FLIPTOWN_ROWS);
    for (unsigned set = sheet->circled[FLIPTOWN_BADLANDS]; set; set &= set - 1) {
        const int site = __builtin_ctz(set);
        row[rules->target_row[site]] |= (uint8_t)(1 << (FLIPTOWN_TARGETS - 1) >> rules->target_place[site]);
    }
    OUT(robberies, seen->sites[FLIPTOWN_BADLANDS]);
}

static void ask_mine(const struct seen *seen, uint8_t *answer)
{
    const unsigned mine = seen->sheet->circled[FLIPTOWN_MINE];
    OUT(mine_high, (mine & 31) + (fliptown_has(seen->sheet, FLIPTOWN_PICKAXE) ? 32u : 0u));
    OUT(mine_low, mine >> 2 & 127);
    OUT(mine_count, seen->sites[FLIPTOWN_MINE]);
}

/* The chambers with silver stars: closed, open, or circled; and how many they count. */
static void ask_silver(const struct seen *seen, uint8_t *answer)
{
    const struct fliptown_chamber *chamber = seen->moment->rules->edition.chamber;
    const unsigned circled = seen->sheet->circled[FLIPTOWN_MINE], open = seen->sheet->mine_open & ~circled;
    for (int i = 0; i < 5; i++) {
        const int place = 9 + i, counted = chamber[place].reward.silver;
        OUT(silver_0 + i,
            bit(circled, place) * 8 + bit(open, place) * 4 + (counted ? at_most(seen->sites[counted - 1] / 2, 3) : 0));
    }
}

static int office(const struct seen *seen, bool circled)
{
    if (!seen->moment->sheriff)
        return circled;
    const int margin = seen->moment->sheriff - seen->sheet->wanted;
    return 2 + (margin < -3 ? 0 : at_most(margin, 8) + 3);
}

static void ask_town(const struct seen *seen, uint8_t *answer)
{
    const struct fliptown_sheet *sheet = seen->sheet;
    const unsigned town = sheet->circled[FLIPTOWN_TOWN], items = sheet->items;
    const int corners = bit(sheet->plots, 0) + bit(sheet->plots, FLIPTOWN_PLOTS - 1);
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
    OUT(office, office(seen, bit(town, 10)));
    OUT(saloon, bit(town, 11));
    OUT(club, bit(town, 12));
    OUT(buildings, seen->sites[FLIPTOWN_TOWN]);
}

static void ask_cemetery(const struct seen *seen, uint8_t *answer)
{
    const unsigned stones = seen->sheet->circled[FLIPTOWN_CEMETERY];
    const int known = (int)(seen->sheet->items >> FLIPTOWN_BEFRIEND & 3);
    OUT(north_west, bit(stones, 0) * 4 + bit(stones, 1) * 2 + bit(stones, 3));
    OUT(north_east, bit(stones, 2) * 4 + bit(stones, 1) * 2 + bit(stones, 5));
    OUT(south_west, bit(stones, 6) * 4 + bit(stones, 7) * 2 + bit(stones, 3));
    OUT(south_east, bit(stones, 8) * 4 + bit(stones, 7) * 2 + bit(stones, 5));
    OUT(stones, known * 9 + seen->sites[FLIPTOWN_CEMETERY] - 1);
}

static void ask_table(const struct seen *seen, uint8_t *answer)
{
    const struct fliptown_rules *rules = seen->moment->rules;
    const struct fliptown_sheet *sheet = seen->sheet;
    const int cowbot = seen->moment->state->cowbot;
    OUT(character, sheet->uses && sheet->character != FLIPTOWN_NONE ? sheet->character + 1 : 0);
    OUT(cowbot, cowbot == FLIPTOWN_NONE ? 0 : 1 + cowbot * FLIPTOWN_STRENGTHS + rules->strength);
    OUT(seats, rules->seats - 1);
    ask_bounties(seen, answer);
}

/* --- all questions ---------------------------------------------------------------------------------------------- */

static struct seen look_at(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet)
{
    struct seen seen = {moment, sheet, {0}};
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        seen.sites[region] = fliptown_count(sheet->circled[region]);
    return seen;
}

static void ask_all(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet,
                    uint8_t answer[FLIPTOWN_ASKED_ROOM])
{
    const struct seen seen = look_at(moment, sheet);
    memset(answer, 0, FLIPTOWN_ASKED_ROOM);
    ask_purse(&seen, answer);
    ask_trail(&seen, answer);
    ask_badlands(&seen, answer);
    ask_mine(&seen, answer);
    ask_silver(&seen, answer);
    ask_town(&seen, answer);
    ask_cemetery(&seen, answer);
    ask_hand(&seen, answer);
    ask_table(&seen, answer);
}

/* The same by the answers for another sheet: asked is only what may have changed. */
static void ask_again(const struct fliptown_judgement *known, const struct fliptown_moment *moment,
                      const struct fliptown_sheet *sheet, uint8_t answer[FLIPTOWN_ASKED_ROOM])
{
    const struct seen seen = look_at(moment, sheet);
    const struct fliptown_sheet *old = &known->sheet;
    const bool items = sheet->items != old->items;
    bool circled[FLIPTOWN_REGIONS], map = sheet->mine_open != old->mine_open;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        circled[region] = sheet->circled[region] != old->circled[region];
        map |= circled[region];
    }
    const bool sheriff = moment->sheriff != known->sheriff || (moment->sheriff && sheet->wanted != old->wanted);
    memcpy(answer, known->answer, FLIPTOWN_ASKED_ROOM);
    ask_purse(&seen, answer);
    if (items | circled[FLIPTOWN_TRAIL])
        ask_trail(&seen, answer);
    if (items | circled[FLIPTOWN_BADLANDS])
        ask_badlands(&seen, answer);
    if (items | circled[FLIPTOWN_MINE])
        ask_mine(&seen, answer);
    if (map)
        ask_silver(&seen, answer);
    if (items | circled[FLIPTOWN_TOWN] | sheriff | (sheet->rooms != old->rooms) | (sheet->plots != old->plots) |
        (sheet->outlaws != old->outlaws))
        ask_town(&seen, answer);
    if (items | circled[FLIPTOWN_CEMETERY])
        ask_cemetery(&seen, answer);
    if (sheet->poker_count != old->poker_count)
        ask_hand(&seen, answer);
    ask_table(&seen, answer);
}

/* Where the answers to each question begin among all traits. */
#define BEGIN(name, answers) offsetof(struct fliptown_trait_places, name),
static const uint16_t first_trait[FLIPTOWN_ASKED] = {FLIPTOWN_QUESTIONS(BEGIN) BEGIN(bounty, FLIPTOWN_POSTERS)
                                                         BEGIN(bounty, FLIPTOWN_POSTERS)};
#undef BEGIN

void fliptown_traits(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet,
                     uint16_t out[FLIPTOWN_ASKED])
{
    uint8_t answer[FLIPTOWN_ASKED_ROOM];
    ask_all(moment, sheet, answer);
    for (int i = 0; i < FLIPTOWN_ASKED; i++)
        out[i] = (uint16_t)(first_trait[i] + answer[i]);
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

struct changes {
    int count;
    uint16_t old[FLIPTOWN_ASKED], new[FLIPTOWN_ASKED]; /* traits */
};

static void find_changes(const uint8_t *old, const uint8_t *new, struct changes *changes)
{
    int count = 0;
    for (int first = 0; first < FLIPTOWN_ASKED_ROOM; first += 8) {
        uint64_t old_eight, new_eight; /* most are equal: eight at a look */
        memcpy(&old_eight, &old[first], sizeof old_eight);
        memcpy(&new_eight, &new[first], sizeof new_eight);
        for (uint64_t change = old_eight ^ new_eight; change;) {
            const int shift = __builtin_ctzll(change) & ~7, i = first + shift / 8;
            change &= ~(UINT64_C(0xff) << shift);
            changes->old[count] = (uint16_t)(first_trait[i] + old[i]);
            changes->new[count++] = (uint16_t)(first_trait[i] + new[i]);
        }
    }
    changes->count = count;
}

/* In fours, which all processors add at once, and without a loop over them: so the sums need not be stored in between. */
UNWATCHED static float add_changes(const struct fliptown_judgement *known, const struct changes *changes,
                                   float sum[FLIPTOWN_HIDDEN / 4][4])
{
    const struct fliptown_net *net = known->net;
    float plain = known->plain;
    memcpy(sum, known->sum, sizeof known->sum);
    for (int i = 0; i < changes->count; i++) {
        const int old = changes->old[i], new = changes->new[i];
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

double fliptown_judge(struct fliptown_judgement *out, const struct fliptown_net *net,
                      const struct fliptown_moment *moment, const struct fliptown_sheet *sheet)
{
    ask_all(moment, sheet, out->answer);
    out->net = net;
    out->sheet = *sheet;
    out->sheriff = moment->sheriff;
    out->plain = net->base;
    memcpy(out->sum, net->bias, sizeof out->sum);
    for (int i = 0; i < FLIPTOWN_ASKED; i++) {
        const int trait = first_trait[i] + out->answer[i];
        out->plain += net->plain[trait];
        add(net, trait, out->sum);
    }
    return fliptown_points_now(moment, sheet) + rest_of(net, out->plain, out->sum);
}

double fliptown_judge_again(const struct fliptown_judgement *known, const struct fliptown_moment *moment,
                            const struct fliptown_sheet *sheet)
{
    uint8_t answer[FLIPTOWN_ASKED_ROOM];
    struct changes changes;
    float sum[FLIPTOWN_HIDDEN / 4][4];
    ask_again(known, moment, sheet, answer);
    find_changes(known->answer, answer, &changes);
    const float plain = add_changes(known, &changes, sum);
    return fliptown_points_now(moment, sheet) + rest_of(known->net, plain, sum[0]);
}
