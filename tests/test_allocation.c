/*
 * Memory runs out at the first allocation, then at the second, and so on until the work succeeds. Every failure has to be an
 * error value with a sentence; a crash, a leak or a half-made thing is found by the sanitizers or by the checks here.
 */
#include "failing_malloc.h"
#include "support.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 200000 };

static struct flip_edition *edition; /* the classic one */
static struct flip_table *played;    /* a whole game */
static char *short_record, *long_record;
static const struct flip_game *game;

/* Each work returns whether it succeeded, and leaves nothing behind. */
typedef bool work_function(void);

static bool parse_edition(void)
{
    struct flip_edition *parsed = flip_edition_parse(game, edition->json, strlen(edition->json), "test", &problem);
    if (!parsed)
        return false;
    flip_edition_free(parsed);
    return true;
}

static bool take_classic_edition(void)
{
    struct flip_edition *classic = flip_edition_classic(game, &problem);
    flip_edition_free(classic);
    return classic != NULL;
}

static bool copy_edition(void)
{
    struct flip_edition *copy = flip_edition_copy(edition);
    if (!copy)
        flip_fail(&problem, FLIP_ERROR_NO_MEMORY, "A copy has no error of its own.");
    flip_edition_free(copy);
    return copy != NULL;
}

static bool open_table(void)
{
    static const char *const rig[] = {"QH", "2C"};
    struct flip_table_def def = flip_table_defaults(game);
    def.seats = game->max_seats;
    def.rig = rig;
    def.rig_count = strcmp(game->id, "royalflip") == 0 ? 2 : 0;
    struct flip_table *table = flip_table_open(&def, &problem);
    flip_table_close(table);
    return table != NULL;
}

static bool save_record(void)
{
    char *record = flip_record_save(played, FLIP_RECORD_FULL, &problem);
    free(record);
    return record != NULL;
}

static bool load_record(void)
{
    struct flip_table *table = flip_record_load(short_record, strlen(short_record), FLIP_ALL_STEPS, &problem);
    flip_table_close(table);
    return table != NULL;
}

static bool verify_record(void) { return flip_record_verify(long_record, strlen(long_record), &problem) == 0; }

/*
 * Fails the n-th allocation for n = 1, 1 + stride, …; a stride keeps works with thousands of allocations short.
 * A single failure inside the JSON reader may pass unnoticed: jansson drops a character of a long text when its buffer cannot
 * grow just then. When memory is really out, or when the failure is ours, nothing may.
 */
static void fail_each_allocation(const char *name, work_function *work, enum failing_mode mode, long stride)
{
    for (long n = 1; n < LIMIT; n += stride) {
        problem = (struct flip_error){0};
        failing_malloc_arm(n, mode);
        const bool done = work();
        const bool struck = failing_malloc_disarm();
        if (!struck) {
            if (!done)
                fail_msg("%s fails with memory enough: %s", name, problem.message);
            assert_true(n > 1);
            return;
        }
        if (done && mode != FAIL_ONCE_ANY)
            fail_msg("%s: allocation %ld failed and nobody noticed", name, n);
        if (!done && (problem.code == FLIP_ERROR_NONE || problem.message[0] == '\0'))
            fail_msg("%s: allocation %ld failed without an error", name, n);
    }
    fail_msg("%s does not come to an end", name);
}

static void try_all(const char *name, work_function *work, long stride)
{
    fail_each_allocation(name, work, FAIL_FROM_THEN, stride);
    fail_each_allocation(name, work, FAIL_ONCE_OURS, stride);
    fail_each_allocation(name, work, FAIL_ONCE_ANY, stride);
}

CASE(an_edition_that_finds_no_memory_is_an_error)
{
    try_all("flip_edition_parse", parse_edition, 1);
    try_all("flip_edition_classic", take_classic_edition, 1);
    try_all("flip_edition_copy", copy_edition, 1);
}

CASE(a_table_that_finds_no_memory_is_an_error) { try_all("flip_table_open", open_table, 1); }

CASE(a_record_that_finds_no_memory_is_an_error)
{
    try_all("flip_record_save", save_record, 1);
    try_all("flip_record_load", load_record, 1);
    try_all("flip_record_verify", verify_record, 37);
}

/* A step that finds no memory is refused and the table stays as it was; with memory again the same step works. */
CASE(a_step_that_finds_no_memory_changes_nothing)
{
    struct flip_table_def def = flip_table_defaults(game);
    static const unsigned char seed[FLIP_SEED_BYTES] = {1};
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &problem);
    assert_non_null(table);
    int refused = 0;
    while (flip_table_turn(table)) {
        const int seat = flip_set_first(flip_table_turn(table));
        static char before[FLIP_VIEW_SIZE];
        snprintf(before, sizeof before, "%s", view_of(table, FLIP_ALL));
        const int steps = table->step_count;
        flip_move move;
        assert_true(flip_table_moves(table, seat, &move, 1) > 0);
        failing_malloc_arm(1, FAIL_FROM_THEN);
        const int result = flip_table_act(table, seat, move, &problem);
        if (failing_malloc_disarm()) {
            assert_int_equal(result, -1);
            assert_int_equal(problem.code, FLIP_ERROR_NO_MEMORY);
            assert_int_equal(table->step_count, steps);
            assert_string_equal(view_of(table, FLIP_ALL), before);
            refused++;
            must(flip_table_act(table, seat, move, &problem));
        } else {
            must(result);
        }
    }
    assert_true(refused > 0);
    flip_table_close(table);
}

static int set_up(void **state)
{
    (void)state;
    failing_malloc_install();
    static const unsigned char seed[FLIP_SEED_BYTES] = {7};
    game = flip_game_at(0);
    edition = flip_edition_classic(game, &problem);
    struct flip_table_def def = flip_table_defaults(game);
    def.seed = seed;
    played = flip_table_open(&def, &problem);
    if (!edition || !played)
        return -1;
    short_record = flip_record_save(played, FLIP_RECORD_FULL, &problem);
    play_random_game(played, 1);
    long_record = flip_record_save(played, FLIP_RECORD_FULL, &problem);
    return short_record && long_record ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(short_record);
    free(long_record);
    flip_table_close(played);
    flip_edition_free(edition);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edition_that_finds_no_memory_is_an_error),
        cmocka_unit_test(a_table_that_finds_no_memory_is_an_error),
        cmocka_unit_test(a_record_that_finds_no_memory_is_an_error),
        cmocka_unit_test(a_step_that_finds_no_memory_changes_nothing),
    };
    return cmocka_run_group_tests_name("allocation", tests, set_up, tear_down);
}
