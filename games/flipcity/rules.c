/*
 * The rules of Flip City, from set-up to the end of a turn. Reading order is the rulebook's: set-up, play cards, recycle,
 * build, win, the next turn.
 *
 * Playing a card takes up to three steps: the seat plays it, the dealer turns up the next top, and, after a Factory, the
 * bottom card. So the symbols of a card count at once, while its text waits until the new top lies there.
 */
#include "games/flipcity/flipcity.h"

#include <assert.h>
#include <string.h>

/* --- set-up ---------------------------------------------------------------------------------------------------------- */

static void price_lists(struct flipcity_rules *rules)
{
    const struct flipcity_edition *edition = &rules->edition;
    for (int face = 0; face < rules->faces; face++) {
        const struct flipcity_face *f = &edition->face[face];
        const int price = edition->card[face / 2].price;
        const bool sold = rules->for_sale >> face & 1;
        rules->develop_price[face] = FLIPCITY_NONE;
        if (sold && f->fee != FLIPCITY_NONE)
            rules->develop_price[face] = (uint8_t)(price + f->fee);
        const flipcity_faces bit = (flipcity_faces)(1 << face);
        for (int cash = 0; cash < FLIPCITY_CASH; cash++) {
            if (sold && price <= cash)
                rules->can_buy[cash] |= bit;
            if (rules->develop_price[face] <= cash)
                rules->can_develop[cash] |= bit;
            if (f->fee <= cash)
                rules->can_flip[cash] |= bit;
        }
        if (f->recycles)
            rules->recyclable |= bit;
        if (f->forced)
            rules->forced |= bit;
        if (f->gives)
            rules->gives |= bit;
    }
    rules->presents = rules->seats > 1 ? rules->gives : 0;
}

int flipcity_prepare(void *rules_memory, const void *edition, const struct flip_options *options, int seats,
                     struct flip_error *error)
{
    struct flipcity_rules *rules = rules_memory;
    memcpy(&rules->edition, edition, sizeof rules->edition);
    rules->seats = seats;
    rules->faces = 2 * rules->edition.cards;
    rules->stop_after_shuffle = options->version >= 2;
    const bool office = strcmp(options->value[0], "true") == 0;
    int supply = 0, deck = 0;
    for (int card = 0; card < rules->edition.cards; card++) {
        const struct flipcity_card *c = &rules->edition.card[card];
        if (c->office && !office)
            continue;
        const int front = flipcity_front(card);
        rules->start[front] = c->start[0];
        rules->start[flipcity_other_side(front)] = c->start[1];
        deck += c->start[0] + c->start[1];
        rules->supply[front] = seats == 1 ? c->supply_solo : c->supply;
        supply += rules->supply[front];
        if (rules->supply[front])
            rules->for_sale |= (flipcity_faces)(1 << front);
    }
    rules->total = seats * deck + supply;
    if (rules->total > FLIPCITY_TOTAL)
        return flip_fail(error, FLIP_ERROR_BAD_EDITION, "This edition needs %d cards for %d players; a table holds %d.",
                         rules->total, seats, FLIPCITY_TOTAL);
    if (deck == 0 || supply == 0)
        return flip_fail(error, FLIP_ERROR_BAD_EDITION, "This edition leaves %s empty with these options.",
                         deck == 0 ? "the decks" : "the supply");
    price_lists(rules);
    return 0;
}

static void pile_add(struct flipcity_pile *pile, int face)
{
    pile->count[face]++;
    /* NOLINTNEXTLINE(clang-analyzer-core.*): only legal moves and events come here, so there is such a face */
    pile->faces |= (flipcity_faces)(1 << face);
    pile->size++;
}

static void pile_take(struct flipcity_pile *pile, int face)
{
    assert(pile->count[face] > 0);
    if (--pile->count[face] == 0)
        pile->faces &= (flipcity_faces) ~(1 << face); /* NOLINT(clang-analyzer-core.*): see pile_add */
    pile->size--;
}

static void begin_turn(const struct flipcity_rules *rules, struct flipcity_state *state, int seat)
{
    state->acting = (uint8_t)seat;
    state->cash = 0;
    state->points = state->unhappy = 0;
    state->limit = rules->edition.limit;
    state->actions = rules->edition.actions;
    state->obliged = state->free = state->broken = 0;
    state->fewest = FLIPCITY_NONE;
    state->played_count = 0;
    state->step = FLIPCITY_PLAY;
}

