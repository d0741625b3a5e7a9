/*
 * What a sheet promises. The worth of a sheet is what it scores already, what the rest of the track may bring (prepared by
 * track.c, exactly but for a guess how freely suits can be chosen), and what its map promises: every cell is looked at with
 * its four neighbours, every chain of consecutive numbers with the casinos at its ends. Each such trait has a weight in
 * points, learnt from games of the quick player against chance; all weights together are a table that knows nothing of the
 * size of the map or the place of the casinos.
 *
 * A number more changes five neighbourhoods and, if it fits a neighbour, chains, roads or areas. So a player that compares all
 * cells and numbers looks at little of the map each time; that is what makes thousands of playouts a second possible. Three of
 * four numbers fit nothing near a cell: what they gain there is worked out once. All sums are made in one order, so that a game is
 * the same game whatever is worked out when.
 */
#include "games/royalflip/bot/worth.h"

#include <string.h>

/* Codes of a map: 0 free, 1 … 10 a black number, 17 … 26 a red one. Consecutive codes are consecutive numbers of a colour. */
enum { FREE = 0, RED = 16, WALL = 32, CASINO = 33 };

static const int around[4] = {-1, 1, -ROYALFLIP_GRID_ROW, ROYALFLIP_GRID_ROW};

static inline int grid_place(int cell)
{
    return (cell >> 3) * ROYALFLIP_GRID_ROW + (cell & 7) + ROYALFLIP_GRID_ROW + 1;
}

static inline int cell_of(int place) { return (place / ROYALFLIP_GRID_ROW - 1) * 8 + place % ROYALFLIP_GRID_ROW - 1; }
static inline bool is_number(int code) { return code != FREE && code < WALL; }
static inline int at_most(int value, int limit) { return value < limit ? value : limit; }

static void read_map(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                     struct royalflip_map *map)
{
    memset(map->code, WALL, sizeof map->code);
    for (int i = 0; i < rules->edition.casinos; i++)
        map->code[grid_place(rules->edition.casino[i])] = CASINO;
    for (flip_set cells = rules->cells; cells; cells = flip_set_rest(cells)) {
        const int cell = flip_set_first(cells);
        map->code[grid_place(cell)] = (uint8_t)(royalflip_number_at(sheet, cell) | (int)(sheet->red >> cell & 1) * RED);
    }
}

int royalflip_stage(int rounds_left)
{
    static const uint8_t stages[] = {0, 0, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5};
    return rounds_left < (int)sizeof stages ? stages[rounds_left] : ROYALFLIP_STAGES - 1;
}

/* --- neighbourhoods --------------------------------------------------------------------------------------------------- */

/* What stands around a cell is counted in the digits of one number, so that a neighbour more is one addition. Around a written
   cell: neighbours that are free, go on upward, go on downward, are equal; around a free cell: free ones, and pairs of numbers
   that a number in it could join: two of one colour with a gap of one between them (a bridge), two equal ones, two of which it
   could lead on from one and equal the other (a corner). */
enum {
    COUNT_FREE = 1,
    COUNT_UP = 1 << 4,
    COUNT_DOWN = 1 << 8,
    COUNT_EQUAL = 1 << 12,
    COUNT_BRIDGE = COUNT_UP,
    COUNT_CORNER = COUNT_DOWN,
    COUNT_CASINO = 1 << 16
};

static inline int digit(int count, int unit) { return (int)((unsigned)count / (unsigned)unit & 15); }

/* What one neighbour counts for a written cell. */
static inline int count_beside(int own, int other)
{
    if (other == FREE)
        return COUNT_FREE;
    if (other >= WALL)
        return other == CASINO ? COUNT_CASINO : 0;
    return (other == own + 1) * COUNT_UP + (other == own - 1) * COUNT_DOWN + (((other ^ own) & 15) == 0) * COUNT_EQUAL;
}

/* The numbers beside a cell, a byte each. */
static inline uint32_t numbers_beside(const uint8_t *code, int place)
{
    uint32_t numbers = 0;
    for (int i = 0; i < 4; i++)
        if (is_number(code[place + around[i]]))
            numbers = numbers << 8 | code[place + around[i]];
    return numbers;
}

