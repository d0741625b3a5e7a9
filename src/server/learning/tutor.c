/*
 * How a move is judged. A search looks at the position first and names its favourite. The judged move may be one that it
 * hardly tried, so both are then followed in the same way, through the same re-dealt futures, to the seat's next decision, and
 * thought about there: only the difference counts, and luck is the same for both. Where a hand flicks, the game's own bot tries
 * both in the physics instead (`judge` in flipside/bot.h), with the same errors.
 */
#include "server/learning/tutor.h"

#include "server/learning/replay.h"
#include "server/rooms/job.h"
#include "server/rooms/room.h"
#include "server/rooms/room_log.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK = 1500,      /* iterations for the favourite */
    FUTURES = 8,      /* that a move is followed through … */
    LOOK_LATER = 250, /* … and iterations for each at its end */
    WAY = 2000,       /* no way to the next decision is longer */
};

/* --- asking ---------------------------------------------------------------------------------------------------------- */

int tutor_allowed(const struct room *room, const char *person, struct flip_error *error)
{
    if (room->tutor || room->status >= STORE_OVER)
        return 0;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && strcmp(room->seats[i].person, person) != 0)
            return flip_fail(error, FLIP_ERROR_NO_TUTOR,
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

/* --- thinking -------------------------------------------------------------------------------------------------------- */

/* What lies between a move and the seat's next decision. */
struct future {
    const struct job *job;
    struct flip_position at;
    struct flip_random random;
};

enum next { NEXT_DECISION, NEXT_END, NEXT_UNKNOWN };

/* On to where the seat decides again, if it does; how a flick goes is not known here. */
static enum next to_next_decision(struct future *future)
{
    const struct flip_game *game = future->at.game;
    const void *rules = future->at.rules;
    for (int i = 0; i < WAY; i++) {
        const flip_set turn = flip_position_turn(&future->at);
        if (turn == 0)
            return NEXT_END;
        if (flip_set_has(turn, future->job->seat))
            return NEXT_DECISION;
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            struct flip_chances chances;
            game->rules->chances(rules, future->at.state, &chances);
            if (chances.kind == FLIP_CHANCE_OUTSIDE)
                return NEXT_UNKNOWN;
            flip_position_step(&future->at, FLIP_DEALER, flip_chances_pick(&chances, &future->random));
            continue;
        }
        const int other = flip_set_first(turn);
        if (flip_bot_of(game)->quick) {
            flip_position_step(&future->at, other, game->bot->quick(rules, future->at.state, other, &future->random));
            continue;
        }
        flip_move moves[FLIP_MAX_MOVES];
        const int count = game->rules->moves(rules, future->at.state, other, moves, FLIP_MAX_MOVES);
        flip_position_step(&future->at, other,
                           flip_move_random(game, rules, future->at.state, other,
                                            moves[flip_random_below(&future->random, (uint32_t)count)],
                                            &future->random));
    }
    return NEXT_UNKNOWN;
}

/* The same measure that the search uses: points alone, a share of the win with others. */
static double worth_at_end(const struct future *future)
{
    const struct job *job = future->job;
    struct flip_result result = {0};
    job->at.game->rules->result(job->rules, future->at.state, &result);
    if (job->at.seats == 1)
        return result.score[job->seat];
    return flip_set_has(result.winners, job->seat) ? 1.0 / flip_set_count(result.winners) : 0;
}

