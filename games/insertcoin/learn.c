/*
 * Insert Coin to Play for learners. Actions have 64 numbers, one for each square, for every level and every *form*: a symbol in one
 * orientation, in the order of the edition. So the places where a piece fits are a mask as they are. Then come, each with 64
 * numbers: filling a square of level 1, 2, 3 (for a bomb: the upper left one of its block); keeping one card of the draft, by its
 * number; and last the ways to keep three cards of a hand (0 … 9, in ascending order of the cards) and, at 16, declining an
 * ability.
 */
#include "core/numbers.h"
#include "games/insertcoin/insertcoin.h"

#include <flipside/learn.h>

enum { THREES = 10, DECLINE = 16, LAST = DECLINE + 1 };

/* The sets of a mask, by number. */
static int fills_at(const struct insertcoin_rules *rules) { return INSERTCOIN_LEVELS * rules->forms; }
static int picks_at(const struct insertcoin_rules *rules) { return fills_at(rules) + INSERTCOIN_LEVELS; }
static int last_at(const struct insertcoin_rules *rules) { return picks_at(rules) + 1; }

/* --- what a seat knows --------------------------------------------------------------------------------------------------- */

static void pad_fields(struct flip_fields *out, const char *who)
{
    for (int level = 1; level <= INSERTCOIN_LEVELS; level++) {
        flip_field_add(out, INSERTCOIN_SQUARES, "1: a free square of the shape, row by row", "%s: level %d", who,
                       level);
        flip_field_add(out, 1, "of 30", "%s: level %d: value", who, level);
        flip_field_add(out, INSERTCOIN_ABILITIES, "the ability of the shape, in the order of enum insertcoin_ability",
                       "%s: level %d: ability", who, level);
        flip_field_add(out, 1, "1: complete", "%s: level %d: done", who, level);
    }
    flip_field_add(out, 5, "1: has a shield, a key, a star; sits out the next flip; is out", "%s: signs", who);
    flip_field_add(out, 1, "of 3", "%s: Lives", who);
    flip_field_add(out, 1, "of 3", "%s: Coins", who);
    flip_field_add(out, INSERTCOIN_ABILITIES, "the ability that is asked now", "%s: asked", who);
    flip_field_add(out, 1, "squares that the cherries still fill, of 3", "%s: cherries", who);
}

static void list_fields(const void *rules_, struct flip_fields *out)
{
    const struct insertcoin_rules *rules = rules_;
    const int cards = rules->edition.cards;
    flip_field_add(out, 1, "cards turned, of all", "flips");
    flip_field_add(out, 1, "GAME OVER cards turned, of 2", "game overs");
    flip_field_add(out, rules->edition.symbols, "1: on the card on show", "symbols");
    flip_field_add(out, cards, "1: can still be turned", "deck");
    flip_field_add(out, cards, "1: in the own hand, before the flips", "own: hand");
    flip_field_add(out, cards, "1: picked in the draft", "own: picked");
    for (int i = 0; i < rules->seats; i++)
        pad_fields(out, flip_field_seat(i));
}

__attribute__((always_inline)) static inline float *pad_numbers(const struct insertcoin_rules *rules,
                                                                const struct insertcoin_pad *pad, float *out)
{
    for (int level = 0; level < INSERTCOIN_LEVELS; level++) {
        const struct insertcoin_shape *shape = pad->shape[level] ? insertcoin_level_shape(rules, pad, level) : NULL;
        out = flip_number_bits(out, pad->free[level], INSERTCOIN_SQUARES);
        out = flip_number(out, shape ? shape->value : 0, 30);
        out = flip_number_which(out, shape ? shape->ability : -1, INSERTCOIN_ABILITIES);
        out = flip_number(out, pad->done >> level & 1, 1);
    }
    const unsigned signs = (unsigned)(pad->shield != 0) | (unsigned)(pad->key != 0) << 1 |
                           (unsigned)(pad->star != 0) << 2 | (unsigned)(pad->skip != 0) << 3 |
                           (unsigned)(pad->out != 0) << 4;
    out = flip_number_bits(out, signs, 5);
    out = flip_number(out, pad->lives, 3);
    out = flip_number(out, pad->coins, 3);
    out = flip_number_which(out, pad->waiting_count ? insertcoin_running(pad) : -1, INSERTCOIN_ABILITIES);
    return flip_number(out, pad->cherries, INSERTCOIN_CHERRIES);
}

