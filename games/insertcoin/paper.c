/* Insert Coin to Play on paper: the GamePads, two to a sheet, and the cards with their shapes in pixels. */
#include "print/paper.h"

#include <stdio.h>
#include <string.h>

enum { INK = 0x15111f, SOFT = 0x5d5547, BODY = 0x5b2e80, DEEP = 0x3f1d5c, YELLOW = 0xffd54a, PALE = 0xf3ecff };
enum { SIDE = 8, LEVELS = 3 };

static int number(const json_t *from, const char *name) { return (int)json_integer_value(json_object_get(from, name)); }
static const char *word(const json_t *from, const char *name) { return json_string_value(json_object_get(from, name)); }

static const json_t *named(const json_t *list, const char *key, const char *name)
{
    const json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
        if (strcmp(word(one, key), name) == 0)
            return one;
    return NULL;
}

/* What a shape does, and the light that its picture has on the screen. */
static const struct ability {
    const char *name, *does;
    uint32_t glow;
} abilities[] = {
    {"heart", "Up to two lost Lives of the row come back.", 0xff7d8e},
    {"skull", "Every opponent skips the next flip.", 0xe9e4f5},
    {"cherries", "Fill any three free squares.", 0xff86c0},
    {"alien", "Every opponent loses a Life.", 0x86f29b},
    {"shield", "Skulls and aliens of the others do not touch you any more.", 0x7dc4ff},
    {"coin", "One Coin more.", 0xffd54a},
    {"potion", "Draw the other symbol of the card too.", 0xcf9dff},
    {"star", "At your next flip draw any symbol of up to four squares.", 0xfff08a},
    {"bomb", "Fill a block of 2 by 2 squares, as far as it is free.", 0xffa868},
    {"key", "The next time GAME OVER would cost you a Coin, it does not.", 0x5fe0d0},
};

static const struct ability *ability_of(const char *name)
{
    size_t i = sizeof abilities / sizeof *abilities - 1;
    while (i > 0 && strcmp(abilities[i].name, name) != 0)
        i--;
    return &abilities[i];
}

/* --- pixels ---------------------------------------------------------------------------------------------------------- */

static double letter(struct paper *paper, const char *rows, double x, double y, double pixel)
{
    double wide = 0;
    while (*rows) {
        const size_t length = strcspn(rows, " ");
        for (size_t i = 0; i < length; i++)
            if (rows[i] == '#')
                paper_box(paper, x + (double)i * pixel, y, pixel * 1.02, pixel * 1.02, 0);
        wide = (double)length * pixel;
        rows += length + strspn(rows + length, " ");
        y += pixel;
    }
    return wide;
}

/* Words in the pixel letters of the page, all capitals; returns how wide they are. Without a pixel's size it only measures. */
static double pixel_text(struct paper *paper, const char *words, double x, double y, double pixel, bool draw)
{
    const json_t *letters = json_object_get(paper_pictures(paper), "letters");
    const double begin = x;
    for (; *words; words++) {
        const char name[] = {(char)(*words >= 'a' && *words <= 'z' ? *words - 32 : *words), '\0'};
        const char *rows = word(letters, name);
        x += rows ? (draw ? letter(paper, rows, x, y, pixel) : (double)strcspn(rows, " ") * pixel) + pixel : 3 * pixel;
    }
    return x - begin - pixel;
}

static void draw_squares(struct paper *paper, const json_t *rows, double x, double y, double side)
{
    const json_t *row;
    size_t i;
    json_array_foreach(rows, i, row) {
        const char *marks = json_string_value(row);
        for (size_t j = 0; marks[j]; j++)
            if (marks[j] != '.')
                paper_box(paper, x + (double)j * side + side * 0.05, y + (double)i * side + side * 0.05, side * 0.9,
                          side * 0.9, side * 0.08);
    }
}

/* --- cards ----------------------------------------------------------------------------------------------------------- */

static void draw_frame(struct paper *paper)
{
    paper_ink(paper, BODY | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, 2.5, 2.5, PAPER_CARD_WIDE - 5, PAPER_CARD_HIGH - 5, 3);
    paper_ink(paper, PAPER_NONE, DEEP, 0.5);
    paper_box(paper, 2.5, 2.5, PAPER_CARD_WIDE - 5, PAPER_CARD_HIGH - 5, 3);
}