static int worth_of(struct future *future, flip_move move, struct flip_thought *thought, double *worth,
                    struct flip_error *error)
{
    const struct job *job = future->job;
    double sum = 0;
    for (int i = 0; i < FUTURES; i++) {
        flip_random_seed(&future->random, job->def.seed + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15));
        flip_position_copy(&future->at, &job->at);
        flip_position_redeal(&future->at, job->seat, &future->random);
        flip_position_step(&future->at, job->seat, move);
        const enum next next = to_next_decision(future);
        if (next == NEXT_UNKNOWN)
            return flip_fail(error, FLIP_ERROR_NO_TUTOR,
                             "How that goes is in nobody's hands but yours: the tutor cannot say.");
        if (next == NEXT_END) {
            sum += worth_at_end(future);
            continue;
        }
        struct flip_think_def def = {
            .level = job->def.level, .iterations = LOOK_LATER, .seed = job->def.seed + (uint64_t)i};
        if (flip_think_position(&future->at, job->seat, &def, thought, error) < 0)
            return -1;
        double best = thought->choice[0].value;
        uint64_t visits = 0;
        for (int k = 0; k < thought->count; k++)
            if (thought->choice[k].visits > visits) {
                visits = thought->choice[k].visits;
                best = thought->choice[k].value;
            }
        sum += best;
    }
    *worth = sum / FUTURES;
    return 0;
}

/* How a loss is called. Alone it is counted in points, with others in hundredths of a win; what was tried has its grade. */
static const struct verdict {
    double points, shares;
    const char *word, *alone, *with_others, *tried;
} verdicts[FLIP_GRADES] = {
    {0.75, 2.5, "fine", "Fine: as good as the best, as far as I can see.",
     "Fine: as good as the best, as far as I can see.", "Fine: as good as the best, as far as I can see"},
    {2.5, 7, "slip", "A small slip: about %.1f points less than you could expect.",
     "A small slip: about %.0f in 100 games.", "A small slip"},
    {6, 15, "mistake", "That was a mistake: it costs about %.0f points.",
     "That was a mistake: it costs about %.0f wins in 100 games.", "That was a mistake"},
    {1e9, 1e9, "blunder", "That hurts: it costs about %.0f points.",
     "That hurts: it costs about %.0f wins in 100 games.", "That hurts"},
};

static enum flip_grade grade_of(double loss, bool alone)
{
    int grade = FLIP_FINE;
    while (alone ? loss > verdicts[grade].points : loss * 100 > verdicts[grade].shares)
        grade++;
    return (enum flip_grade)grade;
}

