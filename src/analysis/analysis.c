/*
 * The units of an analysis: how a game is divided into moments and decisions, and how moments are measured.
 *
 * A moment is measured by futures from the true position, in which nothing is hidden: the game is over, and what a card was worth is
 * asked in hindsight. Decisions are different (decisions.c): they are judged by what the seat could know.
 *
 * Where hands flick, playing whole games takes too long. There the game itself says what a position is worth (`worth`) and what an
 * aim is worth with the errors of a hand (`judge`): the difference between the two after a flick is what the hand made of the aim.
 * A hand that errs by nothing adds no luck: what comes of its flick follows from the aim, so it belongs to whoever aimed.
 */
#include "analysis/parts.h"
#include "bots/search.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PORTION = 16, /* futures of a moment in one go */
    LEAST = 2     /* futures of a moment, however long the game is */
};

static const struct {
    const char *word;
    double seconds; /* of a core, for the futures of all moments together … */
    double most;    /* … and futures of a moment, however little they take */
} precisions[FLIP_PRECISIONS] = {{"quick", 6, 1500}, {"normal", 20, 4000}, {"deep", 250, 10000}};

int flip_precision_named(const char *name)
{
    for (int i = 0; i < FLIP_PRECISIONS; i++)
        if (strcmp(precisions[i].word, name) == 0)
            return i;
    return -1;
}

const char *flip_precision_word(enum flip_precision precision) { return precisions[precision].word; }

/* --- dividing the game ---------------------------------------------------------------------------------------------------- */

static bool judged(const struct flip_game *game) { return flip_bot_of(game)->worth && flip_reviews_moves(game); }

bool analysis_judged(const struct flip_analysis *analysis) { return judged(analysis->table->game); }

/* Is there anything to decide for the seat that acts next, which has these moves? */
static bool decides(const struct flip_position *at, int seat, const flip_move *moves, int count)
{
    struct flip_range open[FLIP_MAX_RANGES];
    return count > 1 || (count == 1 && flip_move_ranges(at->game, at->rules, at->state, seat, moves[0], open) > 0);
}

static void add_decision(struct flip_analysis *analysis, int step, int seat)
{
    const bool chances = analysis->chances && !short_futures(analysis->table->game);
    analysis->decision[analysis->decisions++] = (struct flip_decision){.step = step, .seat = seat, .chances = chances};
}

/* Every card is a moment of its own; the dealer's business after a flick is one with it. */
static void add_moment(struct flip_analysis *analysis, int step, int actor, bool chance)
{
    const struct flip_moment *last = analysis->moments ? &analysis->moment[analysis->moments - 1] : NULL;
    const bool apart = actor == FLIP_DEALER && !judged(analysis->table->game);
    if (last && last->actor == actor && last->chance == chance && !apart)
        return;
    struct flip_moment moment = {
        .step = step, .actor = actor, .chance = chance, .place = analysis->moments, .since = step};
    if (actor == FLIP_DEALER && judged(analysis->table->game) && analysis->decisions &&
        analysis->decision[analysis->decisions - 1].step == step - 1)
        moment.flick = analysis->decisions;
    analysis->moment[analysis->moments++] = moment;
}

/* Does what comes now follow from the aim alone? From outside, and no error of a hand was dealt before it. */
static bool follows(const struct flip_walk *walk)
{
    struct flip_chances chances;
    if (walk->step == 0 || walk->table->steps[walk->step - 1].seat == FLIP_DEALER)
        return false;
    walk->at.game->rules->chances(walk->at.rules, walk->at.state, &chances);
    return chances.kind == FLIP_CHANCE_OUTSIDE;
}

static int divide(struct flip_analysis *analysis, struct flip_error *error)
{
    const struct flip_game *game = analysis->table->game;
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    struct flip_walk walk;
    if (!moves)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
    if (flip_walk_open(&walk, analysis->table, error) < 0) {
        free(moves);
        return -1;
    }
    for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        const bool dealt = step->seat == FLIP_DEALER;
        const bool blind = !dealt && flip_blind(game, walk.at.rules, walk.at.state);
        const int count =
            dealt ? 1 : game->rules->moves(walk.at.rules, walk.at.state, step->seat, moves, FLIP_MAX_MOVES);
        if (!dealt || !follows(&walk))
            add_moment(analysis, walk.step, step->seat, dealt || blind);
        if (!dealt && !blind && decides(&walk.at, step->seat, moves, count))
            add_decision(analysis, walk.step, step->seat);
    }
    struct flip_moment end = {.step = walk.step, .actor = -1, .place = analysis->moments, .count = 1};
    flip_future_values(&walk.at, end.sum);
    for (int seat = 0; seat < analysis->seats; seat++)
        end.squares[seat] = end.sum[seat] * end.sum[seat];
    for (int i = 0; i < analysis->moments; i++)
        analysis->ahead += (uint64_t)(walk.step - analysis->moment[i].step);
    analysis->moment[analysis->moments++] = end;
    flip_walk_restart(&walk);
    const int status = judged(game) ? 0 : analysis_guess(analysis, &walk, error);
    if (status == 0 && !judged(game)) {
        analysis_find_places(analysis);
        analysis_count_out(analysis, &walk);
        analysis_share_out(analysis);
    }
    flip_walk_close(&walk);
    free(moves);
    return status;
}

