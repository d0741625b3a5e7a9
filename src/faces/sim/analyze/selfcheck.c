/*
 * `flipside analyze --selfcheck`: does a quick analysis keep what it says? Bots play; some moments and decisions of
 * each game are measured again on many other futures, and what quick said is held against that: does its interval hold
 * the value, do its mistakes stand, is its best choice as good as the best?
 */
#include "faces/sim/analyze/analyze.h"

#include "bots/search.h"
#include "faces/sim/games/games.h"
#include "faces/sim/stats/stats.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { TRUE_FUTURES = 1000, DEAR_FUTURES = 150, TRUE_SERIES = 21, MOST_SEATS = 4, PLAYERS = 3 };

static const double widest = 0.08; /* of a win, on either side of the luck of a whole game */

/// What was seen; sums, to be added up.
struct checked {
    int games, moments, held;
    double stated, found, plain; /* squared errors: what quick says of them, what they were, and those of plain means */
    double luck_interval;
    int narrow;
    int sums, sums_held;          /* of luck, a seat's whole game; and within their interval */
    double sum_stated, sum_found; /* squared errors of those */
    struct flip_agreement decisions;
};

struct checking {
    struct flip_setup setup; /* first: flip_playout_hire finds it there */
    const struct flip_calibration *def;
    struct flip_player players[PLAYERS];
    struct checked sum;
    struct flip_progress progress;
    uint64_t done;
};

/* --- one game --------------------------------------------------------------------------------------------------------------- */

static struct flip_estimate plain_mean(const struct flip_moment *moment, int seat)
{
    const double mean = moment->sum[seat] / moment->count;
    const double spread = fmax(0, moment->squares[seat] / moment->count - mean * mean);
    return (struct flip_estimate){mean, sqrt(spread / fmax(1, moment->count - 1.0))};
}

/* Both have errors: quick, and a little the value it is compared with. */
static bool holds(struct flip_estimate said, struct flip_estimate truth)
{
    return fabs(said.value - truth.value) <= FLIP_Z95 * hypot(said.error, truth.error);
}

/* The futures of a moment if all had equally many: what plain means would have for the same time. */
static double futures_each(const struct flip_analysis *analysis)
{
    double all = 0;
    for (int i = 0; i + 1 < analysis->moments; i++)
        all += analysis->moment[i].count;
    return all / fmax(1, analysis->moments - 1.0);
}

static void check_moment(const struct flip_analysis *analysis, const struct flip_curve *curve,
                         struct flip_analyst *analyst, int index, struct checked *out)
{
    const bool dear = flip_bot_of(flip_table_game(analysis->table))->between;
    const struct flip_moment *moment = &analysis->moment[index];
    struct flip_moment again = {.step = moment->step, .since = moment->since, .series = TRUE_SERIES};
    flip_moment_follow(analysis, &again, analyst, dear ? DEAR_FUTURES : TRUE_FUTURES);
    for (int seat = 0; seat < analysis->seats; seat++) {
        const struct flip_estimate truth = plain_mean(&again, seat), said = flip_curve_value(curve, index, seat);
        const double unsure = truth.error * truth.error;
        out->moments++;
        out->held += holds(said, truth);
        out->stated += said.error * said.error;
        out->plain += truth.error * truth.error * again.count / futures_each(analysis);
        out->found += (said.value - truth.value) * (said.value - truth.value) - unsure;
    }
}

static int measure_all(struct flip_analysis *analysis, struct flip_analyst *analyst, enum flip_precision precision,
                       struct flip_error *error)
{
    int status = 0;
    for (int unit = 0; unit < analysis->moments && status == 0; unit++)
        status = flip_finish_unit(analysis, analyst, unit, precision, error);
    return status;
}

/* Compares the luck of the whole game with a normal analysis on new futures. */
static void check_sums(struct flip_curve *curve, struct flip_curve *again, int seats, struct checked *out)
{
    for (int seat = 0; seat < seats; seat++) {
        struct flip_player_summary quick, normal;
        flip_analysis_player(curve, seat, &quick);
        flip_analysis_player(again, seat, &normal);
        const struct flip_estimate said = {quick.luck, quick.luck_error}, truth = {normal.luck, normal.luck_error};
        out->sums++;
        out->sums_held += holds(said, truth);
        out->sum_stated += said.error * said.error;
        out->sum_found += (said.value - truth.value) * (said.value - truth.value) - truth.error * truth.error;
    }
}