/* Others' pads are those of the beginning of the phase, as in insertcoin_shown; hands are for their owners. */
static float *observe(const void *rules_, const void *state_, const void *before_, int seat, float *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_, *before = before_;
    const bool flipping = state->stage >= INSERTCOIN_FLIPPING;
    const int cards = rules->edition.cards;
    out = flip_number(flip_number_start(out), state->flips, insertcoin_flips(rules));
    out = flip_number(out, state->game_overs, INSERTCOIN_PILES);
    out = flip_number_bits(out, rules->card_symbols[state->card], rules->edition.symbols);
    out = flip_number_bits(out, (flipping ? state->deck : rules->all_cards) >> 1, cards);
    if (flipping) {
        out = flip_number_zeros(flip_number_zeros(out, cards), cards);
    } else {
        out = flip_number_bits(out, insertcoin_hand(rules, state, seat) >> 1, cards);
        out = flip_number_bits(out, insertcoin_picked(rules, state, seat) >> 1, cards);
    }
    out = pad_numbers(rules, &state->pad[seat], out);
    for (int i = 1; i < rules->seats; i++)
        out = pad_numbers(rules, &before->pad[(seat + i) % rules->seats], out);
    return out;
}

/* --- actions ------------------------------------------------------------------------------------------------------------- */

static int actions(const void *rules) { return 64 * last_at(rules) + LAST; }

static void mask_keeps(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                       flip_set *picks, flip_set *threes)
{
    flip_move moves[INSERTCOIN_CARDS];
    const int count = insertcoin_moves(rules, state, seat, moves, INSERTCOIN_CARDS);
    for (int i = 0; i < count; i++) {
        const flip_set cards = insertcoin_kept_set(moves[i]);
        if (flip_set_rest(cards))
            *threes |= FLIP_BIT(i);
        else
            *picks |= cards;
    }
}

static void mask_fills(const struct insertcoin_pad *pad, bool blocks, flip_set out[INSERTCOIN_LEVELS])
{
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        out[level] = blocks ? insertcoin_blocks(pad->free[level]) : pad->free[level];
}

static void mask(const void *rules_, const void *state_, int seat, flip_set *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (!(state->acting >> seat & 1))
        return;
    if (pad->step == INSERTCOIN_CHOOSE) {
        if (flip_tells(0))
            mask_keeps(rules, state, seat, &out[picks_at(rules)], &out[last_at(rules)]);
        return;
    }
    const bool ability = pad->step == INSERTCOIN_ABILITY;
    if (ability)
        out[last_at(rules)] = FLIP_BIT(DECLINE);
    if (!ability || insertcoin_running(pad) == INSERTCOIN_ABILITY_POTION)
        insertcoin_draw_sets(rules, pad, insertcoin_symbols(rules, state, pad), out);
    if (!ability || insertcoin_running(pad) != INSERTCOIN_ABILITY_POTION)
        mask_fills(pad, ability && insertcoin_running(pad) == INSERTCOIN_ABILITY_BOMB, &out[fills_at(rules)]);
}

#ifndef __NVPTX__
static void add_some(struct flip_some_sets *out, int at, flip_set set)
{
    out->at[out->count] = at;
    out->set[out->count++] = set;
}

/* The same sets as in the mask, one after the other. */
static void some(const void *rules_, const void *state_, int seat, struct flip_some_sets *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    const bool ability = pad->step == INSERTCOIN_ABILITY;
    const int running = ability ? insertcoin_running(pad) : -1;
    out->count = 0;
    if (!(state->acting >> seat & 1))
        return;
    if (pad->step == INSERTCOIN_CHOOSE) {
        flip_set picks = 0, threes = 0;
        mask_keeps(rules, state, seat, &picks, &threes);
        add_some(out, picks_at(rules), picks);
        add_some(out, last_at(rules), threes);
        return;
    }
    if (!ability || running == INSERTCOIN_ABILITY_POTION)
        insertcoin_draw_some(rules, pad, insertcoin_symbols(rules, state, pad), out);
    if (running != INSERTCOIN_ABILITY_POTION) {
        flip_set fills[INSERTCOIN_LEVELS];
        mask_fills(pad, running == INSERTCOIN_ABILITY_BOMB, fills);
        for (int level = 0; level < INSERTCOIN_LEVELS; level++)
            add_some(out, fills_at(rules) + level, fills[level]);
    }
    if (ability)
        add_some(out, last_at(rules), FLIP_BIT(DECLINE));
}
#endif

