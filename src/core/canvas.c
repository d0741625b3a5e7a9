/* The character canvas: UTF-8 in, code points in cells. Our games only use characters of width one. */
#include "core/put.h"

#include <assert.h>
#include <flipside/canvas.h>
#include <stdarg.h>
#include <stdio.h>

void flip_canvas_clear(struct flip_canvas *canvas)
{
    for (int i = 0; i < canvas->width * canvas->height; i++)
        canvas->cells[i] = (struct flip_glyph){.code = ' ', .style = FLIP_PLAIN};
    canvas->spot_count = canvas->note_count = 0;
}

uint32_t flip_next_code(const char **text)
{
    const unsigned char *c = (const unsigned char *)*text;
    const int more = c[0] < 0x80 ? 0 : c[0] >> 5 == 6 ? 1 : c[0] >> 4 == 14 ? 2 : c[0] >> 3 == 30 ? 3 : -1;
    if (more < 0) {
        (*text)++;
        return '?';
    }
    uint32_t code = more == 0 ? c[0] : c[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if (c[i] >> 6 != 2) {
            *text += i;
            return '?';
        }
        code = code << 6 | (c[i] & 0x3f);
    }
    *text += more + 1;
    return code;
}

static void put_code(struct flip_canvas *canvas, int x, int y, enum flip_style style, uint32_t code)
{
    if (x >= 0 && x < canvas->width && y >= 0 && y < canvas->height)
        canvas->cells[y * canvas->width + x] = (struct flip_glyph){.code = code, .style = (uint8_t)style};
}

int flip_canvas_put(struct flip_canvas *canvas, int x, int y, enum flip_style style, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (const char *c = line; *c;)
        put_code(canvas, x++, y, style, flip_next_code(&c));
    return x;
}

void flip_canvas_box(struct flip_canvas *canvas, int x, int y, int width, int height, enum flip_style style)
{
    const int right = x + width - 1, bottom = y + height - 1;
    for (int i = x + 1; i < right; i++) {
        put_code(canvas, i, y, style, 0x2500);
        put_code(canvas, i, bottom, style, 0x2500);
    }
    for (int i = y + 1; i < bottom; i++) {
        put_code(canvas, x, i, style, 0x2502);
        put_code(canvas, right, i, style, 0x2502);
    }
    put_code(canvas, x, y, style, 0x250c);
    put_code(canvas, right, y, style, 0x2510);
    put_code(canvas, x, bottom, style, 0x2514);
    put_code(canvas, right, bottom, style, 0x2518);
}

void flip_canvas_spot(struct flip_canvas *canvas, int x, int y, int width, int height, uint64_t move, uint64_t mask)
{
    assert(canvas->spot_count < FLIP_MAX_SPOTS);
    if (canvas->spot_count < FLIP_MAX_SPOTS)
        canvas->spots[canvas->spot_count++] = (struct flip_spot){x, y, width, height, move, mask};
}

/* No move has a bit under an empty mask, so this spot never stands for a move. */
void flip_canvas_note(struct flip_canvas *canvas, int x, int y, int width, int height, const char *format, ...)
{
    assert(canvas->note_count < FLIP_MAX_NOTES);
    if (canvas->note_count == FLIP_MAX_NOTES || canvas->spot_count == FLIP_MAX_SPOTS)
        return;
    struct flip_note *note = &canvas->notes[canvas->note_count++];
    note->spot = canvas->spot_count;
    flip_canvas_spot(canvas, x, y, width, height, 1, 0);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note->text, sizeof note->text, format, arguments);
    va_end(arguments);
}

const char *flip_canvas_said(const struct flip_canvas *canvas, int spot)
{
    for (int i = 0; i < canvas->note_count; i++)
        if (canvas->notes[i].spot == spot)
            return canvas->notes[i].text;
    return NULL;
}

int flip_glyph_bytes(uint32_t code, char out[5])
{
    int length = 0;
    if (code < 0x80) {
        out[length++] = (char)code;
    } else if (code < 0x800) {
        out[length++] = (char)(0xc0 | code >> 6);
        out[length++] = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        out[length++] = (char)(0xe0 | code >> 12);
        out[length++] = (char)(0x80 | (code >> 6 & 0x3f));
        out[length++] = (char)(0x80 | (code & 0x3f));
    } else {
        out[length++] = (char)(0xf0 | (code >> 18 & 7));
        out[length++] = (char)(0x80 | (code >> 12 & 0x3f));
        out[length++] = (char)(0x80 | (code >> 6 & 0x3f));
        out[length++] = (char)(0x80 | (code & 0x3f));
    }
    out[length] = '\0';
    return length;
}
