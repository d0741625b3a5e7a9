/*
 * Flick 'em Up! on paper: the plan of a scenario, to scale, with a grid of 10 cm to lay the town out by, and beside it who wins with what.
 * The pieces are drawn with the measures that the rules and the physics have.
 */
#include "print/paper.h"
#include "games/flickemup/flickemup.h"

#include <math.h>
#include <string.h>

enum { INK = 0x25211b, SOFT = 0x5d5547, WOOD = 0xe8cfa0, LAW = 0x245a8d, OUTLAW = 0xb3261e, NEUTRAL = 0x6f9c55 };
enum { PANEL = 52, GRID = 100 };

static double mm(int32_t length) { return (double)length / FLICKEMUP_MM; }

/* --- pieces, in millimetres of the table ----------------------------------------------------------------------------- */

static bool is_here(const struct flickemup_edition *edition, int piece) { return edition->here >> piece & 1; }

static void draw_building(struct paper *paper, const struct flip_body *body)
{
    const double side = mm(body->size[0]), at = mm(body->size[1]) / 2 + side / 2, wide = mm(FLIP_FRONT_WIDE);
    paper_ink(paper, 0xf3dfb5 | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, -side / 2, -wide / 2, side, wide, 0);
    paper_ink(paper, 0xc4a06a, INK, 0.8);
    paper_box(paper, -side / 2, -at - side / 2, side, side, 0);
    paper_box(paper, -side / 2, at - side / 2, side, side, 0);
    paper_ink(paper, 0x8c3a33, INK, 0.8);
    paper_box(paper, side / 2, -wide / 2, 5, wide, 0);
}

static void draw_thing(struct paper *paper, int piece, const struct flip_body *body)
{
    const double wide = mm(body->size[0]), deep = mm(body->size[1]);
    const uint32_t fill = piece >= FLICKEMUP_BLOCK         ? 0xcfc8ba
                          : piece >= FLICKEMUP_TUMBLEWEEDS ? 0xd9b45f
                          : piece >= FLICKEMUP_FENCES      ? 0xb98a52
                          : piece >= FLICKEMUP_CACTUSES    ? 0x6f9c55
                          : piece >= FLICKEMUP_BARRELS     ? 0xa5664f
                                                           : 0x98a0b4;
    paper_ink(paper, fill, INK, 0.8);
    if (body->shape == FLIP_BODY_ROUND) {
        paper_disc(paper, 0, 0, wide / 2);
        paper_ink(paper, PAPER_NONE, INK, 0.6);
        paper_disc(paper, 0, 0, wide / 3);
        return;
    }
    paper_box(paper, -wide / 2, -deep / 2, wide, deep, 1);
    if (piece >= FLICKEMUP_TUMBLEWEEDS || piece < FLICKEMUP_BARRELS) { /* a cross on what is neither cactus nor fence */
        paper_ink(paper, PAPER_NONE, INK, 0.6);
        paper_path(paper, "M%g %gL%g %gM%g %gL%g %g", -wide / 3, -deep / 3, wide / 3, deep / 3, wide / 3, -deep / 3,
                   -wide / 3, deep / 3);
    } else if (piece < FLICKEMUP_FENCES) {
        paper_ink(paper, INK, PAPER_NONE, 0);
        paper_disc(paper, 0, 0, 2.4);
    }
}

/* Teams differ by their shape, too: lawmen wear a star, outlaws a slash. The notch shows where a man looks. */
static void draw_figure(struct paper *paper, int figure)
{
    const double radius = mm(FLICKEMUP_COWBOY_RADIUS);
    const bool law = figure < FLICKEMUP_OUTLAWS, outlaw = !law && figure < FLICKEMUP_COWBOYS;
    paper_ink(paper, law ? LAW : outlaw ? OUTLAW : NEUTRAL, INK, 0.8);
    paper_disc(paper, 0, 0, radius);
    paper_path(paper, "M%g -3.5l6 3.5l-6 3.5z", radius);
    paper_ink(paper, law ? 0xffffff : PAPER_NONE, law ? 0xffffff | PAPER_KEEP : PAPER_NONE, 0.5);
    if (law)
        paper_path(paper, "M0 -6.5L1.9 -2.6L6.2 -2L3.1 1L3.8 5.3L0 3.2L-3.8 5.3L-3.1 1L-6.2 -2L-1.9 -2.6Z");
    paper_ink(paper, PAPER_NONE, outlaw ? 0xffffff | PAPER_KEEP : PAPER_NONE, 2);
    if (outlaw)
        paper_path(paper, "M-5.5 5.5L5.5 -5.5");
}

