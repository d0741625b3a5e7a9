/* Small windows that wait for an answer. */
#include "faces/terminal/window/window.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Text that runs through a rectangle: lines before `first` and below the end are counted but not shown. */
struct page {
    const struct flip_paint *paint;
    struct flip_rect rect; /* of the text */
    int first;             /* the first line to be shown */
    int line;              /* counts */
};

/* Where a long line goes on: behind its bullet, or, in a table of keys (" l what you may do"), below its second
   column. */
static int hanging(const char *text)
{
    enum { COLUMN = 24 };
    if (strncmp(text, "• ", strlen("• ")) == 0)
        return 2;
    const char *gap = strncmp(text, "  ", 2) == 0 ? strstr(text + 2, "  ") : NULL;
    const size_t column = gap ? (size_t)(gap - text) + strspn(gap, " ") : 0;
    return column <= COLUMN ? (int)column : 0;
}

static void page_line(struct page *page, const char *text, enum flip_style style)
{
    enum { MOST = 64 };
    struct flip_line lines[MOST];
    const int indent = hanging(text);
    int count = flip_words_wrap(text, page->rect.width, indent, lines, MOST);
    if (count > MOST)
        count = MOST;
    for (int i = 0; i < count; i++, page->line++) {
        const int row = page->line - page->first;
        if (row < 0 || row >= page->rect.height)
            continue;
        flip_paint_format(page->paint, page->rect.x + (i ? indent : 0), page->rect.y + row, page->rect.width, style,
                          FLIP_LIGHT_NONE, "%.*s", lines[i].bytes, lines[i].at);
    }
}

static void page_text(struct page *page, const char *text)
{
    while (*text) {
        char line[2560]; /* the longest line of a chat, too */
        const size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        page_line(page, line, FLIP_PLAIN);
        text += length + (text[length] == '\n');
    }
}

/* Maps of the rules are made for 80 columns: where the text is narrower they use the whole window. */
static void page_rule_line(void *context, const char *text, enum flip_help_kind kind)
{
    enum { MAP = 80 };
    struct page *page = context;
    const int row = page->line++ - page->first;
    const int x = kind == FLIP_HELP_PREFORMATTED && page->rect.width < MAP ? 0 : page->rect.x;
    if (row >= 0 && row < page->rect.height)
        flip_paint_format(page->paint, x, page->rect.y + row, flip_paint_width() - x,
                          kind == FLIP_HELP_HEADING ? FLIP_ACCENT : FLIP_PLAIN, FLIP_LIGHT_NONE, "%s", text);
}

static int text_lines(const char *text, int *widest)
{
    int count = 0;
    *widest = 0;
    while (*text) {
        char line[512];
        const size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        const int width = flip_words_width(line);
        if (width > *widest)
            *widest = width;
        count++;
        text += length + (text[length] == '\n');
    }
    return count;
}

static struct flip_rect centred(int width, int height)
{
    if (width > flip_paint_width() - 2)
        width = flip_paint_width() - 2;
    if (height > flip_paint_height())
        height = flip_paint_height();
    return (struct flip_rect){(flip_paint_width() - width) / 2, (flip_paint_height() - height) / 2, width, height};
}

static struct page window_page(const struct flip_paint *paint, struct flip_rect window, const char *title)
{
    flip_paint_window(paint, window, title);
    return (struct page){.paint = paint, .rect = {window.x + 2, window.y + 1, window.width - 4, window.height - 2}};
}

/* The keys are the last line, so that they are visible even if the rest does not fit. */
static void last_line(const struct flip_paint *paint, struct flip_rect window, const char *text)
{
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == '\n')
        end--;
    size_t begin = end;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    const int x = window.x + 2, y = window.y + window.height - 2, width = window.width - 4;
    flip_paint_format(paint, x, y, width, FLIP_PLAIN, FLIP_LIGHT_NONE, "%*s", width, "");
    flip_paint_format(paint, x, y, width, FLIP_PLAIN, FLIP_LIGHT_NONE, "%.*s", (int)(end - begin), text + begin);
}

/* Long lines will be wrapped: they are counted so. */
static int lines_of(const struct flip_paint *paint, const char *text, int *widest)
{
    const int lines = text_lines(text, widest);
    if (*widest <= flip_paint_width() - 6)
        return lines;
    struct page count = {.paint = paint, .rect = {0, 0, flip_paint_width() - 6, 0}};
    page_text(&count, text);
    return count.line;
}

bool flip_window_fits(const struct flip_paint *paint, const char *text)
{
    int widest;
    return lines_of(paint, text, &widest) + 2 <= flip_paint_height();
}

int flip_window_ask(const struct flip_paint *paint, const char *title, const char *text, const char *keys)
{
    for (;;) {
        int widest;
        const int lines = lines_of(paint, text, &widest);
        const struct flip_rect window = centred(widest + 4 > 40 ? widest + 4 : 40, lines + 2);
        struct page page = window_page(paint, window, title);
        page_text(&page, text);
        if (lines + 2 > window.height)
            last_line(paint, window, text);
        flip_paint_show();
        const struct flip_event event = flip_paint_wait(-1);
        if (event.key == FLIP_KEY_GONE || event.key == FLIP_KEY_ESCAPE)
            return keys[strlen(keys) - 1];
        if (event.key == FLIP_KEY_ENTER)
            return keys[0];
        if (event.key > 0 && event.key < 128 && strchr(keys, tolower(event.key)))
            return tolower(event.key);
        if (event.key == FLIP_KEY_RESIZE)
            flip_paint_clear();
    }
}

