/*
 * Decisions: the choice that was made beside the most promising others. A short search names those; then all of them meet the same
 * futures, in which everything that the seat could not know is dealt again, with the same cards. Only differences on the same futures
 * count. A choice that falls behind by more than chance explains is tried no further; the one that was made always stays.
 *
 * A future is played to the end by the quick players. In a game whose turns are chains of small decisions (`between`) that would say
 * little for its time: there a future ends where the seat decides again in its next turn, and the game's estimate says what that
 * position will bring.
 */
#include "analysis/parts.h"
#include "bots/search.h"
#include "bots/tutor.h"
#include "table/table.h"

#include <math.h>
#include <string.h>

enum {
    PORTION = 20,      /* futures in one go, and before the first choice leaves */
    LOOK = 250,        /* iterations of the search that names the choices … */
    LEAST_LOOK = 50,   /* … and at a full table */
    DOUBT_GAMES = 12,  /* to learn how far apart final scores are … */
    DOUBT_STEPS = 32,  /* … once for all decisions within so many steps */
    TRIED = 200,       /* futures for a move that somebody tries afterwards */
    ALL_FLICKS = 3600, /* of the looks of a whole quick analysis; a long game has shorter looks … */
    LEAST_FLICKS = 12, /* … down to these */
    ALL_LOOKS = 4000,  /* iterations, likewise, at a full table where quick moves are dear … */
    LEAST_DEAR = 20,
    ALL_FUTURES = 2100, /* … and futures of its decisions */
    LEAST_FUTURES = 12,
    DEAR = 10, /* microseconds a step */
    UNSEEN = 3 /* futures that could have ended quite otherwise */
};

/* Of the spread of scores, how far apart estimates must be to tell as much as with two seats: docs/analysis.md. */
static const double full_table = 0.62;
static const double behind = 2.5;   /* standard errors, and a choice leaves */
static const double believed = 2.6; /* and a lead is told of */

static const struct {
    uint32_t futures, flicks;
} targets[FLIP_PRECISIONS] = {{100, 60}, {500, 180}, {5000, 720}};

bool short_futures(const struct flip_game *game) { return flip_bot_of(game)->between && flip_bot_of(game)->estimate; }

/* What a step of a future takes, in microseconds, as golden games of one to four seats were measured. No clock is asked, since the result is to
   depend on the record alone; how a game's quick player finds its moves tells enough: it weighs whole turns, goes by rules of thumb,
   or weighs single moves. */
double analysis_step_time(const struct flip_analysis *analysis)
{
    const struct flip_game_bot *bot = flip_bot_of(analysis->table->game);
    return bot->between ? 33 : !bot->estimate ? 0.07 : 5.5;
}

/* Many seats, and quick moves that are dear. */
static bool dear(const struct flip_analysis *analysis)
{
    return analysis->seats > 2 && analysis_step_time(analysis) >= DEAR;
}

/* What each decision has of all that a quick analysis can afford. */
static uint32_t afforded(const struct flip_analysis *analysis, uint32_t all, uint32_t least, uint32_t most)
{
    const uint32_t share = analysis->decisions ? all / (uint32_t)analysis->decisions : most;
    return share < least ? least : share > most ? most : share;
}

/* Every seat brings its own decisions and makes a future longer: so fewer futures each, down to one portion. A quick look at more than two
   seats is one portion at most: it is to be there soon, and a deeper one goes on with it. */
uint32_t decision_target(const struct flip_analysis *analysis, enum flip_precision precision)
{
    const uint32_t share = targets[precision].futures / (uint32_t)analysis->seats;
    if (precision == FLIP_QUICK && analysis->seats > 2)
        return dear(analysis) ? afforded(analysis, ALL_FUTURES, LEAST_FUTURES, PORTION) : PORTION;
    return share > PORTION ? share : PORTION;
}

/* A flick takes a millisecond or more. A quick look at a long game divides what there is among its decisions. */
static uint64_t flicks_of(const struct flip_analysis *analysis, enum flip_precision precision)
{
    const uint32_t most = targets[precision].flicks;
    return precision == FLIP_QUICK ? afforded(analysis, ALL_FLICKS, LEAST_FLICKS, most) : most;
}

bool decision_done(const struct flip_analysis *analysis, const struct flip_decision *decision,
                   enum flip_precision precision)
{
    if (decision->judged || !decision->looked)
        return decision->looked > (int)precision;
    bool open = false;
    for (int i = 1; i < decision->count; i++)
        open = open || !decision->choice[i].out;
    return !open || decision->choice[0].count >= decision_target(analysis, precision);
}

