/*
 * Any legal move, each as likely as the others, without the list of them all. A random player throws away two hundred moves
 * for the one it makes; counting them takes a few shifts for every orientation of a symbol, whatever the number of places.
 * The move is the one that stands at the drawn number in the list of choices.c, so both ways play the same games.
 */
#include "games/insertcoin/levels.h"

#include <flipside/learn.h>

/* A card shows two symbols, and none has more than eight orientations: more fours than usual are for a star alone. */
enum {
    FOUR = 4,
    USUAL_FOURS = INSERTCOIN_CARD_SYMBOLS * INSERTCOIN_ORIENTATIONS / FOUR,
    MOST_FOURS = INSERTCOIN_SYMBOLS * INSERTCOIN_ORIENTATIONS / FOUR
};

/* Where bricks of each kind can lie so that all their squares are free. A fourth level makes rows as long as two vectors. */
typedef flip_set bricks[INSERTCOIN_BRICKS][INSERTCOIN_LEVELS + 1];

static inline void find_bricks(const struct insertcoin_pad *pad, bricks out)
{
    const flip_set not_in_the_last_column = 0x7f7f7f7f7f7f7f7f;
    const struct levels one = levels_of(pad->free), down = levels_both(one, levels_back(one, INSERTCOIN_SIDE));
    const struct levels across = levels_in(levels_both(one, levels_back(one, 1)), not_in_the_last_column);
    levels_keep(levels_in(one, 0), out[INSERTCOIN_BRICK_NONE]);
    levels_keep(one, out[INSERTCOIN_BRICK_ONE]);
    levels_keep(across, out[INSERTCOIN_BRICK_TWO_ACROSS]);
    levels_keep(down, out[INSERTCOIN_BRICK_TWO_DOWN]);
    levels_keep(levels_both(across, levels_back(across, 1)), out[INSERTCOIN_BRICK_THREE_ACROSS]);
    levels_keep(levels_both(down, levels_back(down, INSERTCOIN_SIDE)), out[INSERTCOIN_BRICK_THREE_DOWN]);
    levels_keep(levels_both(across, down), out[INSERTCOIN_BRICK_TOP_LEFT]);
    levels_keep(levels_both(across, levels_back(down, 1)), out[INSERTCOIN_BRICK_TOP_RIGHT]);
    levels_keep(levels_both(down, levels_back(across, INSERTCOIN_SIDE)), out[INSERTCOIN_BRICK_BOTTOM_LEFT]);
    levels_keep(levels_both(down, levels_back(across, INSERTCOIN_SIDE - 1)), out[INSERTCOIN_BRICK_BOTTOM_RIGHT]);
}

static inline struct levels find_places(const struct insertcoin_piece *piece, bricks at)
{
    return levels_both(levels_of(at[piece->brick[0]]), levels_back(levels_of(at[piece->brick[1]]), piece->second));
}

#ifndef __NVPTX__ /* a card's is in counted.c */
void insertcoin_draw_sets(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                          flip_set *out)
{
    bricks at;
    find_bricks(pad, at);
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        flip_set *form = &out[rules->first_form[symbol]];
        for (int i = 0; i < rules->orientations[symbol]; i++, form++) {
            const struct levels places = find_places(&rules->piece[symbol][i], at);
            form[0] = places.two[0];
            form[rules->forms] = places.two[1];
            form[2 * rules->forms] = places.third;
        }
    }
}

void insertcoin_draw_some(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                          struct flip_some_sets *out)
{
    bricks at;
    int forms = 0, n = 0;
    for (uint32_t rest = symbols; rest; rest &= rest - 1)
        forms += rules->orientations[__builtin_ctz(rest)];
    find_bricks(pad, at);
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        for (int i = 0; i < rules->orientations[symbol]; i++, n++) {
            const struct levels places = find_places(&rules->piece[symbol][i], at);
            const flip_set level[INSERTCOIN_LEVELS] = {places.two[0], places.two[1], places.third};
            for (int k = 0; k < INSERTCOIN_LEVELS; k++) {
                out->at[k * forms + n] = k * rules->forms + rules->first_form[symbol] + i;
                out->set[k * forms + n] = level[k];
            }
        }
    }
    out->count = INSERTCOIN_LEVELS * forms;
}
#endif

/* --- drawing a symbol ---------------------------------------------------------------------------------------------------- */

/* The pieces that may be drawn, in the order of the list, and how many places they have. Pieces come in fours: those that a symbol
   does not have fit nowhere. */
struct places {
    const struct insertcoin_piece *four[MOST_FOURS];
    uint64_t before[FOUR * MOST_FOURS]; /* of all pieces before this one */
    uint64_t count;                     /* of all */
    int fours;
    bricks at;
};

