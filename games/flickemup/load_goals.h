/* The conditions of a scenario, and what reading them has in common with reading the town (load.c). */
#pragma once

#include "games/flickemup/flickemup.h"
#include <flipside/load.h>

/// win and at12, after everything else has been read.
int flickemup_load_goals(const struct flip_node *root, struct flickemup_edition *edition);
/// A token's word; water has two.
int flickemup_load_token(const struct flip_node *node, int *token);
/// A building of this scenario.
int flickemup_load_building(const struct flip_node *node, const struct flickemup_edition *edition, int *building);
/// How many tokens of a kind the scenario has, wherever they are.
int flickemup_tokens_of(const struct flickemup_edition *edition, int token);
