/* ncurses. The only file that includes it. */
#include "faces/terminal/window/window.h"

#include <errno.h>
#include <ncurses.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- styles ---------------------------------------------------------------------------------------------------------- */

/* Colours as numbers of the palette of 256, with the nearest of the first eight for small terminals; -1 is the
   terminal's own. */
struct tint {
    short ink, paper;
    short small_ink, small_paper;
    attr_t with;
};

static const struct tint tints[FLIP_STYLES] = {
    [FLIP_PLAIN] = {-1, -1, -1, -1, A_NORMAL},
    [FLIP_DIM] = {245, -1, -1, -1, A_NORMAL},
    [FLIP_STRONG] = {-1, -1, -1, -1, A_BOLD},
    [FLIP_RED] = {203, -1, COLOR_RED, -1, A_BOLD},
    [FLIP_BLACK] = {-1, -1, -1, -1, A_BOLD},
    [FLIP_ACCENT] = {214, -1, COLOR_YELLOW, -1, A_BOLD},
    [FLIP_GOOD] = {114, -1, COLOR_GREEN, -1, A_NORMAL},
    [FLIP_BAD] = {211, -1, COLOR_MAGENTA, -1, A_BOLD},
    [FLIP_CARD] = {16, 255, COLOR_BLACK, COLOR_WHITE, A_NORMAL},
    [FLIP_CARD_RED] = {160, 255, COLOR_RED, COLOR_WHITE, A_NORMAL},
};

/* Lights change the paper; the ink stays as dark or as red as it was. */
static const struct tint light_tints[FLIP_LIGHTS] = {
    [FLIP_LIGHT_LEGAL] = {16, 187, COLOR_BLACK, COLOR_CYAN, A_NORMAL},
    [FLIP_LIGHT_PINNED] = {16, 150, COLOR_BLACK, COLOR_GREEN, A_BOLD},
    [FLIP_LIGHT_CURSOR] = {231, 25, COLOR_WHITE, COLOR_BLUE, A_BOLD},
};

static const attr_t mono_styles[FLIP_STYLES] = {
    [FLIP_STRONG] = A_BOLD, [FLIP_RED] = A_BOLD,        [FLIP_BLACK] = A_NORMAL,
    [FLIP_ACCENT] = A_BOLD, [FLIP_CARD_RED] = A_NORMAL, [FLIP_BAD] = A_BOLD,
};

static const attr_t mono_lights[FLIP_LIGHTS] = {
    [FLIP_LIGHT_LEGAL] = A_UNDERLINE, [FLIP_LIGHT_PINNED] = A_UNDERLINE | A_BOLD, [FLIP_LIGHT_CURSOR] = A_REVERSE};

static void make_styles(struct flip_paint *paint)
{
    const bool large = paint->colour && COLORS >= 256;
    short pair = 1;
    for (int style = 0; style < FLIP_STYLES; style++) {
        for (int light = 0; light < FLIP_LIGHTS; light++) {
            if (!paint->colour) {
                paint->attributes[style][light] = mono_styles[style] | mono_lights[light];
                continue;
            }
            const struct tint *tint = light ? &light_tints[light] : &tints[style];
            short ink = large ? tint->ink : tint->small_ink, paper = large ? tint->paper : tint->small_paper;
            const bool red = style == FLIP_RED || style == FLIP_CARD_RED;
            if (red && light && light != FLIP_LIGHT_CURSOR)
                ink = large ? 124 : COLOR_RED;
            init_pair(pair, ink, paper);
            paint->attributes[style][light] = COLOR_PAIR(pair) | tint->with;
            pair++;
        }
    }
    if (paint->colour) {
        init_pair(pair, large ? 231 : COLOR_WHITE, large ? 23 : COLOR_BLUE);
        paint->bar = COLOR_PAIR(pair) | A_BOLD;
    } else {
        paint->bar = A_REVERSE;
    }
}

/* --- opening ----------------------------------------------------------------------------------------------------------- */

