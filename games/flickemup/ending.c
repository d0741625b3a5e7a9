/*
 * Who has won and why, in words. What conditions.c says as a task ("eliminate three outlaws") is a fact here: "three
 * outlaws are eliminated". Which condition it was is read from the last state, by asking again in the order of goals.c.
 */
#include "games/flickemup/flickemup.h"

#include <ctype.h>
#include <flipside/say.h>

static void say_more(const struct flickemup_state *state, const struct flickemup_test *test, int team,
                     struct flip_text *out)
{
    flip_text_add(out, "the %s have ", flickemup_team_words[team]);
    flickemup_add_more(out, test);
    if (test->more == FLICKEMUP_MORE_HIT_POINTS)
        flip_text_add(out, ", %d to %d", flickemup_team_hit_points(state, team),
                      flickemup_team_hit_points(state, !team));
    else if (test->more == FLICKEMUP_MORE_ELIMINATIONS)
        flip_text_add(out, ", %d to %d", flickemup_dead_of(state, !team), flickemup_dead_of(state, team));
}

static void say_holds(const struct flickemup_test *test, int team, struct flip_text *out)
{
    flip_text_add(out, "the %s had more men in %s", flickemup_team_words[team], flickemup_places[test->place]);
    if (test->token) {
        flip_text_add(out, ", and ");
        flickemup_add_tokens(out, test->token, 1);
        flip_text_add(out, " there,");
    }
    flip_text_add(out, " at ");
    flip_say_number(test->min, out);
    flip_text_add(out, test->min == 1 ? " strike of the clock" : " strikes of the clock in a row");
}

/* Without a number all who live are asked for: that may be all of them. */
static void say_inside(const struct flickemup_state *state, const struct flickemup_test *test, struct flip_text *out)
{
    const int size = flip_set_count(test->figures);
    int living = 0;
    for (flip_set rest = test->figures; rest; rest = flip_set_rest(rest))
        living += flickemup_lives(&state->figure[flip_set_first(rest)]);
    const int count = test->min ? test->min : living == size ? size : 0;
    flickemup_add_figures(out, test->figures, count);
    flip_text_add(out, " %s inside %s", count == 1 ? "is" : "are", flickemup_places[test->place]);
}

static void say_fact(const struct flickemup_rules *rules, const struct flickemup_state *state, int team, int index,
                     struct flip_text *out);

/* Of several conditions all, or the first that came true. */
static void say_parts(const struct flickemup_rules *rules, const struct flickemup_state *state, int team, int index,
                      struct flip_text *out)
{
    const struct flickemup_test *test = rules->edition.test;
    const bool all = test[index].kind == FLICKEMUP_TEST_ALL;
    bool any = false;
    for (int part = index + 1; part < index + test[index].size; part += test[part].size) {
        if (!flickemup_true(rules, state, team, part) || (any && !all))
            continue;
        flip_text_add(out, "%s", any ? " and " : "");
        say_fact(rules, state, team, part, out);
        any = true;
    }
}