/* --- the choices ---------------------------------------------------------------------------------------------------------- */

static uint64_t decision_seed(const struct flip_analysis *analysis, const struct flip_decision *decision)
{
    return flip_game_seed(analysis_seed(analysis), (uint64_t)decision->step + (decision->series << 32));
}

/* At a full table fewer alternatives are followed: the made choice and at least two others. */
static int most_choices(const struct flip_analysis *analysis)
{
    const int most = analysis->seats > 2 ? 12 / analysis->seats : FLIP_ANALYSIS_CHOICES;
    return most > 3 && !dear(analysis) ? most : 3;
}

static uint64_t look_iterations(const struct flip_analysis *analysis)
{
    const uint64_t seats = (uint64_t)analysis->seats, share = seats <= 2 ? LOOK : 3 * LOOK / (seats * seats);
    if (dear(analysis))
        return afforded(analysis, ALL_LOOKS, LEAST_DEAR, LEAST_LOOK);
    return share > LEAST_LOOK ? share : LEAST_LOOK;
}

static int look(const struct flip_analysis *analysis, struct flip_decision *decision, const struct flip_position *at,
                struct flip_analyst *analyst, flip_move made, struct flip_error *error)
{
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.iterations = look_iterations(analysis);
    def.explain = true;
    def.seed = decision_seed(analysis, decision);
    if (flip_think_position(at, decision->seat, &def, analyst->thought, error) < 0)
        return -1;
    decision->choice[0] = (struct flip_weighed){.move = made};
    decision->count = 1;
    for (int i = 0; i < analyst->thought->count && decision->count < most_choices(analysis); i++)
        if (analyst->thought->choice[i].move != made)
            decision->choice[decision->count++] = (struct flip_weighed){.move = analyst->thought->choice[i].move};
    return 0;
}

/* --- one future ----------------------------------------------------------------------------------------------------------- */

/* How far apart the final scores of each seat are that a position can lead to. */
static void spread_of_scores(struct flip_analyst *analyst, uint64_t seed)
{
    const struct flip_position *at = &analyst->walk.at;
    double sum[FLIP_MAX_SEATS] = {0}, squares[FLIP_MAX_SEATS] = {0};
    for (uint32_t i = 0; i < DOUBT_GAMES; i++) {
        struct flip_result result;
        flip_future_start(&analyst->future, at, seed, i);
        flip_future_finish(&analyst->future);
        at->game->rules->result(at->rules, analyst->future.at.state, &result);
        for (int seat = 0; seat < at->seats; seat++) {
            sum[seat] += result.score[seat];
            squares[seat] += (double)result.score[seat] * result.score[seat];
        }
    }
    for (int seat = 0; seat < at->seats; seat++) {
        const double mean = sum[seat] / DOUBT_GAMES;
        const double spread = sqrt(fmax(0, squares[seat] / DOUBT_GAMES - mean * mean)) + 1;
        analyst->doubt[seat] = at->seats > 2 ? full_table * spread : spread;
    }
}

/* It changes slowly, and whole games are dear: decisions that are near to each other share it. */
static void learn_doubt(const struct flip_analysis *analysis, struct flip_decision *decision,
                        struct flip_analyst *analyst)
{
    const int from = decision->step - decision->step % DOUBT_STEPS;
    if (decision->doubt > 0 || analysis->seats == 1 || !short_futures(analyst->walk.at.game))
        return;
    if (analyst->doubt_of != from + 1) {
        analyst_go(analyst, from);
        spread_of_scores(analyst, flip_game_seed(analysis_seed(analysis), (uint64_t)from) + 1);
        analyst->doubt_of = from + 1;
    }
    decision->doubt = analyst->doubt[decision->seat];
}

/* What the others could expect when the seat decided: the same for all of its choices. */
static void expect_of_others(const struct flip_decision *decision, struct flip_analyst *analyst)
{
    const struct flip_position *known = &analyst->known;
    if (known->seats == 1 || !short_futures(known->game))
        return;
    for (int seat = 0; seat < known->seats; seat++)
        if (seat != decision->seat)
            analyst->others[seat] = flip_bot_of(known->game)->estimate(known->rules, known->state, seat);
}

/* What the seat may expect where its next turn begins, beside the others. */
static double value_of_estimate(const struct flip_decision *decision, struct flip_analyst *analyst)
{
    const struct flip_position *at = &analyst->future.at;
    const double own = flip_bot_of(at->game)->estimate(at->rules, at->state, decision->seat);
    if (at->seats == 1)
        return own;
    analyst->others[decision->seat] = own;
    return flip_share_of_estimates(analyst->others, at->seats, decision->seat, decision->doubt);
}

