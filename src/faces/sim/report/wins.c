/*
 * The part of a study about what wins: how often each kind of move was made, and how the seats fared that had what
 * moves and final views name. It shows correlation, not causes: a strong player may buy what winners buy.
 */
#include "faces/sim/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GROUPS = 64,
    SHOWN = 14,      /* rows of a plot */
    MOST_ITEMS = 80, /* a group with more names is a list of places or numbers */
    ROW = 22,
    LETTER = 7, /* about so wide */
    PLOT = 300,
    FIGURES = 60, /* at the right edge */
};

static const double too_common = 0.98, too_rare = 0.02;
/* A group is drawn when one of its names is farther from the line than its interval reaches. */
static const double stands_out = 1.0;

/* One name with the results of the seats that had it, in percent of wins or in points. */
struct effect {
    const char *text; /* "buy item: work_horse" */
    const char *name;
    double value, low, high;
    double share;         /* of the seats that had it */
    double lead, lead_by; /* points more than seats without it, and half its interval */
};

struct group {
    char name[FLIP_ITEM_WORD];
    int count;
    double strength; /* how far the farthest effect is from the line, in halves of its interval */
    struct effect effect[MOST_ITEMS + 1];
};

/* Everything about all seats. */
struct whole {
    double games, seats, wins;
    double sum, squares; /* of the scores of all seats of a game */
    int at_table;        /* seats of a game */
    bool by_wins;        /* wins, for several seats or a game without points */
    bool points;
};

static struct whole whole_of(const struct flip_simulation *simulation)
{
    const int seats = simulation->setup.seats;
    struct whole whole = {.games = (double)simulation->done,
                          .seats = (double)simulation->done * seats,
                          .sum = simulation->game_sum,
                          .squares = simulation->game_squares,
                          .at_table = seats,
                          .by_wins = seats > 1 || simulation->setup.game->no_points,
                          .points = !simulation->setup.game->no_points};
    for (int seat = 0; seat < seats; seat++)
        whole.wins += (double)simulation->wins[seat] / FLIP_WIN;
    return whole;
}

/*
 * The standard error of a mean over seats, and of the difference between seats with the item and without it, taken over
 * games (the ratio estimator, linearised). With n of a game's seats having it, y their scores and Y those of all, a
 * game adds
 *     z = (y - r n) / N - ((Y - y) - q (s - n)) / M,
 * where r and q are the means with and without, N and M the numbers of these seats, s the seats of a game; the variance
 * is the sum of z².
 */
static double over_games(const struct whole *whole, double variance)
{
    return sqrt(fmax(0, variance) * whole->games / fmax(1, whole->games - 1));
}

static double lead_error(const struct whole *whole, const struct flip_item_sum *sum)
{
    const double with = (double)sum->seats, without = whole->seats - with, y = (double)sum->score;
    const double r = y / with, q = (whole->sum - y) / without, c = q * whole->at_table;
    const double own = sum->yy - 2 * r * sum->ny + r * r * sum->nn;
    const double others = whole->squares + sum->yy + c * c * whole->games + q * q * sum->nn - 2 * sum->y_all -
                          2 * c * whole->sum + 2 * q * sum->n_all + 2 * c * y - 2 * q * sum->ny - 2 * c * q * with;
    const double both =
        sum->y_all - sum->yy - c * y + q * sum->ny - r * sum->n_all + r * sum->ny + r * c * with - r * q * sum->nn;
    return over_games(whole, own / (with * with) + others / (without * without) - 2 * both / (with * without));
}

/* Wilson's interval for as many independent seats as would spread like these. */
static struct flip_interval win_interval(const struct whole *whole, const struct flip_item_sum *sum)
{
    const double with = (double)sum->seats, wins = (double)sum->wins / FLIP_WIN, p = wins / with;
    const double error = over_games(whole, (sum->ww - 2 * p * sum->nw + p * p * sum->nn) / (with * with));
    const double seats = p > 0 && p < 1 && error > 0 ? p * (1 - p) / (error * error) : with;
    return flip_wilson(p * seats, seats);
}

