/*
 * Any legal move, each as likely as the others, without the list of them all. A random player throws away two hundred moves
 * for the one it makes; counting them takes a few shifts for every orientation of a symbol, whatever the number of places.
 * The move is the one that stands at the drawn number in the list of choices.c, so both ways play the same games.
 */
#include "games/insertcoin/insertcoin.h"

enum { MOST_PIECES = INSERTCOIN_SYMBOLS * INSERTCOIN_ORIENTATIONS };

/* The places of the pieces that may be drawn, by level, and how many of them there are. */
struct places {
    uint32_t symbols;
    flip_set anchors[INSERTCOIN_LEVELS]
                    [MOST_PIECES]; /* the orientations of the first symbol, then those of the next … */
    int count[INSERTCOIN_LEVELS];
};

/* All three levels go side by side: they need the same strips, and none waits for another. */
static inline void place_symbol(const struct insertcoin_rules *rules,
                                flip_set strips[INSERTCOIN_LEVELS][INSERTCOIN_STRIPS], int symbol, int parts,
                                flip_set *restrict out, int apart)
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
        out[i] = a;
        out[apart + i] = b;
        out[2 * apart + i] = c;
    }
}

/* The places of all orientations of a symbol; the levels lie `apart`. With the parts as a constant the shifts of a piece stand in a row
   without a loop. */
static void place_draws(const struct insertcoin_rules *rules, flip_set strips[INSERTCOIN_LEVELS][INSERTCOIN_STRIPS],
                        int symbol, flip_set *out, int apart)
{
    switch (rules->parts[symbol]) {
    case 1:
        place_symbol(rules, strips, symbol, 1, out, apart);
        break;
    case 2:
        place_symbol(rules, strips, symbol, 2, out, apart);
        break;
    case 3:
        place_symbol(rules, strips, symbol, 3, out, apart);
        break;
    default:
        place_symbol(rules, strips, symbol, rules->parts[symbol], out, apart);
    }
}

static void find_strips(const struct insertcoin_pad *pad, flip_set strips[INSERTCOIN_LEVELS][INSERTCOIN_STRIPS])
{
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        insertcoin_find_strips(pad->free[level], strips[level]);
}

static void count_draws(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                        struct places *out)
{
    flip_set strips[INSERTCOIN_LEVELS][INSERTCOIN_STRIPS];
    int pieces = 0;
    find_strips(pad, strips);
    out->symbols = symbols;
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        place_draws(rules, strips, symbol, &out->anchors[0][pieces], MOST_PIECES);
        pieces += rules->orientations[symbol];
    }
    flip_sets_count_three(out->anchors[0], MOST_PIECES, pieces, out->count);
}

static inline uint32_t all_draws(const struct places *places)
{
    return (uint32_t)(places->count[0] + places->count[1] + places->count[2]);
}

void insertcoin_draw_sets(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                          flip_set *out)
{
    flip_set strips[INSERTCOIN_LEVELS][INSERTCOIN_STRIPS];
    find_strips(pad, strips);
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        place_draws(rules, strips, symbol, &out[rules->first_form[symbol]], rules->forms);
    }
}

/* The piece at this place among all orientations of the symbols. */
static const struct insertcoin_piece *piece_at(const struct insertcoin_rules *rules, uint32_t symbols, int place)
{
    int symbol = __builtin_ctz(symbols);
    while (place >= rules->orientations[symbol]) {
        place -= rules->orientations[symbol];
        symbols &= symbols - 1;
        symbol = __builtin_ctz(symbols);
    }
    return &rules->piece[symbol][place];
}

static flip_move nth_draw(const struct insertcoin_rules *rules, const struct places *places, uint32_t n)
{
    int level = 0, place = 0;
    while (n >= (uint32_t)places->count[level])
        n -= (uint32_t)places->count[level++];
    const flip_set *anchors = places->anchors[level];
    for (uint32_t here; n >= (here = (uint32_t)flip_set_count(anchors[place])); place++)
        n -= here;
    const flip_move move = piece_at(rules, places->symbols, place)->move;
    return (move | (flip_move)level << INSERTCOIN_AT_LEVEL) +
           rules->step[insertcoin_symbol(move)] * (flip_move)flip_set_nth(anchors[place], (int)n);
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
        const uint32_t count = all_draws(&places);
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
    const uint32_t draws = all_draws(&places);
    const uint32_t n = flip_random_below(random, draws + count_all(pad->free));
    return n < draws ? nth_draw(rules, &places, n) : nth_fill(pad->free, n - draws);
}
