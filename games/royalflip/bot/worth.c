/*
 * What a sheet promises. The worth of a sheet is what it scores already, what the rest of the track may bring (prepared by
 * track.c, exactly but for a guess how freely suits can be chosen), and what its map promises: every cell is looked at with
 * its four neighbours, every chain of consecutive numbers with the casinos at its ends. Each such trait has a weight in
 * points, learnt from games of the quick player against chance; all weights together are a table that knows nothing of the
 * size of the map or the place of the casinos.
 *
 * A number more changes five neighbourhoods and, if it fits a neighbour, chains, roads or areas. So a player that compares all
 * cells and numbers looks at little of the map each time; that is what makes thousands of playouts a second possible.
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

static inline int digit(int count, int unit) { return count / unit & 15; }

/* What one neighbour counts for a written cell. */
static inline int count_beside(int own, int other)
{
    if (other == FREE)
        return COUNT_FREE;
    if (other >= WALL)
        return other == CASINO ? COUNT_CASINO : 0;
    return (other == own + 1) * COUNT_UP + (other == own - 1) * COUNT_DOWN + (((other ^ own) & 15) == 0) * COUNT_EQUAL;
}

/* What a number beside a free cell can be joined with across it. */
static inline int count_joints(const uint8_t *code, int place, int number)
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int other = code[place + around[i]];
        if (!is_number(other))
            continue;
        const int step = (other & 15) - (number & 15);
        count += (other - number == 2 || number - other == 2) * COUNT_BRIDGE + (step == 0) * COUNT_EQUAL +
                 (step == 1 || step == -1) * COUNT_CORNER;
    }
    return count;
}

static int count_around(const uint8_t *code, int place)
{
    int count = 0, joints = 0;
    for (int i = 0; i < 4; i++) {
        const int other = code[place + around[i]];
        if (code[place] != FREE)
            count += count_beside(code[place], other);
        else if (is_number(other))
            joints += count_joints(code, place, other) - COUNT_EQUAL; /* each pair twice; not with itself */
        else
            count += (other == FREE) * COUNT_FREE + (other == CASINO) * COUNT_CASINO;
    }
    return count + joints / 2;
}

/* The trait of a cell. For a written one it also tells how near the number is to the end of its scale; upward and downward
   are the same thing seen from 1 and from 10. */
static inline int cell_kind(int code, int count)
{
    const int free = digit(count, COUNT_FREE), casino = count >= COUNT_CASINO;
    const int first = at_most(digit(count, COUNT_UP), 2), equal = at_most(digit(count, COUNT_EQUAL), 2);
    const int second = at_most(digit(count, COUNT_DOWN), 2);
    if (code == FREE)
        return ROYALFLIP_WRITTEN_KINDS + (((free * 2 + casino) * 3 + first) * 3 + second) * 3 + equal;
    const int number = code & 15, far = ROYALFLIP_HIGHEST + 1 - number;
    const bool mirror = number > far;
    return ((((casino * 5 + free) * 3 + (mirror ? second : first)) * 3 + (mirror ? first : second)) * 3 + equal) * 3 +
           at_most(mirror ? far : number, 3) - 1;
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

/* The chains of a map, each from a cell that nobody leads to; where a chain forks, one way is followed. */
static int chain_kinds(const struct royalflip_rules *rules, const struct royalflip_map *map, flip_set written,
                       uint16_t *out)
{
    int count = 0;
    for (; written; written = flip_set_rest(written)) {
        const int low = grid_place(flip_set_first(written));
        int high = low, length = 1;
        if ((map->code[low] & 15) > 1 && neighbour_with(map->code, low, map->code[low] - 1))
            continue;
        for (int next; (next = neighbour_with(map->code, high, map->code[high] + 1)) != 0; high = next)
            length++;
        out[count++] = (uint16_t)chain_kind(rules, length, cell_of(low), cell_of(high));
    }
    return count;
}

static float chain_weights(const struct royalflip_rules *rules, const float *weights, const struct royalflip_map *map,
                           flip_set written)
{
    uint16_t kinds[ROYALFLIP_CELLS];
    const int count = chain_kinds(rules, map, written, kinds);
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[kinds[i]];
    return sum;
}

/* --- whole sheets ----------------------------------------------------------------------------------------------------- */

static int box_kind(int boxes) { return ROYALFLIP_BOX_WEIGHTS + at_most(boxes, ROYALFLIP_BOX_KINDS - 1); }

int royalflip_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                     uint16_t out[ROYALFLIP_TRAITS])
{
    struct royalflip_map map;
    read_map(rules, sheet, &map);
    int count = 0;
    for (flip_set cells = rules->cells; cells; cells = flip_set_rest(cells)) {
        const int place = grid_place(flip_set_first(cells));
        out[count++] = (uint16_t)cell_kind(map.code[place], count_around(map.code, place));
    }
    count += chain_kinds(rules, &map, sheet->written, out + count);
    out[count++] = (uint16_t)box_kind(sheet->shift);
    return count;
}

