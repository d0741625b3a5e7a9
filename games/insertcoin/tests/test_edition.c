/* Insert Coin to Play: the cards of the classic edition, and card sets that are refused with a reason. */
#include "games/insertcoin/tests/fixture.h"

/* Squares and abilities are those of the book; the values are those that its balance led to. */
CASE(the_classic_edition_has_the_ten_shapes_of_the_book)
{
    static const struct {
        const char *name;
        int value, squares, ability;
    } table[] = {{"heart", 29, 44, INSERTCOIN_ABILITY_HEART},       {"skull", 27, 43, INSERTCOIN_ABILITY_SKULL},
                 {"cherries", 21, 28, INSERTCOIN_ABILITY_CHERRIES}, {"alien", 25, 34, INSERTCOIN_ABILITY_ALIEN},
                 {"shield", 25, 35, INSERTCOIN_ABILITY_SHIELD},     {"coin", 21, 30, INSERTCOIN_ABILITY_COIN},
                 {"potion", 22, 29, INSERTCOIN_ABILITY_POTION},     {"star", 25, 36, INSERTCOIN_ABILITY_STAR},
                 {"bomb", 25, 37, INSERTCOIN_ABILITY_BOMB},         {"key", 19, 19, INSERTCOIN_ABILITY_KEY}};
    fixture_open(&fixture, 1, false);
    int copies[10] = {0};
    assert_int_equal(fixture.rules.edition.shapes, 10);
    assert_int_equal(fixture.rules.edition.cards, 30);
    for (int card = 1; card <= 30; card++)
        copies[fixture.rules.edition.card[card].shape]++;
    for (int i = 0; i < 10; i++) {
        const struct insertcoin_shape *shape = &fixture.rules.edition.shape[i];
        assert_string_equal(shape->name, table[i].name);
        assert_int_equal(shape->value, table[i].value);
        assert_int_equal(shape->ability, table[i].ability);
        assert_int_equal(flip_set_count(fixture.rules.shape[i]), table[i].squares);
        assert_int_equal(copies[i], 3);
    }
}

/* "heart, worth 29" in the rules for players. */
CASE(the_examples_of_the_rules_use_values_that_the_cards_have)
{
    int examples = 0;
    fixture_open(&fixture, 1, false);
    for (const char *at = insertcoin_files.rulebook; (at = strstr(at, ", worth ")); at++, examples++) {
        const int value = atoi(at + strlen(", worth "));
        bool found = false;
        for (int i = 0; i < fixture.rules.edition.shapes; i++) {
            const struct insertcoin_shape *shape = &fixture.rules.edition.shape[i];
            const size_t length = strlen(shape->name);
            found = found || (memcmp(at - length, shape->name, length) == 0 && shape->value == value);
        }
        if (!found)
            fail_msg("no card has this value: %.40s", at - 8);
    }
    assert_int_equal(examples, 3);
}

static json_t *classic_json(void)
{
    struct flip_edition *classic = flip_edition_classic(&flip_insertcoin, &problem);
    must(classic ? 0 : -1);
    json_t *json = json_loads(classic->json, 0, NULL);
    flip_edition_free(classic);
    assert_non_null(json);
    return json;
}

static struct flip_edition *parse(json_t *json)
{
    char *text = json_dumps(json, 0);
    struct flip_edition *edition = flip_edition_parse(&flip_insertcoin, text, strlen(text), "set.json", &problem);
    free(text);
    json_decref(json);
    return edition;
}

/* The edition must be refused with this sentence. */
static void refused(json_t *json, const char *reason)
{
    struct flip_edition *edition = parse(json);
    if (edition)
        fail_msg("accepted, though: %s", reason);
    if (!strstr(problem.message, reason))
        fail_msg("expected '%s', got '%s'", reason, problem.message);
}

/* The classic edition with other rows (and no filling) for shape `which`. */
static json_t *with_rows(size_t which, const char *rows)
{
    json_t *json = classic_json(), *shape = item(json, "shapes", which);
    json_object_set_new(shape, "rows", json_loads(rows, 0, NULL));
    json_object_del(shape, "tiling");
    json_object_del(shape, "squares");
    return json;
}