/* What a number beside a free cell can be joined with across it, by how far one code is from the other. */
static inline int count_joints(uint32_t numbers, int number)
{
    static const uint16_t joints[] = {
        [RED - 1] = COUNT_CORNER,     [RED] = COUNT_EQUAL,          [RED + 1] = COUNT_CORNER, /* of the other colour */
        [2 * RED - 2] = COUNT_BRIDGE, [2 * RED - 1] = COUNT_CORNER, [2 * RED] = COUNT_EQUAL,
        [2 * RED + 1] = COUNT_CORNER, [2 * RED + 2] = COUNT_BRIDGE, [3 * RED - 1] = COUNT_CORNER,
        [3 * RED] = COUNT_EQUAL,      [3 * RED + 1] = COUNT_CORNER, [4 * RED - 1] = 0,
    };
    int count = 0;
    for (; numbers; numbers >>= 8)
        count += joints[2 * RED + (int)(numbers & 255) - number];
    return count;
}

static int count_around(const uint8_t *code, int place, uint32_t numbers)
{
    int count = 0, joints = 0;
    for (int i = 0; i < 4; i++) {
        const int other = code[place + around[i]];
        if (code[place] != FREE)
            count += count_beside(code[place], other);
        else
            count += (other == FREE) * COUNT_FREE + (other == CASINO) * COUNT_CASINO;
    }
    for (uint32_t rest = code[place] == FREE ? numbers : 0; rest; rest >>= 8)
        joints += count_joints(numbers, (int)(rest & 255)) - COUNT_EQUAL; /* each pair twice; not with itself */
    return count + joints / 2;
}

/* How near a number is to an end of its scale, from 1 to 3. */
static inline int from_end(int number)
{
    return at_most(at_most(number, ROYALFLIP_HIGHEST + 1 - number), ROYALFLIP_NEAR_END);
}

enum { FREE_STEP = 2 * 3 * 3 * 3, WRITTEN_STEP = 3 * 3 * 3 * 3 }; /* between its kinds, by free neighbours */

/* The trait of a cell. For a written one it also tells how near the number is to the end of its scale; upward and downward
   are the same thing seen from 1 and from 10. */
static inline int cell_kind(int code, int count)
{
    const int free = digit(count, COUNT_FREE), casino = count >= COUNT_CASINO;
    const int first = at_most(digit(count, COUNT_UP), 2), equal = at_most(digit(count, COUNT_EQUAL), 2);
    const int second = at_most(digit(count, COUNT_DOWN), 2);
    if (code == FREE)
        return ROYALFLIP_WRITTEN_KINDS + (((free * 2 + casino) * 3 + first) * 3 + second) * 3 + equal;
    const bool mirror = 2 * (code & 15) > ROYALFLIP_HIGHEST + 1;
    return ((((casino * 5 + free) * 3 + (mirror ? second : first)) * 3 + (mirror ? first : second)) * 3 + equal) * 3 +
           from_end(code & 15) - 1;
}

/* --- chains ----------------------------------------------------------------------------------------------------------- */

static int distance_to_casino(const struct royalflip_rules *rules, int cell, unsigned except)
{
    int nearest = 99;
    for (int i = 0; i < rules->edition.casinos; i++) {
        const int down = (rules->edition.casino[i] >> 3) - (cell >> 3),
                  right = (rules->edition.casino[i] & 7) - (cell & 7);
        const int distance = (down < 0 ? -down : down) + (right < 0 ? -right : right);
        if (!(except >> i & 1) && distance < nearest)
            nearest = distance;
    }
    return nearest;
}

/* Casinos count at the ends: none, both, or one; then how far the other end is from another casino. */
static int chain_kind(const struct royalflip_rules *rules, int length, int low, int high)
{
    const unsigned at_low = rules->touches[low], at_high = rules->touches[high], both = at_low | at_high;
    int ends = 0;
    if (at_low && at_high && (both & (both - 1)))
        ends = 1;
    else if (both) {
        int distance = 99;
        if (at_low)
            distance = distance_to_casino(rules, high, both);
        if (at_high)
            distance = at_most(distance, distance_to_casino(rules, low, both));
        ends = distance <= 2 ? 2 : at_most(distance, 5);
    }
    return ROYALFLIP_WRITTEN_KINDS + ROYALFLIP_FREE_KINDS + (at_most(length, 8) - 1) * 6 + ends;
}

