/*
 * A scenario of Flick 'em Up! from JSON: table, pieces with poses, cowboys, tokens, clock, rules. The conditions are read by
 * load_goals.c. Whatever the box does not hold, whatever stands in something else and whatever nobody could win is
 * refused with its place.
 */
#include "games/flickemup/load_goals.h"
#include <flipside/load.h>

#include <string.h>

/* --- numbers and names ----------------------------------------------------------------------------------------------- */

/* Millimetres or degrees, kept in hundredths. */
static int hundredths(const struct flip_node *node, int min, int max, int32_t *out)
{
    const double value = json_number_value(node->json);
    if (!json_is_number(node->json) || value < min || value > max)
        return flip_node_expected(node, "a number from %d to %d", min, max);
    *out = (int32_t)(value * 100 + (value < 0 ? -0.5 : 0.5));
    return 0;
}

/* [x, y] or [x, y, degrees], on the table. */
static int load_spot(const struct flip_node *node, struct flickemup_edition *edition, int piece)
{
    struct flickemup_spot *spot = &edition->spot[piece];
    size_t count;
    if (flip_node_list(node, 2, 3, &count) < 0)
        return -1;
    const struct flip_node x = flip_node_item(node, 0), y = flip_node_item(node, 1);
    if (hundredths(&x, 0, edition->width / 100, &spot->x) < 0 || hundredths(&y, 0, edition->height / 100, &spot->y) < 0)
        return -1;
    if (count == 3) {
        const struct flip_node angle = flip_node_item(node, 2);
        if (hundredths(&angle, -360, 360, &spot->angle) < 0)
            return -1;
        spot->angle = flip_angle(spot->angle);
    }
    edition->here |= FLIP_BIT(piece);
    return 0;
}

/* The key is one of the words. */
static int word_index(const char *key, const char *const *words)
{
    int i = 0;
    while (strcmp(words[i], key) != 0)
        i++;
    return i;
}

/* --- table and pieces ------------------------------------------------------------------------------------------------ */

static int load_table(const struct flip_node *root, struct flickemup_edition *edition)
{
    struct flip_node table;
    size_t count;
    if (flip_node_member_list(root, "table", 2, 2, &table, &count) < 0)
        return -1;
    const struct flip_node width = flip_node_item(&table, 0), height = flip_node_item(&table, 1);
    if (hundredths(&width, 300, 3000, &edition->width) < 0 || hundredths(&height, 300, 3000, &edition->height) < 0)
        return -1;
    return 0;
}

static int load_buildings(const struct flip_node *root, struct flickemup_edition *edition)
{
    struct flip_node buildings, door;
    const char *key;
    json_t *value;
    if (!json_object_get(root->json, "buildings"))
        return 0;
    if (flip_node_member(root, "buildings", &buildings) < 0 ||
        flip_node_object(&buildings, flickemup_building_words) < 0)
        return -1;
    json_object_foreach((json_t *)buildings.json, key, value) {
        const int building = word_index(key, flickemup_building_words);
        if (flip_node_member(&buildings, key, &door) < 0 ||
            load_spot(&door, edition, FLICKEMUP_BUILDINGS_AT + building) < 0)
            return -1;
    }
    return 0;
}

static int load_objects(const struct flip_node *root, struct flickemup_edition *edition)
{
    static const char *const keys[] = {"barrels", "cactuses", "fences", "tumbleweeds", "blocks", "gallows", NULL};
    static const struct {
        int first;
        size_t box;
    } kinds[] = {{FLICKEMUP_BARRELS, 5},     {FLICKEMUP_CACTUSES, 3}, {FLICKEMUP_FENCES, 4},
                 {FLICKEMUP_TUMBLEWEEDS, 5}, {FLICKEMUP_BLOCK, 1},    {FLICKEMUP_GALLOWS, 1}};
    struct flip_node objects;
    if (!json_object_get(root->json, "objects"))
        return 0;
    if (flip_node_member(root, "objects", &objects) < 0 || flip_node_object(&objects, keys) < 0)
        return -1;
    for (size_t i = 0; keys[i]; i++) {
        struct flip_node list;
        size_t count;
        if (!json_object_get(objects.json, keys[i]))
            continue;
        if (flip_node_member_list(&objects, keys[i], 0, 100, &list, &count) < 0)
            return -1;
        if (count > kinds[i].box)
            return flip_node_fail(&list, "the box has %zu of these, not %zu", kinds[i].box, count);
        for (size_t k = 0; k < count; k++) {
            const struct flip_node item = flip_node_item(&list, k);
            if (load_spot(&item, edition, kinds[i].first + (int)k) < 0)
                return -1;
        }
    }
    return 0;
}

