/* Who sits at the table, in one line. */
#include "terminal/bar.h"

#include "terminal/words.h"

#include <stdio.h>

/* The seats, whose turn it is and how they stand; names of at most so many characters. */
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
                flip_words_next(&end);
            flip_text_add(out, "%.*s…", (int)(end - name), name);
        }
        if (bar->scores)
            flip_text_add(out, " %d", bar->scores[seat]);
    }
}

/* Many seats in a small window: whoever decides is named, and you are; the others are numbers, as the keys 1 … 9 count them. */
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
