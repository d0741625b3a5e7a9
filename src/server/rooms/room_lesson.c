/* The lesson of a room: giving it back to one that was loaded, how far it is, and the lesson in a snapshot. */
#include "server/rooms/rooms.h"

#include "table/table.h"

const json_t *lesson_now(const struct room *room, int *place, int *done)
{
    return flip_lesson_current(room->lesson, room->table, place, done);
}

bool lesson_gone_through(const struct room *room)
{
    int place, done;
    return room->lesson && !lesson_now(room, &place, &done);
}

/* Are the moves so far those of the lesson? A newer program may have another tutorial. */
static bool same_moves(const struct flip_table *a, const struct flip_table *b)
{
    if (a->step_count != b->step_count)
        return false;
    for (int i = 0; i < a->step_count; i++)
        if (a->steps[i].seat != b->steps[i].seat || a->steps[i].move != b->steps[i].move)
            return false;
    return true;
}

json_t *lesson_find(const struct flip_game *game, int number, const struct flip_edition *own, struct flip_error *error)
{
    json_t *lesson = flip_lesson_find(game->id, number, NULL);
    if (!lesson || !own)
        return lesson;
    json_t *with = flip_lesson_adapt(game, lesson, own, error);
    json_decref(lesson);
    return with;
}

/* The lesson of a room that has been loaded; NULL where a newer program has no such lesson. */
static json_t *lesson_of(struct store *store, const struct room *room, struct flip_error *error)
{
    const bool own = room->lesson_edition[0];
    struct flip_edition *edition = own ? edition_stored(store, room->game, room->lesson_edition, error) : NULL;
    json_t *lesson = own && !edition ? NULL : lesson_find(room->game, room->lesson_number, edition, error);
    flip_edition_free(edition);
    return lesson;
}

int lesson_resume(struct store *store, struct room *room, struct flip_error *error)
{
    struct flip_error why;
    room->lesson = lesson_of(store, room, &why);
    struct flip_table *fresh = room->lesson
                                   ? flip_lesson_open(room->game, room->lesson, room->seed, room->seats[0].name,
                                                      flip_lesson_moves(room->table, true), &why)
                                   : NULL;
    int status = 0;
    if (fresh && same_moves(fresh, room->table)) {
        const int next = fresh->dealer.rig_next;
        status = flip_table_rig(room->table, (const char *const *)fresh->dealer.rig + next,
                                fresh->dealer.rig_count - next, error);
    } else {
        json_decref(room->lesson);
        room->lesson = NULL;
        room->status = room->status == STORE_RUNNING ? STORE_ENDED : room->status;
    }
    flip_table_close(fresh);
    return status;
}

/* --- in a snapshot ------------------------------------------------------------------------------------------------ */

void lesson_text(struct flip_json *json, const char *key, const json_t *value)
{
    const char *text = json_string_value(value);
    flip_json_string(json, key, text ? text : "");
}

static void write_step(struct flip_json *json, const struct flip_lesson_view *view)
{
    flip_json_string(json, "do", view->offer_text);
    flip_json_string(json, "exact", view->exact_text);
    flip_json_int(json, "done", view->done);
    flip_json_int(json, "times", view->times);
    if (view->ask)
        flip_json_bool(json, "ask", true);
}

void lesson_write(struct flip_json *json, const struct room *room)
{
    int count;
    struct flip_lesson_view view;
    flip_lesson_show(room->lesson, room->table, &view);
    json_t *next = flip_lesson_find(room->game->id, room->lesson_number + 1, &count);
    flip_json_open(json, "lesson", '{');
    flip_json_int(json, "number", room->lesson_number);
    flip_json_int(json, "count", count);
    flip_json_string(json, "title", view.title);
    flip_json_int(json, "step", view.step);
    flip_json_int(json, "steps", view.steps);
    flip_json_bool(json, "back", view.back);
    flip_json_bool(json, "finished", view.finished);
    flip_json_string(json, "text", view.text);
    if (!view.finished)
        write_step(json, &view);
    else if (next)
        flip_json_string(json, "next", json_string_value(json_object_get(next, "title")));
    json_decref(next);
    flip_json_close(json);
}