CASE(a_shape_that_is_apart_too_large_or_unfillable_is_refused_with_its_place)
{
    refused(with_rows(9, "[\"##......\",\"........\",\"..##....\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows: row 3, column 3: this square does not hang together");
    refused(with_rows(9, "[\"##......\",\"........\",\"#########\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows[2]: row 3, column 9: a row has 8 squares");
    refused(
        with_rows(
            9, "[\"##......\",\"...\",\"........\",\"........\",\"........\",\"........\",\"........\",\"........\"]"),
        "shapes[9].rows[1]: row 2, column 4: a row has 8 squares");
    refused(with_rows(9, "[\"##......\",\".x......\",\"........\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows[1]: row 2, column 2: '#' is a square");
    refused(with_rows(9, "[\"########\",\"########\"]"), "shapes[9].rows: expected a list of 8");
    refused(with_rows(9, "[\"........\",\"........\",\"........\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows: there is no square");
    refused(with_rows(9, "[\"########\",\"########\",\"########\",\"########\",\"########\",\"########\",\"########\","
                         "\"########\"]"),
            "shapes[9]: too large: levels of this shape could offer");
    refused(with_rows(9, "[\"#.......\",\"........\",\"........\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "shapes[9].rows: row 1, column 1: no symbol of the deck covers this square");
    /* A cross of five: every arm needs the middle. */
    refused(with_rows(9, "[\".#......\",\"###.....\",\".#......\",\"........\",\"........\",\"........\",\"........\","
                         "\"........\"]"),
            "the shape cannot be filled with the symbols of the deck");
}

CASE(a_fillable_shape_without_a_filling_is_accepted)
{
    struct flip_edition *edition = parse(with_rows(
        9,
        "[\"########\",\"#......#\",\"#.####.#\",\"#.#..#.#\",\"#.#..#.#\",\"#.##.#.#\",\"#....#.#\",\"######.#\"]"));
    must(edition ? 0 : -1);
    flip_edition_free(edition);
    for (size_t i = 0; i < 10; i++) {
        json_t *json = classic_json();
        json_object_del(item(json, "shapes", i), "tiling");
        edition = parse(json);
        must(edition ? 0 : -1);
        flip_edition_free(edition);
    }
}

CASE(a_shape_without_value_is_refused)
{
    json_t *json = classic_json();
    json_object_set_new(item(json, "shapes", 0), "value", json_integer(0));
    refused(json, "shapes[0].value: expected a whole number from 1 to 99; found 0");
    json = classic_json();
    json_object_del(item(json, "shapes", 3), "value");
    refused(json, "shapes[3].value: is missing");
    json = classic_json();
    json_object_set_new(item(json, "shapes", 3), "squares", json_integer(35));
    refused(json, "shapes[3].squares: expected");
    json = classic_json();
    json_object_set_new(item(json, "shapes", 3), "ability", json_string("dance"));
    refused(json, "shapes[3].ability: expected one of cherries");
}

CASE(a_wrong_filling_is_refused_with_its_place)
{
    json_t *json = classic_json(), *key = item(json, "shapes", 9);
    json_array_remove(json_object_get(key, "tiling"), 1);
    refused(json, "shapes[9].tiling: row 4, column 4: this square of the shape stays free");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_array_set_new(json_object_get(item(key, "tiling", 0), "squares"), 0, json_string("a1"));
    refused(json, "shapes[9].tiling[0].squares[0]: a1 (row 1, column 1) is not a square of the shape");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_array_set_new(json_object_get(item(key, "tiling", 1), "squares"), 0, json_string("c1"));
    refused(json, "shapes[9].tiling[1].squares[0]: c1 (row 1, column 3) is filled twice");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_object_set_new(item(key, "tiling", 0), "card", json_integer(3));
    refused(json, "shapes[9].tiling[0]: card 3 does not show U");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_object_set_new(item(key, "tiling", 3), "card", json_integer(9));
    refused(json, "shapes[9].tiling[3]: card 9 is used twice");
    json = classic_json();
    key = item(json, "shapes", 9);
    json_object_set_new(item(key, "tiling", 2), "symbol", json_string("I3"));
    refused(json, "shapes[9].tiling[2].squares: these squares do not make I3");
    json = classic_json();
    json_object_set_new(item(json, "shapes", 9), "shape", json_string("Heart"));
    refused(json, "shapes[9]: there is a shape heart already");
}

CASE(broken_symbols_and_cards_are_refused_with_their_place)
{
    json_t *json = classic_json();
    json_object_set_new(item(json, "symbols", 5), "rows", json_loads("[\"#.\",\".#\"]", 0, NULL));
    refused(json, "symbols[5].rows: row 2, column 2: this square does not hang together");
    json = classic_json();
    json_object_set_new(item(json, "symbols", 7), "rows", json_loads("[\"#..\",\"###\"]", 0, NULL));
    json_object_set_new(item(json, "symbols", 9), "rows", json_loads("[\"##\",\"#.\",\"#.\"]", 0, NULL));
    refused(json, "symbols[9].rows: this is L, turned or mirrored");
    json = classic_json();
    json_object_set_new(item(json, "symbols", 5), "rows", json_loads("[\"###\",\"###\"]", 0, NULL));
    refused(json, "symbols[5].rows: a symbol has 2 to 5 squares, not 6");
    json = classic_json();
    json_object_set_new(item(json, "symbols", 5), "symbol", json_string("i3"));
    refused(json, "symbols[5]: there is a symbol I3 already");
    json = classic_json();
    json_object_set_new(item(json, "cards", 5), "card", json_integer(7));
    refused(json, "cards[5].card: expected");
    json = classic_json();
    json_array_set_new(json_object_get(item(json, "cards", 5), "symbols"), 0, json_string("P"));
    refused(json, "cards[5].symbols: a card shows two different symbols");
    json = classic_json();
    json_array_remove(json_object_get(json, "cards"), 29);
    refused(json, "cards: 29 cards cannot be divided into two equal piles");
    json = classic_json();
    json_object_set_new(item(json, "cards", 5), "shape", json_string("ghost"));
    refused(json, "cards[5].shape: expected one of heart");
    json = classic_json();
    json_object_set_new(json, "lives", json_integer(0));
    refused(json, "lives: expected a whole number from 1 to 9; found 0");
}

CASE(every_figure_of_the_edition_reaches_the_game)
{
    json_t *json = classic_json();
    json_object_set_new(json, "lives", json_integer(4));
    json_object_set_new(json, "coins", json_integer(5));
    json_object_set_new(json_object_get(json, "points"), "coin", json_integer(7));
    json_object_set_new(json_object_get(json, "points"), "life", json_integer(2));
    json_object_set_new(item(json, "shapes", 0), "value", json_integer(50));
    struct flip_edition *edition = parse(json);
    must(edition ? 0 : -1);
    fixture_open_with(&fixture, edition->data, 1, false);
    flip_edition_free(edition);
    assert_int_equal(pad(0)->lives, 4);
    assert_int_equal(pad(0)->coins, 5);
    assert_int_equal(result().score[0], 5 * 7 + 4 * 2);
    set_level(&fixture, 0, 1, "heart", "");
    assert_int_equal(result().score[0], 5 * 7 + 4 * 2 + 50);
}

CASE(a_symbol_has_no_empty_margin)
{
    static const char *const margins[] = {"[\".##\"]", "[\"..\",\"##\"]", "[\"##\",\"..\"]"};
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        json_t *json = classic_json();
        json_object_set_new(item(json, "symbols", 0), "rows", json_loads(margins[i], 0, NULL));
        refused(json, "symbols[0].rows: a symbol has no empty rows or columns around it");
    }
}

/* A full box, for which the worst card counts: three levels with the placements of its two symbols and with 64 single squares. */
CASE(a_shape_that_offers_too_many_moves_is_refused_with_their_number)
{
    json_t *json = classic_json();
    json_object_set_new(
        item(json, "shapes", 0), "rows",
        json_loads("[\"########\",\"########\",\"########\",\"########\",\"########\",\"########\",\"########\","
                   "\"########\"]",
                   0, NULL));
    json_object_set_new(item(json, "shapes", 0), "squares", json_integer(64));
    json_object_del(item(json, "shapes", 0), "tiling");
    refused(json, "levels of this shape could offer 3210 moves at once, and a table lists 2043");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_classic_edition_has_the_ten_shapes_of_the_book),
        cmocka_unit_test(the_examples_of_the_rules_use_values_that_the_cards_have),
        cmocka_unit_test(a_shape_that_is_apart_too_large_or_unfillable_is_refused_with_its_place),
        cmocka_unit_test(a_fillable_shape_without_a_filling_is_accepted),
        cmocka_unit_test(a_shape_without_value_is_refused),
        cmocka_unit_test(a_wrong_filling_is_refused_with_its_place),
        cmocka_unit_test(broken_symbols_and_cards_are_refused_with_their_place),
        cmocka_unit_test(every_figure_of_the_edition_reaches_the_game),
        cmocka_unit_test(a_symbol_has_no_empty_margin),
        cmocka_unit_test(a_shape_that_offers_too_many_moves_is_refused_with_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