static void draw_piece(struct paper *paper, const struct flickemup_edition *edition, int piece)
{
    const struct flickemup_spot *spot = &edition->spot[piece];
    const struct flip_pose pose = flickemup_standing(piece, spot->x, spot->y, spot->angle);
    const struct flip_body body = flickemup_body(piece, &pose);
    paper_to(paper, mm(spot->x), mm(edition->height - spot->y), 1);
    paper_turn(paper, -mm(spot->angle));
    if (body.shape == FLIP_BODY_BUILDING)
        draw_building(paper, &body);
    else if (piece < FLICKEMUP_FIGURES)
        draw_figure(paper, piece);
    else
        draw_thing(paper, piece, &body);
    paper_back(paper);
}

static bool on_table(const struct flickemup_edition *edition, int piece)
{
    return is_here(edition, piece) && (piece >= FLICKEMUP_FIGURES || edition->where[piece] == FLICKEMUP_ON_TABLE ||
                                       edition->where[piece] == FLICKEMUP_ON_GALLOWS);
}

/* --- names ----------------------------------------------------------------------------------------------------------- */

/* What lies and who waits in a building at the beginning. */
static void contents(const struct flickemup_edition *edition, int building, struct flip_text *out)
{
    const char *between = "";
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
        if (edition->up[building][token]) {
            flip_text_add(out, "%s", between);
            flickemup_add_tokens(out, token, edition->up[building][token]);
            between = ", ";
        }
    if (edition->down[building]) {
        flip_text_add(out, "%s%d face down", between, edition->down[building]);
        between = ", ";
    }
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (is_here(edition, figure) && edition->where[figure] == FLICKEMUP_INSIDE + building) {
            flip_text_add(out, "%s%s", between, flickemup_piece_names[figure]);
            between = ", ";
        }
}

/* A building's name stands behind it, a man's beside him. */
static void draw_name(struct paper *paper, const struct flickemup_edition *edition, int piece, double size)
{
    const struct flickemup_spot *spot = &edition->spot[piece];
    const double x = mm(spot->x), y = mm(edition->height - spot->y), turn = mm(spot->angle) * M_PI / 180;
    if (piece < FLICKEMUP_FIGURES) {
        paper_text(paper, x, y - 12, 0, size, PAPER_MIDDLE | PAPER_BOLD | PAPER_HALO, INK, "%s",
                   flickemup_piece_names[piece]);
    } else if (piece < FLICKEMUP_GALLOWS) {
        char words[160] = "";
        struct flip_text text = flip_text_in(words, sizeof words);
        const int building = piece - FLICKEMUP_BUILDINGS_AT;
        const double behind = 16 + size * 0.9 + fabs(cos(turn)) * 22;
        const double bx = x - cos(turn) * behind, by = y + sin(turn) * behind;
        contents(edition, building, &text);
        paper_text(paper, bx, by + size * 0.1, 170, size, PAPER_MIDDLE | PAPER_BOLD | PAPER_HALO, INK, "%s",
                   flickemup_places[building] + strspn(flickemup_places[building], "the "));
        paper_text(paper, bx, by + size * 1.1, 170, size * 0.85, PAPER_MIDDLE | PAPER_HALO, INK, "%s", words);
    } else if (piece == FLICKEMUP_GALLOWS) {
        paper_text(paper, x, y + 32, 0, size, PAPER_MIDDLE | PAPER_BOLD | PAPER_HALO, INK, "Gallows");
    }
}

/* --- the table ------------------------------------------------------------------------------------------------------- */