static int neighbour_with(const uint8_t *code, int place, int wanted)
{
    for (int i = 0; i < 4; i++)
        if (code[place + around[i]] == wanted)
            return place + around[i];
    return 0;
}

/* The kind of both ends of a chain: each at a casino (2), open to a number more (1), or neither. */
static int ends_kind(int length, int a, int b)
{
    const int less = a < b ? a : b, more = a < b ? b : a;
    return ROYALFLIP_STAGE_WEIGHTS + (at_most(length, 8) - 1) * 6 + more * (more + 1) / 2 + less;
}

static int end_state(const struct royalflip_rules *rules, const uint8_t *code, int place, int last)
{
    if (rules->touches[cell_of(place)])
        return 2;
    return (code[place] & 15) != last && neighbour_with(code, place, FREE) != 0;
}

static uint16_t chain_ends(const struct royalflip_rules *rules, const uint8_t *code,
                           const struct royalflip_chain *chain)
{
    return (uint16_t)ends_kind(chain->length, end_state(rules, code, chain->low, 1),
                               end_state(rules, code, chain->high, ROYALFLIP_HIGHEST));
}

/* The chains of a map, each from a cell that nobody leads to; where a chain forks, one way is followed. */
static int find_chains(const struct royalflip_rules *rules, const uint8_t *code, flip_set written,
                       struct royalflip_chain *out)
{
    int count = 0;
    for (; written; written = flip_set_rest(written)) {
        const int low = grid_place(flip_set_first(written));
        int high = low, length = 1;
        if ((code[low] & 15) > 1 && neighbour_with(code, low, code[low] - 1))
            continue;
        for (int next; (next = neighbour_with(code, high, code[high] + 1)) != 0; high = next)
            length++;
        out[count] = (struct royalflip_chain){(uint8_t)low, (uint8_t)high, (uint8_t)length,
                                              .kind = (uint16_t)chain_kind(rules, length, cell_of(low), cell_of(high))};
        out[count].ends = chain_ends(rules, code, &out[count]);
        count++;
    }
    return count;
}

/* Their traits; `ends`: also those of their ends. */
static int chain_traits(const struct royalflip_chain *chains, int count, bool ends, uint16_t *out)
{
    int traits = 0;
    for (int i = 0; i < count; i++) {
        out[traits++] = chains[i].kind;
        if (ends)
            out[traits++] = chains[i].ends;
    }
    return traits;
}

void royalflip_make_up_mind(struct royalflip_mind *mind)
{
    for (int cell = 0; cell < ROYALFLIP_CELLS; cell++)
        mind->lone_chain[cell] = (uint16_t)chain_kind(&mind->rules, 1, cell, cell);
    royalflip_look_along_track(mind);
}

/* --- hidden units ----------------------------------------------------------------------------------------------------- */

const struct royalflip_net royalflip_net = {royalflip_learnt[0].plain, ROYALFLIP_NET_TRAITS,
                                            &royalflip_learnt[0].hidden};
const struct royalflip_net royalflip_former_net = {.plain = royalflip_learnt[0].former,
                                                   .traits = ROYALFLIP_STAGE_WEIGHTS};

/* A quick player spends most of its time in these loops, and a sanitizer would make them ten times as slow. They go through rows of
   ROYALFLIP_HIDDEN numbers. */
#define UNWATCHED __attribute__((no_sanitize("address", "undefined")))

typedef float four __attribute__((vector_size(16), aligned(4), may_alias)); /* units */
typedef int four_masks __attribute__((vector_size(16)));
_Static_assert(ROYALFLIP_HIDDEN % 16 == 0, "four times four units at a time");

UNWATCHED static inline const four *fours(const float *row, int first)
{
    return (const four *)(const void *)(row + first);
}

UNWATCHED static inline four rectified(four sum) { return (four)((four_masks)(sum > 0) & (four_masks)sum); }

/* What becomes of sums: traits that turn into others, then sums that go, then traits that are added. */
struct changes {
    int changed, added;
    uint16_t change[5][2];
    const float *less; /* or NULL */
    const uint16_t *add;
};

/* Returns what the units make of it, in points. Goes through the changes for half of the units at a time, whose sums then stay in
   registers. */
