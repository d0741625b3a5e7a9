/* Spots and moves. */
#include "faces/terminal/sheet/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void flip_board_free(struct flip_board *board)
{
    free(board->canvas.cells);
    free(board->trial.cells);
    memset(board, 0, sizeof *board);
}

static int make_room(struct flip_canvas *canvas, int glyphs)
{
    struct flip_glyph *grown = realloc(canvas->cells, (size_t)glyphs * sizeof *grown);
    if (!grown)
        return -1;
    canvas->cells = grown;
    return 0;
}

int flip_board_size(struct flip_board *board, int width, int height, struct flip_error *error)
{
    const int glyphs = width * height;
    if (glyphs > board->room) {
        if (make_room(&board->canvas, glyphs) < 0 || make_room(&board->trial, glyphs) < 0)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to draw the table.");
        board->room = glyphs;
    }
    board->tried = false;
    board->canvas.width = board->trial.width = width;
    board->canvas.height = board->trial.height = height;
    flip_canvas_clear(&board->canvas);
    return 0;
}

/* --- names --------------------------------------------------------------------------------------------------------------- */

static bool blank(const struct flip_glyph *cell) { return cell->code == ' '; }

/* "seat 2" or "Seat 2" from this cell on: its number, or 0. */
static int seat_at(const struct flip_glyph *cell, int left)
{
    static const char word[] = "seat ";
    enum { LENGTH = sizeof word - 1 };
    if (left <= LENGTH || (cell[0].code != 's' && cell[0].code != 'S'))
        return 0;
    for (int i = 1; i < LENGTH; i++)
        if (cell[i].code != (uint32_t)word[i])
            return 0;
    const uint32_t digit = cell[LENGTH].code;
    return digit >= '1' && digit <= '9' ? (int)(digit - '0') : 0;
}

/* Writes a name over the six cells of "seat 2" at `x`; what follows up to the next gap shifts into that gap. */
static void put_name(struct flip_glyph *row, int width, int x, const char *name)
{
    enum { OLD = 6 };
    uint32_t codes[40];
    int length = 0;
    while (*name && length < 40)
        codes[length++] = flip_next_code(&name);
    int end = x + OLD;
    while (end + 1 < width && !(blank(&row[end]) && blank(&row[end + 1])))
        end++;
    int room = 0; /* free cells behind, except one */
    while (end + 1 + room < width && blank(&row[end + room]) && blank(&row[end + 1 + room]))
        room++;
    int wider = length - OLD;
    if (wider > room) {
        wider = room;
        length = OLD + room;
        codes[length - 1] = U'…';
    }
    const uint8_t style = row[x].style;
    memmove(&row[x + OLD + wider], &row[x + OLD], (size_t)(end - x - OLD) * sizeof *row);
    for (int i = wider; i < 0; i++)
        row[end + i] = (struct flip_glyph){.code = ' '};
    for (int i = 0; i < length; i++)
        row[x + i] = (struct flip_glyph){.code = codes[i], .style = style};
}

/* Rules know seats only by number; the sheet shows the names. */
static void name_seats(struct flip_canvas *canvas, const struct flip_match *match)
{
    for (int y = 0; y < canvas->height; y++) {
        struct flip_glyph *row = &canvas->cells[y * canvas->width];
        for (int x = 0; x < canvas->width; x++) {
            const int seat = x && !blank(&row[x - 1]) ? 0 : seat_at(&row[x], canvas->width - x);
            if (seat && seat <= match->seats)
                put_name(row, canvas->width, x, match->names[seat - 1]);
        }
    }
}

bool flip_board_says(const struct flip_board *board, const struct flip_match *match, int spot, struct flip_text *out)
{
    static const char word[] = "seat ";
    const char *said = flip_canvas_said(&board->canvas, spot);
    for (const char *at = said; at && *at;) {
        const int seat = strncmp(at, word, sizeof word - 1) == 0 ? at[sizeof word - 1] - '0' : 0;
        const bool named = seat > 0 && seat <= match->seats;
        if (named)
            flip_text_add(out, "%s", match->names[seat - 1]);
        else
            flip_text_put(out, at, 1);
        at += named ? sizeof word : 1;
    }
    return said != NULL;
}

int flip_board_draw(struct flip_board *board, struct flip_match *match, int viewer, int seat, int width, int height,
                    struct flip_error *error)
{
    if (flip_board_size(board, width, height, error) < 0)
        return -1;
    match->calls->draw(match, viewer, seat, &board->canvas);
    name_seats(&board->canvas, match);
    if (board->cursor >= board->canvas.spot_count)
        board->cursor = -1;
    return 0;
}

void flip_board_try(struct flip_board *board, struct flip_match *match, int seat, const struct flip_action *action)
{
    flip_canvas_clear(&board->trial);
    board->tried = match->calls->preview && match->calls->preview(match, seat, action, &board->trial);
    name_seats(&board->trial, match);
}

/* --- pins ---------------------------------------------------------------------------------------------------------------- */

