/*
 * Top: a bar. Left: the sheet as the game draws it. Right, or below in a small window: the log. Below the sheet: the
 * possible moves. Bottom: a line for a sentence, and the keys.
 */
#include "faces/terminal/sheet/sheet.h"

#include <stdio.h>

enum { SIDE_FROM = 118, SMALL_STRIP = 7, LARGE_STRIP = 12 };

enum { MOST_READING = 16 };

static int lines_of(const char *reading, int width)
{
    struct flip_line lines[MOST_READING];
    const int count = flip_words_wrap(reading, width, 0, lines, MOST_READING);
    return count < MOST_READING ? count : MOST_READING;
}

/* Below the sheet: moves and log. A text to read makes the log wider, or else higher. A foot of several lines takes
   room from these, and from the sheet only if the text would not fit. */
static struct flip_layout narrow(int width, int inner, const char *reading, int foot)
{
    struct flip_layout l = {0};
    int left = reading ? width * 2 / 5 : width * 11 / 20;
    int strip = (inner > 24 ? inner / 3 : SMALL_STRIP) - (foot - 1);
    while (reading && left > width * 3 / 10 && lines_of(reading, width - left - 1) > strip - 1)
        left--;
    const int lines = reading ? lines_of(reading, width - left - 1) : 0;
    strip = lines + 1 > strip ? lines + 1 : strip;
    l.canvas = (struct flip_rect){0, 1, width, inner - strip};
    l.actions = (struct flip_rect){0, 1 + inner - strip, left, strip};
    l.log = (struct flip_rect){left + 1, 1 + inner - strip, width - left - 1, strip};
    return l;
}

struct flip_layout flip_layout_now(const char *reading, int foot)
{
    const int width = flip_paint_width(), height = flip_paint_height();
    struct flip_layout l = {0};
    const int inner = height - 2 - foot; /* without bar, message and keys */
    if (width >= SIDE_FROM) {
        const int side = width * 3 / 10 < 36 ? 36 : width * 3 / 10 > 48 ? 48 : width * 3 / 10;
        const int whole = inner + foot - 1;
        int strip = whole / 3;
        strip = (strip < SMALL_STRIP ? SMALL_STRIP : strip > LARGE_STRIP ? LARGE_STRIP : strip) - (foot - 1);
        l.canvas = (struct flip_rect){0, 1, width - side - 1, inner - strip};
        l.actions = (struct flip_rect){0, 1 + inner - strip, width - side - 1, strip};
        l.log = (struct flip_rect){width - side + 1, 1, side - 2, inner};
    } else {
        l = narrow(width, inner, reading, foot);
    }
    l.message = height - 2;
    l.keys = height - 1;
    return l;
}

void flip_layout_reading(const struct flip_paint *paint, struct flip_rect *log, const char *title, const char *reading)
{
    enum { LEAST_LOG = 3 };
    struct flip_line lines[MOST_READING];
    const int count = flip_words_wrap(reading, log->width, 0, lines, MOST_READING);
    const int shown = count < MOST_READING ? count : MOST_READING;
    flip_paint_rule(paint, log->x, log->y, log->width, title);
    for (int i = 0; i < shown && i + 1 < log->height; i++)
        flip_paint_format(paint, log->x, log->y + 1 + i, log->width, FLIP_STRONG, FLIP_LIGHT_NONE, "%.*s",
                          lines[i].bytes, lines[i].at);
    const int taken = shown + (log->y == 1 ? 2 : 1); /* beside the sheet there is room to breathe */
    log->y += taken;
    log->height = log->height - taken < LEAST_LOG ? 0 : log->height - taken;
}

struct log_row {
    const struct flip_story_line *line;
    struct flip_line part;
    bool first;
};

