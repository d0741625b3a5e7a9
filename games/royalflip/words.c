/* Moves in words: notation for records and commands, fields for programs, phrases for people. */
#include "games/royalflip/royalflip.h"

#include <string.h>

static const char *const kind_words[] = {"reveal", "choose", "write", "track", "throw"};

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
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_THROW)
        flip_text_add(out, "throw %s", royalflip_hand_words[royalflip_place(move) & 3]);
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
    flip_json_string(out, "kind", kind_words[royalflip_kind(move) <= ROYALFLIP_MOVE_THROW ? royalflip_kind(move) : 0]);
    if (royalflip_kind(move) == ROYALFLIP_MOVE_CHOOSE) {
        flip_json_string(out, "colour", flip_card_name(royalflip_colour_card(move)));
        flip_json_string(out, "number", flip_card_name(royalflip_number_card(move)));
        flip_json_string(out, "suit", flip_card_name(royalflip_suit_card(move)));
        flip_json_int(out, "value", royalflip_value(move));
    } else if (royalflip_kind(move) == ROYALFLIP_MOVE_WRITE) {
        flip_json_string(out, "cell", royalflip_cell_name(royalflip_place(move), cell));
        flip_json_string(out, "colour", royalflip_colour_name(state->sheet[seat].ink));
        flip_json_int(out, "number", state->sheet[seat].number);
    } else if (royalflip_kind(move) == ROYALFLIP_MOVE_THROW) {
        flip_json_string(out, "hand", royalflip_hand_words[royalflip_place(move) & 3]);
    } else {
        const struct royalflip_space *space = &rules->edition.track[royalflip_place(move)];
        flip_json_int(out, "space", royalflip_place(move));
        flip_json_string(out, "bonus", royalflip_bonus_words[space->bonus]);
        if (space->bonus == ROYALFLIP_NUMBER || space->bonus == ROYALFLIP_POINTS)
            flip_json_int(out, "value", space->value);
    }
}

/* --- phrases --------------------------------------------------------------------------------------------------------- */

/* "10♠", as on the card. */
static void tell_card(int card, struct flip_text *out)
{
    flip_text_add(out, "%s%s", royalflip_rank_words[flip_card_rank(card)], flip_suit_sign(flip_card_suit(card)));
}

static void tell_choice(const struct royalflip_rules *rules, flip_move move, struct flip_text *out)
{
    const int number_card = royalflip_number_card(move);
    const int boxes = royalflip_boxes_spent(rules, number_card, royalflip_value(move));
    flip_text_add(out, "chooses %s from ", royalflip_colour_name(rules->red[royalflip_colour_card(move)]));
    tell_card(royalflip_colour_card(move), out);
    flip_text_add(out, ", %d from ", royalflip_value(move));
    tell_card(number_card, out);
    if (boxes)
        flip_text_add(out, boxes == 1 ? " with a ±1 box" : " with %d ±1 boxes", boxes);
    flip_text_add(out, " and %s from ", flip_suit_sign(rules->suit[royalflip_suit_card(move)]));
    tell_card(royalflip_suit_card(move), out);
}

void royalflip_tell_space(const struct royalflip_space *space, const char *box, struct flip_text *out)
{
    switch ((enum royalflip_bonus)space->bonus) {
    case ROYALFLIP_SHIFT:
        flip_text_add(out, "a %s box", box);
        break;
    case ROYALFLIP_NUMBER:
        flip_text_add(out, "one more number, %d", space->value);
        break;
    case ROYALFLIP_DIAMOND:
        flip_text_add(out, "a diamond");
        break;
    case ROYALFLIP_POINTS:
        flip_text_add(out, "%d point%s", space->value, space->value == 1 ? "" : "s");
        break;
    }
}

static void tell_track(const struct royalflip_rules *rules, int number, struct flip_text *out)
{
    flip_text_add(out, "goes to space %d on the track: ", number);
    royalflip_tell_space(&rules->edition.track[number], "±1", out);
}

void royalflip_tell(const void *rules_, const void *state_, int seat, flip_move move, struct flip_text *out)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    char cell[ROYALFLIP_CELL_TEXT];
    if (seat == FLIP_DEALER)
        tell_card((int)move, out);
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_CHOOSE)
        tell_choice(rules, move, out);
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_WRITE)
        flip_text_add(out, "writes a %s %d in %s", royalflip_colour_name(state->sheet[seat].ink),
                      state->sheet[seat].number, royalflip_cell_name(royalflip_place(move), cell));
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_THROW)
        flip_text_add(out, "shows %s", royalflip_hand_words[royalflip_place(move) & 3]);
    else
        tell_track(rules, royalflip_place(move), out);
}

/* --- what the hands of a tie-break come to ---------------------------------------------------------------------------- */

/* "Ann", "Ann and Bo", "Ann, Bo and Cy". Terminals call the only person at the table "You": "Ann and you". */
static void list_names(unsigned seats, const char (*names)[FLIP_NAME], struct flip_text *out)
{
    for (flip_set rest = seats; rest; rest = flip_set_rest(rest)) {
        const flip_set after = flip_set_rest(rest);
        const char *name = names[flip_set_first(rest)];
        flip_text_add(out, "%s%s", rest != seats && strcmp(name, "You") == 0 ? "you" : name,
                      after == 0             ? ""
                      : flip_set_rest(after) ? ", "
                                             : " and ");
    }
}

static void tell_hands(const struct royalflip_tie_break *tie, const char (*names)[FLIP_NAME], struct flip_text *out)
{
    enum royalflip_hand won;
    const unsigned left = royalflip_staying_in(tie->shown[tie->times - 1], &won);
    const bool one = flip_set_count(left) == 1;
    const char *ending = one && strcmp(names[flip_set_first(left)], "You") != 0 ? "s" : "";
    if (won == ROYALFLIP_NO_HAND && tie->times < ROYALFLIP_TIMES) {
        flip_text_add(out, "Nothing is decided: ");
        list_names(left, names, out);
        flip_text_add(out, " throw again");
        return;
    }
    flip_text_add(out, "%s: ", won == ROYALFLIP_NO_HAND ? "Still nothing is decided" : royalflip_beats_words[won]);
    list_names(left, names, out);
    if (one)
        flip_text_add(out, " win%s the tie-break", ending);
    else if (tie->times == ROYALFLIP_TIMES)
        flip_text_add(out, " share the win");
    else
        flip_text_add(out, " stay in");
}

void royalflip_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                      struct flip_text *out)
{
    if (seat == FLIP_DEALER || royalflip_kind(move) != ROYALFLIP_MOVE_THROW)
        return;
    struct royalflip_state after;
    memcpy(&after, state, sizeof after);
    const int times = after.tie.times;
    royalflip_apply(rules, &after, seat, move);
    if (after.tie.times > times)
        tell_hands(&after.tie, names, out);
}
