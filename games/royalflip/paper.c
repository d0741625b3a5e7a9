/* Royal Flip on paper: the city to write in, the track, diamonds, ±1 boxes and the score, all from the edition. */
#include "print/paper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { INK = 0x25211b, SOFT = 0x5d5547, FELT = 0x1c5a45, BRASS = 0xe3b54c, CHALK = 0xfffaf0 };
enum { TILES = 5, BLOCK = 100 /* a block of the city, in the units of its drawing */ };

static double at(const json_t *list, size_t index) { return json_number_value(json_array_get(list, index)); }

static int number_of(const json_t *data, const char *part, const char *name)
{
    return (int)json_integer_value(json_object_get(json_object_get(data, part), name));
}

/* --- the city -------------------------------------------------------------------------------------------------------- */

/* A house from above, with the sun in the north-west: its roof is brighter there. A flat roof has a rim and a hut for the stairs. */
static void draw_house(struct paper *paper, const json_t *house, int shift)
{
    static const uint32_t sunny[TILES] = {0xe0906a, 0xecc474, 0x9db3c6, 0x8cc0b3, 0xd9a0a4};
    static const uint32_t shady[TILES] = {0xc9744f, 0xd9ab55, 0x829bb0, 0x70a698, 0xc28489};
    const double x = at(house, 0), y = at(house, 1), wide = at(house, 2), high = at(house, 3);
    const char ridge = json_string_value(json_array_get(house, 4))[0];
    const int tile = ((int)at(house, 5) + shift) % TILES;
    paper_ink(paper, 0xcfc3ad | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, x + 3, y + 3.5, wide, high, 0);
    paper_ink(paper, sunny[tile] | PAPER_GROUND, 0x8a8991 | PAPER_GROUND, 0.6);
    paper_box(paper, x, y, wide, high, 0);
    paper_ink(paper, shady[tile] | PAPER_GROUND, PAPER_NONE, 0);
    if (ridge == 'h')
        paper_box(paper, x, y + high / 2, wide, high / 2, 0);
    else if (ridge == 'v')
        paper_box(paper, x + wide / 2, y, wide / 2, high, 0);
    else
        paper_box(paper, x + 3, y + 3, wide - 6, high - 6, 0);
}

static void draw_block(struct paper *paper, int column, int row)
{
    const json_t *plans = json_object_get(paper_pictures(paper), "plans"), *one;
    const json_t *plan = json_array_get(plans, (size_t)(column * 5 + row * 7) % json_array_size(plans));
    const json_t *lawn = json_object_get(plan, "lawn");
    size_t i;
    paper_ink(paper, 0xece2cd | PAPER_GROUND, 0xd6cab1 | PAPER_GROUND, 0.8);
    paper_box(paper, 8, 8, 84, 84, 6);
    paper_ink(paper, 0xc3d19b | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, at(lawn, 0), at(lawn, 1), at(lawn, 2), at(lawn, 3), 0);
    json_array_foreach(json_object_get(plan, "houses"), i, one)
        draw_house(paper, one, column + 2 * row);
    json_array_foreach(json_object_get(plan, "trees"), i, one) {
        paper_ink(paper, 0x5f8f4a | PAPER_GROUND, PAPER_NONE, 0);
        paper_disc(paper, at(one, 0), at(one, 1), 4.2);
        paper_ink(paper, 0x8fb86a | PAPER_GROUND, PAPER_NONE, 0);
        paper_disc(paper, at(one, 0) - 1, at(one, 1) - 1.3, 2.3);
    }
    paper_ink(paper, CHALK, 0x8a8991, 1.2); /* a square to write in */
    paper_box(paper, 24, 24, 52, 52, 9);
}

