/* Puzzles: the format, the miner, the attempts, and those that come with the program. */
#include "analysis/parts.h"
#include "core/file.h"
#include "puzzles/mine.h"
#include "support.h"
#include "table/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* --- shipped ------------------------------------------------------------------------------------------------------------------ */

static struct flip_puzzles read_text(const struct flip_game *game, const char *text)
{
    struct flip_puzzles puzzles = {0};
    struct flip_error error = {0};
    if (text && flip_puzzles_read(game, text, &puzzles, &error) < 0)
        fail_msg("%s: %s", game->id, error.message);
    return puzzles;
}

static struct flip_puzzles shipped(const struct flip_game *game) { return read_text(game, flip_puzzles_shipped(game)); }

static void check_positions(struct flip_puzzles puzzles)
{
    for (int i = 0; i < puzzles.count; i++) {
        struct flip_error error;
        struct flip_table *table = flip_puzzle_table(&puzzles.list[i], &error);
        if (!table)
            fail_msg("%s: %s", puzzles.list[i].id, error.message);
        flip_table_close(table);
    }
    flip_puzzles_free(&puzzles);
}

static void every_puzzle_leads_to_its_position_and_its_best_choice_can_be_made(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++)
        check_positions(shipped(flip_game_at(g)));
}

static void a_link_to_a_puzzle_that_is_no_longer_chosen_stays_good(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++)
        check_positions(read_text(flip_game_at(g), flip_puzzles_retired(flip_game_at(g))));
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
                assert_true(attempt.loss == puzzle->lead && attempt.doubt == puzzle->doubt);
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

static void check_task(const struct flip_puzzle *puzzle, const char *task)
{
    assert_true(strlen(task) > 5 && !strpbrk(task, "{}"));
    if (strchr(puzzle->best, ' ')) /* "stop" alone is one of all the choices that are named */
        assert_null(strstr(task, puzzle->best));
}

/* A task does not name the best choice, and nothing in it was left open; the same goes for what the game would say today, which may be
   another goal once its bots have learnt more. */
static void every_puzzle_says_what_it_asks_and_not_the_answer(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_puzzles puzzles = shipped(flip_game_at(g));
        for (int i = 0; i < puzzles.count; i++) {
            const struct flip_puzzle *puzzle = &puzzles.list[i];
            char asked[FLIP_PUZZLE_TASK];
            struct flip_text task = flip_text_in(asked, sizeof asked);
            struct flip_error error;
            struct flip_table *table = flip_puzzle_table(puzzle, &error);
            assert_non_null(table);
            flip_puzzle_find_task(puzzle, table, &task);
            check_task(puzzle, puzzle->task);
            check_task(puzzle, asked);
            flip_table_close(table);
        }
        flip_puzzles_free(&puzzles);
    }
}

static void the_goals_of_a_games_tasks_are_the_features_of_its_reasons(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++) {
        const char *text = flip_puzzle_tasks(flip_game_at(g));
        json_t *words = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
        assert_non_null(words);
        assert_int_equal(flip_bot_of(flip_game_at(g))->reasons->count,
                         json_array_size(json_object_get(words, "goals")));
        json_decref(words);
    }
}

/* --- the puzzle of the day ---------------------------------------------------------------------------------------------------- */

static void every_day_has_its_puzzle_and_one_that_comes_or_goes_leaves_the_other_days_alone(void **state)
{
    enum { PUZZLES = 60 };
    (void)state;
    struct flip_puzzle list[PUZZLES] = {0};
    struct flip_puzzles puzzles = {.list = list, .count = PUZZLES}, fewer = {.list = list, .count = PUZZLES - 1},
                        none = {0};
    int times[PUZZLES] = {0};
    for (int i = 0; i < PUZZLES; i++)
        snprintf(list[i].id, sizeof list[i].id, "p%02d", i);
    for (int number = 0; number < 6000; number++) {
        char day[24];
        snprintf(day, sizeof day, "2026-%d", number);
        const struct flip_puzzle *puzzle = flip_puzzles_of_day(&puzzles, day);
        times[puzzle - list]++;
        if (puzzle != &list[PUZZLES - 1])
            assert_ptr_equal(flip_puzzles_of_day(&fewer, day), puzzle);
    }
    for (int i = 0; i < PUZZLES; i++)
        assert_true(times[i] > 40 && times[i] < 200);
    assert_null(flip_puzzles_of_day(&none, "2026-11-16"));
}

static void what_a_server_has_mined_changes_no_day(void **state)
{
    (void)state;
    struct flip_puzzles puzzles = shipped(flip_game_named("fliptown"));
    struct flip_puzzles first = {.list = puzzles.list, .count = 20};
    for (int i = first.count; i < puzzles.count; i++)
        puzzles.list[i].mined = true;
    for (int number = 0; number < 365; number++) {
        char day[24];
        snprintf(day, sizeof day, "2026-%d", number);
        assert_ptr_equal(flip_puzzles_of_day(&puzzles, day), flip_puzzles_of_day(&first, day));
    }
    first = (struct flip_puzzles){.list = puzzles.list + 20, .count = 3};
    assert_non_null(flip_puzzles_of_day(&first, "2026-11-16")); /* a server that has no others */
    flip_puzzles_free(&puzzles);
}