UNWATCHED static float sum_up(const float *before, const struct royalflip_hidden *hidden, const struct changes *changes,
                              float *after)
{
    four part = {0};
    for (int first = 0; first < ROYALFLIP_HIDDEN; first += 16) {
        const four *from = fours(before, first), *out = fours(hidden->out, first);
        four a = from[0], b = from[1], c = from[2], d = from[3];
        for (int i = 0; i < changes->changed; i++) {
            const four *old = fours(hidden->trait[changes->change[i][0]], first);
            const four *new = fours(hidden->trait[changes->change[i][1]], first);
            a += new[0] - old[0], b += new[1] - old[1], c += new[2] - old[2], d += new[3] - old[3];
        }
        if (changes->less) {
            const four *less = fours(changes->less, first);
            a -= less[0], b -= less[1], c -= less[2], d -= less[3];
        }
        for (int i = 0; i < changes->added; i++) {
            const four *more = fours(hidden->trait[changes->add[i]], first);
            a += more[0], b += more[1], c += more[2], d += more[3];
        }
        four *to = (four *)(void *)(after + first);
        to[0] = a, to[1] = b, to[2] = c, to[3] = d;
        part += out[0] * rectified(a);
        part += out[1] * rectified(b);
        part += out[2] * rectified(c);
        part += out[3] * rectified(d);
    }
    return part[0] + part[1] + (part[2] + part[3]);
}

static float activity_after(const struct royalflip_valuation *valuation, const struct changes *changes)
{
    float sum[ROYALFLIP_HIDDEN];
    return sum_up(valuation->sum, valuation->hidden, changes, sum);
}

static float weigh(const float *weights, const uint16_t *traits, int count)
{
    float weight = 0;
    for (int i = 0; i < count; i++)
        weight += weights[traits[i]];
    return weight;
}

/* --- whole sheets ----------------------------------------------------------------------------------------------------- */

static int box_kind(int boxes) { return ROYALFLIP_BOX_WEIGHTS + at_most(boxes, ROYALFLIP_BOX_KINDS - 1); }

static int bonus_kind(const struct royalflip_rules *rules, int space)
{
    return ROYALFLIP_BONUS_WEIGHTS + at_most(royalflip_mind_of(rules)->numbers_ahead[space], ROYALFLIP_BONUS_KINDS - 1);
}

static int ahead_kind(const struct royalflip_rules *rules, int space)
{
    return ROYALFLIP_AHEAD_WEIGHTS + at_most(rules->edition.spaces - space, ROYALFLIP_AHEAD_KINDS - 1);
}

/* Those of no cell. `ahead`: also what lies ahead on the track. */
static int other_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, bool ahead,
                        uint16_t *out)
{
    out[0] = (uint16_t)box_kind(sheet->shift);
    if (!ahead)
        return 1;
    out[1] = (uint16_t)bonus_kind(rules, royalflip_position(sheet));
    out[2] = (uint16_t)ahead_kind(rules, royalflip_position(sheet));
    return 3;
}

static int list_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, bool ends,
                       uint16_t out[ROYALFLIP_TRAITS])
{
    struct royalflip_map map;
    read_map(rules, sheet, &map);
    int count = 0;
    for (flip_set cells = rules->cells; cells; cells = flip_set_rest(cells)) {
        const int place = grid_place(flip_set_first(cells));
        const uint32_t numbers = numbers_beside(map.code, place);
        out[count++] = (uint16_t)cell_kind(map.code[place], count_around(map.code, place, numbers));
    }
    struct royalflip_chain chains[ROYALFLIP_CELLS];
    const int chain_count = find_chains(rules, map.code, sheet->written, chains);
    count += chain_traits(chains, chain_count, ends, out + count);
    return count + other_traits(rules, sheet, ends, out + count);
}

int royalflip_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                     uint16_t out[ROYALFLIP_TRAITS])
{
    return list_traits(rules, sheet, false, out);
}

int royalflip_net_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                         uint16_t out[ROYALFLIP_TRAITS])
{
    return list_traits(rules, sheet, true, out);
}