int flip_paint_open(struct flip_paint *paint, bool ascii, bool no_color, struct flip_error *error)
{
    memset(paint, 0, sizeof *paint);
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen)
        return flip_fail(error, FLIP_ERROR_NO_TERMINAL,
                         "This terminal ('%.60s') cannot show a screen: set TERM, or play with --plain.",
                         getenv("TERM") ? getenv("TERM") : "TERM is not set");
    paint->screen = screen;
    paint->ascii = ascii;
    const char *from_environment = getenv("NO_COLOR");
    if (from_environment && from_environment[0])
        no_color = true;
    paint->colour = !no_color && has_colors();
    if (paint->colour) {
        start_color();
        use_default_colors();
    }
    make_styles(paint);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    return 0;
}

void flip_paint_close(struct flip_paint *paint)
{
    curs_set(1);
    endwin();
    delscreen(paint->screen);
}

int flip_paint_width(void) { return COLS; }

int flip_paint_height(void) { return LINES; }

/* --- keys -------------------------------------------------------------------------------------------------------------- */

static const struct {
    int theirs, ours;
} keys[] = {
    {KEY_UP, FLIP_KEY_UP},         {KEY_DOWN, FLIP_KEY_DOWN},       {KEY_LEFT, FLIP_KEY_LEFT},
    {KEY_RIGHT, FLIP_KEY_RIGHT},   {KEY_HOME, FLIP_KEY_HOME},       {KEY_END, FLIP_KEY_END},
    {KEY_PPAGE, FLIP_KEY_PAGE_UP}, {KEY_NPAGE, FLIP_KEY_PAGE_DOWN}, {KEY_BTAB, FLIP_KEY_BACK_TAB},
    {KEY_RESIZE, FLIP_KEY_RESIZE}, {KEY_ENTER, FLIP_KEY_ENTER},     {KEY_BACKSPACE, FLIP_KEY_BACKSPACE},
    {KEY_DC, FLIP_KEY_BACKSPACE},
};

static struct flip_event mouse_event(void)
{
    MEVENT mouse;
    struct flip_event event = {.key = FLIP_KEY_OTHER};
    if (getmouse(&mouse) != OK)
        return event;
    event.x = mouse.x;
    event.y = mouse.y;
    if (mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED))
        event.key = FLIP_KEY_CLICK;
    else if (mouse.bstate & BUTTON4_PRESSED)
        event.key = FLIP_KEY_WHEEL_UP;
    else if (mouse.bstate & BUTTON5_PRESSED)
        event.key = FLIP_KEY_WHEEL_DOWN;
    return event;
}

struct flip_event flip_paint_wait(int ms)
{
    wint_t code;
    int failures = 0;
    for (;;) {
        timeout(ms);
        errno = 0;
        const int kind = get_wch(&code);
        if (kind == ERR) {
            if (ms >= 0 && errno != EIO)
                return (struct flip_event){.key = FLIP_KEY_NONE};
            /* A blocking read that fails at once, again and again: the window was closed under us. */
            if (errno != EINTR && ++failures > 3)
                return (struct flip_event){.key = FLIP_KEY_GONE};
            continue;
        }
        if (kind == KEY_CODE_YES) {
            if (code == KEY_MOUSE)
                return mouse_event();
            for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
                if ((int)code == keys[i].theirs)
                    return (struct flip_event){.key = keys[i].ours};
            return (struct flip_event){.key = FLIP_KEY_OTHER};
        }
        if (code == '\r')
            code = FLIP_KEY_ENTER;
        if (code == '\b')
            code = FLIP_KEY_BACKSPACE;
        return (struct flip_event){.key = (int)code};
    }
}

/* --- drawing ----------------------------------------------------------------------------------------------------------- */

void flip_paint_clear(void) { erase(); }

void flip_paint_show(void) { refresh(); }

static void put_code(const struct flip_paint *paint, int x, int y, uint32_t code, attr_t attributes)
{
    if (x < 0 || y < 0 || x >= COLS || y >= LINES || code == 0)
        return;
    if (paint->ascii)
        code = (uint32_t)(unsigned char)flip_words_ascii(code);
    wchar_t text[2] = {(wchar_t)code, 0};
    cchar_t cell;
    setcchar(&cell, text, attributes & ~A_COLOR, (short)PAIR_NUMBER(attributes), NULL);
    mvadd_wch(y, x, &cell);
}

void flip_paint_glyph(const struct flip_paint *paint, int x, int y, struct flip_glyph glyph, enum flip_light light)
{
    put_code(paint, x, y, glyph.code, (attr_t)paint->attributes[glyph.style % FLIP_STYLES][light]);
}

