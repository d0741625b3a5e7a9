/*
 * Royal Flip on a grid of characters: the city map on the left, cards and counters beside it, the track below. Everything
 * keeps its place while the game goes on, so that an eye or a cursor finds it again.
 *
 * A number carries its colour as a letter too, r8 or b8. Single strokes between cells are roads that score, double strokes
 * are areas. In a large window every cell gets a frame; a map that is too high for strokes does without them.
 */
#include "games/royalflip/royalflip.h"

#include <stdio.h>
#include <string.h>

struct picture {
    const struct royalflip_rules *rules;
    const struct royalflip_state *state; /* as the viewer may see it */
    const struct royalflip_sheet *sheet;
    int seat, viewer;
    struct flip_canvas *canvas;
    bool framed;          /* cells have frames */
    int left;             /* where the first cell begins */
    int pitch_x, pitch_y; /* from cell to cell */
    int cell_width, cell_height;
    int map_right, map_bottom; /* the first column and row after the map */
    int per_row;               /* spaces of the track in one row */
    int space_width;
    bool numbered;                       /* the track shows the numbers of its spaces */
    flip_set linked_right, linked_below; /* cells joined to the next one by a road … */
    flip_set equal_right, equal_below;   /* … or by an area */
    flip_set casino_roads;               /* cells of roads from casino to casino */
};

enum { PLAIN_WIDTH = 4, FRAMED_WIDTH = 7, SPACE_WIDTH = 5, CARD_WIDTH = 13, CARD_HEIGHT = 5, COUNTERS = 5 };

/* --- where things go ------------------------------------------------------------------------------------------------- */

static int track_rows(const struct picture *p) { return (p->rules->edition.spaces + p->per_row - 1) / p->per_row; }

static int track_height(const struct picture *p) { return track_rows(p) * (p->numbered ? 2 : 1); }

/* From the roomiest plan to the tightest: the first that fits is taken, the last one in any case. */
static void plan(struct picture *p)
{
    static const struct {
        bool framed, numbered;
        int pitch_x, pitch_y, space_width;
    } plans[] = {
        {true, true, FRAMED_WIDTH + 2, 4, SPACE_WIDTH + 1}, {true, true, FRAMED_WIDTH + 2, 4, SPACE_WIDTH},
        {true, true, FRAMED_WIDTH + 1, 3, SPACE_WIDTH},     {false, true, PLAIN_WIDTH + 3, 2, SPACE_WIDTH},
        {false, true, PLAIN_WIDTH + 1, 2, SPACE_WIDTH},     {false, false, PLAIN_WIDTH + 1, 2, SPACE_WIDTH},
        {false, true, PLAIN_WIDTH + 1, 1, SPACE_WIDTH},     {false, false, PLAIN_WIDTH + 1, 1, SPACE_WIDTH},
    };
    const struct royalflip_edition *edition = &p->rules->edition;
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        p->framed = plans[i].framed;
        p->numbered = plans[i].numbered;
        p->pitch_x = plans[i].pitch_x;
        p->pitch_y = plans[i].pitch_y;
        p->space_width = plans[i].space_width;
        p->cell_width = p->framed ? FRAMED_WIDTH : PLAIN_WIDTH;
        p->cell_height = p->framed ? 3 : 1;
        p->left = 3;
        p->map_right = p->left + edition->columns * p->pitch_x;
        p->map_bottom = 1 + edition->rows * p->pitch_y - (p->pitch_y - p->cell_height);
        p->per_row = (p->canvas->width - 1) / p->space_width;
        if (p->per_row < 1)
            p->per_row = 1;
        /* Rows of equal length read better than a full one and a rest. */
        const int rows = track_rows(p);
        p->per_row = (edition->spaces + rows - 1) / rows;
        const int beside = CARD_HEIGHT + COUNTERS;
        const int upper = p->map_bottom > beside ? p->map_bottom : beside;
        const bool wide_enough = p->map_right + 1 + ROYALFLIP_LINEUP * CARD_WIDTH <= p->canvas->width;
        if (wide_enough && upper + track_height(p) <= p->canvas->height)
            return;
    }
}

