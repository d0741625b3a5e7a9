/* Hints and verdicts. */
#include "server/learning/advice.h"

#include "bots/tutor.h"
#include "server/learning/tutor.h"
#include "server/rooms/job.h"
#include "server/rooms/knowledge.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

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
    const struct flip_game_words *in = job->at.game->words;
    char text[256];
    struct flip_text words = flip_text_in(text, sizeof text);
    in->text(job->rules, job->at.state, job->seat, choice->move, &words);
    flip_json_string(json, "text", text);
    words = flip_text_in(text, sizeof text);
    in->tell(job->rules, job->at.state, job->seat, choice->move, &words);
    flip_json_string(json, "tell", text);
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
    const int seat = (int)json_integer_value(json_object_get(question, "seat"));
    const char *text = json_string_value(json_object_get(question, "text"));
    const struct flip_position position = flip_table_position(table);
    if (seat < 0 || !flip_set_has(flip_table_turn(table), seat)) {
        flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "There is nothing to decide now.");
        return NULL;
    }
    if (text) {
        flip_move move;
        const struct flip_think_def def = json_is_true(json_object_get(question, "warning"))
                                              ? flip_tutor_warning(position.game)
                                              : flip_tutor_def(position.game);
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
    struct flip_json json = flip_json_in(text, ANSWER);
    flip_json_open(&json, NULL, '{');
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

char *advice(const char *question, size_t length, struct flip_error *error)
{
    json_t *root = json_loadb(question, length, JSON_REJECT_DUPLICATES, NULL);
    char *text = NULL;
    if (json_is_object(root))
        text = advise(root, error);
    else
        flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "A question is one JSON object.");
    json_decref(root);
    return text;
}
