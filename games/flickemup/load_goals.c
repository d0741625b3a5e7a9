/*
 * The conditions of a scenario: who has won, and who wins at 12. A condition is an object with one key, its kind; its parts
 * are laid one behind the other, so that the rules read it without pointers. What could never be true is refused.
 */
#include "games/flickemup/load_goals.h"

#include <string.h>

enum { DEEPEST = 8 };

struct reading {
    struct flickemup_edition *edition;
    int depth;
};

static int load_test(const struct flip_node *node, struct reading *reading);

/* --- tokens and buildings, which the town has too ---------------------------------------------------------------------- */

int flickemup_load_token(const struct flip_node *node, int *token)
{
    if (flip_node_word(node, flickemup_token_words, token) < 0)
        return -1;
    *token += FLICKEMUP_GOLD;
    return 0;
}

int flickemup_load_building(const struct flip_node *node, const struct flickemup_edition *edition, int *building)
{
    if (flip_node_word(node, flickemup_building_words, building) < 0)
        return -1;
    if (!flip_set_has(edition->here, FLICKEMUP_BUILDINGS_AT + *building))
        return flip_node_fail(node, "this building is not in the scenario");
    return 0;
}

int flickemup_tokens_of(const struct flickemup_edition *edition, int token)
{
    int count = edition->pool[token];
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        count += edition->up[building][token];
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        count += (edition->hand[figure][0] == token) + (edition->hand[figure][1] == token);
    return count;
}

/* --- members --------------------------------------------------------------------------------------------------------- */

static uint16_t team_figures(const struct flickemup_edition *edition, int team)
{
    uint16_t figures = 0;
    for (int figure = 0; figure < FLICKEMUP_COWBOYS; figure++)
        if (flickemup_team_of(figure) == team && edition->where[figure] != FLICKEMUP_AWAY)
            figures |= (uint16_t)(1U << figure);
    return figures;
}

static int load_figure(const struct flip_node *node, const struct flickemup_edition *edition, uint16_t *figures)
{
    const char *word = json_string_value(node->json);
    const int number = word ? flickemup_piece_named(word) : -1;
    if (number < 0 || number >= FLICKEMUP_FIGURES || edition->where[number] == FLICKEMUP_AWAY)
        return flip_node_expected(node, "a figure of this scenario");
    *figures |= (uint16_t)(1U << number);
    return 0;
}

/* `figures`: a list, or the name of a team; `team` does the same. */
static int load_figures(const struct flip_node *object, const struct flickemup_edition *edition, uint16_t *figures)
{
    struct flip_node node;
    int team;
    size_t count;
    const bool named = json_object_get(object->json, "figures") != NULL;
    if (named == (json_object_get(object->json, "team") != NULL))
        return flip_node_fail(object, "it asks about either a 'team' or 'figures'");
    if (!named) {
        if (flip_node_member_word(object, "team", flickemup_team_words, &team) < 0)
            return -1;
        *figures = team_figures(edition, team);
        return 0;
    }
    if (flip_node_member_list(object, "figures", 1, FLICKEMUP_FIGURES, &node, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&node, i);
        if (load_figure(&item, edition, figures) < 0)
            return -1;
    }
    return 0;
}

static int load_min(const struct flip_node *object, int most, const char *what, uint8_t *out)
{
    struct flip_node node;
    int min;
    if (flip_node_member(object, "min", &node) < 0 || flip_node_int(&node, 1, 99, &min) < 0)
        return -1;
    if (min > most)
        return flip_node_fail(&node, "%d is more than there are: %d %s", min, most, what);
    *out = (uint8_t)min;
    return 0;
}

static int exit_named(const struct flickemup_edition *edition, const char *name)
{
    for (int i = 0; i < edition->exits; i++)
        if (strcmp(edition->exit[i].name, name) == 0)
            return i;
    return -1;
}

static int load_exit(const struct flip_node *object, const char *key, const struct flickemup_edition *edition,
                     struct flickemup_test *test)
{
    struct flip_node node;
    if (flip_node_member(object, key, &node) < 0)
        return -1;
    const char *word = json_string_value(node.json);
    const int exit = word ? exit_named(edition, word) : -1;
    if (exit < 0)
        return flip_node_expected(&node, "an exit of this scenario");
    test->place = (uint8_t)exit;
    test->exit = 1;
    return 0;
}