float royalflip_worth(const struct royalflip_rules *rules, const struct royalflip_net *net,
                      const struct royalflip_sheet *sheet, int rounds_left)
{
    float worth = (float)(royalflip_roads(rules, sheet) + royalflip_areas(rules, sheet) + sheet->points) +
                  royalflip_track_worth(rules, sheet, rounds_left);
    if (rounds_left == 0)
        return worth;
    uint16_t traits[ROYALFLIP_TRAITS];
    const int count = list_traits(rules, sheet, net->hidden != NULL, traits);
    const float *weights = net->plain + royalflip_stage(rounds_left) * net->traits;
    for (int i = 0; i < count; i++)
        worth += weights[traits[i]];
    return net->hidden ? worth + royalflip_activity(net->hidden, traits, count, rounds_left) : worth;
}

float royalflip_activity(const struct royalflip_hidden *hidden, const uint16_t *traits, int count, int rounds_left)
{
    float sum[ROYALFLIP_HIDDEN];
    return sum_up(hidden->bias[rounds_left], hidden, &(struct changes){.added = count, .add = traits}, sum);
}

/* --- a number more ---------------------------------------------------------------------------------------------------- */

static const float no_weights[ROYALFLIP_NET_TRAITS]; /* when no round is left, only points count */

/* Around a free cell a number may join those beside it, or what they wait for: those of a colour that are at most two away, and all that
   are at most one away. */
static void mark_joinable(struct royalflip_valuation *valuation, int place)
{
    uint32_t joining = 0;
    for (uint32_t numbers = valuation->numbers[place]; numbers; numbers >>= 8)
        joining |= UINT32_C(31) << (numbers & 31) >> 2 | UINT32_C(7) << ((numbers & 31) ^ RED) >> 1;
    valuation->joinable[place] |= joining;
    for (int i = 0; i < 4; i++)
        valuation->joinable[place + around[i]] |= joining;
}

void royalflip_value_sheet(struct royalflip_valuation *valuation, const struct royalflip_rules *rules,
                           const struct royalflip_net *net, const struct royalflip_sheet *sheet, int rounds_left)
{
    valuation->rules = rules;
    valuation->weights = rounds_left ? net->plain + royalflip_stage(rounds_left) * net->traits : no_weights;
    valuation->hidden = rounds_left ? net->hidden : NULL;
    valuation->sheet = *sheet;
    read_map(rules, sheet, &valuation->map);
    valuation->roads = royalflip_roads(rules, sheet);
    valuation->areas = royalflip_areas(rules, sheet);
    memset(valuation->joinable, 0, sizeof valuation->joinable);
    memset(valuation->plain_known, 0, sizeof valuation->plain_known);
    memset(valuation->chain_sum, 0, sizeof valuation->chain_sum);
    uint16_t traits[ROYALFLIP_TRAITS];
    valuation->chains = find_chains(rules, valuation->map.code, sheet->written, valuation->chain);
    int count = chain_traits(valuation->chain, valuation->chains, valuation->hidden != NULL, traits);
    valuation->chain_weight = weigh(valuation->weights, traits, count);
    if (valuation->hidden)
        sum_up(valuation->chain_sum, valuation->hidden, &(struct changes){.added = count, .add = traits},
               valuation->chain_sum);
    count = 0;
    for (flip_set cells = rules->cells; cells; cells = flip_set_rest(cells)) {
        const int place = grid_place(flip_set_first(cells));
        valuation->numbers[place] = numbers_beside(valuation->map.code, place);
        valuation->count[place] = count_around(valuation->map.code, place, valuation->numbers[place]);
        if (valuation->map.code[place] == FREE)
            mark_joinable(valuation, place);
        const int kind = cell_kind(valuation->map.code[place], valuation->count[place]);
        valuation->weight[place] = valuation->weights[kind];
        traits[count++] = valuation->kind[place] = (uint16_t)kind;
    }
    if (valuation->hidden) {
        count += other_traits(rules, sheet, true, traits + count);
        for (int k = 0; k < ROYALFLIP_HIDDEN; k++)
            valuation->sum[k] = valuation->hidden->bias[rounds_left][k] + valuation->chain_sum[k];
        valuation->activity =
            sum_up(valuation->sum, valuation->hidden, &(struct changes){.added = count, .add = traits}, valuation->sum);
    }
}