bool flip_board_fits(const struct flip_board *board, flip_move move)
{
    for (int i = 0; i < board->pin_count; i++)
        if ((move & board->pins[i].mask) != board->pins[i].move)
            return false;
    return true;
}

void flip_board_pin(struct flip_board *board, int spot)
{
    if (board->pin_count == FLIP_MAX_PINS)
        return;
    board->pins[board->pin_count].move = board->canvas.spots[spot].move;
    board->pins[board->pin_count++].mask = board->canvas.spots[spot].mask;
}

bool flip_board_unpin(struct flip_board *board)
{
    if (board->pin_count == 0)
        return false;
    board->pin_count--;
    return true;
}

bool flip_board_on(const struct flip_board *board, int spot, flip_move move)
{
    return (move & board->canvas.spots[spot].mask) == board->canvas.spots[spot].move;
}

int flip_board_count(const struct flip_board *board, const struct flip_actions *actions, int spot, int *first)
{
    int count = 0;
    for (int i = 0; i < actions->count; i++)
        if (flip_board_fits(board, actions->list[i].move) && flip_board_on(board, spot, actions->list[i].move))
            if (count++ == 0 && first)
                *first = i;
    return count;
}

static int count_left(const struct flip_board *board, const struct flip_actions *actions)
{
    int count = 0;
    for (int i = 0; i < actions->count; i++)
        count += flip_board_fits(board, actions->list[i].move);
    return count;
}

bool flip_board_useful(const struct flip_board *board, const struct flip_actions *actions, int spot)
{
    const int count = flip_board_count(board, actions, spot, NULL);
    return count > 0 && (count < count_left(board, actions) || (count == 1 && board->pin_count == 0));
}

bool flip_board_reachable(const struct flip_board *board, const struct flip_actions *actions, int spot)
{
    return flip_board_useful(board, actions, spot) || flip_canvas_said(&board->canvas, spot);
}

/* --- moving around ------------------------------------------------------------------------------------------------------- */

int flip_board_next(const struct flip_board *board, const struct flip_actions *actions, int from, int step, bool notes)
{
    const int count = board->canvas.spot_count;
    for (int i = 1; i <= count; i++) {
        const int spot = from < 0 && step < 0 ? count - i : (from + i * step + 2 * count) % count;
        if (notes ? flip_board_reachable(board, actions, spot) : flip_board_useful(board, actions, spot))
            return spot;
    }
    return -1;
}

/* Doubled distances between the centres of spots; a row is about as high as two columns are wide. */
int flip_board_toward(const struct flip_board *board, const struct flip_actions *actions, int from, int dx, int dy)
{
    if (from < 0)
        return flip_board_next(board, actions, -1, 1, false);
    const struct flip_spot *here = &board->canvas.spots[from];
    int best = from, best_cost = 1 << 30;
    for (int spot = 0; spot < board->canvas.spot_count; spot++) {
        const struct flip_spot *there = &board->canvas.spots[spot];
        const int x = 2 * (there->x - here->x) + there->width - here->width;
        const int y = 4 * (there->y - here->y) + 2 * (there->height - here->height);
        const int ahead = dx ? x * dx : y * dy, aside = abs(dx ? y : x);
        if (spot == from || ahead <= 0 || aside > 3 * ahead || !flip_board_reachable(board, actions, spot))
            continue;
        const int cost = ahead + 2 * aside;
        if (cost < best_cost) {
            best = spot;
            best_cost = cost;
        }
    }
    return best;
}

int flip_board_at(const struct flip_board *board, int x, int y)
{
    for (int i = board->canvas.spot_count - 1; i >= 0; i--) {
        const struct flip_spot *spot = &board->canvas.spots[i];
        if (x >= spot->x && x < spot->x + spot->width && y >= spot->y && y < spot->y + spot->height)
            return i;
    }
    return -1;
}

int flip_board_spot_of(const struct flip_board *board, const struct flip_actions *actions, flip_move move)
{
    int best = -1, fewest = 1 << 30;
    for (int spot = 0; spot < board->canvas.spot_count; spot++) {
        if (!flip_board_on(board, spot, move))
            continue;
        const int count = flip_board_count(board, actions, spot, NULL);
        if (count > 0 && count < fewest) {
            best = spot;
            fewest = count;
        }
    }
    return best;
}

/* --- painting ------------------------------------------------------------------------------------------------------------ */

static void paint_canvas(const struct flip_canvas *canvas, const struct flip_paint *paint, int x, int y)
{
    for (int row = 0; row < canvas->height; row++)
        for (int column = 0; column < canvas->width; column++)
            flip_paint_glyph(paint, x + column, y + row, canvas->cells[row * canvas->width + column], FLIP_LIGHT_NONE);
}

