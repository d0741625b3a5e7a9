/* A lesson as a room: beginning, going on, going back, and how far everybody is. */
#include "server/lesson.h"

#include "edition/tutorial.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWN_TABLES = 2000 };

/* --- where the learner is ------------------------------------------------------------------------------------------- */

static int moves_made(const struct room *room, bool by_learner)
{
    int count = 0;
    for (int i = 0; i < room->table->step_count; i++) {
        const int seat = room->table->steps[i].seat;
        count += by_learner ? seat == LEARNER : seat != FLIP_DEALER;
    }
    return count;
}

static const json_t *step_now(const struct room *room, int *place, int *done)
{
    return lesson_step(room->lesson, moves_made(room, false), place, done);
}

bool lesson_gone_through(const struct room *room)
{
    int place, done;
    return room->lesson && !step_now(room, &place, &done);
}

static int move_of(const struct room *room, const json_t *step, flip_move *move, struct flip_error *error)
{
    const char *text = json_string_value(json_object_get(step, "do"));
    return flip_table_find(room->table, lesson_seat(step), text ? text : "", move, error);
}

static void text_of(const struct room *room, int seat, flip_move move, char out[FLIP_MOVE_TEXT])
{
    struct flip_text words = flip_text_in(out, FLIP_MOVE_TEXT);
    room->game->words->text(room->table->rules, room->table->now.state, seat, move, &words);
}

/* What the table offers that a move is one of: the move itself, or the template whose numbers it fills in. */
static flip_move offer_of(const struct room *room, int seat, flip_move move)
{
    struct flip_range open[FLIP_MAX_RANGES];
    flip_move moves[FLIP_MAX_MOVES];
    char whole[FLIP_MOVE_TEXT], beginning[FLIP_MOVE_TEXT];
    text_of(room, seat, move, whole);
    const int count = flip_table_moves(room->table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        if (flip_move_ranges(room->game, room->table->rules, room->table->now.state, seat, moves[i], open) == 0)
            continue;
        text_of(room, seat, moves[i], beginning);
        const size_t length = strlen(beginning);
        if (strncmp(whole, beginning, length) == 0 && whole[length] == ' ')
            return moves[i];
    }
    return move;
}

/* The numbers that a move fills an offer in with; how many there are. */
static int numbers_of(const struct room *room, int seat, flip_move offer, flip_move move,
                      double numbers[FLIP_MAX_RANGES], struct flip_range ranges[FLIP_MAX_RANGES])
{
    char whole[FLIP_MOVE_TEXT], beginning[FLIP_MOVE_TEXT];
    const int count = flip_move_ranges(room->game, room->table->rules, room->table->now.state, seat, offer, ranges);
    text_of(room, seat, move, whole);
    text_of(room, seat, offer, beginning);
    char *at = whole + strlen(beginning);
    for (int i = 0; i < count; i++)
        numbers[i] = strtod(at, &at);
    return count;
}

/* How far apart two numbers are: those that come round in their own unit, others in percent of what is wanted. */
static double apart(const struct flip_range *range, double wanted, double number)
{
    const double turn = (double)range->turn / range->scale, gap = fabs(number - wanted);
    if (turn > 0)
        return fmin(fmod(gap, turn), turn - fmod(gap, turn));
    return wanted != 0 ? 100 * gap / fabs(wanted) : gap;
}

