/* An analysis as tables of text: players, kinds of decisions, costly ones, great luck. It reads the public JSON of an
   analysis. */
#include "faces/sim/analyze/analyze.h"

#include "edition/members.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LUCK = 8, MOST_KINDS = 16, SUM_WIDTH = 14 };

static const char over_chance[] = "> chance";

/* Points as they are, shares of the win as wins in 100. */
static double shown(const struct flip_analysis *analysis, double value)
{
    return flip_analysis_tie(analysis->alone ? value : 100 * value);
}

static const char *player_name(const struct flip_analysis *analysis, int seat)
{
    return flip_table_name(analysis->table, seat);
}

/* The interval of a figure, at least a tenth: "± 0.1"; or "exact" if all possibilities were counted. Where the game
   itself says what a position is worth, nothing was counted. */
static const char *doubt(const struct flip_analysis *analysis, double interval, char out[16])
{
    if (interval <= 0)
        return flip_reviews_moves(flip_table_game(analysis->table)) ? "judged" : "exact";
    snprintf(out, 16, "± %.1f", fmax(0.1, shown(analysis, interval)));
    return out;
}

/* The best chance that a seat ever had, by a moment's value or by the best choice of a decision. */
static double best_chance(const json_t *json, int seat)
{
    double best = 0;
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(json, "moments"), i, one)
        best = fmax(best, flip_analysis_of_seat(one, "value", seat));
    json_array_foreach(json_object_get(json, "decisions"), i, one) {
        const json_t *choices = json_object_get(one, "choices");
        if ((int)number_of(one, "seat") == seat)
            best = fmax(best, number_of(json_array_get(choices, (size_t)number_of(one, "best")), "value"));
    }
    return best;
}

/* The loss of several decisions of a player. More than a whole win is put into words, as it cannot be lost at once; so is more than the best
   chance that the player ever had, if all moments were measured. */
static const char *lost(const struct flip_analysis *analysis, const json_t *json, int seat, double loss, char out[16])
{
    const json_t *player = json_array_get(json_object_get(json, "players"), (size_t)seat);
    if (flip_analysis_over_a_win(analysis, loss))
        return "> a win";
    if (!analysis->alone && json_is_number(json_object_get(player, "luck")) && loss > best_chance(json, seat))
        return over_chance;
    snprintf(out, 16, "%.1f", shown(analysis, loss));
    return out;
}

/* Luck or skill over a whole game with its interval, only if it is certainly not nothing. */
static void tell_sum(const struct flip_analysis *analysis, const json_t *player, const char *sum, const char *interval,
                     FILE *out)
{
    const double value = number_of(player, sum);
    char figure[32] = "-", by[16];
    if (flip_analysis_sure(player, sum, interval) && !flip_analysis_over_a_win(analysis, value))
        snprintf(figure, sizeof figure, "%+.1f %s", shown(analysis, value),
                 doubt(analysis, number_of(player, interval), by));
    else if (json_is_number(json_object_get(player, sum)))
        snprintf(figure, sizeof figure, "%s",
                 flip_analysis_sure(player, sum, interval)        ? value > 0 ? "> a win gained" : "> a win lost"
                 : value == 0 && number_of(player, interval) == 0 ? "none"
                 : flip_analysis_even(analysis, value, number_of(player, interval)) ? "about even"
                                                                                    : "too close");
    fprintf(out, " %*s", SUM_WIDTH + (strchr(figure, (unsigned char)'\xc2') ? 1 : 0), figure); /* ± has two bytes */
}

/* One game shows the level only roughly, so it has an interval. */
static void tell_level(const json_t *player, FILE *out)
{
    const json_t *range = json_object_get(player, "level_range");
    fprintf(out, " %7.1f %% %6.1f (%.1f to %.1f)\n", number_of(player, "accuracy"), number_of(player, "level"),
            json_number_value(json_array_get(range, 0)), json_number_value(json_array_get(range, 1)));
}

static void tell_players(const struct flip_analysis *analysis, const json_t *json, FILE *out)
{
    size_t i;
    const json_t *player;
    bool over = false;
    fprintf(out, "%-20s %7s %8s %5s %8s %8s %9s %*s %*s %9s %6s\n", "", "result", "loss", "slips", "mistakes",
            "blunders", "too close", SUM_WIDTH, "luck", SUM_WIDTH, "skill", "accuracy", "level");
    json_array_foreach(json_object_get(json, "players"), i, player) {
        char sum[16];
        const char *loss = lost(analysis, json, (int)i, number_of(player, "loss"), sum);
        over = over || loss == over_chance;
        fprintf(out, "%-20.20s", string_of(player, "name"));
        fprintf(out, " %7.1f %8s %5.0f %8.0f %8.0f %9.0f", shown(analysis, number_of(player, "result")), loss,
                number_of(player, "slips"), number_of(player, "mistakes"), number_of(player, "blunders"),
                number_of(player, "open"));
        tell_sum(analysis, player, "luck", "luck_interval", out);
        tell_sum(analysis, player, "skill", "skill_interval", out);
        if (json_object_get(player, "level"))
            tell_level(player, out);
        else
            fprintf(out, "\n");
    }
    fprintf(out,
            "%s; decisions that are too close to call may hide more. Luck and skill are told where they are known.\n",
            analysis->alone ? "Figures are points" : "Figures are wins in 100 games");
    if (over)
        fprintf(out, "%s: more than the best chance there ever was, as chances came and went.\n", over_chance);
}

/* The cost of a kind of decision to a seat. */
struct kind {
    const char *name;
    double loss;
    int decisions;
};

static int by_loss(const void *a, const void *b)
{
    const struct kind *left = a, *right = b;
    return left->loss < right->loss ? 1 : left->loss > right->loss ? -1 : strcmp(left->name, right->name);
}

