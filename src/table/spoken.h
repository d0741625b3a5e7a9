/*
 * Turns a game's phrases about a seat ("spends 1 gold and robs the coach") into sentences about somebody ("Ada spends
 * …"), to the reader ("You spend 1 gold and rob the coach") and into imperatives for moves that are possible ("spend 1
 * gold …").
 */
#pragma once

#include <flipside/text.h>

/// Do the words begin with a verb, and not with another subject ("L1 moves 12 cm")?
bool flip_spoken_starts_with_verb(const char *words);
/// Appends the words in the second person, without "you".
void flip_spoken_to_you(const char *words, struct flip_text *out);
/// The same, into `room` of `size` bytes; returns `room`.
const char *flip_spoken_imperative(const char *words, char *room, size_t size);
/// Makes a sentence of the name, ": " and the words from `at` on in `text` (of `size` bytes), in place: "You: plays
/// Factory" becomes "You play Factory". Words with another subject stay after the colon.
void flip_spoken_after_name(char *text, size_t size, size_t at, const char *name);
/// Joins the words from `at` on to those before, in place: "5♠ is flipped, 6♦ is flipped" becomes "5♠, 6♦ are flipped";
/// before any other sentence the comma becomes a semicolon.
void flip_spoken_join_cards(char *text, size_t at);
