/*
 * Writes text into a buffer of fixed size, without allocation. The rules use it for notation, sentences and views.
 * `length` keeps counting past the end, so a caller whose buffer was too small knows how large it must be.
 */
#ifndef FLIPSIDE_TEXT_H
#define FLIPSIDE_TEXT_H

#include <flipside/api.h>

#include <stdbool.h>
#include <stddef.h>

FLIP_API_BEGIN

struct flip_text {
    char *at;      /* always terminated when size > 0 */
    size_t size;   /* of the buffer */
    size_t length; /* of the whole text, whether or not it fits */
};

/// An empty text in the caller's buffer; with size 0 it only measures.
struct flip_text flip_text_in(char *buffer, size_t size);
/// Appends like printf.
void flip_text_add(struct flip_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Appends `count` bytes as they are.
void flip_text_put(struct flip_text *text, const char *bytes, size_t count);
static inline bool flip_text_fits(const struct flip_text *text) { return text->length < text->size; }

FLIP_API_END

#endif
