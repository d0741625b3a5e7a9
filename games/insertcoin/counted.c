/*
 * Any legal move on a graphics card. There a list of places would lie in memory that is slow, and counting is quick: so the places of all
 * pieces are counted, a number is drawn, and the pieces are gone through once more until it is reached. Three levels are three values, not
 * an array with an index, so that they stay in registers. The move is that of any.c, with the same numbers from the same source.
 */
#include "core/numbers.h"
#include "games/insertcoin/insertcoin.h"

/* All pieces of a set of symbols, one after the other. */
struct walk {
    uint32_t symbols; /* 0: the end */
    int symbol, orientation, orientations;
};

static inline struct walk first_piece(const struct insertcoin_rules *rules, uint32_t symbols)
{
    const int symbol = symbols ? __builtin_ctz(symbols) : 0;
    return (struct walk){symbols, symbol, 0, rules->orientations[symbol]};
}

static inline void next_piece(const struct insertcoin_rules *rules, struct walk *walk)
{
    if (++walk->orientation == walk->orientations)
        *walk = first_piece(rules, walk->symbols & (walk->symbols - 1));
}

static inline uint32_t word_of(const struct insertcoin_rules *rules, const struct walk *walk)
{
    return rules->word[walk->symbol][walk->orientation];
}

/* The columns in which the first square can lie, in all rows. */
static inline flip_set columns_of(uint32_t word)
{
    const uint32_t rows = (word >> INSERTCOIN_AT_COLUMNS) * 0x01010101u;
    return (flip_set)rows << 32 | rows;
}

/* Where the first square can lie so that all are free. What is pushed over the lower edge is lost, so only columns need a mask. */
static inline flip_set places_of(uint32_t word, flip_set columns, flip_set free)
{
    flip_set places = columns & free;
    for (int i = 0; i < INSERTCOIN_SYMBOL_SQUARES - 1; i++)
        places &= free >> (word >> i * INSERTCOIN_SQUARE_BITS & 63);
    return places;
}

#ifdef __NVPTX__
/* Several threads tell a game, each every so manyth orientation. */
void insertcoin_draw_sets(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                          flip_set *out)
{
    const flip_set free[INSERTCOIN_LEVELS] = {pad->free[0], pad->free[1], pad->free[2]};
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        flip_set *const form = &out[rules->first_form[symbol]];
        for (int i = flip_teller(); i < rules->orientations[symbol]; i += FLIP_TELLERS) {
            const uint32_t word = rules->word[symbol][i];
            const flip_set columns = columns_of(word);
            for (int level = 0; level < INSERTCOIN_LEVELS; level++)
                form[level * rules->forms + i] = places_of(word, columns, free[level]);
        }
    }
}
#endif

/* What is counted on each level. */
struct counts {
    uint32_t level[INSERTCOIN_LEVELS];
};

static inline uint32_t sum(const struct counts *counts)
{
    return counts->level[0] + counts->level[1] + counts->level[2];
}

static inline struct counts count_draws(const struct insertcoin_rules *rules, const flip_set free[INSERTCOIN_LEVELS],
                                        uint32_t symbols)
{
    struct counts counts = {{0}};
    for (struct walk walk = first_piece(rules, symbols); walk.symbols; next_piece(rules, &walk)) {
        const uint32_t word = word_of(rules, &walk);
        const flip_set columns = columns_of(word);
        for (int level = 0; level < INSERTCOIN_LEVELS; level++)
            counts.level[level] += (uint32_t)flip_set_count(places_of(word, columns, free[level]));
    }
    return counts;
}

static inline struct counts count_squares(const flip_set squares[INSERTCOIN_LEVELS])
{
    struct counts counts = {{0}};
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        counts.level[level] = (uint32_t)flip_set_count(squares[level]);
    return counts;
}

/* The level in which number `n` lies, which becomes its number there. */
static inline int level_of(const struct counts *counts, uint32_t *n)
{
    const uint32_t second = counts->level[0], third = second + counts->level[1];
    const int level = *n < second ? 0 : *n < third ? 1 : 2;
    *n -= level == 0 ? 0 : level == 1 ? second : third;
    return level;
}

static inline flip_set at_level(const flip_set sets[INSERTCOIN_LEVELS], int level)
{
    return level == 0 ? sets[0] : level == 1 ? sets[1] : sets[2];
}

static inline flip_move nth_draw(const struct insertcoin_rules *rules, flip_set free, int level, uint32_t symbols,
                                 uint32_t n)
{
    struct walk walk = first_piece(rules, symbols);
    flip_set places = places_of(word_of(rules, &walk), columns_of(word_of(rules, &walk)), free);
    for (uint32_t here; n >= (here = (uint32_t)flip_set_count(places));) {
        n -= here;
        next_piece(rules, &walk);
        places = places_of(word_of(rules, &walk), columns_of(word_of(rules, &walk)), free);
    }
    return (rules->piece[walk.symbol][walk.orientation].move | (flip_move)level << INSERTCOIN_AT_LEVEL) +
           rules->step[walk.symbol] * (flip_move)flip_set_nth(places, (int)n);
}

/* What a seat may do but keep cards: draw these symbols, fill these squares, decline. */
struct offer {
    uint32_t symbols;
    flip_set fills[INSERTCOIN_LEVELS];
    bool decline;
};

static inline struct offer offer_to(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                                    const struct insertcoin_pad *pad)
{
    const bool asked = pad->step == INSERTCOIN_ABILITY;
    const bool potion = asked && insertcoin_running(pad) == INSERTCOIN_ABILITY_POTION;
    const bool bomb = asked && insertcoin_running(pad) == INSERTCOIN_ABILITY_BOMB;
    struct offer offer = {.symbols = !asked || potion ? insertcoin_symbols(rules, state, pad) : 0, .decline = asked};
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        offer.fills[level] = potion ? 0 : bomb ? insertcoin_blocks(pad->free[level]) : pad->free[level];
    return offer;
}

static inline flip_move any_of(const struct insertcoin_rules *rules, const flip_set free[INSERTCOIN_LEVELS],
                               const struct offer *offer, struct flip_random *random)
{
    const struct counts draws = count_draws(rules, free, offer->symbols), fills = count_squares(offer->fills);
    const uint32_t drawn = sum(&draws), all = drawn + sum(&fills);
    uint32_t n = flip_random_below(random, all + offer->decline);
    if (n >= all)
        return INSERTCOIN_MOVE_DECLINE;
    if (n < drawn) {
        const int level = level_of(&draws, &n);
        return nth_draw(rules, at_level(free, level), level, offer->symbols, n);
    }
    n -= drawn;
    const int level = level_of(&fills, &n);
    return insertcoin_fill(level, flip_set_nth(at_level(offer->fills, level), (int)n));
}

flip_move insertcoin_counted(const void *rules_, const void *state_, int seat, struct flip_random *random)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (pad->step == INSERTCOIN_CHOOSE)
        return insertcoin_any_keep(rules, state, seat, random);
    const flip_set free[INSERTCOIN_LEVELS] = {pad->free[0], pad->free[1], pad->free[2]};
    const struct offer offer = offer_to(rules, state, pad);
    return any_of(rules, free, &offer, random);
}
