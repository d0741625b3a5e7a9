/*
 * Flip City on paper: the cards, day in front and evening behind, with the drawings and the signs of the page. A card has a white rim, so
 * that it may be printed on both sides by a printer that is a millimetre out.
 */
#include "print/paper.h"

#include <stdio.h>
#include <string.h>

enum { INK = 0x25211b, NIGHT = 0x2c3854, NIGHT_INK = 0xf4ecdb, DAY = 0xfffcf4 };
enum { CARDS = 160 };

static const struct paper_ink by_day[] = {
    {"", PAPER_NONE, 0x2a2520, 1.1},
    {"sun", 0xf4cf63, 0xe3b84a, 0.6},
    {"ground", 0xb9c98f, 0x2a2520, 1.1},
    {"wall", 0xf3dfb5, 0x2a2520, 1.1},
    {"paper", 0xfffaf0, 0x2a2520, 1.1},
    {"brick", 0xd69d77, 0x2a2520, 1.1},
    {"roof", 0xbf4f3a, 0x2a2520, 1.1},
    {"stone", 0xcfc8ba, 0x2a2520, 1.1},
    {"door", 0x6d4a2f, 0x2a2520, 1.1},
    {"glass", 0x8fbfd8, 0x2a2520, 0.8},
    {"dark", 0x4d5876, 0x2a2520, 0.8},
    {"leaf", 0x6f9c55, 0x2a2520, 1.1},
    {"hill", 0xa5c47e, 0x2a2520, 1.1},
    {"water", 0x8fbfd8, 0x2a2520, 1.1},
    {"cloud", 0xf2eee6, 0x2a2520, 1.1},
    {"coin", 0xeebc3f, 0x2a2520, 1.1},
    {0},
};
static const struct paper_ink by_night[] = {
    {"", PAPER_NONE, 0x141a2b, 1.1},
    {"moon", 0xf6ecc9, 0xd9cd9c, 0.6},
    {"ground", 0x3c4a45, 0x141a2b, 1.1},
    {"wall", 0xc4a98a, 0x141a2b, 1.1},
    {"paper", 0xfffaf0, 0x141a2b, 1.1},
    {"brick", 0xa5664f, 0x141a2b, 1.1},
    {"roof", 0x8c3a33, 0x141a2b, 1.1},
    {"stone", 0x98a0b4, 0x141a2b, 1.1},
    {"door", 0x6d4a2f, 0x141a2b, 1.1},
    {"glass", 0xffd873, 0x141a2b, 0.8},
    {"dark", 0x4d5876, 0x141a2b, 0.8},
    {"leaf", 0x4a6b4a, 0x141a2b, 1.1},
    {"hill", 0xa5c47e, 0x141a2b, 1.1},
    {"water", 0x8fbfd8, 0x141a2b, 1.1},
    {"cloud", 0xc9cede, 0x141a2b, 1.1},
    {"coin", 0xeebc3f, 0x141a2b, 1.1},
    {0},
};

static int number(const json_t *face, const char *name)
{
    const json_t *value = json_object_get(face, name);
    return json_is_true(value) ? 1 : (int)json_integer_value(value);
}

/* --- signs ----------------------------------------------------------------------------------------------------------- */

