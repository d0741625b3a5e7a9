/*
 * Reviews a move. First a search finds its favourite. It may hardly have tried the judged move, so both are then
 * followed through the same redealt futures to the seat's next decision, and searched there: only the difference
 * counts, and luck is the same for both. For flicks the game's own bot tries both in the physics instead (`review` in
 * flipside/bot.h), with the same errors.
 */
#include "bots/tutor.h"

enum {
    ITERATIONS = 1500, /* of the search for the favourite */
    WARNING_ITERATIONS = 300,
    WARNING_FLICKS = 60,
    WARNING_MS = 4000, /* for trying flicks: a face shows that it is waiting */
    FUTURES = 8,
    FUTURE_ITERATIONS = 250, /* of the search at the end of each */
    WARNING_FUTURE_ITERATIONS = 100,
    MAX_STEPS = 2000, /* to the next decision */
};

/* --- thinking -------------------------------------------------------------------------------------------------------- */

/* A way from a move to the seat's next decision. */
struct future {
    const struct flip_position *from;
    int seat;
    const struct flip_think_def *def;
    struct flip_position at;
    struct flip_random random;
};

enum next { NEXT_DECISION, NEXT_END, NEXT_UNKNOWN };

/* Plays on until the seat decides again, if it does. The outcome of a flick is not known here. */
static enum next to_next_decision(struct future *future)
{
    const struct flip_game *game = future->at.game;
    const void *rules = future->at.rules;
    for (int i = 0; i < MAX_STEPS; i++) {
        const flip_set turn = flip_position_turn(&future->at);
        if (turn == 0)
            return NEXT_END;
        if (flip_set_has(turn, future->seat))
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

/* The search's measure: points with one seat, else a share of the win. */
static double worth_at_end(const struct future *future)
{
    const struct flip_position *at = &future->at;
    struct flip_result result = {0};
    at->game->rules->result(at->rules, at->state, &result);
    if (at->seats == 1)
        return result.score[future->seat];
    return flip_set_has(result.winners, future->seat) ? 1.0 / flip_set_count(result.winners) : 0;
}

static int worth_of(struct future *future, flip_move move, struct flip_thought *thought, double *worth,
                    struct flip_error *error)
{
    double sum = 0;
    for (int i = 0; i < FUTURES && !(future->def->given_up && future->def->given_up(future->def->asker)); i++) {
        flip_random_seed(&future->random, future->def->seed + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15));
        flip_position_copy(&future->at, future->from);
        flip_position_redeal(&future->at, future->seat, &future->random);
        flip_position_step(&future->at, future->seat, move);
        const enum next next = to_next_decision(future);
        if (next == NEXT_UNKNOWN)
            return flip_fail(error, FLIP_ERROR_NO_TUTOR, "The tutor cannot judge this move.");
        if (next == NEXT_END) {
            sum += worth_at_end(future);
            continue;
        }
        /* Only the values of the search matter, not an expert's choice, so its first level is enough. */
        struct flip_think_def def = {.level = flip_bot_of(future->at.game)->expert ? 1 : future->def->level,
                                     .iterations = future->def->iterations < ITERATIONS ? WARNING_FUTURE_ITERATIONS
                                                                                        : FUTURE_ITERATIONS,
                                     .seed = future->def->seed + (uint64_t)i,
                                     .given_up = future->def->given_up,
                                     .asker = future->def->asker};
        if (flip_think_position(&future->at, future->seat, &def, thought, error) < 0)
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

/* Limits and words of the grades: in points with one seat, in hundredths of a win with more, and for moves judged by
   trying. */
static const struct verdict {
    double points, shares;
    const char *word, *alone, *with_others, *tried;
} verdicts[FLIP_GRADES] = {
    {0.75, 2.5, "fine", "Fine: as good as the best, as far as I can see.",
     "Fine: as good as the best, as far as I can see.", "Fine: as good as the best, as far as I can see"},
    {2.5, 7, "slip", "A small slip: about %.1f points less than you could expect.",
     "A small slip: about %.0f wins in 100 games.", "A small slip"},
    {6, 15, "mistake", "That was a mistake: it costs about %.0f points.",
     "That was a mistake: it costs about %.0f wins in 100 games.", "That was a mistake"},
    {1e9, 1e9, "blunder", "That hurts: it costs about %.0f points.",
     "That hurts: it costs about %.0f wins in 100 games.", "That hurts"},
};

enum flip_grade flip_grade_of(double loss, bool alone)
{
    int grade = FLIP_FINE;
    while (alone ? loss > verdicts[grade].points : loss * 100 > verdicts[grade].shares)
        grade++;
    return (enum flip_grade)grade;
}

const char *flip_grade_word(enum flip_grade grade) { return verdicts[grade].word; }

/* With one seat points are what counts, if the game has any. */
static bool for_points(const struct flip_position *at) { return at->seats == 1 && !at->game->no_points; }

/* Compares the judged move and the favourite in the futures. */
static int compare(const struct flip_position *at, int seat, const struct flip_think_def *def, struct flip_review *out,
                   struct flip_thought *thought, struct flip_error *error)
{
    struct future future = {.from = at, .seat = seat, .def = def};
    if (flip_position_open(&future.at, at->game, at->rules, at->seats, error) < 0)
        return -1;
    int status = -1;
    if (worth_of(&future, out->done.move, thought, &out->done.value, error) == 0)
        status = worth_of(&future, out->best.move, thought, &out->best.value, error);
    if (status == 0 && out->best.value > out->done.value)
        out->loss = out->best.value - out->done.value;
    out->grade = flip_grade_of(out->loss, for_points(at));
    flip_position_close(&future.at);
    return status;
}

struct flip_think_def flip_tutor_def(const struct flip_game *game)
{
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.iterations = flip_reviews_moves(game) ? 0 : ITERATIONS; /* flicks are tried as for a hint, so both agree */
    def.explain = true;
    return def;
}

/* Adds the reason for a loss. */
static int explain(const struct flip_position *at, int seat, struct flip_review *out, int status)
{
    struct flip_text reason = flip_text_in(out->reason, sizeof out->reason);
    if (status == 0 && out->grade > FLIP_FINE)
        flip_reason(at, seat, out->done.move, out->best.move, &reason);
    return status;
}

struct flip_think_def flip_tutor_warning(const struct flip_game *game)
{
    struct flip_think_def def = flip_tutor_def(game);
    def.iterations = flip_reviews_moves(game) ? WARNING_FLICKS : WARNING_ITERATIONS;
    def.ms = flip_reviews_moves(game) ? WARNING_MS : 0;
    return def;
}

int flip_tutor(const struct flip_position *at, int seat, const struct flip_think_def *def, flip_move judged,
               struct flip_thought *thought, struct flip_review *out, struct flip_error *error)
{
    if (flip_blind(at->game, at->rules, at->state)) {
        *out = (struct flip_review){.done = {.move = judged}, .best = {.move = judged}, .only = true};
        return 0;
    }
    if (flip_reviews_moves(at->game))
        return explain(at, seat, out, flip_review_move(at, seat, def, judged, out, error));
    if (flip_think_position(at, seat, def, thought, error) < 0)
        return -1;
    *out = (struct flip_review){.done = {.move = judged}, .best = thought->choice[0], .only = thought->count < 2};
    struct flip_range open[FLIP_MAX_RANGES];
    if (out->only || out->best.move == judged)
        return 0;
    if (flip_move_ranges(at->game, at->rules, at->state, seat, out->best.move, open) > 0)
        return flip_fail(error, FLIP_ERROR_NO_TUTOR,
                         "No bot knows how to aim in this game yet, so the tutor cannot say.");
    return explain(at, seat, out, compare(at, seat, def, out, thought, error));
}

/* --- in words --------------------------------------------------------------------------------------------------------- */

/* The results of the tries say more than a share of the win. */
static void tell_tried(const struct flip_review *review, struct flip_text *out)
{
    const char *why = review->done.why;
    flip_text_add(out, "%s", verdicts[review->grade].tried);
    if (why[0] && review->grade == FLIP_FINE)
        flip_text_add(out, "; it %s", why);
    else if (why[0])
        flip_text_add(out, ": it %s%s", why, review->other_goal ? ", but that gains less" : "");
    flip_text_add(out, ".");
}

const char *flip_tutor_word(const struct flip_review *review)
{
    return review->only ? "only" : review->best.move == review->done.move ? "best" : verdicts[review->grade].word;
}

void flip_tutor_sentence(const struct flip_position *at, const struct flip_review *review, struct flip_text *out)
{
    const struct verdict *verdict = &verdicts[review->grade];
    const bool same = review->best.move == review->done.move;
    if (flip_blind(at->game, at->rules, at->state))
        flip_text_add(out, "Any hand is as good as another: there is nothing to judge.");
    else if (review->only)
        flip_text_add(out, "There was nothing else to do.");
    else if (same && review->done.why[0])
        flip_text_add(out, "Good: I would have done the same; it %s.", review->done.why);
    else if (same)
        flip_text_add(out, "Good: I would have done the same.");
    else if (flip_reviews_moves(at->game))
        tell_tried(review, out);
    else if (for_points(at))
        flip_text_add(out, verdict->alone, review->loss);
    else
        flip_text_add(out, verdict->with_others, review->loss * 100);
    if (review->reason[0])
        flip_text_add(out, " %s", review->reason);
}
