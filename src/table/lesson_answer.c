/* Which moves a lesson accepts, what it says to others, and what a face shows of it. */
#include "table/lesson.h"

#include "edition/members.h"
#include "table/table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_REST = 9000 }; /* 1/100 mm: how near a flick must end to the lesson's own */

static void text_of(const struct flip_table *table, int seat, flip_move move, char out[FLIP_MOVE_TEXT])
{
    struct flip_text words = flip_text_in(out, FLIP_MOVE_TEXT);
    table->game->words->text(table->rules, table->now.state, seat, move, &words);
}

/* The move as the table lists it: itself, or the template that it fills in. */
static flip_move offer_of(const struct flip_table *table, int seat, flip_move move)
{
    struct flip_range open[FLIP_MAX_RANGES];
    flip_move moves[FLIP_MAX_MOVES];
    char whole[FLIP_MOVE_TEXT], beginning[FLIP_MOVE_TEXT];
    text_of(table, seat, move, whole);
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        if (flip_move_ranges(table->game, table->rules, table->now.state, seat, moves[i], open) == 0)
            continue;
        text_of(table, seat, moves[i], beginning);
        const size_t length = strlen(beginning);
        if (strncmp(whole, beginning, length) == 0 && whole[length] == ' ')
            return moves[i];
    }
    return move;
}

/* Writes the numbers with which a move fills in a template; returns how many there are. */
static int numbers_of(const struct flip_table *table, int seat, flip_move offer, flip_move move,
                      double numbers[FLIP_MAX_RANGES], struct flip_range ranges[FLIP_MAX_RANGES])
{
    char whole[FLIP_MOVE_TEXT], beginning[FLIP_MOVE_TEXT];
    const int count = flip_move_ranges(table->game, table->rules, table->now.state, seat, offer, ranges);
    text_of(table, seat, move, whole);
    text_of(table, seat, offer, beginning);
    char *at = whole + strlen(beginning);
    for (int i = 0; i < count; i++)
        numbers[i] = strtod(at, &at);
    return count;
}

/* How far apart two numbers are: angles in their own unit, others in percent of the wanted one. */
static double distance(const struct flip_range *range, double wanted, double number)
{
    const double turn = (double)range->turn / range->scale, gap = fabs(number - wanted);
    if (turn > 0)
        return fmin(fmod(gap, turn), turn - fmod(gap, turn));
    return wanted != 0 ? 100 * gap / fabs(wanted) : gap;
}

/* Is the learner's aim as near as the step asks? */
static int check_near(const struct flip_table *table, const json_t *step, int seat, flip_move wanted, flip_move move,
                      struct flip_error *error)
{
    struct flip_range ranges[FLIP_MAX_RANGES];
    double goal[FLIP_MAX_RANGES] = {0}, mine[FLIP_MAX_RANGES] = {0};
    const flip_move offer = offer_of(table, seat, wanted);
    const json_t *near = json_object_get(step, "near");
    const int count = numbers_of(table, seat, offer, wanted, goal, ranges);
    numbers_of(table, seat, offer, move, mine, ranges);
    for (int i = 0; i < count; i++) {
        const json_t *limit = json_object_get(near, ranges[i].name);
        if (!limit || distance(&ranges[i], goal[i], mine[i]) <= json_number_value(limit))
            continue;
        const double turn = (double)ranges[i].turn / ranges[i].scale, off = mine[i] - goal[i];
        if (turn > 0) { /* an angle, counter-clockwise */
            const bool left = fmod(off + turn, turn) < turn / 2;
            return flip_fail(error, FLIP_ERROR_LESSON, "Not quite: that goes too far to the %s. Aim more to the %s.",
                             left ? "left" : "right", left ? "right" : "left");
        }
        return flip_fail(error, FLIP_ERROR_LESSON, "Not quite: that is too %s. Use %s power.",
                         off > 0 ? "hard" : "soft", off > 0 ? "less" : "more");
    }
    return 0;
}

/* The result that a flick would have if nothing were rigged. */
struct free_flick {
    char ruling[FLIP_STEP_TEXT];
    struct flip_pose rest; /* of the flicked piece */
    bool free;             /* it touched nothing */
};

