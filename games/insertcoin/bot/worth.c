/*
 * What a pad promises. Its traits are
 *
 * - of each level: how many squares are free, and how many points it stands for or is short of; what its ability is and how
 *   near it is; for every free square which of its eight neighbours are free; and its holes, the groups of squares that hang
 *   together: a hole of up to five squares can be filled by one symbol, or by none, and what counts is how often that symbol
 *   may still come;
 * - of the pad: the free squares of all levels, because time is what they share; Lives and Coins; complete levels, as GAME
 *   OVER counts them; shield, key, star, a flip to be skipped, abilities that are being asked.
 *
 * Every trait has a weight for each of nine stages. A stage is a number of flips to come: what the deck has left, or what the
 * fastest opponent may need to the end. Nothing here knows a single shape, so other editions are judged by the same weights.
 */
#include "games/insertcoin/bot/worth.h"

/* --- the outlook ------------------------------------------------------------------------------------------------------- */

/* A finisher draws about four squares a flip, and has to wait for the last symbols that fit. */
static int flips_to_finish(const struct insertcoin_pad *pad)
{
    const int free = flip_set_count(pad->free[0]) + flip_set_count(pad->free[1]) + flip_set_count(pad->free[2]);
    return (free + 3) / 4 + (free > 0 ? 2 : 0) + pad->skip;
}

static int stage_of(int flips)
{
    static const uint8_t first[INSERTCOIN_STAGES] = {0, 1, 2, 3, 4, 6, 9, 14, 20};
    int stage = INSERTCOIN_STAGES - 1;
    while (flips < first[stage])
        stage--;
    return stage;
}

/* The symbol comes with `cards` of the `deck` cards left, of which `flips` will be turned. */
static int hope_of(int cards, int flips, int deck)
{
    static const uint8_t least[INSERTCOIN_HOPES] = {0, 1, 5, 9, 14, 22}; /* tenths of a card */
    const int tenths = deck ? 10 * cards * flips / deck : 0;
    int hope = INSERTCOIN_HOPES - 1;
    while (tenths < least[hope])
        hope--;
    return hope;
}

struct insertcoin_outlook insertcoin_look_out(const struct insertcoin_rules *rules,
                                              const struct insertcoin_state *state, int seat)
{
    const flip_set cards = state->stage < INSERTCOIN_FLIPPING ? rules->all_cards : state->deck;
    const int deck = flip_set_count(cards);
    int flips = deck;
    for (int other = 0; other < rules->seats; other++) {
        const int others = other == seat ? flips : flips_to_finish(&state->pad[other]);
        if (others < flips && state->pad[other].shape[0])
            flips = others;
    }
    struct insertcoin_outlook outlook = {.rules = rules, .stage = stage_of(flips), .game_overs = state->game_overs};
    for (int symbol = 0; symbol < rules->edition.symbols; symbol++)
        outlook.hope[symbol] = (uint8_t)hope_of(flip_set_count(cards & rules->symbol_cards[symbol]), flips, deck);
    return outlook;
}

/* --- corners ------------------------------------------------------------------------------------------------------------- */

/*
 * The class of the eight neighbours of a free square, as bits from the upper left to the lower right: the smallest number that
 * turning and mirroring can give, numbered in ascending order.
 */
/* clang-format off */
static const uint8_t corner_class[256] = {
    0,1,2,3,1,4,3,5,2,3,6,7,8,9,10,11,2,8,6,10,3,9,7,11,12,13,14,15,13,16,15,17,
    1,4,8,9,18,19,20,21,3,5,10,11,20,21,22,23,8,24,25,26,20,27,28,29,13,30,31,32,33,34,35,36,
    2,8,12,13,8,24,13,30,6,10,14,15,25,26,31,32,6,25,14,31,10,26,15,32,14,31,37,38,31,39,38,40,
    3,9,13,16,20,27,33,34,7,11,15,17,28,29,35,36,10,26,31,39,22,41,35,42,15,32,38,40,35,42,43,44,
    1,18,8,20,4,19,9,21,8,20,25,28,24,27,26,29,3,20,10,22,5,21,11,23,13,33,31,35,30,34,32,36,
    4,19,24,27,19,45,27,46,9,21,26,29,27,46,41,47,9,27,26,41,21,46,29,47,16,34,39,42,34,48,42,49,
    3,20,13,33,9,27,16,34,10,22,31,35,26,41,39,42,7,28,15,35,11,29,17,36,15,35,38,43,32,42,40,44,
    5,21,30,34,21,46,34,48,11,23,32,36,29,47,42,49,11,29,32,42,23,47,36,49,17,36,40,44,36,49,44,50,
};
/* clang-format on */

