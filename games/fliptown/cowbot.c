/* The cowbot, the solo player's opponent: when it steals, what it scores, and who wins. */
#include "games/fliptown/fliptown.h"

bool fliptown_steals(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    if (state->cowbot == FLIPTOWN_NONE)
        return false;
    const struct fliptown_cowbot *cowbot = &rules->edition.cowbot[state->cowbot];
    const struct fliptown_sheet *sheet = &state->sheet[0];
    if (!(sheet->gained & cowbot->steals))
        return false;
    if (sheet->suit == cowbot->suit) /* the suit card as it was modified for the visit */
        return true;
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        if (state->lineup[i] != sheet->suit_card && rules->suit[state->lineup[i]] == cowbot->suit)
            return true;
    return false;
}

static int sites_of(const struct fliptown_rules *rules, int region)
{
    switch (region) {
    case FLIPTOWN_BADLANDS:
        return fliptown_count(rules->targets);
    case FLIPTOWN_MINE:
        return FLIPTOWN_CHAMBERS;
    default:
        return FLIPTOWN_RANKS;
    }
}

static int lowest_stolen(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    int lowest = 0;
    for (int i = 0; i < state->stolen_count; i++) {
        const int rank = rules->rank[state->stolen[i]];
        if (lowest == 0 || rank < lowest)
            lowest = rank;
    }
    return lowest;
}

static int sign(int n) { return (n > 0) - (n < 0); }

struct fliptown_cowbot_score fliptown_cowbot_points(const struct fliptown_rules *rules,
                                                    const struct fliptown_state *state)
{
    const struct fliptown_edition *edition = &rules->edition;
    const struct fliptown_cowbot *cowbot = &edition->cowbot[state->cowbot];
    const struct fliptown_sheet *sheet = &state->sheet[0];
    struct fliptown_cowbot_score score = {.cards = state->stolen_count * edition->card_points[rules->strength],
                                          .lowest = lowest_stolen(rules, state)};
    for (int i = 0; i < edition->counted_regions[rules->strength]; i++) {
        const int region = cowbot->region[i];
        score.regions += (FLIPTOWN_SUITED - i) * (sites_of(rules, region) - fliptown_count(sheet->circled[region]));
    }
    if (sheet->character != FLIPTOWN_NONE)
        score.extra += edition->cowbot_character;
    if (rules->holdem)
        score.extra += edition->cowbot_holdem;
    score.total = score.cards + score.regions + score.extra;
    score.verdict = sign(fliptown_points(rules, sheet).total - score.total);
    if (score.verdict == 0 && score.lowest > 0)
        score.verdict = sign(score.lowest - sheet->wanted);
    return score;
}
