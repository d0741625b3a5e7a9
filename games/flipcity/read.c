/* A city in sentences, for whoever hears it instead of seeing it: the turn, the street, the piles, the market card by card. */
#include "games/flipcity/flipcity.h"

static const char *plural(int count) { return count == 1 ? "" : "s"; }

/* "Deck, 8 cards: House 2, Farm 1". */
static void read_pile(const struct flipcity_rules *rules, const char *name, const struct flipcity_pile *pile,
                      struct flip_text *out)
{
    const char *gap = ": ";
    flip_text_add(out, "%s, %d card%s", name, pile->size, plural(pile->size));
    for (int face = 0; face < rules->faces; face++)
        if (pile->count[face])
            flip_text_add(out, "%s%s %d", gap, rules->edition.face[face].title, pile->count[face]), gap = ", ";
    flip_text_add(out, ".\n");
}

static void read_turn(const struct flipcity_rules *rules, const struct flipcity_state *state, struct flip_text *out)
{
    struct flipcity_odds odds;
    flip_text_add(out, "This turn: %d cash, %d of %d points, %d of %d unhappy, %d building action%s.\n", state->cash,
                  state->points, rules->edition.win_points, state->unhappy, state->limit, state->actions,
                  plural(state->actions));
    flip_text_add(out, "Played:");
    for (int i = 0; i < state->played_count; i++)
        flip_text_add(out, "%s%s", i ? ", " : " ", rules->edition.face[state->played[i]].title);
    flip_text_add(out, "%s.\n", state->played_count ? "" : " nothing yet");
    if (!flipcity_odds(rules, state, &odds))
        return;
    flip_text_add(out, "The next card %s the limit.", odds.next ? "breaks" : "does not break");
    if (odds.two >= 0 && !odds.next)
        flip_text_add(out, " It and the one after it do with %.0f %%.", 100 * odds.two);
    flip_text_add(out, "\n");
}

static void read_card(const struct flipcity_rules *rules, const struct flipcity_state *state, int front,
                      struct flip_text *out)
{
    const int back = flipcity_other_side(front);
    flip_text_add(out, "%s, price %d, %d left: ", rules->edition.face[front].title,
                  rules->edition.card[front / 2].price, state->supply[front]);
    flipcity_describe(rules, front, out);
    flip_text_add(out, "; other side %s: ", rules->edition.face[back].title);
    flipcity_describe(rules, back, out);
    flip_text_add(out, ".\n");
}

void flipcity_read(const void *rules_, const void *state_, const void *before, int viewer, int seat,
                   const flip_move *aim, struct flip_text *out)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    const struct flipcity_seat *own = &state->seat[seat];
    (void)before, (void)viewer, (void)aim;
    if (flipcity_on_turn(rules, state, seat))
        read_turn(rules, state, out);
    else
        flip_text_add(out, "Last turn: %d point%s with %d card%s.\n", own->last_points, plural(own->last_points),
                      own->last_played, plural(own->last_played));
    if (own->deck.top != FLIPCITY_NONE) {
        flip_text_add(out, "On top of the deck: %s, ", rules->edition.face[own->deck.top].title);
        flipcity_describe(rules, own->deck.top, out);
        flip_text_add(out, ".\n");
    }
    read_pile(rules, "Deck", &own->deck, out);
    read_pile(rules, "Discard pile", &own->discard, out);
    flip_text_add(out, "Market:\n");
    for (int front = 0; front < rules->faces; front += 2)
        if (rules->for_sale >> front & 1)
            read_card(rules, state, front, out);
}
