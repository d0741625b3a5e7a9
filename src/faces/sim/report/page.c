/*
 * The page of a study. It needs nothing beside itself: no script, no font, no picture from elsewhere. The pictures are
 * those of plot.c, on white paper in the dark theme too, since their colours are chosen for it; tables scroll sideways
 * on a phone.
 */
#include "faces/sim/report/report.h"

#include <inttypes.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fbf8f0;--ink:#22211e;--line:#d9d2c0;--bar:#3b6ea5}"
    "@media(prefers-color-scheme:dark){:root{--paper:#1d1c1a;--ink:#e8e4da;--line:#4a463d;--bar:#8ab4f8}}"
    "body{background:var(--paper);color:var(--ink);font:16px/1.5 Georgia,serif;max-width:52rem;margin:0 "
    "auto;padding:1rem}"
    "table{border-collapse:collapse}th,td{white-space:nowrap;padding:.2rem .7rem;text-align:right;border-bottom:1px "
    "solid var(--line)}"
    "th:first-child,td:first-child{text-align:left}figure,.wide{margin:1rem 0;overflow-x:auto}"
    "figure svg{width:100%;height:auto;background:#fff;border-radius:6px}code{overflow-wrap:anywhere}"
    "svg.rows{max-width:100%;height:auto;font:13px sans-serif;fill:currentColor}h3{margin-bottom:.3rem}"
    ".bar{display:inline-block;height:.7em;background:var(--bar)}";

static struct flip_tally all_seats(const struct flip_simulation *simulation)
{
    struct flip_tally tally = {0};
    for (int seat = 0; seat < simulation->setup.seats; seat++)
        flip_tally_merge(&tally, &simulation->tally[seat]);
    return tally;
}

/* --- scores ------------------------------------------------------------------------------------------------------------- */

static const char *counted(const struct flip_simulation *simulation)
{
    return simulation->setup.seats > 1 ? "seats" : "games";
}

static void write_score_row(FILE *out, const struct flip_study_run *run, const struct flip_tally *tally)
{
    const struct flip_simulation *simulation = &run->simulation;
    const struct flip_interval interval = flip_moments_interval(&simulation->game_mean);
    fprintf(out,
            "<tr><td>%s<td>%" PRIu64 "<td>%.2f<td>%.2f … %.2f<td>%" PRId64 "<td>%" PRId64 "<td>%" PRId64
            "<td>%.1f</tr>",
            run->title, simulation->done, flip_to_print(simulation->game_mean.mean, 2), flip_to_print(interval.low, 2),
            flip_to_print(interval.high, 2), flip_tally_quantile(tally, 0.05), flip_tally_quantile(tally, 0.5),
            flip_tally_quantile(tally, 0.95), (double)simulation->steps / (double)simulation->done);
}

static void write_scores(FILE *out, const struct flip_study *study)
{
    struct flip_tally tallies[FLIP_STUDY_RUNS];
    struct flip_plot_panel panels[FLIP_STUDY_RUNS];
    fputs("<h2>Scores by level</h2><div class=\"wide\"><table><tr><th>player<th>games<th>mean<th>95 % interval<th>5 %"
          "<th>middle<th>95 %<th>decisions per game</tr>",
          out);
    for (int i = 0; i < study->count; i++) {
        tallies[i] = all_seats(&study->run[i]->simulation);
        panels[i] = (struct flip_plot_panel){study->run[i]->title, &tallies[i]};
        write_score_row(out, study->run[i], &tallies[i]);
    }
    fputs("</table></div><figure>", out);
    const struct flip_plot plot = {.title = "Scores",
                                   .caption = "all seats",
                                   .axis = "score",
                                   .of = counted(&study->run[0]->simulation),
                                   .panels = panels,
                                   .panel_count = study->count};
    flip_plot_write(out, &plot);
    fputs("</figure>", out);
    for (int i = 0; i < study->count; i++)
        flip_tally_free(&tallies[i]);
}

