/*
 * How far each side is towards its goals, in words: "outlaws eliminated: 1 of 3", "doors blown: 1 of 2". It is counted here
 * once, and every face shows it. A goal that has parts says each of them; of goals of which one is enough each stands alone.
 */
#include "games/flickemup/flickemup.h"

static const char *const test_words[FLICKEMUP_TEST_KINDS] = {
    "eliminated", "delivered", "inside", "holds", "tokens", "exploded", "left", "more", "all", "any", "not", "true"};

/* The things counted, in the plural. */
static const char *const token_things[FLICKEMUP_TOKENS] = {
    "",          "sacks of gold", "Colts",   "Winchesters", "clean waters", "poisoned waters",
    "dynamites", "documents",     "hostages"};

/* "outlaws", "witnesses", "O5", "of L1 and L2". */
static void add_group(struct flip_text *out, flip_set figures)
{
    static const struct {
        int first, count;
        const char *words;
    } groups[] = {{FLICKEMUP_LAWMEN, FLICKEMUP_TEAM, "lawmen"},
                  {FLICKEMUP_OUTLAWS, FLICKEMUP_TEAM, "outlaws"},
                  {FLICKEMUP_WITNESSES, FLICKEMUP_FIGURES - FLICKEMUP_WITNESSES, "witnesses"}};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (figures == (FLIP_BIT(groups[i].count) - 1) << groups[i].first) {
            flip_text_add(out, "%s", groups[i].words);
            return;
        }
    flip_text_add(out, "%s", flip_set_count(figures) > 1 ? "of " : "");
    flickemup_add_names(out, figures);
}

static void add_thing(struct flip_text *out, const struct flickemup_test *test)
{
    flip_text_add(out, "%s",
                  test->min == 1 && test->token == FLICKEMUP_HOSTAGE ? "the hostage" : token_things[test->token]);
}

/* What is counted: "outlaws eliminated", "sacks of gold out by exit S". */
static void add_subject(struct flip_text *out, const struct flickemup_edition *edition, int index)
{
    const struct flickemup_test *test = &edition->test[index];
    switch (test->kind) {
    case FLICKEMUP_TEST_ELIMINATED:
        add_group(out, test->figures);
        flip_text_add(out, " eliminated");
        break;
    case FLICKEMUP_TEST_DELIVERED:
        add_thing(out, test);
        if (test->exit)
            flip_text_add(out, " out by exit %s", edition->exit[test->place].name);
        else
            flip_text_add(out, " in %s", flickemup_places[test->place]);
        break;
    case FLICKEMUP_TEST_INSIDE:
        add_group(out, test->figures);
        flip_text_add(out, " in %s", flickemup_places[test->place]);
        break;
    case FLICKEMUP_TEST_HOLDS:
        flip_text_add(out, "strikes in a row with %s held", flickemup_places[test->place]);
        break;
    case FLICKEMUP_TEST_TOKENS:
        add_thing(out, test);
        flip_text_add(out, test->down ? " face down" : " in town");
        break;
    case FLICKEMUP_TEST_LEFT:
        add_group(out, test->figures);
        flip_text_add(out, " out by exit %s", edition->exit[test->place].name);
        break;
    default:
        flickemup_add_test(out, edition, index);
    }
}

/* A part by itself: counted where there is more than one of it, else done or still to do. */
static void add_state(struct flip_text *out, const struct flickemup_rules *rules, const struct flickemup_state *state,
                      int team, int index)
{
    const struct flickemup_count count = flickemup_count(rules, state, team, index);
    if (rules->edition.test[index].kind == FLICKEMUP_TEST_EXPLODED) {
        flip_text_add(out, "%s %s", flickemup_doors[rules->edition.test[index].place],
                      count.done ? "blown" : "still to do");
        return;
    }
    add_subject(out, &rules->edition, index);
    if (count.of > 1)
        flip_text_add(out, ": %d of %d", count.done < count.of ? count.done : count.of, count.of);
    else
        flip_text_add(out, ": %s", count.of == 1 && count.done ? "done" : "still to do");
}

