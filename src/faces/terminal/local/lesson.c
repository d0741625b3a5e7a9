/* A match that is a lesson: a local match in which the lesson decides which moves are accepted and makes the other
   seats' moves. */
#include "faces/terminal/local/parts.h"

#include "core/file.h"
#include "edition/members.h"
#include "edition/tutorial.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what was learnt: {"GAME":{"TITLE":{"learnt":true,"moves":0}}} in a file --------------------------------------------- */

static json_t *read_all(const char *file)
{
    char path[FLIP_PATH_SIZE];
    struct flip_error error;
    json_t *all = flip_files_data(file, path, &error) == 0 ? json_load_file(path, 0, NULL) : NULL;
    if (json_is_object(all))
        return all;
    json_decref(all);
    return json_object();
}

struct flip_learnt flip_learnt_read(const char *file, const char *game, const char *title)
{
    json_t *all = read_all(file);
    const json_t *one = json_object_get(json_object_get(all, game), title);
    const struct flip_learnt learnt = {.learnt = json_is_true(json_object_get(one, "learnt")),
                                       .moves = (int)json_integer_value(json_object_get(one, "moves"))};
    json_decref(all);
    return learnt;
}

static int save(const char *file, const json_t *all, struct flip_error *error)
{
    char path[FLIP_PATH_SIZE];
    if (flip_files_data(file, path, error) < 0)
        return -1;
    char *text = json_dumps(all, JSON_INDENT(1));
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to keep how far you are.");
    const int status = flip_file_write(path, text, strlen(text), error);
    free(text);
    return status;
}

int flip_learnt_write(const char *file, const char *game, const char *title, struct flip_learnt learnt,
                      struct flip_error *error)
{
    json_t *all = read_all(file);
    if (!json_is_object(json_object_get(all, game)))
        json_object_set_new(all, game, json_object());
    json_t *one = json_pack("{s:b, s:i}", "learnt", learnt.learnt, "moves", learnt.moves);
    int status = -1;
    if (json_object_set_new(json_object_get(all, game), title, one) < 0)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to keep how far you are.");
    else
        status = save(file, all, error);
    json_decref(all);
    return status;
}

struct lesson {
    struct local local; /* first: the calls of a local match get a pointer to it */
    struct flip_match_calls calls;
    const struct flip_game *game;
    json_t *plan;
    bool own; /* played with the learner's edition, so progress with the classic is not changed */
    struct flip_match_lesson told;
};

static struct lesson *lesson_of(const struct flip_match *match) { return (struct lesson *)match; }

/* --- the table ----------------------------------------------------------------------------------------------------------- */

/* Opens the table after that many of the learner's moves; events that are not rigged are the same every time. */
static int lay(struct lesson *lesson, int moves, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_from_words("a lesson", seed);
    struct flip_table *table = flip_lesson_open(lesson->game, lesson->plan, seed, "You", moves, error);
    if (!table)
        return -1;
    flip_table_close(lesson->local.table);
    lesson->local.table = table;
    return 0;
}

/* After every change: updates what is shown, and saves the progress. */
static void look(struct lesson *lesson)
{
    struct flip_match *match = &lesson->local.match;
    const struct flip_lesson_view *view = &lesson->told.view;
    struct flip_error error;
    flip_lesson_show(lesson->plan, lesson->local.table, &lesson->told.view);
    match->steps = lesson->local.table->step_count;
    if (lesson->own)
        return;
    struct flip_learnt learnt = flip_learnt_read(FLIP_LESSONS_FILE, match->game, view->title);
    learnt.learnt |= view->finished;
    learnt.moves = view->finished ? 0 : flip_lesson_moves(lesson->local.table, true);
    const bool kept = flip_learnt_write(FLIP_LESSONS_FILE, match->game, view->title, learnt, &error) == 0;
    snprintf(match->save_error, sizeof match->save_error, "%s", kept ? "" : error.message);
}

/* Makes the other seats' moves after the learner's. */
static int go_on(struct lesson *lesson, struct flip_error *error)
{
    struct flip_table *table = lesson->local.table;
    const json_t *step;
    int place, done;
    flip_move move;
    while ((step = flip_lesson_current(lesson->plan, table, &place, &done)) && flip_lesson_seat(step) != FLIP_LEARNER)
        if (flip_lesson_move(table, step, &move, error) < 0 ||
            flip_table_act(table, flip_lesson_seat(step), move, error) < 0)
            return -1;
    return 0;
}

/* --- the calls ----------------------------------------------------------------------------------------------------------- */

static flip_set lesson_turn(const struct flip_match *match)
{
    return lesson_of(match)->told.view.finished ? 0 : FLIP_BIT(FLIP_LEARNER);
}

static void lesson_actions(struct flip_match *match, int seat, struct flip_actions *out)
{
    local_calls.actions(match, seat, out);
    if (!lesson_turn(match))
        out->count = 0;
}

static int lesson_act(struct flip_match *match, int seat, const struct flip_action *action, struct flip_error *error)
{
    struct lesson *lesson = lesson_of(match);
    flip_move move = action->move;
    if (flip_lesson_expects(lesson->plan, lesson->local.table, seat, &move, error) < 0 ||
        flip_table_act(lesson->local.table, seat, move, error) < 0)
        return -1;
    const int status = go_on(lesson, error);
    look(lesson);
    return status;
}

static bool lesson_can_undo(const struct flip_match *match, int seat)
{
    (void)seat;
    return lesson_of(match)->told.view.back;
}

