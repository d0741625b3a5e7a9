/*
 * Plays pairs until there are enough, or until the sequential test decides. Pairs count in the order of their numbers,
 * so the verdict does not depend on the number of threads. A's share of a game: the part of the winners that are A's
 * seats (two winners of which one is A's: ½; no winner: ½). With an odd number of seats A has one seat more in the
 * first game and one less in the second, so equal strength is ½ over the pair as well.
 */
#include "faces/sim/match/match.h"

#include <inttypes.h>
#include <string.h>

struct pair {
    struct flip_played game[2];
    double share[2]; /* of A */
};

bool flip_bot_match_seat_of_a(const struct flip_bot_match *match, int game, int seat)
{
    const struct flip_setup *setup = &match->setup;
    if (!setup->game->knowledge->team)
        return (seat + game) % 2 == 0;
    const bool first = strcmp(setup->game->knowledge->team(&setup->options, seat),
                              setup->game->knowledge->team(&setup->options, 0)) == 0;
    return first == (game == 0);
}

static double share_of_a(const struct flip_bot_match *match, int game, const struct flip_result *result)
{
    int winners_of_a = 0;
    for (int seat = 0; seat < match->setup.seats; seat++)
        if (flip_set_has(result->winners, seat) && flip_bot_match_seat_of_a(match, game, seat))
            winners_of_a++;
    return result->winners == 0 ? 0.5 : (double)winners_of_a / flip_set_count(result->winners);
}

/* The seats that make quick moves in a game of a pair. */
static flip_set quick_seats(const struct flip_bot_match *match, int game)
{
    flip_set quick = 0;
    for (int seat = 0; seat < match->setup.seats; seat++)
        if ((flip_bot_match_seat_of_a(match, game, seat) ? &match->a : &match->b)->kind == FLIP_PLAYER_QUICK)
            quick |= FLIP_BIT(seat);
    return quick;
}

/* What A won of the two games. */
static void judge(const struct flip_bot_match *match, struct pair *pair)
{
    for (int game = 0; game < 2; game++)
        pair->share[game] = share_of_a(match, game, &pair->game[game].result);
    if (match->setup.seats == 1) {
        const int a = pair->game[0].result.score[0], b = pair->game[1].result.score[0];
        pair->share[0] = pair->share[1] = a > b ? 1 : a < b ? 0 : 0.5;
    }
}

static void list_players(const struct flip_bot_match *match, int game,
                         const struct flip_player *players[FLIP_MAX_SEATS])
{
    for (int seat = 0; seat < match->setup.seats; seat++)
        players[seat] = flip_bot_match_seat_of_a(match, game, seat) ? &match->a : &match->b;
}

static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    const struct flip_bot_match *match = context;
    struct pair *pair = result;
    const uint64_t dealer = flip_game_seed(match->seed, job);
    for (int game = 0; game < 2; game++) {
        const struct flip_player *players[FLIP_MAX_SEATS];
        list_players(match, game, players);
        const uint64_t chooser = flip_game_seed(dealer, (uint64_t)game);
        const int status =
            match->bare
                ? flip_playout_quick(worker, quick_seats(match, game), dealer, chooser, &pair->game[game], error)
                : flip_playout_players(worker, players, dealer, chooser, flip_interrupted, &pair->game[game], error);
        if (status != 0)
            return status;
    }
    judge(match, pair);
    return 0;
}

static void write_csv(const struct flip_bot_match *match, uint64_t job, const struct pair *pair)
{
    if (job == 0) {
        fputs("pair,game,seed,steps,share_a", match->csv);
        for (int seat = 0; seat < match->setup.seats; seat++)
            fprintf(match->csv, ",seat%d_player,seat%d_score", seat + 1, seat + 1);
        fputc('\n', match->csv);
    }
    unsigned char seed[FLIP_SEED_BYTES];
    flip_table_seed(flip_game_seed(match->seed, job), seed);
    char hex[FLIP_HEX_SIZE];
    flip_seed_hex(seed, hex);
    for (int game = 0; game < 2; game++) {
        fprintf(match->csv, "%" PRIu64 ",%d,%s,%" PRIu64 ",%.6g", job + 1, game + 1, hex, pair->game[game].steps,
                pair->share[game]);
        for (int seat = 0; seat < match->setup.seats; seat++)
            fprintf(match->csv, ",%s,%d", flip_bot_match_seat_of_a(match, game, seat) ? "A" : "B",
                    pair->game[game].result.score[seat]);
        fputc('\n', match->csv);
    }
}