static int cell_x(const struct picture *p, int cell) { return p->left + cell % ROYALFLIP_SIDE * p->pitch_x; }

static int cell_y(const struct picture *p, int cell) { return 1 + cell / ROYALFLIP_SIDE * p->pitch_y; }

/* --- the map --------------------------------------------------------------------------------------------------------- */

/* Which neighbours belong together. Inside one road, neighbours that differ by one are the path itself. */
static void find_links(struct picture *p)
{
    struct royalflip_road found[ROYALFLIP_ROADS];
    const int roads = royalflip_split(p->rules, p->sheet, found);
    for (int i = 0; i < roads; i++) {
        const flip_set cells = found[i].cells;
        if (found[i].points > flip_set_count(cells) * p->rules->edition.road_points)
            p->casino_roads |= cells;
        for (flip_set rest = cells; rest; rest = flip_set_rest(rest)) {
            const int cell = flip_set_first(rest), number = royalflip_number_at(p->sheet, cell);
            const int right = cell + 1, below = cell + ROYALFLIP_SIDE;
            if (right % ROYALFLIP_SIDE && flip_set_has(cells, right)) {
                const int step = royalflip_number_at(p->sheet, right) - number;
                p->linked_right |= (flip_set)(step == 1 || step == -1) << cell;
            }
            if (below < ROYALFLIP_CELLS && flip_set_has(cells, below)) {
                const int step = royalflip_number_at(p->sheet, below) - number;
                p->linked_below |= (flip_set)(step == 1 || step == -1) << cell;
            }
        }
    }
    const int areas = royalflip_area_list(p->rules, p->sheet, found);
    for (int i = 0; i < areas; i++) {
        const flip_set cells = found[i].cells;
        for (flip_set rest = cells; rest; rest = flip_set_rest(rest)) {
            const int cell = flip_set_first(rest), below = cell + ROYALFLIP_SIDE;
            if ((cell + 1) % ROYALFLIP_SIDE)
                p->equal_right |= (flip_set)flip_set_has(cells, cell + 1) << cell;
            if (below < ROYALFLIP_CELLS)
                p->equal_below |= (flip_set)flip_set_has(cells, below) << cell;
        }
    }
}

static enum flip_style ink(const struct picture *p, int cell)
{
    return flip_set_has(p->sheet->red, cell) ? FLIP_RED : FLIP_BLACK;
}

static void draw_links(const struct picture *p, int cell)
{
    const int x = cell_x(p, cell), y = cell_y(p, cell);
    const int middle_x = p->framed ? x + p->cell_width / 2 : x + 1, middle_y = y + p->cell_height / 2;
    const int after_number = x + (royalflip_number_at(p->sheet, cell) < 10 ? 2 : 3);
    const bool road_right = flip_set_has(p->linked_right, cell), road_below = flip_set_has(p->linked_below, cell);
    const enum flip_style style = flip_set_has(p->casino_roads, cell) ? FLIP_ACCENT : ink(p, cell);

    if (road_right || flip_set_has(p->equal_right, cell))
        for (int i = p->framed ? x + p->cell_width : after_number; i < x + p->pitch_x; i++)
            flip_canvas_put(p->canvas, i, middle_y, road_right ? style : FLIP_GOOD, road_right ? "─" : "═");
    if (road_below || flip_set_has(p->equal_below, cell))
        for (int i = y + p->cell_height; i < y + p->pitch_y; i++)
            flip_canvas_put(p->canvas, middle_x, i, road_below ? style : FLIP_GOOD, road_below ? "│" : "║");
    if (!p->framed)
        return;
    /* The stroke enters the frames. */
    if (road_right) {
        flip_canvas_put(p->canvas, x + p->cell_width - 1, middle_y, style, "├");
        flip_canvas_put(p->canvas, x + p->pitch_x, middle_y, style, "┤");
    }
    if (road_below) {
        flip_canvas_put(p->canvas, middle_x, y + p->cell_height - 1, style, "┬");
        flip_canvas_put(p->canvas, middle_x, y + p->pitch_y, style, "┴");
    }
}