static void measure(const struct whole *whole, const struct flip_item_sum *sum, struct effect *out)
{
    const double with = (double)sum->seats, without = whole->seats - with, score = (double)sum->score;
    out->share = with / whole->seats;
    out->lead = score / with - (whole->sum - score) / without;
    out->lead_by = flip_t95((uint64_t)whole->games - 1) * lead_error(whole, sum);
    out->value = out->lead;
    out->low = out->lead - out->lead_by;
    out->high = out->lead + out->lead_by;
    if (whole->by_wins) {
        const struct flip_interval interval = win_interval(whole, sum);
        out->value = 100 * (double)sum->wins / FLIP_WIN / with;
        out->low = 100 * interval.low;
        out->high = 100 * interval.high;
    }
}

static int by_value(const void *a, const void *b)
{
    const double left = ((const struct effect *)a)->value, right = ((const struct effect *)b)->value;
    return left < right   ? 1
           : left > right ? -1
                          : strcmp(((const struct effect *)a)->name, ((const struct effect *)b)->name);
}

/* Skips what nearly all or nearly no seats had. */
static bool tells(const struct whole *whole, const struct flip_item_sum *sum)
{
    const double share = (double)sum->seats / whole->seats;
    return share >= too_rare && share <= too_common && sum->seats >= 10;
}

static int gather(const struct flip_simulation *simulation, const struct whole *whole, struct group *groups)
{
    int count = 0;
    for (int word = 0; word < simulation->item_words->count; word++) {
        const char *text = simulation->item_words->word[word], *colon = strstr(text, ": ");
        if (!colon || !tells(whole, &simulation->item_sum[word]))
            continue;
        const size_t length = (size_t)(colon - text);
        int g = 0;
        while (g < count && (strlen(groups[g].name) != length || memcmp(groups[g].name, text, length) != 0))
            g++;
        if (g == GROUPS)
            continue;
        if (g == count) {
            groups[count] = (struct group){0};
            memcpy(groups[count++].name, text, length);
        }
        if (groups[g].count > MOST_ITEMS)
            continue;
        struct effect *effect = &groups[g].effect[groups[g].count++];
        effect->text = text;
        effect->name = colon + 2;
        measure(whole, &simulation->item_sum[word], effect);
    }
    return count;
}

/* Makes words of programs readable: "work_horse". */
static void put_words(FILE *out, const char *text)
{
    char plain[FLIP_ITEM_WORD];
    snprintf(plain, sizeof plain, "%s", text);
    for (char *at = plain; *at; at++)
        if (*at == '_')
            *at = ' ';
    flip_put_escaped(out, plain);
}

/* --- a plot of intervals --------------------------------------------------------------------------------------------------------- */

struct scale {
    double low, high, middle; /* the values at the edges, and at the line of no difference */
    int label;                /* the width of the names */
};

static double place(const struct scale *scale, double value)
{
    const double inside = fmin(fmax(value, scale->low), scale->high);
    return scale->label + (inside - scale->low) / (scale->high - scale->low) * PLOT;
}

