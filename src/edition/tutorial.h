/*
 * The tutorials: data/tutorial.json of every game that has one, compiled in. docs/tutorials.md describes the format. A
 * game's loader applies a lesson's `start` to the edition; everything else about lessons is the same for all games.
 */
#pragma once

#include <flipside/edition.h>
#include <jansson.h>

/// The tutorial of a game, to be released by the caller; NULL if it has none.
json_t *flip_tutorial_of(const char *game);
/// The edition that a lesson is played with, to be freed: its own `edition` or the classic, changed by its `start`.
struct flip_edition *flip_tutorial_edition(const struct flip_game *game, const json_t *lesson,
                                           struct flip_error *error);
