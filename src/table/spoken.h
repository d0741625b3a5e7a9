/*
 * What games tell of somebody ("spends 1 gold and robs the coach"), as it is said about them and to them: "Ada spends …",
 * "You spend 1 gold and rob the coach", and "spend 1 gold …" for what may be done.
 */
#ifndef FLIPSIDE_TABLE_SPOKEN_H
#define FLIPSIDE_TABLE_SPOKEN_H

#include <flipside/text.h>

/// Do the words begin with what somebody does, rather than with somebody else ("L1 moves 12 cm")?
bool flip_spoken_deed(const char *words);
/// The words as they are said to whoever does it.
void flip_spoken_to_you(const char *words, struct flip_text *out);
/// The same, into `room` of `size` bytes; returns `room`.
const char *flip_spoken_do(const char *words, char *room, size_t size);
/// Puts words that begin at `at` in `text` (of `size` bytes) behind the name and ": " that stand before them, in place.
/// "You: plays Factory" becomes "You play Factory", and so for others; a thing stays behind the colon.
void flip_spoken_behind(char *text, size_t size, size_t at, const char *name);
/// Cards that are flipped one after the other in one sentence: "5♠ is flipped, 6♦ is flipped", the last of which begins at `at`, becomes
/// "5♠, 6♦ are flipped", in place; any other sentence stands behind a semicolon.
void flip_spoken_row(char *text, size_t at);

#endif