/* Three rows of three squares around a square, from rows with a blocked column on either side. */
static inline unsigned neighbours(const uint16_t *row, int square)
{
    const int y = square / INSERTCOIN_SIDE, x = square % INSERTCOIN_SIDE;
    const unsigned above = (unsigned)row[y] >> x & 7, beside = (unsigned)row[y + 1] >> x & 5,
                   below = (unsigned)row[y + 2] >> x & 7;
    return above | (beside & 1) << 3 | (beside & 4) << 2 | below << 5;
}

static void rows_of(flip_set free, uint16_t row[INSERTCOIN_SIDE + 2])
{
    row[0] = row[INSERTCOIN_SIDE + 1] = 0;
    for (int y = 0; y < INSERTCOIN_SIDE; y++)
        row[y + 1] = (uint16_t)((free >> (y * INSERTCOIN_SIDE) & 255) << 1);
}

/* Few, some or many squares are free: how near the end of a level is. */
static int nearness_of(int left) { return left <= 6 ? 0 : left <= 16 ? 1 : 2; }

static int first_corner(int left) { return INSERTCOIN_TRAIT_CORNER + nearness_of(left) * INSERTCOIN_CORNERS; }

static int corner_traits(flip_set free, uint16_t *out)
{
    uint16_t row[INSERTCOIN_SIDE + 2];
    const int first = first_corner(flip_set_count(free));
    int count = 0;
    rows_of(free, row);
    for (flip_set rest = free; rest; rest = flip_set_rest(rest))
        out[count++] = (uint16_t)(first + corner_class[neighbours(row, flip_set_first(rest))]);
    return count;
}

/* --- holes --------------------------------------------------------------------------------------------------------------- */

static const flip_set left_column = 0x0101010101010101, right_column = 0x8080808080808080;

static inline flip_set beside_or_at(flip_set squares)
{
    return squares | (squares & ~right_column) << 1 | (squares & ~left_column) >> 1;
}

/* The squares that hang together with the seed; some of them, if all that are `sought` are among these. */
static flip_set group_of(flip_set seed, flip_set free, flip_set sought)
{
    for (flip_set last = 0; seed != last && (sought & ~seed);) {
        last = seed;
        seed |= (seed << INSERTCOIN_SIDE | seed >> INSERTCOIN_SIDE) & free;
        seed = beside_or_at(seed) & free;
    }
    return seed;
}

flip_set insertcoin_narrow(flip_set free)
{
    const flip_set right = free & (free & ~left_column) >> 1, left = free & (free & ~right_column) << 1;
    const flip_set below = free & free >> INSERTCOIN_SIDE, above = free & free << INSERTCOIN_SIDE;
    return free & ~((right & left) | (below & above) | ((right | left) & (below | above)));
}

/* A single square; a symbol's form of 2 to 5 squares by hope; another form of that size; 6, 7, 8, 9, 10 and more squares. */
enum { SYMBOLS = 1, NO_SYMBOL = SYMBOLS + 4 * INSERTCOIN_HOPES, LARGE, LARGEST = INSERTCOIN_HOLES - 1 };

static int symbol_hole(const struct insertcoin_outlook *outlook, int size, int symbol)
{
    return SYMBOLS + (size - 2) * INSERTCOIN_HOPES + outlook->hope[symbol];
}

