/* What a seat may do: the list of its moves, and for a move that is not in it the reason why. */
#include "games/insertcoin/insertcoin.h"

static bool any_free(const struct insertcoin_pad *pad) { return (pad->free[0] | pad->free[1] | pad->free[2]) != 0; }

bool insertcoin_usable(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                       const struct insertcoin_pad *pad, int ability)
{
    if (ability != INSERTCOIN_ABILITY_POTION)
        return any_free(pad);
    const uint32_t symbols = rules->card_symbols[state->card] & ~pad->drawn;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        if (insertcoin_fits(rules, symbols, pad->free[level]))
            return true;
    return false;
}

/* --- the list ---------------------------------------------------------------------------------------------------------- */

static int list_single_cards(flip_set cards, flip_move *out, int cap)
{
    int count = 0;
    for (; cards; cards = flip_set_rest(cards), count++)
        if (count < cap)
            out[count] = insertcoin_keep(flip_set_first(cards), 0, 0);
    return count;
}

static int list_three_cards(flip_set cards, flip_move *out, int cap)
{
    int count = 0;
    for (flip_set a = cards; a; a = flip_set_rest(a))
        for (flip_set b = flip_set_rest(a); b; b = flip_set_rest(b))
            for (flip_set c = flip_set_rest(b); c; c = flip_set_rest(c), count++)
                if (count < cap)
                    out[count] = insertcoin_keep(flip_set_first(a), flip_set_first(b), flip_set_first(c));
    return count;
}

/* In the draft cards are picked until the hands are empty; then three of the picked ones are kept. */
static bool picks_now(const struct insertcoin_rules *rules, const struct insertcoin_state *state)
{
    return rules->draft && state->round < INSERTCOIN_DRAFT;
}

static flip_set keepable(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat)
{
    return rules->draft && !picks_now(rules, state) ? insertcoin_picked(rules, state, seat)
                                                    : insertcoin_hand(rules, state, seat);
}

static int list_ability(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                        const struct insertcoin_pad *pad, flip_move out[FLIP_MAX_MOVES])
{
    const int ability = insertcoin_running(pad);
    const int count = ability == INSERTCOIN_ABILITY_POTION
                          ? insertcoin_draws(rules, pad, insertcoin_symbols(rules, state, pad), out)
                          : insertcoin_fills(rules, pad, ability == INSERTCOIN_ABILITY_BOMB, out);
    out[count] = INSERTCOIN_MOVE_DECLINE;
    return count + 1;
}

/* The whole list; the loader sees to it that it never has more than INSERTCOIN_MOST_MOVES moves. */
static int list_all(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                    const struct insertcoin_pad *pad, flip_move out[FLIP_MAX_MOVES])
{
    if (pad->step == INSERTCOIN_ABILITY)
        return list_ability(rules, state, pad, out);
    const int draws = insertcoin_draws(rules, pad, insertcoin_symbols(rules, state, pad), out);
    return draws + insertcoin_fills(rules, pad, false, out + draws);
}

static int list_some(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                     const struct insertcoin_pad *pad, flip_move *out, int cap)
{
    flip_move all[FLIP_MAX_MOVES];
    const int count = list_all(rules, state, pad, all);
    for (int i = 0; i < count && i < cap; i++)
        out[i] = all[i];
    return count;
}

int insertcoin_moves(const void *rules_, const void *state_, int seat, flip_move *out, int cap)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (!(state->acting >> seat & 1))
        return 0;
    if (pad->step == INSERTCOIN_CHOOSE) {
        const flip_set cards = keepable(rules, state, seat);
        return picks_now(rules, state) ? list_single_cards(cards, out, cap) : list_three_cards(cards, out, cap);
    }
    return cap >= FLIP_MAX_MOVES ? list_all(rules, state, pad, out) : list_some(rules, state, pad, out, cap);
}

/* --- why not ------------------------------------------------------------------------------------------------------------- */

static bool no(struct flip_error *why, const char *sentence)
{
    flip_fail(why, FLIP_ERROR_ILLEGAL, "%s", sentence);
    return false;
}

