/*
 * The conditions of a scenario in words, so that every face can say what a scenario asks for, also one that somebody wrote
 * this morning. A condition is a phrase that goes after "you must" and after "they win if they".
 */
#include "games/flickemup/flickemup.h"

#include <flipside/say.h>
#include <string.h>

const char *const flickemup_doors[FLICKEMUP_BUILDINGS] = {"the Sheriff's door",   "the Bank's door",
                                                          "the Saloon's door",    "the Store's door",
                                                          "the Town Hall's door", "the Undertaker's door"};

/* Of one, and of several. */
static const char *const tokens[FLICKEMUP_TOKENS][2] = {
    {"", ""},
    {"a sack of gold", "sacks of gold"},
    {"a Colt", "Colts"},
    {"a Winchester", "Winchesters"},
    {"a clean water", "clean waters"},
    {"a poisoned water", "poisoned waters"},
    {"a dynamite", "dynamites"},
    {"a document", "documents"},
    {"the hostage", "hostages"},
};

void flickemup_add_tokens(struct flip_text *out, int token, int count)
{
    if (count == 1) {
        flip_text_add(out, "%s", tokens[token][0]);
        return;
    }
    flip_say_number(count, out);
    flip_text_add(out, " %s", tokens[token][1]);
}

void flickemup_add_names(struct flip_text *out, flip_set figures)
{
    for (int left = flip_set_count(figures); figures; figures = flip_set_rest(figures), left--) {
        const int figure = flip_set_first(figures);
        const bool witness = figure >= FLICKEMUP_COWBOYS; /* "witness1" is a word for programs */
        flip_text_add(out, "%s%s%s", witness ? "witness " : "",
                      flickemup_piece_names[figure] + (witness ? strlen("witness") : 0),
                      left > 2    ? ", "
                      : left == 2 ? " and "
                                  : "");
    }
}

/* "three outlaws", "both witnesses", "O5", "two of L1, L2 and L3"; `min` 0: all who live. */
void flickemup_add_figures(struct flip_text *out, flip_set figures, int min)
{
    static const struct {
        int first, count;
        const char *words;
    } bands[] = {{FLICKEMUP_LAWMEN, FLICKEMUP_TEAM, "lawmen"},
                 {FLICKEMUP_OUTLAWS, FLICKEMUP_TEAM, "outlaws"},
                 {FLICKEMUP_WITNESSES, FLICKEMUP_FIGURES - FLICKEMUP_WITNESSES, "witnesses"}};
    const int size = flip_set_count(figures);
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++) {
        if (figures != (FLIP_BIT(bands[i].count) - 1) << bands[i].first)
            continue;
        if (min == 0)
            flip_text_add(out, "all living %s", bands[i].words);
        else if (min == 1)
            flip_text_add(out, "one of the %s", bands[i].words);
        else if (min == size)
            flip_text_add(out, "%s %s", size == 2 ? "both" : "all", bands[i].words);
        else {
            flip_say_number(min, out);
            flip_text_add(out, " %s", bands[i].words);
        }
        return;
    }
    if (min > 0 && min < size) {
        flip_say_number(min, out);
        flip_text_add(out, " of ");
    } else if (min == 0 && size > 1) {
        flip_text_add(out, "all who live of ");
    }
    flickemup_add_names(out, figures);
}

static void add_delivered(struct flip_text *out, const struct flickemup_edition *edition,
                          const struct flickemup_test *test)
{
    flip_text_add(out, "bring ");
    flickemup_add_tokens(out, test->token, test->min);
    if (test->exit)
        flip_text_add(out, " out by exit %s", edition->exit[test->place].name);
    else
        flip_text_add(out, " to %s", flickemup_places[test->place]);
}

static void add_holds(struct flip_text *out, const struct flickemup_test *test)
{
    flip_text_add(out, "have more men in %s than the enemy", flickemup_places[test->place]);
    if (test->token)
        flip_text_add(out, ", with %s there that the enemy lacks,", tokens[test->token][0]);
    flip_text_add(out, " at ");
    flip_say_number(test->min, out);
    flip_text_add(out, test->min == 1 ? " strike" : " strikes in a row");
}

/* What more of them is asked, as it stands before "win" too. */
void flickemup_add_more(struct flip_text *out, const struct flickemup_test *test)
{
    switch (test->more) {
    case FLICKEMUP_MORE_HIT_POINTS:
        flip_text_add(out, "more hit points");
        break;
    case FLICKEMUP_MORE_ELIMINATIONS:
        flip_text_add(out, "more eliminations");
        break;
    case FLICKEMUP_MORE_INSIDE:
        flip_text_add(out, "more men in %s", flickemup_places[test->place]);
        break;
    default:
        flip_text_add(out, "more %s in hand", tokens[test->token][1]);
    }
}

