/* What the first player of a round has taken and the others may not repeat, in words. Rules, words and drawings say it alike. */
#include "games/royalflip/royalflip.h"

static void tell_card(const struct royalflip_rules *rules, int card, struct flip_text *out)
{
    flip_text_add(out, "%s%s", royalflip_rank_words[rules->rank[card]], flip_suit_sign(rules->suit[card]));
}

void royalflip_tell_taken(const struct royalflip_rules *rules, const struct royalflip_state *state,
                          struct flip_text *out)
{
    const uint8_t *taken = state->taken;
    if (rules->attributes) {
        flip_text_add(out, "%s, %d and %s this round", royalflip_colour_name(rules->red[taken[0]]),
                      royalflip_taken_number(rules, state), flip_suit_sign(rules->suit[taken[2]]));
        return;
    }
    tell_card(rules, taken[0], out);
    flip_text_add(out, ", ");
    tell_card(rules, taken[1], out);
    flip_text_add(out, " and ");
    tell_card(rules, taken[2], out);
    flip_text_add(out, " for colour, number and suit");
}
