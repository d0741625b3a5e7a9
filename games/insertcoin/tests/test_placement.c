/* Insert Coin to Play: where symbols fit, and the same code as a solver. */
#include "games/insertcoin/tests/fixture.h"
#include "in_part.h"

#include "polyominoes.h"

CASE(every_symbol_has_its_orientations)
{
    static const struct {
        const char *name;
        int orientations;
    } table[] = {{"domino", 2}, {"I3", 2}, {"L3", 4}, {"I4", 2}, {"O", 1}, {"T", 4},  {"S", 4}, {"L", 8},
                 {"P", 8},      {"U", 4},  {"V", 4},  {"W", 4},  {"Y", 8}, {"L5", 8}, {"N", 8}};
    fixture_open(&fixture, 1, false);
    assert_int_equal(fixture.rules.edition.symbols, 15);
    for (int i = 0; i < 15; i++) {
        assert_string_equal(fixture.rules.edition.symbol[i].name, table[i].name);
        assert_int_equal(fixture.rules.orientations[i], table[i].orientations);
    }
}

/* The shifted masks against the plain list of polyomino.c, on random boards. */
CASE(placements_equal_those_of_the_plain_list)
{
    struct flip_random random;
    flip_random_seed(&random, 5);
    fixture_open(&fixture, 1, false);
    for (int round = 0; round < games_of(300); round++) {
        struct insertcoin_pad sheet = {.step = INSERTCOIN_PLAY};
        const int symbol = (int)flip_random_below(&random, 15);
        sheet.free[1] = flip_random_next(&random) | (round % 2 ? flip_random_next(&random) : 0);
        const struct insertcoin_symbol *printed = &fixture.rules.edition.symbol[symbol];
        char text[5][8];
        const char *rows[5];
        for (int y = 0; y < printed->rows; y++) {
            unsigned columns = 0;
            for (int k = 0; k < printed->rows; k++)
                columns |= printed->row[k];
            int x = 0;
            for (; columns >> x; x++)
                text[y][x] = printed->row[y] >> x & 1 ? '#' : '.';
            text[y][x] = '\0';
            rows[y] = text[y];
        }
        struct flip_shape shape;
        must(flip_shape_read(rows, printed->rows, &shape, &problem));
        flip_set plain[512];
        flip_move moves[FLIP_MAX_MOVES];
        const int count = flip_shape_placements(&shape, sheet.free[1], 8, plain, 512);
        assert_int_equal(insertcoin_draws(&fixture.rules, &sheet, 1U << symbol, moves), count);
        for (int i = 0; i < count; i++) {
            bool found = false;
            assert_int_equal(insertcoin_level(moves[i]), 1);
            for (int k = 0; k < count && !found; k++)
                found = plain[k] == insertcoin_squares(&fixture.rules, moves[i]);
            assert_true(found);
            for (int k = 0; k < i; k++)
                assert_true(insertcoin_squares(&fixture.rules, moves[i]) !=
                            insertcoin_squares(&fixture.rules, moves[k]));
        }
    }
}

/* The masks as a solver: covers the lowest open square with each symbol of the supply, until the shape is full. */
static bool solve(flip_set open, int supply[INSERTCOIN_SYMBOLS], int *steps)
{
    if (open == 0)
        return true;
    if (--*steps < 0)
        return false;
    const flip_set lowest = open & (~open + 1);
    for (int symbol = fixture.rules.edition.symbols - 1; symbol >= 0; symbol--) {
        if (supply[symbol] == 0)
            continue;
        supply[symbol]--;
        for (int i = 0; i < fixture.rules.orientations[symbol]; i++) {
            const struct insertcoin_piece *piece = &fixture.rules.piece[symbol][i];
            if (!(insertcoin_anchors(piece, fixture.rules.size[symbol], open) & lowest))
                continue;
            flip_set covered = 0;
            for (int k = 0; k < fixture.rules.size[symbol]; k++)
                covered |= lowest << piece->offset[k];
            if (solve(open & ~covered, supply, steps))
                return true;
        }
        supply[symbol]++;
    }
    return false;
}

CASE(every_shape_can_be_filled_by_the_decks_symbols_without_single_squares)
{
    fixture_open(&fixture, 1, false);
    for (int shape = 0; shape < fixture.rules.edition.shapes; shape++) {
        int supply[INSERTCOIN_SYMBOLS] = {0}, steps = 2000000;
        for (int card = 1; card <= 30; card++)
            for (int i = 0; i < 2; i++)
                supply[fixture.rules.edition.card[card].symbol[i]]++;
        if (!solve(fixture.rules.shape[shape], supply, &steps))
            fail_msg("%s cannot be filled", fixture.rules.edition.shape[shape].name);
    }
}