void flip_layout_log(const struct flip_paint *paint, struct flip_rect rect, const struct flip_story *story, int news,
                     int *back)
{
    if (rect.height == 0)
        return;
    flip_paint_rule(paint, rect.x, rect.y, rect.width, *back ? "What happened (earlier)" : "What happened");
    const int height = rect.height - 1;
    enum { MOST_ROWS = 400, MOST_PARTS = 40 };
    struct log_row rows[MOST_ROWS];
    int count = 0;
    /* From the last line backwards, until the window is full. */
    const int wanted = height + *back;
    for (int i = story->count - 1; i >= 0 && count < wanted && count < MOST_ROWS - MOST_PARTS; i--) {
        const struct flip_story_line *line = &story->lines[i];
        if (line->hidden || line->held)
            continue;
        struct flip_line parts[MOST_PARTS];
        int split = flip_words_wrap(line->text, rect.width, 2, parts, MOST_PARTS);
        if (split > MOST_PARTS)
            split = MOST_PARTS;
        for (int part = split - 1; part >= 0; part--)
            rows[count++] = (struct log_row){line, parts[part], part == 0};
    }
    if (*back > count - height)
        *back = count > height ? count - height : 0;
    const int shown = count - *back < height ? count - *back : height;
    for (int i = 0; i < shown; i++) {
        const struct log_row *row = &rows[*back + shown - 1 - i];
        const bool dealer = row->line->seat == FLIP_DEALER, fresh = row->line->last_step >= news;
        const enum flip_style style = fresh ? FLIP_STRONG : dealer ? FLIP_PLAIN : FLIP_DIM;
        flip_paint_format(paint, rect.x + (row->first ? 0 : 2), rect.y + 1 + i, rect.width, style, FLIP_LIGHT_NONE,
                          "%.*s", row->part.bytes, row->part.at);
    }
    if (flip_paint_width() >= SIDE_FROM) /* beside the sheet: a line between them */
        for (int y = 1; y < rect.y + rect.height; y++)
            flip_paint_text(paint, rect.x - 2, y, 1, FLIP_DIM, FLIP_LIGHT_NONE, "│");
}

/* --- who sits at the table, in one line ------------------------------------------------------------ */

/* The seats, whose turn it is and their scores; names are cut to a length. */
static void seats_text(const struct flip_bar *bar, int longest, struct flip_text *out)
{
    for (int seat = 0; seat < bar->seats; seat++) {
        const char *name = bar->names[seat];
        flip_text_add(out, "%s%s", seat ? "  " : "", flip_set_has(bar->turn, seat) ? "▸" : " ");
        if (flip_words_width(name) <= longest) {
            flip_text_add(out, "%s", name);
        } else {
            const char *end = name;
            for (int i = 1; i < longest; i++)
                flip_next_code(&end);
            flip_text_add(out, "%.*s…", (int)(end - name), name);
        }
        if (bar->scores)
            flip_text_add(out, " %d", bar->scores[seat]);
    }
}

/* Many seats in a small window: only you and the seats that decide have names; the others are numbers, as for the keys
   1 … 9. */
static void numbers_text(const struct flip_bar *bar, struct flip_text *out)
{
    const bool few = flip_set_count(bar->turn) <= 2;
    int left_out = 0;
    for (int seat = 0; seat < bar->seats; seat++) {
        const bool decides = flip_set_has(bar->turn, seat), named = seat == bar->viewer || (decides && few);
        if (!named && !bar->scores && (few || !decides)) {
            left_out++;
            continue;
        }
        flip_text_add(out, "%s%s", out->length ? "  " : "", decides ? "▸" : "");
        if (named)
            flip_text_add(out, "%s", bar->names[seat]);
        else
            flip_text_add(out, "%d%s", seat + 1, bar->scores ? ":" : "");
        if (bar->scores)
            flip_text_add(out, named ? " %d" : "%d", bar->scores[seat]);
    }
    if (left_out)
        flip_text_add(out, "  and %d more", left_out);
}

static bool fits(const char *left, const char *right)
{
    return flip_words_width(left) + flip_words_width(right) + 3 < flip_paint_width();
}

void flip_bar_paint(const struct flip_paint *paint, const struct flip_bar *bar)
{
    enum { LONGEST_NAME = 40, SHORTEST_NAME = 8 };
    char whole[384], right[512] = "";
    bool fitting = false;
    snprintf(whole, sizeof whole, "%s · %s", bar->title, bar->stage);
    for (int longest = LONGEST_NAME; longest >= SHORTEST_NAME && !fitting; longest--) {
        struct flip_text seats = flip_text_in(right, sizeof right);
        seats_text(bar, longest, &seats);
        fitting = fits(bar->stage, right);
    }
    if (!fitting) {
        struct flip_text seats = flip_text_in(right, sizeof right);
        numbers_text(bar, &seats);
    }
    flip_paint_bar(paint, 0, fits(whole, right) ? whole : bar->stage, right);
}
