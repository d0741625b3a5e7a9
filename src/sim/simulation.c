/*
 * Plays the games of a simulation and gathers what was seen. Games are dealt out in blocks: a game of uniform seats takes
 * microseconds, and asking for each one would cost more than playing it.
 */
#include "sim/simulation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { UNIFORM_BLOCK = 64 };

/* A game's line; `parts` has one entry per seat. */
struct row {
    struct flip_played outcome;
    struct flip_parts parts[];
};

static size_t row_size(const struct flip_simulation *simulation)
{
    return sizeof(struct row) + (size_t)simulation->setup.seats * sizeof(struct flip_parts);
}

static void *hire(void *context)
{
    struct flip_simulation *simulation = context;
    return flip_playout_open(&simulation->setup);
}

static void dismiss(void *context, void *worker)
{
    (void)context;
    flip_playout_close(worker);
}

static int play_game(struct flip_simulation *simulation, struct flip_playout *playout, uint64_t game, struct row *row,
                     struct flip_error *error)
{
    const uint64_t seed = flip_game_seed(simulation->seed, game);
    int status;
    if (simulation->uniform) {
        status = flip_playout_random(playout, seed, &row->outcome, error);
    } else {
        const struct flip_player *players[FLIP_MAX_SEATS];
        for (int seat = 0; seat < simulation->setup.seats; seat++)
            players[seat] = &simulation->players[seat];
        status = flip_playout_players(playout, players, seed, seed, flip_interrupted, &row->outcome, error);
    }
    for (int seat = 0; status == 0 && seat < simulation->setup.seats; seat++)
        flip_parts_read(&simulation->words, playout, seat, &row->parts[seat]);
    return status;
}

static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    struct flip_simulation *simulation = context;
    const uint64_t first = job * (uint64_t)simulation->block;
    unsigned char *row = result;
    for (int i = 0; i < simulation->block && first + (uint64_t)i < simulation->games; i++) {
        if (flip_interrupted())
            return 1;
        const int status = play_game(simulation, worker, first + (uint64_t)i,
                                     (struct row *)(row + (size_t)i * row_size(simulation)), error);
        if (status != 0)
            return status;
    }
    return 0;
}

static void add_parts(struct flip_simulation *simulation, int seat, const struct flip_parts *parts)
{
    for (int i = 0; i < parts->count; i++) {
        const struct flip_part *part = &parts->part[i];
        int c = 0;
        while (c < simulation->column_count &&
               (simulation->column[c].name != part->name || simulation->column[c].word != part->word))
            c++;
        if (c == FLIP_SIM_COLUMNS)
            continue;
        if (c == simulation->column_count)
            simulation->column[simulation->column_count++] =
                (struct flip_sim_column){.name = part->name, .word = part->word};
        simulation->column[c].sum[seat] += part->value;
    }
}