static int hole_kind(const struct insertcoin_outlook *outlook, flip_set hole)
{
    const int size = flip_set_count(hole);
    if (size == 1)
        return 0;
    if (size > INSERTCOIN_SYMBOL_SQUARES)
        return LARGE + size - 6 < LARGEST ? LARGE + size - 6 : LARGEST;
    const int symbol = insertcoin_symbol_of(outlook->rules, hole);
    return symbol < 0 ? NO_SYMBOL : symbol_hole(outlook, size, symbol);
}

static int hole_traits(const struct insertcoin_outlook *outlook, flip_set free, uint16_t *out)
{
    int count = 0;
    while (free) {
        const flip_set hole = group_of(free & (~free + 1), free, free);
        out[count++] = (uint16_t)(INSERTCOIN_TRAIT_HOLE + hole_kind(outlook, hole));
        free &= ~hole;
    }
    return count;
}

/* --- the traits ------------------------------------------------------------------------------------------------------------ */

static int free_trait(int left)
{
    return INSERTCOIN_TRAIT_FREE + (left < INSERTCOIN_FREE ? left : INSERTCOIN_FREE - 1);
}

/* Far below 0 points squares are filled for nothing yet. */
static int gap_trait(const struct insertcoin_shape *shape, int left)
{
    const int gap = shape->value - left + 16;
    return INSERTCOIN_TRAIT_GAP + (gap < 0 ? 0 : gap < INSERTCOIN_GAPS ? gap : INSERTCOIN_GAPS - 1);
}

static int ability_trait(const struct insertcoin_shape *shape, int left)
{
    return INSERTCOIN_TRAIT_ABILITY + shape->ability * INSERTCOIN_NEARNESS + nearness_of(left);
}

int insertcoin_level_traits(const struct insertcoin_outlook *outlook, const struct insertcoin_shape *shape,
                            flip_set free, uint16_t *out)
{
    if (free == 0)
        return 0;
    const int left = flip_set_count(free);
    out[0] = (uint16_t)free_trait(left);
    out[1] = (uint16_t)gap_trait(shape, left);
    out[2] = (uint16_t)ability_trait(shape, left);
    const int corners = corner_traits(free, out + 3);
    return 3 + corners + hole_traits(outlook, free, out + 3 + corners);
}

int insertcoin_pad_traits(const struct insertcoin_outlook *outlook, const struct insertcoin_pad *pad, uint16_t *out)
{
    const int free = flip_set_count(pad->free[0]) + flip_set_count(pad->free[1]) + flip_set_count(pad->free[2]);
    const int total = (free + 3) / 4, supply = pad->coins * outlook->rules->edition.lives + pad->lives;
    int count = 0;
    out[count++] = (uint16_t)(INSERTCOIN_TRAIT_TOTAL + (total < INSERTCOIN_TOTALS ? total : INSERTCOIN_TOTALS - 1));
    out[count++] =
        (uint16_t)(INSERTCOIN_TRAIT_SUPPLY + (supply < INSERTCOIN_SUPPLIES ? supply : INSERTCOIN_SUPPLIES - 1));
    out[count++] = (uint16_t)(INSERTCOIN_TRAIT_OVER + outlook->game_overs * 4 + flip_set_count(pad->done));
    out[count++] = INSERTCOIN_TRAIT_FLAG;
    const uint8_t flags[] = {pad->shield, pad->key, pad->star, pad->skip};
    for (int i = 0; i < 4; i++)
        if (flags[i])
            out[count++] = (uint16_t)(INSERTCOIN_TRAIT_FLAG + 1 + i);
    for (int i = 0; i < pad->waiting_count; i++) {
        const int asked = pad->waiting[i] == INSERTCOIN_ABILITY_CHERRIES ? 0
                          : pad->waiting[i] == INSERTCOIN_ABILITY_BOMB   ? 1
                                                                         : 2;
        out[count++] = (uint16_t)(INSERTCOIN_TRAIT_FLAG + 5 + asked);
    }
    return count;
}