static const char *const pentominoes[12][5] = {{".##", "##.", ".#."}, {"#####"},
                                               {"####", "#..."},      {".###", "##.."},
                                               {"##", "##", "#."},    {"###", ".#.", ".#."},
                                               {"###", "#.#"},        {"###", "#..", "#.."},
                                               {".##", "##.", "#.."}, {".#.", "###", ".#."},
                                               {"####", ".#.."},      {"##.", ".#.", ".##"}};

/* Bricks against single squares, on random boards. */
static void bricks_find_what_squares_find(const struct insertcoin_rules *rules, struct flip_random *random)
{
    struct insertcoin_pad pad = {.step = INSERTCOIN_PLAY};
    flip_set sets[INSERTCOIN_LEVELS * INSERTCOIN_SYMBOLS * INSERTCOIN_ORIENTATIONS];
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        for (int i = 0; i < 3; i++) /* the more often, the emptier */
            pad.free[level] |= level || i ? flip_random_next(random) : 0;
    insertcoin_draw_sets(rules, &pad, (1U << rules->edition.symbols) - 1, sets);
    for (int form = 0; form < rules->forms; form++) {
        const int symbol = rules->form_symbol[form];
        const struct insertcoin_piece *piece = &rules->piece[symbol][form - rules->first_form[symbol]];
        for (int level = 0; level < INSERTCOIN_LEVELS; level++)
            assert_int_equal(sets[level * rules->forms + form],
                             insertcoin_anchors(piece, rules->size[symbol], pad.free[level]));
    }
}

CASE(two_bricks_make_every_symbol_and_every_other_pentomino)
{
    static struct insertcoin_rules others;
    struct flip_random random;
    flip_random_seed(&random, 7);
    others.edition.symbols = 12;
    for (int i = 0; i < 12; i++)
        for (int y = 0; y < 5 && pentominoes[i][y]; y++) {
            others.edition.symbol[i].rows++;
            for (int x = 0; pentominoes[i][y][x]; x++)
                others.edition.symbol[i].row[y] |= (uint8_t)((pentominoes[i][y][x] == '#') << x);
        }
    insertcoin_cut_pieces(&others);
    assert_int_equal(others.forms, 63);
    fixture_open(&fixture, 1, false);
    for (int round = 0; round < games_of(100); round++) {
        bricks_find_what_squares_find(&others, &random);
        bricks_find_what_squares_find(&fixture.rules, &random);
    }
}

CASE(the_placements_used_as_a_solver_find_the_2339_ways_to_fill_6_by_10)
{
    static struct flip_filler filler;
    flip_filler_open(&filler, FLIP_BIT(60) - 1, 6);
    for (int i = 0; i < 12; i++) {
        struct flip_shape shape;
        int rows = 0;
        while (rows < 5 && pentominoes[i][rows])
            rows++;
        must(flip_shape_read(pentominoes[i], rows, &shape, &problem));
        must(flip_filler_add(&filler, &shape, 1, &problem));
    }
    assert_int_equal(flip_filler_count(&filler, 100000, NULL), 4 * 2339);
}

CASE(no_state_offers_more_moves_than_a_table_lists)
{
    fixture_begin(&fixture, 1);
    int most = 0;
    for (int shape = 0; shape < fixture.rules.edition.shapes; shape++)
        for (int card = 1; card <= 30; card++) {
            const char *name = fixture.rules.edition.shape[shape].name;
            set_level(&fixture, 0, 1, name, "*");
            set_level(&fixture, 0, 2, name, "*");
            set_level(&fixture, 0, 3, "star", "");
            struct insertcoin_state before = fixture.state;
            pad(0)->star = 1;
            pad(0)->step = INSERTCOIN_PLAY;
            fixture.state.acting = 1;
            fixture.state.card = (uint8_t)card;
            const int count = fixture_count(&fixture, 0);
            most = count > most ? count : most;
            fixture.state = before;
        }
    assert_int_equal(most, 2 * 935); /* two hearts, a star, and a card with P */
    assert_true(most <= INSERTCOIN_MOST_MOVES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_symbol_has_its_orientations),
        cmocka_unit_test(placements_equal_those_of_the_plain_list),
        cmocka_unit_test(every_shape_can_be_filled_by_the_decks_symbols_without_single_squares),
        cmocka_unit_test(two_bricks_make_every_symbol_and_every_other_pentomino),
        cmocka_unit_test(the_placements_used_as_a_solver_find_the_2339_ways_to_fill_6_by_10),
        cmocka_unit_test(no_state_offers_more_moves_than_a_table_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