static double sign(struct paper *paper, const char *name, const char *text, bool back, double x, double y)
{
    const uint32_t pen = back ? NIGHT_INK : INK;
    const struct paper_ink inks[] = {
        {"pen", PAPER_NONE, back ? 0xc9cede : INK, 2.2},
        {"pen heavy", PAPER_NONE, back ? 0xc9cede : INK, 3.4},
        {"gold", 0xefc14d, 0x6b4d06, 1.5},
        {"blue", 0x245a8d, back ? 0xc9cede : 0x123a5e, 1},
        {"red", 0xb3261e, 0x6d120c, 1},
        {"white", PAPER_NONE, 0xffffff | PAPER_KEEP, 2.4},
        {"open", PAPER_NONE, back ? 0xc9cede : INK, 2.2},
        {0},
    };
    char picture[32];
    const bool inside = strcmp(name, "cash") == 0 || strcmp(name, "points") == 0;
    snprintf(picture, sizeof picture, "sign %s", name);
    paper_picture(paper, picture, inks, x, y, 8.0 / 24);
    if (text && inside)
        paper_text(paper, x + 4, y + 5.7, 6.6, 4.6, PAPER_MIDDLE | PAPER_BOLD,
                   strcmp(name, "points") == 0 ? 0xffffff : 0x2c2000, "%s", text);
    else if (text)
        paper_text(paper, x + 4, y + 11.4, 10, 3.4, PAPER_MIDDLE | PAPER_BOLD, pen, "%s", text);
    return y + (text && !inside ? 13 : 9.2);
}

static void draw_signs(struct paper *paper, const json_t *face, bool back, double x, double y)
{
    char text[12];
    if (number(face, "cash") || number(face, "cash_per_unhappy")) {
        snprintf(text, sizeof text, "%d%s", number(face, "cash"), number(face, "cash_per_unhappy") ? "+" : "");
        y = sign(paper, "cash", text, back, x, y);
    }
    if (number(face, "points")) {
        snprintf(text, sizeof text, "%d", number(face, "points"));
        y = sign(paper, "points", text, back, x, y);
    }
    for (int i = 0; i < number(face, "unhappy"); i++)
        y = sign(paper, "unhappy", NULL, back, x, y);
    if (number(face, "limit")) {
        snprintf(text, sizeof text, "+%d", number(face, "limit"));
        y = sign(paper, "limit", text, back, x, y);
    }
    if (number(face, "actions")) {
        snprintf(text, sizeof text, "+%d", number(face, "actions"));
        y = sign(paper, "action", text, back, x, y);
    }
    static const char *const plain[][2] = {{"forced", "forced"}, {"forces_next", "next"}, {"drops_bottom", "drop"}};
    for (int i = 0; i < 3; i++)
        if (number(face, plain[i][0]))
            y = sign(paper, plain[i][1], NULL, back, x, y);
    if (number(face, "wins_with")) {
        snprintf(text, sizeof text, "%d", number(face, "wins_with"));
        y = sign(paper, "cards", text, back, x, y);
    }
    if (json_object_get(face, "recycle"))
        sign(paper, "recycle", NULL, back, x, y);
}

/* --- words ----------------------------------------------------------------------------------------------------------- */

static void add_count(struct flip_text *out, int count, const char *format, const char *many)
{
    if (count > 0)
        flip_text_add(out, format, count, count == 1 ? "" : many);
}

static void tell_face(const json_t *face, struct flip_text *out)
{
    const json_t *recycle = json_object_get(face, "recycle");
    add_count(out, number(face, "cash_per_unhappy"), "%d cash more per unhappy symbol so far, this one included. ", "");
    if (number(face, "forced"))
        flip_text_add(out, "Must be played when it is on top. ");
    if (number(face, "forces_next"))
        flip_text_add(out, "Play one more card. ");
    if (number(face, "drops_bottom"))
        flip_text_add(out, "The bottom card of your deck goes to your discard pile. ");
    add_count(out, number(face, "wins_with"), "You win with %d played cards in one turn. ", "");
    add_count(out, number(face, "limit"), "Your city can take %d more unhappy symbol%s. ", "s");
    add_count(out, number(face, "actions"), "%d more building action%s. ", "s");
    if (recycle) {
        flip_text_add(out, "Recycle in your discard pile: turn it to its front for ");
        add_count(out, number(recycle, "cash"), "%d cash", "");
        add_count(out, number(recycle, "limit"), "%d unhappy symbol%s more", "s");
        add_count(out, number(recycle, "actions"), "%d building action%s", "s");
        flip_text_add(out, ". ");
    }
    if (number(face, "gives"))
        flip_text_add(out, "Flipped, it goes to another player's discard pile. ");
}

