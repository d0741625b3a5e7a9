/*
 * Flip City for learners. Nothing is hidden; others are told from the seat that looks, clockwise. Actions are the offers of the
 * rules:
 *
 *     0    in the play phase: play, stop, shuffle; 16 + face: shuffle alone and remove it; 32 + face: recycle
 *     64   in the building phase: done; 80 + face: buy; 96 + face: turn over; 112 + face: develop
 *     128  turn a face over and give it to the next player clockwise; 144 + face, 160 + face: to those after
 */
#include "core/numbers.h"
#include "games/flipcity/flipcity.h"

#include <flipside/learn.h>

enum { PLAY = 0, BUILD = 64, GIVE = 128, ACTIONS = GIVE + (FLIPCITY_SEATS - 1) * FLIPCITY_FACES };

/* --- what a seat knows --------------------------------------------------------------------------------------------------- */

static void list_fields(const void *rules_, struct flip_fields *out)
{
    const struct flipcity_rules *rules = rules_;
    static const char by_face[] = "cards by face (front and back of each card), of 8";
    flip_field_add(out, 1, "turns of each player, of all", "turn");
    flip_field_add(out, 1, "1: the building phase", "building");
    flip_field_add(out, FLIPCITY_FACES, by_face, "supply");
    for (int i = 0; i < rules->seats; i++) {
        const char *who = flip_field_seat(i);
        flip_field_add(out, FLIPCITY_FACES, by_face, "%s: deck", who);
        flip_field_add(out, FLIPCITY_FACES, by_face, "%s: discard pile", who);
        flip_field_add(out, FLIPCITY_FACES, by_face, "%s: played", who);
        flip_field_add(out, FLIPCITY_FACES, "the face on top of the deck", "%s: top", who);
        flip_field_add(out, 1, "1: it is this player's turn", "%s: turn", who);
        flip_field_add(out, 1, "of 16", "%s: cash", who);
        flip_field_add(out, 1, "points of the turn, of those that win", "%s: points", who);
        flip_field_add(out, 1, "unhappy symbols, of 4", "%s: unhappy", who);
        flip_field_add(out, 1, "unhappy symbols that the city bears, of 4", "%s: limit", who);
        flip_field_add(out, 1, "building actions left, of 4", "%s: actions", who);
        flip_field_add(out, 1, "1: one more card must be played", "%s: obliged", who);
    }
}

/* Not inlined: alone it is done in a few vectors. */
__attribute__((noinline)) static float *counts(const uint8_t *restrict count, float *restrict out)
{
    for (int i = 0; i < FLIPCITY_FACES; i++)
        flip_put_eighths(out + i, count[i]);
    return flip_behind_codes(out, FLIPCITY_FACES);
}

static float *played(const struct flipcity_state *state, float *out)
{
    float *const end = flip_number_codes(out, FLIPCITY_FACES);
    for (int i = 0; i < state->played_count; i++)
        flip_one_eighth_more(out + state->played[i]);
    return end;
}

static float *turn_numbers(const struct flipcity_rules *rules, const struct flipcity_state *state, bool active,
                           float *out)
{
    out = flip_number_is(out, active ? 1.0F : 0.0F);
    out = flip_number_is(out, active ? (float)state->cash * 0.0625F : 0.0F);
    out = flip_number(out, active ? state->points : 0, rules->edition.win_points);
    out = flip_number_is(out, active ? (float)state->unhappy * 0.25F : 0.0F);
    out = flip_number_is(out, (float)(active ? state->limit : rules->edition.limit) * 0.25F);
    out = flip_number_is(out, (float)(active ? state->actions : rules->edition.actions) * 0.25F);
    return flip_number_is(out, active && state->obliged ? 1.0F : 0.0F);
}