/* Possible even if cards were revealed since, as this is a lesson. */
static int lesson_undo(struct flip_match *match, int seat, struct flip_error *error)
{
    struct lesson *lesson = lesson_of(match);
    if (!lesson_can_undo(match, seat))
        return flip_fail(error, FLIP_ERROR_CANNOT_UNDO, "This is where the lesson begins.");
    if (lay(lesson, flip_lesson_moves(lesson->local.table, true) - 1, error) < 0)
        return -1;
    look(lesson);
    return 0;
}

/* The expected move, with its numbers. */
static int lesson_hint(struct flip_match *match, struct flip_actions *actions, bool wait, struct flip_error *error)
{
    const struct flip_lesson_view *view = &lesson_of(match)->told.view;
    struct flip_action meant;
    (void)wait;
    if (local_calls.find(match, FLIP_LEARNER, view->exact_text, &meant, error) < 0)
        return -1;
    flip_actions_hint(actions, &meant);
    return 1;
}

static void lesson_forget(struct flip_match *match)
{
    const char *title = lesson_of(match)->told.view.title;
    struct flip_error error;
    if (lesson_of(match)->own)
        return;
    struct flip_learnt learnt = flip_learnt_read(FLIP_LESSONS_FILE, match->game, title);
    learnt.moves = 0;
    flip_learnt_write(FLIP_LESSONS_FILE, match->game, title, learnt, &error);
}

static void lesson_close(struct flip_match *match)
{
    json_t *plan = lesson_of(match)->plan;
    local_calls.close(match);
    json_decref(plan);
}

/* --- opening --------------------------------------------------------------------------------------------------------------- */

static struct flip_match_calls lesson_calls(void)
{
    struct flip_match_calls calls = local_calls;
    calls.turn = lesson_turn;
    calls.actions = lesson_actions;
    calls.act = lesson_act;
    calls.undo = lesson_undo;
    calls.can_undo = lesson_can_undo;
    calls.hint = lesson_hint;
    calls.listen = local_hear_nobody;
    calls.forget = lesson_forget;
    calls.close = lesson_close;
    return calls;
}

/* The lesson, with an edition of the learner's own if there is one; NULL: an error. */
static json_t *find_plan(const struct flip_game *game, int number, const struct flip_edition *edition, int *count,
                         struct flip_error *error)
{
    json_t *lesson = flip_lesson_find(game->id, number, count), *tutorial = flip_tutorial_of(game->id), *instead;
    const char *phrase;
    json_t *plan = lesson && edition ? flip_lesson_adapt(game, lesson, edition, error) : json_incref(lesson);
    if (!lesson)
        flip_fail(error, FLIP_ERROR_NOT_FOUND, "%s has no lesson %d.", game->title, number + 1);
    /* phrases about buttons and touch have others for the terminal */
    json_object_foreach(json_object_get(tutorial, "terminal"), phrase, instead)
        flip_lesson_rephrase(plan, phrase, json_string_value(instead));
    json_decref(tutorial);
    json_decref(lesson);
    return plan;
}

static void name_next(struct lesson *lesson, int number)
{
    json_t *next = flip_lesson_find(lesson->game->id, number, NULL);
    snprintf(lesson->told.next, sizeof lesson->told.next, "%s", string_of(next, "title"));
    json_decref(next);
}

/* The learner in the first seat; who sits in the others does not matter, since the lesson moves for them. */
static int sit(struct lesson *lesson, struct flip_error *error)
{
    struct flip_player players[FLIP_MAX_SEATS];
    struct flip_text out = flip_text_in(lesson->local.seats, sizeof lesson->local.seats);
    flip_text_add(&out, "you");
    for (int seat = 1; seat < lesson->local.table->seats; seat++)
        flip_text_add(&out, ",random");
    return flip_players_parse(lesson->local.seats, players, FLIP_MAX_SEATS, error) < 0
               ? -1
               : local_sit(&lesson->local, players, error);
}

/* If a newer program has other moves, the lesson restarts. */
static int begin(struct lesson *lesson, bool again, struct flip_error *error)
{
    const int moves =
        again ? 0 : flip_learnt_read(FLIP_LESSONS_FILE, lesson->game->id, string_of(lesson->plan, "title")).moves;
    return moves > 0 && lay(lesson, moves, error) == 0 ? 0 : lay(lesson, 0, error);
}

/* Opens the lesson's table and seats. */
static int prepare(struct lesson *lesson, int number, const struct flip_edition *edition, bool again,
                   struct flip_error *error)
{
    lesson->calls = lesson_calls();
    lesson->local.match.calls = &lesson->calls;
    lesson->own = edition != NULL;
    lesson->plan = find_plan(lesson->game, number, edition, &lesson->told.count, error);
    lesson->told.number = number;
    name_next(lesson, number + 1);
    if (!lesson->plan)
        return -1;
    return begin(lesson, again || lesson->own, error) < 0 ? -1 : sit(lesson, error);
}

struct flip_match *flip_lesson_match(const struct flip_game *game, int number, const struct flip_edition *edition,
                                     bool again, struct flip_error *error)
{
    struct lesson *lesson = calloc(1, sizeof *lesson);
    if (!lesson) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the lesson.");
        return NULL;
    }
    struct flip_match *match = &lesson->local.match;
    lesson->game = game;
    if (prepare(lesson, number, edition, again, error) < 0) {
        lesson_close(match);
        return NULL;
    }
    match->lesson = &lesson->told;
    look(lesson);
    return match;
}
