/* Hints and verdicts: questions for the workers, and answers in words. */
#include "server/learning/learning.h"

#include "bots/tutor.h"
#include "table/table.h"

#include <flipside/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- asking ---------------------------------------------------------------------------------------------------------- */

static int tutor_allowed(const struct room *room, struct flip_error *error)
{
    if (room_help_allowed(room))
        return 0;
    return flip_fail(error, FLIP_ERROR_RATED, "This game is rated: ask the tutor when it is over.");
}

/* The step of the record that a line of the log tells of, as the viewer counts the lines. */
static int step_of_line(const struct room *room, int viewer, int line)
{
    int *visible = calloc((size_t)room->log_count + 1, sizeof *visible);
    const int count = visible ? room_visible(room, viewer, visible) : 0;
    int step = -1;
    if (line >= 0 && line < count && room->log[visible[line]].seat == viewer)
        step = visible[line];
    for (int i = count - 1; line < 0 && i >= 0 && step < 0; i--)
        if (room->log[visible[i]].seat == viewer)
            step = visible[i];
    free(visible);
    return step;
}

/* On a worker. */
static void judge(struct task *task)
{
    struct job *job = (struct job *)task;
    job->status = flip_tutor(&job->at, job->seat, &job->def, job->judged, &job->thought, &job->judgement, &job->error);
}

/* The question about any move in any position. */
static struct job *tutor_job_about(const struct flip_position *position, int seat, const struct flip_think_def *def,
                                   flip_move move, struct flip_error *error)
{
    struct job *job = job_new(position, seat, def);
    if (!job)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think."));
    job->judge = true;
    job->task.work = judge;
    job->judged = move;
    return job;
}

/* What the dealer did after the move, the result of a flick, belongs to it: the verdict must not contradict what everybody saw. */
static void note_what_came(struct job *job, struct flip_walk *walk)
{
    const struct flip_step *next;
    do
        flip_walk_on(walk);
    while ((next = flip_walk_next(walk)) && next->seat == FLIP_DEALER);
    job->happened = malloc(walk->at.game->state_size);
    if (job->happened)
        memcpy(job->happened, walk->at.state, walk->at.game->state_size);
    job->def.happened = job->happened;
}

/* --- the question ----------------------------------------------------------------------------------------------------- */

struct job *tutor_job(const struct room *room, const char *person, int seat, int line, struct flip_error *error)
{
    const bool over = room->status >= STORE_OVER; /* then everybody may ask about everybody's moves */
    if (!room->table)
        return null_after(flip_fail(error, FLIP_ERROR_WAITING, "The game begins when all seats are taken."));
    if ((over ? seat < 0 || seat >= room->seat_count : room_check_own(room, person, seat, error) < 0) ||
        tutor_allowed(room, error) < 0) {
        if (over)
            flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
        return NULL;
    }
    const int step = step_of_line(room, seat, line);
    if (step < 0)
        return null_after(flip_fail(error, FLIP_ERROR_EMPTY, "This seat has no move to judge."));
    struct flip_walk walk;
    if (flip_walk_open(&walk, room->table, error) < 0)
        return NULL;
    flip_walk_to(&walk, step);
    const struct flip_think_def def = flip_tutor_def(room->game);
    const struct flip_position position = flip_walk_position(&walk);
    struct job *job = tutor_job_about(&position, seat, &def, room->table->steps[step].move, error);
    if (job && room->game->flicks)
        note_what_came(job, &walk);
    flip_walk_close(&walk);
    return job;
}

struct job *tutor_job_before(const struct room *room, const char *person, int seat, const char *text,
                             struct flip_error *error)
{
    flip_move move;
    if (room_check_own(room, person, seat, error) < 0 || tutor_allowed(room, error) < 0)
        return NULL;
    if (room->status != STORE_RUNNING || !flip_set_has(flip_table_turn(room->table), seat))
        return null_after(flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "There is nothing to decide now."));
    if (flip_table_find(room->table, seat, text, &move, error) < 0)
        return NULL;
    const struct flip_think_def def = flip_tutor_warning(room->game);
    const struct flip_position position = flip_table_position(room->table);
    return tutor_job_about(&position, seat, &def, move, error);
}

/* --- telling ---------------------------------------------------------------------------------------------------------- */

static void write_sentence(struct flip_json *json, const struct job *job)
{
    char sentence[200 + FLIP_REASON];
    struct flip_text words = flip_text_in(sentence, sizeof sentence);
    flip_tutor_sentence(&job->at, &job->judgement, &words);
    flip_json_string(json, "sentence", sentence);
}

/* The fields of a move that all answers have. */
static void write_move(struct flip_json *json, const struct job *job, flip_move move)
{
    const struct flip_game_words *in = job->at.game->words;
    char text[256];
    struct flip_text words = flip_text_in(text, sizeof text);
    in->text(job->rules, job->at.state, job->seat, move, &words);
    flip_json_string(json, "text", text);
    words = flip_text_in(text, sizeof text);
    in->tell(job->rules, job->at.state, job->seat, move, &words);
    flip_json_string(json, "tell", text);
}

static void write_judged(struct flip_json *json, const char *key, const struct job *job,
                         const struct flip_choice *choice)
{
    flip_json_open(json, key, '{');
    write_move(json, job, choice->move);
    if (choice->why[0])
        flip_json_string(json, "why", choice->why);
    flip_json_open(json, "fields", '{');
    job->at.game->words->fields(job->rules, job->at.state, job->seat, choice->move, json);
    flip_json_close(json);
    flip_json_close(json);
}