bool flip_window_input(const struct flip_paint *paint, const char *title, const char *prompt, char *input, size_t size)
{
    size_t length = strlen(input);
    for (;;) {
        const struct flip_rect window = centred(flip_paint_width() - 8, 5);
        struct page page = window_page(paint, window, title);
        page_text(&page, prompt);
        /* The end of a long path is the interesting part. */
        const int room = window.width - 6;
        const char *shown = input;
        while (flip_words_width(shown) > room)
            flip_next_code(&shown);
        const int end =
            flip_paint_format(paint, window.x + 2, window.y + 2, room + 2, FLIP_STRONG, FLIP_LIGHT_NONE, "> %s", shown);
        flip_paint_text(paint, window.x + 2, window.y + 3, room, FLIP_DIM, FLIP_LIGHT_NONE,
                        "Enter: yes · Esc: leave it");
        flip_paint_cursor(end, window.y + 2);
        flip_paint_show();
        const struct flip_event event = flip_paint_wait(-1);
        flip_paint_cursor(-1, 0);
        char bytes[5];
        switch (event.key) {
        case FLIP_KEY_GONE:
        case FLIP_KEY_ESCAPE:
            return false;
        case FLIP_KEY_ENTER:
            return true;
        case FLIP_KEY_BACKSPACE:
            while (length && ((unsigned char)input[length - 1] & 0xc0) == 0x80)
                length--;
            if (length)
                length--;
            input[length] = '\0';
            break;
        case 21: /* Ctrl-U */
            input[length = 0] = '\0';
            break;
        default:
            if (event.key >= 32 && event.key < 0x110000) {
                const size_t more = (size_t)flip_glyph_bytes((uint32_t)event.key, bytes);
                if (length + more + 1 < size) {
                    memcpy(input + length, bytes, more + 1);
                    length += more;
                }
            }
        }
    }
}

int flip_window_menu(const struct flip_paint *paint, const char *title, const char *const *items,
                     const char *const *about, int count)
{
    int at = 0;
    for (;;) {
        flip_paint_clear();
        const struct flip_rect window = centred(72, count + 8);
        flip_paint_window(paint, window, title);
        for (int i = 0; i < count; i++)
            flip_paint_format(paint, window.x + 3, window.y + 2 + i, window.width - 6, FLIP_STRONG,
                              i == at ? FLIP_LIGHT_CURSOR : FLIP_LIGHT_NONE, " %d  %-24s", i + 1, items[i]);
        struct page page = {.paint = paint, .rect = {window.x + 4, window.y + count + 3, window.width - 8, 3}};
        page_line(&page, about[at], FLIP_PLAIN);
        flip_paint_text(paint, window.x + 4, window.y + window.height - 2, window.width - 8, FLIP_DIM, FLIP_LIGHT_NONE,
                        "↑ ↓ choose · Enter play · q quit");
        flip_paint_show();
        const struct flip_event event = flip_paint_wait(-1);
        switch (event.key) {
        case FLIP_KEY_UP:
            at = (at + count - 1) % count;
            break;
        case FLIP_KEY_DOWN:
        case '\t':
            at = (at + 1) % count;
            break;
        case FLIP_KEY_ENTER:
            return at;
        case FLIP_KEY_CLICK:
            if (event.y >= window.y + 2 && event.y < window.y + 2 + count) {
                if (at == event.y - window.y - 2)
                    return at;
                at = event.y - window.y - 2;
            }
            break;
        case 'q':
        case FLIP_KEY_ESCAPE:
        case FLIP_KEY_GONE:
            return -1;
        default:
            if (event.key > '0' && event.key <= '9' && event.key - '1' < count)
                return event.key - '1';
        }
    }
}

int flip_scroll_by(int key, int page)
{
    enum { ALL = 1 << 24 };
    static const struct {
        int key, lines, pages;
    } keys[] = {{FLIP_KEY_UP, -1, 0},
                {'k', -1, 0},
                {FLIP_KEY_DOWN, 1, 0},
                {'j', 1, 0},
                {FLIP_KEY_WHEEL_UP, -3, 0},
                {FLIP_KEY_WHEEL_DOWN, 3, 0},
                {FLIP_KEY_PAGE_UP, 0, -1},
                {FLIP_KEY_PAGE_DOWN, 0, 1},
                {' ', 0, 1},
                {FLIP_KEY_HOME, -ALL, 0},
                {FLIP_KEY_END, ALL, 0}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key)
            return keys[i].lines + keys[i].pages * page;
    return 0;
}

void flip_window_help(const struct flip_paint *paint, const char *title, const char *keys, const char *rules)
{
    int first = 0;
    for (;;) {
        flip_paint_clear();
        flip_paint_bar(paint, 0, title, "");
        const int height = flip_paint_height() - 2;
        const int width = flip_paint_width() - 4 < 96 ? flip_paint_width() - 4 : 96;
        struct page page = {
            .paint = paint, .rect = {(flip_paint_width() - width) / 2, 1, width, height}, .first = first};
        page_text(&page, keys);
        page_line(&page, "", FLIP_PLAIN);
        flip_help_lay_out(rules, width, &(struct flip_help_reader){page_rule_line, &page});
        const int last = page.line > height ? page.line - height : 0;
        char where[64];
        snprintf(where, sizeof where, "%d %%", last ? 100 * first / last : 100);
        flip_paint_bar(paint, flip_paint_height() - 1, "↑ ↓ PgUp PgDn Space: read on · q Esc: back to the table",
                       where);
        flip_paint_show();
        const int key = flip_paint_wait(-1).key;
        if (key == 'q' || key == '?' || key == FLIP_KEY_ENTER || key == FLIP_KEY_ESCAPE || key == FLIP_KEY_GONE)
            return;
        first += flip_scroll_by(key, height - 2);
        first = first < 0 ? 0 : first > last ? last : first;
    }
}