/* Is the learner's aim as near as the step asks? */
static int check_near(const struct room *room, const json_t *step, int seat, flip_move wanted, flip_move move,
                      struct flip_error *error)
{
    struct flip_range ranges[FLIP_MAX_RANGES];
    double goal[FLIP_MAX_RANGES] = {0}, mine[FLIP_MAX_RANGES] = {0};
    const flip_move offer = offer_of(room, seat, wanted);
    const json_t *near = json_object_get(step, "near");
    const int count = numbers_of(room, seat, offer, wanted, goal, ranges);
    numbers_of(room, seat, offer, move, mine, ranges);
    for (int i = 0; i < count; i++) {
        const json_t *limit = json_object_get(near, ranges[i].name);
        if (!limit || apart(&ranges[i], goal[i], mine[i]) <= json_number_value(limit))
            continue;
        const double turn = (double)ranges[i].turn / ranges[i].scale, off = mine[i] - goal[i];
        if (turn > 0) /* what comes round is a direction, counted counter-clockwise */
            return flip_fail(error, "lesson",
                             "Not quite: that goes too far to the %s. About %g degrees is right, yours were %g.",
                             fmod(off + turn, turn) < turn / 2 ? "left" : "right", goal[i], mine[i]);
        return flip_fail(error, "lesson", "Not quite: the %s is too %s. About %g is right, yours was %g.",
                         ranges[i].name, off > 0 ? "high" : "low", goal[i], mine[i]);
    }
    return 0;
}

int lesson_expects(const struct room *room, int seat, flip_move *move, struct flip_error *error)
{
    int place, done;
    flip_move expected;
    const json_t *step = step_now(room, &place, &done);
    if (!step || move_of(room, step, &expected, error) < 0)
        return -1;
    if (seat == lesson_seat(step) && offer_of(room, seat, *move) == offer_of(room, seat, expected)) {
        if (check_near(room, step, seat, expected, *move, error) < 0)
            return -1;
        *move = expected;
        return 0;
    }
    const char *wrong = json_string_value(json_object_get(step, "wrong"));
    if (wrong)
        return flip_fail(error, "lesson", "%.300s", wrong);
    char text[FLIP_MOVE_TEXT];
    text_of(room, seat, offer_of(room, seat, expected), text);
    return flip_fail(error, "lesson",
                     "You may do that in a game. This lesson shows something else first: look for what is lit up (%s).",
                     text);
}

/* --- changing it ---------------------------------------------------------------------------------------------------- */

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

