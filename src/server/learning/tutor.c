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
    void *state, *before;
    struct flip_random random;
};

static bool follow(struct future *future, int seat, flip_move move)
{
    const struct flip_game *game = future->job->game;
    const void *rules = future->job->rules;
    const uint32_t phase = game->knowledge->phase(rules, future->state);
    game->rules->apply(rules, future->state, seat, move);
    if (game->knowledge->phase(rules, future->state) != phase)
        memcpy(future->before, future->state, game->state_size);
    return game->rules->turn(rules, future->state) != 0;
}

enum next { NEXT_DECISION, NEXT_END, NEXT_UNKNOWN };

/* On to where the seat decides again, if it does; how a flick goes is not known here. */
static enum next to_next_decision(struct future *future)
{
    const struct flip_game *game = future->job->game;
    const void *rules = future->job->rules;
    for (int i = 0; i < WAY; i++) {
        const flip_set turn = game->rules->turn(rules, future->state);
        if (turn == 0)
            return NEXT_END;
        if (flip_set_has(turn, future->job->seat))
            return NEXT_DECISION;
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            struct flip_chances chances;
            game->rules->chances(rules, future->state, &chances);
            if (chances.kind == FLIP_CHANCE_OUTSIDE)
                return NEXT_UNKNOWN;
            follow(future, FLIP_DEALER, flip_chances_pick(&chances, &future->random));
            continue;
        }
        const int other = flip_set_first(turn);
        if (flip_bot_of(game)->quick) {
            follow(future, other, game->bot->quick(rules, future->state, other, &future->random));
            continue;
        }
        flip_move moves[FLIP_MAX_MOVES];
        const int count = game->rules->moves(rules, future->state, other, moves, FLIP_MAX_MOVES);
        follow(future, other,
               flip_move_random(game, rules, future->state, other,
                                moves[flip_random_below(&future->random, (uint32_t)count)], &future->random));
    }
    return NEXT_UNKNOWN;
}

/* The same measure that the search uses: points alone, a share of the win with others. */
static double worth_at_end(const struct future *future)
{
    const struct job *job = future->job;
    struct flip_result result = {0};
    job->game->rules->result(job->rules, future->state, &result);
    if (job->seats == 1)
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
        memcpy(future->state, job->state, job->game->state_size);
        memcpy(future->before, job->before, job->game->state_size);
        job->game->knowledge->redeal(job->rules, future->state, job->before, job->seat, &future->random);
        follow(future, job->seat, move);
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
        if (flip_think_state(job->game, job->rules, job->seats, future->state, future->before, job->seat, &def, thought,
                             error) < 0)
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
    struct future future = {
        .job = job, .state = malloc(job->game->state_size), .before = malloc(job->game->state_size)};
    struct flip_thought *thought = malloc(sizeof *thought);
    int status = -1;
    if (!future.state || !future.before || !thought)
        flip_fail(&job->error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    else if (worth_of(&future, out->done.move, thought, &out->done.value, &job->error) == 0)
        status = worth_of(&future, out->best.move, thought, &out->best.value, &job->error);
    if (status == 0 && out->best.value > out->done.value)
        out->loss = out->best.value - out->done.value;
    out->grade = grade_of(out->loss, job->seats == 1);
    free(future.state);
    free(future.before);
    free(thought);
    return status;
}

static int judge_move(struct job *job)
{
    struct flip_judgement *out = &job->judgement;
    if (flip_blind(job->game, job->rules, job->state)) {
        *out = (struct flip_judgement){.done = {.move = job->judged}, .best = {.move = job->judged}, .only = true};
        return 0;
    }
    if (flip_judges(job->game))
        return flip_judge_state(job->game, job->rules, job->seats, job->state, job->before, job->seat, &job->def,
                                job->judged, out, &job->error);
    if (flip_think_state(job->game, job->rules, job->seats, job->state, job->before, job->seat, &job->def,
                         &job->thought, &job->error) < 0)
        return -1;
    *out = (struct flip_judgement){
        .done = {.move = job->judged}, .best = job->thought.choice[0], .only = job->thought.count < 2};
    struct flip_range open[FLIP_MAX_RANGES];
    if (out->only || out->best.move == job->judged)
        return 0;
    if (flip_move_ranges(job->game, job->rules, job->state, job->seat, out->best.move, open) > 0)
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
    struct walk walk;
    if (walk_begin(&walk, room->table, error) < 0)
        return NULL;
    while (walk.step < step)
        walk_on(&walk);
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.iterations =
        flip_judges(room->game) ? 0 : LOOK; /* who tries flicks thinks as for a hint, and so agrees with it */
    def.explain = true;
    struct job *job = job_new(room->table, seat, &def);
    if (job) {
        memcpy(job->state, walk.state, room->game->state_size);
        memcpy(job->before, walk_before(&walk), room->game->state_size);
        job->judge = true;
        job->task.work = judge;
        job->judged = room->table->steps[step].move;
    } else {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    }
    walk_end(&walk);
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
    if (flip_blind(job->game, job->rules, job->state))
        flip_text_add(&words, "Any hand is as good as another: there is nothing to judge.");
    else if (judgement->only)
        flip_text_add(&words, "There was nothing else to do.");
    else if (judgement->best.move == job->judged && judgement->done.why[0])
        flip_text_add(&words, "Good: I would have done the same; it %s.", judgement->done.why);
    else if (judgement->best.move == job->judged)
        flip_text_add(&words, "Good: I would have done the same.");
    else if (flip_judges(job->game))
        tell_tried(job, &words);
    else if (job->seats == 1)
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
    flip_json_string(json, "word", judgement->only ? "only" : same ? "best" : verdicts[judgement->grade].word);
    flip_json_number(json, "loss", judgement->loss);
    write_sentence(json, job);
    if (!judgement->only && !same)
        write_choice(json, "better", job, &judgement->best);
    flip_json_close(json);
}