/* The chain of a number that continues none. */
static struct royalflip_chain chain_alone(const struct royalflip_valuation *valuation, int cell, int number)
{
    const int place = grid_place(cell);
    const bool open = digit(valuation->count[place], COUNT_FREE) > 0;
    const int ends = valuation->rules->touches[cell]
                         ? ends_kind(1, 2, 2)
                         : ends_kind(1, open && number != 1, open && number != ROYALFLIP_HIGHEST);
    return (struct royalflip_chain){.low = (uint8_t)place,
                                    .high = (uint8_t)place,
                                    .length = 1,
                                    .kind = royalflip_mind_of(valuation->rules)->lone_chain[cell],
                                    .ends = (uint16_t)ends};
}

/* All chains with it: it may close the ends of others. */
static int chains_beside(struct royalflip_valuation *valuation, struct royalflip_chain alone,
                         struct royalflip_chain *out)
{
    const int place = alone.low;
    uint8_t *code = valuation->map.code;
    int count = 0, i = 0;
    while (i < valuation->chains && valuation->chain[i].low < place)
        out[count++] = valuation->chain[i++];
    out[count++] = alone;
    while (i < valuation->chains)
        out[count++] = valuation->chain[i++];
    code[place] = WALL;
    for (int k = 0; k < 4; k++)
        for (i = 0; i < count && is_number(code[place + around[k]]); i++)
            if (out[i].low == place + around[k] || out[i].high == place + around[k])
                out[i].ends = chain_ends(valuation->rules, code, &out[i]);
    code[place] = FREE;
    return count;
}

/* The traits of all chains when a number is written that joins or meets some; of a number that does neither, its own. */
static int chains_after(struct royalflip_valuation *valuation, int cell, int own, bool joins, bool meets, uint16_t *out)
{
    const struct royalflip_chain alone = chain_alone(valuation, cell, own & 15);
    const bool ends = valuation->hidden != NULL;
    if (!joins && !meets)
        return chain_traits(&alone, 1, ends, out);
    struct royalflip_chain chains[ROYALFLIP_CELLS];
    if (!joins)
        return chain_traits(chains, chains_beside(valuation, alone, chains), ends, out);
    uint8_t *own_code = &valuation->map.code[grid_place(cell)];
    *own_code = (uint8_t)own;
    const flip_set written = valuation->sheet.written | FLIP_BIT(cell);
    const int count = find_chains(valuation->rules, valuation->map.code, written, chains);
    *own_code = FREE;
    return chain_traits(chains, count, ends, out);
}

/* How many numbers lead on from one, upward or downward, by the longest way, or as many as are wanted. */
static int numbers_from(const uint8_t *code, int place, int number, int step, int wanted)
{
    int longest = 0;
    for (int i = 0; i < 4 && longest < wanted && (number + step) & 15; i++)
        if (code[place + around[i]] == number + step) {
            const int length = 1 + numbers_from(code, place + around[i], number + step, step, wanted - 1);
            longest = length > longest ? length : longest;
        }
    return longest;
}

/* Most numbers that continue a chain make no road yet, and the roads stay as they are. */
static bool makes_road(const struct royalflip_rules *rules, const uint8_t *code, int place, int own)
{
    const int wanted = rules->edition.road_shortest - 1;
    return numbers_from(code, place, own, 1, wanted) + numbers_from(code, place, own, -1, wanted) >= wanted;
}