static void draw_casino(struct paper *paper)
{
    static const struct paper_ink inks[] = {
        {"wall", 0xf4e5c4, 0x4a2233, 0.8},
        {"square", 0x6b2140, 0x4a2233, 1.6},
        {"trim", PAPER_NONE, 0xc79a3d, 1.5},
        {"beams", PAPER_NONE, PAPER_NONE, 0},
        {"wall tower", 0xf4e5c4, 0x4a2233, 0.8},
        {"gold", 0xdba638, 0x4a2233, 0.8},
        {"shine", PAPER_NONE, 0xfff2c4, 1.6},
        {"gold star", 0xdba638, 0x4a2233, 0.8},
        {"windows", 0x4a2233, PAPER_NONE, 0},
        {"door", 0x4a2233, PAPER_NONE, 0},
        {0},
    };
    paper_picture(paper, "casino", inks, 0, 0, 1);
    paper_ink(paper, 0xfff2c4 | PAPER_GROUND, PAPER_NONE, 0);
    for (double x = 24; x < 80; x += 8.7)
        paper_disc(paper, x, 52.5, 1.9);
}

static bool is_casino(const json_t *data, int column, int row)
{
    const char name[] = {(char)('a' + column), (char)('1' + row), '\0'};
    const json_t *casino;
    size_t i;
    json_array_foreach(json_object_get(json_object_get(data, "map"), "casinos"), i, casino)
        if (strcmp(json_string_value(casino), name) == 0)
            return true;
    return false;
}

static void draw_map(struct paper *paper, const json_t *data, double x, double y, double cell)
{
    const int columns = number_of(data, "map", "columns"), rows = number_of(data, "map", "rows");
    const double wide = columns * cell, high = rows * cell;
    paper_ink(paper, 0xa3a2a9 | PAPER_GROUND, SOFT, 0.4);
    paper_box(paper, x, y, wide, high, 2.5);
    paper_ink(paper, PAPER_NONE, 0xf3f0e6 | PAPER_GROUND, 0.4);
    paper_dash(paper, 2);
    for (int i = 1; i < columns; i++)
        paper_path(paper, "M%g %gv%g", x + i * cell, y + 2, high - 4);
    for (int i = 1; i < rows; i++)
        paper_path(paper, "M%g %gh%g", x + 2, y + i * cell, wide - 4);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            paper_to(paper, x + column * cell, y + row * cell, cell / BLOCK);
            if (is_casino(data, column, row))
                draw_casino(paper);
            else
                draw_block(paper, column, row);
            paper_back(paper);
        }
    for (int i = 0; i < columns; i++)
        paper_text(paper, x + (i + 0.5) * cell, y - 1.2, 0, 3.2, PAPER_MIDDLE | PAPER_BOLD, SOFT, "%c", 'a' + i);
    for (int i = 0; i < rows; i++)
        paper_text(paper, x - 2.6, y + (i + 0.5) * cell + 1.2, 0, 3.2, PAPER_MIDDLE | PAPER_BOLD, SOFT, "%d", i + 1);
}

/* --- the track ------------------------------------------------------------------------------------------------------- */

static void draw_bonus(struct paper *paper, const json_t *space, double x, double y)
{
    const char *bonus = json_string_value(json_object_get(space, "bonus"));
    const int points = (int)json_integer_value(json_object_get(space, "points"));
    switch (bonus[0]) {
    case 's':
        paper_text(paper, x, y + 1.5, 0, 4.2, PAPER_MIDDLE | PAPER_BOLD, INK, "±1");
        break;
    case 'd':
        paper_ink(paper, 0x9db3c6, INK, 0.3);
        paper_path(paper, "M%g %gl2.6 3-2.6 3-2.6-3z", x, y - 3);
        break;
    case 'n':
        paper_ink(paper, CHALK, INK, 0.4);
        paper_box(paper, x - 2.8, y - 2.9, 5.6, 5.8, 1);
        paper_text(paper, x, y + 1.5, 0, 4.2, PAPER_MIDDLE | PAPER_BOLD, INK, "%d",
                   (int)json_integer_value(json_object_get(space, "number")));
        break;
    default:
        paper_ink(paper, BRASS, 0x6b4d06, 0.3);
        paper_disc(paper, x, y, 3);
        paper_text(paper, x, y + 1.4, 0, 3.8, PAPER_MIDDLE | PAPER_BOLD, INK, "%d", points);
    }
}

