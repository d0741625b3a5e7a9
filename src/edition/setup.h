/*
 * What people read when they make a table: data/setup.json of every game that has one, compiled in. docs/add-a-game.md describes
 * the format. The page is sent all of it but the remarks; what the server and the terminal need of it themselves is the bots' names.
 */
#ifndef FLIPSIDE_EDITION_SETUP_H
#define FLIPSIDE_EDITION_SETUP_H

#include <flipside/game.h>
#include <jansson.h>

/// The set-up of a game, to be given back with json_decref; NULL if it has none.
json_t *flip_setup_of(const struct flip_game *game);

/// An option and its value in the game's own words: "Scenario: Main Street". False: it has no words for them, or it is a switch that
/// is off.
bool flip_setup_option(const json_t *setup, const char *name, const char *value, struct flip_text *out);

enum { FLIP_BOT_NAMES = 12 }; /* at least as many as there can be seats */

/// Names for the bots of a table, all different: those of the game, or plain ones, in an order that follows from `seed`.
void flip_bot_names(const struct flip_game *game, uint64_t seed, char names[FLIP_BOT_NAMES][FLIP_NAME]);

#endif
