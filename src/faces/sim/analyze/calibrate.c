/*
 * `flipside analyze --calibrate GAME`: bots of the five levels and a player who does anything play against their own
 * kind, and a sample of their decisions is weighed. What a decision cost each of them on average is the game's
 * yardstick. Decisions of one game are not independent, so an interval counts games: each gives one number, the mean of
 * its sample.
 *
 * `flipside analyze --luck GAME` checks that chance favours nobody: luck sums to zero over many games, whoever plays.
 * `flipside analyze --agreement GAME` checks how far a quick or normal analysis can be trusted (agreement.c).
 */
#include "faces/sim/analyze/analyze.h"

#include "bots/search.h"
#include "faces/sim/games/games.h"
#include "faces/sim/stats/stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char usual_players[] = "random,bot1,bot2,bot3,bot4,bot5";

struct calibrating {
    struct flip_setup setup; /* first: flip_playout_hire finds it there */
    const struct flip_calibration *def;
    struct flip_player players[FLIP_CALIBRATED];
    int player_count;
    struct flip_moments mean[FLIP_CALIBRATED]; /* over games */
    struct flip_moments more[FLIP_CALIBRATED]; /* likewise: by how much a decision costs more than at deep */
    struct flip_agreement agreement[FLIP_CALIBRATED];
    uint64_t decisions[FLIP_CALIBRATED], done;
    struct flip_progress progress;
};

struct found {
    double value;  /* the mean loss of the sample, the luck of the first seat, or the mean error of a value */
    int decisions; /* in the sample */
    struct flip_agreement agreement;
};

struct flip_calibration flip_calibration_defaults(void)
{
    return (struct flip_calibration){.games = 20, .sample = 12, .seed = 1, .precision = FLIP_QUICK};
}

/* --- one game --------------------------------------------------------------------------------------------------------------- */

/* Weighs one decision of the sample. */
static int weigh_one(const struct calibrating *run, struct flip_analysis *analysis, struct flip_analyst *analyst,
                     int index, double *value, double *stake, struct found *found, struct flip_error *error)
{
    struct flip_agreement one;
    int status;
    *stake = 1;
    if (run->def->task == FLIP_AGREEMENT) {
        status = flip_agreement_weigh(analysis, analyst, index, run->def->precision, &one, error);
        if (status == 0)
            flip_agreement_add(&found->agreement, &one);
        *value = one.value;
    } else {
        status = flip_finish_unit(analysis, analyst, analysis->moments + index, run->def->precision, error);
        *value = flip_decision_cost(&analysis->decision[index]);
        *stake = flip_decision_stake(analysis, &analysis->decision[index]);
    }
    return status;
}

/* Spreads the sample over the game: one decision from each of as many equal stretches, at a place that differs by
   game. */
static int weigh_sample(const struct calibrating *run, struct flip_analysis *analysis, struct flip_analyst *analyst,
                        uint64_t job, struct found *found, struct flip_error *error)
{
    struct flip_random random;
    const int all = analysis->decisions, wanted = all < (int)run->def->sample ? all : (int)run->def->sample;
    double sum = 0, value = 0, stakes = 0, stake = 0;
    flip_random_seed(&random, flip_game_seed(run->def->seed + 7, job));
    const double place = flip_random_below(&random, 1000) / 1000.0;
    while (found->decisions < wanted) {
        const int index = (int)((found->decisions + place) * all / wanted);
        const int status = weigh_one(run, analysis, analyst, index, &value, &stake, found, error);
        if (status != 0)
            return status;
        sum += value;
        stakes += stake;
        found->decisions++;
    }
    found->value = stakes > 0 ? sum / stakes : NAN;
    return 0;
}