/* --- a card ---------------------------------------------------------------------------------------------------------- */

static void draw_art(struct paper *paper, const char *name, bool back, double x, double y, double wide)
{
    const struct paper_ink *inks = back ? by_night : by_day;
    paper_to(paper, x, y, wide / 60);
    paper_ink(paper, (back ? 0x56658f : 0xd3e6ec) | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, 0, 0, 60, 54, 0);
    paper_picture(paper, back ? "moon" : "sun", inks, 0, 0, 1);
    if (!paper_picture(paper, name, inks, 0, 0, 1))
        paper_picture(paper, "plain", inks, 0, 0, 1);
    paper_ink(paper, (back ? 0x3c4a45 : 0xb9c98f) | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, 0, 48, 60, 6, 0);
    paper_ink(paper, PAPER_NONE, back ? 0x141a2b : 0x2a2520, 1.1);
    paper_path(paper, "M0 48H60");
    paper_ink(paper, PAPER_NONE, back ? 0x141a2b : 0x2a2520, 0.6);
    paper_box(paper, 0, 0, 60, 54, 0);
    paper_back(paper);
}

static void draw_price(struct paper *paper, const char *what, int price, bool back, double x, double y)
{
    char text[12];
    snprintf(text, sizeof text, "%d", price);
    paper_text(paper, x, y + 5.4, 12, 3, PAPER_RIGHT, back ? NIGHT_INK : INK, "%s", what);
    sign(paper, "cash", text, back, x + 1.2, y);
}

static void draw_card(struct paper *paper, void *context, int number_of_card, bool back)
{
    const json_t *card = ((const json_t **)context)[number_of_card];
    const json_t *face = json_object_get(card, back ? "back" : "front");
    const char *name = json_string_value(json_object_get(face, "face"));
    char words[400];
    struct flip_text text = flip_text_in(words, sizeof words);
    const uint32_t ink = back ? NIGHT_INK : INK;
    words[0] = '\0';
    paper_ink(paper, (back ? NIGHT : DAY) | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, 2.5, 2.5, PAPER_CARD_WIDE - 5, PAPER_CARD_HIGH - 5, 3);
    paper_ink(paper, PAPER_NONE, back ? 0x12192a : 0x5d5547, 0.4);
    paper_box(paper, 2.5, 2.5, PAPER_CARD_WIDE - 5, PAPER_CARD_HIGH - 5, 3);
    paper_text(paper, 5.5, 9.4, PAPER_CARD_WIDE - 11, 4.8, PAPER_BOLD, ink, "%s",
               json_string_value(json_object_get(face, "title")));
    draw_signs(paper, face, back, 4.6, 13.5);
    draw_art(paper, name, back, 15, 13, 43.5);
    tell_face(face, &text);
    paper_words(paper, 15, 57.8, 43.5, 2.95, ink, words);
    if (!back && json_object_get(card, "price"))
        draw_price(paper, "Price", number(card, "price"), back, 17.5, 75.4);
    if (json_object_get(face, "fee"))
        draw_price(paper, "Flip", number(face, "fee"), back, 48.5, 75.4);
}

/* As many as the players start with, and what lies on the table. */
static int copies(const json_t *card, int seats)
{
    const json_t *start = json_object_get(card, "start");
    return seats * (number(start, "front") + number(start, "back")) + number(card, seats > 1 ? "supply" : "solo");
}

paper_game flipcity_paper;

void flipcity_paper(struct paper *paper, const struct paper_job *job)
{
    const json_t *cards[CARDS], *card;
    int count = 0;
    size_t i;
    json_array_foreach(json_object_get(job->data, "cards"), i, card)
        for (int n = copies(card, job->seats); n > 0 && count < CARDS; n--)
            cards[count++] = card;
    paper_cards(paper, count, true, draw_card, cards);
}