struct flip_analysis *flip_analysis_open(const struct flip_table *table, struct flip_error *error)
{
    if (flip_position_turn(&table->now) != 0) {
        flip_fail(error, FLIP_ERROR_RUNNING, "The game is still going on; it can be analysed when it is over.");
        return NULL;
    }
    if (table->game->flicks && !judged(table->game)) {
        flip_fail(error, FLIP_ERROR_NO_TUTOR, "The bots of %s cannot judge flicks, so it cannot be analysed.",
                  table->game->title);
        return NULL;
    }
    const size_t steps = (size_t)table->step_count;
    struct flip_analysis *analysis = calloc(1, sizeof *analysis);
    if (analysis) {
        *analysis = (struct flip_analysis){
            .table = table, .seats = table->seats, .alone = table->seats == 1 && !table->game->no_points};
        analysis->chances = !analysis->alone && !judged(table->game);
        analysis->moment = calloc(steps + 1, sizeof *analysis->moment);
        analysis->decision = calloc(steps + 1, sizeof *analysis->decision);
    }
    if (!analysis || !analysis->moment || !analysis->decision) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
    } else if (divide(analysis, error) == 0) {
        return analysis;
    }
    flip_analysis_close(analysis);
    return NULL;
}

void flip_analysis_close(struct flip_analysis *analysis)
{
    if (!analysis)
        return;
    free(analysis->guess);
    free(analysis->moment);
    free(analysis->decision);
    free(analysis);
}

/* --- moments -------------------------------------------------------------------------------------------------------------- */

/* What the time is enough for. A future is taken to be as long as the rest of the game was. */
static double futures_of_moment(const struct flip_analysis *analysis, enum flip_precision precision)
{
    const double all = 1e-6 * analysis_step_time(analysis) * (double)(analysis->ahead ? analysis->ahead : 1);
    return fmax(LEAST, fmin(precisions[precision].most, floor(precisions[precision].seconds / all)));
}

/* Of all futures each place has its part. The expectation at the start is part of everybody's sum, so it is measured best. */
static uint32_t moment_target(const struct flip_analysis *analysis, int index, enum flip_precision precision)
{
    const struct flip_moment *moment = &analysis->moment[index];
    if (judged(analysis->table->game))
        return 1;
    if (moment->place != index)
        return 0;
    return 1 + (uint32_t)(futures_of_moment(analysis, precision) * moment->weight * (moment->since == 0 ? 4 : 1));
}

static void add_values(struct flip_moment *moment, const double *value, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        moment->sum[seat] += value[seat];
        moment->squares[seat] += value[seat] * value[seat];
        moment->part[moment->count % FLIP_MOMENT_PARTS][seat] += (float)value[seat];
    }
    moment->count++;
}

/* What the game itself says of a position, as a seat sees it. */
static double worth_to(const struct flip_position *at, int seat)
{
    const struct flip_question question = {.game = at->game,
                                           .rules = at->rules,
                                           .state = at->state,
                                           .before = at->before,
                                           .seats = at->seats,
                                           .seat = seat};
    return flip_bot_of(at->game)->worth(&question);
}

/* Everybody sees a position a little too well for the own side, or nobody would begin anything: so a moment is worth the mean of what both
   sides see. A flick that is still to come is worth what its tries came to, and those were seen by its own side: its moment keeps by how much
   that side sees too well what came of it, and its value goes without. */
