/*
 * Editions: broken ones are refused with file, place and reason; good ones are read whole; and every figure in the file
 * reaches the game. Royal Flip's classic edition is the one that is broken and bent here.
 */
#include "edition/read.h"
#include "games/royalflip/tests/fixture.h"

static const struct flip_game *const game = &flip_royalflip;

/* --- editing the classic edition ------------------------------------------------------------------------------------- */

static json_t *classic_json(void)
{
    struct flip_edition *classic = flip_edition_classic(game, &problem);
    must(classic ? 0 : -1);
    json_t *json = json_loads(classic->json, 0, NULL);
    assert_non_null(json);
    flip_edition_free(classic);
    return json;
}

/* Sets (or with value NULL removes) what stands at a path like "track[3].suit". */
static void set_at(json_t *json, const char *path, json_t *value)
{
    json_t *at = json;
    for (;;) {
        const bool index = *path == '[';
        path += index || *path == '.';
        const size_t length = strcspn(path, index ? "]" : ".[");
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        path += length + index;
        if (*path) {
            at = index ? json_array_get(at, (size_t)atoi(key)) : json_object_get(at, key);
            assert_non_null(at);
            continue;
        }
        if (index)
            assert_int_equal(
                value ? json_array_set_new(at, (size_t)atoi(key), value) : json_array_remove(at, (size_t)atoi(key)), 0);
        else
            assert_int_equal(value ? json_object_set_new(at, key, value) : json_object_del(at, key), 0);
        return;
    }
}

static struct flip_edition *parse_json(json_t *json)
{
    char *text = json_dumps(json, 0);
    struct flip_edition *edition = flip_edition_parse(game, text, strlen(text), "sheet.json", &problem);
    free(text);
    return edition;
}

static struct flip_edition *classic_with(const char *path, const char *value)
{
    json_t *json = classic_json();
    set_at(json, path, value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL);
    struct flip_edition *edition = parse_json(json);
    json_decref(json);
    return edition;
}

/* --- broken editions ------------------------------------------------------------------------------------------------- */

