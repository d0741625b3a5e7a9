/* The discard pile and the remaining cards. */
#include "faces/terminal/match/story.h"

#include "edition/members.h"
#include "faces/terminal/window/window.h"

#include <ctype.h>
#include <string.h>

static const char *const signs[] = {"♠", "♥", "♣", "♦"};
static const char letters[] = "SHCD";
static const char *const ranks[] = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
enum { SUITS = 4, RANKS = 13 };

/* How the groups look in the grid: gone, the first of the others, the rest of them, left. */
enum look { GONE, ROUND, SQUARE, LEFT, LOOKS };

const json_t *flip_search_of(const json_t *view) { return json_object_get(view, "search"); }

const char *flip_search_title(const json_t *search) { return string_of(search, "title"); }

static enum look look_of(size_t group, size_t groups)
{
    return group == 0 ? GONE : group + 1 == groups ? LEFT : group == 1 ? ROUND : SQUARE;
}

static bool has_card(const json_t *group, int suit, int rank)
{
    size_t i;
    json_t *card;
    json_array_foreach(json_object_get(group, "cards"), i, card) {
        const char *name = json_string_value(card);
        const size_t length = name ? strlen(name) : 0;
        if (length && name[length - 1] == letters[suit] && length - 1 == strlen(ranks[rank]) &&
            strncmp(name, ranks[rank], length - 1) == 0)
            return true;
    }
    return false;
}

static void add_cell(const json_t *groups, int suit, int rank, struct flip_text *out)
{
    size_t i;
    json_t *group;
    json_array_foreach(groups, i, group) {
        if (!has_card(group, suit, rank))
            continue;
        const enum look look = look_of(i, json_array_size(groups));
        const char *gap = strlen(ranks[rank]) > 1 ? "" : " ";
        if (look == GONE)
            flip_text_add(out, "  · ");
        else if (look == LEFT)
            flip_text_add(out, "%s %s ", gap, ranks[rank]);
        else
            flip_text_add(out, look == ROUND ? "%s(%s)" : "%s[%s]", gap, ranks[rank]);
        return;
    }
    flip_text_add(out, "    ");
}

static size_t count_of(const json_t *group) { return json_array_size(json_object_get(group, "cards")); }

/* "· gone: 12   (7) in the lineup: 3   [7] Hold 'em: 2, stolen: 1   7 left: 33" */
static void add_legend(const json_t *groups, struct flip_text *out)
{
    static const char *const samples[LOOKS] = {"·", "(7)", "[7]", "7"};
    enum look last = LOOKS;
    size_t i;
    json_t *group;
    json_array_foreach(groups, i, group) {
        const enum look look = look_of(i, json_array_size(groups));
        if (look == last)
            flip_text_add(out, ", ");
        else
            flip_text_add(out, "%s%s ", i ? "   " : "", samples[look]);
        flip_text_add(out, "%s: %zu", string_of(group, "title"), count_of(group));
        last = look;
    }
    flip_text_add(out, "\n");
}

void flip_search_grid(const json_t *search, struct flip_text *out)
{
    const json_t *groups = json_object_get(search, "groups");
    for (int suit = 0; suit < SUITS; suit++) {
        flip_text_add(out, "%s ", signs[suit]);
        for (int rank = 0; rank < RANKS; rank++)
            add_cell(groups, suit, rank, out);
        flip_text_add(out, "\n");
    }
    flip_text_add(out, "\n");
    add_legend(groups, out);
    flip_text_add(out, "%s\n", string_of(search, "note"));
}

static void add_group(const json_t *group, struct flip_text *out)
{
    const char *title = string_of(group, "title");
    flip_text_add(out, "%c%s, %zu", toupper((unsigned char)title[0]), title[0] ? title + 1 : "", count_of(group));
    const char *before = ": ";
    for (int suit = 0; suit < SUITS; suit++) {
        bool begun = false;
        for (int rank = 0; rank < RANKS; rank++) {
            if (!has_card(group, suit, rank))
                continue;
            if (!begun)
                flip_text_add(out, "%s%s", before, signs[suit]);
            flip_text_add(out, " %s", ranks[rank]);
            before = "; ";
            begun = true;
        }
    }
    flip_text_add(out, ".\n");
}

/* One line per group, by suits. */
static void search_lines(const json_t *search, struct flip_text *out)
{
    size_t i;
    json_t *group;
    json_array_foreach(json_object_get(search, "groups"), i, group)
        add_group(group, out);
    flip_text_add(out, "%s\n", string_of(search, "note"));
}

void flip_plain_search(bool ascii, const json_t *view)
{
    char text[2000];
    struct flip_text out = flip_text_in(text, sizeof text);
    const json_t *search = flip_search_of(view);
    if (search)
        search_lines(search, &out);
    flip_plain_say(ascii, "%s", search ? text : "There is nothing to look through.\n");
}