/* Are all parts of one kind? Then they can be counted by its name. */
static bool alike(const struct flickemup_edition *edition, int index, enum flickemup_test_kind kind)
{
    const int end = index + edition->test[index].size;
    for (int part = index + 1; part < end; part += edition->test[part].size)
        if (edition->test[part].kind != kind)
            return false;
    return true;
}

void flickemup_add_progress(struct flip_text *out, const struct flickemup_rules *rules,
                            const struct flickemup_state *state, int team, int index)
{
    const struct flickemup_edition *edition = &rules->edition;
    if (edition->test[index].kind != FLICKEMUP_TEST_ALL) {
        add_state(out, rules, state, team, index);
        return;
    }
    const struct flickemup_count count = flickemup_count(rules, state, team, index);
    flip_text_add(out, "%s: %d of %d", alike(edition, index, FLICKEMUP_TEST_EXPLODED) ? "doors blown" : "done",
                  count.done, count.of);
}

/* --- for views ------------------------------------------------------------------------------------------------------- */

static void goal_json(struct flip_json *out, const struct flickemup_rules *rules, const struct flickemup_state *state,
                      int team, int index)
{
    const struct flickemup_test *test = &rules->edition.test[index];
    const int end = index + test->size;
    char phrase[256];
    if (test->kind == FLICKEMUP_TEST_ANY) {
        for (int part = index + 1; part < end; part += rules->edition.test[part].size)
            goal_json(out, rules, state, team, part);
        return;
    }
    const struct flickemup_count count = flickemup_count(rules, state, team, index);
    struct flip_text words = flip_text_in(phrase, sizeof phrase);
    flickemup_add_progress(&words, rules, state, team, index);
    flip_json_open(out, NULL, '{');
    flip_json_string(out, "kind", test_words[test->kind]);
    flip_json_string(out, "words", phrase);
    flip_json_int(out, "done", count.done < count.of ? count.done : count.of);
    flip_json_int(out, "of", count.of);
    if (test->token != FLICKEMUP_NOTHING)
        flip_json_string(out, "token", flickemup_token_words[test->token - FLICKEMUP_GOLD]);
    if (test->kind == FLICKEMUP_TEST_ALL) {
        flip_json_open(out, "parts", '[');
        for (int part = index + 1; part < end; part += rules->edition.test[part].size) {
            words = flip_text_in(phrase, sizeof phrase);
            add_state(&words, rules, state, team, part);
            flip_json_open(out, NULL, '{');
            flip_json_string(out, "words", phrase);
            flip_json_bool(out, "done", flickemup_true(rules, state, team, part));
            flip_json_close(out);
        }
        flip_json_close(out);
    }
    flip_json_close(out);
}

void flickemup_add_noon_now(struct flip_text *out, const struct flickemup_rules *rules,
                            const struct flickemup_state *state)
{
    const struct flickemup_edition *edition = &rules->edition;
    for (int i = 0; i < edition->at12s; i++) {
        const struct flickemup_goal *goal = &edition->at12[i];
        const struct flickemup_test *test = &edition->test[goal->test];
        if (!flickemup_true(rules, state, goal->team, goal->test))
            continue;
        flip_text_add(out, "the %s would win", flickemup_team_words[goal->team]);
        if (test->kind == FLICKEMUP_TEST_MORE) {
            flip_text_add(out, ": ");
            flickemup_add_more(out, test);
            flip_text_add(out, ", %d to %d", flickemup_has(state, test, goal->team),
                          flickemup_has(state, test, !goal->team));
        }
        return;
    }
    flip_text_add(out, "it would be a draw");
}

void flickemup_progress(const struct flickemup_rules *rules, const struct flickemup_state *state, struct flip_json *out)
{
    char phrase[256];
    flip_json_open(out, "progress", '{');
    for (int team = 0; team < FLICKEMUP_TEAMS; team++) {
        flip_json_open(out, flickemup_team_words[team], '[');
        for (int i = 0; i < rules->edition.wins; i++)
            if (rules->edition.win[i].team == team)
                goal_json(out, rules, state, team, rules->edition.win[i].test);
        flip_json_close(out);
    }
    struct flip_text words = flip_text_in(phrase, sizeof phrase);
    flickemup_add_noon_now(&words, rules, state);
    flip_json_string(out, "noon", phrase);
    flip_json_close(out);
}
