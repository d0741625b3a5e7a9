/*
 * Prints a simulation: one line per seat for scores, wins and parts, then a histogram per kind of player. Seats with
 * the same player share a histogram: the table already shows how they differ.
 */
#include "faces/sim/simulate/simulation.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { HISTOGRAM_LINES = 24, GROUP_TITLE = 400, PLAYER_COLUMNS = 24 };

/* Seats with the same player. */
struct group {
    char title[GROUP_TITLE];
    struct flip_tally tally;
};

static int gather_groups(const struct flip_simulation *simulation, struct group *groups)
{
    const int seats = simulation->setup.seats;
    flip_set used = 0;
    int count = 0;
    for (int seat = 0; seat < seats; seat++) {
        if (flip_set_has(used, seat))
            continue;
        struct group *group = &groups[count++];
        *group = (struct group){0};
        struct flip_text title = flip_text_in(group->title, sizeof group->title);
        flip_set members = 0;
        for (int other = seat; other < seats; other++) {
            if (strcmp(simulation->players[other].text, simulation->players[seat].text) == 0) {
                members |= FLIP_BIT(other);
                flip_tally_merge(&group->tally, &simulation->tally[other]);
            }
        }
        used |= members;
        flip_text_add(&title, "%s", simulation->players[seat].text);
        if (seats > 1)
            flip_text_add(&title, flip_set_count(members) > 1 ? ", seats" : ", seat");
        for (int k = 0; seats > 1 && members != 0; k++, members = flip_set_rest(members))
            flip_text_add(&title, "%s %d", k > 0 ? "," : "", flip_set_first(members) + 1);
    }
    return count;
}

static void free_groups(struct group *groups, int count)
{
    for (int i = 0; i < count; i++)
        flip_tally_free(&groups[i].tally);
}

