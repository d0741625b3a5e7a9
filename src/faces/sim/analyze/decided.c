/* What decided a game: a sentence or two per player, before all tables. It says nothing that its interval does not
   support. */
#include "faces/sim/analyze/analyze.h"

#include "edition/members.h"
#include "table/spoken.h"

#include <math.h>
#include <string.h>

static const double whole_win = 0.95;                  /* a larger sum over a game is put into words */
static const double even_share = 0.1, even_points = 3; /* a sum is even if it is certainly no larger, either way */
static const double judged_lead = 0.15; /* where the game itself says what positions are worth, nobody knows how well */
static const double slack = 1e-6;       /* 0.07 + 0.02 is 9 wins in 100, not 10 */

double flip_analysis_of_seat(const json_t *moment, const char *key, int seat)
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

/* "12 wins in 100", "one win in 100". */
static void tell_wins(double wins, FILE *out)
{
    if (wins == 1)
        fprintf(out, "one win in 100");
    else if (wins >= 100)
        fprintf(out, "a whole win");
    else
        fprintf(out, "%.0f wins in 100", wins);
}

/* Bounds are rounded outwards: hundredths of a win, tenths of a point. */
static double bound_above(const struct flip_analysis *analysis, double value)
{
    return analysis->alone ? ceil(10 * value - slack) / 10 : ceil(100 * value - slack);
}

static double bound_below(const struct flip_analysis *analysis, double value)
{
    return analysis->alone ? floor(10 * value + slack) / 10 : floor(100 * value + slack);
}

/* Does it round to nothing? That is said in words. */
static bool tell_nothing(const struct flip_analysis *analysis, double size, FILE *out)
{
    if (size >= (analysis->alone ? 0.05 : 0.005))
        return false;
    fprintf(out, analysis->alone ? "less than 0.1 points" : "less than one win in 100");
    return true;
}

/* "about 12 wins in 100", "less than one win in 100". */
static void tell_size(const struct flip_analysis *analysis, double value, FILE *out)
{
    const double size = fabs(value);
    if (tell_nothing(analysis, size, out))
        return;
    fprintf(out, analysis->alone || size < 0.995 ? "about " : "");
    if (analysis->alone)
        fprintf(out, "%.1f points", flip_analysis_tie(size));
    else
        tell_wins(round(100 * size), out);
}

/* "at most 9 wins in 100", "less than 0.1 points". */
static void tell_most(const struct flip_analysis *analysis, double size, FILE *out)
{
    if (tell_nothing(analysis, size, out))
        return;
    fprintf(out, "at most ");
    if (analysis->alone)
        fprintf(out, "%.1f points", bound_above(analysis, size));
    else
        tell_wins(bound_above(analysis, size), out);
}

/* The same of a sum that is known roughly: "between 7 and 31 wins in 100". */
static void tell_roughly(const struct flip_analysis *analysis, double value, double interval, FILE *out)
{
    const double size = fabs(value);
    const double least = bound_below(analysis, size - interval), most = bound_above(analysis, size + interval);
    if (interval <= size / 2) {
        tell_size(analysis, value, out);
        return;
    }
    const bool over = !analysis->alone && size + interval > whole_win; /* nobody can gain more */
    if (least == 0)
        fprintf(out, "up to ");
    else if (!over)
        fprintf(out, analysis->alone ? "between %.1f and " : "between %.0f and ", least);
    else
        fprintf(out, "at least ");
    if (analysis->alone)
        fprintf(out, "%.1f points", most);
    else
        tell_wins(over ? least > 0 ? least : 100 : most, out);
}

static bool judged(const struct flip_analysis *analysis)
{
    return flip_reviews_moves(flip_table_game(analysis->table));
}

/* Whoever plays for the same side wins and loses with the seat. */
static bool same_team(const struct flip_analysis *analysis, int seat, int other)
{
    const struct flip_game_knowledge *knowledge = flip_table_game(analysis->table)->knowledge;
    const struct flip_options *options = flip_table_options(analysis->table);
    return knowledge->team && strcmp(knowledge->team(options, seat), knowledge->team(options, other)) == 0;
}

/* Was the seat clearly ahead of all others at a moment: without its interval, and they with theirs? */
static bool leads(const struct flip_analysis *analysis, const json_t *moment, int seat)
{
    const double own = flip_analysis_of_seat(moment, "value", seat) - flip_analysis_of_seat(moment, "interval", seat);
    const double margin = judged(analysis) ? judged_lead : 0;
    for (int other = 0; other < analysis->seats; other++)
        if (other != seat && !same_team(analysis, seat, other) &&
            own <= flip_analysis_of_seat(moment, "value", other) + flip_analysis_of_seat(moment, "interval", other) +
                       margin)
            return false;
    return true;
}

/* Is every moment measured? An analysis that was stopped, or that looked at decisions alone, cannot say who was ahead
   when. */
static bool all_measured(const json_t *moments)
{
    for (size_t i = 0; i < json_array_size(moments); i++)
        if (json_is_null(json_array_get(json_object_get(json_array_get(moments, i), "value"), 0)))
            return false;
    return true;
}

/* From when on, or until when, it was ahead, without the end itself. */
static void tell_lead(const struct flip_analysis *analysis, const json_t *moments, int seat, double result, FILE *out)
{
    const bool won = result > 0;
    const int last = analysis->moments - 1;
    int at = last - 1;
    if (!all_measured(moments)) {
        fprintf(out, !won ? "did not win" : result < 1 ? "shared the win" : "won");
        return;
    }
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
    fprintf(out, judged(analysis) ? ", by the game's own estimate" : "");
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
    const bool cards = !judged(analysis); /* else flicks */
    const char *what = cards ? "cards" : "flicks";
    if (!json_is_number(json_object_get(player, "luck")))
        return;
    if (luck == 0 && interval == 0) {
        fprintf(out, " Nothing was left to luck.");
    } else if (flip_analysis_sure(player, "luck", "luck_interval")) {
        tell_kindness(analysis, cards, luck, interval, out);
    } else if (flip_analysis_even(analysis, luck, interval)) {
        fprintf(out, " The %s were about even: ", what);
        tell_most(analysis, fabs(luck) + interval, out);
        fprintf(out, " either way.");
    } else {
        fprintf(out, " Whether the %s were kind is too close to call.", what);
    }
}

/* What a plain player comes to, if that is known. */
static void tell_alone(const struct flip_analysis *analysis, const json_t *player, FILE *out)
{
    const double result = number_of(player, "result"), expected = number_of(player, "expected");
    if (analysis->alone)
        fprintf(out, "scored %.0f", result);
    else
        fprintf(out, result > 0.5 ? "won" : "did not win");
    if (!json_is_number(json_object_get(player, "expected")))
        return;
    if (analysis->alone)
        fprintf(out, "; with an average deal a plain player scores about %.0f", expected);
    else if (expected >= 0.995)
        fprintf(out, "; a plain player wins nearly all such games");
    else if (expected < 0.005)
        fprintf(out, "; a plain player wins fewer than one in 100 such games");
    else
        fprintf(out, "; a plain player wins about %.0f in 100 such games", 100 * expected);
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
        else
            tell_alone(analysis, player, out);
        tell_cost(analysis, costliest(json_object_get(json, "decisions"), seat), (int)number_of(player, "open"), out);
        tell_chance(analysis, player, out);
        fprintf(out, "\n");
    }
    fprintf(out, "\n");
}
