/*
 * A list of actions, written shortly: actions are much the same but for a few words, and those words stand in the move itself. What the
 * neighbours have in common is written once, as a pattern, and then a row for each. Put together again, the list is the same byte for byte.
 *
 *     \x01 {"id":\x0f,"text":"write \x10","kind":"write","cell":"\x10","tell":"writes a 7 in \x10","gain":\x11} \x02 b1 0 \x03 c1 \x03 d1 \x04
 *
 * In a pattern, \x10 to \x1f are the words of the row, and \x0f counts the actions. Words that a row lacks at its end are those of the row
 * before. In format 3 a row can also be told by how far its squares (a letter and a digit) are from those of the row before, since shapes that can
 * be drawn in many places are listed from left to right: \x05 to \x0b are one to seven letters on; \x0c to \x0e one to three digits on, with
 * a second byte for the letters, `P` for the same ones. JSON has none of these bytes, so nothing has to be escaped. docs/api.md
 * describes it for clients.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_PACKED_H
#define FLIPSIDE_SERVER_ROOMS_PACKED_H

#include <flipside/json.h>
#include <stdint.h>

enum { PACKED_TEXT = 256, PACKED_WORDS = 24 };

/// The words of a move, and its gain.
struct packed_words {
    char text[PACKED_TEXT + 24];
    uint16_t at[PACKED_WORDS + 1]; /* where each begins; the last one is where another would */
    int count;
    bool gain; /* the last one is what the move gains */
};

struct packing {
    struct flip_json *json;
    bool steps; /* rows may be told by how far their squares are from those of the row before */
    size_t row; /* where the action that is being written begins */
    size_t pattern, pattern_length;
    bool open; /* a pattern, to which rows can be added */
    int head;  /* so many words stand in the pattern itself */
    struct packed_words last;
};

/// `format` is that of the changes (changes.h).
struct packing packing_in(struct flip_json *json, int format);
/// Before an action is written, and after it: `move` is its text, `next` that of the action after it, or empty.
void packing_row_begins(struct packing *packing);
void packing_row_ends(struct packing *packing, const char *move, const char *next);
void packing_end(struct packing *packing);

#endif
