/* Keeping a game at this terminal: while it runs in one file, when it is over in another. */
#include "terminal/local_parts.h"

#include "table/table.h"

#include <stdio.h>
#include <string.h>

static void keep_running(struct local *local)
{
    struct flip_error error = {0};
    local->match.trouble[0] = '\0';
    if (flip_match_save(&local->match, local->match.running, &error) < 0)
        snprintf(local->match.trouble, sizeof local->match.trouble, "%s", error.message);
}

/* A finished game goes into a file of its own. */
static void keep_finished(struct local *local)
{
    struct flip_match *match = &local->match;
    struct flip_error error = {0};
    char path[FLIP_PATH_SIZE];
    match->finished[0] = '\0';
    if (local->fixed_place)
        memcpy(path, match->running, sizeof path);
    else if (flip_files_finished(match->game, path, &error) < 0) {
        snprintf(match->trouble, sizeof match->trouble, "%s", error.message);
        return;
    }
    flip_match_keep(match, path);
    if (match->finished[0] && !local->fixed_place)
        remove(match->running);
}

void local_keep(struct local *local)
{
    local->match.steps = local->table->step_count;
    if (flip_table_turn(local->table))
        keep_running(local);
    else
        keep_finished(local);
}