static int load_place(const struct flip_node *object, const char *key, const struct flickemup_edition *edition,
                      struct flickemup_test *test)
{
    struct flip_node node;
    int building;
    if (flip_node_member(object, key, &node) < 0 || flickemup_load_building(&node, edition, &building) < 0)
        return -1;
    test->place = (uint8_t)building;
    return 0;
}

static int load_token(const struct flip_node *object, const char *key, const struct flickemup_edition *edition,
                      struct flickemup_test *test)
{
    struct flip_node node;
    int token;
    if (flip_node_member(object, key, &node) < 0 || flickemup_load_token(&node, &token) < 0)
        return -1;
    if (flickemup_tokens_of(edition, token) == 0)
        return flip_node_fail(&node, "no such token is in the scenario");
    test->token = (uint8_t)token;
    return 0;
}

/* --- kinds ----------------------------------------------------------------------------------------------------------- */

static int load_eliminated(const struct flip_node *node, const struct flickemup_edition *edition,
                           struct flickemup_test *test)
{
    static const char *const keys[] = {"team", "figures", "min", NULL};
    if (flip_node_object(node, keys) < 0 || load_figures(node, edition, &test->figures) < 0)
        return -1;
    const int most = flip_set_count(test->figures);
    if (!json_object_get(node->json, "min")) {
        test->min = (uint8_t)most;
        return 0;
    }
    return load_min(node, most, "figures", &test->min);
}

static bool is_building(const char *name)
{
    for (int i = 0; i < FLICKEMUP_BUILDINGS; i++)
        if (strcmp(flickemup_piece_names[FLICKEMUP_BUILDINGS_AT + i], name) == 0)
            return true;
    return false;
}

static int load_delivered(const struct flip_node *node, const struct flickemup_edition *edition,
                          struct flickemup_test *test)
{
    static const char *const keys[] = {"token", "to", "min", NULL};
    struct flip_node to;
    if (flip_node_object(node, keys) < 0 || load_token(node, "token", edition, test) < 0 ||
        flip_node_member(node, "to", &to) < 0)
        return -1;
    const char *word = json_string_value(to.json);
    const bool exit = word && exit_named(edition, word) >= 0;
    if (!exit && !(word && is_building(word)))
        return flip_node_expected(&to, "a building or an exit of this scenario");
    if ((exit ? load_exit(node, "to", edition, test) : load_place(node, "to", edition, test)) < 0)
        return -1;
    test->min = 1;
    return json_object_get(node->json, "min")
               ? load_min(node, flickemup_tokens_of(edition, test->token), "tokens", &test->min)
               : 0;
}

static int load_inside(const struct flip_node *node, const struct flickemup_edition *edition,
                       struct flickemup_test *test)
{
    static const char *const keys[] = {"team", "figures", "place", "min", NULL};
    if (flip_node_object(node, keys) < 0 || load_figures(node, edition, &test->figures) < 0 ||
        load_place(node, "place", edition, test) < 0)
        return -1;
    return json_object_get(node->json, "min") ? load_min(node, flip_set_count(test->figures), "figures", &test->min)
                                              : 0;
}

static int load_holds(const struct flip_node *node, const struct flickemup_edition *edition,
                      struct flickemup_test *test)
{
    static const char *const keys[] = {"place", "token", "strikes", NULL};
    int strikes;
    if (flip_node_object(node, keys) < 0 || load_place(node, "place", edition, test) < 0 ||
        flip_node_member_int(node, "strikes", 1, FLICKEMUP_NOON - edition->hour, &strikes) < 0 ||
        (json_object_get(node->json, "token") && load_token(node, "token", edition, test) < 0))
        return -1;
    test->min = (uint8_t)strikes;
    return 0;
}

