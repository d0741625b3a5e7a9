/*
 * Why a choice is better, in the words of Royal Flip. The features are the parts of the valuation in bot/worth.c: what a sheet scores
 * already, what its track may bring, its ±1 boxes, and what its map promises: chains of numbers on the way to casinos, and the
 * neighbourhoods of its cells.
 */
#include <flipside/bot.h>

#include "games/royalflip/bot/worth.h"

enum { ROADS, AREAS, TRACK, BOXES, CHAINS, MAP, FEATURES };

enum { FIRST_CHAIN = ROYALFLIP_WRITTEN_KINDS + ROYALFLIP_FREE_KINDS, CHAIN_ENDS = 6 };

static const struct royalflip_sheet *sheet_of(const void *state, int seat)
{
    return &((const struct royalflip_state *)state)->sheet[seat];
}

static int rounds_left(const struct flip_led *led)
{
    const struct royalflip_rules *rules = led->rules;
    const struct royalflip_state *before = led->before;
    return rules->edition.rounds - before->round - 1;
}

static void weigh(const struct flip_led *led, double *worth)
{
    const struct royalflip_rules *rules = led->rules;
    const struct royalflip_sheet *sheet = sheet_of(led->after, led->seat);
    const int left = rounds_left(led);
    uint16_t traits[ROYALFLIP_TRAITS];
    worth[ROADS] = royalflip_roads(rules, sheet);
    worth[AREAS] = royalflip_areas(rules, sheet);
    worth[TRACK] = (double)royalflip_track_worth(rules, sheet, left) + sheet->points;
    if (left <= 0)
        return;
    const float *weights = royalflip_net.plain + royalflip_stage(left) * ROYALFLIP_NET_TRAITS;
    const int count = royalflip_net_traits(rules, sheet, traits);
    for (int i = 0; i < count; i++) {
        const bool ends = traits[i] >= ROYALFLIP_STAGE_WEIGHTS;
        worth[traits[i] >= ROYALFLIP_BONUS_WEIGHTS        ? TRACK
              : traits[i] < FIRST_CHAIN                   ? MAP
              : ends || traits[i] < ROYALFLIP_BOX_WEIGHTS ? CHAINS
                                                          : BOXES] += (double)weights[traits[i]];
    }
    worth[MAP] += (double)royalflip_activity(royalflip_net.hidden, traits, count, left);
}

/* --- in words --------------------------------------------------------------------------------------------------------------- */

struct chain {
    int length;
    enum { NO_CASINO, ONE_CASINO, TWO_CASINOS } ends;
};

/* The chain that is worth most: casinos first, then length. */
static struct chain best_chain(const struct flip_led *led, const void *state)
{
    uint16_t traits[ROYALFLIP_TRAITS];
    struct chain best = {0};
    const int count = royalflip_traits(led->rules, sheet_of(state, led->seat), traits);
    for (int i = 0; i < count; i++) {
        if (traits[i] < FIRST_CHAIN || traits[i] >= ROYALFLIP_BOX_WEIGHTS)
            continue;
        const int kind = traits[i] - FIRST_CHAIN, ends = kind % CHAIN_ENDS;
        const struct chain chain = {1 + kind / CHAIN_ENDS, ends == 0   ? NO_CASINO
                                                           : ends == 1 ? TWO_CASINOS
                                                                       : ONE_CASINO};
        if (chain.length >= 2 && (chain.ends > best.ends || (chain.ends == best.ends && chain.length > best.length)))
            best = chain;
    }
    return best;
}

static void tell_chains(const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct chain was = best_chain(done, done->before), is = best_chain(done, done->after),
                       could = best_chain(better, better->after);
    if (was.ends == ONE_CASINO && could.ends == TWO_CASINOS && is.ends < TWO_CASINOS)
        flip_text_add(out, "It does not finish the road to the second casino.");
    else if (could.ends > is.ends)
        flip_text_add(out, "It leaves a road of %d squares without the casino that it could have.", could.length);
    else if (could.length > is.length)
        flip_text_add(out, "It leaves your longest way at %d squares instead of %d.", is.length, could.length);
    else
        flip_text_add(out, "It breaks up numbers that could have become a road.");
}

static void tell_track(const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct royalflip_sheet *is = sheet_of(done->after, done->seat), *could = sheet_of(better->after, done->seat);
    if (could->diamonds > is->diamonds)
        flip_text_add(out, "It misses a diamond: %d instead of %d.", is->diamonds, could->diamonds);
    else if (could->points > is->points)
        flip_text_add(out, "It misses %d points on the track.", could->points - is->points);
    else if (royalflip_position(could) < royalflip_position(is))
        flip_text_add(out, "It runs ahead to space %d of the track and leaves better spaces behind.",
                      royalflip_position(is));
    else
        flip_text_add(out, "It stays behind on the track: space %d instead of %d.", royalflip_position(is),
                      royalflip_position(could));
}

static void tell(int feature, const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct royalflip_rules *rules = done->rules;
    const struct royalflip_sheet *is = sheet_of(done->after, done->seat), *could = sheet_of(better->after, done->seat);
    switch (feature) {
    case ROADS:
        flip_text_add(out, "Your roads count %d points instead of %d.", royalflip_roads(rules, is),
                      royalflip_roads(rules, could));
        return;
    case AREAS:
        flip_text_add(out, "Your areas count %d points instead of %d.", royalflip_areas(rules, is),
                      royalflip_areas(rules, could));
        return;
    case TRACK:
        tell_track(done, better, out);
        return;
    case BOXES:
        if (could->shift > is->shift)
            flip_text_add(out, "It leaves you %d ±1 boxes instead of %d.", is->shift, could->shift);
        return;
    case CHAINS:
        tell_chains(done, better, out);
        return;
    default:
        flip_text_add(out, "It leaves less room for roads and areas around the numbers on your map.");
    }
}

static void theme(const struct flip_led *led, struct flip_text *out)
{
    static const char *const kinds[] = {[ROYALFLIP_MOVE_CHOOSE] = "choosing cards",
                                        [ROYALFLIP_MOVE_WRITE] = "writing numbers",
                                        [ROYALFLIP_MOVE_TRACK] = "the track",
                                        [ROYALFLIP_MOVE_THROW] = "the tie-break"};
    flip_text_add(out, "%s", kinds[royalflip_kind(led->move)]);
}

const struct flip_game_reasons royalflip_reasons = {.count = FEATURES, .weigh = weigh, .tell = tell, .theme = theme};