/* --- figures --------------------------------------------------------------------------------------------------------- */

static int load_hand(const struct flip_node *figure, struct flickemup_edition *edition, int number)
{
    struct flip_node tokens;
    size_t count;
    if (!json_object_get(figure->json, "tokens"))
        return 0;
    if (flip_node_member_list(figure, "tokens", 0, FLICKEMUP_HAND, &tokens, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&tokens, i);
        int token;
        if (flickemup_load_token(&item, &token) < 0)
            return -1;
        if (token == FLICKEMUP_CLEAN || token == FLICKEMUP_POISONED)
            return flip_node_fail(&item, "water stays in its building");
        if (token == FLICKEMUP_HOSTAGE && count > 1)
            return flip_node_fail(&tokens, "the hostage fills both spaces");
        edition->hand[number][i] = (uint8_t)token;
    }
    if (count == 2 && edition->hand[number][1] < edition->hand[number][0]) { /* a hand is kept in order */
        const uint8_t first = edition->hand[number][0];
        edition->hand[number][0] = edition->hand[number][1];
        edition->hand[number][1] = first;
    }
    return 0;
}

static int load_place(const struct flip_node *figure, struct flickemup_edition *edition, int number)
{
    struct flip_node at, in;
    const bool spot = json_object_get(figure->json, "at"), inside = json_object_get(figure->json, "in");
    if (spot == inside)
        return flip_node_fail(figure, "a figure is either at a place ('at') or in something ('in')");
    if (spot) {
        edition->where[number] = FLICKEMUP_ON_TABLE;
        return flip_node_member(figure, "at", &at) < 0 ? -1 : load_spot(&at, edition, number);
    }
    if (flip_node_member(figure, "in", &in) < 0)
        return -1;
    const char *word = json_string_value(in.json);
    if (word && strcmp(word, "gallows") == 0) {
        if (!flip_set_has(edition->here, FLICKEMUP_GALLOWS))
            return flip_node_fail(&in, "the gallows is not in the scenario");
        if (number >= FLICKEMUP_COWBOYS)
            return flip_node_fail(&in, "only a cowboy can be on the gallows");
        edition->where[number] = FLICKEMUP_ON_GALLOWS;
        return 0;
    }
    int building;
    if (flickemup_load_building(&in, edition, &building) < 0)
        return -1;
    edition->where[number] = (uint8_t)(FLICKEMUP_INSIDE + building);
    return 0;
}

static int load_cowboys(const struct flip_node *root, struct flickemup_edition *edition)
{
    static const char *const keys[] = {"at", "in", "hit_points", "tokens", NULL};
    struct flip_node cowboys;
    const char *key;
    json_t *value;
    int points = 0, members[FLICKEMUP_TEAMS] = {0};
    if (flip_node_member(root, "cowboys", &cowboys) < 0)
        return -1;
    if (!json_is_object(cowboys.json))
        return flip_node_expected(&cowboys, "an object of figures by name");
    json_object_foreach((json_t *)cowboys.json, key, value) {
        struct flip_node figure;
        if (flip_node_member(&cowboys, key, &figure) < 0)
            return -1;
        const int number = flickemup_piece_named(key);
        if (number < 0 || number >= FLICKEMUP_FIGURES || strcmp(key, flickemup_piece_names[number]) != 0)
            return flip_node_fail(&figure, "there is no figure of this name: L1 … L5, O1 … O5, witness1, witness2");
        const bool witness = number >= FLICKEMUP_COWBOYS;
        int hit_points = witness ? 1 : 3;
        if (flip_node_object(&figure, keys) < 0 || load_place(&figure, edition, number) < 0 ||
            (json_object_get(figure.json, "hit_points") &&
             flip_node_member_int(&figure, "hit_points", 1, 9, &hit_points) < 0) ||
            load_hand(&figure, edition, number) < 0)
            return -1;
        if (edition->where[number] == FLICKEMUP_ON_GALLOWS)
            hit_points = 1; /* what a freed prisoner has */
        edition->hit_points[number] = (uint8_t)hit_points;
        points += hit_points;
        if (!witness)
            members[flickemup_team_of(number)]++;
    }
    for (int team = 0; team < FLICKEMUP_TEAMS; team++)
        if (members[team] == 0)
            return flip_node_fail(&cowboys, "the %s have no cowboy", flickemup_team_words[team]);
    if (points > 38)
        return flip_node_fail(&cowboys, "the box has 38 hit points, not %d", points);
    return 0;
}