/* What insertcoin_draw_sets says of one form. */
static bool allows_draw(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                        int set, int square)
{
    const int form = set % rules->forms, symbol = rules->form_symbol[form];
    const struct insertcoin_piece *piece = &rules->piece[symbol][form - rules->first_form[symbol]];
    return symbols >> symbol & 1 &&
           flip_set_has(insertcoin_anchors(piece, rules->size[symbol], pad->free[set / rules->forms]), square);
}

static bool allows_keep(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat, int set,
                        int bit)
{
    flip_move moves[INSERTCOIN_CARDS];
    const int count = insertcoin_moves(rules, state, seat, moves, INSERTCOIN_CARDS);
    for (int i = 0; i < count; i++) {
        const flip_set cards = insertcoin_kept_set(moves[i]);
        if (flip_set_rest(cards) ? set == last_at(rules) && bit == i
                                 : set == picks_at(rules) && flip_set_has(cards, bit))
            return true;
    }
    return false;
}

/* What the mask says of one action. */
static bool allows(const void *rules_, const void *state_, int seat, int action)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    const int set = action / 64, bit = action % 64, running = insertcoin_running(pad);
    const bool ability = pad->step == INSERTCOIN_ABILITY, potion = ability && running == INSERTCOIN_ABILITY_POTION;
    if (!(state->acting >> seat & 1))
        return false;
    if (pad->step == INSERTCOIN_CHOOSE)
        return allows_keep(rules, state, seat, set, bit);
    if (set < fills_at(rules))
        return (!ability || potion) && allows_draw(rules, pad, insertcoin_symbols(rules, state, pad), set, bit);
    if (set < picks_at(rules)) {
        const flip_set free = pad->free[set - fills_at(rules)];
        return !potion &&
               flip_set_has(ability && running == INSERTCOIN_ABILITY_BOMB ? insertcoin_blocks(free) : free, bit);
    }
    return ability && set == last_at(rules) && bit == DECLINE;
}

static flip_move draw_of(const struct insertcoin_rules *rules, int set, int square)
{
    const int form = set % rules->forms, symbol = rules->form_symbol[form];
    const struct insertcoin_piece *piece = &rules->piece[symbol][form - rules->first_form[symbol]];
    return (piece->move | (flip_move)(set / rules->forms) << INSERTCOIN_AT_LEVEL) +
           rules->step[symbol] * (flip_move)square;
}

static flip_move move_of(const void *rules_, const void *state, int seat, int action)
{
    const struct insertcoin_rules *rules = rules_;
    const int set = action / 64, bit = action % 64;
    if (set < fills_at(rules))
        return draw_of(rules, set, bit);
    if (set < picks_at(rules))
        return insertcoin_fill(set - fills_at(rules), bit);
    if (set < last_at(rules))
        return insertcoin_keep(bit, 0, 0);
    if (bit == DECLINE)
        return INSERTCOIN_MOVE_DECLINE;
    flip_move moves[THREES];
    insertcoin_moves(rules, state, seat, moves, THREES);
    return moves[bit % THREES];
}

static int place_in_list(const struct insertcoin_rules *rules, const void *state, int seat, flip_move move)
{
    flip_move moves[THREES];
    const int count = insertcoin_moves(rules, state, seat, moves, THREES);
    int i = 0;
    while (i < count && i < THREES - 1 && moves[i] != move)
        i++;
    return i;
}

static int action_of(const void *rules_, const void *state, int seat, flip_move move)
{
    const struct insertcoin_rules *rules = rules_;
    const int level = insertcoin_level(move), square = insertcoin_square(move, 0), symbol = insertcoin_symbol(move);
    switch ((enum insertcoin_kind)insertcoin_kind(move)) {
    case INSERTCOIN_MOVE_DRAW:
        return 64 * (level * rules->forms + rules->first_form[symbol] + insertcoin_orientation(move)) + square;
    case INSERTCOIN_MOVE_FILL:
        return 64 * (fills_at(rules) + level) + square;
    case INSERTCOIN_MOVE_KEEP:
        if (flip_set_rest(insertcoin_kept_set(move)))
            return 64 * last_at(rules) + place_in_list(rules, state, seat, move);
        return 64 * picks_at(rules) + insertcoin_kept(move, 0);
    default:
        return 64 * last_at(rules) + DECLINE;
    }
}

const struct flip_game_learn insertcoin_learn = {
    .fields = list_fields,
    .observe = observe,
    .actions = actions,
    .mask = mask,
    .move = move_of,
    .action = action_of,
    .allows = allows,
#ifndef __NVPTX__ /* a card lists masks, which its threads write together */
    .some = some,
#endif
};
