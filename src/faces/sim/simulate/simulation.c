/*
 * Plays the games of a simulation and collects the results. Jobs are blocks of games: a game of uniform seats takes
 * microseconds, and a job for each would cost more than playing it.
 */
#include "faces/sim/simulate/simulation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Games on the bare rules take microseconds: a job is a block of them. A block that another process plays has to last
   longer than a message takes; a file with finished games keeps blocks of one size, whoever plays them. */
enum { BARE_BLOCK = 64, SENT_BLOCK = 1024 };

/* A game's row; `parts` has one entry per seat. Items follow if they are counted: one entry per seat and one for the
   dealer. */
struct row {
    struct flip_played outcome;
    struct flip_parts parts[];
};

static size_t row_size(const struct flip_simulation *simulation)
{
    const size_t seats = (size_t)simulation->setup.seats, whole = _Alignof(max_align_t);
    const size_t size = sizeof(struct row) + seats * sizeof(struct flip_parts) +
                        (simulation->items ? (seats + 1) * sizeof(struct flip_items) : 0);
    return (size + whole - 1) / whole * whole; /* rows lie one behind the other */
}

static struct flip_items *row_items(const struct flip_simulation *simulation, const struct row *row)
{
    return (struct flip_items *)(void *)&((struct row *)row)->parts[simulation->setup.seats];
}

static void list_players(const struct flip_simulation *simulation, const struct flip_player *players[FLIP_MAX_SEATS])
{
    for (int seat = 0; seat < simulation->setup.seats; seat++)
        players[seat] = &simulation->players[seat];
}

