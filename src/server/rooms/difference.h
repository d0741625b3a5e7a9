/* The difference between two texts: which parts of the old one the new one is made of, and what is new in it. */
#ifndef FLIPSIDE_SERVER_ROOMS_DIFFERENCE_H
#define FLIPSIDE_SERVER_ROOMS_DIFFERENCE_H

#include <flipside/json.h>
#include <stdint.h>

/// Writes the members of an array: two numbers (from, length) are bytes of the old text or, from `base` on (at least the old text's length), of
/// the new text as far as it is there; a string is new. A number -N is N bytes from where the piece
/// before would have come to if it had gone on for as long as the strings since. Put together in order they are the new text, byte for byte. Both texts are UTF-8
/// without zero bytes; `now` must have room for one more byte and is left as it was.
void difference_write(struct flip_json *json, const char *old, size_t old_length, size_t base, char *now,
                      size_t now_length);

/// The same, shorter: how many bytes are new, those bytes, how far it is from where the piece before would have come to to the next one, and how
/// long that is; and so on, to the end, which may be behind new bytes. A distance is doubled, and one less than that if it leads back. Numbers
/// are letters from '0' on: five bits each, the lowest first, and 32 more if another one follows.
void difference_write_letters(struct flip_text *text, const char *old, size_t old_length, size_t base, char *now,
                              size_t now_length);

/// Adler-32 (RFC 1950): whoever puts a text together sees whether it is the right one.
uint32_t difference_sum(const char *text, size_t length);

#endif