static const struct {
    const char *path, *value; /* value NULL: taken out */
    const char *message;      /* what the error begins with, after the name of the file */
} broken[] = {
    {"game", "\"flipcity\"", "game: expected one of royalflip; found \"flipcity\""},
    {"game", NULL, "game: is missing"},
    {"name", NULL, "name: is missing"},
    {"name", "\"\"", "name: expected a text of 1 to 39 bytes; found \"\""},
    {"name", "7", "name: expected a text"},
    {"name", "\"a name that is far too long for a label on a sheet\"", "name: expected a text of 1 to 39 bytes"},
    {"name", "\"two\\nlines\"", "name: expected one line of text"},
    {"colour", "\"red\"", "colour: this key is unknown here; known are game, name"},
    {"rounds", "0", "rounds: expected a whole number from 1 to 17; found 0"},
    {"rounds", "18", "rounds: expected a whole number from 1 to 17; found 18"},
    {"rounds", "12.5", "rounds: expected a whole number from 1 to 17; found 12.5"},
    {"rounds", "\"12\"", "rounds: expected a whole number from 1 to 17; found \"12\""},
    {"rounds", "99999999999", "rounds: expected a whole number from 1 to 17; found 99999999999"},
    {"rounds", NULL, "rounds: is missing"},
    {"jackpot", "0", "jackpot: expected a whole number from 1 to 9999"},
    {"wild", "[\"J\",\"Q\"]", "wild: K is missing"},
    {"wild", "[\"J\",\"Q\",\"K\",\"Z\"]", "wild[3]: expected one of A, 2, 3"},
    {"wild", "[\"J\",\"Q\",\"K\",\"J\"]", "wild[3]: J is in the list already"},
    {"wild", "\"JQK\"", "wild: expected a list; found \"JQK\""},
    {"map", "[]", "map: expected an object; found a list of 0"},
    {"map.columns", "9", "map.columns: expected a whole number from 2 to 8; found 9"},
    {"map.rows", "1", "map.rows: expected a whole number from 2 to 8; found 1"},
    {"map.rows", NULL, "map.rows: is missing"},
    {"map.depth", "3", "map.depth: this key is unknown here; known are columns, rows, casinos"},
    {"map.casinos[1]", "\"g1\"", "map.casinos[1]: expected a cell of the map, a1 to f5; found \"g1\""},
    {"map.casinos[1]", "\"a6\"", "map.casinos[1]: expected a cell of the map"},
    {"map.casinos[1]", "\"a\"", "map.casinos[1]: expected a cell of the map"},
    {"map.casinos[1]", "\"\"", "map.casinos[1]: expected a cell of the map"},
    {"map.casinos[1]", "\"b22\"", "map.casinos[1]: expected a cell of the map"},
    {"map.casinos[1]", "null", "map.casinos[1]: expected a cell of the map, a1 to f5; found null"},
    {"map.casinos[2]", "\"a1\"", "map.casinos[2]: a1 has a casino already"},
    {"map.casinos", "[\"a1\",\"b1\",\"c1\",\"d1\",\"e1\",\"f1\",\"a2\",\"b2\",\"c2\"]",
     "map.casinos: expected a list of 0 to 8; found a list of 9"},
    {"track", "[]", "track: expected a list of 1 to 60; found a list of 0"},
    {"track[3]", "true", "track[3]: expected an object; found true"},
    {"track[3].suit", "\"stars\"", "track[3].suit: expected one of clubs, diamonds, hearts, spades; found \"stars\""},
    {"track[3].suit", NULL, "track[3].suit: is missing"},
    {"track[0].bonus", "\"gold\"", "track[0].bonus: expected one of shift, number, diamond, points; found \"gold\""},
    {"track[3].number", "11", "track[3].number: expected a whole number from 1 to 10; found 11"},
    {"track[3].number", NULL, "track[3].number: is missing"},
    {"track[2].points", "0", "track[2].points: expected a whole number from 1 to 50; found 0"},
    {"track[2].number", "4", "track[2].number: this key is unknown here; known are suit, bonus, points"},
    {"track[0].points", "1", "track[0].points: this key is unknown here; known are suit, bonus"},
    {"diamonds", "[]", "diamonds: expected a list of 1 to 16"},
    {"diamonds[4]", "5", "diamonds[4]: expected at least 6, the value before it; found 5"},
    {"diamonds[0]", "-1", "diamonds[0]: expected a whole number from 0 to 200; found -1"},
    {"diamonds[7]", "false", "diamonds[7]: expected a whole number from 0 to 200; found false"},
    {"roads.shortest", "1", "roads.shortest: expected a whole number from 2 to 10; found 1"},
    {"roads.points", "21", "roads.points: expected a whole number from 0 to 20; found 21"},
    {"roads.casino_points", "-1", "roads.casino_points: expected a whole number from 0 to 20; found -1"},
    {"roads.bridge", "1", "roads.bridge: this key is unknown"},
    {"roads", NULL, "roads: is missing"},
    {"areas.smallest", "1", "areas.smallest: expected a whole number from 2 to 64; found 1"},
    {"areas.points", "{}", "areas.points: expected a whole number from 0 to 20; found an object"},
    {"majority.second", "11", "majority: the second most diamonds cannot be worth more than the most"},
    {"majority.most", NULL, "majority.most: is missing"},
    {"notes", "\"text\"", "notes: expected a list; found \"text\""},
    {"notes[1]", "5", "notes[1]: expected a text; found 5"},
    {"calibration[0]", "44.5", "calibration[0]: expected a text; found 44.5"},
};

CASE(a_broken_edition_is_refused_with_file_place_and_reason)
{
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct flip_edition *edition = classic_with(broken[i].path, broken[i].value);
        if (edition)
            fail_msg("%s = %s was accepted", broken[i].path, broken[i].value ? broken[i].value : "(nothing)");
        char expected[FLIP_ERROR_SIZE];
        snprintf(expected, sizeof expected, "sheet.json: %s", broken[i].message);
        if (strncmp(problem.message, expected, strlen(expected)) != 0)
            fail_msg("expected '%s', got '%s'", expected, problem.message);
        assert_int_equal(problem.code, FLIP_ERROR_BAD_EDITION);
    }
}

static void expect_fault(const char *message, const char *place, const char *reason)
{
    char at[40];
    assert_string_equal(edition_fault(message, "sheet.json", at, sizeof at), reason);
    assert_string_equal(at, place);
}