/* --- grades ------------------------------------------------------------------------------------------------------------------- */

static void there_are_a_hundred_puzzles_of_each_game_each_graded_by_fifty_bots_or_more(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_puzzles puzzles = shipped(flip_game_at(g));
        assert_true(puzzles.count >= 100);
        for (int i = 0; i < puzzles.count; i++) {
            const struct flip_puzzle *puzzle = &puzzles.list[i];
            if (puzzle->tries < 50)
                fail_msg("%s: nobody has graded it", puzzle->id);
            assert_int_equal(flip_puzzle_rating(puzzle->missed, puzzle->tries, puzzle->choices), puzzle->rating);
        }
        flip_puzzles_free(&puzzles);
    }
}

/* The choice of an aim is what is flicked, without the numbers. */
static bool by_hand(const struct flip_puzzle *puzzle)
{
    struct flip_error error;
    struct flip_table *table = flip_puzzle_table(puzzle, &error);
    flip_move best;
    char choice[FLIP_MOVE_TEXT];
    assert_non_null(table);
    assert_int_equal(0, flip_table_find(table, puzzle->seat, puzzle->best, &best, &error));
    const struct flip_position at = flip_table_position(table);
    flip_puzzle_choice(&at, puzzle->seat, best, choice);
    flip_table_close(table);
    return strcmp(choice, puzzle->best) != 0;
}

static void where_hands_flick_half_of_the_puzzles_or_more_are_made_by_hand(void **state)
{
    (void)state;
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_puzzles puzzles = shipped(flip_game_at(g));
        int hands = 0;
        for (int i = 0; i < puzzles.count; i++)
            hands += by_hand(&puzzles.list[i]);
        if (flip_game_at(g)->flicks ? 2 * hands < puzzles.count : hands > 0)
            fail_msg("%s: %d of %d are made by hand", flip_game_at(g)->id, hands, puzzles.count);
        flip_puzzles_free(&puzzles);
    }
}

static void the_more_bots_miss_a_puzzle_the_harder_it_is(void **state)
{
    (void)state;
    assert_int_equal(1500, flip_puzzle_rating(30, 60, 20));
    for (int missed = 1; missed <= 60; missed++)
        assert_true(flip_puzzle_rating(missed, 60, 20) > flip_puzzle_rating(missed - 1, 60, 20));
}

static struct flip_puzzle *first_of_two_choices(struct flip_puzzles *puzzles)
{
    for (int i = 0; i < puzzles->count; i++)
        if (puzzles->list[i].choices == 2)
            return &puzzles->list[i];
    return NULL;
}

static struct flip_puzzle *plainest(struct flip_puzzles *puzzles)
{
    struct flip_puzzle *found = &puzzles->list[0];
    for (int i = 1; i < puzzles->count; i++)
        if (puzzles->list[i].lead > found->lead)
            found = &puzzles->list[i];
    return found;
}

/* A bot that misses is one that does not make the best choice: with the roles changed, all that found it miss it. */
static void a_grade_counts_the_bots_that_choose_otherwise(void **state)
{
    struct flip_puzzles puzzles = shipped(flip_game_named("fliptown"));
    struct flip_puzzle *puzzle = first_of_two_choices(&puzzles);
    struct flip_error error;
    (void)state;
    assert_non_null(puzzle);
    struct flip_table *table = flip_puzzle_table(puzzle, &error);
    assert_int_equal(0, flip_puzzle_grade(puzzle, table, 60, &error));
    const int missed = puzzle->missed;
    memcpy(puzzle->best, puzzle->second, sizeof puzzle->best);
    assert_int_equal(0, flip_puzzle_grade(puzzle, table, 60, &error));
    assert_int_equal(60, missed + puzzle->missed);
    flip_table_close(table);
    flip_puzzles_free(&puzzles);
}

static void a_solution_holds_in_the_deep_analysis_and_another_choice_does_not(void **state)
{
    struct flip_puzzles puzzles = shipped(flip_game_named("fliptown"));
    struct flip_puzzle *puzzle = plainest(&puzzles);
    struct flip_error error;
    (void)state;
    assert_int_equal(1, flip_puzzle_holds(puzzle, &error));
    memcpy(puzzle->best, puzzle->second, sizeof puzzle->best);
    assert_int_equal(0, flip_puzzle_holds(puzzle, &error));
    flip_puzzles_free(&puzzles);
}

/* --- reasons ------------------------------------------------------------------------------------------------------------------ */

