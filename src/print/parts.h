/* What the files of this room share and games do not see: Cairo. */
#pragma once

#include "print/paper.h"

#include <cairo.h>

/* path.c */
/// Makes a path as SVG writes it the current one.
void paper_trace(cairo_t *on, const char *path);

/* deck.c */
/// A sheet with the cards that this seed deals to somebody who plays alone, in their order. `words`: how the seed was said.
int paper_deck(struct paper *paper, const struct flip_edition *edition, const struct flip_options *options,
               const char *words, struct flip_error *error);