/* Two doors, blown up in the same way: what is done to them is said once. */
static bool same_blast(const struct flickemup_test *a, const struct flickemup_test *b)
{
    return a->kind == FLICKEMUP_TEST_EXPLODED && b->kind == FLICKEMUP_TEST_EXPLODED && a->mm == b->mm;
}

void flickemup_add_test(struct flip_text *out, const struct flickemup_edition *edition, int index)
{
    const struct flickemup_test *test = &edition->test[index];
    const int end = index + test->size;
    switch (test->kind) {
    case FLICKEMUP_TEST_ELIMINATED:
        flip_text_add(out, "eliminate ");
        flickemup_add_figures(out, test->figures, test->min);
        break;
    case FLICKEMUP_TEST_DELIVERED:
        add_delivered(out, edition, test);
        break;
    case FLICKEMUP_TEST_INSIDE:
        flip_text_add(out, "have ");
        flickemup_add_figures(out, test->figures, test->min);
        flip_text_add(out, " inside %s", flickemup_places[test->place]);
        break;
    case FLICKEMUP_TEST_HOLDS:
        add_holds(out, test);
        break;
    case FLICKEMUP_TEST_TOKENS:
        flip_text_add(out, "see ");
        flickemup_add_tokens(out, test->token, test->min);
        flip_text_add(out, test->down ? " face down" : " in town");
        break;
    case FLICKEMUP_TEST_EXPLODED:
        flip_text_add(out, "blow up dynamite within %d mm of %s", test->mm, flickemup_doors[test->place]);
        break;
    case FLICKEMUP_TEST_LEFT:
        flip_text_add(out, "get ");
        flickemup_add_names(out, test->figures);
        flip_text_add(out, " out by exit %s", edition->exit[test->place].name);
        break;
    case FLICKEMUP_TEST_MORE:
        flip_text_add(out, "have ");
        flickemup_add_more(out, test);
        break;
    case FLICKEMUP_TEST_ALL:
    case FLICKEMUP_TEST_ANY:
        for (int part = index + 1; part < end; part += edition->test[part].size) {
            flip_text_add(out, "%s", part == index + 1 ? "" : test->kind == FLICKEMUP_TEST_ALL ? " and " : ", or ");
            if (part > index + 1 && same_blast(&edition->test[part - 1], &edition->test[part]))
                flip_text_add(out, "of %s", flickemup_doors[edition->test[part].place]);
            else
                flickemup_add_test(out, edition, part);
        }
        break;
    case FLICKEMUP_TEST_NOT:
        flip_text_add(out, "not ");
        flickemup_add_test(out, edition, index + 1);
        break;
    default:
        flip_text_add(out, "be there");
    }
}

static bool same_test(const struct flickemup_edition *edition, int a, int b)
{
    const int size = edition->test[a].size;
    bool same = size == edition->test[b].size;
    for (int i = 0; i < size && same; i++) {
        const struct flickemup_test *one = &edition->test[a + i], *other = &edition->test[b + i];
        same = one->kind == other->kind && one->place == other->place && one->exit == other->exit &&
               one->token == other->token && one->down == other->down && one->min == other->min &&
               one->more == other->more && one->figures == other->figures && one->mm == other->mm;
    }
    return same;
}

void flickemup_goals_of(const struct flickemup_edition *edition, int team, struct flip_text *out)
{
    bool any = false;
    for (int i = 0; i < edition->wins; i++) {
        const struct flickemup_goal *goal = &edition->win[i];
        if (goal->team != team)
            continue;
        flip_text_add(out, "%s", any ? ", or " : "");
        flickemup_add_test(out, edition, goal->test);
        if (goal->when == FLICKEMUP_WHEN_STRIKE && edition->test[goal->test].kind != FLICKEMUP_TEST_HOLDS)
            flip_text_add(out, " when the clock strikes");
        any = true;
    }
    if (!any)
        flip_text_add(out, "hold out until 12");
}

void flickemup_noon_of(const struct flickemup_edition *edition, struct flip_text *out)
{
    for (int i = 0; i < edition->at12s; i++) {
        const struct flickemup_goal *goal = &edition->at12[i];
        const struct flickemup_test *test = &edition->test[goal->test];
        flip_text_add(out, "%s", i ? "; else " : "");
        if (test->kind == FLICKEMUP_TEST_TRUE) {
            flip_text_add(out, "the %s win", flickemup_team_words[goal->team]);
            return;
        }
        /* Asked of one team and then of the other: the better one wins. */
        if (test->kind == FLICKEMUP_TEST_MORE && i + 1 < edition->at12s && edition->at12[i + 1].team != goal->team &&
            same_test(edition, goal->test, edition->at12[i + 1].test)) {
            flickemup_add_more(out, test);
            flip_text_add(out, " win");
            i++;
            continue;
        }
        flip_text_add(out, "the %s win if they ", flickemup_team_words[goal->team]);
        flickemup_add_test(out, edition, goal->test);
    }
    flip_text_add(out, "%sit is a draw", edition->at12s ? "; else " : "");
}