CASE(the_place_of_a_fault_is_told_apart_from_its_reason)
{
    expect_fault("sheet.json: track[3].suit: expected one of a, b; found 1", "track[3].suit",
                 "expected one of a, b; found 1");
    expect_fault("sheet.json: roads: is missing", "roads", "is missing");
    expect_fault("sheet.json: expected an object; found 7", "", "expected an object; found 7");
    expect_fault("sheet.json: rows: row 1, column 2: a square", "rows", "row 1, column 2: a square");
    expect_fault("sheet.json is not JSON: line 1, column 0: x", "", "sheet.json is not JSON: line 1, column 0: x");
    expect_fault("sheet.json: a_very_long_key_that_does_not_fit_into_it: no", "",
                 "a_very_long_key_that_does_not_fit_into_it: no");
}

CASE(a_map_without_a_free_cell_is_refused)
{
    json_t *json = classic_json();
    set_at(json, "map", json_loads("{\"columns\":2,\"rows\":2,\"casinos\":[\"a1\",\"a2\",\"b1\",\"b2\"]}", 0, NULL));
    assert_null(parse_json(json));
    assert_string_equal(problem.message, "sheet.json: map.casinos: the map has no cell left for a number");
    json_decref(json);
}

static void expect_syntax(const char *text, const char *beginning)
{
    assert_null(flip_edition_parse(game, text, strlen(text), "sheet.json", &problem));
    if (strncmp(problem.message, beginning, strlen(beginning)) != 0)
        fail_msg("expected '%s', got '%s'", beginning, problem.message);
}

CASE(bad_json_is_refused_with_line_and_column)
{
    expect_syntax("", "sheet.json is not JSON: line 1, column 0: ");
    expect_syntax("{\n  \"game\": royalflip\n}", "sheet.json is not JSON: line 2, column ");
    expect_syntax("{\"game\":\"royalflip\",\"game\":\"royalflip\"}", "sheet.json is not JSON: line 1, column ");
    expect_syntax("[]", "sheet.json: expected an object; found a list of 0");
    expect_syntax("{}", "sheet.json: game: is missing");
    static const char zero[] = "{\"game\":\"royal\\u0000flip\"}";
    expect_syntax(zero, "sheet.json is not JSON: line 1, column ");
}

CASE(a_file_that_is_not_there_is_named)
{
    assert_null(flip_edition_load(game, "/nowhere/sheet.json", &problem));
    assert_non_null(strstr(problem.message, "/nowhere/sheet.json"));
}

/* --- good editions --------------------------------------------------------------------------------------------------- */

CASE(the_compiled_in_edition_is_the_file_in_data)
{
    const char *root = getenv("FLIPSIDE_SOURCE_ROOT");
    assert_non_null(root);
    char path[1024];
    snprintf(path, sizeof path, "%s/games/royalflip/data/classic.json", root);
    struct flip_edition *classic = flip_edition_classic(game, &problem);
    struct flip_edition *file = flip_edition_load(game, path, &problem);
    must(classic && file ? 0 : -1);
    assert_string_equal(classic->hash, file->hash);
    assert_string_equal(classic->json, file->json);
    assert_memory_equal(classic->data, file->data, game->edition_size);
    assert_memory_equal(classic->data, game->files->editions[0].data, game->edition_size);
    flip_edition_free(classic);
    flip_edition_free(file);
}

CASE(the_hash_names_the_content_not_the_spelling)
{
    struct flip_edition *classic = flip_edition_classic(game, &problem);
    json_t *json = json_loads(classic->json, 0, NULL);
    char *spaced = json_dumps(json, JSON_INDENT(3));
    struct flip_edition *same = flip_edition_parse(game, spaced, strlen(spaced), "spaced", &problem);
    must(same ? 0 : -1);
    assert_string_equal(same->hash, classic->hash);
    assert_string_equal(same->json, classic->json);
    struct flip_edition *other = classic_with("jackpot", "51");
    assert_string_not_equal(other->hash, classic->hash);
    assert_int_equal(strlen(other->hash), 64);
    free(spaced);
    json_decref(json);
    flip_edition_free(classic);
    flip_edition_free(same);
    flip_edition_free(other);
}

CASE(a_copy_stands_on_its_own)
{
    struct flip_edition *classic = flip_edition_classic(game, &problem);
    struct flip_edition *copy = flip_edition_copy(classic);
    assert_non_null(copy);
    char hash[65];
    snprintf(hash, sizeof hash, "%s", classic->hash);
    flip_edition_free(classic);
    assert_string_equal(copy->hash, hash);
    assert_ptr_equal(copy->game, game);
    assert_memory_equal(copy->data, game->files->editions[0].data, game->edition_size);
    assert_int_equal(copy->json[0], '{');
    flip_edition_free(copy);
    flip_edition_free(NULL);
}