static void paint_spot(const struct flip_board *board, const struct flip_paint *paint, int x, int y,
                       const struct flip_spot *spot, enum flip_light light, const struct flip_canvas *from)
{
    for (int row = spot->y; row < spot->y + spot->height && row < board->canvas.height; row++)
        for (int column = spot->x; column < spot->x + spot->width && column < board->canvas.width; column++)
            if (row >= 0 && column >= 0)
                flip_paint_glyph(paint, x + column, y + row, from->cells[row * from->width + column], light);
}

/* A preview only makes sense if the spot stays in its place. */
static bool stays(const struct flip_board *board, const struct flip_spot *spot)
{
    if (!board->tried)
        return false;
    for (int i = 0; i < board->trial.spot_count; i++)
        if (memcmp(&board->trial.spots[i], spot, sizeof *spot) == 0)
            return true;
    return false;
}

/* Shows the whole sheet after the move if everything stays in its place, with strokes and scores. (The cards of a round
   that ends would be gone.) */
static bool all_stay(const struct flip_board *board)
{
    for (int i = 0; i < board->canvas.spot_count; i++)
        if (!stays(board, &board->canvas.spots[i]))
            return false;
    return board->tried;
}

/* Would the tried move change what is there? */
static bool changes(const struct flip_board *board, const struct flip_spot *spot)
{
    for (int row = spot->y; row < spot->y + spot->height && row < board->canvas.height; row++)
        for (int column = spot->x; column < spot->x + spot->width && column < board->canvas.width; column++) {
            const int at = row * board->canvas.width + column;
            if (row >= 0 && column >= 0 && board->canvas.cells[at].code != board->trial.cells[at].code)
                return true;
        }
    return false;
}

/* How a spot is highlighted; in a lesson, only its move. */
static enum flip_light light_of(const struct flip_board *board, const struct flip_actions *actions, int spot,
                                const flip_move *chosen)
{
    const int count = flip_board_count(board, actions, spot, NULL), left = count_left(board, actions);
    const bool pinned = count == left && left > 0 && (board->pin_count > 0 || left == 1);
    const bool meant = !board->meant || flip_board_on(board, spot, *board->meant);
    if (spot == board->cursor && flip_canvas_said(&board->canvas, spot))
        return FLIP_LIGHT_CURSOR;
    if (count > 0 && (spot == board->cursor || (chosen && board->cursor < 0 && flip_board_on(board, spot, *chosen))))
        return FLIP_LIGHT_CURSOR;
    if (count > 0 && meant)
        return pinned ? FLIP_LIGHT_PINNED : FLIP_LIGHT_LEGAL;
    const struct flip_spot *place = &board->canvas.spots[spot];
    const bool part = board->meant && !chosen && stays(board, place) && changes(board, place);
    return part ? FLIP_LIGHT_LEGAL : FLIP_LIGHT_NONE;
}

void flip_board_paint(const struct flip_board *board, const struct flip_paint *paint, int x, int y,
                      const struct flip_actions *actions, bool lit, const flip_move *chosen)
{
    const struct flip_canvas *canvas = &board->canvas;
    paint_canvas(lit && chosen && all_stay(board) ? &board->trial : canvas, paint, x, y);
    if (!lit || !actions)
        return;
    for (int i = 0; i < canvas->spot_count; i++) {
        const struct flip_spot *spot = &canvas->spots[i];
        const bool preview = chosen && stays(board, spot);
        const enum flip_light light = light_of(board, actions, i, chosen);
        if (preview || light != FLIP_LIGHT_NONE)
            paint_spot(board, paint, x, y, spot, light, preview ? &board->trial : canvas);
    }
}

void flip_board_paint_trial(const struct flip_board *board, const struct flip_paint *paint, int x, int y)
{
    paint_canvas(board->tried ? &board->trial : &board->canvas, paint, x, y);
}

/* One row of the sheet as text, without blanks at its end; of the sheet after the tried action, if there is one. */
static void board_row(const struct flip_board *board, int row, bool ascii, struct flip_text *out)
{
    const struct flip_canvas *canvas = board->tried ? &board->trial : &board->canvas;
    const struct flip_glyph *cells = &canvas->cells[row * canvas->width];
    int end = canvas->width;
    while (end > 0 && (cells[end - 1].code == ' ' || cells[end - 1].code == 0))
        end--;
    for (int i = 0; i < end; i++) {
        char bytes[5];
        if (cells[i].code == 0)
            continue;
        const uint32_t code = ascii ? (uint32_t)(unsigned char)flip_words_ascii(cells[i].code) : cells[i].code;
        flip_text_put(out, bytes, (size_t)flip_glyph_bytes(code, bytes));
    }
}

void flip_plain_sheet(const struct flip_board *board, bool ascii)
{
    int blank = 0;
    for (int i = 0; i < board->canvas.height; i++) {
        char row[4 * FLIP_PLAIN_WIDTH + 1];
        struct flip_text out = flip_text_in(row, sizeof row);
        board_row(board, i, ascii, &out);
        if (!row[0]) {
            blank++;
            continue;
        }
        for (; blank > 0; blank--)
            puts("");
        puts(row);
    }
}