/* A flick is compared with the tries of its aim, so those must be judged. */
static int measure_luck(struct flip_analysis *analysis, struct flip_analyst *analyst, struct found *found,
                        struct flip_error *error)
{
    struct flip_player_summary well;
    for (int i = 0; i < analysis->moments; i++) {
        const int flick = analysis->moment[i].flick;
        const int status = flick ? flip_finish_unit(analysis, analyst, analysis->moments + flick - 1, FLIP_QUICK, error)
                                 : flip_interrupted();
        if (status != 0)
            return status;
        flip_analysis_glance(analysis, analyst, i);
    }
    struct flip_curve *curve = flip_curve_open(analysis);
    if (!curve)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
    flip_analysis_player(curve, 0, &well);
    flip_curve_close(curve);
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
        status = run->def->task == FLIP_LUCK ? measure_luck(analysis, analyst, found, error)
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
        flip_agreement_add(&run->agreement[player], &found->agreement);
        flip_moments_add(&run->more[player],
                         (found->agreement.coarse_cost - found->agreement.deep_cost) / fmax(1, found->decisions));
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
    const char *usual = run->def->task == FLIP_YARDSTICK ? usual_players : "bot2";
    const char *players = run->def->players ? run->def->players : usual;
    run->player_count = flip_players_parse(players, run->players, FLIP_CALIBRATED, error);
    if (run->player_count < 0)
        return -1;
    if (run->def->task == FLIP_YARDSTICK && run->player_count != FLIP_CALIBRATED)
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
                                   .hire = flip_playout_hire,
                                   .dismiss = flip_playout_dismiss,
                                   .work = work,
                                   .take = take,
                                   .tick = tick};
    flip_interrupt_watch();
    flip_progress_open(&run->progress, "games");
    const int status = flip_jobs_run(&jobs, error);
    flip_progress_close(&run->progress);
    return status < 0 ? -1 : 0;
}

/* The lines of the data file: a number, and its source. */
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

static void print_luck(const struct calibrating *run, int player)
{
    const struct flip_moments *mean = &run->mean[player];
    const struct flip_interval interval = flip_moments_interval(mean);
    printf("%s, %d seat%s, %s: mean luck %+.4f in %" PRIu64 " games (sd %.2f), 95 %% interval %+.4f .. %+.4f\n",
           run->setup.game->title, run->setup.seats, run->setup.seats == 1 ? "" : "s", run->players[player].text,
           mean->mean, mean->count, flip_moments_sd(mean), interval.low, interval.high);
}

static void print_share(const char *what, int hits, int count)
{
    const struct flip_interval interval = flip_wilson(hits, count);
    printf("  %s in %.0f %%, 95 %% interval %.0f .. %.0f %%\n", what, 100.0 * hits / count, 100 * interval.low,
           100 * interval.high);
}

static void print_losses(const struct calibrating *run, int player, const char *word)
{
    const struct flip_agreement *sum = &run->agreement[player];
    const struct flip_interval more = flip_moments_interval(&run->more[player]);
    printf("  %s and deep are %.4f apart in values and %.4f in losses\n", word, sum->deep / sum->decisions,
           sum->loss / sum->decisions);
    printf("  mean loss: %s %.4f, deep %.4f, the difference %+.4f, 95 %% interval %+.4f .. %+.4f\n", word,
           sum->coarse_cost / sum->decisions, sum->deep_cost / sum->decisions, run->more[player].mean, more.low,
           more.high);
    if (sum->named)
        printf("  %d of them are called a loss, of %.4f on average; by deep the same choices lose %.4f\n", sum->named,
               sum->stated / sum->named, sum->found / sum->named);
}

static void print_agreement(const struct calibrating *run, int player)
{
    const struct flip_agreement *sum = &run->agreement[player];
    const struct flip_interval interval = flip_moments_interval(&run->mean[player]);
    const char *word = flip_precision_word(run->def->precision);
    char names[60];
    printf("%s, %d seat%s, %s: %d decisions of %" PRIu64 " games\n", run->setup.game->title, run->setup.seats,
           run->setup.seats == 1 ? "" : "s", run->players[player].text, sum->decisions, run->mean[player].count);
    if (sum->decisions == 0)
        return;
    snprintf(names, sizeof names, "%s names the best choice of deep", word);
    print_share(names, sum->same, sum->decisions);
    print_share("… or one that deep holds as good", sum->as_good, sum->decisions);
    printf("  mean error of a value against one 100 times deeper: %.4f, 95 %% interval %.4f .. %.4f\n",
           run->mean[player].mean, interval.low, interval.high);
    if (!flip_reviews_moves(run->setup.game)) /* a game that judges states no interval */
        print_share("… and that lies in the interval of the value", sum->covered, sum->decisions);
    print_losses(run, player, word);
}

int flip_calibrate(const struct flip_calibration *def, struct flip_error *error)
{
    struct calibrating run = {.def = def};
    const int status = run_all(&run, error);
    if (status == 0 && def->task == FLIP_YARDSTICK)
        print_yardstick(&run);
    for (int i = 0; i < run.player_count && status == 0 && def->task != FLIP_YARDSTICK; i++)
        (def->task == FLIP_LUCK ? print_luck : print_agreement)(&run, i);
    flip_setup_close(&run.setup);
    return status;
}
