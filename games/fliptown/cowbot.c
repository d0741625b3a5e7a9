/* The cowbot, the solo player's opponent: when it steals, what it scores, and who wins. */
#include "games/fliptown/fliptown.h"

/* The value card and the poker card. */
static bool others_wake(const struct fliptown_rules *rules, const struct fliptown_state *state,
                        const struct fliptown_sheet *sheet, int suit)
{
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        if (state->lineup[i] != sheet->suit_card && rules->suit[state->lineup[i]] == suit)
            return true;
    return false;
}

FLIPTOWN_RARE bool fliptown_cowbot_awake(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    const int suit = rules->edition.cowbot[state->cowbot].suit;
    return state->sheet[0].suit == suit || others_wake(rules, state, &state->sheet[0], suit);
}

FLIPTOWN_RARE bool fliptown_suit_wakes(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                       const struct fliptown_sheet *sheet)
{
    const int suit = rules->edition.cowbot[state->cowbot].suit;
    return sheet->suit == suit && !others_wake(rules, state, sheet, suit);
}

bool fliptown_steals(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    return state->cowbot != FLIPTOWN_NONE && (state->sheet[0].gained & rules->edition.cowbot[state->cowbot].steals) &&
           fliptown_cowbot_awake(rules, state);
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