float royalflip_worth(const struct royalflip_rules *rules, const float *weights, const struct royalflip_sheet *sheet,
                      int rounds_left)
{
    float worth = (float)(royalflip_roads(rules, sheet) + royalflip_areas(rules, sheet) + sheet->points) +
                  royalflip_track_worth(rules, sheet, rounds_left);
    if (rounds_left == 0)
        return worth;
    uint16_t traits[ROYALFLIP_TRAITS];
    const int count = royalflip_traits(rules, sheet, traits);
    weights += royalflip_stage(rounds_left) * ROYALFLIP_STAGE_WEIGHTS;
    for (int i = 0; i < count; i++)
        worth += weights[traits[i]];
    return worth;
}

/* --- a number more ---------------------------------------------------------------------------------------------------- */

static const float no_weights[ROYALFLIP_STAGE_WEIGHTS]; /* when no round is left, only points count */

void royalflip_judge(struct royalflip_judgement *judgement, const struct royalflip_rules *rules, const float *weights,
                     const struct royalflip_sheet *sheet, int rounds_left)
{
    judgement->rules = rules;
    judgement->weights = rounds_left ? weights + royalflip_stage(rounds_left) * ROYALFLIP_STAGE_WEIGHTS : no_weights;
    judgement->sheet = *sheet;
    read_map(rules, sheet, &judgement->map);
    judgement->roads = royalflip_roads(rules, sheet);
    judgement->areas = royalflip_areas(rules, sheet);
    judgement->chains = chain_weights(rules, judgement->weights, &judgement->map, sheet->written);
    for (flip_set cells = rules->cells; cells; cells = flip_set_rest(cells)) {
        const int place = grid_place(flip_set_first(cells));
        judgement->count[place] = count_around(judgement->map.code, place);
        judgement->weight[place] = judgement->weights[cell_kind(judgement->map.code[place], judgement->count[place])];
    }
}

float royalflip_write_gain(struct royalflip_judgement *judgement, int cell, bool red, int number)
{
    const struct royalflip_rules *rules = judgement->rules;
    const float *weights = judgement->weights;
    uint8_t *code = judgement->map.code;
    const int place = grid_place(cell), own = number | red * RED;
    float gain = -judgement->weight[place];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int beside = place + around[i], other = code[beside];
        count += count_beside(own, other);
        if (other >= WALL)
            continue;
        const int joined = other == FREE ? count_joints(code, beside, own) : count_beside(other, own);
        gain += weights[cell_kind(other, judgement->count[beside] - COUNT_FREE + joined)] - judgement->weight[beside];
    }
    gain += weights[cell_kind(own, count)];
    const bool joins_chain = digit(count, COUNT_UP) || digit(count, COUNT_DOWN), joins_area = digit(count, COUNT_EQUAL);
    if (!joins_chain)
        gain += weights[chain_kind(rules, 1, cell, cell)];
    if (!joins_chain && !joins_area)
        return gain;
    struct royalflip_sheet sheet = judgement->sheet;
    royalflip_put(&sheet, cell, red, number);
    if (joins_area)
        gain += (float)(royalflip_areas(rules, &sheet) - judgement->areas);
    if (joins_chain) {
        code[place] = (uint8_t)own;
        gain += (float)(royalflip_roads(rules, &sheet) - judgement->roads) +
                chain_weights(rules, weights, &judgement->map, sheet.written) - judgement->chains;
        code[place] = FREE;
    }
    return gain;
}

float royalflip_boxes_gain(const struct royalflip_judgement *judgement, int more)
{
    const int boxes = judgement->sheet.shift;
    return judgement->weights[box_kind(boxes + more)] - judgement->weights[box_kind(boxes)];
}

int royalflip_best_cell(struct royalflip_judgement *judgement, bool red, int number, float *gain)
{
    int best = -1;
    *gain = 0;
    for (flip_set cells = royalflip_free_cells(judgement->rules, &judgement->sheet); cells;
         cells = flip_set_rest(cells)) {
        const int cell = flip_set_first(cells);
        const float here = royalflip_write_gain(judgement, cell, red, number);
        if (best < 0 || here > *gain) {
            best = cell;
            *gain = here;
        }
    }
    return best;
}