static int check_luck(const struct flip_analysis *analysis, struct flip_curve *curve, struct checked *out,
                      struct flip_error *error)
{
    struct flip_analysis *again = flip_analysis_open(analysis->table, error);
    struct flip_analyst *analyst = again ? flip_analyst_open(again, error) : NULL;
    for (int i = 0; again && i < again->moments; i++)
        again->moment[i].series = TRUE_SERIES;
    const int status = analyst ? measure_all(again, analyst, FLIP_NORMAL, error) : -1;
    struct flip_curve *finer = status == 0 ? flip_curve_open(again) : NULL;
    if (finer)
        check_sums(curve, finer, analysis->seats, out);
    flip_curve_close(finer);
    flip_analyst_close(analyst);
    flip_analysis_close(again);
    return status;
}

static int check_moments(struct flip_analysis *analysis, struct flip_analyst *analyst, int sample, struct checked *out,
                         struct flip_error *error)
{
    int status = measure_all(analysis, analyst, FLIP_QUICK, error);
    if (status != 0)
        return status;
    struct flip_curve *curve = flip_curve_open(analysis);
    if (!curve)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
    for (int i = 0; i < sample && !flip_interrupted(); i++)
        check_moment(analysis, curve, analyst, (int)((i + 0.5) * (analysis->moments - 1) / sample), out);
    struct flip_player_summary well;
    flip_analysis_player(curve, 0, &well);
    out->luck_interval += FLIP_Z95 * well.luck_error;
    out->narrow += FLIP_Z95 * well.luck_error <= widest;
    status = flip_interrupted() ? 1 : check_luck(analysis, curve, out, error);
    flip_curve_close(curve);
    return status;
}

static int check_decisions(struct flip_analysis *analysis, struct flip_analyst *analyst, int sample,
                           struct checked *out, struct flip_error *error)
{
    for (int i = 0; i < sample && analysis->decisions; i++) {
        struct flip_agreement one;
        const int index = (int)((i + 0.5) * analysis->decisions / sample);
        const int status = flip_agreement_deep(analysis, analyst, index, FLIP_QUICK, &one, error);
        if (status != 0)
            return status;
        flip_agreement_add(&out->decisions, &one);
    }
    return 0;
}

static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    const struct checking *run = context;
    struct flip_playout *playout = worker;
    const struct flip_player *players[FLIP_MAX_SEATS];
    struct flip_played played;
    struct checked *found = result;
    *found = (struct checked){.games = 1};
    for (int seat = 0; seat < run->setup.seats; seat++)
        players[seat] = &run->players[(job + (uint64_t)seat) % PLAYERS];
    int status = flip_playout_players(playout, players, flip_game_seed(run->def->seed, job),
                                      flip_game_seed(run->def->seed + 1, job), flip_interrupted, &played, error);
    if (status != 0)
        return status;
    struct flip_analysis *analysis = flip_analysis_open(playout->table, error);
    struct flip_analyst *analyst = analysis ? flip_analyst_open(analysis, error) : NULL;
    status = analyst ? check_moments(analysis, analyst, (int)run->def->sample, found, error) : -1;
    if (status == 0)
        status = check_decisions(analysis, analyst, (int)run->def->sample, found, error);
    flip_analyst_close(analyst);
    flip_analysis_close(analysis);
    return status;
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct checking *run = context;
    const struct checked *one = result;
    struct checked *sum = &run->sum;
    (void)error;
    run->done = job + 1;
    sum->games++;
    sum->moments += one->moments;
    sum->held += one->held;
    sum->stated += one->stated;
    sum->found += one->found;
    sum->plain += one->plain;
    sum->luck_interval += one->luck_interval;
    sum->narrow += one->narrow;
    sum->sums += one->sums;
    sum->sums_held += one->sums_held;
    sum->sum_stated += one->sum_stated;
    sum->sum_found += one->sum_found;
    flip_agreement_add(&sum->decisions, &one->decisions);
    return 0;
}

static void tick(void *context)
{
    const struct checking *run = context;
    flip_progress_show(&run->progress, run->done, run->def->games, run->setup.game->title);
}

/* --- all games ---------------------------------------------------------------------------------------------------------------- */

static void print_share(const char *what, int hits, int count)
{
    const struct flip_interval interval = flip_wilson(hits, count);
    if (count)
        printf("  %s: %d of %d, %.0f %% (%.0f to %.0f)\n", what, hits, count, 100.0 * hits / count, 100 * interval.low,
               100 * interval.high);
}

