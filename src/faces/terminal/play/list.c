/* The possible moves, as a list below the sheet; a long one has several columns. */
#include "faces/terminal/play/screen.h"

#include "table/spoken.h"

/* The columns of the list: notation, sentence, points at once, value of a hint. Where there is no room for both, the
   sentence goes first, and the notation waits at the foot until the move is chosen. */
struct columns {
    int notation; /* widths; 0: none */
    int sentence, gain, value;
    int across; /* columns of a long list, if they are narrow */
    int pitch;  /* from one to the next */
};

/* How many columns of that width fit, if one is not enough. Each has room for the widest sentence. */
static void set_across(const struct flip_screen *screen, struct flip_rect rect, int widest, struct columns *columns)
{
    enum { GAP = 2 };
    const int wide = 2 + columns->notation + columns->sentence + columns->gain + columns->value;
    const int most = (rect.width + GAP) / (wide + GAP), high = rect.height - 1;
    const int wanted = high > 0 ? (screen->list_count + high - 1) / high : 1;
    const bool beside = columns->sentence == widest && most > 1 && wanted > 1;
    columns->across = beside ? (wanted < most ? wanted : most) : 1;
    columns->pitch = beside ? wide + GAP : rect.width;
}

static struct columns list_columns(const struct flip_screen *screen, struct flip_rect rect)
{
    const int width = rect.width;
    struct columns columns = {.value = screen->hinted && !screen->match->lesson ? 12 : 0};
    int notation = 0, sentence = 0;
    for (int i = 0; i < screen->list_count; i++) {
        const struct flip_action *action = &screen->actions.list[screen->list[i]];
        char todo[FLIP_TELL_TEXT];
        const int text = flip_words_width(action->text);
        const int tell = flip_words_width(flip_spoken_imperative(action->tell, todo, sizeof todo));
        notation = text > notation ? text : notation;
        sentence = tell > sentence ? tell : sentence;
        if (action->gain)
            columns.gain = 5;
    }
    if (notation + sentence + 4 + columns.gain + columns.value <= width)
        columns.notation = notation + 2;
    const int left = width - 2 - columns.notation - columns.gain - columns.value;
    columns.sentence = sentence < left ? sentence : left;
    set_across(screen, rect, sentence, &columns);
    return columns;
}

enum { MOST_PARTS = 4, WRAP_INDENT = 2 };

/* Wraps a sentence that is too long for its column. Returns how many rows it takes. */
static int wrapped(const struct flip_screen *screen, int index, struct columns columns, char todo[FLIP_TELL_TEXT],
                   struct flip_line parts[MOST_PARTS])
{
    flip_spoken_imperative(screen->actions.list[screen->list[index]].tell, todo, FLIP_TELL_TEXT);
    const int count = flip_words_wrap(todo, columns.sentence, WRAP_INDENT, parts, MOST_PARTS);
    return count < MOST_PARTS ? count : MOST_PARTS;
}

static int rows_of(const struct flip_screen *screen, int index, struct columns columns)
{
    char todo[FLIP_TELL_TEXT];
    struct flip_line parts[MOST_PARTS];
    return wrapped(screen, index, columns, todo, parts);
}

/* Several columns scroll by whole pages. */
static void turn_lists(struct flip_screen *screen, int height, int across)
{
    const int at = screen->list_at / height, last = (screen->list_count + height - 1) / height - across;
    int first = screen->list_top / height;
    first = at < first ? at : at >= first + across ? at - across + 1 : first;
    screen->list_top = (first < last ? first : last) * height;
}

/* Scrolls until the chosen line is visible, but not past the end of the list. */
static void scroll_list(struct flip_screen *screen, int height, struct columns columns)
{
    if (screen->list_at < screen->list_top)
        screen->list_top = screen->list_at;
    int rows = 0;
    for (int i = screen->list_top; i <= screen->list_at; i++)
        rows += rows_of(screen, i, columns);
    while (rows > height && screen->list_top < screen->list_at)
        rows -= rows_of(screen, screen->list_top++, columns);
    int last = screen->list_count, left = height;
    while (last > 0 && left >= rows_of(screen, last - 1, columns))
        left -= rows_of(screen, --last, columns);
    if (screen->list_top > last)
        screen->list_top = last;
}

/* `slot`: the row, counted through all the lists. */
static void note_row(struct flip_screen *screen, int slot, int index)
{
    if (slot < FLIP_LIST_ROWS)
        screen->row_of[slot] = index;
}