static int load_tokens(const struct flip_node *node, const struct flickemup_edition *edition,
                       struct flickemup_test *test)
{
    static const char *const keys[] = {"kind", "face", "min", NULL};
    static const char *const faces[] = {"up", "down", "clean", "poisoned", NULL};
    static const char *const kinds[] = {"gold",     "colt",     "winchester", "clean_water", "poisoned_water",
                                        "dynamite", "document", "hostage",    "water",       NULL};
    struct flip_node kind, face;
    int which, side = 0;
    if (flip_node_object(node, keys) < 0 || flip_node_member(node, "kind", &kind) < 0 ||
        flip_node_word(&kind, kinds, &which) < 0)
        return -1;
    const bool water = kinds[which + 1] == NULL;
    if (json_object_get(node->json, "face") &&
        (flip_node_member(node, "face", &face) < 0 || flip_node_word(&face, faces, &side) < 0))
        return -1;
    if (water != (side >= 2))
        return flip_node_fail(node,
                              water ? "water has the face 'clean' or 'poisoned'" : "only water is clean or poisoned");
    const int token = water ? (side == 2 ? FLICKEMUP_CLEAN : FLICKEMUP_POISONED) : FLICKEMUP_GOLD + which;
    test->token = (uint8_t)token;
    test->down = side == 1;
    int most = test->down ? edition->pool[token] : flickemup_tokens_of(edition, token);
    if (token == FLICKEMUP_CLEAN || token == FLICKEMUP_POISONED) /* two sides of the same token */
        most = flickemup_tokens_of(edition, FLICKEMUP_CLEAN) + flickemup_tokens_of(edition, FLICKEMUP_POISONED);
    return load_min(node, most, test->down ? "tokens face down" : "tokens", &test->min);
}

static int load_exploded(const struct flip_node *node, const struct flickemup_edition *edition,
                         struct flickemup_test *test)
{
    static const char *const keys[] = {"place", "mm", NULL};
    int mm;
    if (flip_node_object(node, keys) < 0 || load_place(node, "place", edition, test) < 0 ||
        flip_node_member_int(node, "mm", 1, 1000, &mm) < 0)
        return -1;
    if (flickemup_tokens_of(edition, FLICKEMUP_DYNAMITE) == 0)
        return flip_node_fail(node, "there is no dynamite in the scenario");
    test->mm = (uint16_t)mm;
    return 0;
}

static int load_left(const struct flip_node *node, const struct flickemup_edition *edition, struct flickemup_test *test)
{
    static const char *const keys[] = {"figure", "exit", NULL};
    struct flip_node figure;
    if (flip_node_object(node, keys) < 0 || flip_node_member(node, "figure", &figure) < 0 ||
        load_figure(&figure, edition, &test->figures) < 0)
        return -1;
    return load_exit(node, "exit", edition, test);
}

/* "hit_points", "eliminations", {"inside": place}, {"token": kind}. */
static int load_more(const struct flip_node *node, const struct flickemup_edition *edition, struct flickemup_test *test)
{
    static const char *const words[] = {"hit_points", "eliminations", NULL};
    static const char *const keys[] = {"inside", "token", NULL};
    int which;
    if (json_is_string(node->json)) {
        if (flip_node_word(node, words, &which) < 0)
            return -1;
        test->more = (uint8_t)which;
        return 0;
    }
    if (flip_node_object(node, keys) < 0)
        return -1;
    if (json_object_size(node->json) != 1)
        return flip_node_expected(node, "one of 'inside' and 'token'");
    if (json_object_get(node->json, "inside")) {
        test->more = FLICKEMUP_MORE_INSIDE;
        return load_place(node, "inside", edition, test);
    }
    test->more = FLICKEMUP_MORE_TOKEN;
    return load_token(node, "token", edition, test);
}

