/* Lessons in progress: one table per person and lesson. */
#include "server/learning/learning.h"

#include "edition/read.h"
#include "edition/tutorial.h"
#include "table/lesson.h"
#include "table/table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWN_TABLES = 2000 };

/* --- changing it ---------------------------------------------------------------------------------------------------- */

/* Lays the table anew up to that many moves of the learner. */
static int lay_again(struct rooms *rooms, struct room *room, int learner_moves, struct flip_error *error)
{
    char name[sizeof room->table->names[0]];
    name_fit(room->seats[FLIP_LEARNER].name, name, sizeof name);
    struct flip_table *table = flip_lesson_open(room->game, room->lesson, room->seed, name, learner_moves, error);
    if (!table)
        return -1;
    flip_table_close(room->table);
    room->table = table;
    room->status = STORE_RUNNING;
    room->changed = wall_ms();
    if (store_steps_truncate(rooms->loop->store, room->id, 0, error) < 0 || room_begin(rooms, room, error) < 0)
        return roll_back_to_store(rooms->loop);
    return 0;
}

static int lesson_back(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int moves = flip_lesson_moves(room->table, true);
    if (moves == 0)
        return flip_fail(error, FLIP_ERROR_CANNOT_UNDO, "This is where the lesson begins.");
    return lay_again(rooms, room, moves - 1, error);
}

static int lesson_go_on(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const json_t *step;
    int place, done;
    flip_move move;
    while ((step = lesson_now(room, &place, &done)) && flip_lesson_seat(step) != FLIP_LEARNER)
        if (flip_lesson_move(room->table, step, &move, error) < 0 ||
            room_take_move(rooms, room, flip_lesson_seat(step), move, FLIP_BY_UNKNOWN, error) < 0)
            return roll_back_to_store(rooms->loop);
    if (step || room->learnt)
        return 0;
    room->learnt = true;
    return room_save_head(rooms, room, error);
}

int lesson_act(struct rooms *rooms, struct room *room, const char *person, int seat, const char *text, int at,
               struct flip_error *error)
{
    return room_act(rooms, room, person, seat, text, at, error) < 0 ? -1 : lesson_go_on(rooms, room, error);
}

int lesson_undo(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error)
{
    return room_check_own(room, person, seat, error) < 0 ? -1 : lesson_back(rooms, room, error);
}

/* --- beginning -------------------------------------------------------------------------------------------------------- */

/* What the store knows about somebody's lessons. */
struct progress {
    const char *game;
    int number;
    const char *edition; /* the hash of one of somebody's own; empty: the classic */
    char id[STORE_ID];   /* the table, if there is one */
    bool learnt, running;
};

struct looking {
    struct progress *list;
    int count;
};

static int look_at_row(void *context, const struct store_table *row)
{
    struct looking *looking = context;
    if (!strstr(row->head, "\"kind\":\"lesson\"")) /* most tables are none: their heads need not be read */
        return 0;
    json_t *head = json_loads(row->head, 0, NULL);
    for (int i = 0; i < looking->count; i++) {
        struct progress *one = &looking->list[i];
        if (one->id[0] || one->number != int_in(head, "lesson") || strcmp(one->game, string_of(head, "game")) != 0 ||
            strcmp(one->edition, string_of(head, "lesson_edition")) != 0)
            continue;
        memcpy(one->id, row->id, sizeof one->id);
        one->learnt = true_in(head, "learnt");
        one->running = row->status == STORE_RUNNING;
    }
    json_decref(head);
    return 0;
}

static int look_up(struct store *store, const char *person, struct progress *list, int count, struct flip_error *error)
{
    struct looking looking = {.list = list, .count = count};
    return person[0] ? store_tables_of(store, person, OWN_TABLES, look_at_row, &looking, error) : 0;
}

/* What somebody wants to learn. */
struct lesson_request {
    const struct flip_game *game;
    int number;
    struct flip_edition *own; /* NULL: the classic */
    bool again;
};

static void take_edition(struct room *room, const struct flip_edition *own)
{
    json_t *json = json_loads(own->json, 0, NULL);
    room->own_edition = true;
    memcpy(room->lesson_edition, own->hash, sizeof room->lesson_edition);
    name_fit(string_of(json, "name"), room->edition_name, sizeof room->edition_name);
    json_decref(json);
}

static struct room *begin(struct rooms *rooms, const struct store_person *person, const struct lesson_request *asked,
                          struct flip_error *error)
{
    const struct flip_game *game = asked->game;
    struct room *room = room_new(rooms, ROOM_LESSON, error);
    if (!room)
        return NULL;
    room_draw(room);
    room->draw = (struct flip_seed_draw){.how = FLIP_SEED_UNTOLD}; /* its cards are chosen for the lesson */
    room->game = game;
    flip_options_default(game, &room->options);
    room->lesson = lesson_find(game, asked->number, asked->own, error);
    room->lesson_number = asked->number;
    if (asked->own)
        take_edition(room, asked->own);
    room->replace_after = 120;
    struct seat *seat = &room->seats[FLIP_LEARNER];
    memcpy(seat->person, person->id, sizeof seat->person);
    memcpy(seat->name, person->name, sizeof seat->name);
    char name[sizeof room->table->names[0]];
    name_fit(seat->name, name, sizeof name);
    room->status = STORE_RUNNING;
    if (!room->lesson || !(room->table = flip_lesson_open(game, room->lesson, room->seed, name, 0, error))) {
        room_abandon(rooms, room);
        return NULL;
    }
    room->options = room->table->options;
    room->seat_count = room->table->seats;
    for (int i = FLIP_LEARNER + 1; i < room->seat_count; i++) {
        room->seats[i].kind = SEAT_NAME;
        snprintf(room->seats[i].name, sizeof room->seats[i].name, "%s", room->table->names[i]);
    }
    if ((asked->own &&
         store_edition_put(rooms->loop->store, asked->own->hash, game->id, asked->own->json, error) < 0) ||
        room_begin(rooms, room, error) < 0) {
        room_abandon(rooms, room);
        return NULL;
    }
    room_insert(rooms, room);
    return room;
}

