/*
 * The tutorials: data/tutorial.json of every game that has one, compiled in. docs/tutorials.md describes the format. What a lesson
 * says about the game's own material (`start`) is put into an edition by the game's loader; everything else about lessons is the
 * same for all games.
 */
#ifndef FLIPSIDE_EDITION_TUTORIAL_H
#define FLIPSIDE_EDITION_TUTORIAL_H

#include <flipside/edition.h>
#include <jansson.h>

/// The tutorial of that game, to be given back with json_decref; NULL if it has none.
json_t *flip_tutorial_of(const char *game);
/// The edition that a lesson is played with: its own `edition` or the classic, changed as its `start` says. To be freed.
struct flip_edition *flip_tutorial_edition(const struct flip_game *game, const json_t *lesson,
                                           struct flip_error *error);

#endif