/* Future number `number` of a choice, from `known`. */
static double outcome(const struct flip_decision *decision, struct flip_analyst *analyst, flip_move move, uint64_t seed,
                      uint32_t number)
{
    struct flip_future *future = &analyst->future;
    double value[FLIP_MAX_SEATS];
    flip_future_start(future, &analyst->known, seed, number);
    flip_position_step(&future->at, decision->seat, move);
    if (short_futures(future->at.game)) {
        flip_future_next_turn(future, decision->seat);
        if (flip_position_turn(&future->at) != 0)
            return value_of_estimate(decision, analyst);
        /* It was the seat's last turn, and what the others do in theirs decides: they do not play anything. */
        flip_future_start(future, &analyst->known, seed, number);
        flip_position_step(&future->at, decision->seat, move);
    }
    flip_future_finish(future);
    flip_future_values(&future->at, value);
    return value[decision->seat];
}

/* --- comparing ------------------------------------------------------------------------------------------------------------ */

/* The next future, for all choices that are still compared. */
static void compare(struct flip_decision *decision, struct flip_analyst *analyst, uint64_t seed)
{
    const uint32_t number = decision->choice[0].count;
    const double made = outcome(decision, analyst, decision->choice[0].move, seed, number);
    for (int i = 0; i < decision->count; i++) {
        struct flip_weighed *choice = &decision->choice[i];
        if (choice->out)
            continue;
        const double value = i == 0 ? made : outcome(decision, analyst, choice->move, seed, number);
        choice->sum += value;
        choice->squares += value * value;
        choice->lead += value - made;
        choice->lead_squares += (value - made) * (value - made);
        choice->count++;
    }
}

/* What was seen, and nothing about what was not: enough to give a choice up. */
static struct flip_estimate lead_seen(const struct flip_weighed *choice)
{
    return estimate_of(choice->lead, choice->lead_squares, choice->count, false);
}

static void thin_out(struct flip_decision *decision)
{
    const int best = flip_decision_best(decision);
    const struct flip_estimate first = lead_seen(&decision->choice[best]);
    for (int i = 1; i < decision->count; i++) {
        const struct flip_estimate lead = lead_seen(&decision->choice[i]);
        if (i != best && first.value - lead.value > behind * hypot(first.error, lead.error) + 1e-9)
            decision->choice[i].out = true;
    }
}

static void follow(const struct flip_analysis *analysis, struct flip_decision *decision, const struct flip_position *at,
                   struct flip_analyst *analyst, uint32_t futures)
{
    const uint64_t seed = decision_seed(analysis, decision);
    for (uint32_t i = 0; i < futures; i++) {
        struct flip_random random;
        flip_random_seed(&random, flip_game_seed(seed + 2, decision->choice[0].count));
        flip_position_copy(&analyst->known, at);
        flip_position_redeal(&analyst->known, decision->seat, &random);
        flip_position_follow(&analyst->known);
        expect_of_others(decision, analyst);
        compare(decision, analyst, seed);
    }
}

void flip_decision_follow(const struct flip_analysis *analysis, struct flip_decision *decision,
                          struct flip_analyst *analyst, uint32_t futures)
{
    learn_doubt(analysis, decision, analyst);
    analyst_go(analyst, decision->step);
    const struct flip_position at = flip_walk_position(&analyst->walk);
    follow(analysis, decision, &at, analyst, futures);
}

static void compare_all(const struct flip_analysis *analysis, struct flip_decision *decision,
                        const struct flip_position *at, struct flip_analyst *analyst, uint32_t target)
{
    const uint32_t left = target > decision->choice[0].count ? target - decision->choice[0].count : 0;
    follow(analysis, decision, at, analyst, left < PORTION ? left : PORTION);
    thin_out(decision);
}

/* --- decisions that the game judges itself ---------------------------------------------------------------------------------- */

/* The sum of squares with which so many numbers have this mean and this standard error. */
static double squares_of(double mean, double error, uint32_t count)
{
    return count * (mean * mean + error * error * (count - 1));
}

static struct flip_weighed tried(const struct flip_choice *choice, double error, double lead, double lead_error)
{
    const uint32_t count = choice->visits ? (uint32_t)choice->visits : 1;
    struct flip_weighed out = {.move = choice->move,
                               .count = count,
                               .sum = choice->value * count,
                               .squares = squares_of(choice->value, error, count),
                               .lead = lead * count,
                               .lead_squares = squares_of(lead, lead_error, count)};
    memcpy(out.why, choice->why, sizeof out.why);
    return out;
}