/* --- tokens ---------------------------------------------------------------------------------------------------------- */

/* {"gold": 4, "colt": 1} */
static int load_counts(const struct flip_node *node, uint8_t counts[FLICKEMUP_TOKENS])
{
    const char *key;
    json_t *value;
    if (flip_node_object(node, flickemup_token_words) < 0)
        return -1;
    json_object_foreach((json_t *)node->json, key, value) {
        int count;
        if (flip_node_member_int(node, key, 1, 11, &count) < 0)
            return -1;
        counts[FLICKEMUP_GOLD + word_index(key, flickemup_token_words)] = (uint8_t)count;
    }
    return 0;
}

static int load_tokens(const struct flip_node *root, struct flickemup_edition *edition)
{
    struct flip_node tokens;
    const char *key;
    json_t *value;
    if (!json_object_get(root->json, "tokens"))
        return 0;
    if (flip_node_member(root, "tokens", &tokens) < 0 || flip_node_object(&tokens, flickemup_building_words) < 0)
        return -1;
    json_object_foreach((json_t *)tokens.json, key, value) {
        struct flip_node place;
        const int building = word_index(key, flickemup_building_words);
        if (flip_node_member(&tokens, key, &place) < 0)
            return -1;
        if (!flip_set_has(edition->here, FLICKEMUP_BUILDINGS_AT + building))
            return flip_node_fail(&place, "this building is not in the scenario");
        if (load_counts(&place, edition->up[building]) < 0)
            return -1;
    }
    return 0;
}

static int load_face_down(const struct flip_node *root, struct flickemup_edition *edition)
{
    static const char *const keys[] = {"tokens", "places", NULL};
    struct flip_node down, tokens, places;
    const char *key;
    json_t *value;
    int spaces = 0, count = 0;
    if (!json_object_get(root->json, "face_down"))
        return 0;
    if (flip_node_member(root, "face_down", &down) < 0 || flip_node_object(&down, keys) < 0 ||
        flip_node_member(&down, "tokens", &tokens) < 0 || load_counts(&tokens, edition->pool) < 0 ||
        flip_node_member(&down, "places", &places) < 0 || flip_node_object(&places, flickemup_building_words) < 0)
        return -1;
    json_object_foreach((json_t *)places.json, key, value) {
        const int building = word_index(key, flickemup_building_words);
        int here;
        if (flip_node_member_int(&places, key, 1, 11, &here) < 0)
            return -1;
        if (!flip_set_has(edition->here, FLICKEMUP_BUILDINGS_AT + building))
            return flip_node_fail(&places, "the building '%s' is not in the scenario", key);
        edition->down[building] = (uint8_t)here;
        spaces += here;
    }
    for (int token = 0; token < FLICKEMUP_TOKENS; token++)
        count += edition->pool[token];
    if (edition->pool[FLICKEMUP_CLEAN] || edition->pool[FLICKEMUP_POISONED])
        return flip_node_fail(&tokens, "water lies face up");
    if (spaces != count)
        return flip_node_fail(&down, "there are %d tokens for %d places", count, spaces);
    return 0;
}

/* The box, and the rules that tokens need. */
static int check_tokens(const struct flip_node *root, const struct flickemup_edition *edition)
{
    static const struct {
        int token, other, box, rule;
        const char *what;
    } box[] = {{FLICKEMUP_GOLD, 0, 11, -1, "sacks of gold"},
               {FLICKEMUP_COLT, 0, 5, -1, "Colts"},
               {FLICKEMUP_WINCHESTER, 0, 2, FLICKEMUP_RULE_WINCHESTER, "Winchesters"},
               {FLICKEMUP_CLEAN, FLICKEMUP_POISONED, 4, FLICKEMUP_RULE_WATER, "water tokens"},
               {FLICKEMUP_DYNAMITE, 0, 2, FLICKEMUP_RULE_DYNAMITE, "dynamites"},
               {FLICKEMUP_DOCUMENT, 0, 2, -1, "documents"},
               {FLICKEMUP_HOSTAGE, 0, 1, -1, "hostages"}};
    int all = 0;
    for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
        const int count = flickemup_tokens_of(edition, box[i].token) +
                          (box[i].other ? flickemup_tokens_of(edition, box[i].other) : 0);
        if (count > box[i].box)
            return flip_node_fail(root, "the box has %d %s, not %d", box[i].box, box[i].what, count);
        if (count > 0 && box[i].rule >= 0 && !(edition->rules >> box[i].rule & 1))
            return flip_node_fail(root, "there are %s, but 'rules' does not name '%s'", box[i].what,
                                  flickemup_rule_words[box[i].rule]);
        all += count;
    }
    if (all > FLICKEMUP_GROUND)
        return flip_node_fail(root, "at most %d tokens can be in play, not %d", FLICKEMUP_GROUND, all);
    return 0;
}

