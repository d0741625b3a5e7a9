/*
 * `flipside analyze --calibrate GAME`: bots of the five levels and a player who does anything play against their own kind, and a sample
 * of their decisions is weighed. What a decision cost each of them on average is the game's yardstick. Decisions of one game are not
 * independent, so an interval counts games: each gives one number, the mean of its sample.
 *
 * `flipside analyze --luck GAME` checks that chance favours nobody: luck sums to zero over many games, whoever plays.
 */
#include "sim/calibrate.h"
#include "bots/search.h"
#include "sim/interrupt.h"
#include "sim/jobs.h"
#include "sim/playout.h"
#include "sim/progress.h"
#include "sim/stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char usual_players[] = "random,bot1,bot2,bot3,bot4,bot5";

struct calibrating {
    const struct flip_calibration *def;
    struct flip_setup setup;
    struct flip_player players[FLIP_CALIBRATED];
    int player_count;
    bool luck;
    struct flip_moments mean[FLIP_CALIBRATED]; /* over games */
    uint64_t decisions[FLIP_CALIBRATED], done;
    struct flip_progress progress;
};

struct found {
    double value;  /* the mean loss of the sample, or the luck of the first seat */
    int decisions; /* in the sample */
};

struct flip_calibration flip_calibration_defaults(void)
{
    return (struct flip_calibration){.games = 20, .sample = 12, .seed = 1, .precision = FLIP_QUICK};
}

/* --- one game --------------------------------------------------------------------------------------------------------------- */

static void *hire(void *context) { return flip_playout_open(&((struct calibrating *)context)->setup); }

static void dismiss(void *context, void *worker)
{
    (void)context;
    flip_playout_close(worker);
}

static int work_unit(struct flip_analysis *analysis, struct flip_analyst *analyst, int unit,
                     enum flip_precision precision, struct flip_error *error)
{
    while (flip_unit_done(analysis, unit, precision) < 1) {
        if (flip_interrupted())
            return 1;
        if (flip_analysis_work(analysis, analyst, unit, precision, error) < 0)
            return -1;
    }
    return 0;
}

/* Decisions all over the game, at equal distances from a place that differs from game to game. */
static int weigh_sample(const struct calibrating *run, struct flip_analysis *analysis, struct flip_analyst *analyst,
                        uint64_t job, struct found *found, struct flip_error *error)
{
    struct flip_random random;
    const int wanted = (int)run->def->sample, step = analysis->decisions > wanted ? analysis->decisions / wanted : 1;
    double loss = 0;
    flip_random_seed(&random, flip_game_seed(run->def->seed + 7, job));
    for (int i = (int)flip_random_below(&random, (uint32_t)step); i < analysis->decisions && found->decisions < wanted;
         i += step) {
        const int status = work_unit(analysis, analyst, analysis->moments + i, run->def->precision, error);
        if (status != 0)
            return status;
        loss += flip_decision_loss(&analysis->decision[i]);
        found->decisions++;
    }
    found->value = found->decisions ? loss / found->decisions : NAN;
    return 0;
}

static int measure_luck(struct flip_analysis *analysis, struct flip_analyst *analyst, struct found *found)
{
    struct flip_played_well well;
    for (int i = 0; i < analysis->moments; i++) {
        if (flip_interrupted())
            return 1;
        flip_analysis_glance(analysis, analyst, i);
    }
    flip_analysis_player(analysis, 0, &well);
    found->value = well.luck;
    return 0;
}

static int look_at_game(const struct calibrating *run, const struct flip_playout *playout, uint64_t job,
                        struct found *found, struct flip_error *error)
{
    struct flip_analysis *analysis = flip_analysis_open(playout->table, error);
    struct flip_analyst *analyst = analysis ? flip_analyst_open(analysis, error) : NULL;
    int status = -1;
    if (analyst)
        status = run->luck ? measure_luck(analysis, analyst, found)
                           : weigh_sample(run, analysis, analyst, job, found, error);
    flip_analyst_close(analyst);
    flip_analysis_close(analysis);
    return status;
}