/* Takes up the own table of a lesson, lays it again, or makes one. */
static struct room *take_up(struct request *request, const struct store_person *person,
                            const struct lesson_request *asked, struct flip_error *error)
{
    struct rooms *rooms = request->server->rooms;
    struct progress own = {
        .game = asked->game->id, .number = asked->number, .edition = asked->own ? asked->own->hash : ""};
    if (look_up(rooms->loop->store, person->id, &own, 1, error) < 0)
        return NULL;
    struct room *room = own.id[0] ? room_find_claimed(rooms, own.id, error) : NULL;
    if (own.id[0] && !room)
        return NULL;
    if (room && room->lesson && room->status == STORE_RUNNING && !asked->again)
        return room;
    if (!room)
        return check_new_table(request, error) < 0 || room_check_limit(rooms, person->id, error) < 0
                   ? NULL
                   : begin(rooms, person, asked, error);
    if (!room->lesson && !(room->lesson = lesson_find(asked->game, asked->number, asked->own, error)))
        return NULL;
    return lay_again(rooms, room, 0, error) < 0 ? NULL : room;
}

/* An edition of somebody's own: an object, or the fingerprint of one that was sent before. The classic is none. */
static int read_edition(struct store *store, const json_t *value, struct lesson_request *asked,
                        struct flip_error *error)
{
    if (!value || json_is_null(value))
        return 0;
    asked->own = json_is_string(value) ? edition_stored(store, asked->game, json_string_value(value), error)
                                       : edition_from(asked->game, value, "Your edition", error);
    if (!asked->own)
        return -1;
    if (strcmp(asked->own->hash, asked->game->files->editions[0].hash) == 0) {
        flip_edition_free(asked->own);
        asked->own = NULL;
    }
    return 0;
}

int post_lesson(struct call *call, struct flip_error *error)
{
    const struct flip_game *game = read_game(call->body, error);
    const json_t *wanted = json_object_get(call->body, "lesson");
    int count = 0;
    if (!game)
        return -1;
    json_t *lesson = flip_lesson_find(game->id, (int)json_integer_value(wanted), &count);
    json_decref(lesson);
    if (count == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%s has no lessons yet; its rules are short.", game->title);
    if (!lesson || !json_is_integer(wanted) || json_integer_value(wanted) >= count)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%s has the lessons 0 to %d.", game->title, count - 1);
    struct lesson_request asked = {
        .game = game, .number = (int)json_integer_value(wanted), .again = true_in(call->body, "again")};
    const struct room *room = read_edition(call->store, json_object_get(call->body, "edition"), &asked, error) < 0
                                  ? NULL
                                  : take_up(call->request, &call->person, &asked, error);
    flip_edition_free(asked.own);
    return room ? reply_table(call->request, room, call->person.id) : -1;
}

/* --- telling ---------------------------------------------------------------------------------------------------------- */

/* How far somebody is in a lesson that is under way: the steps behind them. */
static int steps_behind(struct rooms *rooms, const struct progress *own)
{
    int place = 0, done;
    struct flip_error error;
    const struct room *room = own->running ? room_find(rooms, own->id, &error) : NULL;
    if (room && room->lesson)
        lesson_now(room, &place, &done);
    return flip_lesson_own_steps(room ? room->lesson : NULL, place);
}

static int write_tutorial(struct flip_json *json, struct rooms *rooms, const char *game, const char *person,
                          struct flip_error *error)
{
    json_t *tutorial = flip_tutorial_of(game), *lessons = json_object_get(tutorial, "lessons"), *lesson;
    const size_t count = json_array_size(lessons);
    struct progress *list = calloc(count + 1, sizeof *list);
    int status = list ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the lessons.");
    for (size_t i = 0; list && i < count; i++)
        list[i] = (struct progress){.game = game, .number = (int)i, .edition = ""};
    if (list && look_up(rooms->loop->store, person, list, (int)count, error) < 0)
        status = -1;
    if (status == 0 && count > 0) {
        size_t index;
        flip_json_open(json, NULL, '{');
        flip_json_string(json, "game", game);
        lesson_text(json, "title", json_object_get(tutorial, "title"));
        flip_json_open(json, "lessons", '[');
        json_array_foreach(lessons, index, lesson) {
            flip_json_open(json, NULL, '{');
            lesson_text(json, "title", json_object_get(lesson, "title"));
            flip_json_int(json, "steps", flip_lesson_own_steps(lesson, INT_MAX));
            flip_json_bool(json, "learnt", list[index].learnt);
            flip_json_bool(json, "running", list[index].running);
            flip_json_int(json, "step", steps_behind(rooms, &list[index]));
            flip_json_close(json);
        }
        flip_json_close(json);
        flip_json_close(json);
    }
    free(list);
    json_decref(tutorial);
    return status;
}

int get_lessons(struct call *call, struct flip_error *error)
{
    struct flip_json json = object_in(call->server->loop.buffer, BUFFER_SIZE);
    flip_json_open(&json, "tutorials", '[');
    for (int i = 0; flip_game_at(i); i++)
        if (write_tutorial(&json, call->server->rooms, flip_game_at(i)->id, call->person.id, error) < 0)
            return -1;
    flip_json_close(&json);
    flip_json_close(&json);
    return reply_written(call->request, &json);
}
