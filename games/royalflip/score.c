/*
 * Scoring: roads, areas, diamonds, points.
 *
 * Roads are the hard part. A number is part of one road only, so the best split of all numbers into roads is wanted, exactly.
 * Every cell is compared with its four neighbours at once (the numbers lie in four sets of binary digits, see royalflip.h);
 * that gives, for each direction, the cells that *lead on* to their neighbour there: same colour, one more. Cells that are
 * on no road of the least length drop out; what remains falls apart into *quarters* that share no road.
 *
 * A quarter is searched depth first: its first cell is part of one of the roads through it or of none. What is left of the
 * quarter is cleaned and split again; a bound cuts off what cannot beat the best so far. Since the first cell in reading
 * order is always the next, what is left is a few ragged rows of the quarter, and the same again and again: once a search
 * has grown long, it remembers what it found for them. Real maps never get that far, made-up ones full of branches do.
 *
 * Points per number do not depend on the length, so a road of twice the least length or more is as good as its two
 * halves, and the search tries such long ones only where they may connect casinos.
 */
#include "games/royalflip/royalflip.h"

#include <assert.h>
#include <string.h>

enum direction { RIGHT, LEFT, DOWN, UP };

#define COLUMN_A UINT64_C(0x0101010101010101)
#define COLUMN_H (COLUMN_A << 7)

/* Moves all members one cell in a direction; what would leave the map is gone. */
static inline flip_set moved(flip_set set, enum direction direction)
{
    switch (direction) {
    case RIGHT:
        return set << 1 & ~COLUMN_A;
    case LEFT:
        return set >> 1 & ~COLUMN_H;
    case DOWN:
        return set << ROYALFLIP_SIDE;
    case UP:
        return set >> ROYALFLIP_SIDE;
    }
    return 0;
}

/* The cells whose neighbour in a direction is a member. */
static inline flip_set beside(flip_set set, enum direction direction)
{
    return moved(set, (enum direction)(direction ^ 1));
}

/* The written cells whose neighbour in a direction holds the number that `wanted` (binary digits, as in a sheet) asks for. */
static inline flip_set beside_is(const struct royalflip_sheet *sheet, const flip_set wanted[4],
                                 enum direction direction)
{
    const flip_set *digit = sheet->digit;
    const flip_set differs = (wanted[0] ^ beside(digit[0], direction)) | (wanted[1] ^ beside(digit[1], direction)) |
                             (wanted[2] ^ beside(digit[2], direction)) | (wanted[3] ^ beside(digit[3], direction));
    return sheet->written & beside(sheet->written, direction) & ~differs;
}

/* --- roads: the search ------------------------------------------------------------------------------------------------ */

enum { MEMORY_BITS = 11, PATIENCE = 32 };

/* What the search found for some cells: their best split if `exact`, otherwise no less than it. */
struct finding {
    flip_set cells;
    int points;
    bool exact;
};

struct streets {
    const struct royalflip_rules *rules;
    flip_set leads[4];         /* by direction: the cells that lead on to their neighbour there */
    int shortest;              /* least length of a road */
    int points, casino_points; /* per number */
    int searched;              /* quarters, so far; the memory is set up when it reaches PATIENCE */
    struct finding memory[1 << MEMORY_BITS];
};

/* The cells of `within` one step further along a road than `set`, and one step back. */
static inline flip_set ahead_of(const struct streets *streets, flip_set set, flip_set within)
{
    return (moved(set & streets->leads[RIGHT], RIGHT) | moved(set & streets->leads[LEFT], LEFT) |
            moved(set & streets->leads[DOWN], DOWN) | moved(set & streets->leads[UP], UP)) &
           within;
}

static inline flip_set behind(const struct streets *streets, flip_set set, flip_set within)
{
    return ((beside(set, RIGHT) & streets->leads[RIGHT]) | (beside(set, LEFT) & streets->leads[LEFT]) |
            (beside(set, DOWN) & streets->leads[DOWN]) | (beside(set, UP) & streets->leads[UP])) &
           within;
}

/* Those of the cells that lie on a road of the least length or more. */
static flip_set on_roads(const struct streets *streets, flip_set cells)
{
    const int shortest = streets->shortest;
    flip_set ends[ROYALFLIP_HIGHEST + 1]; /* ends[k]: a road of k cells ends here */
    assert(shortest >= 2 && shortest <= ROYALFLIP_HIGHEST);
    ends[1] = cells;
    for (int k = 2; k <= shortest; k++) {
        ends[k] = ahead_of(streets, ends[k - 1], cells);
        if (!ends[k])
            return 0;
    }
    flip_set road_cells = ends[shortest];
    flip_set starts = cells; /* a road of shortest + 1 - k cells starts here */
    for (int k = shortest - 1; k >= 1; k--) {
        starts = behind(streets, starts, cells);
        road_cells |= ends[k] & starts; /* NOLINT(clang-analyzer-core.*): all of ends up to `shortest` is set above */
    }
    return road_cells;
}