static void print_checked(const struct checking *run)
{
    const struct checked *sum = &run->sum;
    const bool points = run->setup.seats == 1 && !run->setup.game->no_points;
    const double unit = points ? 1 : 100, count = fmax(1, sum->moments);
    printf("%s, %d seat%s: %d games; figures are %s\n", run->setup.game->title, run->setup.seats,
           run->setup.seats == 1 ? "" : "s", sum->games, points ? "points" : "wins in 100");
    print_share("values within their interval", sum->held, sum->moments);
    printf("  standard error of a value: %.2f said, %.2f found; of the plain mean of as many futures: %.2f; %.1f "
           "times less\n",
           unit * sqrt(sum->stated / count), unit * sqrt(fmax(0, sum->found) / count), unit * sqrt(sum->plain / count),
           sqrt(sum->plain / fmax(sum->stated, 1e-12)));
    printf("  interval of a game's luck: ± %.1f on average", unit * sum->luck_interval / fmax(1, sum->games));
    printf(points ? "\n" : ", at most 8 in %d of %d games\n", sum->narrow, sum->games);
    print_share("sums of luck within their interval", sum->sums_held, sum->sums);
    printf("  standard error of a sum of luck: %.1f said, %.1f found\n",
           unit * sqrt(sum->sum_stated / fmax(1, sum->sums)),
           unit * sqrt(fmax(0, sum->sum_found) / fmax(1, sum->sums)));
    print_share("mistakes and blunders that deep calls at least slips", sum->decisions.standing, sum->decisions.grave);
    print_share("the best choice is deep's, or as good as that within its interval", sum->decisions.within,
                sum->decisions.decisions);
}

/* Fails if it was stopped before a game was finished, as nothing was checked. */
static int tell(const struct checking *run, struct flip_error *error)
{
    const struct checked *sum = &run->sum;
    if (sum->games > 0)
        print_checked(run);
    if ((uint64_t)sum->games == run->def->games)
        return 0;
    return flip_fail(error, FLIP_ERROR_EMPTY, "Only %d of %" PRIu64 " games of %s with %d seats were finished.",
                     sum->games, run->def->games, run->setup.game->title, run->setup.seats);
}

static int check_setup(const struct flip_calibration *def, const char *game, int seats, struct flip_error *error)
{
    struct checking run = {.def = def};
    const struct flip_setup_args args = {.game = game};
    if (flip_players_parse("bot1,bot2,bot3", run.players, PLAYERS, error) < 0 ||
        flip_setup_read(&run.setup, &args, error) < 0)
        return -1;
    int status = flip_setup_seat(&run.setup, seats, error);
    const struct flip_jobs jobs = {.count = def->games,
                                   .threads = (int)def->threads,
                                   .result_size = sizeof(struct checked),
                                   .context = &run,
                                   .hire = flip_playout_hire,
                                   .dismiss = flip_playout_dismiss,
                                   .work = work,
                                   .take = take,
                                   .tick = tick};
    if (status == 0) {
        flip_progress_open(&run.progress, "games");
        status = flip_jobs_run(&jobs, error);
        flip_progress_close(&run.progress);
    }
    if (status == 0 && flip_ranks_first())
        status = tell(&run, error);
    flip_setup_close(&run.setup);
    return status;
}

/* A game at one number of seats; the games are divided among the numbers. Returns 1 if it was asked for and held. */
static int check_seats(const struct flip_calibration *def, const struct flip_game *game, int seats,
                       struct flip_error *error)
{
    struct flip_calibration part = *def;
    const bool wanted = def->game ? strcmp(def->game, game->id) == 0 : true;
    if (!wanted || flip_reviews_moves(game) || (def->seats && seats != (int)def->seats))
        return 0;
    part.games = def->seats ? def->games : (def->games + MOST_SEATS - 1) / MOST_SEATS;
    return check_setup(&part, game->id, seats, error) < 0 ? -1 : 1;
}

int flip_selfcheck(const struct flip_calibration *def, struct flip_error *error)
{
    int checked = 0, status = 0;
    flip_interrupt_watch();
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        for (int seats = game->min_seats; seats <= game->max_seats && seats <= MOST_SEATS && status >= 0; seats++) {
            status = check_seats(def, game, seats, error);
            checked += status > 0;
        }
    }
    if (status >= 0 && checked == 0)
        status = flip_fail(error, FLIP_ERROR_EMPTY,
                           "Nothing was checked: '%.40s' is no card game here, or is not for so many seats (1 to %d).",
                           def->game ? def->game : "", MOST_SEATS);
    return status < 0 ? -1 : 0;
}