static void draw_cell(const struct picture *p, int cell)
{
    const int x = cell_x(p, cell), y = cell_y(p, cell);
    const int text_x = p->framed ? x + 2 : x, text_y = y + p->cell_height / 2;
    const bool written = flip_set_has(p->sheet->written, cell);
    if (p->framed)
        flip_canvas_box(p->canvas, x, y, p->cell_width, p->cell_height, written ? ink(p, cell) : FLIP_DIM);
    if (written)
        flip_canvas_put(p->canvas, text_x, text_y, ink(p, cell), "%s%d", flip_set_has(p->sheet->red, cell) ? "r" : "b",
                        royalflip_number_at(p->sheet, cell));
    else
        flip_canvas_put(p->canvas, text_x + 1, text_y, FLIP_DIM, "·");
    if (p->framed)
        flip_canvas_spot(p->canvas, x + 1, text_y, p->cell_width - 2, 1, royalflip_write(cell), ~(flip_move)0);
    else
        flip_canvas_spot(p->canvas, x, text_y, 3, 1, royalflip_write(cell), ~(flip_move)0);
}

static void draw_casino(const struct picture *p, int casino)
{
    const int cell = p->rules->edition.casino[casino], x = cell_x(p, cell), y = cell_y(p, cell);
    const bool connected = (p->rules->casino_blocks[casino] & p->casino_roads) != 0;
    if (p->framed) {
        flip_canvas_box(p->canvas, x, y, p->cell_width, p->cell_height, FLIP_ACCENT);
        flip_canvas_put(p->canvas, x + 1, y + 1, FLIP_ACCENT, connected ? "*$$$*" : " $$$ ");
    } else {
        flip_canvas_put(p->canvas, x, y, FLIP_ACCENT, connected ? "*$*" : "[$]");
    }
}

static void draw_map(struct picture *p)
{
    const struct royalflip_edition *edition = &p->rules->edition;
    find_links(p);
    for (int column = 0; column < edition->columns; column++)
        flip_canvas_put(p->canvas, cell_x(p, column) + (p->framed ? p->cell_width / 2 : 1), 0, FLIP_DIM, "%c",
                        'a' + column);
    for (int row = 0; row < edition->rows; row++)
        flip_canvas_put(p->canvas, 1, cell_y(p, row * ROYALFLIP_SIDE) + p->cell_height / 2, FLIP_DIM, "%d", row + 1);
    for (flip_set rest = p->rules->cells; rest; rest = flip_set_rest(rest))
        draw_cell(p, flip_set_first(rest));
    for (int casino = 0; casino < edition->casinos; casino++)
        draw_casino(p, casino);
    for (flip_set rest = p->sheet->written; rest; rest = flip_set_rest(rest))
        draw_links(p, flip_set_first(rest));
}

/* --- the cards: each line of a card is something to take --------------------------------------------------------------- */

static void card_spot(const struct picture *p, int x, int y, int card, int field)
{
    flip_canvas_spot(p->canvas, x, y, CARD_WIDTH - 3, 1, ROYALFLIP_MOVE_CHOOSE | (flip_move)card << field,
                     (flip_move)255 | (flip_move)255 << field);
}

