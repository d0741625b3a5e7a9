/* How a flick went, for showing it. */
#include "server/learning/learning.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_BYTES = 256 * 1024 /* a longer one is made again for whoever asks */, NAME = 40 };

static void keep(struct room *room, int number, const char *text, size_t length)
{
    struct cached_flick *kept = &room->flicks[room->flick_next++ % FLICKS_CACHED];
    free(kept->text);
    *kept = (struct cached_flick){.text = length <= KEPT_BYTES ? malloc(length) : NULL};
    if (!kept->text)
        return;
    memcpy(kept->text, text, length);
    kept->length = length;
    kept->number = number;
}

/* --- writing ---------------------------------------------------------------------------------------------------------- */

struct shown {
    const struct room *room;
    const void *state; /* before the outcome */
    int step;          /* of the outcome */
    struct flip_again again;
};

static const char *name_of(const struct shown *shown, int piece, char name[NAME])
{
    struct flip_text text = flip_text_in(name, NAME);
    shown->room->game->flicks->piece(shown->room->table->rules, shown->state, piece, &text);
    return name;
}

static void write_moment(struct flip_json *json, int ms, const struct flip_pose *pose)
{
    flip_json_open(json, NULL, '[');
    flip_json_int(json, NULL, ms);
    flip_pose_json(json, pose);
    flip_json_close(json);
}

/* From the beginning on, and strictly upward in time. A piece has no poses while it rests: the last one is said again where
   it goes on, so that nobody who draws a line between two of them makes it creep. */
static void write_path(struct flip_json *json, const struct shown *shown, int piece)
{
    const struct flip_path *path = &shown->again.path;
    const struct flip_pose *pose = &shown->again.scene.body[piece].pose;
    char name[NAME];
    int ms = 0;
    flip_json_open(json, name_of(shown, piece, name), '[');
    write_moment(json, ms, pose);
    for (int i = 0; i < path->count; i++) {
        const struct flip_path_pose *at = &path->pose[i];
        if (at->piece != piece || at->ms <= ms)
            continue;
        if (at->ms > ms + FLIP_PATH_STEP)
            write_moment(json, at->ms - FLIP_PATH_STEP, pose);
        ms = at->ms;
        for (; i + 1 < path->count && path->pose[i + 1].ms == ms; i++) /* the last one of this moment */
            if (path->pose[i + 1].piece == piece)
                at = &path->pose[i + 1];
        pose = &at->pose;
        write_moment(json, ms, pose);
    }
    flip_json_close(json);
}

static int length_of(const struct flip_path *path)
{
    int ms = 0;
    for (int i = 0; i < path->count; i++)
        if (path->pose[i].ms > ms)
            ms = path->pose[i].ms;
    return ms;
}

static void write_flick(struct flip_json *json, void *context)
{
    const struct shown *shown = context;
    const struct room *room = shown->room;
    const struct flip_table *table = room->table;
    const struct flip_step *step = &table->steps[shown->step];
    const struct flip_again *again = &shown->again;
    const struct flip_outcome *outcome = &table->outcomes[step->outcome - 1];
    char name[NAME];
    int aimed = shown->step;
    while (aimed > 0 && table->steps[aimed].seat == FLIP_DEALER)
        aimed--;
    flip_json_open(json, NULL, '{');
    flip_json_open(json, "flick", '{');
    flip_json_int(json, "n", step->outcome);
    flip_json_int(json, "seat", table->steps[aimed].seat);
    flip_json_string(json, "move", room->log[aimed].text);
    room->game->flicks->fields(table->rules, shown->state, json);
    flip_json_int(json, "ms", length_of(&again->path));
    flip_json_bool(json, "frozen", outcome->frozen);
    flip_json_bool(json, "same", again->same);
    flip_set moving = 0;
    for (int i = 0; i < again->path.count; i++)
        moving |= FLIP_BIT(again->path.pose[i].piece);
    flip_json_open(json, "paths", '{');
    for (; moving; moving = flip_set_rest(moving))
        write_path(json, shown, flip_set_first(moving));
    flip_json_close(json);
    flip_table_outcome_fields(table, shown->state, outcome, json);
    const char *told = room->log[shown->step].tell;
    char ruling[FLIP_STEP_TEXT];
    snprintf(ruling, sizeof ruling, "%.*s", (int)flip_table_ruling_length(told), told);
    flip_json_string(json, "ruling", ruling);
    flip_json_open(json, "before", '{');
    for (int piece = 0; piece < again->scene.count; piece++) {
        if (again->scene.body[piece].shape == FLIP_BODY_NONE)
            continue;
        flip_json_open(json, name_of(shown, piece, name), '[');
        flip_pose_json(json, &again->scene.body[piece].pose);
        flip_json_close(json);
    }
    flip_json_close(json);
    flip_json_close(json);
    flip_json_close(json);
}

/* --- answering -------------------------------------------------------------------------------------------------------- */

int flick_number(const char *digits)
{
    const size_t length = strlen(digits);
    return length > 0 && length < 7 && digits[0] != '0' && strspn(digits, "0123456789") == length ? atoi(digits) : 0;
}

static int no_such_flick(int count, struct flip_error *error)
{
    if (count == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "Nobody has flicked at this table yet.");
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no flick with that number; this table has had %d so far.",
                     count);
}

static int write_kept(struct work *work, const struct cached_flick *kept, struct flip_error *error)
{
    if (!(work->out = malloc(OUT_PRE + kept->length)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to show the flick.");
    memcpy(work->out + OUT_PRE, kept->text, kept->length);
    work->length = kept->length;
    return 0;
}

int write_flick_of(struct work *work, struct room *room, int number, struct flip_error *error)
{
    if (!room->game->flicks)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "Nothing is flicked in %s.", room->game->title);
    const int known = room->status >= STORE_OVER ? room->log_count : room->public_count;
    const int count = room->table ? room_flicks(room, known) : 0;
    if (number < 1 || number > count)
        return no_such_flick(count, error);
    for (int i = 0; i < FLICKS_CACHED; i++)
        if (room->flicks[i].number == number)
            return write_kept(work, &room->flicks[i], error);
    struct flip_walk walk;
    if (flip_walk_open(&walk, room->table, error) < 0)
        return -1;
    while (room->table->steps[walk.step].outcome != number)
        flip_walk_on(&walk);
    struct shown shown = {.room = room, .state = walk.at.state, .step = walk.step};
    int status =
        flip_table_flick_again(room->table, walk.at.state, &room->table->steps[walk.step], &shown.again, error);
    if (status == 0) {
        status = work_write(work, KEPT_BYTES, write_flick, &shown, error);
        if (status == 0)
            keep(room, number, work->out + OUT_PRE, work->length);
        flip_again_free(&shown.again);
    }
    flip_walk_close(&walk);
    return status;
}