/* Of a game in which only winning counts. */
static void write_games(FILE *out, const struct flip_study *study)
{
    fputs("<h2>Games by level</h2><div class=\"wide\"><table><tr><th>player<th>games<th>somebody wins<th>decisions per "
          "game</tr>",
          out);
    for (int i = 0; i < study->count; i++) {
        const struct flip_simulation *simulation = &study->run[i]->simulation;
        const double games = (double)simulation->done;
        fprintf(out, "<tr><td>%s<td>%" PRIu64 "<td>%.1f %%<td>%.1f</tr>", study->run[i]->title, simulation->done,
                100 * (games - (double)simulation->unwon) / games, (double)simulation->steps / games);
    }
    fputs("</table></div>", out);
}

/* --- length -------------------------------------------------------------------------------------------------------------- */

static void write_length(FILE *out, const struct flip_study *study)
{
    struct flip_plot_panel panels[FLIP_STUDY_RUNS];
    for (int i = 0; i < study->count; i++)
        panels[i] = (struct flip_plot_panel){study->run[i]->title, &study->run[i]->simulation.length};
    const struct flip_plot plot = {.title = "Length of games",
                                   .caption = "decisions of all seats together",
                                   .axis = "decisions",
                                   .panels = panels,
                                   .panel_count = study->count};
    fputs("<h2>How long games last</h2><figure>", out);
    flip_plot_write(out, &plot);
    fputs("</figure>", out);
}

/* --- seats -------------------------------------------------------------------------------------------------------------- */

static void write_share(FILE *out, double hits, double count)
{
    const struct flip_interval interval = flip_wilson(hits, count);
    fprintf(out,
            "<td>%.1f %%<td>%.1f … %.1f %%<td style=\"text-align:left\"><span class=\"bar\" "
            "style=\"width:%.1frem\"></span>",
            100 * hits / count, 100 * interval.low, 100 * interval.high, 8 * hits / count);
}

static void write_seats(FILE *out, const struct flip_study *study)
{
    fputs("<h2>Does it matter where you sit?</h2><p>Share of the wins; a shared win is divided.</p><div class=\"wide\">"
          "<table><tr><th>player<th>seat<th>wins<th>95 % interval<th></tr>",
          out);
    for (int i = 0; i < study->count; i++) {
        const struct flip_simulation *simulation = &study->run[i]->simulation;
        for (int seat = 0; seat < simulation->setup.seats; seat++) {
            fprintf(out, "<tr><td>%s<td>%d", study->run[i]->title, seat + 1);
            write_share(out, (double)simulation->wins[seat] / FLIP_WIN, (double)simulation->done);
            fputs("</tr>", out);
        }
        if (simulation->unwon > 0) {
            fprintf(out, "<tr><td>%s<td>nobody", study->run[i]->title);
            write_share(out, (double)simulation->unwon, (double)simulation->done);
            fputs("</tr>", out);
        }
    }
    fputs("</table></div>", out);
}

/* --- parts of the score --------------------------------------------------------------------------------------------------- */

static double part_mean(const struct flip_simulation *simulation, const char *name, const char *word)
{
    for (int c = 0; c < simulation->column_count; c++) {
        const struct flip_sim_column *column = &simulation->column[c];
        const char *own = column->word == FLIP_NO_WORD ? "" : simulation->words.word[column->word];
        if (strcmp(simulation->words.word[column->name], name) != 0 || strcmp(own, word) != 0)
            continue;
        double sum = 0;
        for (int seat = 0; seat < simulation->setup.seats; seat++)
            sum += (double)column->sum[seat];
        return sum / FLIP_PART_SCALE / (double)simulation->done / simulation->setup.seats;
    }
    return 0;
}

