/*
 * The page of a study. It needs nothing beside itself: no script, no font, no picture from elsewhere. The pictures are those of plot.c,
 * on white paper in the dark theme too, since their colours are chosen for it; tables scroll sideways on a phone.
 */
#include "sim/study.h"

#include "sim/plot.h"

#include <inttypes.h>
#include <math.h>
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

static void write_scores(FILE *out, const struct flip_study *study)
{
    struct flip_tally tallies[FLIP_STUDY_RUNS];
    struct flip_plot_panel panels[FLIP_STUDY_RUNS];
    fputs("<h2>Scores by level</h2><div class=\"wide\"><table><tr><th>player<th>games<th>mean<th>95 % interval<th>5 %"
          "<th>middle<th>95 %<th>decisions per game</tr>",
          out);
    for (int i = 0; i < study->count; i++) {
        const struct flip_simulation *simulation = &study->run[i]->simulation;
        tallies[i] = all_seats(simulation);
        panels[i] = (struct flip_plot_panel){study->run[i]->title, &tallies[i]};
        const struct flip_moments moments = flip_tally_moments(&tallies[i]);
        const struct flip_interval interval = flip_moments_interval(&moments);
        fprintf(out,
                "<tr><td>%s<td>%" PRIu64 "<td>%.2f<td>%.2f … %.2f<td>%" PRId64 "<td>%" PRId64 "<td>%" PRId64
                "<td>%.1f</tr>",
                study->run[i]->title, simulation->done, moments.mean, interval.low, interval.high,
                flip_tally_quantile(&tallies[i], 0.05), flip_tally_quantile(&tallies[i], 0.5),
                flip_tally_quantile(&tallies[i], 0.95), (double)simulation->steps / (double)simulation->done);
    }
    fputs("</table></div><figure>", out);
    const struct flip_plot plot = {
        .title = "Scores", .caption = "all seats", .axis = "score", .panels = panels, .panel_count = study->count};
    flip_plot_write(out, &plot);
    fputs("</figure>", out);
    for (int i = 0; i < study->count; i++)
        flip_tally_free(&tallies[i]);
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
    fputs("<h2>Where the points come from</h2><p>Mean per seat of each part of the score; of a word, how often it "
          "applies.</p>"
          "<div class=\"wide\"><table><tr><th>part",
          out);
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
            fprintf(out, "<td>%.3f", part_mean(&study->run[i]->simulation, name, word));
        fputs("</tr>", out);
    }
    fputs("</table></div>", out);
}

/* --- what if -------------------------------------------------------------------------------------------------------------- */

static void write_difference(FILE *out, const char *what, double before, double after, double error)
{
    fprintf(out, "<tr><td>%s<td>%.3f<td>%.3f<td>%+.3f<td>%+.3f … %+.3f</tr>", what, before, after, after - before,
            after - before - FLIP_Z95 * error, after - before + FLIP_Z95 * error);
}

static void write_what_if(FILE *out, const struct flip_study *study)
{
    const struct flip_simulation *base = &study->base->simulation, *changed = &study->changed->simulation;
    struct flip_tally tallies[2] = {all_seats(base), all_seats(changed)};
    const struct flip_moments before = flip_tally_moments(&tallies[0]), after = flip_tally_moments(&tallies[1]);
    fputs("<h2>What if <code>", out);
    flip_put_escaped(out, study->what_if);
    fprintf(out,
            "</code>?</h2><p>%s, the same seeds with both editions; the interval takes the games for independent.</p>"
            "<div class=\"wide\"><table><tr><th><th>as it is<th>changed<th>difference<th>95 %% interval</tr>",
            study->base->title);
    write_difference(out, "mean score", before.mean, after.mean,
                     hypot(flip_moments_error(&before), flip_moments_error(&after)));
    for (int seat = 0; base->setup.seats > 1 && seat < base->setup.seats; seat++) {
        char what[40];
        snprintf(what, sizeof what, "wins of seat %d, %%", seat + 1);
        const double a = (double)base->wins[seat] / FLIP_WIN / (double)base->done;
        const double b = (double)changed->wins[seat] / FLIP_WIN / (double)changed->done;
        write_difference(out, what, 100 * a, 100 * b,
                         100 * sqrt(a * (1 - a) / (double)base->done + b * (1 - b) / (double)changed->done));
    }
    fputs("</table></div><figure>", out);
    const struct flip_plot_panel panels[] = {{"as it is", &tallies[0]}, {study->what_if, &tallies[1]}};
    const struct flip_plot plot = {
        .title = "Scores", .caption = "with both editions", .axis = "score", .panels = panels, .panel_count = 2};
    flip_plot_write(out, &plot);
    fputs("</figure>", out);
    flip_tally_free(&tallies[0]);
    flip_tally_free(&tallies[1]);
}

/* --- other options ---------------------------------------------------------------------------------------------------------- */

static void write_varied(FILE *out, const struct flip_study *study)
{
    fprintf(
        out,
        "<h2>What the options do</h2><p>%s with other options; a shared win is divided.</p><div "
        "class=\"wide\"><table><tr>"
        "<th>option<th>seats<th>games<th>mean score<th>95 %% interval<th>wins by seat<th>nobody wins<th>decisions</tr>",
        study->base->title);
    for (int i = 0; i < study->varied_count; i++) {
        const struct flip_simulation *simulation = &study->varied[i]->simulation;
        struct flip_tally tally = all_seats(simulation);
        const struct flip_moments moments = flip_tally_moments(&tally);
        const struct flip_interval interval = flip_moments_interval(&moments);
        fputs("<tr><td>", out);
        flip_put_escaped(out, study->varied[i]->title);
        fprintf(out, "<td>%d<td>%" PRIu64 "<td>%.2f<td>%.2f … %.2f<td>", simulation->setup.seats, simulation->done,
                moments.mean, interval.low, interval.high);
        for (int seat = 0; seat < simulation->setup.seats; seat++) {
            const double wins = (double)simulation->wins[seat] / FLIP_WIN, games = (double)simulation->done;
            const struct flip_interval range = flip_wilson(wins, games);
            fprintf(out, "%s%.0f %% (%.0f … %.0f)", seat > 0 ? ", " : "", 100 * wins / games, 100 * range.low,
                    100 * range.high);
        }
        fprintf(out, "<td>%.0f %%<td>%.1f</tr>", 100 * (double)simulation->unwon / (double)simulation->done,
                (double)simulation->steps / (double)simulation->done);
        flip_tally_free(&tally);
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
    if (study->changed)
        write_what_if(out, study);
    fputs("</body></html>\n", out);
}
