/* A sheet in sentences, for whoever hears it instead of seeing it: the map row by row, the track, the counters. */
#include "games/royalflip/royalflip.h"

static const char *of(int suit) { return flip_suit_name(suit); }

/* "open b, c and f" in columns' letters; what is written before them; a casino by its name. */
static void read_row(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int row,
                     struct flip_text *out)
{
    const char *gap = " ";
    flip_text_add(out, "Row %d:", row + 1);
    for (int column = 0; column < rules->edition.columns; column++) {
        const int cell = row * ROYALFLIP_SIDE + column;
        if (flip_set_has(sheet->written, cell))
            flip_text_add(out, "%s%c %s %d", gap, 'a' + column, royalflip_colour_name(flip_set_has(sheet->red, cell)),
                          royalflip_number_at(sheet, cell)),
                gap = ", ";
        else if (!flip_set_has(rules->cells, cell))
            flip_text_add(out, "%s%c casino", gap, 'a' + column), gap = ", ";
    }
    const char *open = gap[0] == ',' ? "; open " : " open ";
    for (int column = 0; column < rules->edition.columns; column++)
        if (flip_set_has(royalflip_free_cells(rules, sheet), row * ROYALFLIP_SIDE + column))
            flip_text_add(out, "%s%c", open, 'a' + column), open = ", ";
    flip_text_add(out, ".\n");
}

static void read_cells(const char *what, const struct royalflip_road *list, int count, struct flip_text *out)
{
    char name[ROYALFLIP_CELL_TEXT];
    for (int i = 0; i < count; i++) {
        flip_text_add(out, "%s:", what);
        for (flip_set cells = list[i].cells; cells; cells = flip_set_rest(cells))
            flip_text_add(out, " %s", royalflip_cell_name(flip_set_first(cells), name));
        flip_text_add(out, ", %d point%s.\n", list[i].points, list[i].points == 1 ? "" : "s");
    }
}

/* The next space of each suit: further ones are in the list of moves. */
static void read_track(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, struct flip_text *out)
{
    const int at = royalflip_position(sheet);
    flip_text_add(out, "Track: at %s %d of %d.", at ? "space" : "the start,", at, rules->edition.spaces);
    for (int suit = 0; suit < 4; suit++) {
        const flip_set ahead = royalflip_spaces_ahead(rules, sheet, suit);
        if (!ahead) {
            flip_text_add(out, " No %s ahead.", of(suit));
            continue;
        }
        flip_text_add(out, " Next %s: space %d, ", of(suit), flip_set_first(ahead));
        royalflip_tell_space(&rules->edition.track[flip_set_first(ahead)], "plus-minus-1", out);
        flip_text_add(out, ", of %d ahead.", flip_set_count(ahead));
    }
    flip_text_add(out, "\n");
}

static void read_cards(const struct royalflip_rules *rules, const struct royalflip_state *state,
                       const struct royalflip_sheet *sheet, struct flip_text *out)
{
    for (int i = 0; i < state->revealed; i++)
        flip_text_add(out, "%s%s of %s", i ? ", " : "Cards: ", royalflip_rank_words[rules->rank[state->lineup[i]]],
                      of(rules->suit[state->lineup[i]]));
    if (state->revealed)
        flip_text_add(out, ".\n");
    if (sheet->step != ROYALFLIP_CHOOSE && sheet->number)
        flip_text_add(out, "Chosen: %s %d and %s.\n", royalflip_colour_name(sheet->ink), sheet->number,
                      of(sheet->suit));
}

void royalflip_read(const void *rules_, const void *state, const void *before, int viewer, int seat,
                    const flip_move *aim, struct flip_text *out)
{
    const struct royalflip_rules *rules = rules_;
    struct royalflip_state shown;
    struct royalflip_road list[ROYALFLIP_ROADS];
    (void)aim;
    royalflip_shown(rules, state, before, viewer, &shown);
    const struct royalflip_sheet *sheet = &shown.sheet[seat];
    const struct royalflip_parts parts = royalflip_seat_parts(rules, &shown, seat);
    read_cards(rules, &shown, sheet, out);
    for (int row = 0; row < rules->edition.rows; row++)
        read_row(rules, sheet, row, out);
    read_cells("Road", list, royalflip_split(rules, sheet, list), out);
    read_cells("Area", list, royalflip_area_list(rules, sheet, list), out);
    read_track(rules, sheet, out);
    flip_text_add(out, "Plus-minus-1 boxes: %d. Diamonds: %d of %d.\n", sheet->shift, sheet->diamonds,
                  rules->edition.diamonds);
    flip_text_add(out, "Points: roads %d, areas %d, diamonds %d, track %d, together %d.\n", parts.roads, parts.areas,
                  parts.diamonds, parts.points, parts.total);
}