/* --- the worth ------------------------------------------------------------------------------------------------------------- */

static float sum_of(const struct insertcoin_outlook *outlook, const float *weights, const uint16_t *traits, int count)
{
    const float *stage = weights + outlook->stage * INSERTCOIN_STAGE_TRAITS;
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += stage[traits[i]];
    return sum;
}

static float all_corners(const float *stage, flip_set free)
{
    uint16_t row[INSERTCOIN_SIDE + 2];
    const float *corner = stage + first_corner(flip_set_count(free));
    float sum = 0;
    rows_of(free, row);
    for (flip_set rest = free; rest; rest = flip_set_rest(rest))
        sum += corner[corner_class[neighbours(row, flip_set_first(rest))]];
    return sum;
}

static float hole_weight(const struct insertcoin_outlook *outlook, const float *stage, flip_set hole)
{
    return stage[INSERTCOIN_TRAIT_HOLE + hole_kind(outlook, hole)];
}

/* Every hole has some of the squares of the edge: when one has all that are left of them, it is the last. */
static float all_holes(const struct insertcoin_outlook *outlook, const float *stage, flip_set free, flip_set edge)
{
    float sum = 0;
    while (free) {
        flip_set hole = group_of(free & (~free + 1), free, edge);
        if ((edge & ~hole) == 0)
            hole = free;
        sum += hole_weight(outlook, stage, hole);
        free &= ~hole;
        edge &= ~hole;
    }
    return sum;
}

/* Each group has a square, the first in its top row, with none to the left and none above. */
static int most_groups(flip_set squares)
{
    return flip_set_count(squares & ~((squares & ~right_column) << 1 | squares << INSERTCOIN_SIDE));
}

/* What a hole can be worth at most at this moment, or 0. */
static float best_hole(const struct insertcoin_outlook *outlook, const float *stage)
{
    const struct insertcoin_rules *rules = outlook->rules;
    const float *hole = stage + INSERTCOIN_TRAIT_HOLE;
    float best = hole[0] > 0 ? hole[0] : 0;
    for (int kind = NO_SYMBOL; kind <= LARGEST; kind++)
        best = hole[kind] > best ? hole[kind] : best;
    for (int symbol = 0; symbol < rules->edition.symbols; symbol++) {
        const float worth = hole[symbol_hole(outlook, rules->size[symbol], symbol)];
        best = worth > best ? worth : best;
    }
    return best;
}

/* What a level has besides corners and holes. */
static float plain_worth(const float *stage, const struct insertcoin_shape *shape, int left)
{
    const int points = shape->value - left;
    return (float)(points > 0 ? points : 0) + stage[free_trait(left)] + stage[gap_trait(shape, left)] +
           stage[ability_trait(shape, left)];
}

static const float *stage_weights(const struct insertcoin_outlook *outlook, const float *weights)
{
    return weights + outlook->stage * INSERTCOIN_STAGE_TRAITS;
}

float insertcoin_level_worth(const struct insertcoin_outlook *outlook, const float *weights,
                             const struct insertcoin_shape *shape, flip_set free)
{
    const float *stage = stage_weights(outlook, weights);
    return free ? plain_worth(stage, shape, flip_set_count(free)) + all_corners(stage, free) +
                      all_holes(outlook, stage, free, free)
                : (float)shape->value;
}

