/* Polyominoes: orientations, placements, and fillings with known numbers. */
#include "case.h"
#include "polyominoes.h"

#include <stddef.h>
#include <string.h>

struct drawing {
    const char *name;
    const char *rows[4];
    int orientations;
};

/* The fifteen symbols of Insert Coin to Play. */
static const struct drawing symbols[] = {
    {"domino", {"##"}, 2},           {"I3", {"###"}, 2},
    {"L3", {"##", "#."}, 4},         {"I4", {"####"}, 2},
    {"O", {"##", "##"}, 1},          {"T", {"###", ".#."}, 4},
    {"S", {".##", "##."}, 4},        {"L", {"###", "#.."}, 8},
    {"P", {"##", "##", "#."}, 8},    {"U", {"###", "#.#"}, 4},
    {"V", {"###", "#..", "#.."}, 4}, {"W", {".##", "##.", "#.."}, 4},
    {"Y", {"####", ".#.."}, 8},      {"L5", {"####", "#..."}, 8},
    {"N", {".###", "##.."}, 8},
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols };

/* All twelve pentominoes. */
static const struct drawing pentominoes[12] = {
    {"F", {".##", "##.", ".#."}, 8}, {"I", {"#####"}, 2},
    {"L", {"####", "#..."}, 8},      {"N", {".###", "##.."}, 8},
    {"P", {"##", "##", "#."}, 8},    {"T", {"###", ".#.", ".#."}, 4},
    {"U", {"###", "#.#"}, 4},        {"V", {"###", "#..", "#.."}, 4},
    {"W", {".##", "##.", "#.."}, 4}, {"X", {".#.", "###", ".#."}, 1},
    {"Y", {"####", ".#.."}, 8},      {"Z", {"##.", ".#.", ".##"}, 4},
};

static struct flip_shape read_drawing(const struct drawing *drawing)
{
    struct flip_shape shape;
    struct flip_error error;
    int rows = 0;
    while (rows < 4 && drawing->rows[rows])
        rows++;
    if (flip_shape_read(drawing->rows, rows, &shape, &error) < 0)
        fail_msg("%s: %s", drawing->name, error.message);
    return shape;
}

CASE(each_symbol_has_its_number_of_orientations)
{
    for (int i = 0; i < SYMBOLS; i++) {
        struct flip_shape shape = read_drawing(&symbols[i]), orientation[FLIP_ORIENTATIONS];
        const int count = flip_shape_orientations(&shape, orientation);
        if (count != symbols[i].orientations)
            fail_msg("%s: %d orientations", symbols[i].name, count);
        for (int k = 0; k < count; k++)
            assert_int_equal(flip_shape_squares(&orientation[k]), flip_shape_squares(&shape));
    }
}

CASE(the_pentominoes_have_63_orientations_together)
{
    int together = 0;
    for (int i = 0; i < 12; i++) {
        struct flip_shape shape = read_drawing(&pentominoes[i]), orientation[FLIP_ORIENTATIONS];
        const int count = flip_shape_orientations(&shape, orientation);
        assert_int_equal(count, pentominoes[i].orientations);
        together += count;
    }
    assert_int_equal(together, 63);
}

CASE(a_bad_drawing_is_refused_with_a_reason)
{
    struct flip_shape shape;
    struct flip_error error;
    const char *uneven[] = {"##", "#"}, *letter[] = {"#x"}, *empty[] = {"..", ".."}, *nothing[] = {""};
    const char *wide[] = {"#########"};
    assert_int_equal(flip_shape_read(uneven, 2, &shape, &error), -1);
    assert_non_null(strstr(error.message, "Row 2"));
    assert_int_equal(flip_shape_read(letter, 1, &shape, &error), -1);
    assert_non_null(strstr(error.message, "Row 1"));
    assert_int_equal(flip_shape_read(empty, 2, &shape, &error), -1);
    assert_int_equal(flip_shape_read(nothing, 1, &shape, &error), -1);
    assert_int_equal(flip_shape_read(wide, 1, &shape, &error), -1);
    assert_int_equal(flip_shape_read(uneven, 0, &shape, &error), -1);
    assert_int_equal(flip_shape_read(uneven, 9, &shape, NULL), -1);
}

CASE(empty_edges_of_a_drawing_are_cut_off)
{
    struct flip_shape shape;
    const char *rows[] = {"....", "..#.", ".##.", "...."};
    assert_int_equal(flip_shape_read(rows, 4, &shape, NULL), 0);
    assert_int_equal(shape.width, 2);
    assert_int_equal(shape.height, 2);
    assert_int_equal(shape.row[0], 2);
    assert_int_equal(shape.row[1], 3);
}

