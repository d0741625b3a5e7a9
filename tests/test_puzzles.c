/* Puzzles: the format, the miner, the attempts, and those that come with the program. */
#include "analysis/futures.h"
#include "core/file.h"
#include "puzzles/mine.h"
#include "support.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* --- shipped ------------------------------------------------------------------------------------------------------------------ */

static struct flip_puzzles shipped(const struct flip_game *game)
{
    struct flip_puzzles puzzles = {0};
    struct flip_error error = {0};
    const char *text = flip_puzzles_shipped(game);
    if (text && flip_puzzles_read(game, text, &puzzles, &error) < 0)
        fail_msg("%s: %s", game->id, error.message);
    return puzzles;
}

static void every_puzzle_leads_to_its_position_and_its_best_choice_can_be_made(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_puzzles puzzles = shipped(flip_game_at(g));
        for (int i = 0; i < puzzles.count; i++) {
            struct flip_error error;
            struct flip_table *table = flip_puzzle_table(&puzzles.list[i], &error);
            if (!table)
                fail_msg("%s: %s", puzzles.list[i].id, error.message);
            flip_table_close(table);
        }
        flip_puzzles_free(&puzzles);
    }
}

static void the_best_choice_solves_a_puzzle_and_the_second_does_not(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_puzzles puzzles = shipped(flip_game_at(g));
        const int some = flip_game_at(g)->flicks ? 5 : 20; /* a flick is judged by trying it often */
        for (int i = 0; i < puzzles.count && i < some; i++) {
            const struct flip_puzzle *puzzle = &puzzles.list[i];
            struct flip_error error;
            struct flip_attempt attempt;
            struct flip_table *table = flip_puzzle_table(puzzle, &error);
            assert_non_null(table);
            assert_int_equal(0, flip_puzzle_try(puzzle, table, puzzle->best, &attempt, &error));
            assert_true(attempt.solved);
            if (!puzzle->game->flicks) {
                assert_int_equal(0, flip_puzzle_try(puzzle, table, puzzle->second, &attempt, &error));
                assert_false(attempt.solved);
            }
            assert_int_equal(-1, flip_puzzle_try(puzzle, table, "nonsense", &attempt, &error));
            flip_table_close(table);
        }
        flip_puzzles_free(&puzzles);
    }
}

static void a_file_that_is_read_and_written_stays_the_same(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++) {
        const struct flip_game *game = flip_game_at(g);
        struct flip_puzzles puzzles = shipped(game), again;
        struct flip_error error;
        char *text = flip_puzzles_text(game, &puzzles);
        assert_non_null(text);
        assert_int_equal(0, flip_puzzles_read(game, text, &again, &error));
        char *second = flip_puzzles_text(game, &again);
        assert_string_equal(text, second);
        assert_int_equal(puzzles.count, again.count);
        free(text);
        free(second);
        flip_puzzles_free(&puzzles);
        flip_puzzles_free(&again);
    }
}

/* --- the format --------------------------------------------------------------------------------------------------------------- */

static const struct flip_game *some_game(void) { return flip_game_named("royalflip"); }

static char good[] = "abcdefghijkm\t1200\tchoose\t1 @01234567\t1.2\t0\tone;two\tthree\tfour;five\t40.5 2.1 0.3 7 six";

static int reads(const char *line, const struct flip_puzzle *previous)
{
    struct flip_puzzle puzzle;
    struct flip_error error;
    const int status = flip_puzzle_read(some_game(), 1, line, previous, &puzzle, &error);
    if (status == 0)
        flip_puzzle_free(&puzzle);
    return status;
}

static void a_line_says_everything_about_a_puzzle(void **state)
{
    struct flip_puzzle puzzle;
    struct flip_error error;
    (void)state;
    assert_int_equal(0, flip_puzzle_read(some_game(), 1, good, NULL, &puzzle, &error));
    assert_string_equal("abcdefghijkm", puzzle.id);
    assert_int_equal(1200, puzzle.rating);
    assert_string_equal("01234567", puzzle.edition);
    assert_string_equal("one;two", puzzle.steps);
    assert_string_equal("three", puzzle.best);
    assert_string_equal("four;five", puzzle.after);
    assert_string_equal("six", puzzle.second);
    assert_int_equal(7, puzzle.choices);
    char *line = flip_puzzle_line(&puzzle, NULL);
    assert_string_equal(good, line);
    free(line);
    flip_puzzle_free(&puzzle);
}