static flip_set quarter_of(const struct streets *streets, flip_set cell, flip_set cells)
{
    flip_set quarter = cell, grown = cell;
    while (grown) {
        grown = (ahead_of(streets, grown, cells) | behind(streets, grown, cells)) & ~quarter;
        quarter |= grown;
    }
    return quarter;
}

/* One end touches one casino and the other end another one. */
static bool ends_connect(const struct royalflip_rules *rules, int first, int last)
{
    const unsigned from = rules->touches[first], to = rules->touches[last];
    const unsigned both = from | to;
    return from && to && (both & (both - 1));
}

/* All that can be reached along roads from `set`, forward or back. */
static flip_set reached(const struct streets *streets, flip_set set, flip_set cells, bool forward)
{
    for (flip_set edge = set; edge; set |= edge)
        edge = (forward ? ahead_of(streets, edge, cells) : behind(streets, edge, cells)) & ~set;
    return set;
}

/* The cells that may be part of a road from one casino to another. */
static flip_set connectable(const struct streets *streets, flip_set cells)
{
    const struct royalflip_rules *rules = streets->rules;
    flip_set after[ROYALFLIP_CASINOS];
    int near[ROYALFLIP_CASINOS], count = 0;
    for (int i = 0; i < rules->edition.casinos; i++)
        if (rules->casino_blocks[i] & cells)
            near[count++] = i;
    if (count < 2)
        return 0;
    for (int i = 0; i < count; i++)
        after[i] = reached(streets, rules->casino_blocks[near[i]] & cells, cells, true);
    flip_set between = 0;
    for (int i = 0; i < count; i++) {
        const flip_set before = reached(streets, rules->casino_blocks[near[i]] & cells, cells, false);
        for (int j = 0; j < count; j++)
            if (j != i)
                between |= before & after[j];
    }
    return between;
}

static int best_split(struct streets *streets, flip_set cells, int floor);

/* The search in one quarter: all roads through its first cell. */
struct search {
    struct streets *streets;
    flip_set quarter;
    int pivot;   /* the first cell */
    int longest; /* longer roads need not be tried */
    int best;
    int most; /* no split scores more */
};

static void try_road(struct search *search, flip_set road, int first, int last, int length)
{
    const struct streets *streets = search->streets;
    if (length < streets->shortest)
        return;
    const bool connects = streets->casino_points && ends_connect(streets->rules, first, last);
    if (length >= 2 * streets->shortest && !connects)
        return;
    const int points = length * (streets->points + (connects ? streets->casino_points : 0));
    const int value = points + best_split(search->streets, search->quarter & ~road, search->best - points);
    if (value > search->best)
        search->best = value;
}

static void go_on(struct search *search, flip_set road, int first, int last, int length)
{
    if (length < search->longest) {
        flip_set next = ahead_of(search->streets, FLIP_BIT(last), search->quarter);
        for (; next && search->best < search->most; next = flip_set_rest(next))
            go_on(search, road | (next & -next), first, flip_set_first(next), length + 1);
    }
    if (search->best < search->most)
        try_road(search, road, first, last, length);
}

static void go_back(struct search *search, flip_set road, int first, int length)
{
    if (length < search->longest) {
        flip_set previous = behind(search->streets, FLIP_BIT(first), search->quarter);
        for (; previous && search->best < search->most; previous = flip_set_rest(previous))
            go_back(search, road | (previous & -previous), flip_set_first(previous), length + 1);
    }
    go_on(search, road, first, search->pivot, length);
}

static struct finding *remembered(struct streets *streets, flip_set cells)
{
    if (++streets->searched < PATIENCE)
        return NULL;
    if (streets->searched == PATIENCE)
        memset(streets->memory, 0, sizeof streets->memory);
    return &streets->memory[(cells * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - MEMORY_BITS)];
}

/* The best split of one quarter if it is more than `floor`; otherwise something that is not. */
static int best_in_quarter(struct streets *streets, flip_set quarter, int longest, int most, int floor)
{
    struct finding *finding = remembered(streets, quarter);
    if (finding && finding->cells == quarter) {
        if (finding->exact)
            return finding->points;
        if (finding->points < most)
            most = finding->points;
    }
    if (most <= floor)
        return most;
    struct search search = {.streets = streets,
                            .quarter = quarter,
                            .pivot = flip_set_first(quarter),
                            .longest = longest,
                            .best = floor,
                            .most = most};
    go_back(&search, quarter & -quarter, search.pivot, 1);
    if (search.best < most) {
        const int without = best_split(streets, flip_set_rest(quarter), search.best);
        if (without > search.best)
            search.best = without;
    }
    if (finding)
        *finding = (struct finding){.cells = quarter, .points = search.best, .exact = search.best > floor};
    return search.best;
}