CASE(placements_stay_inside_the_free_squares)
{
    const struct flip_shape l3 = read_drawing(&symbols[2]), i4 = read_drawing(&symbols[3]);
    flip_set placements[512];
    /* L3 on an empty 8×8 board: four orientations in 7×7 places each. */
    assert_int_equal(flip_shape_placements(&l3, ~(flip_set)0, 8, placements, 512), 4 * 49);
    assert_int_equal(flip_shape_placements(&i4, ~(flip_set)0, 8, placements, 512), 2 * 5 * 8);
    for (int i = 0; i < 80; i++)
        for (int k = 0; k < i; k++)
            assert_true(placements[i] != placements[k]);
    /* A lying I4 never reaches around the edge: in the lowest row alone it has five places. */
    assert_int_equal(flip_shape_placements(&i4, 0xff, 8, placements, 512), 5);
    /* Only what is free: a 2×2 corner takes the four L3, and nothing with one square less but one. */
    assert_int_equal(flip_shape_placements(&l3, 0x0303, 8, placements, 512), 4);
    assert_int_equal(flip_shape_placements(&l3, 0x0301, 8, placements, 512), 1);
    assert_int_equal(placements[0], 0x0301);
    /* A short list is counted to the end. */
    assert_int_equal(flip_shape_placements(&l3, ~(flip_set)0, 8, placements, 1), 4 * 49);
    /* A board whose width does not divide 64: 7 wide, 9 rows, and one square of a tenth that gives one standing I4 more. */
    assert_int_equal(flip_shape_placements(&i4, ~(flip_set)0, 7, placements, 512), 4 * 9 + 7 * 6 + 1);
}

static uint64_t fillings(int width, int height, const struct drawing *pieces, int count, int supply, uint64_t limit,
                         flip_set *filling)
{
    static struct flip_filler filler;
    const flip_set board = width * height == 64 ? ~(flip_set)0 : FLIP_BIT(width * height) - 1;
    flip_filler_open(&filler, board, width);
    for (int i = 0; i < count; i++) {
        const struct flip_shape shape = read_drawing(&pieces[i]);
        assert_int_equal(flip_filler_add(&filler, &shape, supply, NULL), 0);
    }
    return flip_filler_count(&filler, limit, filling);
}

/* The empty rectangle has four symmetries and no filling is symmetric, so each of the 2,339 is found four times. */
CASE(twelve_pentominoes_fill_6_by_10_in_2339_ways)
{
    const uint64_t found = fillings(6, 10, pentominoes, 12, 1, UINT64_MAX, NULL);
    assert_int_equal(found, 4 * 2339);
}

CASE(twelve_pentominoes_fill_3_by_20_in_2_ways)
{
    assert_int_equal(fillings(3, 20, pentominoes, 12, 1, UINT64_MAX, NULL), 4 * 2);
}

CASE(dominoes_fill_6_by_6_in_6728_ways)
{

    assert_int_equal(fillings(6, 6, symbols, 1, FLIP_FILL_ANY_NUMBER, UINT64_MAX, NULL), 6728);
    assert_int_equal(fillings(8, 8, symbols, 1, FLIP_FILL_ANY_NUMBER, 1000, NULL), 1000);
    assert_int_equal(fillings(5, 5, symbols, 1, FLIP_FILL_ANY_NUMBER, UINT64_MAX, NULL), 0);
}

CASE(the_filling_shown_covers_every_square_once)
{
    flip_set filling[64], covered = 0;
    int pieces = 0;
    assert_int_equal(fillings(8, 8, symbols, SYMBOLS, FLIP_FILL_ANY_NUMBER, 1, filling), 1);
    while (pieces < 64 && filling[pieces]) {
        assert_int_equal(covered & filling[pieces], 0);
        covered |= filling[pieces++];
    }
    assert_int_equal(covered, ~(flip_set)0);
}

CASE(a_piece_is_used_no_more_often_than_its_supply)
{
    assert_int_equal(fillings(4, 2, &symbols[4], 1, 1, UINT64_MAX, NULL), 0); /* one 2×2 block for 4×2 */
    assert_int_equal(fillings(4, 2, &symbols[4], 1, 2, UINT64_MAX, NULL), 1);
}

CASE(single_squares_can_be_pieces_too)
{
    static const struct drawing single = {"single", {"#"}, 1};
    assert_int_equal(fillings(3, 3, &single, 1, FLIP_FILL_ANY_NUMBER, UINT64_MAX, NULL), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_symbol_has_its_number_of_orientations),
        cmocka_unit_test(the_pentominoes_have_63_orientations_together),
        cmocka_unit_test(a_bad_drawing_is_refused_with_a_reason),
        cmocka_unit_test(empty_edges_of_a_drawing_are_cut_off),
        cmocka_unit_test(placements_stay_inside_the_free_squares),
        cmocka_unit_test(twelve_pentominoes_fill_6_by_10_in_2339_ways),
        cmocka_unit_test(twelve_pentominoes_fill_3_by_20_in_2_ways),
        cmocka_unit_test(dominoes_fill_6_by_6_in_6728_ways),
        cmocka_unit_test(the_filling_shown_covers_every_square_once),
        cmocka_unit_test(a_piece_is_used_no_more_often_than_its_supply),
        cmocka_unit_test(single_squares_can_be_pieces_too),
    };
    return cmocka_run_group_tests_name("polyomino", tests, NULL, NULL);
}