static void steps_of_the_puzzle_before_need_not_be_repeated(void **state)
{
    struct flip_puzzle first, second;
    struct flip_error error;
    (void)state;
    assert_int_equal(0, flip_puzzle_read(some_game(), 1, good, NULL, &first, &error));
    second = first;
    second.steps = strdup("one;other;more");
    char *line = flip_puzzle_line(&second, &first);
    assert_non_null(strstr(line, "\t^1;other;more\t"));
    struct flip_puzzle read;
    assert_int_equal(0, flip_puzzle_read(some_game(), 1, line, &first, &read, &error));
    assert_string_equal("one;other;more", read.steps);
    assert_int_equal(-1, reads(line, NULL));
    flip_puzzle_free(&read);
    free(line);
    flip_puzzle_free(&second);
    flip_puzzle_free(&first);
}

static void a_broken_line_is_refused(void **state)
{
    static const char *const broken[] = {
        "",
        "abcdefghijkm\t1200",
        "short\t1200\tchoose\t1 @01234567\t1.2\t0\tone\tthree\t\t40.5 2.1 0.3 7 six",
        "abcdefghijkm\t99999\tchoose\t1 @01234567\t1.2\t0\tone\tthree\t\t40.5 2.1 0.3 7 six",
        "abcdefghijkm\t1200\tchoose\t99 @01234567\t1.2\t0\tone\tthree\t\t40.5 2.1 0.3 7 six",
        "abcdefghijkm\t1200\tchoose\t1\t1.2\t0\tone\tthree\t\t40.5 2.1 0.3 7 six",
        "abcdefghijkm\t1200\tchoose\t1 nothing=1 @01234567\t1.2\t0\tone\tthree\t\t40.5 2.1 0.3 7 six",
        "abcdefghijkm\t1200\tchoose\t1 @01234567\t1.2\t1\tone\tthree\t\t40.5 2.1 0.3 7 six",
        "abcdefghijkm\t1200\tchoose\t1 @01234567\t1.2\t0\tone\t\t\t40.5 2.1 0.3 7 six",
        "abcdefghijkm\t1200\tchoose\t1 @01234567\t1.2\t0\tone\tthree\t\tnan 2.1 0.3 7 six",
        "abcdefghijkm\t1200\tchoose\t1 @01234567\t1.2\t0\t^7;one\tthree\t\t40.5 2.1 0.3 7 six",
    };
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_int_equal(-1, reads(broken[i], NULL));
}

static void a_puzzle_that_leads_elsewhere_is_refused(void **state)
{
    struct flip_puzzle puzzle;
    struct flip_error error;
    (void)state;
    assert_int_equal(0, flip_puzzle_read(some_game(), 1, good, NULL, &puzzle, &error));
    assert_null(flip_puzzle_table(&puzzle, &error));
    flip_puzzle_free(&puzzle);
}

/* --- the miner ---------------------------------------------------------------------------------------------------------------- */

enum { SEED = 18, TINY = 4, FRESH = 500 };

/* All puzzles of the first games of a seed. */
static struct flip_puzzles mined(const struct flip_game *game)
{
    struct flip_puzzles found = {0};
    for (uint64_t number = 0; number < TINY; number++) {
        char words[FLIP_HEX_SIZE];
        struct flip_error error;
        struct flip_table *table = flip_mine_play(game, SEED, number, NULL, NULL, words, &error);
        assert_non_null(table);
        struct flip_miner *miner = flip_miner_open(table, words, &error);
        assert_non_null(miner);
        for (int what = 0; what != FLIP_MINED_ALL;) {
            struct flip_puzzle puzzle;
            bool added;
            what = flip_miner_next(miner, &puzzle, &error);
            assert_true(what >= 0);
            if (what == FLIP_MINED_PUZZLE)
                assert_int_equal(0, flip_puzzles_add(&found, &puzzle, &added, &error));
        }
        flip_miner_close(miner);
        flip_table_close(table);
    }
    return found;
}