static bool keep_legal(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                       flip_move move, struct flip_error *why)
{
    const flip_set cards = insertcoin_kept_set(move);
    const bool picks = picks_now(rules, state);
    if (insertcoin_kind(move) != INSERTCOIN_MOVE_KEEP)
        return no(why, "Choose the cards you keep first.");
    if (flip_set_count(cards) != (picks ? 1 : INSERTCOIN_KEPT))
        return no(why, picks ? "Pick one card and pass the others on." : "Keep three cards.");
    if (cards & ~keepable(rules, state, seat))
        return no(why, "Keep cards from your hand.");
    return true;
}

static bool level_legal(const struct insertcoin_pad *pad, int level, struct flip_error *why)
{
    if (level >= INSERTCOIN_LEVELS)
        return no(why, "There are the levels 1, 2 and 3.");
    if (pad->free[level] == 0)
        return no(why, "This level is complete.");
    return true;
}

static bool draw_legal(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                       const struct insertcoin_pad *pad, flip_move move, struct flip_error *why)
{
    const int symbol = insertcoin_symbol(move), orientation = insertcoin_orientation(move);
    const int level = insertcoin_level(move), square = insertcoin_square(move, 0);
    if (symbol >= rules->edition.symbols || !(insertcoin_symbols(rules, state, pad) >> symbol & 1))
        return no(why, pad->step == INSERTCOIN_ABILITY
                           ? "The potion draws a symbol of the card that you have not drawn yet."
                       : pad->star ? "Draw a symbol of the card, or with your star one of up to 4 squares."
                                   : "Draw one of the two symbols of the card.");
    if (!level_legal(pad, level, why))
        return false;
    const struct insertcoin_piece *piece = &rules->piece[symbol][orientation % INSERTCOIN_ORIENTATIONS];
    if (orientation >= rules->orientations[symbol] || !flip_set_has(piece->anchors, square) ||
        move != piece->move + ((flip_move)level << INSERTCOIN_AT_LEVEL) + rules->step[symbol] * (flip_move)square)
        return no(why, "These squares do not make the symbol.");
    if (insertcoin_squares(rules, move) & ~pad->free[level])
        return no(why, "A symbol goes into free squares inside the shape.");
    return true;
}

static bool fill_legal(const struct insertcoin_pad *pad, flip_move move, struct flip_error *why)
{
    const int level = insertcoin_level(move), square = insertcoin_square(move, 0);
    const bool bomb = pad->step == INSERTCOIN_ABILITY && insertcoin_running(pad) == INSERTCOIN_ABILITY_BOMB;
    if (move != insertcoin_fill(level, square))
        return no(why, "Fill one square of one level.");
    if (!level_legal(pad, level, why))
        return false;
    if (bomb && !flip_set_has(insertcoin_blocks(pad->free[level]), square))
        return no(why, "Name the upper left square, a1 to g7, of a block with a free square.");
    if (!bomb && !flip_set_has(pad->free[level], square))
        return no(why, "This square is not a free square of the shape.");
    return true;
}

bool insertcoin_legal(const void *rules_, const void *state_, int seat, flip_move move, struct flip_error *why)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    const int kind = insertcoin_kind(move);
    if (!(state->acting >> seat & 1))
        return no(why, "You have nothing to decide now.");
    if (pad->step == INSERTCOIN_CHOOSE)
        return keep_legal(rules, state, seat, move, why);
    const bool ability = pad->step == INSERTCOIN_ABILITY;
    if (ability && move == INSERTCOIN_MOVE_DECLINE)
        return true;
    if (ability &&
        kind != (insertcoin_running(pad) == INSERTCOIN_ABILITY_POTION ? INSERTCOIN_MOVE_DRAW : INSERTCOIN_MOVE_FILL))
        return no(why, "Use the ability of your complete level first, or decline it.");
    if (kind == INSERTCOIN_MOVE_DRAW)
        return draw_legal(rules, state, pad, move, why);
    if (kind == INSERTCOIN_MOVE_FILL)
        return fill_legal(pad, move, why);
    return no(why, "Draw a symbol, or lose a Life and fill one square.");
}
