/*
 * The five levels as a table. Levels 1 to 3 make mistakes in games that say which (flip_game_bot.mistakes); in others
 * level 1 is absent-minded, level 2 plays what looks best at once and level 3 looks a little further. Level 4 searches
 * for a moment, level 5 for up to a second. The time limits only matter on a slow machine or in a slow game; within
 * them the result depends only on view and seed. The numbers come from matches on paired deals: docs/strength.md.
 */
#include "levels.h"

/* policy, with_estimate and without {iterations, explore}, race {noise, iterations, chains, lead, trust}, playouts, ms,
   widen, trust, horizon */
static const struct flip_level levels[FLIP_LEVELS] = {
    {.policy = FLIP_POLICY_SENSIBLE, .race = {.noise = 4}},
    {.policy = FLIP_POLICY_QUICK, .race = {.noise = 2}},
    {FLIP_POLICY_SEARCH, {20, 0.3}, {200, 0.8}, {1.1, 0, 8, 2.0, 4}, 0, 0, 1.0, 2.0, 1},
    {FLIP_POLICY_SEARCH, {120, 0.3}, {1000, 0.8}, {0.5, 0, 16, 2.5, 4}, 0, 0, 1.0, 2.0, 1},
    {FLIP_POLICY_SEARCH, {5000, 0.3}, {10000, 0.8}, {0, 8000, 20, 2.5, 4}, 400, 900, 1.0, 2.0, 1},
};

/* In version 0.1 level 5 had no second opinion. */
static const struct flip_level former_fifth = {
    FLIP_POLICY_SEARCH, {5000, 0.3}, {10000, 0.8}, {0, 8000, 20, 2.5, 4}, 0, 900, 1.0, 2.0, 1};

const struct flip_level *flip_level(int level, bool former)
{
    return former && level == FLIP_LEVELS ? &former_fifth : &levels[level - 1];
}

struct flip_think_def flip_think_defaults(int level) { return (struct flip_think_def){.level = level, .seed = 1}; }