/* All players meet the same deals. */
static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    const struct calibrating *run = context;
    struct flip_playout *playout = worker;
    const struct flip_player *players[FLIP_MAX_SEATS];
    struct flip_played played;
    struct found *found = result;
    const uint64_t game = job / (uint64_t)run->player_count;
    for (int seat = 0; seat < run->setup.seats; seat++)
        players[seat] = &run->players[job % (uint64_t)run->player_count];
    *found = (struct found){0};
    const int status = flip_playout_players(playout, players, flip_game_seed(run->def->seed, game),
                                            flip_game_seed(run->def->seed + 1, job), flip_interrupted, &played, error);
    return status != 0 ? status : look_at_game(run, playout, job, found, error);
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct calibrating *run = context;
    const struct found *found = result;
    const uint64_t player = job % (uint64_t)run->player_count;
    (void)error;
    run->done = job + 1;
    if (isfinite(found->value)) {
        flip_moments_add(&run->mean[player], found->value);
        run->decisions[player] += (uint64_t)found->decisions;
    }
    return 0;
}

static void tick(void *context)
{
    const struct calibrating *run = context;
    flip_progress_show(&run->progress, run->done, run->def->games * (uint64_t)run->player_count, "");
}

/* --- all games ---------------------------------------------------------------------------------------------------------------- */

static int open_run(struct calibrating *run, struct flip_error *error)
{
    const struct flip_setup_args args = {.game = run->def->game};
    const char *players = run->def->players ? run->def->players : run->luck ? "bot2" : usual_players;
    run->player_count = flip_players_parse(players, run->players, FLIP_CALIBRATED, error);
    if (run->player_count < 0)
        return -1;
    if (!run->luck && run->player_count != FLIP_CALIBRATED)
        return flip_fail(error, FLIP_ERROR_USAGE, "A yardstick needs six players, the weakest first: %s.",
                         usual_players);
    for (int i = 0; i < run->player_count; i++)
        if (run->players[i].kind == FLIP_PLAYER_YOU)
            return flip_fail(error, FLIP_ERROR_SEATS, "Nobody can sit and play here: take bots, not 'you'.");
    return flip_setup_read(&run->setup, &args, error) < 0 ? -1
                                                          : flip_setup_seat(&run->setup, (int)run->def->seats, error);
}

static int run_all(struct calibrating *run, struct flip_error *error)
{
    if (open_run(run, error) < 0)
        return -1;
    const struct flip_jobs jobs = {.count = run->def->games * (uint64_t)run->player_count,
                                   .threads = (int)run->def->threads,
                                   .result_size = sizeof(struct found),
                                   .context = run,
                                   .hire = hire,
                                   .dismiss = dismiss,
                                   .work = work,
                                   .take = take,
                                   .tick = tick};
    flip_interrupt_watch();
    flip_progress_open(&run->progress, "games");
    const int status = flip_jobs_run(&jobs, error);
    flip_progress_close(&run->progress);
    return status < 0 ? -1 : 0;
}

/* The very lines of the data file: a number, and behind it what it comes from. */
static void print_yardstick(const struct calibrating *run)
{
    const struct flip_calibration *def = run->def;
    printf("# flipside analyze --calibrate %s --seats %d --games %" PRIu64 " --sample %" PRIu64 " --seed %" PRIu64
           " --precision %s%s%s\n",
           def->game, run->setup.seats, def->games, def->sample, def->seed, flip_precision_word(def->precision),
           def->players ? " --players " : "", def->players ? def->players : "");
    for (int i = 0; i < run->player_count; i++) {
        const struct flip_interval interval = flip_moments_interval(&run->mean[i]);
        printf("%.5f # %s: %" PRIu64 " games, %" PRIu64 " decisions, 95 %% interval %.5f .. %.5f\n", run->mean[i].mean,
               run->players[i].text, run->mean[i].count, run->decisions[i], interval.low, interval.high);
    }
}

int flip_calibrate(const struct flip_calibration *def, struct flip_error *error)
{
    struct calibrating run = {.def = def};
    const int status = run_all(&run, error);
    if (status == 0)
        print_yardstick(&run);
    flip_setup_close(&run.setup);
    return status;
}

int flip_calibrate_luck(const struct flip_calibration *def, struct flip_error *error)
{
    struct calibrating run = {.def = def, .luck = true};
    const int status = run_all(&run, error);
    for (int i = 0; i < run.player_count && status == 0; i++) {
        const struct flip_interval interval = flip_moments_interval(&run.mean[i]);
        printf("%s, %d seat%s, %s: mean luck %+.4f in %" PRIu64 " games (sd %.2f), 95 %% interval %+.4f .. %+.4f\n",
               run.setup.game->title, run.setup.seats, run.setup.seats == 1 ? "" : "s", run.players[i].text,
               run.mean[i].mean, run.mean[i].count, flip_moments_sd(&run.mean[i]), interval.low, interval.high);
    }
    flip_setup_close(&run.setup);
    return status;
}
