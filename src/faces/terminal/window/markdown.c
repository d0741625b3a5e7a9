/* A small reader of Markdown: enough for our own rule texts. */
#include "faces/terminal/window/window.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { PARAGRAPH = 8192, LINE = 1024, COLUMNS = 12, MOST_LINES = 128, GAP = 2 };

struct layout {
    const struct flip_help_reader *reader;
    int width;
    bool blank; /* the last line was empty, or there was none */
    /* The paragraph or the item that is being read. */
    char words[PARAGRAPH];
    struct flip_text text;
    int indent; /* of its second line and the following */
};

/* --- within a line --------------------------------------------------------------------------------------------------- */

/* "[text](address)" is shown as its text. Returns where to go on, or NULL if this is no link. */
static const char *link_end(const char *at, const char *end, const char **text_end)
{
    const char *close = memchr(at, ']', (size_t)(end - at));
    if (!close || close + 1 >= end || close[1] != '(')
        return NULL;
    const char *round = memchr(close, ')', (size_t)(end - close));
    if (!round)
        return NULL;
    *text_end = close;
    return round + 1;
}

/* Marks of emphasis, code and links are left out; a picture is its caption in brackets. */
static void add_words(const char *c, const char *end, struct flip_text *out)
{
    bool code = false;
    while (c < end) {
        const char *text_end, *after;
        const bool picture = *c == '!' && c + 1 < end && c[1] == '[';
        if (!code && (*c == '[' || picture) && (after = link_end(c + picture, end, &text_end))) {
            flip_text_add(out, "%s%.*s%s", picture ? "[" : "", (int)(text_end - c - 1 - picture), c + 1 + picture,
                          picture ? "]" : "");
            c = after;
            continue;
        }
        if (*c == '`')
            code = !code;
        else if (code || *c != '*')
            flip_text_put(out, c, 1);
        c++;
    }
}

/* --- lines out ------------------------------------------------------------------------------------------------------- */

/* Empty lines that follow each other are one. */
static void put(struct layout *l, const char *text, enum flip_help_kind kind)
{
    const bool blank = !*text;
    if (!blank || !l->blank)
        l->reader->line(l->reader->context, text, kind);
    l->blank = blank;
}

static void put_wrapped(struct layout *l, const char *text, int indent, enum flip_help_kind kind)
{
    struct flip_line lines[MOST_LINES];
    const int count = flip_words_wrap(text, l->width, indent, lines, MOST_LINES);
    for (int i = 0; i < count && i < MOST_LINES; i++) {
        char line[LINE];
        snprintf(line, sizeof line, "%*s%.*s", i ? indent : 0, "", lines[i].bytes, lines[i].at);
        put(l, line, kind);
    }
}

static void end_paragraph(struct layout *l)
{
    if (l->text.length)
        put_wrapped(l, l->words, l->indent, FLIP_HELP_TEXT);
    l->text = flip_text_in(l->words, sizeof l->words);
    l->words[0] = '\0';
    l->indent = 0;
}

/* --- tables ---------------------------------------------------------------------------------------------------------- */

static bool table_rule(const char *line, size_t length)
{
    return length > 2 && line[0] == '|' && strspn(line, "|-: ") >= length;
}

/* The cells of a row, each as plain words; returns how many there are. */
static int read_row(const char *line, const char *end, char cell[COLUMNS][LINE])
{
    int count = 0;
    while (end > line && (end[-1] == ' ' || end[-1] == '|'))
        end--;
    for (const char *c = line; c < end && count < COLUMNS;) {
        const char *from = c + 1, *to = from;
        while (to < end && *to != '|')
            to++;
        c = to;
        while (from < to && *from == ' ')
            from++;
        while (to > from && to[-1] == ' ')
            to--;
        struct flip_text words = flip_text_in(cell[count], LINE);
        cell[count++][0] = '\0';
        add_words(from, to, &words);
    }
    return count;
}

/* A table without the line of dashes below its head. */
struct table {
    const char *from, *to; /* its lines */
    int columns;
    int wide[COLUMNS];
};

static const char *line_end(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end : line + strlen(line);
}

static const char *next_line(const char *line)
{
    const char *end = line_end(line);
    return *end ? end + 1 : end;
}

static void measure(struct table *table)
{
    char cell[COLUMNS][LINE];
    for (const char *line = table->from; line < table->to; line = next_line(line)) {
        if (table_rule(line, (size_t)(line_end(line) - line)))
            continue;
        const int count = read_row(line, line_end(line), cell);
        for (int i = 0; i < count; i++) {
            const int width = flip_words_width(cell[i]);
            if (width > table->wide[i])
                table->wide[i] = width;
        }
        if (count > table->columns)
            table->columns = count;
    }
}

/* If a table is too wide, its widest columns shrink to the same width. */
static void narrow(struct table *table, int width)
{
    for (;;) {
        int sum = GAP * (table->columns - 1), widest = 0;
        for (int i = 0; i < table->columns; i++) {
            sum += table->wide[i];
            if (table->wide[i] > table->wide[widest])
                widest = i;
        }
        if (sum <= width || table->wide[widest] <= 1)
            return;
        table->wide[widest]--;
    }
}