/* How the judged move and the favourite compare in the futures. */
static int compare(struct job *job, struct flip_judgement *out)
{
    struct future future = {.job = job};
    struct flip_thought *thought = malloc(sizeof *thought);
    int status = -1;
    if (flip_position_open(&future.at, job->at.game, job->rules, job->at.seats, &job->error) < 0 || !thought)
        flip_fail(&job->error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    else if (worth_of(&future, out->done.move, thought, &out->done.value, &job->error) == 0)
        status = worth_of(&future, out->best.move, thought, &out->best.value, &job->error);
    if (status == 0 && out->best.value > out->done.value)
        out->loss = out->best.value - out->done.value;
    out->grade = grade_of(out->loss, job->at.seats == 1);
    flip_position_close(&future.at);
    free(thought);
    return status;
}

static int judge_move(struct job *job)
{
    struct flip_judgement *out = &job->judgement;
    if (flip_blind(job->at.game, job->rules, job->at.state)) {
        *out = (struct flip_judgement){.done = {.move = job->judged}, .best = {.move = job->judged}, .only = true};
        return 0;
    }
    if (flip_judges(job->at.game))
        return flip_judge_position(&job->at, job->seat, &job->def, job->judged, out, &job->error);
    if (flip_think_position(&job->at, job->seat, &job->def, &job->thought, &job->error) < 0)
        return -1;
    *out = (struct flip_judgement){
        .done = {.move = job->judged}, .best = job->thought.choice[0], .only = job->thought.count < 2};
    struct flip_range open[FLIP_MAX_RANGES];
    if (out->only || out->best.move == job->judged)
        return 0;
    if (flip_move_ranges(job->at.game, job->rules, job->at.state, job->seat, out->best.move, open) > 0)
        return flip_fail(&job->error, FLIP_ERROR_NO_TUTOR,
                         "No bot knows how to aim in this game yet, so the tutor cannot say.");
    return compare(job, out);
}

/* On a worker. */
static void judge(struct task *task)
{
    struct job *job = (struct job *)task;
    job->status = judge_move(job);
}

/* --- the question ----------------------------------------------------------------------------------------------------- */

struct job *tutor_job(const struct room *room, const char *person, int seat, int line, struct flip_error *error)
{
    const bool over = room->status >= STORE_OVER; /* then everybody may ask about everybody's moves */
    if (!room->table) {
        flip_fail(error, FLIP_ERROR_WAITING, "The game begins when all seats are taken.");
        return NULL;
    }
    if ((over ? seat < 0 || seat >= room->seat_count : room_check_own(room, person, seat, error) < 0) ||
        tutor_allowed(room, person, error) < 0) {
        if (over)
            flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
        return NULL;
    }
    const int step = step_of_line(room, seat, line);
    if (step < 0) {
        flip_fail(error, FLIP_ERROR_EMPTY, "There is no move of this seat to talk about.");
        return NULL;
    }
    struct flip_walk walk;
    if (flip_walk_open(&walk, room->table, error) < 0)
        return NULL;
    flip_walk_to(&walk, step);
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.iterations =
        flip_judges(room->game) ? 0 : LOOK; /* who tries flicks thinks as for a hint, and so agrees with it */
    def.explain = true;
    const struct flip_position position = flip_walk_position(&walk);
    struct job *job = job_new(&position, seat, &def);
    if (job) {
        job->judge = true;
        job->task.work = judge;
        job->judged = room->table->steps[step].move;
    } else {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    }
    flip_walk_close(&walk);
    return job;
}

/* --- telling ---------------------------------------------------------------------------------------------------------- */

/* What the tries came to says more than a share of the win. */
static void tell_tried(const struct job *job, struct flip_text *out)
{
    const char *why = job->judgement.done.why;
    flip_text_add(out, "%s", verdicts[job->judgement.grade].tried);
    if (why[0] && job->judgement.grade == FLIP_FINE)
        flip_text_add(out, "; it %s", why);
    else if (why[0])
        flip_text_add(out, ": it %s%s", why, job->judgement.other_goal ? ", but that gains less" : "");
    flip_text_add(out, ".");
}

static void write_sentence(struct flip_json *json, const struct job *job)
{
    char sentence[200];
    struct flip_text words = flip_text_in(sentence, sizeof sentence);
    const struct flip_judgement *judgement = &job->judgement;
    const struct verdict *verdict = &verdicts[judgement->grade];
    if (flip_blind(job->at.game, job->rules, job->at.state))
        flip_text_add(&words, "Any hand is as good as another: there is nothing to judge.");
    else if (judgement->only)
        flip_text_add(&words, "There was nothing else to do.");
    else if (judgement->best.move == job->judged && judgement->done.why[0])
        flip_text_add(&words, "Good: I would have done the same; it %s.", judgement->done.why);
    else if (judgement->best.move == job->judged)
        flip_text_add(&words, "Good: I would have done the same.");
    else if (flip_judges(job->at.game))
        tell_tried(job, &words);
    else if (job->at.seats == 1)
        flip_text_add(&words, verdict->alone, judgement->loss);
    else
        flip_text_add(&words, verdict->with_others, judgement->loss * 100);
    flip_json_string(json, "sentence", sentence);
}

static void write_choice(struct flip_json *json, const char *key, const struct job *job,
                         const struct flip_choice *choice)
{
    char text[256];
    struct flip_text words = flip_text_in(text, sizeof text);
    flip_json_open(json, key, '{');
    job->at.game->words->text(job->rules, job->at.state, job->seat, choice->move, &words);
    flip_json_string(json, "text", text);
    words = flip_text_in(text, sizeof text);
    job->at.game->words->tell(job->rules, job->at.state, job->seat, choice->move, &words);
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
    flip_json_string(json, "word", judgement->only ? "only" : same ? "best" : verdicts[judgement->grade].word);
    flip_json_number(json, "loss", judgement->loss);
    write_sentence(json, job);
    if (!judgement->only && !same)
        write_choice(json, "better", job, &judgement->best);
    flip_json_close(json);
}