static bool flick_freely(const struct flip_table *table, int seat, flip_move move, struct free_flick *out)
{
    const struct flip_game *game = table->game;
    struct flip_position at;
    struct flip_chances chances = {0};
    struct flip_scene scene = {0};
    struct flip_outcome outcome = {0};
    struct flip_text words = flip_text_in(out->ruling, sizeof out->ruling);
    if (!game->flicks || !table->world.flick || flip_position_open(&at, game, table->rules, table->seats, NULL) < 0)
        return false;
    flip_position_copy(&at, &table->now);
    flip_position_step(&at, seat, move);
    bool flicked = flip_position_turn(&at) == FLIP_BIT(FLIP_DEALER);
    if (flicked)
        game->rules->chances(at.rules, at.state, &chances);
    flicked = flicked && chances.kind == FLIP_CHANCE_OUTSIDE;
    if (flicked) {
        game->flicks->scene(at.rules, at.state, &scene);
        flicked = table->world.flick(table->world.context, &scene, &outcome, NULL) == 0;
    }
    if (flicked) {
        game->flicks->ruling(at.rules, at.state, &outcome, &words);
        out->rest = outcome.pose[scene.flicked];
        out->free = outcome.contacts == 0;
    }
    flip_position_close(&at);
    return flicked;
}

/* Does the learner's flick have the result that the lesson wants to show? That is the same ruling, and if it touches
   nothing, an end near the same place. The table still gets the lesson's own outcome, so that the next step finds it as
   described. */
static bool same_result(const struct flip_table *table, int seat, flip_move wanted, flip_move move)
{
    struct free_flick lessons, own;
    if (!flick_freely(table, seat, wanted, &lessons) || !flick_freely(table, seat, move, &own))
        return false;
    const size_t said = flip_table_ruling_length(lessons.ruling);
    if (said != flip_table_ruling_length(own.ruling) || strncmp(lessons.ruling, own.ruling, said) != 0)
        return false;
    return !own.free || hypot(own.rest.x - lessons.rest.x, own.rest.y - lessons.rest.y) <= NEAR_REST;
}

/* What to say to a wrong answer: one sentence for all, or sentences by the beginning of the answer ("write"), of which
   the longest match counts; "" matches all. */
static const char *wrong_answer(const json_t *wrong, const char *text)
{
    if (!json_is_object(wrong))
        return json_string_value(wrong);
    const char *beginning, *best = NULL;
    const json_t *sentence;
    size_t most = 0;
    json_object_foreach((json_t *)wrong, beginning, sentence) {
        const size_t length = strlen(beginning);
        if (strncmp(text, beginning, length) == 0 && (!best || length > most)) {
            best = json_string_value(sentence);
            most = length;
        }
    }
    return best;
}

int flip_lesson_expects(const json_t *lesson, const struct flip_table *table, int seat, flip_move *move,
                        struct flip_error *error)
{
    int place, done;
    flip_move expected;
    const json_t *step = flip_lesson_current(lesson, table, &place, &done);
    if (!step)
        return flip_fail(error, FLIP_ERROR_LESSON, "This lesson is over.");
    if (flip_lesson_move(table, step, &expected, error) < 0)
        return -1;
    if (seat == flip_lesson_seat(step) && offer_of(table, seat, *move) == offer_of(table, seat, expected)) {
        if (check_near(table, step, seat, expected, *move, error) < 0 && !same_result(table, seat, expected, *move))
            return -1;
        *move = expected;
        return 0;
    }
    char text[FLIP_MOVE_TEXT];
    text_of(table, seat, offer_of(table, seat, *move), text);
    const char *wrong = wrong_answer(json_object_get(step, "wrong"), text);
    if (wrong)
        return flip_fail(error, FLIP_ERROR_LESSON, "%.300s", wrong);
    return flip_fail(
        error, FLIP_ERROR_LESSON,
        "You may do that in a game. This lesson shows something else first: look for what is highlighted.");
}

/* --- showing ---------------------------------------------------------------------------------------------------------- */

static void view_step(const struct flip_table *table, const json_t *step, struct flip_lesson_view *view)
{
    const int seat = flip_lesson_seat(step);
    view->text = string_of(step, "text");
    view->times = flip_lesson_times(step);
    view->ask = json_is_true(json_object_get(step, "ask"));
    if (flip_lesson_move(table, step, &view->exact, NULL) < 0)
        return;
    view->offer = offer_of(table, seat, view->exact);
    view->known = true;
    text_of(table, seat, view->exact, view->exact_text);
    text_of(table, seat, view->offer, view->offer_text);
}

void flip_lesson_show(const json_t *lesson, const struct flip_table *table, struct flip_lesson_view *view)
{
    int place;
    *view = (struct flip_lesson_view){.title = string_of(lesson, "title"), .times = 1};
    const json_t *step = flip_lesson_current(lesson, table, &place, &view->done);
    view->step = flip_lesson_own_steps(lesson, place);
    view->steps = flip_lesson_own_steps(lesson, INT_MAX);
    view->back = flip_lesson_moves(table, true) > 0;
    view->finished = !step;
    if (step)
        view_step(table, step, view);
    else
        view->text = string_of(lesson, "after");
}