/* `happened`: what came of the move; NULL where another one is judged. */
static int judge(const struct flip_analysis *analysis, struct flip_decision *decision, const struct flip_position *at,
                 flip_move made, const void *happened, enum flip_precision precision, struct flip_error *error)
{
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    struct flip_review review;
    def.iterations = flicks_of(analysis, precision);
    def.seed = decision_seed(analysis, decision);
    def.happened = happened;
    if (flip_review_move(at, decision->seat, &def, made, &review, error) < 0)
        return -1;
    decision->count = 1;
    decision->choice[0] = tried(&review.done, review.error, 0, 0);
    if (review.best.move != made)
        decision->choice[decision->count++] =
            tried(&review.best, review.error, review.best.value - review.done.value, review.lead_error);
    decision->loss = review.loss;
    decision->judged = true;
    return 0;
}

/* The state that the move led to when the dealer had done what follows it. */
static const void *what_came(const struct flip_analysis *analysis, const struct flip_decision *decision,
                             struct flip_analyst *analyst)
{
    const struct flip_table *table = analysis->table;
    int step = decision->step;
    flip_position_copy(&analyst->known, &analyst->walk.at);
    do
        table_apply(table, &analyst->known, &table->steps[step++]);
    while (step < table->step_count && table->steps[step].seat == FLIP_DEALER);
    return analyst->known.state;
}

int decision_work(const struct flip_analysis *analysis, struct flip_decision *decision, struct flip_analyst *analyst,
                  enum flip_precision precision, struct flip_error *error)
{
    learn_doubt(analysis, decision, analyst);
    analyst_go(analyst, decision->step);
    const struct flip_position at = flip_walk_position(&analyst->walk);
    const flip_move made = flip_walk_next(&analyst->walk)->move;
    if (flip_reviews_moves(at.game)) {
        if (judge(analysis, decision, &at, made, what_came(analysis, decision, analyst), precision, error) < 0)
            return -1;
        decision->looked = 1 + (int)precision;
        return 0;
    }
    if (!decision->looked) {
        if (look(analysis, decision, &at, analyst, made, error) < 0)
            return -1;
        decision->looked = 1;
    }
    compare_all(analysis, decision, &at, analyst, decision_target(analysis, precision));
    return 0;
}

/* --- one more move ------------------------------------------------------------------------------------------------------- */

static int judge_tried(const struct flip_analysis *analysis, const struct flip_decision *decision,
                       const struct flip_position *at, flip_move move, struct flip_weighed *out,
                       struct flip_error *error)
{
    struct flip_decision other = {.step = decision->step, .seat = decision->seat};
    if (judge(analysis, &other, at, move, NULL, FLIP_QUICK, error) < 0)
        return -1;
    const struct flip_weighed *made = &decision->choice[0], *tried_now = &other.choice[0];
    const struct flip_estimate was = estimate_of(made->sum, made->squares, made->count, false),
                               is = estimate_of(tried_now->sum, tried_now->squares, tried_now->count, false);
    const double lead = is.value - was.value;
    *out = *tried_now;
    out->lead = lead * out->count;
    out->lead_squares = squares_of(lead, hypot(is.error, was.error), out->count);
    return 0;
}

int decision_try(const struct flip_analysis *analysis, const struct flip_decision *decision,
                 struct flip_analyst *analyst, flip_move move, struct flip_weighed *out, struct flip_error *error)
{
    struct flip_decision pair = {.step = decision->step, .seat = decision->seat, .doubt = decision->doubt, .count = 2};
    analyst_go(analyst, decision->step);
    const struct flip_position at = flip_walk_position(&analyst->walk);
    if (flip_reviews_moves(at.game))
        return judge_tried(analysis, decision, &at, move, out, error);
    pair.choice[0].move = decision->choice[0].move;
    pair.choice[1].move = move;
    while (pair.choice[0].count < TRIED && !pair.choice[1].out)
        compare_all(analysis, &pair, &at, analyst, TRIED);
    *out = pair.choice[1];
    return 0;
}

/* --- what came out -------------------------------------------------------------------------------------------------------- */

/* Where all futures end alike, another one may still end otherwise. A share of a win is between 0 and 1, so the error is stated as if three
   more futures had ended as differently as they can. That holds for 93 to 98 of 100 chances, however small, from eight futures on. */
struct flip_estimate estimate_of(double sum, double squares, uint32_t count, bool chances)
{
    if (count == 0)
        return (struct flip_estimate){0, INFINITY};
    const double mean = sum / count, spread = fmax(0, squares - sum * mean);
    if (chances)
        return (struct flip_estimate){mean, sqrt(spread + UNSEEN) / (count + (double)UNSEEN)};
    return (struct flip_estimate){mean, count > 1 ? sqrt(spread / (count - 1.0) / count) : 0};
}