static void draw_symbol(struct paper *paper, const json_t *data, const char *name, double x, double y)
{
    const json_t *rows = json_object_get(named(json_object_get(data, "symbols"), "symbol", name), "rows");
    const double side = 4.1, high = (double)json_array_size(rows) * side;
    const double wide = (double)strlen(json_string_value(json_array_get(rows, 0))) * side;
    paper_ink(paper, PALE, DEEP, 0.35);
    paper_box(paper, x, y, 25, 16, 1.5);
    paper_ink(paper, YELLOW, INK, 0.35);
    draw_squares(paper, rows, x + (25 - wide) / 2, y + (16 - high) / 2, side);
}

static void draw_over(struct paper *paper)
{
    draw_frame(paper);
    paper_ink(paper, INK | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, 6, 12, PAPER_CARD_WIDE - 12, 44, 2);
    paper_ink(paper, 0xff5d5d | PAPER_KEEP, PAPER_NONE, 0);
    pixel_text(paper, "GAME", (PAPER_CARD_WIDE - pixel_text(paper, "GAME", 0, 0, 2.1, false)) / 2, 19, 2.1, true);
    pixel_text(paper, "OVER", (PAPER_CARD_WIDE - pixel_text(paper, "OVER", 0, 0, 2.1, false)) / 2, 37, 2.1, true);
    paper_words(paper, 7, 63, PAPER_CARD_WIDE - 14, 2.9, PALE,
                "Nobody draws. The first one costs a Coin for everybody who has no complete level, the second one for "
                "everybody who has fewer than two.");
}

static void draw_card(struct paper *paper, void *context, int number_of_card, bool back)
{
    const json_t *data = context, *cards = json_object_get(data, "cards");
    const json_t *card = json_array_get(cards, (size_t)number_of_card);
    (void)back;
    if (!card) {
        draw_over(paper);
        return;
    }
    const json_t *shape = named(json_object_get(data, "shapes"), "shape", word(card, "shape"));
    const json_t *symbols = json_object_get(card, "symbols");
    const struct ability *ability = ability_of(word(shape, "ability"));
    char value[12];
    snprintf(value, sizeof value, "%d", number(shape, "value"));
    draw_frame(paper);
    paper_ink(paper, ability->glow | PAPER_KEEP, PAPER_NONE, 0);
    pixel_text(paper, word(card, "shape"), 6, 6, 0.95, true);
    pixel_text(paper, value, PAPER_CARD_WIDE - 6 - pixel_text(paper, value, 0, 0, 1.1, false), 5.6, 1.1, true);
    paper_ink(paper, INK | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, 6, 13, PAPER_CARD_WIDE - 12, 45, 2);
    paper_ink(paper, ability->glow, ability->glow, 0.2);
    draw_squares(paper, json_object_get(shape, "rows"), 10.5, 14.5, 5.25);
    paper_words(paper, 6, 61.2, PAPER_CARD_WIDE - 12, 2.6, PALE, ability->does);
    for (size_t i = 0; i < json_array_size(symbols); i++)
        draw_symbol(paper, data, json_string_value(json_array_get(symbols, i)), 6 + (double)i * 26, 67);
    paper_text(paper, PAPER_CARD_WIDE / 2.0, 84.6, 0, 1.9, PAPER_MIDDLE, PALE, "%d", number(card, "card"));
}

/* --- the pad --------------------------------------------------------------------------------------------------------- */