/* What a move is worth in futures that the miner has not seen. */
static double worth(const struct flip_table *table, int seat, flip_move move)
{
    const struct flip_position at = flip_table_position(table);
    struct flip_future future = {0};
    struct flip_error error;
    double sum = 0, value[FLIP_MAX_SEATS];
    assert_int_equal(0, flip_position_open(&future.at, at.game, at.rules, at.seats, &error));
    for (uint32_t i = 0; i < FRESH; i++) {
        struct flip_random random;
        flip_random_seed(&random, 7000 + i);
        flip_future_start(&future, &at, 4711, i);
        flip_position_redeal(&future.at, seat, &random);
        flip_position_follow(&future.at);
        flip_position_step(&future.at, seat, move);
        flip_future_finish(&future);
        flip_future_values(&future.at, value);
        sum += value[seat];
    }
    flip_position_close(&future.at);
    return sum / FRESH;
}

static void every_choice_is_worse_than_the_best_in_fresh_futures(const struct flip_puzzle *puzzle)
{
    struct flip_error error;
    struct flip_table *table = flip_puzzle_table(puzzle, &error);
    flip_move best, *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    assert_non_null(table);
    assert_non_null(moves);
    assert_int_equal(0, flip_table_find(table, puzzle->seat, puzzle->best, &best, &error));
    const double most = worth(table, puzzle->seat, best);
    const int count = flip_table_moves(table, puzzle->seat, moves, FLIP_MAX_MOVES);
    assert_int_equal(count, puzzle->choices);
    for (int i = 0; i < count; i++)
        if (moves[i] != best)
            assert_true(worth(table, puzzle->seat, moves[i]) < most + 0.01);
    free(moves);
    flip_table_close(table);
}

/* The names, choices and themes of tests/golden_puzzles.txt; FLIPSIDE_WRITE_GOLDEN writes it. */
static void compare_golden(const struct flip_puzzles *puzzles)
{
    char path[512], *text = NULL;
    size_t length;
    struct flip_error error;
    snprintf(path, sizeof path, "%s/tests/golden_puzzles.txt", getenv("FLIPSIDE_SOURCE_ROOT"));
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    for (int i = 0; i < puzzles->count; i++) {
        const struct flip_puzzle *puzzle = &puzzles->list[i];
        fprintf(out, "%s %s %d %s: %s (%s)\n", puzzle->id, puzzle->seed, puzzle->choices, puzzle->theme, puzzle->best,
                puzzle->steps);
    }
    fclose(out);
    if (getenv("FLIPSIDE_WRITE_GOLDEN"))
        assert_int_equal(0, flip_file_write(path, text, length, &error));
    char *golden = flip_file_read(path, &length, &error);
    assert_non_null(golden);
    assert_string_equal(golden, text);
    free(golden);
    free(text);
}

static void a_small_run_finds_what_all_choices_in_fresh_futures_confirm(void **state)
{
    (void)state;
    struct flip_puzzles found = mined(flip_game_named("flipcity"));
    assert_true(found.count > 0);
    compare_golden(&found);
    for (int i = 0; i < found.count; i++)
        every_choice_is_worse_than_the_best_in_fresh_futures(&found.list[i]);
    flip_puzzles_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_puzzle_leads_to_its_position_and_its_best_choice_can_be_made),
        cmocka_unit_test(the_best_choice_solves_a_puzzle_and_the_second_does_not),
        cmocka_unit_test(a_file_that_is_read_and_written_stays_the_same),
        cmocka_unit_test(a_line_says_everything_about_a_puzzle),
        cmocka_unit_test(steps_of_the_puzzle_before_need_not_be_repeated),
        cmocka_unit_test(a_broken_line_is_refused),
        cmocka_unit_test(a_puzzle_that_leads_elsewhere_is_refused),
        cmocka_unit_test(a_small_run_finds_what_all_choices_in_fresh_futures_confirm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