static void draw_card(const struct picture *p, int slot, int x, int y)
{
    struct flip_canvas *canvas = p->canvas;
    if (slot >= p->state->revealed) {
        flip_canvas_box(canvas, x, y, CARD_WIDTH - 1, CARD_HEIGHT, FLIP_DIM);
        for (int i = 1; i < CARD_HEIGHT - 1; i++)
            flip_canvas_put(canvas, x + 1, y + i, FLIP_DIM, "░░░░░░░░░░");
        return;
    }
    const int card = p->state->lineup[slot], rank = p->rules->rank[card], suit = p->rules->suit[card];
    const enum flip_style paper = p->rules->red[card] ? FLIP_CARD_RED : FLIP_CARD;
    const char *name = flip_card_name(card);
    const int letters = (int)strlen(name) - 1;
    flip_canvas_box(canvas, x, y, CARD_WIDTH - 1, CARD_HEIGHT, paper);
    flip_canvas_put(canvas, x + 1, y, paper, " %.*s%s ", letters, name, flip_suit_sign(suit));
    flip_canvas_put(canvas, x + 1, y + 1, paper, " %-9s", royalflip_colour_name(p->rules->red[card]));
    if (p->rules->edition.wild >> rank & 1)
        flip_canvas_put(canvas, x + 1, y + 2, paper, " any 1–%-3d", ROYALFLIP_HIGHEST);
    else
        flip_canvas_put(canvas, x + 1, y + 2, paper, " %-9d", rank);
    flip_canvas_put(canvas, x + 1, y + 3, paper, "%s %-8s", flip_suit_sign(suit), flip_suit_name(suit));
    card_spot(p, x + 1, y + 1, card, ROYALFLIP_AT_COLOUR);
    card_spot(p, x + 1, y + 2, card, ROYALFLIP_AT_NUMBER);
    card_spot(p, x + 1, y + 3, card, ROYALFLIP_AT_SUIT);
}

/* --- counters ---------------------------------------------------------------------------------------------------------- */

static void draw_choice(const struct picture *p, int x, int y)
{
    const struct royalflip_sheet *sheet = p->sheet;
    if (sheet->step == ROYALFLIP_CHOOSE) {
        int at = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "number ");
        for (int value = 1; value <= ROYALFLIP_HIGHEST; value++) {
            flip_canvas_put(p->canvas, at, y, FLIP_DIM, value < 10 ? " %d " : "%d ", value);
            flip_canvas_spot(p->canvas, at, y, value < 10 ? 3 : 2, 1,
                             ROYALFLIP_MOVE_CHOOSE | (flip_move)value << ROYALFLIP_AT_VALUE,
                             (flip_move)255 | (flip_move)255 << ROYALFLIP_AT_VALUE);
            at += 3;
        }
        return;
    }
    if (p->state->tie.times)
        royalflip_draw_tie_result(&p->state->tie, x, y, p->canvas);
    if (sheet->step == ROYALFLIP_DONE || sheet->number == 0)
        return;
    int at = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "chosen  ");
    at = flip_canvas_put(p->canvas, at, y, sheet->ink ? FLIP_RED : FLIP_BLACK, "%s %d",
                         royalflip_colour_name(sheet->ink), sheet->number);
    if (sheet->step != ROYALFLIP_BONUS) {
        at = flip_canvas_put(p->canvas, at, y, FLIP_DIM, " and ");
        flip_canvas_put(p->canvas, at, y, flip_suit_red(sheet->suit) ? FLIP_RED : FLIP_BLACK, "%s",
                        flip_suit_sign(sheet->suit));
    }
}