void flipcity_start(const void *rules_memory, void *state_memory)
{
    const struct flipcity_rules *rules = rules_memory;
    struct flipcity_state *state = state_memory;
    memset(state, 0, sizeof *state);
    for (int seat = 0; seat < FLIPCITY_SEATS; seat++)
        state->seat[seat].deck.top = state->seat[seat].discard.top = FLIPCITY_NONE;
    for (int seat = 0; seat < rules->seats; seat++)
        for (int face = 0; face < rules->faces; face++)
            for (int i = 0; i < rules->start[face]; i++)
                pile_add(&state->seat[seat].deck, face);
    memcpy(state->supply, rules->supply, sizeof state->supply);
    state->supply_faces = rules->for_sale;
    for (int face = 0; face < rules->faces; face++)
        state->supply_size = (uint16_t)(state->supply_size + state->supply[face]);
    begin_turn(rules, state, 0);
    state->step = rules->seats > 1 ? FLIPCITY_START : FLIPCITY_TOPS;
}

/* --- whose turn ------------------------------------------------------------------------------------------------------ */

static inline bool dealer_is_due(const struct flipcity_state *state)
{
    return !((1u << FLIPCITY_PLAY | 1u << FLIPCITY_BUILD | 1u << FLIPCITY_OVER) >> state->step & 1);
}

static inline flip_set whose_turn(const struct flipcity_state *state)
{
    return state->step == FLIPCITY_OVER ? 0 : FLIP_BIT(state->acting);
}

flip_set flipcity_turn(const void *rules_memory, const void *state_memory)
{
    const struct flipcity_state *state = state_memory;
    (void)rules_memory;
    return dealer_is_due(state) ? FLIP_BIT(FLIP_DEALER) : whose_turn(state);
}

/* --- chance ---------------------------------------------------------------------------------------------------------- */

void flipcity_chances(const void *rules_memory, const void *state_memory, struct flip_chances *out)
{
    const struct flipcity_rules *rules = rules_memory;
    const struct flipcity_state *state = state_memory;
    out->kind = FLIP_CHANCE_LIST;
    out->count = 0;
    if (state->step == FLIPCITY_START) {
        for (int seat = 0; seat < rules->seats; seat++)
            out->list[out->count++] = (struct flip_chance){flipcity_move(FLIPCITY_EVENT_SEAT, FLIPCITY_NONE, seat), 1};
        return;
    }
    const struct flipcity_pile *deck = &state->seat[flipcity_dealt_seat(state)].deck;
    for (flip_set set = deck->faces; set; set = flip_set_rest(set)) {
        const int face = flip_set_first(set);
        /* The bottom card is none of the known: the top lies elsewhere. */
        const int weight = deck->count[face] - (state->step == FLIPCITY_BOTTOM && face == deck->top);
        if (weight > 0)
            out->list[out->count++] = (struct flip_chance){flipcity_with(FLIPCITY_EVENT_FACE, face), (uint32_t)weight};
    }
}

/* A face by the number of its cards. */
static inline int face_drawn(const struct flipcity_pile *deck, int without, int cards, struct flip_random *random)
{
    int n = (int)flip_random_below(random, (uint32_t)cards);
    flip_set set = deck->faces;
    for (;; set = flip_set_rest(set)) {
        const int face = flip_set_first(set);
        n -= deck->count[face] - (face == without);
        if (n < 0)
            return face;
    }
}

static inline int top_dealt(const struct flipcity_pile *deck, struct flip_random *random)
{
    return flip_set_rest(deck->faces) ? face_drawn(deck, FLIPCITY_NONE, deck->size, random)
                                      : flip_set_first(deck->faces);
}

/* None of the known: the top lies elsewhere. */
static int bottom_dealt(const struct flipcity_pile *deck, struct flip_random *random)
{
    flip_set faces = deck->faces;
    if (deck->count[deck->top] == 1)
        faces &= ~FLIP_BIT(deck->top);
    return flip_set_rest(faces) ? face_drawn(deck, deck->top, deck->size - 1, random) : flip_set_first(faces);
}

flip_move flipcity_deal(const void *rules_memory, const void *state_memory, struct flip_random *random)
{
    const struct flipcity_rules *rules = rules_memory;
    const struct flipcity_state *state = state_memory;
    if (state->step == FLIPCITY_START)
        return flipcity_move(FLIPCITY_EVENT_SEAT, FLIPCITY_NONE,
                             (int)flip_random_below(random, (uint32_t)rules->seats));
    const struct flipcity_pile *deck = &state->seat[flipcity_dealt_seat(state)].deck;
    return flipcity_with(FLIPCITY_EVENT_FACE,
                         state->step == FLIPCITY_BOTTOM ? bottom_dealt(deck, random) : top_dealt(deck, random));
}

/* --- the end of a turn ----------------------------------------------------------------------------------------------- */

static void end_game(struct flipcity_state *state, enum flipcity_end end)
{
    state->end = (uint8_t)end;
    state->step = FLIPCITY_OVER;
}

