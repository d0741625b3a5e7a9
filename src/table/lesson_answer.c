/* What a lesson waits for, what it says to any other answer, and what a face shows of it. */
#include "table/lesson.h"

#include "edition/members.h"
#include "table/table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_REST = 9000 }; /* 1/100 mm: so near to where the lesson's own flick ends */

static void text_of(const struct flip_table *table, int seat, flip_move move, char out[FLIP_MOVE_TEXT])
{
    struct flip_text words = flip_text_in(out, FLIP_MOVE_TEXT);
    table->game->words->text(table->rules, table->now.state, seat, move, &words);
}

/* What the table offers that a move is one of: the move itself, or the template whose numbers it fills in. */
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

/* The numbers that a move fills an offer in with; how many there are. */
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

/* How far apart two numbers are: those that come round in their own unit, others in percent of what is wanted. */
static double apart(const struct flip_range *range, double wanted, double number)
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
        if (!limit || apart(&ranges[i], goal[i], mine[i]) <= json_number_value(limit))
            continue;
        const double turn = (double)ranges[i].turn / ranges[i].scale, off = mine[i] - goal[i];
        if (turn > 0) { /* what comes round is a direction, counted counter-clockwise */
            const bool left = fmod(off + turn, turn) < turn / 2;
            return flip_fail(error, FLIP_ERROR_LESSON, "Not quite: that goes too far to the %s. Aim more to the %s.",
                             left ? "left" : "right", left ? "right" : "left");
        }
        return flip_fail(error, FLIP_ERROR_LESSON, "Not quite: that is too %s. Use %s power.",
                         off > 0 ? "hard" : "soft", off > 0 ? "less" : "more");
    }
    return 0;
}

/* What would come of a flick if nothing were rigged. */
struct tried {
    char ruling[FLIP_STEP_TEXT];
    struct flip_pose rest; /* of what was flicked */
    bool free;             /* it touched nothing */
};

static bool try_flick(const struct flip_table *table, int seat, flip_move move, struct tried *out)
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

/* Does the learner's flick come to what the lesson wants to show? The same ruling, and where nothing is touched it ends near the same place.
   What really happens stays the lesson's own, so that the next step finds the table as it is described. */
static bool works(const struct flip_table *table, int seat, flip_move wanted, flip_move move)
{
    struct tried lessons, own;
    if (!try_flick(table, seat, wanted, &lessons) || !try_flick(table, seat, move, &own))
        return false;
    const size_t said = flip_table_ruling_length(lessons.ruling);
    if (said != flip_table_ruling_length(own.ruling) || strncmp(lessons.ruling, own.ruling, said) != 0)
        return false;
    return !own.free || hypot(own.rest.x - lessons.rest.x, own.rest.y - lessons.rest.y) <= NEAR_REST;
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

int flip_lesson_expects(const json_t *lesson, const struct flip_table *table, int seat, flip_move *move,
                        struct flip_error *error)
{
    int place, done;
    flip_move expected;
    const json_t *step = flip_lesson_now(lesson, table, &place, &done);
    if (!step)
        return flip_fail(error, FLIP_ERROR_LESSON, "This lesson is over.");
    if (flip_lesson_move(table, step, &expected, error) < 0)
        return -1;
    if (seat == flip_lesson_seat(step) && offer_of(table, seat, *move) == offer_of(table, seat, expected)) {
        if (check_near(table, step, seat, expected, *move, error) < 0 && !works(table, seat, expected, *move))
            return -1;
        *move = expected;
        return 0;
    }
    char text[FLIP_MOVE_TEXT];
    text_of(table, seat, offer_of(table, seat, *move), text);
    const char *wrong = answer_to(json_object_get(step, "wrong"), text);
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

void flip_lesson_look(const json_t *lesson, const struct flip_table *table, struct flip_lesson_view *view)
{
    int place;
    *view = (struct flip_lesson_view){.title = string_of(lesson, "title"), .times = 1};
    const json_t *step = flip_lesson_now(lesson, table, &place, &view->done);
    view->step = flip_lesson_own_steps(lesson, place);
    view->steps = flip_lesson_own_steps(lesson, INT_MAX);
    view->back = flip_lesson_moves(table, true) > 0;
    view->finished = !step;
    if (step)
        view_step(table, step, view);
    else
        view->text = string_of(lesson, "after");
}
