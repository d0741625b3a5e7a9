/*
 * Why a choice is better, in the words of Fliptown. A feature is a part of the sheet: a region, the poker hand, Wanted, cash and so on.
 * What the choice changed in that part alone is put on the sheet as it was before, and the valuation of bot/worth.c says what that
 * is worth. In the last turn of a round the arrest is next, so Wanted counts by the cards that would have the seat arrested.
 */
#include <flipside/bot.h>

#include "games/fliptown/bot/worth.h"

#include <string.h>

enum {
    REGION, /* … one for each */
    CASH = REGION + FLIPTOWN_REGIONS,
    GOLD,
    STARS,
    WANTED,
    TOOLS,
    POKER,
    FEATURES
};

static const char *const region_titles[FLIPTOWN_REGIONS] = {"on the Trail", "in the Badlands", "in the Mine", "in Town",
                                                            "in the Cemetery"};

static const struct fliptown_sheet *sheet_of(const void *state, int seat)
{
    return &((const struct fliptown_state *)state)->sheet[seat];
}

/* --- parts of a sheet -------------------------------------------------------------------------------------------------------- */

static void take_region(struct fliptown_sheet *out, const struct fliptown_sheet *from, int region)
{
    out->circled[region] = from->circled[region];
    if (region == FLIPTOWN_BADLANDS) {
        out->robbed = from->robbed;
    } else if (region == FLIPTOWN_MINE) {
        out->mine_open = from->mine_open;
    } else if (region == FLIPTOWN_TOWN) {
        out->items = from->items;
        out->plots = from->plots;
        out->rooms = from->rooms;
        out->outlaws = from->outlaws;
    }
}

static void take_part(struct fliptown_sheet *out, const struct fliptown_sheet *from, int feature)
{
    switch (feature) {
    case CASH:
        out->cash = from->cash;
        return;
    case GOLD:
        out->gold = from->gold;
        return;
    case STARS:
        out->stars = from->stars;
        out->bounties = from->bounties;
        return;
    case WANTED:
        out->wanted = from->wanted;
        return;
    case TOOLS:
        out->pans = from->pans;
        out->hammers = from->hammers;
        return;
    case POKER:
        memcpy(out->poker, from->poker, sizeof out->poker);
        out->poker_count = from->poker_count;
        return;
    default:
        take_region(out, from, feature - REGION);
    }
}

/* --- what they are worth ------------------------------------------------------------------------------------------------------ */

static enum flip_poker category(const struct fliptown_sheet *sheet)
{
    return sheet->poker_count ? flip_poker_category_of(sheet->poker, sheet->poker_count) : FLIP_NOTHING;
}

static double hand_pay(const struct fliptown_edition *edition, const struct fliptown_sheet *sheet)
{
    const enum flip_poker held = category(sheet);
    return edition->pay_stars[held] + (double)edition->pay_cash[held] / edition->cash_per_point;
}

static double worth_of(const struct fliptown_mind *mind, const struct fliptown_sheet *sheet)
{
    struct fliptown_valuation valuation;
    struct fliptown_sheet bare = *sheet;
    if (mind->over)
        return fliptown_points(mind->rules, sheet).total;
    if (mind->last)
        bare.poker_count = 0;
    return fliptown_value_sheet(&valuation, mind->net, &mind->next, &bare);
}

static void weigh(const struct flip_led *led, double *worth)
{
    const struct fliptown_rules *rules = led->rules;
    const struct fliptown_state *before = led->before;
    const struct fliptown_sheet *was = sheet_of(before, led->seat), *is = sheet_of(led->after, led->seat);
    struct fliptown_mind mind;
    fliptown_begin_thought(&mind, rules, &fliptown_nets[before->cowbot != FLIPTOWN_NONE], before, led->seat);
    const double base = worth_of(&mind, was);
    for (int feature = 0; feature < FEATURES; feature++) {
        struct fliptown_sheet part = *was;
        take_part(&part, is, feature);
        worth[feature] = worth_of(&mind, &part) - base;
    }
    if (mind.last) {
        worth[POKER] += hand_pay(&rules->edition, is);
        worth[WANTED] -= fliptown_risk(rules, before, is->wanted) * rules->edition.fine_stars[before->round];
    }
}