static double mean_of_made(const struct flip_decision *decision)
{
    const struct flip_weighed *made = &decision->choice[0];
    return made->count ? made->sum / made->count : 0;
}

static double log_odds(double share)
{
    const double inside = fmin(fmax(share, 0.005), 0.995);
    return log(inside / (1 - inside));
}

static double share_of(double odds) { return 1 / (1 + exp(-odds)); }

double decision_share_between(const struct flip_decision *decision, double curve)
{
    return share_of((log_odds(mean_of_made(decision)) + log_odds(curve)) / 2);
}

/* How much of a difference to the choice made is left on the scale of the curve: all odds are moved alike, so that the choice made
   is worth what flip_curve_decision says. */
static double scale_of(const struct flip_decision *decision, double lead)
{
    const double least = 0.01, made = mean_of_made(decision), shift = log_odds(decision->worth) - log_odds(made);
    const double apart = fabs(lead) > least ? lead : lead < 0 ? -least : least;
    const double from = log_odds(made), to = log_odds(made + apart);
    if (decision->worth <= 0 || to == from)
        return 1;
    return (share_of(to + shift) - share_of(from + shift)) / (share_of(to) - share_of(from));
}

static struct flip_estimate times(struct flip_estimate estimate, double factor)
{
    return (struct flip_estimate){factor * estimate.value, factor * estimate.error};
}

struct flip_estimate flip_choice_lead(const struct flip_decision *decision, int choice)
{
    const struct flip_weighed *weighed = &decision->choice[choice];
    const struct flip_estimate lead =
        estimate_of(weighed->lead, weighed->lead_squares, weighed->count, decision->chances && choice != 0);
    return times(lead, scale_of(decision, lead.value));
}

struct flip_estimate flip_choice_value(const struct flip_decision *decision, int choice)
{
    const struct flip_weighed *weighed = &decision->choice[choice];
    const struct flip_estimate value = estimate_of(weighed->sum, weighed->squares, weighed->count, decision->chances);
    const double first = decision->worth > 0 ? decision->worth : mean_of_made(decision);
    const struct flip_estimate lead = flip_choice_lead(decision, choice);
    return (struct flip_estimate){first + lead.value, scale_of(decision, 0) * value.error};
}

int flip_decision_best(const struct flip_decision *decision)
{
    int best = 0;
    for (int i = 1; i < decision->count; i++)
        if (decision->choice[i].count && !decision->choice[i].out &&
            flip_choice_lead(decision, i).value > flip_choice_lead(decision, best).value)
            best = i;
    return best;
}

/* The best of several uncertain leads has mostly had luck, and a game has many decisions: so a lead is believed from 2.6 standard errors on,
   and moved towards the choice made, by the square of what may be luck: a lead
   that is not greater than that counts for nothing, and one that is much greater almost in full. */
double flip_decision_loss(const struct flip_decision *decision)
{
    if (decision->judged)
        return decision->loss;
    const struct flip_estimate lead = flip_choice_lead(decision, flip_decision_best(decision));
    const double luck = believed * lead.error;
    return decision->count && lead.value > luck ? lead.value - luck * luck / lead.value : 0;
}

double flip_decision_cost(const struct flip_decision *decision)
{
    if (decision->judged)
        return decision->loss;
    const struct flip_estimate lead = lead_seen(&decision->choice[flip_decision_best(decision)]);
    return decision->count && lead.value > 1.96 * lead.error ? lead.value : 0;
}

double flip_decision_stake(const struct flip_analysis *analysis, const struct flip_decision *decision)
{
    if (analysis->alone || analysis->seats > 1)
        return 1;
    return fmax(0, flip_choice_value(decision, flip_decision_best(decision)).value);
}

enum flip_grade flip_decision_grade(const struct flip_analysis *analysis, const struct flip_decision *decision)
{
    return flip_grade_of(flip_decision_loss(decision), analysis->alone);
}

bool flip_decision_open(const struct flip_analysis *analysis, const struct flip_decision *decision)
{
    if (decision->judged || flip_decision_grade(analysis, decision) != FLIP_FINE)
        return false;
    for (int i = 1; i < decision->count; i++) {
        const struct flip_estimate lead = flip_choice_lead(decision, i);
        if (!decision->choice[i].out && flip_grade_of(lead.value + 1.96 * lead.error, analysis->alone) > FLIP_FINE)
            return true;
    }
    return false;
}