static int put_text(const struct flip_paint *paint, int x, int y, int width, attr_t attributes, const char *text)
{
    char spelled[1024];
    struct flip_text out = flip_text_in(spelled, sizeof spelled);
    flip_words_spell(text, paint->ascii, &out);
    const int end = x + width;
    for (const char *c = spelled; *c && x < end;) {
        char one[8] = {0};
        const char *from = c;
        const uint32_t code = flip_next_code(&c);
        memcpy(one, from, (size_t)(c - from) < sizeof one ? (size_t)(c - from) : sizeof one - 1);
        const int wide = flip_words_width(one);
        if (x + wide > end)
            break;
        put_code(paint, x, y, code < 0x20 ? ' ' : code, attributes);
        x += wide;
    }
    return x;
}

int flip_paint_text(const struct flip_paint *paint, int x, int y, int width, enum flip_style style,
                    enum flip_light light, const char *text)
{
    return put_text(paint, x, y, width, (attr_t)paint->attributes[style][light], text);
}

int flip_paint_format(const struct flip_paint *paint, int x, int y, int width, enum flip_style style,
                      enum flip_light light, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return flip_paint_text(paint, x, y, width, style, light, text);
}

void flip_paint_bar(const struct flip_paint *paint, int y, const char *left, const char *right)
{
    for (int x = 0; x < COLS; x++)
        put_code(paint, x, y, ' ', (attr_t)paint->bar);
    char spelled[512];
    struct flip_text out = flip_text_in(spelled, sizeof spelled);
    flip_words_spell(right, paint->ascii, &out);
    const int wide = flip_words_width(spelled);
    put_text(paint, COLS - wide - 1, y, wide, (attr_t)paint->bar, spelled);
    put_text(paint, 1, y, COLS - wide - 3, (attr_t)paint->bar, left);
}

void flip_paint_rule(const struct flip_paint *paint, int x, int y, int width, const char *title)
{
    for (int i = 0; i < width; i++)
        put_code(paint, x + i, y, 0x2500, (attr_t)paint->attributes[FLIP_DIM][0]);
    if (title && title[0])
        flip_paint_format(paint, x + 1, y, width - 2, FLIP_STRONG, FLIP_LIGHT_NONE, " %s ", title);
}

void flip_paint_window(const struct flip_paint *paint, struct flip_rect rect, const char *title)
{
    const int right = rect.x + rect.width - 1, bottom = rect.y + rect.height - 1;
    const attr_t frame = (attr_t)paint->attributes[FLIP_ACCENT][0];
    for (int y = rect.y; y <= bottom; y++)
        for (int x = rect.x; x <= right; x++) {
            const bool side = x == rect.x || x == right, edge = y == rect.y || y == bottom;
            const uint32_t corner = y == rect.y ? (x == rect.x ? 0x250c : 0x2510) : (x == rect.x ? 0x2514 : 0x2518);
            const uint32_t code = side && edge ? corner : edge ? 0x2500 : side ? 0x2502 : ' ';
            put_code(paint, x, y, code, side || edge ? frame : A_NORMAL);
        }
    if (title)
        flip_paint_format(paint, rect.x + 2, rect.y, rect.width - 4, FLIP_STRONG, FLIP_LIGHT_NONE, " %s ", title);
}

void flip_paint_cursor(int x, int y)
{
    if (x < 0) {
        curs_set(0);
        return;
    }
    curs_set(1);
    move(y, x);
}

bool flip_paint_too_small(const struct flip_paint *paint)
{
    if (COLS >= FLIP_MIN_WIDTH && LINES >= FLIP_MIN_HEIGHT)
        return false;
    erase();
    flip_paint_format(paint, 0, 0, COLS, FLIP_STRONG, FLIP_LIGHT_NONE, "This window is %d × %d.", COLS, LINES);
    flip_paint_format(paint, 0, 1, COLS, FLIP_PLAIN, FLIP_LIGHT_NONE, "The table needs %d × %d:", FLIP_MIN_WIDTH,
                      FLIP_MIN_HEIGHT);
    flip_paint_text(paint, 0, 2, COLS, FLIP_PLAIN, FLIP_LIGHT_NONE, "make it larger,");
    flip_paint_text(paint, 0, 3, COLS, FLIP_PLAIN, FLIP_LIGHT_NONE, "or q and --plain.");
    refresh();
    return true;
}
