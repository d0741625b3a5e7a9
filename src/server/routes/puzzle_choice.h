/* Which puzzle comes next: near one's rating, of a theme, today's, or the next of a rush. */
#ifndef FLIPSIDE_SERVER_ROUTES_PUZZLE_CHOICE_H
#define FLIPSIDE_SERVER_ROUTES_PUZZLE_CHOICE_H

#include "puzzles/puzzle.h"

struct server;

enum { THEME_SLUG = 80 };

/// A theme as it stands in an address: "press-your-luck".
void theme_slug(const struct flip_puzzle *puzzle, char out[THEME_SLUG]);
/// One that the person (empty: a stranger) has not tried yet, if there is one, near that rating; `theme` is a slug, or "" for any. NULL
/// with the reason.
const struct flip_puzzle *choose_puzzle(struct server *server, const struct flip_puzzles *puzzles, const char *person,
                                        double rating, const char *theme, struct flip_error *error);
/// Everybody's puzzle of a day; NULL: there are none.
const struct flip_puzzle *puzzle_of_day(const struct flip_puzzles *puzzles, const char *day);
/// Puzzle number `number` (from 0) of a rush that began then: they get harder.
const struct flip_puzzle *puzzle_of_rush(const struct flip_puzzles *puzzles, int64_t began, int number);

#endif