/* The best split of any cells if it is more than `floor`; otherwise something that is not. */
static int best_split(struct streets *streets, flip_set cells, int floor)
{
    cells = on_roads(streets, cells);
    if (!cells)
        return 0;
    const flip_set connected = streets->casino_points ? connectable(streets, cells) : 0;
    int most = flip_set_count(cells) * streets->points + flip_set_count(connected) * streets->casino_points;
    while (cells && most > floor) {
        const flip_set quarter = quarter_of(streets, cells & -cells, cells);
        const int longest = quarter & connected ? ROYALFLIP_HIGHEST : 2 * streets->shortest - 1;
        const int quarter_most =
            flip_set_count(quarter) * streets->points + flip_set_count(quarter & connected) * streets->casino_points;
        most -= quarter_most;
        most += best_in_quarter(streets, quarter, longest, quarter_most, floor - most);
        cells &= ~quarter;
    }
    return most;
}

/* --- roads: from the sheet ----------------------------------------------------------------------------------------------- */

static inline flip_set leading(const struct royalflip_sheet *sheet, const flip_set next[4], enum direction direction)
{
    return beside_is(sheet, next, direction) & ~(sheet->red ^ beside(sheet->red, direction));
}

/* Leaves the memory as it is: most maps do not need it. */
static void find_streets(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                         struct streets *streets)
{
    streets->rules = rules;
    streets->shortest = rules->edition.road_shortest;
    streets->points = rules->edition.road_points;
    streets->casino_points = rules->edition.road_casino_points;
    streets->searched = 0;
    const flip_set *digit = sheet->digit;
    const flip_set carry[4] = {~(flip_set)0, digit[0], digit[0] & digit[1], digit[0] & digit[1] & digit[2]};
    const flip_set next[4] = {digit[0] ^ carry[0], digit[1] ^ carry[1], digit[2] ^ carry[2], digit[3] ^ carry[3]};
    streets->leads[RIGHT] = leading(sheet, next, RIGHT);
    streets->leads[LEFT] = leading(sheet, next, LEFT);
    streets->leads[DOWN] = leading(sheet, next, DOWN);
    streets->leads[UP] = leading(sheet, next, UP);
}

/* Never inlined: the stack of a thread on a graphics card has room for these streets once. */
__attribute__((noinline)) int royalflip_roads(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet)
{
    struct streets streets;
    find_streets(rules, sheet, &streets);
    return best_split(&streets, sheet->written, -1);
}

/* Finds a road from `last` on that belongs to a split worth `total`, long ones first. */
static bool find_road(struct streets *streets, flip_set cells, int total, int first, int last,
                      struct royalflip_road *road)
{
    for (flip_set next = ahead_of(streets, FLIP_BIT(last), cells & ~road->cells); next; next = flip_set_rest(next)) {
        road->cells |= next & -next;
        if (find_road(streets, cells, total, first, flip_set_first(next), road))
            return true;
        road->cells &= ~(next & -next);
    }
    const int length = flip_set_count(road->cells);
    const bool connects = ends_connect(streets->rules, first, last);
    road->points = length * (streets->points + (connects ? streets->casino_points : 0));
    return length >= streets->shortest &&
           road->points + best_split(streets, cells & ~road->cells, total - road->points - 1) == total;
}

int royalflip_split(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                    struct royalflip_road out[ROYALFLIP_ROADS])
{
    struct streets streets;
    find_streets(rules, sheet, &streets);
    flip_set cells = on_roads(&streets, sheet->written);
    int count = 0;
    int total = best_split(&streets, cells, -1);
    while (total > 0) {
        const flip_set sources = cells & ~ahead_of(&streets, cells, cells);
        const int first = flip_set_first(sources);
        struct royalflip_road road = {.cells = FLIP_BIT(first)};
        if (find_road(&streets, cells, total, first, first, &road)) {
            out[count++] = road;
            total -= road.points;
            cells &= ~road.cells;
        }
        cells = on_roads(&streets, cells & ~FLIP_BIT(first));
    }
    return count;
}

/* --- areas --------------------------------------------------------------------------------------------------------------- */

struct blocks {
    flip_set equal[4]; /* by direction: the cells whose neighbour there holds the same number */
    flip_set seeds;    /* every area that counts has one of these */
};

static struct blocks blocks_of(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet)
{
    const flip_set right = beside_is(sheet, sheet->digit, RIGHT), left = moved(right, RIGHT);
    const flip_set down = beside_is(sheet, sheet->digit, DOWN), up = moved(down, DOWN);
    const flip_set once = right | left | down | up;
    const flip_set twice = (right & left) | (down & up) | ((right | left) & (down | up));
    /* Of three or more numbers that hang together, one has two of the others beside it. */
    return (struct blocks){.equal = {[RIGHT] = right, [LEFT] = left, [DOWN] = down, [UP] = up},
                           .seeds = rules->edition.area_smallest > 2 ? twice : once};
}