static void write_row(FILE *out, const struct scale *scale, const struct whole *whole, const struct effect *effect,
                      int row)
{
    const double y = 14 + ROW * row;
    fprintf(out, "<g><title>");
    put_words(out, effect->name);
    fprintf(out, ": %.1f%s (%.1f … %.1f); %.0f %% of the seats had it", effect->value,
            whole->by_wins ? " %" : " points", effect->low, effect->high, 100 * effect->share);
    if (whole->by_wins && whole->points)
        fprintf(out, "; %+.1f ± %.1f points", flip_to_print(effect->lead, 1), effect->lead_by);
    fprintf(out, "</title><text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">", scale->label - 10, y + 4);
    put_words(out, effect->name);
    fprintf(out,
            "</text><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"var(--bar)\" stroke-width=\"3\" "
            "stroke-linecap=\"round\" opacity=\".5\"/><circle cx=\"%.1f\" cy=\"%.0f\" r=\"4.5\" fill=\"var(--bar)\"/>"
            "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">%s%.1f</text></g>",
            place(scale, effect->low), place(scale, effect->high), y, y, place(scale, effect->value), y,
            scale->label + PLOT + FIGURES - 4, y + 4, !whole->by_wins && effect->value > 0 ? "+" : "", effect->value);
}

static double middle_of(const struct whole *whole) { return whole->by_wins ? 100 * whole->wins / whole->seats : 0; }

static void write_group(FILE *out, const struct whole *whole, struct group *group)
{
    const int shown = group->count < SHOWN ? group->count : SHOWN;
    const double middle = middle_of(whole);
    struct scale scale = {.low = middle, .high = middle, .middle = middle};
    /* The best and the worst. */
    memmove(&group->effect[shown - shown / 2], &group->effect[group->count - shown / 2],
            (size_t)(shown / 2) * sizeof *group->effect);
    for (int i = 0; i < shown; i++) {
        scale.low = fmin(scale.low, group->effect[i].low);
        scale.high = fmax(scale.high, group->effect[i].high);
        const int letters = (int)strlen(group->effect[i].name);
        scale.label = letters * LETTER + 20 > scale.label ? letters * LETTER + 20 : scale.label;
    }
    if (scale.high <= scale.low)
        return;
    const int height = 10 + ROW * shown, width = scale.label + PLOT + FIGURES;
    fputs("<h3>", out);
    put_words(out, group->name);
    fprintf(out, "</h3>");
    if (group->count > shown)
        fprintf(out, "<p>The best and the worst of %s%d.</p>", group->count > MOST_ITEMS ? "more than " : "",
                group->count > MOST_ITEMS ? MOST_ITEMS : group->count);
    fprintf(out, "<div class=\"wide\"><svg class=\"rows\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\"><title>",
            width, height, width);
    put_words(out, group->name);
    fprintf(out,
            "</title><line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\" stroke=\"currentColor\" stroke-dasharray=\"3 3\" "
            "opacity=\".6\"/>",
            place(&scale, scale.middle), place(&scale, scale.middle), height);
    for (int i = 0; i < shown; i++)
        write_row(out, &scale, whole, &group->effect[i], i);
    fputs("</svg></div>", out);
}

/* Skips items that only winners have, such as cards that lie there because the game ended. */
static bool is_trivial(const struct whole *whole, const struct group *group)
{
    for (int i = 0; i < group->count; i++)
        if (!whole->by_wins || (group->effect[i].value > 1 && group->effect[i].value < 99))
            return false;
    return true;
}

/* Does an earlier group have the same figures under other names, such as an id and a title? */
static bool is_told(const struct group *groups, int which)
{
    for (int g = 0; g < which; g++) {
        int i = 0;
        while (i < groups[which].count && groups[g].count == groups[which].count &&
               fabs(groups[g].effect[i].value - groups[which].effect[i].value) < 1e-9 &&
               fabs(groups[g].effect[i].share - groups[which].effect[i].share) < 1e-9)
            i++;
        if (i == groups[which].count)
            return true;
    }
    return false;
}

static void prepare(const struct whole *whole, struct group *group)
{
    const double middle = middle_of(whole);
    qsort(group->effect, (size_t)group->count, sizeof *group->effect, by_value);
    for (int i = 0; i < group->count; i++) {
        const struct effect *effect = &group->effect[i];
        const double reach = (effect->high - effect->low) / 2;
        if (reach > 0)
            group->strength = fmax(group->strength, fabs(effect->value - middle) / reach);
    }
    if (strcmp(group->name, "move") == 0)
        snprintf(group->name, sizeof group->name, "kind of move");
}

/* The strongest first. */
static int by_strength(const void *a, const void *b)
{
    const struct group *left = a, *right = b;
    return left->strength < right->strength   ? 1
           : left->strength > right->strength ? -1
                                              : strcmp(left->name, right->name);
}

static void write_the_rest(FILE *out, const struct group *groups, int count)
{
    int rest = 0;
    for (int i = 0; i < count; i++) {
        if (groups[i].strength >= stands_out)
            continue;
        fputs(rest++ == 0 ? "<p>Nothing stands out among: " : ", ", out);
        put_words(out, groups[i].name);
    }
    if (rest > 0)
        fputs(".</p>", out);
}

/* The groups of a run, the strongest first; to be freed. */
static struct group *groups_of(const struct flip_simulation *simulation, const struct whole *whole, int *count)
{
    struct group *groups = calloc(GROUPS, sizeof *groups);
    if (!groups)
        return NULL;
    *count = gather(simulation, whole, groups);
    for (int i = 0; i < *count; i++)
        prepare(whole, &groups[i]);
    qsort(groups, (size_t)*count, sizeof *groups, by_strength);
    return groups;
}

static bool is_shown(const struct whole *whole, const struct group *groups, int i)
{
    return groups[i].strength >= stands_out && !is_told(groups, i) && !is_trivial(whole, &groups[i]);
}

void flip_study_wins(FILE *out, const struct flip_study *study)
{
    const struct whole whole = whole_of(&study->base->simulation);
    int count = 0;
    struct group *groups = groups_of(&study->base->simulation, &whole, &count);
    if (!groups)
        return;
    fprintf(out,
            "<h2>What wins</h2><p>Of everything that the moves and the final position of a seat name: how the seats "
            "that had it fared, all played by %s. ",
            study->base->title);
    if (whole.by_wins)
        fprintf(out, "Percent of the wins, with 95 %% intervals; the line is the share of any seat, %.1f %%.",
                100 * whole.wins / whole.seats);
    else
        fprintf(out, "Points more than without it, with 95 %% intervals.");
    fputs(" It shows what goes together with winning, which need not be what causes it.</p>", out);
    for (int i = 0; i < count; i++)
        if (is_shown(&whole, groups, i))
            write_group(out, &whole, &groups[i]);
    write_the_rest(out, groups, count);
    free(groups);
}

/* --- side by side ------------------------------------------------------------------------------------------------------------------- */

static void write_cell(FILE *out, const struct flip_simulation *simulation, const char *text)
{
    const struct whole whole = whole_of(simulation);
    for (int word = 0; word < simulation->item_words->count; word++) {
        struct effect effect;
        if (strcmp(simulation->item_words->word[word], text) != 0 || !tells(&whole, &simulation->item_sum[word]))
            continue;
        measure(&whole, &simulation->item_sum[word], &effect);
        fprintf(out, "<td>%.1f ± %.1f", effect.value, (effect.high - effect.low) / 2);
        return;
    }
    fputs("<td>–", out);
}

void flip_study_compare(FILE *out, const struct flip_study *study)
{
    const struct whole whole = whole_of(&study->base->simulation);
    int count = 0;
    struct group *groups = groups_of(&study->base->simulation, &whole, &count);
    fprintf(
        out,
        "<h2>What wins, side by side</h2><p>%s of the seats that had it, as it is and with each change; – where nearly "
        "all or nearly no seats had it.</p><div class=\"wide\"><table><tr><th><th>as it is",
        whole.by_wins ? "Percent of the wins" : "Points more than without it,");
    for (int i = 0; i < study->changed_count; i++) {
        fputs("<th><code>", out);
        flip_put_escaped(out, study->changed[i]->title);
        fputs("</code>", out);
    }
    fputs("</tr>", out);
    for (int g = 0; groups && g < count; g++) {
        for (int i = 0; i < groups[g].count && is_shown(&whole, groups, g); i++) {
            if (i >= SHOWN / 2 && i < groups[g].count - SHOWN / 2) /* the best and the worst, as above */
                continue;
            fputs("<tr><td>", out);
            put_words(out, groups[g].effect[i].text);
            write_cell(out, &study->base->simulation, groups[g].effect[i].text);
            for (int k = 0; k < study->changed_count; k++)
                write_cell(out, &study->changed[k]->simulation, groups[g].effect[i].text);
            fputs("</tr>", out);
        }
    }
    fputs("</table></div>", out);
    free(groups);
}

/* --- how often each rule fires ------------------------------------------------------------------------------------------------------ */

void flip_study_rules(FILE *out, const struct flip_study *study)
{
    const struct flip_simulation *simulation = &study->base->simulation;
    const struct whole whole = whole_of(simulation);
    fprintf(out,
            "<h2>How often each rule fires</h2><p>Moves of the players and events of the dealer by kind, with %s.</p>"
            "<div class=\"wide\"><table><tr><th>kind<th>per game<th>seats that did it</tr>",
            study->base->title);
    for (int word = 0; word < simulation->item_words->count; word++) {
        const struct flip_item_sum *sum = &simulation->item_sum[word];
        if (strncmp(simulation->item_words->word[word], "move: ", 6) != 0)
            continue;
        fputs("<tr><td>", out);
        put_words(out, simulation->item_words->word[word] + 6);
        fprintf(out, "<td>%.2f", (double)sum->times / (double)simulation->done);
        if (sum->seats > 0)
            fprintf(out, "<td>%.1f %%</tr>", 100 * (double)sum->seats / whole.seats);
        else
            fputs("<td>the dealer</tr>", out);
    }
    fputs("</table></div>", out);
}
