/* The rules of each game in our own words for players, compiled in from docs/rules, so that every face can show them. */
#ifndef FLIPSIDE_EDITION_RULEBOOK_H
#define FLIPSIDE_EDITION_RULEBOOK_H

struct flip_rulebook {
    const char *game; /* its id; NULL ends the list */
    const char *text; /* Markdown */
};

extern const struct flip_rulebook flip_rulebooks[];

/// The rules of the game of this id, or a sentence that says where they would be.
const char *flip_rulebook_of(const char *game);

#endif
