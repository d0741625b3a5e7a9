/* What decided a game: a sentence or two per player, before all tables. It says nothing that its interval does not
   support. */
#include "faces/sim/analyze/analyze.h"

#include "edition/members.h"
#include "table/spoken.h"

#include <math.h>
#include <string.h>

static const double whole_win = 0.95;                  /* a larger sum over a game is put into words */
static const double even_share = 0.2, even_points = 5; /* with a wider interval a sum cannot be called even */

static double of_seat(const json_t *moment, const char *key, int seat)
{
    return json_number_value(json_array_get(json_object_get(moment, key), (size_t)seat));
}

bool flip_analysis_sure(const json_t *player, const char *sum, const char *interval)
{
    const json_t *value = json_object_get(player, sum), *doubt = json_object_get(player, interval);
    return json_is_number(value) && json_is_number(doubt) && fabs(json_number_value(value)) > json_number_value(doubt);
}

bool flip_analysis_even(const struct flip_analysis *analysis, double interval)
{
    return interval <= (analysis->alone ? even_points : even_share);
}

bool flip_analysis_over_a_win(const struct flip_analysis *analysis, double sum)
{
    return !analysis->alone && fabs(sum) > whole_win;
}

/* "about 12 wins in 100", "about 3.1 points". */
static void tell_size(const struct flip_analysis *analysis, double value, FILE *out)
{
    const double wins = round(100 * fabs(value));
    if (analysis->alone && fabs(value) < 0.05)
        fprintf(out, "less than 0.1 points");
    else if (analysis->alone)
        fprintf(out, "about %.1f points", fabs(value));
    else if (wins == 0)
        fprintf(out, "less than one win in 100");
    else if (wins == 1)
        fprintf(out, "about one win in 100");
    else
        fprintf(out, "about %.0f wins in 100", wins);
}

/* The same of a sum that is known roughly: "between 7 and 31 wins in 100". */
static void tell_roughly(const struct flip_analysis *analysis, double value, double interval, FILE *out)
{
    const double size = fabs(value), least = size - interval, most = size + interval;
    if (interval <= size / 2)
        tell_size(analysis, value, out);
    else if (analysis->alone)
        fprintf(out, "between %.1f and %.1f points", least, most);
    else if (most > whole_win && least < 0.005)
        fprintf(out, "up to a whole win");
    else if (most > whole_win)
        fprintf(out, "at least %.0f %s in 100", round(100 * least), least < 0.015 ? "win" : "wins");
    else if (least < 0.005)
        fprintf(out, "up to %.0f wins in 100", round(100 * most));
    else
        fprintf(out, "between %.0f and %.0f wins in 100", round(100 * least), round(100 * most));
}

/* Was the seat clearly ahead of all others at a moment? */
static bool leads(const struct flip_analysis *analysis, const json_t *moment, int seat)
{
    const double own = of_seat(moment, "value", seat) - of_seat(moment, "interval", seat);
    for (int other = 0; other < analysis->seats; other++)
        if (other != seat && own <= of_seat(moment, "value", other))
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

static void tell_cost(const struct flip_analysis *analysis, const json_t *worst, bool open, FILE *out)
{
    char done[FLIP_STEP_TEXT], better[FLIP_STEP_TEXT];
    if (!worst) {
        fprintf(out,
                open ? "; no choice clearly cost much, though some are too close to call." : "; no choice cost much.");
        return;
    }
    flip_analysis_choices(worst, done, better);
    fprintf(out, "; \"%s\" instead of ", done);
    fprintf(out, strcmp(better, flip_same_aim) == 0 ? "%s" : "\"%s\"", better);
    fprintf(out, " at step %.0f cost most, ", number_of(worst, "step") + 1);
    tell_size(analysis, number_of(worst, "loss"), out);
    fprintf(out, ".");
}

static void tell_chance(const struct flip_analysis *analysis, const json_t *player, FILE *out)
{
    const double luck = number_of(player, "luck");
    if (!json_is_number(json_object_get(player, "luck")))
        return;
    if (luck == 0 && number_of(player, "luck_interval") == 0) {
        fprintf(out, " Nothing was left to luck.");
        return;
    }
    const bool cards = !flip_judges(flip_table_game(analysis->table)); /* else flicks */
    const char *what = cards ? "cards" : "flicks";
    if (!flip_analysis_sure(player, "luck", "luck_interval")) {
        fprintf(out,
                flip_analysis_even(analysis, number_of(player, "luck_interval"))
                    ? " The %s were about even, as far as anyone can tell."
                    : " Whether the %s were kind is too close to call.",
                what);
    } else if (flip_analysis_over_a_win(analysis, luck)) {
        fprintf(out, " The %s %s, by more than a whole win in all: the lead changed hands often.", what,
                luck > 0 ? "helped" : "were unkind");
    } else {
        fprintf(out,
                luck > 0 ? cards ? " The %s helped: " : " The %s went better than usual: "
                         : " The %s were unkind: they cost ",
                what);
        tell_roughly(analysis, luck, number_of(player, "luck_interval"), out);
        fprintf(out, ".");
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
            fprintf(out, result > 0.5 ? "won" : "did not win");
        tell_cost(analysis, costliest(json_object_get(json, "decisions"), seat), number_of(player, "open") > 0, out);
        tell_chance(analysis, player, out);
        fprintf(out, "\n");
    }
    fprintf(out, "\n");
}
