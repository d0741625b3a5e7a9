/* An analysis as tables of text: players, kinds of decisions, costly ones, great luck. It reads the JSON that everybody gets. */
#include "faces/sim/analyze/analyze.h"

#include "table/spoken.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LUCK = 8, MOST_KINDS = 16 };

static double number(const json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

static const char *text(const json_t *object, const char *key)
{
    const char *found = json_string_value(json_object_get(object, key));
    return found ? found : "";
}

/* Points as they are, shares of the win in percent. */
static double shown(const struct flip_analysis *analysis, double value)
{
    return analysis->alone ? value : 100 * value;
}

static const char *player_name(const struct flip_analysis *analysis, int seat)
{
    return flip_table_name(analysis->table, seat);
}

/* A dash for what is not measured. */
static void tell_sum(const struct flip_analysis *analysis, const json_t *value, int width, FILE *out)
{
    if (json_is_number(value))
        fprintf(out, "%*.1f", width, shown(analysis, json_number_value(value)));
    else
        fprintf(out, "%*s", width, "-");
}

/* A game tells the level only roughly, so it comes with its interval. */
static void tell_level(const json_t *player, FILE *out)
{
    const json_t *range = json_object_get(player, "level_range");
    fprintf(out, " %7.1f %% %6.1f (%.1f to %.1f)\n", number(player, "accuracy"), number(player, "level"),
            json_number_value(json_array_get(range, 0)), json_number_value(json_array_get(range, 1)));
}

/* How well the sums are known, and what is not known at all. */
static void tell_certainty(const struct flip_analysis *analysis, const json_t *player, FILE *out)
{
    if (json_object_get(player, "luck_interval"))
        fprintf(out, "%-20.20s luck ± %.1f, skill ± %.1f", text(player, "name"),
                shown(analysis, number(player, "luck_interval")), shown(analysis, number(player, "skill_interval")));
    if (json_object_get(player, "luck_interval") && number(player, "open") > 0)
        fprintf(out, "; %.0f of %.0f decisions are too close to call", number(player, "open"),
                number(player, "decisions"));
    if (json_object_get(player, "luck_interval"))
        fprintf(out, "\n");
}

static void tell_players(const struct flip_analysis *analysis, const json_t *players, FILE *out)
{
    size_t i;
    const json_t *player;
    fprintf(out, "%-20s %9s %7s %7s %7s %7s   %6s %5s %8s %8s %9s %6s\n", "", "expected", "luck", "skill", "others",
            "result", "loss", "slips", "mistakes", "blunders", "accuracy", "level");
    json_array_foreach((json_t *)players, i, player)
    {
        fprintf(out, "%-20.20s", text(player, "name"));
        tell_sum(analysis, json_object_get(player, "expected"), 10, out);
        tell_sum(analysis, json_object_get(player, "luck"), 8, out);
        tell_sum(analysis, json_object_get(player, "skill"), 8, out);
        tell_sum(analysis, json_object_get(player, "others"), 8, out);
        fprintf(out, " %7.1f   %6.1f %5.0f %8.0f %8.0f", shown(analysis, number(player, "result")),
                shown(analysis, number(player, "loss")), number(player, "slips"), number(player, "mistakes"),
                number(player, "blunders"));
        if (json_object_get(player, "level"))
            tell_level(player, out);
        else
            fprintf(out, "\n");
    }
    fprintf(out, analysis->alone ? "In points. expected + luck + skill + others = result.\n"
                                 : "In percent of a win. expected + luck + skill + others = result.\n");
    for (i = 0; i < json_array_size(players); i++)
        tell_certainty(analysis, json_array_get(players, i), out);
}

/* What a kind of decision has cost a seat. */
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
        const char *theme = text(decision, "theme");
        int at = 0;
        if ((int)number(decision, "seat") != seat || !theme[0])
            continue;
        while (at < count && strcmp(kinds[at].name, theme) != 0)
            at++;
        if (at == MOST_KINDS)
            continue;
        if (at == count)
            kinds[count++] = (struct kind){.name = theme};
        kinds[at].loss += number(decision, "loss");
        kinds[at].decisions++;
    }
    qsort(kinds, (size_t)count, sizeof *kinds, by_loss);
    return count;
}