/* The parts of the run with the strongest player, and what the others have of them. */
static void write_parts(FILE *out, const struct flip_study *study)
{
    const struct flip_simulation *last = &study->run[study->count - 1]->simulation;
    if (last->column_count == 0)
        return;
    fprintf(out,
            "<h2>%s</h2><p>Mean per seat of each part of the %s; of a word, how often it applies.</p>"
            "<div class=\"wide\"><table><tr><th>part",
            last->setup.game->no_points ? "What games end with" : "Where the points come from",
            last->setup.game->no_points ? "result" : "score");
    for (int i = 0; i < study->count; i++)
        fprintf(out, "<th>%s", study->run[i]->title);
    fputs("</tr>", out);
    for (int c = 0; c < last->column_count; c++) {
        const char *name = last->words.word[last->column[c].name];
        const char *word = last->column[c].word == FLIP_NO_WORD ? "" : last->words.word[last->column[c].word];
        fputs("<tr><td>", out);
        flip_put_escaped(out, name);
        if (*word) {
            fputs(": ", out);
            flip_put_escaped(out, word);
        }
        for (int i = 0; i < study->count; i++)
            fprintf(out, "<td>%.3f", flip_to_print(part_mean(&study->run[i]->simulation, name, word), 3));
        fputs("</tr>", out);
    }
    fputs("</table></div>", out);
}

/* --- what if -------------------------------------------------------------------------------------------------------------- */

/* Compares two runs with the same seeds game by game, which shows differences much sooner. */
struct pairs {
    const struct flip_simulation *base, *changed;
    uint64_t count;
};

static double score_of(const struct flip_sim_game *game, int seat)
{
    (void)seat;
    return (double)game->score;
}

static double steps_of(const struct flip_sim_game *game, int seat)
{
    (void)seat;
    return (double)game->steps;
}

static double unwon(const struct flip_sim_game *game, int seat)
{
    (void)seat;
    return game->winners ? 0 : 100;
}

static double win_of(const struct flip_sim_game *game, int seat)
{
    return game->winners >> seat & 1 ? 100.0 / __builtin_popcount(game->winners) : 0;
}

static void write_difference(FILE *out, const struct pairs *pairs, const char *what,
                             double (*measure)(const struct flip_sim_game *game, int seat), int seat)
{
    struct flip_moments before = {0}, after = {0}, change = {0};
    for (uint64_t i = 0; i < pairs->count; i++) {
        const double a = measure(&pairs->base->game[i], seat), b = measure(&pairs->changed->game[i], seat);
        flip_moments_add(&before, a);
        flip_moments_add(&after, b);
        flip_moments_add(&change, b - a);
    }
    const struct flip_interval interval = flip_moments_interval(&change);
    fprintf(out, "<tr><td>%s<td>%.3f<td>%.3f<td>%+.3f<td>%+.3f … %+.3f</tr>", what, flip_to_print(before.mean, 3),
            flip_to_print(after.mean, 3), flip_to_print(change.mean, 3), flip_to_print(interval.low, 3),
            flip_to_print(interval.high, 3));
}

static void plot_both(FILE *out, const struct pairs *pairs, const char *title)
{
    struct flip_tally tallies[2] = {all_seats(pairs->base), all_seats(pairs->changed)};
    const struct flip_plot_panel panels[] = {{"as it is", &tallies[0]}, {title, &tallies[1]}};
    const struct flip_plot plot = {.title = "Scores",
                                   .caption = "with both editions",
                                   .axis = "score",
                                   .of = counted(pairs->base),
                                   .panels = panels,
                                   .panel_count = 2};
    fputs("<figure>", out);
    flip_plot_write(out, &plot);
    fputs("</figure>", out);
    flip_tally_free(&tallies[0]);
    flip_tally_free(&tallies[1]);
}

