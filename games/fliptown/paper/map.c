/*
 * Fliptown on paper: the map as the page draws it, on a sheet across, with a ledger to write in. The units are those of the page's drawing,
 * 1200 × 760 (web/layout.ts), whatever the size of the paper.
 */
#include "games/fliptown/paper/parts.h"

#include <math.h>
#include <string.h>

enum { WIDE = 1200, HIGH = 760 };

/* --- trail ----------------------------------------------------------------------------------------------------------- */

static double stop_x(int index) { return 64 + index * 89.4; }
static double stop_y(int index) { return 98 + round(9 * sin(index * 1.15 + 0.6)); }

static void draw_trail(struct paper *paper, const json_t *data)
{
    const json_t *stops = json_object_get(json_object_get(data, "trail"), "stops");
    const int count = (int)json_array_size(stops);
    paper_ink(paper, PAPER_NONE, 0xefe3b8 | PAPER_GROUND, 26);
    for (int i = 1; i < count; i++)
        paper_path(paper, "M%g %gL%g %g", stop_x(i - 1), stop_y(i - 1), stop_x(i), stop_y(i));
    for (int i = 0; i < count; i++) {
        const json_t *stop = json_array_get(stops, (size_t)i), *reward = json_object_get(stop, "reward");
        const double x = stop_x(i), y = stop_y(i);
        const bool two = json_object_size(reward) > 1;
        paper_ink(paper, PAPER_NONE, 0x5b3a1d, 5);
        paper_path(paper, "M%g %gv12", x, y - 38);
        paper_ink(paper, 0x7a4a22, MAP_INK, 1.8);
        paper_path(paper, "M%g %gh33l8 10l-8 10h-33z", x - 19, y - 53);
        paper_text(paper, x - 1, y - 37, 0, 17, PAPER_MIDDLE | PAPER_BOLD, 0xffffff, "%s", string_of(stop, "stop"));
        paper_ink(paper, MAP_PAGE, MAP_INK, 2);
        paper_disc(paper, x, y, 32);
        draw_reward(paper, data, reward, two ? 2 : 1, x, y, two ? 0.98 : 1.35);
    }
}

/* --- badlands -------------------------------------------------------------------------------------------------------- */