static void tell_kinds(const struct flip_analysis *analysis, const json_t *decisions, FILE *out)
{
    bool any = false;
    for (int seat = 0; seat < analysis->seats; seat++) {
        struct kind kinds[MOST_KINDS];
        const int count = sum_kinds(decisions, seat, kinds);
        for (int i = 0; i < count && kinds[i].loss > 0; i++) {
            if (!any)
                fprintf(out, "\nWhere it was lost\n       %-16s %7s  %9s\n", "player", "loss", "decisions");
            any = true;
            fprintf(out, "       %-16.16s %7.1f  %9d  %s\n", player_name(analysis, seat),
                    shown(analysis, kinds[i].loss), kinds[i].decisions, kinds[i].name);
        }
    }
}

static void tell_decisions(const struct flip_analysis *analysis, const json_t *decisions, FILE *out)
{
    size_t i;
    const json_t *decision;
    bool any = false;
    json_array_foreach((json_t *)decisions, i, decision)
    {
        const char *grade = text(decision, "grade");
        if (number(decision, "loss") <= 0 || strcmp(grade, "fine") == 0 || strcmp(grade, "best") == 0)
            continue;
        const json_t *choices = json_object_get(decision, "choices");
        const json_t *made = json_array_get(choices, 0),
                     *best = json_array_get(choices, (size_t)number(decision, "best"));
        if (!any)
            fprintf(out, "\nWhat cost most of it\n%5s  %-16s %-8s %6s\n", "step", "player", "", "loss");
        any = true;
        char done[FLIP_STEP_TEXT], better[FLIP_STEP_TEXT];
        flip_spoken_do(text(made, "tell"), done, sizeof done);
        flip_spoken_do(text(best, "tell"), better, sizeof better);
        fprintf(out, "%5.0f  %-16.16s %-8s %6.1f  %s; better: %s\n", number(decision, "step") + 1,
                player_name(analysis, (int)number(decision, "seat")), grade, shown(analysis, number(decision, "loss")),
                done, better);
        if (text(decision, "reason")[0])
            fprintf(out, "%41s%s\n", "", text(decision, "reason"));
    }
    if (!any)
        fprintf(out, "\nNo decision cost enough to be called a slip.\n");
}

struct event {
    int moment, seat;
    double luck, interval;
};

static double of_seat(const json_t *moment, const char *key, int seat)
{
    return json_number_value(json_array_get(json_object_get(moment, key), (size_t)seat));
}

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
            const double luck = of_seat(after, "value", seat) - of_seat(before, "value", seat);
            const double interval = of_seat(before, "jump_interval", seat);
            if (fabs(luck) > interval)
                events[count++] = (struct event){i, seat, luck, interval};
        }
    qsort(events, (size_t)count, sizeof *events, by_size);
    if (count)
        fprintf(out, "\nThe greatest luck, good and bad\n%5s  %-16s %14s\n", "step", "player", "luck");
    for (int i = 0; i < count && i < MOST_LUCK; i++)
        fprintf(out, "%5d  %-16.16s %+6.1f ± %-5.1f  %s\n", analysis->moment[events[i].moment].step + 1,
                player_name(analysis, events[i].seat), shown(analysis, events[i].luck),
                shown(analysis, events[i].interval), text(json_array_get(moments, (size_t)events[i].moment), "tell"));
    free(events);
}

void flip_analysis_tell(const struct flip_analysis *analysis, const json_t *json, FILE *out)
{
    const json_t *moments = json_object_get(json, "moments");
    fprintf(out, "%s: %d decisions, precision %s", flip_table_game(analysis->table)->title, analysis->decisions,
            text(json, "precision"));
    if (number(json, "progress") < 1)
        fprintf(out, ", %.0f %% done", 100 * number(json, "progress"));
    fprintf(out, "; ± is a 95 %% interval\n\n");
    tell_players(analysis, json_object_get(json, "players"), out);
    tell_kinds(analysis, json_object_get(json, "decisions"), out);
    tell_decisions(analysis, json_object_get(json, "decisions"), out);
    tell_luck(analysis, json_object_get(json, "players"), moments, out);
}
