/*
 * What people read before a game: its RULES.md, and data/setup.json with the texts for creating a table and the bots'
 * names. Both are compiled in. docs/add-a-game.md describes setup.json; the server sends it to the page without its
 * remarks.
 */
#pragma once

#include <flipside/game.h>
#include <jansson.h>

/// The rules for players in Markdown, or a sentence that says that there are none.
const char *flip_rulebook_of(const char *id);

/// The set-up texts of a game, to be released by the caller; NULL if it has none.
json_t *flip_setup_of(const struct flip_game *game);

/// An option and its value in the game's own words: "Scenario: Main Street". False: there are no words, or it is a
/// switch that is off.
bool flip_setup_option(const json_t *setup, const char *name, const char *value, struct flip_text *out);

enum { FLIP_BOT_NAMES = 12 }; /* at least FLIP_MAX_SEATS */

/// Names for the bots of a table, all different: the game's own, then plain ones, in an order that depends on `seed`.
void flip_bot_names(const struct flip_game *game, uint64_t seed, char names[FLIP_BOT_NAMES][FLIP_NAME]);