static void clear_street(struct flipcity_state *state)
{
    struct flipcity_seat *own = &state->seat[state->acting];
    own->last_points = state->points;
    own->last_played = state->played_count;
    for (int i = 0; i < state->played_count; i++)
        pile_add(&own->discard, state->played[i]);
    state->played_count = 0;
}

static void end_turn(const struct flipcity_rules *rules, struct flipcity_state *state)
{
    clear_street(state);
    const int next = state->acting + 1 == rules->seats ? 0 : state->acting + 1;
    if (next == state->first && ++state->turn == rules->edition.turns) {
        begin_turn(rules, state, next);
        end_game(state, rules->seats > 1 ? FLIPCITY_DRAW : FLIPCITY_LOST);
        return;
    }
    begin_turn(rules, state, next);
}

/* After the building phase. The winning street stays on the table. */
static void judge_win(const struct flipcity_rules *rules, struct flipcity_state *state)
{
    if (state->points >= rules->edition.win_points)
        end_game(state, FLIPCITY_BY_POINTS);
    else if (state->played_count >= state->fewest)
        end_game(state, FLIPCITY_BY_CARDS);
    else
        end_turn(rules, state);
}

/* --- playing a card -------------------------------------------------------------------------------------------------- */

/* The text of the card that was just played. */
static void work_text(const struct flipcity_rules *rules, struct flipcity_state *state)
{
    const struct flipcity_face *face = &rules->edition.face[state->played[state->played_count - 1]];
    struct flipcity_seat *own = &state->seat[state->acting];
    state->limit = (uint16_t)(state->limit + face->limit);
    state->actions = (uint16_t)(state->actions + face->actions);
    state->obliged = face->forces_next;
    if (face->wins_with && face->wins_with < state->fewest)
        state->fewest = face->wins_with;
    state->step = FLIPCITY_PLAY;
    if (!face->drops_bottom || own->deck.size == 0)
        return;
    if (own->deck.size > 1) {
        state->step = FLIPCITY_BOTTOM;
        return;
    }
    /* The only card left is the known top: it moves, and nothing is turned up. */
    pile_take(&own->deck, own->deck.top);
    pile_add(&own->discard, own->deck.top);
    own->deck.top = FLIPCITY_NONE;
}

static void after_reveal(const struct flipcity_rules *rules, struct flipcity_state *state)
{
    if (state->broken)
        end_turn(rules, state);
    else
        work_text(rules, state);
}

static inline void reveal(const struct flipcity_rules *rules, struct flipcity_state *state, int face)
{
    state->seat[state->acting].deck.top = (uint8_t)face;
    after_reveal(rules, state);
}

static void play_card(const struct flipcity_rules *rules, struct flipcity_state *state)
{
    struct flipcity_pile *deck = &state->seat[state->acting].deck;
    const int top = deck->top;
    const struct flipcity_face *face = &rules->edition.face[top];
    pile_take(deck, top);
    deck->top = FLIPCITY_NONE;
    state->played[state->played_count++] = (uint8_t)top;
    state->unhappy = (uint16_t)(state->unhappy + face->unhappy);
    state->cash += face->cash + face->cash_per_unhappy * state->unhappy;
    state->points = (uint16_t)(state->points + face->points);
    state->broken = state->unhappy > state->limit;
    if (deck->size > 0)
        state->step = FLIPCITY_REVEAL;
    else
        after_reveal(rules, state);
}

static void turn_over(struct flipcity_pile *pile, int face)
{
    pile_take(pile, face);
    pile_add(pile, flipcity_other_side(face));
}

static void recycle(const struct flipcity_rules *rules, struct flipcity_state *state, int face)
{
    const struct flipcity_face *f = &rules->edition.face[face];
    turn_over(&state->seat[state->acting].discard, face);
    state->cash += f->recycle_cash;
    state->limit = (uint16_t)(state->limit + f->recycle_limit);
    state->actions = (uint16_t)(state->actions + f->recycle_actions);
}

/* --- the supply ------------------------------------------------------------------------------------------------------ */

/* Solo is lost with the last card of the supply, whatever lies on the table. */
static bool take_from_supply(const struct flipcity_rules *rules, struct flipcity_state *state, int front)
{
    if (--state->supply[front] == 0)
        state->supply_faces &= (flipcity_faces) ~(1 << front);
    if (--state->supply_size > 0 || rules->seats > 1)
        return true;
    end_game(state, FLIPCITY_LOST);
    return false;
}

static void shuffle(const struct flipcity_rules *rules, struct flipcity_state *state, int removed)
{
    struct flipcity_seat *own = &state->seat[state->acting];
    if (rules->seats == 1) {
        state->aside[removed]++;
        if (!take_from_supply(rules, state, removed))
            return;
    }
    own->deck = own->discard;
    memset(&own->discard, 0, sizeof own->discard);
    own->discard.top = FLIPCITY_NONE;
    state->free = rules->stop_after_shuffle;
    state->step = FLIPCITY_SHUFFLED;
}