int lesson_resume(struct room *room, struct flip_error *error)
{
    struct flip_error why;
    room->lesson = lesson_find(room->game->id, room->lesson_number, NULL);
    struct flip_table *fresh = room->lesson ? lesson_lay(room->game, room->lesson, room->seed, room->seats[0].name,
                                                         moves_made(room, true), &why)
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

/* Lays the table anew up to that many moves of the learner. */
static int lay_again(struct server *server, struct room *room, int learner_moves, struct flip_error *error)
{
    char name[sizeof room->table->names[0]];
    name_fit(room->seats[LEARNER].name, name, sizeof name);
    struct flip_table *table = lesson_lay(room->game, room->lesson, room->seed, name, learner_moves, error);
    if (!table)
        return -1;
    flip_table_close(room->table);
    room->table = table;
    room->status = STORE_RUNNING;
    room->changed = wall_ms();
    if (store_steps_cut(server->store, room->id, 0, error) < 0 || room_begin(server, room, error) < 0) {
        server->failed = true;
        return -1;
    }
    return 0;
}

int lesson_back(struct server *server, struct room *room, struct flip_error *error)
{
    const int moves = moves_made(room, true);
    if (moves == 0)
        return flip_fail(error, "cannot_undo", "This is where the lesson begins.");
    return lay_again(server, room, moves - 1, error);
}

int lesson_go_on(struct server *server, struct room *room, struct flip_error *error)
{
    const json_t *step;
    int place, done;
    flip_move move;
    while ((step = step_now(room, &place, &done)) && lesson_seat(step) != LEARNER)
        if (move_of(room, step, &move, error) < 0 || room_take_move(server, room, lesson_seat(step), move, error) < 0) {
            server->failed = true;
            return -1;
        }
    if (step || room->learnt)
        return 0;
    room->learnt = true;
    return room_save_head(server, room, error);
}

/* --- beginning -------------------------------------------------------------------------------------------------------- */

/* What the store knows about somebody's lessons. */
struct progress {
    const char *game;
    int number;
    char id[STORE_ID]; /* the table, if there is one */
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
    const char *game = json_string_value(json_object_get(head, "game"));
    const json_t *number = json_object_get(head, "lesson");
    for (int i = 0; game && i < looking->count; i++) {
        struct progress *one = &looking->list[i];
        if (one->id[0] || one->number != json_integer_value(number) || strcmp(one->game, game) != 0)
            continue;
        memcpy(one->id, row->id, sizeof one->id);
        one->learnt = json_is_true(json_object_get(head, "learnt"));
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

static struct room *begin(struct server *server, const struct store_person *person, const struct flip_game *game,
                          int number, struct flip_error *error)
{
    struct room *room = room_new(server, ROOM_LESSON, error);
    if (!room)
        return NULL;
    room->game = game;
    flip_options_default(game, &room->options);
    room->lesson = lesson_find(game->id, number, NULL);
    room->lesson_number = number;
    room->replace_after = 120;
    struct seat *seat = &room->seats[LEARNER];
    memcpy(seat->person, person->id, sizeof seat->person);
    memcpy(seat->name, person->name, sizeof seat->name);
    char name[sizeof room->table->names[0]];
    name_fit(seat->name, name, sizeof name);
    room->status = STORE_RUNNING;
    if (!(room->table = lesson_lay(game, room->lesson, room->seed, name, 0, error))) {
        room_give_up(server, room);
        return NULL;
    }
    room->options = room->table->options;
    room->seat_count = room->table->seats;
    for (int i = LEARNER + 1; i < room->seat_count; i++) {
        room->seats[i].kind = SEAT_NAME;
        snprintf(room->seats[i].name, sizeof room->seats[i].name, "%s", room->table->names[i]);
    }
    if (room_begin(server, room, error) < 0) {
        room_give_up(server, room);
        return NULL;
    }
    room_remember(server, room);
    return room;
}

/* Takes up the own table of a lesson, lays it again, or makes one. */
static struct room *take_up(struct request *request, const struct store_person *person, const struct flip_game *game,
                            int number, bool again, struct flip_error *error)
{
    struct server *server = request->server;
    struct progress own = {.game = game->id, .number = number};
    if (look_up(server->store, person->id, &own, 1, error) < 0)
        return NULL;
    struct room *room = own.id[0] ? room_find(server, own.id, error) : NULL;
    if (own.id[0] && !room)
        return NULL;
    if (room && room->lesson && room->status == STORE_RUNNING && !again)
        return room;
    if (!room)
        return check_new_table(request, error) < 0 || room_check_limit(server, person->id, error) < 0
                   ? NULL
                   : begin(server, person, game, number, error);
    if (!room->lesson)
        room->lesson = lesson_find(game->id, number, NULL);
    return lay_again(server, room, 0, error) < 0 ? NULL : room;
}

int post_lesson(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    const char *id = json_string_value(json_object_get(body, "game"));
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    const json_t *wanted = json_object_get(body, "lesson");
    int count = 0;
    if (known_person(request, &person, error) < 0)
        return -1;
    if (!game)
        return flip_fail(error, "no_game", "There is no game '%.40s' here.", id ? id : "");
    json_t *lesson = lesson_find(game->id, (int)json_integer_value(wanted), &count);
    json_decref(lesson);
    if (count == 0)
        return flip_fail(error, "not_found", "%s has no lessons yet; its rules are short.", game->title);
    if (!lesson || !json_is_integer(wanted) || json_integer_value(wanted) >= count)
        return flip_fail(error, "not_found", "%s has the lessons 0 to %d.", game->title, count - 1);
    const struct room *room = take_up(request, &person, game, (int)json_integer_value(wanted),
                                      json_is_true(json_object_get(body, "again")), error);
    if (!room)
        return -1;
    reply_table(request, room, person.id);
    return 0;
}

/* --- telling ---------------------------------------------------------------------------------------------------------- */

static void write_text(struct flip_json *json, const char *key, const json_t *value)
{
    const char *text = json_string_value(value);
    flip_json_string(json, key, text ? text : "");
}

static void write_step(struct flip_json *json, const struct room *room, const json_t *step, int done)
{
    char offer[FLIP_MOVE_TEXT] = "", exact[FLIP_MOVE_TEXT] = "";
    const json_t *times = json_object_get(step, "times");
    const int seat = lesson_seat(step);
    flip_move move;
    write_text(json, "text", json_object_get(step, "text"));
    if (move_of(room, step, &move, NULL) == 0) {
        text_of(room, seat, move, exact);
        text_of(room, seat, offer_of(room, seat, move), offer);
    }
    flip_json_string(json, "do", offer);
    flip_json_string(json, "exact", exact);
    flip_json_int(json, "done", done);
    flip_json_int(json, "times", times ? json_integer_value(times) : 1);
}

void lesson_write(struct flip_json *json, const struct room *room)
{
    int place, done, count;
    const json_t *step = step_now(room, &place, &done);
    json_decref(lesson_find(room->game->id, -1, &count));
    flip_json_open(json, "lesson", '{');
    flip_json_int(json, "number", room->lesson_number);
    flip_json_int(json, "count", count);
    write_text(json, "title", json_object_get(room->lesson, "title"));
    flip_json_int(json, "step", lesson_own_steps(room->lesson, place));
    flip_json_int(json, "steps", lesson_own_steps(room->lesson, INT_MAX));
    flip_json_bool(json, "back", moves_made(room, true) > 0);
    flip_json_bool(json, "finished", !step);
    if (step)
        write_step(json, room, step, done);
    else
        write_text(json, "text", json_object_get(room->lesson, "after"));
    flip_json_close(json);
}

/* How far somebody is in a lesson that is under way: the steps behind them. */
static int steps_behind(struct server *server, const struct progress *own)
{
    int place = 0, done;
    struct flip_error error;
    const struct room *room = own->running ? room_find(server, own->id, &error) : NULL;
    if (room && room->lesson)
        step_now(room, &place, &done);
    return lesson_own_steps(room ? room->lesson : NULL, place);
}

static int write_tutorial(struct flip_json *json, struct server *server, const char *game, const char *person,
                          struct flip_error *error)
{
    json_t *tutorial = flip_tutorial_of(game), *lessons = json_object_get(tutorial, "lessons"), *lesson;
    const size_t count = json_array_size(lessons);
    struct progress *list = calloc(count + 1, sizeof *list);
    int status = list ? 0 : flip_fail(error, "no_memory", "There is not enough memory for the lessons.");
    for (size_t i = 0; list && i < count; i++)
        list[i] = (struct progress){.game = game, .number = (int)i};
    if (list && look_up(server->store, person, list, (int)count, error) < 0)
        status = -1;
    if (status == 0 && count > 0) {
        size_t index;
        flip_json_open(json, NULL, '{');
        flip_json_string(json, "game", game);
        write_text(json, "title", json_object_get(tutorial, "title"));
        flip_json_open(json, "lessons", '[');
        json_array_foreach(lessons, index, lesson)
        {
            flip_json_open(json, NULL, '{');
            write_text(json, "title", json_object_get(lesson, "title"));
            flip_json_int(json, "steps", lesson_own_steps(lesson, INT_MAX));
            flip_json_bool(json, "learnt", list[index].learnt);
            flip_json_bool(json, "running", list[index].running);
            flip_json_int(json, "step", steps_behind(server, &list[index]));
            flip_json_close(json);
        }
        flip_json_close(json);
        flip_json_close(json);
    }
    free(list);
    json_decref(tutorial);
    return status;
}

int get_lessons(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct store_person person = {0};
    person_asking(request->server, request->wsi, &person);
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_open(&json, "tutorials", '[');
    for (int i = 0; flip_game_at(i); i++)
        if (write_tutorial(&json, request->server, flip_game_at(i)->id, person.id, error) < 0)
            return -1;
    flip_json_close(&json);
    flip_json_close(&json);
    reply_written(request, &json);
    return 0;
}