static void draw_target(struct paper *paper, const char *rank, int cash, double x, double y)
{
    paper_ink(paper, 0xffffff, MAP_INK, 2);
    paper_disc(paper, x, y, 25);
    paper_ink(paper, PAPER_NONE, 0x9a3b17, 2);
    paper_disc(paper, x, y, 21);
    paper_text(paper, x, y + 1, 0, 19, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%s", rank);
    paper_text(paper, x, y + 15, 0, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, 0x14571f, "$%d", cash);
}

static void draw_badlands(struct paper *paper, const json_t *data)
{
    static const struct paper_ink inks[] = {{"", 0xfff4df, MAP_INK, 1.8}, {"smoke", 0xffffff, MAP_INK, 1.8}, {0}};
    const json_t *row, *target;
    size_t i, j;
    json_array_foreach(json_object_get(json_object_get(data, "badlands"), "rows"), i, row) {
        const double y = 213 + (double)i * 71;
        paper_picture(paper, string_of(row, "name"), inks, 38, y - 13, 1);
        draw_token(paper, "star", int_of(row, "stars"), 24, y + 20, 0.86);
        draw_token(paper, "wanted", int_of(row, "wanted"), 52, y + 20, 0.86);
        json_array_foreach(json_object_get(row, "targets"), j, target)
            draw_target(paper, json_string_value(target),
                        (int)json_integer_value(json_array_get(json_object_get(row, "cash"), j)), 97 + (double)j * 51.5,
                        y);
        paper_ink(paper, PAPER_NONE, MAP_INK, 2);
        paper_path(paper, "M227 %gq5 0 5 8v4q0 6 5 6q-5 0 -5 6v4q0 8 -5 8", y - 18);
        draw_bonus(paper, data, json_string_value(json_array_get(json_object_get(row, "bonus"), 0)), 250, y, 0.98);
    }
}

/* --- mine ------------------------------------------------------------------------------------------------------------ */

enum { CAVE_WIDE = 78, CAVE_HIGH = 60, ENTRANCE_X = 487, ENTRANCE_Y = 194 };

static void chamber_at(const char *site, double *x, double *y)
{
    static const double first[] = {444, 401, 358, 315}, high[] = {254, 349, 444, 541};
    const int level = site[0] < '1' || site[0] > '4' ? 0 : site[0] - '1';
    *x = first[level] + (site[1] - 'a') * 86;
    *y = high[level];
}

/* Both ends of a way into a chamber: the entrance, or the foot of the chamber above; and the ceiling below. */
static bool way_ends(const json_t *way, const char *to, double ends[4])
{
    const char *from = string_of(way, "from");
    const bool inside = strcmp(from, "entrance") != 0;
    ends[0] = ENTRANCE_X;
    ends[1] = ENTRANCE_Y;
    if (inside)
        chamber_at(from, &ends[0], &ends[1]);
    ends[1] += inside ? CAVE_HIGH / 2.0 : 0;
    chamber_at(to, &ends[2], &ends[3]);
    ends[3] -= CAVE_HIGH / 2.0;
    return inside;
}

static void draw_ways(struct paper *paper, const json_t *chamber, bool labels)
{
    const char *site = string_of(chamber, "site");
    const json_t *way;
    size_t i;
    json_array_foreach(json_object_get(chamber, "ways"), i, way) {
        double e[4];
        const bool inside = way_ends(way, site, e);
        const double dx = e[2] - e[0], x = inside ? (e[0] + e[2]) / 2 : e[0] + dx * 0.85, y = (e[1] + e[3]) / 2;
        if (!labels) {
            paper_ink(paper, PAPER_NONE, 0x7b5b42 | PAPER_GROUND, 15);
            paper_path(paper, "M%g %gL%g %g", e[0] + dx * 0.2, e[1], e[2] - dx * 0.18, e[3]);
            continue;
        }
        paper_ink(paper, 0xfff3c9, MAP_INK, 1.5);
        paper_box(paper, x - 20, y - 9.5, 40, 19, 9);
        paper_text(paper, x, y + 5, 36, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%s–%s", string_of(way, "low"),
                   string_of(way, "high"));
    }
}

static void draw_chamber(struct paper *paper, const json_t *data, const json_t *chamber)
{
    const json_t *reward = json_object_get(chamber, "reward");
    const char *site = string_of(chamber, "site");
    double x, y;
    chamber_at(site, &x, &y);
    paper_ink(paper, 0xf4e7c9, 0x8a5a2b, 2.5);
    paper_path(paper, "M%g %gv-44q2 -16 18 -16h42q16 0 18 16v44z", x - CAVE_WIDE / 2.0, y + CAVE_HIGH / 2.0);
    paper_ink(paper, PAPER_NONE, 0x8a5a2b | PAPER_GROUND, 5);
    paper_path(paper, "M%g %gv-46m%d 46v-46", x - CAVE_WIDE / 2.0 + 3, y + CAVE_HIGH / 2.0, CAVE_WIDE - 6);
    paper_text(paper, x, y + CAVE_HIGH / 2.0 - 4, 0, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_SOFT, "%s", site);
    draw_reward(paper, data, reward, 3, x, y - 6, json_object_size(reward) > 2 ? 0.82 : 1.08);
}

static void draw_mine(struct paper *paper, const json_t *data)
{
    const json_t *chambers = json_object_get(json_object_get(data, "mine"), "chambers"), *chamber;
    size_t i;
    json_array_foreach(chambers, i, chamber)
        draw_ways(paper, chamber, false);
    json_array_foreach(chambers, i, chamber)
        draw_chamber(paper, data, chamber);
    json_array_foreach(chambers, i, chamber)
        draw_ways(paper, chamber, true);
}

/* --- cemetery -------------------------------------------------------------------------------------------------------- */

static const char *const stones[] = {"nw", "n", "ne", "w", "centre", "e", "sw", "s", "se"};
enum { STONES = 9, CENTRE = 4 };

static double stone_x(int index) { return 48 + index % 3 * 89; }
static double stone_y(int index)
{
    const int row = index / 3;
    return 540 + row * 86;
}

static int stone_named(const char *name)
{
    int index = STONES - 1;
    while (index > 0 && strcmp(stones[index], name) != 0)
        index--;
    return index;
}

static void draw_stone(struct paper *paper, int index)
{
    const double x = stone_x(index), y = stone_y(index);
    paper_ink(paper, index == CENTRE ? 0xb9b5c9 : 0xe4e2ea, 0x17162c, 2);
    paper_path(paper, "M%g %gV%gA21 23 0 0 1 %g %gV%gZ", x - 21, y + 20, y - 4, x + 21, y - 4, y + 20);
    paper_box(paper, x - 25, y + 19, 50, 7, 0);
    if (index == CENTRE) {
        paper_text(paper, x, y + 4, 40, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "R.I.P.");
        return;
    }
    paper_ink(paper, PAPER_NONE, 0x6d6985 | PAPER_GROUND, 3);
    paper_path(paper, "M%g %gv20m-7-13h14m-16 20h18", x, y - 16);
}

static void draw_cemetery(struct paper *paper, const json_t *data)
{
    const json_t *between = json_object_get(json_object_get(data, "cemetery"), "between"), *one;
    size_t i;
    for (int pass = 0; pass < 2; pass++) /* the links lie under the stones and under what they bring */
        json_array_foreach(between, i, one) {
            const json_t *ends = json_object_get(one, "stones");
            const int a = stone_named(json_string_value(json_array_get(ends, 0)));
            const int b = stone_named(json_string_value(json_array_get(ends, 1)));
            const double x = (stone_x(a) + stone_x(b)) / 2, y = (stone_y(a) + stone_y(b)) / 2;
            if (pass == 0) {
                paper_ink(paper, PAPER_NONE, 0x8d8bbd, 5);
                paper_path(paper, "M%g %gL%g %g", stone_x(a), stone_y(a), stone_x(b), stone_y(b));
                continue;
            }
            paper_ink(paper, MAP_PAGE, 0x17162c, 1.6);
            paper_disc(paper, x, y, 18);
            draw_reward(paper, data, json_object_get(one, "reward"), 2, x, y, 0.88);
        }
    for (int stone = 0; stone < STONES; stone++)
        draw_stone(paper, stone);
}

/* --- ledger ---------------------------------------------------------------------------------------------------------- */

static void cell(struct paper *paper, double x, double y, double wide, double high)
{
    paper_ink(paper, 0xfffdf5, 0xb9a57e, 1.5);
    paper_box(paper, x, y, wide, high, 6);
}

static void draw_tools(struct paper *paper, const char *item, int most, double x)
{
    const double scale = most > 4 ? 4.0 / most : 1;
    for (int i = 0; i < most; i++) {
        paper_ink(paper, 0xfffdf5, 0xb9a57e, 1.5);
        paper_box(paper, x - 12.5 + i * 27 * scale, 599, 25 * scale, 28, 4);
        draw_item(paper, item, x + i * 27 * scale, 613, 0.74 * scale);
    }
}

static void draw_counters(struct paper *paper, const json_t *data)
{
    static const char *const kinds[] = {"cash", "gold", "star", "silver", "wanted"};
    static const char *const names[] = {"cash", "gold", "stars", "silver", "Wanted"};
    const json_t *start = json_object_get(json_object_get(data, "course"), "start");
    for (int i = 0; i < 5; i++) {
        const double x = 306 + i * 57;
        const int from = int_of(start, kinds[i]);
        cell(paper, x - 26, 634, 52, 118);
        draw_token(paper, kinds[i], 0, x, 652, 0.95);
        if (from)
            paper_text(paper, x, 686, 0, 20, PAPER_MIDDLE, 0x9a8d74, "%d", from);
        paper_text(paper, x, 746, 48, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_SOFT, "%s", names[i]);
    }
    cell(paper, 566, 634, 60, 118);
    paper_text(paper, 596, 661, 0, 26, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "=");
    paper_text(paper, 596, 746, 54, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_SOFT, "points");
}

static void draw_poker(struct paper *paper, const json_t *data)
{
    const json_t *course = json_object_get(data, "course");
    const int rounds = int_of(course, "rounds"), turns = int_of(course, "turns");
    const double pitch = 276.0 / rounds, slot = 116.0 / turns;
    for (int round_nr = 0; round_nr < rounds; round_nr++) {
        const double x = 636 + round_nr * pitch;
        cell(paper, x, 598, pitch - 4, 156);
        paper_text(paper, x + pitch / 2 - 2, 613, pitch - 8, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_SOFT, "Round %d",
                   round_nr + 1);
        for (int turn = 0; turn < turns; turn++) {
            paper_ink(paper, PAPER_NONE, 0xb9a57e, 1.2);
            paper_dash(paper, 4);
            paper_box(paper, x + 4, 619 + turn * slot, pitch - 12, slot - 2.5, 3);
        }
    }
}

/* The fines of each round, and what poker hands pay. */
static void draw_sheriff(struct paper *paper, const json_t *data)
{
    const json_t *one;
    size_t i;
    cell(paper, 916, 598, 280, 156);
    paper_ink(paper, 0xf9c22e, MAP_INK, 2);
    paper_to(paper, 944, 626, 0.75);
    paper_path(paper, "M0 -27L6.5 -11L22 -18L16 -2L30 7L14 12L13 29L0 19L-13 29L-14 12L-30 7L-16 -2L-22 -18L-6.5 -11Z");
    paper_back(paper);
    paper_text(paper, 972, 622, 0, SMALLEST + 1, PAPER_BOLD, MAP_INK, "Sheriff");
    paper_text(paper, 972, 637, 68, 11, 0, MAP_SOFT, "fine by round");
    json_array_foreach(json_object_get(json_object_get(data, "arrest"), "fines"), i, one) {
        const double y = 662 + (double)i * 29;
        paper_text(paper, 928, y + 5, 0, SMALLEST, PAPER_BOLD, MAP_SOFT, "%zu", i + 1);
        draw_token(paper, "cash", int_of(one, "cash"), 958, y, 0.84);
        paper_text(paper, 985, y + 5, 0, 12, PAPER_MIDDLE, MAP_INK, "or");
        draw_token(paper, "star", int_of(one, "stars"), 1010, y, 0.9);
    }
    paper_text(paper, 928, 748, 106, 10, 0, MAP_SOFT, "if his card < your Wanted");
    paper_ink(paper, PAPER_NONE, 0xb9a57e, 1.2);
    paper_path(paper, "M1042 604V748");
    json_array_foreach(json_object_get(json_object_get(data, "poker"), "pay"), i, one) {
        const double y = 614 + (double)i * 15.2;
        paper_text(paper, 1050, y, 84, 11.5, 0, MAP_INK, "%s", string_of(one, "hand"));
        paper_text(paper, 1161, y, 0, 11.5, PAPER_RIGHT | PAPER_BOLD, MAP_INK, "$%d", int_of(one, "cash"));
        paper_text(paper, 1178, y, 0, 11.5, PAPER_RIGHT | PAPER_BOLD, MAP_INK, "%d", int_of(one, "stars"));
        draw_token(paper, "star", 0, 1186, y - 4, 0.38);
    }
}

/* --- the sheet ------------------------------------------------------------------------------------------------------- */

static void draw_land(struct paper *paper)
{
    static const struct paper_ink inks[] = {
        {"sky", 0xfbe6bd | PAPER_GROUND, PAPER_NONE, 0},
        {"sun", 0xf6b93d | PAPER_GROUND, PAPER_NONE, 0},
        {"far", 0xd69a69 | PAPER_GROUND, PAPER_NONE, 0},
        {"prairie", 0xd6dd9f | PAPER_GROUND, PAPER_NONE, 0},
        {"prairie back", 0xfbe6bd | PAPER_GROUND, PAPER_NONE, 0},
        {"grass", PAPER_NONE, 0x4a5a1e | PAPER_GROUND, 1.8},
        {"cactus", 0x3e6b35 | PAPER_GROUND, MAP_INK | PAPER_GROUND, 1.6},
        {"rock", 0xeeae83 | PAPER_GROUND, PAPER_NONE, 0},
        {"rock edge", 0xc4683a | PAPER_GROUND, PAPER_NONE, 0},
        {"mesa", 0xc4683a | PAPER_GROUND, PAPER_NONE, 0},
        {"strata", PAPER_NONE, 0x8e3d17 | PAPER_GROUND, 2},
        {"crack", PAPER_NONE, 0xc07a4d | PAPER_GROUND, 2.5},
        {"dusk", 0x4b4a74 | PAPER_GROUND, PAPER_NONE, 0},
        {"moon", 0xfff3c4 | PAPER_GROUND, PAPER_NONE, 0},
        {"moon-bite", 0x4b4a74 | PAPER_GROUND, PAPER_NONE, 0},
        {"fence", PAPER_NONE, 0x17162c | PAPER_GROUND, 3},
        {"bare", PAPER_NONE, 0x17162c | PAPER_GROUND, 3},
        {"hill", 0x8a5f3c | PAPER_GROUND, PAPER_NONE, 0},
        {"cutting", 0x3a2b24 | PAPER_GROUND, 0x3a2b24 | PAPER_GROUND, 1},
        {"layers", PAPER_NONE, 0x6b4c38 | PAPER_GROUND, 3},
        {"vein", 0xf0b83a | PAPER_GROUND, PAPER_NONE, 0},
        {"bones", PAPER_NONE, 0xcbb79a | PAPER_GROUND, 2.4},
        {"headframe", PAPER_NONE, 0x3a2413 | PAPER_GROUND, 4},
        {"rail-line", PAPER_NONE, 0xa8afb8 | PAPER_GROUND, 3},
        {"tub", 0x6f7681 | PAPER_GROUND, PAPER_NONE, 0},
        {"ore", 0xf0b83a | PAPER_GROUND, PAPER_NONE, 0},
        {"wheel", 0x1d1713 | PAPER_GROUND, 0xc9cdd3 | PAPER_GROUND, 1.6},
        {"morning", 0xbfe0ea | PAPER_GROUND, PAPER_NONE, 0},
        {"cloud", 0xf4fafc | PAPER_GROUND, PAPER_NONE, 0},
        {"street", 0xdcbd8d | PAPER_GROUND, PAPER_NONE, 0},
        {"ruts", PAPER_NONE, 0xa9834f | PAPER_GROUND, 2},
        {"paper", MAP_PAGE | PAPER_GROUND, PAPER_NONE, 0},
        {"borders", PAPER_NONE, MAP_INK, 3},
        {0},
    };
    paper_clip(paper, WIDE, HIGH);
    paper_picture(paper, "land", inks, 0, 0, 1);
    paper_back(paper);
    paper_ink(paper, PAPER_NONE, MAP_INK, 3);
    paper_box(paper, 0, 0, WIDE, HIGH, 0);
}

static void draw_plates(struct paper *paper, const json_t *data)
{
    static const struct plate {
        const char *region, *name;
        double x, y, wide;
    } plates[] = {
        {"trail", "Trail", 8, 6, 104},  {"badlands", "Badlands", 8, 148, 130}, {"cemetery", "Cemetery", 8, 470, 136},
        {"mine", "Mine", 284, 148, 96}, {"town", "Town", 712, 146, 104},       {"", "Ledger", 284, 600, 112},
    };
    for (size_t i = 0; i < sizeof plates / sizeof *plates; i++) {
        const struct plate *plate = &plates[i];
        const bool region = plate->region[0];
        paper_ink(paper, 0xfff9e8, MAP_INK, 2);
        paper_box(paper, plate->x, plate->y, plate->wide, 26, 5);
        paper_text(paper, plate->x + (region ? 34 : 12), plate->y + 18.5, plate->wide - 40, 17, PAPER_BOLD, MAP_INK,
                   "%s", plate->name);
        if (region)
            draw_sign(paper, data, plate->region, plate->x + 18, plate->y + 13, 18);
    }
}

paper_game fliptown_paper;

void fliptown_paper(struct paper *paper, const struct paper_job *job)
{
    const json_t *data = job->data, *tools = json_object_get(data, "tools");
    paper_sheet(paper, true);
    const double scale = fmin(paper_wide(paper) / WIDE, paper_high(paper) / HIGH);
    paper_to(paper, (paper_wide(paper) - WIDE * scale) / 2, (paper_high(paper) - HIGH * scale) / 2, scale);
    draw_land(paper);
    draw_trail(paper, data);
    draw_badlands(paper, data);
    draw_mine(paper, data);
    draw_town(paper, data);
    draw_cemetery(paper, data);
    draw_tools(paper, "pan", int_of(tools, "pans"), 416);
    draw_tools(paper, "hammer", int_of(tools, "hammers"), 532);
    draw_counters(paper, data);
    draw_poker(paper, data);
    draw_sheriff(paper, data);
    draw_plates(paper, data);
    paper_back(paper);
}
