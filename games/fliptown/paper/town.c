/* The buildings of the town on paper: a front each, its number, its roof, and what is inside. */
#include "games/fliptown/paper/parts.h"

#include <string.h>

static void plain(struct paper *paper, double x, double y, double room, const char *words)
{
    paper_text(paper, x, y, room, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%s", words);
}

static void arrow(struct paper *paper, double x, double y)
{
    paper_ink(paper, PAPER_NONE, MAP_INK, 2.4);
    paper_path(paper, "M%g %gh11m-4-5l6 5l-6 5", x - 7, y);
}

/* --- inside a building ----------------------------------------------------------------------------------------------- */

/* What comes with a thing that is bought, or what it does. */
static void draw_extra(struct paper *paper, const json_t *data, const json_t *sale, double x, double y)
{
    static const struct extra {
        const char *item, *sign, *part, *name, *after;
    } extras[] = {
        {"trail_horse", "+", "trail", "horse", ""}, {"bandana", "−", "badlands", "bandana", "!"},
        {"pistol", "+", "badlands", "pistol", ""},  {"rifle", "+", "badlands", "rifle", ""},
        {"pickaxe", "±", "mine", "pickaxe", ""},
    };
    const char *item = string_of(sale, "item");
    const int stars = int_of(json_object_get(sale, "reward"), "stars");
    if (stars || strcmp(item, "shovel") == 0) {
        draw_token(paper, "star", stars ? stars : int_of(json_object_get(data, "cemetery"), "shovel"), x, y, 0.8);
        return;
    }
    if (strcmp(item, "befriend") == 0) {
        draw_token(paper, "wanted", int_of(json_object_get(data, "cemetery"), "wanted"), x, y, 0.82);
        paper_ink(paper, PAPER_NONE, 0x1c7a33, 3);
        paper_path(paper, "M%g %gl22 22m0-22l-22 22", x - 11, y - 11);
    }
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
        if (strcmp(extras[i].item, item) == 0)
            paper_text(paper, x, y + 5, 0, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%s%d%s", extras[i].sign,
                       int_of(json_object_get(data, extras[i].part), extras[i].name), extras[i].after);
}

static void draw_shop(struct paper *paper, const json_t *data, const json_t *building, double w)
{
    const json_t *sales = json_object_get(building, "sales"), *sale;
    const bool many = json_array_size(sales) > 2;
    const double wide = w > 100 ? 9 : 0;
    size_t i;
    json_array_foreach(sales, i, sale) {
        const double y = (many ? 70 : 77) + (double)i * (many ? 24 : 34);
        const int price = int_of(sale, "price");
        if (price > 0)
            draw_token(paper, "cash", price, 18 + wide, y, 0.82);
        draw_item(paper, string_of(sale, "item"), (price ? 46 : 28) + wide * 1.3, y, 0.92);
        draw_extra(paper, data, sale, (price ? 74 : 66) + wide * 1.8, y);
    }
}

static void draw_bank(struct paper *paper, const json_t *data, const json_t *building, double w)
{
    const json_t *sales = json_object_get(building, "sales"), *sale;
    const json_t *stars = json_object_get(json_object_get(data, "town"), "bank_stars");
    const size_t last = json_array_size(stars) - 1;
    size_t i;
    json_array_foreach(sales, i, sale) {
        const double x = w / 2 + (i ? 22 : -22);
        const bool red = strcmp(string_of(sale, "item"), "red") == 0;
        paper_ink(paper, 0xffffff, MAP_INK, 1.6);
        paper_box(paper, x - 19, 60, 38, 28, 4);
        paper_suit(paper, red ? "hearts" : "spades", x - 8.6, 74, 16);
        paper_suit(paper, red ? "diamonds" : "clubs", x + 8.6, 74, 16);
    }
    draw_token(paper, "cash", int_of(json_array_get(sales, 0), "price"), 18, 111, 0.76);
    arrow(paper, 40, 111);
    paper_text(paper, w - 31, 116, 0, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%d–%d",
               (int)json_integer_value(json_array_get(stars, 0)), (int)json_integer_value(json_array_get(stars, last)));
    draw_token(paper, "star", 0, w - 11, 111, 0.55);
}

static void draw_trade(struct paper *paper, const json_t *building, double w)
{
    const int cash = int_of(building, "cash"), stars = int_of(building, "stars");
    draw_token(paper, cash ? "cash" : "gold", cash ? cash : int_of(building, "gold"), w / 2 - 32, 82, 1.1);
    arrow(paper, w / 2, 82);
    draw_token(paper, stars ? "star" : "remove", stars ? stars : int_of(building, "remove"), w / 2 + 32, 82, 1.1);
    paper_text(paper, w / 2, 117, w - 12, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "up to %d ×",
               int_of(building, "most"));
}

static void draw_hotel(struct paper *paper, const json_t *data, const json_t *building, double w)
{
    const json_t *room;
    size_t i;
    json_array_foreach(json_object_get(json_object_get(data, "town"), "rooms"), i, room) {
        const size_t row = i / 2;
        const double x = 6 + (double)(i % 2) * 38, y = 60 + (double)row * 34;
        paper_ink(paper, 0xffe9a8, MAP_INK, 1.6);
        paper_box(paper, x, y, 35, 29, 2);
        paper_text(paper, x + 17.5, y + 20, 0, 16, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%d",
                   (int)json_integer_value(room));
    }
    draw_token(paper, "cash", int_of(building, "cash"), w - 21, 76, 0.84);
    draw_token(paper, "silver", 0, w - 21, 108, 0.9);
}

static void draw_land(struct paper *paper, const json_t *data)
{
    const json_t *land = json_object_get(json_object_get(data, "town"), "land"), *one, *row;
    size_t i, j;
    json_array_foreach(json_object_get(land, "plots"), i, one) {
        const size_t line = i / 3;
        const double x = 6 + (double)(i % 3) * 20, y = 58 + (double)line * 22;
        paper_ink(paper, 0xdfe8bd, MAP_INK, 1.3);
        paper_box(paper, x, y, 20, 22, 0);
        paper_text(paper, x + 6, y + 16, 0, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%d",
                   (int)json_integer_value(one));
        draw_item(paper, "star", x + 14.5, y + 11.5, 0.34);
    }
    json_array_foreach(json_object_get(land, "shapes"), i, one) {
        const double y = 62 + (double)i * 23;
        json_array_foreach(json_object_get(one, "rows"), j, row) {
            const char *marks = json_string_value(row);
            paper_ink(paper, 0x1e5c7c, 0xffffff, 0.8);
            for (int x = 0; marks[x]; x++)
                if (marks[x] == '#')
                    paper_box(paper, 70 + x * 6.5, y + (double)j * 6.5, 6.5, 6.5, 0);
        }
        paper_text(paper, 92, 73 + (double)i * 23, 0, SMALLEST, PAPER_BOLD, MAP_INK, "$%d", int_of(one, "price"));
    }
}

static void draw_bail(struct paper *paper, const json_t *data, double w)
{
    const json_t *bail = json_object_get(json_object_get(data, "town"), "bail"), *outlaw;
    size_t i;
    json_array_foreach(json_object_get(bail, "outlaws"), i, outlaw) {
        const double x = w / 2 + ((double)i - 1) * 35;
        paper_ink(paper, 0xead3a0, MAP_INK, 1.4);
        paper_path(paper, "M%g 58h28v34l-6-2l-5 3l-7-3l-10 2z", x - 14);
        paper_text(paper, x, 80, 0, 17, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%s", json_string_value(outlaw));
    }
    draw_token(paper, "cash", int_of(bail, "cash"), 22, 112, 0.8);
    plain(paper, 41, 117, 0, "/");
    draw_token(paper, "gold", int_of(bail, "gold"), w / 2, 112, 0.8);
    plain(paper, w - 41, 117, 0, "/");
    draw_token(paper, "remove", int_of(bail, "remove"), w - 22, 112, 0.8);
}

static void draw_look(struct paper *paper, const json_t *building, double w)
{
    paper_ink(paper, 0xffffff, MAP_INK, 2);
    paper_path(paper, "M%g 77q22-19 44 0q-22 19-44 0z", w / 2 - 22);
    paper_ink(paper, MAP_INK, PAPER_NONE, 0);
    paper_disc(paper, w / 2, 77, 7);
    draw_token(paper, "star", int_of(building, "stars"), w / 2 - 30, 111, 0.9);
    plain(paper, w / 2, 116, 0, "or");
    draw_token(paper, "remove", int_of(building, "remove"), w / 2 + 30, 111, 0.9);
}

static void draw_inside(struct paper *paper, const json_t *data, const json_t *building, double w)
{
    const char *effect = string_of(building, "effect");
    if (int_of(building, "single"))
        draw_bank(paper, data, building, w);
    else if (strcmp(effect, "shop") == 0 || strcmp(effect, "ladder") == 0)
        draw_shop(paper, data, building, w);
    else if (strcmp(effect, "hiding") == 0)
        draw_token(paper, "remove", int_of(building, "remove"), w / 2, 92, 1.7);
    else if (strcmp(effect, "trade") == 0)
        draw_trade(paper, building, w);
    else if (strcmp(effect, "lodging") == 0)
        draw_hotel(paper, data, building, w);
    else if (strcmp(effect, "land") == 0)
        draw_land(paper, data);
    else if (strcmp(effect, "bail") == 0)
        draw_bail(paper, data, w);
    else
        draw_look(paper, building, w);
}

/* --- fronts ---------------------------------------------------------------------------------------------------------- */

static void draw_roof(struct paper *paper, int roof, double w)
{
    switch (roof) {
    case 0:
        paper_path(paper, "M2 36V20H%gV8H%gV1H%gV8H%gV20H%gV36Z", w * 0.22, w * 0.36, w * 0.64, w * 0.78, w - 2);
        break;
    case 1:
        paper_path(paper, "M0 36L%g 4H%gL%g 36Z", w * 0.2, w * 0.8, w);
        break;
    case 2:
        paper_path(paper, "M2 36V24Q%g 22 %g 10Q%g -8 %g 10Q%g 22 %g 24V36Z", w * 0.16, w * 0.2, w / 2, w * 0.8,
                   w * 0.84, w - 2);
        break;
    case 3:
        paper_path(paper, "M0 36L%g -4L%g 36Z", w / 2, w);
        break;
    default:
        paper_path(paper, "M2 36V3H%gV36ZM-2 3H%gV-2H-2Z", w - 2, w + 2);
    }
}

static void draw_building(struct paper *paper, const json_t *data, const json_t *building, int index, double w)
{
    static const int roofs[] = {3, 4, 1, 3, 0, 3, 2, 4, 0, 1, 0, 2, 4};
    static const uint32_t tints[] = {0x7c4a6e, 0x4f6880, 0x587142, 0xa2492c, 0xb9822b, 0x4f6880, 0xb3565f,
                                     0x587142, 0x7c4a6e, 0x4f6880, 0xa2492c, 0xb3565f, 0xb9822b};
    const char *site = string_of(building, "site");
    const double high = 132, label = strlen(site) > 1 ? 27 : 23;
    paper_ink(paper, tints[index % 13], MAP_INK, 2);
    draw_roof(paper, roofs[index % 13], w);
    paper_box(paper, 0, 34, w, high - 34, 0);
    paper_ink(paper, 0x2b1d12 | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, -1, 33, w + 2, 20, 2);
    paper_text(paper, w / 2, 48, w - 6, SMALLEST, PAPER_MIDDLE | PAPER_BOLD, 0xfff3da, "%s",
               string_of(building, "name"));
    paper_ink(paper, MAP_PAGE, MAP_INK, 1.5);
    paper_box(paper, 3, 56, w - 6, high - 60, 3);
    paper_ink(paper, 0xfff9e8, MAP_INK, 1.5);
    paper_disc(paper, w / 2, 16, 16.5);
    draw_reward(paper, data, json_object_get(building, "roof"), 2, w / 2, 16, 0.86);
    paper_ink(paper, 0xffffff, MAP_INK, 2);
    paper_box(paper, 1, 9, label, 24, 4);
    paper_text(paper, 1 + label / 2, 27, 0, 17, PAPER_MIDDLE | PAPER_BOLD, MAP_INK, "%s", site);
    draw_inside(paper, data, building, w);
}

/* Five, four and four in three streets. */
void draw_town(struct paper *paper, const json_t *data)
{
    const json_t *building;
    size_t i;
    json_array_foreach(json_object_get(json_object_get(data, "town"), "buildings"), i, building) {
        const int index = (int)i, row = index < 5 ? 0 : index < 9 ? 1 : 2, along = row == 0 ? index : (index - 5) % 4;
        const double w = row == 0 ? 94 : 119;
        paper_to(paper, 709 + along * (w + 4), 176 + row * 139, 1);
        draw_building(paper, data, building, index, w);
        paper_back(paper);
    }
}