static void ask_game(struct flip_analysis *analysis, int index, struct flip_analyst *analyst)
{
    struct flip_moment *moment = &analysis->moment[index];
    const int own = moment->flick ? analysis->decision[moment->flick - 1].seat : 0;
    int other = 0;
    double value[FLIP_MAX_SEATS];
    analyst_go(analyst, analysis->moment[index + (moment->flick > 0)].step);
    while (other < analysis->seats - 1 && analysis_same_team(analysis, own, other))
        other++;
    const double seen = worth_to(&analyst->walk.at, own);
    const double theirs = analysis_same_team(analysis, own, other) ? 1 - seen : worth_to(&analyst->walk.at, other);
    const double mean = (seen + 1 - theirs) / 2, told = moment->flick ? seen - mean : mean;
    for (int seat = 0; seat < analysis->seats; seat++)
        value[seat] = analysis_same_team(analysis, seat, own) ? told : (moment->flick ? 0 : 1) - told;
    add_values(moment, value, analysis->seats);
}

void flip_moment_follow(const struct flip_analysis *analysis, struct flip_moment *moment, struct flip_analyst *analyst,
                        uint32_t futures)
{
    /* What moves between two cards were worth is told on the same cards; places beyond a card have futures of their own, so that they tell the
       more of each other. */
    const uint64_t own = (uint64_t)moment->since + ((moment->series + 1) << 32);
    const uint64_t seed = flip_game_seed(analysis_seed(analysis), own);
    analyst_go(analyst, moment->step);
    for (uint32_t i = 0; i < futures; i++) {
        double value[FLIP_MAX_SEATS];
        flip_future_start(&analyst->future, &analyst->walk.at, seed, moment->count);
        flip_future_finish(&analyst->future);
        flip_future_values(&analyst->future.at, value);
        add_values(moment, value, analysis->seats);
    }
}

static void moment_work(struct flip_analysis *analysis, int index, struct flip_analyst *analyst, uint32_t target)
{
    struct flip_moment *moment = &analysis->moment[index];
    if (judged(analysis->table->game)) {
        ask_game(analysis, index, analyst);
        return;
    }
    const uint32_t left = target > moment->count ? target - moment->count : 0;
    flip_moment_follow(analysis, moment, analyst, left < PORTION ? left : PORTION);
}

/* --- units ---------------------------------------------------------------------------------------------------------------- */

int flip_analysis_units(const struct flip_analysis *analysis) { return analysis->moments + analysis->decisions; }

double flip_unit_done(const struct flip_analysis *analysis, int unit, enum flip_precision precision)
{
    if (unit >= analysis->moments) {
        const struct flip_decision *decision = &analysis->decision[unit - analysis->moments];
        return decision_done(analysis, decision, precision)
                   ? 1
                   : 0.999 * fmin(1, (double)decision->choice[0].count / decision_target(analysis, precision));
    }
    const struct flip_moment *moment = &analysis->moment[unit];
    const uint32_t target = moment->actor < 0 ? 0 : moment_target(analysis, unit, precision);
    return target ? fmin(1, (double)moment->count / target) : 1;
}

double flip_analysis_done(const struct flip_analysis *analysis, enum flip_precision precision)
{
    const int units = flip_analysis_units(analysis);
    double done = 0;
    for (int unit = 0; unit < units; unit++)
        done += flip_unit_done(analysis, unit, precision);
    return units ? done / units : 1;
}

int flip_analysis_work(struct flip_analysis *analysis, struct flip_analyst *analyst, int unit,
                       enum flip_precision precision, struct flip_error *error)
{
    if (flip_unit_done(analysis, unit, precision) >= 1)
        return 0;
    if (unit >= analysis->moments)
        return decision_work(analysis, &analysis->decision[unit - analysis->moments], analyst, precision, error);
    moment_work(analysis, unit, analyst, moment_target(analysis, unit, precision));
    return 0;
}

/* 1: it is not open, or nothing more can be done about it. */
static double settled(const struct flip_analysis *analysis, int decision)
{
    const bool open = flip_decision_open(analysis, &analysis->decision[decision]);
    return open ? flip_unit_done(analysis, analysis->moments + decision, FLIP_DEEP) : 1;
}

double flip_analysis_settled(const struct flip_analysis *analysis)
{
    double sum = 0;
    for (int i = 0; i < analysis->decisions; i++)
        sum += settled(analysis, i);
    return analysis->decisions ? sum / analysis->decisions : 1;
}

int flip_analysis_settle(struct flip_analysis *analysis, struct flip_analyst *analyst, struct flip_error *error)
{
    for (int i = 0; i < analysis->decisions; i++)
        if (settled(analysis, i) < 1)
            return flip_analysis_work(analysis, analyst, analysis->moments + i, FLIP_DEEP, error);
    return 0;
}

void flip_analysis_glance(struct flip_analysis *analysis, struct flip_analyst *analyst, int moment)
{
    if (analysis->moment[moment].actor >= 0 && analysis->moment[moment].place == moment)
        moment_work(analysis, moment, analyst, analysis->moment[moment].count + 1);
}