/* Quoted where CSV needs it. */
static void csv_text(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\n\r")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void csv_header(struct flip_simulation *simulation, const struct row *row)
{
    for (int i = 0; i < row->parts[0].count; i++)
        simulation->csv_name[simulation->csv_name_count++] = row->parts[0].part[i].name;
    fputs("game,seed,steps,winners", simulation->csv);
    for (int seat = 0; seat < simulation->setup.seats; seat++) {
        fprintf(simulation->csv, ",seat%d_score", seat + 1);
        for (int i = 0; i < simulation->csv_name_count; i++) {
            fprintf(simulation->csv, ",seat%d_", seat + 1);
            csv_text(simulation->csv, simulation->words.word[simulation->csv_name[i]]);
        }
    }
    fputc('\n', simulation->csv);
}

static void csv_part(struct flip_simulation *simulation, const struct flip_parts *parts, uint8_t name)
{
    fputc(',', simulation->csv);
    for (int i = 0; i < parts->count; i++) {
        const struct flip_part *part = &parts->part[i];
        if (part->name != name)
            continue;
        if (part->word != FLIP_NO_WORD)
            csv_text(simulation->csv, simulation->words.word[part->word]);
        else
            fprintf(simulation->csv, "%.10g", (double)part->value / FLIP_PART_SCALE);
    }
}

static void csv_row(struct flip_simulation *simulation, uint64_t game, const struct row *row)
{
    FILE *out = simulation->csv;
    const uint64_t seed = flip_game_seed(simulation->seed, game);
    if (game == 0)
        csv_header(simulation, row);
    fprintf(out, "%" PRIu64 ",", game + 1);
    if (simulation->uniform) {
        fprintf(out, "%016" PRIx64, seed);
    } else {
        unsigned char bytes[FLIP_SEED_BYTES];
        flip_table_seed(seed, bytes);
        for (int i = 0; i < FLIP_SEED_BYTES; i++)
            fprintf(out, "%02x", bytes[i]);
    }
    fprintf(out, ",%" PRIu64 ",", row->outcome.steps);
    for (flip_set winners = row->outcome.result.winners; winners != 0; winners = flip_set_rest(winners))
        fprintf(out, "%d%s", flip_set_first(winners) + 1, flip_set_rest(winners) != 0 ? ";" : "");
    for (int seat = 0; seat < simulation->setup.seats; seat++) {
        fprintf(out, ",%d", row->outcome.result.score[seat]);
        for (int i = 0; i < simulation->csv_name_count; i++)
            csv_part(simulation, &row->parts[seat], simulation->csv_name[i]);
    }
    fputc('\n', out);
}

static int take_game(struct flip_simulation *simulation, uint64_t game, const struct row *row, struct flip_error *error)
{
    const struct flip_result *result = &row->outcome.result;
    const int winners = flip_set_count(result->winners);
    for (int seat = 0; seat < simulation->setup.seats; seat++) {
        if (flip_tally_add(&simulation->tally[seat], result->score[seat]) != 0)
            return flip_fail(error, FLIP_ERROR_RANGE,
                             "The scores lie too far apart to be counted (game %" PRIu64 ": %d).", game + 1,
                             result->score[seat]);
        if (flip_set_has(result->winners, seat))
            simulation->wins[seat] += (uint64_t)(FLIP_WIN / winners);
        add_parts(simulation, seat, &row->parts[seat]);
    }
    simulation->steps += row->outcome.steps;
    simulation->faults += row->outcome.faults;
    simulation->unwon += winners == 0;
    simulation->done++;
    if (simulation->csv) {
        csv_row(simulation, game, row);
        if (ferror(simulation->csv))
            return flip_fail(error, FLIP_ERROR_FILE, "Writing the CSV file failed; is the disk full?");
    }
    return 0;
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct flip_simulation *simulation = context;
    const uint64_t first = job * (uint64_t)simulation->block;
    const unsigned char *row = result;
    for (int i = 0; i < simulation->block && first + (uint64_t)i < simulation->games; i++)
        if (take_game(simulation, first + (uint64_t)i, (const struct row *)(row + (size_t)i * row_size(simulation)),
                      error) != 0)
            return -1;
    return 0;
}

static void tick(void *context)
{
    const struct flip_simulation *simulation = context;
    flip_progress_show(&simulation->progress, simulation->done, simulation->games, "");
}

void flip_simulation_open(struct flip_simulation *simulation)
{
    memset(simulation, 0, sizeof *simulation);
    flip_words_open(&simulation->words);
    simulation->games = 1000;
    simulation->seed = 1;
    simulation->threads = flip_default_threads();
}

int flip_simulation_run(struct flip_simulation *simulation, struct flip_error *error)
{
    simulation->uniform = true;
    for (int seat = 0; seat < simulation->setup.seats; seat++) {
        if (simulation->players[seat].kind == FLIP_PLAYER_YOU)
            return flip_fail(error, FLIP_ERROR_SEATS, "Nobody can sit and play in a simulation: take bots, not 'you'.");
        simulation->uniform = simulation->uniform && simulation->players[seat].kind == FLIP_PLAYER_RANDOM;
    }
    simulation->block = simulation->uniform ? UNIFORM_BLOCK : 1;
    flip_progress_open(&simulation->progress, "games");
    const struct flip_jobs jobs = {
        .count = (simulation->games + (uint64_t)simulation->block - 1) / (uint64_t)simulation->block,
        .threads = simulation->threads,
        .result_size = row_size(simulation) * (size_t)simulation->block,
        .context = simulation,
        .hire = hire,
        .dismiss = dismiss,
        .work = work,
        .take = take,
        .tick = tick,
    };
    const int status = flip_jobs_run(&jobs, error);
    simulation->seconds = flip_seconds_now() - simulation->progress.started;
    flip_progress_close(&simulation->progress);
    return status;
}

void flip_simulation_close(struct flip_simulation *simulation)
{
    for (int seat = 0; seat < FLIP_MAX_SEATS; seat++)
        flip_tally_free(&simulation->tally[seat]);
    flip_words_close(&simulation->words);
    flip_setup_close(&simulation->setup);
}
