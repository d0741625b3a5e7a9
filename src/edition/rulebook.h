/* The rules of each game in our own words for players, compiled in from its RULES.md, so that every face can show them. */
#ifndef FLIPSIDE_EDITION_RULEBOOK_H
#define FLIPSIDE_EDITION_RULEBOOK_H

/// The rules of the game of this id, or a sentence that says that there are none.
const char *flip_rulebook_of(const char *id);

#endif
