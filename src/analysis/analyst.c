/* An analyst: what one thread needs to work on an analysis, and what all who work on one ask about the game. */
#include "analysis/parts.h"
#include "core/hash.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

struct flip_analyst *flip_analyst_open(const struct flip_analysis *analysis, struct flip_error *error)
{
    const struct flip_table *table = analysis->table;
    struct flip_analyst *analyst = calloc(1, sizeof *analyst);
    if (!analyst) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
        return NULL;
    }
    analyst->thought = malloc(sizeof *analyst->thought);
    if (!analyst->thought) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
    } else if (flip_walk_open(&analyst->walk, table, error) == 0 &&
               flip_position_open(&analyst->known, table->game, table->rules, table->seats, error) == 0 &&
               flip_position_open(&analyst->future.at, table->game, table->rules, table->seats, error) == 0) {
        return analyst;
    }
    flip_analyst_close(analyst);
    return NULL;
}

void flip_analyst_close(struct flip_analyst *analyst)
{
    if (!analyst)
        return;
    flip_walk_close(&analyst->walk);
    flip_position_close(&analyst->known);
    flip_position_close(&analyst->future.at);
    free(analyst->thought);
    free(analyst);
}

void analyst_go(struct flip_analyst *analyst, int step)
{
    if (analyst->walk.step > step)
        flip_walk_restart(&analyst->walk);
    flip_walk_to(&analyst->walk, step);
}

uint64_t analysis_seed(const struct flip_analysis *analysis)
{
    uint64_t seed = UINT64_C(1469598103934665603);
    for (int i = 0; i < analysis->table->step_count; i++) {
        const struct flip_step *step = &analysis->table->steps[i];
        seed = flip_hash_number(seed, step->outcome ? (uint64_t)step->outcome : step->move);
    }
    return seed;
}

static const char *team_of(const struct flip_analysis *analysis, int seat)
{
    const struct flip_table *table = analysis->table;
    return table->game->knowledge->team ? table->game->knowledge->team(&table->options, seat) : NULL;
}

bool analysis_same_team(const struct flip_analysis *analysis, int a, int b)
{
    const char *left = team_of(analysis, a), *right = team_of(analysis, b);
    return a == b || (left && right && strcmp(left, right) == 0);
}