/* --- building -------------------------------------------------------------------------------------------------------- */

static void pay(struct flipcity_state *state, int price)
{
    assert(state->cash >= price);
    state->cash -= price;
}

static void flip(const struct flipcity_rules *rules, struct flipcity_state *state, int face, int receiver)
{
    struct flipcity_pile *discard = &state->seat[state->acting].discard;
    pay(state, rules->edition.face[face].fee);
    if (!rules->edition.face[face].gives) {
        turn_over(discard, face);
        return;
    }
    pile_take(discard, face);
    if (rules->seats > 1)
        pile_add(&state->seat[receiver].discard, flipcity_other_side(face));
    else
        state->aside[flipcity_other_side(face)]++;
}

static void build(const struct flipcity_rules *rules, struct flipcity_state *state, flip_move move)
{
    const int face = flipcity_face_of(move);
    struct flipcity_pile *discard = &state->seat[state->acting].discard;
    bool goes_on = true;
    switch (flipcity_kind(move)) {
    case FLIPCITY_MOVE_BUY:
        pay(state, rules->edition.card[face / 2].price);
        pile_add(discard, face);
        goes_on = take_from_supply(rules, state, face);
        break;
    case FLIPCITY_MOVE_DEVELOP:
        pay(state, rules->develop_price[face]);
        pile_add(discard, flipcity_other_side(face));
        goes_on = take_from_supply(rules, state, face);
        break;
    default:
        flip(rules, state, face, flipcity_seat_of(move));
        break;
    }
    if (--state->actions == 0 && goes_on)
        judge_win(rules, state);
}

/* --- steps ----------------------------------------------------------------------------------------------------------- */

static void apply_event(const struct flipcity_rules *rules, struct flipcity_state *state, flip_move event)
{
    const int face = flipcity_face_of(event);
    const int seat = flipcity_dealt_seat(state);
    struct flipcity_seat *own = &state->seat[seat];
    switch (state->step) {
    case FLIPCITY_START:
        state->first = state->acting = (uint8_t)flipcity_seat_of(event);
        state->step = FLIPCITY_TOPS;
        break;
    case FLIPCITY_TOPS:
        own->deck.top = (uint8_t)face;
        if (seat + 1 == rules->seats)
            state->step = FLIPCITY_PLAY;
        break;
    case FLIPCITY_REVEAL:
        reveal(rules, state, face);
        break;
    case FLIPCITY_SHUFFLED:
        own->deck.top = (uint8_t)face;
        state->step = FLIPCITY_PLAY;
        break;
    default:
        pile_take(&own->deck, face);
        pile_add(&own->discard, face);
        state->step = FLIPCITY_PLAY;
        break;
    }
}

void flipcity_apply(const void *rules_memory, void *state_memory, int seat, flip_move move)
{
    const struct flipcity_rules *rules = rules_memory;
    struct flipcity_state *state = state_memory;
    if (seat == FLIP_DEALER) {
        apply_event(rules, state, move);
    } else {
        switch (flipcity_kind(move)) {
        case FLIPCITY_MOVE_PLAY:
            play_card(rules, state);
            break;
        case FLIPCITY_MOVE_STOP:
            state->step = FLIPCITY_BUILD;
            break;
        case FLIPCITY_MOVE_SHUFFLE:
            shuffle(rules, state, flipcity_face_of(move));
            break;
        case FLIPCITY_MOVE_RECYCLE:
            recycle(rules, state, flipcity_face_of(move));
            break;
        case FLIPCITY_MOVE_DONE:
            judge_win(rules, state);
            break;
        default:
            build(rules, state, move);
            break;
        }
    }
    /* A step and the cards that it turns up become known together. */
    state->phase += !dealer_is_due(state);
}

flip_set flipcity_proceed(const void *rules_memory, void *state_memory, struct flip_random *random)
{
    const struct flipcity_rules *rules = rules_memory;
    struct flipcity_state *state = state_memory;
    while (dealer_is_due(state)) {
        if (state->step == FLIPCITY_REVEAL) {
            reveal(rules, state, top_dealt(&state->seat[state->acting].deck, random));
            state->phase += !dealer_is_due(state);
        } else {
            flipcity_apply(rules, state, FLIP_DEALER, flipcity_deal(rules, state, random));
        }
    }
    return whose_turn(state);
}

uint32_t flipcity_phase(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct flipcity_state *)state)->phase;
}

/* Everything lies open; a deck is a set of counts that all know. */
void flipcity_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random)
{
    (void)rules, (void)state, (void)before, (void)seat, (void)random;
}