static inline void count_symbol(const struct insertcoin_piece *piece, int orientations, struct places *out)
{
    for (int i = 0; i < orientations; i += FOUR) {
        uint64_t *before = &out->before[(size_t)out->fours * FOUR], count = out->count;
        out->four[out->fours++] = piece;
        for (int k = 0; k < FOUR; k++) {
            before[k] = count;
            count += levels_count(find_places(piece++, out->at));
        }
        out->count = count;
    }
}

static inline void count_draws(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                               struct places *out)
{
    out->fours = 0;
    out->count = 0;
    for (int i = 1; i < USUAL_FOURS; i++) /* no place is behind a four that is missing */
        out->before[FOUR * i] = UINT64_MAX;
    find_bricks(pad, out->at);
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        count_symbol(rules->piece[symbol], rules->orientations[symbol], out);
    }
}

/* The level in which the n-th place lies; n becomes its number there. Like all that follows it compares and adds: nobody can guess it,
   so a branch would cost more. */
static inline int level_of(uint64_t counts, uint32_t *n)
{
    const uint32_t first = count_in(counts, 0), second = first + count_in(counts, 1);
    const uint32_t after_first = *n >= first, after_second = *n >= second;
    *n -= (first & -after_first) + ((second - first) & -after_second);
    return (int)(after_first + after_second);
}

/* The four, and in it the piece, to which the n-th place of a level belongs. As many fours as usual are always looked at: then their
   number need not be guessed either. */
static inline int four_of(const struct places *places, int level, uint32_t n)
{
    int four = 0;
    for (int i = 1; i < USUAL_FOURS; i++)
        four += count_in(places->before[FOUR * i], level) <= n;
    for (int i = USUAL_FOURS; i < places->fours; i++)
        four += count_in(places->before[FOUR * i], level) <= n;
    return four;
}

static inline int piece_of(const uint64_t before[FOUR], int level, uint32_t n)
{
    int place = 0;
    for (int i = 1; i < FOUR; i++)
        place += count_in(before[i], level) <= n;
    return place;
}

static inline flip_move nth_draw(const struct insertcoin_rules *rules, const struct places *places, uint32_t n)
{
    const int level = level_of(places->count, &n), four = four_of(places, level, n);
    const uint64_t *before = &places->before[FOUR * four];
    const int which = piece_of(before, level, n);
    const struct insertcoin_piece *piece = &places->four[four][which];
    const flip_set anchors = places->at[piece->brick[0]][level] & places->at[piece->brick[1]][level] >> piece->second;
    const int square = flip_set_nth(anchors, (int)(n - count_in(before[which], level)));
    return (piece->move | (flip_move)level << INSERTCOIN_AT_LEVEL) +
           rules->step[insertcoin_symbol(piece->move)] * (flip_move)square;
}

static flip_move nth_fill(const flip_set squares[INSERTCOIN_LEVELS], uint64_t counts, uint32_t n)
{
    const int level = level_of(counts, &n);
    return insertcoin_fill(level, flip_set_nth(squares[level], (int)n));
}

/* --- any move ------------------------------------------------------------------------------------------------------------ */

flip_move insertcoin_any_keep(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
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
        const uint32_t count = count_in_all(places.count);
        const uint32_t n = flip_random_below(random, count + 1);
        return n < count ? nth_draw(rules, &places, n) : INSERTCOIN_MOVE_DECLINE;
    }
    flip_set squares[INSERTCOIN_LEVELS];
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        squares[level] = ability == INSERTCOIN_ABILITY_BOMB ? insertcoin_blocks(pad->free[level]) : pad->free[level];
    const uint64_t counts = levels_count(levels_of(squares));
    const uint32_t count = count_in_all(counts), n = flip_random_below(random, count + 1);
    return n < count ? nth_fill(squares, counts, n) : INSERTCOIN_MOVE_DECLINE;
}

flip_move insertcoin_any(const void *rules_, const void *state_, int seat, struct flip_random *random)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (pad->step == INSERTCOIN_CHOOSE)
        return insertcoin_any_keep(rules, state, seat, random);
    if (pad->step == INSERTCOIN_ABILITY)
        return any_ability(rules, state, pad, random);
    struct places places;
    count_draws(rules, pad, insertcoin_symbols(rules, state, pad), &places);
    const uint64_t fills = levels_count(levels_of(pad->free));
    const uint32_t draws = count_in_all(places.count);
    const uint32_t n = flip_random_below(random, draws + count_in_all(fills));
    return n < draws ? nth_draw(rules, &places, n) : nth_fill(pad->free, fills, n - draws);
}