static void play_to_the_end(struct fixture *fixture, uint64_t seed)
{
    struct flip_random random;
    flip_random_seed(&random, seed);
    for (flip_set turn; (turn = fixture_turn(fixture));) {
        flip_move moves[FLIP_MAX_MOVES];
        struct flip_chances chances;
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            flip_royalflip.rules->chances(&fixture->rules, &fixture->state, &chances);
            fixture_apply(fixture, FLIP_DEALER, flip_chances_pick(&chances, &random));
            continue;
        }
        const int seat = flip_set_first(turn);
        const int count = fixture_moves(fixture, seat, moves);
        fixture_apply(fixture, seat, moves[flip_random_below(&random, (uint32_t)count)]);
    }
}

CASE(own_editions_of_every_size_play_to_their_end)
{
    static const char *const own[] = {
        "{\"game\":\"royalflip\",\"name\":\"tiny\",\"rounds\":17,\"jackpot\":5,\"wild\":[\"A\",\"J\",\"Q\",\"K\"],"
        "\"map\":{\"columns\":2,\"rows\":2,\"casinos\":[\"a1\",\"b2\"]},"
        "\"track\":[{\"suit\":\"clubs\",\"bonus\":\"number\",\"number\":1}],\"diamonds\":[0, 3],"
        "\"roads\":{\"shortest\":2,\"points\":1,\"casino_points\":5},\"areas\":{\"smallest\":2,\"points\":2},"
        "\"majority\":{\"most\":3,\"second\":3}}",
        "{\"game\":\"royalflip\",\"name\":\"Großstadt\",\"rounds\":17,\"jackpot\":90,\"wild\":[\"J\",\"Q\",\"K\"],"
        "\"map\":{\"columns\":8,\"rows\":8,\"casinos\":[\"a1\",\"h8\",\"d4\",\"e5\",\"a8\",\"h1\",\"c6\",\"f3\"]},"
        "\"track\":[{\"suit\":\"clubs\",\"bonus\":\"shift\"},{\"suit\":\"hearts\",\"bonus\":\"diamond\"},"
        "{\"suit\":\"hearts\",\"bonus\":\"diamond\"},{\"suit\":\"spades\",\"bonus\":\"points\",\"points\":50}],"
        "\"diamonds\":[3],\"roads\":{\"shortest\":4,\"points\":2,\"casino_points\":3},"
        "\"areas\":{\"smallest\":5,\"points\":3},\"majority\":{\"most\":12,\"second\":1},\"notes\":[]}",
    };
    static struct fixture fixture;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct flip_edition *edition = flip_edition_parse(game, own[i], strlen(own[i]), "own", &problem);
        must(edition ? 0 : -1);
        for (int seats = 1; seats <= 6; seats++)
            for (int pvp = 0; pvp <= (seats > 1); pvp++) {
                fixture_open_with(&fixture, edition->data, seats, pvp);
                play_to_the_end(&fixture, (uint64_t)seats);
                assert_int_equal(fixture.state.round, 17);
                json_decref(fixture_view(&fixture, FLIP_ALL));
            }
        flip_edition_free(edition);
    }
}

/* --- every figure reaches the game --------------------------------------------------------------------------------------- */

struct fingerprint {
    uint64_t value;
};

