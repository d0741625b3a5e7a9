/*
 * What may be done is a set of offers, 16 for each kind of move that takes a face, and before them those that take none. The list
 * of moves is that set in ascending order. Only gifts are not in it, since they name a seat as well; they stand after the flips.
 */
#include "games/flipcity/flipcity.h"

static flip_set at_faces(int place, flipcity_faces faces) { return (flip_set)faces << place; }

static flip_set play_offers(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    flip_set offers = at_faces(FLIPCITY_OFFER_RECYCLE, own->discard.faces & rules->recyclable);
    if (own->deck.size > 0)
        offers |= FLIP_BIT(FLIPCITY_OFFER_PLAY);
    if (!flipcity_must_play(rules, state))
        offers |= FLIP_BIT(FLIPCITY_OFFER_STOP);
    if (own->deck.size == 0 && own->discard.size > 0)
        offers |=
            rules->seats > 1 ? FLIP_BIT(FLIPCITY_OFFER_SHUFFLE) : at_faces(FLIPCITY_OFFER_REMOVE, state->supply_faces);
    return offers;
}

static flip_set build_offers(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const int cash = flipcity_index(state->cash);
    const unsigned flips =
        state->seat[state->acting].discard.faces & rules->can_flip[cash] & ~(unsigned)rules->presents;
    return FLIP_BIT(FLIPCITY_OFFER_DONE) | at_faces(FLIPCITY_OFFER_BUY, state->supply_faces & rules->can_buy[cash]) |
           at_faces(FLIPCITY_OFFER_FLIP, (flipcity_faces)flips) |
           at_faces(FLIPCITY_OFFER_DEVELOP, state->supply_faces & rules->can_develop[cash]);
}

flip_set flipcity_offers(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    return state->step == FLIPCITY_PLAY ? play_offers(rules, state) : build_offers(rules, state);
}

flipcity_faces flipcity_gifts(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    return state->step == FLIPCITY_BUILD ? state->seat[state->acting].discard.faces & rules->presents &
                                               rules->can_flip[flipcity_index(state->cash)]
                                         : 0;
}

flip_move flipcity_offered(const struct flipcity_state *state, int offer)
{
    static const uint8_t bare[2][3] = {{FLIPCITY_MOVE_PLAY, FLIPCITY_MOVE_STOP, FLIPCITY_MOVE_SHUFFLE},
                                       {FLIPCITY_MOVE_DONE}};
    static const uint8_t kind[2][4] = {{0, FLIPCITY_MOVE_SHUFFLE, FLIPCITY_MOVE_RECYCLE},
                                       {0, FLIPCITY_MOVE_BUY, FLIPCITY_MOVE_FLIP, FLIPCITY_MOVE_DEVELOP}};
    const int build = state->step == FLIPCITY_BUILD;
    return offer < FLIPCITY_FACES ? flipcity_bare(bare[build][offer])
                                  : flipcity_with(kind[build][offer / FLIPCITY_FACES], offer % FLIPCITY_FACES);
}

/* A list of moves that may be longer than the room for it. */
struct list {
    flip_move *out;
    int count, cap;
};

static inline void add(struct list *list, flip_move move)
{
    if (list->count < list->cap)
        list->out[list->count] = move;
    list->count++;
}

static void list_offers(const struct flipcity_state *state, flip_set offers, struct list *list)
{
    for (; offers; offers = flip_set_rest(offers))
        add(list, flipcity_offered(state, flip_set_first(offers)));
}

static void list_gifts(const struct flipcity_rules *rules, const struct flipcity_state *state, flipcity_faces gifts,
                       struct list *list)
{
    for (flip_set set = gifts; set; set = flip_set_rest(set))
        for (int seat = 0; seat < rules->seats; seat++)
            if (seat != state->acting)
                add(list, flipcity_move(FLIPCITY_MOVE_FLIP, flip_set_first(set), seat));
}

int flipcity_moves(const void *rules_memory, const void *state_memory, int seat, flip_move *out, int cap)
{
    const struct flipcity_rules *rules = rules_memory;
    const struct flipcity_state *state = state_memory;
    struct list list = {.out = out, .cap = cap};
    if (seat != state->acting || (state->step != FLIPCITY_PLAY && state->step != FLIPCITY_BUILD))
        return 0;
    const flip_set offers = flipcity_offers(rules, state), before = FLIP_BIT(FLIPCITY_OFFER_DEVELOP) - 1;
    const flipcity_faces gifts = flipcity_gifts(rules, state);
    list_offers(state, gifts ? offers & before : offers, &list);
    if (gifts) {
        list_gifts(rules, state, gifts, &list);
        list_offers(state, offers & ~before, &list);
    }
    return list.count;
}

/* The same order as in the list, without the list. */
static flip_move any_with_gifts(const struct flipcity_rules *rules, const struct flipcity_state *state,
                                flipcity_faces gifts, struct flip_random *random)
{
    const flip_set offers = flipcity_offers(rules, state), before = offers & (FLIP_BIT(FLIPCITY_OFFER_DEVELOP) - 1);
    const int first = flip_set_count(before), others = rules->seats - 1, given = flip_set_count(gifts) * others;
    const int n = (int)flip_random_below(random, (uint32_t)(flip_set_count(offers) + given));
    if (n < first)
        return flipcity_offered(state, flip_set_nth(before, n));
    if (n >= first + given)
        return flipcity_offered(state, flip_set_nth(offers & ~before, n - first - given));
    const int receiver = (n - first) % others;
    return flipcity_move(FLIPCITY_MOVE_FLIP, flip_set_nth(gifts, (n - first) / others),
                         receiver + (receiver >= state->acting));
}

flip_move flipcity_any(const void *rules_memory, const void *state_memory, int seat, struct flip_random *random)
{
    const struct flipcity_rules *rules = rules_memory;
    const struct flipcity_state *state = state_memory;
    const flipcity_faces gifts = flipcity_gifts(rules, state);
    (void)seat;
    return gifts ? any_with_gifts(rules, state, gifts, random)
                 : flipcity_offered(state, flip_set_drawn_of_few(flipcity_offers(rules, state), random));
}