static void draw_grid(struct paper *paper, double wide, double high, double size)
{
    paper_ink(paper, PAPER_NONE, 0xc2a877 | PAPER_GROUND, 0.6);
    for (int x = GRID; x < wide; x += GRID)
        paper_path(paper, "M%d 0V%g", x, high);
    for (int y = GRID; y < high; y += GRID)
        paper_path(paper, "M0 %gH%g", high - y, wide);
    for (int x = GRID; x < wide; x += GRID)
        paper_text(paper, x, high - 3, 0, size, PAPER_MIDDLE, SOFT, "%d", x);
    for (int y = GRID; y < high; y += GRID)
        paper_text(paper, 3, high - y + size * 0.35, 0, size, 0, SOFT, "%d", y);
}

static void draw_exits(struct paper *paper, const struct flickemup_edition *edition, double wide, double high,
                       double size)
{
    for (int i = 0; i < edition->exits; i++) {
        const struct flickemup_exit *exit = &edition->exit[i];
        const double from = mm(exit->from), to = mm(exit->to), middle = (from + to) / 2;
        const bool across = exit->edge == FLICKEMUP_BOTTOM || exit->edge == FLICKEMUP_TOP;
        const double at = exit->edge == FLICKEMUP_BOTTOM ? high : exit->edge == FLICKEMUP_RIGHT ? wide : 0;
        paper_ink(paper, PAPER_NONE, 0x1c6b50, 7);
        if (across)
            paper_path(paper, "M%g %gH%g", from, at, to);
        else
            paper_path(paper, "M%g %gV%g", at, high - from, high - to);
        const double x = across ? middle : at > 0 ? wide - 8 : 8;
        const double y = !across ? high - middle : at > 0 ? high - 10 : size + 6;
        paper_text(paper, x, y, 0, size,
                   (across   ? PAPER_MIDDLE
                    : at > 0 ? PAPER_RIGHT
                             : PAPER_LEFT) |
                       PAPER_BOLD | PAPER_HALO,
                   0x1c6b50, "Exit %s", exit->name);
    }
}

static void draw_table(struct paper *paper, const struct flickemup_edition *edition, double scale)
{
    const double wide = mm(edition->width), high = mm(edition->height), size = 2.6 * scale;
    paper_ink(paper, WOOD | PAPER_GROUND, PAPER_NONE, 0);
    paper_box(paper, 0, 0, wide, high, 0);
    draw_grid(paper, wide, high, 2 * scale);
    paper_ink(paper, PAPER_NONE, INK, 0.5 * scale);
    paper_box(paper, 0, 0, wide, high, 0);
    draw_exits(paper, edition, wide, high, size);
    for (int piece = FLICKEMUP_PIECES - 1; piece >= 0; piece--)
        if (on_table(edition, piece))
            draw_piece(paper, edition, piece);
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
        if (on_table(edition, piece))
            draw_name(paper, edition, piece, size);
}

/* --- the panel ------------------------------------------------------------------------------------------------------- */

static double section(struct paper *paper, double x, double y, uint32_t colour, const char *head, const char *words)
{
    paper_text(paper, x, y, PANEL - 4, 3, PAPER_BOLD, colour, "%s", head);
    return paper_words(paper, x, y + 4.2, PANEL - 4, 2.6, INK, words) + 2.4;
}

static void hit_points(const struct flickemup_edition *edition, struct flip_text *out)
{
    bool told[16] = {false};
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        const int points = edition->hit_points[figure];
        flip_set same = 0;
        for (int other = figure; other < FLICKEMUP_FIGURES; other++)
            if (is_here(edition, other) && edition->hit_points[other] == points)
                same |= FLIP_BIT(other);
        if (!is_here(edition, figure) || points > 15 || told[points])
            continue;
        told[points] = true;
        flip_text_add(out, "%d for ", points);
        flickemup_add_names(out, same);
        flip_text_add(out, ". ");
    }
}

static void rules_in_play(const struct flickemup_edition *edition, struct flip_text *out)
{
    static const char *const words[FLICKEMUP_RULES] = {
        "buildings can be entered",         "duels", "two pistols", "Winchester", "dynamite", "water",
        "tokens on the ground can be taken"};
    for (int rule = 0; rule < FLICKEMUP_RULES; rule++)
        if (edition->rules >> rule & 1)
            flip_text_add(out, "%s%s", out->length ? ", " : "", words[rule]);
    flip_text_add(out, "%s.", out->length ? "" : "none");
}