/* As many as there are. */
static int sum_kinds(const json_t *decisions, int seat, struct kind *kinds)
{
    int count = 0;
    for (size_t i = 0; i < json_array_size(decisions); i++) {
        const json_t *decision = json_array_get(decisions, i);
        const char *theme = string_of(decision, "theme");
        int at = 0;
        if ((int)number_of(decision, "seat") != seat || !theme[0])
            continue;
        while (at < count && strcmp(kinds[at].name, theme) != 0)
            at++;
        if (at == MOST_KINDS)
            continue;
        if (at == count)
            kinds[count++] = (struct kind){.name = theme};
        kinds[at].loss += number_of(decision, "loss");
        kinds[at].decisions++;
    }
    qsort(kinds, (size_t)count, sizeof *kinds, by_loss);
    return count;
}

static void tell_kinds(const struct flip_analysis *analysis, const json_t *json, FILE *out)
{
    bool any = false;
    for (int seat = 0; seat < analysis->seats; seat++) {
        struct kind kinds[MOST_KINDS];
        const int count = sum_kinds(json_object_get(json, "decisions"), seat, kinds);
        for (int i = 0; i < count && shown(analysis, kinds[i].loss) >= (analysis->alone ? 0.05 : 0.5); i++) {
            if (!any)
                fprintf(out, "\nWhere it was lost\n       %-16s %8s  %9s\n", "player", "loss", "decisions");
            any = true;
            char sum[16];
            fprintf(out, "       %-16.16s %8s  %9d  %s\n", player_name(analysis, seat),
                    lost(analysis, json, seat, kinds[i].loss, sum), kinds[i].decisions, kinds[i].name);
        }
    }
}

static void tell_decisions(const struct flip_analysis *analysis, const json_t *decisions, FILE *out)
{
    size_t i;
    const json_t *decision;
    bool any = false;
    json_array_foreach((json_t *)decisions, i, decision) {
        const char *grade = string_of(decision, "grade");
        if (number_of(decision, "loss") <= 0 || strcmp(grade, "fine") == 0 || strcmp(grade, "best") == 0)
            continue;
        if (!any)
            fprintf(out, "\nWhat cost most of it\n%5s  %-16s %-8s %6s\n", "step", "player", "", "loss");
        any = true;
        char done[FLIP_STEP_TEXT], better[FLIP_STEP_TEXT];
        flip_analysis_choices(decision, done, better);
        fprintf(out, "%5.0f  %-16.16s %-8s %6.1f  %s.\n", number_of(decision, "step") + 1,
                player_name(analysis, (int)number_of(decision, "seat")), grade,
                shown(analysis, number_of(decision, "loss")), done);
        if (string_of(decision, "reason")[0])
            fprintf(out, "%41s%s\n", "", string_of(decision, "reason"));
        fprintf(out, "%41sBetter: %s.\n", "", better);
    }
    if (!any)
        fprintf(out, "\nNo decision cost enough to be called a slip.\n");
}

struct event {
    int moment, seat;
    double luck, interval;
};

static int by_size(const void *a, const void *b)
{
    const double left = fabs(((const struct event *)a)->luck), right = fabs(((const struct event *)b)->luck);
    return left < right ? 1 : left > right ? -1 : 0;
}

static void tell_luck(const struct flip_analysis *analysis, const json_t *players, const json_t *moments, FILE *out)
{
    struct event *events = calloc((size_t)(analysis->moments * analysis->seats), sizeof *events);
    int count = 0;
    if (!events)
        return;
    for (int i = 0; i + 1 < analysis->moments; i++)
        for (int seat = 0; seat < analysis->seats && analysis->moment[i].chance; seat++) {
            if (!json_is_number(json_object_get(json_array_get(players, (size_t)seat), "luck")))
                continue;
            const json_t *before = json_array_get(moments, (size_t)i), *after = json_array_get(moments, (size_t)i + 1);
            const double luck =
                flip_analysis_of_seat(after, "value", seat) - flip_analysis_of_seat(before, "value", seat);
            const double interval = flip_analysis_of_seat(before, "jump_interval", seat);
            if (fabs(luck) > interval)
                events[count++] = (struct event){i, seat, luck, interval};
        }
    qsort(events, (size_t)count, sizeof *events, by_size);
    if (count)
        fprintf(out, "\nBiggest strokes of luck, good and bad\n%5s  %-16s %14s\n", "step", "player", "luck");
    for (int i = 0; i < count && i < MOST_LUCK; i++) {
        char by[16];
        fprintf(out, "%5d  %-16.16s %+6.1f %s  %s\n", analysis->moment[events[i].moment].step + 1,
                player_name(analysis, events[i].seat), shown(analysis, events[i].luck),
                doubt(analysis, events[i].interval, by),
                string_of(json_array_get(moments, (size_t)events[i].moment), "tell"));
    }
    free(events);
}

void flip_analysis_tell(const struct flip_analysis *analysis, const json_t *json, FILE *out)
{
    const json_t *moments = json_object_get(json, "moments");
    fprintf(out, "%s: %d decisions, precision %s", flip_table_game(analysis->table)->title, analysis->decisions,
            string_of(json, "precision"));
    if (number_of(json, "progress") < 1)
        fprintf(out, ", %.0f %% done", 100 * number_of(json, "progress"));
    fprintf(out, "; ± is a 95 %% interval\n\n");
    flip_analysis_decided(analysis, json, out);
    tell_players(analysis, json, out);
    tell_kinds(analysis, json, out);
    tell_decisions(analysis, json_object_get(json, "decisions"), out);
    tell_luck(analysis, json_object_get(json, "players"), moments, out);
}