__attribute__((always_inline)) static inline float *
seat_numbers(const struct flipcity_rules *rules, const struct flipcity_state *state, int who, float *out)
{
    const struct flipcity_seat *own = &state->seat[who];
    const bool active = flipcity_on_turn(rules, state, who);
    out = counts(own->deck.count, out);
    out = counts(own->discard.count, out);
    out = active ? played(state, out) : flip_number_codes(out, FLIPCITY_FACES);
    out = flip_number_which(out, own->deck.top == FLIPCITY_NONE ? -1 : own->deck.top, FLIPCITY_FACES);
    return turn_numbers(rules, state, active, out);
}

static float *observe(const void *rules_, const void *state_, const void *before, int seat, float *out)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    (void)before;
    out = flip_number(flip_number_start(out), state->turn, rules->edition.turns);
    out = flip_number_is(out, state->step == FLIPCITY_BUILD ? 1.0F : 0.0F);
    out = counts(state->supply, out);
    out = seat_numbers(rules, state, seat, out);
    for (int i = 1; i < rules->seats; i++)
        out = seat_numbers(rules, state, (seat + i) % rules->seats, out);
    return out;
}

/* --- actions ------------------------------------------------------------------------------------------------------------- */

static int actions(const void *rules)
{
    (void)rules;
    return ACTIONS;
}

static void mask(const void *rules_, const void *state_, int seat, flip_set *out)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    if (seat != state->acting || (state->step != FLIPCITY_PLAY && state->step != FLIPCITY_BUILD))
        return;
    out[state->step == FLIPCITY_BUILD ? BUILD / 64 : PLAY / 64] = flipcity_offers(rules, state);
    const flip_set gifts = flipcity_gifts(rules, state);
    for (int ahead = 1; ahead < rules->seats; ahead++)
        out[GIVE / 64] |= gifts << (ahead - 1) * FLIPCITY_FACES;
}

static flip_move move_of(const void *rules_, const void *state, int seat, int action)
{
    const struct flipcity_rules *rules = rules_;
    if (action < GIVE)
        return flipcity_offered(state, action % 64);
    const int ahead = (action - GIVE) / FLIPCITY_FACES + 1;
    return flipcity_move(FLIPCITY_MOVE_FLIP, action % FLIPCITY_FACES, (seat + ahead) % rules->seats);
}

static int action_of(const void *rules_, const void *state, int seat, flip_move move)
{
    const struct flipcity_rules *rules = rules_;
    const int face = flipcity_face_of(move), to = flipcity_seat_of(move);
    (void)state;
    switch ((enum flipcity_kind)flipcity_kind(move)) {
    case FLIPCITY_MOVE_PLAY:
        return PLAY + FLIPCITY_OFFER_PLAY;
    case FLIPCITY_MOVE_STOP:
        return PLAY + FLIPCITY_OFFER_STOP;
    case FLIPCITY_MOVE_SHUFFLE:
        return PLAY + (face == FLIPCITY_NONE ? FLIPCITY_OFFER_SHUFFLE : FLIPCITY_OFFER_REMOVE + face);
    case FLIPCITY_MOVE_RECYCLE:
        return PLAY + FLIPCITY_OFFER_RECYCLE + face;
    case FLIPCITY_MOVE_BUY:
        return BUILD + FLIPCITY_OFFER_BUY + face;
    case FLIPCITY_MOVE_DEVELOP:
        return BUILD + FLIPCITY_OFFER_DEVELOP + face;
    case FLIPCITY_MOVE_FLIP:
        if (to == FLIPCITY_NONE)
            return BUILD + FLIPCITY_OFFER_FLIP + face;
        return GIVE + ((to - seat + rules->seats) % rules->seats - 1) * FLIPCITY_FACES + face;
    default:
        return BUILD + FLIPCITY_OFFER_DONE;
    }
}

const struct flip_game_learn flipcity_learn = {
    .fields = list_fields,
    .observe = observe,
    .actions = actions,
    .mask = mask,
    .move = move_of,
    .action = action_of,
};