static int load_parts(const struct flip_node *node, struct reading *reading)
{
    size_t count;
    if (flip_node_list(node, 1, 16, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(node, i);
        if (load_test(&item, reading) < 0)
            return -1;
    }
    return 0;
}

static int load_kind(const struct flip_node *node, struct reading *reading, struct flickemup_test *test)
{
    const struct flickemup_edition *edition = reading->edition;
    switch (test->kind) {
    case FLICKEMUP_TEST_ELIMINATED:
        return load_eliminated(node, edition, test);
    case FLICKEMUP_TEST_DELIVERED:
        return load_delivered(node, edition, test);
    case FLICKEMUP_TEST_INSIDE:
        return load_inside(node, edition, test);
    case FLICKEMUP_TEST_HOLDS:
        return load_holds(node, edition, test);
    case FLICKEMUP_TEST_TOKENS:
        return load_tokens(node, edition, test);
    case FLICKEMUP_TEST_EXPLODED:
        return load_exploded(node, edition, test);
    case FLICKEMUP_TEST_LEFT:
        return load_left(node, edition, test);
    case FLICKEMUP_TEST_MORE:
        return load_more(node, edition, test);
    case FLICKEMUP_TEST_NOT:
        return load_test(node, reading);
    case FLICKEMUP_TEST_TRUE:
        return json_is_true(node->json) ? 0 : flip_node_expected(node, "true");
    default:
        return load_parts(node, reading);
    }
}

static int load_test(const struct flip_node *node, struct reading *reading)
{
    static const char *const kinds[] = {"eliminated",    "delivered", "inside", "holds", "tokens",
                                        "exploded_near", "left",      "more",   "all",   "any",
                                        "not",           "true",      NULL};
    struct flickemup_edition *edition = reading->edition;
    if (flip_node_object(node, kinds) < 0)
        return -1;
    if (json_object_size(node->json) != 1)
        return flip_node_fail(node, "a condition has one key, its kind");
    if (edition->tests == FLICKEMUP_TESTS)
        return flip_node_fail(node, "all conditions together have at most %d parts", FLICKEMUP_TESTS);
    if (reading->depth == DEEPEST)
        return flip_node_fail(node, "conditions are at most %d deep", DEEPEST);
    int kind = 0;
    while (!json_object_get(node->json, kinds[kind]))
        kind++;
    struct flip_node inner;
    const int index = edition->tests++;
    edition->test[index].kind = (uint8_t)kind;
    reading->depth++;
    if (flip_node_member(node, kinds[kind], &inner) < 0 || load_kind(&inner, reading, &edition->test[index]) < 0)
        return -1;
    reading->depth--;
    edition->test[index].size = (uint8_t)(edition->tests - index);
    return 0;
}

static int load_goals(const struct flip_node *root, const char *key, struct flickemup_edition *edition,
                      struct flickemup_goal *goals, uint8_t *count)
{
    static const char *const win_keys[] = {"team", "when", "if", NULL}, *const at12_keys[] = {"team", "if", NULL};
    static const char *const whens[] = {"action", "strike", NULL};
    const bool win = strcmp(key, "win") == 0;
    struct flip_node list;
    size_t size;
    if (!json_object_get(root->json, key))
        return 0;
    if (flip_node_member_list(root, key, 0, FLICKEMUP_GOALS, &list, &size) < 0)
        return -1;
    for (size_t i = 0; i < size; i++) {
        const struct flip_node item = flip_node_item(&list, i);
        struct flip_node test;
        int team, when = 0;
        if (flip_node_object(&item, win ? win_keys : at12_keys) < 0 ||
            flip_node_member_word(&item, "team", flickemup_team_words, &team) < 0 ||
            (win && json_object_get(item.json, "when") && flip_node_member_word(&item, "when", whens, &when) < 0) ||
            flip_node_member(&item, "if", &test) < 0)
            return -1;
        goals[*count] = (struct flickemup_goal){.team = (uint8_t)team, .when = (uint8_t)when, .test = edition->tests};
        struct reading reading = {.edition = edition};
        if (load_test(&test, &reading) < 0)
            return -1;
        (*count)++;
    }
    return 0;
}

int flickemup_load_goals(const struct flip_node *root, struct flickemup_edition *edition)
{
    if (load_goals(root, "win", edition, edition->win, &edition->wins) < 0 ||
        load_goals(root, "at12", edition, edition->at12, &edition->at12s) < 0)
        return -1;
    for (int team = 0; team < FLICKEMUP_TEAMS; team++) {
        bool found = false;
        for (int i = 0; i < edition->wins; i++)
            found |= edition->win[i].team == team;
        for (int i = 0; i < edition->at12s; i++)
            found |= edition->at12[i].team == team;
        if (!found)
            return flip_node_fail(root, "the %s have neither 'win' nor 'at12': nobody could win with them",
                                  flickemup_team_words[team]);
    }
    return 0;
}