/* A winding street: every second row is walked from right to left. Returns its height. */
static double draw_track(struct paper *paper, const json_t *track, double y)
{
    enum { IN_ROW = 14 };
    const double wide = paper_wide(paper) / IN_ROW, pitch = 20, high = 16.5;
    const int count = (int)json_array_size(track), rows = (count + IN_ROW - 1) / IN_ROW;
    paper_ink(paper, PAPER_NONE, 0xa3a2a9 | PAPER_GROUND, 7);
    for (int row = 0; row < rows; row++) {
        const double middle = y + row * pitch + high / 2, right = paper_wide(paper) - 3;
        paper_path(paper, "M3 %gH%g", middle, right);
        if (row + 1 < rows)
            paper_path(paper, "M%g %gv%g", row % 2 ? 3 : right, middle, pitch);
    }
    for (int i = 0; i < count; i++) {
        const json_t *space = json_array_get(track, (size_t)i);
        const int row = i / IN_ROW, along = row % 2 ? IN_ROW - 1 - i % IN_ROW : i % IN_ROW;
        const double x = along * wide, top = y + row * pitch, middle = x + wide / 2;
        paper_ink(paper, CHALK, INK, 0.35);
        paper_box(paper, x + 0.7, top, wide - 1.4, high, 1.8);
        paper_text(paper, x + 2, top + 3.3, 0, 2.4, 0, SOFT, "%d", i + 1);
        paper_suit(paper, json_string_value(json_object_get(space, "suit")), middle + 1.6, top + 4.4, 5);
        draw_bonus(paper, space, middle, top + 11.6);
        if (i % IN_ROW != IN_ROW - 1 && i + 1 < count) { /* which way the street goes */
            paper_ink(paper, INK, PAPER_NONE, 0);
            paper_path(paper, row % 2 ? "M%g %gl1.4-1v2z" : "M%g %gl-1.4-1v2z", row % 2 ? x - 0.7 : x + wide + 0.7,
                       top + high / 2);
        }
    }
    return rows * pitch;
}

/* --- what is written beside the map ---------------------------------------------------------------------------------- */

/* Returns where the panel goes on. */
static double draw_shifts(struct paper *paper, const json_t *track, double x, double y, double wide)
{
    int boxes = 0;
    const json_t *space;
    size_t i;
    json_array_foreach(track, i, space)
        boxes += json_string_value(json_object_get(space, "bonus"))[0] == 's';
    const int rows = (boxes + 2) / 3;
    paper_text(paper, x, y, wide, 3.4, PAPER_BOLD, INK, "±1 boxes");
    for (int box = 0; box < boxes; box++) {
        const int row = box / 3;
        paper_ink(paper, CHALK, INK, 0.4);
        paper_box(paper, x + box % 3 * 8.6, y + 2 + row * 8.6, 7.4, 7.4, 1);
    }
    return paper_words(paper, x, y + 6 + rows * 8.6, wide, 2.3, SOFT,
                       "Mark a box when you win it, cross it out when you use it.");
}

static void draw_diamonds(struct paper *paper, const json_t *worth, double x, double y, double high)
{
    const double pitch = fmin(12, (high - 5) / (double)json_array_size(worth));
    paper_text(paper, x, y, 0, 3.4, PAPER_BOLD, INK, "Diamonds");
    for (size_t i = 0; i < json_array_size(worth); i++) {
        const double top = y + 3 + (double)i * pitch;
        paper_ink(paper, 0xdfe9f1, INK, 0.4);
        paper_path(paper, "M%g %gl%g %gl%g %gl%g %gz", x + 5, top, pitch * 0.42, pitch * 0.45, -pitch * 0.42,
                   pitch * 0.45, -pitch * 0.42, -pitch * 0.45);
        paper_text(paper, x + 13, top + pitch * 0.45 + 1.3, 0, 3.8, PAPER_BOLD, INK, "%d", (int)at(worth, i));
    }
}