/* The things on the table by their kinds, as large as on the plan. */
static void draw_key(struct paper *paper, const struct flickemup_edition *edition, double x, double y, double scale)
{
    static const struct kind {
        int first, count;
        const char *name;
    } kinds[] = {{FLICKEMUP_BARRELS, 5, "barrel"},
                 {FLICKEMUP_CACTUSES, 3, "cactus"},
                 {FLICKEMUP_FENCES, 4, "fence"},
                 {FLICKEMUP_TUMBLEWEEDS, 5, "tumbleweed"},
                 {FLICKEMUP_BLOCK, 1, "block"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct flip_pose pose = {0};
        const struct flip_body body = flickemup_body(kinds[i].first, &pose);
        if (!(edition->here >> kinds[i].first & (FLIP_BIT(kinds[i].count) - 1)))
            continue;
        paper_to(paper, x + 8, y - 1, 1 / scale);
        draw_thing(paper, kinds[i].first, &body);
        paper_back(paper);
        paper_text(paper, x + 18, y, 0, 2.6, 0, INK, "%s", kinds[i].name);
        y += 7;
    }
}

static void capitalize(char *words)
{
    words[0] = (char)(words[0] >= 'a' && words[0] <= 'z' ? words[0] - 32 : words[0]);
}

/* Returns where it ends. */
static double draw_panel(struct paper *paper, const struct flickemup_edition *edition, double x, double y)
{
    char words[1000];
    struct flip_text text;
    y = paper_words(paper, x, y, PANEL - 4, 2.8, INK, edition->story) + 3;
    for (int team = 0; team < FLICKEMUP_TEAMS; team++) {
        text = flip_text_in(words, sizeof words);
        flickemup_goals_of(edition, team, &text);
        flip_text_add(&text, ".");
        capitalize(words);
        y = section(paper, x, y, team == FLICKEMUP_LAW ? LAW : OUTLAW,
                    team == FLICKEMUP_LAW ? "The lawmen win" : "The outlaws win", words);
    }
    text = flip_text_in(words, sizeof words);
    flickemup_noon_of(edition, &text);
    flip_text_add(&text, ".");
    capitalize(words);
    y = section(paper, x, y, INK, "At 12 o'clock", words);
    text = flip_text_in(words, sizeof words);
    flip_text_add(&text, "At %d o'clock; %s begins.", edition->hour, flickemup_piece_names[edition->initiative]);
    y = section(paper, x, y, INK, "Beginning", words);
    text = flip_text_in(words, sizeof words);
    hit_points(edition, &text);
    y = section(paper, x, y, INK, "Hit points", words);
    text = flip_text_in(words, sizeof words);
    rules_in_play(edition, &text);
    capitalize(words);
    return section(paper, x, y, INK, "Special rules", words);
}

paper_game flickemup_paper;

void flickemup_paper(struct paper *paper, const struct paper_job *job)
{
    static const double scales[] = {1, 2, 3, 4, 4.5, 5, 6, 8, 10, 15, 20};
    const struct flickemup_edition *edition = job->edition->data;
    size_t i = 0;
    char about[120];
    struct flip_text text = flip_text_in(about, sizeof about);
    paper_sheet(paper, true);
    while (i + 1 < sizeof scales / sizeof *scales && (mm(edition->width) / scales[i] > paper_wide(paper) - PANEL ||
                                                      mm(edition->height) / scales[i] > paper_high(paper) - 14))
        i++;
    flip_text_add(&text, "Scale 1 : %g · the table is %g × %g mm, the grid 10 cm", scales[i], mm(edition->width),
                  mm(edition->height));
    const double y = paper_title(paper, edition->name, about) + 2;
    paper_to(paper, 0, y, 1 / scales[i]);
    draw_table(paper, edition, scales[i]);
    paper_back(paper);
    const double x = mm(edition->width) / scales[i] + 5;
    draw_key(paper, edition, x, draw_panel(paper, edition, x, y + 3) + 5, scales[i]);
}