/* --- the rest -------------------------------------------------------------------------------------------------------- */

static int load_clock(const struct flip_node *root, struct flickemup_edition *edition)
{
    int hour, number;
    struct flip_node initiative;
    if (flip_node_member_int(root, "start", 1, 11, &hour) < 0 || flip_node_member(root, "initiative", &initiative) < 0)
        return -1;
    edition->hour = (uint8_t)hour;
    const char *word = json_string_value(initiative.json);
    number = word ? flickemup_piece_named(word) : -1;
    if (number < 0 || number >= FLICKEMUP_COWBOYS || edition->where[number] == FLICKEMUP_AWAY)
        return flip_node_expected(&initiative, "a cowboy of this scenario");
    edition->initiative = (uint8_t)number;
    return 0;
}

static int load_rules(const struct flip_node *root, struct flickemup_edition *edition)
{
    struct flip_node rules;
    size_t count;
    if (!json_object_get(root->json, "rules"))
        return 0;
    if (flip_node_member_list(root, "rules", 0, FLICKEMUP_RULES, &rules, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&rules, i);
        int rule;
        if (flip_node_word(&item, flickemup_rule_words, &rule) < 0)
            return -1;
        edition->rules |= (uint8_t)(1U << rule);
    }
    return 0;
}

static int load_closed(const struct flip_node *root, struct flickemup_edition *edition)
{
    struct flip_node closed;
    const char *key;
    json_t *value;
    if (!json_object_get(root->json, "not_allowed"))
        return 0;
    if (flip_node_member(root, "not_allowed", &closed) < 0 || flip_node_object(&closed, flickemup_building_words) < 0)
        return -1;
    json_object_foreach((json_t *)closed.json, key, value) {
        const int building = word_index(key, flickemup_building_words);
        int until;
        if (flip_node_member_int(&closed, key, 2, FLICKEMUP_NOON, &until) < 0)
            return -1;
        if (!flip_set_has(edition->here, FLICKEMUP_BUILDINGS_AT + building))
            return flip_node_fail(&closed, "the building '%s' is not in the scenario", key);
        edition->closed_until[building] = (uint8_t)until;
    }
    return 0;
}

static int load_exits(const struct flip_node *root, struct flickemup_edition *edition)
{
    static const char *const keys[] = {"edge", "from", "to", NULL};
    static const char *const edges[] = {"bottom", "top", "left", "right", NULL};
    struct flip_node exits;
    const char *key;
    json_t *value;
    if (!json_object_get(root->json, "exits"))
        return 0;
    if (flip_node_member(root, "exits", &exits) < 0)
        return -1;
    if (!json_is_object(exits.json) || json_object_size(exits.json) > FLICKEMUP_EXITS)
        return flip_node_expected(&exits, "an object of at most %d exits by name", FLICKEMUP_EXITS);
    json_object_foreach((json_t *)exits.json, key, value) {
        struct flickemup_exit *exit = &edition->exit[edition->exits];
        struct flip_node node, from, to;
        int edge;
        if (flip_node_member(&exits, key, &node) < 0 || flip_node_object(&node, keys) < 0 ||
            flip_node_member_word(&node, "edge", edges, &edge) < 0 || flip_node_member(&node, "from", &from) < 0 ||
            flip_node_member(&node, "to", &to) < 0)
            return -1;
        if (strlen(key) == 0 || strlen(key) >= sizeof exit->name)
            return flip_node_fail(&node, "the name of an exit has 1 to %zu bytes", sizeof exit->name - 1);
        for (int i = 0; flickemup_building_words[i]; i++)
            if (strcmp(key, flickemup_building_words[i]) == 0)
                return flip_node_fail(
                    &node, "an exit cannot be called like a building: conditions would not know which is meant");
        const int length = (edge <= FLICKEMUP_TOP ? edition->width : edition->height) / 100;
        if (hundredths(&from, 0, length, &exit->from) < 0 || hundredths(&to, 0, length, &exit->to) < 0)
            return -1;
        if (exit->to - exit->from < 2 * FLICKEMUP_DISC_RADIUS)
            return flip_node_fail(&node, "an exit is at least as wide as a movement disc: 24 mm");
        exit->edge = (uint8_t)edge;
        strcpy(exit->name, key);
        edition->exits++;
    }
    return 0;
}

