/*
 * The discard pile may be looked through at any moment: where each of the 52 cards is, as far as a viewer may know. What is neither gone
 * nor seen elsewhere is left: in the deck, or face down (the Sheriff card, others' Hold 'em cards, what a cowbot has stolen).
 */
#include "games/fliptown/fliptown.h"

enum { GONE, LINEUP, HOLDEM, SHERIFF, STOLEN, LEFT, GROUPS };

static const char *const titles[GROUPS] = {"gone", "in the lineup", "Hold 'em", "Sheriff", "stolen", "left"};

static flip_set cards_of(const uint8_t *cards, int count)
{
    flip_set set = 0;
    for (int i = 0; i < count; i++)
        if (cards[i] != FLIPTOWN_NONE)
            set |= FLIP_BIT(cards[i]);
    return set;
}

static void sort_cards(const struct fliptown_rules *rules, const struct fliptown_state *state, int viewer,
                       flip_set group[GROUPS])
{
    group[GONE] = state->discard;
    group[LINEUP] = cards_of(state->lineup, state->lineup_count);
    for (int seat = 0; seat < rules->seats; seat++)
        if (fliptown_sees_holdem(rules, state, viewer, seat))
            group[HOLDEM] |= cards_of(state->sheet[seat].holdem, FLIPTOWN_HOLDEM);
    if (fliptown_sees_sheriff(rules, state, viewer))
        group[SHERIFF] = cards_of(&state->sheriff, 1);
    if (fliptown_sees_stolen(state, viewer))
        group[STOLEN] = cards_of(state->stolen, state->stolen_count);
    group[LEFT] = FLIP_DECK_52;
    for (int i = GONE; i < LEFT; i++) { /* Hold 'em cards are gone once the hands have been resolved */
        group[i] &= group[LEFT];
        group[LEFT] &= ~group[i];
    }
}

static void write_note(int left, int deck, struct flip_json *out)
{
    char words[80];
    struct flip_text note = flip_text_in(words, sizeof words);
    flip_text_add(&note, "Left in the deck: %d.", deck);
    if (left > deck)
        flip_text_add(&note, " Face down elsewhere: %d.", left - deck);
    flip_json_string(out, "note", words);
}

void fliptown_write_discards(const struct fliptown_rules *rules, const struct fliptown_state *state, int viewer,
                             struct flip_json *out)
{
    flip_set group[GROUPS] = {0};
    if (state->stage <= FLIPTOWN_SETUP_CARD)
        return;
    sort_cards(rules, state, viewer, group);
    flip_json_open(out, "search", '{');
    flip_json_string(out, "title", "The cards of this round");
    flip_json_open(out, "groups", '[');
    for (int i = 0; i < GROUPS; i++) {
        if (!group[i] && i != GONE && i != LEFT)
            continue;
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "title", titles[i]);
        flip_json_open(out, "cards", '[');
        for (flip_set set = group[i]; set; set = flip_set_rest(set))
            flip_json_string(out, NULL, flip_card_name(flip_set_first(set)));
        flip_json_close(out);
        flip_json_close(out);
    }
    flip_json_close(out);
    write_note(flip_set_count(group[LEFT]), fliptown_pile(state), out);
    flip_json_close(out);
}