void insertcoin_stretch(struct insertcoin_canvas *canvas, const struct insertcoin_outlook *outlook,
                        const float *weights, const struct insertcoin_shape *shape, flip_set free)
{
    const float *stage = stage_weights(outlook, weights);
    const int left = flip_set_count(free);
    const float *corner = stage + first_corner(left);
    uint16_t row[INSERTCOIN_SIDE + 2];
    canvas->free = free;
    canvas->left = left;
    canvas->outlook = outlook;
    canvas->stage = stage;
    canvas->corners = 0;
    rows_of(free, row);
    for (flip_set rest = free; rest; rest = flip_set_rest(rest)) {
        const int square = flip_set_first(rest);
        canvas->near[square] = (uint8_t)neighbours(row, square);
        canvas->corner[square] = corner[corner_class[canvas->near[square]]];
        canvas->corners += canvas->corner[square];
    }
    canvas->best_hole = best_hole(outlook, stage);
    canvas->holes = 0;
    canvas->hole_count = 0;
    for (flip_set rest = free; rest; rest &= ~canvas->hole[canvas->hole_count - 1]) {
        const flip_set hole = group_of(rest & (~rest + 1), rest, rest);
        canvas->hole[canvas->hole_count] = hole;
        canvas->hole_worth[canvas->hole_count++] = hole_weight(outlook, stage, hole);
        canvas->holes += canvas->hole_worth[canvas->hole_count - 1];
    }
    for (int filled = 0; filled <= INSERTCOIN_SYMBOL_SQUARES && filled < left; filled++) {
        canvas->plain[filled] = plain_worth(stage, shape, left - filled);
        canvas->weight[filled] = stage + first_corner(left - filled);
    }
    canvas->worth = free ? canvas->plain[0] + canvas->corners + canvas->holes : (float)shape->value;
}

static const float rounding = 0.01f; /* more than sums of the same worths differ by */

/* Only the squares around those that are filled get other corners, unless the whole level comes nearer to its end. */
static float corners_without(const struct insertcoin_canvas *canvas, const struct insertcoin_outline *outline,
                             int first, flip_set squares, flip_set touched)
{
    const float *weight = canvas->weight[outline->size];
    const uint8_t *bare = outline->bare + INSERTCOIN_SQUARES - first;
    if (weight != canvas->weight[0]) {
        float corners = 0;
        for (flip_set rest = canvas->free & ~squares; rest; rest = flip_set_rest(rest)) {
            const int square = flip_set_first(rest);
            corners += weight[corner_class[canvas->near[square] & bare[square]]];
        }
        return corners;
    }
    float corners = canvas->corners;
    for (flip_set rest = touched; rest; rest = flip_set_rest(rest)) {
        const int square = flip_set_first(rest);
        corners += weight[corner_class[canvas->near[square] & bare[square]]] - canvas->corner[square];
    }
    for (flip_set rest = squares; rest; rest = flip_set_rest(rest))
        corners -= canvas->corner[flip_set_first(rest)];
    return corners;
}

/* In most cases a hole stays whole, because what is free around the squares hangs together, or the worth is too little even if
   each part of it becomes the best of holes. */
float insertcoin_worth_without(const struct insertcoin_canvas *canvas, const struct insertcoin_outline *outline,
                               int first, float enough)
{
    const flip_set squares = outline->squares << first, beside = beside_or_at(squares);
    const flip_set touched = (beside | beside << INSERTCOIN_SIDE | beside >> INSERTCOIN_SIDE) & canvas->free & ~squares;
    int hole = 0;
    while ((canvas->hole[hole] & squares) == 0)
        hole++;
    const flip_set rest = canvas->hole[hole] & ~squares, edge = touched & rest;
    const int groups = most_groups(edge);
    const float others = canvas->plain[outline->size] + corners_without(canvas, outline, first, squares, touched) +
                         canvas->holes - canvas->hole_worth[hole],
                most = others + (float)groups * canvas->best_hole;
    if (most + rounding < enough)
        return most;
    return others + (groups == 1 ? hole_weight(canvas->outlook, canvas->stage, rest)
                                 : all_holes(canvas->outlook, canvas->stage, rest, edge));
}

float insertcoin_pad_worth(const struct insertcoin_outlook *outlook, const float *weights,
                           const struct insertcoin_pad *pad)
{
    uint16_t traits[INSERTCOIN_MOST_TRAITS];
    const int count = insertcoin_pad_traits(outlook, pad, traits);
    const struct insertcoin_edition *edition = &outlook->rules->edition;
    return (float)(pad->coins * edition->coin_points + pad->lives * edition->life_points) +
           sum_of(outlook, weights, traits, count);
}