/* Writes the verdict's fields into an object that is already open. */
static void tutor_write(struct flip_json *json, const struct job *job)
{
    const struct flip_review *judgement = &job->judgement;
    const bool same = judgement->best.move == job->judged;
    flip_json_open(json, "verdict", '{');
    write_judged(json, "move", job, &judgement->done);
    flip_json_string(json, "word", flip_tutor_word(judgement));
    flip_json_number(json, "loss", judgement->loss);
    write_sentence(json, job);
    if (!judgement->only && !same)
        write_judged(json, "better", job, &judgement->best);
    flip_json_close(json);
}

enum { HINTS = 5, ANSWER = 16384 };

struct job *hint_job(const struct flip_position *position, int seat)
{
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.explain = true;
    return job_new(position, seat, &def);
}

/* --- writing ---------------------------------------------------------------------------------------------------------- */

static void write_choice(struct flip_json *json, const struct job *job, const struct flip_choice *choice)
{
    write_move(json, job, choice->move);
    flip_json_number(json, "value", choice->value);
    flip_json_int(json, "visits", (int64_t)choice->visits);
    if (choice->why[0])
        flip_json_string(json, "why", choice->why);
}

static void write_then(struct flip_json *json, const struct job *job)
{
    if (!job->then[0])
        return;
    flip_json_open(json, "then", '{');
    flip_json_string(json, "text", job->then);
    flip_json_string(json, "tell", job->then_tell);
    flip_json_close(json);
}

void advice_write(struct flip_json *json, const struct job *job)
{
    if (job->judge) {
        tutor_write(json, job);
        return;
    }
    flip_json_open(json, "choices", '[');
    for (int i = 0; i < job->thought.count && i < HINTS; i++) {
        flip_json_open(json, NULL, '{');
        write_choice(json, job, &job->thought.choice[i]);
        if (i == 0)
            write_then(json, job);
        flip_json_close(json);
    }
    flip_json_close(json);
}

/* --- without a server --------------------------------------------------------------------------------------------------- */

static struct job *job_of(const json_t *question, const struct flip_table *table, struct flip_error *error)
{
    const int seat = (int)int_in(question, "seat");
    const char *text = json_string_value(json_object_get(question, "text"));
    const struct flip_position position = flip_table_position(table);
    if (seat < 0 || !flip_set_has(flip_table_turn(table), seat))
        return null_after(flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "There is nothing to decide now."));
    if (text) {
        flip_move move;
        const struct flip_think_def def =
            true_in(question, "warning") ? flip_tutor_warning(position.game) : flip_tutor_def(position.game);
        return flip_table_find(table, seat, text, &move, error) < 0
                   ? NULL
                   : tutor_job_about(&position, seat, &def, move, error);
    }
    struct job *job = hint_job(&position, seat);
    if (!job)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    else
        job->link = 1; /* somebody asks, so the next step is thought of as well */
    return job;
}

static char *answer_of(const struct job *job, struct flip_error *error)
{
    char *text = job->status < 0 ? NULL : malloc(ANSWER);
    if (job->status < 0)
        *error = job->error;
    else if (!text)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    if (!text)
        return NULL;
    struct flip_json json = object_in(text, ANSWER);
    advice_write(&json, job);
    flip_json_close(&json);
    return text;
}

static char *advise(const json_t *question, struct flip_error *error)
{
    struct flip_table *table = knowledge_read(json_object_get(question, "knowledge"), error);
    struct job *job = table ? job_of(question, table, error) : NULL;
    char *text = NULL;
    if (job) {
        job->task.work(&job->task);
        text = answer_of(job, error);
        job->task.free(&job->task);
    }
    flip_table_close(table);
    return text;
}

/* --- the same deal again ------------------------------------------------------------------------------------------------ */

/* A bot plays the table to its end. */
static int play_out(struct flip_table *table, const struct flip_think_def *def, struct flip_error *error)
{
    struct flip_thought *thought = malloc(sizeof *thought);
    int status = thought ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    for (flip_set turn; status == 0 && (turn = flip_table_turn(table));) {
        const int seat = flip_set_first(turn);
        status = flip_think(table, seat, def, thought, error);
        if (status == 0)
            status = flip_table_act(table, seat, thought->choice[0].move, error);
    }
    free(thought);
    return status;
}

/* What a bot of some level scores with the cards of a game that somebody played alone. */
static char *play_again(const json_t *question, const char *record, struct flip_error *error)
{
    enum { SCORE = 64 };
    const int level = (int)int_in(question, "level");
    if (level < 1 || level > FLIP_LEVELS)
        return null_after(flip_fail(error, FLIP_ERROR_LEVEL, "The level is a number from 1 to %d.", FLIP_LEVELS));
    struct flip_think_def def = flip_think_defaults(level);
    def.seed = (uint64_t)int_in(question, "number");
    struct flip_table *table = flip_record_load(record, strlen(record), 0, error);
    char *text = NULL;
    if (table && table->seats > 1)
        flip_fail(error, FLIP_ERROR_BAD_SEAT, "Only a game that was played alone is played again.");
    else if (table && table_deal(table, error) == 0 && play_out(table, &def, error) == 0) {
        struct flip_result result;
        flip_table_result(table, &result);
        text = malloc(SCORE);
        if (text)
            snprintf(text, SCORE, "{\"score\":%d}", result.score[0]);
        else
            flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    }
    flip_table_close(table);
    return text;
}

char *advice(const char *question, size_t length, struct flip_error *error)
{
    json_t *root = json_loadb(question, length, JSON_REJECT_DUPLICATES, NULL);
    const char *again = json_string_value(json_object_get(root, "again"));
    char *text = NULL;
    if (json_is_object(root))
        text = again ? play_again(root, again, error) : advise(root, error);
    else
        flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "A question is one JSON object.");
    json_decref(root);
    return text;
}
