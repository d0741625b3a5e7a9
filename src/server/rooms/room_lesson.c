/* A lesson as a room: what it waits for, what it says, and how it goes on after a restart. */
#include "server/rooms/room_lesson.h"

#include "server/rooms/lesson_plan.h"
#include "server/rooms/room.h"
#include "table/table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int lesson_moves(const struct room *room, bool by_learner)
{
    int count = 0;
    for (int i = 0; i < room->table->step_count; i++) {
        const int seat = room->table->steps[i].seat;
        count += by_learner ? seat == LEARNER : seat != FLIP_DEALER;
    }
    return count;
}

const json_t *lesson_now(const struct room *room, int *place, int *done)
{
    return lesson_step(room->lesson, lesson_moves(room, false), place, done);
}

bool lesson_gone_through(const struct room *room)
{
    int place, done;
    return room->lesson && !lesson_now(room, &place, &done);
}

int lesson_move(const struct room *room, const json_t *step, flip_move *move, struct flip_error *error)
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
            return flip_fail(error, FLIP_ERROR_LESSON,
                             "Not quite: that goes too far to the %s. About %g degrees is right, yours were %g.",
                             fmod(off + turn, turn) < turn / 2 ? "left" : "right", goal[i], mine[i]);
        return flip_fail(error, FLIP_ERROR_LESSON, "Not quite: the %s is too %s. About %g is right, yours was %g.",
                         ranges[i].name, off > 0 ? "high" : "low", goal[i], mine[i]);
    }
    return 0;
}

/* What is wrong with this answer: a sentence for all of them, or one for those that begin so ("write"); the longest beginning
   that fits counts, and "" fits all. */
static const char *answer_to(const json_t *wrong, const char *text)
{
    if (!json_is_object(wrong))
        return json_string_value(wrong);
    const char *beginning, *best = NULL;
    const json_t *sentence;
    size_t most = 0;
    json_object_foreach((json_t *)wrong, beginning, sentence)
    {
        const size_t length = strlen(beginning);
        if (strncmp(text, beginning, length) == 0 && (!best || length > most)) {
            best = json_string_value(sentence);
            most = length;
        }
    }
    return best;
}

int lesson_expects(const struct room *room, int seat, flip_move *move, struct flip_error *error)
{
    int place, done;
    flip_move expected;
    const json_t *step = lesson_now(room, &place, &done);
    if (!step || lesson_move(room, step, &expected, error) < 0)
        return -1;
    if (seat == lesson_seat(step) && offer_of(room, seat, *move) == offer_of(room, seat, expected)) {
        if (check_near(room, step, seat, expected, *move, error) < 0)
            return -1;
        *move = expected;
        return 0;
    }
    char text[FLIP_MOVE_TEXT];
    text_of(room, seat, offer_of(room, seat, *move), text);
    const char *wrong = answer_to(json_object_get(step, "wrong"), text);
    if (wrong)
        return flip_fail(error, FLIP_ERROR_LESSON, "%.300s", wrong);
    return flip_fail(
        error, FLIP_ERROR_LESSON,
        "You may do that in a game. This lesson shows something else first: look for what is highlighted.");
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

int lesson_resume(struct room *room, struct flip_error *error)
{
    struct flip_error why;
    room->lesson = lesson_find(room->game->id, room->lesson_number, NULL);
    struct flip_table *fresh = room->lesson ? lesson_lay(room->game, room->lesson, room->seed, room->seats[0].name,
                                                         lesson_moves(room, true), &why)
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

/* --- telling ---------------------------------------------------------------------------------------------------------- */

void lesson_text(struct flip_json *json, const char *key, const json_t *value)
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
    lesson_text(json, "text", json_object_get(step, "text"));
    if (lesson_move(room, step, &move, NULL) == 0) {
        text_of(room, seat, move, exact);
        text_of(room, seat, offer_of(room, seat, move), offer);
    }
    flip_json_string(json, "do", offer);
    flip_json_string(json, "exact", exact);
    flip_json_int(json, "done", done);
    flip_json_int(json, "times", times ? json_integer_value(times) : 1);
}

/* What was learnt, and the lesson that follows. */
static void write_end(struct flip_json *json, const struct room *room, const json_t *next)
{
    lesson_text(json, "text", json_object_get(room->lesson, "after"));
    if (next)
        lesson_text(json, "next", json_object_get(next, "title"));
}

void lesson_write(struct flip_json *json, const struct room *room)
{
    int place, done, count;
    const json_t *step = lesson_now(room, &place, &done);
    json_t *next = lesson_find(room->game->id, room->lesson_number + 1, &count);
    flip_json_open(json, "lesson", '{');
    flip_json_int(json, "number", room->lesson_number);
    flip_json_int(json, "count", count);
    lesson_text(json, "title", json_object_get(room->lesson, "title"));
    flip_json_int(json, "step", lesson_own_steps(room->lesson, place));
    flip_json_int(json, "steps", lesson_own_steps(room->lesson, INT_MAX));
    flip_json_bool(json, "back", lesson_moves(room, true) > 0);
    flip_json_bool(json, "finished", !step);
    if (step)
        write_step(json, room, step, done);
    else
        write_end(json, room, next);
    json_decref(next);
    flip_json_close(json);
}
