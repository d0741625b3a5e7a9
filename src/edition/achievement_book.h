/* The achievements of each game, compiled in from data/GAME/achievements.json; games without such a file are not listed. */
#ifndef FLIPSIDE_EDITION_ACHIEVEMENT_BOOK_H
#define FLIPSIDE_EDITION_ACHIEVEMENT_BOOK_H

struct flip_achievement_book {
    const char *game; /* its id; NULL ends the list */
    const char *text; /* JSON; docs/achievements.md describes it */
};

extern const struct flip_achievement_book flip_achievement_books[];

#endif