static int load_returns(const struct flip_node *root, struct flickemup_edition *edition)
{
    struct flip_node node;
    int building;
    if (!json_object_get(root->json, "dynamite_returns"))
        return 0;
    if (flip_node_member(root, "dynamite_returns", &node) < 0 || flickemup_load_building(&node, edition, &building) < 0)
        return -1;
    edition->returns = (uint8_t)(1 + building);
    return 0;
}

static int check_overlaps(const struct flip_node *root, const struct flickemup_edition *edition)
{
    struct flip_pose pose[FLICKEMUP_PIECES];
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++) {
        if (!flip_set_has(edition->here, piece))
            continue;
        const struct flickemup_spot *spot = &edition->spot[piece];
        pose[piece] = flickemup_standing(piece, spot->x, spot->y, spot->angle);
        for (int other = 0; other < piece; other++)
            if (flip_set_has(edition->here, other) && flickemup_overlap(piece, &pose[piece], other, &pose[other]))
                return flip_node_fail(root, "%s at %d, %d and %s at %d, %d stand in each other",
                                      flickemup_piece_names[other], edition->spot[other].x / 100,
                                      edition->spot[other].y / 100, flickemup_piece_names[piece], spot->x / 100,
                                      spot->y / 100);
    }
    return 0;
}

/* Where each value comes from: words for readers, by the key they stand for. */
static int load_marks(const struct flip_node *root)
{
    struct flip_node marks, mark;
    const char *key;
    json_t *value;
    char word[8];
    if (!json_object_get(root->json, "marks"))
        return 0;
    if (flip_node_member(root, "marks", &marks) < 0)
        return -1;
    if (!json_is_object(marks.json))
        return flip_node_expected(&marks, "an object of marks");
    json_object_foreach((json_t *)marks.json, key, value)
        if (flip_node_member(&marks, key, &mark) < 0 || flip_node_text(&mark, word, sizeof word) < 0)
            return -1;
    return 0;
}

static int load(const struct flip_node *root, void *edition_)
{
    static const char *const keys[] = {"game",  "name",       "story",   "notes",       "marks",  "balance",
                                       "table", "buildings",  "objects", "cowboys",     "tokens", "face_down",
                                       "start", "initiative", "rules",   "not_allowed", "exits",  "dynamite_returns",
                                       "win",   "at12",       NULL};
    struct flickemup_edition *edition = edition_;
    struct flip_node name, story;
    if (flip_node_object(root, keys) < 0 || flip_node_member(root, "name", &name) < 0 ||
        flip_node_text(&name, edition->name, sizeof edition->name) < 0 || flip_node_member(root, "story", &story) < 0 ||
        flip_node_text(&story, edition->story, sizeof edition->story) < 0 || flip_node_remarks(root, "notes") < 0 ||
        flip_node_remarks(root, "balance") < 0 || load_marks(root) < 0)
        return -1;
    if (load_table(root, edition) < 0 || load_buildings(root, edition) < 0 || load_objects(root, edition) < 0 ||
        load_cowboys(root, edition) < 0 || load_tokens(root, edition) < 0 || load_face_down(root, edition) < 0 ||
        load_clock(root, edition) < 0 || load_rules(root, edition) < 0 || load_closed(root, edition) < 0 ||
        load_exits(root, edition) < 0 || load_returns(root, edition) < 0 || check_tokens(root, edition) < 0 ||
        check_overlaps(root, edition) < 0)
        return -1;
    return flickemup_load_goals(root, edition);
}

/* A lesson's `start` is a town as a scenario has it; what it leaves out is Main Street's. */
static int begin_lesson(json_t *edition, const json_t *start, struct flip_error *error)
{
    return json_object_update(edition, (json_t *)start) == 0
               ? 0
               : flip_fail(error, FLIP_ERROR_BAD_LESSON, "'start' is a town: the keys of a scenario.");
}

const struct flip_game_loader flickemup_loader = {.load = load, .lesson = begin_lesson};
