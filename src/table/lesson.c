/* A lesson as data: its steps, and the table it is played on. */
#include "table/lesson.h"

#include "edition/tutorial.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 1000 };

json_t *flip_lesson_find(const char *game, int number, int *count)
{
    json_t *tutorial = flip_tutorial_of(game), *lessons = json_object_get(tutorial, "lessons");
    json_t *lesson = number < 0 ? NULL : json_incref(json_array_get(lessons, (size_t)number));
    if (count)
        *count = (int)json_array_size(lessons);
    json_decref(tutorial);
    return lesson;
}

int flip_lesson_times(const json_t *step)
{
    const json_t *times = json_object_get(step, "times");
    return json_is_integer(times) && json_integer_value(times) > 0 ? (int)json_integer_value(times) : 1;
}

const json_t *flip_lesson_step(const json_t *lesson, int moves, int *place, int *done)
{
    const json_t *steps = json_object_get(lesson, "steps");
    size_t index;
    const json_t *step;
    json_array_foreach(steps, index, step) {
        const int times = flip_lesson_times(step);
        if (moves < times) {
            *place = (int)index;
            *done = moves;
            return step;
        }
        moves -= times;
    }
    *place = (int)json_array_size(steps);
    *done = 0;
    return NULL;
}

int flip_lesson_seat(const json_t *step)
{
    const json_t *seat = json_object_get(step, "seat");
    return seat ? (int)json_integer_value(seat) : FLIP_LEARNER;
}

int flip_lesson_own_steps(const json_t *lesson, int place)
{
    const json_t *steps = json_object_get(lesson, "steps");
    int own = 0;
    for (size_t i = 0; i < json_array_size(steps) && (int)i < place; i++)
        own += flip_lesson_seat(json_array_get(steps, i)) == FLIP_LEARNER;
    return own;
}

int flip_lesson_moves(const struct flip_table *table, bool by_learner)
{
    int count = 0;
    for (int i = 0; i < table->step_count; i++) {
        const int seat = table->steps[i].seat;
        count += by_learner ? seat == FLIP_LEARNER : seat != FLIP_DEALER;
    }
    return count;
}

const json_t *flip_lesson_current(const json_t *lesson, const struct flip_table *table, int *place, int *done)
{
    return flip_lesson_step(lesson, flip_lesson_moves(table, false), place, done);
}

int flip_lesson_move(const struct flip_table *table, const json_t *step, flip_move *move, struct flip_error *error)
{
    const char *text = json_string_value(json_object_get(step, "do"));
    return flip_table_find(table, flip_lesson_seat(step), text ? text : "", move, error);
}

int flip_lesson_play(struct flip_table *table, const json_t *step, struct flip_error *error)
{
    flip_move move;
    return flip_lesson_move(table, step, &move, error) < 0 ? -1
                                                           : flip_table_act(table, flip_lesson_seat(step), move, error);
}

static int read_option(struct flip_table_def *def, const char *name, const json_t *value, struct flip_error *error)
{
    char number[32];
    struct flip_text text = flip_text_in(number, sizeof number);
    flip_text_add(&text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    const char *word = json_is_string(value)    ? json_string_value(value)
                       : json_is_boolean(value) ? (json_is_true(value) ? "true" : "false")
                                                : number;
    return flip_options_set(def->game, &def->options, name, word, error);
}

static int read_options(struct flip_table_def *def, json_t *options, struct flip_error *error)
{
    for (void *at = json_object_iter(options); at; at = json_object_iter_next(options, at))
        if (read_option(def, json_object_iter_key(at), json_object_iter_value(at), error) < 0)
            return -1;
    return 0;
}

/* An event in notation; the outcome of a flick is an object. */
static char *event_text(const json_t *event)
{
    return json_is_object(event) ? json_dumps(event, JSON_COMPACT)
                                 : strdup(json_is_string(event) ? json_string_value(event) : "");
}

static struct flip_table *open_table(const struct flip_game *game, const json_t *lesson, const unsigned char *seed,
                                     const char *learner, struct flip_error *error)
{
    static const struct flip_seed_draw untold = {.how = FLIP_SEED_UNTOLD};
    struct flip_table_def def = flip_table_defaults(game);
    const json_t *seats = json_object_get(lesson, "seats"), *rig = json_object_get(lesson, "rig");
    char **events = NULL;
    struct flip_table *table = NULL;
    if (json_is_integer(seats))
        def.seats = (int)json_integer_value(seats);
    def.seed = seed;
    def.seed_draw = &untold; /* its cards are chosen for the lesson */
    def.names[FLIP_LEARNER] = learner;
    for (int seat = FLIP_LEARNER + 1; seat < FLIP_MAX_SEATS; seat++)
        def.names[seat] = "Teacher";
    def.rig_count = (int)(json_array_size(rig) < MAX_EVENTS ? json_array_size(rig) : MAX_EVENTS);
    struct flip_edition *edition = flip_tutorial_edition(game, lesson, error);
    if (edition && !(events = calloc((size_t)def.rig_count + 1, sizeof *events)))
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the lesson.");
    if (events && read_options(&def, json_object_get(lesson, "options"), error) == 0) {
        for (int i = 0; i < def.rig_count; i++)
            events[i] = event_text(json_array_get(rig, (size_t)i));
        def.edition = edition;
        def.rig = (const char *const *)events;
        table = flip_table_open(&def, error);
    }
    for (int i = 0; events && i < def.rig_count; i++)
        free(events[i]);
    free(events);
    flip_edition_free(edition);
    return table;
}

struct flip_table *flip_lesson_open(const struct flip_game *game, const json_t *lesson, const unsigned char *seed,
                                    const char *learner, int learner_moves, struct flip_error *error)
{
    struct flip_table *table = open_table(game, lesson, seed, learner, error);
    const json_t *step;
    int place, done;
    for (int moves = 0; table && (step = flip_lesson_step(lesson, moves, &place, &done)); moves++) {
        const int seat = flip_lesson_seat(step);
        if (seat == FLIP_LEARNER && learner_moves-- == 0)
            break;
        struct flip_error why;
        if (flip_lesson_play(table, step, &why) < 0) {
            flip_fail(error, FLIP_ERROR_BAD_LESSON, "The lesson cannot be played at its step %d: %.300s", place + 1,
                      why.message);
            flip_table_close(table);
            return NULL;
        }
    }
    return table;
}
