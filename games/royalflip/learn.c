/*
 * Royal Flip for learners. A map is two planes of 8 × 8 numbers, red and black, whatever part of it the edition uses. Actions
 * have 64 numbers for each kind, so that sets of the rules are masks as they are:
 *
 *     0    the choice: the way to use the three cards (0 … 5), times ten, plus the number less one
 *     64   write into a cell: row * 8 + column
 *     128  go to a space of the track: 1 … 60
 *     192  rock, paper, scissors
 */
#include "core/numbers.h"
#include "games/royalflip/royalflip.h"

#include <flipside/learn.h>

enum { CHOOSE = 0, WRITE = 64, TRACK = 128, THROW = 192, ACTIONS = THROW + 3 };

/* --- what a seat knows --------------------------------------------------------------------------------------------------- */

static void list_fields(const void *rules_, struct flip_fields *out)
{
    const struct royalflip_rules *rules = rules_;
    flip_field_add(out, 1, "rounds played, of all rounds", "round");
    for (int i = 1; i <= ROYALFLIP_LINEUP; i++) {
        flip_field_add(out, 1, "1: stands for any number", "card %d: wild", i);
        flip_field_add(out, 1, "its number, of 10; 0 for a wild card and before it is revealed", "card %d: number", i);
        flip_field_add(out, 4, "clubs, diamonds, hearts, spades", "card %d: suit", i);
    }
    flip_field_add(out, 52, "1: not revealed yet; by suit, then rank", "deck");
    flip_field_add(out, 9, "PvP: the first player's cards for colour, number and suit, by place in the lineup",
                   "first player's cards");
    for (int i = 0; i < rules->seats; i++) {
        const char *who = flip_field_seat(i);
        flip_field_add(out, ROYALFLIP_CELLS, "red numbers by cell, of 10", "%s: red", who);
        flip_field_add(out, ROYALFLIP_CELLS, "black numbers by cell, of 10", "%s: black", who);
        flip_field_add(out, 1, "space of the track, of all spaces", "%s: track", who);
        flip_field_add(out, 1, "±1 boxes, of 8", "%s: shift", who);
        flip_field_add(out, 1, "diamonds, of all there are", "%s: diamonds", who);
        flip_field_add(out, 1, "points of the track, of 20", "%s: points", who);
        flip_field_add(out, 5, "choosing, writing, on the track, writing a bonus, done", "%s: step", who);
        flip_field_add(out, 1, "1: red", "%s: chosen colour", who);
        flip_field_add(out, 1, "of 10; 0 before the choice", "%s: chosen number", who);
        flip_field_add(out, 4, "clubs, diamonds, hearts, spades", "%s: chosen suit", who);
    }
    if (rules->seats == 1)
        return;
    if (rules->attributes)
        flip_field_add(out, 1, "of 10; a card's own, or what a wild card was made; 0 before the choice",
                       "first player's number");
    flip_field_add(out, 1, "times that hands were shown in the tie-break, of 20", "tie-break: times");
    for (int i = 0; i < rules->seats; i++) {
        flip_field_add(out, 1, "1: still in it", "%s: in the tie-break", flip_field_seat(i));
        flip_field_add(out, 3, "the hand shown last: rock, paper, scissors", "%s: hand shown", flip_field_seat(i));
    }
    flip_field_add(out, 3, "thrown and not shown yet: rock, paper, scissors", "own: hand thrown");
}

static float *card_numbers(const struct royalflip_rules *rules, int card, float *out)
{
    const bool there = card >= 0;
    const int rank = there ? rules->rank[card] : 0, wild = there ? rules->edition.wild >> rank & 1 : 0;
    out = flip_number_is(out, (float)wild);
    out = flip_number_is(out, flip_tenths[!wild * rank]);
    return flip_number_which(out, there ? rules->suit[card] : -1, 4);
}

/* Both colours in one go, and the plane computed: nobody can guess a cell's colour, so a branch for it would cost more. */
static float *map_numbers(const struct royalflip_sheet *sheet, float *out)
{
    float *const end = flip_number_codes(flip_number_codes(out, ROYALFLIP_CELLS), ROYALFLIP_CELLS);
    for (flip_set cells = sheet->written; cells; cells = flip_set_rest(cells)) {
        const int cell = flip_set_first(cells), black = !flip_set_has(sheet->red, cell);
        flip_put_tenths(out + black * ROYALFLIP_CELLS + cell, royalflip_number_at(sheet, cell));
    }
    return end;
}

__attribute__((always_inline)) static inline float *sheet_numbers(const struct royalflip_rules *rules,
                                                                  const struct royalflip_sheet *sheet, float *out)
{
    out = map_numbers(sheet, out);
    out = flip_number(out, royalflip_position(sheet), rules->edition.spaces);
    out = flip_number(out, sheet->shift, 8);
    out = flip_number(out, sheet->diamonds, rules->edition.diamonds);
    out = flip_number(out, sheet->points, 20);
    out = flip_number_which(out, sheet->step, 5);
    out = flip_number(out, sheet->ink, 1);
    out = flip_number_is(out, flip_tenths[sheet->number]);
    return flip_number_which(out, sheet->number ? sheet->suit : -1, 4);
}