static int play_game(struct flip_simulation *simulation, struct flip_playout *playout, uint64_t game, struct row *row,
                     struct flip_error *error)
{
    const uint64_t seed = flip_game_seed(simulation->seed, game);
    int status;
    if (simulation->bare && !simulation->quick) {
        status = flip_playout_random(playout, seed, &row->outcome, error);
    } else if (simulation->bare) {
        status = flip_playout_quick(playout, simulation->quick, seed, flip_game_seed(seed, 0), &row->outcome, error);
    } else {
        const struct flip_player *players[FLIP_MAX_SEATS];
        list_players(simulation, players);
        status = flip_playout_players(playout, players, seed, seed, flip_interrupted, &row->outcome, error);
    }
    for (int seat = 0; status == 0 && seat < simulation->setup.seats; seat++)
        flip_parts_read(&simulation->words, playout, seat, &row->parts[seat]);
    if (status == 0 && simulation->items)
        status = flip_items_read(simulation->item_words, playout, row_items(simulation, row), error);
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

/* The sums over games go on to the next one. */
static void close_game(struct flip_item_sum *sum)
{
    sum->nn += sum->n * sum->n;
    sum->ny += sum->n * sum->y;
    sum->yy += sum->y * sum->y;
    sum->nw += sum->n * sum->w;
    sum->ww += sum->w * sum->w;
    sum->n_all += sum->n * sum->all;
    sum->y_all += sum->y * sum->all;
    sum->n = sum->y = sum->w = 0;
}

static void add_item(struct flip_item_sum *sum, uint64_t game, double all, int64_t score, uint64_t win)
{
    if (sum->game != game + 1) {
        close_game(sum);
        sum->game = game + 1;
        sum->all = all;
    }
    sum->n++;
    sum->y += (double)score;
    sum->w += (double)win / FLIP_WIN;
    sum->seats++;
    sum->score += score;
    sum->wins += win;
}

static void add_items(struct flip_simulation *simulation, uint64_t game, const struct row *row)
{
    const struct flip_result *result = &row->outcome.result;
    const struct flip_items *items = row_items(simulation, row);
    const int seats = simulation->setup.seats;
    double all = 0;
    for (int seat = 0; seat < seats; seat++)
        all += result->score[seat];
    for (int seat = 0; seat <= seats; seat++) {
        const bool won = seat < seats && flip_set_has(result->winners, seat);
        const uint64_t win = won ? (uint64_t)(FLIP_WIN / flip_set_count(result->winners)) : 0;
        for (int i = 0; i < items[seat].count; i++) {
            struct flip_item_sum *sum = &simulation->item_sum[items[seat].item[i].word];
            sum->times += items[seat].item[i].times;
            if (seat < seats)
                add_item(sum, game, all, result->score[seat], win);
        }
    }
}

/* A game's own figures: the mean of its seats, and with `paired` a note of it. */
static int add_whole_game(struct flip_simulation *simulation, uint64_t game, const struct flip_played *played)
{
    double all = 0;
    for (int seat = 0; seat < simulation->setup.seats; seat++)
        all += played->result.score[seat];
    flip_moments_add(&simulation->game_mean, all / simulation->setup.seats);
    simulation->game_sum += all;
    simulation->game_squares += all * all;
    if (!simulation->paired)
        return 0;
    if ((game & (game - 1)) == 0) { /* room for twice as many */
        struct flip_sim_game *larger = realloc(simulation->game, (size_t)(game ? 2 * game : 1) * sizeof *larger);
        if (!larger)
            return -1;
        simulation->game = larger;
    }
    simulation->game[game] = (struct flip_sim_game){.score = (float)(all / simulation->setup.seats),
                                                    .steps = (uint32_t)played->steps,
                                                    .winners = (uint16_t)played->result.winners};
    return 0;
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
        fprintf(simulation->csv, ",seat%d_player,seat%d_score", seat + 1, seat + 1);
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
    if (simulation->bare) {
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
        fputc(',', out);
        csv_text(out, simulation->players[seat].text);
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
    if (add_whole_game(simulation, game, &row->outcome) != 0)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to note every game.");
    if (simulation->items)
        add_items(simulation, game, row);
    if (flip_tally_add(&simulation->length, (int64_t)row->outcome.steps) != 0)
        return flip_fail(error, FLIP_ERROR_RANGE, "The games are too different in length to be counted.");
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

/* --- games that were played in another process, or kept in a file ------------------------------------------------------------ */

/* Words have other numbers in another process, so all of them go along. */
static size_t packed_most(const struct flip_simulation *simulation)
{
    const size_t seat = FLIP_BYTES_NUMBER * (2 + 3 * FLIP_PARTS);
    const size_t seats = (size_t)simulation->setup.seats;
    const size_t items = simulation->items ? (seats + 1) * FLIP_ITEMS_PACKED : 0;
    return FLIP_BYTES_NUMBER + FLIP_WORDS * (size_t)FLIP_WORD_SIZE +
           (size_t)simulation->block * (3 * FLIP_BYTES_NUMBER + seats * seat + items);
}

static void pack_row(struct flip_bytes *bytes, const struct flip_simulation *simulation, const struct row *row)
{
    const int seats = simulation->setup.seats;
    flip_bytes_put(bytes, (int64_t)row->outcome.steps);
    flip_bytes_put(bytes, (int64_t)row->outcome.faults);
    flip_bytes_put(bytes, (int64_t)row->outcome.result.winners);
    for (int seat = 0; seat < seats; seat++) {
        flip_bytes_put(bytes, row->outcome.result.score[seat]);
        flip_bytes_put(bytes, row->parts[seat].count);
        for (int i = 0; i < row->parts[seat].count; i++) {
            const struct flip_part *part = &row->parts[seat].part[i];
            flip_bytes_put(bytes, part->name);
            flip_bytes_put(bytes, part->word);
            flip_bytes_put(bytes, part->value);
        }
    }
    for (int seat = 0; simulation->items && seat <= seats; seat++)
        flip_items_pack(bytes, simulation->item_words, &row_items(simulation, row)[seat]);
}

static size_t pack(void *context, uint64_t job, const void *result, unsigned char *out)
{
    struct flip_simulation *simulation = context;
    struct flip_bytes bytes = flip_bytes_in(out, packed_most(simulation));
    const uint64_t first = job * (uint64_t)simulation->block;
    const unsigned char *row = result;
    const int words = atomic_load_explicit(&simulation->words.count, memory_order_acquire);
    flip_bytes_put(&bytes, words);
    for (int i = 0; i < words; i++)
        flip_bytes_put_text(&bytes, simulation->words.word[i]);
    for (int i = 0; i < simulation->block && first + (uint64_t)i < simulation->games; i++)
        pack_row(&bytes, simulation, (const struct row *)(row + (size_t)i * row_size(simulation)));
    return bytes.at;
}

static void unpack_row(struct flip_bytes *bytes, struct flip_simulation *simulation, const uint8_t *numbers, int words,
                       struct row *row)
{
    const int seats = simulation->setup.seats;
    *row = (struct row){.outcome = {.result.over = true}};
    row->outcome.steps = (uint64_t)flip_bytes_get(bytes);
    row->outcome.faults = (uint64_t)flip_bytes_get(bytes);
    row->outcome.result.winners = (flip_set)flip_bytes_get(bytes) & (FLIP_BIT(seats) - 1);
    for (int seat = 0; seat < seats; seat++) {
        struct flip_parts *parts = &row->parts[seat];
        row->outcome.result.score[seat] = (int)flip_bytes_get(bytes);
        parts->count = (int)flip_bytes_get_within(bytes, 0, FLIP_PARTS);
        for (int i = 0; i < parts->count; i++) {
            const int name = (int)flip_bytes_get_within(bytes, 0, words - 1);
            const int word = (int)flip_bytes_get_within(bytes, 0, FLIP_NO_WORD);
            parts->part[i] = (struct flip_part){.name = numbers[name],
                                                .word = word < words ? numbers[word] : FLIP_NO_WORD,
                                                .value = flip_bytes_get(bytes)};
        }
    }
    for (int seat = 0; simulation->items && seat <= seats; seat++)
        flip_items_unpack(bytes, simulation->item_words, &row_items(simulation, row)[seat]);
}

static int unpack(void *context, uint64_t job, const unsigned char *in, size_t length, void *result)
{
    struct flip_simulation *simulation = context;
    struct flip_bytes bytes = flip_bytes_of(in, length);
    const uint64_t first = job * (uint64_t)simulation->block;
    unsigned char *row = result;
    uint8_t numbers[FLIP_WORDS] = {0};
    const int words = (int)flip_bytes_get_within(&bytes, 0, FLIP_WORDS);
    for (int i = 0; i < words; i++) {
        char word[FLIP_WORD_SIZE];
        flip_bytes_get_text(&bytes, word, sizeof word);
        numbers[i] = flip_words_number(&simulation->words, word);
    }
    for (int i = 0; i < simulation->block && first + (uint64_t)i < simulation->games; i++)
        unpack_row(&bytes, simulation, numbers, words, (struct row *)(row + (size_t)i * row_size(simulation)));
    return bytes.broken ? -1 : 0;
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

/* The card returns scores and winners of every game, but not the parts of scores. */
static int play_on_card(struct flip_simulation *simulation, struct flip_error *error)
{
    struct flip_gpu_batch batch;
    double seconds = 0;
    if (!simulation->bare)
        return flip_fail(error, FLIP_ERROR_NO_DEVICE, "On a GPU every seat must be 'random' or 'quick'.");
    if (simulation->keep)
        return flip_fail(error, FLIP_ERROR_NO_DEVICE, "Games on a GPU are not kept: --resume is for the processor.");
    struct row *row = calloc(1, row_size(simulation));
    if (!row)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a game.");
    int status = flip_gpu_batch_open(&batch, &simulation->setup, simulation->seed, simulation->games, error);
    batch.task.players = simulation->quick ? GPU_QUICK : GPU_RANDOM;
    batch.task.quick[0] = (uint32_t)simulation->quick;
    const bool opened = status == 0;
    while (status == 0 && simulation->done < simulation->games && !flip_interrupted()) {
        const uint64_t first = simulation->done;
        status = flip_gpu_batch_play(&batch, first, simulation->games - first, &seconds, error);
        for (uint32_t i = 0; status == 0 && i < batch.task.count; i++) {
            flip_gpu_batch_played(&batch, i, &row->outcome);
            status = take_game(simulation, first + i, row, error);
        }
        tick(simulation);
    }
    if (opened)
        flip_gpu_batch_close(&batch);
    free(row);
    return status;
}

static int play_here(struct flip_simulation *simulation, struct flip_error *error)
{
    char key[FLIP_SETUP_KEY];
    struct flip_text text = flip_text_in(key, sizeof key);
    flip_setup_key(&simulation->setup, simulation->seed, &text);
    for (int seat = 0; seat < simulation->setup.seats; seat++)
        flip_text_add(&text, " %s", simulation->players[seat].text);
    const struct flip_jobs jobs = {
        .count = (simulation->games + (uint64_t)simulation->block - 1) / (uint64_t)simulation->block,
        .threads = simulation->threads,
        .result_size = row_size(simulation) * (size_t)simulation->block,
        .context = simulation,
        .hire = flip_playout_hire,
        .dismiss = flip_playout_dismiss,
        .work = work,
        .take = take,
        .tick = tick,
        .key = key,
        .keep = simulation->keep,
        .packed_size = packed_most(simulation),
        .pack = pack,
        .unpack = unpack,
    };
    return flip_jobs_run(&jobs, error);
}

int flip_simulation_run(struct flip_simulation *simulation, struct flip_error *error)
{
    const struct flip_player *players[FLIP_MAX_SEATS];
    simulation->bare = true;
    for (int seat = 0; seat < simulation->setup.seats; seat++) {
        if (simulation->players[seat].kind == FLIP_PLAYER_YOU)
            return flip_fail(error, FLIP_ERROR_SEATS, "Nobody can sit and play in a simulation: take bots, not 'you'.");
        const enum flip_player_kind kind = simulation->players[seat].kind;
        simulation->bare = simulation->bare && (kind == FLIP_PLAYER_RANDOM || kind == FLIP_PLAYER_QUICK);
        simulation->quick |= kind == FLIP_PLAYER_QUICK ? FLIP_BIT(seat) : 0;
    }
    list_players(simulation, players);
    if (flip_playout_try(&simulation->setup, players, error) != 0)
        return -1;
    if (simulation->items) {
        simulation->bare = false; /* a table has the history to count in */
        simulation->item_words = flip_item_words_open();
        simulation->item_sum = calloc(FLIP_ITEM_WORDS, sizeof *simulation->item_sum);
        if (!simulation->item_words || !simulation->item_sum)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to count what wins.");
    }
    const bool sent = flip_ranks_count() > 1 && !simulation->keep;
    simulation->block = !simulation->bare ? 1 : sent ? SENT_BLOCK : BARE_BLOCK;
    flip_progress_open(&simulation->progress, "games");
    const int status = simulation->gpu ? play_on_card(simulation, error) : play_here(simulation, error);
    for (int word = 0; simulation->items && word < simulation->item_words->count; word++)
        close_game(&simulation->item_sum[word]);
    simulation->seconds = flip_seconds_now() - simulation->progress.started;
    flip_progress_close(&simulation->progress);
    return status;
}

void flip_simulation_close(struct flip_simulation *simulation)
{
    for (int seat = 0; seat < FLIP_MAX_SEATS; seat++)
        flip_tally_free(&simulation->tally[seat]);
    flip_tally_free(&simulation->length);
    flip_item_words_close(simulation->item_words);
    free(simulation->item_sum);
    free(simulation->game);
    flip_words_close(&simulation->words);
    flip_setup_close(&simulation->setup);
}