/* What a choice that was not the second best loses is found on the spot, and the game says why. */
static void a_wrong_choice_is_told_what_it_loses_and_why(void **state)
{
    struct flip_puzzles puzzles = shipped(flip_game_named("royalflip"));
    int told = 0, tried = 0;
    (void)state;
    for (int i = 0; i < puzzles.count && tried < 10; i++) {
        const struct flip_puzzle *puzzle = &puzzles.list[i];
        struct flip_error error;
        struct flip_attempt attempt;
        struct flip_table *table = flip_puzzle_table(puzzle, &error);
        flip_move moves[FLIP_MAX_MOVES];
        const int count = flip_table_moves(table, puzzle->seat, moves, FLIP_MAX_MOVES);
        const struct flip_position at = flip_table_position(table);
        char text[FLIP_MOVE_TEXT];
        struct flip_text in = flip_text_in(text, sizeof text);
        at.game->words->text(at.rules, at.state, puzzle->seat, moves[count - 1], &in);
        if (strcmp(text, puzzle->best) != 0 && strcmp(text, puzzle->second) != 0) {
            assert_int_equal(0, flip_puzzle_try(puzzle, table, text, &attempt, &error));
            assert_true(attempt.loss > 0 && attempt.doubt > 0);
            told += attempt.reason[0] != '\0';
            tried++;
        }
        flip_table_close(table);
    }
    assert_int_equal(10, tried);
    assert_true(told >= 5);
    flip_puzzles_free(&puzzles);
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
    assert_int_equal(0, puzzle.tries);
    char *line = flip_puzzle_line(&puzzle, NULL);
    assert_string_equal(good, line);
    free(line);
    flip_puzzle_free(&puzzle);
}

static void a_line_may_end_with_how_many_missed_it_and_what_it_asks(void **state)
{
    static const char *const more[] = {"\t37/60", "\t37/60\tWhich cell?", "\t\tWhich cell?"};
    (void)state;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        char whole[300];
        struct flip_puzzle puzzle;
        struct flip_error error;
        snprintf(whole, sizeof whole, "%s%s", good, more[i]);
        assert_int_equal(0, flip_puzzle_read(some_game(), 1, whole, NULL, &puzzle, &error));
        assert_int_equal(i == 2 ? 0 : 60, puzzle.tries);
        assert_int_equal(i == 2 ? 0 : 37, puzzle.missed);
        assert_string_equal(i ? "Which cell?" : "", puzzle.task);
        assert_string_equal("six", puzzle.second);
        char *line = flip_puzzle_line(&puzzle, NULL);
        assert_string_equal(whole, line);
        free(line);
        flip_puzzle_free(&puzzle);
    }
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
        "abcdefghijkm\t1200\tchoose\t1 @01234567\t1.2\t0\tone\tthree\t\t40.5 2.1 0.3 7 six\t61/60",
        "abcdefghijkm\t1200\tchoose\t1 @01234567\t1.2\t0\tone\tthree\t\t40.5 2.1 0.3 7 six\tmany",
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
        cmocka_unit_test(a_link_to_a_puzzle_that_is_no_longer_chosen_stays_good),
        cmocka_unit_test(the_best_choice_solves_a_puzzle_and_the_second_does_not),
        cmocka_unit_test(a_file_that_is_read_and_written_stays_the_same),
        cmocka_unit_test(every_puzzle_says_what_it_asks_and_not_the_answer),
        cmocka_unit_test(the_goals_of_a_games_tasks_are_the_features_of_its_reasons),
        cmocka_unit_test(every_day_has_its_puzzle_and_one_that_comes_or_goes_leaves_the_other_days_alone),
        cmocka_unit_test(what_a_server_has_mined_changes_no_day),
        cmocka_unit_test(there_are_a_hundred_puzzles_of_each_game_each_graded_by_fifty_bots_or_more),
        cmocka_unit_test(where_hands_flick_half_of_the_puzzles_or_more_are_made_by_hand),
        cmocka_unit_test(the_more_bots_miss_a_puzzle_the_harder_it_is),
        cmocka_unit_test(a_grade_counts_the_bots_that_choose_otherwise),
        cmocka_unit_test(a_solution_holds_in_the_deep_analysis_and_another_choice_does_not),
        cmocka_unit_test(a_wrong_choice_is_told_what_it_loses_and_why),
        cmocka_unit_test(a_line_says_everything_about_a_puzzle),
        cmocka_unit_test(a_line_may_end_with_how_many_missed_it_and_what_it_asks),
        cmocka_unit_test(steps_of_the_puzzle_before_need_not_be_repeated),
        cmocka_unit_test(a_broken_line_is_refused),
        cmocka_unit_test(a_puzzle_that_leads_elsewhere_is_refused),
        cmocka_unit_test(a_small_run_finds_what_all_choices_in_fresh_futures_confirm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
