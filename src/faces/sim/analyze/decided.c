/* What decided a game: a sentence or two per player, before all tables. It says nothing that its interval does not
   support. */
#include "faces/sim/analyze/analyze.h"

#include "edition/members.h"
#include "table/spoken.h"

#include <math.h>
#include <string.h>

static const double whole_win = 0.95;                  /* a larger sum over a game is put into words */
static const double even_share = 0.1, even_points = 3; /* a sum is even if it is certainly no larger, either way */

static double of_seat(const json_t *moment, const char *key, int seat)
{
    return json_number_value(json_array_get(json_object_get(moment, key), (size_t)seat));
}

bool flip_analysis_sure(const json_t *player, const char *sum, const char *interval)
{
    const json_t *value = json_object_get(player, sum), *doubt = json_object_get(player, interval);
    return json_is_number(value) && json_is_number(doubt) && fabs(json_number_value(value)) > json_number_value(doubt);
}

bool flip_analysis_even(const struct flip_analysis *analysis, double sum, double interval)
{
    return fabs(sum) + interval <= (analysis->alone ? even_points : even_share);
}

bool flip_analysis_over_a_win(const struct flip_analysis *analysis, double sum)
{
    return !analysis->alone && fabs(sum) > whole_win;
}

/* Only quarters lie halfway as they are kept: 0.35 is a little less. */
double flip_analysis_tie(double value)
{
    return floor(4 * value) == 4 * value ? nextafter(value, value < 0 ? -INFINITY : INFINITY) : value;
}

/* "12 wins in 100", "3.1 points". */
static void tell_amount(const struct flip_analysis *analysis, double size, FILE *out)
{
    const double wins = round(100 * size);
    if (analysis->alone)
        fprintf(out, "%.1f points", flip_analysis_tie(size));
    else if (wins == 1 || wins >= 100)
        fprintf(out, wins == 1 ? "one win in 100" : "a whole win");
    else
        fprintf(out, "%.0f wins in 100", wins);
}

/* "about 12 wins in 100", "less than one win in 100". */
static void tell_size(const struct flip_analysis *analysis, double value, FILE *out)
{
    const double size = fabs(value);
    if (size < (analysis->alone ? 0.05 : 0.005)) {
        fprintf(out, analysis->alone ? "less than 0.1 points" : "less than one win in 100");
        return;
    }
    fprintf(out, analysis->alone || size < 0.995 ? "about " : "");
    tell_amount(analysis, size, out);
}

/* The same of a sum that is known roughly: "between 7 and 31 wins in 100". */
static void tell_roughly(const struct flip_analysis *analysis, double value, double interval, FILE *out)
{
    const double size = fabs(value), least = size - interval, most = size + interval;
    if (interval <= size / 2)
        tell_size(analysis, value, out);
    else if (analysis->alone)
        fprintf(out, "between %.1f and %.1f points", flip_analysis_tie(least), flip_analysis_tie(most));
    else if (most > whole_win && least < 0.005)
        fprintf(out, "up to a whole win");
    else if (most > whole_win)
        fprintf(out, "at least %.0f %s in 100", round(100 * least), least < 0.015 ? "win" : "wins");
    else if (least < 0.005)
        fprintf(out, "up to %.0f wins in 100", round(100 * most));
    else
        fprintf(out, "between %.0f and %.0f wins in 100", round(100 * least), round(100 * most));
}

/* Was the seat clearly ahead of all others at a moment: without its interval, and they with theirs? */
static bool leads(const struct flip_analysis *analysis, const json_t *moment, int seat)
{
    const double own = of_seat(moment, "value", seat) - of_seat(moment, "interval", seat);
    for (int other = 0; other < analysis->seats; other++)
        if (other != seat && own <= of_seat(moment, "value", other) + of_seat(moment, "interval", other))
            return false;
    return true;
}

/* From when on, or until when, it was ahead, without the end itself. */
static void tell_lead(const struct flip_analysis *analysis, const json_t *moments, int seat, double result, FILE *out)
{
    const bool won = result > 0;
    const int last = analysis->moments - 1;
    int at = last - 1;
    if (won)
        fprintf(out, result < 1 ? "shared the win, and " : "won, and ");
    while (at >= 0 && leads(analysis, json_array_get(moments, (size_t)at), seat) == won)
        at--;
    if (won && at == last - 1)
        fprintf(out, "was never clearly ahead before the end");
    else if (won && at < 0)
        fprintf(out, "was ahead all along");
    else if (won)
        fprintf(out, "was ahead from step %d on", analysis->moment[at + 1].step + 1);
    else if (at < 0)
        fprintf(out, "was never clearly ahead");
    else
        fprintf(out, "was ahead until step %d", analysis->moment[at].step + 1);
}