/* `joinable`: the number may join something near the cell. */
static float write_gain(struct royalflip_valuation *valuation, int cell, bool red, int number, bool joinable)
{
    const struct royalflip_rules *rules = valuation->rules;
    const float *weights = valuation->weights;
    const uint8_t *code = valuation->map.code;
    const int place = grid_place(cell), own = number | red * RED;
    struct changes changes;
    changes.changed = 0;
    float gain = -valuation->weight[place];
    int count = valuation->count[place] & (15 * COUNT_FREE | 15 * COUNT_CASINO);
    bool meets_chain = false; /* whose end may be no longer open */
    for (int i = 0; i < 4; i++) {
        const int beside = place + around[i], other = code[beside];
        if (other >= WALL)
            continue;
        int kind = valuation->kind[beside] - (other == FREE ? FREE_STEP : WRITTEN_STEP), joined = 0;
        if (joinable && other == FREE)
            joined = count_joints(valuation->numbers[beside], own);
        else if (joinable)
            joined = count_beside(other, own), count += count_beside(own, other);
        if (joined)
            kind = cell_kind(other, valuation->count[beside] - COUNT_FREE + joined);
        gain += weights[kind] - valuation->weight[beside];
        changes.change[changes.changed][0] = valuation->kind[beside];
        changes.change[changes.changed++][1] = (uint16_t)kind;
        meets_chain |= other != FREE;
    }
    const int kind = cell_kind(own, count);
    gain += weights[kind];
    changes.change[changes.changed][0] = valuation->kind[place];
    changes.change[changes.changed++][1] = (uint16_t)kind;
    const bool joins_chain = digit(count, COUNT_UP) || digit(count, COUNT_DOWN), joins_area = digit(count, COUNT_EQUAL);
    if (joins_chain || joins_area) {
        struct royalflip_sheet sheet = valuation->sheet;
        royalflip_put(&sheet, cell, red, number);
        if (joins_area)
            gain += (float)(royalflip_areas(rules, &sheet) - valuation->areas);
        if (joins_chain && makes_road(rules, code, place, own))
            gain += (float)(royalflip_roads(rules, &sheet) - valuation->roads);
    }
    uint16_t chains[2 * ROYALFLIP_CELLS];
    meets_chain &= valuation->hidden != NULL;
    changes.added = chains_after(valuation, cell, own, joins_chain, meets_chain, chains);
    changes.add = chains;
    changes.less = joins_chain || meets_chain ? valuation->chain_sum : NULL;
    gain += weigh(weights, chains, changes.added) - (changes.less ? valuation->chain_weight : 0);
    return valuation->hidden ? gain + activity_after(valuation, &changes) - valuation->activity : gain;
}

/* Most numbers join nothing, and then all that counts is how near they are to the end of their scale. */
float royalflip_write_gain(struct royalflip_valuation *valuation, int cell, bool red, int number)
{
    const bool joinable = valuation->joinable[grid_place(cell)] >> (number | red * RED) & 1;
    const int end = from_end(number) - 1;
    if (!joinable && valuation->plain_known[cell] >> end & 1)
        return valuation->plain_gain[cell][end];
    const float gain = write_gain(valuation, cell, red, number, joinable);
    if (!joinable) {
        valuation->plain_known[cell] |= (uint8_t)(1 << end);
        valuation->plain_gain[cell][end] = gain;
    }
    return gain;
}

float royalflip_boxes_gain(const struct royalflip_valuation *valuation, int more)
{
    const int old = box_kind(valuation->sheet.shift), new = box_kind(valuation->sheet.shift + more);
    const float gain = valuation->weights[new] - valuation->weights[old];
    if (!valuation->hidden || new == old)
        return gain;
    const struct changes changes = {.changed = 1, .change = {{(uint16_t)old, (uint16_t) new}}};
    return gain + activity_after(valuation, &changes) - valuation->activity;
}

float royalflip_forward_gain(const struct royalflip_valuation *valuation, int space)
{
    const struct royalflip_rules *rules = valuation->rules;
    const int from = royalflip_position(&valuation->sheet);
    const int old = bonus_kind(rules, from), new = bonus_kind(rules, space);
    const int far = ahead_kind(rules, from), near = ahead_kind(rules, space);
    if (!valuation->hidden)
        return 0;
    const struct changes changes = {.changed = 2,
                                    .change = {{(uint16_t)old, (uint16_t) new}, {(uint16_t)far, (uint16_t)near}}};
    const float *weights = valuation->weights;
    return weights[new] - weights[old] + weights[near] - weights[far] + activity_after(valuation, &changes) -
           valuation->activity;
}

int royalflip_best_cell(struct royalflip_valuation *valuation, bool red, int number, float *gain)
{
    int best = -1;
    float most = 0;
    for (flip_set cells = royalflip_free_cells(valuation->rules, &valuation->sheet); cells;
         cells = flip_set_rest(cells)) {
        const int cell = flip_set_first(cells);
        const float here = royalflip_write_gain(valuation, cell, red, number);
        if (best < 0 || here > most) {
            best = cell;
            most = here;
        }
    }
    *gain = most;
    return best;
}