/* --- in words --------------------------------------------------------------------------------------------------------------- */

static void tell_wanted(const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct fliptown_rules *rules = done->rules;
    const struct fliptown_state *state = done->before;
    const int wanted = sheet_of(done->after, done->seat)->wanted, less = sheet_of(better->after, done->seat)->wanted;
    int lower = 0, cards = 0;
    if (wanted <= less) /* whatever the valuation has against it */
        return;
    for (flip_set set = state->deck; set; set = flip_set_rest(set), cards++)
        lower += rules->rank[flip_set_first(set)] < wanted;
    if (wanted > FLIPTOWN_RANKS)
        flip_text_add(out, "Your Wanted is %d: you are arrested for certain.", wanted);
    else if (cards && lower)
        flip_text_add(out, "Your Wanted is %d instead of %d: with %d of the %d cards left you are arrested.", wanted,
                      less, lower, cards);
    else
        flip_text_add(out, "Your Wanted is %d instead of %d.", wanted, less);
}

static void tell_poker(const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct fliptown_sheet *is = sheet_of(done->after, done->seat), *could = sheet_of(better->after, done->seat);
    if (category(could) < category(is)) /* the best come first */
        flip_text_add(out, "Your poker hand stays at %s instead of %s.", flip_poker_name(category(is)),
                      flip_poker_name(category(could)));
    else
        flip_text_add(out, "The card it writes helps your poker hand less.");
}

static void tell_tools(const struct fliptown_sheet *is, const struct fliptown_sheet *could, struct flip_text *out)
{
    if (could->pans > is->pans)
        flip_text_add(out, "It misses a gold pan, which pays at the end of every round.");
    else
        flip_text_add(out, "It misses a hammer, which pays at the end of every round.");
}

static void tell_region(int region, const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    double is[FEATURES] = {0}, could[FEATURES] = {0};
    weigh(done, is);
    weigh(better, could);
    const double less = could[REGION + region] - is[REGION + region];
    flip_text_add(out, "It leaves less to be had %s, by about %.0f point%s.", region_titles[region], less,
                  less < 1.5 ? "" : "s");
}

static void tell(int feature, const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct fliptown_sheet *is = sheet_of(done->after, done->seat), *could = sheet_of(better->after, done->seat);
    switch (feature) {
    case CASH:
        flip_text_add(out, "It leaves you $%d instead of $%d.", is->cash, could->cash);
        return;
    case GOLD:
        flip_text_add(out, "It leaves you %d gold instead of %d.", is->gold, could->gold);
        return;
    case STARS:
        flip_text_add(out, "It brings %d stars fewer.", could->stars - is->stars);
        return;
    case WANTED:
        tell_wanted(done, better, out);
        return;
    case TOOLS:
        tell_tools(is, could, out);
        return;
    case POKER:
        tell_poker(done, better, out);
        return;
    default:
        tell_region(feature - REGION, done, better, out);
    }
}

static void theme(const struct flip_led *led, struct flip_text *out)
{
    const int kind = fliptown_kind(led->move);
    const struct fliptown_state *state = led->before;
    const bool inside = state->sheet[led->seat].step == FLIPTOWN_BUILDING;
    static const char *const regions[FLIPTOWN_REGIONS] = {"the Trail", "the Badlands", "the Mine", "the Town",
                                                          "the Cemetery"};
    if (kind == FLIPTOWN_DO_VISIT || kind == FLIPTOWN_DO_DECLINE)
        flip_text_add(out, "%s", regions[fliptown_field(led->move, 0)]);
    else
        flip_text_add(out, "%s",
                      inside                                                   ? "inside buildings"
                      : kind == FLIPTOWN_DO_ARRANGE                            ? "arranging the cards"
                      : kind == FLIPTOWN_DO_CHEAT                              ? "poker"
                      : kind >= FLIPTOWN_DO_BRIBE && kind <= FLIPTOWN_DO_PAY   ? "the arrest"
                      : kind >= FLIPTOWN_DO_BUY && kind <= FLIPTOWN_DO_SHERIFF ? "inside buildings"
                                                                               : "other decisions");
}

const struct flip_game_reasons fliptown_reasons = {.count = FEATURES, .weigh = weigh, .tell = tell, .theme = theme};