static void draw_score(struct paper *paper, double y)
{
    static const char *const parts[] = {"Roads", "Areas", "Diamonds", "Points", "Total"};
    const double wide = paper_wide(paper) / 5;
    for (int i = 0; i < 5; i++) {
        paper_ink(paper, i < 4 ? CHALK : 0xdcebdd, INK, i < 4 ? 0.4 : 0.8);
        paper_box(paper, i * wide, y, wide - 3, 13, 1.5);
        paper_text(paper, i * wide + 2, y + 4, 0, 3, PAPER_BOLD, FELT, "%s", parts[i]);
    }
}

static void draw_rules(struct paper *paper, const json_t *data, double y)
{
    char words[600];
    snprintf(
        words, sizeof words,
        "Each round three cards: take the colour of one, the number of another, the suit of the third. Write the "
        "number; go forward on the track to that suit. A road is a path of one colour whose numbers go up by one: "
        "from %d numbers on, %d point%s per number, and %d more per number from casino to casino. An area is %d or "
        "more equal numbers side by side: %d point%s per number. The jackpot is %d.",
        number_of(data, "roads", "shortest"), number_of(data, "roads", "points"),
        number_of(data, "roads", "points") == 1 ? "" : "s", number_of(data, "roads", "casino_points"),
        number_of(data, "areas", "smallest"), number_of(data, "areas", "points"),
        number_of(data, "areas", "points") == 1 ? "" : "s", (int)json_integer_value(json_object_get(data, "jackpot")));
    paper_words(paper, 0, y, paper_wide(paper), 2.5, SOFT, words);
}

static void draw_rounds(struct paper *paper, int rounds, double y)
{
    const double pitch = fmin(7.4, 110.0 / rounds);
    paper_text(paper, 0, y + 4, 0, 3.4, PAPER_BOLD, INK, "Round");
    for (int i = 0; i < rounds; i++) {
        paper_ink(paper, CHALK, SOFT, 0.3);
        paper_disc(paper, 20 + i * pitch, y + 2.8, 2.8);
        paper_text(paper, 20 + i * pitch, y + 3.7, 0, 2.5, PAPER_MIDDLE, INK, "%d", i + 1);
    }
    paper_text(paper, paper_wide(paper) - 62, y + 4, 0, 3.4, PAPER_BOLD, INK, "Name");
    paper_ink(paper, PAPER_NONE, SOFT, 0.3);
    paper_path(paper, "M%g %gH%g", paper_wide(paper) - 50, y + 5, paper_wide(paper));
}

paper_game royalflip_paper;

void royalflip_paper(struct paper *paper, const struct paper_job *job)
{
    const json_t *data = job->data, *track = json_object_get(data, "track");
    const int columns = number_of(data, "map", "columns"), rows = number_of(data, "map", "rows");
    const double street = ceil((double)json_array_size(track) / 14) * 20, panel = 30, score = 14, rules = 15;
    paper_sheet(paper, false);
    double y = paper_title(paper, "Royal Flip", "");
    const double room = paper_high(paper) - y - 14 - street - score - rules;
    const double cell = fmin((paper_wide(paper) - panel - 6) / columns, (room - 12) / rows);
    const double gap = fmin(12, (room - cell * rows) / 4);
    draw_rounds(paper, (int)json_integer_value(json_object_get(data, "rounds")), y);
    y += 10 + gap;
    draw_map(paper, data, 5, y, cell);
    const double below = draw_shifts(paper, track, 10 + cell * columns, y + 3, panel - 4) + 5;
    draw_diamonds(paper, json_object_get(data, "diamonds"), 10 + cell * columns, below, y + cell * rows - below);
    y += cell * rows + gap;
    y += draw_track(paper, track, y) - 3.5 + gap;
    draw_score(paper, y);
    draw_rules(paper, data, y + score + gap);
}
