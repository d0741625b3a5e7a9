/* Walking through the history of a table. */
#include "table/table.h"

#include <flipside/walk.h>

int flip_walk_open(struct flip_walk *walk, const struct flip_table *table, struct flip_error *error)
{
    *walk = (struct flip_walk){.table = table};
    return flip_position_open(&walk->at, table->game, table->rules, table->seats, error);
}

int flip_walk_open_here(struct flip_walk *walk, const struct flip_table *table, struct flip_error *error)
{
    if (flip_walk_open(walk, table, error) < 0)
        return -1;
    flip_position_copy(&walk->at, &table->now);
    walk->step = table->step_count;
    walk->acted = table->undo.unseen != 0;
    return 0;
}

void flip_walk_close(struct flip_walk *walk) { flip_position_close(&walk->at); }

void flip_walk_restart(struct flip_walk *walk)
{
    flip_position_start(&walk->at);
    walk->step = 0;
    walk->acted = false;
}

const struct flip_step *flip_walk_next(const struct flip_walk *walk)
{
    return walk->step < walk->table->step_count ? &walk->table->steps[walk->step] : NULL;
}

bool flip_walk_on(struct flip_walk *walk)
{
    const struct flip_step *step = &walk->table->steps[walk->step++];
    const bool ended = table_apply(walk->table, &walk->at, step);
    walk->acted = !ended && (walk->acted || step->seat != FLIP_DEALER);
    return ended;
}

void flip_walk_to(struct flip_walk *walk, int step)
{
    while (walk->step < step && flip_walk_next(walk))
        flip_walk_on(walk);
}

bool flip_walk_known(const struct flip_walk *walk)
{
    const struct flip_table *table = walk->table;
    return !walk->acted || (table->open && !flip_blind(table->game, table->rules, walk->at.state));
}

struct flip_position flip_walk_position(const struct flip_walk *walk)
{
    struct flip_position position = walk->at;
    if (walk->table->open)
        position.before = position.state;
    return position;
}