/* A's mean score minus B's over both games: each seat of the table was once A's and once B's. */
static void take_scores(struct flip_bot_match *match, const struct pair *pair)
{
    double difference = 0;
    for (int game = 0; game < 2; game++) {
        for (int seat = 0; seat < match->setup.seats; seat++) {
            const double score = pair->game[game].result.score[seat];
            const bool of_a = flip_bot_match_seat_of_a(match, game, seat);
            flip_moments_add(of_a ? &match->a_score : &match->b_score, score);
            difference += of_a ? score : -score;
        }
    }
    flip_moments_add(&match->points, difference / match->setup.seats);
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct flip_bot_match *match = context;
    const struct pair *pair = result;
    take_scores(match, pair);
    for (int game = 0; game < (match->setup.seats == 1 ? 1 : 2); game++) {
        if (pair->share[game] > 0.5)
            match->won++;
        else if (pair->share[game] < 0.5)
            match->lost++;
        else
            match->drawn++;
    }
    const double share = (pair->share[0] + pair->share[1]) / 2;
    flip_moments_add(&match->share, share);
    match->outcome[share <= 0 ? 0 : share < 0.5 ? 1 : share <= 0.5 ? 2 : share < 1 ? 3 : 4]++;
    match->faults += pair->game[0].faults + pair->game[1].faults;
    match->done++;
    if (match->csv) {
        write_csv(match, job, pair);
        if (ferror(match->csv))
            return flip_fail(error, FLIP_ERROR_FILE, "Writing the CSV file failed; is the disk full?");
    }
    if (!match->sequential)
        return 0;
    match->ratio = match->setup.seats == 1 ? flip_sprt_ratio(&match->sprt, &match->points, FLIP_POINTS_PRIOR)
                                           : flip_sprt_ratio(&match->sprt, &match->share, FLIP_SHARE_PRIOR);
    if (match->setup.seats > 1 || match->points.count >= FLIP_POINTS_PAIRS)
        match->verdict = flip_sprt_verdict(&match->sprt, match->ratio);
    return match->verdict != 0;
}

double flip_bot_match_elo(const struct flip_bot_match *match, struct flip_interval *interval)
{
    const struct flip_interval share = flip_pairs_interval(&match->share, FLIP_SHARE_PRIOR);
    interval->low = flip_elo_of_share(share.low);
    interval->high = flip_elo_of_share(share.high);
    return flip_elo_of_share(match->share.mean);
}

static void tick(void *context)
{
    const struct flip_bot_match *match = context;
    char note[160] = "";
    struct flip_text text = flip_text_in(note, sizeof note);
    if (match->done > 1 && match->setup.seats == 1) {
        flip_text_add(&text, "difference %+.2f", flip_to_print(match->points.mean, 2));
    } else if (match->done > 1) {
        struct flip_interval interval;
        const double elo = flip_bot_match_elo(match, &interval);
        flip_text_add(&text, "Elo %+.0f (%+.0f .. %+.0f)", elo, interval.low, interval.high);
    }
    if (match->done > 1 && match->sequential)
        flip_text_add(&text, ", LLR %+.2f", match->ratio);
    flip_progress_show(&match->progress, match->done, match->pairs, note);
}

static int play_on_card(struct flip_bot_match *match, struct flip_error *error)
{
    struct flip_gpu_batch batch;
    double seconds = 0;
    if (!match->bare)
        return flip_fail(error, FLIP_ERROR_NO_DEVICE,
                         "On a GPU one player must be 'quick', and the other 'quick' or 'random'.");
    if (match->keep)
        return flip_fail(error, FLIP_ERROR_NO_DEVICE, "Games on a GPU are not kept: --resume is for the processor.");
    if (flip_gpu_batch_open(&batch, &match->setup, match->seed, 2 * match->pairs, error) != 0)
        return -1;
    batch.task.players = GPU_PAIRS;
    for (int game = 0; game < 2; game++)
        batch.task.quick[game] = (uint32_t)quick_seats(match, game);
    int status = 0;
    while (status == 0 && match->done < match->pairs && !flip_interrupted()) {
        const uint64_t first = match->done;
        status = flip_gpu_batch_play(&batch, 2 * first, 2 * (match->pairs - first), &seconds, error);
        for (uint32_t i = 0; status == 0 && i < batch.task.count / 2; i++) {
            struct pair pair;
            flip_gpu_batch_played(&batch, 2 * i, &pair.game[0]);
            flip_gpu_batch_played(&batch, 2 * i + 1, &pair.game[1]);
            judge(match, &pair);
            status = take(match, first + i, &pair, error);
        }
        tick(match);
    }
    flip_gpu_batch_close(&batch);
    return status < 0 ? -1 : 0;
}

static int play_here(struct flip_bot_match *match, struct flip_error *error)
{
    char key[FLIP_SETUP_KEY];
    struct flip_text text = flip_text_in(key, sizeof key);
    flip_setup_key(&match->setup, match->seed, &text);
    flip_text_add(&text, " match %s %s", match->a.text, match->b.text);
    const struct flip_jobs jobs = {
        .count = match->pairs,
        .threads = match->threads,
        .result_size = sizeof(struct pair),
        .context = match,
        .hire = flip_playout_hire,
        .dismiss = flip_playout_dismiss,
        .work = work,
        .take = take,
        .tick = tick,
        .key = key,
        .keep = match->keep,
    };
    return flip_jobs_run(&jobs, error);
}

