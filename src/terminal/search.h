/*
 * What may be looked through at any moment, as a view says it under `search`: a deck of 52 in groups, gone first and what is left
 * last. A grid for the eye, sentences for the ear.
 */
#ifndef FLIPSIDE_TERMINAL_SEARCH_H
#define FLIPSIDE_TERMINAL_SEARCH_H

#include <flipside/text.h>

#include <jansson.h>

/// The object, or NULL where there is nothing to look through. It belongs to the view.
const json_t *flip_search_of(const json_t *view);
/// Its title.
const char *flip_search_title(const json_t *search);
/// All suits and values: what is gone as a dot, what is left as it is, the rest in brackets; then what these mean.
void flip_search_grid(const json_t *search, struct flip_text *out);
/// A line for each group, by suits.
void flip_search_lines(const json_t *search, struct flip_text *out);

#endif
