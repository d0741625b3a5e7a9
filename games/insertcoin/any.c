/*
 * Any legal move, each as likely as the others, without the list of them all. A random player throws away two hundred moves
 * for the one it makes; counting them takes a few shifts for every orientation of a symbol, whatever the number of places.
 * The move is the one that stands at the drawn number in the list of choices.c, so both ways play the same games.
 */
#include "games/insertcoin/insertcoin.h"

#include <string.h>

enum { MOST_PIECES = INSERTCOIN_SYMBOLS * INSERTCOIN_ORIENTATIONS };

/* The places of the pieces that may be drawn, by level, and how many of them there are. */
struct places {
    int pieces;
    const struct insertcoin_piece *piece[MOST_PIECES];
    flip_set anchors[INSERTCOIN_LEVELS][MOST_PIECES];
    uint32_t count[INSERTCOIN_LEVELS];
};

/* All three levels go side by side: they need the same strips, and none waits for another. */
static inline void place_symbol(const struct insertcoin_rules *rules,
                                flip_set strips[INSERTCOIN_LEVELS][INSERTCOIN_STRIPS], int symbol, int parts,
                                struct places *out)
{
    for (int i = 0; i < rules->orientations[symbol]; i++) {
        const struct insertcoin_piece *piece = &rules->piece[symbol][i];
        const struct insertcoin_part *part = piece->part;
        flip_set a = piece->anchors & strips[0][part[0].strip];
        flip_set b = piece->anchors & strips[1][part[0].strip];
        flip_set c = piece->anchors & strips[2][part[0].strip];
        for (int k = 1; k < parts; k++) {
            a &= strips[0][part[k].strip] >> part[k].offset;
            b &= strips[1][part[k].strip] >> part[k].offset;
            c &= strips[2][part[k].strip] >> part[k].offset;
        }
        const int n = out->pieces++;
        out->piece[n] = piece;
        out->anchors[0][n] = a;
        out->anchors[1][n] = b;
        out->anchors[2][n] = c;
    }
}

/* With the parts as a constant the shifts of a piece stand in a row without a loop. */
static void place_draws(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                        struct places *out)
{
    flip_set strips[INSERTCOIN_LEVELS][INSERTCOIN_STRIPS];
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        insertcoin_find_strips(pad->free[level], strips[level]);
    out->pieces = 0;
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        switch (rules->parts[symbol]) {
        case 1:
            place_symbol(rules, strips, symbol, 1, out);
            break;
        case 2:
            place_symbol(rules, strips, symbol, 2, out);
            break;
        case 3:
            place_symbol(rules, strips, symbol, 3, out);
            break;
        default:
            place_symbol(rules, strips, symbol, rules->parts[symbol], out);
        }
    }
}

static void count_draws(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                        struct places *out)
{
    place_draws(rules, pad, symbols, out);
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        out->count[level] = (uint32_t)flip_sets_count(out->anchors[level], out->pieces);
}

void insertcoin_draw_sets(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                          flip_set *out)
{
    struct places places;
    place_draws(rules, pad, symbols, &places);
    for (int piece = 0; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols), count = rules->orientations[symbol];
        for (int level = 0; level < INSERTCOIN_LEVELS; level++)
            memcpy(&out[level * rules->forms + rules->first_form[symbol]], &places.anchors[level][piece],
                   sizeof *out * (size_t)count);
        piece += count;
    }
}

static flip_move nth_draw(const struct insertcoin_rules *rules, const struct places *places, uint32_t n)
{
    int level = 0, piece = 0;
    while (n >= places->count[level])
        n -= places->count[level++];
    const flip_set *anchors = places->anchors[level];
    for (uint32_t here; n >= (here = (uint32_t)flip_set_count(anchors[piece])); piece++)
        n -= here;
    const flip_move move = places->piece[piece]->move;
    return (move | (flip_move)level << INSERTCOIN_AT_LEVEL) +
           rules->step[insertcoin_symbol(move)] * (flip_move)flip_set_nth(anchors[piece], (int)n);
}

static flip_move nth_fill(const flip_set squares[INSERTCOIN_LEVELS], uint32_t n)
{
    int level = 0;
    for (uint32_t here; n >= (here = (uint32_t)flip_set_count(squares[level])); level++)
        n -= here;
    return insertcoin_fill(level, flip_set_nth(squares[level], (int)n));
}

static uint32_t count_all(const flip_set squares[INSERTCOIN_LEVELS])
{
    uint32_t count = 0;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        count += (uint32_t)flip_set_count(squares[level]);
    return count;
}

static flip_move any_keep(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                          struct flip_random *random)
{
    enum { HANDFUL = 16 }; /* ten ways to keep three cards of five */
    flip_move moves[HANDFUL];
    const int count = insertcoin_moves(rules, state, seat, moves, HANDFUL);
    return moves[flip_random_below(random, (uint32_t)count)];
}

static flip_move any_ability(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                             const struct insertcoin_pad *pad, struct flip_random *random)
{
    const int ability = insertcoin_running(pad);
    if (ability == INSERTCOIN_ABILITY_POTION) {
        struct places places;
        count_draws(rules, pad, insertcoin_symbols(rules, state, pad), &places);
        const uint32_t count = places.count[0] + places.count[1] + places.count[2];
        const uint32_t n = flip_random_below(random, count + 1);
        return n < count ? nth_draw(rules, &places, n) : INSERTCOIN_MOVE_DECLINE;
    }
    flip_set squares[INSERTCOIN_LEVELS];
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        squares[level] = ability == INSERTCOIN_ABILITY_BOMB ? insertcoin_blocks(pad->free[level]) : pad->free[level];
    const uint32_t count = count_all(squares), n = flip_random_below(random, count + 1);
    return n < count ? nth_fill(squares, n) : INSERTCOIN_MOVE_DECLINE;
}

flip_move insertcoin_any(const void *rules_, const void *state_, int seat, struct flip_random *random)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (pad->step == INSERTCOIN_CHOOSE)
        return any_keep(rules, state, seat, random);
    if (pad->step == INSERTCOIN_ABILITY)
        return any_ability(rules, state, pad, random);
    struct places places;
    count_draws(rules, pad, insertcoin_symbols(rules, state, pad), &places);
    const uint32_t draws = places.count[0] + places.count[1] + places.count[2];
    const uint32_t n = flip_random_below(random, draws + count_all(pad->free));
    return n < draws ? nth_draw(rules, &places, n) : nth_fill(pad->free, n - draws);
}