static float *hand_numbers(int hand, float *out) { return flip_number_which(out, hand - ROYALFLIP_ROCK, 3); }

static float *tie_numbers(const struct royalflip_rules *rules, const struct royalflip_tie_break *tie, int seat,
                          float *out)
{
    const unsigned last = tie->times ? tie->shown[tie->times - 1] : 0;
    out = flip_number(out, tie->times, ROYALFLIP_TIMES);
    for (int i = 0; i < rules->seats; i++) {
        const int each = (seat + i) % rules->seats;
        out = flip_number(out, tie->in >> each & 1, 1);
        out = hand_numbers(royalflip_hand_of(last, each), out);
    }
    return hand_numbers(royalflip_hand_of(tie->hands, seat), out);
}

static float *taken_numbers(const struct royalflip_state *state, float *out)
{
    const bool taken = royalflip_taken(state);
    flip_set places = 0;
    for (int i = 0; taken && i < 3; i++)
        for (int place = 0; place < ROYALFLIP_LINEUP; place++)
            places |= (flip_set)(state->taken[i] == state->lineup[place]) << (ROYALFLIP_LINEUP * i + place);
    return flip_number_bits(out, places, 3 * ROYALFLIP_LINEUP);
}

/* Others' sheets are those of the beginning of the round, as in royalflip_shown; PvP and a tie-break hide none. */
static float *observe(const void *rules_, const void *state_, const void *before_, int seat, float *out)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_, *before = before_;
    const bool open = rules->pvp || royalflip_throwing(rules, state);
    out = flip_number(flip_number_start(out), state->round, rules->edition.rounds);
    for (int i = 0; i < ROYALFLIP_LINEUP; i++)
        out = card_numbers(rules, i < state->revealed ? state->lineup[i] : -1, out);
    out = flip_number_bits(out, state->deck, 52);
    out = taken_numbers(state, out);
    out = sheet_numbers(rules, &state->sheet[seat], out);
    for (int i = 1; i < rules->seats; i++)
        out = sheet_numbers(rules, &(open ? state : before)->sheet[(seat + i) % rules->seats], out);
    if (rules->attributes)
        out = flip_number_is(out, royalflip_taken(state) ? flip_tenths[royalflip_taken_number(rules, state)] : 0.0F);
    return rules->seats > 1 ? tie_numbers(rules, &state->tie, seat, out) : out;
}

/* --- actions ------------------------------------------------------------------------------------------------------------- */

static int actions(const void *rules)
{
    (void)rules;
    return ACTIONS;
}

static void mask(const void *rules_, const void *state_, int seat, flip_set *out)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    if (state->revealed < ROYALFLIP_LINEUP || !(state->acting >> seat & 1))
        return;
    switch ((enum royalflip_step)sheet->step) {
    case ROYALFLIP_CHOOSE:
        out[CHOOSE / 64] = royalflip_choices(rules, state, seat);
        break;
    case ROYALFLIP_WRITE:
    case ROYALFLIP_BONUS:
        out[WRITE / 64] = royalflip_places(rules, sheet);
        break;
    case ROYALFLIP_TRACK:
        out[TRACK / 64] = royalflip_places(rules, sheet);
        break;
    case ROYALFLIP_DONE: /* and yet to act: a tie-break */
        out[THROW / 64] = 7;
        break;
    }
}

static flip_move move_of(const void *rules, const void *state, int seat, int action)
{
    (void)rules, (void)seat;
    if (action < WRITE)
        return royalflip_choice(state, action);
    if (action < TRACK)
        return royalflip_write(action - WRITE);
    return action < THROW ? royalflip_track(action - TRACK) : royalflip_throw(action - THROW + ROYALFLIP_ROCK);
}

static int action_of(const void *rules, const void *state, int seat, flip_move move)
{
    (void)rules, (void)seat;
    switch ((enum royalflip_kind)royalflip_kind(move)) {
    case ROYALFLIP_MOVE_WRITE:
        return WRITE + royalflip_place(move);
    case ROYALFLIP_MOVE_TRACK:
        return TRACK + royalflip_place(move);
    case ROYALFLIP_MOVE_THROW:
        return THROW + royalflip_place(move) - ROYALFLIP_ROCK;
    default:
        return CHOOSE + royalflip_choice_of(state, move);
    }
}

const struct flip_game_learn royalflip_learn = {
    .fields = list_fields,
    .observe = observe,
    .actions = actions,
    .mask = mask,
    .move = move_of,
    .action = action_of,
};
