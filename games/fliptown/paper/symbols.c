/* The symbols of the map on paper: the shapes are the page's (web/pictures.json), each kind with one of its own. */
#include "games/fliptown/paper/parts.h"

#include <stdio.h>
#include <string.h>

static const struct region {
    const char *name;
    uint32_t colour;
} regions[] = {
    {"trail", 0x4c6414}, {"badlands", 0xa03a12}, {"mine", 0x5b3a1d}, {"town", 0x1e5c7c}, {"cemetery", 0x45447a},
};

static uint32_t colour_of(const char *region)
{
    for (size_t i = 0; i < sizeof regions / sizeof *regions; i++)
        if (strcmp(regions[i].name, region) == 0)
            return regions[i].colour;
    return MAP_INK;
}

static void shape(struct paper *paper, const char *picture, uint32_t fill, double scale)
{
    const struct paper_ink inks[] = {{"", fill, MAP_INK, 1.5}, {0}};
    paper_picture(paper, picture, inks, 0, 0, scale);
}

static void figure(struct paper *paper, double size, int how, uint32_t colour, const char *text)
{
    paper_text(paper, 0, size * 0.36, 0, strlen(text) > 2 ? size * 0.86 : size, PAPER_MIDDLE | PAPER_BOLD | how, colour,
               "%s", text);
}

void draw_token(struct paper *paper, const char *kind, int count, double x, double y, double scale)
{
    char text[16] = "";
    const bool remove = strcmp(kind, "remove") == 0, wanted = strcmp(kind, "wanted") == 0;
    const bool cash = strcmp(kind, "cash") == 0;
    if (count)
        snprintf(text, sizeof text, "%s%d%s", cash ? "$" : remove ? "−" : "", count, wanted ? "!" : "");
    else if (cash || wanted)
        snprintf(text, sizeof text, "%s", cash ? "$" : "!");
    paper_to(paper, x, y, scale);
    if (cash) {
        paper_ink(paper, 0xbfe3b4, MAP_INK, 1.5);
        paper_box(paper, -15.5, -10, 31, 20, 2.5);
    } else if (wanted || remove) {
        shape(paper, "poster", wanted ? 0xa3200f : 0xffffff, 1);
    } else {
        const bool gold = strcmp(kind, "gold") == 0;
        shape(paper, gold ? "nugget" : "star",
              gold                          ? 0xffd95c
              : strcmp(kind, "silver") == 0 ? 0xd5dbe3
                                            : 0xf9c22e,
              1.08);
    }
    if (remove) {
        paper_ink(paper, PAPER_NONE, 0x58a86a | PAPER_GROUND, 2.4);
        paper_path(paper, "M-13 -12L13 12M13 -12L-13 12");
    }
    figure(paper, cash || wanted || remove ? 13.5 : 14.5, remove ? PAPER_HALO : 0, wanted ? 0xffffff : MAP_INK, text);
    paper_back(paper);
}

void draw_sign(struct paper *paper, const json_t *data, const char *region, double x, double y, double size)
{
    const char *suit = string_of(json_object_get(data, "suits"), region);
    if (suit[0]) {
        paper_suit(paper, suit, x, y, size);
        return;
    }
    paper_to(paper, x, y, size);
    paper_ink(paper, MAP_INK, PAPER_NONE, 0);
    paper_path(paper, "M-.13 -.5h.26v.27h.26v.25h-.26v.48h-.26v-.48h-.26v-.25h.26z");
    paper_back(paper);
}

void draw_bonus(struct paper *paper, const json_t *data, const char *region, double x, double y, double scale)
{
    paper_to(paper, x, y, scale);
    shape(paper, "ticket", colour_of(region), 1);
    paper_ink(paper, 0xfffdf5, PAPER_NONE, 0); /* the sign stands on white, so that its suit keeps its colour */
    paper_disc(paper, 5, 0, 8);
    draw_sign(paper, data, region, 5, 0, 12);
    paper_text(paper, -8.6, 5, 0, 15, PAPER_MIDDLE | PAPER_BOLD | PAPER_PLAIN, 0xffffff, "+");
    paper_back(paper);
}

static void draw_silver(struct paper *paper, const json_t *data, const char *region, double x, double y, double scale)
{
    draw_token(paper, "silver", 0, x, y, scale * 1.08);
    draw_sign(paper, data, region, x, y, 11 * scale);
}

void draw_item(struct paper *paper, const char *item, double x, double y, double scale)
{
    static const struct paper_ink inks[] = {{"", MAP_INK, PAPER_NONE, 0}, {"cut", PAPER_NONE, MAP_PAGE, 2.4}, {0}};
    paper_picture(paper, strcmp(item, "gold_pan") == 0 ? "pan" : item, inks, x, y, scale);
}

static void draw_either(struct paper *paper, double x, double y, double scale)
{
    draw_item(paper, "pan", x - 8 * scale, y + 3 * scale, 0.8 * scale);
    draw_item(paper, "hammer", x + 9 * scale, y, 0.72 * scale);
    paper_ink(paper, PAPER_NONE, MAP_INK, 1.6 * scale);
    paper_path(paper, "M%g %gL%g %g", x + 4 * scale, y - 11 * scale, x - 2 * scale, y + 11 * scale);
}

/* --- rewards --------------------------------------------------------------------------------------------------------- */

enum { TOKENS = 12 };

struct token {
    const char *kind, *region;
    int count;
};

/* In the order in which maps print them. */
static int tokens_of(const json_t *reward, struct token out[TOKENS])
{
    static const char *const counted[] = {"pans", "hammers", "either", "stars", "gold", "cash", "remove", "wanted"};
    static const char *const kinds[] = {"pan", "hammer", "either", "star", "gold", "cash", "remove", "wanted"};
    const json_t *bonus;
    size_t i;
    int count = 0;
    json_array_foreach(json_object_get(reward, "bonus"), i, bonus) {
        if (count < TOKENS - 9)
            out[count++] = (struct token){"bonus", json_string_value(bonus), 1};
    }
    if (json_object_get(reward, "silver"))
        out[count++] = (struct token){"silver", string_of(reward, "silver"), 1};
    for (i = 0; i < sizeof counted / sizeof *counted; i++)
        if (int_of(reward, counted[i]))
            out[count++] = (struct token){kinds[i], NULL, int_of(reward, counted[i])};
    return count;
}

static void draw_one(struct paper *paper, const json_t *data, const struct token *token, double x, double y,
                     double scale)
{
    if (strcmp(token->kind, "bonus") == 0)
        draw_bonus(paper, data, token->region, x, y, scale);
    else if (token->region)
        draw_silver(paper, data, token->region, x, y, scale);
    else if (strcmp(token->kind, "either") == 0)
        draw_either(paper, x, y, scale);
    else if (strcmp(token->kind, "pan") == 0 || strcmp(token->kind, "hammer") == 0)
        draw_item(paper, token->kind, x, y, scale);
    else
        draw_token(paper, token->kind, token->count, x, y, scale);
}

void draw_reward(struct paper *paper, const json_t *data, const json_t *reward, int in_row, double x, double y,
                 double scale)
{
    struct token tokens[TOKENS];
    const int count = tokens_of(reward, tokens), rows = (count + in_row - 1) / in_row;
    for (int i = 0; i < count; i++) {
        const int row = i / in_row, length = row < rows - 1 ? in_row : count - row * in_row;
        draw_one(paper, data, &tokens[i], x + (i % in_row - (length - 1) / 2.0) * 29 * scale,
                 y + (row - (rows - 1) / 2.0) * 27 * scale, scale);
    }
}
