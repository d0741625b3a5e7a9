/* The tutor at a table: who may ask about which move, and the answer. How a move is judged is in src/bots/tutor.c. */
#include "server/tutor.h"

#include "bots/tutor.h"
#include "server/replay.h"
#include "server/room.h"

#include <stdlib.h>
#include <string.h>

/* --- asking ---------------------------------------------------------------------------------------------------------- */

int tutor_allowed(const struct room *room, const char *person, struct flip_error *error)
{
    if (room->tutor || room->status >= STORE_OVER)
        return 0;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && strcmp(room->seats[i].person, person) != 0)
            return flip_fail(error, "no_tutor",
                             "Other people play here, and this table was made without the tutor. Ask again when the "
                             "game is over.");
    return 0;
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

struct job *tutor_job(const struct room *room, const char *person, int seat, int line, struct flip_error *error)
{
    const bool over = room->status >= STORE_OVER; /* then everybody may ask about everybody's moves */
    if (!room->table) {
        flip_fail(error, "waiting", "The game begins when all seats are taken.");
        return NULL;
    }
    if ((over ? seat < 0 || seat >= room->seat_count : room_check_own(room, person, seat, error) < 0) ||
        tutor_allowed(room, person, error) < 0) {
        if (over)
            flip_fail(error, "bad_seat", "This table has no such seat.");
        return NULL;
    }
    const int step = step_of_line(room, seat, line);
    if (step < 0) {
        flip_fail(error, "empty", "There is no move of this seat to talk about.");
        return NULL;
    }
    struct walk walk;
    if (walk_begin(&walk, room->table, error) < 0)
        return NULL;
    while (walk.step < step)
        walk_on(&walk);
    const struct flip_think_def def = flip_tutor_def(room->game);
    struct job *job = job_new(room->table, seat, &def);
    if (job) {
        memcpy(job->state, walk.state, room->game->state_size);
        memcpy(job->before, walk_before(&walk), room->game->state_size);
        job->judge = true;
        job->judged = room->table->steps[step].move;
    } else {
        flip_fail(error, "no_memory", "There is not enough memory to think.");
    }
    walk_end(&walk);
    return job;
}

/* --- thinking and telling ---------------------------------------------------------------------------------------------- */

static struct flip_question question_of(const struct job *job)
{
    return (struct flip_question){.game = job->game,
                                  .rules = job->rules,
                                  .state = job->state,
                                  .before = job->before,
                                  .seats = job->seats,
                                  .seat = job->seat};
}

int tutor_think(struct job *job)
{
    const struct flip_question question = question_of(job);
    return flip_tutor(&question, &job->def, job->judged, &job->thought, &job->judgement, &job->error);
}

static void write_sentence(struct flip_json *json, const struct job *job)
{
    char sentence[200];
    struct flip_text words = flip_text_in(sentence, sizeof sentence);
    const struct flip_question question = question_of(job);
    flip_tutor_sentence(&question, &job->judgement, &words);
    flip_json_string(json, "sentence", sentence);
}

static void write_choice(struct flip_json *json, const char *key, const struct job *job,
                         const struct flip_choice *choice)
{
    char text[256];
    struct flip_text words = flip_text_in(text, sizeof text);
    flip_json_open(json, key, '{');
    job->game->words->text(job->rules, job->state, job->seat, choice->move, &words);
    flip_json_string(json, "text", text);
    words = flip_text_in(text, sizeof text);
    job->game->words->tell(job->rules, job->state, job->seat, choice->move, &words);
    flip_json_string(json, "tell", text);
    if (choice->why[0])
        flip_json_string(json, "why", choice->why);
    flip_json_close(json);
}

void tutor_write(struct flip_json *json, const struct job *job)
{
    const struct flip_judgement *judgement = &job->judgement;
    const bool same = judgement->best.move == job->judged;
    flip_json_open(json, "verdict", '{');
    write_choice(json, "move", job, &judgement->done);
    flip_json_string(json, "word", flip_tutor_word(judgement));
    flip_json_number(json, "loss", judgement->loss);
    write_sentence(json, job);
    if (!judgement->only && !same)
        write_choice(json, "better", job, &judgement->best);
    flip_json_close(json);
}
