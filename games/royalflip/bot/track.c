/*
 * The bonus track, looked at alone: what can still be hoped for from each space, with so many rounds left and so many diamonds
 * filled. Worked out backwards from the last round when a table is prepared, so it fits every edition. Two things are
 * guesses: how much a ±1 box or a number more is worth on the map, and how freely a suit can be chosen, since the best suit
 * often lies on the card whose colour or number is wanted.
 */
#include "games/royalflip/bot/worth.h"

/* The chance to get the best of the four suits, the second best, and so on. */
static const float suit_odds[4] = {0.50f, 0.29f, 0.15f, 0.06f};

/* In points, by rounds left after the bonus was taken. */
float royalflip_box_guess(int rounds_left) { return rounds_left == 0 ? 0 : 0.45f + 0.06f * (float)rounds_left; }
float royalflip_number_guess(int rounds_left) { return rounds_left > 6 ? 1.9f : 1.3f + 0.1f * (float)rounds_left; }

/* In player versus player a diamond more is worth a part of the majority. */
float royalflip_diamonds_worth(const struct royalflip_rules *rules, int diamonds)
{
    if (rules->pvp)
        return (float)(rules->edition.pvp_most * diamonds) * 0.2f;
    return diamonds ? rules->edition.diamond[diamonds - 1] : 0;
}

static float hope_on(const struct royalflip_rules *rules, int space, int diamonds, int rounds_left)
{
    const struct royalflip_space *reached = &rules->edition.track[space];
    const float(*next)[ROYALFLIP_DIAMONDS + 1] = royalflip_mind_of(rules)->track_hope[rounds_left];
    switch ((enum royalflip_bonus)reached->bonus) {
    case ROYALFLIP_SHIFT:
        return next[space][diamonds] + royalflip_box_guess(rounds_left);
    case ROYALFLIP_NUMBER:
        return next[space][diamonds] + royalflip_number_guess(rounds_left);
    case ROYALFLIP_POINTS:
        return next[space][diamonds] + reached->value;
    case ROYALFLIP_DIAMOND:
        if (diamonds < rules->edition.diamonds)
            return next[space][diamonds + 1] + royalflip_diamonds_worth(rules, diamonds + 1) -
                   royalflip_diamonds_worth(rules, diamonds);
        break;
    }
    return next[space][diamonds];
}

/* The best space of each suit, the suits from best to worst, weighed by how likely one gets them. A suit without a space ahead is
   the last that one gets (in games of older rules one may wish for it, too, and wait). */
static float hope_at(const struct royalflip_rules *rules, int space, int diamonds, int rounds_left)
{
    float best[4];
    const float stay = royalflip_mind_of(rules)->track_hope[rounds_left - 1][space][diamonds];
    int suits = 0, without = 0;
    for (int suit = 0; suit < 4; suit++) {
        flip_set ahead = rules->suit_spaces[suit] & ~(flip_set)0 << (space + 1);
        if (!ahead && rules->suits_ahead) {
            without++;
            continue;
        }
        float hope = ahead ? 0 : stay;
        for (; ahead; ahead = flip_set_rest(ahead)) {
            const float here = hope_on(rules, flip_set_first(ahead), diamonds, rounds_left - 1);
            if (here > hope)
                hope = here;
        }
        int rank = suits++;
        for (; rank > 0 && best[rank - 1] < hope; rank--)
            best[rank] = best[rank - 1];
        best[rank] = hope;
    }
    while (without-- > 0)
        best[suits++] = stay;
    return suit_odds[0] * best[0] + suit_odds[1] * best[1] + suit_odds[2] * best[2] + suit_odds[3] * best[3];
}

void royalflip_look_along_track(struct royalflip_mind *mind)
{
    const struct royalflip_rules *rules = &mind->rules;
    mind->numbers_ahead[rules->edition.spaces] = 0;
    for (int space = rules->edition.spaces; space > 0; space--)
        mind->numbers_ahead[space - 1] =
            (uint8_t)(mind->numbers_ahead[space] + (rules->edition.track[space].bonus == ROYALFLIP_NUMBER));
    for (int rounds_left = 1; rounds_left <= rules->edition.rounds; rounds_left++)
        for (int space = rules->edition.spaces; space >= 0; space--)
            for (int diamonds = 0; diamonds <= rules->edition.diamonds && diamonds <= space; diamonds++)
                mind->track_hope[rounds_left][space][diamonds] = hope_at(rules, space, diamonds, rounds_left);
}

float royalflip_track_worth(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int rounds_left)
{
    return royalflip_diamonds_worth(rules, sheet->diamonds) +
           royalflip_mind_of(rules)->track_hope[rounds_left][royalflip_position(sheet)][sheet->diamonds];
}

float royalflip_space_gain(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int space,
                           int rounds_left)
{
    return hope_on(rules, space, sheet->diamonds, rounds_left) -
           royalflip_mind_of(rules)->track_hope[rounds_left][royalflip_position(sheet)][sheet->diamonds];
}
