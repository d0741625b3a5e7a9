/*
 * Repeats a flick. Records have outcomes but no paths, so showing or checking a flick means flicking again from the
 * state before the outcome. On one build the physics repeats itself exactly. An outcome that was rigged or comes from
 * another build may differ now; then the record is right, and the path is bent to end where it says.
 */
#include "table/table.h"

#include "physics/physics.h"

#include <flipside/walk.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH_ROOM = 16384, /* poses; a usual flick has 60 to 200 */
    SHORTEST = 300,    /* ms that a piece takes to a place where only the record has it */
};

bool flip_outcome_same(const struct flip_outcome *a, const struct flip_outcome *b)
{
    if (a->contacts != b->contacts || a->moved != b->moved || a->fell != b->fell || a->off != b->off ||
        a->frozen != b->frozen)
        return false;
    for (int i = 0; i < a->contacts; i++)
        if (a->contact[i].piece != b->contact[i].piece || a->contact[i].part != b->contact[i].part)
            return false;
    for (flip_set rest = a->moved; rest; rest = flip_set_rest(rest)) {
        const int piece = flip_set_first(rest);
        if (memcmp(&a->pose[piece], &b->pose[piece], sizeof a->pose[piece]) != 0)
            return false;
    }
    return true;
}

/* --- bending --------------------------------------------------------------------------------------------------------- */

static int32_t part_of(int64_t whole, int ms, int all) { return (int32_t)(all ? whole * ms / all : whole); }

/* Shifts the path of a piece by more and more, so that it ends at `end`. */
static void bend(struct flip_path *path, int piece, const struct flip_pose *end)
{
    struct flip_path_pose *last = NULL;
    for (int i = 0; i < path->count; i++)
        if (path->pose[i].piece == piece)
            last = &path->pose[i];
    if (!last)
        return;
    const int64_t beside[3] = {end->x - last->pose.x, end->y - last->pose.y, end->z - last->pose.z};
    for (struct flip_path_pose *at = path->pose; at < last; at++) {
        if (at->piece != piece)
            continue;
        at->pose.x += part_of(beside[0], at->ms, last->ms);
        at->pose.y += part_of(beside[1], at->ms, last->ms);
        at->pose.z += part_of(beside[2], at->ms, last->ms);
    }
    last->pose = *end;
}

static void drop(struct flip_path *path, flip_set pieces)
{
    int kept = 0;
    for (int i = 0; i < path->count; i++)
        if (!flip_set_has(pieces, path->pose[i].piece))
            path->pose[kept++] = path->pose[i];
    path->count = kept;
}

/* Makes all pieces end where the record says. Outcomes written by hand may leave out the flicked piece, which then
   keeps its path. */
static void bend_all(const struct flip_outcome *recorded, struct flip_again *again)
{
    struct flip_path *path = &again->path;
    flip_set shown = 0;
    drop(path, ~(recorded->moved | FLIP_BIT(again->scene.flicked)));
    for (int i = 0; i < path->count; i++)
        shown |= FLIP_BIT(path->pose[i].piece);
    for (flip_set rest = recorded->moved & shown; rest; rest = flip_set_rest(rest))
        bend(path, flip_set_first(rest), &recorded->pose[flip_set_first(rest)]);
    const int whole = path->count ? path->pose[path->count - 1].ms : 0, end = whole > SHORTEST ? whole : SHORTEST;
    for (flip_set rest = recorded->moved & ~shown; rest && path->count < path->room; rest = flip_set_rest(rest))
        path->pose[path->count++] = (struct flip_path_pose){
            .ms = (uint16_t)end, .piece = (uint8_t)flip_set_first(rest), .pose = recorded->pose[flip_set_first(rest)]};
}

/* --- the flick ------------------------------------------------------------------------------------------------------- */

int flip_table_flick_again(const struct flip_table *table, const void *state, const struct flip_step *step,
                           struct flip_again *out, struct flip_error *error)
{
    const struct flip_outcome *recorded = &table->outcomes[step->outcome - 1];
    memset(out, 0, sizeof *out);
    table->game->flicks->scene(table->rules, state, &out->scene);
    out->path = (struct flip_path){.room = PATH_ROOM, .pose = malloc(PATH_ROOM * sizeof *out->path.pose)};
    struct flip_physics *physics = out->path.pose ? flip_physics_open(error) : NULL;
    if (!physics) {
        flip_again_free(out);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to flick again.");
    }
    const int status = flip_physics_flick(physics, &out->scene, &out->outcome, &out->path, error);
    flip_physics_close(physics);
    if (status < 0) {
        flip_again_free(out);
        return -1;
    }
    out->same = flip_outcome_same(recorded, &out->outcome);
    if (!out->same)
        bend_all(recorded, out);
    return 0;
}

void flip_again_free(struct flip_again *again)
{
    free(again->path.pose);
    again->path = (struct flip_path){0};
}

int flip_table_check_flicks(const struct flip_table *table, void (*otherwise)(void *context, int step), void *context,
                            struct flip_error *error)
{
    struct flip_walk walk;
    int flicks = 0;
    if (flip_walk_open(&walk, table, error) < 0)
        return -1;
    for (const struct flip_step *step; flicks >= 0 && (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        struct flip_again again = {.same = true};
        if (step->outcome)
            flicks = flip_table_flick_again(table, walk.at.state, step, &again, error) < 0 ? -1 : flicks + 1;
        if (flicks >= 0 && !again.same)
            otherwise(context, walk.step + 1);
        flip_again_free(&again);
    }
    flip_walk_close(&walk);
    return flicks;
}