static void write_what_if(FILE *out, const struct flip_study *study, const struct flip_study_run *run)
{
    struct pairs pairs = {.base = &study->base->simulation, .changed = &run->simulation};
    const bool points = !pairs.base->setup.game->no_points;
    pairs.count = pairs.base->done < pairs.changed->done ? pairs.base->done : pairs.changed->done;
    fputs("<h2>What if <code>", out);
    flip_put_escaped(out, run->title);
    fprintf(out,
            "</code>?</h2><p>%s, %" PRIu64 " games with the same seeds in both editions, compared game by game.</p>"
            "<div class=\"wide\"><table><tr><th><th>as it is<th>changed<th>difference<th>95 %% interval</tr>",
            study->base->title, pairs.count);
    if (points)
        write_difference(out, &pairs, "mean score", score_of, 0);
    for (int seat = 0; pairs.base->setup.seats > 1 && seat < pairs.base->setup.seats; seat++) {
        char what[40];
        snprintf(what, sizeof what, "wins of seat %d, %%", seat + 1);
        write_difference(out, &pairs, what, win_of, seat);
    }
    if (pairs.base->unwon + pairs.changed->unwon > 0)
        write_difference(out, &pairs, "nobody wins, %", unwon, 0);
    write_difference(out, &pairs, "decisions per game", steps_of, 0);
    fputs("</table></div>", out);
    if (points)
        plot_both(out, &pairs, run->title);
}

/* --- other options ---------------------------------------------------------------------------------------------------------- */

static void write_varied(FILE *out, const struct flip_study *study)
{
    const bool points = !study->base->simulation.setup.game->no_points;
    fprintf(out,
            "<h2>What the options do</h2><p>%s with other options; a shared win is divided.</p><div "
            "class=\"wide\"><table><tr><th>option<th>seats<th>games%s<th>wins by seat<th>nobody wins<th>decisions</tr>",
            study->base->title, points ? "<th>mean score<th>95 % interval" : "");
    for (int i = 0; i < study->varied_count; i++) {
        const struct flip_simulation *simulation = &study->varied[i]->simulation;
        const struct flip_interval interval = flip_moments_interval(&simulation->game_mean);
        fputs("<tr><td>", out);
        flip_put_escaped(out, study->varied[i]->title);
        fprintf(out, "<td>%d<td>%" PRIu64, simulation->setup.seats, simulation->done);
        if (points)
            fprintf(out, "<td>%.2f<td>%.2f … %.2f", flip_to_print(simulation->game_mean.mean, 2),
                    flip_to_print(interval.low, 2), flip_to_print(interval.high, 2));
        fputs("<td>", out);
        for (int seat = 0; seat < simulation->setup.seats; seat++) {
            const double wins = (double)simulation->wins[seat] / FLIP_WIN, games = (double)simulation->done;
            const struct flip_interval range = flip_wilson(wins, games);
            fprintf(out, "%s%.0f %% (%.0f … %.0f)", seat > 0 ? ", " : "", 100 * wins / games, 100 * range.low,
                    100 * range.high);
        }
        fprintf(out, "<td>%.0f %%<td>%.1f</tr>", 100 * (double)simulation->unwon / (double)simulation->done,
                (double)simulation->steps / (double)simulation->done);
    }
    fputs("</table></div>", out);
}

void flip_study_write(FILE *out, const struct flip_study *study)
{
    const struct flip_setup *setup = &study->run[0]->simulation.setup;
    fprintf(out,
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
            "content=\"width=device-width\"><title>%s: a balance study</title><style>%s</style><body><h1>%s</h1>"
            "<p>A balance study: bots of several levels, %d %s, every seat with the same player. The same command "
            "gives the "
            "same page: <code>",
            setup->game->title, style, setup->game->title, setup->seats, setup->seats == 1 ? "seat" : "seats");
    flip_put_escaped(out, study->command);
    fputs("</code></p>", out);
    if (setup->game->no_points)
        write_games(out, study);
    else
        write_scores(out, study);
    if (setup->seats > 1)
        write_seats(out, study);
    write_length(out, study);
    write_parts(out, study);
    if (study->base->simulation.items) { /* else it was left out by an interruption */
        flip_study_rules(out, study);
        flip_study_wins(out, study);
    }
    if (study->varied_count > 0)
        write_varied(out, study);
    for (int i = 0; i < study->changed_count && study->base->simulation.paired; i++)
        write_what_if(out, study, study->changed[i]);
    if (study->changed_count > 0 && study->base->simulation.items)
        flip_study_compare(out, study);
    fputs("</body></html>\n", out);
}