/* `rect` is the list's own. Returns how many rows the action takes. */
static int paint_action(struct flip_screen *screen, struct flip_rect rect, int row, int index, struct columns columns)
{
    const struct flip_paint *paint = screen->paint;
    const struct flip_action *action = &screen->actions.list[screen->list[index]];
    const bool here = screen->in_list ? index == screen->list_at : action == flip_screen_chosen(screen);
    const enum flip_light light = here ? FLIP_LIGHT_CURSOR : FLIP_LIGHT_NONE;
    char todo[FLIP_TELL_TEXT];
    struct flip_line parts[MOST_PARTS];
    const int count = wrapped(screen, index, columns, todo, parts), left = rect.height - row;
    const int rows = count < left ? count : left;
    const int y = rect.y + row, right = rect.x + rect.width;
    for (int i = 0; here && i < rows; i++)
        for (int x = rect.x; x < right; x++)
            flip_paint_text(paint, x, y + i, 1, FLIP_PLAIN, light, " ");
    const flip_move *meant = flip_screen_meant(screen);
    const bool best = (screen->hinted && screen->list[index] == 0) || (meant && *meant == action->move);
    if (best)
        flip_paint_text(paint, rect.x, y, 1, FLIP_ACCENT, light, "★");
    int x = rect.x + 1;
    if (columns.notation) {
        flip_paint_text(paint, x, y, columns.notation, FLIP_STRONG, light, action->text);
        x += columns.notation;
    }
    for (int i = 0; i < rows; i++)
        flip_paint_format(paint, x + (i ? WRAP_INDENT : 0), y + i, columns.sentence,
                          columns.notation ? FLIP_DIM : FLIP_STRONG, light, "%.*s", parts[i].bytes, parts[i].at);
    x += columns.sentence + 1;
    if (action->gain)
        flip_paint_format(paint, x, y, columns.gain, action->gain > 0 ? FLIP_GOOD : FLIP_BAD, light, "%+4d",
                          action->gain);
    x += columns.gain;
    if (columns.value)
        flip_paint_format(
            paint, x, y, columns.value, FLIP_ACCENT, light, " %-10s",
            flip_actions_worth(&screen->actions, action, screen->match->seats == 1 && screen->match->points));
    return rows;
}

static void waiting_text(const struct flip_screen *screen, struct flip_text *out)
{
    const flip_set turn = screen->match->calls->turn(screen->match);
    if (!turn && screen->match->lesson) {
        flip_text_add(out, "The lesson is over. Enter: what comes next · u: back · q: quit");
        return;
    }
    if (!turn) {
        flip_text_add(out, "The game is over. Enter: the result%s · q: quit",
                      screen->match->distant ? "" : " · n: a new game");
        return;
    }
    flip_text_add(out, "Waiting for ");
    for (flip_set rest = turn; rest; rest = flip_set_rest(rest)) {
        const char *gap = rest == turn ? "" : flip_set_rest(rest) ? ", " : " and ";
        flip_text_add(out, "%s%s", gap, screen->match->names[flip_set_first(rest)]);
    }
    flip_text_add(out, " …");
}

static void paint_waiting(const struct flip_screen *screen, struct flip_rect rect, const char *words)
{
    enum { LINES = 4 };
    struct flip_line line[LINES];
    const int count = flip_words_wrap(words, rect.width - 2, 0, line, LINES);
    for (int i = 0; i < count && i < LINES && i + 2 < rect.height; i++)
        flip_paint_format(screen->paint, rect.x + 1, rect.y + 2 + i, rect.width - 2, FLIP_PLAIN, FLIP_LIGHT_NONE,
                          "%.*s", line[i].bytes, line[i].at);
}

/* Paints from `index` on, as many as fit. Returns the next index. */
static int paint_list(struct flip_screen *screen, struct flip_rect rect, int slot, int index, struct columns columns)
{
    for (int row = 1; row < rect.height && index < screen->list_count; index++) {
        const int rows = paint_action(screen, rect, row, index, columns);
        for (int i = 0; i < rows; i++)
            note_row(screen, slot + row - 1 + i, index);
        row += rows;
    }
    return index;
}

static void paint_lists(struct flip_screen *screen, struct flip_rect rect)
{
    const struct columns columns = list_columns(screen, rect);
    const int height = rect.height - 1;
    if (columns.across > 1)
        turn_lists(screen, height, columns.across);
    else
        scroll_list(screen, height, columns);
    for (int slot = 0; slot < FLIP_LIST_ROWS; slot++)
        screen->row_of[slot] = -1;
    int next = screen->list_top;
    for (int i = 0; i < columns.across; i++) {
        const int x = rect.x + i * columns.pitch;
        const int width = columns.across > 1 ? columns.pitch - 1 : rect.width;
        next = paint_list(screen, (struct flip_rect){x, rect.y, width, rect.height}, i * height, next, columns);
    }
    screen->list_across = columns.across;
    screen->list_pitch = columns.pitch;
    screen->list_rect = (struct flip_rect){rect.x, rect.y + 1, rect.width, height};
}

void flip_screen_paint_actions(struct flip_screen *screen, struct flip_rect rect)
{
    char title[200];
    struct flip_text text = flip_text_in(title, sizeof title);
    if (screen->held) {
        flip_paint_rule(screen->paint, rect.x, rect.y, rect.width, "");
        flip_paint_text(screen->paint, rect.x + 1, rect.y + 2, rect.width - 2, FLIP_DIM, FLIP_LIGHT_NONE,
                        "Any key: go on at once");
        return;
    }
    if (screen->actions.count) {
        const bool over = !screen->match->calls->turn(screen->match); /* the list of a puzzle stays */
        flip_text_add(&text, over ? "The choices: " : "What you may do: ");
        if (screen->list_count < screen->actions.count)
            flip_text_add(&text, "%d of %d", screen->list_count, screen->actions.count);
        else
            flip_text_add(&text, "%d", screen->actions.count);
        if (screen->filter[0])
            flip_text_add(&text, " with '%s'", screen->filter);
    }
    flip_paint_rule(screen->paint, rect.x, rect.y, rect.width, title);
    if (!screen->actions.count) {
        char wait[512];
        struct flip_text out = flip_text_in(wait, sizeof wait);
        waiting_text(screen, &out);
        paint_waiting(screen, rect, wait);
        return;
    }
    if (!screen->list_count) {
        flip_paint_text(screen->paint, rect.x + 1, rect.y + 2, rect.width - 2, FLIP_PLAIN, FLIP_LIGHT_NONE,
                        "Nothing fits: Esc shows everything again.");
        return;
    }
    paint_lists(screen, rect);
}
