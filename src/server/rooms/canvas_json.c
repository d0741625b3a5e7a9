/* A sheet into JSON: rows of runs of one style, the spots, and the moves that belong to them, as bits and as text; or its words. */
#include "server/rooms/rooms.h"

#include "server/rooms/room.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_WIDTH = 20, MOST_WIDTH = 300, LEAST_HEIGHT = 5, MOST_HEIGHT = 120 };

/* Moves are 64 bits, which not every reader of JSON numbers keeps: they travel as hexadecimal text. */
static json_t *hex(uint64_t bits)
{
    char text[17];
    snprintf(text, sizeof text, "%llx", (unsigned long long)bits);
    return json_string(text);
}

/* One row: [column, style, text] for each stretch of one style; blanks at its end are left out. */
static json_t *row_json(const struct flip_canvas *canvas, int y)
{
    const struct flip_glyph *cells = &canvas->cells[y * canvas->width];
    json_t *runs = json_array();
    char text[4 * MOST_WIDTH + 2];
    int end = canvas->width;
    while (end > 0 && (cells[end - 1].code == ' ' || cells[end - 1].code == 0))
        end--;
    for (int x = 0; x < end;) {
        const int from = x;
        const uint8_t style = cells[x].style;
        size_t length = 0;
        for (; x < end && cells[x].style == style; x++)
            if (cells[x].code)
                length += (size_t)flip_glyph_bytes(cells[x].code, text + length);
        json_array_append_new(runs, json_pack("[i, i, s%]", from, (int)style, text, length));
    }
    return runs;
}

static json_t *spots_json(const struct flip_canvas *canvas)
{
    json_t *spots = json_array();
    for (int i = 0; i < canvas->spot_count; i++) {
        const struct flip_spot *spot = &canvas->spots[i];
        const char *said = flip_canvas_said(canvas, i);
        json_t *row = json_pack("[i, i, i, i, o, o]", spot->x, spot->y, spot->width, spot->height, hex(spot->move),
                                hex(spot->mask));
        if (said)
            json_array_append_new(row, json_string(said));
        json_array_append_new(spots, row);
    }
    return spots;
}

/* Each move twice: its bits fit the spots, its text the actions of a snapshot. */
static void put_moves(json_t *sheet, const struct room *room, int viewer)
{
    const struct flip_table *table = room->table;
    json_t *bits = json_array(), *texts = json_array();
    flip_move moves[FLIP_MAX_MOVES];
    const int count = viewer < table->seats ? flip_table_moves(table, viewer, moves, FLIP_MAX_MOVES) : 0;
    for (int i = 0; i < count; i++) {
        char text[256];
        struct flip_text words = flip_text_in(text, sizeof text);
        table->game->words->text(table->rules, table->now.state, viewer, moves[i], &words);
        json_array_append_new(bits, hex(moves[i]));
        json_array_append_new(texts, json_string(text));
    }
    json_object_set_new(sheet, "moves", bits);
    json_object_set_new(sheet, "texts", texts);
}

static int check_shown(const struct flip_table *table, int shown, struct flip_error *error)
{
    if (!table)
        return flip_fail(error, FLIP_ERROR_WAITING, "The game has not begun.");
    if (shown < 0 || shown >= table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no seat %d at this table.", shown);
    return 0;
}

static int check_canvas(const struct flip_table *table, int shown, int width, int height, struct flip_error *error)
{
    if (check_shown(table, shown, error) < 0)
        return -1;
    if (width < LEAST_WIDTH || width > MOST_WIDTH || height < LEAST_HEIGHT || height > MOST_HEIGHT)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "A sheet is %d to %d columns wide and %d to %d rows high.",
                         LEAST_WIDTH, MOST_WIDTH, LEAST_HEIGHT, MOST_HEIGHT);
    return 0;
}

json_t *canvas_json(const struct room *room, int viewer, int shown, int width, int height, struct flip_error *error)
{
    const struct flip_table *table = room->table;
    if (check_canvas(table, shown, width, height, error) < 0)
        return NULL;
    struct flip_canvas *canvas = calloc(1, sizeof *canvas);
    struct flip_glyph *cells = calloc((size_t)(width * height), sizeof *cells);
    json_t *sheet = NULL;
    if (canvas && cells) {
        *canvas = (struct flip_canvas){.width = width, .height = height, .cells = cells};
        flip_table_draw(table, viewer, shown, canvas, error);
        json_t *rows = json_array();
        for (int y = 0; y < height; y++)
            json_array_append_new(rows, row_json(canvas, y));
        sheet = json_pack("{s:i, s:i, s:o, s:o}", "width", width, "height", height, "rows", rows, "spots",
                          spots_json(canvas));
        if (sheet)
            put_moves(sheet, room, viewer);
    }
    if (!sheet)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to draw the sheet.");
    free(cells);
    free(canvas);
    return sheet;
}

/* --- in words ------------------------------------------------------------------------------------------------------------ */

/* A move as it is listed, open numbers or not, or any other text that means one. */
static int find_aim(const struct flip_table *table, int seat, const char *text, flip_move *out,
                    struct flip_error *error)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        char listed[FLIP_MOVE_TEXT];
        struct flip_text words = flip_text_in(listed, sizeof listed);
        table->game->words->text(table->rules, table->now.state, seat, moves[i], &words);
        if (strcmp(listed, text) == 0) {
            *out = moves[i];
            return 0;
        }
    }
    return flip_table_find(table, seat, text, out, error);
}

json_t *words_json(const struct room *room, int viewer, int shown, const char *aim, struct flip_error *error)
{
    const struct flip_table *table = room->table;
    char words[TABLE_WORDS], told[512];
    struct flip_text out = flip_text_in(words, sizeof words), tell = flip_text_in(told, sizeof told);
    flip_move move;
    if (check_shown(table, shown, error) < 0 || (aim && find_aim(table, viewer, aim, &move, error) < 0))
        return NULL;
    const bool has = table_describe(table, viewer, shown, aim ? &move : NULL, &out);
    if (aim)
        flip_table_move_tell(table, table->now.state, viewer, move, &tell);
    json_t *answer = json_pack("{s:s?, s:s?}", "words", has ? words : NULL, "tell", aim ? told : NULL);
    if (!answer)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to read the sheet.");
    return answer;
}