/* The first player's combination, which is closed to this seat: "× Ann: red 5 ♥". Whoever points at it is told why. */
static void draw_closed(const struct picture *p, int x, int y)
{
    const struct royalflip_rules *rules = p->rules;
    const uint8_t *taken = p->state->taken;
    int at = flip_canvas_put(p->canvas, x, y, FLIP_BAD, "× ");
    at = flip_canvas_put(p->canvas, at, y, FLIP_BAD, "seat %d:", p->state->first + 1);
    if (rules->attributes)
        at = flip_canvas_put(p->canvas, at, y, FLIP_BAD, " %s %d %s", royalflip_colour_name(rules->red[taken[0]]),
                             royalflip_taken_number(rules, p->state), flip_suit_sign(rules->suit[taken[2]]));
    for (int i = 0; !rules->attributes && i < 3; i++)
        at = flip_canvas_put(p->canvas, at, y, FLIP_BAD, " %s%s", royalflip_rank_words[rules->rank[taken[i]]],
                             flip_suit_sign(rules->suit[taken[i]]));
    if (p->viewer != p->seat)
        return;
    char words[120];
    struct flip_text text = flip_text_in(words, sizeof words);
    royalflip_tell_taken(rules, p->state, &text);
    flip_canvas_note(p->canvas, x, y, at - x, 1, "seat %d has taken %s; choose another combination.",
                     p->state->first + 1, words);
}

static void draw_shift(const struct picture *p, int x, int y)
{
    enum { ONE_BY_ONE = 3 }; /* that leave room for what is closed, and for a name */
    const bool closed = p->sheet->step == ROYALFLIP_CHOOSE && royalflip_taken(p->state) && p->state->first != p->seat;
    int at = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "±1      ");
    if (p->sheet->shift == 0)
        at = flip_canvas_put(p->canvas, at, y, FLIP_DIM, "none yet");
    else if (closed && p->sheet->shift > ONE_BY_ONE)
        at = flip_canvas_put(p->canvas, at, y, FLIP_STRONG, "[±1]×%d", p->sheet->shift);
    else
        for (int i = 0; i < p->sheet->shift; i++)
            at = flip_canvas_put(p->canvas, at, y, FLIP_STRONG, "[±1]");
    if (closed)
        draw_closed(p, at + 2, y);
}

static void draw_ahead(const struct picture *p, int x, int y)
{
    int at = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "ahead  ");
    for (int suit = FLIP_SPADES; suit >= FLIP_CLUBS; suit--)
        at = flip_canvas_put(p->canvas, at, y, flip_suit_red(suit) ? FLIP_RED : FLIP_BLACK, " %s×%d",
                             flip_suit_sign(suit), flip_set_count(royalflip_spaces_ahead(p->rules, p->sheet, suit)));
}

static void draw_diamonds(const struct picture *p, int x, int y)
{
    const struct royalflip_edition *edition = &p->rules->edition;
    int at = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "◆      ");
    if (p->rules->pvp) {
        at = flip_canvas_put(p->canvas, at, y, FLIP_STRONG, " %d filled", p->sheet->diamonds);
        flip_canvas_put(p->canvas, at, y, FLIP_DIM, "; most %d, second %d", edition->pvp_most, edition->pvp_second);
        return;
    }
    for (int i = 0; i < edition->diamonds; i++) {
        const bool filled = i < p->sheet->diamonds;
        at = flip_canvas_put(p->canvas, at, y, filled ? FLIP_ACCENT : FLIP_DIM, " %s%d", filled ? "◆" : "◇",
                             edition->diamond[i]);
    }
}

static void draw_score(const struct picture *p, int x, int y)
{
    const struct royalflip_parts parts = royalflip_seat_parts(p->rules, p->state, p->seat);
    int at = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "roads ");
    at = flip_canvas_put(p->canvas, at, y, FLIP_STRONG, "%d", parts.roads);
    at = flip_canvas_put(p->canvas, at, y, FLIP_DIM, " areas ");
    at = flip_canvas_put(p->canvas, at, y, FLIP_STRONG, "%d", parts.areas);
    at = flip_canvas_put(p->canvas, at, y, FLIP_DIM, " ◆ ");
    at = flip_canvas_put(p->canvas, at, y, FLIP_STRONG, "%d", parts.diamonds);
    at = flip_canvas_put(p->canvas, at, y, FLIP_DIM, " points ");
    at = flip_canvas_put(p->canvas, at, y, FLIP_STRONG, "%d", parts.points);
    at = flip_canvas_put(p->canvas, at, y, FLIP_DIM, " = ");
    flip_canvas_put(p->canvas, at, y, FLIP_ACCENT, "%d", parts.total);
}