static void mix(struct fingerprint *print, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        print->value = (print->value ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

static void mix_int(struct fingerprint *print, int value) { mix(print, &value, sizeof value); }

static void mix_moves(struct fingerprint *print, const struct fixture *fixture, int seat)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = fixture_moves(fixture, seat, moves);
    mix(print, moves, (size_t)count * sizeof *moves);
}

/* Takes every space of the track from the space before it. */
static void try_spaces(struct fingerprint *print, struct fixture *fixture)
{
    static const char *const cards[] = {"9C 8S 2H", "9D 8S 2H", "9H 8S 2H", "9S 8S 2H"};
    static const char *const choices[] = {"choose 2H 8S 9C 8", "choose 2H 8S 9D 8", "choose 2H 8S 9H 8",
                                          "choose 2H 8S 9S 8"};
    const struct royalflip_state fresh = fixture->state;
    for (int space = 1; space <= fixture->rules.edition.spaces; space++)
        for (int suit = 0; suit < 4; suit++) {
            fixture->state = fresh;
            if (space > 1)
                fixture->state.sheet[0].circled = FLIP_BIT(space - 1);
            fixture_reveal(fixture, cards[suit]);
            const bool offered = fixture_offers(fixture, 0, choices[suit]); /* no: another suit has a space ahead */
            mix_int(print, offered);
            if (!offered)
                continue;
            fixture_play(fixture, 0, choices[suit]);
            mix_moves(print, fixture, 0);
            flip_move move;
            flip_royalflip.rules->moves(&fixture->rules, &fixture->state, 0, &move, 1);
            fixture_apply(fixture, 0, move);
            mix_moves(print, fixture, 0);
            if (flip_royalflip.rules->moves(&fixture->rules, &fixture->state, 0, &move, 1) > 0)
                fixture_apply(fixture, 0, move);
            mix(print, &fixture->state.sheet[0], sizeof fixture->state.sheet[0]);
        }
    fixture->state = fresh;
}

/* Scores maps that have roads and areas of all lengths, at casinos and away from them. */
static void try_maps(struct fingerprint *print, struct fixture *fixture)
{
    static const char *const maps[] = {
        ".. r4 r5 r6 r7 ../r9 .. .. .. .. r9/r9 .. .. .. .. r9/r9 r1 r1 .. b1 b2/",
        ".. b4 .. .. .. ../r2 b3 b3 b2 .. ../r3 .. b2 b1 .. ../r4 r5 b7 b7 .. ../.. r6 .. b6 b7 b8",
        ".. .. .. .. r1 ../.. .. .. .. r2 ../.. .. .. .. r3 ../.. .. .. r5 r4 ../.. .. .. r6",
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        struct royalflip_sheet sheet = picture(maps[i]);
        mix_int(print, royalflip_roads(&fixture->rules, &sheet));
        mix_int(print, royalflip_areas(&fixture->rules, &sheet));
    }
}

static void try_diamonds(struct fingerprint *print, struct fixture *alone, struct fixture *pvp)
{
    for (int filled = 0; filled <= alone->rules.edition.diamonds; filled++) {
        alone->state.sheet[0].diamonds = (uint8_t)filled;
        mix_int(print, royalflip_seat_score(&alone->rules, &alone->state, 0));
    }
    for (int seat = 0; seat < 3; seat++)
        pvp->state.sheet[seat].diamonds = (uint8_t)(seat + 1);
    for (int seat = 0; seat < 3; seat++)
        mix_int(print, royalflip_seat_score(&pvp->rules, &pvp->state, seat));
}

/* What the game does with an edition: moves, effects and scores; of the view only the jackpot, which nothing else shows. */
static uint64_t behaviour(const struct flip_edition *edition)
{
    static struct fixture alone, pvp;
    struct fingerprint print = {UINT64_C(0xcbf29ce484222325)};
    fixture_open_with(&pvp, edition->data, 3, true);
    fixture_open_with(&alone, edition->data, 1, false);
    try_spaces(&print, &alone);
    try_maps(&print, &alone);
    static const char *const lineups[] = {"AC 2D 3H", "4C 5D 6H", "7C 8D 9H", "10C JD QH", "KC AD 2H"};
    for (size_t i = 0; i < sizeof lineups / sizeof *lineups; i++) {
        fixture_open_with(&alone, edition->data, 1, false);
        fixture_reveal(&alone, lineups[i]);
        mix_moves(&print, &alone, 0);
    }
    fixture_open_with(&alone, edition->data, 1, false);
    play_to_the_end(&alone, 5);
    mix(&print, &alone.state, sizeof alone.state);
    try_diamonds(&print, &alone, &pvp);
    json_t *view = fixture_view(&alone, 0);
    mix_int(&print, (int)json_integer_value(json_object_get(json_object_get(view, "shared"), "jackpot")));
    json_decref(view);
    return print.value;
}

static uint64_t classic_behaviour;
static int leaves_changed;

/* The value that takes the place of another one: a neighbour that the loader accepts. */
static json_t *neighbour(const char *path, const json_t *value)
{
    if (json_is_integer(value))
        return json_integer(json_integer_value(value) + (strstr(path, "number") ? -1 : 1));
    const char *word = json_string_value(value);
    if (strstr(path, "suit"))
        return json_string(strcmp(word, "clubs") == 0 ? "hearts" : "clubs");
    if (strstr(path, "casinos"))
        return json_string("c3");
    return json_string("9"); /* a wild rank; the list must keep J, Q and K, so it is added */
}

static void change_leaf(const char *path, const json_t *value)
{
    json_t *json = classic_json();
    json_t *instead = neighbour(path, value);
    if (strncmp(path, "wild", 4) == 0)
        json_array_append_new(json_object_get(json, "wild"), instead);
    else
        set_at(json, path, instead);
    struct flip_edition *edition = parse_json(json);
    if (!edition)
        fail_msg("%s: the changed edition is refused: %s", path, problem.message);
    if (behaviour(edition) == classic_behaviour)
        fail_msg("%s: changing it changes nothing in the game", path);
    leaves_changed++;
    flip_edition_free(edition);
    json_decref(json);
}

static void change_all_leaves(const char *path, const json_t *json)
{
    char below[128];
    if (json_is_object(json)) {
        const char *key;
        json_t *value;
        json_object_foreach((json_t *)json, key, value) {
            if (strcmp(key, "game") == 0 || strcmp(key, "name") == 0 || strcmp(key, "notes") == 0 ||
                strcmp(key, "calibration") == 0 || strcmp(key, "bonus") == 0)
                continue;
            snprintf(below, sizeof below, "%s%s%s", path, *path ? "." : "", key);
            change_all_leaves(below, value);
        }
    } else if (json_is_array(json)) {
        for (size_t i = 0; i < json_array_size(json); i++) {
            snprintf(below, sizeof below, "%s[%zu]", path, i);
            change_all_leaves(below, json_array_get(json, i));
        }
    } else {
        change_leaf(path, json);
    }
}

CASE(every_figure_of_the_edition_changes_the_game)
{
    struct flip_edition *classic = flip_edition_classic(game, &problem);
    classic_behaviour = behaviour(classic);
    assert_int_equal(behaviour(classic), classic_behaviour);
    flip_edition_free(classic);
    json_t *json = classic_json();
    change_all_leaves("", json);
    json_decref(json);
    /* 2 rounds and jackpot, 3 wild, 5 map, 28 suits, 6 numbers, 8 points, 8 diamonds, 3 roads, 2 areas, 2 majority */
    assert_int_equal(leaves_changed, 67);
}

CASE(every_bonus_of_the_track_changes_the_game)
{
    struct flip_edition *classic = flip_edition_classic(game, &problem);
    classic_behaviour = behaviour(classic);
    flip_edition_free(classic);
    for (int i = 0; i < 28; i++) {
        json_t *json = classic_json();
        json_t *space = json_array_get(json_object_get(json, "track"), (size_t)i);
        const bool shift = strcmp(json_string_value(json_object_get(space, "bonus")), "shift") == 0;
        json_object_set_new(space, "bonus", json_string(shift ? "diamond" : "shift"));
        json_object_del(space, "number");
        json_object_del(space, "points");
        struct flip_edition *edition = parse_json(json);
        must(edition ? 0 : -1);
        assert_true(behaviour(edition) != classic_behaviour);
        flip_edition_free(edition);
        json_decref(json);
    }
}

CASE(the_name_is_shown)
{
    static struct fixture fixture;
    struct flip_edition *edition = classic_with("name", "\"our own town\"");
    must(edition ? 0 : -1);
    fixture_open_with(&fixture, edition->data, 1, false);
    json_t *view = fixture_view(&fixture, 0);
    json_t *sheet = json_object_get(json_object_get(view, "shared"), "sheet");
    assert_string_equal(json_string_value(json_object_get(sheet, "name")), "our own town");
    json_decref(view);
    flip_edition_free(edition);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_edition_is_refused_with_file_place_and_reason),
        cmocka_unit_test(the_place_of_a_fault_is_told_apart_from_its_reason),
        cmocka_unit_test(a_map_without_a_free_cell_is_refused),
        cmocka_unit_test(bad_json_is_refused_with_line_and_column),
        cmocka_unit_test(a_file_that_is_not_there_is_named),
        cmocka_unit_test(the_compiled_in_edition_is_the_file_in_data),
        cmocka_unit_test(the_hash_names_the_content_not_the_spelling),
        cmocka_unit_test(a_copy_stands_on_its_own),
        cmocka_unit_test(own_editions_of_every_size_play_to_their_end),
        cmocka_unit_test(every_figure_of_the_edition_changes_the_game),
        cmocka_unit_test(every_bonus_of_the_track_changes_the_game),
        cmocka_unit_test(the_name_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