/* With one seat A plays the first game of a pair and B the second. */
static int try_players(const struct flip_bot_match *match, struct flip_error *error)
{
    for (int game = 0; game < (match->setup.seats == 1 ? 2 : 1); game++) {
        const struct flip_player *players[FLIP_MAX_SEATS];
        list_players(match, game, players);
        if (flip_playout_try(&match->setup, players, error) != 0)
            return -1;
    }
    return 0;
}

int flip_bot_match_run(struct flip_bot_match *match, struct flip_error *error)
{
    const enum flip_player_kind a = match->a.kind, b = match->b.kind;
    if (a == FLIP_PLAYER_YOU || b == FLIP_PLAYER_YOU)
        return flip_fail(error, FLIP_ERROR_SEATS, "Nobody can sit and play in a match: take bots, not 'you'.");
    if (try_players(match, error) != 0)
        return -1;
    match->bare = (a == FLIP_PLAYER_QUICK && (b == FLIP_PLAYER_QUICK || b == FLIP_PLAYER_RANDOM)) ||
                  (a == FLIP_PLAYER_RANDOM && b == FLIP_PLAYER_QUICK);
    flip_progress_open(&match->progress, "pairs");
    const int status = match->gpu ? play_on_card(match, error) : play_here(match, error);
    match->seconds = flip_seconds_now() - match->progress.started;
    flip_progress_close(&match->progress);
    return status;
}

void flip_bot_match_close(struct flip_bot_match *match) { flip_setup_close(&match->setup); }

static void print_points(FILE *out, const struct flip_bot_match *match)
{
    const struct flip_interval interval = flip_moments_interval(&match->points);
    const double error = flip_moments_error(&match->points);
    fprintf(out, "Score         A %.3f (sd %.2f), B %.3f (sd %.2f)\n", match->a_score.mean,
            flip_moments_sd(&match->a_score), match->b_score.mean, flip_moments_sd(&match->b_score));
    fprintf(out, "Difference    %+.3f points", flip_to_print(match->points.mean, 3));
    if (match->points.count > 1) /* one pair does not show how much they vary */
        fprintf(out, ", 95 %% interval %+.3f .. %+.3f", flip_to_print(interval.low, 3),
                flip_to_print(interval.high, 3));
    if (error > 0)
        fprintf(out, ", t = %.2f", match->points.mean / error);
    fputc('\n', out);
}

static void print_test(FILE *out, const struct flip_bot_match *match)
{
    const bool solo = match->setup.seats == 1;
    const double low = solo ? match->sprt.mean0 : flip_elo_of_share(match->sprt.mean0);
    const double high = solo ? match->sprt.mean1 : flip_elo_of_share(match->sprt.mean1);
    const char *unit = solo ? "points" : "Elo";
    fprintf(out, "Test          %+.3g against %+.3g %s: LLR %.3f in %.3f .. %.3f: ", low, high, unit, match->ratio,
            match->sprt.lower, match->sprt.upper);
    if (match->verdict > 0)
        fprintf(out, "accepted: A is more than %+.3g %s above B\n", low, unit);
    else if (match->verdict < 0)
        fprintf(out, "rejected: A is less than %+.3g %s above B\n", high, unit);
    else
        fprintf(out, "open\n");
}

void flip_bot_match_print(FILE *out, const struct flip_bot_match *match)
{
    const bool solo = match->setup.seats == 1;
    if (match->done < match->pairs && match->verdict == 0)
        fprintf(out, "Interrupted: these are the first %" PRIu64 " of %" PRIu64 " pairs.\n", match->done, match->pairs);
    if (match->done == 0)
        return;
    fprintf(out, "%s, %d seat%s: A = %s, B = %s\n", match->setup.game->title, match->setup.seats, solo ? "" : "s",
            match->a.text, match->b.text);
    fprintf(out, "Pairs         %" PRIu64 " of two games on the same deal%s, seed %" PRIu64 ", %.1f s\n", match->done,
            solo ? "" : " with seats swapped", match->seed, match->seconds);
    fprintf(out, "%s A won %" PRIu64 ", drew %" PRIu64 ", lost %" PRIu64 "\n", solo ? "By pairs     " : "By games     ",
            match->won, match->drawn, match->lost);
    if (!solo) {
        struct flip_interval interval;
        const double elo = flip_bot_match_elo(match, &interval);
        fprintf(out,
                "Pairs by share of A: none %" PRIu64 ", less %" PRIu64 ", half %" PRIu64 ", more %" PRIu64
                ", all %" PRIu64 "\n",
                match->outcome[0], match->outcome[1], match->outcome[2], match->outcome[3], match->outcome[4]);
        fprintf(out, "Share of A    %.2f %%\n", 100 * match->share.mean);
        fprintf(out, "Elo           %+.1f, 95 %% interval %+.1f .. %+.1f\n", flip_to_print(elo, 1),
                flip_to_print(interval.low, 1), flip_to_print(interval.high, 1));
    }
    if (!match->setup.game->no_points)
        print_points(out, match);
    if (match->sequential)
        print_test(out, match);
    if (match->faults > 0)
        fprintf(out, "Programs gave %" PRIu64 " wrong or late answers; a level-1 move stood in for each.\n",
                match->faults);
}