/* --- the track --------------------------------------------------------------------------------------------------------- */

static void bonus_sign(const struct royalflip_space *space, char *out, size_t size)
{
    switch (space->bonus) {
    case ROYALFLIP_SHIFT:
        snprintf(out, size, "±1");
        break;
    case ROYALFLIP_NUMBER:
        snprintf(out, size, "#%d", space->value);
        break;
    case ROYALFLIP_DIAMOND:
        snprintf(out, size, "◆");
        break;
    default:
        snprintf(out, size, "+%d", space->value);
    }
}

static void draw_space(const struct picture *p, int number, int x, int y)
{
    const struct royalflip_space *space = &p->rules->edition.track[number];
    const int position = royalflip_position(p->sheet);
    const bool circled = flip_set_has(p->sheet->circled, number);
    const enum flip_style style = circled             ? FLIP_ACCENT
                                  : number < position ? FLIP_DIM
                                                      : (flip_suit_red(space->suit) ? FLIP_RED : FLIP_BLACK);
    char bonus[8];
    bonus_sign(space, bonus, sizeof bonus);
    const int height = p->numbered ? 2 : 1;
    if (p->numbered)
        flip_canvas_put(p->canvas, x + 1, y, FLIP_DIM, "%d", number);
    const int at = flip_canvas_put(p->canvas, x, y + height - 1, style, "%s%s%s", circled ? "(" : " ",
                                   flip_suit_sign(space->suit), bonus);
    if (circled)
        flip_canvas_put(p->canvas, at, y + height - 1, style, ")");
    flip_canvas_spot(p->canvas, x, y, SPACE_WIDTH, height, royalflip_track(number), ~(flip_move)0);
}

static void draw_track(const struct picture *p)
{
    const int height = p->numbered ? 2 : 1;
    const int beside = CARD_HEIGHT + COUNTERS;
    int y = p->map_bottom > beside ? p->map_bottom : beside;
    /* Some air above the track, and a legend under it, where there is room. */
    if (y + track_height(p) < p->canvas->height)
        y++;
    for (int i = 0; i < p->rules->edition.spaces; i++)
        draw_space(p, i + 1, 1 + i % p->per_row * p->space_width, y + i / p->per_row * height);
    y += track_height(p);
    if (y + 1 < p->canvas->height)
        flip_canvas_put(p->canvas, 2, y + 1, FLIP_DIM,
                        "Track: ±1 a box to spend · #5 write a 5 · ◆ a diamond · +2 points · (circled)");
    if (y + 2 < p->canvas->height)
        flip_canvas_put(p->canvas, 2, y + 2, FLIP_DIM, "Map: ─ roads that score · ═ areas that score · [$] casinos");
}

void royalflip_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                    struct flip_canvas *canvas)
{
    struct royalflip_state shown;
    royalflip_shown(rules, state, before, viewer, &shown);
    if (royalflip_throwing(rules, state)) {
        royalflip_draw_tie_break(&shown, viewer, canvas);
        return;
    }
    struct picture p = {
        .rules = rules, .state = &shown, .sheet = &shown.sheet[seat], .seat = seat, .viewer = viewer, .canvas = canvas};
    plan(&p);
    draw_map(&p);
    const int x = p.map_right + 1;
    for (int slot = 0; slot < ROYALFLIP_LINEUP; slot++)
        draw_card(&p, slot, x + slot * CARD_WIDTH, 0);
    draw_choice(&p, x, CARD_HEIGHT);
    draw_shift(&p, x, CARD_HEIGHT + 1);
    draw_ahead(&p, x, CARD_HEIGHT + 2);
    draw_diamonds(&p, x, CARD_HEIGHT + 3);
    draw_score(&p, x, CARD_HEIGHT + 4);
    draw_track(&p);
}
