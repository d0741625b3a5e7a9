/* Moves in words: notation for records and commands, fields for programs, phrases for people. */
#include "games/royalflip/royalflip.h"

static const char *const kind_words[] = {"reveal", "choose", "write", "track"};

char *royalflip_cell_name(int cell, char out[ROYALFLIP_CELL_TEXT])
{
    out[0] = (char)('a' + cell % ROYALFLIP_SIDE);
    out[1] = (char)('1' + cell / ROYALFLIP_SIDE);
    out[2] = '\0';
    return out;
}

const char *royalflip_colour_name(bool red) { return red ? "red" : "black"; }

/* --- notation -------------------------------------------------------------------------------------------------------- */

void royalflip_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)rules, (void)state;
    char cell[ROYALFLIP_CELL_TEXT];
    if (seat == FLIP_DEALER)
        flip_text_add(out, "%s", flip_card_name((int)move));
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_CHOOSE)
        flip_text_add(out, "choose %s %s %s %d", flip_card_name(royalflip_colour_card(move)),
                      flip_card_name(royalflip_number_card(move)), flip_card_name(royalflip_suit_card(move)),
                      royalflip_value(move));
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_WRITE)
        flip_text_add(out, "write %s", royalflip_cell_name(royalflip_place(move), cell));
    else
        flip_text_add(out, "track %d", royalflip_place(move));
}

/* --- fields ---------------------------------------------------------------------------------------------------------- */

void royalflip_fields(const void *rules_, const void *state_, int seat, flip_move move, struct flip_json *out)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    char cell[ROYALFLIP_CELL_TEXT];
    if (seat == FLIP_DEALER) {
        flip_json_string(out, "kind", kind_words[0]);
        flip_json_string(out, "card", flip_card_name((int)move));
        return;
    }
    flip_json_string(out, "kind", kind_words[royalflip_kind(move) & 3]);
    if (royalflip_kind(move) == ROYALFLIP_MOVE_CHOOSE) {
        flip_json_string(out, "colour", flip_card_name(royalflip_colour_card(move)));
        flip_json_string(out, "number", flip_card_name(royalflip_number_card(move)));
        flip_json_string(out, "suit", flip_card_name(royalflip_suit_card(move)));
        flip_json_int(out, "value", royalflip_value(move));
    } else if (royalflip_kind(move) == ROYALFLIP_MOVE_WRITE) {
        flip_json_string(out, "cell", royalflip_cell_name(royalflip_place(move), cell));
        flip_json_string(out, "colour", royalflip_colour_name(state->sheet[seat].ink));
        flip_json_int(out, "number", state->sheet[seat].number);
    } else {
        const struct royalflip_space *space = &rules->edition.track[royalflip_place(move)];
        flip_json_int(out, "space", royalflip_place(move));
        flip_json_string(out, "bonus", royalflip_bonus_words[space->bonus]);
        if (space->bonus == ROYALFLIP_NUMBER || space->bonus == ROYALFLIP_POINTS)
            flip_json_int(out, "value", space->value);
    }
}

/* --- phrases --------------------------------------------------------------------------------------------------------- */

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static void tell_choice(const struct royalflip_rules *rules, flip_move move, struct flip_text *out)
{
    const int number_card = royalflip_number_card(move);
    const int boxes = royalflip_boxes_spent(rules, number_card, royalflip_value(move));
    flip_text_add(out, "%s from %s, %d from %s", royalflip_colour_name(rules->red[royalflip_colour_card(move)]),
                  flip_card_name(royalflip_colour_card(move)), royalflip_value(move), flip_card_name(number_card));
    if (boxes)
        flip_text_add(out, " (%d ±1 box%s)", boxes, boxes == 1 ? "" : "es");
    flip_text_add(out, ", %s from %s", flip_suit_name(rules->suit[royalflip_suit_card(move)]),
                  flip_card_name(royalflip_suit_card(move)));
}

static void tell_space(const struct royalflip_rules *rules, int number, struct flip_text *out)
{
    const struct royalflip_space *space = &rules->edition.track[number];
    flip_text_add(out, "space %d on the track, ", number);
    switch ((enum royalflip_bonus)space->bonus) {
    case ROYALFLIP_SHIFT:
        flip_text_add(out, "a ±1 box");
        break;
    case ROYALFLIP_NUMBER:
        flip_text_add(out, "one more number: %d", space->value);
        break;
    case ROYALFLIP_DIAMOND:
        flip_text_add(out, "a diamond");
        break;
    case ROYALFLIP_POINTS:
        flip_text_add(out, "%d point%s", space->value, plural(space->value));
        break;
    }
}

void royalflip_tell(const void *rules_, const void *state_, int seat, flip_move move, struct flip_text *out)
{
    static const char *const ranks[14] = {"",  "ace", "2", "3",  "4",    "5",     "6",
                                          "7", "8",   "9", "10", "jack", "queen", "king"};
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    char cell[ROYALFLIP_CELL_TEXT];
    if (seat == FLIP_DEALER)
        flip_text_add(out, "the %s of %s", ranks[rules->rank[move]], flip_suit_name(rules->suit[move]));
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_CHOOSE)
        tell_choice(rules, move, out);
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_WRITE)
        flip_text_add(out, "a %s %d in %s", royalflip_colour_name(state->sheet[seat].ink), state->sheet[seat].number,
                      royalflip_cell_name(royalflip_place(move), cell));
    else
        tell_space(rules, royalflip_place(move), out);
}