static flip_set area_of(const struct blocks *blocks, flip_set cell)
{
    flip_set area = cell, grown = cell;
    while (grown) {
        grown = (moved(grown & blocks->equal[RIGHT], RIGHT) | moved(grown & blocks->equal[LEFT], LEFT) |
                 moved(grown & blocks->equal[DOWN], DOWN) | moved(grown & blocks->equal[UP], UP)) &
                ~area;
        area |= grown;
    }
    return area;
}

int royalflip_areas(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet)
{
    const struct blocks blocks = blocks_of(rules, sheet);
    int numbers = 0;
    for (flip_set seeds = blocks.seeds; seeds;) {
        const flip_set area = area_of(&blocks, seeds & -seeds);
        const int size = flip_set_count(area);
        if (size >= rules->edition.area_smallest)
            numbers += size;
        seeds &= ~area;
    }
    return numbers * rules->edition.area_points;
}

int royalflip_area_list(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                        struct royalflip_road out[ROYALFLIP_ROADS])
{
    const struct blocks blocks = blocks_of(rules, sheet);
    int count = 0;
    for (flip_set seeds = blocks.seeds; seeds;) {
        const flip_set area = area_of(&blocks, seeds & -seeds);
        const int size = flip_set_count(area);
        if (size >= rules->edition.area_smallest)
            out[count++] = (struct royalflip_road){.cells = area, .points = size * rules->edition.area_points};
        seeds &= ~area;
    }
    return count;
}

/* --- diamonds ------------------------------------------------------------------------------------------------------------ */

/*
 * PvP goes by majority. Alone in front: the points for most; a tie in front: the points for second, and nothing for anybody
 * else. Two players only ever play for the points of the second place. Who ties for second gets them each.
 */
static int majority(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat)
{
    const int own = state->sheet[seat].diamonds;
    int more = 0, equal = 0, leaders = 0, most = 0;
    for (int other = 0; other < rules->seats; other++)
        if (state->sheet[other].diamonds > most)
            most = state->sheet[other].diamonds;
    for (int other = 0; other < rules->seats; other++) {
        more += state->sheet[other].diamonds > own;
        equal += other != seat && state->sheet[other].diamonds == own;
        leaders += state->sheet[other].diamonds == most;
    }
    if (own == 0)
        return 0;
    if (more == 0)
        return equal || rules->seats == 2 ? rules->edition.pvp_second : rules->edition.pvp_most;
    const bool second = more == leaders;
    return second && leaders == 1 && rules->seats > 2 ? rules->edition.pvp_second : 0;
}

int royalflip_diamonds(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat)
{
    if (rules->pvp)
        return majority(rules, state, seat);
    const int filled = state->sheet[seat].diamonds;
    return filled ? rules->edition.diamond[filled - 1] : 0;
}

/* --- the whole ----------------------------------------------------------------------------------------------------------- */

struct royalflip_parts royalflip_seat_parts(const struct royalflip_rules *rules, const struct royalflip_state *state,
                                            int seat)
{
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    struct royalflip_parts parts = {.roads = royalflip_roads(rules, sheet),
                                    .areas = royalflip_areas(rules, sheet),
                                    .diamonds = royalflip_diamonds(rules, state, seat),
                                    .points = sheet->points};
    parts.total = parts.roads + parts.areas + parts.diamonds + parts.points;
    return parts;
}

int royalflip_seat_score(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat)
{
    return royalflip_seat_parts(rules, state, seat).total;
}

void royalflip_result(const void *rules_, const void *state_, struct flip_result *out)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    int highest = -1;
    out->over = state->round == rules->edition.rounds && state->acting == 0;
    out->winners = out->over ? state->tie.in : 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        out->score[seat] = state->tie.counted ? state->tie.total[seat] : royalflip_seat_score(rules, state, seat);
        if (out->score[seat] > highest)
            highest = out->score[seat];
    }
    for (int seat = 0; out->over && state->tie.in == 0 && seat < rules->seats; seat++)
        if (out->score[seat] == highest)
            out->winners |= FLIP_BIT(seat);
}

void royalflip_breakdown(const void *rules, const void *state, int seat, struct flip_json *out)
{
    const struct royalflip_parts parts = royalflip_seat_parts(rules, state, seat);
    flip_json_int(out, "roads", parts.roads);
    flip_json_int(out, "areas", parts.areas);
    flip_json_int(out, "diamonds", parts.diamonds);
    flip_json_int(out, "points", parts.points);
}