static void say_fact(const struct flickemup_rules *rules, const struct flickemup_state *state, int team, int index,
                     struct flip_text *out)
{
    const struct flickemup_test *test = &rules->edition.test[index];
    const char *be = test->min == 1 ? "is" : "are";
    switch (test->kind) {
    case FLICKEMUP_TEST_ELIMINATED:
        flickemup_add_figures(out, test->figures, test->min);
        flip_text_add(out, " %s eliminated", be);
        break;
    case FLICKEMUP_TEST_DELIVERED:
        flickemup_add_tokens(out, test->token, test->min);
        if (test->exit)
            flip_text_add(out, " %s out by exit %s", be, rules->edition.exit[test->place].name);
        else
            flip_text_add(out, " %s in %s", be, flickemup_places[test->place]);
        break;
    case FLICKEMUP_TEST_INSIDE:
        say_inside(state, test, out);
        break;
    case FLICKEMUP_TEST_HOLDS:
        say_holds(test, team, out);
        break;
    case FLICKEMUP_TEST_TOKENS:
        flickemup_add_tokens(out, test->token, test->min);
        flip_text_add(out, " %s %s", be, test->down ? "face down" : "in town");
        break;
    case FLICKEMUP_TEST_EXPLODED:
        flip_text_add(out, "%s is blown up", flickemup_doors[test->place]);
        break;
    case FLICKEMUP_TEST_LEFT:
        flickemup_add_names(out, test->figures);
        flip_text_add(out, " got out by exit %s", rules->edition.exit[test->place].name);
        break;
    case FLICKEMUP_TEST_MORE:
        say_more(state, test, team, out);
        break;
    case FLICKEMUP_TEST_NOT:
        flip_text_add(out, "the %s did not ", flickemup_team_words[team]);
        flickemup_add_test(out, &rules->edition, index + 1);
        break;
    case FLICKEMUP_TEST_ALL:
    case FLICKEMUP_TEST_ANY:
        say_parts(rules, state, team, index, out);
        break;
    default: /* nothing was asked but that the others fail */
        flip_text_add(out, "the %s have not reached their goal", flickemup_team_words[!team]);
    }
}

/* --- which condition it was ------------------------------------------------------------------------------------------ */

static void say_noon(const struct flickemup_rules *rules, const struct flickemup_state *state, struct flip_text *out)
{
    flip_text_add(out, "The clock strikes 12, and ");
    for (int i = 0; i < rules->edition.at12s; i++) {
        const struct flickemup_goal *goal = &rules->edition.at12[i];
        if (!flickemup_true(rules, state, goal->team, goal->test))
            continue;
        say_fact(rules, state, goal->team, goal->test, out);
        return;
    }
    flip_text_add(out, "neither side is ahead");
}

/* Nobody plays when the clock strikes: only then conditions that wait for a strike are asked. */
static bool say_goal(const struct flickemup_rules *rules, const struct flickemup_state *state, int team,
                     struct flip_text *out)
{
    const bool strike = state->active == FLICKEMUP_NOBODY;
    for (int i = 0; i < rules->edition.wins; i++) {
        const struct flickemup_goal *goal = &rules->edition.win[i];
        if (goal->team != team || (goal->when != FLICKEMUP_WHEN_ACTION && !strike) ||
            !flickemup_true(rules, state, team, goal->test))
            continue;
        say_fact(rules, state, team, goal->test, out);
        return true;
    }
    return false;
}

static void say_why(const struct flickemup_rules *rules, const struct flickemup_state *state, struct flip_text *out)
{
    static const char *const last[] = {"no lawman is left in town", "no outlaw is left in town"};
    if (state->hour == FLICKEMUP_NOON)
        say_noon(rules, state, out);
    else if (state->winner == 3)
        flip_text_add(out, "nobody is left in town");
    else if (!say_goal(rules, state, state->winner - 1, out))
        flip_text_add(out, "%s", last[state->winner == 1 + FLICKEMUP_LAW]);
    flip_text_add(out, ".");
    if (flip_text_fits(out))
        out->at[0] = (char)toupper((unsigned char)out->at[0]);
}

void flickemup_ending(const void *rules_, const void *state_, const struct flip_names *names, struct flip_text *verdict,
                      struct flip_text *why)
{
    const struct flickemup_rules *rules = rules_;
    const struct flickemup_state *state = state_;
    struct flip_result result = {0};
    flickemup_result(rules, state, &result);
    const bool you = names->you >= 0 && flip_set_has(result.winners, names->you);
    if (state->winner == 3)
        flip_text_add(verdict, "A draw");
    else if (!you && flip_set_count(result.winners) > 1)
        flip_text_add(verdict, "The %s win", flickemup_team_words[state->winner - 1]);
    else {
        flip_say_seats(names, you ? FLIP_BIT(names->you) : result.winners, "wins", "win", verdict);
        flip_text_add(verdict, " %s the %s", flip_set_count(result.winners) == 1 ? "as" : "with",
                      flickemup_team_words[state->winner - 1]);
    }
    say_why(rules, state, why);
}