/* The choice that certainly cost most, or NULL. */
static const json_t *costliest(const json_t *decisions, int seat)
{
    const json_t *worst = NULL;
    for (size_t i = 0; i < json_array_size(decisions); i++) {
        const json_t *decision = json_array_get(decisions, i);
        const char *grade = string_of(decision, "grade");
        if ((int)number_of(decision, "seat") == seat && strcmp(grade, "fine") != 0 && strcmp(grade, "best") != 0 &&
            number_of(decision, "loss") > (worst ? number_of(worst, "loss") : 0))
            worst = decision;
    }
    return worst;
}

const char flip_same_aim[] = "the same with another aim";

void flip_analysis_choices(const json_t *decision, char done[FLIP_STEP_TEXT], char better[FLIP_STEP_TEXT])
{
    const json_t *choices = json_object_get(decision, "choices");
    flip_spoken_imperative(string_of(json_array_get(choices, 0), "tell"), done, FLIP_STEP_TEXT);
    flip_spoken_imperative(string_of(json_array_get(choices, (size_t)number_of(decision, "best")), "tell"), better,
                           FLIP_STEP_TEXT);
    if (strcmp(done, better) == 0)
        snprintf(better, FLIP_STEP_TEXT, "%s", flip_same_aim);
}

static void tell_cost(const struct flip_analysis *analysis, const json_t *worst, int open, FILE *out)
{
    char done[FLIP_STEP_TEXT], better[FLIP_STEP_TEXT];
    if (!worst) {
        fprintf(out, "; no single choice clearly cost much");
        fprintf(out, open == 0 ? "." : ", though %s too close to call.", open == 1 ? "one is" : "some are");
        return;
    }
    flip_analysis_choices(worst, done, better);
    fprintf(out, "; \"%s\" instead of ", done);
    fprintf(out, strcmp(better, flip_same_aim) == 0 ? "%s" : "\"%s\"", better);
    fprintf(out, " at step %.0f cost most, ", number_of(worst, "step") + 1);
    tell_size(analysis, number_of(worst, "loss"), out);
    fprintf(out, ".");
}

/* Luck that is certainly more than nothing. */
static void tell_kindness(const struct flip_analysis *analysis, bool cards, double luck, double interval, FILE *out)
{
    const char *what = cards ? "cards" : "flicks";
    if (flip_analysis_over_a_win(analysis, luck)) {
        fprintf(out, " The %s %s, by more than a whole win in all: chances came and went.", what,
                luck > 0 ? "helped" : "were unkind");
        return;
    }
    fprintf(out,
            luck > 0 ? cards ? " The %s helped: " : " The %s went better than usual: "
                     : " The %s were unkind: they cost ",
            what);
    tell_roughly(analysis, luck, interval, out);
    fprintf(out, ".");
}

static void tell_chance(const struct flip_analysis *analysis, const json_t *player, FILE *out)
{
    const double luck = number_of(player, "luck"), interval = number_of(player, "luck_interval");
    const bool cards = !flip_judges(flip_table_game(analysis->table)); /* else flicks */
    const char *what = cards ? "cards" : "flicks";
    if (!json_is_number(json_object_get(player, "luck")))
        return;
    if (luck == 0 && interval == 0) {
        fprintf(out, " Nothing was left to luck.");
    } else if (flip_analysis_sure(player, "luck", "luck_interval")) {
        tell_kindness(analysis, cards, luck, interval, out);
    } else if (flip_analysis_even(analysis, luck, interval)) {
        fprintf(out, " The %s were about even: at most ", what);
        tell_amount(analysis, fmax(fabs(luck) + interval, analysis->alone ? 0.1 : 0.01), out);
        fprintf(out, " either way.");
    } else {
        fprintf(out, " Whether the %s were kind is too close to call.", what);
    }
}

void flip_analysis_decided(const struct flip_analysis *analysis, const json_t *json, FILE *out)
{
    const json_t *players = json_object_get(json, "players"), *moments = json_object_get(json, "moments");
    for (int seat = 0; seat < analysis->seats; seat++) {
        const json_t *player = json_array_get(players, (size_t)seat);
        const double result = number_of(player, "result");
        fprintf(out, "%s ", string_of(player, "name"));
        if (analysis->seats > 1)
            tell_lead(analysis, moments, seat, result, out);
        else if (analysis->alone)
            fprintf(out, "scored %.0f; with an average deal a plain player scores about %.0f", result,
                    number_of(player, "expected"));
        else
            fprintf(out, "%s; a plain player wins about %.0f in 100 such games", result > 0.5 ? "won" : "did not win",
                    100 * number_of(player, "expected"));
        tell_cost(analysis, costliest(json_object_get(json, "decisions"), seat), (int)number_of(player, "open"), out);
        tell_chance(analysis, player, out);
        fprintf(out, "\n");
    }
    fprintf(out, "\n");
}