static void draw_level(struct paper *paper, int level, double x, double y, double wide)
{
    const double side = (wide - 4) / SIDE, high = wide + 22;
    char name[24];
    snprintf(name, sizeof name, "LEVEL %d", level + 1);
    paper_ink(paper, BODY | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, x, y, wide, 9, 2);
    paper_ink(paper, YELLOW | PAPER_KEEP, PAPER_NONE, 0);
    pixel_text(paper, name, x + 3, y + 2, 1, true);
    paper_ink(paper, PAPER_NONE, DEEP, 0.5);
    paper_box(paper, x, y, wide, high, 2);
    paper_ink(paper, 0xfbf9ff, 0xb9accd, 0.25);
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            paper_box(paper, x + 2 + column * side, y + 11 + row * side, side, side, 0);
    paper_text(paper, x + 2.5, y + wide + 13, 0, 2.5, 0, SOFT, "Shape");
    paper_text(paper, x + wide * 0.5, y + wide + 13, 0, 2.5, 0, SOFT, "Value");
    paper_text(paper, x + wide * 0.75, y + wide + 13, 0, 2.5, 0, SOFT, "Done");
    paper_ink(paper, PAPER_NONE, DEEP, 0.35);
    paper_path(paper, "M%g %gh%g", x + 2.5, y + wide + 19.5, wide * 0.4);
    paper_path(paper, "M%g %gh%g", x + wide * 0.5, y + wide + 19.5, wide * 0.18);
    paper_box(paper, x + wide * 0.75, y + wide + 14.4, 5.4, 5.4, 0.6);
}

/* A row of Lives for the beginning, and one behind every Coin. */
static void draw_lives(struct paper *paper, const json_t *data, double y)
{
    const json_t *sprites = json_object_get(paper_pictures(paper), "sprites");
    const int lives = number(data, "lives"), coins = number(data, "coins");
    double x = 0;
    for (int row = 0; row <= coins; row++) {
        if (row > 0) {
            paper_ink(paper, 0xe0ad1c, 0xe0ad1c, 0.1);
            draw_squares(paper, json_object_get(sprites, "coin"), x, y + 0.2, 1.15);
            x += 9.5;
        }
        for (int life = 0; life < lives; life++, x += 9) {
            paper_ink(paper, 0xe8566b, 0xe8566b, 0.1);
            draw_squares(paper, json_object_get(sprites, "life"), x, y, 1.1);
        }
        x += 5;
    }
}

static void draw_score(struct paper *paper, const json_t *data, double y)
{
    const json_t *points = json_object_get(data, "points");
    const char *const names[] = {"Level 1", "Level 2", "Level 3", "Coins", "Lives", "Total"};
    const double wide = paper_wide(paper) / 6;
    for (int i = 0; i < 6; i++) {
        paper_ink(paper, i == 5 ? 0xecdff5 : 0xffffff, DEEP, i == 5 ? 0.7 : 0.35);
        paper_box(paper, i * wide, y, wide - 2.5, 12, 1.5);
        paper_text(paper, i * wide + 1.8, y + 3.6, wide - 5, 2.7, PAPER_BOLD, DEEP, "%s", names[i]);
        if (i == 3 || i == 4)
            paper_text(paper, i * wide + wide - 4.2, y + 3.6, 0, 2.3, PAPER_RIGHT, SOFT, "× %d",
                       number(points, i == 3 ? "coin" : "life"));
    }
}

static void draw_pad(struct paper *paper, const json_t *data, double y)
{
    const double wide = (paper_wide(paper) - 8) / LEVELS;
    paper_ink(paper, BODY, PAPER_NONE, 0);
    pixel_text(paper, "INSERT COIN TO PLAY", 0, y, 1.1, true);
    paper_text(paper, paper_wide(paper) - 62, y + 4.6, 0, 3, PAPER_BOLD, INK, "Name");
    paper_ink(paper, PAPER_NONE, SOFT, 0.3);
    paper_path(paper, "M%g %gH%g", paper_wide(paper) - 51, y + 5.4, paper_wide(paper));
    for (int i = 0; i < LEVELS; i++)
        draw_level(paper, i, i * (wide + 4), y + 9, wide);
    draw_lives(paper, data, y + wide + 35);
    draw_score(paper, data, y + wide + 46);
}

paper_game insertcoin_paper;

void insertcoin_paper(struct paper *paper, const struct paper_job *job)
{
    enum { OVERS = 2 };
    paper_sheet(paper, false);
    draw_pad(paper, job->data, 0);
    paper_ink(paper, PAPER_NONE, 0x808080 | PAPER_GROUND, 0.15);
    paper_dash(paper, 1.5);
    paper_path(paper, "M0 %gH%g", paper_high(paper) / 2 - 2, paper_wide(paper));
    draw_pad(paper, job->data, paper_high(paper) / 2 + 2);
    paper_cards(paper, (int)json_array_size(json_object_get(job->data, "cards")) + OVERS, false, draw_card,
                (void *)job->data);
}