static void print_scores(FILE *out, const struct flip_simulation *simulation)
{
    static const double quantiles[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
    static const size_t quantile_count = sizeof quantiles / sizeof *quantiles;
    fprintf(out, "%4s  %-*s %8s %8s %7s %5s %5s %5s %5s %5s %5s %5s\n", "seat", PLAYER_COLUMNS, "player", "mean",
            "error", "sd", "min", "5%", "25%", "50%", "75%", "95%", "max");
    for (int seat = 0; seat < simulation->setup.seats; seat++) {
        const struct flip_tally *tally = &simulation->tally[seat];
        const struct flip_moments moments = flip_tally_moments(tally);
        fprintf(out, "%4d  %-*.*s %8.3f %8.3f %7.3f", seat + 1, PLAYER_COLUMNS, PLAYER_COLUMNS,
                simulation->players[seat].text, moments.mean, flip_moments_error(&moments), flip_moments_sd(&moments));
        for (size_t i = 0; i < quantile_count; i++)
            fprintf(out, " %5" PRId64, flip_tally_quantile(tally, quantiles[i]));
        fputc('\n', out);
    }
}

static void print_share(FILE *out, double hits, double count)
{
    const struct flip_interval interval = flip_wilson(hits, count);
    fprintf(out, "%8.2f %%   (%.2f .. %.2f %%)\n", 100 * hits / count, 100 * interval.low, 100 * interval.high);
}

static void print_shares(FILE *out, const struct flip_simulation *simulation)
{
    const double games = (double)simulation->done;
    const int seats = simulation->setup.seats;
    if (seats > 1 || simulation->unwon > 0) { /* a single seat can lose, too, against an automatic opponent */
        fprintf(out, "\nShare of the wins, a shared win divided (95 %% interval)\n");
        for (int seat = 0; seat < seats; seat++) {
            fprintf(out, "%4d  %-*.*s", seat + 1, PLAYER_COLUMNS, PLAYER_COLUMNS, simulation->players[seat].text);
            print_share(out, (double)simulation->wins[seat] / FLIP_WIN, games);
        }
        if (simulation->unwon > 0) {
            fprintf(out, "%4s  %-*s", "", PLAYER_COLUMNS, "nobody");
            print_share(out, (double)simulation->unwon, games);
        }
    }
    for (int i = 0; i < simulation->mark_count; i++) {
        fprintf(out, "\nShare of games with %" PRId64 " points or more (95 %% interval)\n", simulation->marks[i]);
        for (int seat = 0; seat < seats; seat++) {
            fprintf(out, "%4d  %-*.*s", seat + 1, PLAYER_COLUMNS, PLAYER_COLUMNS, simulation->players[seat].text);
            print_share(out, (double)flip_tally_at_least(&simulation->tally[seat], simulation->marks[i]), games);
        }
    }
}

static void column_title(const struct flip_simulation *simulation, const struct flip_sim_column *column, char *out,
                         size_t size)
{
    struct flip_text text = flip_text_in(out, size);
    flip_text_add(&text, "%s", simulation->words.word[column->name]);
    if (column->word != FLIP_NO_WORD)
        flip_text_add(&text, "=%s", simulation->words.word[column->word]);
}

static void print_parts(FILE *out, const struct flip_simulation *simulation)
{
    if (simulation->column_count == 0)
        return;
    fprintf(out, "\nMean of each part of the score (of a word: its share)\n");
    fprintf(out, "%-*s", PLAYER_COLUMNS, "part");
    for (int seat = 0; seat < simulation->setup.seats; seat++)
        fprintf(out, "  %6s %d", "seat", seat + 1);
    fputc('\n', out);
    for (int c = 0; c < simulation->column_count; c++) {
        char title[2 * FLIP_WORD_SIZE + 2];
        column_title(simulation, &simulation->column[c], title, sizeof title);
        fprintf(out, "%-*s", PLAYER_COLUMNS, title);
        for (int seat = 0; seat < simulation->setup.seats; seat++)
            fprintf(out, " %9.3f",
                    (double)simulation->column[c].sum[seat] / FLIP_PART_SCALE / (double)simulation->done);
        fputc('\n', out);
    }
}

/* "Royal Flip, 1000 games in 2.3 s" */
static void summary(const struct flip_simulation *simulation, char *out, size_t size)
{
    char games[32], rate[32];
    struct flip_text text = flip_text_in(out, size);
    flip_text_add(&text, "%s games, seed %" PRIu64 ", %.1f steps a game; %.1f s, %s games/s",
                  flip_number_text(simulation->done, games), simulation->seed,
                  (double)simulation->steps / (double)simulation->done, simulation->seconds,
                  flip_number_text((uint64_t)((double)simulation->done / fmax(simulation->seconds, 1e-9)), rate));
}

void flip_simulation_print(FILE *out, const struct flip_simulation *simulation)
{
    char line[200], games[32];
    if (simulation->done < simulation->games)
        fprintf(out, "Interrupted: these are the first %" PRIu64 " of %s games.\n", simulation->done,
                flip_number_text(simulation->games, games));
    if (simulation->done == 0)
        return;
    summary(simulation, line, sizeof line);
    fprintf(out, "%s: %s\n\n", simulation->setup.game->title, line);
    print_scores(out, simulation);
    print_shares(out, simulation);
    print_parts(out, simulation);
    if (simulation->faults > 0)
        fprintf(out, "\nPrograms gave %" PRIu64 " wrong or late answers; a level-1 move stood in for each.\n",
                simulation->faults);
    struct group groups[FLIP_MAX_SEATS];
    const int count = gather_groups(simulation, groups);
    for (int i = 0; i < count; i++) {
        const struct flip_tally *tally = &groups[i].tally;
        struct flip_bins bins;
        fprintf(out, "\nScores of %s\n", groups[i].title);
        flip_bins_range(&bins, tally->min, tally->max, HISTOGRAM_LINES);
        flip_bins_fill(&bins, tally);
        flip_bins_print(out, &bins, flip_columns(out), flip_unicode());
    }
    free_groups(groups, count);
}

int flip_simulation_plot(const char *path, const struct flip_simulation *simulation, struct flip_error *error)
{
    struct group groups[FLIP_MAX_SEATS];
    struct flip_plot_panel panels[FLIP_MAX_SEATS];
    const int count = gather_groups(simulation, groups);
    for (int i = 0; i < count; i++)
        panels[i] = (struct flip_plot_panel){groups[i].title, &groups[i].tally};
    char title[160], caption[160], games[32];
    snprintf(title, sizeof title, "%s: scores", simulation->setup.game->title);
    snprintf(caption, sizeof caption, "%s games, seed %" PRIu64, flip_number_text(simulation->done, games),
             simulation->seed);
    const struct flip_plot plot = {
        .title = title,
        .caption = caption,
        .axis = "score",
        .of = count < simulation->setup.seats ? "seats" : "games",
        .panels = panels,
        .panel_count = count,
        .marks = simulation->marks,
        .mark_count = simulation->mark_count,
    };
    const int status = flip_plot_save(path, &plot, error);
    free_groups(groups, count);
    return status;
}