/* One row of the table is as many lines as its highest cell. */
static void put_row(struct layout *l, const struct table *table, char cell[COLUMNS][LINE], int count, bool head)
{
    struct flip_line lines[COLUMNS][MOST_LINES];
    int high[COLUMNS], highest = 1;
    for (int i = 0; i < count; i++) {
        high[i] = flip_words_wrap(cell[i], table->wide[i] > 0 ? table->wide[i] : 1, 0, lines[i], MOST_LINES);
        if (high[i] > highest)
            highest = high[i] > MOST_LINES ? MOST_LINES : high[i];
    }
    for (int row = 0; row < highest; row++) {
        char line[LINE];
        struct flip_text out = flip_text_in(line, sizeof line);
        int used = 0, column = 0;
        line[0] = '\0';
        for (int i = 0; i < count; column += table->wide[i++] + GAP) {
            char part[LINE] = "";
            if (row < high[i])
                snprintf(part, sizeof part, "%.*s", lines[i][row].bytes, lines[i][row].at);
            if (!part[0])
                continue;
            flip_text_add(&out, "%*s%s", column - used, "", part);
            used = column + flip_words_width(part);
        }
        put(l, line, head ? FLIP_HELP_HEADING : FLIP_HELP_TEXT);
    }
}

static void put_rule(struct layout *l, const struct table *table)
{
    char line[LINE];
    struct flip_text out = flip_text_in(line, sizeof line);
    line[0] = '\0';
    for (int i = 0; i < table->columns; i++) {
        for (int k = 0; k < table->wide[i]; k++)
            flip_text_add(&out, "─");
        if (i + 1 < table->columns)
            flip_text_add(&out, "%*s", GAP, "");
    }
    put(l, line, FLIP_HELP_TEXT);
}

/* Returns what comes after the table. */
static const char *lay_table(struct layout *l, const char *line)
{
    char cell[COLUMNS][LINE];
    struct table table = {.from = line, .to = line};
    while (*table.to == '|')
        table.to = next_line(table.to);
    measure(&table);
    narrow(&table, l->width);
    for (; line < table.to; line = next_line(line)) {
        if (table_rule(line, (size_t)(line_end(line) - line)))
            put_rule(l, &table);
        else
            put_row(l, &table, cell, read_row(line, line_end(line), cell), line == table.from);
    }
    return table.to;
}

/* --- blocks ---------------------------------------------------------------------------------------------------------- */

static void put_as_it_stands(struct layout *l, const char *line)
{
    char text[LINE];
    snprintf(text, sizeof text, "%.*s", (int)(line_end(line) - line), line);
    put(l, text, FLIP_HELP_PREFORMATTED);
}

static bool fence(const char *line) { return strncmp(line, "```", 3) == 0; }

/* Returns what comes after the closing fence. */
static const char *lay_fenced(struct layout *l, const char *line)
{
    for (line = next_line(line); *line && !fence(line); line = next_line(line))
        put_as_it_stands(l, line);
    return next_line(line);
}

static const char *lay_heading(struct layout *l, const char *line)
{
    char text[LINE];
    struct flip_text words = flip_text_in(text, sizeof text);
    text[0] = '\0';
    const char *from = line + strspn(line, "#");
    add_words(from + strspn(from, " "), line_end(line), &words);
    put_wrapped(l, text, 0, FLIP_HELP_HEADING);
    return next_line(line);
}

/* "- ", "* " or "12. " after spaces: how many bytes that is, and 0 for no item. */
static size_t item_mark(const char *line)
{
    const size_t spaces = strspn(line, " ");
    const char *mark = line + spaces;
    if ((mark[0] == '-' || mark[0] == '*') && mark[1] == ' ')
        return spaces + 2;
    const size_t digits = strspn(mark, "0123456789");
    return digits && digits < 4 && mark[digits] == '.' && mark[digits + 1] == ' ' ? spaces + digits + 2 : 0;
}

static void begin_item(struct layout *l, const char *line, size_t mark)
{
    const int spaces = (int)strspn(line, " ");
    end_paragraph(l);
    if (isdigit((unsigned char)line[spaces]))
        flip_text_put(&l->text, line, mark);
    else
        flip_text_add(&l->text, "%*s• ", spaces, "");
    l->indent = flip_words_width(l->words);
}

static const char *lay_words(struct layout *l, const char *line)
{
    const size_t mark = item_mark(line);
    if (mark)
        begin_item(l, line, mark);
    const char *from = line + mark, *end = line_end(line);
    from += strspn(from, " ");
    while (end > from && end[-1] == ' ')
        end--;
    if (l->text.length && !mark)
        flip_text_add(&l->text, " ");
    add_words(from, end, &l->text);
    return next_line(line);
}

void flip_help_lay_out(const char *markdown, int width, const struct flip_help_reader *reader)
{
    struct layout l = {.reader = reader, .width = width > COLUMNS * GAP ? width : COLUMNS * GAP, .blank = true};
    end_paragraph(&l);
    while (markdown && *markdown) {
        const bool empty = markdown[strspn(markdown, " ")] == '\n' || !markdown[strspn(markdown, " ")];
        const bool block =
            empty || fence(markdown) || *markdown == '#' || *markdown == '|' || strncmp(markdown, "![", 2) == 0;
        if (block)
            end_paragraph(&l);
        if (empty) {
            put(&l, "", FLIP_HELP_TEXT);
            markdown = next_line(markdown);
        } else if (fence(markdown)) {
            markdown = lay_fenced(&l, markdown);
        } else if (*markdown == '#') {
            markdown = lay_heading(&l, markdown);
        } else if (*markdown == '|') {
            markdown = lay_table(&l, markdown);
        } else if (!l.text.length && strncmp(markdown, "    ", 4) == 0) {
            put_as_it_stands(&l, markdown);
            markdown = next_line(markdown);
        } else {
            markdown = lay_words(&l, markdown);
        }
    }
    end_paragraph(&l);
}
